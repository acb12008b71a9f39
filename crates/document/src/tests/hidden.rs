//! Tests of names with hidden characters: none stays in a drawing, and drawings that gave such names still run.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use super::*;
use trammel_base::visible::is_hidden;
use trammel_formats::json as scene_json;

fn opened(main: &str) -> (Session, Value) {
    let mut session = Session::new(limits());
    session.document.env.files.set(&FileName::main(), Some(main));
    let pending = session.open();
    let reply = complete(&mut session, pending);
    (session, reply)
}

#[test]
fn a_stored_drawing_with_hidden_characters_in_names_opens() {
    let code = "\
        set_drawing({ name: 'pl\u{ad}an' });\n\
        create_layer({ name: 'cu\u{200b}t', color: '#ff0000' });\n\
        drawCircle('wa\u{ad}ll', 0, 0, 5, { layer: 'cu\u{200b}t' });\n\
        drawCircle('\u{3164}', 20, 0, 5);\n\
        drawCircle('old', 40, 0, 5);\n\
        createGroup('gr\u{202e}oup', ['wa\u{ad}ll', '\u{3164}']);\n\
        translate('gr\u{202e}oup', 1, 1);\n\
        setFill('wa\u{ad}ll', '#00ff00');\n\
        set_layer({ entity: '\u{3164}', layer: 'cu\u{200b}t' });\n\
        draw_order({ entity: 'wa\u{ad}ll', mode: 'below:\u{3164}' });\n\
        draw_order({ entity: 'wa\u{ad}ll', mode: 'front' });\n\
        rename_entity({ entity: 'wa\u{ad}ll', new_name: 'wa\u{ad}lls' });\n\
        ungroup('gr\u{202e}oup');\n\
        deleteEntity('old\u{e0041}');\n";
    let (session, reply) = opened(code);
    assert_eq!(reply["success"], true, "{reply}");
    assert_eq!(names(&session), ["U+3164", "walls"]);
    assert_eq!(session.scene().name(), "plan");
    let layer = |name: &str| {
        session
            .scene()
            .get(name)
            .unwrap()
            .layer
            .as_ref()
            .unwrap()
            .to_string()
    };
    assert_eq!(
        (layer("walls"), layer("U+3164")),
        ("cut".to_owned(), "cut".to_owned())
    );
    assert_code_is_the_drawing(&session);
}

#[test]
fn a_hidden_character_does_not_get_around_a_lock() {
    let (mut session, _) = opened("drawCircle('wall', 0, 0, 5);\ncreateGroup('group', ['wall']);\n");
    session.set_flags("wall", LOCKED);
    for (tool, input) in [
        ("delete_entity", json!({ "name": "wa\u{ad}ll" })),
        ("delete_entity", json!({ "name": "gro\u{200b}up" })),
        ("ungroup", json!({ "name": "gro\u{200b}up" })),
        ("translate", json!({ "name": "gro\u{200b}up", "dx": 1, "dy": 1 })),
    ] {
        let reply = call(&mut session, tool, input.clone());
        let error = reply["error"].as_str().unwrap_or_default();
        assert!(error.contains("locked"), "{tool} {input}: {reply}");
    }
}

#[test]
fn no_name_of_a_drawing_or_of_its_scene_file_has_a_hidden_character() {
    let hidden: Vec<char> = ('\0'..=char::MAX).filter(|c| is_hidden(*c)).collect();
    let some = hidden.iter().step_by(97).chain(&hidden[..80]);
    for (at, c) in some.enumerate() {
        let mut session = Session::new(limits());
        let name = format!("a{c}{at}");
        ok(
            &mut session,
            "draw_circle",
            json!({ "name": name, "x": 0, "y": 0, "radius": 1 }),
        );
        ok(&mut session, "create_layer", json!({ "name": name }));
        let file = scene_json::write(session.scene());
        assert!(!file.contains(|c| is_hidden(c) && c != '\n'), "{c:?}: {file}");
        assert_eq!(names(&session), [format!("a{at}")]);
        let with_hidden = file.replace(&format!("\"a{at}\""), &json!(name).to_string());
        let read = scene_json::read(&with_hidden).unwrap();
        assert_eq!(&read, session.scene(), "{c:?}");
    }
}

#[test]
fn a_new_file_has_no_hidden_character_in_its_name() {
    let mut session = Session::new(limits());
    let reply = call(
        &mut session,
        "write",
        json!({ "file": "li\u{3164}b", "code": "export const a = 1;" }),
    );
    assert_eq!(reply["success"], false, "{reply}");
    assert!(!reply.to_string().contains('\u{3164}'), "{reply}");
}
