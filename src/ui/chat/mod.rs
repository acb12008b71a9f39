//! The conversation: host of the agent, which performs the agent's effects and shows its events.
//!
//! Invariants: the agent makes all decisions, and the host only performs effects, in the order given; tool calls go
//! through [`DocumentHandle`](super::document::DocumentHandle) like every other request; the conversation is stored
//! without the key. Start with [`Chat`] in [`state`], then [`host`].

mod approval_card;
mod availability;
mod chips;
mod composer;
mod connection;
mod connection_form;
mod connection_test;
mod conversations;
mod cost;
mod cost_fields;
mod events;
mod host;
mod http;
mod items;
mod key_field;
mod message;
mod message_actions;
mod messages;
mod models;
mod network;
mod ondevice;
pub(crate) mod panel;
mod persistence;
mod pictures;
mod progress;
pub(crate) mod proposal;
mod provider_help;
mod queue;
mod receipt;
mod selecting;
mod settings;
pub(crate) mod sign_in;
mod signing_in;
pub(crate) mod state;
mod timeline;
mod tool_call;
mod written_row;

pub(crate) use self::approval_card::close_undone;
pub(crate) use self::messages::risks as risk_question;
pub(crate) use self::timeline::ThenPicture;

use self::connection::Choice;
use self::cost::Cost;
use self::items::{Item, Note, NoteAction, Question};
use self::state::{Chat, Entry};
use super::i18n::Msg;
use super::library;
use super::state::App;
use leptos::{prelude::*, task::spawn_local};
use trammel_agent::{Agent, Image, Op, Prompt, Transcript, requirement_note};
use trammel_canvas::markup::Markup;
use trammel_llm::{Secret, provider};
use trammel_scene::Scene;
use trammel_tools::drawing_note;

impl Chat {
    /// Opens the settings.
    pub(crate) fn open_settings(self) {
        self.settings.set(true);
    }

    /// Connects to a model and closes the settings.
    fn connect(self, choice: Choice, key: Secret) {
        self.use_key(choice, key);
        self.settings.set(false);
    }

    /// Connects to the chosen model without closing the settings.
    fn use_key(self, choice: Choice, key: Secret) {
        choice.store(&key);
        self.host().borrow_mut().key = key;
        self.connected.set(Some(choice));
    }

    /// Applies changed cost settings to the agent.
    fn apply_cost(self) {
        if let Some(agent) = &mut self.host().borrow_mut().agent {
            let cost = self.cost.get_untracked();
            agent.set_max_spend(cost.max_spend());
            agent.set_own_models(cost.models());
            agent.set_ask(cost.asks() && !agent.provider().recorded);
        }
    }

    /// Whether risky changes need the user's approval.
    pub(crate) fn asks(self) -> bool {
        self.cost.with_untracked(Cost::asks)
    }

    /// Removes the key and disconnects.
    fn disconnect(self, choice: &Choice) {
        choice.forget();
        self.host().borrow_mut().key = Secret::default();
        self.connected.set(None);
    }

    /// Removes the keys of all providers and disconnects.
    fn disconnect_all(self) {
        connection::forget_all();
        self.host().borrow_mut().key = Secret::default();
        self.connected.set(None);
    }

    /// Sends the draft with its pictures, or queues it while the model works.
    fn send(self, app: App) {
        let text = self.draft.get_untracked().trim().to_owned();
        let empty = text.is_empty() && self.pictures.with_untracked(Vec::is_empty);
        if empty {
            return;
        }
        if self.working.get_untracked() {
            return self.queue(app);
        }
        let Some(choice) = self.connected.get_untracked() else {
            self.settings.set(true);
            return;
        };
        self.set_draft(String::new());
        let images = std::mem::take(&mut *self.pictures.write());
        self.after_typing(app, move |begins| {
            if begins {
                self.prompt(app, &choice, &text, Some(images));
            } else {
                self.set_draft(text);
                self.pictures.set(images);
            }
        });
    }

    /// Sends a message beside the draft and its pictures, which stay.
    fn send_apart(self, app: App, text: String, images: Vec<Image>) {
        let draft = self.draft.get_untracked();
        let pictures = self.pictures.get_untracked();
        self.set_draft(text);
        self.pictures.set(images);
        self.send(app);
        self.set_draft(draft);
        self.pictures.set(pictures);
    }

