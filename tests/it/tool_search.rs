//! Search for tools: the terms of drafters and of models find the tool that does the work.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use trammel_scene::{Edit, Scene};
use trammel_tools::{Output, ToolCx, ToolEnv, find};

/// Returns the data that a look-up answers.
fn reply_of(tool: &str, input: &Value) -> Value {
    let (mut edit, mut env) = (Edit::new(Scene::default()), ToolEnv::default());
    let mut cx = ToolCx::new(&mut edit, &mut env);
    let found = find(tool).expect("the tool exists");
    let Ok(Output::Data(reply)) = found.call(input.clone().into(), &mut cx) else {
        panic!("no answer of {tool} for {input}");
    };
    reply
}

fn answered(input: &Value) -> Value {
    reply_of("list_tools", input)
}

/// Returns the names that `list_tools` answers for an input, best first.
fn listed(input: &Value) -> Vec<String> {
    let reply = answered(input);
    assert_eq!(reply["search"], input["search"]);
    assert!(reply.to_string().len() < 8_000, "the result of {input} is cut");
    let tools = reply["tools"].as_array().expect("a list");
    let name = |row: &Value| row["name"].as_str().expect("a name").to_owned();
    tools.iter().map(name).collect()
}

fn found(search: &str) -> Vec<String> {
    listed(&json!({ "search": search }))
}

