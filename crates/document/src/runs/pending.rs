//! Outcome of a call, and pending runs.

use crate::runs::purpose::Purpose;
use crate::turns::user_edits::Actor;
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
    /// Run to execute first: pass [`Pending::request`] to a runner and its outcome to `Session::finish`.
    Run(Box<Pending>),
}

/// Run that must be executed before a call is complete.
#[derive(Debug)]
pub struct Pending {
    pub(crate) request: RunRequest,
    pub(crate) purpose: Box<dyn Purpose>,
    pub(crate) generation: u64,
    pub(crate) actor: Actor,
    /// Number of agent turns when the run was requested.
    pub(crate) turn: u64,
    /// Whether the run draws what another tab or program has stored.
    pub(crate) is_from_outside: bool,
    /// Whether the reply warns of probable mistakes in the drawing.
    pub(crate) examines: bool,
}

impl Pending {
    /// Returns the request to execute.
    pub fn request(&self) -> &RunRequest {
        &self.request
    }

    /// Leaves the examination of the drawing ([`lint`](trammel_scene::lint)) to the host: the reply has no warnings about
    /// probable mistakes. In a page, the examination then becomes another task than the rest of the reply.
    #[must_use]
    pub fn without_examination(mut self) -> Pending {
        self.examines = false;
        self
    }
}
