//! Tools that dimension several points, extents, and texts that fit: exact results, and refusals with the reason.

use crate::drawing::Drawing;
use serde_json::{Value, json};
use trammel::annotate::{Dimension, Measure};
use trammel::formats::json as files;
use trammel::geometry::{Bounds, Path, Point};
use trammel::scene::Shape;

impl Drawing {
    /// Returns a plate of 80 by 50 with a hole at (30, 25) and a slot with rounded ends from (0, 100) to (60, 100).
    fn plate() -> Drawing {
        let mut d = Drawing::new();
        d.ok(
            "draw_rect",
            json!({ "name": "plate", "x": 0, "y": 0, "width": 80, "height": 50 }),
        );
        d.ok(
            "draw_circle",
            json!({ "name": "hole", "x": 30, "y": 25, "radius": 4 }),
        );
        d.ok(
            "draw_slot",
            json!({ "name": "link", "from": [0, 100], "to": [60, 100], "width": 20 }),
        );
        d
    }

    #[track_caller]
    fn dimension(&self, name: &str) -> Dimension {
        match &self.edit.get(name).unwrap().shape {
            Shape::Dimension(tied) => tied.dimension.clone(),
            other => panic!("{other:?}"),
        }
    }

    fn label(&self, name: &str) -> String {
        self.dimension(name).label()
    }

    /// Returns the measured points and the position of the dimension line.
    fn ends(&self, name: &str) -> [(f64, f64); 3] {
        let Measure::Linear { from, to, at, .. } = self.dimension(name).measure else {
            panic!("{name} is not linear")
        };
        [from, to, at].map(|point| (point.x, point.y))
    }

    /// Returns the bounds of the text of a dimension.
    fn text(&self, name: &str) -> Bounds {
        let drawn = self.dimension(name).drawn();
        Path::bounds_of(&drawn.fills[drawn.labels[0].outlines.clone()]).unwrap()
    }

    fn ink(&self, name: &str) -> Bounds {
        self.edit.world_bounds(name).unwrap()
    }

    /// Checks that the scene JSON and the stored geometry draw the same drawing.
    #[track_caller]
    fn assert_round_trip(&mut self, annotations: &[&str]) {
        let written = files::write(&self.edit);
        let read = files::read(&written).unwrap();
        assert_eq!(files::write(&read), written);
        for name in annotations {
            let entity = self.edit.get(name).unwrap().clone();
            assert_eq!(read.get(name).unwrap().shape, entity.shape);
            let geometry = files::entity(&self.edit, &entity)["geometry"].clone();
            let input = json!({ "name": name, "type": "dimension", "geometry": geometry, "replace": true });
            self.ok("draw_annotation", input);
            assert_eq!(self.edit.get(name).unwrap().shape, entity.shape);
        }
    }
}

#[track_caller]
fn near(actual: f64, expected: f64) {
    assert!(
        (actual - expected).abs() <= 1e-9 * (1.0 + expected.abs()),
        "{actual} is not {expected}"
    );
}

#[track_caller]
fn near_point(actual: Point, x: f64, y: f64) {
    near(actual.x, x);
    near(actual.y, y);
}

#[test]
fn a_chain_dimensions_neighbors_in_one_row_and_follows_them() {
    let mut d = Drawing::plate();
    let points = json!(["plate.point[3]", "plate.point[2]", "hole.center"]);
    let made = d.ok(
        "dimension_chain",
        json!({ "name": "d", "points": points, "offset": 12, "total": true }),
    );
    assert_eq!(made, json!({ "entities": ["d_1", "d_2", "d_total"] }));
    assert_eq!(d.ends("d_1"), [(0.0, 50.0), (30.0, 25.0), (0.0, 62.0)]);
    assert_eq!(d.ends("d_2"), [(30.0, 25.0), (80.0, 50.0), (30.0, 62.0)]);
    assert_eq!(d.ends("d_total"), [(0.0, 50.0), (80.0, 50.0), (0.0, 69.5)]);
    assert_eq!(
        ["d_1", "d_2", "d_total"].map(|name| d.label(name)),
        ["30", "50", "80"]
    );
    assert!(d.dimension("d_1").marks.text_at.is_none());
    d.ok("translate", json!({ "name": "hole", "dx": 5, "dy": 0 }));
    assert_eq!(
        ["d_1", "d_2", "d_total"].map(|name| d.label(name)),
        ["35", "45", "80"]
    );
    d.assert_round_trip(&["d_1", "d_total"]);
    // The order is that of the given ends.
    let reversed = json!(["plate.point[2]", "hole.center", "plate.point[3]"]);
    d.ok(
        "dimension_chain",
        json!({ "name": "r", "points": reversed, "offset": -8 }),
    );
    assert_eq!(d.ends("r_1"), [(80.0, 50.0), (35.0, 25.0), (35.0, 17.0)]);
    let upright = json!({ "name": "v", "points": [[80, 0], [80, 20], [70, 50]], "direction": "vertical", "tolerance": 0.1, "fit": "H7" });
    d.ok("dimension_chain", upright);
    assert_eq!(d.ends("v_2"), [(80.0, 20.0), (70.0, 50.0), (90.0, 20.0)]);
    assert_eq!(
        ["v_1", "v_2"].map(|name| d.label(name)),
        ["20 H7 ±0.1", "30 H7 ±0.1"]
    );
}

