//! Reach of an edit: whether the drawing stays sound when one constant of `main` changes.
//!
//! Each number among the parameters of `main` is changed by +20 % and by -20 %, one at a time and in the way of the
//! Parameters panel. The drawing is sound if the code runs, the invariants of the task hold, and the checks that the code declares hold.

use super::checks::{self, Context};
use super::tasks::Task;
use serde::{Deserialize, Serialize};
use trammel_code::parameters::{Change, Parameter, Setting, change_value, parameters};
use trammel_host::Document;
use trammel_host::Runner;

/// Factors of the changes.
const FACTORS: [f64; 2] = [1.2, 0.8];

/// Result of the changes of all constants.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Reach {
    /// Number of changes.
    pub changed: usize,
    /// Number of changes after which the drawing is sound.
    pub held: usize,
    /// Changes after which it is not, with the reasons.
    pub failed: Vec<String>,
}

/// Changes each constant of the code of a document.
///
/// # Errors
/// Returns an error if a document cannot be loaded.
pub(super) fn reach(
    task: &Task,
    texts: &[(String, String)],
    context: &Context,
    runner: Runner,
) -> Result<Reach, String> {
    let mut reach = Reach::default();
    let main = texts.iter().find(|(file, _)| file == "main");
    let Some((_, main)) = main else { return Ok(reach) };
    for parameter in parameters(main) {
        for value in FACTORS
            .into_iter()
            .filter_map(|factor| scaled_value(&parameter, factor))
        {
            let Some(text) = change_value(main, &parameter.name, &Change::Number(value)) else {
                continue;
            };
            let files = texts.iter().map(|(file, old)| {
                let text = if file == "main" { &text } else { old };
                (file.clone(), text.clone())
            });
            let (document, problems) = Document::of_texts(files, runner)?;
            reach.changed += 1;
            match unsound(task, document, &problems, context) {
                None => reach.held += 1,
                Some(why) => reach.failed.push(format!("{} = {value}: {why}", parameter.name)),
            }
        }
    }
    Ok(reach)
}

/// Returns the value of a parameter multiplied by a factor, on the steps of the parameter; `None` if the parameter is
/// not a number or its range leaves no other value.
fn scaled_value(parameter: &Parameter, factor: f64) -> Option<f64> {
    let Setting::Number { value, range } = &parameter.value else {
        return None;
    };
    let on_step = range.snap(value * factor);
    let is_new = (on_step - value).abs() > 1e-9;
    let next = if is_new {
        on_step
    } else {
        range.step_value(*value, if factor > 1.0 { 1.0 } else { -1.0 })
    };
    (range.has(next) && (next - value).abs() > 1e-9).then_some(next)
}

/// Returns the first reason why a drawing is not sound.
fn unsound(task: &Task, mut document: Document, problems: &[String], context: &Context) -> Option<String> {
    if let Some(problem) = problems.first() {
        return Some(problem.clone());
    }
    if let Some((result, failed)) = document.session.document().checks().failures().next() {
        return Some(format!("{}: {}", result.text.english, failed.why.english));
    }
    task.invariants.iter().find_map(|check| {
        let held = checks::perform(&check.kind, &mut document, context);
        held.err().map(|why| format!("{why} ({})", check.why))
    })
}
