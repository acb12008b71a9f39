//! Attack groups I (page and exports), J (links, files, storage), and K (worker). Attacks on data are tested
//! here; items that need a browser name their end-to-end test.

mod links;
mod page;
mod workers;

use super::files;
use super::models;
use super::reach;
use super::run::{self, Runner};
use super::{Item, item};
use crate::support::{self, standing_clock};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, compress_to_output, create_comp_flags_from_zip_params,
};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use trammel_code::{FileName, MemoryStorage, Storage, StorageError};
use trammel_document::Session;
use trammel_engine::execute;
use trammel_formats::{json, link, project, svg};
use trammel_language::Bilingual;
use trammel_run::{Clock, Failure, Limits, RunOutcome, RunRequest, decode, encode, validate_diff};
use trammel_scene::{Change, Diff, Entity, Flags, Name, Scene};

pub(super) fn items() -> Vec<Item> {
    let mut items = page::page();
    items.extend(links::links());
    items.extend(workers::workers());
    items
}

fn request(code: &str) -> RunRequest {
    support::request(vec![(FileName::main(), code.into())])
}

/// Runs code in this process and returns its outcome.
pub(super) fn outcome(code: &str) -> RunOutcome {
    execute(&request(code), &standing_clock())
}

pub(super) fn failure(code: &str) -> Failure {
    outcome(code).result.unwrap_err()
}

/// Returns every line of the log with practically unlimited log size, and the failure of the code.
pub(super) fn logged(code: &str) -> (Vec<String>, Option<Failure>) {
    let mut request = request(code);
    request.limits.log_lines = 100_000;
    request.limits.log_bytes = 10 << 20;
    let outcome = execute(&request, &standing_clock());
    (outcome.logs, outcome.result.err())
}

fn many(files: Vec<(String, String)>) -> String {
    let files = files
        .into_iter()
        .map(|(name, text)| (FileName::new(&name).unwrap(), text.into()));
    let request = RunRequest {
        files: files.collect(),
        ..request("")
    };
    Runner::new().run_request(&request)
}

/// A project file of more modules than a drawing may have.
pub(super) fn file_of_many_modules() -> String {
    let mut project = project::Project::of_code("import 'm0';");
    for i in 0..1000 {
        let name = FileName::new(&format!("m{i}")).unwrap();
        project.files.insert(name, format!("import 'm{}';", i + 1).into());
    }
    refusal(project::read(&project::write(&project)))
}

/// A process that a script fills with buffers, more each time, until the answer is what does not fit any more: the same drawing,
/// deleted again, is still answered, so it was not the drawing. The failed run is that of a document with a drawing, which
/// must not change.
pub(super) fn full_at_the_answer() -> String {
    let runner = Runner::new();
    let limits = Limits {
        timeout_ms: 60_000,
        memory_bytes: 1 << 30,
        ..Limits::default()
    };
    let ended = |buffers: usize, last: &str| {
        let code = format!(
            "globalThis.ballast = Array.from({{ length: {buffers} }}, () => new Uint8Array(4 << 20));\n\
             for (let i = 0; i < 10000; i++) drawCircle('😀'.repeat(195) + i, i, 0, 1);\n{last}"
        );
        runner.in_document(&code, &[], limits)
    };
    for buffers in 20..48 {
        let answered = ended(buffers, "");
        if !answered.starts_with("OK") {
            let deleted = ended(buffers, "for (const name of listEntities()) deleteEntity(name);");
            let words = |text: &str, count: usize| text.split(' ').take(count).collect::<Vec<_>>().join(" ");
            return format!(
                "deleted again: {}; answered: {}, nothing changed",
                words(&deleted, 3),
                words(&answered, 2)
            );
        }
    }
    "all of it fits".to_owned()
}

/// A module that the user changes between the start of a run and its end.
pub(super) fn changed_while_it_runs() -> String {
    let lib = FileName::new("lib").unwrap();
    let mut session = Session::new(Limits::default());
    session.document_mut().add_file(
        &FileName::main(),
        "import { r } from 'lib';\ndrawCircle('a', 0, 0, r);",
    );
    session.document_mut().add_file(&lib, "export const r = 1;");
    let first = session.open();
    let second = session.type_in(&lib, Some("export const r = 2;"));
    let radius = |request: &RunRequest| {
        let diff = execute(request, &standing_clock()).result.unwrap();
        let scene = validate_diff(request, &diff).unwrap();
        json::entity(&scene, scene.get("a").unwrap())["geometry"]["radius"].clone()
    };
    let (now, next) = (radius(first.request()), radius(second.request()));
    format!(
        "this run {}, the next {}",
        now.as_f64().unwrap(),
        next.as_f64().unwrap()
    )
}

/// Returns modules that import each other in a chain.
pub(super) fn chain(length: usize) -> String {
    let mut files = vec![("main".to_owned(), "import { x } from 'm0';".to_owned())];
    for i in 0..length {
        let next = if i + 1 < length {
            format!("import {{ x }} from 'm{}'; export {{ x }};", i + 1)
        } else {
            "export const x = 1;".to_owned()
        };
        files.push((format!("m{i}"), next));
    }
    many(files)
}

/// Returns modules that `main` imports one by one.
pub(super) fn star(count: usize) -> String {
    let main: String = (0..count)
        .map(|i| format!("import {{ x{i} }} from 'm{i}';\n"))
        .collect();
    let mut files = vec![("main".to_owned(), main)];
    files.extend((0..count).map(|i| (format!("m{i}"), format!("export const x{i} = {i};"))));
    many(files)
}

fn scene(code: &str) -> Scene {
    let request = request(code);
    validate_diff(&request, &outcome(code).result.unwrap()).unwrap()
}

/// Checks that each result is an error whose reason contains the given words.
fn refused<'a, T, E: std::fmt::Display>(
    results: impl IntoIterator<Item = (&'a str, Result<T, E>)>,
) -> String {
    let wrong: Vec<String> = results
        .into_iter()
        .filter_map(|(words, result)| match result {
            Ok(_) => Some(format!("read instead of {words:?}")),
            Err(why) => {
                let why = why.to_string();
                (!why.contains(words)).then(|| format!("not {words:?}: {why}"))
            }
        })
        .collect();
    if wrong.is_empty() {
        "all refused for their reasons".to_owned()
    } else {
        wrong.join("; ")
    }
}

/// Why something was refused.
fn refusal<T>(result: Result<T, Bilingual>) -> String {
    result.map_or_else(|why| format!("refused: {why}"), |_| "read".to_owned())
}