    /// Replays the recorded conversation, whose tool calls are really executed.
    fn play_demo(self, app: App) {
        if self.working.get_untracked() {
            return;
        }
        if let Some(demo) = demo() {
            self.after_typing(app, move |begins| {
                if begins {
                    self.prompt(app, &demo, &app.say(Msg::DemoPrompt, &[]), None);
                }
            });
        }
    }

    /// Flushes typed text before a turn, so that the model sees the user's current state and the text does not count as
    /// an edit during the turn. Calls `then` with `false` if the user has stopped the run in the meantime.
    fn after_typing(self, app: App, then: impl FnOnce(bool) + 'static) {
        self.working.set(true);
        spawn_local(async move {
            app.document.flush_typing().await;
            let begins = self.working.get_untracked();
            self.working.set(false);
            then(begins);
        });
    }

    /// Returns a message for the model, and its item for the conversation. `attached` holds its pictures; with `None`, neither
    /// the selection nor the sketch is sent.
    fn compose(self, app: App, text: String, attached: Option<Vec<Image>>) -> (Prompt, Item) {
        let attach = attached.is_some() && self.attach.get_untracked();
        let selection: Vec<String> = if attach {
            app.view
                .selection
                .with_untracked(|selection| selection.iter().map(ToString::to_string).collect())
        } else {
            Vec::new()
        };
        app.document.set_selection(selection.clone());
        let sketch = app.view.sketch;
        let sketched = attached.as_ref().and_then(|_| {
            let told = |scene: &Scene| sketch.with_untracked(|sketch| sketch.description(scene));
            app.document.scene(told)
        });
        let strokes = sketched
            .as_ref()
            .map_or(0, |_| sketch.with_untracked(Markup::waiting));
        let images = attached.unwrap_or_default();
        let item = Item::User {
            text: text.clone(),
            selection: selection.clone(),
            pictures: images.len(),
            strokes,
            place: None,
        };
        self.attach.set(true);
        if strokes > 0 {
            sketch.update(Markup::set_sent);
        }
        let prompt = Prompt {
            images,
            checks: app.document.session(|session| session.document().checks()),
            ..Prompt::about(selection, text).knowing(sketched)
        };
        (prompt, item)
    }

    /// Sends a message. `attached` holds its pictures; with `None`, neither the selection nor the sketch is sent.
    fn prompt(self, app: App, choice: &Choice, text: &str, attached: Option<Vec<Image>>) {
        let used = self.host().borrow_mut().use_connection(app, choice);
        if let Err(why) = used {
            self.push(Item::Note(Note::failure(why, Some(NoteAction::Settings))));
            return;
        }
        self.recorded
            .set(provider(&choice.provider).is_some_and(|provider| provider.recorded));
        let (prompt, mut item) = self.compose(app, text.to_owned(), attached);
        if let Item::User { place, .. } = &mut item {
            *place = Some(self.present_place(app));
        }
        app.document.listen(&library::conversations::present_id(app));
        let news = app.document.take_user_changes();
        let is_first = self.host().borrow().present_transcript().turns().is_empty();
        let drawing = (is_first || news.is_some()).then(|| app.document.scene(drawing_note));
        self.push(item);
        self.begin(app, text);
        let requirement = requirement_note(text);
        let prompt = prompt.knowing(news).knowing(drawing).knowing(requirement);
        host::feed(app, Op::Prompt(prompt));
        // Stored at once, so that a reload before the first result does not lose the message.
        self.store(app);
    }

    /// Adds the changes by others to a conversation that does nothing now, so that its model hears of them after a reload,
    /// too. A busy agent hears of them with its next result.
    pub(crate) fn tell_news(self, app: App) {
        let host = self.host();
        let is_busy = host.borrow().agent.as_ref().is_some_and(Agent::is_busy);
        if is_busy || host.borrow().present_transcript().turns().is_empty() {
            return;
        }
        app.document.listen(&library::conversations::present_id(app));
        if let Some(news) = app.document.take_user_changes() {
            host.borrow_mut().tell(&news);
            self.store(app);
        }
    }

