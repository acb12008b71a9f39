//! Tests of trim, extend, join, explode, and reverse, of arcs in a path, and of a fixed point in a constraint.

use super::*;

#[test]
fn trim_a_circle_and_a_wall() {
    let mut d = Drawing::new(&[circle("c", 0.0, 0.0, 10.0), line("cut", &[0.0, -20.0, 0.0, 20.0])]);
    let left = d.ok(
        "trim",
        json!({ "entity": "c", "entities": ["cut"], "point": [10, 0] }),
    );
    assert_eq!(
        left,
        json!({ "entity": "c", "type": "arc", "pieces": ["c"], "became": "arc" })
    );
    near(d.number("get_length", "c"), 10.0 * std::f64::consts::PI);
    assert_eq!(d.bounds("c"), [-10.0, -10.0, 0.0, 10.0]);
    // The line crosses the remaining arc twice and loses its middle piece.
    let left = d.ok(
        "trim",
        json!({ "entity": "cut", "entities": ["c"], "point": [0, 0] }),
    );
    assert_eq!(left["pieces"], json!(["cut", "cut_2"]));
    assert_eq!(
        (d.bounds("cut"), d.bounds("cut_2")),
        ([0.0, -20.0, 0.0, -10.0], [0.0, 10.0, 0.0, 20.0])
    );
    let message = d.error(
        "trim",
        json!({ "entity": "cut", "entities": ["cut_2"], "point": [0, 0] }),
    );
    assert_eq!(
        message,
        "trim: 'cut' was not changed: the cutters do not intersect it"
    );
    let mut d = Drawing::new(&[circle("c", 0.0, 0.0, 10.0), line("touch", &[0.0, 0.0, 20.0, 0.0])]);
    let message = d.error(
        "trim",
        json!({ "entity": "c", "entities": ["touch"], "point": [-10, 0] }),
    );
    assert!(message.ends_with("a closed outline needs two cuts"), "{message}");
}

#[test]
fn edit_tools_work_in_rotated_and_scaled_groups() {
    // A line in a group that is rotated by 90 degrees and doubled in size: in the drawing, the line is at x = 0 and
    // runs from y = 0 to y = 20.
    let mut d = Drawing::new(&[
        line("rail", &[0.0, 0.0, 10.0, 0.0]),
        ("create_group", json!({ "name": "g", "children": ["rail"] })),
        (
            "rotate",
            json!({ "name": "g", "angle": 90, "angle_unit": "degree", "cx": 0, "cy": 0 }),
        ),
        ("scale", json!({ "name": "g", "sx": 2, "around": "origin" })),
        line("shelf", &[-5.0, 15.0, 5.0, 15.0]),
        line("roof", &[-5.0, 50.0, 5.0, 50.0]),
    ]);
    assert_eq!(d.bounds("rail"), [0.0, 0.0, 0.0, 20.0]);
    d.ok(
        "trim",
        json!({ "entity": "rail", "entities": ["shelf"], "point": [0, 18] }),
    );
    assert_eq!(d.bounds("rail"), [0.0, 0.0, 0.0, 15.0]);
    d.ok("extend_to", json!({ "entity": "rail", "target": "roof" }));
    assert_eq!(d.bounds("rail"), [0.0, 0.0, 0.0, 50.0]);
    let names = d.ok("split_at", json!({ "entity": "rail", "points": [0, 20] }));
    assert_eq!(names, json!(["rail", "rail_2"]));
    assert_eq!(d.ok("get_entity", json!({ "name": "rail_2" }))["parent"], "g");
    assert_eq!(d.bounds("rail_2"), [0.0, 20.0, 0.0, 50.0]);
    d.ok(
        "lengthen",
        json!({ "entity": "rail_2", "delta": -10, "end": "start" }),
    );
    assert_eq!(d.bounds("rail_2"), [0.0, 30.0, 0.0, 50.0]);
}

