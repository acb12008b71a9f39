//! `trammel convert`: converts a file of any readable format, or code, to a file of any writable format.
//!
//! The options of the formats come from the list [`FORMATS`], so that a new option is declared once.

mod code;

use super::exit::Exit;
use super::files::{Overwrite, is_standard};
use super::outputs::write_document;
use super::run::units;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, ValueHint};
use code::CodeOutput;
use serde_json::{Value, json};
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use trammel_code::FileName;
use trammel_document::{MAX_IMPORT_BYTES, Session};
use trammel_formats::{
    Conversion, Converted, Export, ExportField, ExportOptions, FORMATS, FieldKind, Format, ImportOptions,
    ImportedCode, NewDrawing, Reader, ReportEntry, open, options_of, reader_of,
};
use trammel_host::complete;
use trammel_host::conversion::{self, TimeLimit};
use trammel_host::streams::{Line, print, report};
use trammel_run::Limits;
use trammel_scene::{Name, Units};

/// Converts a drawing between formats; the code of a drawing (.js) is one of them
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit 0 when OUTPUT was written, 1 when the code of a drawing failed, 2 on bad arguments or files."
)]
pub(super) struct ConvertArgs {
    /// The file to read: code, a project, a scene, or a file of another program
    #[arg(value_hint = ValueHint::FilePath)]
    input: PathBuf,
    /// The file to write; its extension is the format. Code goes to a .js file, or to a folder for several files
    #[arg(value_hint = ValueHint::FilePath)]
    output: PathBuf,
    /// The unit of the numbers in INPUT, also against the unit that a DXF or SVG file states; code keeps the unit it sets
    #[arg(long, value_name = "UNIT", value_parser = units())]
    units: Option<Units>,
    /// Reads only these layers of INPUT
    #[arg(long, value_name = "LAYER", value_delimiter = ',')]
    layers: Vec<String>,
    /// Reads at most N entities of INPUT
    #[arg(long, value_name = "N")]
    first: Option<usize>,
    /// Writes only these layers and entities
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,
    /// Prints a report as JSON: what was imported, changed, and left out, with reasons
    #[arg(long)]
    report: bool,
    #[command(flatten)]
    overwrite: Overwrite,
    #[command(flatten)]
    options: FormatOptions,
}

