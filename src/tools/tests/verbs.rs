//! Tests of the geometry and measuring tools through tool calls: results and resulting drawings.

#![allow(clippy::needless_pass_by_value, reason = "a call reads as it is written")]

use super::*;

/// Drawing with helpers that call tools as a model does.
struct Drawing(Edit);

impl Drawing {
    fn new(calls: &[(&str, Value)]) -> Drawing {
        let mut drawing = Drawing(Edit::new(Scene::new("t")));
        for (tool, input) in calls {
            drawing.ok(tool, input.clone());
        }
        drawing
    }

    fn ok(&mut self, tool: &str, input: Value) -> Value {
        match call(&mut self.0, tool, input.clone()) {
            Ok(Output::Data(data)) => data,
            Ok(Output::Entity { name, kind }) => json!({ "entity": name, "type": kind }),
            Ok(_) => Value::Null,
            Err(error) => panic!("{tool} {input}: {}", error.message),
        }
    }

    fn error(&mut self, tool: &str, input: Value) -> String {
        let before = self.0.scene().clone();
        self.0.begin();
        let message = call(&mut self.0, tool, input).unwrap_err().message;
        self.0.roll_back();
        assert!(
            self.0.scene().diff_to(&before).is_empty(),
            "a failed call changes nothing"
        );
        message
    }

    fn number(&mut self, tool: &str, name: &str) -> f64 {
        self.ok(tool, json!({ "name": name })).as_f64().unwrap()
    }

    fn bounds(&mut self, name: &str) -> [f64; 4] {
        let b = self.ok("get_world_bounds", json!({ "name": name }));
        let at = |corner: &str, i: usize| (b[corner][i].as_f64().unwrap() * 1e9).round() / 1e9 + 0.0;
        [at("min", 0), at("min", 1), at("max", 0), at("max", 1)]
    }

    fn kind(&mut self, name: &str) -> String {
        self.ok("get_entity", json!({ "name": name }))["type"]
            .as_str()
            .unwrap()
            .to_owned()
    }
}

fn line(name: &str, points: &[f64]) -> (&'static str, Value) {
    ("draw_line", json!({ "name": name, "points": points }))
}

fn circle(name: &str, x: f64, y: f64, radius: f64) -> (&'static str, Value) {
    (
        "draw_circle",
        json!({ "name": name, "x": x, "y": y, "radius": radius }),
    )
}

#[track_caller]
fn near(got: f64, want: f64) {
    assert!(
        (got - want).abs() <= 1e-9 * want.abs().max(1.0),
        "{got} is not {want}"
    );
}

#[test]
fn trim_a_circle_and_a_wall() {
    let mut d = Drawing::new(&[circle("c", 0.0, 0.0, 10.0), line("cut", &[0.0, -20.0, 0.0, 20.0])]);
    let left = d.ok(
        "trim",
        json!({ "entity": "c", "cutters": ["cut"], "pick": [10, 0] }),
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
        json!({ "entity": "cut", "cutters": ["c"], "pick": [0, 0] }),
    );
    assert_eq!(left["pieces"], json!(["cut", "cut_2"]));
    assert_eq!(
        (d.bounds("cut"), d.bounds("cut_2")),
        ([0.0, -20.0, 0.0, -10.0], [0.0, 10.0, 0.0, 20.0])
    );
    let message = d.error(
        "trim",
        json!({ "entity": "cut", "cutters": ["cut_2"], "pick": [0, 0] }),
    );
    assert_eq!(
        message,
        "trim: 'cut' was not changed: the cutters do not intersect it"
    );
    let mut d = Drawing::new(&[circle("c", 0.0, 0.0, 10.0), line("touch", &[0.0, 0.0, 20.0, 0.0])]);
    let message = d.error(
        "trim",
        json!({ "entity": "c", "cutters": ["touch"], "pick": [-10, 0] }),
    );
    assert!(message.ends_with("a closed outline needs two cuts"), "{message}");
}

