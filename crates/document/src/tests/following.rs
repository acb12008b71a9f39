//! Tests of the settings that are kept by name: they follow the history of their entity, also across a reload.

use super::stored_history::{Stored, redo, undo};
use super::*;
use proptest::prelude::*;
use trammel_scene::{Adjustment, Name};

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn adjust(s: &mut Session, adjustment: &Adjustment) -> Reply {
    match s.adjust(Actor::User, adjustment) {
        CallOutcome::Done(reply) => reply,
        CallOutcome::Run(pending) => completed(s, *pending),
    }
}

fn type_main(s: &mut Session, text: &str) {
    let pending = s.type_in(&FileName::main(), Some(text));
    complete(s, pending);
}

fn flags(s: &Session, name: &str) -> Option<Flags> {
    s.scene().get(name).map(|entity| entity.flags())
}

/// Checks that a reload shows the same drawing with the same settings, and returns the reloaded session.
#[track_caller]
fn assert_reloads(stored: &mut Stored, s: &mut Session) -> Session {
    let again = stored.reload(s);
    let json = |s: &Session| trammel_formats::json::write(s.scene());
    assert_eq!(json(&again), json(s), "{}", s.files().main());
    assert_eq!(again.document.locks, s.document.locks);
    assert_eq!(again.document.layers, s.document.layers);
    again
}

#[test]
fn a_new_entity_has_no_flags_of_an_earlier_one_with_its_name() {
    for flags_of_old in [HIDDEN, LOCKED] {
        let mut stored = Stored::default();
        let mut s = Session::new(limits());
        ok(&mut s, "draw_circle", circle("circle_1"));
        s.set_flags("circle_1", flags_of_old);
        assert!(undo(&mut s).is_ok());
        ok(&mut s, "draw_circle", circle("circle_1"));
        assert_eq!(flags(&s, "circle_1"), Some(FREE));
        let mut s = assert_reloads(&mut stored, &mut s);
        // Code that runs again draws the same entity.
        ok(
            &mut s,
            "run_cad_code",
            json!({ "code": "draw_circle('other', 0, 0, 1);" }),
        );
        assert_eq!(flags(&s, "circle_1"), Some(FREE));
        assert_reloads(&mut stored, &mut s);
    }
}

#[test]
fn undo_and_redo_restore_the_flags_of_each_entity_with_a_name() {
    for reloads in [false, true] {
        let mut stored = Stored::default();
        let mut s = Session::new(limits());
        let mut next = |mut s: Session| {
            let again = assert_reloads(&mut stored, &mut s);
            if reloads { again } else { s }
        };
        ok(&mut s, "draw_circle", circle("c"));
        s.set_flags("c", HIDDEN);
        type_main(&mut s, "");
        ok(&mut s, "draw_circle", circle("c"));
        assert_eq!(flags(&s, "c"), Some(FREE));
        s.set_flags("c", LOCKED);
        let mut s = next(s);
        assert!(undo(&mut s).is_ok());
        assert_eq!(flags(&s, "c"), None);
        let mut s = next(s);
        assert!(undo(&mut s).is_ok());
        assert_eq!(flags(&s, "c"), Some(HIDDEN));
        let mut s = next(s);
        assert!(redo(&mut s).is_ok());
        let mut s = next(s);
        assert!(redo(&mut s).is_ok());
        assert_eq!(flags(&s, "c"), Some(LOCKED));
        next(s);
    }
}

#[test]
fn an_entity_that_typing_removes_and_draws_again_keeps_its_flags() {
    let mut s = Session::new(limits());
    let code = "draw_circle('c', 0, 0, 1);";
    type_main(&mut s, code);
    s.set_flags("c", HIDDEN);
    type_main(&mut s, "// draw_circle('c', 0, 0, 1);");
    let pending = s.continue_typing(&FileName::main(), Some(code));
    complete(&mut s, pending);
    assert_eq!(flags(&s, "c"), Some(HIDDEN));
    assert!(
        undo(&mut s).is_ok(),
        "the text of the stretch is as before, so it has no step"
    );
    assert_eq!(flags(&s, "c"), None);
    assert!(redo(&mut s).is_ok());
    assert_eq!(flags(&s, "c"), Some(HIDDEN));
}

