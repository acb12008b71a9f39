//! Edits that concern an agent: the acting party, the news for the agents of conversations, and the entities that an agent
//! must not change during its turn.
//!
//! Invariants: this data does not affect the drawing and is not stored.

use crate::history::history_log::Direction;
use crate::history::step::{Author, Step};
use crate::step_label;
use crate::turns::news::{News, Source};
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
pub(crate) struct UserEdits {
    /// Actor of the present operation.
    pub(crate) actor: Actor,
    /// What the agents of conversations were not told yet.
    pub(crate) news: News,
    /// Whether the present operation loads what another tab or program has stored.
    pub(crate) is_from_outside: bool,
    /// Entities that the user changed during the present agent turn; `None` between turns.
    pub(crate) during_turn: Option<BTreeSet<Name>>,
    /// Number of agent turns so far.
    pub(crate) turns: u64,
    /// Turn count when the present operation was requested.
    pub(crate) asked_in: u64,
}

/// Error of a change to entities that are protected by the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ProtectedError {
    pub(crate) message: Bilingual,
    pub(crate) names: Vec<String>,
}

impl UserEdits {
    /// Records that the user changed the text of a file.
    pub(crate) fn note_typed(&mut self, file: &FileName) {
        let files = BTreeSet::from([file.clone()]);
        self.news.add(&self.source(), &Diff::default(), &files);
    }

    /// Records that the present actor undid or redid a step, which changed the drawing by `diff`.
    pub(crate) fn note_step(&mut self, step: &Step, diff: &Diff, direction: Direction) {
        let files: BTreeSet<FileName> = step.files().cloned().collect();
        match step.author {
            Author::Model(turn) if self.actor == Actor::User => {
                self.protect(diff);
                self.news.add_moved((step.id, turn), direction, diff, &files);
            }
            _ if step.label == step_label::REJECT && self.actor == Actor::User => {
                self.protect(diff);
                self.news.move_rejection(step.id, direction, diff, &files);
            }
            _ => {
                self.note(diff, files.iter());
                if direction == Direction::Back {
                    self.news.forget_steps(|id| id == step.id);
                }
            }
        }
    }

    /// Records a change by the present actor. It is news for the agents of all conversations but the one that made it.
    pub(crate) fn note<'f>(&mut self, diff: &Diff, files: impl Iterator<Item = &'f FileName>) {
        let files: BTreeSet<FileName> = files.cloned().collect();
        self.news.add(&self.source(), diff, &files);
        if self.actor != Actor::Agent {
            self.protect(diff);
        }
    }

    /// Records that the user rejected changes of these turns by the step with this number.
    pub(crate) fn note_rejection<'f>(
        &mut self,
        step: u64,
        turns: BTreeSet<u64>,
        diff: &Diff,
        files: impl Iterator<Item = &'f FileName>,
    ) {
        let files: BTreeSet<FileName> = files.cloned().collect();
        self.news.add(&Source::Rejection(step), diff, &files);
        self.news.add_rejected(step, turns);
        self.protect(diff);
    }

    /// Protects the changed entities from the agent during its turn.
    fn protect(&mut self, diff: &Diff) {
        let of_the_turn = self.asked_in == self.turns;
        if let Some(names) = self.during_turn.as_mut().filter(|_| of_the_turn) {
            names.extend(diff.iter().map(|(name, _)| name.clone()));
        }
    }

    /// Records that the user locked, unlocked, hid or showed entities.
    pub(crate) fn note_flags(&mut self, diff: &Diff) {
        self.news.add(&Source::User, diff, &BTreeSet::new());
    }

    /// Returns the origin of a change by the present actor.
    fn source(&self) -> Source {
        match self.actor {
            Actor::Agent => Source::Turn(self.turns),
            Actor::BrowserAgent => Source::BrowserAgent,
            Actor::User if self.is_from_outside => Source::Outside,
            Actor::User => Source::User,
        }
    }

    /// Returns the number of agent turns so far.
    pub(crate) fn turns(&self) -> u64 {
        self.turns
    }

    /// Continues the count of turns after those of earlier visits.
    pub(crate) fn continue_after(&mut self, turns: u64) {
        self.turns = turns;
        self.asked_in = turns;
    }

    /// Begins an operation of `actor`.
    pub(crate) fn begin(&mut self, actor: Actor) {
        self.resume(actor, self.turns);
    }

    /// Resumes an operation that was requested at the given turn count. Code of the user that was already running when
    /// an agent turn began does not belong to that turn.
    pub(crate) fn resume(&mut self, actor: Actor, turn: u64) {
        self.actor = actor;
        self.asked_in = turn;
    }

    /// Returns the actor of the present operation.
    pub(crate) fn actor(&self) -> Actor {
        self.actor
    }

    /// Whether the user changed this entity during the present agent turn and the agent acts now.
    pub(crate) fn keeps(&self, name: &str) -> bool {
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
