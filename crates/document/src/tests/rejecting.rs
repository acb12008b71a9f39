//! Rejection of items that a turn of an agent changed.

use super::*;
use proptest::prelude::*;
use trammel_scene::Name;
use trammel_scene::comparison::{ChangedItem, changed_items};

/// Code before the turn: two plain circles, holes of a loop with a constant, and a group.
const BEFORE: &str = "const d = 8;\n\
    draw_circle({ name: 'a', x: 0, y: 0, radius: 5 });\n\
    draw_circle({ name: 'b', x: 20, y: 0, radius: 5 });\n\
    for (let i = 1; i <= 3; i++) {\n  draw_circle({ name: `hole_${i}`, x: i * 20, y: 40, radius: d / 2 });\n}\n\
    draw_rect({ name: 'p', x: 0, y: 60, width: 9, height: 4 });\n\
    draw_rect({ name: 'q', x: 10, y: 60, width: 9, height: 4 });\n\
    create_group({ name: 'g', children: ['p', 'q'] });\n";

fn session(code: &str) -> Session {
    let mut s = Session::new(limits());
    let pending = s.type_in(&FileName::main(), Some(code));
    completed(&mut s, pending);
    s.begin_turn();
    s
}

fn items(base: &Baseline, s: &Session) -> Vec<ChangedItem> {
    changed_items(&base.scene, s.scene())
}

/// Returns the changes as words: kind and name.
fn words(items: &[ChangedItem]) -> Vec<String> {
    let word = |item: &ChangedItem| format!("{:?} {}", item.kind(), item.name().unwrap());
    items.iter().map(word).collect()
}

fn reject(s: &mut Session, base: &Baseline, names: &[&str]) -> Reply {
    let names: Vec<Name> = names.iter().map(|name| Name::new(name).unwrap()).collect();
    let mut rejection = match s.begin_rejection(base, &names) {
        Ok(rejection) => rejection,
        Err(failure) => return Reply::of_failure(failure),
    };
    loop {
        match s.continue_rejection(&mut rejection) {
            CallOutcome::Done(reply) => return reply,
            CallOutcome::Run(pending) => {
                let reply = completed(s, *pending);
                if reply.is_ok() {
                    return reply;
                }
            }
        }
    }
}

#[test]
fn a_rejected_item_returns_to_its_state_and_the_others_stay() {
    let mut s = session(BEFORE);
    ok(
        &mut s,
        "draw_circle",
        json!({ "name": "new", "x": 50, "y": 0, "radius": 2 }),
    );
    ok(&mut s, "translate", json!({ "name": "a", "dx": 3, "dy": 0 }));
    ok(&mut s, "delete_entity", json!({ "name": "b" }));
    let base = s.turn_baseline().unwrap();
    assert_eq!(words(&items(&base, &s)), ["Changed a", "Added new", "Deleted b"]);
    let cases: [(&str, &[&str]); 3] = [
        ("new", &["Changed a", "Deleted b"]),
        ("b", &["Changed a"]),
        ("a", &[]),
    ];
    for (name, left) in cases {
        let reply = reject(&mut s, &base, &[name]);
        assert!(reply.is_ok(), "{name}: {}", reply.to_json());
        assert_eq!(words(&items(&base, &s)), left, "{name}");
    }
    assert_eq!(s.files().main(), BEFORE, "each statement of the turn is gone");
    for left in 1..=3 {
        assert!(s.undo(Actor::User).is_ok());
        assert_eq!(
            items(&base, &s).len(),
            left,
            "each rejection is a step of its own"
        );
    }
}

#[test]
fn what_changed_since_any_version_can_be_rejected() {
    let mut s = session(BEFORE);
    let files = s.document().history_files();
    ok(&mut s, "delete_entity", json!({ "name": "b" }));
    s.parties_mut().end_turn();
    ok(&mut s, "translate", json!({ "name": "a", "dx": 3, "dy": 0 }));
    let mut version = s.with_code(&files, limits());
    let pending = version.open();
    completed(&mut version, pending);
    let base = s.baseline_of(&version);
    assert_eq!(words(&items(&base, &s)), ["Changed a", "Deleted b"]);
    assert!(reject(&mut s, &base, &["b"]).is_ok());
    assert_eq!(words(&items(&base, &s)), ["Changed a"]);
    assert!(reject(&mut s, &base, &["a"]).is_ok());
    assert_eq!(s.files().main(), BEFORE);
    assert!(s.baseline_of(&version).touched.is_empty());
}

