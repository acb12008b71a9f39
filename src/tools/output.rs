//! The result of a tool call, before the document has acted on it.

use crate::scene::Name;
use crate::workspace::FileName;
use serde_json::Value;

/// The result of a call.
#[derive(Debug)]
pub enum Output {
    /// An entity was drawn or changed.
    Entity {
        /// Its name.
        name: Name,
        /// Its type.
        kind: &'static str,
    },
    /// The answer to a query.
    Data(Value),
    /// Done, and there is nothing to add.
    Done,
    /// Code has to run before the call is complete.
    Run(Plan),
    /// The document has to do it.
    Session(Command),
    /// A picture of the drawing, as SVG; the host makes a PNG of it.
    Picture {
        /// The SVG file.
        svg: String,
    },
}

/// Code that has to run before a call is complete. The caller commits or rolls back files and drawing together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Plan {
    /// Give `file` this text, then run `main` from an empty drawing.
    Write {
        /// The file that changes.
        file: FileName,
        /// Its new text.
        code: String,
        /// The caller gave the whole text, and not what to replace in it.
        whole: bool,
    },
    /// Run a snippet on the present drawing; on success append it to `main`.
    Snippet {
        /// The snippet.
        code: String,
    },
    /// Run `main` from an empty drawing and tell what fails; nothing is kept.
    Check {
        /// A file that must at least parse, although nothing may import it.
        file: FileName,
    },
}

/// A request that only the document itself can carry out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Take the last step back.
    Undo,
    /// Take an undone step again.
    Redo,
    /// Tell the steps.
    History,
}
