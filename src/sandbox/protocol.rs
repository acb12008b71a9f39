//! What goes into a run and what comes out, for every engine and every host.
//!
//! A run is a function of its [`RunRequest`]: files, what to run, the drawing it starts from, the state of the random
//! numbers and the limits. It yields one [`RunOutcome`]. Both travel as bytes between page and worker, or between the
//! command line and its child process. Outcomes are not trusted: see `validate.rs`.

use crate::scene::{Diff, Entity, Scene, Units};
use crate::tools::CustomTool;
use crate::workspace::FileName;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Changes whenever the shape of a message does: an old worker is refused instead of misread.
pub const PROTOCOL_VERSION: u32 = 2;

/// The largest message, in bytes.
pub const MAX_MESSAGE_BYTES: usize = 64 << 20;

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
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { timeout_ms: 10_000, instructions: 600_000_000, memory_bytes: 32 << 20, log_lines: 200, log_bytes: 64 << 10 }
    }
}

/// What to run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Entry {
    /// `main`, normally from an empty drawing.
    Main,
    /// A snippet, on the present drawing.
    Snippet(String),
}

/// A drawing on its way to a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Base {
    /// The drawing's title.
    pub name: String,
    /// Its unit.
    pub units: Units,
    /// Its entities from back to front, groups first.
    pub entities: Vec<Arc<Entity>>,
}

impl Base {
    /// An empty drawing with the title and unit of `scene`.
    pub fn empty_like(scene: &Scene) -> Base {
        Base { name: scene.name().to_owned(), units: scene.units(), entities: Vec::new() }
    }

    /// The whole of `scene`.
    pub fn of(scene: &Scene) -> Base {
        Base { entities: scene.walk().cloned().collect(), ..Base::empty_like(scene) }
    }

    /// The drawing.
    pub fn scene(&self) -> Scene {
        let mut scene = Scene::new(&self.name).with_units(self.units);
        let added = self.entities.iter().map(|e| {
            (e.name.clone(), crate::scene::Change { from: None, to: Some(e.clone()) })
        });
        scene.apply(&Diff::from_changes(added));
        scene
    }
}

/// Everything a run depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunRequest {
    /// All code files.
    pub files: Vec<(FileName, Arc<str>)>,
    /// What to run.
    pub entry: Entry,
    /// A file that must at least parse, although nothing may import it.
    pub must_parse: Option<FileName>,
    /// Tools made from functions of the files.
    pub tools: Vec<CustomTool>,
    /// The drawing to start from.
    pub base: Base,
    /// State of `Math.random`.
    pub random: u64,
    /// What the run may use.
    pub limits: Limits,
}

/// Where in the code something is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The file; `snippet` for a snippet.
    pub file: String,
    /// Line from 1.
    pub line: u32,
    /// Column from 1.
    pub column: u32,
}

/// Which limit stopped a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Limit {
    /// Time or instructions.
    Time,
    /// Live memory.
    Memory,
    /// Entities.
    Entities,
    /// Depth of calls.
    Recursion,
    /// The engine itself gave up.
    Crash,
}

/// Why a run failed. Files and drawing are as they were.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// What went wrong and what to do.
    pub message: String,
    /// Where.
    pub place: Option<Place>,
    /// The source line.
    pub source_line: Option<String>,
    /// The calls that led there, innermost first, as `at name (file:line:column)`.
    pub stack: Vec<String>,
    /// What was probably meant, best first.
    pub suggestions: Vec<String>,
    /// The limit that was hit, if one was.
    pub limit: Option<Limit>,
}

impl Failure {
    /// A failure that is known by its message alone.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure { message: message.into(), ..Failure::default() }
    }
}

/// What a run yields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunOutcome {
    /// The change of the drawing, or why there is none.
    pub result: Result<Diff, Failure>,
    /// What the script logged.
    pub logs: Vec<String>,
    /// Things the caller should know.
    pub warnings: Vec<String>,
    /// State of `Math.random` afterwards.
    pub random: u64,
}

impl RunOutcome {
    /// An outcome that is only a failure.
    pub fn failed(failure: Failure) -> RunOutcome {
        RunOutcome { result: Err(failure), logs: Vec::new(), warnings: Vec::new(), random: 0 }
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
        return Err(format!("protocol version {version} instead of {PROTOCOL_VERSION}: reload the page"));
    }
    postcard::from_bytes(rest).map_err(|e| e.to_string())
}