#[test]
fn the_constant_that_moved_all_rejected_items_returns_too() {
    let mut s = session(BEFORE);
    ok(&mut s, "read", json!({ "file": "main" }));
    ok(
        &mut s,
        "edit",
        json!({ "file": "main", "old_code": "const d = 8;", "new_code": "const d = 10;" }),
    );
    ok(
        &mut s,
        "set_fill",
        json!({ "name": "a", "fill": { "color": "#ff0000" } }),
    );
    ok(&mut s, "delete_entity", json!({ "name": "b" }));
    let base = s.turn_baseline().unwrap();
    let holes = ["hole_1", "hole_2", "hole_3"];
    assert!(reject(&mut s, &base, &["b"]).is_ok());
    assert!(
        !s.files().main().contains("delete_entity"),
        "{}",
        s.files().main()
    );
    assert!(reject(&mut s, &base, &holes).is_ok());
    assert_eq!(words(&items(&base, &s)), ["Changed a"]);
    assert!(s.files().main().contains("const d = 8;"), "{}", s.files().main());
    assert_code_is_the_drawing(&s);
}

#[test]
fn an_item_whose_code_is_coupled_is_restored_by_a_statement_and_the_reply_says_why() {
    let mut s = session(BEFORE);
    ok(&mut s, "read", json!({ "file": "main" }));
    ok(
        &mut s,
        "edit",
        json!({ "file": "main", "old_code": "const d = 8;", "new_code": "const d = 10;" }),
    );
    let base = s.turn_baseline().unwrap();
    let reply = reject(&mut s, &base, &["hole_2"]);
    let Some(trammel_code::Written::Appended { statements, .. }) = reply.recorded_form() else {
        panic!("{}", reply.to_json());
    };
    assert!(
        statements.contains("name: \"hole_2\"") && statements.contains("radius: 4"),
        "{statements}"
    );
    assert_eq!(words(&items(&base, &s)), ["Changed hole_1", "Changed hole_3"]);
    assert_code_is_the_drawing(&s);
}

#[test]
fn an_item_that_the_user_changed_during_the_turn_is_not_touched_by_it() {
    let mut s = session(BEFORE);
    ok(&mut s, "translate", json!({ "name": "a", "dx": 3, "dy": 0 }));
    ok_by_user(&mut s, "translate", json!({ "name": "b", "dx": 3, "dy": 0 }));
    let base = s.turn_baseline().unwrap();
    assert_eq!(words(&items(&base, &s)), ["Changed a", "Changed b"]);
    assert!(base.touched.contains("a") && !base.touched.contains("b"));
}

#[test]
fn statements_for_a_drawing_that_has_changed_meanwhile_are_not_added() {
    let mut s = session(BEFORE);
    ok(&mut s, "read", json!({ "file": "main" }));
    ok(
        &mut s,
        "edit",
        json!({ "file": "main", "old_code": "const d = 8;", "new_code": "const d = 10;" }),
    );
    let base = s.turn_baseline().unwrap();
    let names = [Name::new("hole_2").unwrap()];
    let mut rejection = s.begin_rejection(&base, &names).unwrap();
    ok_by_user(&mut s, "delete_entity", json!({ "name": "hole_2" }));
    let reply = loop {
        match s.continue_rejection(&mut rejection) {
            CallOutcome::Done(reply) => break reply,
            CallOutcome::Run(pending) => drop(completed(&mut s, *pending)),
        }
    };
    assert!(!reply.is_ok(), "{}", reply.to_json());
    assert!(s.scene().get("hole_2").is_none());
}

#[test]
fn text_that_was_written_after_the_turn_stays() {
    let mut s = session(BEFORE);
    ok(
        &mut s,
        "run_cad_code",
        json!({ "code": "const r = 3;\ndraw_circle({ name: 'new', x: 50, y: 0, radius: r });" }),
    );
    let base = s.turn_baseline().unwrap();
    s.parties_mut().end_turn();
    let code = format!("// My note\n{}", s.files().main());
    let pending = s.type_in(&FileName::main(), Some(&code));
    completed(&mut s, pending);
    assert!(reject(&mut s, &base, &["new"]).is_ok());
    assert_eq!(s.files().main(), format!("// My note\n{BEFORE}"));
}

