//! Completion of a call by the outcome of its run.

use super::pending::Pending;
use super::purpose::Ran;
use crate::session::Session;
use trammel_run::RunOutcome;
use trammel_tools::Reply;

impl Session {
    /// Completes a call with the outcome of its run. `elapsed_ms` is the duration measured by the host.
    pub fn finish(&mut self, pending: Pending, outcome: RunOutcome, elapsed_ms: f64) -> Reply {
        let actor = pending.actor;
        let ran = Ran {
            request: pending.request,
            outcome,
            generation: pending.generation,
            actor,
            turn: pending.turn,
            examines: pending.examines,
            elapsed_ms,
        };
        self.parties.user_edits.is_from_outside = pending.is_from_outside;
        let reply = pending.purpose.finish(self, ran);
        self.parties.user_edits.is_from_outside = false;
        let reply = self.document.with_checks(reply);
        self.with_impact(actor, reply)
    }
}
