//! Changes by others that the agent of a conversation was not told yet, each as what it is: a change of the user, a turn
//! that the user undid or redid, a change that the user rejected, a turn of another conversation, or a change from another tab.
//!
//! Invariants: each conversation hears of a change once. A step that is undone and redone before a conversation
//! hears of it is no news. This data does not affect the drawing and is not stored.

use crate::history::history_log::Direction;
use crate::turns::turn_request::TurnRequest;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use trammel_code::FileName;
use trammel_scene::{Diff, Entity, Name};
use trammel_tools::Changes;

/// Maximum number of turns with a sentence of their own.
const MAX_TURNS: usize = 5;

/// Origin of a change by another party than the agent of the conversation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Source {
    /// The model of another conversation, in the turn with this number.
    Turn(u64),
    /// The agent of the browser.
    BrowserAgent,
    /// Another tab, or another program that writes the stored files.
    Outside,
    /// The user.
    User,
    /// The user, who rejected changes of models in the step with this number.
    Rejection(u64),
}

/// Changes of the drawing and of files.
#[derive(Debug, Default)]
struct Account {
    diff: Diff,
    files: BTreeSet<FileName>,
}

/// Steps of one turn that the user moved in one direction of the history.
#[derive(Debug, Default)]
struct MovedSteps {
    steps: BTreeSet<u64>,
    account: Account,
}

/// News of one conversation.
#[derive(Debug, Default)]
struct Unreported {
    changes: BTreeMap<Source, Account>,
    undone: BTreeMap<u64, MovedSteps>,
    redone: BTreeMap<u64, MovedSteps>,
    /// Turns that the user left by going back to an earlier version, by the step that restored it.
    left: BTreeMap<u64, Vec<u64>>,
}

/// News of all conversations of this visit.
#[derive(Debug, Default)]
pub(crate) struct News {
    /// Conversation whose agent acts now.
    present: Option<String>,
    listeners: BTreeMap<String, Unreported>,
    requests: BTreeMap<u64, TurnRequest>,
    /// Turns whose changes the user rejected, by the step that did it.
    rejected: BTreeMap<u64, BTreeSet<u64>>,
}

impl Account {
    fn add(&mut self, diff: &Diff, files: &BTreeSet<FileName>) {
        self.diff.then(diff.clone());
        self.files.extend(files.iter().cloned());
    }

    /// Returns the changes as a list of verbs with names; empty if there are none.
    fn parts(&self) -> String {
        let turned = |is: fn(&Entity) -> bool, on: bool| {
            let flipped = self
                .diff
                .updated_entities()
                .filter(move |(from, to)| is(from) != on && is(to) == on)
                .map(|(_, to)| to.name.clone());
            flipped.collect::<Vec<_>>()
        };
        let mut parts = Vec::new();
        for (verb, names) in Changes::of(&self.drawn()).names_by_verb() {
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
        if !self.files.is_empty() {
            parts.push(format!("edited the files {}", json!(self.files)));
        }
        parts.join("; ")
    }

    /// Returns the changes of the drawing without those of flags alone.
    fn drawn(&self) -> Diff {
        let drawn = self
            .diff
            .iter()
            .filter(|(_, change)| match (&change.from, &change.to) {
                (Some(from), Some(to)) => !to.same_drawing(from),
                _ => true,
            });
        Diff::from_changes(drawn.map(|(name, change)| (name.clone(), change.clone())))
    }

    /// Returns the number of entities, with their changes, for the end of a sentence.
    fn outcome(&self, state: &str) -> String {
        let (count, parts) = (self.drawn().iter().count(), self.parts());
        let what = match count {
            0 => "the files are".to_owned(),
            1 => "1 entity is".to_owned(),
            count => format!("{count} entities are"),
        };
        if parts.is_empty() {
            return "the drawing is the same".to_owned();
        }
        format!("{what} {state}: {parts}")
    }
}

impl News {
    /// Makes a conversation the one whose agent acts. From its first call on, its news is collected.
    pub(crate) fn listen(&mut self, conversation: &str) {
        self.present = Some(conversation.to_owned());
        self.listeners.entry(conversation.to_owned()).or_default();
    }

    /// Whether the agent of a conversation acts now.
    pub(crate) fn is_listening(&self) -> bool {
        self.present.is_some()
    }

    /// Leaves the conversation on screen. Its news is collected further, for the time when the user comes back to it.
    pub(crate) fn leave(&mut self) {
        self.present = None;
    }

