//! Files that the commands write.
//!
//! Invariants: a file has either its old or its new content, also when the disk is full or the program is killed
//! (`crates/code/src/directory.rs`). Without `--force`, no command replaces its own input, a file of another format, a file
//! that may not be written, or what a link leads to; this is checked before the command does any work.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use trammel_code::Directory;
use trammel_document::MAX_IMPORT_BYTES;
use trammel_formats::Format;
#[cfg(unix)]
use trammel_host::streams::output_metadata;
use trammel_host::streams::print_file;

/// Whether a command may replace files that it refuses to replace otherwise.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(super) struct Overwrite {
    /// Replaces an output file also if it is the input, a link, read-only, or a file of another format
    #[arg(long)]
    force: bool,
}

/// Content of an output file.
pub(super) struct Content<'a> {
    /// Name of the format.
    pub(super) name: &'a str,
    pub(super) is: &'a dyn Fn(&[u8]) -> bool,
}

/// Whether the path means standard input or output.
pub(super) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

impl Overwrite {
    /// Checks that a drawing may be written to a file.
    ///
    /// # Errors
    /// Returns the reason and the next step if the file must not be replaced.
    pub(super) fn check(self, out: &Path, format: &Format, inputs: &[&Path]) -> Result<(), String> {
        let content = Content {
            name: format.id,
            is: &|bytes| (format.sniff)(bytes),
        };
        self.check_content(out, &content, inputs)
    }

    /// Checks like [`check`](Overwrite::check) that this content may be written to a file.
    ///
    /// # Errors
    /// Returns the reason and the next step if the file must not be replaced.
    pub(super) fn check_content(
        self,
        out: &Path,
        content: &Content<'_>,
        inputs: &[&Path],
    ) -> Result<(), String> {
        let Ok(entry) = fs::symlink_metadata(out) else {
            let folder = folder_of(out);
            return match folder.is_dir() || is_standard(out) {
                true => Ok(()),
                false => Err(missing_folder(out, folder)),
            };
        };
        let file = fs::metadata(out);
        if is_standard(out) || file.as_ref().is_ok_and(is_stream) {
            return Ok(());
        }
        let shown = out.display();
        if file.as_ref().is_ok_and(Metadata::is_dir) {
            return Err(format!("{shown} is a folder. Name a file in it."));
        }
        let why = match &file {
            Ok(file) if inputs.iter().any(|input| is_same(input, out, file)) => "is the input".to_owned(),
            _ if entry.is_symlink() => "is a symbolic link".to_owned(),
            Ok(file) if file.permissions().readonly() => "is read-only".to_owned(),
            _ if !has_content(out, content)? => format!("is not a file of the format {}", content.name),
            _ => return Ok(()),
        };
        match self.force {
            true => Ok(()),
            false => Err(format!(
                "{shown} {why}, so it was not replaced. Name another file, or replace it with --force."
            )),
        }
    }

    /// Checks that code may be written to a file. A present file may have changes of the user, so that it is kept.
    ///
    /// # Errors
    /// Returns the reason and the next step if the file exists.
    pub(super) fn check_new(self, out: &Path) -> Result<(), String> {
        let shown = out.display();
        if !self.force && fs::symlink_metadata(out).is_ok() {
            return Err(format!(
                "{shown} exists, so it was not replaced. Name another file, or replace it with --force."
            ));
        }
        let folder = folder_of(out);
        match folder.is_dir() {
            true => Ok(()),
            false => Err(missing_folder(out, folder)),
        }
    }

    /// Writes a file or standard output. With `--force`, a link stays, and the file that it leads to is replaced.
    ///
    /// # Errors
    /// Returns an error that names the file if it cannot be written; it is then unchanged.
    pub(super) fn write(self, out: &Path, content: &[u8]) -> Result<(), String> {
        if is_standard(out) {
            return print_file(content);
        }
        let failed = |e: io::Error| format!("{} was not written: {e}", out.display());
        if fs::metadata(out).as_ref().is_ok_and(is_stream) {
            let stream = OpenOptions::new().write(true).open(out);
            return stream
                .and_then(|mut stream| stream.write_all(content))
                .map_err(failed);
        }
        let is_link = fs::symlink_metadata(out).is_ok_and(|entry| entry.is_symlink());
        let file = match is_link && self.force {
            true => fs::canonicalize(out).map_err(failed)?,
            false => out.to_owned(),
        };
        let folder = folder_of(&file);
        let name = file
            .file_name()
            .ok_or_else(|| format!("{} names no file", out.display()))?;
        let directory = Directory::open(folder).map_err(|e| e.to_string())?;
        let missing = || {
            format!(
                "{}: the folder {} does not exist",
                out.display(),
                folder.display()
            )
        };
        directory
            .ok_or_else(missing)?
            .replace(name, content)
            .map_err(failed)
    }
}

