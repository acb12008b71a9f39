//! Outcome of a call, and pending runs.

use super::codegen::ComposedMain;
use super::history_log::Direction;
use super::importing::Importing;
use super::planned::Planned;
use super::replacement::Replacement;
use super::user_edits::Actor;
use trammel_code::FileName;
use trammel_run::RunRequest;
use trammel_tools::Reply;

/// Outcome of a call: a reply, or a run to execute first.
#[derive(Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "an outcome is taken apart where it is returned; a box would cost an allocation in each direct call"
)]
pub enum CallOutcome {
    /// Reply of the completed call.
    Done(Reply),
    /// Run to execute first: pass [`Pending::request`] to a runner and its outcome to [`Session::finish`].
    Run(Box<Pending>),
}

/// Run that must be executed before a call is complete.
#[derive(Debug)]
pub struct Pending {
    pub(super) request: RunRequest,
    pub(super) purpose: RunIntent,
    pub(super) generation: u64,
    pub(super) actor: Actor,
    /// Number of agent turns when the run was requested.
    pub(super) turn: u64,
    /// Whether the reply warns of probable mistakes in the drawing.
    pub(super) examines: bool,
}

impl Pending {
    /// Returns the request to execute.
    pub fn request(&self) -> &RunRequest {
        &self.request
    }

    /// Leaves the examination of the drawing ([`lint`](trammel_scene::lint)) to the host: the reply has no warnings about
    /// probable mistakes. In a page, the examination then becomes another task than the rest of the reply.
    #[must_use]
    pub fn unexamined(mut self) -> Pending {
        self.examines = false;
        self
    }
}

/// Purpose of a run, with the data needed to complete it.
#[derive(Debug)]
pub(super) enum RunIntent {
    /// File written by a tool.
    Write {
        file: FileName,
        code: String,
        whole: bool,
    },
    /// Snippet run by a tool.
    Snippet(ComposedMain),
    /// Snippet that only looks; its value is the result, and the drawing stays as it is.
    Query(ComposedMain),
    /// Call of a custom tool, whose value is the result.
    Custom { tool: String, composed: ComposedMain },
    /// Adjustment with changed code.
    Adjust(Box<Planned>),
    /// File of another program, whose code is added to the document.
    Import(Box<Importing>),
    /// File of another program that is written from the drawing, which stays as it is.
    Export,
    /// Text typed by the user, already stored in the files.
    Typed,
    /// First run of an opened document.
    Open,
    /// Last good drawing of an opened document whose files do not run.
    LastGood,
    /// Project that replaces the whole document.
    Replace(Box<Replacement>),
    /// Undo or redo of a stored step.
    Stored(Direction),
    /// Diagnostics only; the result is discarded.
    Check { file: FileName },
}
