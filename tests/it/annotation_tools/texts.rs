//! Texts of dimensions with tolerances and fits, and texts in boxes.

use super::*;

#[test]
fn texts_tolerances_and_fits_are_stored_and_drawn() {
    let mut d = Drawing::plate();
    let linear = |more: Value| {
        let mut input =
            json!({ "name": "d", "from": "plate.point[3]", "to": "plate.point[2]", "replace": true });
        input
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        input
    };
    d.ok("dimension_linear", linear(json!({})));
    let plain = d.edit.get("d").unwrap().clone();
    let stored = files::entity(&d.edit, &plain)["geometry"].clone();
    for part in ["text_at", "tolerance", "fit"] {
        assert!(stored.get(part).is_none(), "{stored}");
    }
    let labels = [
        (json!({ "tolerance": 0.1 }), "80 ±0.1"),
        (
            json!({ "tolerance": { "upper": 0.1, "lower": -0.05 }, "suffix": " mm" }),
            "80 +0.1 -0.05 mm",
        ),
        (json!({ "fit": "H7" }), "80 H7"),
        (
            json!({ "fit": "H7", "tolerance": { "upper": 0.03, "lower": 0 }, "text": "2 x <>" }),
            "2 x 80 H7 +0.03 0",
        ),
    ];
    for (input, label) in labels {
        d.ok("dimension_linear", linear(input));
        assert_eq!(d.label("d"), label);
        d.assert_round_trip(&["d"]);
    }
    d.ok(
        "dimension_linear",
        linear(json!({ "text_at": [12, 70], "tolerance": 0.1, "fit": "H7" })),
    );
    let setting = d.dimension("d").drawn_form().labels[0].setting;
    assert_eq!((setting.at, setting.angle), (Point::new(12.0, 70.0), 0.0));
    d.assert_round_trip(&["d"]);
    // The text moves as the dimension line does: with the middle of the measured points.
    d.ok("translate", json!({ "name": "plate", "dx": 7, "dy": -2 }));
    assert_eq!(d.dimension("d").marks.text_at, Some(Point::new(19.0, 68.0)));
    d.ok(
        "dimension_radius",
        json!({ "name": "r", "target": "hole", "text_at": [38, 25], "fit": "h6" }),
    );
    d.ok("scale", json!({ "name": "hole", "sx": 2 }));
    let moved = d.dimension("r");
    assert_eq!(moved.label(), "R8 h6");
    near_point(moved.marks.text_at.unwrap(), 46.0, 25.0);
    let angle = json!({ "name": "a", "a": "plate.edge[0]", "b": "plate.edge[1]", "tolerance": 0.5, "text_at": [60, 10] });
    d.ok("dimension_angular", angle);
    assert_eq!(d.label("a"), "90° ±0.5°");
    d.ok("translate", json!({ "name": "plate", "dx": 1, "dy": 3 }));
    near_point(d.dimension("a").marks.text_at.unwrap(), 61.0, 13.0);
    d.assert_round_trip(&["d", "r", "a"]);
}

#[test]
fn texts_tolerances_and_fits_are_refused_with_the_reason() {
    let mut d = Drawing::plate();
    let cases = [
        (json!({ "tolerance": 0 }), "tolerance must be above 0, got 0"),
        (
            json!({ "tolerance": { "upper": -0.1, "lower": 0.05 } }),
            "tolerance: lower must be below upper, got lower 0.05 and upper -0.1. Both are signed: a lower deviation below the \
             value is negative.",
        ),
        (
            json!({ "fit": " " }),
            "fit must be one line of 1 to 40 characters such as \"H7\", got 1 characters",
        ),
        (
            json!({ "fit": "H7", "text": "see table" }),
            "text has no <>, where the value with tolerance and fit stands. Add <> to text, or leave out tolerance and fit.",
        ),
        (
            json!({ "text_at": [1e10, 0] }),
            "text_at must be a number within ±1e9, got 10000000000",
        ),
    ];
    let tools = [
        (
            "dimension_linear",
            json!({ "name": "d", "from": [0, 0], "to": [9, 0] }),
        ),
        (
            "dimension_aligned",
            json!({ "name": "d", "from": [0, 0], "to": [9, 0] }),
        ),
        (
            "dimension_angular",
            json!({ "name": "d", "a": "plate.edge[0]", "b": "plate.edge[1]" }),
        ),
        ("dimension_radius", json!({ "name": "d", "target": "hole" })),
        ("dimension_diameter", json!({ "name": "d", "target": "hole" })),
        ("dimension_extent", json!({ "name": "d", "entity": "link" })),
    ];
    for (tool, base) in tools {
        for (more, message) in &cases {
            let mut input = base.clone();
            input
                .as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            let error = d.call(tool, input).unwrap_err();
            assert!(error.starts_with(tool) && error.ends_with(message), "{error}");
        }
    }
    let input = json!({ "name": "d", "from": [0, 0], "to": [9, 0], "tolerance": "0.1" });
    let error = d.call("dimension_linear", input).unwrap_err();
    assert!(
        error.contains("tolerance") && error.contains("a number or { upper, lower }"),
        "{error}"
    );
}

