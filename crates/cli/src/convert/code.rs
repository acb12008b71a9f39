//! Code as the output of a conversion: one `.js` file, or a folder with `main.js` and its modules.

use crate::exit::Exit;
use crate::files::Overwrite;
use std::fs;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use trammel_document::Session;

/// Place of the code.
#[derive(Clone, Copy, Debug)]
pub(super) enum CodeOutput<'a> {
    /// One file.
    File(&'a Path),
    /// A folder, which is created if it does not exist.
    Folder(&'a Path),
}

/// Code files with their paths.
pub(super) type CodeFiles = Vec<(PathBuf, String)>;

impl CodeOutput<'_> {
    /// Returns the place of the code if a path is one: a file with the extension `.js`, or a folder.
    pub(super) fn of(output: &Path) -> Option<CodeOutput<'_>> {
        let extension = output.extension().and_then(|extension| extension.to_str());
        let ends_as_folder = output.to_string_lossy().ends_with(['/', MAIN_SEPARATOR]);
        if output.is_dir() || ends_as_folder {
            Some(CodeOutput::Folder(output))
        } else {
            (extension == Some("js")).then_some(CodeOutput::File(output))
        }
    }

    /// Returns the files for the code of a drawing.
    ///
    /// # Errors
    /// Returns advice if one file is wanted for code with modules.
    pub(super) fn files(self, session: &Session) -> Result<CodeFiles, Exit> {
        let files = session.files().files();
        match self {
            CodeOutput::Folder(folder) => Ok(files
                .map(|(name, text)| (folder.join(format!("{name}.js")), text.to_string()))
                .collect()),
            CodeOutput::File(file) => match files.count() - 1 {
                0 => Ok(vec![(file.to_owned(), session.files().main().to_string())]),
                modules => Err(Exit::Usage(format!(
                    "{}: the code needs {modules} more files. Name a folder, such as {}/.",
                    file.display(),
                    file.with_extension("").display()
                ))),
            },
        }
    }

    /// Writes the files, and creates the folder if it does not exist.
    ///
    /// # Errors
    /// Returns the reason if a file exists or cannot be written.
    pub(super) fn write(self, overwrite: Overwrite, files: &CodeFiles) -> Result<(), String> {
        if let CodeOutput::Folder(folder) = self {
            let failed = |error| format!("{} was not created: {error}", folder.display());
            fs::create_dir_all(folder).map_err(failed)?;
        }
        for (path, _) in files {
            overwrite.check_new(path)?;
        }
        for (path, text) in files {
            overwrite.write(path, text.as_bytes())?;
        }
        Ok(())
    }
}
