//! Tasks: one JSON file per category, each with a list of [`Task`]. A file with an error is refused as a whole;
//! the error names the task and the reason.

use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::Path;
use trammel_base::suggest;
use trammel_code::{Directory, FileName};
use trammel_llm::{RecordedCall, RecordedTurn};
use trammel_tools as tools;

/// Maximum size of a task file in bytes.
const MAX_TASKS_BYTES: usize = 4 << 20;

/// A drawing task.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// Id, unique among all tasks.
    pub id: String,
    /// Category: the name of the task's file without the extension.
    #[serde(skip)]
    pub(super) category: String,
    /// Message of the user.
    pub(super) prompt: String,
    /// Tool calls that create the initial drawing.
    #[serde(default)]
    pub(super) setup: Vec<RecordedCall>,
    /// Files that the user typed after the setup; their code may fail.
    #[serde(default)]
    pub(super) typed: BTreeMap<String, String>,
    /// Names of the selected entities.
    #[serde(default)]
    pub(super) selection: Vec<String>,
    /// Checks of the final drawing, in this order.
    #[serde(default)]
    pub(super) expect: Vec<Check>,
    /// Checks that hold for every value of the constants.
    #[serde(default)]
    pub(super) invariants: Vec<Check>,
    /// Expectation for the model's last text.
    pub(super) answer: Option<Value>,
    /// Words of the question that the last text must ask: one word of each list.
    #[serde(default)]
    pub(super) asks: Vec<Vec<String>>,
    /// Recorded conversation that solves the task.
    pub(super) reference: Vec<RecordedTurn>,
    /// Recorded conversations that must not count as solutions, keyed by their mistake; the tests play them.
    #[serde(default)]
    pub(super) wrong: BTreeMap<String, Vec<RecordedTurn>>,
}

/// A check as written in the file.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    /// Derivation of the expected values.
    why: String,
    tool: Option<String>,
    #[serde(default)]
    input: Value,
    expect: Option<Value>,
    set: Option<Map<String, Value>>,
    circles: Option<Vec<[f64; 3]>>,
    only_changed: Option<Vec<String>>,
    holds: Option<String>,
    as_reference: Option<Alike>,
}

/// Parts of the comparison with the drawing of the reference.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Alike {
    /// Entities of either drawing that do not count.
    #[serde(default)]
    pub(super) except: Vec<String>,
    /// Entities whose names must be the same.
    #[serde(default)]
    pub(super) named: Vec<String>,
}

/// A check of the drawing.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "Written")]
pub(super) struct Check {
    /// Derivation of the expected values.
    pub(super) why: String,
    pub(super) kind: Kind,
}

#[derive(Debug, Clone)]
pub(super) enum Kind {
    /// Calls a tool and compares its reply.
    Reply {
        tool: String,
        input: Value,
        expect: Value,
    },
    /// Assigns other values to constants of the code and runs the code again, for the checks that follow.
    Set(Map<String, Value>),
    /// Requires exactly these circles, each once: x and y of the center, and the radius.
    Circles(Vec<[f64; 3]>),
    /// Requires that only these entities were added, changed, or removed. A `*` at the end matches any rest of a name.
    OnlyChanged(Vec<String>),
    /// Requires that this JavaScript expression is true.
    Holds(String),
    /// Requires the pieces of the drawing that the reference leaves, and no others.
    AsReference(Alike),
}

impl TryFrom<Written> for Check {
    type Error = String;

    fn try_from(written: Written) -> Result<Check, String> {
        let Written {
            why,
            tool,
            input,
            expect,
            set,
            circles,
            only_changed,
            holds,
            as_reference,
        } = written;
        let special = (holds, as_reference);
        let no_input = input.is_null();
        let numbers = |set: &Map<String, Value>| set.values().all(Value::is_number);
        let is_plain = special.0.is_none() && special.1.is_none();
        let kind = match (tool, expect, set, circles, only_changed) {
            (Some(tool), Some(expect), None, None, None) if is_plain => Kind::Reply { tool, input, expect },
            (None, None, Some(set), None, None) if no_input && is_plain && numbers(&set) => Kind::Set(set),
            (None, None, None, Some(list), None) if no_input && is_plain => Kind::Circles(list),
            (None, None, None, None, Some(names)) if no_input && is_plain => Kind::OnlyChanged(names),
            (None, None, None, None, None) if no_input => match special {
                (Some(code), None) => Kind::Holds(code),
                (None, Some(alike)) => Kind::AsReference(alike),
                _ => return Err(unclear(&why)),
            },
            _ => return Err(unclear(&why)),
        };
        Ok(Check { why, kind })
    }
}

fn unclear(why: &str) -> String {
    format!(
        "the check '{why}' must be one of: tool, input and expect; set with numbers; circles; only_changed; holds; as_reference"
    )
}

/// Returns the tasks of a folder whose category/id contains `only`.
///
/// # Errors
/// Returns an error that names the file, the task, and the problem, or an error if there is no such task.
pub fn load_tasks(folder: &Path, only: &str) -> Result<Vec<Task>, String> {
    let mut tasks = load(folder)?;
    tasks.retain(|task| task.path().contains(only));
    match tasks.is_empty() {
        false => Ok(tasks),
        true => Err(format!(
            "no task of {} has '{only}' in its category/id",
            folder.display()
        )),
    }
}

