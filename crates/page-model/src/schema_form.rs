//! Form generated from the JSON Schema of a tool: its fields, and the conversion of the user's texts to arguments.
//!
//! Invariants: each parameter has one field, in the order of the schema; an empty field is omitted, except a
//! required text, which may be empty; a text that is not a valid value of its kind is refused with the field
//! and the reason. The tool validates the values further. Start with [`fields`], then read [`arguments`].

use serde_json::{Map, Number, Value};
use trammel_canvas::expression::evaluate;

/// A field of a form.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Name of the parameter.
    pub name: String,
    /// Description of the parameter.
    pub description: String,
    /// Whether a value is required.
    pub required: bool,
    /// Kind of the value.
    pub kind: FieldKind,
    schema: Value,
}

/// Kind of a field's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// Any text.
    Text,
    /// A number.
    Number,
    /// An integer.
    Whole,
    /// One of these texts.
    Choice(Vec<String>),
    /// A list, an object, or one of several types, written as JSON or as a comma-separated list.
    Data,
}

/// Reason why a field's text is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The field is required and empty.
    Missing,
    /// The text is not a number.
    NoNumber,
    /// The text is not an integer.
    NoWhole,
    /// The text is neither JSON nor a list of the expected type.
    NoData,
}

/// Returns the fields for the `parameters` schema of a tool.
#[must_use]
pub fn fields(parameters: &Value) -> Vec<Field> {
    let required = |name: &str| {
        let list = parameters["required"].as_array();
        list.is_some_and(|list| list.iter().any(|required| required == name))
    };
    let properties = parameters["properties"].as_object().into_iter().flatten();
    properties
        .map(|(name, schema)| Field {
            name: name.clone(),
            description: schema["description"].as_str().unwrap_or_default().to_owned(),
            required: required(name),
            kind: kind(schema),
            schema: schema.clone(),
        })
        .collect()
}

/// Converts the texts, one per field, to arguments.
///
/// # Errors
/// Returns the index of each invalid field and the reason.
pub fn arguments(fields: &[Field], texts: &[String]) -> Result<Value, Vec<(usize, Why)>> {
    let mut input = Map::new();
    let mut wrong = Vec::new();
    for (at, field) in fields.iter().enumerate() {
        match field.value(texts.get(at).map_or("", String::as_str)) {
            Ok(Some(value)) => {
                input.insert(field.name.clone(), value);
            }
            Ok(None) if field.required => wrong.push((at, Why::Missing)),
            Ok(None) => {}
            Err(why) => wrong.push((at, why)),
        }
    }
    if wrong.is_empty() {
        Ok(Value::Object(input))
    } else {
        Err(wrong)
    }
}

fn kind(schema: &Value) -> FieldKind {
    if let Some(values) = schema["enum"].as_array() {
        return FieldKind::Choice(values.iter().map(plain_text).collect());
    }
    match schema["type"].as_str() {
        Some("string") => FieldKind::Text,
        Some("number") => FieldKind::Number,
        Some("integer") => FieldKind::Whole,
        Some("boolean") => FieldKind::Choice(vec!["true".to_owned(), "false".to_owned()]),
        _ => FieldKind::Data,
    }
}

/// Returns a string without quotes, or any other value as JSON.
fn plain_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

impl Field {
    /// Converts a text to the value of this field; returns `None` if the field is omitted.
    fn value(&self, text: &str) -> Result<Option<Value>, Why> {
        let trimmed = text.trim();
        let left_out = match self.kind {
            FieldKind::Text => !self.required && text.is_empty(),
            _ => trimmed.is_empty(),
        };
        if left_out {
            return Ok(None);
        }
        match &self.kind {
            FieldKind::Text => Ok(Value::from(text)),
            FieldKind::Number => number(trimmed).ok_or(Why::NoNumber),
            FieldKind::Whole => number(trimmed)
                .filter(|value| value.as_f64().is_some_and(|number| number.fract() == 0.0))
                .ok_or(Why::NoWhole),
            FieldKind::Choice(_) => match self.schema["enum"].as_array() {
                Some(values) => values.iter().find(|value| plain_text(value) == trimmed).cloned(),
                None => serde_json::from_str(trimmed).ok().filter(Value::is_boolean),
            }
            .ok_or(Why::NoData),
            FieldKind::Data => data(&self.schema, trimmed).ok_or(Why::NoData),
        }
        .map(Some)
    }
}

/// Parses a number as written, so that 1 stays an integer; also accepts forms that JSON does not allow, such as `.5`.
fn number(text: &str) -> Option<Value> {
    if let Ok(number) = serde_json::from_str::<Number>(text) {
        return Some(Value::Number(number));
    }
    let plain = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E');
    let number = text.chars().all(plain).then(|| text.parse().ok()).flatten();
    // A fraction or mixed number, such as `1 1/2`.
    let number = number.or_else(|| text.contains('/').then(|| evaluate(text, None).ok()).flatten());
    number.and_then(Number::from_f64).map(Value::Number)
}

fn data(schema: &Value, text: &str) -> Option<Value> {
    let json = |text: &str| {
        let value = serde_json::from_str::<Value>(text).ok();
        value.filter(|value| accepts(schema, value))
    };
    if let Some(value) = json(text) {
        return Some(value);
    }
    let is_text = accepts(schema, &Value::from(text));
    if !is_text || text.contains(',') {
        if let Some(list) = json(&format!("[{text}]")) {
            return Some(list);
        }
        let looks_like_json = text.starts_with(['[', '{']);
        let numbers: Option<Vec<Value>> = text.split(',').map(|word| number(word.trim())).collect();
        if let Some(numbers) = numbers.map(Value::from).filter(|list| accepts(schema, list)) {
            return Some(numbers);
        }
        let words: Value = text.split(',').map(|word| Value::from(word.trim())).collect();
        if !looks_like_json && accepts(schema, &words) {
            return Some(words);
        }
    }
    is_text.then(|| Value::from(text))
}

