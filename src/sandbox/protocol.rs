//! What goes into a run and what comes out, for every engine and every host.
//!
//! A run is a function of its [`RunRequest`]: files, seed and limits. It runs `main` on an empty drawing and yields one
//! [`RunOutcome`]. Both travel as bytes between page and worker, or between the
//! command line and its child process. Outcomes are not trusted: see `validate.rs`.

use crate::scene::{Diff, Scene, Units};
use crate::tools::{CustomTool, Failure, Limit, Place};
use crate::workspace::{FileName, MAX_FILE_BYTES, source};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Changes whenever the shape of a message does: an old worker is refused instead of misread.
pub const PROTOCOL_VERSION: u32 = 5;

/// The largest message, in bytes.
pub const MAX_MESSAGE_BYTES: usize = 64 << 20;

/// The largest value that a run answers, in bytes of JSON.
pub const MAX_VALUE_BYTES: usize = 64 << 10;

/// Time limit of a diagnostic run, in milliseconds.
const FIND_WITHIN_MS: u32 = 3_000;

/// What a run may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Time in milliseconds until the run is stopped from inside; the host kills it a little later.
    pub timeout_ms: u32,
    /// Engine instructions; a deterministic stop for what the clock cannot reach.
    pub instructions: u64,
    /// Live memory of the script in bytes.
    pub memory_bytes: u64,
    /// Lines of log that are kept.
    pub log_lines: u32,
    /// Bytes of log that are kept.
    pub log_bytes: u32,
    /// Whether memory is looked at all the time, in callbacks as well. Slow: for a run that died of its memory and is done
    /// once more to find the line.
    pub diagnostic: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            timeout_ms: 10_000,
            instructions: 600_000_000,
            memory_bytes: 32 << 20,
            log_lines: 200,
            log_bytes: 64 << 10,
            diagnostic: false,
        }
    }
}

/// Everything a run depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunRequest {
    /// All code files; `main` is run, the others when it imports them.
    pub files: Vec<(FileName, Arc<str>)>,
    /// A file that must at least parse, although nothing may import it.
    pub must_parse: Option<FileName>,
    /// Tools made from functions of the files.
    pub tools: Vec<CustomTool>,
    /// Whether the value of `main`'s last statement is wanted: that is a call of a tool made from a function.
    pub want_value: bool,
    /// The drawing's name where the code gives none.
    pub title: String,
    /// The drawing's unit where the code gives none.
    pub units: Units,
    /// Seed of `Math.random`.
    pub seed: u64,
    /// What the run may use.
    pub limits: Limits,
}

impl RunRequest {
    /// The request of the diagnostic run after a run that died like this: the line is worth a second run when memory was
    /// the reason, since such runs end soon.
    pub fn to_find_the_line(&self, failure: &Failure) -> Option<RunRequest> {
        let unknown = failure.limit == Some(Limit::Memory) && failure.place.is_none();
        (unknown && !self.limits.diagnostic).then(|| RunRequest {
            limits: Limits {
                diagnostic: true,
                timeout_ms: self.limits.timeout_ms.min(FIND_WITHIN_MS),
                ..self.limits
            },
            ..self.clone()
        })
    }

    /// The failure of a run that was killed at its time and said nothing: when the code has a loop without a way out, it
    /// was probably that.
    pub fn timed_out(&self, message: String) -> Failure {
        let endless = self.files.iter().find_map(|(file, text)| {
            let at = source::plainly_endless_loop(text, &source::tokens(text))?;
            let (line, column) = source::line_column(text, at);
            let shown = source::line(text, line as usize)?.chars().take(200).collect();
            let file = file.to_string();
            Some((Place { file, line, column }, shown))
        });
        let (place, source_line) = endless.unzip();
        Failure {
            limit: Some(Limit::Time),
            place,
            source_line,
            ..Failure::new(message)
        }
    }

