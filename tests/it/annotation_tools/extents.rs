//! Extents of parts and groups.

use super::*;

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