#[test]
fn verbs_work_through_turned_and_scaled_groups() {
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
        json!({ "entity": "rail", "cutters": ["shelf"], "pick": [0, 18] }),
    );
    assert_eq!(d.bounds("rail"), [0.0, 0.0, 0.0, 15.0]);
    d.ok("extend_to", json!({ "entity": "rail", "boundary": "roof" }));
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
fn a_full_turn_has_no_ends_and_keeps_its_measures() {
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
        d.ok("get_centroid", json!({ "name": "ring" }))[0]
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
fn extend_says_what_is_missing() {
    let mut d = Drawing::new(&[
        line("a", &[0.0, 0.0, 10.0, 0.0]),
        line("b", &[20.0, 5.0, 20.0, 9.0]),
        circle("c", 0.0, 0.0, 2.0),
    ]);
    let message = d.error("extend_to", json!({ "entity": "a", "boundary": "b" }));
    assert_eq!(
        message,
        "extend_to: 'a' was not changed: extended in a straight line from its end (10, 0), it does not meet the boundary"
    );
    let message = d.error("extend_to", json!({ "entity": "c", "boundary": "b" }));
    assert_eq!(
        message,
        "extend_to: 'c' was not changed: it is closed, so it has no ends"
    );
    let message = d.error("extend_to", json!({ "entity": "a", "boundary": "d" }));
    assert_eq!(message, "Entity 'd' not found");
}

#[test]
fn fillet_two_lines() {
    let mut d = Drawing::new(&[
        line("a", &[0.0, 0.0, 10.0, 0.0]),
        line("b", &[0.0, 0.0, 0.0, 10.0]),
    ]);
    let done = d.ok("fillet", json!({ "a": "a", "b": "b", "radius": 2 }));
    assert_eq!(done, json!({ "a": "a", "b": "b", "arc": "a_b_fillet" }));
    near(d.number("get_length", "a"), 8.0);
    near(d.number("get_length", "a_b_fillet"), std::f64::consts::PI);
    let arc = d.ok("get_entity", json!({ "name": "a_b_fillet" }));
    assert_eq!(
        (&arc["type"], &arc["geometry"]["radius"]),
        (&json!("arc"), &json!(2.0))
    );
    let message = d.error("fillet", json!({ "a": "a", "b": "b", "radius": 30 }));
    assert!(
        message.contains("radius 30 does not fit: the largest that fits is 9.99999"),
        "{message}"
    );
    let message = d.error("fillet", json!({ "a": "a", "b": "b", "radius": -1 }));
    assert!(message.ends_with("radius must be 0 or more, got -1"), "{message}");
    let mut d = Drawing::new(&[
        line("a", &[0.0, 0.0, 10.0, 0.0]),
        line("b", &[20.0, 5.0, 20.0, 9.0]),
    ]);
    assert_eq!(
        d.ok("fillet", json!({ "a": "a", "b": "b", "radius": 0 }))["arc"],
        Value::Null
    );
    assert_eq!(
        (d.bounds("a"), d.bounds("b")),
        ([0.0, 0.0, 20.0, 0.0], [20.0, 0.0, 20.0, 9.0])
    );
}

#[test]
fn corners_of_one_entity() {
    let rect = (
        "draw_rect",
        json!({ "name": "r", "x": 0, "y": 0, "width": 10, "height": 10 }),
    );
    let mut d = Drawing::new(std::slice::from_ref(&rect));
    d.ok("fillet_corners", json!({ "entity": "r", "radius": 2 }));
    assert_eq!(d.kind("r"), "rect");
    near(
        d.number("get_area", "r"),
        100.0 - (4.0 - std::f64::consts::PI) * 4.0,
    );
    let mut d = Drawing::new(std::slice::from_ref(&rect));
    d.ok(
        "fillet_corners",
        json!({ "entity": "r", "radius": 10, "corners": [2] }),
    );
    near(d.number("get_area", "r"), 25.0 * std::f64::consts::PI);
    assert_eq!(d.kind("r"), "bezier");
    let mut d = Drawing::new(std::slice::from_ref(&rect));
    let told = d.ok(
        "fillet",
        json!({ "a": "r.edge[0]", "b": "r.edge[1]", "radius": 1 }),
    );
    assert_eq!(
        told,
        json!({ "entity": "r", "type": "bezier", "became": "bezier" })
    );
    let mut d = Drawing::new(std::slice::from_ref(&rect));
    let message = d.error("fillet_corners", json!({ "entity": "r", "radius": 6 }));
    assert!(
        message.ends_with("radius 6 does not fit: the largest that fits is 5"),
        "{message}"
    );
    let message = d.error(
        "fillet_corners",
        json!({ "entity": "r", "radius": 1, "corners": [7] }),
    );
    assert_eq!(
        message,
        "fillet_corners: 'r' has no corner 7: its corners are 0, 1, 2, 3"
    );
    d.ok(
        "chamfer",
        json!({ "a": "r.edge[0]", "b": "r.edge[1]", "distance": 2, "distance2": 4 }),
    );
    near(d.number("get_area", "r"), 96.0);
    assert_eq!(d.kind("r"), "polygon");
    // With the edges in the other order, the first distance still applies to the first edge.
    let mut e = Drawing::new(std::slice::from_ref(&rect));
    e.ok(
        "chamfer",
        json!({ "a": "r.edge[1]", "b": "r.edge[0]", "distance": 4, "distance2": 2 }),
    );
    assert_eq!(
        d.ok("get_entity", json!({ "name": "r" })),
        e.ok("get_entity", json!({ "name": "r" }))
    );
    let message = d.error(
        "fillet",
        json!({ "a": "r.edge[0]", "b": "r.edge[3]", "radius": 1 }),
    );
    assert!(
        message.ends_with("are not adjacent, so they share no corner"),
        "{message}"
    );
    let mut d = Drawing::new(&[
        rect,
        ("rotate", json!({ "name": "r", "angle": 0.4 })),
        ("scale", json!({ "name": "r", "sx": 3 })),
    ]);
    d.ok(
        "fillet",
        json!({ "a": "r.edge[0]", "b": "r.edge[1]", "radius": 3 }),
    );
    near(
        d.number("get_area", "r"),
        900.0 - (1.0 - std::f64::consts::FRAC_PI_4) * 9.0,
    );
}

#[test]
fn chamfer_two_lines() {
    let mut d = Drawing::new(&[
        line("a", &[0.0, 0.0, 10.0, 0.0]),
        line("b", &[0.0, 0.0, 0.0, 10.0]),
    ]);
    let done = d.ok(
        "chamfer",
        json!({ "a": "a", "b": "b", "distance": 3, "distance2": 4 }),
    );
    assert_eq!(done["line"], "a_b_chamfer");
    near(d.number("get_length", "a"), 7.0);
    near(d.number("get_length", "b"), 6.0);
    near(d.number("get_length", "a_b_chamfer"), 5.0);
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
fn measures() {
    let mut d = Drawing::new(&[
        circle("c", 0.0, 0.0, 10.0),
        line("wall", &[30.0, -10.0, 30.0, 10.0]),
        (
            "draw_rect",
            json!({ "name": "r", "x": 50, "y": 0, "width": 10, "height": 10 }),
        ),
        (
            "draw_polygon",
            json!({ "name": "t", "points": [0, 0, 6, 0, 0, 6] }),
        ),
        line("bent", &[0.0, 0.0, 4.0, 0.0, 4.0, 4.0]),
    ]);
    let found = d.ok("measure_distance", json!({ "a": "c", "b": "wall" }));
    assert_eq!(
        found,
        json!({ "distance": 20.0, "from": [10.0, 0.0], "to": [30.0, 0.0], "dx": 20.0, "dy": 0.0 })
    );
    assert_eq!(
        d.ok("measure_distance", json!({ "a": "r.edge[3]", "b": [40, 5] }))["distance"],
        10.0
    );
    assert_eq!(
        d.ok("measure_distance", json!({ "a": "c.center", "b": [3, 4] }))["distance"],
        5.0
    );
    let angle = d.ok(
        "measure_angle",
        json!({ "a": "r.edge[0]", "b": "wall", "angle_unit": "degree" }),
    );
    assert_eq!(angle, json!({ "angle": 90.0, "between": 90.0 }));
    let angle = d.ok(
        "measure_angle",
        json!({ "a": [1, 0], "b": [-1, -1], "angle_unit": "degree" }),
    );
    near(angle["angle"].as_f64().unwrap(), 225.0);
    near(angle["between"].as_f64().unwrap(), 45.0);
    assert!(
        d.error("measure_angle", json!({ "a": "bent", "b": "wall" }))
            .contains("'bent.edge[0]'")
    );
    assert_eq!(d.ok("get_centroid", json!({ "name": "t" })), json!([2.0, 2.0]));
    assert_eq!(d.ok("get_centroid", json!({ "name": "bent" })), json!([3.0, 1.0]));
    let found = d.ok("get_nearest_point", json!({ "entity": "c", "point": [30, 40] }));
    near(found["distance"].as_f64().unwrap(), 40.0);
    assert_eq!(
        d.ok("contains_point", json!({ "entity": "c", "point": [6, 8] })),
        json!(true)
    );
    assert_eq!(
        d.ok("contains_point", json!({ "entity": "c", "point": [6, 8.1] })),
        json!(false)
    );
    assert!(
        d.error("contains_point", json!({ "entity": "wall", "point": [6, 8.1] }))
            .contains("is open")
    );
    d.ok(
        "rotate",
        json!({ "name": "r", "angle": 90, "angle_unit": "degree", "cx": 0, "cy": 0 }),
    );
    let placed = d.ok("get_world_transform", json!({ "name": "r" }));
    near(placed["rotate"].as_f64().unwrap(), std::f64::consts::FRAC_PI_2);
    assert_eq!(placed["matrix"].as_array().unwrap().len(), 6);
}

#[test]
fn finding() {
    let mut d = Drawing::new(&[
        ("create_layer", json!({ "name": "holes" })),
        (
            "draw_rect",
            json!({ "name": "plate", "x": 0, "y": 0, "width": 100, "height": 60 }),
        ),
        (
            "draw_circle",
            json!({ "name": "h1", "x": 20, "y": 30, "radius": 5, "layer": "holes" }),
        ),
        (
            "draw_circle",
            json!({ "name": "h2", "x": 80, "y": 30, "radius": 5, "layer": "holes" }),
        ),
        line("wall", &[-50.0, 30.0, -10.0, 30.0]),
        (
            "create_group",
            json!({ "name": "part", "children": ["plate", "h1"] }),
        ),
    ]);
    let mut find = |input: Value| d.ok("find_entities", input);
    assert_eq!(find(json!({ "type": "circle" })), json!(["h2", "h1"]));
    assert_eq!(
        find(json!({ "layer": "holes", "near": [100, 30] })),
        json!(["h2", "h1"])
    );
    assert_eq!(find(json!({ "group": "part", "type": "rect" })), json!(["plate"]));
    assert_eq!(find(json!({ "within": [0, 0, 50, 60] })), json!(["h1"]));
    assert_eq!(
        find(json!({ "near": [0, 30], "limit": 1, "type": "line" })),
        json!(["wall"])
    );
    let error = call(&mut d.0, "find_entities", json!({ "type": "circl" })).unwrap_err();
    assert_eq!(
        (error.message.as_str(), error.suggestions[0].as_str()),
        (
            "find_entities: unknown type 'circl'. The types are: line, circle, rect, arc, polygon, ellipse, bezier, \
             text, point, region, dimension, leader, hatch, group.",
            "circle"
        )
    );
    assert_eq!(
        d.error("find_entities", json!({ "group": "wall" })),
        "find_entities: 'wall' is not a group"
    );
}

#[test]
fn every_type_can_be_looked_for_in_a_drawing_without_one() {
    let mut d = Drawing::new(&[]);
    for kind in [
        "line",
        "circle",
        "rect",
        "arc",
        "polygon",
        "ellipse",
        "bezier",
        "text",
        "point",
        "region",
        "dimension",
        "leader",
        "hatch",
        "group",
    ] {
        assert_eq!(
            d.ok("find_entities", json!({ "type": kind })),
            json!([]),
            "{kind}"
        );
    }
    let error = call(&mut d.0, "find_entities", json!({ "type": "dimensoin" })).unwrap_err();
    assert_eq!(error.suggestions, ["dimension"]);
    let error = d.error("find_entities", json!({ "type": "spline" }));
    assert!(
        error.starts_with("find_entities: unknown type 'spline'") && error.contains("bezier, text"),
        "{error}"
    );
}

#[test]
fn parts_of_entities_are_measured() {
    let mut d = Drawing::new(&[
        (
            "draw_polygon",
            json!({ "name": "triangle", "points": [0, 0, 6, 0, 0, 8] }),
        ),
        line("wall", &[3.0, -5.0, 3.0, 5.0]),
        circle("hole", 0.0, 0.0, 2.0),
    ]);
    assert_eq!(d.number("get_length", "triangle.edge[0]"), 6.0);
    assert_eq!(d.number("get_length", "triangle.edge[1]"), 10.0);
    assert_eq!(
        d.ok("get_centroid", json!({ "name": "triangle.edge[0]" })),
        json!([3.0, 0.0])
    );
    assert_eq!(
        d.ok("get_centroid", json!({ "name": "triangle.point[2]" })),
        json!([0.0, 8.0])
    );
    let near = d.ok(
        "get_nearest_point",
        json!({ "entity": "triangle.edge[0]", "point": [2, -7] }),
    );
    assert_eq!(
        (&near["point"], &near["distance"]),
        (&json!([2.0, 0.0]), &json!(7.0))
    );
    assert_eq!(
        d.ok(
            "get_point_at_distance",
            json!({ "entity": "triangle.edge[0]", "from": [1, 0], "distance": 2 }),
        ),
        json!({ "point": [3.0, 0.0] })
    );
    assert_eq!(
        d.ok(
            "get_intersection",
            json!({ "a": "triangle.edge[0]", "b": "wall" })
        ),
        json!({ "points": [[3.0, 0.0]] })
    );
    // The part is measured in world coordinates, with all transforms applied.
    d.ok("scale", json!({ "name": "triangle", "sx": 2, "sy": 2 }));
    assert_eq!(d.number("get_length", "triangle.edge[0]"), 12.0);
}

#[test]
fn a_part_that_cannot_be_measured_is_refused_with_the_next_step() {
    let mut d = Drawing::new(&[
        (
            "draw_polygon",
            json!({ "name": "triangle", "points": [0, 0, 6, 0, 0, 8] }),
        ),
        line("wall", &[3.0, -5.0, 3.0, 5.0]),
    ]);
    for (tool, input, says) in [
        (
            "get_length",
            json!({ "name": "triangle.point[1]" }),
            "get_length: 'triangle.point[1]' is a point and has no outline. Name an edge, as 'triangle.edge[0]', or use measure_distance.",
        ),
        (
            "get_nearest_point",
            json!({ "entity": "triangle.center", "point": [0, 0] }),
            "get_nearest_point: 'triangle.center' is a point",
        ),
        (
            "get_intersection",
            json!({ "a": "wall", "b": "wall.start" }),
            "get_intersection: 'wall.start' is a point",
        ),
        (
            "get_length",
            json!({ "name": "triangle.edge[3]" }),
            "'triangle' has no part 'edge[3]'; its parts are: center, point[0]",
        ),
        (
            "get_area",
            json!({ "name": "triangle.edge[0]" }),
            "get_area: 'triangle.edge[0]' is a part of 'triangle', and this tool works on whole entities. Name 'triangle', or measure the part with get_length or measure_distance.",
        ),
        (
            "contains_point",
            json!({ "entity": "triangle.edge[0]", "point": [0, 0] }),
            "contains_point: 'triangle.edge[0]' is a part of 'triangle'",
        ),
    ] {
        let message = d.error(tool, input);
        assert!(message.starts_with(says), "{message}");
    }
}

#[test]
fn overlaps_of_every_kind() {
    let mut d = Drawing::new(&[
        (
            "draw_rect",
            json!({ "name": "plate", "x": 0, "y": 0, "width": 100, "height": 60 }),
        ),
        circle("hole", 20.0, 30.0, 5.0),
        circle("copy", 20.0, 30.0, 5.0),
        line("cut", &[90.0, 30.0, 120.0, 30.0]),
        (
            "draw_rect",
            json!({ "name": "next", "x": 100, "y": 0, "width": 10, "height": 20 }),
        ),
        circle("far", 500.0, 0.0, 1.0),
        circle("kiss", 502.0, 0.0, 1.0),
    ]);
    let found = d.ok("find_overlaps", json!({}));
    let mut found: Vec<String> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|pair| {
            format!(
                "{} {} {}",
                pair["a"].as_str().unwrap(),
                pair["kind"].as_str().unwrap(),
                pair["b"].as_str().unwrap()
            )
        })
        .collect();
    found.sort();
    assert_eq!(
        found,
        [
            "far touching kiss",
            "hole duplicate copy",
            "plate contains copy",
            "plate contains hole",
            "plate crossing cut",
            "plate shared_edge next"
        ]
    );
    assert_eq!(
        d.ok("find_overlaps", json!({ "names": ["hole", "cut"] })),
        json!([])
    );
}

#[test]
fn the_description_stays_within_its_budget() {
    let mut d = Drawing::new(&[(
        "draw_rect",
        json!({ "name": "plate", "x": 0, "y": 0, "width": 100, "height": 60 }),
    )]);
    d.ok("translate", json!({ "name": "plate", "dx": 10, "dy": 0 }));
    assert_eq!(
        d.ok("describe_scene", json!({})),
        "1 entity, mm, (10, 0) to (110, 60) (100 x 60)\ntypes: rect 1\nplate rect (10, 0) to (110, 60)"
    );
    for i in 0..200 {
        let (tool, input) = circle(&format!("hole_{i}"), f64::from(i), 3.0, 1.0);
        d.ok(tool, input);
    }
    for budget in [200, 500, 8000] {
        let text = d.ok("describe_scene", json!({ "budget": budget }));
        let text = text.as_str().unwrap();
        assert!(text.chars().count() <= budget, "{}", text.chars().count());
        assert!(text.starts_with("201 entities, mm"));
        assert_eq!(text.contains("more entities"), budget < 8000, "{text}");
    }
    assert!(
        d.error("describe_scene", json!({ "budget": 10 }))
            .contains("from 200 to 8000")
    );
}

#[test]
fn the_selection_is_what_still_exists() {
    let mut drawing = Drawing::new(&[circle("a", 0.0, 0.0, 1.0)]);
    let mut env = ToolEnv {
        selection: vec!["a".to_owned(), "gone".to_owned()],
        ..ToolEnv::default()
    };
    let mut cx = ToolCx {
        edit: &mut drawing.0,
        env: &mut env,
        in_sandbox: false,
        warnings: Vec::new(),
    };
    let Ok(Output::Data(names)) = find("get_selection").unwrap().call(json!({}).into(), &mut cx) else {
        panic!()
    };
    assert_eq!(names, json!(["a"]));
}

#[test]
fn held_entities_are_not_changed_by_verbs() {
    let mut edit = Edit::by_user(Scene::new("t"));
    for (tool, input) in [
        line("a", &[0.0, 0.0, 10.0, 0.0]),
        line("b", &[0.0, 0.0, 0.0, 10.0]),
    ] {
        call(&mut edit, tool, input).unwrap();
    }
    edit.set_flags("b", crate::scene::Flags::LOCKED).unwrap();
    let mut d = Drawing(Edit::new(edit.finish().0));
    for (tool, input) in [
        ("fillet", json!({ "a": "a", "b": "b", "radius": 2 })),
        ("join", json!({ "entities": ["a", "b"], "result": "w" })),
        ("reverse", json!({ "entity": "b" })),
        ("lengthen", json!({ "entity": "b", "delta": 2 })),
        ("split_at", json!({ "entity": "b", "points": [0, 5] })),
    ] {
        assert_eq!(
            d.error(tool, input),
            "Entity 'b' is locked by the user and was not changed"
        );
    }
}
