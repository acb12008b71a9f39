//! Import and export of files of other programs.

use super::*;
use trammel_formats::{Conversion, Converted, ImportOptions, json as scene_json};
use trammel_run::RunRequest;
use trammel_scene::{Adjustment, Edit, Name, Scene, Shape, Style, Units};

/// Returns a scene JSON file in centimeters with a circle and a line in a group.
fn file() -> String {
    let name = |text: &str| Name::new(text).unwrap();
    let mut edit = Edit::new(Scene::new("plate").with_units(Units::Cm));
    let circle = Shape::Circle {
        center: (1.0, 2.0).into(),
        radius: 0.5,
    };
    let line = Shape::Line {
        points: vec![(0.0, 0.0).into(), (4.0, 0.0).into()],
        closed: false,
    };
    edit.insert(&name("hole"), circle, Style::shared_default(), false)
        .unwrap();
    edit.insert(&name("edge"), line, Style::shared_default(), false)
        .unwrap();
    edit.group(&name("part"), &[name("hole"), name("edge")]).unwrap();
    scene_json::write(&edit.finish().0)
}

fn import(session: &mut Session, input: Value) -> Value {
    ok(session, "import_json", input)
}

#[test]
fn an_import_is_one_undo_step_of_files_and_drawing() {
    let mut session = Session::new(limits());
    ok(&mut session, "draw_circle", circle("hole"));
    let before = (session.files().main().to_owned(), session.scene().clone());
    let reply = import(&mut session, json!({ "text": file(), "name": "Plate 1" }));
    assert_eq!(reply["data"]["group"], "plate_1");
    assert_eq!(reply["data"]["units"], "mm");
    assert_eq!(reply["changes"]["added"]["count"], 4, "{reply}");
    assert_eq!(
        names(&session),
        ["hole", "plate_1", "part", "plate_1_hole", "edge"]
    );
    let bounds = session.scene().world_bounds("plate_1_hole").unwrap();
    assert_eq!((bounds.min.x, bounds.max.y), (5.0, 25.0));
    assert!(
        session
            .files()
            .main()
            .starts_with("import { plate_1 } from 'plate_1';\n")
    );
    assert!(session.files().main().ends_with("plate_1();\n"));
    assert_code_is_the_drawing(&session);
    assert!(session.undo(Actor::User).is_ok());
    assert_eq!((session.files().main(), session.scene()), (&*before.0, &before.1));
    assert!(session.files().get("plate_1").is_none());
    assert!(session.redo(Actor::User).is_ok());
    assert_code_is_the_drawing(&session);
}

#[test]
fn an_empty_drawing_takes_the_unit_of_the_file() {
    let mut session = Session::new(limits());
    let reply = import(&mut session, json!({ "text": file() }));
    assert_eq!(reply["data"]["units"], "cm");
    assert_eq!(session.scene().units(), Units::Cm);
    assert_eq!(names(&session), ["drawing", "part", "hole", "edge"]);
    let again = import(&mut session, json!({ "text": file() }));
    assert_eq!(again["data"]["modules"], json!(["drawing_2"]));
    assert_code_is_the_drawing(&session);
}

#[test]
fn a_moved_entity_of_an_import_changes_its_numbers_in_the_module() {
    let mut session = Session::new(limits());
    import(&mut session, json!({ "text": file(), "name": "plate" }));
    let moved = Adjustment::Move {
        names: vec![Name::new("hole").unwrap()],
        by: (2.0, 0.0).into(),
    };
    let CallOutcome::Run(pending) = session.adjust(Actor::User, &moved) else {
        panic!("no run");
    };
    assert!(completed(&mut session, *pending).is_ok());
    let module = session.files().get("plate").unwrap();
    assert!(
        module.contains("draw_circle({ name: \"hole\", x: 3, y: 2, radius: 0.5"),
        "{module}"
    );
    assert!(
        session.files().main().ends_with("plate();\n"),
        "{}",
        session.files().main()
    );
}

#[test]
fn a_file_that_cannot_be_imported_changes_nothing() {
    let mut session = Session::new(limits());
    let cases = [
        (json!({}), "text and base64 are missing"),
        (json!({ "base64": "!" }), "base64 is not valid"),
        (json!({ "text": "{" }), "not a drawing"),
        (
            json!({ "text": scene_json::write(&Scene::new("empty")) }),
            "nothing to import",
        ),
        (json!({ "text": file(), "first": 1 }), "nothing to import"),
    ];
    for (input, wanted) in cases {
        let reply = call(&mut session, "import_json", input);
        let error = reply["error"].to_string();
        assert!(error.contains(wanted), "{reply}");
    }
    assert_eq!((session.files().main(), session.files().files().count()), ("", 1));
    assert!(session.scene().is_empty());
}

