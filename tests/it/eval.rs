//! Tests of `trammel eval` as a process: the tasks of the project must be solvable and able to fail, invalid
//! tasks, and failing models.

use crate::chat::{conversation, server};
use crate::support::{Ended, Folder, trammel};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Returns every task of the project with the name of its file.
fn tasks() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("evals");
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "json") {
            continue;
        }
        let list: Vec<Value> = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        all.extend(list.into_iter().map(|task| (file.clone(), task)));
    }
    all
}

/// Plays these tasks and returns the results as JSON.
fn play(tasks: &[(String, Value)], arguments: &[&str]) -> (Ended, Value) {
    let folder = written(tasks);
    let dir = folder.as_ref().to_str().unwrap();
    let ended = trammel(
        &[&["eval", "--tasks", dir, "--json", "-"], arguments].concat(),
        "",
    );
    let data = serde_json::from_str(&ended.out).unwrap_or_default();
    (ended, data)
}

fn written(tasks: &[(String, Value)]) -> Folder {
    let folder = Folder::new();
    let mut files: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for (file, task) in tasks {
        files.entry(file).or_default().push(task);
    }
    for (file, list) in files {
        fs::write(folder.as_ref().join(file), json!(list).to_string()).unwrap();
    }
    folder
}

/// Returns the error message about tasks in the file `drawing.json`.
fn advice(tasks: &[Value]) -> String {
    let tasks: Vec<_> = tasks
        .iter()
        .map(|task| ("drawing.json".to_owned(), task.clone()))
        .collect();
    let (ended, _) = play(&tasks, &["--provider", "demo"]);
    assert_eq!(ended.code, Some(2), "{}{}", ended.out, ended.err);
    ended.err
}

/// Creates a task that expects the circle drawn by `chat::conversation`.
fn hole(id: &str) -> Value {
    json!({
        "id": id,
        "prompt": "Draw a hole",
        "setup": [{"tool": "draw_line", "input": {"name": "edge", "points": [0, 9, 9, 9]}}],
        "selection": ["edge"],
        "expect": [{"why": "the hole", "circles": [[1, 2, 3]]}, {"why": "nothing else", "only_changed": ["hole"]}],
        "reference": [
            {"calls": [{"tool": "draw_circle", "input": {"name": "hole", "x": 1, "y": 2, "radius": 3}}]},
            {"text": "A hole."}
        ]
    })
}

