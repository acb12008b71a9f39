//! Summaries of a tool call and of its result, as data for a sentence in any language.
//!
//! Both come from the JSON of the call, so they work for every tool, also for custom tools. Texts are cut; they come
//! from a model and are never markup.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Maximum number of names and of values in a summary.
const MOST: usize = 6;

/// Maximum length of a text in a summary, in characters.
const MAX_CHARS: usize = 60;

/// Maximum length of the reason of a failure, in characters.
const MAX_ERROR: usize = 300;

/// Maximum length of a code, in characters.
const MAX_CODE: usize = 8_000;

/// Arguments that name entities.
const NAMES: [&str; 14] = [
    "name", "entity", "entities", "names", "a", "b", "target", "group", "children", "boundary", "cutters",
    "new_name", "result", "parts",
];

/// Arguments that are code.
const CODE: [&str; 3] = ["code", "old_code", "new_code"];

/// Work of a call, for its line in the conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CallSummary {
    /// Names of entities that the call draws or uses, at most six.
    pub names: Vec<String>,
    /// Further arguments as texts, such as `width 120`, at most six.
    pub values: Vec<String>,
    /// Code of the call, with the name of its argument.
    pub code: Vec<(String, String)>,
}

/// Outcome of a call, for its line in the conversation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ResultSummary {
    /// Reason of a failure; empty for success.
    pub error: String,
    /// Numbers of added, changed, and removed entities; `None` if the call cannot change the drawing.
    pub changes: Option<[u64; 3]>,
    /// Names of the first added or changed entities.
    pub names: Vec<String>,
    /// Name and area of the first changed entity with an area.
    pub area: Option<(String, f64)>,
    /// Value of a query, if it is a number, a short text, or true or false.
    pub value: Option<String>,
    /// Number of checks that hold, and of all.
    pub checks: Option<[u64; 2]>,
    /// Number of warnings.
    pub warnings: u64,
}

impl CallSummary {
    /// Summarizes the arguments of a call.
    pub fn of(input: &Value) -> CallSummary {
        let mut out = CallSummary::default();
        for (key, value) in input.as_object().into_iter().flatten() {
            if let (true, Some(code)) = (CODE.contains(&key.as_str()), value.as_str()) {
                out.code
                    .push((key.clone(), code.chars().take(MAX_CODE).collect()));
            } else if key == "edits" {
                let pairs = value.as_array().into_iter().flatten();
                let fields = pairs.filter_map(Value::as_object).flatten();
                out.code.extend(fields.filter_map(|(key, code)| {
                    Some((key.clone(), code.as_str()?.chars().take(MAX_CODE).collect()))
                }));
            } else if NAMES.contains(&key.as_str()) {
                out.names.extend(texts(value).into_iter().map(clip));
            } else if let Some(shown) = display_text(value) {
                out.values.push(format!("{} {shown}", key.replace('_', " ")));
            }
        }
        out.names.truncate(MOST);
        out.values.truncate(MOST);
        out
    }
}

impl ResultSummary {
    /// Summarizes the reply to a call.
    pub fn of(reply: &Value) -> ResultSummary {
        let Some(reply) = reply.as_object() else {
            return ResultSummary::default();
        };
        let error = reply
            .get("error")
            .map(|error| error.as_str().or(error["message"].as_str()));
        let changes = reply.get("changes").map(|changes| {
            ["added", "updated", "removed"].map(|kind| changes[kind]["count"].as_u64().unwrap_or_default())
        });
        ResultSummary {
            error: error
                .flatten()
                .unwrap_or_default()
                .chars()
                .take(MAX_ERROR)
                .collect(),
            changes,
            names: changed_names(reply),
            area: area(reply),
            value: reply.get("data").and_then(display_text),
            checks: reply
                .get("checks")
                .and_then(|checks| Some([checks["hold"].as_u64()?, checks["total"].as_u64()?])),
            warnings: reply
                .get("warnings")
                .and_then(Value::as_array)
                .map_or(0, |list| list.len() as u64),
        }
    }

    /// Summarizes a call that was not made or whose change was taken back, by the sentence that the model receives.
    pub fn of_refusal(sentence: &str) -> ResultSummary {
        ResultSummary {
            error: sentence.chars().take(MAX_ERROR).collect(),
            ..ResultSummary::default()
        }
    }
}

