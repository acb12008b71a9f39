//! Execution of one task: the initial drawing, the conversation, and the checks on the document reopened from its code.

use super::checks::{self, Context};
use super::pieces;
use super::reach::reach;
use super::recorded;
use super::report::{Failure, TaskResult};
use super::tasks::Task;
use serde_json::json;
use std::path::Path;
use trammel_agent::{Connection, Event, Prompt};
use trammel_formats::json;
use trammel_host::Conversation;
use trammel_host::Document;
use trammel_host::Runner;
use trammel_host::mismatch;
use trammel_llm as llm;
use trammel_tools::{self as tools, Domain};

/// Plays a task in an empty document, which is kept in `dir` if given.
///
/// # Errors
/// Returns an error if the initial drawing cannot be created or the conversation cannot be performed.
pub fn play(task: &Task, connection: &Connection, dir: Option<&Path>) -> Result<TaskResult, String> {
    let named = |why: String| format!("task '{}': {why}", task.id);
    let recorded = llm::provider(&connection.provider).is_some_and(|provider| provider.recorded);
    let runner = if recorded { Runner::Thread } else { Runner::Child };
    let document = recorded::prepare_document(task, dir, Runner::Child).map_err(named)?;
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
    let reproduced = reproduce(conversation.document)?;
    let constants = match &reproduced {
        Ok(document) => Some(reach(task, &recorded::texts(document), &context, runner)?),
        Err(_) => None,
    };
    let failure = match (&ended.error, failed_call, reproduced) {
        (Some(error), ..) => Some(Failure::new("model", error.why.trim_end().to_owned())),
        (None, Some(why), _) => Some(Failure::new("recording", why)),
        (None, None, Err(why)) => Some(Failure::new("code", why)),
        (None, None, Ok(mut document)) => verdict(task, &mut document, &context, &ended.answer),
    };
    let likeness = draws.then(|| pieces::likeness(&drawn, &context.reference));
    let receipt = ended.receipt;
    Ok(TaskResult {
        id: task.id.clone(),
        category: task.category.clone(),
        passed: failure.is_none(),
        failure,
        answer: ended.answer,
        turns: receipt.requests,
        calls,
        lookups,
        line_f1: likeness.map(|likeness| likeness.line_f1),
        dimension_ratio: likeness.and_then(|likeness| likeness.dimension_ratio),
        constants,
        failed_calls: receipt.failed_calls,
        tokens: receipt.usage,
        cost_usd: receipt.cost.map(|billionths| billionths as f64 / 1e9),
        seconds: receipt.elapsed_ms.unwrap_or(0) as f64 / 1e3,
        model_error: ended.error,
    })
}

/// Loads a document again and compares its drawing with the present one; the inner error is the reason of a failure.
///
/// # Errors
/// Returns an error if the storage cannot be read.
pub(super) fn reproduce(document: Document) -> Result<Result<Document, String>, String> {
    let left = json::write(document.session.scene());
    let (document, problems) = document.reopen()?;
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
        if let Err(why) = checks::perform(&check.kind, document, context) {
            let at = format!("check {}", i + 1);
            return Some(Failure::new(&at, format!("{why} ({})", check.why)));
        }
    }
    let unexpected = task
        .answer
        .as_ref()
        .and_then(|want| mismatch(want, &json!(answer)))
        .map(|why| format!("the text{why}"));
    unexpected
        .or_else(|| missing_question(&task.asks, answer))
        .map(|why| Failure::new("answer", why))
}

/// Returns the reason why a text does not ask the expected question: a sentence with a question mark that has one word
/// of each list, or several such sentences that have them together.
fn missing_question(asks: &[Vec<String>], answer: &str) -> Option<String> {
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
    use super::missing_question;

    #[test]
    fn a_question_is_recognized_by_its_words() {
        let asks = [vec!["thick".to_owned()], vec!["mm".to_owned(), "how".to_owned()]];
        let asked = |text: &str| missing_question(&asks, text).is_none();
        assert!(asked("I need a value first. How thick is the plate?"));
        assert!(asked("Is it **thick**?\nHow much?"));
        assert!(!asked("I need to know how thick the plate is."));
        assert!(!asked("I drew a plate 3 mm thick. Is that right?"));
        assert!(!asked("Done."));
        assert!(missing_question(&[], "Done.").is_none());
    }
}
