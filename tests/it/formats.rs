//! Tests of `trammel tools --format`: the exact list for one domain in each provider's format, and the rules of
//! each provider's API for every tool.

use crate::support::{check_golden, trammel};
use serde_json::{Map, Value, json};
use trammel_tools::{Domain, TOOLS};

fn written(format: &str) -> Value {
    let ended = trammel(&["tools", "--format", format], "");
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{format}");
    ended.json()
}

fn keys(object: &Value) -> Vec<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn every_format_matches_its_golden_file() {
    for format in ["canonical", "anthropic", "openai", "gemini", "mcp"] {
        let ended = trammel(&["tools", "--domain", "registry", "--format", format], "");
        check_golden(&format!("tests/golden/tools.{format}.json"), &ended.out);
    }
}

#[test]
fn every_format_can_be_limited_to_a_domain() {
    for (format, named) in [
        ("canonical", "\"name\": \"ungroup\""),
        ("anthropic", "\"name\": \"ungroup\""),
        ("openai", "\"name\": \"ungroup\""),
        ("gemini", "\"name\": \"ungroup\""),
        ("mcp", "\"name\": \"ungroup\""),
        ("d.ts", "declare function ungroup("),
        ("markdown", "### ungroup"),
    ] {
        let chosen = trammel(&["tools", "--format", format, "--domain", "groups"], "").out;
        let all = trammel(&["tools", "--domain", "style", "--format", format], "").out;
        assert!(chosen.contains(named) && !all.contains(named), "{format}");
        assert!(
            all.contains("set_fill") && !chosen.contains("set_fill"),
            "{format}"
        );
    }
}

#[test]
fn an_unknown_format_or_domain_is_refused_with_the_choices() {
    for (arguments, wanted) in [
        (["--format", "opnai"], "'openai'"),
        (["--domain", "primitve"], "'primitives'"),
    ] {
        let ended = trammel(&[&["tools"], &arguments[..]].concat(), "");
        assert_eq!(
            (ended.code, ended.out.as_str(), ended.err.lines().count()),
            (Some(2), "", 1)
        );
        assert!(
            ended.err.contains(&format!("Did you mean {wanted}?")),
            "{}",
            ended.err
        );
    }
}

#[test]
fn tools_for_anthropic_have_the_documented_fields() {
    for tool in written("anthropic").as_array().unwrap() {
        assert_eq!(keys(tool), ["name", "description", "input_schema"]);
        assert_eq!(tool["input_schema"]["type"], "object");
        assert_name(tool, 64);
    }
}

#[test]
fn tools_for_openai_are_flat_and_not_strict() {
    for tool in written("openai").as_array().unwrap() {
        assert_eq!(
            keys(tool),
            ["type", "name", "description", "strict", "parameters"]
        );
        assert_eq!(
            (&tool["type"], &tool["strict"]),
            (&json!("function"), &json!(false))
        );
        assert_name(tool, 64);
        // Keywords that strict mode rejects are excluded as well:
        // https://platform.openai.com/docs/guides/structured-outputs
        let taken = [
            "type",
            "description",
            "properties",
            "required",
            "items",
            "enum",
            "anyOf",
            "minimum",
            "maximum",
            "minItems",
            "maxItems",
            "pattern",
            "additionalProperties",
        ];
        sweep(&tool["parameters"], &taken, &mut |_, _| {});
    }
}

#[test]
fn tools_for_gemini_follow_its_schema() {
    let written = written("gemini");
    assert_eq!(
        (written.as_array().unwrap().len(), keys(&written[0])),
        (1, vec!["functionDeclarations"])
    );
    for tool in written[0]["functionDeclarations"].as_array().unwrap() {
        assert_name(tool, 63);
        let Some(schema) = tool.get("parametersJsonSchema") else {
            assert_eq!(keys(tool), ["name", "description"], "a tool without parameters");
            continue;
        };
        assert_eq!(keys(tool), ["name", "description", "parametersJsonSchema"]);
        assert!(!schema["properties"].as_object().unwrap().is_empty());
        // https://ai.google.dev/api/caching#Schema
        let taken = [
            "type",
            "format",
            "description",
            "nullable",
            "enum",
            "items",
            "minItems",
            "maxItems",
            "properties",
            "required",
            "minimum",
            "maximum",
            "pattern",
            "anyOf",
            "example",
        ];
        sweep(schema, &taken, &mut |name, map| {
            assert!(name.len() <= 64, "{name}");
            if let Some(values) = map.get("enum") {
                assert!(
                    values.as_array().unwrap().iter().all(Value::is_string),
                    "{name}: {values}"
                );
            }
        });
    }
}

