//! `trammel chat`: the agent loop on a document, with a model of the user's choice.
//!
//! The model's text and one line for each tool call go to standard output; messages about the run go to standard error.

use super::connect::{ConnectionArgs, connection};
use super::exit::Exit;
use super::folder_args::FolderArgs;
use trammel_agent::{self as agent, Event, Prompt, Receipt};
use trammel_host::Conversation;
use trammel_host::streams::{Line, print, report};

/// Maximum length of a call's arguments or result in its output line, in characters.
const SHOWN: usize = 200;

/// Lets a model draw what PROMPT asks for; its text and its calls go to standard output
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit 0 when the model finished, 1 when it failed, 2 on bad arguments.")]
pub(super) struct ChatArgs {
    /// The task, in words
    #[arg(value_parser = prompt)]
    prompt: String,
    #[command(flatten)]
    connection: ConnectionArgs,
    #[command(flatten)]
    folder: FolderArgs,
    /// Entities that count as selected, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    select: Vec<String>,
}

/// Parses a prompt and refuses blank text.
fn prompt(text: &str) -> Result<String, &'static str> {
    match text.trim() {
        "" => Err("must say what to draw"),
        _ => Ok(text.to_owned()),
    }
}

pub(super) fn main(args: ChatArgs) -> Result<(), Exit> {
    let connection = connection(args.connection, "chat")?;
    let mut document = args.folder.open()?;
    let names = args.select.iter().map(|name| name.trim());
    let selection: Vec<String> = names.filter(|name| !name.is_empty()).map(str::to_owned).collect();
    document.select(selection.clone())?;
    let mut conversation = Conversation::new(connection, document)?;
    let mut shown = Shown { in_text: false };
    let ended = conversation.run(Prompt::about(selection, args.prompt), &mut |event| {
        shown.print_event(event)
    })?;
    shown.end_line()?;
    report(&Line::of(&line(&ended.receipt)));
    match ended.error {
        None => Ok(()),
        Some(_) => Err(Exit::Failed),
    }
}

/// Output state of a run.
struct Shown {
    /// Whether the last line of the output is unfinished.
    in_text: bool,
}

impl Shown {
    fn print_event(&mut self, event: &Event) -> Result<(), String> {
        match event {
            Event::TurnStarted { .. } | Event::Done { .. } => self.end_line(),
            Event::Text(text) => {
                self.in_text = !text.ends_with('\n');
                print(&Line::text(text))
            }
            Event::ToolStarted { name, input, .. } => {
                self.end_line()?;
                print(&Line::of(&format!("> {name} {}", short(&input.to_string()))))
            }
            Event::ToolFinished { ok, text, .. } => {
                let outcome = if *ok { "ok" } else { "failed" };
                print(&Line::of(&format!("< {outcome} {}", short(text))))
            }
            Event::Retrying { in_ms, why, .. } => {
                self.print_note(&format!("{} Trying again in {} s.", why.english, in_ms.div_ceil(1000)))
            }
            Event::Compacting { gauge } => self.print_note(&format!(
                "The conversation uses {} of {} tokens; it is being compacted.",
                gauge.used, gauge.window
            )),
            Event::Paused { why } => self.print_note(&why.message().english),
            Event::Nudged { why } => self.print_note(&why.message().english),
            Event::ChecksReturned { broken } => {
                let list = broken.iter().map(|check| format!("\n{}: {}", check.text.english, check.why.english));
                self.print_note(&format!(
                    "Checks that held before fail; they are returned to the model:{}",
                    list.collect::<String>()
                ))
            }
            Event::Failed { message, detail, .. } => self.print_note(&format!("{}\n{detail}", message.english)),
            Event::Rejected { why } => self.print_note(&why.english),
            Event::Reasoning(_)
            | Event::ToolPreparing { .. }
            | Event::CallsInText { .. }
            | Event::QueuedSent { .. }
            | Event::Usage { .. }
            | Event::Compacted { .. }
            // The command line does not enable approval.
            | Event::AwaitingApproval { .. } => Ok(()),
        }
    }

    fn print_note(&mut self, text: &str) -> Result<(), String> {
        self.end_line()?;
        report(&Line::text(&format!("trammel: {}", text.trim_end())));
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), String> {
        if std::mem::take(&mut self.in_text) {
            print(&Line::of(""))
        } else {
            Ok(())
        }
    }
}

/// Joins the lines of a text and truncates it to [`SHOWN`] characters.
fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// Formats a receipt as one line: `2 added, 1 deleted, 310 tokens, 1.2 s, model`.
fn line(receipt: &Receipt) -> String {
    let counts = [
        (receipt.added, "added"),
        (receipt.changed, "changed"),
        (receipt.removed, "deleted"),
    ];
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let mut parts: Vec<String> = counts.map(|(count, what)| format!("{count} {what}")).collect();
    if parts.is_empty() {
        parts.push("no item changed".to_owned());
    }
    if receipt.checks > 0 {
        parts.push(format!(
            "{} of {} checks pass",
            receipt.checks_held, receipt.checks
        ));
    }
    parts.push(format!("{} tokens", receipt.usage.total()));
    parts.extend(receipt.cost.map(agent::dollars));
    parts.extend(receipt.elapsed_ms.map(|ms| format!("{:.1} s", ms as f64 / 1e3)));
    parts.push(receipt.model.clone());
    parts.join(", ")
}
