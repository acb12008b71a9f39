//! Execution of one task: the initial drawing, the conversation, and the checks on the document reopened from its code.

use super::checks::{self, Context};
use super::pieces::{self, Likeness};
use super::reach::{Reach, reach};
use super::recorded;
use super::tasks::Task;
use crate::conversation::{Conversation, TurnError};
use crate::document::Document;
use crate::matcher::mismatch;
use crate::runner::Runner;
use serde_json::json;
use std::path::Path;
use trammel_agent::{Connection, Event, Prompt, Receipt};
use trammel_formats::json;
use trammel_llm as llm;
use trammel_tools::{self as tools, Domain};

/// Result of a task.
pub(super) struct Played {
    /// Reason why the task is not solved; `None` if it is solved.
    pub(super) failure: Option<Failure>,
    /// Last text of the model.
    pub(super) answer: String,
    /// Number of tool calls.
    pub(super) calls: u32,
    /// Number of calls that look up tools.
    pub(super) lookups: u32,
    /// Comparison of the drawing with the reference; `None` if the reference draws nothing.
    pub(super) likeness: Option<Likeness>,
    /// Changes of the constants of the code; `None` if the code does not run.
    pub(super) reach: Option<Reach>,
    pub(super) receipt: Receipt,
}

/// Reason why a task is not solved.
pub(super) enum Failure {
    /// The conversation ended without an answer.
    Model(TurnError),
    /// A call of a recorded conversation failed.
    Recording(String),
    /// The code does not reproduce the drawing.
    Code(String),
    /// A check of the drawing failed: its number, from 1, and the reason.
    Check(usize, String),
    /// The last text does not match the expectation.
    Answer(String),
}

impl Failure {
    /// Returns a short label of the failed stage.
    pub(super) fn at(&self) -> String {
        match self {
            Failure::Model(_) => "model".to_owned(),
            Failure::Recording(_) => "recording".to_owned(),
            Failure::Code(_) => "code".to_owned(),
            Failure::Check(number, _) => format!("check {number}"),
            Failure::Answer(_) => "answer".to_owned(),
        }
    }

    /// Returns the reason for the failure.
    pub(super) fn why(&self) -> &str {
        match self {
            Failure::Model(error) => error.why.trim_end(),
            Failure::Recording(why) | Failure::Code(why) | Failure::Check(_, why) | Failure::Answer(why) => {
                why
            }
        }
    }
}

/// Plays a task in an empty document, which is kept in `dir` if given.
///
/// # Errors
/// Returns an error if the initial drawing cannot be created or the conversation cannot be performed.
pub(super) fn play(task: &Task, connection: &Connection, dir: Option<&Path>) -> Result<Played, String> {
    let named = |why: String| format!("task '{}': {why}", task.id);
    let recorded = llm::provider(&connection.provider).is_some_and(|provider| provider.recorded);
    let runner = if recorded { Runner::Thread } else { Runner::Child };
    let document = recorded::prepared(task, dir, Runner::Child).map_err(named)?;
    let context = recorded::context(task, runner).map_err(named)?;
    let mut conversation = Conversation::new(connection.clone(), document)?.replaying(task.reference.clone());
    let (mut calls, mut lookups) = (0, 0);
    let mut failed_call = None;
    let prompt = Prompt::about(task.selection.clone(), task.prompt.clone());
    let ended = conversation.run(prompt, &mut |event| {
        match event {
            Event::ToolStarted { name, .. } => {
                calls += 1;
                lookups += u32::from(tools::find(name).is_ok_and(|tool| tool.domain == Domain::Registry));
            }
            Event::ToolFinished { ok: false, text, .. } if recorded => {
                failed_call.get_or_insert_with(|| text.clone());
            }
            _ => {}
        }
        Ok(())
    })?;
    let drawn = pieces::pieces(conversation.document.session.scene());
    let draws = !pieces::equal(&context.pieces_before, &context.reference);
    let reproduced = reproduced(conversation.document)?;
    let constants = match &reproduced {
        Ok(document) => Some(reach(task, &recorded::texts(document), &context, runner)?),
        Err(_) => None,
    };
    let failure = match (ended.error, failed_call, reproduced) {
        (Some(error), ..) => Some(Failure::Model(error)),
        (None, Some(why), _) => Some(Failure::Recording(why)),
        (None, None, Err(why)) => Some(Failure::Code(why)),
        (None, None, Ok(mut document)) => verdict(task, &mut document, &context, &ended.answer),
    };
    Ok(Played {
        failure,
        answer: ended.answer,
        calls,
        lookups,
        likeness: draws.then(|| pieces::likeness(&drawn, &context.reference)),
        reach: constants,
        receipt: ended.receipt,
    })
}

/// Loads a document again and compares its drawing with the present one; the inner error is the reason of a failure.
///
/// # Errors
/// Returns an error if the storage cannot be read.
pub(super) fn reproduced(document: Document) -> Result<Result<Document, String>, String> {
    let left = json::write(document.session.scene());
    let (document, problems) = document.reopened()?;
    if !problems.is_empty() {
        return Ok(Err(problems.join("\n")));
    }
    if json::write(document.session.scene()) != left {
        return Ok(Err(
            "running main in an empty drawing gives another result".to_owned()
        ));
    }
    Ok(Ok(document))
}

/// Returns the first failure of a solution, or `None` if all checks pass.
pub(super) fn verdict(
    task: &Task,
    document: &mut Document,
    context: &Context,
    answer: &str,
) -> Option<Failure> {
    for (i, check) in task.expect.iter().enumerate() {
        if let Err(why) = checks::holds(&check.kind, document, context) {
            return Some(Failure::Check(i + 1, format!("{why} ({})", check.why)));
        }
    }
    let unexpected = task
        .answer
        .as_ref()
        .and_then(|want| mismatch(want, &json!(answer)))
        .map(|why| format!("the text{why}"));
    unexpected
        .or_else(|| unasked(&task.asks, answer))
        .map(Failure::Answer)
}

/// Returns the reason why a text does not ask the expected question: a sentence with a question mark that has one word
/// of each list, or several such sentences that have them together.
fn unasked(asks: &[Vec<String>], answer: &str) -> Option<String> {
    if asks.is_empty() {
        return None;
    }
    let ends = ['.', '!', '?', '\n'];
    let sentences = answer.split_inclusive(ends).map(str::trim);
    let questions: Vec<String> = sentences
        .filter(|sentence| sentence.ends_with('?'))
        .map(str::to_lowercase)
        .collect();
    if questions.is_empty() {
        return Some("the text asks no question".to_owned());
    }
    let has = |words: &&Vec<String>| {
        let is_in = |word: &String| questions.iter().any(|question| question.contains(word.as_str()));
        words.iter().any(is_in)
    };
    let missing = asks.iter().find(|words| !has(words))?;
    Some(format!(
        "no question has one of the words: {}",
        missing.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::unasked;

    #[test]
    fn a_question_is_recognized_by_its_words() {
        let asks = [vec!["thick".to_owned()], vec!["mm".to_owned(), "how".to_owned()]];
        let asked = |text: &str| unasked(&asks, text).is_none();
        assert!(asked("I need a value first. How thick is the plate?"));
        assert!(asked("Is it **thick**?\nHow much?"));
        assert!(!asked("I need to know how thick the plate is."));
        assert!(!asked("I drew a plate 3 mm thick. Is that right?"));
        assert!(!asked("Done."));
        assert!(unasked(&[], "Done.").is_none());
    }
}
