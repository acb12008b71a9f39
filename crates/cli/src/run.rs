//! `trammel run`: runs a file as `main`, prints the result as JSON, and writes the drawing to files.

use super::exit::Exit;
use super::files::{Overwrite, is_standard};
use super::outputs::Outputs;
use clap::ValueHint;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use trammel_code::{Directory, FileName, MAX_FILE_BYTES, MAX_FILES, modules};
use trammel_document::Session;
use trammel_host::complete;
use trammel_host::conversion::TimeLimit;
use trammel_host::streams::{Line, print, report};
use trammel_run::Limits;
use trammel_scene::Units;

/// Runs FILE as the code of a drawing and prints the result as JSON
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit 0 when the code ran, 1 when it failed, 2 on bad arguments.")]
pub(super) struct RunArgs {
    #[command(flatten)]
    input: RunInput,
    #[command(flatten)]
    outputs: Outputs,
    #[command(flatten)]
    overwrite: Overwrite,
}

/// Code to run, with its modules and its limits.
#[derive(Debug, clap::Args)]
pub(super) struct RunInput {
    /// The code, - for standard input
    #[arg(value_hint = ValueHint::FilePath)]
    file: PathBuf,
    /// A folder with modules that the code imports
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    modules: Option<PathBuf>,
    /// The drawing's name, unless the code gives one with set_drawing
    #[arg(long)]
    name: Option<String>,
    /// The drawing's unit, unless the code gives one
    #[arg(long, value_name = "UNIT", value_parser = units())]
    units: Option<Units>,
    /// Stops the code, and the writing of its files, after N milliseconds (default: 10000, and 30000 for each file)
    #[arg(long, value_name = "N", value_parser = milliseconds)]
    timeout_ms: Option<u32>,
}

pub(super) fn main(args: &RunArgs) -> Result<(), Exit> {
    args.outputs.check(args.overwrite, &[&args.input.file])?;
    let within = TimeLimit::from_now(args.input.timeout_ms);
    let (mut session, text) = session(&args.input)?;
    let pending = session.type_in(&FileName::main(), Some(&text));
    let reply = complete(&mut session, pending);
    let answer = Line::json(&reply.to_json());
    if args.outputs.use_stdout() {
        report(&answer);
    } else {
        print(&answer)?;
    }
    if !reply.is_ok() {
        return Err(Exit::Failed);
    }
    args.outputs.write(&session, args.overwrite, &within)?;
    // The program ends here, so freeing the drawing's memory would only cost time.
    std::mem::forget(session);
    Ok(())
}

/// Creates the document with its modules, and reads the code of `main`, which has not run yet.
pub(super) fn session(input: &RunInput) -> Result<(Session, String), String> {
    let mut session = Session::new(limits(input.timeout_ms));
    session
        .document_mut()
        .set_defaults(input.name.as_deref(), input.units);
    if let Some(folder) = &input.modules {
        add_modules(&mut session, folder)?;
    }
    let text = read(&input.file)?;
    Ok((session, text))
}

/// Returns a parser of unit names.
pub(super) fn units() -> impl TypedValueParser<Value = Units> {
    PossibleValuesParser::new(Units::ALL.map(Units::as_str))
        .try_map(|name| Units::find(&name).ok_or("is not a unit"))
}

/// Parses a number of milliseconds between 1 and 600,000.
fn milliseconds(text: &str) -> Result<u32, &'static str> {
    let number = text.parse::<u32>().ok().filter(|ms| (1..=600_000).contains(ms));
    number.ok_or("must be from 1 to 600000")
}

/// Returns the default limits with another timeout; the instruction limit scales with the timeout.
fn limits(timeout_ms: Option<u32>) -> Limits {
    let usual = Limits::default();
    let Some(timeout_ms) = timeout_ms else {
        return usual;
    };
    let instructions = usual.instructions / u64::from(usual.timeout_ms) * u64::from(timeout_ms);
    Limits {
        timeout_ms,
        instructions,
        ..usual
    }
}

/// Adds the modules of an untrusted folder; modules that cannot be used are skipped and reported.
fn add_modules(session: &mut Session, folder: &Path) -> Result<(), String> {
    let shown = folder.display();
    let directory = Directory::open(folder).map_err(|e| format!("--modules: {e}"))?;
    let directory = directory.ok_or_else(|| format!("--modules {shown}: no such folder"))?;
    let found = modules(&directory).map_err(|e| format!("--modules: {e}"))?;
    if found.len() > MAX_FILES {
        return Err(format!(
            "--modules {shown} has {} code files, at most {MAX_FILES}",
            found.len()
        ));
    }
    for name in found.iter().filter(|name| !name.is_main()) {
        match directory.read(&format!("{name}.js"), MAX_FILE_BYTES) {
            Ok(text) => session.document_mut().add_file(name, &text.unwrap_or_default()),
            Err(problem) => report(&Line::of(&format!("trammel: {problem}; the module was skipped"))),
        }
    }
    Ok(())
}

/// Reads a code file named by the user, which may be a symbolic link or a pipe.
fn read(file: &Path) -> Result<String, String> {
    let shown = match is_standard(file) {
        true => "standard input".to_owned(),
        false => file.display().to_string(),
    };
    let named = |e: io::Error| format!("{shown}: {e}");
    let source: Box<dyn Read> = match is_standard(file) {
        true => Box::new(io::stdin()),
        false => Box::new(File::open(file).map_err(named)?),
    };
    let mut bytes = Vec::new();
    // A device or a pipe may never end.
    let most = MAX_FILE_BYTES as u64 + 1;
    source.take(most).read_to_end(&mut bytes).map_err(named)?;
    if bytes.len() > MAX_FILE_BYTES {
        return Err(format!(
            "{shown} has more than {MAX_FILE_BYTES} bytes, the limit of a file. Split it into modules."
        ));
    }
    String::from_utf8(bytes).map_err(|_| format!("{shown} is not UTF-8 text; convert it first"))
}
