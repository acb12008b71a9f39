//! Edits by the user that concern an agent: changes not reported to the agent yet, entities the agent must not change
//! during its turn, and steps of an agent that the user undid.
//!
//! Invariants: this data does not affect the drawing and is not stored. Operations of [`Actor::Agent`] are not recorded.

use super::history_log::Direction;
use super::step::{Author, Step};
use std::collections::BTreeSet;
use trammel_code::FileName;
use trammel_language::Bilingual;
use trammel_run::Failure;
use trammel_scene::{Diff, Name};

/// Party that acts on a document.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Actor {
    /// User, at the page or through another program.
    User,
    /// Model, through its tools.
    #[default]
    Agent,
    /// Agent of the browser. Its edits are protected from the model like those of the user.
    BrowserAgent,
}

#[derive(Debug, Default)]
pub(super) struct UserEdits {
    /// Actor of the present operation.
    pub(super) actor: Actor,
    /// Whether an agent wants reports of the user's changes; without one, nothing is collected.
    pub(super) listening: bool,
    /// Changes of the drawing by the user that were not reported to the agent yet; `unreported_files` has those of files.
    pub(super) unreported: Diff,
    pub(super) unreported_files: BTreeSet<FileName>,
    /// Entities that the user changed during the present agent turn; `None` between turns.
    pub(super) during_turn: Option<BTreeSet<Name>>,
    /// Number of agent turns so far.
    pub(super) turns: u64,
    /// Turn count when the present operation was requested.
    pub(super) asked_in: u64,
    /// Steps of a model that the user undid since the last report.
    pub(super) undone: BTreeSet<u64>,
}

/// Error of a change to entities that are protected by the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ProtectedError {
    pub(super) message: Bilingual,
    pub(super) names: Vec<String>,
}

impl UserEdits {
    /// Records that the user changed the text of a file.
    pub(super) fn typed(&mut self, file: &FileName) {
        if self.listening {
            self.unreported_files.insert(file.clone());
        }
    }

    /// Records that the present actor undid or redid a step.
    pub(super) fn moved(&mut self, step: &Step, direction: Direction) {
        if self.actor != Actor::User || !self.listening || !matches!(step.author, Author::Model(_)) {
            return;
        }
        match direction {
            Direction::Back => self.undone.insert(step.id),
            Direction::Forward => self.undone.remove(&step.id),
        };
    }

    /// Records a change by the present actor; changes by an agent are ignored.
    pub(super) fn note<'f>(&mut self, diff: &Diff, files: impl Iterator<Item = &'f FileName>) {
        if self.actor == Actor::Agent || !self.listening {
            return;
        }
        self.unreported.then(diff.clone());
        self.unreported_files.extend(files.cloned());
        let of_the_turn = self.asked_in == self.turns;
        if let Some(names) = self.during_turn.as_mut().filter(|_| of_the_turn) {
            names.extend(diff.iter().map(|(name, _)| name.clone()));
        }
    }

    /// Records that the user locked, unlocked, hid or showed entities.
    pub(super) fn held(&mut self, diff: &Diff) {
        if self.listening {
            self.unreported.then(diff.clone());
        }
    }

    /// Stops collecting changes and discards those not reported, at the end of a conversation.
    pub(super) fn forget(&mut self) {
        self.listening = false;
        self.unreported = Diff::default();
        self.unreported_files.clear();
        self.undone.clear();
    }

    /// Returns the number of agent turns so far.
    pub(super) fn turns(&self) -> u64 {
        self.turns
    }

    /// Continues the count of turns after those of earlier visits.
    pub(super) fn continue_after(&mut self, turns: u64) {
        self.turns = turns;
        self.asked_in = turns;
    }

    /// Begins an operation of `actor`.
    pub(super) fn begin(&mut self, actor: Actor) {
        self.resume(actor, self.turns);
    }

    /// Resumes an operation that was requested at the given turn count. Code of the user that was already running when
    /// an agent turn began does not belong to that turn.
    pub(super) fn resume(&mut self, actor: Actor, turn: u64) {
        self.actor = actor;
        self.asked_in = turn;
    }

    /// Returns the actor of the present operation.
    pub(super) fn actor(&self) -> Actor {
        self.actor
    }

    /// Whether the user changed this entity during the present agent turn and the agent acts now.
    pub(super) fn keeps(&self, name: &str) -> bool {
        self.actor == Actor::Agent
            && self
                .during_turn
                .as_ref()
                .is_some_and(|names| names.contains(name))
    }
}

impl From<ProtectedError> for Failure {
    fn from(held: ProtectedError) -> Failure {
        Failure {
            protected: held.names,
            ..Failure::new(held.message)
        }
    }
}
