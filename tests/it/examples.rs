//! Tests that the example of every tool works, as code and as tool calls. Models and the reference page show
//! these examples.

use crate::support::{call, drawn, limits};
use serde_json::{Value, json};
use trammel::session::Session;
use trammel::tools::{TOOLS, ToolSpec, find};

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

/// Asserts that every argument is a parameter and that all required parameters are given.
#[track_caller]
fn assert_fits(name: &str, input: &Value) {
    let schema = find(name).unwrap().canonical();
    let parameters = &schema["parameters"];
    for key in input.as_object().unwrap().keys() {
        assert!(
            parameters["properties"].get(key).is_some(),
            "{name} has no parameter {key}"
        );
    }
    for required in parameters["required"].as_array().unwrap() {
        assert!(
            input.get(required.as_str().unwrap()).is_some(),
            "{name} needs {required}"
        );
    }
}
