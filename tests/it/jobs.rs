//! Eight drafting jobs as recorded conversations, in the form of the tasks of `trammel eval`: each is finished in a few calls,
//! and its checks measure the drawing.

use crate::support::{Folder, standing_clock, trammel};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use trammel_document::{Actor, CallOutcome, Session};
use trammel_engine::execute;
use trammel_run::Limits;
use trammel_tools::{Reply, Told};

/// Maximum number of calls of a job.
const MOST_CALLS: usize = 5;

/// Tools that look up other tools.
const LOOK_UPS: [&str; 3] = ["list_domains", "list_tools", "get_tool_schema"];

fn jobs() -> Vec<Value> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/jobs/drafting.json");
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

/// Plays the jobs and returns their results.
fn play(jobs: &[Value]) -> Vec<Value> {
    let folder = Folder::new();
    fs::write(folder.as_ref().join("jobs.json"), json!(jobs).to_string()).unwrap();
    let dir = folder.as_ref().to_str().unwrap();
    let ended = trammel(&["eval", "--provider", "demo", "--tasks", dir, "--json", "-"], "");
    let data: Value = serde_json::from_str(&ended.out).unwrap_or_else(|_| panic!("{}", ended.err));
    data["tasks"].as_array().unwrap().clone()
}

fn calls(job: &Value) -> Vec<&Value> {
    let turns = job["reference"].as_array().unwrap().iter();
    turns
        .flat_map(|turn| turn["calls"].as_array().into_iter().flatten())
        .collect()
}

#[test]
fn each_job_is_finished_in_five_calls_and_looks_up_nothing_twice() {
    let jobs = jobs();
    assert_eq!(jobs.len(), 8);
    for job in &jobs {
        let calls = calls(job);
        assert!(calls.len() <= MOST_CALLS, "{}: {} calls", job["id"], calls.len());
        let mut seen = BTreeSet::new();
        for call in calls {
            let tool = call["tool"].as_str().unwrap();
            if LOOK_UPS.contains(&tool) {
                assert!(seen.insert(call.to_string()), "{}: {call} twice", job["id"]);
            }
        }
    }
    for result in play(&jobs) {
        assert_eq!(result["passed"], true, "{}: {}", result["id"], result["failure"]);
    }
}

/// Calls a tool and waits for its reply.
fn reply_to(session: &mut Session, call: &Value) -> Reply {
    let tool = call["tool"].as_str().unwrap();
    match session.call(Actor::Agent, tool, call["input"].clone()) {
        CallOutcome::Done(reply) => reply,
        CallOutcome::Run(pending) => {
            let outcome = execute(pending.request(), &standing_clock());
            session.finish(*pending, outcome, 0.0)
        }
    }
}

/// Bytes of replies.
#[derive(Debug, Default)]
struct Bytes {
    /// Complete, as the command line prints them.
    complete: usize,
    /// As the model receives them.
    lean: usize,
}

impl Bytes {
    fn add(&mut self, complete: &str, lean: &str) {
        self.complete += complete.len();
        self.lean += lean.len();
    }
}

#[test]
fn replies_to_the_model_about_changes_are_a_third_shorter() {
    let (mut changes, mut all) = (Bytes::default(), Bytes::default());
    for job in jobs() {
        let mut session = Session::new(Limits::default());
        for call in job["setup"].as_array().into_iter().flatten() {
            assert!(reply_to(&mut session, call).is_ok(), "{call}");
        }
        let told = &mut Told::default();
        for call in calls(&job) {
            let reply = reply_to(&mut session, call);
            let complete = reply.to_json_without_images().to_string();
            let lean = reply.to_lean_json(told).to_string();
            all.add(&complete, &lean);
            if reply.changes.is_some() {
                changes.add(&complete, &lean);
            }
        }
    }
    println!("replies to changes: {changes:?}, all replies: {all:?}");
    assert!(3 * changes.lean <= 2 * changes.complete, "{changes:?}");
    assert!(all.lean <= 15_000, "{all:?}");
}

#[test]
fn each_mistake_in_a_job_is_found() {
    let mut trials = Vec::new();
    for job in jobs() {
        for (number, turns) in job["wrong"].as_object().unwrap().values().enumerate() {
            let mut trial = job.clone();
            trial["id"] = json!(format!("{}_mistake_{number}", job["id"].as_str().unwrap()));
            trial["reference"] = turns.clone();
            trials.push(trial);
        }
    }
    assert!(trials.len() >= 24, "{} mistakes", trials.len());
    for result in play(&trials) {
        let place = result["failure"]["at"].as_str().unwrap_or_default();
        assert!(
            place.starts_with("check "),
            "{}: {}",
            result["id"],
            result["failure"]
        );
    }
}
