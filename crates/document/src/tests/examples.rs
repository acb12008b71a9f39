//! Tests that every example of every tool runs, and that every named function can be called.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use super::*;
use trammel_base::suggest::camel_case;
use trammel_scene::Name;
use trammel_tools::{Domain, Kind, Language, TOOLS, sandbox_functions};

/// Returns the calls of an example as tool and input, by running it with every tool replaced by a function that logs
/// its call.
pub(super) fn calls_of(example: &str) -> Vec<(String, Value)> {
    let names: Vec<String> = TOOLS
        .iter()
        .flat_map(|tool| [tool.name.to_owned(), camel_case(tool.name)])
        .collect();
    let note = "const note = name => (input = {}) => console.log(JSON.stringify([name, input]));";
    let define = format!("{note} for (const name of {names:?}) globalThis[name] = note(name);\n");
    let mut s = Session::new(limits());
    let reply = ok(
        &mut s,
        "run_cad_code",
        json!({ "code": format!("{define}{example}") }),
    );
    let logs = reply["logs"].as_array().unwrap().iter();
    logs.map(|line| serde_json::from_str(line.as_str().unwrap()).unwrap())
        .collect()
}

#[test]
fn every_example_calls_its_tool_and_succeeds() {
    for tool in TOOLS {
        let calls = calls_of(tool.example);
        assert_eq!(
            calls.last().map(|(name, _)| name.as_str()),
            Some(tool.name),
            "{}",
            tool.example
        );
        let mut s = Session::new(limits());
        for (name, input) in calls {
            ok(&mut s, &name, input);
        }
    }
}

#[test]
fn every_tool_with_a_layer_draws_on_it_with_its_stroke() {
    let mut seen = 0;
    for tool in TOOLS.iter().filter(|tool| tool.kind == Kind::Action) {
        let schema = tool.canonical();
        let layer = &schema["parameters"]["properties"]["layer"];
        let text = layer["description"].as_str().unwrap_or_default();
        if !(text.starts_with("Layer to draw on") || text.starts_with("Layer of the result")) {
            continue;
        }
        seen += 1;
        let mut s = Session::new(limits());
        ok(
            &mut s,
            "create_layer",
            json!({ "name": "zinc", "color": "#123456", "line_weight": 0.77 }),
        );
        let mut calls = calls_of(tool.example);
        let (name, mut input) = calls.pop().unwrap();
        for (name, input) in calls {
            ok(&mut s, &name, input);
        }
        let before: Vec<Name> = s.scene().walk().map(|entity| entity.name.clone()).collect();
        input["layer"] = json!("zinc");
        let has_style = input.get("style").is_some();
        ok(&mut s, &name, input);
        let drawn = s.scene().walk().filter(|entity| !before.contains(&entity.name));
        let drawn: Vec<_> = drawn.filter(|entity| !entity.shape.is_group()).collect();
        assert!(!drawn.is_empty(), "{name}");
        for entity in drawn {
            assert_eq!(
                entity.layer.as_ref().map(Name::as_str),
                Some("zinc"),
                "{name}: {}",
                entity.name
            );
            let stroke = entity.style.stroke.as_ref().filter(|_| !has_style);
            if let Some(stroke) = stroke {
                let color = trammel_scene::Color::parse("#123456").unwrap();
                assert_eq!(
                    (stroke.color, stroke.width),
                    (color, 0.77),
                    "{name}: {}",
                    entity.name
                );
            }
        }
    }
    assert!(seen > 30, "{seen} tools have a layer");
}

#[test]
fn a_derived_shape_follows_the_stated_layer_and_keeps_fill_dashes_and_stated_style() {
    let mut s = Session::new(limits());
    ok(
        &mut s,
        "create_layer",
        json!({ "name": "zinc", "color": "#123456", "line_weight": 0.77 }),
    );
    let style = json!({ "stroke": { "color": "#ff0000", "width": 2, "dash": [3, 1] }, "fill": { "color": "#00ff00" } });
    for (name, x) in [("a", 0), ("b", 5)] {
        let square = json!({ "name": name, "x": x, "y": 0, "width": 10, "height": 10, "style": style });
        ok(&mut s, "draw_rect", square);
    }
    ok(
        &mut s,
        "boolean_union",
        json!({ "entities": ["a", "b"], "result": "u", "layer": "zinc", "keep": true }),
    );
    ok(
        &mut s,
        "offset",
        json!({ "entities": ["a"], "distance": 1, "result": "o" }),
    );
    let own = json!({ "stroke": { "color": "#0000ff" } });
    ok(
        &mut s,
        "convex_hull",
        json!({ "entities": ["a", "b"], "result": "h", "layer": "zinc", "style": own }),
    );
    let stroke = |name: &str| {
        let stroke = s.scene().get(name).unwrap().style.stroke.clone().unwrap();
        (stroke.color, stroke.width, stroke.dash)
    };
    let color = |text: &str| trammel_scene::Color::parse(text).unwrap();
    assert_eq!(stroke("u"), (color("#123456"), 0.77, vec![3.0, 1.0]));
    assert_eq!(stroke("o"), (color("#ff0000"), 2.0, vec![3.0, 1.0]));
    assert_eq!(stroke("h"), (color("#0000ff"), 0.77, vec![3.0, 1.0]));
    assert!(s.scene().get("u").unwrap().style.fill.is_some());
}