    /// Returns the latest message of the user on screen.
    fn last_request(self) -> String {
        let said = |entry: &Entry| match &*entry.item.read_untracked() {
            Item::User { text, .. } => Some(text.clone()),
            _ => None,
        };
        let last = self
            .items
            .with_untracked(|items| items.iter().rev().find_map(said));
        last.unwrap_or_default()
    }

    /// Begins a run for a request of the user.
    fn begin(self, app: App, request: &str) {
        self.working.set(true);
        {
            let host = self.host();
            let mut host = host.borrow_mut();
            host.since = js_sys::Date::now();
            host.begun = Some(app.document.turn_begins(request));
            crate::ui::review::judging::note_view(app);
        }
        app.speak(app.say(Msg::AgentStarted, &[]));
    }

    /// Continues after a pause or a failure.
    fn go_on(self, app: App) {
        if self.working.get_untracked() {
            return;
        }
        let choice = if self.recorded.get_untracked() {
            demo()
        } else {
            self.connected.get_untracked()
        };
        let Some(choice) = choice else {
            self.settings.set(true);
            return;
        };
        self.after_typing(app, move |begins| {
            if !begins {
                return;
            }
            let used = self.host().borrow_mut().use_connection(app, &choice);
            if let Err(why) = used {
                self.push(Item::Note(Note::failure(why, Some(NoteAction::Settings))));
                return;
            }
            self.begin(app, &self.last_request());
            host::feed(app, Op::Continue);
        });
    }

    /// Skips the countdown to the next attempt.
    fn retry_now(self, app: App) {
        if self.waiting.with_untracked(Option::is_some) {
            host::feed(app, Op::RetryNow);
        }
    }

    /// Stops the current run, or prevents a run that is about to start. Completed steps stay; a change that waits for the
    /// user's decision is reverted.
    pub(crate) fn stop(self, app: App) {
        if self.asked.with_untracked(Option::is_some) {
            spawn_local(approval_card::stop(app));
        } else {
            self.halt(app);
        }
    }

    /// Stops the current run at once. A change that waits for the user's decision stays a proposal.
    pub(crate) fn halt(self, app: App) {
        if self.host().borrow().begun.is_none() {
            self.working.set(false);
        } else if self.working.get_untracked() {
            if self.asked.with_untracked(Option::is_some) {
                self.host().borrow_mut().stopped_in_question = Some(Question::Open);
            }
            host::feed(app, Op::Stop { decision: None });
        }
    }

    /// Stops the current run like [`Chat::stop`], and waits until a change in question is reverted.
    pub(crate) async fn stop_and_wait(self, app: App) {
        if self.asked.with_untracked(Option::is_some) {
            approval_card::stop(app).await;
        } else {
            self.halt(app);
        }
    }

    /// Starts a new conversation; the current one stays in the list of the drawing's conversations. The drawing stays.
    pub(super) fn start_over(self, app: App) {
        spawn_local(async move {
            self.stop_and_wait(app).await;
            // Stored before its items leave the screen.
            self.store(app);
            if library::saving::save(app).await.is_ok() {
                self.clear(app);
                library::conversations::start_new(app);
            }
        });
    }

    /// Clears the conversation on screen; the stored one and the drawing stay.
    pub(crate) fn clear(self, app: App) {
        self.halt(app);
        {
            let host = self.host();
            let mut host = host.borrow_mut();
            host.agent = None;
            host.language = None;
            host.transcript = Transcript::default();
            host.spent = 0;
        }
        progress::follow_phase(app);
        // A picture that is being read belongs to a message that leaves the screen.
        self.show_then(app, None);
        self.gauge.set(None);
        self.spent.set(0);
        app.document.forget_reading();
        self.items.set(Vec::new());
        self.queued.set(Vec::new());
        self.recorded.set(false);
    }
}

/// Returns the choice of the provider that replays a recording.
fn demo() -> Option<Choice> {
    trammel_llm::PROVIDERS
        .iter()
        .find(|provider| provider.recorded)
        .map(Choice::of)
}
