//! A file format: how a drawing is written to it and read from it, and the words under which the user finds it.
//!
//! Each format is one [`Format`] item in a file of its own and one line in [`FORMATS`](super::FORMATS). The export dialog,
//! the file chooser, drag and drop, the `export_*` tools, `bash`, and the command line read that list and name no format.

use super::project::Project;
use crate::scene::Scene;
use std::fmt;

/// A file format.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Stable identifier: the option of `trammel run`, the command of `bash`, and a part of test hooks.
    pub id: &'static str,
    /// File extension without the leading dot; it may consist of two parts.
    pub extension: &'static str,
    /// Media type.
    pub mime: &'static str,
    /// Name in English and Korean.
    pub label: [&'static str; 2],
    /// Purpose of a file of this format, one sentence in English and Korean.
    pub purpose: [&'static str; 2],
    /// Whether these bytes are a file of this format. A format that is not imported answers `false`.
    pub sniff: fn(&[u8]) -> bool,
    /// Writer; `None` for a format that is only read.
    pub export: Option<Export>,
    /// Reader; `None` for a format that is only written.
    pub import: Option<Reader>,
    /// Tool that answers with a text of this format, if models and code get one.
    pub tool: Option<ExportTool>,
}

/// Reader of a format: the bytes of a file become a project.
pub type Reader = fn(&[u8], &ImportOptions) -> Result<Import, FormatError>;

/// Writer of a format, by what it needs.
#[derive(Clone, Copy, Debug)]
pub enum Export {
    /// Text made from the drawing.
    Scene(fn(&Scene, &ExportOptions) -> Result<String, FormatError>),
    /// Text made from the code files and what belongs to them.
    Project(fn(&Project, &ExportOptions) -> Result<String, FormatError>),
    /// Pixels. The writer gives an SVG file, and the host paints it: the command line with `png.rs`, the page with the
    /// browser's canvas, because a second SVG renderer would double the size of the page.
    Picture(fn(&Scene, &ExportOptions) -> Result<String, FormatError>),
}

/// Options of a writer. A writer ignores the options that do not concern its format.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExportOptions {}

/// Options of a reader.
#[derive(Clone, Copy, Debug, Default)]
pub struct ImportOptions {}

/// A file that was read.
#[derive(Clone, Debug)]
pub struct Import {
    /// Drawing as code; opening it runs the code.
    pub project: Project,
    /// Parts of the file that were left out or changed, one sentence each.
    pub report: Vec<String>,
}

/// Declaration of the tool that exports a format. The tool takes no arguments.
#[derive(Clone, Copy, Debug)]
pub struct ExportTool {
    /// Canonical name: `export_` and the format's id.
    pub name: &'static str,
    /// Description in English.
    pub description: &'static str,
    /// Description in Korean.
    pub korean: &'static str,
    /// Call that works in every drawing.
    pub example: &'static str,
}

/// Reason why a file could not be written or read: one or two sentences with the place and the next step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError(pub String);

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for FormatError {}

impl From<String> for FormatError {
    fn from(message: String) -> FormatError {
        FormatError(message)
    }
}

impl Format {
    /// Whether a written file is text, which fits on the clipboard and into a tool result.
    pub fn is_text(&self) -> bool {
        matches!(self.export, Some(Export::Scene(_) | Export::Project(_)))
    }

    /// Text of the drawing in this format; `None` when the format is not written from the drawing alone.
    ///
    /// # Errors
    /// The writer's reason.
    pub fn scene_text(&self, scene: &Scene) -> Option<Result<String, FormatError>> {
        match self.export {
            Some(Export::Scene(write)) => Some(write(scene, &ExportOptions::default())),
            Some(Export::Project(_) | Export::Picture(_)) | None => None,
        }
    }
}

/// A writer of [`Format::sniff`] for formats that are only written.
pub(super) fn never(_: &[u8]) -> bool {
    false
}