#[test]
fn every_example_runs_as_code_where_code_can_call_the_tool() {
    for tool in TOOLS.iter().filter(|tool| tool.in_sandbox()) {
        ok(
            &mut Session::new(limits()),
            "run_cad_code",
            json!({ "code": tool.example }),
        );
    }
}

/// Splits a TypeScript type at a separator outside braces.
fn split_type<'a>(kind: &'a str, separator: &str) -> Vec<&'a str> {
    let mut parts: Vec<&str> = Vec::new();
    let (mut depth, mut from) = (0, 0);
    for (at, c) in kind.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ if depth == 0 && kind[at..].starts_with(separator) => {
                parts.push(&kind[from..at]);
                from = at + separator.len();
            }
            _ => {}
        }
    }
    parts.push(&kind[from..]);
    parts
}

/// Whether a value has a TypeScript type made of points, `any`, `string`, `number`, `object`, `null`, lists, unions, and objects.
fn has_type(value: &Value, kind: &str) -> bool {
    let options = split_type(kind, " | ");
    if options.len() > 1 {
        return options.iter().any(|kind| has_type(value, kind));
    }
    if kind == "[number, number]" {
        let pair = value.as_array();
        return pair.is_some_and(|pair| pair.len() == 2 && pair.iter().all(Value::is_number));
    }
    if let Some(item) = kind.strip_suffix("[]") {
        return value
            .as_array()
            .is_some_and(|list| list.iter().all(|value| has_type(value, item)));
    }
    if let Some(fields) = kind.strip_prefix("{ ").and_then(|kind| kind.strip_suffix(" }")) {
        let Some(object) = value.as_object() else {
            return false;
        };
        let fields: Vec<(&str, &str)> = split_type(fields, "; ")
            .iter()
            .map(|field| field.split_once(": ").unwrap())
            .collect();
        let known = |key: &String| fields.iter().any(|(name, _)| name.trim_end_matches('?') == key);
        return object.keys().all(known)
            && fields
                .iter()
                .all(|(name, kind)| match object.get(name.trim_end_matches('?')) {
                    None => name.ends_with('?'),
                    Some(value) => has_type(value, kind),
                });
    }
    match kind {
        "any" => true,
        "null" => value.is_null(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "object" => value.is_object(),
        other => panic!("{other} is not a type"),
    }
}

#[test]
fn every_example_returns_the_declared_type_in_code() {
    for tool in TOOLS.iter().filter(|tool| tool.in_sandbox()) {
        let calls = calls_of(tool.example)
            .into_iter()
            .map(|(name, input)| format!("{name}({input})"));
        let mut calls: Vec<String> = calls.collect();
        let last = calls.pop().unwrap();
        let code = format!("{};\nconsole.log(JSON.stringify({last}))", calls.join(";\n"));
        let reply = ok(
            &mut Session::new(limits()),
            "run_cad_code",
            json!({ "code": code }),
        );
        let value = serde_json::from_str(reply["logs"][0].as_str().unwrap()).unwrap();
        assert!(
            has_type(&value, tool.returns),
            "{}: {value} is not {}",
            tool.name,
            tool.returns
        );
    }
}

/// Returns the names that are not callable functions, as reported by code.
fn callable(s: &mut Session, names: &[String]) -> Vec<String> {
    let code = format!(
        "for (const name of {names:?}) if (typeof globalThis[name] !== 'function') console.log(name);"
    );
    let reply = ok(s, "run_cad_code", json!({ "code": code }));
    reply["logs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn every_listed_function_can_be_called() {
    let mut s = Session::new(limits());
    let mut names: Vec<String> = sandbox_functions(TOOLS).into_iter().map(|f| f.name).collect();
    let domains = ok(&mut s, "lsp", json!({"operation": "domains"}))["data"].clone();
    for row in domains.as_array().unwrap() {
        let described = ok(
            &mut s,
            "lsp",
            json!({"operation": "describe", "domain": row["domain"]}),
        )["data"]
            .clone();
        let functions = described["functions"].as_array().unwrap();
        assert_eq!(row["count"], functions.len());
        for function in functions {
            let name = function["name"].as_str().unwrap().to_owned();
            let schema = ok(&mut s, "lsp", json!({"operation": "schema", "name": name}))["data"].clone();
            names.extend(
                schema["functions"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|f| f.as_str().unwrap().split('(').next().unwrap().to_owned()),
            );
            names.push(name);
        }
    }
    assert!(names.len() > 100);
    assert_eq!(
        callable(&mut s, &names),
        [""; 0],
        "named, but code cannot call it"
    );
}

#[test]
fn descriptions_name_only_existing_functions() {
    let known = Session::default().document.env.known_tools();
    for domain in Domain::ALL {
        for schema in Session::default()
            .document()
            .tool_definitions(&[domain.0], Language::English)
        {
            let text = schema.to_string();
            assert_eq!(known.missing_in(&text), None, "{text}");
        }
    }
    let prompt = trammel_agent::system_prompt(&[]);
    assert_eq!(known.missing_in(&prompt), None);
}

#[test]
fn every_tool_is_declared_for_the_sandbox_or_for_direct_calls_only() {
    let mut s = Session::new(limits());
    let direct: Vec<String> = TOOLS
        .iter()
        .filter(|tool| !tool.in_sandbox())
        .map(|tool| tool.name.to_owned())
        .collect();
    assert_eq!(
        callable(&mut s, &direct),
        direct,
        "code must not reach files, registry or memory"
    );
}
