//! Tests of the undo steps of typed text.

use super::*;
use proptest::prelude::*;

const BEFORE: &str = "drawCircle('a', 0, 0, 1);";

/// Types texts without a pause, each of which runs or fails.
fn type_without_pause(session: &mut Session, texts: &[&str]) {
    for (at, text) in texts.iter().enumerate() {
        let pending = if at == 0 {
            session.type_in(&FileName::main(), Some(text))
        } else {
            session.continue_typing(&FileName::main(), Some(text))
        };
        complete(session, pending);
    }
}

fn drawn() -> Session {
    let mut s = Session::new(limits());
    type_without_pause(&mut s, &[BEFORE]);
    s
}

#[test]
fn typing_without_a_pause_is_one_undo_step() {
    let mut s = drawn();
    let typed = [
        "drawCircle('b",
        "drawCircle('b', 0, 0, 1)",
        "drawCircle('b', 0, 0, 12)",
    ];
    type_without_pause(&mut s, &typed);
    assert_eq!(
        (s.history.steps.done_steps().len(), names(&s)),
        (2, vec!["b".to_owned()])
    );
    s.undo(Actor::User);
    assert_eq!((names(&s), s.files().main()), (vec!["a".to_owned()], BEFORE));
    s.redo(Actor::User);
    assert_eq!((names(&s), s.files().main()), (vec!["b".to_owned()], typed[2]));
}

#[test]
fn typing_that_ends_with_an_error_is_one_undo_step() {
    let mut s = drawn();
    type_without_pause(
        &mut s,
        &["drawCircle('b', 0, 0, 1)", "drawCircle('b', 0, 0, 1) oops"],
    );
    assert!(s.broken().is_some());
    assert_eq!(names(&s), ["b"], "the last good drawing stays");
    s.undo(Actor::User);
    assert_eq!((names(&s), s.files().main()), (vec!["a".to_owned()], BEFORE));
    assert!(s.broken().is_none());
    s.redo(Actor::User);
    assert_eq!(names(&s), ["b"]);
    assert!(s.broken().is_some());
}

#[test]
fn text_after_an_error_continues_its_step() {
    let mut s = drawn();
    type_without_pause(
        &mut s,
        &["drawCircle('b', 0, 0, 1)", "drawCircle('b', 0, 0, 1) oops"],
    );
    type_without_pause(&mut s, &["drawCircle('b', 0, 0, 2);"]);
    s.undo(Actor::User);
    assert_eq!(s.files().main(), BEFORE);
    // Text that runs has a step, so the text after a pause has another.
    type_without_pause(&mut s, &["drawCircle('b', 0, 0, 1);"]);
    type_without_pause(&mut s, &["drawCircle('b', 0, 0, 2);"]);
    s.undo(Actor::User);
    assert_eq!(s.files().main(), "drawCircle('b', 0, 0, 1);");
}

#[test]
fn text_that_is_again_as_before_leaves_no_step() {
    let mut s = drawn();
    type_without_pause(&mut s, &["drawCircle('b', 0, 0, 1);", BEFORE]);
    assert_eq!(s.history.steps.done_steps().len(), 1);
    s.undo(Actor::User);
    assert_eq!((names(&s), s.files().main()), (vec![], ""));
}

#[test]
fn another_change_or_a_turn_ends_the_step_of_typing() {
    let mut s = drawn();
    ok(&mut s, "draw_circle", circle("b"));
    let text = format!("{}\ndrawCircle('c', 0, 0, 1);", s.files().main());
    let pending = s.continue_typing(&FileName::main(), Some(&text));
    complete(&mut s, pending);
    assert_eq!(s.history.steps.done_steps().len(), 3);
    s.begin_turn();
    let pending = s.continue_typing(
        &FileName::main(),
        Some(&format!("{text}\ndrawCircle('d', 0, 0, 1);")),
    );
    complete(&mut s, pending);
    assert_eq!(s.history.steps.done_steps().len(), 4);
    s.undo(Actor::User);
    assert_eq!(s.files().main(), text);
    let pending = s.continue_typing(&FileName::main(), Some(BEFORE));
    complete(&mut s, pending);
    assert_eq!(
        s.history.steps.done_steps().len(),
        4,
        "undo ends the step as well"
    );
}

/// Texts to type: every third one does not run.
fn typed(at: usize) -> String {
    let oops = if at % 3 == 2 { " oops" } else { "" };
    format!("drawCircle('c{}', 0, 0, {}){oops};", at / 2, at + 1)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(96) })]

    #[test]
    fn only_text_that_does_not_run_is_broken(steps in prop::collection::vec((0..4_u8, 0..9_usize), 1..12)) {
        let mut s = drawn();
        for (kind, at) in steps {
            let text = typed(at);
            let typing = match kind {
                0 => Some(s.type_in(&FileName::main(), Some(&text))),
                1 => Some(s.continue_typing(&FileName::main(), Some(&text))),
                2 => { s.undo(Actor::User); None }
                _ => { s.redo(Actor::User); None }
            };
            if let Some(pending) = typing {
                complete(&mut s, pending);
            }
            let main = s.files().main().to_owned();
            prop_assert_eq!(s.broken().is_some(), main.contains("oops"), "{} {}", kind, main);
            let drawn = names(&s);
            let fits = drawn.iter().all(|name| main.contains(&format!("'{name}'")));
            prop_assert!(s.broken().is_some() || fits, "{:?} {}", drawn, main);
        }
    }
}