#[test]
fn trim_at_every_open_type() {
    let mut d = Drawing::new(&[
        (
            "draw_arc",
            json!({ "name": "arc", "cx": 0, "cy": 0, "radius": 10, "start_angle": 0, "end_angle": 180, "angle_unit": "degree" }),
        ),
        (
            "draw_ellipse",
            json!({ "name": "oval", "cx": 0, "cy": 0, "rx": 20, "ry": 10, "start_angle": 0, "end_angle": std::f64::consts::PI }),
        ),
        (
            "draw_bezier",
            json!({ "name": "path", "path": "m0 0h10v10a5 5 0 0 1-10 0" }),
        ),
        line("poly", &[0.0, 0.0, 10.0, 0.0, 10.0, 10.0]),
    ]);
    d.ok(
        "trim_at",
        json!({ "entity": "arc", "point": [0, 10], "keep": "end" }),
    );
    assert_eq!(
        (d.kind("arc"), d.bounds("arc")),
        ("arc".to_owned(), [-10.0, 0.0, 0.0, 10.0])
    );
    d.ok(
        "trim_at",
        json!({ "entity": "oval", "point": [0, 10], "keep": "start" }),
    );
    assert_eq!(
        (d.kind("oval"), d.bounds("oval")),
        ("ellipse".to_owned(), [0.0, 0.0, 20.0, 10.0])
    );
    d.ok(
        "trim_at",
        json!({ "entity": "path", "point": [5, 15], "keep": "end" }),
    );
    assert_eq!(
        (d.kind("path"), d.bounds("path")),
        ("arc".to_owned(), [0.0, 10.0, 5.0, 15.0])
    );
    d.ok(
        "trim_at",
        json!({ "entity": "poly", "point": [10, 4], "keep": "start" }),
    );
    near(d.number("get_length", "poly"), 14.0);
    let message = d.error(
        "trim_at",
        json!({ "entity": "poly", "point": [-9, 0], "keep": "start" }),
    );
    assert_eq!(
        message,
        "trim_at: the point is at an end of 'poly', so there is nothing to cut off or the result would be empty"
    );
}

#[test]
fn a_full_circle_arc_has_no_ends_and_keeps_its_measurements() {
    let mut d = Drawing::new(&[(
        "draw_arc",
        json!({ "name": "ring", "cx": 5, "cy": 0, "radius": 10, "start_angle": 0, "end_angle": std::f64::consts::TAU }),
    )]);
    near(d.number("get_length", "ring"), 20.0 * std::f64::consts::PI);
    assert_eq!(d.bounds("ring"), [-5.0, -10.0, 15.0, 10.0]);
    assert!(
        d.error("lengthen", json!({ "entity": "ring", "delta": 1 }))
            .contains("is closed")
    );
    near(
        d.ok("get_centroid", json!({ "entity": "ring" }))[0]
            .as_f64()
            .unwrap(),
        5.0,
    );
    assert_eq!(
        d.ok("split_at", json!({ "entity": "ring", "points": [15, 0, -5, 0] })),
        json!(["ring", "ring_2"])
    );
    assert_eq!(
        (d.bounds("ring"), d.bounds("ring_2")),
        ([-5.0, 0.0, 15.0, 10.0], [-5.0, -10.0, 15.0, 0.0])
    );
    // A translation in world coordinates changes the measurements of an entity in a rotated group.
    d.ok("create_group", json!({ "name": "g", "children": ["ring"] }));
    d.ok(
        "rotate",
        json!({ "name": "g", "angle": 90, "angle_unit": "degree", "cx": 0, "cy": 0 }),
    );
    let before = d.ok("get_nearest_point", json!({ "entity": "ring", "point": [0, 0] }));
    d.ok("translate", json!({ "name": "ring", "dx": 10, "dy": 0 }));
    let after = d.ok("get_nearest_point", json!({ "entity": "ring", "point": [10, 0] }));
    near(
        after["point"][0].as_f64().unwrap(),
        before["point"][0].as_f64().unwrap() + 10.0,
    );
    near(
        after["distance"].as_f64().unwrap(),
        before["distance"].as_f64().unwrap(),
    );
}

#[test]
fn extend_errors_state_the_missing_intersection() {
    let mut d = Drawing::new(&[
        line("a", &[0.0, 0.0, 10.0, 0.0]),
        line("b", &[20.0, 5.0, 20.0, 9.0]),
        circle("c", 0.0, 0.0, 2.0),
    ]);
    let message = d.error("extend_to", json!({ "entity": "a", "target": "b" }));
    assert_eq!(
        message,
        "extend_to: 'a' was not changed: extended in a straight line from its end (10, 0), it does not meet the boundary"
    );
    let message = d.error("extend_to", json!({ "entity": "c", "target": "b" }));
    assert_eq!(
        message,
        "extend_to: 'c' was not changed: it is closed, so it has no ends"
    );
    let message = d.error("extend_to", json!({ "entity": "a", "target": "d" }));
    assert_eq!(message, "Entity 'd' not found");
}

