//! Tests of layers, ellipses, points and references to parts, through the session.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use super::*;
use trammel_formats::project::Project;
use trammel_formats::{json as scene_json, svg};

fn stroke(s: &mut Session, name: &str) -> Value {
    ok(s, "get_entity", json!({ "name": name }))["data"]["style"]["stroke"].clone()
}

#[test]
fn a_layer_style_applies_to_entities_without_their_own_style() {
    let mut s = Session::new(limits());
    ok(
        &mut s,
        "create_layer",
        json!({ "name": "walls", "color": "#ff0000", "line_weight": 2 }),
    );
    ok(
        &mut s,
        "draw_line",
        json!({ "name": "a", "points": [0, 0, 9, 0], "layer": "walls" }),
    );
    ok(
        &mut s,
        "draw_line",
        json!({ "name": "b", "points": [0, 1, 9, 1], "layer": "walls", "style": { "stroke": { "color": "#00ff00" } } }),
    );
    assert_eq!(
        (&stroke(&mut s, "a")["color"], &stroke(&mut s, "a")["width"]),
        (&json!([1.0, 0.0, 0.0, 1.0]), &json!(2.0))
    );
    assert_eq!(
        (&stroke(&mut s, "b")["color"], &stroke(&mut s, "b")["width"]),
        (&json!([0.0, 1.0, 0.0, 1.0]), &json!(2.0))
    );
    // After a change of the layer, entities that follow it change; entities with their own paint keep it.
    ok(
        &mut s,
        "create_layer",
        json!({ "name": "walls", "color": "#0000ff" }),
    );
    assert_eq!(
        (&stroke(&mut s, "a")["color"], &stroke(&mut s, "a")["width"]),
        (&json!([0.0, 0.0, 1.0, 1.0]), &json!(2.0))
    );
    assert_eq!(stroke(&mut s, "b")["color"], json!([0.0, 1.0, 0.0, 1.0]));
    let layers = ok(&mut s, "list_layers", json!({}))["data"].clone();
    assert_eq!(
        layers,
        json!([{ "name": "walls", "color": [0.0, 0.0, 1.0, 1.0], "line_weight": 2.0, "entities": 2 }])
    );
    // An entity removed from its layer has the default paint again.
    ok(&mut s, "set_layer", json!({ "entity": "a" }));
    assert_eq!(
        (&stroke(&mut s, "a")["color"], &stroke(&mut s, "a")["width"]),
        (&json!("ink"), &json!(0.35))
    );
}

#[test]
fn the_default_line_weight_follows_the_unit_of_the_drawing() {
    for (units, weight) in [("mm", 0.35), ("cm", 0.035), ("in", 0.014)] {
        let mut s = Session::new(limits());
        let code = format!(
            "set_drawing({{ units: '{units}' }});\ndraw_circle('c', 0, 0, 1);\n\
             draw_circle('red', 0, 0, 1, {{ stroke: 'red' }});\ndraw_text('t', 'x', 0, 0, 1, {{ style: {{ stroke: 'red' }} }});\n\
             create_layer('walls');\ndraw_circle('wall', 0, 0, 1, {{ layer: 'walls' }});\n\
             draw_circle('none', 0, 0, 1, {{ stroke: null }});\nset_stroke('none', {{ dash: [1] }});\n\
             draw_circle('off', 0, 0, 1);\nset_layer('off', 'walls');\ncreate_layer('walls', 'red', 2 * {weight});\nset_layer('off');"
        );
        ok(&mut s, "run_cad_code", json!({ "code": code }));
        for name in ["c", "red", "t", "none", "off"] {
            assert_eq!(stroke(&mut s, name)["width"], json!(weight), "{name} in {units}");
        }
        assert_eq!(stroke(&mut s, "wall")["width"], json!(2.0 * weight), "{units}");
        // The code of a drawing states only what differs, and draws the same with the unit of the drawing.
        let files = trammel_formats::code::write(s.scene()).unwrap();
        assert!(files["main"].starts_with("create_layer"), "{}", files["main"]);
        assert!(
            files["main"].contains("draw_circle({ name: \"c\", x: 0, y: 0, radius: 1 });"),
            "{}",
            files["main"]
        );
        let project = Project::of_scene(s.scene()).unwrap();
        let mut again = Session::new(limits());
        let pending = again.replace(&project).unwrap();
        assert_eq!(complete(&mut again, pending)["success"], true);
        assert_eq!(stroke(&mut again, "c"), stroke(&mut s, "c"), "{units}");
    }
}

