//! What lies around the drawing: files, and what else a tool may touch that is not geometry.

use super::{CustomTools, Language};
use crate::knowledge::Memory;
use crate::workspace::{FileName, Workspace};

/// Everything but the drawing. In the sandbox it is empty: code cannot reach files, requests or settings.
#[derive(Debug, Default)]
pub struct ToolEnv {
    /// The code files.
    pub files: Workspace,
    /// What outlives a conversation.
    pub memory: Memory,
    /// Tools made from functions; see [`Desk::tools`] for those that exist at present and are on.
    pub custom: CustomTools,
    /// The language in which tools describe themselves.
    pub language: Language,
    /// The names a person has selected; entities that have gone since may be among them.
    pub selection: Vec<String>,
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

/// What only the document itself can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Take the last step back.
    Undo,
    /// Take an undone step again.
    Redo,
    /// Tell the steps.
    History,
}
