//! Reply to a call: the typed value that the session returns to the page, the agent, WebMCP, MCP and the command
//! line.
//!
//! Invariants: a reply contains every name; lists of names are cut only where they become text. A reply becomes JSON
//! once, where it leaves the program, and no code reads that JSON back, except for its lean form for a model.

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;

use super::changes::{Changes, MAX_NAMES};
use super::expect::CheckReport;
use super::facts::EntityFacts;
use super::failure::Failure;
use super::impact::Impact;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use trammel_code::{FileName, Written};
use trammel_kernel::Bounds;
use trammel_knowledge::WrittenEntry;
use trammel_language::{Bilingual, Language, bilingual};
use trammel_scene::Name;

/// Reply to a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// Answer of the call, or the cause of the failure.
    pub result: Result<Answer, Failure>,
    /// Changes of the drawing; `None` if the call failed or cannot change the drawing.
    pub changes: Option<Changes>,
    /// Facts about the first entities that the call added or changed.
    pub facts: Vec<EntityFacts>,
    /// Number of entities of the drawing after the call; set if the reply has changes or code ran.
    pub entities: Option<usize>,
    /// Warnings for the caller of a successful call.
    pub warnings: Vec<Bilingual>,
    /// Lines that the code logged.
    pub logs: Vec<String>,
    /// Whether the log lines are those of the whole `main`, most of which earlier runs have logged.
    pub logs_of_main: bool,
    /// Facts about the drawing after a run; `None` if no code ran.
    pub run: Option<RunFacts>,
    /// Results of the checks that the code declares; `None` without checks, or if the call is not about the drawing.
    pub checks: Option<CheckReport>,
    /// Pictures of the drawing.
    pub images: Vec<Image>,
    /// Lines of the user that the call removed, moved, or put out of effect.
    pub overwrote: Option<Overwrote>,
    /// Impact of the agent's run so far; `None` if the caller is not an agent in a run. The JSON does not have it.
    pub impact: Option<Box<Impact>>,
    /// Memory entries and custom tools that the call of a model wrote; they are off until the user turns them on.
    pub written: Vec<WrittenEntry>,
    /// What the user did and changed since the caller was last notified. The key in JSON is `meanwhile`.
    pub user_changes: Option<String>,
    /// Whether the warnings come near the start of the JSON, because a long reply is cut at its end.
    pub(super) warnings_first: bool,
}

/// Answer of a successful call.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Success without further data.
    Done,
    /// Entity that the call drew or changed.
    Entity {
        /// Name of the entity.
        name: Name,
        /// Type of the entity.
        kind: &'static str,
    },
    /// Requested data.
    Data(Value),
    /// Adjustment that the code records in this form.
    Adjusted(Written),
    /// Undone or redone step of the history.
    Step {
        /// `undone` or `redone`.
        verb: &'static str,
        /// Label of the step.
        label: String,
    },
    /// Diagnostics of a file.
    Diagnostics {
        /// File name.
        file: FileName,
        /// First problem, if any.
        problem: Option<Failure>,
        /// Duration of the run in milliseconds.
        elapsed_ms: f64,
    },
}

/// Facts about the drawing after a run.
#[derive(Clone, Debug, PartialEq)]
pub struct RunFacts {
    /// Number of entities of each type; empty if the host examines the drawing.
    pub types: BTreeMap<&'static str, usize>,
    /// Bounds of the drawing; `None` if the drawing is empty, or if the host examines it.
    pub bounds: Option<Bounds>,
    /// Duration of the run in milliseconds.
    pub elapsed_ms: f64,
    /// Sentence about partly overlapping entities, if any.
    pub overlaps: Option<String>,
}

/// Picture of the drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Image {
    /// SVG file from the session.
    Svg(String),
    /// Raster image from the host, in base64.
    Base64 {
        /// MIME type, for example `image/png`.
        mime: String,
        /// File content in base64.
        base64: String,
    },
}

/// Lines of the user that a call removed, moved, or put out of effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overwrote {
    /// File name.
    pub file: FileName,
    /// Number of these lines.
    pub count: usize,
    /// First of these lines.
    pub lines: Vec<String>,
}

impl Reply {
    /// Creates a reply with only a result.
    fn of(result: Result<Answer, Failure>) -> Reply {
        Reply {
            result,
            changes: None,
            facts: Vec::new(),
            entities: None,
            warnings: Vec::new(),
            logs: Vec::new(),
            logs_of_main: false,
            run: None,
            checks: None,
            images: Vec::new(),
            overwrote: None,
            impact: None,
            written: Vec::new(),
            user_changes: None,
            warnings_first: false,
        }
    }

    /// Creates the reply of a successful call.
    pub fn of_answer(answer: Answer) -> Reply {
        Reply::of(Ok(answer))
    }

    /// Creates the reply of a failed call; the document is unchanged.
    pub fn of_failure(error: impl Into<Failure>) -> Reply {
        Reply::of(Err(error.into()))
    }

    /// Creates the reply of a failed call with a message only; the document is unchanged.
    pub fn of_message(message: impl Into<Bilingual>) -> Reply {
        Reply::of_failure(Failure::new(message))
    }

    /// Returns the reply with the results of checks.
    pub fn with_checks(self, checks: Option<CheckReport>) -> Reply {
        Reply { checks, ..self }
    }

