//! Search for tools: the terms of drafters and of models find the tool that does the work.

use serde_json::{Value, json};
use trammel_scene::{Edit, Scene};
use trammel_tools::{Output, ToolCx, ToolEnv, find};

/// Returns the names that `list_tools` answers for an input, best first.
fn listed(input: &Value) -> Vec<String> {
    let (mut edit, mut env) = (Edit::new(Scene::default()), ToolEnv::default());
    let mut cx = ToolCx {
        edit: &mut edit,
        env: &mut env,
        in_sandbox: false,
        warnings: Vec::new(),
    };
    let tool = find("list_tools").expect("the tool exists");
    let Ok(Output::Data(reply)) = tool.call(input.clone().into(), &mut cx) else {
        panic!("no list for {input}");
    };
    assert_eq!(reply["search"], input["search"]);
    let tools = reply["tools"].as_array().expect("a list");
    let name = |row: &Value| row["name"].as_str().expect("a name").to_owned();
    tools.iter().map(name).collect()
}

fn found(search: &str) -> Vec<String> {
    listed(&json!({ "search": search }))
}

/// Requests as users and models write them, each with the tools that do the work; one of them is among the first three.
const REQUESTS: [(&str, &str); 122] = [
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
fn a_search_without_a_match_is_an_empty_list() {
    assert!(found("zzyzx").is_empty());
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
