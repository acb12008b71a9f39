//! Folder of the document of a command: `--dir` and `--trust-folder`.

use std::path::PathBuf;
use trammel_document::Provenance;
use trammel_host::{Document, Runner};

/// The folder of a document.
#[derive(Debug, Default, clap::Args)]
pub(super) struct FolderArgs {
    /// The folder in which the drawing is kept (default: kept until the program ends)
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    dir: Option<PathBuf>,
    /// Custom tools, hints and other memory in DIR/.trammel are yours, so they are on
    #[arg(long)]
    trust_folder: bool,
}

impl FolderArgs {
    /// Opens the document of the folder, or an empty document in memory.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be read, or if `--trust-folder` is given without a folder.
    pub(super) fn open(&self) -> Result<Document, String> {
        let Some(dir) = &self.dir else {
            return match self.trust_folder {
                true => Err("--trust-folder needs --dir DIR. See trammel --help".to_owned()),
                false => Document::in_memory(Runner::Child),
            };
        };
        let provenance = if self.trust_folder {
            Provenance::Own
        } else {
            let name = dir.file_name().unwrap_or(dir.as_os_str());
            Provenance::Imported(name.to_string_lossy().into_owned())
        };
        Document::open(dir, provenance)
    }
}
