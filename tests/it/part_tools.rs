//! Tools that draw parts of machines, and tools that measure areas and pieces: exact results, and refusals with the reason.

use crate::drawing::Drawing;
use serde_json::{Value, json};
use std::f64::consts::PI;

impl Drawing {
    /// Calls a tool that must fail with a message that contains this text.
    #[track_caller]
    fn refused_with(&mut self, tool: &str, input: Value, part: &str) {
        let error = self.call(tool, input).unwrap_err();
        assert!(error.contains(part), "{error}");
    }

    #[track_caller]
    fn area(&mut self, entity: &str) -> Value {
        self.ok("get_area_properties", json!({ "entity": entity }))
    }
}

#[track_caller]
fn near(actual: &Value, expected: f64) {
    let actual = actual.as_f64().unwrap();
    assert!(
        (actual - expected).abs() <= 1e-9 * (1.0 + expected.abs()),
        "{actual} is not {expected}"
    );
}

#[test]
fn a_slot_is_exact_in_every_direction() {
    for to in [[30.0, 0.0], [0.0, -30.0], [18.0, 24.0]] {
        let mut drawing = Drawing::new();
        drawing.ok(
            "draw_slot",
            json!({ "name": "slot", "from": [0, 0], "to": to, "width": 8 }),
        );
        let area = drawing.area("slot");
        near(&area["area"], 30.0 * 8.0 + PI * 16.0);
        near(&area["outer_perimeter"], 60.0 + PI * 8.0);
        near(&area["centroid"][0], to[0] / 2.0);
        let parts = drawing.ok("measure_parts", json!({ "entity": "slot" }));
        assert_eq!(parts["total"], 4);
        near(&parts["parts"][1]["radius"], 4.0);
        near(&parts["parts"][1]["sweep"], PI);
        assert_eq!(parts["parts"][1]["part"], "slot.edge[1]");
    }
    let mut drawing = Drawing::new();
    let slot = |to: Value, width: f64| json!({ "name": "s", "from": [1, 2], "to": to, "width": width });
    drawing.refused_with(
        "draw_slot",
        slot(json!([1, 2]), 8.0),
        "the same point. Use draw_circle",
    );
    drawing.refused_with("draw_slot", slot(json!([5, 2]), 0.0), "draw_slot: width");
    drawing.refused_with("draw_slot", slot(json!([5, 2, 3]), 1.0), "to");
}

#[test]
fn a_bolt_circle_has_its_holes_on_the_circle() {
    let mut drawing = Drawing::new();
    let call = |count: i64, hole: f64| json!({ "name": "bolt", "x": 10, "y": 20, "diameter": 80, "count": count, "hole_diameter": hole, "start_angle": 90, "angle_unit": "degree" });
    assert_eq!(
        drawing.ok("bolt_circle", call(4, 9.0)),
        json!(["bolt_1", "bolt_2", "bolt_3", "bolt_4"])
    );
    for (name, center) in [
        ("bolt_1", [10.0, 60.0]),
        ("bolt_2", [-30.0, 20.0]),
        ("bolt_3", [10.0, -20.0]),
    ] {
        let at = drawing.ok("get_centroid", json!({ "entity": name }));
        near(&at[0], center[0]);
        near(&at[1], center[1]);
    }
    drawing.refused_with("bolt_circle", call(4, 9.0), "already exists");
    drawing.refused_with("bolt_circle", call(0, 9.0), "count must be from 1 to 1000, got 0");
    drawing.refused_with("bolt_circle", call(4, -1.0), "hole_diameter");
    let (_, warnings) = Drawing::new().call("bolt_circle", call(40, 9.0)).unwrap();
    assert!(warnings[0].contains("the holes overlap"), "{warnings:?}");
}

#[test]
fn gears_have_the_diameters_of_the_standard() {
    let mut drawing = Drawing::new();
    drawing.ok(
        "draw_gear",
        json!({ "name": "gear", "module": 2, "teeth": 24, "x": 5, "y": 7, "bore": 10 }),
    );
    let bounds = drawing.ok("get_world_bounds", json!({ "entity": "gear" }));
    near(&bounds["max"][0], 5.0 + 26.0);
    let gear = drawing.area("gear");
    assert_eq!(gear["holes"], 1);
    near(&gear["hole_perimeter"], PI * 10.0);
    near(&gear["centroid"][1], 7.0);
    drawing.ok(
        "draw_gear",
        json!({ "name": "ring", "module": 2, "teeth": 60, "kind": "internal", "rim": 140 }),
    );
    near(&drawing.area("ring")["outer_perimeter"], PI * 140.0);
    drawing.ok(
        "draw_gear",
        json!({ "name": "rack", "module": 2, "teeth": 5, "kind": "rack", "rim": 4, "y": -40 }),
    );
    let bounds = drawing.ok("get_world_bounds", json!({ "entity": "rack" }));
    near(&bounds["max"][1], -38.0);
    near(&bounds["min"][1], -40.0 - 2.5 - 4.0);
    let gear = |more: Value| {
        let mut input = json!({ "name": "g", "module": 1, "teeth": 20 });
        for (key, value) in more.as_object().unwrap() {
            input[key] = value.clone();
        }
        input
    };
    for (more, message) in [
        (json!({ "teeth": 3 }), "teeth must be from 4 to 400, got 3"),
        (json!({ "module": 0 }), "draw_gear: module"),
        (
            json!({ "pressure_angle": 20 }),
            "pressure_angle must be from 5 to 40 degrees, got 1145",
        ),
        (
            json!({ "bore": 17.5 }),
            "bore 17.5 must be smaller than the root diameter 17.5",
        ),
        (json!({ "rim": 40 }), "rim is for kind"),
        (json!({ "kind": "internal", "bore": 4 }), "bore is for kind"),
        (
            json!({ "kind": "internal", "teeth": 40, "rim": 30 }),
            "rim 30 must be larger than the root diameter",
        ),
        (json!({ "root_fillet": 5 }), "root_fillet must be at most 0."),
        (json!({ "shift": 1.5, "teeth": 6 }), "the teeth are pointed"),
        (json!({ "shift": 2 }), "shift must be from -1 to 1.5"),
    ] {
        drawing.refused_with("draw_gear", gear(more), message);
    }
    let (_, warnings) = drawing.call("draw_gear", gear(json!({ "teeth": 10 }))).unwrap();
    assert!(warnings[0].contains("undercut"), "{warnings:?}");
}