#[test]
fn flags_follow_a_name_that_undo_takes_back() {
    let mut s = Session::new(limits());
    let mut stored = Stored::default();
    ok(&mut s, "draw_circle", circle("a"));
    let rename = Adjustment::Rename {
        name: name("a"),
        new_name: name("b"),
    };
    assert!(adjust(&mut s, &rename).is_ok());
    s.set_flags("b", HIDDEN);
    let mut s = assert_reloads(&mut stored, &mut s);
    assert!(undo(&mut s).is_ok());
    assert_eq!(flags(&s, "a"), Some(HIDDEN));
    let mut s = assert_reloads(&mut stored, &mut s);
    assert!(redo(&mut s).is_ok());
    assert_eq!(flags(&s, "b"), Some(HIDDEN));
    assert_reloads(&mut stored, &mut s);
}

#[test]
fn a_new_layer_has_no_settings_of_an_earlier_one_with_its_name() {
    let mut s = Session::new(limits());
    let mut stored = Stored::default();
    ok(&mut s, "create_layer", json!({ "name": "walls" }));
    s.set_layer_flags("walls", HIDDEN);
    s.document_mut().set_current_layer(Some("walls"));
    assert!(undo(&mut s).is_ok());
    ok(&mut s, "create_layer", json!({ "name": "walls" }));
    ok(
        &mut s,
        "draw_circle",
        json!({ "name": "c", "x": 0, "y": 0, "radius": 5, "layer": "walls" }),
    );
    assert_eq!(flags(&s, "c"), Some(FREE));
    assert!(s.document().layer_settings().is_empty());
    let mut s = assert_reloads(&mut stored, &mut s);
    assert!(undo(&mut s).is_ok() && undo(&mut s).is_ok());
    assert!(s.document().layer_settings().has_flags() && s.document().layer_settings().current().is_some());
}

#[test]
fn flags_stay_while_the_stored_code_does_not_run() {
    let mut s = Session::new(limits());
    type_main(&mut s, "draw_circle('c', 0, 0, 1);");
    s.set_flags("c", HIDDEN);
    let mut storage = MemoryStorage::default();
    s.save(&mut storage).unwrap();
    // Another program writes code that does not run, without the last good files.
    storage.set("file/main", "draw_circle('c', 0, 0, 1").unwrap();
    let (mut again, _) = Session::load(&storage, limits()).unwrap();
    let pending = again.open();
    complete(&mut again, pending);
    assert!(again.scene().is_empty());
    type_main(&mut again, "draw_circle('c', 0, 0, 2);");
    assert_eq!(flags(&again, "c"), Some(HIDDEN));
}

/// Operation of a random session.
#[derive(Clone, Debug)]
enum Op {
    Draw(u8, Option<u8>),
    Flag(u8, Flags),
    Undo,
    Redo,
    Delete(u8),
    Rename(u8, u8),
    Group(u8, u8),
    AddLayer(u8),
    RenameLayer(u8, u8),
    DeleteLayer(u8),
    FlagLayer(u8, Flags),
    CurrentLayer(Option<u8>),
    /// Removes a line of `main` by typing.
    Cut(u8),
    /// Types a line at the end of `main`.
    Type(u8),
    /// Types a line that does not run.
    Break,
    /// Continues in a new session on the stored document.
    Reload,
}

fn some_flags() -> impl Strategy<Value = Flags> {
    (any::<bool>(), any::<bool>()).prop_map(|(locked, hidden)| Flags { locked, hidden })
}

