//! Acceptance tests of the tools through the program itself: `tests/data/acceptance/*.json`.
//!
//! A case is `{name, steps: [{tool, input, expect}]}`, with `opens_again` if its last reply is a file that is opened
//! again. Each case starts a new process with an empty folder, so cases are independent; see `trammel_host::mismatch`
//! for the syntax of `expect`.

use crate::support::{Folder, exec, line};
use serde::Deserialize;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use trammel_formats::{FORMATS, open};
use trammel_host::mismatch;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    steps: Vec<Step>,
    /// Whether the last reply is a file that opens as the same drawing.
    #[serde(default)]
    opens_again: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    tool: String,
    input: Value,
    expect: Value,
}

#[test]
fn every_acceptance_case_passes() {
    let cases = Mutex::new(cases());
    let total = cases.lock().unwrap().len();
    assert!(total >= 50, "only {total} cases were found");
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let Some((file, case)) = cases.lock().unwrap().pop() else {
                        break;
                    };
                    if let Err(why) = holds(&case) {
                        failures
                            .lock()
                            .unwrap()
                            .push(format!("{file}: {}: {why}", case.name));
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(
        failures.is_empty(),
        "{} of {total} cases fail:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

fn cases() -> Vec<(String, Case)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/acceptance");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut all = Vec::new();
    for path in files {
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        let cases: Vec<Case> = serde_json::from_str(&fs::read_to_string(&path).unwrap())
            .unwrap_or_else(|problem| panic!("{file}: {problem}"));
        all.extend(cases.into_iter().map(|case| (file.clone(), case)));
    }
    all
}

fn holds(case: &Case) -> Result<(), String> {
    let lines: Vec<String> = case.steps.iter().map(|s| line(&s.tool, &s.input)).collect();
    let ended = exec(&Folder::new(), &lines);
    let replies = ended.lines();
    if replies.len() != case.steps.len() || ended.code != Some(0) {
        let (got, want) = (replies.len(), case.steps.len());
        return Err(format!(
            "{got} results for {want} calls, exit {:?}: {}",
            ended.code, ended.err
        ));
    }
    for (i, (step, reply)) in case.steps.iter().zip(&replies).enumerate() {
        if let Some(why) = mismatch(&step.expect, reply) {
            return Err(format!("step {} {}: {why}", i + 1, step.tool));
        }
    }
    if case.opens_again {
        opens_again(
            replies
                .last()
                .and_then(|reply| reply["data"].as_str())
                .unwrap_or_default(),
        )
    } else {
        Ok(())
    }
}

/// Opens a written drawing in a new folder: its code, run by the program, must write the same file.
fn opens_again(text: &str) -> Result<(), String> {
    let project = open(FORMATS, text.as_bytes())
        .map_err(|why| format!("it does not open: {why}"))?
        .project;
    let folder = Folder::new();
    for (file, code) in &project.files {
        folder.write(&format!("{file}.js"), code.as_ref());
    }
    let ended = exec(
        &folder,
        &[line("export_json", &Value::Object(serde_json::Map::new()))],
    );
    let again = ended.lines().pop().unwrap_or_default();
    let again = again["data"].as_str().unwrap_or_default();
    // Without the title, which is not in the code.
    let entities = |text: &str| text.split_once('\n').map(|(_, rest)| rest.to_owned());
    if entities(again).is_some() && entities(again) == entities(text) {
        Ok(())
    } else {
        Err(format!(
            "it opens as another drawing: {again}\nwritten was: {text}"
        ))
    }
}
