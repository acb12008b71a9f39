//! A file format: its writer, its reader, and its names in the user interface.
//!
//! Each format is one [`Format`] item in a separate file and one line in [`FORMATS`](super::FORMATS). The
//! export dialog, the file chooser, drag and drop, the `export_*` tools, `bash`, and the command line read that
//! list and name no format.

use super::project::Project;
use crate::scene::Scene;
use std::fmt;

/// A file format.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Stable identifier: the option of `trammel run`, the command of `bash`, and a part of test ids.
    pub id: &'static str,
    /// File extension without the leading dot; it may consist of two parts.
    pub extension: &'static str,
    /// Media type.
    pub mime: &'static str,
    /// Name in English and Korean.
    pub label: [&'static str; 2],
    /// Purpose of a file of this format, one sentence in English and Korean.
    pub purpose: [&'static str; 2],
    /// Whether these bytes are a file of this format. A format without a reader returns `false`.
    pub sniff: fn(&[u8]) -> bool,
    /// Writer; `None` for a format that is only imported.
    pub export: Option<Export>,
    /// Reader; `None` for a format that is only exported.
    pub import: Option<Reader>,
    /// Tool that returns text of this format, if models and code have one.
    pub tool: Option<ExportTool>,
}

/// Reader of a format: converts the bytes of a file to a project.
pub type Reader = fn(&[u8], &ImportOptions) -> Result<Import, FormatError>;

/// Writer of a format, by its input and output.
#[derive(Clone, Copy, Debug)]
pub enum Export {
    /// Converts the drawing to text.
    Scene(fn(&Scene, &ExportOptions) -> Result<String, FormatError>),
    /// Converts the code files and their attachments to text.
    Project(fn(&Project, &ExportOptions) -> Result<String, FormatError>),
    /// Converts the drawing to pixels. The writer returns SVG, which the host rasterizes: the command line with
    /// `png.rs`, the page with the browser's canvas, because a second SVG renderer would double the size of the page.
    Picture(fn(&Scene, &ExportOptions) -> Result<String, FormatError>),
}

/// Options of a writer. A writer ignores options that do not apply to its format.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExportOptions {}

/// Options of a reader.
#[derive(Clone, Copy, Debug, Default)]
pub struct ImportOptions {}

/// Result of a reader.
#[derive(Clone, Debug)]
pub struct Import {
    /// Drawing as code; opening the project runs the code.
    pub project: Project,
    /// Parts of the file that were omitted or changed, one sentence each.
    pub report: Vec<String>,
}

/// Declaration of the tool that exports a format. The tool has no arguments.
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

/// Reason why a file cannot be written or read: one or two sentences with the place and the next step.
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
    /// Whether the exported file is text, which can be copied to the clipboard and returned as a tool result.
    pub fn is_text(&self) -> bool {
        matches!(self.export, Some(Export::Scene(_) | Export::Project(_)))
    }

    /// Returns the drawing as text in this format; `None` if the format has no writer from the drawing to text.
    ///
    /// # Errors
    /// Returns the error of the writer.
    pub fn scene_text(&self, scene: &Scene) -> Option<Result<String, FormatError>> {
        match self.export {
            Some(Export::Scene(write)) => Some(write(scene, &ExportOptions::default())),
            Some(Export::Project(_) | Export::Picture(_)) | None => None,
        }
    }
}

/// Implementation of [`Format::sniff`] for formats that are only exported.
pub(super) fn never(_: &[u8]) -> bool {
    false
}
