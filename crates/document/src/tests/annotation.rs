//! Tests of text, dimensions, leaders and hatches through the session: geometry, associative updates, messages.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use super::*;
use trammel_formats::{json as files, svg};
use trammel_kernel::{Path, Point, norm, region_area};
use trammel_scene::{Shape, check_invariants};

fn run(s: &mut Session, code: &str) -> Value {
    call(s, "run_cad_code", json!({ "code": code }))
}

#[track_caller]
fn drawn(code: &str) -> Session {
    let mut s = Session::new(limits());
    let reply = run(&mut s, code);
    assert_eq!(reply["success"], true, "{reply}");
    s
}

fn value(s: &Session, name: &str) -> f64 {
    match &s.scene().get(name).unwrap().shape {
        Shape::Dimension(tied) => tied.dimension.value,
        other => panic!("{other:?}"),
    }
}

fn label(s: &Session, name: &str) -> String {
    match &s.scene().get(name).unwrap().shape {
        Shape::Dimension(tied) => tied.dimension.label(),
        other => panic!("{other:?}"),
    }
}

fn is_detached(s: &Session, name: &str) -> bool {
    s.scene().get(name).unwrap().shape.is_detached()
}

const PLATE: &str = "draw_rect({ name: 'plate', x: 0, y: 0, width: 80, height: 50 });\n\
    draw_circle({ name: 'hole', x: 40, y: 25, radius: 10 });\n";

#[test]
fn text_is_outlines_with_holes_in_latin_and_hangul() {
    let s = drawn(
        "draw_text({ name: 't', text: 'O', x: 10, y: 20, size: 10, align: 'center', valign: 'middle' });\n\
         drawText('방', '거실 ㎡', 0, 0, 5);\n\
         const area = get_area('t');\n\
         if (!(area > 20 && area < 60)) throw 'the O has no counter: ' + area;\n\
         const b = get_world_bounds('t');\n\
         if (Math.abs((b.min[1] + b.max[1]) / 2 - 20) > 0.5) throw 'middle';",
    );
    let paths = s.scene().world_paths("방");
    let nonzero: f64 = paths.iter().map(Path::signed_area).sum();
    assert!(nonzero > 10.0 && (nonzero - region_area(&paths)).abs() < 1e-9 * nonzero);
    assert_code_is_the_drawing(&s);
}

#[test]
fn text_is_stored_verbatim_and_escaped_in_every_format() {
    let evil = "\"><img src=x onerror=alert(1)>&\n둘째 줄";
    let mut s = Session::new(limits());
    ok(
        &mut s,
        "draw_text",
        json!({ "name": "t", "text": evil, "x": 0.1, "y": 0.2, "size": 3.3, "angle": 0.3 }),
    );
    let entity = ok(&mut s, "get_entity", json!({ "name": "t" }));
    assert_eq!(entity["data"]["geometry"]["text"], evil);
    assert_eq!(entity["data"]["style"]["stroke"], Value::Null);
    let svg = svg::write(s.scene());
    assert!(
        svg.contains("fill-rule=\"evenodd\"") && svg.contains("role=\"img\" aria-label=\"&quot;&gt;&lt;img"),
        "{svg}"
    );
    assert!(!svg.contains("<img"));
    assert_eq!(&files::read(&files::write(s.scene())).unwrap(), s.scene());
    assert_code_is_the_drawing(&s);
}

#[test]
fn characters_without_a_glyph_are_boxes_and_are_reported() {
    let mut s = Session::new(limits());
    let input = |name: &str| json!({ "name": name, "text": "a漢字 뷁 🙂 가", "x": 0, "y": 0, "size": 5 });
    let said = |reply: &Value| reply["warnings"][0].as_str().unwrap().to_owned();
    let reply = ok(&mut s, "draw_text", input("t"));
    assert_eq!(
        said(&reply),
        "draw_text: '漢', '字', '뷁', '🙂' are drawn as boxes: the font has no glyphs for these characters"
    );
    let reply = run(&mut s, &format!("draw_text({})", input("u")));
    assert!(said(&reply).contains("'漢'"), "{reply}");
    let reply = ok(
        &mut s,
        "draw_text",
        json!({ "name": "v", "text": "Ø25 ±0.1 거실 45°", "x": 0, "y": 0, "size": 5 }),
    );
    assert_eq!(reply["warnings"], json!([]));
    assert!(s.scene().world_paths("u").len() > 8, "boxes are drawn");
}

