//! `trammel eval`: plays drawing tasks with a model and scores the resulting drawings.

use super::connect::{ConnectionArgs, connection};
use super::exit::Exit;
use super::files::{Content, Overwrite, is_standard};
use clap::ValueHint;
use std::path::PathBuf;
use trammel_evaluation::{Report, head, load_tasks, play, tables, try_tasks};
use trammel_host::streams::{self, Line, print};
use trammel_llm as llm;

/// Content of the file of `--json`.
const RESULT: Content<'static> = Content {
    name: "trammel eval",
    is: &|bytes| serde_json::from_slice::<Report>(bytes).is_ok(),
};

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
        return Ok(print(&Line::text(&tables(folder)?))?);
    }
    if let Some(wanted) = args.trials {
        let (report, all_fail) = try_tasks(&load_tasks(&args.tasks, &args.only)?, wanted)?;
        print(&Line::text(&report))?;
        return if all_fail { Ok(()) } else { Err(Exit::Failed) };
    }
    if let Some(out) = &args.json {
        args.overwrite.check_content(out, &RESULT, &[])?;
    }
    let connection = connection(args.connection, "eval")?;
    let tasks = load_tasks(&args.tasks, &args.only)?;
    let to_stdout = args.json.as_ref().is_some_and(|out| is_standard(out));
    let say = |line: &str| match to_stdout {
        true => {
            streams::report(&Line::text(line));
            Ok(())
        }
        false => print(&Line::text(&format!("{line}\n"))),
    };
    say(&head())?;
    let mut report = Report::new(&connection);
    let mut hopeless = None;
    for task in tasks {
        let dir = args.keep.as_ref().map(|keep| keep.join(&task.id));
        let result = play(&task, &connection, dir.as_deref())?;
        say(&result.row())?;
        hopeless = result.lasting_error().map(str::to_owned);
        report.push(result);
        // The file is written after each task, so that results survive an interrupted run.
        if let Some(out) = args.json.as_ref().filter(|_| !to_stdout) {
            args.overwrite.write(out, report.to_json().as_bytes())?;
        }
        if hopeless.is_some() {
            break;
        }
    }
    say(&report.score())?;
    if to_stdout {
        print(&Line::of_json(&report.to_json()))?;
    }
    if let Some(why) = hopeless {
        streams::report(&Line::of(&format!("trammel: the run stopped: {why}")));
        return Err(Exit::Failed);
    }
    let recorded = llm::provider(&connection.provider).is_some_and(|provider| provider.recorded);
    let is_silent = report.tasks.iter().all(|task| task.model_error.is_some());
    if is_silent || (recorded && report.failed > 0) {
        return Err(Exit::Failed);
    }
    Ok(())
}
