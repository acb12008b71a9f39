//! Options that write the drawing to files: one option for each format of [`FORMATS`] that has a writer.

use super::files::{Overwrite, are_same_output, is_standard};
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches, ValueHint, value_parser};
use std::path::{Path, PathBuf};
use trammel_document::Session;
use trammel_formats::{
    Conversion, Drawing, Export, ExportOptions, FORMATS, Format, Written, part_of, project,
};
use trammel_host::conversion::{self, TimeLimit};
use trammel_host::streams::{Line, report};
use trammel_language::Language;

/// Requested formats and their files, in the order of [`FORMATS`].
#[derive(Debug, Default)]
pub(super) struct Outputs(Vec<(&'static Format, PathBuf)>);

/// Returns the formats that have a writer.
fn writable() -> impl Iterator<Item = &'static Format> {
    FORMATS.iter().filter(|format| format.export.is_some())
}

impl Args for Outputs {
    fn augment_args(command: Command) -> Command {
        writable().fold(command, |command, format| {
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
        self.0 = writable()
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

    /// Checks that the requested files may be written, before any work.
    ///
    /// # Errors
    /// Returns the reason and the next step if a file must not be replaced, or if two formats lead to the same file.
    pub(super) fn check(&self, overwrite: Overwrite, inputs: &[&Path]) -> Result<(), String> {
        for (index, (format, out)) in self.0.iter().enumerate() {
            let is_same = |(_, other): &&(&Format, PathBuf)| are_same_output(other, out);
            if let Some((other, _)) = self.0[..index].iter().find(is_same) {
                let (first, second) = (other.id, format.id);
                let shown = match is_standard(out) {
                    true => "standard output".to_owned(),
                    false => out.display().to_string(),
                };
                return Err(format!(
                    "{shown} is the file of --{first} and of --{second}. Name two files."
                ));
            }
            overwrite.check(out, format, inputs)?;
        }
        Ok(())
    }

    /// Writes the requested files.
    ///
    /// # Errors
    /// Returns an error if a format's writer or the file system fails; file system errors name the file.
    pub(super) fn write(
        &self,
        session: &Session,
        overwrite: Overwrite,
        within: &TimeLimit,
    ) -> Result<(), String> {
        self.0
            .iter()
            .try_for_each(|(format, out)| overwrite.write(out, &file_of(format, session, within)?))
    }
}

/// Writes the document as a file of this format. Parts that are left out or changed go to standard error.
///
/// # Errors
/// Returns an error if the format has no writer, or if the writer fails.
fn file_of(format: &Format, session: &Session, within: &TimeLimit) -> Result<Vec<u8>, String> {
    let written = write_document(format, session, ExportOptions::default(), within)?;
    for entry in written
        .report
        .iter()
        .chain(&session.document().checks().note(Language::English))
    {
        report(&Line::of(&format!("trammel: {entry}")));
    }
    Ok(written.bytes)
}

/// Writes the document in this format, in memory and within a time limit.
///
/// # Errors
/// Returns an error if the format has no writer, or if the writer fails.
pub(super) fn write_document(
    format: &Format,
    session: &Session,
    options: ExportOptions,
    within: &TimeLimit,
) -> Result<Written, String> {
    let scene = || part_of(session.scene(), &options.only).map_err(|error| error.to_string());
    let text = match format.export {
        None => return Err(format!("{} cannot be written", format.label[0])),
        Some(Export::Project(write)) => write(&session.document().project(true), &options),
        Some(Export::Scene(write)) => write(&scene()?, &options),
        Some(Export::Picture(write)) => {
            let svg = write(&scene()?, &options).map_err(|error| error.to_string())?;
            return conversion::write(Conversion::Paint(options.png.picture(svg)), within);
        }
        Some(Export::Converted) => {
            let conversion = Conversion::Write {
                format: format.id.to_owned(),
                drawing: Drawing::of(session.scene()),
                project: Some(project::write(&session.document().project(false))),
                options: Box::new(options),
            };
            return conversion::write(conversion, within);
        }
    };
    Ok(Written {
        bytes: text.map_err(|error| error.to_string())?.into_bytes(),
        report: Vec::new(),
    })
}
