//! `trammel eval`: plays drawing tasks with a model and scores the drawings that result.
//!
//! Invariants: a model is given what the app gives it (prompt, selection, tools); what counts is the drawing its code gives
//! when it runs from nothing; checks are exact and no model judges. With the recorded provider each task's own reference is
//! played, so that it is proven that the task can be solved. Start at [`tasks::Task`], then `play.rs`.

mod checks;
mod play;
mod report;
mod tasks;

use super::Exit;
use super::args::Args;
use super::connect::connection;
use crate::llm::{self, ErrorKind};
use play::{Failure, Played, play};
use std::fs;
use std::path::Path;
use tasks::Task;

/// Where the tasks are when nothing else is said.
const FOLDER: &str = "evals";

pub(super) const HELP: &str = "\
usage: trammel eval --provider ID [--model M] [--base-url U] [--only PART] [--json FILE] [--keep DIR] [--tasks DIR]

Plays drawing tasks with a model and scores the drawings that result. Each task is a conversation of its own.

  --provider ID   as for chat; the key comes from the provider's usual variable or TRAMMEL_API_KEY.
                  demo plays the reference solutions: no key, no network, every task must pass
  --model M       the provider's model (default: its first)
  --base-url U    another address of the provider
  --only PART     only tasks whose category/id contains PART
  --json FILE     the results as data, - for standard output
  --keep DIR      keep each task's document in DIR/id
  --tasks DIR     the folder of the tasks (default: evals)

A conversation ends at 40 turns or at a cost of $1. Exit 0 when the run was done, 1 when a reference failed or no model
answered, 2 on bad arguments.";

pub(super) fn main(mut args: Args) -> Result<(), Exit> {
    let connection = connection(&mut args, "eval");
    let only = args.option("--only")?.unwrap_or_default();
    let json = args.option("--json")?;
    let keep = args.option("--keep")?;
    let folder = args.option("--tasks")?.unwrap_or_else(|| FOLDER.to_owned());
    args.done()?;
    let connection = connection?;
    let mut tasks = tasks::load(Path::new(&folder))?;
    tasks.retain(|task| task.path().contains(&only));
    if tasks.is_empty() {
        return Err(Exit::Usage(format!(
            "no task of {folder} has '{only}' in its category/id"
        )));
    }

    let to_stdout = json.as_deref() == Some("-");
    let say = |line: &str| {
        if to_stdout {
            eprintln!("{line}");
        } else {
            println!("{line}");
        }
    };
    say(&report::head());
    let mut results: Vec<(Task, Played)> = Vec::new();
    let mut hopeless = None;
    for task in tasks {
        let dir = keep.as_ref().map(|keep| format!("{keep}/{}", task.id));
        let played = play(&task, &connection, dir.as_deref())?;
        say(&report::row(&task, &played));
        hopeless = hopeless_for_all(&played);
        results.push((task, played));
        // Each time, so that a run that is stopped is not lost.
        if let Some(out) = json.as_ref().filter(|_| !to_stdout) {
            fs::write(out, report::text(&results, &connection)).map_err(|e| format!("{out}: {e}"))?;
        }
        if hopeless.is_some() {
            break;
        }
    }
    say(&report::score(&results));
    if to_stdout {
        print!("{}", report::text(&results, &connection));
    }
    if let Some(why) = hopeless {
        eprintln!("trammel: the run ends here: {why}");
        return Err(Exit::Failed);
    }
    let recorded = llm::provider(&connection.provider).is_some_and(|provider| provider.recorded);
    let silent = |(_, played): &(Task, Played)| matches!(played.failure, Some(Failure::Model(_)));
    if results.iter().all(silent) || (recorded && report::passed(&results) < results.len()) {
        return Err(Exit::Failed);
    }
    Ok(())
}

/// Why no other task can go better: the key, the account, the model.
fn hopeless_for_all(played: &Played) -> Option<String> {
    let Some(Failure::Model(trouble)) = &played.failure else {
        return None;
    };
    let forever = matches!(
        trouble.kind,
        Some(
            ErrorKind::NoKey
                | ErrorKind::NoAddress
                | ErrorKind::Auth
                | ErrorKind::Permission
                | ErrorKind::Billing
                | ErrorKind::ModelNotFound
        )
    );
    forever.then(|| trouble.why.lines().next().unwrap_or_default().to_owned())
}
