//! Tests of the tools that prepare a drawing for cutting.

use super::*;

fn rect(name: &str, at: [f64; 2], width: f64, height: f64) -> (&'static str, Value) {
    let input = json!({ "name": name, "x": at[0], "y": at[1], "width": width, "height": height });
    ("draw_rect", input)
}

fn plate() -> Drawing {
    Drawing::new(&[
        rect("plate", [0.0, 0.0], 80.0, 40.0),
        circle("hole", 20.0, 20.0, 1.0),
    ])
}

#[test]
fn check_for_cutting_answers_kinds_places_and_repairs() {
    let mut d = plate();
    assert_eq!(
        d.ok("check_for_cutting", json!({ "kerf": 0.2 })),
        json!({ "ok": true, "complete": true, "contours": 2, "counts": {}, "findings": [] })
    );
    d.ok(
        "draw_circle",
        json!({ "name": "again", "x": 20, "y": 20, "radius": 1 }),
    );
    assert_eq!(
        d.ok("check_for_cutting", json!({ "thickness": 3 })),
        json!({
            "ok": false,
            "complete": true,
            "contours": 3,
            "counts": { "duplicate": 1, "narrow_hole": 1 },
            "findings": [
                {
                    "kind": "duplicate",
                    "entities": ["hole", "again"],
                    "place": [20.0, 20.0],
                    "size": 2.0 * std::f64::consts::PI,
                    "message": "'again' repeats 'hole', so the machine would cut twice.",
                    "repair": "remove",
                },
                {
                    "kind": "narrow_hole",
                    "entities": ["hole"],
                    "place": [20.0, 20.0],
                    "between": [[20.0, 20.0], [20.0, 20.0]],
                    "size": 2.0,
                    "message": "'hole' is only 2 wide at (20, 20), less than the thickness of the sheet (3).",
                },
            ],
        })
    );
    assert_eq!(
        d.error("check_for_cutting", json!({ "kerf": 0 })),
        "check_for_cutting: kerf must be above 0 and at most 1e9, got 0"
    );
    assert!(
        d.error("check_for_cutting", json!({ "entities": ["plat"] }))
            .contains("plat")
    );
}

#[test]
fn repair_for_cutting_lists_each_change() {
    let mut d = plate();
    d.ok(
        "draw_circle",
        json!({ "name": "again", "x": 20, "y": 20, "radius": 1 }),
    );
    d.ok("draw_line", json!({ "name": "fold", "points": [0, 50, 80, 50] }));
    let reply = d.ok("repair_for_cutting", json!({}));
    assert_eq!(
        reply["changes"],
        json!([{
            "repair": "remove",
            "entities": ["again"],
            "place": [20.0, 20.0],
            "message": "Deleted 'again', which repeats 'hole'.",
        }])
    );
    assert_eq!(
        reply["remaining"][0]["message"],
        "'fold' is open, from (0, 50) to (80, 50)."
    );
    assert_eq!(d.ok("repair_for_cutting", json!({}))["changes"], json!([]));
    assert_eq!(
        d.error("repair_for_cutting", json!({ "tolerance": -1 })),
        "repair_for_cutting: tolerance must be above 0 and at most 1e9, got -1"
    );
}

#[test]
fn tools_say_which_contours_stay_open() {
    let mut d = plate();
    d.ok("draw_line", json!({ "name": "fold", "points": [0, 50, 80, 50] }));
    assert_eq!(d.ok("check_for_cutting", json!({}))["ok"], false);
    assert_eq!(
        d.ok("check_for_cutting", json!({ "unclosed": ["fold"] }))["ok"],
        true
    );
    for (tool, input, warning) in [
        (
            "order_cuts",
            json!({}),
            "'fold' is open, so nothing counts as inside it. Close what belongs to a part with repair_for_cutting.",
        ),
        (
            "apply_kerf",
            json!({ "kerf": 0.2, "result": "cut" }),
            "'fold' is open, so the kerf does not move it. Close what belongs to a part with repair_for_cutting.",
        ),
        (
            "repair_for_cutting",
            json!({ "entities": ["fold", "plate"] }),
            "contours that are still open or cut twice: 1. 'fold' is open, from (0, 50) to (80, 50). Mend them by hand.",
        ),
    ] {
        let warnings = d.warnings(tool, input);
        assert_eq!(
            warnings.first().map(|warning| warning.english.as_str()),
            Some(warning),
            "{tool}"
        );
        assert!(warnings[0].korean.contains("fold"), "{tool}");
    }
    assert!(plate().warnings("order_cuts", json!({})).is_empty());
}

