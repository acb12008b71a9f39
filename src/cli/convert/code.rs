//! Code as the output of a conversion: one `.js` file, or a folder with `main.js` and its modules.

use crate::cli::exit::Exit;
use crate::cli::files::Overwrite;
use crate::formats::{ImportedCode, ReportEntry, Treatment};
use crate::language::bilingual;
use crate::session::Session;
use std::fs;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

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

/// Returns what the report of a file says, and what code cannot have.
pub(super) fn report_of(code: ImportedCode) -> Vec<ReportEntry> {
    let mut report = code.report;
    report.extend(code.hidden_layers.iter().map(|layer| {
        let reason = bilingual!(
            "The layer '{layer}' is hidden in the file. Code has no hidden layers, so its entities are drawn.",
            "레이어 '{layer}'은(는) 파일에서 숨겨져 있어요. 코드에는 숨긴 레이어가 없으므로 항목이 그려져요."
        );
        ReportEntry::counted(Treatment::Changed, "layer", 1, reason)
    }));
    report
}
