//! Hints: lines in tool descriptions that record experience with a tool, at most three for each tool.
//!
//! The lines come from two sources: lines that were written for a tool, and decisions with their outcomes. A line that a
//! model wrote is off until the user turns it on (see `origin.rs`). A decision applies to the tools that it names, or else to code in general. Invariant: no line names a
//! function that does not exist. A new line that does so is rejected; a stored line is omitted if the function no
//! longer exists.

use super::error::MemoryError;
use super::known::KnownTools;
use super::origin::{Imported, Sourced};
use super::part::{Entry, Part, check_room};
use super::text::check_text;
use serde::{Deserialize, Serialize};
use trammel_base::suggest::{nearest, snake_case};
use trammel_base::visible::one_line;
use trammel_language::bilingual;

/// Maximum number of lines in one description.
pub const MAX_HINT_LINES: usize = 3;

/// Maximum length of a line, in characters.
pub(super) const MAX_LINE: usize = 200;

/// Maximum number of written lines for one tool.
const MAX_PER_TOOL: usize = 10;

/// Maximum number of lines for all tools. Imported lines and lines of models are counted separately.
const MAX_HINTS: usize = 1_000;

/// Maximum length of a tool name.
const MAX_TOOL: usize = 64;

/// Written line for a tool.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// Name of the tool.
    pub tool: String,
    /// Text of the line.
    pub text: String,
    /// Mark; `None` for the user's own entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imported: Option<Imported>,
}

/// All written hints, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Hints {
    pub(super) list: Vec<Hint>,
}

impl Hints {
    /// Returns all written hints, oldest first.
    pub fn all(&self) -> &[Hint] {
        &self.list
    }

    /// Adds a line for a tool: the user's own, or with the mark of its writer. A line that is there already stays as it
    /// is, with its mark. Returns whether the line is new.
    ///
    /// # Errors
    /// Returns an error if the tool or a function named in the line does not exist, if the line is empty or too
    /// long, or if there are too many lines.
    pub fn add(
        &mut self,
        tool: &str,
        text: &str,
        known: &KnownTools,
        imported: Option<Imported>,
    ) -> Result<Option<&Hint>, MemoryError> {
        let (tool, text) = fitting(tool, text, known)?;
        if self.position(&tool, &text).is_some() {
            return Ok(None);
        }
        self.push(Hint { tool, text, imported })?;
        Ok(self.list.last())
    }

    /// Replaces a line of a tool for the user. The line keeps its position and its mark.
    ///
    /// # Errors
    /// Returns an error if the tool has no such line or if the new line is invalid; the hints are unchanged.
    pub fn edit(&mut self, tool: &str, old: &str, new: &str, known: &KnownTools) -> Result<(), MemoryError> {
        let (tool, old) = (snake_case(tool), one_line(old));
        let at = self.position(&tool, &old).ok_or_else(|| self.missing(&tool))?;
        let (_, text) = fitting(&tool, new, known)?;
        match self.position(&tool, &text) {
            // If another line already has the new text, the edited line is removed.
            Some(other) if other != at => drop(self.list.remove(at)),
            _ => self.list[at].text = text,
        }
        Ok(())
    }

    /// Deletes one line of a tool, or all lines of the tool, for a model: only lines that a model wrote in the same
    /// conversation and that the user has not turned on.
    ///
    /// # Errors
    /// Returns an error if the tool has no such line, or only lines that the user wrote or turned on.
    pub fn remove_drafts(
        &mut self,
        tool: &str,
        text: Option<&str>,
        conversation: &str,
    ) -> Result<(), MemoryError> {
        let (tool, line) = (snake_case(tool), text.map(one_line));
        let count = self.list.len();
        let is_meant = |hint: &Hint| hint.tool == tool && line.as_ref().is_none_or(|line| *line == hint.text);
        self.list
            .retain(|hint| !is_meant(hint) || !hint.is_draft_of(conversation));
        if self.list.len() < count {
            return Ok(());
        }
        if self.list.iter().any(|hint| is_meant(hint) && hint.is_told()) {
            return Err(MemoryError::new(bilingual!(
                "only hints that you wrote in this conversation can be deleted; the user deletes others in the Memory panel",
                "이 대화에서 직접 쓴 힌트만 지울 수 있어요. 다른 힌트는 사용자가 기억 패널에서 지워요"
            )));
        }
        Err(self.missing(&tool))
    }