#[test]
fn join_explode_and_reverse() {
    let mut d = Drawing::new(&[(
        "draw_rect",
        json!({ "name": "r", "x": 1, "y": 2, "width": 6, "height": 4, "style": { "stroke": "#ff0000" } }),
    )]);
    let names = d.ok("explode", json!({ "entity": "r" }));
    assert_eq!(names, json!(["r_1", "r_2", "r_3", "r_4"]));
    assert!(d.0.get("r").is_none());
    d.ok("reverse", json!({ "entity": "r_2" }));
    assert_eq!(
        d.ok("get_entity", json!({ "name": "r_2" }))["geometry"]["points"],
        json!([7.0, 6.0, 7.0, 2.0])
    );
    d.ok(
        "join",
        json!({ "entities": ["r_3", "r_1", "r_2", "r_4"], "result": "r" }),
    );
    near(d.number("get_area", "r"), 24.0);
    assert_eq!(d.0.len(), 1);
    assert_eq!(
        d.ok("get_entity", json!({ "name": "r" }))["style"]["stroke"]["color"],
        json!([1.0, 0.0, 0.0, 1.0])
    );
    let mut d = Drawing::new(&[
        line("a", &[0.0, 0.0, 5.0, 0.0]),
        line("b", &[6.0, 0.0, 9.0, 0.0]),
        line("c", &[9.0, 0.0, 9.0, 3.0]),
    ]);
    let message = d.error("join", json!({ "entities": ["a", "b", "c"], "result": "w" }));
    assert!(
        message.contains("form 2 chains, not one: the smallest gap is 1, from (5, 0) to (6, 0)"),
        "{message}"
    );
    d.ok("join", json!({ "entities": ["b", "c"], "result": "b" }));
    near(d.number("get_length", "b"), 6.0);
    assert!(
        d.error("explode", json!({ "entity": "a" }))
            .contains("already a single piece")
    );
    assert!(
        d.error("join", json!({ "entities": ["a", "b"], "result": "b" }))
            .contains("gap")
    );
}

#[test]
fn an_exploded_path_keeps_its_arcs() {
    let mut d = Drawing::new(&[(
        "draw_bezier",
        json!({ "name": "p", "path": "M0,0 h10 a5,5 0 0 1 0,10 H0 t-5-5 Z" }),
    )]);
    let names = d.ok("explode", json!({ "entity": "p" }));
    let kinds: Vec<String> = names
        .as_array()
        .unwrap()
        .iter()
        .map(|name| d.kind(name.as_str().unwrap()))
        .collect();
    assert_eq!(kinds, ["line", "arc", "line", "bezier", "line"]);
    let total: f64 = names
        .as_array()
        .unwrap()
        .iter()
        .map(|name| d.number("get_length", name.as_str().unwrap()))
        .sum();
    assert!(total > 20.0 + 5.0 * std::f64::consts::PI);
}

#[test]
fn edit_tools_do_not_change_locked_entities() {
    let mut edit = Edit::by_user(Scene::new("t"));
    for (tool, input) in [
        line("a", &[0.0, 0.0, 10.0, 0.0]),
        line("b", &[0.0, 0.0, 0.0, 10.0]),
    ] {
        call(&mut edit, tool, input).unwrap();
    }
    edit.set_flags("b", trammel_scene::Flags::LOCKED).unwrap();
    let mut d = Drawing(Edit::new(edit.finish().0));
    for (tool, input) in [
        ("fillet", json!({ "entity": "a", "target": "b", "radius": 2 })),
        ("join", json!({ "entities": ["a", "b"], "result": "w" })),
        ("reverse", json!({ "entity": "b" })),
        ("lengthen", json!({ "entity": "b", "delta": 2 })),
        ("split_at", json!({ "entity": "b", "points": [0, 5] })),
    ] {
        assert_eq!(
            d.error(tool, input),
            "Entity 'b' is locked by the user and was not changed. The user can unlock it."
        );
    }
}

#[test]
fn arcs_of_a_path_with_sweep_flag_1_run_counterclockwise() {
    let mut d = Drawing::new(&[]);
    d.ok(
        "draw_bezier",
        json!({ "name": "low", "path": "M0,0 A5,5 0 0 1 10,0" }),
    );
    assert_eq!(d.bounds("low"), [0.0, -5.0, 10.0, 0.0]);
}

#[test]
fn a_fixed_point_ties_a_constraint_to_the_origin() {
    let mut d = Drawing::new(&[
        ("draw_point", json!({ "name": "origin", "x": 0, "y": 0 })),
        line("edge", &[3.0, 4.0, 20.0, 4.0]),
        ("add_constraint", json!({ "kind": "fix", "refs": ["origin"] })),
        (
            "add_constraint",
            json!({ "kind": "coincident", "refs": ["edge.start", "origin"] }),
        ),
    ]);
    d.ok("solve_constraints", json!({}));
    near_point(at(&mut d, "edge", "start"), [0.0, 0.0]);
    near_point(at(&mut d, "origin", "point[0]"), [0.0, 0.0]);
}
