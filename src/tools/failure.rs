//! The one error of a call, written for its reader: a person or a model.

use super::error::ToolError;
use serde::{Deserialize, Serialize};

/// Where in the code something is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The file.
    pub file: String,
    /// Line from 1.
    pub line: u32,
    /// Column from 1.
    pub column: u32,
}

impl Place {
    /// The place in a line of a stack, `at name (file:line:column)`.
    pub fn of_frame(frame: &str) -> Option<Place> {
        let inside = frame.rsplit_once('(')?.1.strip_suffix(')')?;
        let (rest, column) = inside.rsplit_once(':')?;
        let (file, line) = rest.rsplit_once(':')?;
        Some(Place {
            file: file.to_owned(),
            line: line.parse().ok()?,
            column: column.parse().ok()?,
        })
    }
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

/// Reason why a call failed: a message, and for code the place and the calls that led there. Files and drawing are as
/// they were.
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
    /// The entities that are the user's to change, when that is the reason. The page finds them, never the sandbox.
    #[serde(skip)]
    pub protected: Vec<String>,
}

impl Failure {
    /// A failure that is known by its message alone.
    pub fn new(message: impl Into<String>) -> Failure {
        Failure {
            message: message.into(),
            ..Failure::default()
        }
    }

    /// Lets the innermost call of the stack say the same as the place: the engine often knows only where the function
    /// begins, the place is that of the faulty expression.
    pub fn align_stack(&mut self) {
        if let (Some(place), Some(frame)) = (&self.place, self.stack.first_mut())
            && let Some((head, inside)) = frame.rsplit_once('(')
            // Where the engine knows no line it writes question marks.
            && inside.split(':').next() == Some(place.file.as_str())
        {
            *frame = format!("{head}({}:{}:{})", place.file, place.line, place.column);
        }
    }
}

impl From<ToolError> for Failure {
    fn from(error: ToolError) -> Failure {
        Failure {
            suggestions: error.suggestions,
            protected: error.protected,
            ..Failure::new(error.message)
        }
    }
}