/// Returns the folder of a file.
fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

fn missing_folder(out: &Path, folder: &Path) -> String {
    let (out, folder) = (out.display(), folder.display());
    format!("{out} was not written, because the folder {folder} does not exist. Create it first.")
}

/// Whether a file is a pipe or a device such as a terminal, in which nothing is replaced.
#[cfg(unix)]
fn is_stream(file: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    file.file_type().is_fifo() || file.file_type().is_char_device()
}

/// Whether a file is a device such as a terminal, in which nothing is replaced.
#[cfg(not(unix))]
fn is_stream(file: &Metadata) -> bool {
    !file.is_file() && !file.is_dir() && !file.is_symlink()
}

/// Whether an input is the same file as an output, also under another name.
#[cfg(unix)]
fn is_same(input: &Path, _: &Path, out: &Metadata) -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let input = match is_standard(input) {
        true => {
            let descriptor = io::stdin().as_fd().try_clone_to_owned();
            descriptor.and_then(|descriptor| File::from(descriptor).metadata())
        }
        false => fs::metadata(input),
    };
    input.is_ok_and(|input| (input.dev(), input.ino()) == (out.dev(), out.ino()))
}

/// Whether an input is the same file as an output.
#[cfg(not(unix))]
fn is_same(input: &Path, out: &Path, _: &Metadata) -> bool {
    let input = fs::canonicalize(input);
    input.is_ok_and(|input| fs::canonicalize(out).is_ok_and(|out| out == input))
}

/// Whether two outputs lead to one file, which may not exist yet.
pub(super) fn are_same_output(first: &Path, second: &Path) -> bool {
    if first == second || is_same_present(first, second) {
        return true;
    }
    let (Some(first), Some(second)) = (destination(first), destination(second)) else {
        return false;
    };
    if first == second {
        return true;
    }
    let [one, other] = [&first, &second].map(|path| path.to_string_lossy().to_lowercase());
    one == other && first.parent().is_some_and(ignores_case)
}

/// Whether two outputs are one file or pipe that exists, also under two names. Of devices, which keep nothing, only the
/// names count.
#[cfg(unix)]
fn is_same_present(first: &Path, second: &Path) -> bool {
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let [first, second] = [first, second].map(|out| match is_standard(out) {
        true => output_metadata(),
        false => fs::metadata(out),
    });
    let (Ok(first), Ok(second)) = (first, second) else {
        return false;
    };
    !first.file_type().is_char_device() && (first.dev(), first.ino()) == (second.dev(), second.ino())
}

/// Whether two outputs are one file that exists, also under two names.
#[cfg(not(unix))]
fn is_same_present(first: &Path, second: &Path) -> bool {
    let first = fs::canonicalize(first);
    first.is_ok_and(|first| fs::canonicalize(second).is_ok_and(|second| first == second))
}

/// Returns the path of an output without links and detours; `None` for standard output and without its folder.
fn destination(out: &Path) -> Option<PathBuf> {
    if is_standard(out) {
        return None;
    }
    if let Ok(file) = fs::canonicalize(out) {
        return Some(file);
    }
    let folder = fs::canonicalize(folder_of(out)).ok()?;
    Some(folder.join(out.file_name()?))
}

/// Whether names in a folder that differ only in case are one file: whether the folder, or the one above it whose name has
/// letters, is found under its name in the other case.
fn ignores_case(folder: &Path) -> bool {
    for folder in folder.ancestors() {
        let Some(name) = folder.file_name().and_then(|name| name.to_str()) else {
            continue;
        };
        let [lower, upper] = [name.to_lowercase(), name.to_uppercase()];
        if lower == upper {
            continue;
        }
        let other = folder.with_file_name(if name == lower { upper } else { lower });
        return is_same_present(folder, &other);
    }
    cfg!(any(windows, target_vendor = "apple"))
}

/// Whether a file is empty or has this content.
fn has_content(out: &Path, content: &Content<'_>) -> Result<bool, String> {
    let mut bytes = Vec::new();
    let read = File::open(out).and_then(|file| file.take(MAX_IMPORT_BYTES as u64).read_to_end(&mut bytes));
    read.map_err(|e| format!("{}: {e}", out.display()))?;
    Ok(bytes.is_empty() || (content.is)(&bytes))
}
