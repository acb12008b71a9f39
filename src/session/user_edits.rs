//! What a person does by hand, as far as an agent has to know or to mind it: what it has not been told, what it must leave
//! alone while its turn lasts, and which lines of code are the person's own.
//!
//! Invariants: nothing here is needed to draw, and nothing is stored. Only operations of
//! [`Actor::Person`] count.

use super::commit::Step;
use super::{RunIntent, Session};
use crate::sandbox::Failure;
use crate::scene::{Diff, Entity, Name, SceneError};
use crate::tools::{Changes, Overwrote, Reply};
use crate::workspace::FileName;
use serde_json::json;
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

/// The most lines shown of those that were lost.
const MAX_LINES: usize = 3;

#[derive(Debug, Default)]
pub(super) struct UserEdits {
    /// Actor of the present operation.
    actor: Actor,
    /// Whether there is an agent that wants to know. Without one, nothing is collected: most changes are made alone.
    listening: bool,
    /// What the person changed and the agent has not been told.
    untold: Diff,
    untold_files: BTreeSet<FileName>,
    /// What the person changed during the agent's turn, while one lasts.
    during_turn: Option<BTreeSet<Name>>,
    /// How many turns there were.
    turns: u64,
    /// How many there were when what is done now was asked for.
    asked_in: u64,
    /// Lines that the person wrote, by file.
    lines: BTreeMap<FileName, BTreeSet<String>>,
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
            held: held.names,
            ..Failure::new(held.message)
        }
    }
}

impl Session {
    /// The lines of this file are nobody's, although they came by hand.
    pub fn disown(&mut self, file: &FileName) {
        self.user_edits.lines.remove(file);
    }

    /// There is a conversation: its agent will be told what the person changes. Who only begins to listen has missed nothing.
    pub fn track_edits(&mut self) {
        self.user_edits.listening = true;
    }

    /// The number of the agent's turn that lasts.
    pub fn turn(&self) -> Option<u64> {
        self.user_edits
            .during_turn
            .as_ref()
            .map(|_| self.user_edits.turns)
    }

    /// An agent's turn begins: what the person changes from now on is theirs until it ends.
    pub fn begin_turn(&mut self) {
        self.track_edits();
        self.user_edits.during_turn = Some(BTreeSet::new());
        self.user_edits.turns += 1;
        self.user_edits.asked_in = self.user_edits.turns;
    }

    /// The agent's turn is over.
    pub fn end_turn(&mut self) {
        self.user_edits.during_turn = None;
    }

    /// What the person changed by hand since this was last asked, for the agent; `None` if nothing.
    pub fn take_user_changes(&mut self) -> Option<String> {
        let diff = std::mem::take(&mut self.user_edits.untold);
        let files = std::mem::take(&mut self.user_edits.untold_files);
        let turned = |is: fn(&Entity) -> bool, on: bool| {
            let flipped = diff
                .updated()
                .filter(move |(from, to)| is(from) != on && is(to) == on)
                .map(|(_, to)| to.name.clone());
            flipped.collect::<Vec<_>>()
        };
        let drawn = Diff::from_changes(
            diff.iter()
                .filter(|(_, change)| match (&change.from, &change.to) {
                    (Some(from), Some(to)) => !to.same_drawing(from),
                    _ => true,
                })
                .map(|(name, change)| (name.clone(), change.clone())),
        );
        let mut told = Vec::new();
        let changes = Changes::of(&drawn);
        for (verb, names) in changes.listed() {
            told.extend(names.map(|names| format!("{verb} {names}")));
        }
        for (verb, names) in [
            ("locked", turned(|entity| entity.locked, true)),
            ("unlocked", turned(|entity| entity.locked, false)),
            ("hid", turned(|entity| entity.hidden, true)),
            ("showed", turned(|entity| entity.hidden, false)),
        ] {
            told.extend(Changes::names(&names).map(|names| format!("{verb} {names}")));
        }
        if !files.is_empty() {
            told.push(format!("edited the files {}", json!(files)));
        }
        (!told.is_empty()).then(|| {
            format!(
                "The person has changed by hand since you last heard: {}. What you knew of these is out of date.",
                told.join("; ")
            )
        })
    }

    /// Adds what the person has changed meanwhile to a reply for the agent: first, for a long reply is cut at its end. When
    /// the turn is over nobody reads the reply, and the news waits for the next one.
    pub fn with_user_changes(&mut self, mut reply: Reply) -> Reply {
        if self.user_edits.during_turn.is_some() {
            reply.user_changes = self.take_user_changes();
        }
        reply
    }

    /// What a run that replaces a whole file takes away of the person's lines.
    pub(super) fn lost_to(&self, purpose: &RunIntent) -> Option<Overwrote> {
        let RunIntent::Write {
            file,
            code,
            whole: true,
        } = purpose
        else {
            return None;
        };
        let before = self.env.files.get(file.as_str())?;
        let lost = self.user_edits.lost(file, before, code);
        (!lost.is_empty()).then(|| Overwrote {
            file: file.clone(),
            count: lost.len(),
            lines: lost.into_iter().take(MAX_LINES).collect(),
        })
    }

    /// Counts a step of the history that is carried out.
    pub(super) fn note_step(&mut self, step: &Step, diff: &Diff) {
        self.user_edits.note(diff, step.files());
    }

    /// Refuses a change of what is the person's: locked, hidden, or changed by hand during the agent's turn.
    pub(super) fn refuse_held(&self, diff: &Diff) -> Result<(), ProtectedError> {
        let held = diff.iter().filter_map(|(name, change)| {
            let from = change.from.as_ref();
            if let Some(from) = from
                && change.to.as_ref().is_some_and(|to| to.same_drawing(from))
            {
                return None;
            }
            let name = name.to_string();
            match from {
                Some(from) if from.locked => Some(SceneError::Locked { name }),
                Some(from) if from.hidden => Some(SceneError::Hidden { name }),
                _ => self
                    .user_edits
                    .keeps(&name)
                    .then_some(SceneError::EditedByUser { name }),
            }
        });
        refusal(held)
    }

    /// Refuses a change of what a person changed by hand during the agent's turn. Locks are the edit's own to mind: it knows
    /// which annotations only follow.
    pub(super) fn refuse_in_hand(&self, diff: &Diff) -> Result<(), ProtectedError> {
        let kept = diff.iter().filter(|(name, _)| self.user_edits.keeps(name));
        refusal(kept.map(|(name, _)| SceneError::EditedByUser {
            name: name.to_string(),
        }))
    }
}

fn refusal(errors: impl Iterator<Item = SceneError>) -> Result<(), ProtectedError> {
    let errors: Vec<SceneError> = errors.collect();
    let Some(first) = errors.first() else {
        return Ok(());
    };
    let names: Vec<String> = errors
        .iter()
        .filter_map(SceneError::held)
        .map(str::to_owned)
        .collect();
    let message = match names.len() - 1 {
        0 => first.to_string(),
        1 => format!("{first}; the same goes for '{}'", names[1]),
        more => format!("{first}; the same goes for '{}' and {} more", names[1], more - 1),
    };
    Err(ProtectedError { message, names })
}
