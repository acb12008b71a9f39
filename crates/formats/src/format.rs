//! A file format: its writer, its reader, and its names in the user interface.
//!
//! Each format is one [`Format`] item in a separate file and one line in [`FORMATS`](super::FORMATS). The
//! export dialog, the file chooser, drag and drop, the `export_*` tools, `bash`, and the command line read that
//! list and name no format.

use super::cutting::KERF;
use super::error::FormatError;
use super::export_field::ExportField;
use super::options::{ExportOptions, ImportOptions};
use super::project::Project;
use trammel_scene::Scene;

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
    /// Whether these bytes are a file of this format, also if the format has no reader.
    pub sniff: fn(&[u8]) -> bool,
    /// Writer; `None` for a format that is only imported.
    pub export: Option<Export>,
    /// Reader; `None` for a format that is only exported.
    pub import: Option<Reader>,
    /// Options of the writer that the user can choose.
    pub options: &'static [ExportField],
    /// Tool that exports this format, if models have one.
    pub tool: Option<FileTool>,
    /// Tool that imports this format, if models have one; the format then has a converter that reads it.
    pub import_tool: Option<FileTool>,
}

/// Reader of a format, by its result.
#[derive(Clone, Copy, Debug)]
pub enum Reader {
    /// Converts the bytes of a file to a whole project, which replaces the document.
    Project(fn(&[u8], &ImportOptions) -> Result<Import, FormatError>),
    /// Converts the bytes of a file to modules of the document, by the converter with the format's id in
    /// `CONVERTERS`.
    Converted,
}

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
    /// Converts the drawing to bytes, by the converter with the format's id in
    /// `CONVERTERS`, which is not a part of the page.
    Converted,
}

/// Result of a reader.
#[derive(Clone, Debug)]
pub struct Import {
    /// Drawing as code; opening the project runs the code.
    pub project: Project,
    /// Parts of the file that were omitted or changed, one sentence each.
    pub report: Vec<String>,
}

/// Declaration of the tool that exports or imports a format.
#[derive(Clone, Copy, Debug)]
pub struct FileTool {
    /// Canonical name: `export_` or `import_`, and the format's id.
    pub name: &'static str,
    /// Description in English.
    pub description: &'static str,
    /// Description in Korean.
    pub korean: &'static str,
    /// Further words that find the tool in a search, in English and in Korean, separated by commas.
    pub synonyms: [&'static str; 2],
    /// Call that works in every drawing.
    pub example: &'static str,
}

impl Format {
    /// Whether the exported file is text, which can be copied to the clipboard and returned as a tool result.
    pub fn is_text(&self) -> bool {
        match self.export {
            Some(Export::Scene(_) | Export::Project(_)) => true,
            // The suffix of a media type names the syntax, such as XML.
            Some(Export::Converted) => self.mime.ends_with("+xml"),
            Some(Export::Picture(_)) | None => false,
        }
    }

    /// Whether machines cut along the contours of a file of this format.
    pub fn is_cut(&self) -> bool {
        self.options.iter().any(|option| option.path == KERF.path)
    }

    /// Returns the drawing as text in this format; `None` if the format has no writer from the drawing to text.
    ///
    /// # Errors
    /// Returns the error of the writer.
    pub fn scene_text(&self, scene: &Scene) -> Option<Result<String, FormatError>> {
        match self.export {
            Some(Export::Scene(write)) => Some(write(scene, &ExportOptions::default())),
            Some(Export::Project(_) | Export::Picture(_) | Export::Converted) | None => None,
        }
    }
}