fn changed_names(reply: &Map<String, Value>) -> Vec<String> {
    let Some(changes) = reply.get("changes") else {
        return Vec::new();
    };
    let lists = ["added", "updated"].map(|kind| texts(&changes[kind]["names"]));
    lists.into_iter().flatten().take(MOST).map(clip).collect()
}

fn area(reply: &Map<String, Value>) -> Option<(String, f64)> {
    let facts = reply.get("facts")?.as_array()?.iter();
    facts
        .filter_map(|fact| Some((clip(fact["name"].as_str()?), fact["area"].as_f64()?)))
        .next()
}

/// Returns the text or the texts of a value.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(items) => items.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn clip(text: &str) -> String {
    text.chars().take(MAX_CHARS).collect()
}

/// Returns a number, a short text, true or false, or a short list of numbers as text.
fn display_text(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => Some(short(number.as_f64()?)),
        Value::Bool(is_true) => Some(is_true.to_string()),
        Value::String(text) if text.chars().count() <= MAX_CHARS => Some(format!("\"{text}\"")),
        Value::Array(items) if items.len() <= 4 => {
            let numbers: Option<Vec<String>> = items.iter().map(|item| item.as_f64().map(short)).collect();
            numbers.map(|numbers| format!("({})", numbers.join(", ")))
        }
        _ => None,
    }
}

/// Returns a number with at most four decimals.
fn short(number: f64) -> String {
    ((number * 1e4).round() / 1e4 + 0.0).to_string()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_call_is_summarized_by_its_names_and_values() {
        let call = CallSummary::of(&json!({
            "name": "plate", "x": 0, "y": 0.123456, "width": 120, "style": { "fill": "#fff" }, "closed": true, "at": [1, 2.5],
        }));
        assert_eq!(call.names, ["plate"]);
        assert_eq!(
            call.values,
            ["x 0", "y 0.1235", "width 120", "closed true", "at (1, 2.5)"]
        );
        let call =
            CallSummary::of(&json!({ "entities": ["a", "b"], "result": "u", "points": [0, 0, 1, 1, 2, 2] }));
        assert_eq!((call.names.join(" "), call.values.len()), ("a b u".to_owned(), 0));
        let pairs = json!([{ "old_code": "a", "new_code": "b" }, { "old_code": "c", "new_code": "d" }]);
        let several = CallSummary::of(&json!({ "file": "main", "edits": pairs }));
        let codes: Vec<&str> = several.code.iter().map(|(_, code)| code.as_str()).collect();
        assert_eq!(codes, ["a", "b", "c", "d"]);
        let call = CallSummary::of(&json!({ "file": "main", "old_code": "a", "new_code": "b" }));
        assert_eq!(
            call.code,
            [
                ("old_code".to_owned(), "a".to_owned()),
                ("new_code".to_owned(), "b".to_owned()),
            ]
        );
        assert_eq!(CallSummary::of(&Value::Null), CallSummary::default());
    }

    #[test]
    fn a_result_is_summarized_by_its_facts() {
        let reply = json!({
            "success": true, "checks": { "total": 4, "hold": 3 },
            "changes": { "added": { "count": 10, "names": ["plate"] }, "updated": { "count": 0, "names": [] }, "removed": { "count": 0, "names": [] } },
            "facts": [{ "name": "axis", "type": "line", "length": 5 }, { "name": "plate", "area": 9600 }], "warnings": ["one"],
        });
        let result = ResultSummary::of(&reply);
        assert_eq!(
            (result.changes, result.checks, result.warnings),
            (Some([10, 0, 0]), Some([3, 4]), 1)
        );
        assert_eq!(
            (result.names.join(" "), result.area),
            ("plate".to_owned(), Some(("plate".to_owned(), 9600.0)))
        );
        let failed = json!({ "success": false, "error": { "message": "x is not defined", "line": 3 } });
        assert_eq!(ResultSummary::of(&failed).error, "x is not defined");
        let reverted = "The user reverted this change.";
        assert_eq!(ResultSummary::of_refusal(reverted).error, reverted);
        let value = ResultSummary::of(&json!({ "success": true, "data": 15.123456 }));
        assert_eq!(value.value.unwrap(), "15.1235");
        assert_eq!(ResultSummary::of(&Value::Null), ResultSummary::default());
    }
}