#[test]
fn every_reference_solves_its_task() {
    let tasks = tasks();
    assert_eq!(tasks.len(), 30);
    let (ended, data) = play(&tasks, &["--provider", "demo"]);
    assert_eq!(
        (ended.code, &data["passed"]),
        (Some(0), &json!(30)),
        "{}",
        ended.err
    );
    assert!(
        ended.err.ends_with("\neval: 30 passed, 0 failed\n"),
        "{}",
        ended.err
    );
    assert_eq!(data["provider"], "demo");
    assert_eq!(data["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(data["date"].as_str().unwrap().len(), 10);
    assert_eq!(data["tasks"][0]["failure"], Value::Null);
}

#[test]
fn eval_writes_results_and_documents() {
    let folder = Folder::new();
    let (json, kept) = (folder.path("result.json"), folder.path("kept"));
    let files = ["--json", json.to_str().unwrap(), "--keep", kept.to_str().unwrap()];
    let run = [
        &["eval", "--provider", "demo", "--only", "create/slot"],
        &files[..],
    ]
    .concat();
    let ended = trammel(&run, "");
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert!(
        ended.out.ends_with("\neval: 1 passed, 0 failed\n"),
        "{}",
        ended.out
    );
    let data: Value = serde_json::from_str(&folder.read("result.json")).unwrap();
    assert_eq!(data["tasks"][0]["id"], "slot_plate");
    assert!(folder.read("kept/slot_plate/main.js").contains("slot_length"));
    let again = trammel(&run, "");
    assert_eq!(again.code, Some(2));
    assert!(
        again.err.contains("slot_plate already contains a document"),
        "{}",
        again.err
    );
}

#[test]
fn an_empty_answer_and_every_listed_mistake_fail() {
    let mut mistakes = Map::new();
    let mut trials = Vec::new();
    for (file, mut task) in tasks() {
        let id = task["id"].as_str().unwrap().to_owned();
        let mut wrong = task["wrong"].take().as_object().cloned().unwrap_or_default();
        assert!(!wrong.is_empty(), "{id} lists no mistake");
        task.as_object_mut().unwrap().remove("wrong");
        wrong.insert("nothing done".to_owned(), json!([{"text": "Done."}]));
        for (i, (mistake, turns)) in wrong.into_iter().enumerate() {
            let id = format!("{id}_{i}");
            let mut trial = task.clone();
            (trial["id"], trial["reference"]) = (json!(id), turns);
            trials.push((file.clone(), trial));
            mistakes.insert(id, json!(mistake));
        }
    }
    let (ended, data) = play(&trials, &["--provider", "demo"]);
    assert_eq!(ended.code, Some(1), "{}", ended.err);
    let results = data["tasks"].as_array().unwrap();
    assert_eq!(results.len(), trials.len());
    let accepted: Vec<String> = results
        .iter()
        .filter(|result| {
            let at = result["failure"]["at"].as_str().unwrap_or_default();
            !["check ", "answer", "code"]
                .iter()
                .any(|place| at.starts_with(place))
        })
        .map(|result| {
            let id = result["id"].as_str().unwrap();
            format!("{id} ({}): {}", mistakes[id], result["failure"])
        })
        .collect();
    assert!(accepted.is_empty(), "{}", accepted.join("\n"));
}

#[test]
fn an_invalid_task_is_reported_with_file_and_id() {
    let changed = |key: &str, value: Value| {
        let mut task = hole("hole");
        task[key] = value;
        advice(&[task])
    };
    let place = "drawing.json: task 'hole': ";
    for (key, value, reason) in [
        ("expects", json!([]), "unknown field `expects`"),
        ("prompt", json!(" "), "the prompt is empty"),
        (
            "setup",
            json!([{"tool": "draw_circel"}]),
            "tool 'draw_circel' not found. Did you mean 'draw_circle'?",
        ),
        (
            "setup",
            json!([{"tool": "drawCircle"}]),
            "write the tool 'drawCircle' as 'draw_circle'",
        ),
        (
            "expect",
            json!([{"why": "w", "tool": "get_volume", "expect": {}}]),
            "tool 'get_volume' not found",
        ),
        (
            "expect",
            json!([{"why": "w", "tool": "get_area", "set": {"a": 1}}]),
            "the check 'w' must be one of",
        ),
        (
            "expect",
            json!([{"why": "w", "set": {"a": "b"}}]),
            "the check 'w' must be one of",
        ),
        ("expect", json!([{"circles": []}]), "missing field `why`"),
        ("expect", json!([]), "the expectation is missing"),
        ("reference", json!([]), "a recorded conversation has no turn"),
        (
            "reference",
            json!([{"calls": [{"tool": "redo_all"}]}, {"text": "x"}]),
            "tool 'redo_all' not found",
        ),
        (
            "reference",
            json!([{"calls": [{"tool": "glob"}]}]),
            "the last turn of a recorded conversation",
        ),
        (
            "wrong",
            json!({"m": [{"text": "x"}, {"text": "x"}]}),
            "only the last turn of a recorded conversation",
        ),
    ] {
        let err = changed(key, value);
        assert!(err.contains(place) && err.contains(reason), "{err}");
    }
    let twice = advice(&[hole("hole"), hole("hole")]);
    assert!(
        twice.contains(&format!("{place}drawing.json already has a task with this id")),
        "{twice}"
    );
    let missing = changed("selection", json!(["egde"]));
    assert!(
        missing.contains("task 'hole': Entity 'egde' not found"),
        "{missing}"
    );
    let refused = changed("setup", json!([{"tool": "draw_circle", "input": {"name": "c"}}]));
    assert!(refused.contains("task 'hole': setup: draw_circle: "), "{refused}");
}

#[test]
fn a_failed_call_of_a_reference_is_reported() {
    let mut task = hole("hole");
    task["reference"][0]["calls"][0]["input"]["radius"] = json!(-3);
    let (ended, data) = play(&[("drawing.json".to_owned(), task)], &["--provider", "demo"]);
    assert_eq!(ended.code, Some(1), "{}", ended.err);
    assert_eq!(data["tasks"][0]["failure"]["at"], "recording");
    assert!(
        ended.err.contains("    recording: {\"success\":false"),
        "{}",
        ended.err
    );
}

#[test]
fn a_non_uniformly_scaled_circle_is_not_a_circle() {
    let mut task = hole("hole");
    let squeeze = json!({"tool": "scale", "input": {"name": "hole", "sx": 1, "sy": 0.5}});
    task["reference"][0]["calls"]
        .as_array_mut()
        .unwrap()
        .push(squeeze);
    let (_, data) = play(&[("drawing.json".to_owned(), task)], &["--provider", "demo"]);
    let failure = &data["tasks"][0]["failure"];
    assert_eq!(failure["at"], "check 1", "{failure}");
}

#[test]
fn a_model_error_fails_only_its_task() {
    let refused = json!({"error": {"message": "too odd", "code": "x"}}).to_string();
    let mut answers = vec![("400 Bad Request", refused)];
    answers.extend(conversation("chat"));
    let (address, asked) = server(answers);
    let tasks = ["first", "second"].map(|id| ("drawing.json".to_owned(), hole(id)));
    let there = ["--provider", "chat", "--model", "m", "--base-url", &address];
    let (ended, data) = play(&tasks, &there);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let (first, second) = (&data["tasks"][0], &data["tasks"][1]);
    assert_eq!(
        (&first["passed"], &first["failure"]["at"]),
        (&json!(false), &json!("model"))
    );
    assert!(
        first["failure"]["why"].as_str().unwrap().contains("too odd"),
        "{first}"
    );
    assert_eq!(second["passed"], true, "{second}");
    assert_eq!(
        (&second["turns"], &second["calls"], &second["answer"]),
        (&json!(2), &json!(1), &json!("A hole."))
    );
    assert_eq!(
        (&data["model"], &data["categories"]),
        (&json!("m"), &json!({"drawing": {"passed": 1, "tasks": 2}}))
    );
    let (_, body) = asked.recv().unwrap();
    assert!(
        body.contains(r#"The user selected these entities: [\"edge\"]"#),
        "{body}"
    );
}

#[test]
fn an_authentication_error_ends_the_evaluation() {
    let refused = json!({"error": {"message": "bad key"}}).to_string();
    let (address, asked) = server(vec![("401 No", refused)]);
    let tasks = ["first", "second"].map(|id| ("drawing.json".to_owned(), hole(id)));
    let (ended, _) = play(
        &tasks,
        &["--provider", "chat", "--model", "m", "--base-url", &address],
    );
    assert_eq!(ended.code, Some(1), "{}", ended.err);
    assert!(ended.err.contains("trammel: the run stopped: "), "{}", ended.err);
    assert_eq!(asked.iter().count(), 1);
    for (arguments, advice) in [
        (&[][..], "eval needs --provider"),
        (
            &["--provider", "demo", "--only", "nowhere"],
            "has 'nowhere' in its category/id",
        ),
        (&["--provider", "demo", "--loud"], "unknown argument '--loud'"),
    ] {
        let (ended, _) = play(&tasks, arguments);
        assert_eq!(ended.code, Some(2), "{}", ended.err);
        assert!(ended.err.contains(advice), "{}", ended.err);
    }
}

#[test]
fn a_key_that_cannot_be_sent_ends_the_run() {
    let tasks = ["first", "second"].map(|id| ("drawing.json".to_owned(), hole(id)));
    let folder = written(&tasks);
    let ended = Command::new(env!("CARGO_BIN_EXE_trammel"))
        .args(["eval", "--provider", "anthropic", "--tasks"])
        .arg(folder.as_ref())
        .env("ANTHROPIC_API_KEY", "sk-\u{1}key")
        .output()
        .unwrap();
    let (out, err) = [ended.stdout, ended.stderr]
        .map(|text| String::from_utf8(text).unwrap())
        .into();
    assert_eq!(ended.status.code(), Some(1), "{out}{err}");
    assert!(
        err.contains("trammel: the run stopped: The API key contains an invalid character."),
        "{err}"
    );
    assert!(out.contains("\nfirst ") && !out.contains("\nsecond "), "{out}");
}