    /// Deletes one line of a tool, or all lines of the tool that are on, for a call of the user.
    ///
    /// # Errors
    /// Returns an error if the tool has no such line.
    pub fn delete_lines(&mut self, tool: &str, text: Option<&str>) -> Result<(), MemoryError> {
        let (tool, line) = (snake_case(tool), text.map(one_line));
        let count = self.list.len();
        self.list.retain(|hint| {
            let is_meant = line.as_ref().map_or(hint.is_on(), |line| *line == hint.text);
            hint.tool != tool || !is_meant
        });
        if self.list.len() == count {
            return Err(self.missing(&tool));
        }
        Ok(())
    }

    /// Deletes a line for the user, whether on or off. A missing line is not an error.
    pub fn delete(&mut self, tool: &str, text: &str) {
        self.list.retain(|hint| hint.tool != tool || hint.text != text);
    }

    /// Adds a checked line, if the limits for the tool and for all tools permit.
    fn push(&mut self, hint: Hint) -> Result<(), MemoryError> {
        let alike =
            |other: &&Hint| (other.is_own(), other.is_by_model()) == (hint.is_own(), hint.is_by_model());
        let (tool, most) = (&hint.tool, MAX_PER_TOOL);
        if self
            .list
            .iter()
            .filter(alike)
            .filter(|other| other.tool == *tool)
            .count()
            >= most
        {
            return Err(MemoryError::new(bilingual!(
                "'{tool}' already has {most} hints. Delete one first.",
                "'{tool}'에 힌트가 이미 {most}개 있어요. 먼저 하나를 지우세요."
            )));
        }
        let count: Vec<&Hint> = self.list.iter().filter(alike).collect();
        check_room(&count, MAX_HINTS)?;
        self.list.push(hint);
        Ok(())
    }

    fn position(&self, tool: &str, text: &str) -> Option<usize> {
        self.list
            .iter()
            .position(|hint| hint.tool == tool && hint.text == text)
    }

    fn missing(&self, tool: &str) -> MemoryError {
        let lines = self
            .list
            .iter()
            .rev()
            .filter(|hint| hint.tool == tool && hint.is_on());
        MemoryError {
            message: bilingual!("'{tool}' has no such hint", "'{tool}'에 그런 힌트가 없어요"),
            suggestions: lines.map(|hint| hint.text.clone()).collect(),
        }
    }
}

/// Checks a tool name and a line, and returns both in their stored form.
fn fitting(tool: &str, text: &str, known: &KnownTools) -> Result<(String, String), MemoryError> {
    let tool = snake_case(tool);
    let names = || known.names.iter().map(String::as_str);
    if !known.names.contains(&tool) {
        let shown: String = tool.chars().take(MAX_TOOL).collect();
        return Err(MemoryError {
            message: bilingual!("Tool '{shown}' not found", "'{shown}' 도구를 찾을 수 없어요"),
            suggestions: nearest(&tool, names()),
        });
    }
    let line = checked_line(text)?;
    if let Some(missing) = known.missing_in(&line) {
        let message = bilingual!(
            "function '{missing}' not found; a hint may name only existing functions",
            "'{missing}' 함수를 찾을 수 없어요. 힌트에는 있는 함수만 쓸 수 있어요"
        );
        return Err(MemoryError {
            message,
            suggestions: nearest(&missing, names()),
        });
    }
    Ok((tool, line))
}

