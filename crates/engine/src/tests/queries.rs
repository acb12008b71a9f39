//! Tests of queries about entities that do not exist, and about references that a query cannot take.

use super::*;
use trammel_tools::{Kind, TOOLS};

/// Queries about entities: the tool, the parameter that refers to an entity, and the other arguments. `[]` marks a
/// parameter that is a list.
const QUERIES: &[(&str, &str, &str)] = &[
    ("get_entity", "name", ""),
    ("exists", "entity", ""),
    ("get_world_bounds", "entity", ""),
    ("get_world_point", "entity", "x: 0, y: 0"),
    ("get_world_transform", "entity", ""),
    ("get_length", "entity", ""),
    ("get_area", "entity", ""),
    ("get_area_properties", "entity", ""),
    ("get_centroid", "entity", ""),
    ("measure_distance", "entity", "target: [0, 0]"),
    ("measure_distance", "target", "entity: [0, 0]"),
    ("measure_angle", "entity", "target: [1, 0]"),
    ("measure_angle", "target", "entity: [1, 0]"),
    ("measure_parts", "entity", ""),
    ("get_intersection", "a", "b: 'wall'"),
    ("get_intersection", "b", "a: 'wall'"),
    ("get_point_at_distance", "entity", "from: [0, 0], distance: 1"),
    ("get_nearest_point", "entity", "point: [0, 0]"),
    ("contains_point", "entity", "point: [0, 0]"),
    ("find_entities", "group", ""),
    ("find_overlaps", "entities[]", ""),
    ("find_pattern", "entities[]", ""),
    ("check_for_cutting", "entities[]", ""),
    ("order_cuts", "entities[]", ""),
    ("get_draw_order", "group", ""),
];

/// Runs a query about `reference`. Returns `null`, `value`, or the message of the error.
fn asked((tool, parameter, rest): (&str, &str, &str), reference: &str) -> String {
    let value = match parameter.strip_suffix("[]") {
        Some(list) => format!("{list}: ['{reference}']"),
        None => format!("{parameter}: '{reference}'"),
    };
    let code = format!(
        "draw_rect({{ name: 'plate', x: 0, y: 0, width: 80, height: 50 }});\n\
         draw_line({{ name: 'wall', points: [-10, 20, 90, 30] }});\n\
         try {{ const answer = {tool}({{ {value}, {rest} }}); console.log(answer === null ? 'null' : 'value') }}\n\
         catch (error) {{ console.log(error.message) }}"
    );
    let outcome = run(&code);
    outcome
        .logs
        .first()
        .cloned()
        .unwrap_or_else(|| entities_or_error(&outcome))
}

#[test]
fn a_query_about_a_missing_entity_is_null() {
    for query in QUERIES {
        // `exists` answers false.
        let expected = if query.0 == "exists" { "value" } else { "null" };
        assert_eq!(asked(*query, "nothing"), expected, "{query:?}");
    }
}

#[test]
fn a_part_that_a_query_cannot_take_is_an_error_with_the_next_step() {
    const TAKE_PARTS: &[&str] = &[
        "get_length",
        "get_centroid",
        "measure_distance",
        "measure_angle",
        "get_intersection",
        "get_point_at_distance",
        "get_nearest_point",
    ];
    for query in QUERIES {
        let (tool, ..) = *query;
        let answer = asked(*query, "plate.edge[0]");
        if tool == "exists" || TAKE_PARTS.contains(&tool) {
            assert_eq!(answer, "value", "{query:?}");
        } else {
            let says = "'plate.edge[0]' is a part of 'plate', and this tool works on whole entities. Name 'plate', or measure";
            assert!(
                answer.starts_with(tool) && answer.contains(says),
                "{query:?}: {answer}"
            );
        }
        let missing = asked(*query, "plate.edge[9]");
        assert!(
            tool == "exists" || missing.contains("'plate' has no part 'edge[9]'"),
            "{query:?}: {missing}"
        );
    }
}

#[test]
fn the_table_has_every_query_about_entities() {
    let references = ["name", "entity", "entities", "target", "a", "b", "group"];
    for tool in TOOLS.iter().filter(|tool| tool.kind == Kind::Query) {
        let schema = tool.canonical();
        for parameter in references {
            if schema["parameters"]["properties"][parameter].is_null() {
                continue;
            }
            let known = |(name, known, _): &(&str, &str, &str)| {
                *name == tool.name && known.trim_end_matches("[]") == parameter
            };
            assert!(QUERIES.iter().any(known), "{}.{parameter}", tool.name);
        }
    }
}