    /// Whether the call succeeded.
    pub fn is_ok(&self) -> bool {
        self.result.is_ok()
    }

    /// Returns the cause of the failure; `None` for a successful call.
    pub fn failure(&self) -> Option<&Failure> {
        self.result.as_ref().err()
    }

    /// Returns the requested data; `None` for any other answer.
    pub fn data(&self) -> Option<&Value> {
        match &self.result {
            Ok(Answer::Data(data)) => Some(data),
            _ => None,
        }
    }

    /// Returns the form in which the code records the adjustment; `None` for any other answer.
    pub fn recorded_form(&self) -> Option<&Written> {
        match &self.result {
            Ok(Answer::Adjusted(written)) => Some(written),
            _ => None,
        }
    }

    /// Returns the duration of the run in milliseconds; `None` if no code ran.
    pub fn elapsed_ms(&self) -> Option<f64> {
        match (&self.run, &self.result) {
            (Some(run), _) => Some(run.elapsed_ms),
            (None, Ok(Answer::Diagnostics { elapsed_ms, .. })) => Some(*elapsed_ms),
            _ => None,
        }
    }

    /// Inserts warnings before those of the call, near the start of the JSON. A warning that is contained in
    /// another warning is dropped.
    pub fn warn_first(&mut self, mut warnings: Vec<Bilingual>) {
        if warnings.is_empty() {
            return;
        }
        warnings.append(&mut self.warnings);
        let is_repeated = |at: usize, warning: &Bilingual| {
            let warning = &warning.english;
            let texts = warnings.iter().map(|warning| &warning.english);
            let mut others = texts.enumerate().filter(|(other, _)| *other != at);
            others.any(|(other, text)| text.contains(warning) && (text != warning || other < at))
        };
        self.warnings = warnings
            .iter()
            .enumerate()
            .filter(|(at, warning)| !is_repeated(*at, warning))
            .map(|(_, warning)| warning.clone())
            .collect();
        self.warnings_first = true;
    }

    /// Adds a sentence about what the user did before the user's changes, at the start of the JSON.
    #[must_use]
    pub fn telling_first(mut self, sentence: &str) -> Reply {
        let told = [Some(sentence.to_owned()), self.user_changes.take()];
        let told: Vec<String> = told.into_iter().flatten().collect();
        self.user_changes = Some(told.join(" "));
        self
    }

    /// Returns the SVG files among the pictures, as input for [`Reply::paint`].
    pub fn svgs(&self) -> impl Iterator<Item = &str> {
        self.images.iter().filter_map(|image| match image {
            Image::Svg(svg) => Some(svg.as_str()),
            Image::Base64 { .. } => None,
        })
    }

    /// Replaces each SVG file with a PNG in base64, which `png` renders. If rendering fails, the result of a reply
    /// without data becomes a failure with the cause; a reply with data gets a warning.
    pub fn paint(&mut self, mut png: impl FnMut(&str) -> Result<String, Bilingual>) {
        let has_data = self.data().is_some();
        for image in &mut self.images {
            let Image::Svg(svg) = image else { continue };
            match png(svg) {
                Ok(base64) => {
                    let mime = "image/png".to_owned();
                    *image = Image::Base64 { mime, base64 };
                }
                Err(why) if has_data => self.warnings.push(bilingual!(
                    "there is no picture, only the data: {why}",
                    "그림은 없고 자료만 있어요: {why:#}"
                )),
                Err(why) => self.result = Err(Failure::new(why)),
            }
        }
        if !self.is_ok() {
            self.images.clear();
        }
        if has_data {
            self.images.retain(|image| matches!(image, Image::Base64 { .. }));
        }
    }
}

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
                add(&mut out, "elapsed_ms", round_ms(*elapsed_ms));
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
            if let Some(usage) = &failure.usage {
                add(out, "usage", usage);
            }
        }
        if !failure.protected.is_empty() {
            add(out, "held", counted_names(&failure.protected));
        }
    }

    fn add_run(&self, out: &mut Map<String, Value>, run: &RunFacts) {
        add(out, "entities", self.entities.unwrap_or_default());
        add(out, "types", &run.types);
        add(out, "bounds", run.bounds);
        add(out, "logs", &self.logs);
        self.add_warnings(out);
        add(out, "elapsed_ms", round_ms(run.elapsed_ms));
        if let Some(overlaps) = &run.overlaps {
            add(out, "overlaps", overlaps);
        }
    }
}

impl Changes {
    /// Returns the changes as JSON: for each kind of change the count and the first names.
    pub fn to_json(&self) -> Value {
        json!({
            "added": counted_names(&self.added),
            "updated": counted_names(&self.updated),
            "removed": counted_names(&self.removed),
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
fn counted_names<T: Serialize>(names: &[T]) -> Value {
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
    if let Some(usage) = &failure.usage {
        add(&mut out, "usage", usage);
    }
    Value::Object(out)
}

fn image(image: &Image) -> Value {
    match image {
        Image::Svg(svg) => json!({ "type": "image", "mime": "image/svg+xml", "text": svg }),
        Image::Base64 { mime, base64 } => json!({ "type": "image", "mime": mime, "base64": base64 }),
    }
}

/// Rounds milliseconds to two decimals.
fn round_ms(ms: f64) -> f64 {
    (ms * 100.0).round() / 100.0
}
