//! Schema of a custom tool: a bounded subset of JSON Schema that every provider accepts.
//!
//! An invalid name would make every later request invalid. Parameter names are therefore identifiers of ASCII
//! letters, digits and `_`, and enumeration values have the type of their parameter. Long descriptions are
//! shortened.

use super::rules::registration_error;
use crate::arg::with_integers;
use crate::error::ToolError;
use serde_json::{Map, Value, json};
use trammel_base::suggest;
use trammel_base::visible::one_line;
use trammel_language::bilingual;

/// Maximum number of parameters of a tool.
const MAX_PARAMETERS: usize = 30;

/// Maximum length of a parameter name.
const MAX_NAME: usize = 64;

/// Maximum length of a parameter description, in characters.
const MAX_DESCRIPTION: usize = 200;

/// Maximum number of enumeration values.
const MAX_VALUES: usize = 50;

/// Maximum length of an enumeration value, in characters.
const MAX_VALUE: usize = 100;

/// Maximum size of a schema, in bytes of JSON.
const MAX_BYTES: usize = 8 << 10;

/// Allowed types of a parameter.
const KINDS: [&str; 6] = ["string", "number", "integer", "boolean", "array", "object"];

/// Returns a schema in canonical form. The input may also be the properties alone.
///
/// # Errors
/// Returns an error that states the invalid part and the expected form.
pub(super) fn check_schema(schema: Value) -> Result<Value, ToolError> {
    let (properties, required) = parts(schema)?;
    if properties.len() > MAX_PARAMETERS {
        return Err(registration_error(bilingual!(
            "at most {MAX_PARAMETERS} parameters, got {}",
            "매개변수는 최대 {MAX_PARAMETERS}개인데 {}개를 받았어요",
            properties.len()
        )));
    }
    let kept: Result<Map<String, Value>, ToolError> = properties
        .into_iter()
        .map(|(name, property)| {
            let property = checked_property(&name, &property)?;
            Ok((name, property))
        })
        .collect();
    let properties = kept?;
    let Some(names) = required
        .as_array()
        .and_then(|list| list.iter().map(Value::as_str).collect::<Option<Vec<_>>>())
    else {
        return Err(registration_error(bilingual!(
            "parameters.required must be a list of parameter names",
            "parameters.required는 매개변수 이름의 목록이어야 해요"
        )));
    };
    if let Some(unknown) = names.iter().find(|name| !properties.contains_key(**name)) {
        let near = suggest::nearest(unknown, properties.keys().map(String::as_str));
        let shown = name_excerpt(unknown);
        return Err(registration_error(bilingual!(
            "parameters.required names '{shown}', which is not a parameter",
            "parameters.required의 '{shown}'은(는) 매개변수가 아니에요"
        ))
        .suggesting(near));
    }
    let mut once: Vec<&str> = Vec::new();
    for name in names {
        if !once.contains(&name) {
            once.push(name);
        }
    }
    let schema = json!({ "type": "object", "properties": properties, "required": once });
    match schema.to_string().len() {
        length if length > MAX_BYTES => Err(registration_error(bilingual!(
            "parameters has {length} bytes, at most {MAX_BYTES}. Shorten the descriptions.",
            "parameters가 {length}바이트이고 최대 {MAX_BYTES}바이트예요. 설명을 줄이세요."
        ))),
        _ => Ok(schema),
    }
}

/// Returns the names and types of a checked schema, without descriptions.
pub(super) fn bare(schema: &Value) -> Value {
    let property = |property: &Value| {
        let mut kept = json!({ "type": property["type"] });
        if let Some(items) = property.get("items") {
            kept["items"] = items.clone();
        }
        kept
    };
    let properties: Map<String, Value> = properties(schema)
        .iter()
        .map(|(name, value)| (name.clone(), property(value)))
        .collect();
    json!({ "type": "object", "properties": properties, "required": schema["required"] })
}

