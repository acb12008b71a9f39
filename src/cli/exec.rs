//! `trammel exec`: tool calls as JSON lines in, one result line out for each, in order.

use super::Exit;
use super::args::Args;
use super::document::{call, complete};
use crate::sandbox::Limits;
use crate::session::Session;
use crate::workspace::{Folder, MemoryStorage, Storage};
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::{self, BufRead, Write};
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    tool: String,
    #[serde(default)]
    input: Value,
}

pub(super) fn main(mut args: Args) -> Result<(), Exit> {
    let mut storage: Box<dyn Storage> = match args.option("--dir")? {
        None => Box::new(MemoryStorage::default()),
        Some(dir) => Box::new(Folder::open(Path::new(&dir)).map_err(|e| e.to_string())?),
    };
    args.done()?;
    let (mut session, problems) = Session::load(&*storage, Limits::default()).map_err(|e| e.to_string())?;
    for problem in problems {
        eprintln!("trammel: {problem}");
    }
    let pending = session.open();
    let opened = complete(&mut session, pending);
    if opened["success"] != true {
        eprintln!("trammel: main does not run: {}", opened["error"]);
    }
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|e| format!("standard input: {e}"))?;
        if line.trim().is_empty() {
            continue;
        }
        let mut reply = match serde_json::from_str::<Line>(&line) {
            Ok(Line { tool, input }) => call(&mut session, &tool, input),
            Err(e) => {
                json!({ "success": false, "error": format!("not a call {{\"tool\", \"input\"}}: {e}") })
            }
        };
        if let Err(e) = session.save(&mut *storage) {
            reply["warnings"] = json!([format!("the change could not be stored: {e}")]);
        }
        let mut out = io::stdout().lock();
        writeln!(out, "{reply}")
            .and_then(|()| out.flush())
            .map_err(|e| format!("standard output: {e}"))?;
    }
    Ok(())
}