    /// The failure of a run in which a file is larger than [`MAX_FILE_BYTES`]. Such a file can be typed and stored, but
    /// it is not run.
    pub(super) fn oversized_file(&self) -> Option<Failure> {
        let (file, text) = self.files.iter().find(|(_, text)| text.len() > MAX_FILE_BYTES)?;
        let kib = |bytes: usize| bytes.div_ceil(1024);
        let place = Place {
            file: file.to_string(),
            line: 1,
            column: 1,
        };
        Some(Failure {
            place: Some(place),
            ..Failure::new(format!(
                "'{file}' has {} KiB and was not run: a file may have {} KiB. Shorten it, or move a part into a module.",
                kib(text.len()),
                kib(MAX_FILE_BYTES)
            ))
        })
    }

    /// The empty drawing that the run starts from.
    pub fn blank(&self) -> Scene {
        Scene::new(&self.title).with_units(self.units)
    }
}

/// Something that cannot be stopped from inside has begun: a regular expression that may try too much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uninterruptible {
    /// Where it was called.
    pub place: Place,
}

impl Uninterruptible {
    /// Why a run was killed that was still at it. The place comes from the sandbox and is only taken when there is such
    /// a line.
    pub fn failure(&self, request: &RunRequest, seconds: f64) -> Failure {
        let text = request
            .files
            .iter()
            .find(|(file, _)| file.as_str() == self.place.file);
        let line = usize::try_from(self.place.line).unwrap_or_default();
        let source_line = text.and_then(|(_, text)| source::line(text, line));
        let known = source_line.is_some();
        Failure {
            limit: Some(Limit::Time),
            place: known.then(|| self.place.clone()),
            source_line: source_line.map(|line| line.chars().take(200).collect()),
            ..Failure::new(format!(
                "the regular expression took too long and was stopped after {seconds} s: repeated groups such as (a+)+ try \
                 every way to divide a text; match less at a time or write a loop"
            ))
        }
    }
}

/// What a run yields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunOutcome {
    /// What the run drew, as a change of the empty drawing, or why there is nothing.
    pub result: Result<Diff, Failure>,
    /// The value that was wanted, as JSON; none when nothing was, or when it is too large or no data.
    pub value: Option<String>,
    /// What the script logged.
    pub logs: Vec<String>,
    /// Things the caller should know.
    pub warnings: Vec<String>,
    /// A text was drawn that needs the Hangul font, which the run did not have: what it measured is not what it will
    /// be. The page fetches the font and runs again.
    pub needs_hangul: bool,
}

impl RunOutcome {
    /// The failure of a first run, or the failure that this diagnostic run found, with a line.
    pub(super) fn locating(self, failure: Failure) -> Failure {
        match self.result {
            Err(told) if told.limit == failure.limit && told.place.is_some() => told,
            _ => failure,
        }
    }

    /// An outcome that is only a failure.
    pub fn failed(failure: Failure) -> RunOutcome {
        RunOutcome {
            result: Err(failure),
            value: None,
            logs: Vec::new(),
            warnings: Vec::new(),
            needs_hangul: false,
        }
    }
}

/// Writes a message.
///
/// # Errors
/// The message cannot be written; the text says why.
pub fn encode<T: Serialize>(message: &T) -> Result<Vec<u8>, String> {
    postcard::to_stdvec(&(PROTOCOL_VERSION, message)).map_err(|e| e.to_string())
}

/// Reads a message.
///
/// # Errors
/// The bytes are too many, of another version, or no message.
pub fn decode<T: for<'a> Deserialize<'a>>(bytes: &[u8]) -> Result<T, String> {
    if bytes.len() > MAX_MESSAGE_BYTES {
        return Err(format!("a message of {} bytes is too large", bytes.len()));
    }
    let (version, rest) = postcard::take_from_bytes::<u32>(bytes).map_err(|e| e.to_string())?;
    if version != PROTOCOL_VERSION {
        return Err(format!(
            "protocol version {version} instead of {PROTOCOL_VERSION}: reload the page"
        ));
    }
    postcard::from_bytes(rest).map_err(|e| e.to_string())
}