#[test]
fn a_file_keeps_its_own_line_weights() {
    let mut s = Session::new(limits());
    ok(
        &mut s,
        "draw_circle",
        json!({ "name": "c", "x": 0, "y": 0, "radius": 1, "style": { "stroke": { "width": 1 } } }),
    );
    let files = trammel_formats::code::write(s.scene()).unwrap();
    assert_eq!(
        &*files["main"],
        "draw_circle({ name: \"c\", x: 0, y: 0, radius: 1, style: { stroke: { width: 1 } } });\n"
    );
}

/// A session with the layers "walls" (red, width 2) and "doors", and the line "a" on "walls".
fn two_layers() -> Session {
    let mut s = Session::new(limits());
    for (tool, input) in [
        (
            "create_layer",
            json!({ "name": "walls", "color": "#ff0000", "line_weight": 2 }),
        ),
        ("create_layer", json!({ "name": "doors" })),
        (
            "draw_line",
            json!({ "name": "a", "points": [0, 0, 9, 0], "layer": "walls" }),
        ),
    ] {
        ok(&mut s, tool, input);
    }
    s
}

fn layer_names(s: &Session) -> Vec<String> {
    let layers = &s.scene().definitions().layers;
    layers.iter().map(|layer| layer.name.to_string()).collect()
}

#[test]
fn a_renamed_layer_keeps_its_entities_and_the_settings_of_the_user() {
    let mut s = two_layers();
    s.set_layer_flags("walls", Flags::LOCKED);
    s.document_mut().set_current_layer(Some("walls"));
    ok(
        &mut s,
        "rename_layer",
        json!({ "layer": "walls", "new_name": "outer walls" }),
    );
    assert_eq!(layer_names(&s), ["outer walls", "doors"]);
    let line = s.scene().get("a").unwrap().clone();
    assert_eq!(line.layer.as_deref(), Some("outer walls"));
    assert!(line.locked, "the layer is still locked");
    assert_eq!(
        s.document()
            .layer_settings()
            .current()
            .map(trammel_scene::Name::as_str),
        Some("outer walls")
    );
    s.undo(Actor::User);
    assert_eq!(layer_names(&s), ["walls", "doors"]);
    assert!(
        s.scene().get("a").unwrap().locked,
        "the layer is still locked after undo"
    );
    assert_eq!(
        s.document()
            .layer_settings()
            .current()
            .map(trammel_scene::Name::as_str),
        Some("walls")
    );
    for (input, says) in [
        (
            json!({ "name": "walls", "new_name": "doors" }),
            "a layer 'doors' already",
        ),
        (json!({ "name": "wals", "new_name": "x" }), "wals"),
        (json!({ "name": "walls", "new_name": "" }), "new_name"),
    ] {
        let reply = call(&mut s, "rename_layer", input);
        assert!(reply["error"].as_str().unwrap().contains(says), "{reply}");
    }
    assert_eq!(layer_names(&s), ["walls", "doors"]);
    s.set_layer_flags("walls", Flags::default());
    ok(
        &mut s,
        "rename_layer",
        json!({ "layer": "walls", "new_name": "벽" }),
    );
    assert_code_is_the_drawing(&s);
}

