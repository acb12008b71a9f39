//! Options that write the drawing to files: one option for each format of [`FORMATS`] that has a writer.

use super::streams::print;
use crate::formats::{Export, ExportOptions, FORMATS, Format, png};
use crate::session::Session;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches, ValueHint, value_parser};
use std::fs;
use std::path::{Path, PathBuf};

/// Length of the longer side of a PNG image in pixels.
const PNG_PIXELS: u32 = 2_048;

/// Requested formats and their files, in the order of [`FORMATS`].
#[derive(Debug, Default)]
pub(super) struct Outputs(Vec<(&'static Format, PathBuf)>);

/// Returns the formats that have a writer.
fn written() -> impl Iterator<Item = &'static Format> {
    FORMATS.iter().filter(|format| format.export.is_some())
}

impl Args for Outputs {
    fn augment_args(command: Command) -> Command {
        written().fold(command, |command, format| {
            let option = Arg::new(format.id).long(format.id).value_name("OUT");
            command.arg(
                option
                    .value_hint(ValueHint::FilePath)
                    .value_parser(value_parser!(PathBuf))
                    .help(format!(
                        "Writes the file: {}, - for standard output",
                        format.label[0]
                    )),
            )
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Outputs::augment_args(command)
    }
}

impl FromArgMatches for Outputs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Outputs, Error> {
        let mut outputs = Outputs::default();
        outputs.update_from_arg_matches(matches)?;
        Ok(outputs)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0 = written()
            .filter_map(|format| Some((format, matches.get_one::<PathBuf>(format.id)?.clone())))
            .collect();
        Ok(())
    }
}

impl Outputs {
    /// Whether a file goes to standard output, so that the result must go elsewhere.
    pub(super) fn use_stdout(&self) -> bool {
        self.0.iter().any(|(_, out)| is_standard(out))
    }

    /// Writes the requested files.
    ///
    /// # Errors
    /// Returns an error if a format's writer or the file system fails; file system errors name the file.
    pub(super) fn write(&self, session: &Session) -> Result<(), String> {
        self.0
            .iter()
            .try_for_each(|(format, out)| write(out, &bytes(format, session)?))
    }
}

/// Writes the document in this format.
///
/// # Errors
/// Returns an error if the format has no writer, or if the writer fails.
fn bytes(format: &Format, session: &Session) -> Result<Vec<u8>, String> {
    let options = ExportOptions::default();
    let text = match format.export {
        None => return Err(format!("{} cannot be written", format.label[0])),
        Some(Export::Project(write)) => write(&session.project(true), &options),
        Some(Export::Scene(write) | Export::Picture(write)) => write(session.scene(), &options),
    };
    let text = text.map_err(|error| error.to_string())?;
    match format.export {
        Some(Export::Picture(_)) => png::paint(&text, PNG_PIXELS),
        _ => Ok(text.into_bytes()),
    }
}

/// Whether the path means standard input or output.
pub(super) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Writes a file or standard output.
fn write(file: &Path, bytes: &[u8]) -> Result<(), String> {
    if is_standard(file) {
        return print(bytes);
    }
    fs::write(file, bytes).map_err(|e| format!("{}: {e}", file.display()))
}