/// Reads all tasks of a folder.
///
/// # Errors
/// Returns an error that names the file, the task, and the problem.
fn load(folder: &Path) -> Result<Vec<Task>, String> {
    let shown = folder.display();
    let unreadable = |why: &dyn std::fmt::Display| format!("the tasks in {shown} cannot be read: {why}");
    let directory = Directory::open(folder).map_err(|e| unreadable(&e))?;
    let directory = directory.ok_or_else(|| unreadable(&"no such folder"))?;
    let mut files = directory.names().map_err(|e| unreadable(&e))?;
    files.sort();
    let mut all: Vec<Task> = Vec::new();
    for file in files {
        let Some(category) = file.strip_suffix(".json") else {
            continue;
        };
        let path = folder.join(&file);
        let named = |why: &dyn std::fmt::Display| format!("{}: {why}", path.display());
        let text = directory
            .read(&file, MAX_TASKS_BYTES)
            .map_err(|e| unreadable(&e))?;
        let text = text.unwrap_or_default();
        let list: Vec<Value> = serde_json::from_str(&text).map_err(|e| named(&e))?;
        for (i, value) in list.into_iter().enumerate() {
            let id = value["id"].as_str().map_or_else(
                || format!("task {} without an id", i + 1),
                |id| format!("task '{id}'"),
            );
            let named = |why: &dyn std::fmt::Display| named(&format!("{id}: {why}"));
            let mut task: Task = serde_json::from_value(value).map_err(|e| named(&e))?;
            task.category = category.to_owned();
            task.check().map_err(|why| named(&why))?;
            if let Some(other) = all.iter().find(|other| other.id == task.id) {
                return Err(named(&format!(
                    "{}.json already has a task with this id",
                    other.category
                )));
            }
            all.push(task);
        }
    }
    if all.is_empty() {
        return Err(format!("no tasks found in {shown}"));
    }
    Ok(all)
}

impl Task {
    /// Returns the category and the id.
    pub fn path(&self) -> String {
        format!("{}/{}", self.category, self.id)
    }

    fn check(&self) -> Result<(), String> {
        let id_fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        if self.id.is_empty() || !self.id.chars().all(id_fits) {
            return Err("an id has only a-z, 0-9 and _".to_owned());
        }
        if self.prompt.trim().is_empty() {
            return Err("the prompt is empty".to_owned());
        }
        if self.expect.is_empty() && self.answer.is_none() {
            return Err("the expectation is missing: give expect, answer or both".to_owned());
        }
        let unchanged = |check: &Check| matches!(&check.kind, Kind::OnlyChanged(names) if names.is_empty());
        if !self.asks.is_empty() && !self.expect.iter().any(unchanged) {
            return Err("a task with asks needs the check only_changed with an empty list".to_owned());
        }
        if self.asks.iter().any(Vec::is_empty) {
            return Err("a list of asks is empty".to_owned());
        }
        let is_fixed = |check: &&Check| matches!(check.kind, Kind::Set(_) | Kind::AsReference(_));
        if let Some(check) = self.invariants.iter().find(is_fixed) {
            return Err(format!(
                "the invariant '{}' cannot be set or as_reference",
                check.why
            ));
        }
        for file in self.typed.keys() {
            FileName::new(file).map_err(|e| e.to_string())?;
        }
        let checks = self.expect.iter().chain(&self.invariants);
        let checked = checks.filter_map(|check| match &check.kind {
            Kind::Reply { tool, .. } => Some(tool),
            _ => None,
        });
        let recorded = std::iter::once(&self.reference).chain(self.wrong.values());
        let recorded = recorded.flatten().flat_map(|turn| &turn.calls);
        let called = self.setup.iter().chain(recorded).map(|call| &call.tool);
        called.chain(checked).try_for_each(check_tool_name)?;
        std::iter::once(&self.reference)
            .chain(self.wrong.values())
            .try_for_each(|turns| whole(turns))
    }
}

fn check_tool_name(tool: &String) -> Result<(), String> {
    match tools::find(tool) {
        Ok(found) if found.name == tool => Ok(()),
        Ok(found) => Err(format!("write the tool '{tool}' as '{}'", found.name)),
        Err(_) => {
            let near = suggest::nearest(tool, tools::TOOLS.iter().map(|tool| tool.name));
            let hint = near.first().map(|near| format!(". Did you mean '{near}'?"));
            Err(format!("tool '{tool}' not found{}", hint.unwrap_or_default()))
        }
    }
}

/// Checks that each turn of a conversation has calls, except for the last one, which has only text.
fn whole(turns: &[RecordedTurn]) -> Result<(), String> {
    let Some((last, others)) = turns.split_last() else {
        return Err("a recorded conversation has no turn".to_owned());
    };
    if !last.calls.is_empty() || last.text.trim().is_empty() {
        return Err("the last turn of a recorded conversation has text and no calls".to_owned());
    }
    if others.iter().any(|turn| turn.calls.is_empty()) {
        return Err("only the last turn of a recorded conversation has no calls".to_owned());
    }
    Ok(())
}
