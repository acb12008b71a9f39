//! Agent turns: the acting party, the changes the user made in the meantime, and the entities an agent must not change.

use crate::history::history_log::Direction;
use crate::history::step::Step;
use crate::session::Session;
use crate::turns::parties::Parties;
use crate::turns::turn_request::TurnRequest;
use crate::turns::user_edits::{Actor, ProtectedError};
use std::collections::BTreeSet;
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{Diff, SceneError};
use trammel_tools::Reply;

impl Parties {
    /// Makes a conversation the one whose agent acts, and collects the changes by others for it. Changes before its first
    /// call are not reported.
    pub fn listen(&mut self, conversation: &str) {
        self.user_edits.news.listen(conversation);
    }

    /// Sets the request of the present agent turn in the words of the user, for the case that the user undoes the turn.
    pub fn set_request(&mut self, text: &str) {
        self.user_edits.news.set_request(self.user_edits.turns, text);
    }

    /// Returns the request that began an agent turn; `None` if it is not known.
    pub fn request_of(&self, turn: u64) -> Option<&TurnRequest> {
        self.user_edits.news.request_of(turn)
    }

    /// Adds the requests of turns of earlier visits, so that sentences about these turns have the words of the user.
    pub fn recall_requests(&mut self, requests: impl IntoIterator<Item = (u64, TurnRequest)>) {
        self.user_edits.news.recall_requests(requests);
    }

    /// Returns the number of the present agent turn; `None` between turns.
    pub fn turn(&self) -> Option<u64> {
        self.user_edits
            .during_turn
            .as_ref()
            .map(|_| self.user_edits.turns)
    }

    /// Ends the agent turn.
    pub fn end_turn(&mut self) {
        self.user_edits.during_turn = None;
    }

    /// Takes a summary, for the agent of the present conversation, of the changes by others since the last call; `None` if
    /// there are none.
    pub fn take_user_changes(&mut self) -> Option<String> {
        let turn = self.turn();
        self.user_edits.news.take(turn)
    }

    /// Adds the user's changes to a reply for the agent. The changes come first in the JSON, because a long reply is
    /// cut at its end. After the turn no agent reads the reply, so the changes are kept for the next one.
    pub fn with_user_changes(&mut self, mut reply: Reply) -> Reply {
        if self.user_edits.during_turn.is_some() {
            reply.user_changes = self.take_user_changes();
        }
        reply
    }

    /// Returns an error if the diff changes entities that the user changed during the agent turn. Locks are not checked
    /// here: the edit has refused such changes already, except for associative updates of annotations.
    pub(crate) fn refuse_edited_by_user(&self, diff: &Diff) -> Result<(), ProtectedError> {
        let kept = diff.iter().filter(|(name, _)| self.user_edits.keeps(name));
        refusal(kept.map(|(name, _)| SceneError::EditedByUser {
            name: name.to_string(),
        }))
    }
}

impl Session {
    /// Begins an agent turn. Until its end, the agent cannot change entities that the user changes.
    pub fn begin_turn(&mut self) {
        let edits = &mut self.parties.user_edits;
        if !edits.news.is_listening() {
            // An agent without a page has one conversation.
            edits.news.listen("");
        }
        edits.during_turn = Some(BTreeSet::new());
        edits.turns += 1;
        edits.asked_in = edits.turns;
        edits.news.begin_turn(edits.turns);
        self.begin_review(Actor::Agent);
    }

    /// Records that the last step restored an earlier version, and that the user left these agent turns by it; see
    /// [`turns_left`](crate::library::turns_left).
    pub fn note_left_turns(&mut self, turns: &[u64]) {
        let step = self.history.history_changes().position.head;
        self.parties.user_edits.news.add_left(step, turns);
    }

    /// Records an applied history step, which was undone or redone, among the edits of the present actor.
    pub(crate) fn note_step(&mut self, step: &Step, diff: &Diff, direction: Direction) {
        self.parties.user_edits.note_step(step, diff, direction);
        self.review_diff(diff);
    }

    /// Returns an error if the diff changes entities that the user locked, hid, or changed during the agent turn.
    pub(crate) fn refuse_protected(&self, diff: &Diff) -> Result<(), ProtectedError> {
        let held = diff.iter().filter_map(|(name, change)| {
            let from = change.from.as_ref();
            if let Some(from) = from
                && change.to.as_ref().is_some_and(|to| to.same_drawing(from))
            {
                return None;
            }
            // A group protects its members, and a member keeps its group from moving it.
            if from.is_some()
                && let Err(held) = self.document.scene.refuse_protected(name)
            {
                return Some(held);
            }
            let name = name.to_string();
            self.parties
                .user_edits
                .keeps(&name)
                .then_some(SceneError::EditedByUser { name })
        });
        refusal(held)
    }
}

fn refusal(errors: impl Iterator<Item = SceneError>) -> Result<(), ProtectedError> {
    let errors: Vec<SceneError> = errors.collect();
    let Some(first) = errors.first() else {
        return Ok(());
    };
    let mut names: Vec<String> = Vec::new();
    for name in errors.iter().filter_map(SceneError::protected_entity) {
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
