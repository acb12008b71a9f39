//! A converter: the writer and the reader of a file format of another program.

use super::imported::ImportedDrawing;
use trammel_formats::{ExportOptions, FormatError, ImportOptions, ImportQuestion, Written};
use trammel_scene::Scene;

/// Converter of a file format.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::type_complexity, reason = "two signatures, each used once")]
pub struct Converter {
    /// Identifier of the [`Format`](trammel_formats::Format).
    pub id: &'static str,
    /// Writer; `None` for a format that is only read.
    pub write: Option<fn(&WriteInput<'_>, &ExportOptions) -> Result<Written, FormatError>>,
    /// Reader; `None` for a format that is only written.
    pub read: Option<fn(&[u8], &ImportOptions) -> Result<ImportedDrawing, ReadError>>,
}

/// Input of a writer.
#[derive(Clone, Copy, Debug)]
pub struct WriteInput<'a> {
    /// Drawing, reduced to the chosen entities. Hidden entities are included; a writer leaves them out and reports them.
    pub scene: &'a Scene,
    /// Code of the whole drawing as a project file, for formats that carry it.
    pub project: Option<&'a str>,
}

/// Reason why a file was not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The file is damaged or not supported.
    Refused(FormatError),
    /// The user must answer a question first.
    Question(ImportQuestion),
}

impl From<FormatError> for ReadError {
    fn from(error: FormatError) -> ReadError {
        ReadError::Refused(error)
    }
}
