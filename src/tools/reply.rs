//! The reply to a call: one typed value from the session to the page, the agent, WebMCP, MCP, and the command line.
//!
//! Invariants: a reply holds every name, and names are cut only in [`Reply::to_json`]; a reply becomes JSON once, where it
//! leaves the program; no code reads that JSON back.

use super::changes::Changes;
use super::failure::Failure;
use crate::geometry::Bounds;
use crate::scene::Name;
use crate::workspace::FileName;
use serde_json::Value;
use std::collections::BTreeMap;

/// The reply to a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The answer, or the reason why nothing was done.
    pub result: Result<Answer, Failure>,
    /// Changes of the drawing; `None` when the call cannot change it, or failed.
    pub changes: Option<Changes>,
    /// Facts that the caller should know although the call succeeded.
    pub warnings: Vec<String>,
    /// Lines that the code logged.
    pub logs: Vec<String>,
    /// Facts about the drawing after code ran; `None` when no code ran.
    pub run: Option<RunFacts>,
    /// Pictures.
    pub images: Vec<Image>,
    /// Lines of the user that a new text of a file took away.
    pub overwrote: Option<Overwrote>,
    /// Changes that the user made since the caller last heard of them. The key in JSON is `meanwhile`.
    pub user_changes: Option<String>,
    /// Warnings come near the start of the JSON, because a long reply is cut at its end.
    pub(super) warnings_first: bool,
}

/// The answer of a call that succeeded.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// Nothing beyond success.
    Done,
    /// An entity was drawn or changed.
    Entity {
        /// Its name.
        name: Name,
        /// Its type.
        kind: &'static str,
    },
    /// Data that was asked for.
    Data(Value),
    /// A step of the history was undone or redone.
    Step {
        /// `undone` or `redone`.
        verb: &'static str,
        /// The label of the step.
        label: String,
    },
    /// Diagnostics of a file.
    Diagnostics {
        /// The file.
        file: FileName,
        /// The first problem, if there is one.
        problem: Option<Failure>,
        /// Duration of the run in milliseconds.
        elapsed_ms: f64,
    },
}

/// Facts about the drawing after code ran.
#[derive(Clone, Debug, PartialEq)]
pub struct RunFacts {
    /// Number of entities.
    pub entities: usize,
    /// Number of entities of each type.
    pub types: BTreeMap<&'static str, usize>,
    /// The extent of the drawing; `None` when it is empty.
    pub bounds: Option<Bounds>,
    /// Duration of the run in milliseconds.
    pub elapsed_ms: f64,
    /// A sentence about entities that overlap partly, if any do.
    pub overlaps: Option<String>,
}

/// A picture of the drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Image {
    /// An SVG file, as the session gives it.
    Svg(String),
    /// A file in base64, as a host has painted it.
    Base64 {
        /// For example `image/png`.
        mime: String,
        /// The file.
        base64: String,
    },
}

/// Lines of the user that a new text of a file took away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overwrote {
    /// The file.
    pub file: FileName,
    /// Number of lines.
    pub count: usize,
    /// The first lines.
    pub lines: Vec<String>,
}

impl Reply {
    /// A reply with this result and nothing else.
    fn of(result: Result<Answer, Failure>) -> Reply {
        Reply {
            result,
            changes: None,
            warnings: Vec::new(),
            logs: Vec::new(),
            run: None,
            images: Vec::new(),
            overwrote: None,
            user_changes: None,
            warnings_first: false,
        }
    }

    /// The call succeeded.
    pub fn done(answer: Answer) -> Reply {
        Reply::of(Ok(answer))
    }

    /// The call failed; nothing was changed.
    pub fn refused(error: impl Into<Failure>) -> Reply {
        Reply::of(Err(error.into()))
    }

    /// The call failed for a reason that is known by its message alone; nothing was changed.
    pub fn failed(message: impl Into<String>) -> Reply {
        Reply::refused(Failure::new(message))
    }

    /// Whether the call succeeded.
    pub fn is_ok(&self) -> bool {
        self.result.is_ok()
    }

    /// The reason why the call failed, if it did.
    pub fn failure(&self) -> Option<&Failure> {
        self.result.as_ref().err()
    }

    /// The data that was asked for, if that is the answer.
    pub fn data(&self) -> Option<&Value> {
        match &self.result {
            Ok(Answer::Data(data)) => Some(data),
            _ => None,
        }
    }

    /// Duration of the run in milliseconds; `None` when no code ran.
    pub fn elapsed_ms(&self) -> Option<f64> {
        match (&self.run, &self.result) {
            (Some(run), _) => Some(run.elapsed_ms),
            (None, Ok(Answer::Diagnostics { elapsed_ms, .. })) => Some(*elapsed_ms),
            _ => None,
        }
    }

    /// Adds warnings before those of the call, near the start of the JSON. A warning that is a part of another one is left
    /// out.
    pub fn warn_first(&mut self, mut warnings: Vec<String>) {
        if warnings.is_empty() {
            return;
        }
        warnings.append(&mut self.warnings);
        let is_told = |at: usize, warning: &str| {
            let mut others = warnings.iter().enumerate().filter(|(other, _)| *other != at);
            others.any(|(other, text)| text.contains(warning) && (text != warning || other < at))
        };
        self.warnings = warnings
            .iter()
            .enumerate()
            .filter(|(at, warning)| !is_told(*at, warning))
            .map(|(_, warning)| warning.clone())
            .collect();
        self.warnings_first = true;
    }

    /// The SVG files among the pictures, for [`Reply::paint`].
    pub fn svgs(&self) -> impl Iterator<Item = &str> {
        self.images.iter().filter_map(|image| match image {
            Image::Svg(svg) => Some(svg.as_str()),
            Image::Base64 { .. } => None,
        })
    }

    /// Replaces each SVG file by the PNG that the host paints of it, in base64. When one cannot be painted, the reply
    /// becomes a failure with the reason.
    pub fn paint(&mut self, mut png: impl FnMut(&str) -> Result<String, String>) {
        for image in &mut self.images {
            let Image::Svg(svg) = image else { continue };
            match png(svg) {
                Ok(base64) => {
                    let mime = "image/png".to_owned();
                    *image = Image::Base64 { mime, base64 };
                }
                Err(why) => self.result = Err(Failure::new(why)),
            }
        }
        if !self.is_ok() {
            self.images.clear();
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests;
