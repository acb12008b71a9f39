//! Tests of walls with openings.

use super::*;
use std::f64::consts::PI;

fn wall(more: Value) -> Value {
    let mut input = json!({ "name": "wall", "points": [0, 0, 10, 0], "thickness": 0.2 });
    for (key, value) in more.as_object().unwrap() {
        input[key] = value.clone();
    }
    input
}

#[test]
fn a_straight_wall_loses_exactly_its_openings() {
    let mut d = Drawing::new(&[]);
    let openings = json!([
        { "at": 2, "width": 0.9, "type": "door" },
        { "at": 5, "width": 1.5, "type": "window" },
        { "at": -1, "width": 1, "type": "opening" },
    ]);
    assert_eq!(
        d.ok("draw_wall", wall(json!({ "openings": openings }))),
        json!(["wall", "wall_door_1_leaf", "wall_door_1_swing", "wall_window_1"])
    );
    near(d.number("get_area", "wall"), 0.2 * (10.0 - 0.9 - 1.5 - 1.0));
    assert_eq!(d.kind("wall"), "region");
    assert_eq!(d.bounds("wall"), [0.0, -0.1, 10.0, 0.1]);
    // The hinge is at the start of the opening, on the left face, and the leaf opens to the left.
    near_point(at(&mut d, "wall_door_1_leaf", "start"), [1.55, 0.1]);
    near_point(at(&mut d, "wall_door_1_leaf", "end"), [1.55, 1.0]);
    near(d.number("get_length", "wall_door_1_leaf"), 0.9);
    assert_eq!(d.kind("wall_door_1_swing"), "arc");
    near(d.number("get_length", "wall_door_1_swing"), 0.9 * PI / 2.0);
    assert_eq!(d.bounds("wall_door_1_swing"), [1.55, 0.1, 2.45, 1.0]);
    // Three lines across the opening.
    near(d.number("get_length", "wall_window_1"), 4.5);
    assert_eq!(d.bounds("wall_window_1"), [4.25, -0.1, 5.75, 0.1]);
    let inside =
        |d: &mut Drawing, x: f64| d.ok("contains_point", json!({ "entity": "wall", "point": [x, 0] }));
    assert_eq!(
        [1.5, 1.6, 2.4, 2.5, 8.49, 8.51, 9.49, 9.51].map(|x| inside(&mut d, x) == json!(true)),
        [true, false, false, true, true, false, false, true]
    );
}

#[test]
fn doors_hang_at_either_end_and_open_to_either_side() {
    for (hinge, swing, start, end, bounds) in [
        ("start", "left", [1.5, 0.1], [1.5, 1.1], [1.5, 0.1, 2.5, 1.1]),
        ("end", "left", [2.5, 0.1], [2.5, 1.1], [1.5, 0.1, 2.5, 1.1]),
        ("start", "right", [1.5, -0.1], [1.5, -1.1], [1.5, -1.1, 2.5, -0.1]),
        ("end", "right", [2.5, -0.1], [2.5, -1.1], [1.5, -1.1, 2.5, -0.1]),
    ] {
        let mut d = Drawing::new(&[]);
        let door =
            json!([{ "at": 2, "width": 1, "type": "door", "hinge": hinge, "swing": swing, "name": "front" }]);
        assert_eq!(
            d.ok("draw_wall", wall(json!({ "openings": door }))),
            json!(["wall", "front_leaf", "front_swing"])
        );
        near_point(at(&mut d, "front_leaf", "start"), start);
        near_point(at(&mut d, "front_leaf", "end"), end);
        assert_eq!(d.bounds("front_swing"), bounds, "{hinge} {swing}");
        near(d.number("get_length", "front_swing"), PI / 2.0);
    }
}

#[test]
fn the_points_lie_in_the_middle_or_on_a_face() {
    for (justify, bounds) in [
        ("center", [0.0, -0.1, 10.0, 0.1]),
        ("left", [0.0, -0.2, 10.0, 0.0]),
        ("right", [0.0, 0.0, 10.0, 0.2]),
    ] {
        let mut d = Drawing::new(&[]);
        d.ok("draw_wall", wall(json!({ "justify": justify })));
        assert_eq!(d.bounds("wall"), bounds);
    }
}

