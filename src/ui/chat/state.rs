//! State of the conversation: its signals, and the data that its host keeps between effects, as they are when the page starts.

use super::availability::Availability;
use super::connection::Choice;
use super::cost::Cost;
use super::items::{Item, Question, QueuedMessage};
use super::network::{self, Network};
use super::signing_in::SigningIn;
use crate::ui::document::TurnMark;
use crate::ui::web_storage::{self, StorageArea};
use gloo_timers::callback::Interval;
use leptos::prelude::*;
use std::{cell::RefCell, rc::Rc};
use trammel_agent::{Agent, Gauge, Image, Phase, Receipt, Risk, Transcript};
use trammel_document::library::ChangePicture;
use trammel_llm::{Secret, Usage, provider};
use trammel_tools::Language;
use web_sys::AbortController;

const DRAFT: &str = "draft";

/// An item with its own signal, so that streamed text updates no other item.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(super) id: u64,
    pub(super) item: ArcRwSignal<Item>,
}

/// The countdown to the next attempt.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Waiting {
    pub(super) why: String,
    pub(super) attempt: u32,
    pub(super) seconds: u64,
}

/// What the agent is doing, and for how long.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Progress {
    pub(super) phase: Phase,
    /// Full seconds since the beginning of the phase.
    pub(super) seconds: u64,
}

/// Picture of the drawing at the end of an earlier turn.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Then {
    /// Words of the user.
    pub(super) text: String,
    /// Outlines as SVG path data.
    pub(super) outlines: String,
    pub(super) change: ChangePicture,
}

/// Signals of the conversation.
#[derive(Clone, Copy)]
pub(crate) struct Chat {
    /// Items of the conversation, oldest first.
    pub(super) items: RwSignal<Vec<Entry>>,
    /// Whether a run is in progress.
    pub(crate) working: RwSignal<bool>,
    /// Reasons why a change awaits the user's approval.
    pub(super) asked: RwSignal<Option<Vec<Risk>>>,
    /// What the agent is doing; `None` while it does nothing.
    pub(super) progress: RwSignal<Option<Progress>>,
    /// Messages that wait for the next request.
    pub(super) queued: RwSignal<Vec<QueuedMessage>>,
    /// Countdown of a pending retry.
    pub(super) waiting: RwSignal<Option<Waiting>>,
    /// Choice of the connected model.
    pub(super) connected: RwSignal<Option<Choice>>,
    /// Whether the conversation replays a recording.
    pub(super) recorded: RwSignal<bool>,
    /// Gauge of the context window, once a model has reported its usage.
    pub(super) gauge: RwSignal<Option<Gauge>>,
    /// Cost of the conversation, in billionths of a dollar.
    pub(super) spent: RwSignal<u64>,
    /// Cost settings, with the user's own prices.
    pub(super) cost: RwSignal<Cost>,
    /// Whether the settings are open.
    pub(super) settings: RwSignal<bool>,
    /// Availability of the browser's own model.
    pub(super) on_device: RwSignal<Availability>,
    /// Progress of a sign-in at a provider.
    pub(super) sign_in: RwSignal<Option<SigningIn>>,
    /// Turn whose drawing is shown as a picture.
    pub(super) then: RwSignal<Option<Then>>,
    /// Draft of the next message.
    pub(super) draft: RwSignal<String>,
    /// Pictures of the next message.
    pub(super) pictures: RwSignal<Vec<Image>>,
    /// Whether the next message includes the selection.
    pub(super) attach: RwSignal<bool>,
    pub(super) host: StoredValue<Rc<RefCell<Host>>, LocalStorage>,
    /// Servers that the page may connect to.
    pub(super) network: StoredValue<Network>,
}

