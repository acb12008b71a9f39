//! Tests of the rule of argument names and of the table of old spellings (`old_names.rs`).

use super::super::json_schema::properties;
use super::super::old_names::{
    ARGUMENTS, CLASSIC, Change, ORDERS, SYNONYMS, TOOLS as RENAMED, meant_parameter, rename_arguments,
};
use super::*;
use crate::Arg;
use std::borrow::Cow;

/// Texts and lists of texts that name no entity, group or layer.
const PLAIN_TEXTS: &[&str] = &[
    "author",
    "base64",
    "clear_of",
    "code",
    "color",
    "date",
    "decision",
    "description",
    "domain",
    "except",
    "fit",
    "font",
    "geometry",
    "id",
    "kerf_except",
    "label_layer",
    "layer_colors",
    "layers",
    "mode",
    "move_to",
    "new_name",
    "next_steps",
    "only",
    "operations",
    "outline",
    "paper",
    "path",
    "pattern",
    "query",
    "reason",
    "reasoning",
    "scale",
    "search",
    "suffix",
    "summary",
    "text",
    "tool",
    "topic",
    "type",
    "unclosed",
];

/// Lists of numbers that are no points.
const PLAIN_NUMBERS: &[&str] = &[
    "around",
    "axis",
    "box",
    "color",
    "corners",
    "pivot",
    "rotations",
    "scale",
    "sheet",
    "translate",
];

const CREATED: &[&str] = &["name", "result"];
const USED: &[&str] = &["entity", "entities", "target", "group", "layer"];
const PLACES: &[&str] = &[
    "point", "points", "from", "to", "at", "text_at", "near", "within", "vertex", "entity", "target",
];

fn parameters(tool: &ToolSpec) -> serde_json::Map<String, Value> {
    let schema = tool.canonical();
    schema["parameters"]["properties"].as_object().unwrap().clone()
}

/// Returns the schemas that a value may have: those of `anyOf`, or the only one.
fn options(property: &Value) -> Vec<&Value> {
    let any = property["anyOf"].as_array();
    any.map_or_else(|| vec![property], |list| list.iter().collect())
}

/// Whether a parameter takes free text, or a list of free texts.
fn takes_text(property: &Value) -> bool {
    let is_text = |schema: &Value| schema["type"] == "string" && schema["enum"].is_null();
    options(property)
        .into_iter()
        .any(|schema| is_text(schema) || (schema["type"] == "array" && is_text(&schema["items"])))
}

fn takes_numbers(property: &Value) -> bool {
    options(property)
        .into_iter()
        .any(|schema| schema["type"] == "array" && schema["items"]["type"] == "number")
}

#[test]
fn classic_tools_keep_their_arguments() {
    for (name, arguments) in CLASSIC {
        let tool = TOOLS.iter().find(|tool| tool.name == *name);
        let tool = tool.unwrap_or_else(|| panic!("{name} is no tool"));
        let parameters = parameters(tool);
        for argument in *arguments {
            assert!(parameters.contains_key(*argument), "{name} takes no '{argument}'");
        }
        let rows = ARGUMENTS.iter().filter(|(tools, ..)| tools.contains(name));
        assert_eq!(rows.count(), 0, "{name} has old arguments");
    }
}

#[test]
fn every_other_tool_follows_the_rule_of_names() {
    for tool in TOOLS {
        if CLASSIC.iter().any(|(name, _)| *name == tool.name) {
            continue;
        }
        for (name, property) in parameters(tool) {
            let name = name.as_str();
            let at = format!("{}.{name}", tool.name);
            let about = property["description"].as_str().unwrap();
            if takes_text(&property) {
                let known = [CREATED, USED, PLAIN_TEXTS].concat();
                assert!(known.contains(&name) || PLACES.contains(&name), "{at}: {about}");
            }
            if takes_numbers(&property) {
                assert!([PLACES, PLAIN_NUMBERS].concat().contains(&name), "{at}: {about}");
            }
            let names_new = ["Name of", "Start of the names"]
                .iter()
                .any(|start| about.starts_with(start));
            match name {
                "name" | "result" => assert!(names_new, "{at}: {about}"),
                "entity" | "entities" | "target" => {
                    let is_used = !names_new
                        || about.starts_with("Name of an entity")
                        || about.starts_with("Name of a straight");
                    assert!(is_used, "{at}: {about}");
                }
                // The entities that the text avoids are not those that the tool uses.
                "clear_of" => {}
                _ => assert!(
                    !about.starts_with("The entity") && !about.starts_with("Entities"),
                    "{at}: {about}"
                ),
            }
        }
    }
}

