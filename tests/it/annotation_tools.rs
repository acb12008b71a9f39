//! Tools that dimension several points, extents, and texts that fit: exact results, and refusals with the reason.

mod extents;
mod pieces;
mod texts;

use crate::drawing::Drawing;
use serde_json::{Value, json};
use trammel_formats::json as files;
use trammel_kernel::{Bounds, Path, Point};
use trammel_scene::Shape;
use trammel_scene::annotate::{Dimension, Measure};

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
        let drawn = self.dimension(name).drawn_form();
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
            let input =
                json!({ "name": name, "type": entity.shape.kind(), "geometry": geometry, "replace": true });
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
fn the_distance_of_parallel_edges_follows_both() {
    let mut d = Drawing::plate();
    d.ok(
        "dimension_aligned",
        json!({ "name": "w", "from": "plate.edge[3]", "to": "plate.edge[1]", "offset": -40 }),
    );
    assert_eq!(d.ends("w"), [(0.0, 0.0), (80.0, 0.0), (0.0, -15.0)]);
    assert_eq!(d.label("w"), "80");
    d.ok(
        "draw_line",
        json!({ "name": "wall", "points": [0, 200, 30, 240] }),
    );
    d.ok(
        "draw_line",
        json!({ "name": "other", "points": [34, 238, 4, 198] }),
    );
    d.ok(
        "dimension_aligned",
        json!({ "name": "gap", "from": "wall", "to": "other" }),
    );
    assert_eq!(d.label("gap"), "4.4");
    d.assert_round_trip(&["w", "gap"]);
    d.ok("scale", json!({ "name": "plate", "sx": 2, "sy": 2 }));
    assert_eq!(d.label("w"), "160");
    d.ok("translate", json!({ "name": "other", "dx": 4, "dy": -3 }));
    assert_eq!(d.label("gap"), "9.4");
    let (_, warnings) = d
        .call("rotate", json!({ "name": "other", "angle": 0.5 }))
        .unwrap();
    assert!(
        warnings[0].contains("'gap' is detached") && warnings[0].contains("no longer parallel"),
        "{warnings:?}"
    );
    assert_eq!(d.label("gap"), "9.4", "lines that meet have no distance");
    d.refused(
        "dimension_aligned",
        json!({ "name": "x", "from": "wall", "to": "plate.edge[0]" }),
        "from and to: 'wall' and 'plate.edge[0]' are not parallel edges with a distance. Name two points, or \
         use dimension_angular for the angle.",
    );
}

#[test]
fn a_hatch_between_crossing_outlines_follows_them() {
    let mut d = Drawing::plate();
    d.ok("draw_line", json!({ "name": "cut", "points": [-10, 10, 90, 10] }));
    d.ok(
        "hatch",
        json!({ "name": "h", "entities": ["plate", "cut"], "at": [20, 5] }),
    );
    let size = |d: &Drawing| {
        let bounds = d.edit.world_bounds("h").unwrap();
        (bounds.width(), bounds.height())
    };
    let boundary = |d: &Drawing| match &d.edit.get("h").unwrap().shape {
        Shape::Hatch(tied) => (Path::bounds_of(&tied.boundary).unwrap().height(), tied.detached),
        other => panic!("{other:?}"),
    };
    assert!(size(&d).0 <= 80.0 && boundary(&d) == (10.0, false));
    d.assert_round_trip(&["h"]);
    d.ok("translate", json!({ "name": "cut", "dx": 0, "dy": 8 }));
    assert_eq!(boundary(&d), (18.0, false));
    d.ok("translate", json!({ "name": "cut", "dx": 500, "dy": 0 }));
    assert_eq!(boundary(&d), (50.0, false), "the plate encloses the point alone");
    let (_, warnings) = d
        .call("translate", json!({ "name": "plate", "dx": 500, "dy": 0 }))
        .unwrap();
    assert!(
        warnings[0].contains("'h' is detached") && warnings[0].contains("no longer enclose"),
        "{warnings:?}"
    );
    assert!(boundary(&d).1, "nothing encloses the point");
    d.refused(
        "hatch",
        json!({ "name": "x", "entities": ["cut"], "at": [20, 5] }),
        "hatch: at: the entities do not enclose the point (20, 5). Move the point into the area, or name all entities around it.",
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
    let setting = d.dimension("d_2").drawn_form().labels[0].setting;
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