#[test]
fn text_is_placed_by_its_ink() {
    let mut d = Drawing::new();
    let text = |more: Value| {
        let mut input = json!({ "name": "t", "text": "Agj", "x": 30, "y": -7, "size": 10, "replace": true });
        input
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        input
    };
    d.ok("draw_text", text(json!({})));
    let plain = d.edit.get("t").unwrap().shape.clone();
    d.ok(
        "draw_text",
        text(json!({ "anchor": "baseline", "max_width": 1000 })),
    );
    assert_eq!(d.edit.get("t").unwrap().shape, plain);
    d.ok("draw_text", text(json!({ "anchor": "bounds_center" })));
    near_point(d.ink("t").center(), 30.0, -7.0);
    d.ok("draw_text", text(json!({ "anchor": "bounds_bottom_left" })));
    near_point(d.ink("t").min, 30.0, -7.0);
    d.ok(
        "draw_text",
        text(json!({ "anchor": "bounds_center", "text": "wide line\ni", "align": "right" })),
    );
    near_point(d.ink("t").center(), 30.0, -7.0);
    d.ok(
        "draw_text",
        text(json!({ "anchor": "bounds_center", "angle": 90, "angle_unit": "degree" })),
    );
    near_point(d.ink("t").center(), 30.0, -7.0);
    assert!(d.ink("t").height() > d.ink("t").width(), "the text is turned");
    d.ok("draw_text", text(json!({ "anchor": "bounds_center" })));
    let width = d.ink("t").width();
    let (_, warnings) = d
        .call(
            "draw_text",
            text(json!({ "anchor": "bounds_center", "max_width": width / 4.0 })),
        )
        .unwrap();
    near(d.ink("t").width(), width / 4.0);
    near_point(d.ink("t").center(), 30.0, -7.0);
    let Shape::Text(shrunk) = &d.edit.get("t").unwrap().shape else {
        panic!("no text")
    };
    near(shrunk.size, 2.5);
    let stated = format!(
        "draw_text: 't' has size {} instead of 10, because its ink would be",
        shrunk.size
    );
    assert!(warnings[0].starts_with(&stated), "{warnings:?}");
    for (more, message) in [
        (
            json!({ "anchor": "bounds_center", "valign": "top" }),
            "draw_text: valign has no effect with an anchor on the character outlines. Leave out valign, or use anchor 'baseline'.",
        ),
        (
            json!({ "max_width": 0 }),
            "draw_text: max_width must be above 0 and at most 1e9, got 0",
        ),
        (
            json!({ "anchor": "bounds_center", "size": -1 }),
            "draw_text: size must be above 0 and at most 1e9, got -1",
        ),
        (
            json!({ "anchor": "bounds_center", "text": " " }),
            "draw_text: text is empty; at least one character is required",
        ),
        (
            json!({ "max_width": 5, "text": "\u{200b}" }),
            "draw_text: text has no visible character. Leave out anchor and max_width.",
        ),
    ] {
        d.refused("draw_text", text(more), message);
    }
    let error = d
        .call("draw_text", text(json!({ "anchor": "bounds_top" })))
        .unwrap_err();
    assert!(
        error.contains("anchor") && error.contains("bounds_bottom_left"),
        "{error}"
    );
}