#[test]
fn tools_that_make_areas_of_entities_share_five_arguments() {
    for name in [
        "boolean_union",
        "boolean_difference",
        "boolean_intersect",
        "boolean_xor",
        "convex_hull",
        "offset",
    ] {
        let tool = find(name).unwrap();
        let parameters = parameters(tool);
        for argument in ["entities", "result", "style", "layer", "keep"] {
            assert!(parameters.contains_key(argument), "{name}: {argument}");
        }
        assert_eq!(
            tool.canonical()["parameters"]["required"][0],
            "entities",
            "{name}"
        );
    }
}

#[test]
fn the_table_of_old_spellings_fits_the_tools() {
    for (tools, old, new, change) in ARGUMENTS {
        for name in *tools {
            let tool = Catalog::ALL.called_tool(name).unwrap();
            let parameters = parameters(tool);
            assert_eq!(tool.name, *name);
            assert!(parameters.contains_key(*new), "{name}: no '{new}'");
            assert!(
                !parameters.contains_key(*old),
                "{name}: '{old}' is a present name"
            );
            if *change == Change::Item {
                assert_eq!(parameters[*new]["type"], "array", "{name}.{new}");
            }
        }
    }
    for (tools, order) in ORDERS {
        for name in *tools {
            let known = |argument: &&str| {
                parameters(find(name).unwrap()).contains_key(*argument)
                    || ARGUMENTS
                        .iter()
                        .any(|(tools, old, ..)| tools.contains(name) && old == argument)
            };
            assert!(order.iter().all(known), "{name}: {order:?}");
        }
    }
    for old in RENAMED {
        assert!(
            Catalog::ALL.old.iter().any(|tool| tool.name == old.name),
            "{}",
            old.name
        );
        assert!(TOOLS.iter().all(|tool| tool.name != old.name), "{}", old.name);
        assert_eq!(find(old.name).unwrap().name, old.now);
    }
    assert_eq!(Catalog::ALL.old.len(), RENAMED.len());
}

/// Calls a tool and returns the sentences about old names.
fn hints(edit: &mut Edit, tool: &str, input: Value) -> Result<Vec<String>, ToolError> {
    let mut env = ToolEnv::default();
    let spec = env.catalog.called_tool(tool).unwrap();
    let mut cx = ToolCx::new(edit, &mut env);
    spec.call(input.into(), &mut cx)?;
    Ok(cx.notes.hints.into_iter().map(|hint| hint.english).collect())
}

fn two_squares() -> Edit {
    let mut edit = Edit::new(Scene::default());
    for (name, x) in [("a", 0), ("b", 5)] {
        let square = json!({"name": name, "x": x, "y": 0, "width": 10, "height": 10});
        call(&mut edit, "draw_rect", square).unwrap();
    }
    edit
}

