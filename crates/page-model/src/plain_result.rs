//! Result of a query in plain words: rows with a label and a text instead of JSON.
//!
//! Invariant: every value of the result appears in a row. Start with [`rows`].

use serde_json::{Map, Value};
use trammel_canvas::number_format::format_number;

/// Words for values, in the language of the user.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Word for `true`.
    pub yes: &'static str,
    /// Word for `false`.
    pub no: &'static str,
    /// Word for an empty list or no value.
    pub none: &'static str,
}

/// A row of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Label, such as "Area"; empty if the result is a single value.
    pub label: String,
    /// Value.
    pub text: String,
}

/// Whether a result has an entry with a list of objects, such as the changes of a repair, which names of entities do not
/// tell.
#[must_use]
pub fn has_details(value: &Value) -> bool {
    value
        .as_object()
        .is_some_and(|entries| entries.values().any(lists_objects))
}

/// Returns the rows of a result: the entries of an object, the objects of a list, or else the value itself. An entry that
/// is a list of objects has a row for each object.
#[must_use]
pub fn rows(value: &Value, words: Words) -> Vec<Row> {
    match value {
        Value::Object(entries) if !entries.is_empty() => {
            let row = |(key, value): (&String, &Value)| match value {
                Value::Array(items) if lists_objects(value) => {
                    let item = |(at, item): (usize, &Value)| Row {
                        label: format!("{} {}", sentence(key), at + 1),
                        text: text(item, words),
                    };
                    items.iter().enumerate().map(item).collect()
                }
                value => vec![Row {
                    label: sentence(key),
                    text: text(value, words),
                }],
            };
            entries.iter().flat_map(row).collect()
        }
        Value::Array(items) if lists_objects(value) => {
            let row = |(at, item): (usize, &Value)| item_row(at, item, words);
            items.iter().enumerate().map(row).collect()
        }
        value => vec![Row {
            label: String::new(),
            text: text(value, words),
        }],
    }
}

fn lists_objects(value: &Value) -> bool {
    value
        .as_array()
        .is_some_and(|items| items.iter().any(Value::is_object))
}

/// Returns the row of an item of a list: its name or its number as the label, and the other entries.
fn item_row(at: usize, item: &Value, words: Words) -> Row {
    let number = (at + 1).to_string();
    let Some(entries) = item.as_object() else {
        return Row {
            label: number,
            text: text(item, words),
        };
    };
    let name = entries.get("name").and_then(Value::as_str);
    let rest: Map<String, Value> = entries
        .iter()
        .filter(|(key, _)| name.is_none() || *key != "name")
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    Row {
        label: name.map_or(number, str::to_owned),
        text: text(&Value::Object(rest), words),
    }
}

fn text(value: &Value, words: Words) -> String {
    match value {
        Value::Null => words.none.to_owned(),
        Value::Bool(true) => words.yes.to_owned(),
        Value::Bool(false) => words.no.to_owned(),
        Value::Number(number) => number.as_f64().map_or_else(|| number.to_string(), value_text),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => words.none.to_owned(),
        Value::Array(items) => {
            let item = |item: &Value| match item {
                Value::Array(_) | Value::Object(_) => format!("({})", text(item, words)),
                item => text(item, words),
            };
            items.iter().map(item).collect::<Vec<_>>().join(", ")
        }
        Value::Object(entries) if entries.is_empty() => words.none.to_owned(),
        Value::Object(entries) => {
            let entry = |(key, value): (&String, &Value)| {
                let key = key.replace('_', " ");
                match value {
                    Value::Array(_) | Value::Object(_) => format!("{key} ({})", text(value, words)),
                    value => format!("{key} {}", text(value, words)),
                }
            };
            entries.iter().map(entry).collect::<Vec<_>>().join(", ")
        }
    }
}

/// Formats a number with up to six decimals; a smaller number keeps its first digits.
fn value_text(value: f64) -> String {
    if value != 0.0 && value.abs() < 1e-4 {
        format!("{value:.3e}")
    } else {
        format_number(value)
    }
}

/// Returns a key as words with a capital letter.
fn sentence(key: &str) -> String {
    let words = key.replace('_', " ");
    let mut letters = words.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn texts(value: &Value) -> Vec<String> {
        let words = Words {
            yes: "yes",
            no: "no",
            none: "none",
        };
        let line = |row: Row| match row.label.as_str() {
            "" => row.text,
            label => format!("{label}: {}", row.text),
        };
        rows(value, words).into_iter().map(line).collect()
    }

    #[test]
    fn a_value_is_a_line_and_an_object_has_a_row_for_each_entry() {
        assert_eq!(texts(&json!(314.159_265_358_979)), ["314.159265"]);
        assert_eq!(texts(&json!(-2.5e-9)), ["-2.500e-9"]);
        assert_eq!(texts(&json!(["a", "b"])), ["a, b"]);
        assert_eq!(texts(&json!([])), ["none"]);
        assert_eq!(texts(&json!(true)), ["yes"]);
        assert_eq!(
            texts(&json!({ "area": 12.5, "center_of_mass": [1, 2.25], "closed": false, "layer": null })),
            [
                "Area: 12.5",
                "Center of mass: 1, 2.25",
                "Closed: no",
                "Layer: none"
            ]
        );
    }

    #[test]
    fn a_list_of_objects_has_a_row_for_each_object() {
        let layers = json!([{ "name": "walls", "color": "#333333", "entities": 2 }, { "at": [0, 1] }]);
        assert_eq!(
            texts(&layers),
            ["walls: color #333333, entities 2", "2: at (0, 1)"]
        );
        assert_eq!(
            texts(&json!({ "bounds": { "min": [0, 0], "max": [3, 4] } })),
            ["Bounds: min (0, 0), max (3, 4)"]
        );
    }
    #[test]
    fn a_list_of_objects_within_an_object_has_a_row_for_each_object() {
        let repaired = json!({
            "changes": [{ "repair": "join", "entities": ["a", "b"] }, { "repair": "remove", "entities": ["c"] }],
            "remaining": [],
        });
        assert!(has_details(&repaired));
        assert_eq!(
            texts(&repaired),
            [
                "Changes 1: repair join, entities (a, b)",
                "Changes 2: repair remove, entities (c)",
                "Remaining: none"
            ]
        );
        for plain in [
            json!({ "changes": [], "remaining": [] }),
            json!({ "entities": ["a"] }),
            json!([{ "name": "a" }]),
            json!("a"),
        ] {
            assert!(!has_details(&plain), "{plain}");
        }
    }
}