#[test]
fn invalid_texts_are_refused() {
    let mut s = Session::new(limits());
    for (input, says) in [
        (
            json!({ "name": "t", "text": " \n", "x": 0, "y": 0, "size": 5 }),
            "text is empty",
        ),
        (
            json!({ "name": "t", "text": "a", "x": 0, "y": 0, "size": 0 }),
            "size must be above 0",
        ),
        (
            json!({ "name": "t", "text": "a".repeat(10_001), "x": 0, "y": 0, "size": 1 }),
            "10001 characters",
        ),
        (
            json!({ "name": "t", "text": "a", "x": 0, "y": 0, "size": 1, "align": "middle" }),
            "align",
        ),
    ] {
        let reply = call(&mut s, "draw_text", input);
        assert!(reply["error"].as_str().unwrap().contains(says), "{reply}");
    }
    assert_eq!(s.scene().len(), 0);
}

#[test]
fn mirrored_text_moves_to_the_mirrored_place_and_stays_readable() {
    for (axis, turn) in [("'y'", 0.0), ("'x'", 0.0), ("[0, 0, 1, 1]", 0.3)] {
        let s = drawn(&format!(
            "draw_text({{ name: 't', text: 'Ab', x: 10, y: 5, size: 4, angle: {turn} }});\n\
             draw_text({{ name: 'u', text: 'Ab', x: 10, y: 5, size: 4, angle: {turn} }});\n\
             mirror({{ entity: 'u', axis: {axis} }});"
        ));
        let area = |name: &str| {
            s.scene()
                .world_paths(name)
                .iter()
                .map(Path::signed_area)
                .sum::<f64>()
        };
        assert!(area("u") > 0.0, "{axis}: not flipped");
        assert!((area("t") - area("u")).abs() < 1e-9);
        if turn == 0.0 {
            let (t, u) = (
                s.scene().world_bounds("t").unwrap(),
                s.scene().world_bounds("u").unwrap(),
            );
            let flip = |p: Point| {
                if axis == "'y'" {
                    Point::new(-p.x, p.y)
                } else {
                    Point::new(p.x, -p.y)
                }
            };
            assert!(norm(flip(t.center()) - u.center()) < 1e-9, "{axis}");
        }
        assert_code_is_the_drawing(&s);
    }
}

#[test]
fn a_linear_dimension_measures_and_is_drawn_as_lines_and_areas() {
    let s = drawn(&format!(
        "{PLATE}dimension_linear({{ name: 'w', from: 'plate.point[3]', to: 'plate.point[2]', offset: 10 }});\n\
         dimension_linear({{ name: 'h', from: 'plate.edge[1]', offset: 12, suffix: ' mm' }});\n\
         dimension_linear({{ name: 'x', from: [0, 0], to: 'hole.center', offset: -8 }});\n\
         dimension_aligned({{ name: 'a', from: [0, 0], to: [30, 40], offset: 5, text: '2 x <>', decimals: 0 }});"
    ));
    let labels: Vec<String> = ["w", "h", "x", "a"].map(|name| label(&s, name)).to_vec();
    assert_eq!(labels, ["80", "50 mm", "40", "2 x 50"]);
    let top = s.scene().world_bounds("w").unwrap();
    assert!(top.min.y > 50.0 && top.max.y > 60.0, "above the plate: {top:?}");
    assert!(s.scene().world_bounds("h").unwrap().min.x > 80.0, "right of it");
    assert!(s.scene().world_bounds("x").unwrap().max.y < 25.1, "below");
    let svg = svg::write(s.scene());
    let line = svg.lines().find(|line| line.contains("id=\"e-w\"")).unwrap();
    assert!(
        line.starts_with("<g ") && line.contains("aria-label=\"80\""),
        "{line}"
    );
    assert_eq!(line.matches("<path").count(), 2, "{line}");
    assert!(
        line.contains("fill=\"none\" stroke=\"#000000\" stroke-width=\"0.25\"")
            && line.contains("fill-rule=\"evenodd\" fill=\"#000000\" stroke=\"none\"")
    );
}