/// Values of the options of the formats, by their paths.
#[derive(Debug, Default)]
struct FormatOptions(Vec<(&'static ExportField, String)>);

pub(super) fn main(args: &ConvertArgs) -> Result<(), Exit> {
    match CodeOutput::of(&args.output) {
        Some(output) => to_code(args, output),
        None => to_file(args),
    }
}

/// Converts the input to code, which has run without an error.
fn to_code(args: &ConvertArgs, output: CodeOutput<'_>) -> Result<(), Exit> {
    args.refuse_options_of_drawings()?;
    let source = read(args)?;
    let files = output.files(&source.session)?;
    let (session, imported) = run(source)?;
    output.write(args.overwrite, &files)?;
    let report = imported.map_or_else(Vec::new, |code| code.report_in_code());
    if args.report {
        let mut told = conversion_report(args, &session);
        told["import"] = json!(report);
        print(&Line::json(&told))?;
    } else {
        told_on_stderr(report.iter());
    }
    std::mem::forget(session);
    Ok(())
}

/// Converts the input to a file of a format.
fn to_file(args: &ConvertArgs) -> Result<(), Exit> {
    let target = target(&args.output)?;
    let options = args.export_options(target)?;
    args.overwrite.check(&args.output, target, &[&args.input])?;
    let (session, imported) = run(read(args)?)?;
    let exported = write_document(target, &session, options, &TimeLimit::from_now(None))?;
    args.overwrite.write(&args.output, &exported.bytes)?;
    let imported = imported.map_or_else(Vec::new, |code| code.report_in_drawing());
    if args.report {
        let mut told = conversion_report(args, &session);
        told["import"] = json!(imported);
        told["export"] = json!(exported.report);
        print(&Line::json(&told))?;
    } else {
        told_on_stderr(imported.iter().chain(&exported.report));
    }
    std::mem::forget(session);
    Ok(())
}

/// Runs the code of the input.
fn run(source: Source) -> Result<(Session, Option<ImportedCode>), Exit> {
    let Source {
        mut session,
        imported,
    } = source;
    let pending = session.open();
    let reply = complete(&mut session, pending);
    if !reply.is_ok() {
        report(&Line::json(&reply.to_json()));
        return Err(Exit::Failed);
    }
    Ok((session, imported))
}

/// Returns the report of a conversion without the parts of the file.
fn conversion_report(args: &ConvertArgs, session: &Session) -> Value {
    json!({
        "input": args.input.display().to_string(),
        "output": args.output.display().to_string(),
        "units": session.scene().units().as_str(),
        "entities": session.scene().walk().filter(|entity| !entity.shape.is_group()).count(),
    })
}

/// Document that was read, before its code runs.
struct Source {
    session: Session,
    /// Code made from a file of another program.
    imported: Option<ImportedCode>,
}

/// Returns the content of a file of a limited size.
fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    let file = fs::File::open(path).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    file.take(MAX_IMPORT_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| error.to_string())?;
    if bytes.len() > MAX_IMPORT_BYTES {
        return Err(format!(
            "the file is larger than {} MiB. Export a part of it in the other program.",
            MAX_IMPORT_BYTES >> 20
        ));
    }
    Ok(bytes)
}

/// Reads the input.
fn read(args: &ConvertArgs) -> Result<Source, String> {
    let shown = args.input.display();
    let bytes = bytes(&args.input).map_err(|e| format!("{shown}: {e}"))?;
    let extension = args.input.extension().and_then(|extension| extension.to_str());
    let own = |mut session: Session| {
        if !args.layers.is_empty() || args.first.is_some() {
            return Err(format!(
                "{shown}: --layers and --first apply to DXF and SVG files of other programs. Use --only."
            ));
        }
        session.document_mut().set_defaults(None, args.units);
        Ok(Source {
            session,
            imported: None,
        })
    };
    if extension.is_some_and(|extension| ["js", "mjs"].contains(&extension)) {
        let text = String::from_utf8(bytes).map_err(|_| format!("{shown} is not UTF-8 text"))?;
        let mut session = Session::new(Limits::default());
        session.document_mut().add_file(&FileName::main(), &text);
        return own(session);
    }
    let is_converted = |format: &&Format| matches!(format.import, Some(Reader::Converted));
    let Some(format) = reader_of(FORMATS, &bytes).filter(is_converted) else {
        let import = open(FORMATS, &bytes).map_err(|error| format!("{shown}: {error}"))?;
        let session = Session::of_project(&import.project, Limits::default()).map_err(|why| why.english)?;
        return own(session);
    };
    let name = args.input.file_stem().unwrap_or_default();
    let conversion = Conversion::Read {
        format: format.id.to_owned(),
        bytes,
        options: ImportOptions {
            file_name: name.to_string_lossy().into_owned(),
            units: args.units,
            layers: args.layers.clone(),
            first: args.first,
        },
        target: Session::new(Limits::default())
            .document()
            .new_drawing_target(NewDrawing::default()),
    };
    match conversion::convert(conversion).map_err(|why| format!("{shown}: {why}"))? {
        Converted::Read(code) => Ok(Source {
            session: Session::of_import(&code, None),
            imported: Some(code),
        }),
        Converted::Question(question) => {
            Err(format!("{shown}: {question} Use --units, --layers, or --first."))
        }
        Converted::Written(_) => Err(format!("{shown} was not read")),
    }
}

/// Returns the format of the output.
fn target(output: &Path) -> Result<&'static Format, String> {
    let name = output
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase();
    let writable = || FORMATS.iter().filter(|format| format.export.is_some());
    // The longest extension wins, so that `a.scene.json` is a scene and not another JSON file.
    let named = writable()
        .filter(|format| name.ends_with(&format!(".{}", format.extension)))
        .max_by_key(|format| format.extension.len());
    named.filter(|_| !is_standard(output)).ok_or_else(|| {
        let known: Vec<String> = writable()
            .map(|format| format!(".{}", format.extension))
            .collect();
        format!(
            "{}: the extension is not a format to write. Use one of: {}, .js, or a folder.",
            output.display(),
            known.join(", ")
        )
    })
}

