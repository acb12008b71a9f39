//! `trammel eval`: plays drawing tasks with a model and scores the resulting drawings.
//!
//! Invariants: the model gets the same input as in the app (prompt, selection, tools); the scored drawing is
//! the result of running its code from an empty drawing; checks are exact and no model judges. The recorded
//! provider plays the reference of each task, which proves that the task is solvable; `trials.rs` proves that wrong
//! solutions fail. Start at [`tasks::Task`], then read `play.rs`.

mod checks;
mod label;
mod mutants;
mod pieces;
mod play;
mod reach;
mod recorded;
mod report;
mod table;
mod tasks;
mod trials;

use super::connect::{ConnectionArgs, connection};
use super::exit::Exit;
use super::files::{EVAL_RESULT, Overwrite, is_standard};
use super::streams::{self, Line, print};
use clap::ValueHint;
use play::{Failure, Played, play};
use std::path::{Path, PathBuf};
use tasks::Task;
use trammel_llm::{self as llm, ErrorKind};

/// Plays drawing tasks with a model and scores the drawings that result
///
/// Each task is a conversation of its own, which ends at 40 turns or at a cost of $1. The provider demo plays
/// the reference solutions: no key, no network, and every task must pass.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit 0 when the run was done, 1 when a reference failed, no model answered, or a trial passed, 2 on bad arguments.")]
pub(super) struct EvalArgs {
    #[command(flatten)]
    connection: ConnectionArgs,
    /// Only tasks whose category/id contains PART
    #[arg(long, value_name = "PART", default_value = "", hide_default_value = true)]
    only: String,
    /// The results as data, - for standard output
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    json: Option<PathBuf>,
    /// Keep each task's document in DIR/id
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    keep: Option<PathBuf>,
    /// Tries the tasks instead: the listed mistakes and N random wrong variants of each reference must fail
    #[arg(long, value_name = "N", conflicts_with_all = ["json", "keep"])]
    trials: Option<usize>,
    /// Prints tables of the results in DIR instead
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, conflicts_with_all = ["json", "keep", "trials"])]
    table: Option<PathBuf>,
    /// The folder of the tasks
    #[arg(long, value_name = "DIR", default_value = "evals", value_hint = ValueHint::DirPath)]
    tasks: PathBuf,
    #[command(flatten)]
    overwrite: Overwrite,
}

pub(super) fn main(args: EvalArgs) -> Result<(), Exit> {
    if let Some(folder) = &args.table {
        return Ok(print(&Line::text(&table::tables(folder)?))?);
    }
    if let Some(wanted) = args.trials {
        let (report, all_fail) = trials::trials(&chosen(&args.tasks, &args.only)?, wanted)?;
        print(&Line::text(&report))?;
        return if all_fail { Ok(()) } else { Err(Exit::Failed) };
    }
    if let Some(out) = &args.json {
        args.overwrite.check_content(out, &EVAL_RESULT, &[])?;
    }
    let connection = connection(args.connection, "eval")?;
    let tasks = chosen(&args.tasks, &args.only)?;
    let to_stdout = args.json.as_ref().is_some_and(|out| is_standard(out));
    let say = |line: &str| match to_stdout {
        true => {
            streams::report(&Line::text(line));
            Ok(())
        }
        false => print(&Line::text(&format!("{line}\n"))),
    };
    say(&report::head())?;
    let mut results: Vec<(Task, Played)> = Vec::new();
    let mut hopeless = None;
    for task in tasks {
        let dir = args.keep.as_ref().map(|keep| keep.join(&task.id));
        let played = play(&task, &connection, dir.as_deref())?;
        say(&report::row(&task, &played))?;
        hopeless = hopeless_for_all(&played);
        results.push((task, played));
        // The file is written after each task, so that results survive an interrupted run.
        if let Some(out) = args.json.as_ref().filter(|_| !to_stdout) {
            args.overwrite
                .write(out, report::text(&results, &connection).as_bytes())?;
        }
        if hopeless.is_some() {
            break;
        }
    }
    say(&report::score(&results))?;
    if to_stdout {
        print(&Line::of_json(&report::text(&results, &connection)))?;
    }
    if let Some(why) = hopeless {
        streams::report(&Line::of(&format!("trammel: the run stopped: {why}")));
        return Err(Exit::Failed);
    }
    let recorded = llm::provider(&connection.provider).is_some_and(|provider| provider.recorded);
    let silent = |(_, played): &(Task, Played)| matches!(played.failure, Some(Failure::Model(_)));
    if results.iter().all(silent) || (recorded && report::passed(&results) < results.len()) {
        return Err(Exit::Failed);
    }
    Ok(())
}
/// Returns the tasks of a folder whose category/id contains `only`.
fn chosen(folder: &Path, only: &str) -> Result<Vec<Task>, String> {
    let mut tasks = tasks::load(folder)?;
    tasks.retain(|task| task.path().contains(only));
    match tasks.is_empty() {
        false => Ok(tasks),
        true => Err(format!(
            "no task of {} has '{only}' in its category/id",
            folder.display()
        )),
    }
}

/// Returns the reason why every other task would fail too: the key, the account, or the model.
fn hopeless_for_all(played: &Played) -> Option<String> {
    let Some(Failure::Model(error)) = &played.failure else {
        return None;
    };
    let forever = error.kind.is_some_and(ErrorKind::fails_every_request);
    forever.then(|| error.why.lines().next().unwrap_or_default().to_owned())
}
