//! Tests of adjustments: an adjustment and the code before in; code and drawing out.

use super::*;
use crate::geometry::Vec2;
use crate::scene::{Adjustment, Name, Written};

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn moved(names: &[&str], x: f64, y: f64) -> Adjustment {
    Adjustment::Move {
        names: names.iter().map(|text| name(text)).collect(),
        by: Vec2::new(x, y),
    }
}

fn set(entity: &str, values: &[(&str, Value)]) -> Adjustment {
    Adjustment::Set {
        name: name(entity),
        values: values
            .iter()
            .map(|(key, value)| ((*key).to_owned(), value.clone()))
            .collect(),
        pixel: 0.0,
    }
}

fn opened(main: &str) -> Session {
    let mut session = Session::new(limits());
    session.add_file(&FileName::main(), main);
    let pending = session.open();
    assert!(completed(&mut session, pending).is_ok(), "{main}");
    session
}

fn adjust(session: &mut Session, adjustment: &Adjustment) -> Reply {
    match session.adjust(Actor::User, adjustment) {
        CallOutcome::Done(reply) => reply,
        CallOutcome::Run(pending) => completed(session, *pending),
    }
}

#[test]
fn several_entities_without_a_known_origin_move_by_one_statement() {
    let mut s = opened("for (const n of ['a', 'b', 'c']) drawCircle(n, 0, 0, 1);");
    let before = s.files().main().to_owned();
    let reply = adjust(&mut s, &moved(&["a", "b"], 2.0, 0.0));
    assert!(
        matches!(reply.written(), Some(Written::Appended { .. })),
        "{reply:?}"
    );
    assert_eq!(
        s.files().main().strip_prefix(&before).unwrap(),
        "\nfor (const name of [\"a\", \"b\"]) translate({ name, dx: 2, dy: 0 });\n"
    );
    assert_code_is_the_drawing(&s);
    s.undo(Actor::User);
    assert_eq!(s.files().main(), before);
}

#[test]
fn a_redrawn_entity_keeps_style_layer_place_and_transform() {
    let mut s = opened(
        "create_layer({ name: 'L', color: '#ff0000' });\nconst r = 2 + 3;\n\
         drawRect({ name: 'a', x: 0, y: 0, width: r, height: r, layer: 'L', style: { fill: '#00ff00' } });\n\
         rotate({ name: 'a', angle: 0.5, cx: 1, cy: 1 });\ncreate_group({ name: 'g', children: ['a'] });\n\
         scale({ name: 'g', sx: 2 });",
    );
    let before = s.scene().get("a").unwrap().clone();
    let reply = adjust(
        &mut s,
        &set("a", &[("width", json!(7)), ("corner_radius", json!(1))]),
    );
    assert!(reply.is_ok(), "{reply:?}");
    let after = s.scene().get("a").unwrap();
    assert_eq!(
        (&after.style, &after.layer, &after.parent),
        (&before.style, &before.layer, &before.parent)
    );
    assert_eq!((after.transform, after.rank), (before.transform, before.rank));
    assert_eq!(crate::formats::json::geometry(&after.shape)["width"], 7.0);
    assert_code_is_the_drawing(&s);
}

#[test]
fn what_cannot_be_adjusted_is_refused_and_changes_nothing() {
    let mut s = opened("drawCircle('a', 0, 0, 1); drawCircle('b', 0, 0, 1);");
    let code = s.files().main().to_owned();
    let refused = |s: &mut Session, adjustment: &Adjustment, why: &str| {
        let reply = adjust(s, adjustment);
        let message = reply
            .failure()
            .map(|failure| failure.message.clone())
            .unwrap_or_default();
        assert!(message.contains(why), "{message}");
    };
    refused(&mut s, &moved(&["x"], 1.0, 0.0), "'x'");
    refused(&mut s, &moved(&["a"], f64::NAN, 0.0), "");
    refused(
        &mut s,
        &set("a", &[("width", json!(1))]),
        "'a' (circle) has no parameter 'width'. It has x, y, radius.",
    );
    refused(&mut s, &set("a", &[("radius", json!(-1))]), "radius");
    refused(
        &mut s,
        &Adjustment::Rename {
            name: name("a"),
            new_name: name("b"),
        },
        "'b'",
    );
    s.set_flags("a", LOCKED);
    refused(&mut s, &moved(&["a", "b"], 1.0, 0.0), "locked");
    s.set_flags("a", FREE);
    assert_eq!(s.files().main(), code);
    let pending = s.type_in(&FileName::main(), Some("drawCircle('a', 0, 0, 1); oops();"));
    complete(&mut s, pending);
    refused(
        &mut s,
        &moved(&["a"], 1.0, 0.0),
        "the code does not run (main line 1)",
    );
}