#[test]
fn a_group_is_one_item_with_its_members() {
    let mut s = session(BEFORE);
    ok(&mut s, "delete_entity", json!({ "name": "g" }));
    ok(
        &mut s,
        "create_group",
        json!({ "name": "pair", "children": ["a", "b"] }),
    );
    ok(
        &mut s,
        "rename_entity",
        json!({ "entity": "hole_1", "new_name": "first" }),
    );
    let base = s.turn_baseline().unwrap();
    let found = words(&items(&base, &s));
    assert_eq!(found, ["Renamed first", "Added pair", "Deleted g"]);
    assert!(reject(&mut s, &base, &["g"]).is_ok());
    assert!(
        s.scene()
            .get("p")
            .is_some_and(|p| p.parent.as_deref() == Some("g"))
    );
    assert!(reject(&mut s, &base, &["first"]).is_ok());
    assert!(s.scene().get("hole_1").is_some());
    let every = ["pair"];
    assert!(reject(&mut s, &base, &every).is_ok());
    assert_eq!(words(&items(&base, &s)), [""; 0]);
}

#[test]
fn a_rejection_of_items_without_a_change_is_refused() {
    let mut s = session(BEFORE);
    let base = s.turn_baseline().unwrap();
    let reply = reject(&mut s, &base, &["a", "nothing"]);
    let why = reply.failure().unwrap().message.to_string();
    assert!(why.contains("as they were before"), "{why}");
}

/// Makes one of the changes of a model. Changes that are refused, such as one of an entity that is gone, count as none.
fn change(s: &mut Session, kind: u8, which: usize) {
    const NAMES: [&str; 8] = ["a", "b", "hole_1", "hole_2", "hole_3", "p", "q", "g"];
    let name = NAMES[which % NAMES.len()];
    let (tool, input) = match kind {
        0 => (
            "draw_circle",
            (json!({ "name": format!("new_{which}"), "x": which, "y": -20, "radius": 2 })),
        ),
        1 => ("translate", (json!({ "name": name, "dx": 1.5, "dy": 0 }))),
        2 => ("delete_entity", (json!({ "name": name }))),
        3 => (
            "set_fill",
            (json!({ "name": name, "fill": { "color": "#00ff00" } })),
        ),
        4 => (
            "draw_rect",
            (json!({ "name": name, "x": 1, "y": 2, "width": 3, "height": 4, "replace": true })),
        ),
        5 => (
            "rename_entity",
            (json!({ "entity": name, "new_name": format!("{name}_x") })),
        ),
        6 => (
            "create_group",
            (json!({ "name": format!("group_{which}"), "children": [name] })),
        ),
        7 => (
            "run_cad_code",
            (json!({ "code": format!("const n = {};\nfor (let i = 0; i < n; i++) draw_circle({{ name: `row{which}_${{i}}`, x: i, y: 90, radius: 1 }});", which % 3 + 1) })),
        ),
        8 => (
            "create_layer",
            (json!({ "name": format!("layer_{which}"), "color": "#336699", "line_weight": 1 })),
        ),
        9 => (
            "set_layer",
            (json!({ "entity": name, "layer": format!("layer_{}", which / 2) })),
        ),
        10 => ("ungroup", (json!({ "name": "g" }))),
        _ => {
            call(s, "read", json!({ "file": "main" }));
            (
                "edit",
                (json!({ "file": "main", "old_code": "const d = 8;", "new_code": format!("const d = {};", 9 + which) })),
            )
        }
    };
    call(s, tool, input);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn rejecting_every_item_gives_the_document_before_and_rejecting_some_leaves_the_others(
        changes in prop::collection::vec((0..12_u8, 0..16_usize), 1..8),
        chosen in any::<u32>(),
    ) {
        let mut s = session(BEFORE);
        for (kind, which) in changes {
            change(&mut s, kind, which);
        }
        let base = s.turn_baseline().unwrap();
        let all = items(&base, &s);
        if all.is_empty() {
            return Ok(());
        }
        let some: Vec<&ChangedItem> = all.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1).map(|(_, item)| item).collect();
        let names = |items: &[&ChangedItem]| items.iter().map(|item| item.name().unwrap().to_string()).collect::<Vec<_>>();
        if !some.is_empty() {
            let names = names(&some);
            let before = (s.files().main().to_owned(), s.scene().clone());
            let reply = reject(&mut s, &base, &names.iter().map(String::as_str).collect::<Vec<_>>());
            if reply.is_ok() {
                let left: Vec<ChangedItem> = all.iter().filter(|item| !some.contains(item)).cloned().collect();
                // The order of items is that of the drawing, where a restored item can be later.
                let sorted = |items: &[ChangedItem]| {
                    let mut words = words(items);
                    words.sort();
                    words
                };
                prop_assert_eq!(sorted(&items(&base, &s)), sorted(&left), "{}", s.files().main());
                assert_code_draws(&s);
                s.undo(Actor::User);
            }
            // A refused rejection, and an undone one, leave the document as it was.
            prop_assert_eq!(s.files().main(), &before.0);
            prop_assert!(s.scene() == &before.1);
        }
        let every = names(&all.iter().collect::<Vec<_>>());
        let reply = reject(&mut s, &base, &every.iter().map(String::as_str).collect::<Vec<_>>());
        prop_assert!(reply.is_ok(), "{}", reply.to_json());
        prop_assert_eq!(s.files().main(), BEFORE);
        prop_assert_eq!(words(&items(&base, &s)), [""; 0]);
        assert_code_is_the_drawing(&s);
    }
}

