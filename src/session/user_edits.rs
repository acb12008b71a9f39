//! Edits by the user that concern an agent: changes not reported to the agent yet, entities the agent must not change
//! during its turn, and lines of code written by the user.
//!
//! Invariants: this data does not affect the drawing and is not stored. Only operations of [`Actor::User`] are
//! recorded.

use super::step::Step;
use crate::language::Bilingual;
use crate::sandbox::Failure;
use crate::scene::{Diff, Name};
use crate::workspace::FileName;
use std::collections::{BTreeMap, BTreeSet};

/// Party that acts on a document.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Actor {
    /// User, at the page or through another program.
    User,
    /// Model, through its tools.
    #[default]
    Agent,
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
    /// Lines written by the user, by file.
    pub(super) lines: BTreeMap<FileName, BTreeSet<String>>,
}

/// Error of a change to entities that are protected by the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ProtectedError {
    pub(super) message: Bilingual,
    pub(super) names: Vec<String>,
}

impl UserEdits {
    /// Records that the user changed the text of a file.
    pub(super) fn typed(&mut self, file: &FileName, before: &str, after: &str) {
        if self.listening {
            self.unreported_files.insert(file.clone());
        }
        let present = crate::sort::set(lines(after));
        let own = self.lines.entry(file.clone()).or_default();
        own.retain(|line| present.contains(line.as_str()));
        let known = crate::sort::set(lines(before));
        own.extend(present.difference(&known).map(|line| (*line).to_owned()));
    }

    /// Records a change by the present actor; changes by an agent are ignored.
    pub(super) fn note<'f>(&mut self, diff: &Diff, files: impl Iterator<Item = &'f FileName>) {
        if self.actor != Actor::User || !self.listening {
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
    }

    /// Returns the lines of the user that a change of a file's text would remove.
    pub(super) fn lost(&self, file: &FileName, before: &str, after: &str) -> Vec<String> {
        let Some(own) = self.lines.get(file) else {
            return Vec::new();
        };
        let stay = crate::sort::set(lines(after));
        let goes = |line: &&str| own.contains(*line) && !stay.contains(line);
        lines(before).filter(goes).map(str::to_owned).collect()
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

    /// Returns the agent turn during which the user acts, if any.
    pub(super) fn turn_of_user(&self) -> Option<u64> {
        let by_user = self.actor == Actor::User && self.during_turn.is_some();
        (by_user && self.asked_in == self.turns).then_some(self.turns)
    }

    /// Whether the user made a step during the present agent turn and the agent acts now.
    pub(super) fn made(&self, step: &Step) -> bool {
        self.actor == Actor::Agent && self.during_turn.is_some() && step.turn_of_user() == Some(self.turns)
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

/// Iterates over the trimmed lines that contain a letter or digit.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .map(str::trim)
        .filter(|line| line.contains(char::is_alphanumeric))
}

impl From<ProtectedError> for Failure {
    fn from(held: ProtectedError) -> Failure {
        Failure {
            protected: held.names,
            ..Failure::new(held.message)
        }
    }
}
