//! Tests of measures of entities and their parts.

use super::*;

#[test]
fn lengths_areas_distances_and_angles_are_measured() {
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
    let found = d.ok("measure_distance", json!({ "entity": "c", "target": "wall" }));
    assert_eq!(
        found,
        json!({ "distance": 20.0, "from": [10.0, 0.0], "to": [30.0, 0.0], "dx": 20.0, "dy": 0.0 })
    );
    assert_eq!(
        d.ok(
            "measure_distance",
            json!({ "entity": "r.edge[3]", "target": [40, 5] })
        )["distance"],
        10.0
    );
    assert_eq!(
        d.ok(
            "measure_distance",
            json!({ "entity": "c.center", "target": [3, 4] })
        )["distance"],
        5.0
    );
    let angle = d.ok(
        "measure_angle",
        json!({ "entity": "r.edge[0]", "target": "wall", "angle_unit": "degree" }),
    );
    assert_eq!(angle, json!({ "angle": 90.0, "between": 90.0 }));
    let angle = d.ok(
        "measure_angle",
        json!({ "entity": [1, 0], "target": [-1, -1], "angle_unit": "degree" }),
    );
    near(angle["angle"].as_f64().unwrap(), 225.0);
    near(angle["between"].as_f64().unwrap(), 45.0);
    assert!(
        d.error("measure_angle", json!({ "entity": "bent", "target": "wall" }))
            .contains("'bent.edge[0]'")
    );
    assert_eq!(d.ok("get_centroid", json!({ "entity": "t" })), json!([2.0, 2.0]));
    assert_eq!(
        d.ok("get_centroid", json!({ "entity": "bent" })),
        json!([3.0, 1.0])
    );
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
    let placed = d.ok("get_world_transform", json!({ "entity": "r" }));
    near(placed["rotate"].as_f64().unwrap(), std::f64::consts::FRAC_PI_2);
    assert_eq!(placed["matrix"].as_array().unwrap().len(), 6);
}

#[test]
fn subentities_are_measured() {
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
        d.ok("get_centroid", json!({ "entity": "triangle.edge[0]" })),
        json!([3.0, 0.0])
    );
    assert_eq!(
        d.ok("get_centroid", json!({ "entity": "triangle.point[2]" })),
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
fn an_unmeasurable_subentity_is_refused_with_a_remedy() {
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
            json!({ "entity": "triangle.point[1]" }),
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
            json!({ "entity": "triangle.edge[3]" }),
            "'triangle' has no part 'edge[3]'; its parts are: center, point[0]",
        ),
        (
            "get_area",
            json!({ "entity": "triangle.edge[0]" }),
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
fn intersections_are_sorted_along_the_first_entity_through_holes() {
    let mut d = Drawing::new(&[
        line("cut", &[-5.0, 5.0, 15.0, 5.0]),
        (
            "draw_polygon",
            json!({ "name": "frame", "points": [0, 0, 10, 0, 10, 10, 0, 10], "holes": [[2, 2, 8, 2, 8, 8, 2, 8]] }),
        ),
        // Both triangles have a corner at (3, 5).
        (
            "draw_bezier",
            json!({ "name": "bow", "path": "M3,5 L1,9 L0,6 Z M3,5 L5,1 L6,4 Z" }),
        ),
    ]);
    let mut points = |a: &str, b: &str| d.ok("get_intersection", json!({ "a": a, "b": b }))["points"].clone();
    assert_eq!(
        points("cut", "frame"),
        json!([[0.0, 5.0], [2.0, 5.0], [8.0, 5.0], [10.0, 5.0]])
    );
    assert_eq!(points("cut", "bow"), json!([[3.0, 5.0]]));
    assert_eq!(points("bow", "cut"), json!([[3.0, 5.0]]));
}

#[test]
fn a_dimension_of_an_edge_follows_the_edge_beside_an_entity_of_that_name() {
    let mut d = Drawing::new(&[
        (
            "draw_rect",
            json!({ "name": "plate", "x": 0, "y": 0, "width": 10, "height": 4 }),
        ),
        (
            "draw_point",
            json!({ "name": "plate.edge[0].start", "x": 50, "y": 50 }),
        ),
        (
            "dimension_linear",
            json!({ "name": "width", "from": "plate.edge[0]", "direction": "horizontal" }),
        ),
    ]);
    let refs = d.ok("get_entity", json!({ "name": "width" }))["geometry"]["refs"].clone();
    assert_eq!(
        refs,
        json!([["plate", "edge[0].start"], ["plate", "edge[0].end"]])
    );
}

#[test]
fn the_area_of_an_outline_that_crosses_itself_is_the_filled_one() {
    let bow = json!({ "name": "bow", "points": [0, 0, 10, 10, 10, 0, 0, 10] });
    let star = json!({ "name": "star", "points": [50, 5, 21, 90, 98, 35, 2, 35, 79, 90] });
    let mut d = Drawing::new(&[("draw_polygon", bow), ("draw_polygon", star)]);
    let area = |answer: Value| answer.as_f64().unwrap();
    assert!((area(d.ok("get_area", json!({ "entity": "bow" }))) - 50.0).abs() < 1e-9);
    let filled = area(d.ok("get_area", json!({ "entity": "star" })));
    let properties = d.ok("get_area_properties", json!({ "entity": "star" }));
    assert_eq!(properties["area"].as_f64(), Some(filled));
    let all = json!({ "name": "all", "x": -10, "y": -10, "width": 150, "height": 150 });
    d.ok("draw_rect", all);
    d.ok(
        "boolean_intersect",
        json!({ "entities": ["star", "all"], "result": "points", "keep": true }),
    );
    let wanted = area(d.ok("get_area", json!({ "entity": "points" })));
    assert!((filled - wanted).abs() < 1e-6, "{filled} {wanted}");
}