#[test]
fn an_old_spelling_works_and_says_what_to_write() {
    let mut edit = two_squares();
    let mut hints = |tool: &str, input: Value| hints(&mut edit, tool, input).unwrap();
    assert_eq!(
        hints("get_area", json!({"name": "a"})),
        ["get_area: argument 'name' is now 'entity'"]
    );
    assert!(hints("get_area", json!({"entity": "a"})).is_empty());
    assert_eq!(
        hints(
            "boolean_union",
            json!({"a": "a", "b": "b", "result": "u", "keep": true})
        ),
        [
            "boolean_union: argument 'a' is now 'entities'",
            "boolean_union: argument 'b' is now 'entities'"
        ]
    );
    assert!(
        hints(
            "boolean_union",
            json!({"a": null, "b": null, "entities": ["a", "b"], "result": "v", "keep": true})
        )
        .is_empty()
    );
    assert_eq!(
        hints("offset_polygon", json!({"name": "a", "delta": -2, "result": "o"})),
        [
            "offset_polygon is now the tool 'offset'",
            "offset_polygon: argument 'delta' is now 'distance'",
            "offset_polygon: argument 'name' is now 'entities'"
        ]
    );
    let area = |edit: &mut Edit, name: &str| call(edit, "get_area", json!({"entity": name})).unwrap();
    let Output::Data(shrunk) = area(&mut edit, "o") else {
        panic!()
    };
    assert_eq!(shrunk, json!(36.0));
}

#[test]
fn an_argument_under_both_names_is_an_error_that_names_both() {
    let mut edit = two_squares();
    for (tool, input, says) in [
        (
            "get_area",
            json!({"name": "a", "entity": "a"}),
            "get_area: 'name' and 'entity' are both given. 'name' is the old name of 'entity': leave it out.",
        ),
        (
            "boolean_union",
            json!({"a": "a", "entities": ["a", "b"], "result": "u"}),
            "boolean_union: 'a' and 'entities' are both given. 'a' is the old name of 'entities': leave it out.",
        ),
        (
            "offset_polygon",
            json!({"name": "a", "delta": 2, "side": "inside", "result": "o"}),
            "offset_polygon: 'delta' and 'side' are both given. 'delta' is the old name of 'distance': leave it out.",
        ),
    ] {
        assert_eq!(hints(&mut edit, tool, input).unwrap_err().message.english, says);
    }
}

#[test]
fn a_result_has_the_style_and_the_layer_of_its_first_entity_or_its_own() {
    let mut edit = two_squares();
    let mut ok = |tool: &str, input: Value| call(&mut edit, tool, input).unwrap();
    ok("create_layer", json!({"name": "cut", "color": "#f00"}));
    ok("create_layer", json!({"name": "marks", "color": "#00f"}));
    ok("set_layer", json!({"entity": "a", "layer": "cut"}));
    ok("set_fill", json!({"name": "a", "fill": "#00ff00"}));
    for (tool, more) in [
        ("boolean_union", json!({})),
        ("convex_hull", json!({})),
        ("offset", json!({"distance": 1})),
    ] {
        let input = |result: &str, rest: Value| {
            let mut input = json!({"entities": ["a", "b"], "result": result, "keep": true});
            for fields in [&more, &rest] {
                input
                    .as_object_mut()
                    .unwrap()
                    .extend(fields.as_object().unwrap().clone());
            }
            input
        };
        let (plain, own) = (format!("{tool}_plain"), format!("{tool}_own"));
        ok(tool, input(&plain, json!({})));
        let look = json!({"style": {"fill": null, "stroke": {"width": 3}}, "layer": "marks"});
        ok(tool, input(&own, look));
    }
    let gone = json!({"entities": ["a", "b"], "result": "a", "keep": false});
    ok("convex_hull", gone);
    for tool in ["boolean_union", "convex_hull", "offset"] {
        let plain = edit.get(&format!("{tool}_plain")).unwrap();
        assert_eq!(plain.layer.as_deref(), Some("cut"), "{tool}");
        assert!(plain.style.fill.is_some(), "{tool}");
        let own = edit.get(&format!("{tool}_own")).unwrap();
        assert_eq!(own.layer.as_deref(), Some("marks"), "{tool}");
        assert!(own.style.fill.is_none(), "{tool}");
        assert_eq!(own.style.stroke.as_ref().unwrap().width, 3.0, "{tool}");
    }
    assert!(edit.get("b").is_none() && edit.get("a").unwrap().shape.kind() == "region");
}

