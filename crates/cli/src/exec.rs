//! `trammel exec`: tool calls as JSON lines on standard input, one result line for each on standard output, in order.

use super::exit::Exit;
use super::folder_args::FolderArgs;
use serde::Deserialize;
use serde_json::Value;
use std::io::{self, BufRead};
use trammel_host::streams::{self, print};
use trammel_language::Bilingual;
use trammel_tools::Reply;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    tool: String,
    #[serde(default)]
    input: Value,
}

/// Carries out tool calls {"tool", "input"} from standard input, one per line, and prints one line of JSON for each
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit 0 when all lines were answered, 2 on bad arguments.")]
pub(super) struct ExecArgs {
    #[command(flatten)]
    folder: FolderArgs,
}

pub(super) fn main(args: &ExecArgs) -> Result<(), Exit> {
    let mut document = args.folder.open()?;
    for line in io::stdin().lock().lines() {
        let line = line.map_err(|e| format!("standard input: {e}"))?;
        if line.trim().is_empty() {
            continue;
        }
        let reply = match serde_json::from_str::<Line>(&line) {
            Ok(Line { tool, input }) => document.call(&tool, input),
            Err(e) => Reply::of_message(Bilingual::english_only(format!(
                "not a call {{\"tool\", \"input\"}}: {e}"
            ))),
        };
        print(&streams::Line::json(&reply.to_json()))?;
    }
    Ok(())
}