/// Data of the conversation that no view reads.
#[derive(Default)]
pub(crate) struct Host {
    /// The agent, created when the first message is sent.
    pub(super) agent: Option<Agent>,
    /// Transcript of the conversation while there is no agent.
    pub(super) transcript: Transcript,
    /// Language in which the conversation began. Stays the same, so that prompt caches remain valid.
    pub(super) language: Option<Language>,
    /// The key in use. The page holds no other copy.
    pub(super) key: Secret,
    /// Cost of the conversation before this agent was created, in billionths of a dollar.
    pub(super) spent: u64,
    /// Start of the current run, in milliseconds since the epoch.
    pub(super) since: f64,
    /// Point in the history at which the current turn began.
    pub(super) begun: Option<TurnMark>,
    /// Id of the last item.
    pub(super) next_item: u64,
    /// Streamed text that waits for the next frame.
    pub(super) text: String,
    /// Whether an update for the next frame is scheduled.
    pub(super) frame_asked: bool,
    /// Item count at the start of the model's turn.
    pub(super) turn_start: usize,
    /// Abort controller of the active request.
    pub(super) abort: Option<AbortController>,
    /// Number of started operations. Results of an older generation are dropped.
    pub(super) generation: u64,
    /// Whether a tool call of this conversation is running.
    pub(super) tool_runs: bool,
    /// State of the question when the run was stopped during a question.
    pub(super) stopped_in_question: Option<Question>,
    /// Timer of the seconds of the present phase.
    pub(super) progress: Option<Interval>,
    /// Item whose picture the pointer or the focus asks for.
    pub(super) wanted_then: Option<u64>,
    /// Timer of the countdown to the next attempt.
    pub(super) countdown: Option<Interval>,
}

impl Host {
    /// Returns the transcript as the model of a later visit sees it.
    pub(super) fn present_transcript(&self) -> Transcript {
        self.agent
            .as_ref()
            .map_or_else(|| self.transcript.clone(), Agent::transcript_if_stopped)
    }

    /// Adds a message of the app to the transcript.
    pub(super) fn tell(&mut self, text: &str) {
        match &mut self.agent {
            Some(agent) => agent.tell(text),
            None => self.transcript.tell(text),
        }
    }

    /// Returns the cost of the conversation in billionths of a dollar, as far as prices are known.
    pub(super) fn present_spent(&self) -> u64 {
        self.agent.as_ref().map_or(self.spent, Agent::cost)
    }

    /// Returns the agent's receipt of the run that just ended; `None` if no model was called. The receipt of a
    /// recording omits usage and cost.
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
    /// Creates the state from the stored choice, key, cost settings, and draft, with an empty conversation.
    pub(crate) fn load() -> Self {
        let choice = Choice::load();
        let network = Network::restrict(&choice);
        let key = choice.key();
        let ready = provider(&choice.provider).is_some_and(|p| {
            (!p.has_address() || network.is_restricted()) && (!p.needs_key() || !key.is_empty())
        });
        let host = Host {
            key,
            ..Host::default()
        };
        Self {
            items: RwSignal::new(Vec::new()),
            working: RwSignal::new(false),
            asked: RwSignal::new(None),
            progress: RwSignal::new(None),
            queued: RwSignal::new(Vec::new()),
            waiting: RwSignal::new(None),
            connected: RwSignal::new(ready.then_some(choice)),
            recorded: RwSignal::new(false),
            gauge: RwSignal::new(None),
            spent: RwSignal::new(0),
            cost: RwSignal::new(Cost::load()),
            settings: RwSignal::new(network::take_reload()),
            on_device: RwSignal::new(Availability::Absent),
            sign_in: RwSignal::new(None),
            then: RwSignal::new(None),
            draft: RwSignal::new(web_storage::read(StorageArea::Device, DRAFT).unwrap_or_default()),
            pictures: RwSignal::new(Vec::new()),
            attach: RwSignal::new(true),
            host: StoredValue::new_local(Rc::new(RefCell::new(host))),
            network: StoredValue::new(network),
        }
    }

    /// Returns the data that no view reads.
    pub(super) fn host(self) -> Rc<RefCell<Host>> {
        self.host.get_value()
    }

    /// Appends an item to the conversation.
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

    /// Appends a piece of text to the draft, separated by spaces.
    pub(crate) fn add_to_draft(self, piece: &str) {
        let mut text = self.draft.get_untracked();
        if !text.is_empty() && !text.ends_with(char::is_whitespace) {
            text.push(' ');
        }
        text.push_str(piece);
        text.push(' ');
        self.set_draft(text);
    }

    /// Sets and stores the draft.
    pub(super) fn set_draft(self, text: String) {
        // A draft that cannot be stored is still on screen.
        let _ = web_storage::write(StorageArea::Device, DRAFT, &text);
        self.draft.set(text);
    }
}
