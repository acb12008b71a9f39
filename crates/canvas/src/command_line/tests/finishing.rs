//! Tests of lines that complete a tool.

use super::*;

/// A line that finishes each tool that draws, changes, or measures, over [`drawing`]: the id of the tool, the selected
/// entities, the line, and the result. A new tool needs a line here.
fn finishing() -> Vec<Finishing> {
    let mut all = drawing_lines();
    all.extend(annotating_lines());
    all.extend(modifying_lines());
    all
}

type Finishing = (&'static str, &'static [&'static str], &'static str, Value);

fn drawing_lines() -> Vec<Finishing> {
    vec![
        (
            "line",
            &[],
            "L 0,0 10,0",
            json!({ "tool": "draw_line", "name": "line_1", "points": [0.0, 0.0, 10.0, 0.0] }),
        ),
        (
            "polyline",
            &[],
            "PL 0,0 10,0 10,10",
            json!({ "tool": "draw_line", "name": "polyline_1", "points": [0.0, 0.0, 10.0, 0.0, 10.0, 10.0] }),
        ),
        (
            "rectangle",
            &[],
            "REC 0,0 10,20",
            json!({ "tool": "draw_rect", "name": "rect_1", "x": 0.0, "y": 0.0, "width": 10.0, "height": 20.0 }),
        ),
        (
            "rectangle-center",
            &[],
            "rectangle-center 0,0 10,20",
            json!({ "tool": "draw_rect", "name": "rect_1", "x": -10.0, "y": -20.0, "width": 20.0, "height": 40.0 }),
        ),
        (
            "rectangle-rounded",
            &[],
            "rectangle-rounded 0,0 10,20 2",
            json!({ "tool": "draw_rect", "name": "rect_1", "x": 0.0, "y": 0.0, "width": 10.0, "height": 20.0, "corner_radius": 2.0 }),
        ),
        (
            "circle",
            &[],
            "C 0,0 10",
            json!({ "tool": "draw_circle", "name": "circle_1", "x": 0.0, "y": 0.0, "radius": 10.0 }),
        ),
        (
            "circle-2-points",
            &[],
            "circle-2-points 0,0 10,0",
            json!({ "tool": "draw_circle", "name": "circle_1", "x": 5.0, "y": 0.0, "radius": 5.0 }),
        ),
        (
            "circle-3-points",
            &[],
            "circle-3-points 10,0 0,10 -10,0",
            json!({ "tool": "draw_circle", "name": "circle_1", "x": 0.0, "y": 0.0, "radius": 10.0 }),
        ),
        (
            "circle-tangent",
            &[],
            "circle-tangent -50,20 -20,0 5",
            json!({ "tool": "draw_circle", "name": "circle_1", "x": -45.0, "y": 5.0, "radius": 5.0 }),
        ),
        (
            "arc",
            &[],
            "A 0,0 10,10 20,0",
            json!({ "tool": "draw_arc", "name": "arc_1", "cx": 10.0, "cy": 0.0, "radius": 10.0,
                "start_angle": 0.0, "end_angle": 180.0, "angle_unit": "degree" }),
        ),
        (
            "arc-center",
            &[],
            "arc-center 0,0 10,0 90",
            json!({ "tool": "draw_arc", "name": "arc_1", "cx": 0.0, "cy": 0.0, "radius": 10.0,
                "start_angle": 0.0, "end_angle": 90.0, "angle_unit": "degree" }),
        ),
        (
            "arc-tangent",
            &[],
            "arc-tangent -10,0 0,10",
            json!({ "tool": "draw_arc", "name": "arc_1", "cx": -10.0, "cy": 10.0, "radius": 10.0,
                "start_angle": -90.0, "end_angle": 0.0, "angle_unit": "degree" }),
        ),
        (
            "ellipse",
            &[],
            "EL 0,0 20,0 5",
            json!({ "tool": "draw_ellipse", "name": "ellipse_1", "cx": 0.0, "cy": 0.0, "rx": 20.0, "ry": 5.0 }),
        ),
        (
            "polygon",
            &[],
            "POL 0,0 20",
            json!({ "tool": "draw_regular_polygon", "name": "polygon_1", "cx": 0.0, "cy": 0.0, "radius": 20.0, "sides": 6 }),
        ),
        (
            "spline",
            &[],
            "SPL 0,0 10,10 20,0",
            json!({ "tool": "draw_bezier", "name": "spline_1",
                "path": "M0,0 C1.6666666667,1.6666666667 6.6666666667,10 10,10 C13.3333333333,10 18.3333333333,1.6666666667 20,0" }),
        ),
        (
            "point",
            &[],
            "PO 0,0",
            json!({ "tool": "draw_point", "name": "point_1", "x": 0.0, "y": 0.0 }),
        ),
    ]
}

fn annotating_lines() -> Vec<Finishing> {
    vec![
        (
            "text",
            &[],
            "MT 0,0 5 90 \"top view\"",
            json!({ "tool": "draw_text", "name": "text_1", "text": "top view", "x": 0.0, "y": 0.0, "size": 5.0, "angle": 90.0, "angle_unit": "degree" }),
        ),
        (
            "dimension",
            &[],
            "DLI 0,0 40,0 20,-10",
            json!({ "tool": "dimension_linear", "name": "dim_1", "from": "plate.point[0]",
                "to": "plate.point[1]", "offset": -10.0 }),
        ),
        (
            "leader",
            &[],
            "LE 70,50 80,60 \"6 holes\"",
            json!({ "tool": "leader", "name": "leader_1", "target": "hole", "points": [80.0, 60.0], "text": "6 holes" }),
        ),
        (
            "hatch",
            &[],
            "H 5,5",
            json!({ "tool": "hatch", "name": "hatch_1", "entities": ["plate"] }),
        ),
        (
            "measure",
            &[],
            "DI 0,0 30,40",
            json!("Distance 50 mm, ΔX 30 mm, ΔY 40 mm, Angle 53.1301°"),
        ),
    ]
}

fn modifying_lines() -> Vec<Finishing> {
    vec![
        (
            "move",
            &["plate"],
            "M 0,0 5,10",
            json!({ "move": ["plate"], "by": [5.0, 10.0] }),
        ),
        (
            "copy",
            &["plate"],
            "CP 0,0 5,10",
            json!({ "tool": "duplicate", "entity": "plate", "result": "plate_2", "dx": 5.0, "dy": 10.0 }),
        ),
        (
            "rotate",
            &["plate"],
            "RO 0,0 90",
            json!({ "rotate": ["plate"], "angle": 90.0, "center": [0.0, 0.0] }),
        ),
        (
            "scale",
            &["plate"],
            "SC 0,0 2",
            json!({ "scale": ["plate"], "factor": 2.0, "center": [0.0, 0.0] }),
        ),
        (
            "mirror",
            &["plate"],
            "MI 0,0 0,10",
            json!({ "tool": "mirror", "entity": "plate", "result": "plate_mirrored", "axis": [0.0, 0.0, 0.0, 10.0] }),
        ),
        (
            "trim",
            &[],
            "TR -20,0",
            json!({ "tool": "trim", "entity": "wall", "entities": ["post"], "point": [-20.0, 0.0] }),
        ),
        (
            "extend",
            &[],
            "EX -62,10",
            json!({ "tool": "extend_to", "entity": "stub", "target": "rail", "end": "end" }),
        ),
        (
            "fillet",
            &["wall", "rail"],
            "F 3",
            json!({ "tool": "fillet", "entity": "wall", "target": "rail", "radius": 3.0 }),
        ),
        (
            "chamfer",
            &["wall", "rail"],
            "CHA 3;4",
            json!({ "tool": "chamfer", "entity": "wall", "target": "rail", "distance": 3.0, "distance2": 4.0 }),
        ),
        (
            "offset",
            &["plate"],
            "O 5",
            json!({ "tool": "offset", "entities": ["plate"], "distance": 5.0, "result": "plate_offset", "side": "outside" }),
        ),
        (
            "break",
            &["wall"],
            "BR -30,0",
            json!({ "tool": "split_at", "entity": "wall", "points": [-30.0, 0.0] }),
        ),
        (
            "join",
            &["wall", "rail"],
            "J",
            json!({ "tool": "join", "entities": ["wall", "rail"], "result": "wall" }),
        ),
        (
            "explode",
            &["plate"],
            "X",
            json!({ "tool": "explode", "entity": "plate" }),
        ),
        (
            "array",
            &["hole"],
            "AR 3;30;0",
            json!({ "tool": "array_linear", "entity": "hole", "count": 3, "dx": 30.0, "dy": 0.0 }),
        ),
    ]
}

#[test]
fn a_line_completes_every_tool_that_draws_changes_or_measures() {
    for (id, selected, line, wanted) in finishing() {
        let mut rig = Rig::with_drawing(selected);
        assert_eq!(
            parse(line, None).unwrap().action,
            Some(ActionId::CanvasTool(id)),
            "{line}"
        );
        assert_eq!(rig.enter(line), Ok(vec![wanted]), "{line}");
    }
    let lines: Vec<&str> = finishing().iter().map(|line| line.0).collect();
    for new in CANVAS_TOOLS {
        let (tool, id) = (new(), new().info().id);
        let needs_line = tool.changes_drawing() || id == "measure";
        assert_eq!(needs_line, lines.contains(&id), "{id}");
    }
}
