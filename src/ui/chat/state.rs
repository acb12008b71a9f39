//! State of the conversation: its signals, and what its host keeps between effects. No view, no effect.

use super::availability::Availability;
use super::connection::Choice;
use super::cost::Cost;
use super::items::Item;
use super::signing_in::SigningIn;
use crate::agent::{Agent, Gauge, Image, Receipt, Risk, Transcript};
use crate::llm::{Secret, Usage, provider};
use crate::tools::Language;
use crate::ui::document::TurnMark;
use crate::ui::web_storage::{self, StorageArea};
use gloo_timers::callback::Interval;
use leptos::prelude::*;
use std::{cell::RefCell, rc::Rc};
use web_sys::AbortController;

const DRAFT: &str = "draft";

/// One item with a signal of its own, so that text that streams in touches nothing else.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(super) id: u64,
    pub(super) item: ArcRwSignal<Item>,
}

/// A countdown to the next attempt.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Waiting {
    pub(super) why: String,
    pub(super) attempt: u32,
    pub(super) seconds: u64,
}

/// Signals of the conversation.
#[derive(Clone, Copy)]
pub(crate) struct Chat {
    /// Everything shown, oldest first.
    pub(super) items: RwSignal<Vec<Entry>>,
    /// A run lasts.
    pub(crate) working: RwSignal<bool>,
    /// A change waits for a person's decision.
    pub(super) asked: RwSignal<Option<Risk>>,
    /// A retry waits.
    pub(super) waiting: RwSignal<Option<Waiting>>,
    /// The model that is connected, if any.
    pub(super) connected: RwSignal<Option<Choice>>,
    /// The answers shown are a recording.
    pub(super) recorded: RwSignal<bool>,
    /// How full the context window is, once a model has counted.
    pub(super) gauge: RwSignal<Option<Gauge>>,
    /// What the conversation has cost, in billionths of a dollar.
    pub(super) spent: RwSignal<u64>,
    /// What it may cost, and what a person knows about prices.
    pub(super) cost: RwSignal<Cost>,
    /// The settings are open.
    pub(super) settings: RwSignal<bool>,
    /// How near the browser's own model is.
    pub(super) on_device: RwSignal<Availability>,
    /// How far a sign-in at a provider is, if there is one to speak of.
    pub(super) sign_in: RwSignal<Option<SigningIn>>,
    /// What is being written.
    pub(super) draft: RwSignal<String>,
    /// Pictures that go with the next message.
    pub(super) pictures: RwSignal<Vec<Image>>,
    /// The selection goes with the next message.
    pub(super) attach: RwSignal<bool>,
    pub(super) host: StoredValue<Rc<RefCell<Host>>, LocalStorage>,
}

/// What lasts as long as the conversation.
#[derive(Default)]
pub(crate) struct Host {
    /// The agent, made when the first message is sent.
    pub(super) agent: Option<Agent>,
    /// The conversation while there is no agent.
    pub(super) transcript: Transcript,
    /// The language in which it began and goes on, so that prompt caches hold.
    pub(super) language: Option<Language>,
    /// The key in use. Nowhere else in the page.
    pub(super) key: Secret,
    /// What the conversation cost before there was this agent, in billionths of a dollar.
    pub(super) spent: u64,
    /// When the present run began, in milliseconds.
    pub(super) since: f64,
    /// Where in the history the present request began.
    pub(super) begun: Option<TurnMark>,
    /// Number of the last item.
    pub(super) next_item: u64,
    /// Streamed text that waits for the next frame.
    pub(super) text: String,
    /// The next frame will show it.
    pub(super) frame_asked: bool,
    /// How many items there were when the model's turn began.
    pub(super) turn_start: usize,
    /// Cancels the request in flight.
    pub(super) abort: Option<AbortController>,
    /// Counts what was begun; a delayed piece of something older is dropped.
    pub(super) generation: u64,
    /// A tool of this conversation runs.
    pub(super) tool_runs: bool,
    /// Write counter of the stored conversation when it was last stored or read by this tab.
    pub(super) revision: u64,
    /// An unreadable record is in the place of the stored conversation and could not be moved.
    pub(super) blocked: bool,
    /// Counts the seconds down to the next attempt.
    pub(super) countdown: Option<Interval>,
}

impl Host {
    /// The conversation as the model knows it.
    pub(super) fn present_transcript(&self) -> Transcript {
        self.agent
            .as_ref()
            .map_or_else(|| self.transcript.clone(), |agent| agent.transcript().clone())
    }

    /// What the conversation has cost, in billionths of a dollar, as far as prices are known.
    pub(super) fn present_spent(&self) -> u64 {
        self.agent.as_ref().map_or(self.spent, Agent::spent)
    }

    /// The engine's own account of the run that just ended; `None` if no model was asked. What a recording would have
    /// used is nobody's business.
    pub(super) fn receipt(&self) -> Option<Receipt> {
        let agent = self.agent.as_ref()?;
        let elapsed = js_sys::Date::now() - self.since;
        let mut receipt = agent.receipt();
        receipt.elapsed_ms = Some(elapsed.max(0.0) as u64);
        if agent.provider().recorded {
            receipt.usage = Usage::default();
            receipt.cost = None;
        }
        (receipt.requests > 0).then_some(receipt)
    }
}

impl Chat {
    /// The stored conversation, or an empty one.
    pub(crate) fn load() -> Self {
        let choice = Choice::load();
        let key = choice.key();
        let ready = provider(&choice.provider).is_some_and(|p| !p.needs_key() || !key.is_empty());
        let host = Host {
            key,
            ..Host::default()
        };
        Self {
            items: RwSignal::new(Vec::new()),
            working: RwSignal::new(false),
            asked: RwSignal::new(None),
            waiting: RwSignal::new(None),
            connected: RwSignal::new(ready.then_some(choice)),
            recorded: RwSignal::new(false),
            gauge: RwSignal::new(None),
            spent: RwSignal::new(0),
            cost: RwSignal::new(Cost::load()),
            settings: RwSignal::new(false),
            on_device: RwSignal::new(Availability::Absent),
            sign_in: RwSignal::new(None),
            draft: RwSignal::new(web_storage::read(StorageArea::Device, DRAFT).unwrap_or_default()),
            pictures: RwSignal::new(Vec::new()),
            attach: RwSignal::new(true),
            host: StoredValue::new_local(Rc::new(RefCell::new(host))),
        }
    }

    /// The parts that no view reads.
    pub(super) fn host(self) -> Rc<RefCell<Host>> {
        self.host.get_value()
    }

    /// Adds an item to the conversation.
    pub(super) fn push(self, item: Item) -> ArcRwSignal<Item> {
        let id = {
            let host = self.host();
            let mut host = host.borrow_mut();
            host.next_item += 1;
            host.next_item
        };
        let item = ArcRwSignal::new(item);
        self.items.update(|items| {
            items.push(Entry {
                id,
                item: item.clone(),
            });
        });
        item
    }

    /// Adds a piece to the message that is being written.
    pub(crate) fn add_to_draft(self, piece: &str) {
        let mut text = self.draft.get_untracked();
        if !text.is_empty() && !text.ends_with(char::is_whitespace) {
            text.push(' ');
        }
        text.push_str(piece);
        text.push(' ');
        self.set_draft(text);
    }

    /// What is being written, kept for the next visit.
    pub(super) fn set_draft(self, text: String) {
        // A draft that cannot be stored is still on screen.
        let _ = web_storage::write(StorageArea::Device, DRAFT, &text);
        self.draft.set(text);
    }
}