/// Returns the names of the parameters whose descriptions were shortened.
pub(super) fn shortened_names(schema: &Value) -> impl Iterator<Item = &str> {
    let cut = |text: &str| text.ends_with('…') && text.chars().count() == MAX_DESCRIPTION;
    let all = properties(schema).iter();
    all.filter(move |(_, property)| property["description"].as_str().is_some_and(cut))
        .map(|(name, _)| name.as_str())
}

/// Returns the parameters of a schema.
pub(super) fn properties(schema: &Value) -> &Map<String, Value> {
    static NONE: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);
    schema["properties"].as_object().unwrap_or(&NONE)
}

/// Returns the names of the required parameters.
pub(super) fn required_names(schema: &Value) -> impl Iterator<Item = &str> {
    schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
}

/// Returns the properties and the required names of the input.
fn parts(schema: Value) -> Result<(Map<String, Value>, Value), ToolError> {
    let form = bilingual!(
        "parameters must be a JSON Schema: {{ properties: {{ size: {{ type: 'number', description: '..' }} }}, required: ['size'] }}",
        "parameters는 JSON Schema여야 해요: {{ properties: {{ size: {{ type: 'number', description: '..' }} }}, required: ['size'] }}"
    );
    let Value::Object(mut schema) = schema else {
        return Err(registration_error(form));
    };
    let is_schema = schema.contains_key("properties") || schema.get("type").is_some_and(Value::is_string);
    let (properties, required) = if is_schema {
        (
            schema.remove("properties").unwrap_or_else(|| json!({})),
            schema.remove("required").unwrap_or_else(|| json!([])),
        )
    } else {
        (Value::Object(schema), json!([]))
    };
    match properties {
        Value::Object(properties) => Ok((properties, required)),
        _ => Err(registration_error(form)),
    }
}

fn checked_property(name: &str, property: &Value) -> Result<Value, ToolError> {
    let mut bytes = name.bytes();
    let fits = bytes
        .next()
        .is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if !fits || name.len() > MAX_NAME {
        return Err(registration_error(bilingual!(
            "the parameter '{}' must be named with 1 to {MAX_NAME} ASCII letters, digits and _, not beginning with a digit",
            "매개변수 '{}'의 이름은 숫자로 시작하지 않는 영문자, 숫자, _로 된 1~{MAX_NAME}자여야 해요",
            name_excerpt(name)
        )));
    }
    let kind = property["type"].as_str().unwrap_or_default();
    if !KINDS.contains(&kind) {
        let near = suggest::nearest(kind, KINDS);
        let message = bilingual!(
            "parameters.{name}.type must be one of {}",
            "parameters.{name}.type은 {} 중 하나여야 해요",
            KINDS.join(", ")
        );
        return Err(registration_error(message).suggesting(near));
    }
    // Only keywords that every provider accepts are copied.
    let description = property["description"]
        .as_str()
        .map(one_line)
        .filter(|text| !text.is_empty());
    let description = shorten(description.unwrap_or_else(|| name.to_owned()));
    let mut kept = json!({ "type": kind, "description": description });
    let values = property["enum"].as_array().filter(|values| !values.is_empty());
    if let Some(values) = values {
        kept["enum"] = checked_values(name, kind, values)?;
    }
    if kind == "array" {
        let item = property["items"]["type"]
            .as_str()
            .filter(|item| KINDS.contains(item))
            .unwrap_or("number");
        kept["items"] = json!({ "type": item });
    }
    Ok(kept)
}

/// Returns the enumeration values without duplicates, after a check of their types.
fn checked_values(name: &str, kind: &str, values: &[Value]) -> Result<Value, ToolError> {
    // Arguments have integers for whole numbers, and a file may have 1.0 for 1.
    let values: Vec<Value> = values.iter().cloned().map(with_integers).collect();
    let fits = |value: &Value| match kind {
        "string" => value.as_str().is_some_and(|text| {
            text.chars().count() <= MAX_VALUE && one_line(text) == text && !text.is_empty()
        }),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        _ => false,
    };
    if values.len() > MAX_VALUES || !values.iter().all(fits) {
        return Err(registration_error(bilingual!(
            "parameters.{name}.enum must have at most {MAX_VALUES} values of the type {kind}, strings of one line with at \
             most {MAX_VALUE} characters",
            "parameters.{name}.enum은 {kind} 유형의 값 최대 {MAX_VALUES}개이고, 문자열은 최대 {MAX_VALUE}자의 한 줄이어야 해요"
        )));
    }
    let mut once: Vec<Value> = Vec::new();
    for value in values {
        if !once.contains(&value) {
            once.push(value);
        }
    }
    Ok(json!(once))
}