/// Requests as users and models write them, each with the tools that do the work; one of them is among the first three.
const REQUESTS: [(&str, &str); 128] = [
    ("screenshot", "look"),
    ("picture", "look"),
    ("view of the drawing", "look"),
    ("look at the drawing", "look"),
    ("capture", "look"),
    ("도면 그림 보기", "look"),
    ("tangent sides", "convex_hull"),
    ("tangent lines of two circles", "convex_hull"),
    ("slotted link around two bosses", "convex_hull"),
    ("outline of text", "draw_text"),
    ("engrave a name", "draw_text"),
    ("write a label", "draw_text"),
    ("keyway", "boolean_difference"),
    ("cut a notch", "boolean_difference"),
    ("subtract one shape from another", "boolean_difference"),
    ("center on", "align"),
    ("line up the left edges", "align"),
    ("bolt circle", "bolt_circle"),
    ("circular pattern of holes", "bolt_circle"),
    ("repeat around a center", "array_polar"),
    ("grid of holes", "array_grid"),
    ("rows and columns", "array_grid"),
    ("involute teeth", "draw_gear"),
    ("hole", "draw_circle"),
    ("hexagon", "draw_regular_polygon"),
    ("hex nut across flats", "draw_regular_polygon"),
    ("rounded rectangle", "draw_rect"),
    ("slotted hole", "draw_slot"),
    ("polyline", "draw_line"),
    ("wall", "draw_line"),
    ("triangle", "draw_polygon"),
    ("spline through points", "draw_curve"),
    ("svg path", "draw_bezier"),
    ("moment of inertia", "get_area_properties"),
    ("part of a circle", "draw_arc"),
    ("center mark", "draw_point"),
    ("dashed line type", "set_stroke"),
    ("line weight", "set_stroke"),
    ("color of an area", "set_fill"),
    ("transparent", "remove_fill"),
    ("bring to front", "draw_order"),
    ("move", "translate"),
    ("shift by 10 mm", "translate"),
    ("turn by 45 degrees", "rotate"),
    ("enlarge", "scale"),
    ("base point of a rotation", "set_pivot"),
    ("copy", "duplicate"),
    ("flip", "mirror"),
    ("symmetric copy", "mirror"),
    ("even spacing", "distribute"),
    ("equal gaps between parts", "distribute"),
    ("change the name of an entity", "rename_entity"),
    ("erase", "delete_entity"),
    ("combine into a block", "create_group"),
    ("dissolve a group", "ungroup"),
    ("bounding box", "get_world_bounds"),
    ("width and height of an entity", "get_world_bounds"),
    ("perimeter", "get_length"),
    ("circumference", "get_length"),
    ("surface area", "get_area"),
    ("center of gravity", "get_centroid"),
    ("clearance between two parts", "measure_distance"),
    ("minimum distance", "measure_distance"),
    ("slope of an edge", "measure_angle"),
    ("where do the lines cross", "get_intersection"),
    ("midpoint of an edge", "get_point_at_distance"),
    ("closest point on the outline", "get_nearest_point"),
    ("foot of the perpendicular", "get_nearest_point"),
    ("is the point inside", "contains_point"),
    ("search by layer", "find_entities"),
    ("everything in a window", "find_entities"),
    ("collision", "find_overlaps"),
    ("interference of parts", "find_overlaps"),
    ("summary of the drawing", "describe_scene"),
    ("entities that the user picked", "get_selection"),
    ("trim a line", "trim"),
    ("lengthen to a boundary", "extend_to"),
    ("break into pieces", "split_at"),
    ("round the corner of two lines", "fillet"),
    ("round the corners of a polygon", "fillet_corners"),
    ("bevel", "chamfer"),
    ("connect lines end to end", "join"),
    ("break apart", "explode"),
    ("parallel line", "offset"),
    ("wall thickness", "offset"),
    ("merge two areas", "boolean_union"),
    ("common area", "boolean_intersect"),
    ("shrink an area", "offset"),
    ("horizontal dimension", "dimension_linear"),
    ("chain dimension", "dimension_chain"),
    ("baseline dimension", "dimension_baseline"),
    ("overall width of a rounded part", "dimension_extent"),
    ("tolerance", "dimension_linear"),
    ("fit text in a box", "fit_text"),
    ("largest text for a name plate", "fit_text"),
    ("연속 치수", "dimension_chain"),
    ("true length of a slanted edge", "dimension_aligned"),
    ("diameter of a hole as a dimension", "dimension_diameter"),
    ("corner coordinates of a plate", "measure_parts"),
    ("section lines", "hatch"),
    ("make two lines perpendicular", "add_constraint"),
    ("concentric circles", "add_constraint"),
    ("degrees of freedom", "list_constraints"),
    ("inches", "set_drawing"),
    ("ready for the laser cutter", "check_for_cutting"),
    ("beam width compensation", "apply_kerf"),
    ("arrange parts on a sheet", "nest"),
    ("finger joints of a box", "draw_finger_panel"),
    ("print on paper", "export_pdf"),
    ("open an AutoCAD file", "import_dxf"),
    ("두 원의 접선", "convex_hull"),
    ("구멍을 격자로 반복", "array_grid"),
    ("모서리를 둥글게", "fillet_corners"),
    ("wall with door", "draw_wall"),
    ("floor plan", "draw_wall"),
    ("room with a window", "draw_wall"),
    ("door swing", "draw_wall"),
    ("partition of a house", "draw_wall"),
    ("center in plate", "align"),
    ("center a pattern of holes in a part", "align"),
    ("flush with the top edge", "align"),
    ("finger joint edge", "finger_edge"),
    ("box joint", "finger_edge"),
    ("tabs along a slanted edge", "finger_edge"),
    ("문이 있는 벽", "draw_wall"),
    ("평면도", "draw_wall"),
    ("판 가운데에 맞추기", "align"),
    ("손가락 이음 모서리", "finger_edge"),
];