#[test]
fn apply_kerf_changes_the_design_or_draws_a_copy() {
    let mut d = plate();
    assert_eq!(
        d.ok("apply_kerf", json!({ "kerf": 0.2, "result": "cut" })),
        json!(["cut_plate", "cut_hole"])
    );
    assert_eq!(d.bounds("plate"), [0.0, 0.0, 80.0, 40.0]);
    assert_eq!(d.bounds("cut"), [-0.1, -0.1, 80.1, 40.1]);
    assert_eq!(d.bounds("cut_hole"), [19.1, 19.1, 20.9, 20.9]);
    assert_eq!(
        d.error(
            "apply_kerf",
            json!({ "kerf": 0.2, "entities": ["plate"], "result": "cut" })
        ),
        "apply_kerf: 'cut' already exists. Use another name, for example 'cut_2'."
    );
    assert_eq!(
        d.ok(
            "apply_kerf",
            json!({ "kerf": 0.2, "entities": ["plate", "hole"] })
        ),
        json!(["plate", "hole"])
    );
    assert_eq!(d.bounds("plate"), [-0.1, -0.1, 80.1, 40.1]);
    d.ok("draw_line", json!({ "name": "fold", "points": [0, 50, 80, 50] }));
    assert_eq!(
        d.ok("apply_kerf", json!({ "kerf": 0.2, "entities": ["fold"] })),
        json!([])
    );
    d.ok("cut_as_drawn", json!({ "entities": ["plate"] }));
    assert_eq!(
        d.ok(
            "apply_kerf",
            json!({ "kerf": 0.2, "entities": ["plate", "hole"], "except": ["hole"] })
        ),
        json!([])
    );
    assert_eq!(d.bounds("plate"), [-0.1, -0.1, 80.1, 40.1]);
    d.ok(
        "cut_as_drawn",
        json!({ "entities": ["plate"], "as_drawn": false }),
    );
    assert_eq!(
        d.ok(
            "apply_kerf",
            json!({ "kerf": 0.2, "entities": ["plate", "hole"], "except": ["hole"] })
        ),
        json!(["plate"])
    );
    assert!(
        d.error("apply_kerf", json!({ "kerf": 0.2, "except": ["holl"] }))
            .contains("there is no entity, group, or layer 'holl'")
    );
    assert_eq!(
        d.error("apply_kerf", json!({ "kerf": -0.2 })),
        "apply_kerf: kerf must be above 0 and at most 1e9, got -0.2"
    );
}

#[test]
fn order_cuts_answers_the_order_and_the_travel() {
    let mut d = plate();
    assert_eq!(
        d.ok("order_cuts", json!({ "from": [21, 20] })),
        json!({
            "order": [
                { "entity": "hole", "index": 0, "start": [21.0, 20.0] },
                { "entity": "plate", "index": 0, "start": [0.0, 0.0] },
            ],
            "travel": libm::hypot(21.0, 20.0),
            "travel_before": libm::hypot(21.0, 20.0) + libm::hypot(21.0, 20.0),
        })
    );
}

#[test]
fn nest_moves_parts_with_what_lies_inside_them() {
    let mut d = plate();
    let (tool, input) = rect("tall", [500.0, 0.0], 20.0, 90.0);
    d.ok(tool, input);
    let (tool, input) = rect("huge", [1000.0, 0.0], 300.0, 300.0);
    d.ok(tool, input);
    assert_eq!(
        d.ok(
            "nest",
            json!({ "entities": ["plate", "tall", "huge"], "sheet": [100, 70], "gap": 5, "margin": 2 })
        ),
        json!({
            "sheets": 1,
            "placed": [
                { "part": "tall", "sheet": 1, "rotation": 90.0 },
                { "part": "plate", "sheet": 1, "rotation": 0.0 },
            ],
            "left": ["huge"],
        })
    );
    assert_eq!(d.bounds("tall"), [2.0, 2.0, 92.0, 22.0]);
    assert_eq!(d.bounds("plate"), [2.0, 27.0, 82.0, 67.0]);
    assert_eq!(d.bounds("hole"), [21.0, 46.0, 23.0, 48.0]);
    assert_eq!(d.bounds("huge"), [1000.0, 0.0, 1300.0, 300.0]);
    for (input, message) in [
        (
            json!({ "parts": [], "sheet": [10, 10] }),
            "nest: entities needs 1 to 500 names",
        ),
        (
            json!({ "parts": ["plate", "plate"], "sheet": [10, 10] }),
            "nest: 'plate' and 'plate' are the same part. Name each part once.",
        ),
        (
            json!({ "parts": ["plate"], "sheet": [0, 10] }),
            "nest: sheet[0] must be above 0 and at most 1e9, got 0",
        ),
        (
            json!({ "parts": ["plate"], "sheet": [10, 10], "gap": -1 }),
            "nest: gap must be 0 or more, got -1",
        ),
        (
            json!({ "parts": ["plate"], "sheet": [10, 10], "rotations": [] }),
            "nest: rotations needs 1 to 36 angles in degrees",
        ),
    ] {
        assert_eq!(d.error("nest", input), message);
    }
}

