//! `trammel exec`: tool calls as JSON lines in, one result line out for each, in order.

use super::Exit;
use super::args::Args;
use super::document::{Document, FolderArgs};
use crate::tools::Reply;
use serde::Deserialize;
use serde_json::Value;
use std::io::{self, BufRead, Write};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    tool: String,
    #[serde(default)]
    input: Value,
}

pub(super) const HELP: &str = "\
usage: trammel exec [--dir DIR [--trust-folder]]

Reads tool calls {\"tool\", \"input\"} from standard input, one a line, and prints one line of JSON for each.

  --dir DIR       the folder in which the drawing is kept (default: kept until the program ends)
  --trust-folder  custom tools, hints and other memory in DIR/.trammel are yours, so they are on

Exit 0 when all lines were answered, 2 on bad arguments.";

pub(super) fn main(mut args: Args) -> Result<(), Exit> {
    let place = FolderArgs::of(&mut args)?;
    args.done()?;
    let mut document = Document::open(&place)?;
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|e| format!("standard input: {e}"))?;
        if line.trim().is_empty() {
            continue;
        }
        let reply = match serde_json::from_str::<Line>(&line) {
            Ok(Line { tool, input }) => document.call(&tool, input),
            Err(e) => Reply::failed(format!("not a call {{\"tool\", \"input\"}}: {e}")),
        };
        let mut out = io::stdout().lock();
        writeln!(out, "{}", reply.to_json())
            .and_then(|()| out.flush())
            .map_err(|e| format!("standard output: {e}"))?;
    }
    Ok(())
}
