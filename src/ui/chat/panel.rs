//! The Chat tab: the conversation or the settings, with the composer below.

use super::approval_card::AskCard;
use super::composer::Composer;
use super::conversations::Conversations;
use super::items::Item;
use super::message::EntryView;
use super::progress::ProgressLine;
use super::settings::Settings;
use super::state::Waiting;
use crate::ui::button::IconButton;
use crate::ui::i18n::Msg;
use crate::ui::icons::Icon;
use crate::ui::panel::{CHAT, Dock, Panel};
use crate::ui::state::app;
use leptos::{html, prelude::*};

/// Distance from the end, in pixels, within which the view follows new items.
const NEAR_END: i32 = 80;

/// The Chat panel.
pub(crate) const CHAT_PANEL: Panel = Panel {
    id: CHAT,
    label: ["Chat", "대화"],
    dock: Dock::Left,
    key: None,
    view: || view! { <ChatPanel /> }.into_any(),
    badge: None,
};

/// The content of the Chat tab.
#[component]
pub(crate) fn ChatPanel() -> impl IntoView {
    let app = app();
    let chat = app.chat;
    let scroll = NodeRef::<html::Div>::new();
    let behind = RwSignal::new(false);
    // Whether the view follows new items. Only an upward scroll of the user turns this off.
    let stick = StoredValue::new(true);
    let was_at = StoredValue::new(0);
    let to_end = move || {
        if let Some(scroll) = scroll.get_untracked() {
            scroll.set_scroll_top(scroll.scroll_height());
            behind.set(false);
        }
    };
    // Outward effect: the browser owns the scroll position.
    Effect::new(move |_| {
        let last = chat
            .items
            .with(|items| items.last().map(|entry| entry.item.clone()));
        // A pending approval is always scrolled into view.
        let asks = chat.asked.with(Option::is_some);
        chat.waiting.track();
        if asks || last.is_some_and(|last| last.with(|item| matches!(item, Item::User { .. }))) {
            stick.set_value(true);
        }
        request_animation_frame(move || {
            if stick.get_value() {
                to_end();
            } else {
                behind.set(true);
            }
        });
    });
    let empty = move || chat.items.with(Vec::is_empty);
    view! {
        <div class="chat-bar" hidden=move || empty() && app.library.conversations.with(Vec::is_empty)>
            <span class="badge" data-testid="recorded" hidden=move || !chat.recorded.get() title=move || app.text(Msg::RecordedNote)>
                {move || app.text(Msg::Recorded)}
            </span>
            <Conversations />
            <Show when=move || !app.library.conversations.with(Vec::is_empty)>
                <IconButton
                    icon=Icon::Dots
                    name=Msg::ListConversations
                    test="list-conversations"
                    press=Callback::new(move |()| app.library.lists_conversations.set(true))
                />
            </Show>
            <span class="spacer"></span>
            <button type="button" class="button" data-testid="new-chat" disabled=empty on:click=move |_| chat.start_over(app)>
                {move || app.text(Msg::NewChat)}
            </button>
        </div>
        <div
            id="conversation"
            class="messages"
            node_ref=scroll
            role="log"
            aria-live="off"
            tabindex="0"
            aria-label=move || app.text(Msg::Conversation)
            hidden=move || chat.settings.get()
            on:scroll=move |_| {
                if let Some(scroll) = scroll.get_untracked() {
                    let top = scroll.scroll_top();
                    if is_near_end(&scroll) {
                        stick.set_value(true);
                        behind.set(false);
                    } else if top < was_at.get_value() {
                        stick.set_value(false);
                    }
                    was_at.set_value(top);
                }
            }
        >
            <Show when=empty>
                <Welcome />
            </Show>
            <For each=move || chat.items.get() key=|entry| entry.id let(entry)>
                <EntryView entry />
            </For>
            <AskCard />
            <RetryLine />
            <ProgressLine />
        </div>
        <Show when=move || behind.get() && !chat.settings.get()>
            <button type="button" class="button new-activity" on:click=move |_| to_end()>{move || app.text(Msg::NewActivity)}</button>
        </Show>
        <Show when=move || chat.settings.get()>
            <Settings />
        </Show>
        <Composer />
    }
    .into_any()
}

fn is_near_end(scroll: &web_sys::HtmlDivElement) -> bool {
    scroll.scroll_height() - scroll.scroll_top() - scroll.client_height() <= NEAR_END
}

/// The placeholder of an empty conversation.
#[component]
fn Welcome() -> impl IntoView {
    let app = app();
    let chat = app.chat;
    let connected = move || chat.connected.get().is_some();
    let hint = move || {
        app.text(if connected() {
            Msg::ChatEmptyKey
        } else {
            Msg::ChatEmptyNoKey
        })
    };
    view! {
        <div class="welcome">
            <h2>{move || app.text(Msg::ChatEmptyTitle)}</h2>
            <p>{hint}</p>
            <div class="welcome-actions">
                <button
                    type="button"
                    class="button primary"
                    data-testid="welcome-connect"
                    hidden=connected
                    on:click=move |_| chat.settings.set(true)
                >
                    {move || app.text(Msg::Connect)}
                </button>
                <button type="button" class="button" data-testid="play-demo" on:click=move |_| chat.play_demo(app)>
                    {move || app.text(Msg::WatchDemo)}
                </button>
            </div>
        </div>
    }
}

/// The countdown to the next attempt.
#[component]
fn RetryLine() -> impl IntoView {
    let app = app();
    let text = move |Waiting {
                         why,
                         attempt,
                         seconds,
                     }: Waiting| {
        let (s, n) = (seconds.to_string(), attempt.to_string());
        app.text_with(Msg::Retrying, &[("why", &why), ("s", &s), ("n", &n)])
    };
    view! {
        <Show when=move || app.chat.waiting.get().is_some()>
            <div class="note" data-testid="retrying">
                <p class="numbers">{move || app.chat.waiting.get().map(text)}</p>
                <button type="button" class="button" data-testid="retry-now" on:click=move |_| app.chat.retry_now(app)>
                    {move || app.text(Msg::RetryNow)}
                </button>
            </div>
        </Show>
    }
}
