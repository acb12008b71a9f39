//! Output of a tool's `run` function, before the session acts on the output.

use serde_json::Value;
use trammel_code::FileName;
use trammel_formats::{ExportOptions, ImportOptions};
use trammel_scene::Name;

/// Output of a tool's `run` function.
#[derive(Debug)]
pub enum Output {
    /// Entity that the call drew or changed.
    Entity {
        /// Name of the entity.
        name: Name,
        /// Type of the entity.
        kind: &'static str,
    },
    /// Data returned by a query.
    Data(Value),
    /// Success without further data.
    Done,
    /// Code that has to run before the call is complete.
    Run(Plan),
    /// Request that only the session can carry out.
    Session(Command),
    /// Call of another tool, which replaces this call.
    Call {
        /// Name of the tool.
        tool: String,
        /// Arguments of the tool.
        input: Value,
    },
    /// Picture of the drawing as SVG; the host converts the picture to PNG.
    Picture {
        /// Content of the SVG file.
        svg: String,
        /// Facts about the picture, which are the answer of a host that cannot paint; null for none.
        data: Value,
    },
}

/// Code that has to run before a call is complete. The caller commits or rolls back files and drawing together.
#[derive(Debug, Clone, PartialEq)]
pub enum Plan {
    /// Sets the content of `file`, then runs `main` from an empty drawing.
    Write {
        /// File to write.
        file: FileName,
        /// New content of the file.
        code: String,
        /// Whether the caller gave the full content, as opposed to a replacement of a part.
        whole: bool,
    },
    /// Runs a snippet on the current drawing and, on success, appends the snippet to `main`.
    Snippet {
        /// Code of the snippet.
        code: String,
    },
    /// Runs a snippet on the current drawing and returns its value; nothing is kept.
    Query {
        /// Code of the snippet.
        code: String,
    },
    /// Reads a file as new modules, then runs `main` with a call of the first one.
    Import {
        /// Identifier of the format.
        format: &'static str,
        /// Content of the file.
        bytes: Vec<u8>,
        /// Options of the reader.
        options: ImportOptions,
    },
    /// Writes the drawing as a file of another program; the drawing stays as it is.
    Export {
        /// Identifier of the format.
        format: &'static str,
        /// Options of the writer.
        options: Box<ExportOptions>,
    },
    /// Runs `main` from an empty drawing for diagnostics only; the result is discarded.
    Check {
        /// File that must at least parse, even if no other file imports that file.
        file: FileName,
    },
}

/// Request that only the session can carry out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Undoes the last step.
    Undo,
    /// Redoes the last undone step.
    Redo,
    /// Empties `main`.
    Reset,
    /// Lists the steps of the history.
    History,
}