#[test]
fn a_room_has_exact_outer_and_inner_outlines() {
    let mut d = Drawing::new(&[]);
    let room = |name: &str, justify: &str| {
        json!({
            "name": name, "points": [0, 0, 4, 0, 4, 3, 0, 3], "closed": true, "thickness": 0.2, "justify": justify,
        })
    };
    d.ok("draw_wall", room("center", "center"));
    let area = d.ok("get_area_properties", json!({ "entity": "center" }));
    near(area["area"].as_f64().unwrap(), 4.2 * 3.2 - 3.8 * 2.8);
    near(area["outer_perimeter"].as_f64().unwrap(), 2.0 * (4.2 + 3.2));
    near(area["hole_perimeter"].as_f64().unwrap(), 2.0 * (3.8 + 2.8));
    // The points run counterclockwise, so their left face is the inner one.
    d.ok("draw_wall", room("inner", "left"));
    near(d.number("get_area", "inner"), 4.4 * 3.4 - 4.0 * 3.0);
    d.ok("draw_wall", room("outer", "right"));
    near(d.number("get_area", "outer"), 4.0 * 3.0 - 3.6 * 2.6);
    let mut open = room("flat", "center");
    open["openings"] = json!([
        { "at": 1, "width": 0.9, "type": "door" },
        { "at": 5.5, "width": 1.2, "type": "window" },
        { "at": -1, "width": 0.6, "type": "window" },
    ]);
    d.ok("draw_wall", open);
    near(
        d.number("get_area", "flat"),
        4.2 * 3.2 - 3.8 * 2.8 - 0.2 * (0.9 + 1.2 + 0.6),
    );
    assert_eq!(d.bounds("flat_window_1"), [3.9, 0.9, 4.1, 2.1]);
    assert_eq!(d.bounds("flat_window_2"), [-0.1, 0.7, 0.1, 1.3]);
}

#[test]
fn a_slanted_wall_is_mitered_and_keeps_its_area() {
    let mut d = Drawing::new(&[]);
    // A turn of 60 degrees to the left: the center line keeps area = length * thickness.
    let points = json!([0, 0, 6, 0, 8, 12_f64.sqrt()]);
    let opening = json!([{ "at": 8, "width": 1, "type": "door" }]);
    d.ok(
        "draw_wall",
        wall(json!({ "points": points, "thickness": 1, "openings": opening })),
    );
    near(d.number("get_area", "wall"), 10.0 - 1.0);
    near(d.number("get_length", "wall_door_1_leaf"), 1.0);
    // The leaf stands at a right angle to the wall.
    let angle = d.ok(
        "measure_angle",
        json!({ "a": "wall_door_1_leaf", "b": [2, 12_f64.sqrt()] }),
    );
    near(angle["between"].as_f64().unwrap(), PI / 2.0);
}

#[test]
fn a_wall_is_drawn_with_style_layer_and_replacement() {
    let mut d = Drawing::new(&[("create_layer", json!({ "name": "walls", "color": "#ff0000" }))]);
    let openings = json!([{ "at": 2, "width": 1, "type": "door" }]);
    let mut input = wall(json!({ "openings": openings, "style": { "fill": "#808080" }, "layer": "walls" }));
    d.ok("draw_wall", input.clone());
    let style = |d: &mut Drawing, name: &str| d.ok("get_entity", json!({ "name": name }))["style"].clone();
    assert!(!style(&mut d, "wall")["fill"].is_null());
    assert!(style(&mut d, "wall_door_1_swing")["fill"].is_null());
    assert_eq!(
        d.ok("find_entities", json!({ "layer": "walls" })),
        json!(["wall", "wall_door_1_leaf", "wall_door_1_swing"])
    );
    assert!(d.error("draw_wall", input.clone()).contains("already exists"));
    input["replace"] = json!(true);
    input["thickness"] = json!(0.4);
    d.ok("draw_wall", input.clone());
    near(d.number("get_area", "wall"), 0.4 * 9.0);
    input["layer"] = json!("wall");
    assert!(d.error("draw_wall", input).contains("'wall'"));
}

#[test]
fn walls_that_cannot_be_drawn_are_refused() {
    let mut d = Drawing::new(&[]);
    let many: Vec<f64> = (0..1001).flat_map(|i| [f64::from(i), f64::from(i % 2)]).collect();
    for (more, message) in [
        (
            json!({ "thickness": 0 }),
            "draw_wall: thickness must be above 0 and at most 1e9, got 0",
        ),
        (
            json!({ "points": [0, 0, 1e10, 0] }),
            "draw_wall: points[1].x must be a number within ±1e9, got 10000000000",
        ),
        (
            json!({ "points": [0, 0] }),
            "draw_wall: a wall needs at least two points, got 1",
        ),
        (
            json!({ "points": [0, 0, 4, 0], "closed": true }),
            "draw_wall: a closed wall needs at least three points that are not collinear, got 2",
        ),
        (
            json!({ "points": many }),
            "draw_wall: points has 1001 points, at most 1000",
        ),
        (
            json!({ "points": [0, 0, 4, 0, 4, 0] }),
            "draw_wall: points[2] is the same as the point before it. Leave one of them out.",
        ),
        (
            json!({ "points": [0, 0, 4, 0, 2, 0] }),
            "draw_wall: the wall turns back on itself at points[1]. Draw two walls, or move the point.",
        ),
        (
            json!({ "points": [0, 0, 4, 0, 4, 0.5, 0, 0.5], "thickness": 1 }),
            "draw_wall: the side after points[1] is 0.5 long, and its corners need more than 1 at thickness 1. Use a \
             smaller thickness or a longer side.",
        ),
        (
            json!({ "points": [0, 0, 9, 0, 9, 6, 4, 6, 4, -6], "thickness": 1 }),
            "draw_wall: the wall meets itself at (3.5, -0.5). Draw two walls and unite them with boolean_union.",
        ),
        (
            json!({ "name": " " }),
            "draw_wall: name: a name must have at least one visible character",
        ),
    ] {
        assert_eq!(d.error("draw_wall", wall(more)), message);
    }
    assert!(
        d.error("draw_wall", wall(json!({ "justify": "middle" })))
            .contains("justify")
    );
}