#[test]
fn a_deleted_layer_gives_its_entities_to_another_one() {
    let mut s = two_layers();
    let reply = call(&mut s, "delete_layer", json!({ "layer": "walls" }));
    let error = reply["error"].as_str().unwrap();
    assert!(
        error.contains("has entities (1, the first is 'a')") && error.contains("move_to"),
        "{error}"
    );
    let reply = call(
        &mut s,
        "delete_layer",
        json!({ "layer": "walls", "move_to": "walls" }),
    );
    assert!(reply["error"].as_str().unwrap().contains("itself"), "{reply}");
    s.set_layer_flags("walls", Flags::LOCKED);
    let reply = call(
        &mut s,
        "delete_layer",
        json!({ "layer": "walls", "move_to": "doors" }),
    );
    assert!(reply["error"].as_str().unwrap().contains("locked"), "{reply}");
    s.set_layer_flags("walls", Flags::default());
    assert_eq!(layer_names(&s), ["walls", "doors"]);

    ok(
        &mut s,
        "delete_layer",
        json!({ "layer": "walls", "move_to": "doors" }),
    );
    assert_eq!(layer_names(&s), ["doors"]);
    assert_eq!(s.scene().get("a").unwrap().layer.as_deref(), Some("doors"));
    assert_eq!(
        (&stroke(&mut s, "a")["color"], &stroke(&mut s, "a")["width"]),
        (&json!("ink"), &json!(0.35))
    );
    ok(&mut s, "delete_layer", json!({ "layer": "doors", "move_to": "" }));
    assert_eq!(
        (layer_names(&s), s.scene().get("a").unwrap().layer.as_deref()),
        (Vec::new(), None)
    );
    assert_code_is_the_drawing(&s);
    s.undo(Actor::User);
    s.undo(Actor::User);
    assert_eq!(layer_names(&s), ["walls", "doors"]);
    assert_eq!(stroke(&mut s, "a")["color"], json!([1.0, 0.0, 0.0, 1.0]));
    ok(&mut s, "delete_layer", json!({ "layer": "doors" }));
    assert_eq!(layer_names(&s), ["walls"]);
}

#[test]
fn layers_are_part_of_undo_and_of_files() {
    let mut s = Session::new(limits());
    ok(&mut s, "create_layer", json!({ "name": "벽", "line_weight": 3 }));
    ok(
        &mut s,
        "draw_circle",
        json!({ "name": "c", "x": 0, "y": 0, "radius": 1 }),
    );
    ok(&mut s, "create_group", json!({ "name": "g", "children": ["c"] }));
    ok(&mut s, "set_layer", json!({ "entity": "g", "layer": "벽" }));
    let drawn = s.scene().clone();
    assert_eq!(drawn.get("c").unwrap().layer.as_deref(), Some("벽"));
    assert_eq!(scene_json::read(&scene_json::write(&drawn)).unwrap(), drawn);
    for _ in 0..4 {
        s.undo(Actor::Agent);
    }
    assert!(s.scene().is_empty() && s.scene().definitions().layers.is_empty());
    for _ in 0..4 {
        s.redo(Actor::Agent);
    }
    assert_eq!(*s.scene(), drawn);
    // Running the code alone yields the same drawing.
    let code = s.files().main().to_owned();
    let mut again = Session::new(limits());
    ok(&mut again, "run_cad_code", json!({ "code": code }));
    assert_eq!(*again.scene(), drawn);
}

#[test]
fn a_layer_that_does_not_exist_is_an_error_with_a_suggestion() {
    let mut s = Session::new(limits());
    let draw = json!({ "name": "a", "points": [0, 0, 9, 0], "layer": "wals" });
    let none = call(&mut s, "draw_line", draw.clone());
    assert_eq!(
        none["error"],
        "Layer 'wals' not found. Create it with create_layer."
    );
    ok(&mut s, "create_layer", json!({ "name": "walls" }));
    let reply = call(&mut s, "draw_line", draw);
    assert_eq!(
        (&reply["error"], &reply["suggestions"]),
        (&json!("Layer 'wals' not found"), &json!(["walls"]))
    );
    assert!(s.scene().is_empty());
}

#[test]
fn ellipses_and_points_are_exact() {
    let mut s = Session::new(limits());
    ok(
        &mut s,
        "draw_ellipse",
        json!({ "name": "e", "cx": 1, "cy": 2, "rx": 40, "ry": 20, "rotation": 90, "angle_unit": "degree" }),
    );
    let bounds = ok(&mut s, "get_world_bounds", json!({ "entity": "e" }))["data"].clone();
    let near = |value: &Value, want: f64| (value.as_f64().unwrap() - want).abs() < 1e-9;
    assert!(
        near(&bounds["min"][0], -19.0) && near(&bounds["max"][1], 42.0),
        "{bounds}"
    );
    let area = ok(&mut s, "get_area", json!({ "entity": "e" }))["data"].clone();
    assert!(near(&area, 800.0 * std::f64::consts::PI), "{area}");
    ok(
        &mut s,
        "draw_ellipse",
        json!({ "name": "half", "cx": 0, "cy": 0, "rx": 4, "ry": 2, "start_angle": 0, "end_angle": 180, "angle_unit": "degree" }),
    );
    let bounds = ok(&mut s, "get_world_bounds", json!({ "entity": "half" }))["data"].clone();
    assert!(
        near(&bounds["min"][1], 0.0) && near(&bounds["max"][1], 2.0),
        "{bounds}"
    );
    ok(&mut s, "draw_point", json!({ "name": "p", "x": 3, "y": 4 }));
    assert_eq!(
        ok(&mut s, "get_world_bounds", json!({ "entity": "p" }))["data"],
        json!({ "min": [3.0, 4.0], "max": [3.0, 4.0] })
    );
    assert!(
        svg::write(s.scene()).contains("stroke-linecap=\"round\""),
        "a point shows as a dot"
    );
    assert_eq!(
        scene_json::read(&scene_json::write(s.scene())).unwrap(),
        *s.scene()
    );
    let wrong = call(
        &mut s,
        "draw_ellipse",
        json!({ "name": "x", "cx": 0, "cy": 0, "rx": 0, "ry": 2 }),
    );
    assert_eq!(
        wrong["error"],
        "draw_ellipse: rx must be above 0 and at most 1e9, got 0"
    );
}

