//! JSON form of a reply, as specified by the contract of the tools.
//!
//! The error of a call that ran code is an object with the position in the code. The error of any other call is a
//! string, with the suggestions in a separate field.

use super::changes::{Changes, MAX_NAMES};
use super::facts::EntityFacts;
use super::failure::Failure;
use super::reply::{Answer, Image, Overwrote, Reply, RunFacts};
use serde::Serialize;
use serde_json::{Map, Value, json};
use trammel_language::Language;

impl Reply {
    /// Returns the reply as JSON for a model, an MCP client or the command line.
    pub fn to_json(&self) -> Value {
        let mut out = self.without_images();
        if !self.images.is_empty() {
            let images: Vec<Value> = self.images.iter().map(image).collect();
            add(&mut out, "content", images);
        }
        Value::Object(out)
    }

    /// Returns the reply as JSON without pictures, for callers that transfer the pictures separately.
    pub fn to_json_without_images(&self) -> Value {
        Value::Object(self.without_images())
    }

    fn without_images(&self) -> Map<String, Value> {
        let mut out = Map::new();
        if let Some(changes) = &self.user_changes {
            add(&mut out, "meanwhile", changes);
        }
        add(&mut out, "success", self.is_ok());
        if self.warnings_first {
            add(&mut out, "warnings", self.english_warnings());
        }
        match &self.result {
            Ok(answer) => add_answer(&mut out, answer),
            Err(failure) => self.add_failure(&mut out, failure),
        }
        if let Some(checks) = &self.checks {
            add(&mut out, "checks", checks.to_json());
        }
        if let Some(changes) = &self.changes {
            add(&mut out, "changes", changes.to_json());
        }
        if !self.facts.is_empty() {
            let facts: Vec<Value> = self.facts.iter().map(EntityFacts::to_json).collect();
            add(&mut out, "facts", facts);
        }
        if let Some(run) = &self.run {
            self.add_run(&mut out, run);
        } else {
            self.add_warnings(&mut out);
            let checked = match &self.result {
                Ok(Answer::Diagnostics { elapsed_ms, .. }) => Some(elapsed_ms),
                _ => None,
            };
            if checked.is_some() || !self.logs.is_empty() {
                add(&mut out, "logs", &self.logs);
            }
            if let Some(elapsed_ms) = checked {
                add(&mut out, "elapsed_ms", rounded(*elapsed_ms));
            }
        }
        if let Some(Overwrote { file, count, lines }) = &self.overwrote {
            add(
                &mut out,
                "overwrote",
                json!({ "file": file, "count": count, "lines": lines }),
            );
        }
        out
    }

    /// Adds the list of warnings. The list is always present if code ran or a tool changed the drawing, otherwise
    /// only if it has warnings.
    fn add_warnings(&self, out: &mut Map<String, Value>) {
        let is_step = matches!(self.result, Ok(Answer::Step { .. }));
        let is_listed = self.run.is_some() || (self.changes.is_some() && !is_step);
        if !self.warnings_first && (is_listed || !self.warnings.is_empty()) {
            add(out, "warnings", self.english_warnings());
        }
    }

    fn english_warnings(&self) -> Vec<&str> {
        self.warnings
            .iter()
            .map(|warning| warning.english.as_str())
            .collect()
    }

    fn add_failure(&self, out: &mut Map<String, Value>, failure: &Failure) {
        if self.run.is_some() {
            add(out, "error", failure_json(failure));
        } else {
            add(out, "error", &failure.message.english);
            if !failure.suggestions.is_empty() {
                add(out, "suggestions", &failure.suggestions);
            }
        }
        if !failure.protected.is_empty() {
            add(out, "held", counted(&failure.protected));
        }
    }

    fn add_run(&self, out: &mut Map<String, Value>, run: &RunFacts) {
        add(out, "entities", self.entities.unwrap_or_default());
        add(out, "types", &run.types);
        add(out, "bounds", run.bounds);
        add(out, "logs", &self.logs);
        self.add_warnings(out);
        add(out, "elapsed_ms", rounded(run.elapsed_ms));
        if let Some(overlaps) = &run.overlaps {
            add(out, "overlaps", overlaps);
        }
    }
}

impl Changes {
    /// Returns the changes as JSON: for each kind of change the count and the first names.
    pub fn to_json(&self) -> Value {
        json!({
            "added": counted(&self.added),
            "updated": counted(&self.updated),
            "removed": counted(&self.removed),
        })
    }
}

fn add(out: &mut Map<String, Value>, key: &str, value: impl Serialize) {
    out.insert(key.to_owned(), json!(value));
}

fn add_answer(out: &mut Map<String, Value>, answer: &Answer) {
    match answer {
        Answer::Done | Answer::Adjusted(_) => {}
        Answer::Entity { name, kind } => {
            add(out, "entity", name);
            add(out, "type", kind);
        }
        Answer::Data(data) => add(out, "data", data),
        Answer::Step { verb, label } => add(out, "data", json!({ *verb: label })),
        Answer::Diagnostics { file, problem, .. } => {
            let problems: Vec<Value> = problem.iter().map(failure_json).collect();
            add(out, "data", json!({ "file": file, "problems": problems }));
        }
    }
}

/// Returns the count of names and the first [`MAX_NAMES`] names.
fn counted<T: Serialize>(names: &[T]) -> Value {
    json!({ "count": names.len(), "names": names.iter().take(MAX_NAMES).collect::<Vec<_>>() })
}

fn failure_json(failure: &Failure) -> Value {
    let mut out = Map::new();
    // For an undefined name, the contract requires the best suggestion in the message as well.
    if failure.undefined_name {
        add(&mut out, "message", failure.text(Language::English));
    } else {
        add(&mut out, "message", &failure.message.english);
    }
    if let Some(place) = &failure.place {
        add(&mut out, "file", &place.file);
        add(&mut out, "line", place.line);
        add(&mut out, "column", place.column);
    }
    if let Some(line) = &failure.source_line {
        add(&mut out, "source_line", line);
    }
    if !failure.stack.is_empty() {
        add(&mut out, "stack", failure.stack.join("\n"));
    }
    if let Some(limit) = failure.limit {
        add(&mut out, "limit", format!("{limit:?}").to_lowercase());
    }
    add(&mut out, "suggestions", &failure.suggestions);
    Value::Object(out)
}

fn image(image: &Image) -> Value {
    match image {
        Image::Svg(svg) => json!({ "type": "image", "mime": "image/svg+xml", "text": svg }),
        Image::Base64 { mime, base64 } => json!({ "type": "image", "mime": mime, "base64": base64 }),
    }
}

/// Rounds milliseconds to two decimals.
fn rounded(ms: f64) -> f64 {
    (ms * 100.0).round() / 100.0
}
