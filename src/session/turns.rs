//! Turns of the agent: who acts, what the user changed meanwhile, and what the agent must leave alone.

use super::document::Session;
use super::pending::RunIntent;
use super::step::Step;
use super::user_edits::ProtectedError;
use crate::scene::{Diff, Entity, SceneError};
use crate::tools::{Changes, Overwrote, Reply};
use crate::workspace::FileName;
use serde_json::json;
use std::collections::BTreeSet;

/// The most lines shown of those that were lost.
const MAX_LINES: usize = 3;

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
    pub(super) fn refuse_protected(&self, diff: &Diff) -> Result<(), ProtectedError> {
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
    pub(super) fn refuse_edited_by_user(&self, diff: &Diff) -> Result<(), ProtectedError> {
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