#[test]
fn subentities_are_listed() {
    let mut s = Session::new(limits());
    ok(
        &mut s,
        "draw_circle",
        json!({ "name": "c", "x": 0, "y": 0, "radius": 1 }),
    );
    ok(
        &mut s,
        "draw_line",
        json!({ "name": "l", "points": [0, 0, 9, 0, 9, 9] }),
    );
    assert_eq!(
        ok(&mut s, "get_entity", json!({ "name": "c" }))["data"]["parts"],
        json!(["center"])
    );
    assert_eq!(
        ok(&mut s, "get_entity", json!({ "name": "l" }))["data"]["parts"],
        json!([
            "start", "end", "mid", "point[0]", "point[1]", "point[2]", "edge[0]", "edge[1]"
        ])
    );
}

/// Code that draws every type of entity, on layers, in groups, with ties and constraints.
const EVERYTHING: &str = "
create_layer({ name: 'walls', color: '#336699', line_weight: 2 });
draw_rect({ name: 'plate', x: 0, y: 0, width: 80, height: 50, layer: 'walls' });
draw_circle({ name: 'hole', x: 40, y: 25, radius: 10 });
draw_ellipse({ name: 'oval', cx: 5, cy: 6, rx: 7, ry: 3, rotation: 0.3, start_angle: 0.1, end_angle: 2 });
draw_point({ name: 'datum', x: 1, y: 2 });
draw_text({ name: 'title', text: 'Plate 판', x: 0, y: 60, size: 5, layer: 'walls' });
draw_rect({ name: 'r1', x: 100, y: 0, width: 20, height: 20 });
draw_circle({ name: 'r2', x: 120, y: 10, radius: 7 });
boolean_difference({ entities: ['r1', 'r2'], result: 'bite' });
rotate({ name: 'bite', angle: 0.2 });
draw_line({ name: 'a', points: [0, -20, 30, -21] });
draw_line({ name: 'b', points: [30, -21, 31, -40] });
add_constraint({ kind: 'perpendicular', entities: ['a', 'b'] });
add_constraint({ kind: 'distance', entities: ['a.start', 'a.end'], value: 30 });
create_group({ name: 'g', children: ['a', 'b'] });
dimension_linear({ name: 'width', from: 'plate.point[3]', to: 'plate.point[2]', offset: 10 });
dimension_radius({ name: 'rad', target: 'hole' });
leader({ name: 'note', target: 'hole', points: [60, 70], text: 'drill' });
hatch({ name: 'section', entities: ['plate', 'hole'], pattern: 'ansi31' });
";

#[test]
fn generated_code_reproduces_the_drawing() {
    let mut s = Session::new(limits());
    ok(&mut s, "run_cad_code", json!({ "code": EVERYTHING }));
    let files = trammel_formats::code::write(s.scene()).unwrap();
    let mut again = Session::new(limits());
    ok(&mut again, "run_cad_code", json!({ "code": &*files["main"] }));
    for (one, other) in s.scene().walk().zip(again.scene().walk()) {
        assert!(
            one.name == other.name && one.same_drawing(other),
            "{one:?}\n{other:?}"
        );
    }
    assert_eq!(again.scene(), s.scene(), "{}", files["main"]);
    assert_eq!(
        scene_json::read(&scene_json::write(s.scene())).unwrap(),
        *s.scene()
    );
}