#[test]
fn the_texts_of_a_chain_never_overlap() {
    let xs = [0.0, 3.0, 5.5, 9.0, 30.0, 31.25, 33.5, 36.0, 38.0];
    for direction in ["horizontal", "vertical"] {
        for offset in [10.0, -10.0] {
            for total in [true, false] {
                let mut d = Drawing::new();
                let point = |x: &f64| {
                    if direction == "horizontal" {
                        json!([x, 0])
                    } else {
                        json!([0, x])
                    }
                };
                let points: Vec<Value> = xs.iter().map(point).collect();
                let input = json!({ "name": "d", "points": points, "direction": direction, "offset": offset, "total": total });
                let made = d.ok("dimension_chain", input);
                let names: Vec<&str> = made["entities"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .filter_map(Value::as_str)
                    .collect();
                assert_eq!(names.len(), if total { 9 } else { 8 });
                for (at, a) in names.iter().enumerate() {
                    for b in &names[at + 1..] {
                        let (one, other) = (d.text(a), d.text(b));
                        assert!(
                            !one.intersects(&other),
                            "{direction} {offset}: {a} {one:?} {b} {other:?}"
                        );
                    }
                }
                d.assert_round_trip(&["d_1", "d_4"]);
            }
        }
    }
    // A text without room is centered on its part of the row, on the side away from the points.
    let mut d = Drawing::new();
    d.ok(
        "dimension_chain",
        json!({ "name": "d", "points": [[0, 0], [20, 0], [21, 0], [40, 0]] }),
    );
    let at = ["d_1", "d_2", "d_3"].map(|name| d.dimension(name).marks.text_at);
    // Line at 10, extension line 1.25, gap 0.625, half the text 1.25.
    assert_eq!(at, [None, Some(Point::new(20.5, 13.125)), None]);
    let setting = d.dimension("d_2").drawn().labels[0].setting;
    assert_eq!(setting.at, Point::new(20.5, 13.125));
}

#[test]
fn baseline_dimensions_start_at_the_first_point_in_rows() {
    let mut d = Drawing::plate();
    let points = json!(["plate.point[3]", "plate.point[2]", "hole.center", [2, 50]]);
    let made = d.ok(
        "dimension_baseline",
        json!({ "name": "b", "points": points, "spacing": 6 }),
    );
    assert_eq!(made, json!({ "entities": ["b_1", "b_2", "b_3"] }));
    assert_eq!(d.ends("b_1"), [(2.0, 50.0), (0.0, 50.0), (0.0, 60.0)]);
    assert_eq!(d.ends("b_2"), [(30.0, 25.0), (0.0, 50.0), (0.0, 66.0)]);
    assert_eq!(d.ends("b_3"), [(80.0, 50.0), (0.0, 50.0), (0.0, 72.0)]);
    assert!(
        d.text("b_1").max.x < 0.0,
        "the text without room stands beyond the first point"
    );
    d.ok("translate", json!({ "name": "hole", "dx": -10, "dy": 0 }));
    assert_eq!(["b_1", "b_2", "b_3"].map(|name| d.label(name)), ["2", "20", "80"]);
    d.ok(
        "dimension_baseline",
        json!({ "name": "v", "points": [[0, 0], [0, 9], [0, -20]], "offset": -10 }),
    );
    assert_eq!(d.ends("v_2"), [(0.0, -20.0), (0.0, 0.0), (-17.5, -20.0)]);
}

#[test]
fn rows_of_dimensions_are_refused_with_the_reason() {
    let mut d = Drawing::plate();
    let row = |points: Value| json!({ "name": "d", "points": points });
    for tool in ["dimension_chain", "dimension_baseline"] {
        let cases = [
            (row(json!([[0, 0]])), "points needs 2 to 200 points, got 1"),
            (
                row(json!(vec![[0, 0]; 201])),
                "points needs 2 to 200 points, got 201",
            ),
            (
                row(json!([[0, 0], [9, 4], [30, 0], [9, 1]])),
                "points[1] and points[3] have the same x, 9, so their distance is 0. Leave one of them out, or choose the \
                 other direction.",
            ),
            (
                json!({ "name": "d", "points": [[0, 0], [9, 0]], "direction": "vertical" }),
                "points[0] and points[1] have the same y, 0, so their distance is 0. Leave one of them out, or choose the \
                 other direction.",
            ),
            (
                json!({ "name": "d", "points": [[0, 0], [9, 0]], "offset": 1e10 }),
                "offset must be a number within ±1e9, got 10000000000",
            ),
            (
                json!({ "name": "d", "points": [[0, 0], [9, 0]], "text_height": 0 }),
                "text_height must be above 0 and at most 1e9, got 0",
            ),
            (
                json!({ "name": "d", "points": [[0, 0], [9, 0]], "decimals": 9 }),
                "decimals must be from 0 to 8",
            ),
            (
                json!({ "name": "d", "points": [[0, 0], [9, 0]], "tolerance": -1 }),
                "tolerance must be above 0, got -1",
            ),
        ];
        for (input, message) in cases {
            d.refused(tool, input, &format!("{tool}: {message}"));
        }
        let error = d.call(tool, row(json!(["plate", [1, 2]]))).unwrap_err();
        assert!(error.contains("points[0]: 'plate' is not a point"), "{error}");
        let error = d.call(tool, row(json!([0, 0, 9, 0]))).unwrap_err();
        assert!(error.contains("a point [x, y] or a part such as"), "{error}");
        d.ok(tool, row(json!([[0, 0], [9, 0]])));
        let error = d.call(tool, row(json!([[0, 0], [9, 0]]))).unwrap_err();
        assert!(error.contains("'d_1'"), "{error}");
        d.ok("delete_entity", json!({ "name": "d_1" }));
    }
    d.refused(
        "dimension_baseline",
        json!({ "name": "d", "points": [[0, 0], [9, 0]], "spacing": 4.9 }),
        "dimension_baseline: spacing must be at least 2 times text_height, 5, so that texts and lines stay apart, got 4.9",
    );
}

#[test]
fn an_extent_measures_a_rounded_part_and_follows_it() {
    let mut d = Drawing::plate();
    d.ok("dimension_extent", json!({ "name": "w", "entity": "link" }));
    d.ok(
        "dimension_extent",
        json!({ "name": "h", "entity": "link", "direction": "vertical", "offset": 5 }),
    );
    d.ok(
        "dimension_extent",
        json!({ "name": "below", "entity": "link", "offset": -6, "text": "<> wide" }),
    );
    d.ok(
        "dimension_extent",
        json!({ "name": "left", "entity": "link", "direction": "vertical", "offset": -3 }),
    );
    assert_eq!(d.ends("w"), [(-10.0, 110.0), (70.0, 110.0), (-10.0, 120.0)]);
    assert_eq!(d.ends("h"), [(70.0, 110.0), (70.0, 90.0), (75.0, 90.0)]);
    assert_eq!(d.ends("below"), [(70.0, 90.0), (-10.0, 90.0), (-10.0, 84.0)]);
    assert_eq!(d.ends("left"), [(-10.0, 90.0), (-10.0, 110.0), (-13.0, 90.0)]);
    assert_eq!(
        ["w", "h", "below", "left"].map(|name| d.label(name)),
        ["80", "20", "80 wide", "20"]
    );
    let before = files::write(&d.edit);
    assert_eq!(files::write(&files::read(&before).unwrap()), before);
    // A scaled part is 1.5 times as large about its center (30, 100), and the lines keep their distances.
    d.ok("scale", json!({ "name": "link", "sx": 1.5 }));
    assert_eq!(
        ["w", "h", "below", "left"].map(|name| d.label(name)),
        ["120", "30", "120 wide", "30"]
    );
    let [from, to, at] = d.ends("w");
    for (point, (x, y)) in [(from, (-30.0, 115.0)), (to, (90.0, 115.0))] {
        near_point(point.into(), x, y);
    }
    near(at.1, 125.0);
    near(d.ends("h")[2].0, 95.0);
    near(d.ends("below")[2].1, 79.0);
    d.assert_round_trip(&["w", "h", "below", "left"]);
    // A turned part has other bounds.
    d.ok(
        "rotate",
        json!({ "name": "link", "angle": 90, "angle_unit": "degree" }),
    );
    assert_eq!(["w", "h"].map(|name| d.label(name)), ["30", "120"]);
    d.ok("rename_entity", json!({ "name": "link", "new_name": "bar" }));
    d.ok("scale", json!({ "name": "bar", "sx": 2 }));
    assert_eq!(["w", "h"].map(|name| d.label(name)), ["60", "240"]);
    let (_, warnings) = d.call("delete_entity", json!({ "name": "bar" })).unwrap();
    assert_eq!(warnings.len(), 4);
    assert!(
        warnings.iter().all(|warning| warning.contains("is detached")),
        "{warnings:?}"
    );
}

#[test]
fn the_extent_of_a_group_ignores_annotations_and_turns_with_the_group() {
    let mut d = Drawing::plate();
    d.ok(
        "create_group",
        json!({ "name": "part", "children": ["plate", "hole"] }),
    );
    d.ok("dimension_extent", json!({ "name": "w", "entity": "part" }));
    d.ok("add_to_group", json!({ "group": "part", "entity": "w" }));
    assert_eq!((d.label("w"), d.ends("w")[2].1), ("80".to_owned(), 60.0));
    // The hole leaves the plate on the left by 10 + 4.
    d.ok("translate", json!({ "name": "hole", "dx": -40, "dy": 0 }));
    assert_eq!(d.label("w"), "94");
    d.ok(
        "rotate",
        json!({ "name": "part", "angle": 30, "angle_unit": "degree" }),
    );
    assert_eq!(d.label("w"), "94");
    let before = d.dimension("w");
    d.ok("translate", json!({ "name": "link", "dx": 1, "dy": 0 }));
    assert_eq!(d.dimension("w"), before);
    d.ok("scale", json!({ "name": "part", "sx": 2 }));
    near(d.dimension("w").value, 188.0);
}

#[test]
fn extents_are_refused_with_the_reason() {
    let mut d = Drawing::plate();
    d.ok("draw_line", json!({ "name": "level", "points": [0, 0, 9, 0] }));
    d.ok("dimension_extent", json!({ "name": "d", "entity": "plate" }));
    let extent = |entity: &str| json!({ "name": "e", "entity": entity });
    d.refused(
        "dimension_extent",
        extent("plate.edge[0]"),
        "dimension_extent: entity: 'plate.edge[0]' is a part of 'plate'. Name 'plate', or dimension the part with \
         dimension_linear.",
    );
    d.refused(
        "dimension_extent",
        extent("d"),
        "dimension_extent: entity: 'd' is an annotation. Name the entity that it measures.",
    );
    d.refused(
        "dimension_extent",
        json!({ "name": "e", "entity": "level", "direction": "vertical" }),
        "dimension_extent: entity: the height of 'level' is 0. Choose the other direction.",
    );
    d.refused(
        "dimension_extent",
        json!({ "name": "e", "entity": "plate", "offset": -1e10 }),
        "dimension_extent: offset must be a number within ±1e9, got -10000000000",
    );
    let error = d.call("dimension_extent", extent("plat")).unwrap_err();
    assert!(error.contains("'plat' not found"), "{error}");
}

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
    let setting = d.dimension("d").drawn().labels[0].setting;
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
            "tolerance: lower must be below upper, got lower 0.05 and upper -0.1. Both are signed: a lower limit below the \
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