impl ConvertArgs {
    /// Refuses the options that choose or change what a file of a drawing has, because code has everything.
    fn refuse_options_of_drawings(&self) -> Result<(), String> {
        let flag = self.options.0.first().map(|(field, _)| field.flag);
        match flag.or((!self.only.is_empty()).then_some("only")) {
            Some(flag) => Err(format!("--{flag} does not apply to code")),
            None => Ok(()),
        }
    }

    /// Returns the options of the writer.
    fn export_options(&self, target: &Format) -> Result<ExportOptions, String> {
        let mut values: Vec<(&'static str, Value)> = Vec::new();
        for (field, text) in &self.options.0 {
            let own = target.options.iter().find(|own| own.flag == field.flag);
            let Some(own) = own else {
                return Err(format!("--{} does not apply to {}", field.flag, target.label[0]));
            };
            if let Some(value) = own.value(text).map_err(|error| error.to_string())? {
                values.push((own.path, value));
            }
        }
        if !self.only.is_empty() && matches!(target.export, Some(Export::Project(_))) {
            return Err(format!("--only does not apply to {}", target.label[0]));
        }
        let mut options = options_of(values).map_err(|error| error.to_string())?;
        for name in &self.only {
            options
                .only
                .push(Name::new(name).map_err(|error| error.to_string())?);
        }
        Ok(options)
    }
}

/// Prints the parts that were changed or left out to standard error.
fn told_on_stderr<'a>(entries: impl Iterator<Item = &'a ReportEntry>) {
    for entry in entries {
        report(&Line::of(&format!("trammel: {entry}")));
    }
}

/// Returns the options of all formats, each flag once.
fn fields() -> Vec<&'static ExportField> {
    let mut fields: Vec<&'static ExportField> = Vec::new();
    for field in FORMATS.iter().flat_map(|format| format.options) {
        if !fields.iter().any(|known| known.flag == field.flag) {
            fields.push(field);
        }
    }
    fields
}

/// Returns the names of the formats that have an option.
fn formats_with(flag: &str) -> String {
    let named: Vec<&str> = FORMATS
        .iter()
        .filter(|format| format.options.iter().any(|field| field.flag == flag))
        .map(|format| format.id)
        .collect();
    named.join(", ")
}

impl Args for FormatOptions {
    fn augment_args(command: Command) -> Command {
        fields().into_iter().fold(command, |command, field| {
            let help = format!("{} ({})", field.label[0], formats_with(field.flag));
            let option = Arg::new(field.path).long(field.flag);
            command.arg(match field.kind {
                FieldKind::Flag => option.help(help).action(ArgAction::SetTrue),
                FieldKind::Choice(choices) | FieldKind::Suggest(choices) => {
                    let values: Vec<&str> = choices.iter().map(|choice| choice.value).collect();
                    option
                        .help(format!("{help}: {}", values.join(", ")))
                        .value_name("VALUE")
                }
                FieldKind::Length => option.help(format!("{help}, in drawing units")).value_name("N"),
                FieldKind::Number(unit) => option.help(format!("{help}, in {unit}")).value_name("N"),
                FieldKind::Text | FieldKind::Date => option.help(help).value_name("TEXT"),
            })
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        FormatOptions::augment_args(command)
    }
}

impl FromArgMatches for FormatOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<FormatOptions, Error> {
        let mut options = FormatOptions::default();
        options.update_from_arg_matches(matches)?;
        Ok(options)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for field in fields() {
            match field.kind {
                FieldKind::Flag if matches.get_flag(field.path) => self.0.push((field, "true".to_owned())),
                FieldKind::Flag => {}
                _ => {
                    if let Some(text) = matches.get_one::<String>(field.path) {
                        self.0.push((field, text.clone()));
                    }
                }
            }
        }
        Ok(())
    }
}
