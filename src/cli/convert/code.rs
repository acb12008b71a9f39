//! Conversion to code: one `.js` file, or a folder with `main.js` and its modules.

use super::{ConvertArgs, Source, read, told, told_on_stderr};
use crate::cli::document::complete;
use crate::cli::exit::Exit;
use crate::cli::streams::{Line, print, report};
use crate::formats::{ReportEntry, Treatment};
use crate::language::bilingual;
use crate::workspace::FileName;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};

/// Place of the code.
#[derive(Debug)]
pub(super) enum CodeOutput<'a> {
    /// One file.
    File(&'a Path),
    /// A folder, which is created if it does not exist.
    Folder(&'a Path),
}

impl CodeOutput<'_> {
    /// Returns the place of the code if a path is one: a file with the extension `.js`, or a folder.
    pub(super) fn of(output: &Path) -> Option<CodeOutput<'_>> {
        let extension = output.extension().and_then(|extension| extension.to_str());
        let ends_as_folder = output
            .to_string_lossy()
            .ends_with(['/', std::path::MAIN_SEPARATOR]);
        if output.is_dir() || ends_as_folder {
            Some(CodeOutput::Folder(output))
        } else {
            (extension == Some("js")).then_some(CodeOutput::File(output))
        }
    }
}

/// Reads a file, checks that its code runs, and writes the code.
pub(super) fn convert(args: &ConvertArgs, output: &CodeOutput<'_>) -> Result<(), Exit> {
    args.refuse_options_of_drawings()?;
    let Source {
        mut session,
        imported,
    } = read(args)?;
    let files: Vec<(PathBuf, String)> = match output {
        CodeOutput::File(file) => {
            let modules = session.files().files().count() - 1;
            if modules > 0 {
                return Err(Exit::Usage(format!(
                    "{}: the code needs {modules} more files. Name a folder, such as {}/.",
                    file.display(),
                    file.with_extension("").display()
                )));
            }
            vec![((*file).to_owned(), session.files().main().to_string())]
        }
        CodeOutput::Folder(folder) => {
            let path = |name: &FileName| folder.join(format!("{name}.js"));
            let files = session.files().files();
            files.map(|(name, text)| (path(name), text.to_string())).collect()
        }
    };
    let pending = session.open();
    let reply = complete(&mut session, pending);
    if !reply.is_ok() {
        report(&Line::json(&reply.to_json()));
        return Err(Exit::Failed);
    }
    if let CodeOutput::Folder(folder) = output {
        fs::create_dir_all(folder)
            .map_err(|error| format!("{} was not created: {error}", folder.display()))?;
    }
    for (path, _) in &files {
        args.overwrite.check_new(path)?;
    }
    for (path, text) in &files {
        args.overwrite.write(path, text.as_bytes())?;
    }
    let mut entries: Vec<ReportEntry> = Vec::new();
    if let Some(code) = imported {
        entries.extend(code.report);
        entries.extend(code.hidden_layers.iter().map(|layer| {
            let reason = bilingual!(
                "The layer '{layer}' is hidden in the file. Code has no hidden layers, so its entities are drawn.",
                "레이어 '{layer}'은(는) 파일에서 숨겨져 있어요. 코드에는 숨긴 레이어가 없으므로 항목이 그려져요."
            );
            ReportEntry::counted(Treatment::Changed, "layer", 1, reason)
        }));
    }
    if args.report {
        let mut told = told(args, &session);
        told["import"] = json!(entries);
        print(&Line::json(&told))?;
    } else {
        told_on_stderr(entries.iter());
    }
    std::mem::forget(session);
    Ok(())
}
