//! Single test case of the script fuzzer: runs one script through a document and checks the invariants.

use super::generate::{Random, script};
use serde_json::json;
use std::rc::Rc;
use trammel_code::FileName;
use trammel_document::{Actor, CallOutcome, Session};
use trammel_engine::execute;
use trammel_formats::{json as scene_json, svg};
use trammel_run::{Clock, Limit, Limits, encode};
use trammel_scene::check_invariants;

const KEPT: &str = "drawCircle('keep', 0, 0, 1);\n";

fn limits() -> Limits {
    Limits {
        instructions: 2_000_000,
        ..Limits::default()
    }
}

fn clock() -> Clock {
    // The clock always returns 0, so that a seed gives the same result on every machine.
    Rc::new(|| 0.0)
}

/// Returns the script of a seed.
pub(crate) fn code(seed: u64) -> String {
    script(&mut Random::new(seed))
}

/// Runs the script of a seed. The error describes the violated invariant.
pub(crate) fn check_seed(seed: u64) -> Result<(), String> {
    let code = code(seed);
    let mut session = Session::new(limits());
    session.document_mut().add_file(&FileName::main(), KEPT);
    let opened = session.open();
    let outcome = execute(opened.request(), &clock());
    session.finish(opened, outcome, 0.0);
    let before = state(&session);

    session.call(Actor::Agent, "read", json!({ "file": "main" }));
    let CallOutcome::Run(pending) =
        session.call(Actor::Agent, "write", json!({ "file": "main", "code": code }))
    else {
        return Err("the code was refused before it ran".to_owned());
    };
    let outcome = execute(pending.request(), &clock());
    if seed.is_multiple_of(5) {
        let again = execute(pending.request(), &clock());
        if encode(&outcome)? != encode(&again)? {
            return Err("a second run answered something else".to_owned());
        }
    }
    let ran = match &outcome.result {
        Ok(_) => true,
        Err(failure) if failure.limit == Some(Limit::Crash) => {
            return Err(format!("the engine gave up: {}", failure.message));
        }
        Err(failure) if failure.message.english.is_empty() => return Err("an error says nothing".to_owned()),
        Err(_) => false,
    };
    let reply = session.finish(*pending, outcome, 0.0);
    match (ran, reply.failure()) {
        (true, Some(failure)) => return Err(format!("what it drew was refused: {}", failure.message)),
        (false, _) if state(&session) != before => return Err("a failed run changed the document".to_owned()),
        _ => {}
    }
    sound(&session)?;
    if ran {
        session.undo(Actor::Agent);
        if state(&session) != before {
            return Err("undo did not bring back what was there".to_owned());
        }
    }
    Ok(())
}

fn sound(session: &Session) -> Result<(), String> {
    let scene = session.scene();
    if let Some(problem) = check_invariants(scene).into_iter().next() {
        return Err(format!("the drawing is impossible: {problem}"));
    }
    let text = scene_json::write(scene);
    let again = scene_json::read(&text).map_err(|why| format!("the drawing cannot be read back: {why}"))?;
    if scene_json::write(&again) != text {
        return Err("the drawing reads back as another".to_owned());
    }
    if svg::write(scene).contains("NaN") {
        return Err("a picture holds NaN".to_owned());
    }
    Ok(())
}

fn state(session: &Session) -> (String, Vec<(String, String)>) {
    let files = session.files().files();
    (
        scene_json::write(session.scene()),
        files
            .map(|(name, text)| (name.to_string(), text.to_string()))
            .collect(),
    )
}
