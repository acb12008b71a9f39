//! Execution of one task: the initial drawing, the conversation, and the checks on the document reopened from its code.

use super::checks;
use super::tasks::Task;
use crate::agent::{Connection, Event, Prompt, Receipt};
use crate::cli::conversation::{Conversation, TurnError};
use crate::cli::document::{Document, FolderArgs};
use crate::cli::matcher::mismatch;
use crate::formats::json;
use crate::llm;
use crate::workspace::FileName;
use serde_json::{Value, json};
use std::path::Path;

/// Result of a task.
pub(super) struct Played {
    /// Reason why the task is not solved; `None` if it is solved.
    pub(super) failure: Option<Failure>,
    /// Last text of the model.
    pub(super) answer: String,
    /// Number of tool calls.
    pub(super) calls: u32,
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
    let document = prepared(task, dir).map_err(|why| format!("task '{}': {why}", task.id))?;
    let before = checks::drawing(&document);
    let recorded = llm::provider(&connection.provider).is_some_and(|provider| provider.recorded);
    let mut conversation = Conversation::new(connection.clone(), document)?.replaying(task.reference.clone());
    let mut calls = 0;
    let mut failed_call = None;
    let prompt = Prompt::about(task.selection.clone(), task.prompt.clone());
    let ended = conversation.run(prompt, &mut |event| {
        match event {
            Event::ToolStarted { .. } => calls += 1,
            Event::ToolFinished { ok: false, text, .. } if recorded => {
                failed_call.get_or_insert_with(|| text.clone());
            }
            _ => {}
        }
        Ok(())
    })?;
    let failure = match (ended.error, failed_call) {
        (Some(error), _) => Some(Failure::Model(error)),
        (None, Some(why)) => Some(Failure::Recording(why)),
        (None, None) => judge(task, conversation.document, &before, &ended.answer)?,
    };
    Ok(Played {
        failure,
        answer: ended.answer,
        calls,
        receipt: ended.receipt,
    })
}

/// Creates the document of the user before the prompt.
fn prepared(task: &Task, dir: Option<&Path>) -> Result<Document, String> {
    let mut document = Document::open(&FolderArgs::own(dir))?;
    if !document.session.files().main().is_empty() {
        let folder = dir.unwrap_or(Path::new("the folder"));
        return Err(format!("{} already contains a document", folder.display()));
    }
    for call in &task.setup {
        let input = if call.input.is_null() {
            json!({})
        } else {
            call.input.clone()
        };
        let reply = document.call(&call.tool, input);
        if let Some(failure) = reply.failure() {
            return Err(format!("setup: {}: {}", call.tool, failure.text()));
        }
    }
    for (file, text) in &task.typed {
        let file = FileName::new(file).map_err(|e| e.to_string())?;
        document.type_in(&file, text);
    }
    // Reads during the setup do not count as reads of the model.
    document.session.forget_reading();
    document.select(task.selection.clone())?;
    Ok(document)
}

/// Returns the first failure of the solution, or `None` if all checks pass.
fn judge(task: &Task, document: Document, before: &Value, answer: &str) -> Result<Option<Failure>, String> {
    let left = json::write(document.session.scene());
    let (mut document, problems) = document.reopened()?;
    if !problems.is_empty() {
        return Ok(Some(Failure::Code(problems.join("\n"))));
    }
    if json::write(document.session.scene()) != left {
        let why = "running main in an empty drawing gives another result".to_owned();
        return Ok(Some(Failure::Code(why)));
    }
    for (i, check) in task.expect.iter().enumerate() {
        if let Err(why) = checks::holds(&check.kind, &mut document, before) {
            let why = format!("{why} ({})", check.why);
            return Ok(Some(Failure::Check(i + 1, why)));
        }
    }
    let unexpected = task
        .answer
        .as_ref()
        .and_then(|want| mismatch(want, &json!(answer)));
    Ok(unexpected.map(|why| Failure::Answer(format!("the text{why}"))))
}
