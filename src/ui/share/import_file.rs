//! File of another program, chosen by the user, that a converter can read.

use std::sync::Arc;
use trammel_formats::{FORMATS, Format, Reader, reader_of};

/// Drawing that receives the content of a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Receiver {
    /// A new drawing, named after the file.
    New,
    /// The drawing on screen.
    Present,
}

/// File to import.
#[derive(Clone)]
pub(crate) struct ImportFile {
    pub(super) format: &'static Format,
    /// Name with its extension.
    pub(super) name: String,
    pub(super) bytes: Arc<[u8]>,
    /// Drawing that the dialog proposes.
    pub(super) receiver: Receiver,
}

impl ImportFile {
    /// Returns the file if a converter reads its format.
    pub(super) fn recognize(name: &str, bytes: &[u8], receiver: Receiver) -> Option<ImportFile> {
        let is_read = |format: &&Format| {
            matches!(format.import, Some(Reader::Converted)) || format.import_tool.is_some()
        };
        // Another reader of a project would lose its code.
        let format = reader_of(FORMATS, bytes).filter(is_read)?;
        Some(ImportFile {
            format,
            name: name.to_owned(),
            bytes: bytes.into(),
            receiver,
        })
    }

    /// Whether the file cannot be opened as a drawing of its own.
    pub(super) fn is_foreign(&self) -> bool {
        matches!(self.format.import, Some(Reader::Converted))
    }

    /// Returns the name without its extension, which may have two parts.
    pub(super) fn stem(&self) -> &str {
        let whole = self.name.strip_suffix(self.format.extension);
        match whole.and_then(|stem| stem.strip_suffix('.')) {
            Some(stem) => stem,
            None => self.name.rsplit_once('.').map_or(&*self.name, |(stem, _)| stem),
        }
    }
}
