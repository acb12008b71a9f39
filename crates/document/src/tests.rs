//! Tests of the public API of sessions: calls in; results, files and drawing out. Runs execute in the same process.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod adjust;
mod annotation;
mod behaviors;
mod checks;
mod context;
mod custom;
mod drafts;
mod examples;
mod exchange;
mod following;
mod foreign;
mod growth;
mod hidden;
mod layers;
mod old_names;
mod palette;
mod querying;
mod rejecting;
mod reload;
mod review;
mod set_aside;
mod snapshot;
mod snippets;
mod storage;
mod stored_history;
mod title;
mod typing;
mod user_edits;

use super::*;
use serde_json::{Value, json};
use std::rc::Rc;
use trammel_code::{FileName, MemoryStorage, Storage};
use trammel_engine::execute;
use trammel_run::{Clock, Limits};
use trammel_scene::Flags;
use trammel_tools::Reply;

const LOCKED: Flags = Flags {
    locked: true,
    hidden: false,
};

const HIDDEN: Flags = Flags {
    locked: false,
    hidden: true,
};

const FREE: Flags = Flags {
    locked: false,
    hidden: false,
};

fn clock() -> Clock {
    Rc::new(|| 0.0)
}

fn limits() -> Limits {
    Limits {
        instructions: 5_000_000,
        ..Limits::default()
    }
}

fn complete(session: &mut Session, pending: Pending) -> Value {
    completed(session, pending).to_json()
}

fn completed(session: &mut Session, pending: Pending) -> Reply {
    let outcome = execute(pending.request(), &clock());
    session.finish(pending, outcome, 1.0)
}

fn reply(session: &mut Session, tool: &str, input: Value) -> Reply {
    let reply = match session.call(Actor::Agent, tool, input) {
        CallOutcome::Done(reply) => reply,
        CallOutcome::Run(pending) => completed(session, *pending),
    };
    for warning in &reply.warnings {
        assert_eq!(warning.check_translation(), Ok(()));
    }
    reply
}

fn call(session: &mut Session, tool: &str, input: Value) -> Value {
    reply(session, tool, input).to_json()
}

fn ok(session: &mut Session, tool: &str, input: Value) -> Value {
    let reply = call(session, tool, input);
    assert_eq!(reply["success"], true, "{tool}: {reply}");
    reply
}

/// Calls a tool for the user, whose memory entries and custom tools have no mark.
fn ok_by_user(session: &mut Session, tool: &str, input: Value) -> Value {
    let CallOutcome::Done(reply) = session.call(Actor::User, tool, input) else {
        panic!("{tool} needs no run")
    };
    let reply = reply.to_json();
    assert_eq!(reply["success"], true, "{tool}: {reply}");
    reply["data"].clone()
}

/// Returns the definition of a tool as a model receives it; custom tools are included.
fn definition(session: &Session, tool: &str) -> Value {
    let every = session
        .document()
        .tool_definitions(&trammel_tools::Domain::every(), session.document.env.language);
    every.into_iter().find(|one| one["name"] == tool).unwrap()
}

fn names(session: &Session) -> Vec<String> {
    session.scene().walk().map(|e| e.name.to_string()).collect()
}

/// Asserts the first principle: running `main` from an empty drawing yields the present drawing.
#[track_caller]
fn assert_code_is_the_drawing(session: &Session) {
    let mut again = Session::new(limits());
    for (file, text) in session.files().files() {
        again.document.env.files.set(file, Some(text));
    }
    let pending = again.open();
    let reply = complete(&mut again, pending);
    assert_eq!(reply["success"], true, "{reply}\n{}", session.files().main());
    assert_eq!(again.scene(), session.scene(), "{}", session.files().main());
}

fn circle(name: &str) -> Value {
    json!({ "name": name, "x": 0, "y": 0, "radius": 5 })
}

#[test]
fn direct_calls_become_code() {
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("c"));
    ok(&mut s, "translate", json!({"name": "c", "dx": 10, "dy": 0.1}));
    ok(
        &mut s,
        "drawRect",
        json!({"name": "집", "x": 0, "y": 0, "width": 4, "height": 2, "style": {"fill": "#ff0000"}}),
    );
    ok(
        &mut s,
        "create_group",
        json!({"name": "g", "children": ["c", "집"]}),
    );
    ok(&mut s, "rotate", json!({"name": "g", "angle": 0.3}));
    ok(&mut s, "draw_order", json!({"entity": "c", "mode": "front"}));
    assert!(
        s.files()
            .main()
            .starts_with("draw_circle({ name: \"c\", x: 0, y: 0, radius: 5 });\n")
    );
    assert_code_is_the_drawing(&s);
    ok(&mut s, "get_entity", json!({"name": "c"}));
    let refused = call(&mut s, "draw_circle", circle("c"));
    assert_eq!(refused["success"], false);
    assert_eq!(
        s.files().main().lines().count(),
        6,
        "queries and refused calls write nothing"
    );
}