fn checked_line(text: &str) -> Result<String, MemoryError> {
    let line = one_line(&check_text("text", text)?);
    if line.chars().count() > MAX_LINE {
        return Err(MemoryError::new(bilingual!(
            "a hint has at most {MAX_LINE} characters. Shorten it.",
            "힌트는 최대 {MAX_LINE}자예요. 줄이세요."
        )));
    }
    Ok(line)
}

impl Sourced for Hint {
    fn import_mark(&self) -> Option<&Imported> {
        self.imported.as_ref()
    }

    fn set_imported(&mut self, imported: Option<Imported>) {
        self.imported = imported;
    }
}

impl Entry for Hint {
    fn key(&self) -> String {
        format!("{}\n{}", self.tool, self.text)
    }

    fn number(&self) -> u32 {
        0
    }

    fn title(&self) -> &str {
        &self.text
    }
}

impl Part for Hints {
    type Entry = Hint;
    const KEY: &'static str = "hints";
    const WORD: [&'static str; 2] = ["hint", "힌트"];

    fn list(&self) -> &[Hint] {
        &self.list
    }

    fn list_mut(&mut self) -> &mut Vec<Hint> {
        &mut self.list
    }

    fn last(&self) -> u32 {
        0
    }

    fn set_last(&mut self, _: u32) {}

    /// The tool or a function in a stored line may no longer exist. Such a line is kept, and descriptions omit it.
    fn admit(&mut self, entry: Hint) -> Result<(), MemoryError> {
        let name = |c: char| c.is_alphanumeric() || c == '_';
        if entry.tool.chars().count() > MAX_TOOL || !entry.tool.chars().all(name) {
            return Err(MemoryError::new(bilingual!(
                "its tool has an invalid name",
                "도구의 이름이 올바르지 않아요"
            )));
        }
        let text = checked_line(&entry.text)?;
        match self.position(&entry.tool, &text) {
            Some(_) => Ok(()),
            None => self.push(Hint { text, ..entry }),
        }
    }

    fn import(&mut self, entry: &Hint, mark: Imported, known: &KnownTools) -> Result<(), MemoryError> {
        let (tool, text) = fitting(&entry.tool, &entry.text, known)?;
        if self.position(&tool, &text).is_some() {
            return Ok(());
        }
        let imported = Some(mark);
        self.push(Hint { tool, text, imported })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::{Memory, Outcome};

    fn known() -> KnownTools {
        KnownTools::new(["draw_circle", "draw_rect", "run_cad_code", "drawHouse", "read"])
    }

    /// Returns the lines of a tool, newest first.
    fn lines(hints: &Hints, tool: &str) -> Vec<String> {
        let of_tool = hints.all().iter().rev().filter(|hint| hint.tool == tool);
        of_tool.map(|hint| hint.text.clone()).collect()
    }

    #[test]
    fn a_hint_may_name_only_existing_functions() {
        let mut hints = Hints::default();
        let bad = hints
            .add("draw_circle", "use drawCircl(name)", &known(), None)
            .unwrap_err();
        assert_eq!(
            (bad.message.english.contains("drawCircl"), bad.suggestions),
            (true, vec!["draw_circle".to_owned()])
        );
        assert_eq!(
            hints
                .add("draw_circl", "x", &known(), None)
                .unwrap_err()
                .suggestions,
            ["draw_circle"]
        );
        hints
            .add(
                "drawCircle",
                "Use drawHouse and cos, wall_1 and read.",
                &known(),
                None,
            )
            .unwrap();
        hints
            .add("draw_circle", "x, y is\nthe center", &known(), None)
            .unwrap();
        assert_eq!(
            lines(&hints, "draw_circle"),
            ["x, y is the center", "Use drawHouse and cos, wall_1 and read."]
        );
        hints.delete("draw_circle", "x, y is the center");
        let memory = Memory {
            hints,
            ..Memory::default()
        };
        assert_eq!(memory.hints_for("draw_circle", false, &known()).len(), 1);
        let fewer = KnownTools::new(["draw_circle", "run_cad_code"]);
        assert_eq!(
            memory.hints_for("draw_circle", false, &fewer),
            [""; 0],
            "the house has gone since"
        );
    }

    #[test]
    fn a_model_deletes_only_its_own_lines_that_are_off() {
        let mut hints = Hints::default();
        let mut add = |text: &str, mark: Option<Imported>| {
            hints.add("read", text, &known(), mark).unwrap();
        };
        add("of the user", None);
        add("of this one", Some(Imported::by_model("c1")));
        add("of another one", Some(Imported::by_model("c2")));
        let on = Imported {
            on: true,
            ..Imported::by_model("c1")
        };
        add("turned on", Some(on));
        add("of a file", Some(Imported::turned_off("plan")));
        let error = hints
            .remove_drafts("read", Some("of the user"), "c1")
            .unwrap_err();
        assert!(error.message.english.contains("Memory panel"), "{error}");
        assert!(hints.remove_drafts("read", Some("turned on"), "c1").is_err());
        let hidden = hints.remove_drafts("read", Some("of a file"), "c1").unwrap_err();
        assert!(hidden.message.english.contains("no such hint"), "{hidden}");
        hints.remove_drafts("read", None, "c1").unwrap();
        let left = ["of a file", "turned on", "of another one", "of the user"];
        assert_eq!(lines(&hints, "read"), left);
        assert!(hints.remove_drafts("read", None, "c1").is_err());
    }

    #[test]
    fn an_edited_hint_keeps_its_position_and_is_validated() {
        let mut hints = Hints::default();
        for line in ["one", "two", "three"] {
            hints.add("read", line, &known(), None).unwrap();
        }
        hints.edit("read", "two", "second", &known()).unwrap();
        let lines = |hints: &Hints| lines(hints, "read");
        assert_eq!(lines(&hints), ["three", "second", "one"]);
        assert!(hints.edit("read", "two", "x", &known()).is_err(), "it has gone");
        assert!(hints.edit("read", "one", "use drawCircl(n)", &known()).is_err());
        assert!(hints.edit("read", "one", " ", &known()).is_err());
        assert_eq!(lines(&hints), ["three", "second", "one"]);
        hints.edit("read", "one", "three", &known()).unwrap();
        assert_eq!(lines(&hints), ["three", "second"]);
    }

    #[test]
    fn decisions_become_hints_for_the_tools_they_name() {
        let mut memory = Memory::default();
        memory
            .decisions
            .add("gear", "Teeth on a circle with cos and sin", "even")
            .unwrap();
        memory
            .decisions
            .add("hub", "draw_circle for the hub", "round")
            .unwrap();
        memory.decisions.add("box", "drawBox for boxes", "wrong").unwrap();
        memory.decisions.add("wall", "200 thick", "brick").unwrap();
        memory
            .decisions
            .record("dec_001", Outcome::Success, Some("even teeth"))
            .unwrap();
        let code = memory.hints_for("run_cad_code", true, &known());
        assert_eq!(
            code,
            [
                "Worked, gear: Teeth on a circle with cos and sin (even teeth)",
                "Decided, wall: 200 thick"
            ]
        );
        assert_eq!(
            memory.hints_for("draw_circle", false, &known()),
            ["Decided, hub: draw_circle for the hub"]
        );
        assert_eq!(memory.hints_for("read", false, &known()), [""; 0]);
        for n in 0..9 {
            memory
                .decisions
                .add(&format!("t{n}"), "long ".repeat(100).as_str(), "r")
                .unwrap();
        }
        let lines = memory.hints_for("run_cad_code", true, &known());
        assert_eq!(lines.len(), MAX_HINT_LINES);
        assert!(
            lines
                .iter()
                .all(|line| line.chars().count() <= MAX_LINE && !line.contains('\n'))
        );
    }
}
