//! Trials of the tasks themselves: the listed mistakes, an empty answer, and random variants of the reference must fail.
//!
//! A variant that passes is accepted if its drawing and its answer are equal to those of the reference. A variant whose
//! code does not run is not counted. All
//! trials run recorded code, so they run in this process.

use super::checks::Context;
use super::mutants::Mutants;
use super::pieces;
use super::play::{reproduce, verdict};
use super::recorded::{self, Left};
use super::report::Failure;
use super::tasks::Task;
use std::fmt::Write;
use std::thread;
use trammel_engine::child::clock;
use trammel_host::Document;
use trammel_host::Runner;

/// Maximum number of attempts for each wanted variant; an attempt may give an equal drawing or code that does not run.
const ATTEMPTS: usize = 6;

/// Stack of a thread in bytes; scripts recurse deeply.
const STACK: usize = 64 << 20;

/// Trials of one task.
#[derive(Default)]
struct Tried {
    /// Number of listed mistakes, the empty answer included.
    mistakes: usize,
    /// Number of wrong variants.
    variants: usize,
    /// Number of variants that pass because they are equal to the reference, and of those that do not run.
    equal: usize,
    broken: usize,
    /// Trials that passed.
    problems: Vec<String>,
    seconds: f64,
}

/// Tries all tasks and returns the report, and whether every trial failed.
///
/// # Errors
/// Returns an error if a document cannot be loaded.
pub fn try_tasks(tasks: &[Task], wanted: usize) -> Result<(String, bool), String> {
    // The memory of a run is counted for the whole process, so only one thread runs code.
    let done = thread::scope(|scope| {
        let work = || tasks.iter().map(|task| try_task(task, wanted)).collect();
        let started = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let started = started.map_err(|e| format!("a thread could not be started: {e}"))?;
        started
            .join()
            .map_err(|_| "the trials ended with a panic".to_owned())
    })?;
    let done: Vec<Result<Tried, String>> = done;
    let mut out = format!(
        "{:<32}{:>9}{:>9}{:>8}{:>8}{:>9}\n",
        "task", "mistakes", "variants", "equal", "broken", "seconds"
    );
    let mut all = Tried::default();
    for (task, tried) in tasks.iter().zip(done) {
        let tried = tried.map_err(|why| format!("task '{}': {why}", task.id))?;
        let _ = writeln!(
            out,
            "{:<32}{:>9}{:>9}{:>8}{:>8}{:>9.1}",
            task.id, tried.mistakes, tried.variants, tried.equal, tried.broken, tried.seconds
        );
        for problem in &tried.problems {
            let _ = writeln!(out, "    PASSES: {problem}");
        }
        all.mistakes += tried.mistakes;
        all.variants += tried.variants;
        all.problems.extend(tried.problems);
    }
    let _ = writeln!(
        out,
        "\ntrials: {} tasks, {} mistakes and {} wrong variants, {} pass",
        tasks.len(),
        all.mistakes,
        all.variants,
        all.problems.len()
    );
    Ok((out, all.problems.is_empty()))
}

fn try_task(task: &Task, wanted: usize) -> Result<Tried, String> {
    let clock = clock();
    let context = recorded::context(task, Runner::Thread)?;
    let mut tried = Tried::default();
    let nothing = Vec::new();
    let mistakes = task
        .wrong
        .iter()
        .map(|(mistake, turns)| (mistake.as_str(), turns));
    for (mistake, turns) in mistakes.chain([("nothing is done", &nothing)]) {
        let left = recorded::play_turns(task, turns, Runner::Thread)?;
        tried.mistakes += 1;
        if let Some(problem) = acceptance_problem(task, left, &context)? {
            tried.problems.push(format!("{mistake}: {problem}"));
        }
    }
    variants(task, &context, wanted, &mut tried)?;
    tried.seconds = clock() / 1e3;
    Ok(tried)
}

/// Returns the reason why a mistake does not fail as it should.
fn acceptance_problem(task: &Task, left: Left, context: &Context) -> Result<Option<String>, String> {
    if let Some(why) = left.failed_call {
        return Ok(Some(format!("a call fails: {why}")));
    }
    let answer = if left.answer.is_empty() {
        "Done."
    } else {
        &left.answer
    };
    let failure = match reproduce(left.document)? {
        Ok(mut document) => verdict(task, &mut document, context, answer),
        Err(why) => Some(Failure::new("code", why)),
    };
    Ok(failure.is_none().then(|| "all checks pass".to_owned()))
}

fn variants(task: &Task, context: &Context, wanted: usize, tried: &mut Tried) -> Result<(), String> {
    let left = recorded::play_turns(task, &task.reference, Runner::Thread)?;
    let texts = recorded::texts(&left.document);
    let scene = left.document.session.scene();
    let names: Vec<String> = scene.walk().map(|entity| entity.name.to_string()).collect();
    let has_answer = task.answer.is_some() || !task.asks.is_empty();
    let mut mutants = Mutants::new(&task.id, &texts, &names, &left.answer, has_answer);
    for _ in 0..wanted * ATTEMPTS {
        if tried.variants == wanted {
            break;
        }
        let Some(variant) = mutants.next_variant() else {
            continue;
        };
        let (mut document, problems) = Document::of_texts(variant.texts, Runner::Thread)?;
        if !problems.is_empty() {
            tried.broken += 1;
            continue;
        }
        let drawn = pieces::pieces(document.session.scene());
        if verdict(task, &mut document, context, &variant.answer).is_some() {
            tried.variants += 1;
        } else if variant.answer == left.answer && pieces::equal(&drawn, &context.reference) {
            tried.equal += 1;
        } else {
            tried.variants += 1;
            tried.problems.push(variant.change);
        }
    }
    Ok(())
}