#[test]
fn a_converted_file_is_added_by_the_host() {
    let mut session = Session::new(limits());
    let target = session.document().import_target("plate");
    let conversion = Conversion::Read {
        format: "json".to_owned(),
        bytes: file().into_bytes(),
        options: ImportOptions::default(),
        target,
    };
    let outcome = execute(&RunRequest::of_conversion(conversion), &clock());
    let Some(Converted::Read(code)) = outcome.converted.map(|converted| *converted) else {
        panic!("not read");
    };
    for _ in 0..2 {
        match session.import(Actor::User, code.clone()) {
            CallOutcome::Run(pending) => assert!(completed(&mut session, *pending).is_ok()),
            CallOutcome::Done(reply) => {
                let message = &reply.failure().unwrap().message.english;
                assert!(message.contains("'plate' exists already"), "{message}");
            }
        }
    }
    assert_code_is_the_drawing(&session);
}

/// Returns a DXF file with a line on each of the layers SHOWN, OFF, FROZEN, and UNPLOTTED; UNPLOTTED is locked.
fn layered_dxf() -> String {
    let layer = |name: &str, color: i32, flags: i32, plot: i32| {
        format!("0 LAYER 2 {name} 70 {flags} 62 {color} 6 CONTINUOUS 290 {plot} ")
    };
    let layers = layer("SHOWN", 1, 0, 1)
        + &layer("OFF", -2, 0, 1)
        + &layer("FROZEN", 3, 1, 1)
        + &layer("UNPLOTTED", 4, 4, 0);
    let line = |name: &str, y: i32| format!("0 LINE 8 {name} 10 0 20 {y} 11 9 21 {y} ");
    let lines = line("SHOWN", 0) + &line("OFF", 1) + &line("FROZEN", 2) + &line("UNPLOTTED", 3);
    let text = format!(
        "0 SECTION 2 HEADER 9 $INSUNITS 70 4 0 ENDSEC 0 SECTION 2 TABLES 0 TABLE 2 LAYER {layers}0 ENDTAB 0 ENDSEC \
         0 SECTION 2 ENTITIES {lines}0 ENDSEC 0 EOF"
    );
    text.split(' ')
        .fold(String::new(), |text, part| text + part + "\n")
}

#[test]
fn layers_that_a_file_hides_are_hidden_layers() {
    let hidden = |session: &Session| {
        let entities = session
            .scene()
            .walk()
            .filter(|entity| !session.scene().is_shown(entity));
        entities
            .map(|entity| entity.layer.as_ref().unwrap().to_string())
            .collect::<Vec<_>>()
    };
    let mut session = Session::new(limits());
    let reply = ok(&mut session, "import_dxf", json!({ "text": layered_dxf() }));
    assert_eq!(hidden(&session), ["OFF", "FROZEN"]);
    let report = reply["data"]["report"].to_string();
    assert!(
        report.contains("The layer is hidden, as in the file."),
        "{report}"
    );
    assert!(
        report.contains("UNPLOTTED")
            && report.contains("does not print this layer")
            && report.contains("The file locks this layer"),
        "{report}"
    );
    // The user can show the layer again, and undo and redo keep to the import.
    assert!(
        session
            .set_layer_flags("OFF", trammel_scene::Flags::default())
            .is_ok()
    );
    assert_eq!(hidden(&session), ["FROZEN"]);
    assert!(session.undo(Actor::User).is_ok());
    assert!(session.scene().is_empty());
    assert!(session.redo(Actor::User).is_ok());
    assert_eq!(hidden(&session), ["FROZEN"]);
    // A layer that the drawing has already stays visible, and the report says so.
    let mut session = Session::new(limits());
    ok(
        &mut session,
        "create_layer",
        json!({ "name": "OFF", "color": "#ff0000" }),
    );
    let reply = ok(&mut session, "import_dxf", json!({ "text": layered_dxf() }));
    assert_eq!(hidden(&session), ["FROZEN"]);
    let report = reply["data"]["report"].to_string();
    assert!(
        report.contains("but the drawing has a layer of this name"),
        "{report}"
    );
}
