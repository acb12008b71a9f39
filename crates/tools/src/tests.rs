//! Tests of the tool list and of single tools.
#![allow(clippy::unwrap_used, reason = "tests")]
mod argument_names;
mod shape_params;
mod verbs;

use super::*;
use serde_json::{Value, json};
use trammel_scene::{Edit, Scene};

pub(super) fn call(edit: &mut Edit, tool: &str, input: Value) -> Result<Output, ToolError> {
    let mut env = ToolEnv::default();
    let spec = env.catalog.called_tool(tool).unwrap();
    let mut cx = ToolCx::new(edit, &mut env);
    spec.call(input.into(), &mut cx)
}

/// Performs calls on an empty drawing.
pub(super) fn drawn(calls: &[(&str, Value)]) -> Edit {
    let mut edit = Edit::new(Scene::default());
    for (tool, input) in calls {
        call(&mut edit, tool, input.clone()).unwrap();
    }
    edit
}

/// Returns the data of a query.
pub(super) fn data(edit: &mut Edit, tool: &str, input: Value) -> Value {
    match call(edit, tool, input).unwrap() {
        Output::Data(value) => value,
        other => panic!("{other:?}"),
    }
}

/// Returns the center of an entity in the drawing.
pub(super) fn center(edit: &Edit, name: &str) -> trammel_kernel::Point {
    edit.world_bounds(name).unwrap().center()
}

/// Returns the call that draws a square.
pub(super) fn square(name: &str, x: f64, y: f64, size: f64) -> (&'static str, Value) {
    let input = json!({"name": name, "x": x, "y": y, "width": size, "height": size});
    ("draw_rect", input)
}

/// Returns the call that draws a circle.
pub(super) fn circle(name: &str, x: f64, y: f64, radius: f64) -> (&'static str, Value) {
    let input = json!({"name": name, "x": x, "y": y, "radius": radius});
    ("draw_circle", input)
}

#[test]
fn names_are_unique_snake_case_and_documented() {
    let mut seen = std::collections::BTreeSet::new();
    for tool in TOOLS {
        assert!(seen.insert(tool.name), "{} is listed twice", tool.name);
        assert_eq!(tool.name, trammel_base::suggest::snake_case(tool.name));
        let schema = tool.canonical();
        assert!(
            schema["description"].as_str().unwrap().len() > 10,
            "{}",
            tool.name
        );
        let properties = schema["parameters"]["properties"].as_object().unwrap();
        for (name, property) in properties {
            assert!(
                property["description"].is_string(),
                "{}.{name} has no description",
                tool.name
            );
        }
        for name in tool.positional {
            assert!(
                properties.contains_key(*name),
                "{}: positional '{name}' is no parameter",
                tool.name
            );
        }
    }
}

#[test]
fn schemas_use_only_keywords_that_every_provider_accepts() {
    fn sweep(at: &str, value: &Value) {
        match value {
            Value::Object(map) => {
                for (key, inner) in map {
                    let banned = [
                        "$ref",
                        "$schema",
                        "oneOf",
                        "allOf",
                        "not",
                        "const",
                        "prefixItems",
                        "format",
                        "title",
                    ];
                    assert!(
                        !banned.contains(&key.as_str()) || at.ends_with("properties"),
                        "{at}.{key}"
                    );
                    if key == "type" && !at.ends_with("properties") {
                        assert!(inner.is_string(), "{at}.type is {inner}");
                    }
                    sweep(&format!("{at}.{key}"), inner);
                }
                if map.get("type") == Some(&json!("array")) {
                    assert!(map.contains_key("items"), "{at} is an array without items");
                }
            }
            Value::Array(items) => items.iter().for_each(|item| sweep(at, item)),
            _ => {}
        }
    }
    for tool in TOOLS {
        sweep(tool.name, &tool.canonical()["parameters"]);
    }
}

#[test]
fn tools_are_found_in_both_spellings_and_suggested_for_typos() {
    assert_eq!(find("drawRect").unwrap().name, "draw_rect");
    let error = find("draw_rectangle").unwrap_err();
    assert_eq!(error.message.english, "Tool 'draw_rectangle' not found");
    assert_eq!(error.suggestions, ["draw_rect"]);
    assert_eq!(find("run_code").unwrap_err().suggestions, ["run_cad_code"]);
    assert_eq!(find("getSchema").unwrap_err().suggestions, ["get_tool_schema"]);
    assert!(find("make_coffee").unwrap_err().suggestions.is_empty());
}

#[test]
fn numbers_out_of_range_are_refused() {
    let mut edit = Edit::new(Scene::default());
    for bad in [
        json!("5"),
        json!(null),
        json!(true),
        json!([1]),
        json!(1e10),
        json!(-1),
        json!(0),
    ] {
        let error = call(
            &mut edit,
            "draw_circle",
            json!({"name": "c", "x": 0, "y": 0, "radius": bad}),
        )
        .unwrap_err();
        assert!(
            error.message.english.contains("radius"),
            "{bad}: {}",
            error.message.english
        );
    }
    assert!(edit.is_empty() && edit.finish().1.is_empty());
}

#[test]
fn scale_in_world_space_holds_inside_a_scaled_group() {
    let mut edit = Edit::new(Scene::default());
    call(
        &mut edit,
        "draw_rect",
        json!({"name": "r", "x": 0, "y": 0, "width": 4, "height": 2}),
    )
    .unwrap();
    call(&mut edit, "create_group", json!({"name": "g", "children": ["r"]})).unwrap();
    call(&mut edit, "scale", json!({"name": "g", "sx": 2})).unwrap();
    call(&mut edit, "scale", json!({"name": "r", "sx": 2, "sy": 2})).unwrap();
    assert!((edit.world_bounds("r").unwrap().width() - 16.0).abs() < 1e-12);
}

#[test]
fn mirror_of_a_rotated_shape_is_its_reflection() {
    let mut edit = Edit::new(Scene::default());
    call(
        &mut edit,
        "draw_rect",
        json!({"name": "r", "x": 10, "y": 0, "width": 8, "height": 2}),
    )
    .unwrap();
    call(
        &mut edit,
        "rotate",
        json!({"name": "r", "angle": 30, "angle_unit": "degree"}),
    )
    .unwrap();
    call(
        &mut edit,
        "mirror",
        json!({"entity": "r", "result": "m", "axis": "y"}),
    )
    .unwrap();
    let corner =
        |edit: &Edit, name: &str| edit.world_transform(name).unwrap() * trammel_kernel::Point::new(18.0, 2.0);
    let (right, left) = (corner(&edit, "r"), corner(&edit, "m"));
    assert!(
        (right.x + left.x).abs() < 1e-9 && (right.y - left.y).abs() < 1e-9,
        "{right:?} {left:?}"
    );
}

#[test]
fn a_group_is_copied_with_all_its_children() {
    let mut edit = Edit::new(Scene::default());
    for (name, x) in [("a", 0), ("b", 10)] {
        call(
            &mut edit,
            "draw_circle",
            json!({"name": name, "x": x, "y": 0, "radius": 1}),
        )
        .unwrap();
    }
    call(
        &mut edit,
        "create_group",
        json!({"name": "g", "children": ["a", "b"]}),
    )
    .unwrap();
    call(
        &mut edit,
        "duplicate",
        json!({"entity": "g", "result": "h", "dx": 100}),
    )
    .unwrap();
    assert_eq!(edit.len(), 6);
    assert_eq!(edit.world_bounds("h").unwrap().min.x, 99.0);
    assert!(edit.get("h/a").is_some());
}
