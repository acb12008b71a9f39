//! Tests of `trammel eval` as a process: the project's tasks, which must be solvable and able to fail, invalid tasks,
//! and failing models.

use crate::chat::{conversation, server, to_server};
use crate::support::{Ended, Folder, trammel};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
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

/// Returns the results without the values that differ between two runs.
fn stable(mut results: Value) -> Value {
    for key in ["date", "version"] {
        results[key] = Value::Null;
    }
    for task in results["tasks"].as_array_mut().into_iter().flatten() {
        task["seconds"] = Value::Null;
    }
    results
}

fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Whether the test writes its files instead of comparing them.
fn updates() -> bool {
    std::env::var_os("UPDATE_EXPECT").is_some()
}

#[test]
fn every_reference_solves_its_task() {
    let tasks = tasks();
    assert_eq!(tasks.len(), 60);
    let (ended, data) = play(&tasks, &["--provider", "demo"]);
    assert_eq!(
        (ended.code, &data["passed"]),
        (Some(0), &json!(60)),
        "{}",
        ended.err
    );
    assert!(
        ended.err.ends_with("\neval: 60 passed, 0 failed\n"),
        "{}",
        ended.err
    );
    assert_eq!(data["provider"], "demo");
    assert_eq!(data["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(data["date"].as_str().unwrap().len(), 10);
    assert_eq!(data["tasks"][0]["failure"], Value::Null);
    assert_eq!(data["totals"]["line_f1"], 1.0);
    assert_eq!(data["totals"]["dimension_ratio"], 1.0);
    // The stored results are those of this run.
    let stored = project("evals/results/demo.json");
    let read = fs::read_to_string(&stored).unwrap_or_default();
    let read: Value = serde_json::from_str(&read).unwrap_or_default();
    let same = stable(read) == stable(data.clone());
    if updates() && !same {
        fs::create_dir_all(stored.parent().unwrap()).unwrap();
        fs::write(&stored, format!("{data:#}\n")).unwrap();
    } else {
        assert!(
            same,
            "evals/results/demo.json is out of date; run with UPDATE_EXPECT=1"
        );
    }
}

#[test]
fn the_tables_in_the_document_are_those_of_the_results() {
    let ended = trammel(&["eval", "--provider", "demo", "--table", "evals/results"], "");
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let path = project("docs/eval.md");
    let text = fs::read_to_string(&path).unwrap();
    let (open, close) = ("<!-- results: ", "<!-- end of results -->");
    let start = text.find(open).unwrap();
    let start = start + text[start..].find('\n').unwrap() + 1;
    let end = text.find(close).unwrap();
    let written = format!("{}\n{}\n{}", &text[..start], ended.out, &text[end..]);
    if updates() {
        fs::write(&path, written).unwrap();
    } else {
        assert!(
            written == text,
            "the tables are out of date; run with UPDATE_EXPECT=1"
        );
    }
    let folder = Folder::new();
    folder.write("bad.json", "{}");
    let bad = trammel(
        &[
            "eval",
            "--provider",
            "demo",
            "--table",
            folder.as_ref().to_str().unwrap(),
        ],
        "",
    );
    assert_eq!(bad.code, Some(2), "{}", bad.err);
    assert!(bad.err.contains("bad.json: this is not a result"), "{}", bad.err);
}

#[test]
fn constants_of_references_have_invariants() {
    let tasks = tasks();
    // `every_reference_solves_its_task` plays the references, and compares the results with this file.
    let stored = fs::read_to_string(project("evals/results/demo.json")).unwrap();
    let data: Value = serde_json::from_str(&stored).unwrap();
    assert_eq!(data["tasks"].as_array().unwrap().len(), tasks.len());
    for result in data["tasks"].as_array().unwrap() {
        let (_, task) = tasks.iter().find(|(_, task)| task["id"] == result["id"]).unwrap();
        let is_changed = result["constants"]["changed"].as_u64().unwrap() > 0;
        let has_invariants = task["invariants"].as_array().is_some_and(|list| !list.is_empty());
        assert_eq!(is_changed, has_invariants, "{}", result["id"]);
    }
    let failed = &data["tasks"]
        .as_array()
        .unwrap()
        .iter()
        .find(|task| task["id"] == "pipe_flange");
    let failed = failed.unwrap()["constants"]["failed"][0].as_str().unwrap();
    assert!(failed.starts_with("outside_d = 128: "), "{failed}");
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

/// Tries a share of the tasks: the listed mistakes, an empty answer, and 100 random wrong variants must fail.
fn try_share(part: usize) {
    let all = tasks();
    for (_, task) in &all {
        let wrong = task["wrong"].as_object().map_or(0, Map::len);
        assert!(wrong >= 2, "{} lists {wrong} mistakes", task["id"]);
    }
    let share: Vec<_> = all.into_iter().skip(part).step_by(3).collect();
    let folder = written(&share);
    let dir = folder.as_ref().to_str().unwrap();
    let ended = trammel(
        &["eval", "--provider", "demo", "--tasks", dir, "--trials", "100"],
        "",
    );
    println!("{}", ended.out);
    assert_eq!(ended.code, Some(0), "{}{}", ended.out, ended.err);
    assert!(
        ended.out.ends_with(" mistakes and 2000 wrong variants, 0 pass\n"),
        "{}",
        ended.out
    );
}

#[test]
fn mistakes_and_random_variants_of_a_first_share_fail() {
    try_share(0);
}

#[test]
fn mistakes_and_random_variants_of_a_second_share_fail() {
    try_share(1);
}

#[test]
fn mistakes_and_random_variants_of_a_third_share_fail() {
    try_share(2);
}

#[test]
fn a_trial_that_passes_is_reported() {
    let mut task = hole("hole");
    task["expect"] =
        json!([{"why": "a circle", "tool": "exists", "input": {"entity": "hole"}, "expect": {"data": true}}]);
    task["wrong"] = json!({"too large": [
        {"calls": [{"tool": "draw_circle", "input": {"name": "hole", "x": 1, "y": 2, "radius": 4}}]},
        {"text": "Done."}
    ], "a call fails": [
        {"calls": [{"tool": "draw_circle", "input": {"name": "hole"}}]},
        {"text": "Done."}
    ]});
    let folder = written(&[("drawing.json".to_owned(), task.clone())]);
    let dir = folder.as_ref().to_str().unwrap();
    let ended = trammel(
        &["eval", "--provider", "demo", "--tasks", dir, "--trials", "5"],
        "",
    );
    assert_eq!(ended.code, Some(1), "{}", ended.err);
    assert!(
        ended.out.contains("    PASSES: too large: all checks pass\n"),
        "{}",
        ended.out
    );
    assert!(
        ended
            .out
            .contains("    PASSES: a call fails: a call fails: draw_circle: "),
        "{}",
        ended.out
    );
    // The comparison with the reference rejects the circle of another size and every variant.
    task["expect"] = json!([{"why": "as the reference", "as_reference": {}}]);
    task["wrong"].as_object_mut().unwrap().remove("a call fails");
    let folder = written(&[("drawing.json".to_owned(), task)]);
    let dir = folder.as_ref().to_str().unwrap();
    let ended = trammel(
        &["eval", "--provider", "demo", "--tasks", dir, "--trials", "20"],
        "",
    );
    let last = "\ntrials: 1 tasks, 2 mistakes and 20 wrong variants, 0 pass\n";
    assert!(
        ended.code == Some(0) && ended.out.ends_with(last),
        "{}",
        ended.out
    );
}

#[test]
fn a_question_is_the_solution_of_an_incomplete_task() {
    let mut task = hole("hole");
    task["expect"] = json!([{"why": "nothing is drawn", "only_changed": []}]);
    task["asks"] = json!([["radius", "how large"]]);
    let mut fails = |reference: Value, at: &str| {
        task["reference"] = reference;
        let (_, data) = play(
            &[("drawing.json".to_owned(), task.clone())],
            &["--provider", "demo"],
        );
        let failure = data["tasks"][0]["failure"]["at"].as_str().unwrap_or_default();
        assert_eq!(failure, at, "{data}");
    };
    let circle =
        json!({"calls": [{"tool": "draw_circle", "input": {"name": "c", "x": 0, "y": 0, "radius": 1}}]});
    fails(json!([{"text": "I can do that. How large is the hole?"}]), "");
    fails(json!([{"text": "Tell me the radius."}]), "answer");
    fails(json!([{"text": "Is it round?"}]), "answer");
    fails(json!([circle, {"text": "What is the radius?"}]), "check 1");
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
        (
            "expect",
            json!([{"why": "w", "holds": "true", "circles": []}]),
            "the check 'w' must be one of",
        ),
        (
            "expect",
            json!([{"why": "w", "as_reference": {"but": []}}]),
            "unknown field `but`",
        ),
        (
            "invariants",
            json!([{"why": "w", "as_reference": {}}]),
            "the invariant 'w' cannot be set or as_reference",
        ),
        (
            "invariants",
            json!([{"why": "w", "tool": "get_volume", "expect": {}}]),
            "tool 'get_volume' not found",
        ),
        (
            "asks",
            json!([["size"]]),
            "a task with asks needs the check only_changed with an empty list",
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
    let there = to_server(&address);
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
    let (ended, _) = play(&tasks, &to_server(&address));
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
