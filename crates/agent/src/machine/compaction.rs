//! Compaction of a conversation that fills the context window: the summary request and the restart.

use super::agent::Agent;
use crate::compaction;
use crate::effect::Effect;
use crate::event::{Event, Pause};
use trammel_llm::{ApiError, ErrorKind, Turn};

/// Minimum length of the conversation text in the summary request, in bytes.
const LEAST: usize = 2_000;

impl Agent {
    /// Whether the context window is nearly full and compaction would help.
    pub(super) fn is_nearly_full(&self) -> bool {
        let gauge = self.gauge();
        let threshold = gauge.window / 100 * compaction::THRESHOLD;
        gauge.used >= threshold && compaction::is_worthwhile(&self.transcript)
    }

    /// Whether compaction can resolve a full context window. Allowed once per run.
    pub(super) fn can_compact(&self) -> bool {
        !self.run.overflowed && !self.run.compacting && compaction::is_worthwhile(&self.transcript)
    }

    /// Starts compaction by requesting a summary.
    pub(super) fn compact(&mut self, out: &mut Vec<Effect>) {
        self.run.overflowed = true;
        self.run.compacting = true;
        self.run.attempt = 0;
        let gauge = self.gauge();
        out.push(Effect::Emit(Event::Compacting { gauge }));
        self.send_request(out);
    }

    /// Returns the turn that requests the summary. The conversation text has one byte per token of the window,
    /// so that it fits with at most half of the window even at two bytes per token.
    pub(super) fn question(&self) -> Turn {
        let bytes = usize::try_from(self.known.window)
            .unwrap_or(usize::MAX)
            .clamp(LEAST, 400_000);
        compaction::question(&self.transcript, bytes)
    }

    /// Replaces the conversation with the summary and continues the run.
    pub(super) fn compacted(&mut self, turn: &Turn, out: &mut Vec<Effect>) {
        let summary = turn.text();
        if summary.trim().is_empty() {
            return self.failed(&ApiError::new(ErrorKind::Empty, "The summary is empty."), out);
        }
        self.close_request();
        self.run.compacting = false;
        self.used = 0;
        let beginning = compaction::beginning(&self.transcript, &summary);
        self.transcript.restart(beginning);
        out.push(Effect::Emit(Event::Compacted { summary }));
        let limits = &self.config.limits;
        let spent = self.run.spent.total();
        if limits.max_run_tokens.is_some_and(|max| spent >= max) {
            self.pause(Pause::TokenLimit(spent), out);
        } else {
            self.next_turn(out);
        }
    }
}
