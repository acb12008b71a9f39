//! What lies around the drawing: files, and what else a tool may touch that is not geometry.

use crate::workspace::{FileName, Workspace};

/// Everything but the drawing. In the sandbox it is empty: code cannot reach files, requests or settings.
#[derive(Debug, Default)]
pub struct Desk {
    /// The code files.
    pub files: Workspace,
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
    },
    /// Run a snippet on the present drawing; on success append it to `main`.
    Snippet {
        /// The snippet.
        code: String,
    },
}