    /// Records the request of the user that begins a turn of the present conversation.
    pub(crate) fn begin_turn(&mut self, turn: u64) {
        let request = TurnRequest {
            conversation: self.present.clone().unwrap_or_default(),
            ..TurnRequest::default()
        };
        self.requests.insert(turn, request);
    }

    /// Sets the words of the user in the request of a turn.
    pub(crate) fn set_request(&mut self, turn: u64, text: &str) {
        if let Some(request) = self.requests.get_mut(&turn) {
            request.set_text(text);
        }
    }

    /// Adds the requests of turns of earlier visits.
    pub(crate) fn recall_requests(&mut self, requests: impl IntoIterator<Item = (u64, TurnRequest)>) {
        self.requests.extend(requests);
    }

    /// Returns the request that began a turn; `None` if it is not known.
    pub(crate) fn request_of(&self, turn: u64) -> Option<&TurnRequest> {
        self.requests.get(&turn)
    }

    /// Adds a change for all conversations but the one that made it.
    pub(crate) fn add(&mut self, source: &Source, diff: &Diff, files: &BTreeSet<FileName>) {
        for (conversation, unreported) in &mut self.listeners {
            let is_own = matches!(source, Source::Turn(_)) && self.present.as_ref() == Some(conversation);
            if !is_own {
                unreported.add(source, diff, files);
            }
        }
    }

    /// Adds a step of a model that the user undid or redid.
    pub(crate) fn add_moved(
        &mut self,
        (step, turn): (u64, u64),
        direction: Direction,
        diff: &Diff,
        files: &BTreeSet<FileName>,
    ) {
        for unreported in self.listeners.values_mut() {
            // The conversation has not heard of this turn of another one, so nothing has happened for it.
            if unreported.changes.contains_key(&Source::Turn(turn)) {
                unreported.add(&Source::Turn(turn), diff, files);
                continue;
            }
            let (to, opposite) = match direction {
                Direction::Back => (&mut unreported.undone, &mut unreported.redone),
                Direction::Forward => (&mut unreported.redone, &mut unreported.undone),
            };
            if let Some(moved) = opposite
                .get_mut(&turn)
                .filter(|moved| moved.steps.contains(&step))
            {
                moved.steps.remove(&step);
                moved.account.add(diff, files);
                opposite.retain(|_, moved| !moved.steps.is_empty());
            } else {
                let moved = to.entry(turn).or_default();
                moved.steps.insert(step);
                moved.account.add(diff, files);
            }
        }
    }

    /// Adds the turns whose changes the user rejected with the step of this number.
    pub(crate) fn add_rejected(&mut self, step: u64, turns: BTreeSet<u64>) {
        self.rejected.insert(step, turns);
    }

    /// Adds a step of rejected changes that the user undid or redid. A rejection that is undone before a conversation
    /// hears of it is no news.
    pub(crate) fn move_rejection(
        &mut self,
        step: u64,
        direction: Direction,
        diff: &Diff,
        files: &BTreeSet<FileName>,
    ) {
        for unreported in self.listeners.values_mut() {
            let source = match direction {
                Direction::Back if unreported.changes.remove(&Source::Rejection(step)).is_some() => continue,
                Direction::Back => Source::User,
                Direction::Forward => Source::Rejection(step),
            };
            unreported.add(&source, diff, files);
        }
    }

    /// Adds the turns that the user left by restoring an earlier version, which is the step with this number.
    pub(crate) fn add_left(&mut self, step: u64, turns: &[u64]) {
        for unreported in self.listeners.values_mut().filter(|_| !turns.is_empty()) {
            unreported.left.insert(step, turns.to_vec());
        }
    }

    /// Removes the news of undone steps, because the result of a call tells of them, or because a step of the user is
    /// undone that left turns.
    pub(crate) fn forget_steps(&mut self, is_told: impl Fn(u64) -> bool) {
        for unreported in self.listeners.values_mut() {
            for moved in unreported.undone.values_mut() {
                moved.steps.retain(|step| !is_told(*step));
            }
            unreported.undone.retain(|_, moved| !moved.steps.is_empty());
            unreported.left.retain(|step, _| !is_told(*step));
        }
    }

