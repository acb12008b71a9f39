//! What a person does by hand, as far as an agent has to know or to mind it: what it has not been told, what it must leave
//! alone while its turn lasts, and which lines of code are the person's own.
//!
//! Invariants: nothing here is needed to draw, and nothing is stored. Only operations of
//! [`Actor::Person`] count.

use super::step::Step;
use crate::sandbox::Failure;
use crate::scene::{Diff, Name};
use crate::workspace::FileName;
use std::collections::{BTreeMap, BTreeSet};

/// Who acts on a document.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Actor {
    /// Somebody at the page, or outside of it, on their own.
    Person,
    /// A model, through its tools.
    #[default]
    Agent,
}

#[derive(Debug, Default)]
pub(super) struct UserEdits {
    /// Actor of the present operation.
    pub(super) actor: Actor,
    /// Whether there is an agent that wants to know. Without one, nothing is collected: most changes are made alone.
    pub(super) listening: bool,
    /// What the person changed and the agent has not been told.
    pub(super) untold: Diff,
    pub(super) untold_files: BTreeSet<FileName>,
    /// What the person changed during the agent's turn, while one lasts.
    pub(super) during_turn: Option<BTreeSet<Name>>,
    /// How many turns there were.
    pub(super) turns: u64,
    /// How many there were when what is done now was asked for.
    pub(super) asked_in: u64,
    /// Lines that the person wrote, by file.
    pub(super) lines: BTreeMap<FileName, BTreeSet<String>>,
}

/// Why a change is refused: entities that are the person's to change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ProtectedError {
    pub(super) message: String,
    pub(super) names: Vec<String>,
}

impl UserEdits {
    /// The text of a file becomes another one by hand.
    pub(super) fn typed(&mut self, file: &FileName, before: &str, after: &str) {
        if self.listening {
            self.untold_files.insert(file.clone());
        }
        let present: BTreeSet<&str> = lines(after).collect();
        let own = self.lines.entry(file.clone()).or_default();
        own.retain(|line| present.contains(line.as_str()));
        let known: BTreeSet<&str> = lines(before).collect();
        own.extend(present.difference(&known).map(|line| (*line).to_owned()));
    }

    /// A change was made.
    pub(super) fn note<'f>(&mut self, diff: &Diff, files: impl Iterator<Item = &'f FileName>) {
        if self.actor != Actor::Person || !self.listening {
            return;
        }
        self.untold.then(diff.clone());
        self.untold_files.extend(files.cloned());
        let of_the_turn = self.asked_in == self.turns;
        if let Some(names) = self.during_turn.as_mut().filter(|_| of_the_turn) {
            names.extend(diff.iter().map(|(name, _)| name.clone()));
        }
    }

    /// The person has locked, freed, hidden or shown something.
    pub(super) fn held(&mut self, diff: &Diff) {
        if self.listening {
            self.untold.then(diff.clone());
        }
    }

    /// The conversation is over: nobody listens any more.
    pub(super) fn forget(&mut self) {
        self.listening = false;
        self.untold = Diff::default();
        self.untold_files.clear();
    }

    /// The lines of the person that go when a file's text becomes another one.
    pub(super) fn lost(&self, file: &FileName, before: &str, after: &str) -> Vec<String> {
        let Some(own) = self.lines.get(file) else {
            return Vec::new();
        };
        let stay: BTreeSet<&str> = lines(after).collect();
        let goes = |line: &&str| own.contains(*line) && !stay.contains(line);
        lines(before).filter(goes).map(str::to_owned).collect()
    }

    /// How many turns there were.
    pub(super) fn turns(&self) -> u64 {
        self.turns
    }

    /// Begins an operation of this actor.
    pub(super) fn begin(&mut self, actor: Actor) {
        self.resume(actor, self.turns);
    }

    /// Completes an operation that was requested when there had been this many turns: a person's code that ran when the
    /// agent's turn began is not of that turn.
    pub(super) fn resume(&mut self, actor: Actor, turn: u64) {
        self.actor = actor;
        self.asked_in = turn;
    }

    /// Actor of the present operation.
    pub(super) fn actor(&self) -> Actor {
        self.actor
    }

    /// The turn during which the person acts now, if they do.
    pub(super) fn turn_of_person(&self) -> Option<u64> {
        let person = self.actor == Actor::Person && self.during_turn.is_some();
        (person && self.asked_in == self.turns).then_some(self.turns)
    }

    /// Whether a step was made by the person during the agent's turn that lasts, and the agent acts now.
    pub(super) fn made(&self, step: &Step) -> bool {
        self.actor == Actor::Agent && self.during_turn.is_some() && step.turn_of_person() == Some(self.turns)
    }

    /// Whether the person has changed this entity during the agent's turn, and the agent acts now.
    pub(super) fn keeps(&self, name: &str) -> bool {
        self.actor == Actor::Agent
            && self
                .during_turn
                .as_ref()
                .is_some_and(|names| names.contains(name))
    }
}

/// The lines that say something, without what surrounds them.
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