#[test]
fn angular_radius_and_diameter_dimensions_have_labels() {
    let s = drawn(&format!(
        "{PLATE}draw_polygon({{ name: 'roof', points: [0, 0, 40, 0, 20, 20] }});\n\
         dimension_angular({{ name: 'a', entity: 'roof.edge[0]', target: 'roof.edge[2]' }});\n\
         dimension_angular({{ name: 'outer', entity: 'roof.edge[0]', target: 'roof.edge[2]', at: [-10, 4] }});\n\
         dimension_angular({{ name: 'p', vertex: [0, 0], entity: [10, 0], target: [0, 10] }});\n\
         dimension_radius({{ name: 'r', target: 'hole' }});\n\
         dimension_diameter({{ name: 'd', target: 'hole', at: [40, 27] }});\n\
         leader({{ name: 'note', target: 'hole', points: [60, 45], text: 'H7 맞춤' }});"
    ));
    let labels = ["a", "outer", "p", "r", "d"].map(|name| label(&s, name));
    assert_eq!(labels, ["45°", "135°", "90°", "R10", "⌀20"]);
    let Shape::Leader(note) = &s.scene().get("note").unwrap().shape else {
        panic!()
    };
    let tip = note.leader.points[0];
    assert!(
        (norm(tip - Point::new(40.0, 25.0)) - 10.0).abs() < 1e-9,
        "the tip touches the circle"
    );
    assert_code_is_the_drawing(&s);
}

#[test]
fn annotations_follow_the_entities_they_refer_to() {
    let mut s = drawn(&format!(
        "{PLATE}dimension_linear({{ name: 'x', from: 'plate.point[0]', to: 'hole.center', offset: -8, direction: 'horizontal' }});\n\
         dimension_radius({{ name: 'r', target: 'hole' }});\n\
         leader({{ name: 'note', target: 'hole.center', points: [90, 60], text: 'hole' }});\n\
         hatch({{ name: 'section', entities: ['plate', 'hole'] }});"
    ));
    let before = s.scene().clone();
    let reply = ok(&mut s, "translate", json!({ "name": "hole", "dx": 15, "dy": 5 }));
    assert_eq!(value(&s, "x"), 55.0);
    let updated = reply["changes"]["updated"]["names"].to_string();
    for name in ["hole", "x", "r", "note", "section"] {
        assert!(updated.contains(name), "{name} in {updated}");
    }
    let Shape::Leader(note) = &s.scene().get("note").unwrap().shape else {
        panic!()
    };
    assert_eq!(
        note.leader.points,
        [Point::new(55.0, 30.0), Point::new(90.0, 60.0)]
    );
    ok(&mut s, "scale", json!({ "name": "hole", "sx": 1.2 }));
    assert!((value(&s, "r") - 12.0).abs() < 1e-9 && label(&s, "r") == "R12");
    assert_code_is_the_drawing(&s);
    assert_eq!(files::read(&files::write(s.scene())).unwrap(), *s.scene());
    s.undo(Actor::Agent);
    s.undo(Actor::Agent);
    assert_eq!(*s.scene(), before, "undo takes the dimensions back as well");
}

#[test]
fn a_dimension_follows_its_target_through_groups_and_renames() {
    let s = drawn(&format!(
        "{PLATE}dimension_linear({{ name: 'x', from: [0, 0], to: 'hole.center', direction: 'horizontal' }});\n\
         rename_entity('hole', 'bore');\n\
         create_group('part', ['plate', 'bore']);\n\
         translate('part', 10, 0);\n\
         translate('x', 0, 3);\n\
         const of = (name) => get_entity(name).geometry;\n\
         if (of('x').value !== 50) throw of('x').value;\n\
         ungroup('part');\n\
         translate('bore', 5, 0);"
    ));
    assert_eq!(value(&s, "x"), 55.0);
    let fixed = s.scene().world_bounds("x").unwrap();
    assert!(fixed.min.x.abs() < 1e-9 || fixed.min.x > -3.0);
    assert_code_is_the_drawing(&s);
}

