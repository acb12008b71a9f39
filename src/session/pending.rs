//! The outcome of a call, and runs that calls wait for.

use super::codegen::ComposedMain;
use super::replacement::Replacement;
use super::user_edits::Actor;
use crate::sandbox::RunRequest;
use crate::tools::Reply;
use crate::workspace::FileName;

/// The answer to a call: at once, or after a run.
#[derive(Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "an outcome is taken apart where it is returned; a box would cost an allocation in each direct call"
)]
pub enum CallOutcome {
    /// The reply that every caller gets.
    Done(Reply),
    /// Code has to run first: give [`Pending::request`] to a runner and its outcome to [`Session::finish`].
    Run(Box<Pending>),
}

/// A run that has to happen before a call is complete.
#[derive(Debug)]
pub struct Pending {
    pub(super) request: RunRequest,
    pub(super) purpose: RunIntent,
    pub(super) generation: u64,
    pub(super) actor: Actor,
    /// The agent's turn that lasted, or was the last one, when it was asked for.
    pub(super) turn: u64,
}

impl Pending {
    /// What to run.
    pub fn request(&self) -> &RunRequest {
        &self.request
    }
}

/// The reason for a run, with what its completion needs.
#[derive(Debug)]
pub(super) enum RunIntent {
    /// A tool writes a file.
    Write {
        file: FileName,
        code: String,
        whole: bool,
    },
    /// A tool runs a snippet.
    Snippet(ComposedMain),
    /// A tool made from a function is called; its value is the answer.
    Custom { tool: String, composed: ComposedMain },
    /// A person typed; the text is already in place.
    Typed,
    /// The document is opened.
    Open,
    /// The document was opened and does not run: its last good drawing is shown.
    LastGood,
    /// Another project takes the place of everything.
    Replace(Box<Replacement>),
    /// Somebody asks what does not run; nothing is kept.
    Check { file: FileName },
}
