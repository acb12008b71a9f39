//! Agent turns: the acting party, the changes the user made in the meantime, and the entities an agent must not change.

use super::document::Session;
use super::history_log::Direction;
use super::step::Step;
use super::user_edits::{Actor, ProtectedError};
use serde_json::json;
use std::collections::BTreeSet;
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{Diff, Entity, SceneError};
use trammel_tools::{Changes, Reply};

impl Session {
    /// Starts to collect the user's changes for the agent of a conversation. Earlier changes are not reported.
    pub fn track_edits(&mut self) {
        self.user_edits.listening = true;
    }

    /// Returns the number of the present agent turn; `None` between turns.
    pub fn turn(&self) -> Option<u64> {
        self.user_edits
            .during_turn
            .as_ref()
            .map(|_| self.user_edits.turns)
    }

    /// Begins an agent turn. Until its end, the agent cannot change entities that the user changes.
    pub fn begin_turn(&mut self) {
        self.track_edits();
        self.user_edits.during_turn = Some(BTreeSet::new());
        self.user_edits.turns += 1;
        self.user_edits.asked_in = self.user_edits.turns;
        self.begin_review(Actor::Agent);
    }

    /// Ends the agent turn.
    pub fn end_turn(&mut self) {
        self.user_edits.during_turn = None;
    }

    /// Takes a summary, for the agent, of the user's changes since the last call; `None` if there are none.
    pub fn take_user_changes(&mut self) -> Option<String> {
        let diff = std::mem::take(&mut self.user_edits.unreported);
        let files = std::mem::take(&mut self.user_edits.unreported_files);
        let undone = std::mem::take(&mut self.user_edits.undone);
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
        let mut parts = Vec::new();
        let changes = Changes::of(&drawn);
        for (verb, names) in changes.listed() {
            parts.extend(names.map(|names| format!("{verb} {names}")));
        }
        for (verb, names) in [
            ("locked", turned(|entity| entity.locked, true)),
            ("unlocked", turned(|entity| entity.locked, false)),
            ("hid", turned(|entity| entity.hidden, true)),
            ("showed", turned(|entity| entity.hidden, false)),
        ] {
            parts.extend(Changes::names(&names).map(|names| format!("{verb} {names}")));
        }
        if !files.is_empty() {
            parts.push(format!("edited the files {}", json!(files)));
        }
        let mut sentences = Vec::new();
        if !undone.is_empty() {
            sentences.push(
                "The user undid your last changes, so they are no longer in the drawing. Do not make them again unless \
                 the user asks."
                    .to_owned(),
            );
        }
        if !parts.is_empty() {
            sentences.push(format!(
                "The user changed this since your last message: {}. Read it again before relying on it.",
                parts.join("; ")
            ));
        }
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }

    /// Adds the user's changes to a reply for the agent. The changes come first in the JSON, because a long reply is
    /// cut at its end. After the turn no agent reads the reply, so the changes are kept for the next one.
    pub fn with_user_changes(&mut self, mut reply: Reply) -> Reply {
        if self.user_edits.during_turn.is_some() {
            reply.user_changes = self.take_user_changes();
        }
        reply
    }

    /// Records an applied history step, which was undone or redone, among the edits of the present actor.
    pub(super) fn note_step(&mut self, step: &Step, diff: &Diff, direction: Direction) {
        self.user_edits.note(diff, step.files());
        self.user_edits.moved(step, direction);
        self.review_diff(diff);
    }

    /// Returns an error if the diff changes entities that the user locked, hid, or changed during the agent turn.
    pub(super) fn refuse_protected(&self, diff: &Diff) -> Result<(), ProtectedError> {
        let held = diff.iter().filter_map(|(name, change)| {
            let from = change.from.as_ref();
            if let Some(from) = from
                && change.to.as_ref().is_some_and(|to| to.same_drawing(from))
            {
                return None;
            }
            // A group protects its members, and a member keeps its group from moving it.
            if from.is_some()
                && let Err(held) = self.scene.refuse_protected(name)
            {
                return Some(held);
            }
            let name = name.to_string();
            self.user_edits
                .keeps(&name)
                .then_some(SceneError::EditedByUser { name })
        });
        refusal(held)
    }

    /// Returns an error if the diff changes entities that the user changed during the agent turn. Locks are not checked
    /// here: the edit has refused such changes already, except for associative updates of annotations.
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
    let mut names: Vec<String> = Vec::new();
    for name in errors.iter().filter_map(SceneError::held) {
        if !names.iter().any(|listed| listed == name) {
            names.push(name.to_owned());
        }
    }
    let first = Bilingual::from(first);
    let sentence = first.clone().map(|text| text.trim_end_matches('.').to_owned());
    let message = match names.len().saturating_sub(1) {
        0 => first,
        1 => bilingual!(
            "{sentence}. The same applies to '{}'.",
            "{sentence:#}. '{}'도 마찬가지예요.",
            names[1]
        ),
        more => bilingual!(
            "{sentence}. The same applies to '{}' and {} more.",
            "{sentence:#}. '{}' 외 {}개도 마찬가지예요.",
            names[1],
            more - 1
        ),
    };
    Err(ProtectedError { message, names })
}