#[test]
fn tools_for_mcp_say_whether_they_read_add_or_change() {
    let written = written("mcp");
    let tools = written.as_array().unwrap();
    for tool in tools {
        assert_eq!(keys(tool), ["name", "description", "inputSchema", "annotations"]);
        assert_eq!(tool["inputSchema"]["type"], "object");
    }
    let hint = |name: &str| {
        let tool = tools.iter().find(|tool| tool["name"] == name).unwrap();
        let annotations = &tool["annotations"];
        assert_eq!(annotations["openWorldHint"], false);
        [&annotations["readOnlyHint"], &annotations["destructiveHint"]].map(|hint| hint.as_bool().unwrap())
    };
    let (reads, adds, changes) = ([true, false], [false, false], [false, true]);
    for (tools, expected) in [
        (
            &[
                "get_area",
                "read",
                "glob",
                "query_code",
                "export_svg",
                "list_tools",
                "load_checkpoint",
            ][..],
            reads,
        ),
        (
            &[
                "draw_circle",
                "array_grid",
                "dimension_linear",
                "expect_near",
                "request_tool",
            ][..],
            adds,
        ),
        (
            &[
                "write",
                "edit",
                "bash",
                "run_cad_code",
                "delete_layer",
                "translate",
                "edit_hint",
                "trim",
            ][..],
            changes,
        ),
    ] {
        for tool in tools {
            assert_eq!(hint(tool), expected, "{tool}");
        }
    }
}

#[test]
fn every_format_holds_every_tool_in_the_order_of_the_list() {
    let listed: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
    for format in ["canonical", "anthropic", "openai", "gemini", "mcp"] {
        let written = written(format);
        let tools = if format == "gemini" {
            &written[0]["functionDeclarations"]
        } else {
            &written
        };
        let names: Vec<&str> = tools
            .as_array()
            .unwrap()
            .iter()
            .map(|t| t["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, listed, "{format}");
    }
    let page = trammel(&["tools", "--format", "markdown"], "").out;
    assert!(listed.iter().all(|name| page.contains(&format!("### {name}\n"))));
    let domains = Domain::ALL
        .iter()
        .filter(|row| TOOLS.iter().any(|tool| tool.domain == row.0));
    assert_eq!(page.matches("\n## ").count(), domains.count());
}

fn assert_name(tool: &Value, most: usize) {
    let name = tool["name"].as_str().unwrap();
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
    assert!(
        name.len() <= most && name.chars().all(fits) && !name.starts_with(char::is_numeric),
        "{name}"
    );
    assert!(!tool["description"].as_str().unwrap().is_empty(), "{name}");
}

/// Checks a schema and all nested schemas: only accepted keywords, a single type, and arrays with items.
fn sweep(schema: &Value, taken: &[&str], more: &mut impl FnMut(&str, &Map<String, Value>)) {
    fn at(name: &str, schema: &Value, taken: &[&str], more: &mut impl FnMut(&str, &Map<String, Value>)) {
        let map = schema
            .as_object()
            .unwrap_or_else(|| panic!("{name} is no schema: {schema}"));
        for key in map.keys() {
            assert!(taken.contains(&key.as_str()), "{name}: '{key}' is not taken");
        }
        match map.get("type") {
            Some(kind) => assert!(kind.is_string(), "{name}: {kind}"),
            None => assert!(map.contains_key("anyOf"), "{name} has no type"),
        }
        assert_eq!(
            map.get("type") == Some(&json!("array")),
            map.contains_key("items"),
            "{name}"
        );
        more(name, map);
        for (inner, schema) in map
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            at(inner, schema, taken, more);
        }
        for option in map.get("anyOf").and_then(Value::as_array).into_iter().flatten() {
            at(name, option, taken, more);
        }
        if let Some(items) = map.get("items") {
            at(name, items, taken, more);
        }
    }
    at("parameters", schema, taken, more);
}
