//! `trammel run`: a file as `main`, its result as JSON, the drawing as files.

use super::Exit;
use super::args::Args;
use super::document::complete;
use crate::formats::{json, png, svg};
use crate::sandbox::Limits;
use crate::session::Session;
use crate::workspace::FileName;
use std::io::{Read, Write};
use std::path::Path;

/// The longer side of a written picture.
const PNG_PIXELS: u32 = 2_048;

pub(super) fn main(mut args: Args) -> Result<(), Exit> {
    let modules = args.option("--modules")?;
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
    if let Some(folder) = modules {
        add_modules(&mut session, Path::new(&folder))?;
    }
    let text = read(&file)?;
    crate::workspace::check_size(&file, &text).map_err(|e| e.to_string())?;
    let pending = session.type_in(&FileName::main(), Some(&text));
    let reply = complete(&mut session, pending);
    let to_stdout = outputs.iter().any(|(_, out)| out.as_deref() == Some("-"));
    if to_stdout {
        eprintln!("{reply}");
    } else {
        println!("{reply}");
    }
    if reply["success"] != true {
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

fn add_modules(session: &mut Session, folder: &Path) -> Result<(), String> {
    let list = std::fs::read_dir(folder).map_err(|e| format!("--modules {}: {e}", folder.display()))?;
    let mut paths: Vec<_> = list.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths
        .iter()
        .filter(|path| path.extension().is_some_and(|e| e == "js"))
    {
        let name = path.file_stem().and_then(|s| s.to_str()).unwrap_or_default();
        let Ok(name) = FileName::new(name) else { continue };
        if !name.is_main() {
            session.add_file(&name, &read(&path.to_string_lossy())?);
        }
    }
    Ok(())
}

fn read(file: &str) -> Result<String, String> {
    if file == "-" {
        let mut text = String::new();
        return std::io::stdin()
            .read_to_string(&mut text)
            .map(|_| text)
            .map_err(|e| format!("standard input: {e}"));
    }
    std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))
}

fn write(file: &str, bytes: &[u8]) -> Result<(), String> {
    if file == "-" {
        return std::io::stdout()
            .write_all(bytes)
            .map_err(|e| format!("standard output: {e}"));
    }
    std::fs::write(file, bytes).map_err(|e| format!("{file}: {e}"))
}