fn shorten(text: String) -> String {
    if text.chars().count() <= MAX_DESCRIPTION {
        return text;
    }
    text.chars().take(MAX_DESCRIPTION - 1).chain(['…']).collect()
}

/// Returns the first characters of an imported name, for a message.
fn name_excerpt(name: &str) -> String {
    one_line(name).chars().take(40).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn message(schema: Value) -> String {
        check_schema(schema).unwrap_err().message.english
    }

    #[test]
    fn parameter_names_must_be_ascii_identifiers() {
        for name in ["", "크기", "a b", "a-b", "1st", "a\n", "a.b", &"x".repeat(65)] {
            let text = message(json!({"properties": {name: {"type": "number"}}}));
            assert!(text.contains("ASCII letters"), "{name}: {text}");
            assert!(text.chars().count() < 200, "{text}");
        }
        for name in ["a", "_", "size_2", "sizeX", &"x".repeat(64)] {
            assert!(
                check_schema(json!({"properties": {name: {"type": "number"}}})).is_ok(),
                "{name}"
            );
        }
    }

    #[test]
    fn enum_values_must_be_few_short_and_of_their_type() {
        let of = |kind: &str, values: Value| {
            check_schema(json!({"properties": {"p": {"type": kind, "enum": values}}}))
        };
        for (kind, values) in [
            ("string", json!(["a", 1])),
            ("string", json!(["a\nb"])),
            ("string", json!([""])),
            ("string", json!(["x".repeat(101)])),
            ("integer", json!([1.5])),
            ("number", json!(["1"])),
            ("boolean", json!([null])),
            ("array", json!([[]])),
            ("object", json!([{}])),
            ("number", (0..51).collect()),
        ] {
            let text = of(kind, values.clone()).unwrap_err().message.english;
            assert!(text.contains("parameters.p.enum"), "{kind} {values}: {text}");
        }
        let kept = of("string", json!(["flat", "맞배", "flat"])).unwrap();
        assert_eq!(kept["properties"]["p"]["enum"], json!(["flat", "맞배"]));
        assert_eq!(
            of("array", json!([])).unwrap()["properties"]["p"].get("enum"),
            None
        );
    }

    #[test]
    fn whole_numbers_of_an_enumeration_are_integers() {
        let schema = json!({"properties": {"p": {"type": "integer", "enum": [1.0, 2, 1]}}});
        let kept = check_schema(schema).unwrap();
        assert_eq!(kept["properties"]["p"]["enum"].to_string(), "[1,2]");
    }

    #[test]
    fn descriptions_are_shortened_to_one_line_and_the_schema_is_bounded() {
        let long = "line\n\u{202e}".repeat(1_000_000);
        let kept = check_schema(
            json!({"properties": {"p": {"type": "number", "description": long}}, "required": ["p", "p"]}),
        )
        .unwrap();
        let text = kept["properties"]["p"]["description"].as_str().unwrap();
        assert!(text.starts_with("line line ") && text.chars().count() == MAX_DESCRIPTION);
        assert_eq!(kept["required"], json!(["p"]));
        assert_eq!(shortened_names(&kept).collect::<Vec<_>>(), ["p"]);
        let many: Map<String, Value> = (0..30)
            .map(|n| {
                (
                    format!("p{n}"),
                    json!({"type": "number", "description": "가".repeat(200)}),
                )
            })
            .collect();
        assert!(message(json!({"properties": many})).contains("at most 8192"));
        assert!(!bare(&kept).to_string().contains("line"));
        assert_eq!(bare(&kept)["properties"]["p"], json!({"type": "number"}));
    }
}