#[test]
fn a_text_fits_into_a_box_and_stays_clear() {
    let mut d = Drawing::new();
    let made = d.ok(
        "fit_text",
        json!({ "name": "t", "text": "Pump", "box": [10, 20, 60, 50] }),
    );
    let bounds = d.ink("t");
    near_point(bounds.center(), 40.0, 45.0);
    near(bounds.width(), 60.0);
    assert!(bounds.height() < 50.0);
    let Shape::Text(text) = &d.edit.get("t").unwrap().shape else {
        panic!("no text")
    };
    assert_eq!(made, json!({ "entity": "t", "size": text.size }));
    d.ok(
        "fit_text",
        json!({ "name": "t", "text": "Pump", "box": [10, 20, 60, 2], "replace": true }),
    );
    near(d.ink("t").height(), 2.0);
    // A vertical line 4 left of the box ends the width: 2 * (30 + 4 - 10) at a clearance of 10.
    d.ok(
        "draw_line",
        json!({ "name": "wall", "points": [6, -100, 6, 200] }),
    );
    let clear = |more: Value| {
        let mut input = json!({ "name": "t", "text": "Pump", "box": [10, 20, 60, 50], "clear_of": ["wall"], "replace": true });
        input
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        input
    };
    d.ok("fit_text", clear(json!({ "clearance": 4 })));
    near(d.ink("t").width(), 60.0);
    d.ok("fit_text", clear(json!({ "clearance": 10 })));
    near(d.ink("t").width(), 48.0);
    near_point(d.ink("t").center(), 40.0, 45.0);
    // A circle around the box: the corners of the ink are 30 - 5 from its center.
    d.ok(
        "draw_circle",
        json!({ "name": "ring", "x": 40, "y": 45, "radius": 30 }),
    );
    d.ok("fit_text", clear(json!({ "clear_of": ["ring"], "clearance": 5 })));
    let bounds = d.ink("t");
    near((bounds.max - bounds.center()).hypot2(), 625.0);
    // A group counts with its children.
    d.ok("create_group", json!({ "name": "g", "children": ["wall"] }));
    d.ok("fit_text", clear(json!({ "clear_of": ["g"], "clearance": 10 })));
    near(d.ink("t").width(), 48.0);
}

#[test]
fn texts_that_do_not_fit_are_refused_with_the_reason() {
    let mut d = Drawing::new();
    d.ok(
        "draw_circle",
        json!({ "name": "hole", "x": 40, "y": 45, "radius": 3 }),
    );
    d.ok("create_group", json!({ "name": "g", "children": ["hole"] }));
    let fit = |more: Value| {
        let mut input = json!({ "name": "t", "text": "I", "box": [10, 20, 60, 50] });
        input
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        input
    };
    let error = d
        .call("fit_text", fit(json!({ "clear_of": ["hole"], "clearance": 3.5 })))
        .unwrap_err();
    assert!(
        error.starts_with("fit_text: the text does not fit: even at size 0.0")
            && error.ends_with(
                ", the smallest tried, it is nearer than 3.5 to 'hole'. Move the box, or give a smaller clearance."
            ),
        "{error}"
    );
    for (more, message) in [
        (
            json!({ "box": [0, 0, 5] }),
            "fit_text: box needs 4 numbers [x, y, width, height], got 3",
        ),
        (
            json!({ "box": [0, 0, 5, 0] }),
            "fit_text: box height must be above 0 and at most 1e9, got 0",
        ),
        (
            json!({ "box": [0, 0, -5, 5] }),
            "fit_text: box width must be above 0 and at most 1e9, got -5",
        ),
        (
            json!({ "box": [1e10, 0, 5, 5] }),
            "fit_text: box x must be a number within ±1e9, got 10000000000",
        ),
        (
            json!({ "clearance": -1 }),
            "fit_text: clearance must be 0 or more, got -1",
        ),
        (
            json!({ "text": " " }),
            "fit_text: text is empty; at least one character is required",
        ),
        (
            json!({ "text": "\u{200b}" }),
            "fit_text: text has no visible character. Write visible characters.",
        ),
        (
            json!({ "clear_of": ["t"] }),
            "fit_text: clear_of names 't', which is the text itself. Leave it out.",
        ),
    ] {
        d.refused("fit_text", fit(more), message);
    }
    let error = d
        .call("fit_text", fit(json!({ "clear_of": ["hol"] })))
        .unwrap_err();
    assert!(error.contains("'hol' not found"), "{error}");
    d.ok("delete_entity", json!({ "name": "hole" }));
    if d.edit.get("g").is_some() {
        d.refused(
            "fit_text",
            fit(json!({ "clear_of": ["g"] })),
            "fit_text: clear_of: 'g' has no outline. Leave it out.",
        );
    }
}