    /// Takes the news of the present conversation as text for its agent; `None` if there is none. `turn` is the number of
    /// the present turn.
    pub(crate) fn take(&mut self, turn: Option<u64>) -> Option<String> {
        let present = self.present.as_ref()?;
        let unreported = std::mem::take(self.listeners.get_mut(present)?);
        let mut sentences = Vec::new();
        for turns in unreported.left.values() {
            let named: Vec<String> = turns.iter().rev().map(|turn| self.turn_in_words(*turn)).collect();
            sentences.push(format!(
                "The user went back to an earlier version of the drawing, which undid {}. Do not make these changes again \
                 unless the user asks.",
                join(named)
            ));
        }
        for (number, moved) in unreported.undone.iter().rev().take(MAX_TURNS) {
            let what = if Some(*number) == turn {
                "changes of this turn".to_owned()
            } else {
                self.turn_in_words(*number)
            };
            let outcome = moved.account.outcome("back as before");
            sentences.push(format!(
                "The user undid {what}, so {outcome}. Do not make these changes again unless the user asks."
            ));
        }
        if let Some(more @ 1..) = unreported.undone.len().checked_sub(MAX_TURNS) {
            sentences.push(format!("The user also undid {more} earlier turns."));
        }
        for (number, moved) in &unreported.redone {
            let outcome = moved.account.outcome("as after it again");
            sentences.push(format!(
                "The user redid {}, so {outcome}.",
                self.turn_in_words(*number)
            ));
        }
        let mut is_changed = false;
        for (source, account) in &unreported.changes {
            let parts = account.parts();
            if parts.is_empty() {
                continue;
            }
            if let Source::Rejection(step) = source {
                let turns = self.rejected.get(step);
                sentences.push(self.rejection_in_words(turns.into_iter().flatten(), account));
                continue;
            }
            is_changed = true;
            let who = match source {
                Source::User | Source::Rejection(_) => {
                    "The user changed this since your last message".to_owned()
                }
                Source::BrowserAgent => {
                    "The agent of the user's browser changed this since your last message".to_owned()
                }
                Source::Outside => {
                    "In another tab or program, this was changed since your last message".to_owned()
                }
                Source::Turn(turn) => match self.words(*turn) {
                    Some(words) => {
                        format!("In another conversation, the user asked {words}, and its model did this")
                    }
                    None => "In another conversation, a model did this".to_owned(),
                },
            };
            sentences.push(format!("{who}: {parts}."));
        }
        if is_changed {
            sentences.push("Read it again before relying on it.".to_owned());
        }
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }

    /// Returns the request of a turn in the words of the user, quoted and shortened.
    fn words(&self, turn: u64) -> Option<String> {
        self.requests.get(&turn)?.quoted()
    }

    /// Returns the sentence about changes of these turns that the user rejected.
    fn rejection_in_words<'a>(&self, turns: impl Iterator<Item = &'a u64>, account: &Account) -> String {
        let named: Vec<String> = turns.map(|turn| self.turn_in_words(*turn)).collect();
        let of = if named.is_empty() {
            "a model".to_owned()
        } else {
            join(named)
        };
        let names: Vec<Name> = account.drawn().iter().map(|(name, _)| name.clone()).collect();
        let outcome = account.outcome("back as before");
        let what = match Changes::names(&names) {
            Some(names) => format!("the change of {names} by {of}"),
            None => format!("a change by {of}"),
        };
        format!("The user rejected {what}: {outcome}. Do not make it again unless the user asks.")
    }

    /// Names a turn for the present conversation.
    fn turn_in_words(&self, turn: u64) -> String {
        let Some(request) = self.requests.get(&turn) else {
            return "a turn of a model in an earlier visit".to_owned();
        };
        let is_own = self.present.as_ref() == Some(&request.conversation);
        match (is_own, self.words(turn)) {
            (true, Some(words)) => format!("your turn {words}"),
            (true, None) => "your last changes".to_owned(),
            (false, Some(words)) => format!("the turn {words} of another conversation"),
            (false, None) => "a turn of another conversation".to_owned(),
        }
    }
}

impl Unreported {
    fn add(&mut self, source: &Source, diff: &Diff, files: &BTreeSet<FileName>) {
        if !diff.is_empty() || !files.is_empty() {
            self.changes.entry(source.clone()).or_default().add(diff, files);
        }
    }
}

/// Joins names of turns, at most [`MAX_TURNS`] of them.
fn join(mut named: Vec<String>) -> String {
    let more = named.len().saturating_sub(MAX_TURNS);
    named.truncate(MAX_TURNS);
    if more > 0 {
        named.push(format!("{more} earlier turns"));
    }
    match named.split_last() {
        Some((last, rest @ [_, ..])) => format!("{} and {last}", rest.join(", ")),
        _ => named.concat(),
    }
}