#[test]
fn snippets_with_random_numbers_become_reproducible_code() {
    let mut s = Session::new(limits());
    let code = "const n = 3;\nfor (let i = 0; i < n; i++) drawCircle('r' + Math.random(), Math.random() * 50, 0, 1);";
    for _ in 0..3 {
        let reply = ok(&mut s, "run_cad_code", json!({ "code": code }));
        assert_eq!(reply["changes"]["added"]["count"], 3);
    }
    assert_eq!(s.scene().len(), 9);
    assert_code_is_the_drawing(&s);
}

#[test]
fn undo_and_redo_restore_code_and_drawing() {
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("c"));
    ok(
        &mut s,
        "run_cad_code",
        json!({"code": "drawCircle('d' + Math.random(), 1, 1, 1)"}),
    );
    ok(
        &mut s,
        "write",
        json!({"file": "lib", "code": "export const r = 3;"}),
    );
    ok(&mut s, "read", json!({"file": "main"}));
    ok(
        &mut s,
        "write",
        json!({"file": "main", "code": "import { r } from 'lib';\ndrawCircle('x', 0, 0, r);"}),
    );
    let states = |s: &Session| {
        (
            names(s),
            s.files().main().to_owned(),
            s.files().glob("*").join(" "),
        )
    };
    let end = states(&s);
    let mut seen = vec![end.clone()];
    while s.undo(Actor::Agent).to_json()["success"] == true {
        seen.push(states(&s));
    }
    assert_eq!(seen.len(), 5);
    assert_eq!(seen[4], (vec![], String::new(), "main".to_owned()));
    for expected in seen[..4].iter().rev() {
        assert_eq!(s.redo(Actor::Agent).to_json()["success"], true);
        assert_eq!(states(&s), *expected);
    }
    assert_eq!(s.redo(Actor::Agent).to_json()["success"], false);
    assert_code_is_the_drawing(&s);
}

#[test]
fn an_agent_turn_is_one_undo_step() {
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("before"));
    let mark = s.history().mark();
    for name in ["a", "b", "c"] {
        ok(&mut s, "draw_circle", circle(name));
    }
    s.history_mut().squash_to(mark, "turn");
    assert_eq!(s.undo_labels().0, Some("turn"));
    s.undo(Actor::Agent);
    assert_eq!(names(&s), ["before"]);
    assert_eq!(s.files().main().lines().count(), 1);
    s.redo(Actor::Agent);
    assert_eq!(names(&s).len(), 4);
    assert_code_is_the_drawing(&s);
}

#[test]
fn failing_code_changes_nothing() {
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("keep"));
    let before = (names(&s), s.files().main().to_owned());
    for code in [
        "drawCircle('a', 0, 0, 1); deleteEntity('keep'); throw new Error('boom')",
        "while (true) {}",
        "const =",
    ] {
        let reply = call(&mut s, "run_cad_code", json!({ "code": code }));
        assert_eq!(reply["success"], false);
        assert_eq!(reply["error"]["line"], 1, "{reply}");
    }
    ok(&mut s, "read", json!({"file": "main"}));
    let reply = call(
        &mut s,
        "write",
        json!({"file": "main", "code": "drawCircle('y', 0, 0, 1);\nboom();"}),
    );
    assert_eq!(
        (reply["error"]["file"].as_str(), reply["error"]["line"].as_i64()),
        (Some("main"), Some(2))
    );
    let reply = call(
        &mut s,
        "write",
        json!({"file": "lib", "code": "export const = 1"}),
    );
    assert_eq!(
        reply["error"]["file"], "lib",
        "a broken module that nothing imports is reported: {reply}"
    );
    assert_eq!(before, (names(&s), s.files().main().to_owned()));
    assert!(s.files().get("lib").is_none());
    assert!(s.document_mut().take_diffs().len() <= 1);
}

#[test]
fn typed_text_is_kept_with_the_last_good_drawing() {
    let mut s = Session::new(limits());
    let main = FileName::main();
    let pending = s.type_in(&main, Some("drawCircle('a', 0, 0, 1)"));
    assert_eq!(complete(&mut s, pending)["success"], true);
    let pending = s.type_in(&main, Some("drawCircle('a', 0, 0, 1)\noops("));
    assert_eq!(complete(&mut s, pending)["success"], false);
    assert_eq!(
        (names(&s), s.files().main()),
        (vec!["a".to_owned()], "drawCircle('a', 0, 0, 1)\noops(")
    );
    assert!(s.broken().is_some());
    let reply = ok(&mut s, "draw_circle", circle("b"));
    assert!(
        reply["warnings"][0].as_str().unwrap().contains("does not run"),
        "{reply}"
    );
    let pending = s.type_in(&main, Some("drawCircle('z', 0, 0, 1)"));
    complete(&mut s, pending);
    assert_eq!(names(&s), ["z"]);
    assert!(s.broken().is_none());
}