#[test]
fn nested_parts_on_a_second_sheet_lie_beside_the_first() {
    let mut d = Drawing::new(&[
        rect("a", [0.0, 0.0], 90.0, 60.0),
        rect("b", [0.0, 0.0], 90.0, 60.0),
    ]);
    let reply = d.ok(
        "nest",
        json!({ "entities": ["a", "b"], "sheet": [100, 70], "gap": 5, "at": [10, 0] }),
    );
    assert_eq!(
        (&reply["sheets"], &reply["placed"][1]["sheet"]),
        (&json!(2), &json!(2))
    );
    assert_eq!(d.bounds("a"), [15.0, 5.0, 105.0, 65.0]);
    assert_eq!(d.bounds("b"), [125.0, 5.0, 215.0, 65.0]);
}

#[test]
fn draw_finger_panel_draws_or_names_what_does_not_fit() {
    let mut d = Drawing::new(&[]);
    let mut input = json!({
        "name": "front", "x": 0, "y": 0, "width": 80, "height": 50, "thickness": 3,
        "edges": ["fingers", "notches", "plain", "notches"],
    });
    d.ok("draw_finger_panel", input.clone());
    assert_eq!(
        (d.kind("front").as_str(), d.bounds("front")),
        ("polygon", [0.0, 0.0, 80.0, 50.0])
    );
    input["name"] = json!("small");
    input["finger"] = json!(30);
    assert_eq!(
        d.error("draw_finger_panel", input),
        "draw_finger_panel: an edge needs room for 3 fingers that are wider than the thickness 3. Change finger, or make \
         the panel larger."
    );
}

#[test]
fn draw_kerf_coupon_has_a_label_for_each_slot() {
    let mut d = Drawing::new(&[]);
    d.ok(
        "draw_kerf_coupon",
        json!({ "name": "coupon", "x": 0, "y": 0, "thickness": 3, "to": 0.3, "step": 0.1 }),
    );
    let label =
        |d: &mut Drawing, name: &str| d.ok("get_entity", json!({ "name": name }))["geometry"]["text"].clone();
    assert_eq!(label(&mut d, "coupon_label_1"), "0");
    assert_eq!(label(&mut d, "coupon_label_4"), "0.3");
    assert_eq!(d.ok("check_for_cutting", json!({}))["ok"], true);
    // No kerf changes it, also not in a copy.
    d.ok("duplicate", json!({ "name": "coupon", "result": "second" }));
    assert_eq!(d.ok("apply_kerf", json!({ "kerf": 0.2 })), json!([]));
    d.ok("create_layer", json!({ "name": "cut", "color": "#ff0000" }));
    d.ok("create_layer", json!({ "name": "marks", "color": "#0000ff" }));
    d.ok(
        "draw_kerf_coupon",
        json!({ "name": "third", "x": 0, "y": 90, "thickness": 3, "layer": "cut", "label_layer": "marks" }),
    );
    let outline = d.ok("get_entity", json!({ "name": "third_outline" }));
    assert_eq!(
        (&outline["layer"], &outline["as_drawn"]),
        (&json!("cut"), &json!(true))
    );
    assert_eq!(outline["style"]["stroke"]["color"], json!([1.0, 0.0, 0.0, 1.0]));
    let mark = d.ok("get_entity", json!({ "name": "third_label_1" }));
    assert_eq!(mark["layer"], "marks");
    assert_eq!(mark["style"]["fill"]["color"], json!([0.0, 0.0, 1.0, 1.0]));
    assert_eq!(
        d.error(
            "draw_kerf_coupon",
            json!({ "name": "c", "x": 0, "y": 0, "thickness": 0.3 })
        ),
        "draw_kerf_coupon: from and to must be 0 or more and below the thickness 0.3, with at most 40 steps"
    );
    assert!(
        d.error(
            "draw_kerf_coupon",
            json!({ "name": "coupon", "x": 0, "y": 0, "thickness": 3 })
        )
        .contains("already exists")
    );
}

#[test]
fn apply_kerf_warns_of_a_slot_that_it_closes() {
    let slot = json!([0, 0, 40, 0, 40, 30, 20.1, 30, 20.1, 10, 20, 10, 20, 30, 0, 30]);
    let mut d = Drawing::new(&[("draw_polygon", json!({ "name": "comb", "points": slot }))]);
    let warnings = d.warnings("apply_kerf", json!({ "kerf": 0.2 }));
    let [warning] = warnings.as_slice() else {
        panic!("{warnings:?}")
    };
    assert!(
        warning
            .english
            .starts_with("'comb': Its outline is only 0.1 apart at (20.05, "),
        "{warning}"
    );
    assert!(warning.korean.starts_with("'comb': "), "{warning:#}");
}
