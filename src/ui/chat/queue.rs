//! Messages that the user writes while the model works: they wait above the composer until the model gets them with its
//! next request.

use super::host;
use super::items::QueuedMessage;
use super::state::Chat;
use crate::ui::i18n::Msg;
use crate::ui::icons::{Draw, Icon};
use crate::ui::state::{App, app};
use leptos::prelude::*;
use trammel_agent::{Agent, Op};

impl Chat {
    /// Queues the draft with its pictures for the next request of the running turn. A recorded conversation takes none.
    pub(super) fn queue(self, app: App) {
        let is_busy = self.host().borrow().agent.as_ref().is_some_and(Agent::is_busy);
        if !is_busy || self.recorded.get_untracked() {
            return;
        }
        let text = self.draft.get_untracked().trim().to_owned();
        self.set_draft(String::new());
        let images = std::mem::take(&mut *self.pictures.write());
        let (prompt, item) = self.compose(app, text, Some(images));
        let id = {
            let host = self.host();
            let mut host = host.borrow_mut();
            host.next_item += 1;
            host.next_item
        };
        self.queued
            .update(|queued| queued.push(QueuedMessage { id, item }));
        host::feed(app, Op::Queue { id, prompt });
        self.store(app);
    }

    /// Takes a queued message back.
    fn unqueue(self, app: App, id: u64) {
        self.queued
            .update(|queued| queued.retain(|message| message.id != id));
        host::feed(app, Op::Unqueue { id });
        self.store(app);
    }

    /// Shows a queued message in the conversation, because the model gets it now.
    pub(super) fn show_queued(self, id: u64) {
        let found = self
            .queued
            .with_untracked(|queued| queued.iter().position(|message| message.id == id));
        if let Some(at) = found {
            let message = self.queued.write().remove(at);
            self.push(message.item);
        }
    }
}

/// The queued messages, each with a button that removes it.
#[component]
pub(super) fn QueuedMessages() -> impl IntoView {
    let app = app();
    let row = move |message: QueuedMessage| {
        let id = message.id;
        let text = message.text().to_owned();
        view! {
            <div class="chip" data-testid="queued">
                <span>{move || app.text_with(Msg::Queued, &[("text", &text)])}</span>
                <button
                    type="button"
                    class="flag"
                    data-testid="unqueue"
                    aria-label=move || app.text(Msg::Unqueue)
                    title=move || app.text(Msg::Unqueue)
                    on:click=move |_| app.chat.unqueue(app, id)
                >
                    <Draw icon=Icon::Close />
                </button>
            </div>
        }
    };
    view! { <For each=move || app.chat.queued.get() key=|message| message.id children=row /> }
}