#[test]
fn dimension_values_are_in_world_units() {
    let s = drawn(&format!(
        "{PLATE}dimension_linear({{ name: 'w', from: 'plate.edge[0]', offset: -10 }});\n\
         dimension_radius({{ name: 'r', target: 'hole' }});\n\
         create_group('all', ['plate', 'hole', 'w', 'r']);\n\
         scale('all', 2);"
    ));
    assert!((value(&s, "w") - 160.0).abs() < 1e-9 && (value(&s, "r") - 20.0).abs() < 1e-9);
    assert_code_is_the_drawing(&s);
}

#[test]
fn a_dimension_without_its_target_is_kept_and_reported() {
    let mut s = drawn(&format!(
        "{PLATE}dimension_radius({{ name: 'r', target: 'hole' }});\n\
         hatch({{ name: 'section', entities: ['plate', 'hole'] }});"
    ));
    let shown = s.scene().world_bounds("r");
    let reply = ok(&mut s, "delete_entity", json!({ "name": "hole" }));
    let warnings = reply["warnings"].to_string();
    assert!(
        warnings.contains(
            "dimension 'r' is detached: its reference no longer exists. Its geometry is unchanged."
        ) && warnings.contains("hatch 'section'"),
        "{warnings}"
    );
    assert!(is_detached(&s, "r") && is_detached(&s, "section"));
    assert_eq!((value(&s, "r"), s.scene().world_bounds("r")), (10.0, shown));
    assert_eq!(files::read(&files::write(s.scene())).unwrap(), *s.scene());
    assert_code_is_the_drawing(&s);
    // A new entity with the old name is followed again.
    ok(
        &mut s,
        "draw_circle",
        json!({ "name": "hole", "x": 40, "y": 25, "radius": 6 }),
    );
    assert!(!is_detached(&s, "r") && label(&s, "r") == "R6");
    assert_eq!(check_invariants(s.scene()), Vec::<String>::new());
}

#[test]
fn hatches_fill_the_area_between_their_boundaries() {
    let s = drawn(&format!(
        "{PLATE}hatch({{ name: 'h', entities: ['plate', 'hole'], pattern: 'lines' }});\n\
         hatch({{ name: 's', entities: ['plate', 'hole'], pattern: 'solid', style: {{ fill: '#ff0000' }} }});\n\
         const area = 80 * 50 - Math.PI * 100;\n\
         if (Math.abs(get_length('h') - area) > 0.01 * area) throw get_length('h') + ' instead of ' + area;\n\
         if (Math.abs(get_area('s') - area) > 1e-6) throw get_area('s');"
    ));
    let svg = svg::write(s.scene());
    let solid = svg.lines().find(|line| line.contains("id=\"e-s\"")).unwrap();
    assert!(
        solid.contains("fill-rule=\"evenodd\" fill=\"#ff0000\" stroke=\"none\""),
        "{solid}"
    );
    assert_code_is_the_drawing(&s);
    assert_eq!(files::read(&files::write(s.scene())).unwrap(), *s.scene());
}

#[test]
fn a_hatch_with_an_outline_fills_it_and_follows_nothing() {
    let mut s = drawn(&format!(
        "{PLATE}hatch({{ name: 'h', outline: 'M0 0 L30 0 A15 15 0 0 1 0 0 Z M5 2 L8 2 L8 4 L5 4 Z', pattern: 'solid' }});\n\
         const area = Math.PI * 112.5 - 6;\n\
         if (Math.abs(get_area('h') - area) > 1e-9) throw get_area('h') + ' instead of ' + area;"
    ));
    assert_code_is_the_drawing(&s);
    assert_eq!(files::read(&files::write(s.scene())).unwrap(), *s.scene());
    for (input, says) in [
        (json!({ "name": "d" }), "either entities"),
        (
            json!({ "name": "d", "entities": ["plate"], "outline": "M0 0 L9 0 L9 9 Z" }),
            "either entities",
        ),
        (
            json!({ "name": "d", "outline": "M0 0 L9 0 L9 9" }),
            "End each path with Z",
        ),
        (json!({ "name": "d", "outline": "" }), "at least one path"),
        (json!({ "name": "d", "outline": "M0 0 Q" }), "hatch: outline:"),
    ] {
        let reply = call(&mut s, "hatch", input);
        assert!(reply["error"].as_str().unwrap().contains(says), "{reply}");
    }
}

