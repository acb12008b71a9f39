//! `trammel chat`: the agent's loop on a document, with a model of the person's choice.
//!
//! The model's text and one line for each call of a tool go to standard output, everything about the run to standard error.

use super::Exit;
use super::args::Args;
use super::connect::connection;
use super::conversation::Talk;
use super::document::{Document, FolderArgs};
use crate::agent::{self, Event, Prompt, Receipt};
use std::io::{self, Write};

/// Characters of a call's arguments and result in its line.
const SHOWN: usize = 200;

pub(super) const HELP: &str = "\
usage: trammel chat PROMPT --provider ID [--model M] [--base-url U] [--dir DIR [--trust-folder]] [--select NAME,NAME]

Lets a model draw what PROMPT asks for. Its text and its calls go to standard output.

  --provider ID   the provider; the key comes from its usual variable or TRAMMEL_API_KEY
  --model M       the provider's model (default: its first)
  --base-url U    another address of the provider
  --dir DIR       the folder in which the drawing is kept (default: kept until the program ends)
  --trust-folder  custom tools, hints and other memory in DIR/.trammel are yours, so they are on
  --select NAMES  entities that count as selected, separated by commas

Exit 0 when the model finished, 1 when it failed, 2 on bad arguments.";

pub(super) fn main(mut args: Args) -> Result<(), Exit> {
    let connection = connection(&mut args, "chat");
    let place = FolderArgs::of(&mut args)?;
    let selected = args.option("--select")?.unwrap_or_default();
    let text = args
        .positional()
        .filter(|text| !text.trim().is_empty())
        .ok_or_else(|| "chat needs a PROMPT. See trammel --help".to_owned())?;
    args.done()?;
    let connection = connection?;

    let mut document = Document::open(&place)?;
    let names = selected.split(',').map(str::trim).filter(|name| !name.is_empty());
    let selection: Vec<String> = names.map(str::to_owned).collect();
    document.select(selection.clone())?;
    let mut talk = Talk::new(connection, document)?;
    let mut shown = Shown { in_text: false };
    let ended = talk.run(Prompt::about(selection, text), &mut |event| shown.event(event))?;
    shown.end_line()?;
    eprintln!("{}", line(&ended.receipt));
    match ended.trouble {
        None => Ok(()),
        Some(_) => Err(Exit::Failed),
    }
}

/// What a person sees of the run.
struct Shown {
    /// The last line of the output is not ended.
    in_text: bool,
}

impl Shown {
    fn event(&mut self, event: &Event) -> Result<(), String> {
        match event {
            Event::TurnStarted { .. } | Event::Done { .. } => self.end_line(),
            Event::Text(text) => {
                self.in_text = !text.ends_with('\n');
                say(text)
            }
            Event::ToolStarted { name, input, .. } => {
                self.end_line()?;
                say(&format!("> {name} {}\n", short(&input.to_string())))
            }
            Event::ToolFinished { ok, text, .. } => {
                let outcome = if *ok { "ok" } else { "failed" };
                say(&format!("< {outcome} {}\n", short(text)))
            }
            Event::Retrying { in_ms, why, .. } => {
                self.note(&format!("{why} Trying again in {} s.", in_ms.div_ceil(1000)))
            }
            Event::Condensing { gauge } => self.note(&format!(
                "The conversation holds {} of {} tokens and is condensed.",
                gauge.used, gauge.window
            )),
            Event::Paused { why } => self.note(&why.message()),
            Event::Failed { message, detail, .. } => self.note(&format!("{message}\n{detail}")),
            Event::Rejected { why } => self.note(why),
            Event::Reasoning(_)
            | Event::ToolPreparing { .. }
            | Event::Usage { .. }
            | Event::Condensed { .. }
            // Nobody is asked here.
            | Event::Asking { .. } => Ok(()),
        }
    }

    fn note(&mut self, text: &str) -> Result<(), String> {
        self.end_line()?;
        eprintln!("trammel: {}", text.trim_end());
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), String> {
        if std::mem::take(&mut self.in_text) {
            say("\n")
        } else {
            Ok(())
        }
    }
}

fn say(text: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|e| format!("standard output: {e}"))
}

/// A text in one line, not too long.
fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// A receipt in one line.
fn line(receipt: &Receipt) -> String {
    let mut parts = vec![
        format!(
            "+{} ~{} -{} entities",
            receipt.added, receipt.changed, receipt.removed
        ),
        format!("{} tokens", receipt.usage.total()),
    ];
    parts.extend(receipt.cost.map(agent::dollars));
    parts.extend(receipt.elapsed_ms.map(|ms| format!("{:.1} s", ms as f64 / 1e3)));
    parts.push(receipt.model.clone());
    parts.join(", ")
}