#[test]
fn a_run_reports_lint_warnings() {
    let mut s = Session::new(limits());
    let code = "for (let i = 0; i < 8; i++) drawCircle('c' + i, 10 * i, 0, 4);\n\
        drawCircle('again', 20, 0, 4); drawCircle('lost', 0, 90000, 4);";
    let reply = call(&mut s, "run_cad_code", json!({ "code": code }));
    assert_eq!(
        reply["warnings"],
        json!([
            "1 entity duplicates another: 'again' = 'c2'. Delete or move the duplicates.",
            "1 entity is very far from the rest: 'lost'. The whole drawing is shown very small; check their coordinates."
        ])
    );
    let reply = call(
        &mut s,
        "run_cad_code",
        json!({ "code": "deleteEntity('again'); deleteEntity('lost')" }),
    );
    assert_eq!(reply["warnings"], json!([]));
}

#[test]
fn scripts_can_call_edit_and_query_tools() {
    let mut s = Session::new(limits());
    let code = "drawLine('floor', [0, 0, 100, 0]); drawLine('wall', [0, 0, 0, 80]);\n\
        const { arc } = fillet('floor', 'wall', 10);\n\
        console.log(arc, splitAt('floor', [50, 0]).join(), measureDistance('floor_2', [75, 8]).distance);\n\
        console.log(getCentroid('nosuch'), findEntities('arc').length);";
    let reply = call(&mut s, "run_cad_code", json!({ "code": code }));
    assert_eq!(reply["success"], true, "{reply}");
    assert_eq!(
        reply["logs"],
        json!(["floor_wall_fillet floor,floor_2 8", "null 1"])
    );
    ok(&mut s, "lengthen", json!({ "entity": "wall", "delta": 5 }));
    assert!(s.files().main().contains("lengthen("), "{}", s.files().main());
}

#[test]
fn tools_do_not_change_locked_entities() {
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("wall"));
    ok(&mut s, "draw_circle", circle("free"));
    assert_eq!(s.set_flags("wall", LOCKED).to_json()["success"], true);
    for (tool, input) in [
        ("translate", json!({"name": "wall", "dx": 1, "dy": 0})),
        ("run_cad_code", json!({"code": "deleteEntity('wall')"})),
        (
            "run_cad_code",
            json!({"code": "createGroup('g', ['wall', 'free'])"}),
        ),
    ] {
        let reply = call(&mut s, tool, input);
        assert!(
            reply["error"].to_string().contains("locked by the user"),
            "{reply}"
        );
    }
    ok(&mut s, "read", json!({"file": "main"}));
    let reply = call(
        &mut s,
        "write",
        json!({"file": "main", "code": "drawCircle('free', 0, 0, 5)"}),
    );
    assert!(
        reply["error"].to_string().contains("locked by the user"),
        "{reply}"
    );
    let main = s.files().main().replace("\"free\"", "\"other\"");
    ok(&mut s, "write", json!({"file": "main", "code": main}));
    assert_eq!(names(&s), ["wall", "other"]);
    assert!(s.scene().get("wall").unwrap().locked);
}

#[test]
fn code_does_not_change_members_of_a_locked_group() {
    let mut s = Session::new(limits());
    for name in ["inside", "other", "free"] {
        ok(&mut s, "draw_circle", circle(name));
    }
    ok(
        &mut s,
        "create_group",
        json!({"name": "g", "children": ["inside", "other"]}),
    );
    ok(
        &mut s,
        "create_group",
        json!({"name": "outer", "children": ["g", "free"]}),
    );
    assert_eq!(s.set_flags("g", LOCKED).to_json()["success"], true);
    for code in [
        "translate('inside', 1, 0)",
        "setStroke({ name: 'inside', stroke: '#ff0000' })",
        "removeFromGroup({ group: 'g', entity: 'inside' })",
        "deleteEntity('inside')",
        "translate('outer', 1, 0)",
    ] {
        let reply = call(&mut s, "run_cad_code", json!({ "code": code }));
        let error = reply["error"].to_string();
        assert!(error.contains("'g' is locked by the user"), "{code}: {reply}");
    }
    ok(&mut s, "read", json!({"file": "main"}));
    let main = s
        .files()
        .main()
        .replacen("\"radius\": 5", "\"radius\": 3", 1)
        .replacen("radius: 5", "radius: 3", 1);
    assert_ne!(main, s.files().main());
    let reply = call(&mut s, "write", json!({"file": "main", "code": main}));
    assert!(
        reply["error"].to_string().contains("'g' is locked by the user"),
        "{reply}"
    );
    ok(&mut s, "run_cad_code", json!({"code": "translate('free', 1, 0)"}));
}

