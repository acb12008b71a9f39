//! Playback of recorded conversations without a model: the calls in order, and the last text.

use super::checks::{self, Context};
use super::pieces;
use super::tasks::Task;
use serde_json::json;
use std::path::Path;
use trammel_code::FileName;
use trammel_document::Provenance;
use trammel_host::Document;
use trammel_host::Runner;
use trammel_language::Language;
use trammel_llm::{RecordedCall, RecordedTurn};
use trammel_tools::Reply;

/// Document and last text after a recorded conversation.
pub(super) struct Left {
    pub(super) document: Document,
    pub(super) answer: String,
    /// First call that failed, with the reason.
    pub(super) failed_call: Option<String>,
}

/// Creates the document of the user before the prompt, in the folder `dir` or in memory.
///
/// # Errors
/// Returns an error if a call of the setup fails or the folder already contains a document.
pub(super) fn prepare_document(task: &Task, dir: Option<&Path>, runner: Runner) -> Result<Document, String> {
    let mut document = match dir {
        Some(dir) => Document::open(dir, Provenance::Own)?,
        None => Document::in_memory(runner)?,
    };
    if !document.session.files().main().is_empty() {
        let folder = dir.unwrap_or(Path::new("the folder"));
        return Err(format!("{} already contains a document", folder.display()));
    }
    for call in &task.setup {
        if let Some(failure) = perform(&mut document, call).failure() {
            return Err(format!(
                "setup: {}: {}",
                call.tool,
                failure.text(Language::English)
            ));
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

/// Performs a recorded call.
fn perform(document: &mut Document, call: &RecordedCall) -> Reply {
    let input = if call.input.is_null() {
        json!({})
    } else {
        call.input.clone()
    };
    document.call(&call.tool, input)
}

/// Plays the turns of a conversation on the document of a task.
///
/// # Errors
/// Returns an error if the document of the task cannot be created.
pub(super) fn play_turns(task: &Task, turns: &[RecordedTurn], runner: Runner) -> Result<Left, String> {
    let mut document = prepare_document(task, None, runner)?;
    let mut failed_call = None;
    for call in turns.iter().flat_map(|turn| &turn.calls) {
        let reply = perform(&mut document, call);
        if let Some(failure) = reply.failure() {
            failed_call.get_or_insert(format!("{}: {}", call.tool, failure.text(Language::English)));
        }
    }
    Ok(Left {
        document,
        answer: turns.last().map(|turn| turn.text.clone()).unwrap_or_default(),
        failed_call,
    })
}

/// Plays the reference of a task and returns the drawings that checks compare with.
///
/// # Errors
/// Returns an error if the document of the task cannot be created.
pub(super) fn context(task: &Task, runner: Runner) -> Result<Context, String> {
    let before = prepare_document(task, None, runner)?;
    let after = play_turns(task, &task.reference, runner)?;
    Ok(Context {
        before: checks::drawing(&before),
        pieces_before: pieces::pieces(before.session.scene()),
        reference: pieces::pieces(after.document.session.scene()),
    })
}

/// Returns the texts of a document, each with the name of its file.
pub(super) fn texts(document: &Document) -> Vec<(String, String)> {
    let files = document.session.files().files();
    files
        .map(|(file, text)| (file.as_str().to_owned(), text.to_string()))
        .collect()
}