/// Asserts that `main`, run from nothing, draws the same items.
fn assert_code_draws(session: &Session) {
    let mut again = Session::new(limits());
    for (file, text) in session.files().files() {
        again.document.env.files.set(file, Some(text));
    }
    let pending = again.open();
    let reply = complete(&mut again, pending);
    assert_eq!(reply["success"], true, "{reply}\n{}", session.files().main());
    assert_eq!(
        words(&changed_items(again.scene(), session.scene())),
        [""; 0],
        "{}",
        session.files().main()
    );
}

/// Plays a turn of conversation `a` with one call, and returns the state before it.
fn turn(s: &mut Session, request: &str, tool: &str, input: Value) -> Baseline {
    s.parties_mut().listen("a");
    s.begin_turn();
    s.parties_mut().set_request(request);
    ok(s, tool, input);
    let base = s.turn_baseline().unwrap();
    s.parties_mut().end_turn();
    base
}

fn news_of(s: &mut Session) -> String {
    s.parties_mut().listen("a");
    s.parties_mut().take_user_changes().unwrap_or_default()
}

const REJECTED: &str = "The user rejected the change of [\"a\"] by your turn \"Move it\": 1 entity is back as before: changed \
     [\"a\"]; edited the files [\"main\"]. Do not make it again unless the user asks.";

#[test]
fn a_rejected_change_is_reported_as_one_also_after_edits_by_hand() {
    let mut s = session(BEFORE);
    let move_it = json!({ "name": "a", "dx": 7, "dy": 0 });
    let base = turn(&mut s, "Move it", "translate", move_it.clone());
    assert!(reject(&mut s, &base, &["a"]).is_ok());
    assert_eq!(news_of(&mut s), REJECTED);
    assert_eq!(news_of(&mut s), "", "once");

    let base = turn(&mut s, "Move it", "translate", move_it);
    assert!(reject(&mut s, &base, &["a"]).is_ok());
    let by_hand = json!({ "name": "a", "dx": 0, "dy": 3 });
    let CallOutcome::Done(reply) = s.call(Actor::User, "translate", by_hand) else {
        panic!("no run is needed")
    };
    assert!(reply.is_ok());
    let news = news_of(&mut s);
    assert!(
        news.contains(REJECTED)
            && news.contains("The user changed this since your last message: changed [\"a\"]")
            && news.ends_with("Read it again before relying on it."),
        "{news}"
    );
}

#[test]
fn a_rejection_that_is_undone_is_no_news_and_one_that_was_told_is_a_change_of_the_user() {
    let mut s = session(BEFORE);
    let base = turn(
        &mut s,
        "Move it",
        "translate",
        json!({ "name": "a", "dx": 7, "dy": 0 }),
    );
    assert!(reject(&mut s, &base, &["a"]).is_ok());
    s.undo(Actor::User);
    assert_eq!(news_of(&mut s), "");
    s.redo(Actor::User);
    assert_eq!(news_of(&mut s), REJECTED);
    s.undo(Actor::User);
    let news = news_of(&mut s);
    assert!(
        news.starts_with("The user changed this since your last message: changed [\"a\"]"),
        "{news}"
    );
}