#[test]
fn a_run_started_before_another_change_is_dropped() {
    let mut s = Session::new(limits());
    let CallOutcome::Run(pending) = s.call(
        Actor::Agent,
        "run_cad_code",
        json!({"code": "drawCircle('late', 0, 0, 1)"}),
    ) else {
        panic!("runs code")
    };
    ok(&mut s, "draw_circle", circle("first"));
    let outcome = execute(pending.request(), &clock());
    let reply = s.finish(*pending, outcome, 1.0).to_json();
    assert_eq!(reply["success"], false);
    assert_eq!(names(&s), ["first"]);
}

#[test]
fn a_document_round_trips_through_storage() {
    let mut storage = MemoryStorage::default();
    let mut s = Session::new(limits());
    ok(
        &mut s,
        "write",
        json!({"file": "집", "code": "export const 높이 = 3;"}),
    );
    ok(
        &mut s,
        "run_cad_code",
        json!({"code": "import { 높이 } from '집';\ndrawCircle('원', 높이, 0, 1);"}),
    );
    s.set_flags("원", HIDDEN);
    s.save(&mut storage).unwrap();
    let (mut again, problems) = Session::load(&storage, limits()).unwrap();
    assert_eq!(problems, [""; 0]);
    let pending = again.open();
    assert_eq!(complete(&mut again, pending)["success"], true);
    assert_eq!(again.scene(), s.scene());
    assert!(again.scene().get("원").unwrap().hidden);
    assert_eq!(
        again.undo(Actor::Agent).to_json()["success"],
        false,
        "opening is no step"
    );
}

#[test]
fn results_have_the_documented_shape() {
    let mut s = Session::new(limits());
    assert_eq!(
        ok(&mut s, "draw_circle", circle("head")),
        json!({"success": true, "entity": "head", "type": "circle", "warnings": [],
            "changes": {"added": {"count": 1, "names": ["head"]}, "updated": {"count": 0, "names": []}, "removed": {"count": 0, "names": []}},
            "facts": [{"name": "head", "type": "circle", "closed": true, "area": 78.5398163397, "perimeter": 31.4159265359, "holes": 0,
                "min": [-5.0, -5.0], "max": [5.0, 5.0]}]})
    );
    assert_eq!(
        call(&mut s, "get_entity", json!({"name": "hed"})),
        json!({"success": false, "error": "Entity 'hed' not found", "suggestions": ["head"]})
    );
    assert_eq!(
        call(&mut s, "draw_circl", json!({})),
        json!({"success": false, "error": "Tool 'draw_circl' not found", "suggestions": ["draw_circle"]})
    );
}

#[test]
fn undo_keeps_locks() {
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("wall"));
    ok(&mut s, "translate", json!({"name": "wall", "dx": 1, "dy": 0}));
    s.set_flags("wall", LOCKED);
    s.undo(Actor::Agent);
    assert!(s.scene().get("wall").unwrap().locked);
    assert_eq!(
        call(&mut s, "delete_entity", json!({"name": "wall"}))["success"],
        false
    );
}

#[test]
fn consecutive_snippets_run_together_in_main() {
    let mut s = Session::new(limits());
    for code in [
        "drawCircle('a', 0, 0, 1)",
        "[1, 2].forEach(i => drawCircle('b' + i, i, 0, 1))",
        "(() => drawCircle('c', 0, 0, 1))()",
        "export const d = 1; drawCircle('d', d, 0, 1) // last",
        "`${drawCircle('e', 0, 0, 1)}`",
    ] {
        ok(&mut s, "run_cad_code", json!({ "code": code }));
    }
    assert_code_is_the_drawing(&s);
}

#[test]
fn unreadable_storage_is_not_overwritten() {
    let mut storage = MemoryStorage::default();
    storage.set("holds", "{garbage").unwrap();
    let (mut s, problems) = Session::load(&storage, limits()).unwrap();
    assert_eq!(problems.len(), 1, "{problems:?}");
    ok(&mut s, "draw_circle", circle("c"));
    s.save(&mut storage).unwrap();
    assert_eq!(storage.get("holds").unwrap().as_deref(), Some("{garbage"));
}