#[test]
fn invalid_annotations_are_refused_with_a_remedy() {
    let mut s = drawn(&format!(
        "{PLATE}draw_line({{ name: 'open', points: [0, 0, 10, 0] }});\n\
         draw_rect({{ name: 'field', x: 0, y: 0, width: 1e6, height: 1e6 }});"
    ));
    for (tool, input, says) in [
        (
            "dimension_linear",
            json!({ "name": "d", "from": "plate", "to": [1, 1] }),
            "'plate' is not a point",
        ),
        (
            "dimension_linear",
            json!({ "name": "d", "from": "hole" }),
            "'hole' is not a straight edge",
        ),
        (
            "dimension_linear",
            json!({ "name": "d", "from": [0, 0], "to": [0, 0] }),
            "the same point",
        ),
        (
            "dimension_linear",
            json!({ "name": "d", "from": [0, 0], "to": [9, 0], "direction": "vertical" }),
            "in this direction is 0",
        ),
        (
            "dimension_linear",
            json!({ "name": "d", "from": "plate.corner", "to": [1, 1] }),
            "its parts are",
        ),
        (
            "dimension_angular",
            json!({ "name": "d", "entity": "plate.edge[0]", "target": "plate.edge[2]" }),
            "parallel",
        ),
        (
            "dimension_radius",
            json!({ "name": "d", "target": "plate" }),
            "is not round",
        ),
        (
            "dimension_radius",
            json!({ "name": "d", "target": "hol" }),
            "'hol' not found",
        ),
        (
            "dimension_radius",
            json!({ "name": "d", "target": "hole", "decimals": 9 }),
            "decimals must be from 0 to 8",
        ),
        (
            "leader",
            json!({ "name": "d", "target": "hole", "points": [], "text": "x" }),
            "points",
        ),
        (
            "hatch",
            json!({ "name": "d", "entities": ["open"] }),
            "'open' is open: it starts at (0, 0) and ends at (10, 0)",
        ),
        (
            "hatch",
            json!({ "name": "d", "entities": ["plate"], "pattern": "ansi13" }),
            "unknown pattern 'ansi13'",
        ),
        (
            "hatch",
            json!({ "name": "d", "entities": ["field"] }),
            "Use a scale of",
        ),
    ] {
        let reply = call(&mut s, tool, input);
        assert!(reply["error"].as_str().unwrap().contains(says), "{tool}: {reply}");
    }
    assert_eq!(s.scene().len(), 4);
}

#[test]
fn a_locked_dimension_follows_its_target() {
    let mut s = drawn(&format!(
        "{PLATE}dimension_radius({{ name: 'r', target: 'hole' }});"
    ));
    s.set_flags("r", LOCKED);
    ok(&mut s, "translate", json!({ "name": "hole", "dx": 5, "dy": 0 }));
    let Shape::Dimension(tied) = &s.scene().get("r").unwrap().shape else {
        panic!()
    };
    assert_eq!(tied.dimension.measure.points()[0], Point::new(45.0, 25.0));
}

#[test]
fn a_horizontal_dimension_keeps_its_direction_and_an_aligned_one_turns() {
    let mut s = drawn(
        "draw_point('a', 0, 0);\ndraw_point('b', 30, 0);\n\
         dimension_linear({ name: 'level', from: 'a.center', to: 'b.center', offset: 10 });\n\
         dimension_aligned({ name: 'along', from: 'a.center', to: 'b.center', offset: 10 });",
    );
    let same = |s: &Session| s.scene().world_paths("level") == s.scene().world_paths("along");
    assert!(same(&s));
    ok(&mut s, "translate", json!({ "name": "b", "dx": 0, "dy": 40 }));
    assert_eq!((value(&s, "level"), value(&s, "along")), (30.0, 50.0));
    assert!(!same(&s));
    assert_code_is_the_drawing(&s);
}