/// Whether a value has a type that the schema accepts, including the items of lists.
fn accepts(schema: &Value, value: &Value) -> bool {
    if let Some(values) = schema["enum"].as_array() {
        return values.contains(value);
    }
    if let Some(options) = schema["anyOf"].as_array() {
        return options.iter().any(|option| accepts(option, value));
    }
    let is = |kind: &str| match kind {
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "boolean" => value.is_boolean(),
        "object" => value.is_object(),
        "array" => value.as_array().is_some_and(|items| {
            let schema = &schema["items"];
            schema.is_null() || items.iter().all(|item| accepts(schema, item))
        }),
        _ => false,
    };
    match &schema["type"] {
        Value::String(kind) => is(kind),
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).any(is),
        _ => true,
    }
}

/// Converts arguments to texts; the inverse of [`arguments`].
pub fn texts(fields: &[Field], input: &Value) -> Vec<String> {
    let text = |field: &Field| match &input[&field.name] {
        Value::Null => String::new(),
        value => {
            let plain = plain_text(value);
            if field.value(&plain).ok().flatten().as_ref() == Some(value) {
                plain
            } else {
                value.to_string()
            }
        }
    };
    fields.iter().map(text).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn parameters() -> Value {
        json!({ "type": "object", "required": ["name", "size", "points"], "properties": {
            "name": { "type": "string", "description": "Its name" },
            "size": { "type": "number", "description": "Width" },
            "count": { "type": "integer", "description": "How many" },
            "closed": { "type": "boolean", "description": "Closed" },
            "edge": { "type": "string", "enum": ["left", "right"], "description": "Which edge" },
            "points": { "type": "array", "items": { "type": "number" }, "description": "x1, y1, .." },
            "children": { "type": "array", "items": { "type": "string" }, "description": "Names" },
            "mode": { "anyOf": [{ "type": "string" }, { "type": "integer" }], "description": "front or a number" },
            "fill": { "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "number" } }] },
        }})
    }

    fn read(texts: [&str; 9]) -> Result<Value, Vec<(usize, Why)>> {
        arguments(&fields(&parameters()), &texts.map(str::to_owned))
    }

    #[test]
    fn field_texts_are_parsed_into_arguments_by_type() {
        assert_eq!(
            read([
                "a",
                "1",
                "3",
                "false",
                "left",
                "0, 0, 1.5, 2",
                "a, 집 1",
                "front",
                "1, 0, 0"
            ])
            .unwrap(),
            json!({ "name": "a", "size": 1, "count": 3, "closed": false, "edge": "left", "points": [0, 0, 1.5, 2],
                "children": ["a", "집 1"], "mode": "front", "fill": [1, 0, 0] })
        );
        assert_eq!(
            read(["", " .5 ", "", "", "", "[]", "", "-2", "#ff0000"]).unwrap(),
            json!({ "name": "", "size": 0.5, "points": [], "mode": -2, "fill": "#ff0000" })
        );
        assert_eq!(
            read(["a", "1e3", "", "", "", "7", "[\"x,y\"]", "\"2\"", ""]).unwrap(),
            json!({ "name": "a", "size": 1e3, "points": [7], "children": ["x,y"], "mode": "2" })
        );
        assert_eq!(
            read(["a", "-1 1/2", "", "", "", "1 1/2, 3/4, 2", "1/2, 3", "", ""]).unwrap(),
            json!({ "name": "a", "size": -1.5, "points": [1.5, 0.75, 2], "children": ["1/2", "3"] })
        );
    }

    #[test]
    fn every_invalid_field_is_reported() {
        assert_eq!(
            read(["a", "wide", "1.5", "yes", "top", "1, two", "", "", ""]).unwrap_err(),
            [
                (1, Why::NoNumber),
                (2, Why::NoWhole),
                (3, Why::NoData),
                (4, Why::NoData),
                (5, Why::NoData)
            ]
        );
        assert_eq!(
            read(["a", "", "", "", "", " ", "[1,", "", ""]).unwrap_err(),
            [(1, Why::Missing), (5, Why::Missing), (6, Why::NoData)]
        );
        for no_number in ["inf", "NaN", "1,5", "0x10", "--1"] {
            assert!(
                read(["a", no_number, "", "", "", "0", "", "", ""]).is_err(),
                "{no_number}"
            );
        }
    }

    proptest! {
        #[test]
        fn arguments_written_as_field_texts_parse_back(
            name in ".*",
            size in -1e9..1e9,
            count in proptest::option::of(-1000..1000_i32),
            closed in proptest::option::of(any::<bool>()),
            points in prop::collection::vec(-1e6..1e6, 0..6),
            children in proptest::option::of(prop::collection::vec(".*", 0..4)),
            mode in "[ -~]*[!-~]",
        ) {
            let mut input = json!({ "name": name, "size": size, "points": points, "mode": mode });
            for (key, value) in [("count", json!(count)), ("closed", json!(closed)), ("children", json!(children))] {
                if !value.is_null() {
                    input[key] = value;
                }
            }
            let fields = fields(&parameters());
            prop_assert_eq!(arguments(&fields, &texts(&fields, &input)).unwrap(), input);
        }
    }
}
