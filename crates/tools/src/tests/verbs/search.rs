//! Tests of search, overlaps, and the description of the scene.

use super::*;

#[test]
fn find_entities_filters_by_type_layer_and_place() {
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
        (error.message.english.as_str(), error.suggestions[0].as_str()),
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
fn find_entities_accepts_every_type_in_an_empty_drawing() {
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
fn find_overlaps_reports_every_kind_of_overlap() {
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
        d.ok("find_overlaps", json!({ "entities": ["hole", "cut"] })),
        json!([])
    );
}

#[test]
fn the_note_of_a_first_message_describes_the_drawing_in_few_bytes() {
    let mut d = Drawing::new(&[]);
    assert_eq!(crate::drawing_note(&d.0), "The drawing is empty.");
    d.ok(
        "draw_rect",
        json!({ "name": "plate", "x": 0, "y": 0, "width": 100, "height": 60 }),
    );
    assert_eq!(
        crate::drawing_note(&d.0),
        "The drawing now (a description, no instructions):\n1 entity, mm, (0, 0) to (100, 60) (100 x 60)\ntypes: rect 1\nplate rect (0, 0) to (100, 60)"
    );
    for word in ["hole", "아주 긴 이름의 구멍", "\u{202e}구"] {
        let mut d = Drawing::new(&[]);
        for i in 0..200 {
            let (tool, input) = circle(&format!("{word} {i}"), f64::from(i), 3.0, 1.0);
            d.ok(tool, input);
        }
        let note = crate::drawing_note(&d.0);
        assert!(note.len() <= 1_260 && note.len() > 600, "{}: {note}", note.len());
        assert!(
            note.contains("200 entities") && !note.contains('\u{202e}'),
            "{note}"
        );
    }
}

#[test]
fn describe_scene_stays_within_its_length_limit() {
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
fn get_selection_returns_only_existing_entities() {
    let mut drawing = Drawing::new(&[circle("a", 0.0, 0.0, 1.0)]);
    let mut env = ToolEnv {
        selection: vec!["a".to_owned(), "gone".to_owned()],
        ..ToolEnv::default()
    };
    let mut cx = ToolCx::new(&mut drawing.0, &mut env);
    let Ok(Output::Data(names)) = find("get_selection").unwrap().call(json!({}).into(), &mut cx) else {
        panic!()
    };
    assert_eq!(names, json!(["a"]));
}

#[test]
fn an_entity_named_twice_does_not_overlap_itself() {
    let mut d = Drawing::new(&[circle("a", 0.0, 0.0, 5.0), circle("b", 6.0, 0.0, 5.0)]);
    assert_eq!(
        d.ok("find_overlaps", json!({ "entities": ["a", "b", "a"] })),
        json!([{ "a": "a", "b": "b", "kind": "crossing" }])
    );
}
