//! Tests of edits by the user while an agent works on the same document.

use super::*;

fn call_as_user(session: &mut Session, tool: &str, input: Value) -> Value {
    let reply = match session.call(Actor::User, tool, input) {
        CallOutcome::Done(reply) => reply.to_json(),
        CallOutcome::Run(pending) => complete(session, *pending),
    };
    assert_eq!(reply["success"], true, "{tool}: {reply}");
    reply
}

fn type_in(session: &mut Session, file: &str, text: Option<&str>) {
    let pending = session.type_in(&FileName::new(file).unwrap(), text);
    complete(session, pending);
}

#[test]
fn user_changes_are_reported_to_the_agent_once() {
    let mut s = Session::new(limits());
    call_as_user(&mut s, "draw_circle", circle("before"));
    s.parties_mut().listen("a");
    assert_eq!(
        s.parties_mut().take_user_changes(),
        None,
        "what was before anybody listened"
    );
    ok(&mut s, "draw_circle", circle("mine"));
    assert_eq!(
        s.parties_mut().take_user_changes(),
        None,
        "what the agent did itself"
    );
    call_as_user(&mut s, "draw_circle", circle("hers"));
    call_as_user(&mut s, "translate", json!({"name": "mine", "dx": 1, "dy": 0}));
    s.set_flags("hers", LOCKED);
    let news = s.parties_mut().take_user_changes().unwrap();
    assert!(
        news.contains(r#"added ["hers"]; changed ["mine"]; edited the files ["main"]"#),
        "{news}"
    );
    assert_eq!(s.parties_mut().take_user_changes(), None);
    s.set_flags("mine", HIDDEN);
    assert!(
        s.parties_mut()
            .take_user_changes()
            .unwrap()
            .contains(r#"hid ["mine"]"#)
    );
    s.set_flags("hers", FREE);
    s.set_flags("mine", FREE);
    let news = s.parties_mut().take_user_changes().unwrap();
    assert!(news.contains(r#"unlocked ["hers"]; showed ["mine"]"#), "{news}");
    s.undo(Actor::User);
    let news = s.parties_mut().take_user_changes().unwrap();
    assert!(news.contains(r#"changed ["mine"]"#), "undo counts: {news}");
    // An entity that was added and deleted between two turns is not reported.
    call_as_user(&mut s, "draw_circle", circle("brief"));
    call_as_user(&mut s, "delete_entity", json!({"name": "brief"}));
    assert!(!s.parties_mut().take_user_changes().unwrap().contains("brief"));
    for i in 0..30 {
        call_as_user(&mut s, "draw_circle", circle(&format!("c{i}")));
    }
    assert!(
        s.parties_mut()
            .take_user_changes()
            .unwrap()
            .contains("and 10 more")
    );
}

/// Plays a turn of a conversation with one call, and returns its end.
fn turn(s: &mut Session, conversation: &str, request: &str, tool: &str, input: Value) {
    s.parties_mut().listen(conversation);
    s.begin_turn();
    s.parties_mut().set_request(request);
    ok(s, tool, input);
    s.parties_mut().end_turn();
}

/// Returns what the agent of a conversation hears with the next message.
fn news_of(s: &mut Session, conversation: &str) -> String {
    s.parties_mut().listen(conversation);
    s.parties_mut().take_user_changes().unwrap_or_default()
}

#[test]
fn an_undone_turn_is_reported_as_one_in_the_words_of_the_user() {
    let mut s = Session::new(limits());
    turn(&mut s, "a", "Draw \"two\" holes", "draw_circle", circle("hole_1"));
    turn(
        &mut s,
        "a",
        " Move it \n",
        "translate",
        json!({"name": "hole_1", "dx": 1, "dy": 0}),
    );
    s.undo(Actor::User);
    assert_eq!(
        news_of(&mut s, "a"),
        "The user undid your turn \"Move it\", so 1 entity is back as before: changed [\"hole_1\"]; edited the files \
         [\"main\"]. Do not make these changes again unless the user asks."
    );
    assert_eq!(news_of(&mut s, "a"), "", "once");
    s.redo(Actor::User);
    assert_eq!(
        news_of(&mut s, "a"),
        "The user redid your turn \"Move it\", so 1 entity is as after it again: changed [\"hole_1\"]; edited the files \
         [\"main\"]."
    );
    // Undone and redone is no news, also with a change of the user in between that is undone too.
    s.undo(Actor::User);
    s.redo(Actor::User);
    assert_eq!(news_of(&mut s, "a"), "");
    s.undo(Actor::User);
    s.undo(Actor::User);
    call_as_user(&mut s, "draw_circle", circle("hers"));
    let news = news_of(&mut s, "a");
    let parts = [
        "The user undid your turn \"Move it\", so 1 entity is back",
        "The user undid your turn \"Draw \\\"two\\\" holes\", so 1 entity is back as before: deleted [\"hole_1\"]",
        "The user changed this since your last message: added [\"hers\"]; edited the files [\"main\"]. Read it again",
    ];
    let places: Vec<_> = parts.iter().map(|part| news.find(part).expect(&news)).collect();
    assert!(places.is_sorted(), "{news}");
    assert!(
        !news.contains("changed this since your last message: deleted"),
        "{news}"
    );
}

#[test]
fn a_long_request_is_shortened_and_many_turns_are_counted() {
    let mut s = Session::new(limits());
    for i in 0..8 {
        turn(
            &mut s,
            "a",
            &format!("{i} {}", "큰".repeat(300)),
            "draw_circle",
            circle(&format!("c{i}")),
        );
    }
    for _ in 0..8 {
        s.undo(Actor::User);
    }
    let news = news_of(&mut s, "a");
    assert_eq!(news.matches("so 1 entity is back").count(), 5, "{news}");
    assert!(news.ends_with("The user also undid 3 earlier turns."), "{news}");
    assert!(
        news.contains("큰…\"") && !news.contains(&"큰".repeat(200)),
        "{news}"
    );
}

#[test]
fn a_change_that_is_undone_during_its_own_turn_belongs_to_this_turn() {
    let mut s = Session::new(limits());
    s.parties_mut().listen("a");
    s.begin_turn();
    s.parties_mut().set_request("Draw");
    ok(&mut s, "draw_circle", circle("own"));
    s.undo(Actor::User);
    let exists = reply(&mut s, "exists", json!({"entity": "own"}));
    let told = s.parties_mut().with_user_changes(exists).user_changes.unwrap();
    assert!(
        told.starts_with("The user undid changes of this turn, so 1 entity is back"),
        "{told}"
    );
}

#[test]
fn a_conversation_hears_what_another_one_changed() {
    let mut s = Session::new(limits());
    turn(&mut s, "a", "Draw a hole", "draw_circle", circle("hole"));
    turn(&mut s, "b", "Add a slot", "draw_circle", circle("slot"));
    call_as_user(&mut s, "draw_circle", circle("hers"));
    assert_eq!(
        news_of(&mut s, "a"),
        "In another conversation, the user asked \"Add a slot\", and its model did this: added [\"slot\"]; edited the files \
         [\"main\"]. The user changed this since your last message: added [\"hers\"]; edited the files [\"main\"]. Read it \
         again before relying on it."
    );
    assert_eq!(
        news_of(&mut s, "b"),
        "The user changed this since your last message: added [\"hers\"]; edited the files [\"main\"]. Read it again before \
         relying on it.",
        "not its own turn, and nothing from before it began"
    );
    // The user undoes the turn of b: a was told of it, so a hears whose it was.
    s.undo(Actor::User);
    s.undo(Actor::User);
    let news = news_of(&mut s, "a");
    assert!(
        news.starts_with(
            "The user undid the turn \"Add a slot\" of another conversation, so 1 entity is back"
        ),
        "{news}"
    );
    assert!(news_of(&mut s, "b").starts_with("The user undid your turn \"Add a slot\""));
    // A turn of another conversation that is undone before a hears of it is no news of the drawing.
    turn(&mut s, "b", "More", "draw_circle", circle("more"));
    s.undo(Actor::User);
    let news = news_of(&mut s, "a");
    assert!(!news.contains("more") && !news.contains("undid"), "{news}");
}

#[test]
fn a_conversation_that_the_user_comes_back_to_hears_what_happened_meanwhile() {
    let mut s = Session::new(limits());
    turn(&mut s, "a", "Draw a hole", "draw_circle", circle("hole"));
    s.forget_reading();
    call_as_user(&mut s, "draw_circle", circle("between"));
    turn(&mut s, "b", "Add a slot", "draw_circle", circle("slot"));
    s.forget_reading();
    let news = news_of(&mut s, "a");
    assert!(
        news.contains("added [\"between\"]") && news.contains("the user asked \"Add a slot\""),
        "{news}"
    );
}

#[test]
fn turns_left_by_an_earlier_version_are_reported() {
    let mut s = Session::new(limits());
    turn(&mut s, "a", "Draw a hole", "draw_circle", circle("hole"));
    turn(&mut s, "a", "Add a slot", "draw_circle", circle("slot"));
    s.note_left_turns(&[1, 2]);
    assert_eq!(
        news_of(&mut s, "a"),
        "The user went back to an earlier version of the drawing, which undid your turn \"Add a slot\" and your turn \
         \"Draw a hole\". Do not make these changes again unless the user asks."
    );
}

#[test]
fn user_changes_during_a_turn_are_in_the_next_reply() {
    let mut s = Session::new(limits());
    s.begin_turn();
    type_in(&mut s, "lib", Some("export const w = 5;"));
    let exists = reply(&mut s, "exists", json!({"entity": "x"}));
    let reply = s.parties_mut().with_user_changes(exists).to_json();
    assert!(
        reply["meanwhile"].as_str().unwrap().contains(r#"files ["lib"]"#),
        "{reply}"
    );
    let next = super::reply(&mut s, "exists", json!({"entity": "x"}));
    assert_eq!(s.parties_mut().with_user_changes(next).user_changes, None);
}

#[test]
fn user_changes_are_the_first_field_of_a_reply() {
    let mut s = Session::new(limits());
    s.begin_turn();
    call_as_user(&mut s, "draw_circle", circle("hers"));
    let read = reply(&mut s, "read", json!({"file": "main"}));
    let reply = s.parties_mut().with_user_changes(read).to_json();
    // A long reply is cut at its end, so the report comes first.
    assert!(
        reply.to_string().starts_with(r#"{"meanwhile":"The user"#),
        "{reply}"
    );
    assert_eq!(reply["success"], true);
}

#[test]
fn a_late_reply_does_not_consume_user_changes() {
    let mut s = Session::new(limits());
    s.begin_turn();
    call_as_user(&mut s, "draw_circle", circle("hers"));
    s.parties_mut().end_turn();
    let late = reply(&mut s, "exists", json!({"entity": "x"}));
    assert_eq!(s.parties_mut().with_user_changes(late).user_changes, None);
    assert!(
        s.parties_mut()
            .take_user_changes()
            .unwrap()
            .contains(r#"added ["hers"]"#)
    );
}

#[test]
fn running_unchanged_code_is_not_a_user_change() {
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("mine"));
    let text = s.files().main().to_owned();
    type_in(&mut s, "main", Some(&text));
    assert_eq!(s.parties_mut().take_user_changes(), None);
}

#[test]
fn user_edits_begun_before_the_turn_are_not_protected() {
    let mut s = Session::new(limits());
    let code = Some("drawCircle('a', 0, 0, 5);");
    let pending = s.type_in(&FileName::main(), code);
    // The agent turn begins while the typed code still runs.
    s.begin_turn();
    complete(&mut s, pending);
    ok(&mut s, "translate", json!({"name": "a", "dx": 1, "dy": 0}));
    assert!(
        s.parties_mut()
            .take_user_changes()
            .unwrap()
            .contains(r#"added ["a"]"#),
        "it is news all the same"
    );
}

#[test]
fn entities_edited_by_the_user_are_protected_during_the_turn() {
    let mut s = Session::new(limits());
    for name in ["a", "b", "c"] {
        ok(&mut s, "draw_circle", circle(name));
    }
    let by = |name: &str| json!({"name": name, "dx": 9, "dy": 0});
    s.begin_turn();
    call_as_user(&mut s, "translate", by("a"));
    call_as_user(&mut s, "translate", by("b"));
    let before = s.files().main().to_owned();
    let scene = s.scene().clone();
    let refused = |reply: &Value, names: &[&str]| {
        assert_eq!(reply["success"], false, "{reply}");
        assert_eq!(reply["held"]["names"], json!(names), "{reply}");
        assert!(
            reply["error"]
                .to_string()
                .contains("edited by the user during this turn"),
            "{reply}"
        );
    };
    refused(&call(&mut s, "translate", by("a")), &["a"]);
    let code = json!({"code": "for (const n of ['a', 'b', 'c']) translate(n, 1, 0)"});
    refused(&call(&mut s, "run_cad_code", code.clone()), &["a", "b"]);
    assert_eq!(s.files().main(), before);
    assert!(s.scene().diff_to(&scene).is_empty(), "nothing was changed");
    ok(&mut s, "translate", by("c"));
    call_as_user(&mut s, "translate", by("a"));
    s.parties_mut().end_turn();
    ok(&mut s, "run_cad_code", code);
    assert_code_is_the_drawing(&s);
}

#[test]
fn refusals_count_and_name_locked_entities() {
    let mut s = Session::new(limits());
    for i in 0..25 {
        ok(&mut s, "draw_circle", circle(&format!("c{i}")));
        s.set_flags(&format!("c{i}"), LOCKED);
    }
    let reply = call(&mut s, "delete_entity", json!({"name": "c3"}));
    assert_eq!(reply["held"], json!({"count": 1, "names": ["c3"]}));
    let code = "for (let i = 0; i < 25; i++) translate('c' + i, 1, 0)";
    let reply = call(&mut s, "run_cad_code", json!({"code": code}));
    assert_eq!(reply["held"]["count"], 25, "{reply}");
    assert_eq!(reply["held"]["names"].as_array().unwrap().len(), 20);
    let message = reply["error"]["message"].as_str().unwrap();
    assert_eq!(
        message,
        "Entity 'c0' is locked by the user and was not changed. The user can unlock it. The same applies to 'c1' and 23 more."
    );
}

/// Types text that does not run at the end of `main`.
fn type_broken(s: &mut Session) -> String {
    let text = format!("{}// A note\ndrawCircle(", s.files().main());
    type_in(s, "main", Some(&text));
    assert!(s.broken().is_some());
    text
}

#[test]
fn undo_by_the_agent_keeps_typed_text_that_does_not_run() {
    let mut s = Session::new(limits());
    s.begin_turn();
    ok(&mut s, "draw_circle", circle("a"));
    let text = type_broken(&mut s);
    let reply = call(&mut s, "bash", json!({ "command": "undo" }));
    assert_eq!(reply["success"], false, "{reply}");
    assert_eq!(s.files().main(), text);
    assert_eq!(s.scene().len(), 1);
}

#[test]
fn redo_keeps_typed_text_that_does_not_run() {
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("a"));
    ok(&mut s, "draw_circle", circle("b"));
    s.undo(Actor::User);
    let text = type_broken(&mut s);
    assert_eq!(
        s.undo_labels(),
        (Some("typing"), None),
        "typed text ends the steps to redo"
    );
    let reply = s.redo(Actor::User).to_json();
    assert_eq!(reply["success"], false, "{reply}");
    assert_eq!(s.files().main(), text);
    assert!(s.broken().is_some(), "main does not run");
    // The last drawing and its code come back.
    assert_eq!(s.undo(Actor::User).to_json()["success"], true);
    assert!(s.broken().is_none() && s.scene().get("a").is_some());
}

#[test]
fn undoing_a_call_keeps_text_that_was_typed_before_it_and_does_not_run() {
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("a"));
    let text = type_broken(&mut s);
    ok(&mut s, "draw_circle", circle("b"));
    s.undo(Actor::User);
    assert_eq!(s.files().main(), text);
    assert!(s.broken().is_some() && s.scene().get("b").is_none());
    s.undo(Actor::User);
    assert!(s.broken().is_none() && !s.files().main().contains("A note"));
    s.redo(Actor::User);
    assert_eq!(s.files().main(), text);
    s.redo(Actor::User);
    assert!(s.scene().get("b").is_some() && s.files().main().contains("A note"));
}