#[test]
fn several_entities_have_one_hull_and_one_offset() {
    let mut edit = two_squares();
    let mut area = |tool: &str, input: Value| {
        call(&mut edit, tool, input).unwrap();
        let Ok(Output::Data(area)) = call(&mut edit, "get_area", json!({"entity": "r"})) else {
            panic!()
        };
        call(&mut edit, "delete_entity", json!({"name": "r"})).unwrap();
        area.as_f64().unwrap()
    };
    let both = |more: Value| {
        let mut input = json!({"entities": ["a", "b"], "result": "r"});
        input
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        input
    };
    assert!((area("convex_hull", both(json!({}))) - 150.0).abs() < 1e-9);
    assert!((area("offset", both(json!({"distance": 1}))) - 17.0 * 12.0).abs() < 1e-9);
    let inside = both(json!({"distance": 1, "side": "inside"}));
    assert!((area("offset", inside) - 13.0 * 8.0).abs() < 1e-9);
    for (tool, input, says) in [
        (
            "offset",
            json!({"entities": [], "distance": 1, "result": "r"}),
            "offset: entities must name one shape or more",
        ),
        (
            "convex_hull",
            json!({"entities": [], "result": "r"}),
            "convex_hull: entities must name one shape or more",
        ),
        (
            "convex_hull",
            json!({"entities": ["a", "a"], "result": "r"}),
            "convex_hull: 'a' is named twice",
        ),
        (
            "boolean_xor",
            json!({"entities": ["a"], "result": "r"}),
            "boolean_xor: entities must name two shapes or more",
        ),
        (
            "offset",
            json!({"entities": ["a"], "distance": 1, "result": "r", "side": "left"}),
            "offset: 'a' is closed, so side must be \"outside\", \"inside\" or \"both\"",
        ),
        (
            "offset",
            json!({"entities": ["a"], "distance": 6, "result": "r", "side": "inside"}),
            "offset: the result would be empty; distance must be below 5",
        ),
        (
            "convex_hull",
            json!({"entities": ["a"], "result": "r", "layer": "none"}),
            "Layer 'none' not found",
        ),
    ] {
        let message = call(&mut edit, tool, input).unwrap_err().message.english;
        assert!(message.contains(says), "{message}");
    }
}

/// Returns the error of a call in an empty drawing.
fn refusal(tool: &str, input: Value) -> ToolError {
    call(&mut Edit::new(Scene::default()), tool, input).unwrap_err()
}

#[test]
fn every_tool_answers_wrong_arguments_with_its_signature_and_an_example() {
    for tool in TOOLS {
        let error = refusal(tool.name, json!({ "no_such_argument": 1 }));
        let usage = error.usage.unwrap_or_default();
        assert!(
            usage.starts_with(&format!("{}(", tool.name)),
            "{}: {usage}",
            tool.name
        );
        assert!(usage.ends_with(tool.example), "{}: {usage}", tool.name);
        assert!(
            error.message.english.contains("no_such_argument"),
            "{}",
            error.message
        );
    }
    // An error about a value of the right form has no usage.
    let input = json!({ "name": "c", "x": 0, "y": 0, "radius": -1 });
    assert_eq!(refusal("draw_circle", input).usage, None);
}

