//! Tests of the cost of a direct call: the bytes of code that it scans and copies do not depend on the length of
//! `main`.

use super::*;
use trammel_code::{FileName, work};

/// Returns a document with `count` circles drawn by direct calls.
fn drawing(count: usize) -> Session {
    let mut session = Session::new(limits());
    for i in 0..count {
        ok(&mut session, "draw_circle", circle(&format!("c{i}")));
    }
    session
}

/// Returns the bytes of code scanned and copied by a fixed series of calls: two that change the drawing, one query, and
/// one that fails. The caller has read `main`.
fn work_of_calls(session: &mut Session) -> usize {
    let before = work::counted_bytes();
    ok(session, "draw_circle", circle("new"));
    ok(session, "translate", json!({ "name": "new", "dx": 1, "dy": 2 }));
    ok(session, "list_entities", json!({}));
    assert_eq!(
        call(session, "translate", json!({ "name": "none", "dx": 1, "dy": 2 }))["success"],
        false
    );
    work::counted_bytes() - before
}

#[test]
fn a_direct_call_costs_the_same_in_a_long_main() {
    let work = |count: usize| {
        let mut session = drawing(count);
        ok(&mut session, "read", json!({ "file": "main" }));
        let work = work_of_calls(&mut session);
        assert!(
            session.files().is_known(&FileName::main()),
            "the caller still knows main"
        );
        assert_code_is_the_drawing(&session);
        work
    };
    let (short, long) = (work(10), work(300));
    assert!(short > 0, "the statements themselves are scanned");
    assert_eq!(short, long);
}

#[test]
fn a_direct_call_costs_the_same_beside_code_that_does_not_run() {
    let work = |count: usize| {
        let mut session = drawing(count);
        let broken = format!("{}throw new Error('not yet');\n", session.files().main());
        let pending = session.type_in(&FileName::main(), Some(&broken));
        assert_eq!(complete(&mut session, pending)["success"], false);
        // The first call also records the typed text as a step, which reads the text.
        ok(&mut session, "draw_circle", circle("first"));
        let work = work_of_calls(&mut session);
        let good = session.document().last_good_project(false).unwrap();
        let again = Session::of_project(&good, limits());
        let mut again = again.unwrap();
        let pending = again.open();
        complete(&mut again, pending);
        assert_eq!(
            names(&again),
            names(&session),
            "the last good files draw the drawing"
        );
        work
    };
    assert_eq!(work(10), work(300));
}

#[test]
fn calls_after_undo_and_typing_are_separate_undo_steps() {
    let mut session = drawing(3);
    session.undo(Actor::Agent);
    ok(&mut session, "draw_circle", circle("after"));
    let typed = session.files().main().replace("c0", "typed");
    let pending = session.type_in(&FileName::main(), Some(&typed));
    assert_eq!(complete(&mut session, pending)["success"], true);
    ok(&mut session, "draw_circle", circle("last"));
    let main = session.files().main().to_owned();
    assert_code_is_the_drawing(&session);
    for left in [
        vec!["typed", "c1", "after"],
        vec!["c0", "c1", "after"],
        vec!["c0", "c1"],
    ] {
        session.undo(Actor::Agent);
        assert_eq!(names(&session), left);
        assert_code_is_the_drawing(&session);
    }
    for _ in 0..3 {
        session.redo(Actor::Agent);
    }
    assert_eq!(session.files().main(), main);
}

#[test]
fn a_call_avoids_names_declared_by_typed_code() {
    let mut session = drawing(1);
    let main = format!("{}function draw_circle() {{}}\n", session.files().main());
    let main = main.replace("draw_circle({", "drawCircle({");
    let pending = session.type_in(&FileName::main(), Some(&main));
    assert_eq!(complete(&mut session, pending)["success"], true);
    ok(&mut session, "draw_circle", circle("next"));
    assert!(
        session
            .files()
            .main()
            .ends_with("drawCircle({ name: \"next\", x: 0, y: 0, radius: 5 });\n")
    );
    assert_code_is_the_drawing(&session);
}
