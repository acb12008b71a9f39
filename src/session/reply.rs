//! Results in the one shape that every caller gets.

use crate::sandbox::{Failure, MAX_VALUE_BYTES};
use crate::scene::{Diff, Name, Scene};
use crate::tools::{Output, ToolError};
use crate::workspace::FileName;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The most names listed of one kind of change.
const MAX_NAMES: usize = 20;

/// What a call changed: counts and first names.
#[derive(Debug, Default)]
pub(super) struct Changes {
    added: Vec<Name>,
    updated: Vec<Name>,
    removed: Vec<Name>,
}

impl Changes {
    /// Every change, a changed place in the order included.
    pub(super) fn of(diff: &Diff) -> Changes {
        Changes {
            added: diff.added().map(|e| e.name.clone()).collect(),
            updated: diff.updated().map(|(_, to)| to.name.clone()).collect(),
            removed: diff.removed().map(|e| e.name.clone()).collect(),
        }
    }

    /// Verbs with the names they apply to, as far as there are any.
    pub(super) fn listed(&self) -> [(&'static str, Option<String>); 3] {
        [
            ("added", Changes::names(&self.added)),
            ("changed", Changes::names(&self.updated)),
            ("deleted", Changes::names(&self.removed)),
        ]
    }

    /// The first names and how many more there are; `None` without any.
    pub(super) fn names(names: &[Name]) -> Option<String> {
        let first = json!(names.iter().take(MAX_NAMES).collect::<Vec<_>>());
        match names.len() {
            0 => None,
            1..=MAX_NAMES => Some(first.to_string()),
            count => Some(format!("{first} and {} more", count - MAX_NAMES)),
        }
    }

    fn json(&self) -> Value {
        let list = |names: &[Name]| json!({ "count": names.len(), "names": names.iter().take(MAX_NAMES).collect::<Vec<_>>() });
        json!({ "added": list(&self.added), "updated": list(&self.updated), "removed": list(&self.removed) })
    }
}

/// A call that was refused.
pub(super) fn refused(error: &ToolError) -> Value {
    let mut out = Map::new();
    out.insert("success".into(), json!(false));
    out.insert("error".into(), json!(error.message));
    if !error.suggestions.is_empty() {
        out.insert("suggestions".into(), json!(error.suggestions));
    }
    add_held(&mut out, &error.held);
    Value::Object(out)
}

/// A call that needed no run.
pub(super) fn done(output: &Output, changes: Option<&Changes>, warnings: &[String]) -> Value {
    let mut out = Map::new();
    out.insert("success".into(), json!(true));
    match output {
        Output::Entity { name, kind } => {
            out.insert("entity".into(), json!(name));
            out.insert("type".into(), json!(kind));
        }
        Output::Data(data) => {
            out.insert("data".into(), data.clone());
        }
        Output::Done | Output::Run(_) | Output::Session(_) | Output::Picture { .. } => {}
    }
    if let Some(changes) = changes {
        out.insert("changes".into(), changes.json());
        out.insert("warnings".into(), json!(warnings));
        out.insert("hints".into(), json!([]));
    } else if !warnings.is_empty() {
        out.insert("warnings".into(), json!(warnings));
    }
    Value::Object(out)
}

/// What does not run in a file, if anything.
pub(super) fn checked(file: &FileName, failure: Option<&Failure>, logs: &[String], elapsed_ms: f64) -> Value {
    let problems: Vec<Value> = failure.map(failure_json).into_iter().collect();
    json!({
        "success": true,
        "data": { "file": file, "problems": problems },
        "logs": logs,
        "elapsed_ms": (elapsed_ms * 100.0).round() / 100.0,
    })
}

/// A picture of the drawing. It leaves here as SVG; the host that can paint replaces it by a PNG:
/// `{type: "image", mime: "image/png", base64}`.
pub(super) fn picture(svg: &str) -> Value {
    json!({ "success": true, "content": [{ "type": "image", "mime": "image/svg+xml", "text": svg }] })
}

/// A call that ran code.
pub(super) fn ran(
    result: &Result<Changes, Failure>,
    scene: &Scene,
    logs: &[String],
    warnings: &[String],
    elapsed_ms: f64,
) -> Value {
    let mut out = Map::new();
    out.insert("success".into(), json!(result.is_ok()));
    match result {
        Ok(changes) => {
            out.insert("changes".into(), changes.json());
        }
        Err(failure) => {
            out.insert("error".into(), failure_json(failure));
            add_held(&mut out, &failure.held);
        }
    }
    out.insert("entities".into(), json!(scene.len()));
    out.insert("types".into(), types(scene));
    out.insert("bounds".into(), json!(scene.bounds()));
    out.insert("logs".into(), json!(logs));
    out.insert("warnings".into(), json!(warnings));
    out.insert("hints".into(), json!([]));
    out.insert("elapsed_ms".into(), json!((elapsed_ms * 100.0).round() / 100.0));
    Value::Object(out)
}

/// The reply of a run with the value it answered, which is data for the caller and is not believed to be more.
pub(super) fn returning(mut reply: Value, value: Option<&str>) -> Value {
    let value = value
        .filter(|text| text.len() <= MAX_VALUE_BYTES)
        .and_then(|text| serde_json::from_str(text).ok());
    if let Some(fields) = reply.as_object_mut() {
        fields.shift_insert(1, "data".to_owned(), value.unwrap_or(Value::Null));
    }
    reply
}

/// A step of the history that was carried out.
pub(super) fn stepped(verb: &str, label: &str, changes: &Changes) -> Value {
    json!({ "success": true, "data": { verb: label }, "changes": changes.json() })
}

/// Names the entities that are the user's to change and were left alone.
fn add_held(out: &mut Map<String, Value>, names: &[String]) {
    if !names.is_empty() {
        let first: Vec<&String> = names.iter().take(MAX_NAMES).collect();
        out.insert("held".into(), json!({ "count": names.len(), "names": first }));
    }
}

fn failure_json(failure: &Failure) -> Value {
    let mut out = Map::new();
    out.insert("message".into(), json!(failure.message));
    if let Some(place) = &failure.place {
        out.insert("file".into(), json!(place.file));
        out.insert("line".into(), json!(place.line));
        out.insert("column".into(), json!(place.column));
    }
    if let Some(line) = &failure.source_line {
        out.insert("source_line".into(), json!(line));
    }
    if !failure.stack.is_empty() {
        out.insert("stack".into(), json!(failure.stack.join("\n")));
    }
    if let Some(limit) = failure.limit {
        out.insert("limit".into(), json!(format!("{limit:?}").to_lowercase()));
    }
    out.insert("suggestions".into(), json!(failure.suggestions));
    Value::Object(out)
}

fn types(scene: &Scene) -> Value {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for entity in scene.walk() {
        *counts.entry(entity.shape.kind()).or_default() += 1;
    }
    json!(counts)
}
