//! Tests that the example of every tool works, as code and as tool calls. Models and the reference page show
//! these examples.

use crate::support::{call, drawn, limits};
use serde_json::{Value, json};
use trammel_document::Session;
use trammel_tools::{TOOLS, ToolSpec, find};

/// Returns the calls of an example with their arguments as JSON. The example runs with a recorder in place of
/// each tool.
fn calls_of(tool: &ToolSpec) -> Vec<(String, Value)> {
    let record = |tool: &ToolSpec| {
        let name = tool.name;
        format!("const {name} = (input = {{}}) => console.log(JSON.stringify(['{name}', input]));\n")
    };
    let recorders: String = TOOLS.iter().map(record).collect();
    let (_, reply) = drawn(&format!("{recorders}{}", tool.example));
    assert_eq!(reply["success"], true, "{}: {reply}", tool.name);
    let read = |line: &Value| serde_json::from_str(line.as_str().unwrap()).unwrap();
    reply["logs"].as_array().unwrap().iter().map(read).collect()
}

#[test]
fn every_example_runs_as_code() {
    for tool in TOOLS.iter().filter(|tool| tool.in_sandbox()) {
        let (_, reply) = drawn(tool.example);
        assert_eq!(reply["success"], true, "{}: {reply}\n{}", tool.name, tool.example);
        assert_eq!(reply["warnings"], json!([]), "{}", tool.name);
    }
}

#[test]
fn every_example_runs_as_calls_and_fits_the_schema() {
    for tool in TOOLS {
        let calls = calls_of(tool);
        assert_eq!(
            calls.last().map(|(name, _)| name.as_str()),
            Some(tool.name),
            "the example of {} ends with another tool",
            tool.name
        );
        let mut session = Session::new(limits());
        for (name, input) in calls {
            assert_fits(&name, &input);
            let reply = call(&mut session, &name, input.clone());
            assert_eq!(reply["success"], true, "{}: {name} {input}: {reply}", tool.name);
        }
    }
}

/// Asserts that the arguments fit the whole schema, including nested values.
#[track_caller]
fn assert_fits(name: &str, input: &Value) {
    let schema = find(name).unwrap().canonical();
    if let Err(why) = fits(&schema["parameters"], input, "input") {
        panic!("{name}: {why}\n{input}");
    }
}

/// Whether a value is what a schema of the tools allows. Every keyword that they use is known here; a key that is not listed is
/// refused where keys are listed.
fn fits(schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    let schema = schema
        .as_object()
        .ok_or_else(|| format!("{at}: {schema} is no schema"))?;
    for (keyword, wanted) in schema {
        let number = || {
            value
                .as_f64()
                .ok_or_else(|| format!("{at}: {value} is no number"))
        };
        let length = value.as_array().map_or(0, Vec::len) as u64;
        let right = match keyword.as_str() {
            "description" | "properties" | "items" => true,
            "type" => match wanted.as_str() {
                Some("object") => value.is_object(),
                Some("array") => value.is_array(),
                Some("string") => value.is_string(),
                Some("boolean") => value.is_boolean(),
                Some("number") => value.is_number(),
                Some("integer") => value.as_f64().is_some_and(|n| n == n.trunc()),
                _ => return Err(format!("{at}: the type {wanted} is unknown")),
            },
            "required" => {
                let mut names = wanted
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|name| name.as_str().unwrap());
                names.all(|name| value.get(name).is_some())
            }
            "enum" => wanted.as_array().unwrap().contains(value),
            "anyOf" => {
                let mut options = wanted.as_array().unwrap().iter();
                options.any(|option| fits(option, value, at).is_ok())
            }
            "minItems" => length >= wanted.as_u64().unwrap(),
            "maxItems" => length <= wanted.as_u64().unwrap(),
            "minimum" => number()? >= wanted.as_f64().unwrap(),
            "maximum" => number()? <= wanted.as_f64().unwrap(),
            _ => return Err(format!("{at}: the keyword {keyword} is unknown")),
        };
        if !right {
            return Err(format!("{at}: {value} breaks {keyword} {wanted}"));
        }
    }
    if let (Some(properties), Some(fields)) = (schema.get("properties"), value.as_object()) {
        for (key, inner) in fields {
            let of_key = properties.get(key).ok_or_else(|| format!("{at} has no {key}"))?;
            fits(of_key, inner, &format!("{at}.{key}"))?;
        }
    }
    if let (Some(items), Some(values)) = (schema.get("items"), value.as_array()) {
        for (i, inner) in values.iter().enumerate() {
            fits(items, inner, &format!("{at}[{i}]"))?;
        }
    }
    Ok(())
}

#[test]
fn a_schema_refuses_what_it_does_not_allow() {
    let schema = json!({
        "type": "object", "required": ["n"],
        "properties": {
            "n": { "type": "integer", "minimum": 1 },
            "p": { "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 },
            "e": { "type": "string", "enum": ["a", "b"] },
            "o": { "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "number" } }] },
        },
    });
    let good = json!({ "n": 2, "p": [1, 2.5], "e": "a", "o": [3] });
    assert_eq!(fits(&schema, &good, "input"), Ok(()));
    for (key, bad) in [
        ("n", json!(0)),
        ("n", json!(1.5)),
        ("n", json!("2")),
        ("p", json!([1])),
        ("p", json!([1, "2"])),
        ("e", json!("c")),
        ("o", json!(5)),
        ("o", json!(["5"])),
        ("x", json!(1)),
    ] {
        let mut input = good.clone();
        input[key] = bad;
        assert!(fits(&schema, &input, "input").is_err(), "{input}");
    }
    assert!(fits(&schema, &json!({ "e": "a" }), "input").is_err());
}