/// Every tool understands each word for its parameters, and no word takes a parameter from another one.
#[test]
fn every_tool_understands_the_words_for_its_parameters() {
    let mut count = 0;
    for tool in TOOLS {
        let schema = tool.canonical();
        let names: Vec<&str> = properties(&schema).map(|(name, _)| name.as_str()).collect();
        for (parameter, words, change) in SYNONYMS {
            for word in words.iter().filter(|_| names.contains(parameter)) {
                let Some((meant, _)) = meant_parameter(word, &names) else {
                    let is_own = names.contains(word);
                    let measures = names
                        .iter()
                        .filter(|name| name.contains("radius") || name.contains("diameter"));
                    let is_unclear = measures.count() > 1 || words.contains(&"degrees");
                    assert!(is_own || is_unclear, "{}: {word}", tool.name);
                    continue;
                };
                count += 1;
                assert_eq!(meant, *parameter, "{}: {word}", tool.name);
                let mut given = vec![(Cow::Borrowed(*word), Arg::Number(6.0))];
                let hints = rename_arguments(tool.name, &names, &mut given).unwrap();
                assert_eq!(hints.len(), 1, "{}: {word}", tool.name);
                hints[0].check_translation().unwrap();
                let value = match change {
                    Change::Half => 3.0,
                    Change::Double => 12.0,
                    _ => 6.0,
                };
                assert_eq!(
                    given[0],
                    (Cow::Borrowed(*parameter), Arg::Number(value)),
                    "{}",
                    tool.name
                );
                // Both names together are refused.
                let mut both = vec![
                    (Cow::Borrowed(*word), Arg::Number(6.0)),
                    (Cow::Borrowed(*parameter), Arg::Number(6.0)),
                ];
                assert!(
                    rename_arguments(tool.name, &names, &mut both).is_err(),
                    "{}: {word}",
                    tool.name
                );
            }
        }
    }
    assert!(count > 40, "{count} words");
}

#[test]
fn words_for_arguments_give_the_same_drawing_as_their_names() {
    for (tool, word, named) in [
        (
            "draw_rect",
            json!({"name": "e", "x": 0, "y": 0, "w": 5, "h": 4}),
            json!({"name": "e", "x": 0, "y": 0, "width": 5, "height": 4}),
        ),
        (
            "draw_circle",
            json!({"name": "e", "cx": 1, "cy": 2, "r": 3}),
            json!({"name": "e", "x": 1, "y": 2, "radius": 3}),
        ),
        (
            "draw_circle",
            json!({"name": "e", "x": 1, "y": 2, "diameter": 6}),
            json!({"name": "e", "x": 1, "y": 2, "radius": 3}),
        ),
        (
            "draw_arc",
            json!({"name": "e", "x": 1, "y": 2, "r": 3, "start_angle": 0, "end_angle": 90, "angle_unit": "degrees"}),
            json!({"name": "e", "cx": 1, "cy": 2, "radius": 3, "start_angle": 0, "end_angle": 90, "angle_unit": "degree"}),
        ),
        (
            "rotate",
            json!({"name": "a", "degrees": 45}),
            json!({"name": "a", "angle": 45, "angle_unit": "degree"}),
        ),
        (
            "rotate",
            json!({"name": "a", "angle": 45, "angle_unit": "deg"}),
            json!({"name": "a", "angle": 45, "angle_unit": "degree"}),
        ),
    ] {
        let [mut one, mut other] = [two_squares(), two_squares()];
        call(&mut one, tool, word.clone()).unwrap_or_else(|error| panic!("{word}: {}", error.message));
        call(&mut other, tool, named).unwrap();
        let (one, other) = (one.finish().0, other.finish().0);
        assert!(one.diff_to(&other).is_empty(), "{word}");
    }
    let error = refusal("draw_rect", json!({"name": "e", "x": 0, "y": 0, "q": 5}));
    assert_eq!(error.suggestions, [""; 0], "a letter is like no parameter");
}

#[test]
fn the_name_of_a_missing_tool_is_answered_with_what_its_words_find() {
    let env = ToolEnv::default();
    for (wrong, right) in [
        ("draw_dimension", "dimension_linear"),
        ("boolean_subtract", "boolean_difference"),
        ("make_slot", "draw_slot"),
        ("draw_hole", "draw_circle"),
        ("drawRectangle", "draw_rect"),
        ("round_corners", "fillet_corners"),
        ("draw_circel", "draw_circle"),
    ] {
        let suggestions = env.find(wrong).unwrap_err().suggestions;
        assert!(
            suggestions.iter().any(|name| name == right),
            "{wrong}: {suggestions:?}"
        );
        let functions = crate::suggest_functions(&trammel_base::suggest::snake_case(wrong));
        assert!(
            functions.iter().any(|name| name == right),
            "{wrong} in code: {functions:?}"
        );
    }
}