#[test]
fn openings_that_do_not_fit_are_refused() {
    let mut d = Drawing::new(&[]);
    let bent = |openings: Value| json!({ "name": "wall", "points": [0, 0, 10, 0, 10, 1.5], "thickness": 1, "openings": openings });
    let door = |at: f64, width: f64| json!({ "at": at, "width": width, "type": "door" });
    for (openings, message) in [
        (
            json!([door(0.4, 1.0)]),
            "draw_wall: openings[0] (door, -0.1 to 0.9) lies outside the wall, which is 11.5 long. Change at or width.",
        ),
        (
            json!([door(2.0, 1.0), door(-12.0, 1.0)]),
            "draw_wall: openings[1] (door, -1 to 0) lies outside the wall, which is 11.5 long. Change at or width.",
        ),
        (
            json!([door(9.5, 0.8)]),
            "draw_wall: openings[0] (door, 9.1 to 9.9) reaches into the corner at 10. Move it into 0 to 9.5.",
        ),
        (
            json!([door(10.6, 0.8)]),
            "draw_wall: openings[0] (door, 10.2 to 11) reaches into the corner at 10. Move it into 10.5 to 11.5.",
        ),
        (
            json!([door(10.5, 1.2)]),
            "draw_wall: openings[0] (door, 9.9 to 11.1) reaches into the corner at 10. This side has room for a width of 1.",
        ),
        (
            json!([door(3.0, 1.0), { "at": 2.2, "width": 0.8, "type": "window" }]),
            "draw_wall: openings[0] (door, 2.5 to 3.5) overlaps openings[1] (window, 1.8 to 2.6). Move one of them, or \
             make it narrower.",
        ),
        (
            json!([door(3.0, 0.0)]),
            "draw_wall: openings[0].width must be above 0 and at most 1e9, got 0",
        ),
        (
            json!([door(1e10, 1.0)]),
            "draw_wall: openings[0].at must be a number within ±1e9, got 10000000000",
        ),
        (
            json!([{ "at": 3, "width": 1, "type": "window", "hinge": "end" }]),
            "draw_wall: openings[0].hinge is for a door, but this opening has the type \"window\". Leave the parameter out.",
        ),
        (
            json!([{ "at": 3, "width": 1, "type": "window", "swing": "left" }]),
            "draw_wall: openings[0].swing is for a door, but this opening has the type \"window\". Leave the parameter out.",
        ),
        (
            json!([{ "at": 3, "width": 1, "type": "opening", "name": "hall" }]),
            "draw_wall: openings[0].name is for a door or window, but this opening has the type \"opening\". Leave the parameter out.",
        ),
        (
            json!([
                { "at": 3, "width": 1, "type": "door", "name": "in" },
                { "at": 5, "width": 1, "type": "door", "name": "in" },
            ]),
            "draw_wall: two parts would be called 'in_leaf'. Give each opening its own name.",
        ),
    ] {
        assert_eq!(d.error("draw_wall", bent(openings)), message);
    }
    assert_eq!(
        d.error("draw_wall", wall(json!({ "openings": [door(5.0, 10.0)] }))),
        "draw_wall: the openings use up the whole wall. Make one of them narrower."
    );
    let many = vec![json!({ "at": 5, "width": 0.001, "type": "opening" }); 201];
    assert_eq!(
        d.error("draw_wall", wall(json!({ "openings": many }))),
        "draw_wall: openings has 201 entries, at most 200"
    );
    for (opening, part) in [
        (json!({ "width": 1, "type": "door" }), "openings"),
        (json!({ "at": 1, "width": 1, "type": "gate" }), "type"),
        (json!({ "at": 1, "width": 1, "type": "door", "leaf": 1 }), "leaf"),
    ] {
        let error = d.error("draw_wall", wall(json!({ "openings": [opening] })));
        assert!(error.contains(part), "{error}");
    }
}