fn op() -> impl Strategy<Value = Op> {
    let few = || 0..3_u8;
    prop_oneof![
        4 => (few(), prop::option::of(few())).prop_map(|(name, layer)| Op::Draw(name, layer)),
        4 => (few(), some_flags()).prop_map(|(name, flags)| Op::Flag(name, flags)),
        5 => Just(Op::Undo),
        3 => Just(Op::Redo),
        2 => few().prop_map(Op::Delete),
        2 => (few(), few()).prop_map(|(from, to)| Op::Rename(from, to)),
        1 => (few(), few()).prop_map(|(group, child)| Op::Group(group, child)),
        2 => few().prop_map(Op::AddLayer),
        1 => (few(), few()).prop_map(|(from, to)| Op::RenameLayer(from, to)),
        1 => few().prop_map(Op::DeleteLayer),
        2 => (few(), some_flags()).prop_map(|(layer, flags)| Op::FlagLayer(layer, flags)),
        1 => prop::option::of(few()).prop_map(Op::CurrentLayer),
        2 => (0..8_u8).prop_map(Op::Cut),
        2 => few().prop_map(Op::Type),
        1 => Just(Op::Break),
        2 => Just(Op::Reload),
    ]
}

/// Carries out an operation; one that is refused changes nothing.
fn perform(s: &mut Session, op: &Op) {
    let entity = |at: u8| format!("n{at}");
    let layer = |at: u8| format!("layer {at}");
    match op.clone() {
        Op::Draw(at, on) => {
            let mut input = circle(&entity(at));
            if let Some(on) = on {
                input["layer"] = layer(on).into();
            }
            call(s, "draw_circle", input);
        }
        Op::Flag(at, flags) => drop(s.set_flags(&entity(at), flags)),
        Op::Undo => drop(undo(s)),
        Op::Redo => drop(redo(s)),
        Op::Delete(at) => {
            let names = vec![name(&entity(at))];
            adjust(s, &Adjustment::Delete { names });
        }
        Op::Rename(from, to) => {
            let (name, new_name) = (name(&entity(from)), name(&entity(to)));
            adjust(s, &Adjustment::Rename { name, new_name });
        }
        Op::Group(group, child) => {
            let input = json!({ "name": entity(group), "children": [entity(child)] });
            call(s, "create_group", input);
        }
        Op::AddLayer(at) => drop(call(s, "create_layer", json!({ "name": layer(at) }))),
        Op::RenameLayer(from, to) => {
            let input = json!({ "layer": layer(from), "new_name": layer(to) });
            call(s, "rename_layer", input);
        }
        Op::DeleteLayer(at) => drop(call(
            s,
            "delete_layer",
            json!({ "layer": layer(at), "move_to": "" }),
        )),
        Op::FlagLayer(at, flags) => drop(s.set_layer_flags(&layer(at), flags)),
        Op::CurrentLayer(at) => drop(s.document_mut().set_current_layer(at.map(layer).as_deref())),
        Op::Cut(at) => {
            let main = s.files().main().to_owned();
            let lines = main
                .lines()
                .enumerate()
                .filter(|(line, _)| *line != usize::from(at));
            let text: String = lines.map(|(_, line)| format!("{line}\n")).collect();
            type_main(s, &text);
        }
        Op::Type(at) => {
            let text = format!("{}draw_circle('{}', 1, 1, 2);\n", s.files().main(), entity(at));
            type_main(s, &text);
        }
        Op::Break => {
            let text = format!("{}draw_circle(\n", s.files().main());
            type_main(s, &text);
        }
        Op::Reload => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn a_reload_changes_neither_the_drawing_nor_the_settings(ops in prop::collection::vec(op(), 1..24)) {
        let mut stored = Stored::default();
        let mut s = Session::new(limits());
        for op in &ops {
            perform(&mut s, op);
            let again = assert_reloads(&mut stored, &mut s);
            if matches!(op, Op::Reload) {
                s = again;
            }
        }
    }
}