#[test]
fn each_request_finds_its_tool_among_the_first_three() {
    let missed: Vec<String> = REQUESTS
        .iter()
        .filter_map(|(request, tool)| {
            let names = found(request);
            let first: Vec<&str> = names.iter().take(3).map(String::as_str).collect();
            (!first.contains(tool)).then(|| format!("{request}: {tool} is not in {first:?}"))
        })
        .collect();
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn a_search_in_a_domain_lists_only_that_domain() {
    let names = listed(&json!({ "search": "circle", "domain": "annotate" }));
    assert!(!names.is_empty());
    let is_annotation = |name: &String| find(name).unwrap().domain.name() == "annotate";
    assert!(names.iter().all(is_annotation), "{names:?}");
}

#[test]
fn a_search_without_a_good_match_is_an_empty_list_with_a_hint() {
    for search in ["zzyzx", "living hinge", "render in 3d", "how do I"] {
        let reply = answered(&json!({ "search": search }));
        assert_eq!(reply["tools"], json!([]), "{search}");
        assert!(reply["hint"].as_str().unwrap().contains("list_tools"), "{search}");
    }
    // A word that a description has by chance is no match.
    let names = found("weight, mass");
    assert!(
        !names.contains(&"nest".to_owned()) && !names.contains(&"draw_rect".to_owned()),
        "{names:?}"
    );
}

#[test]
fn a_list_of_several_domains_has_the_tools_of_each() {
    let boolean = listed(&json!({ "domain": "boolean" }));
    let groups = listed(&json!({ "domain": "groups" }));
    for domain in [json!("groups, boolean"), json!(["boolean", "groups"])] {
        let names = listed(&json!({ "domain": domain }));
        assert_eq!(names.len(), boolean.len() + groups.len(), "{domain}");
        assert!(
            boolean.iter().chain(&groups).all(|name| names.contains(name)),
            "{domain}"
        );
    }
}

#[test]
fn no_list_and_no_schema_exceeds_a_tool_result() {
    let all = answered(&json!({}));
    assert_eq!(all["domain"], Value::Null);
    let rows = all["tools"].as_array().unwrap();
    for tool in trammel_tools::TOOLS {
        let row = json!({ "name": tool.name, "domain": tool.domain.name() });
        assert!(rows.contains(&row), "{row}");
    }
    let domains: BTreeSet<&str> = rows.iter().filter_map(|row| row["domain"].as_str()).collect();
    let mut inputs: Vec<(&str, Value)> = vec![("list_tools", json!({}))];
    inputs.extend(
        domains
            .iter()
            .map(|domain| ("list_tools", json!({ "domain": domain }))),
    );
    inputs.push(("list_tools", json!({ "domain": domains })));
    let names: Vec<&str> = trammel_tools::TOOLS.iter().map(|tool| tool.name).collect();
    inputs.extend(
        names
            .chunks(6)
            .map(|names| ("get_tool_schema", json!({ "name": names }))),
    );
    for (tool, input) in inputs {
        let length = reply_of(tool, &input).to_string().chars().count();
        println!("{length:5} {tool} {input}");
        assert!(length < 8_000, "{tool} {input} has {length} characters");
    }
}

/// A parameter that several tools share is described once, before the tools that refer to it.
#[test]
fn shared_parts_of_schemas_come_first() {
    let reply = reply_of(
        "get_tool_schema",
        &json!({ "name": "draw_circle, draw_text, draw_slot" }),
    );
    let keys: Vec<&String> = reply.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["shared", "tools"]);
    assert_eq!(
        reply.to_string().matches("Lengths of dashes and gaps").count(),
        1,
        "{reply}"
    );
    for tool in reply["tools"].as_array().unwrap() {
        assert_eq!(
            tool["parameters"]["properties"]["style"]["$ref"], "#/shared/style",
            "{tool}"
        );
        assert!(
            tool["signature"].is_string() && tool["example"].is_string(),
            "{tool}"
        );
    }
}

#[test]
fn signatures_state_types_and_results() {
    for (tool, signature) in [
        (
            "get_world_bounds",
            "get_world_bounds(entity: string) -> {min: [x, y], max: [x, y]} | null",
        ),
        ("get_area", "get_area(entity: string) -> number"),
        ("get_centroid", "get_centroid(entity: string) -> [x, y]"),
        ("translate", "translate(name: string, dx: number, dy: number"),
    ] {
        let reply = reply_of("get_tool_schema", &json!({ "name": tool }));
        let told = reply["signature"].as_str().unwrap();
        assert!(told.starts_with(signature), "{told}");
    }
    for tool in trammel_tools::TOOLS.iter().filter(|tool| tool.in_sandbox()) {
        let signature = trammel_tools::AnyTool::Ours(tool).signature();
        assert!(!signature.contains("any"), "{signature}");
    }
}

#[test]
fn every_tool_has_synonyms_in_both_languages() {
    for tool in trammel_tools::TOOLS {
        assert!(
            tool.synonyms.iter().all(|words| !words.is_empty()),
            "{} has no synonyms",
            tool.name
        );
    }
}