fn layered() -> Session {
    let mut s = Session::new(limits());
    ok(&mut s, "create_layer", json!({ "name": "walls" }));
    ok(
        &mut s,
        "draw_line",
        json!({ "name": "a", "points": [0, 0, 9, 0], "layer": "walls" }),
    );
    ok(
        &mut s,
        "draw_line",
        json!({ "name": "b", "points": [0, 1, 9, 1] }),
    );
    s
}

fn flags(s: &Session, name: &str) -> Flags {
    s.scene().get(name).unwrap().flags()
}

#[test]
fn entities_of_a_hidden_layer_are_hidden_also_when_they_are_drawn_later() {
    let mut s = layered();
    let code = s.files().main().to_owned();
    assert!(s.set_layer_flags("walls", HIDDEN).is_ok());
    assert_eq!((flags(&s, "a"), flags(&s, "b")), (HIDDEN, FREE));
    ok(
        &mut s,
        "draw_line",
        json!({ "name": "c", "points": [0, 2, 9, 2], "layer": "walls" }),
    );
    assert_eq!(flags(&s, "c"), HIDDEN);
    ok(
        &mut s,
        "run_cad_code",
        json!({ "code": "drawLine({ name: 'd', points: [0, 3, 9, 3], layer: 'walls' })" }),
    );
    assert_eq!(flags(&s, "d"), HIDDEN);
    let file = svg::write(s.scene());
    assert!(
        file.contains("e-b") && !file.contains("e-a") && !file.contains("e-d"),
        "hidden layers are not exported"
    );
    // The flags of a layer are no step, and undo keeps them.
    s.undo(Actor::User);
    s.undo(Actor::User);
    assert_eq!(s.files().main(), code);
    s.redo(Actor::User);
    assert_eq!(flags(&s, "c"), HIDDEN);
    // The user's own flag of an entity stays when its layer is shown.
    s.set_flags("c", LOCKED);
    assert_eq!(s.document().own_flags("c"), LOCKED);
    assert!(flags(&s, "c").hidden && flags(&s, "c").locked);
    s.set_layer_flags("walls", FREE);
    assert_eq!((flags(&s, "a"), flags(&s, "c")), (FREE, LOCKED));
}

#[test]
fn tools_do_not_change_entities_of_a_locked_layer() {
    let mut s = layered();
    s.set_layer_flags("walls", LOCKED);
    let reply = call(&mut s, "translate", json!({ "name": "a", "dx": 1, "dy": 0 }));
    assert!(
        reply["error"].to_string().contains("locked by the user"),
        "{reply}"
    );
    ok(&mut s, "translate", json!({ "name": "b", "dx": 1, "dy": 0 }));
    let missing = s.set_layer_flags("wals", LOCKED);
    assert!(missing.failure().unwrap().message.english.contains("'wals'"));
    assert!(
        s.document_mut()
            .set_current_layer(Some("wals"))
            .failure()
            .is_some()
    );
}

#[test]
fn settings_of_layers_are_stored_and_belong_to_the_project() {
    let mut s = layered();
    s.set_layer_flags("walls", HIDDEN);
    s.document_mut().set_current_layer(Some("walls"));
    let mut storage = MemoryStorage::default();
    s.save(&mut storage).unwrap();
    let (mut again, problems) = Session::load(&storage, limits()).unwrap();
    assert_eq!(problems, [""; 0]);
    let pending = again.open();
    complete(&mut again, pending);
    assert_eq!(again.scene(), s.scene());
    assert_eq!(again.document().layer_settings(), s.document().layer_settings());
    let project = s.document().project(false);
    assert_eq!(project.layers, *s.document().layer_settings());
    let walls = trammel_scene::Name::new("walls").unwrap();
    assert_eq!(project.drawing_only().layers.flags(Some(&walls)), HIDDEN);
    assert_eq!(project.drawing_only().layers.current(), None);
    // Replacing the document replaces the settings, and undo restores both.
    let pending = again
        .replace(&Project::of_code("drawCircle('c', 0, 0, 1)"))
        .unwrap();
    complete(&mut again, pending);
    assert!(again.document().layer_settings().is_empty());
    again.undo(Actor::User);
    assert_eq!(again.document().layer_settings(), s.document().layer_settings());
    assert_eq!(flags(&again, "a"), HIDDEN);
}
