//! Tests of the search for patterns, and of warnings about annotations and sheets.

use super::*;

/// Returns a drawing of a plate with a grid of 3 x 2 holes around its center.
fn plate(off: f64) -> Drawing {
    let mut d = Drawing::new(&[
        (
            "draw_rect",
            json!({ "name": "plate", "x": 0, "y": 0, "width": 60, "height": 40 }),
        ),
        circle("hole", 10.0 + off, 12.5, 3.0),
    ]);
    d.ok(
        "array_grid",
        json!({ "entity": "hole", "columns": 3, "rows": 2, "dx": 20, "dy": 15 }),
    );
    d
}

#[test]
fn a_pattern_is_found_with_its_faults_and_its_place() {
    let mut d = plate(5.0);
    let names = d.ok("find_entities", json!({ "type": "circle" }));
    let mut names: Vec<&str> = names
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap())
        .collect();
    names.sort_unstable();
    let found = d.ok("find_pattern", json!({}));
    let grid = &found[0];
    assert_eq!(
        (
            &grid["type"],
            &grid["columns"],
            &grid["rows"],
            &grid["across"],
            &grid["up"]
        ),
        (
            &json!("grid"),
            &json!(3),
            &json!(2),
            &json!([20.0, 0.0]),
            &json!([0.0, 15.0])
        )
    );
    assert_eq!(
        (&grid["inside"], &grid["off_center"]),
        (&json!("plate"), &json!([5.0, 0.0]))
    );
    assert_eq!((&grid["missing"], &grid["misplaced"]), (&json!([]), &json!([])));
    d.ok("translate", json!({ "name": names[1], "dx": 0.5, "dy": 0 }));
    d.ok("delete_entity", json!({ "name": names[3] }));
    let grid = d.ok("find_pattern", json!({}))[0].take();
    assert_eq!(
        grid["misplaced"],
        json!([{ "entity": names[1], "by": [0.5, 0.0] }])
    );
    assert_eq!(grid["missing"].as_array().unwrap().len(), 1);
    let text = d.ok("describe_scene", json!({}));
    let text = text.as_str().unwrap();
    assert!(
        text.contains("3 x 2 grid, steps 20 and 15, of circle size 6"),
        "{text}"
    );
    assert!(
        text.contains(&format!("'{}' is off by (0.5, 0)", names[1])),
        "{text}"
    );
    assert!(
        text.contains("its center is off that of 'plate' by (5, 0)"),
        "{text}"
    );
}

#[test]
fn holes_of_an_area_are_elements_and_unknown_entities_are_refused() {
    let mut d = plate(0.0);
    let names = d.ok("find_entities", json!({ "type": "circle" }));
    let mut operands = vec![json!("plate")];
    operands.extend(names.as_array().unwrap().iter().cloned());
    d.ok(
        "boolean_difference",
        json!({ "entities": operands, "result": "plate" }),
    );
    let grid = d.ok("find_pattern", json!({ "entities": ["plate"] }))[0].take();
    assert_eq!(
        (&grid["of"], &grid["columns"], &grid["rows"]),
        (&json!("hole"), &json!(3), &json!(2))
    );
    assert_eq!(grid["off_center"], json!([0.0, 0.0]));
    assert!(
        d.error("find_pattern", json!({ "entities": ["plat"] }))
            .contains("'plat'")
    );
    let mut empty = Drawing::new(&[]);
    assert_eq!(empty.ok("find_pattern", json!({})), json!([]));
}

#[test]
fn a_run_warns_of_texts_that_overlap_and_of_dimensions_without_a_value() {
    use trammel_scene::lint;
    let mut d = plate(0.0);
    d.ok(
        "dimension_linear",
        json!({ "name": "w1", "from": [0, 0], "to": [60, 0], "offset": -10 }),
    );
    assert_eq!(lint::facts(d.0.scene()).warnings(), [] as [&str; 0]);
    d.ok(
        "dimension_linear",
        json!({ "name": "w2", "from": [0, 0], "to": [60, 0], "offset": -11 }),
    );
    for (name, x) in [("left", 100.0), ("right", 140.0)] {
        let (tool, input) = circle(name, x, 0.0, 2.0);
        d.ok(tool, input);
    }
    let ends = json!({ "name": "none", "from": "left.center", "to": "right.center", "direction": "horizontal", "offset": 60 });
    d.ok("dimension_linear", ends);
    d.ok("translate", json!({ "name": "right", "dx": -40, "dy": 20 }));
    let warnings = lint::facts(d.0.scene()).warnings();
    assert!(
        warnings[0]
            .english
            .starts_with("1 pair of texts overlaps: 'w1' and 'w2'."),
        "{warnings:?}"
    );
    assert!(
        warnings[1]
            .english
            .starts_with("1 dimension measures nothing: 'none'."),
        "{warnings:?}"
    );
    assert_eq!(warnings.len(), 2);
}

#[test]
fn a_run_warns_of_entities_outside_the_sheet() {
    use trammel_scene::lint;
    let is_warned = |sheet: &str| {
        let mut d = plate(0.0);
        d.ok(
            "draw_rect",
            json!({ "name": sheet, "x": -10, "y": -10, "width": 65, "height": 60 }),
        );
        let warnings = lint::facts(d.0.scene()).warnings();
        warnings.iter().any(|text| {
            text.english
                .starts_with("1 entity reaches out of the sheet: 'plate'")
        })
    };
    for sheet in ["sheet", "Sheet_2", "paper_a4", "stock1"] {
        assert!(is_warned(sheet), "{sheet}");
    }
    for part in ["sheet_metal", "stockade", "papers", "page"] {
        assert!(!is_warned(part), "{part}");
    }
}