#[test]
fn area_properties_are_those_of_the_tables() {
    let mut drawing = Drawing::new();
    drawing.ok(
        "draw_rect",
        json!({ "name": "beam", "x": 100, "y": 0, "width": 20, "height": 60 }),
    );
    let beam = drawing.area("beam");
    near(&beam["moments"]["xx"], 20.0 * 60_f64.powi(3) / 12.0);
    near(&beam["moments"]["yy"], 60.0 * 20_f64.powi(3) / 12.0);
    near(&beam["principal"]["largest"], 360_000.0);
    near(&beam["principal"]["angle"], 0.0);
    drawing.ok(
        "draw_line",
        json!({ "name": "open", "points": [0, 0, 1, 0, 1, 1] }),
    );
    drawing.refused_with(
        "get_area_properties",
        json!({ "entity": "open" }),
        "is open. Close it, or use get_length",
    );
    drawing.refused_with(
        "get_area_properties",
        json!({ "entity": "none" }),
        "Entity 'none' not found",
    );
    drawing.refused_with(
        "get_area_properties",
        json!({ "entity": "beam.edge[0]" }),
        "is a part of 'beam'",
    );
}

#[test]
fn a_long_outline_is_measured_in_parts() {
    let mut drawing = Drawing::new();
    drawing.ok(
        "draw_regular_polygon",
        json!({ "name": "p", "cx": 0, "cy": 0, "radius": 10, "sides": 100 }),
    );
    let (rows, warnings) = drawing.call("measure_parts", json!({ "entity": "p" })).unwrap();
    assert_eq!(
        (rows["total"].as_u64(), rows["parts"].as_array().unwrap().len()),
        (Some(100), 60)
    );
    assert!(warnings[0].contains("pieces 0 to 59 of 100"), "{warnings:?}");
    let rest = drawing.ok(
        "measure_parts",
        json!({ "entity": "p", "first": 60, "count": 100 }),
    );
    assert_eq!(rest["parts"].as_array().unwrap().len(), 40);
    assert_eq!(rest["parts"][0]["part"], "p.edge[60]");
    drawing.refused_with(
        "measure_parts",
        json!({ "entity": "p", "first": -1 }),
        "first must be 0 or more, got -1",
    );
}

#[test]
fn a_curve_meets_its_points_or_stays_within_its_tolerance() {
    let mut drawing = Drawing::new();
    let drawn = drawing.ok(
        "draw_curve",
        json!({ "name": "wave", "points": [0, 0, 10, 8, 20, 0, 30, -8, 40, 0] }),
    );
    assert_eq!(drawn, json!({ "entity": "wave", "curves": 4, "deviation": 0.0 }));
    for point in [[10.0, 8.0], [30.0, -8.0]] {
        let near = drawing.ok("get_nearest_point", json!({ "entity": "wave", "point": point }));
        assert!(near["distance"].as_f64().unwrap() < 1e-9);
    }
    let samples: Vec<f64> = (0..=100)
        .flat_map(|i| {
            let x = f64::from(i) / 5.0;
            [x, 0.1 * x * x]
        })
        .collect();
    let fitted = drawing.ok(
        "draw_curve",
        json!({ "name": "parabola", "points": samples, "tolerance": 0.01 }),
    );
    assert!(
        fitted["curves"].as_u64().unwrap() <= 4 && fitted["deviation"].as_f64().unwrap() <= 0.01,
        "{fitted}"
    );
    drawing.refused_with(
        "draw_curve",
        json!({ "name": "c", "points": [1, 1, 1, 1] }),
        "at least two different points",
    );
    drawing.refused_with(
        "draw_curve",
        json!({ "name": "c", "points": [0, 0, 1, 1], "closed": true }),
        "at least three different points",
    );
    drawing.refused_with(
        "draw_curve",
        json!({ "name": "c", "points": [0, 0, 1, 1], "tolerance": 0 }),
        "draw_curve: tolerance",
    );
    drawing.refused_with(
        "draw_curve",
        json!({ "name": "c", "points": [0, 0, 1] }),
        "points",
    );
}
