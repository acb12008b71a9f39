//! A document on the command line: calls are carried out to the end, runs in a child process.

use crate::formats::png;
use crate::sandbox::native::{clock, run_in_child};
use crate::session::{Answer, Pending, Session};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// Calls a tool and waits for its result.
pub(super) fn call(session: &mut Session, tool: &str, input: Value) -> Value {
    match session.call(tool, input) {
        Answer::Done(value) => painted(value),
        Answer::Run(pending) => complete(session, pending),
    }
}

/// Carries a run out and completes its call.
pub(super) fn complete(session: &mut Session, pending: Box<Pending>) -> Value {
    let clock = clock();
    let outcome = run_in_child(pending.request());
    session.finish(pending, outcome, clock())
}

/// A reply whose pictures are PNG: a session hands them out as SVG.
fn painted(mut reply: Value) -> Value {
    let mut trouble = None;
    let blocks = reply.get_mut("content").and_then(Value::as_array_mut);
    for block in blocks.into_iter().flatten() {
        if block["mime"] != "image/svg+xml" {
            continue;
        }
        match png::paint(block["text"].as_str().unwrap_or_default(), png::PIXELS) {
            Ok(bytes) => *block = json!({ "type": "image", "mime": "image/png", "base64": STANDARD.encode(bytes) }),
            Err(problem) => trouble = Some(problem),
        }
    }
    match trouble {
        None => reply,
        Some(problem) => json!({ "success": false, "error": problem }),
    }
}
