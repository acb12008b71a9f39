//! `trammel run`: a file as `main`, its result as JSON, the drawing as files.

use super::Exit;
use super::args::Args;
use super::document::complete;
use crate::formats::{json, png, svg};
use crate::sandbox::Limits;
use crate::scene::Units;
use crate::session::Session;
use crate::workspace::{Directory, FileName, MAX_FILE_BYTES, MAX_FILES, modules};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

/// The longer side of a written picture.
const PNG_PIXELS: u32 = 2_048;

pub(super) const HELP: &str = "\
usage: trammel run FILE [--modules DIR] [--name NAME] [--units UNIT] [--json OUT] [--svg OUT] [--png OUT] [--timeout-ms N]

Runs FILE as the code of a drawing and prints the result as JSON.

  FILE            the code, - for standard input
  --modules DIR   a folder with modules that the code imports
  --name NAME     the drawing's name, unless the code gives one with set_drawing
  --units UNIT    the drawing's unit, mm, cm, m, in, pt or px, unless the code gives one
  --json OUT      writes the drawing as scene JSON, - for standard output
  --svg OUT       writes the drawing as SVG
  --png OUT       writes the drawing as a picture
  --timeout-ms N  stops the code after N milliseconds (default: 10000)

Exit 0 when the code ran, 1 when it failed, 2 on bad arguments.";

pub(super) fn main(mut args: Args) -> Result<(), Exit> {
    let folder = args.option("--modules")?;
    let name = args.option("--name")?;
    let units = args.option("--units")?.map(|text| units(&text)).transpose()?;
    let outputs = ["--json", "--svg", "--png"];
    let outputs = outputs
        .into_iter()
        .map(|option| Ok((option, args.option(option)?)))
        .collect::<Result<Vec<_>, String>>()?;
    let timeout = match args.option("--timeout-ms")? {
        None => None,
        Some(text) => {
            let milliseconds = text.parse::<u32>().ok().filter(|ms| (1..=600_000).contains(ms));
            Some(milliseconds.ok_or_else(|| format!("--timeout-ms must be from 1 to 600000, got '{text}'"))?)
        }
    };
    let file = args
        .positional()
        .ok_or_else(|| "run needs a FILE. See trammel --help".to_owned())?;
    args.done()?;

    let mut session = Session::new(limits(timeout));
    session.set_defaults(name.as_deref(), units);
    if let Some(folder) = folder {
        add_modules(&mut session, Path::new(&folder))?;
    }
    let text = read(&file)?;
    let pending = session.type_in(&FileName::main(), Some(&text));
    let reply = complete(&mut session, pending);
    let told = reply.to_json();
    let to_stdout = outputs.iter().any(|(_, out)| out.as_deref() == Some("-"));
    if to_stdout {
        eprintln!("{told}");
    } else {
        println!("{told}");
    }
    if !reply.is_ok() {
        return Err(Exit::Failed);
    }
    for (option, out) in outputs {
        let Some(out) = out else { continue };
        let bytes = match option {
            "--json" => json::write(session.scene()).into_bytes(),
            "--png" => png::paint(&svg::write(session.scene()), PNG_PIXELS)?,
            _ => svg::write(session.scene()).into_bytes(),
        };
        write(&out, &bytes)?;
    }
    // The program ends here: the drawing's memory goes with it.
    std::mem::forget(session);
    Ok(())
}

fn units(text: &str) -> Result<Units, String> {
    let all = Units::ALL.map(Units::as_str).join(", ");
    Units::find(text).ok_or_else(|| format!("--units must be one of {all}, got '{text}'"))
}

/// Limits with another time: instructions follow it.
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

/// Adds the modules of a folder, which is not trusted; those that cannot be used are left out and named.
fn add_modules(session: &mut Session, folder: &Path) -> Result<(), String> {
    let shown = folder.display();
    let directory = Directory::open(folder).map_err(|e| format!("--modules: {e}"))?;
    let directory = directory.ok_or_else(|| format!("--modules {shown}: there is no such folder"))?;
    let found = modules(&directory).map_err(|e| format!("--modules: {e}"))?;
    if found.len() > MAX_FILES {
        return Err(format!(
            "--modules {shown} holds {} code files, a drawing may have {MAX_FILES}",
            found.len()
        ));
    }
    for name in found.iter().filter(|name| !name.is_main()) {
        match directory.read(&format!("{name}.js"), MAX_FILE_BYTES) {
            Ok(text) => session.add_file(name, &text.unwrap_or_default()),
            Err(problem) => eprintln!("trammel: {problem}; the module was left out"),
        }
    }
    Ok(())
}

/// The code of a file that the user named, which may be a link or a pipe.
fn read(file: &str) -> Result<String, String> {
    let named = |e: io::Error| match file {
        "-" => format!("standard input: {e}"),
        _ => format!("{file}: {e}"),
    };
    let source: Box<dyn Read> = match file {
        "-" => Box::new(io::stdin()),
        _ => Box::new(File::open(file).map_err(named)?),
    };
    let mut bytes = Vec::new();
    // A device or a pipe may never end.
    let most = MAX_FILE_BYTES as u64 + 1;
    source.take(most).read_to_end(&mut bytes).map_err(named)?;
    if bytes.len() > MAX_FILE_BYTES {
        return Err(format!(
            "{file} has more than {MAX_FILE_BYTES} bytes, which is the most for a file; split it into modules"
        ));
    }
    String::from_utf8(bytes).map_err(|_| format!("{file} is not UTF-8 text; convert it first"))
}

fn write(file: &str, bytes: &[u8]) -> Result<(), String> {
    if file == "-" {
        return io::stdout()
            .write_all(bytes)
            .map_err(|e| format!("standard output: {e}"));
    }
    std::fs::write(file, bytes).map_err(|e| format!("{file}: {e}"))
}
