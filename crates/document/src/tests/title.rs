//! Tests of the drawing's name and unit: a statement of `main` takes precedence over the stored default, and undo
//! reverts it.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use super::*;
use trammel_formats::json as scene_json;
use trammel_scene::{Flags, Units};

fn title(s: &Session) -> (&str, Units) {
    (s.scene().name(), s.scene().units())
}

fn main_of(s: &Session) -> String {
    s.files().get("main").unwrap().to_string()
}

#[test]
fn set_drawing_stores_name_and_unit_as_a_statement_of_main() {
    let mut s = Session::new(limits());
    assert_eq!(title(&s), ("drawing", Units::Mm));
    let reply = ok(&mut s, "set_drawing", json!({ "name": "받침대", "units": "in" }));
    assert_eq!(reply["data"], json!({ "name": "받침대", "units": "in" }));
    assert_eq!(title(&s), ("받침대", Units::In));
    assert_eq!(main_of(&s), "set_drawing({ name: \"받침대\", units: \"in\" });\n");
    assert_code_is_the_drawing(&s);
    let info = ok(&mut s, "get_scene_info", json!({}))["data"].clone();
    assert_eq!((&info["name"], &info["units"]), (&json!("받침대"), &json!("in")));
    let file: Value = serde_json::from_str(&scene_json::write(s.scene())).unwrap();
    assert_eq!((&file["name"], &file["units"]), (&json!("받침대"), &json!("in")));

    // An omitted value stays, and undo reverts each call.
    ok(&mut s, "set_drawing", json!({ "units": "cm" }));
    assert_eq!(title(&s), ("받침대", Units::Cm));
    assert_code_is_the_drawing(&s);
    s.undo(Actor::Agent);
    assert_eq!(title(&s), ("받침대", Units::In));
    s.undo(Actor::Agent);
    assert_eq!(title(&s), ("drawing", Units::Mm));
    s.redo(Actor::Agent);
    assert_eq!(title(&s), ("받침대", Units::In));
}

#[test]
fn a_conversion_of_the_unit_with_a_locked_or_hidden_item_changes_nothing_and_names_it() {
    for flags in [Flags::LOCKED, Flags::HIDDEN] {
        let mut s = Session::new(limits());
        let circle = json!({ "name": "c", "x": 25.4, "y": 0, "radius": 12.7, "layer": "walls" });
        ok(&mut s, "create_layer", json!({ "name": "walls" }));
        ok(&mut s, "draw_circle", circle);
        s.set_layer_flags("walls", flags);
        let reply = match s.call(Actor::User, "convert_units", json!({ "units": "in" })) {
            CallOutcome::Done(reply) => reply.to_json(),
            CallOutcome::Run(pending) => complete(&mut s, *pending),
        };
        let error = reply["error"].as_str().unwrap_or_default();
        assert!(error.starts_with("convert_units: Entity 'c' is "), "{reply}");
        let width = s.scene().world_bounds("c").unwrap().width();
        assert!((width - 25.4).abs() < 1e-9, "{width}");
        assert_eq!(s.scene().units(), Units::Mm);
    }
}

#[test]
fn removing_set_drawing_restores_the_default_name() {
    let mut s = Session::new(limits());
    s.document_mut().set_defaults(Some("plan"), Some(Units::Cm));
    let pending = s.type_in(&FileName::main(), Some("setDrawing('bracket');"));
    assert_eq!(complete(&mut s, pending)["success"], true);
    assert_eq!(title(&s), ("bracket", Units::Cm));
    let pending = s.type_in(&FileName::main(), Some("drawCircle('c', 0, 0, 1);"));
    assert_eq!(complete(&mut s, pending)["success"], true);
    assert_eq!(title(&s), ("plan", Units::Cm));
}

#[test]
fn the_stored_default_and_the_statement_survive_a_restart() {
    let mut s = Session::new(limits());
    s.document_mut().set_defaults(Some("plan"), Some(Units::M));
    ok(&mut s, "set_drawing", json!({ "name": "bracket" }));
    let mut storage = MemoryStorage::default();
    s.save(&mut storage).unwrap();
    assert_eq!(
        storage.get("title").unwrap().unwrap(),
        r#"{"name":"plan","units":"m"}"#
    );
    let (mut again, problems) = Session::load(&storage, limits()).unwrap();
    assert_eq!(problems, [""; 0]);
    let pending = again.open();
    assert_eq!(complete(&mut again, pending)["success"], true);
    assert_eq!(title(&again), ("bracket", Units::M));
    assert_eq!(again.scene(), s.scene());
}

#[test]
fn a_project_keeps_the_default_name_beside_set_drawing() {
    let mut s = Session::new(limits());
    s.document_mut().set_defaults(Some("plan"), None);
    ok(&mut s, "set_drawing", json!({ "name": "bracket" }));
    let project = s.document().project(false);
    assert_eq!(project.name.as_deref(), Some("plan"));

    let mut other = Session::new(limits());
    ok(&mut other, "set_drawing", json!({ "name": "old", "units": "px" }));
    let pending = other.replace(&project).unwrap();
    assert_eq!(complete(&mut other, pending)["success"], true);
    assert_eq!(title(&other), ("bracket", Units::Mm));
    assert_eq!(other.document().project(false).name, project.name);
    other.undo(Actor::Agent);
    assert_eq!(title(&other), ("old", Units::Px));
    other.redo(Actor::Agent);
    assert_eq!(title(&other), ("bracket", Units::Mm));
}

#[test]
fn invalid_names_and_units_are_refused() {
    let mut s = Session::new(limits());
    let long = "x".repeat(201);
    for (input, says) in [
        (json!({}), "name and units are missing"),
        (json!({ "name": " " }), "set_drawing: name must be one line"),
        (json!({ "name": "a\nb" }), "set_drawing: name must be one line"),
        (json!({ "name": long }), "got 201 characters"),
        (
            json!({ "units": "furlong" }),
            "units must be one of mm, cm, m, in, pt, px",
        ),
    ] {
        let reply = call(&mut s, "set_drawing", input);
        assert!(reply["error"].as_str().unwrap().contains(says), "{reply}");
    }
    assert_eq!((title(&s), main_of(&s).as_str()), (("drawing", Units::Mm), ""));
}
