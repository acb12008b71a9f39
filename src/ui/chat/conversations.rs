//! List of the drawing's conversations, from which the user chooses the one on screen.

use crate::ui::i18n::Msg;
use crate::ui::library::conversations;
use crate::ui::library::state::ConversationRow;
use crate::ui::state::app;
use leptos::{prelude::*, task::spawn_local};

/// The list; absent while the drawing has at most the conversation on screen.
#[component]
pub(super) fn Conversations() -> impl IntoView {
    let app = app();
    let library = app.library;
    let others = move || {
        let shown = library.conversation.get();
        library
            .conversations
            .with(|conversations| conversations.iter().any(|conversation| conversation.id != *shown))
    };
    let option = move |conversation: ConversationRow| {
        let is_shown = {
            let id = conversation.id.clone();
            move || *library.conversation.get() == *id
        };
        let title = if conversation.title.is_empty() {
            app.text(Msg::Untitled).to_owned()
        } else {
            conversation.title
        };
        view! { <option value=conversation.id selected=is_shown>{title}</option> }
    };
    let choose = move |event| {
        let id = event_target_value(&event);
        if id.is_empty() {
            app.chat.start_over(app);
        } else {
            spawn_local(async move { conversations::show(app, id).await });
        }
    };
    view! {
        <Show when=others>
            <select
                class="select conversations"
                data-testid="conversations"
                aria-label=move || app.text(Msg::Conversations)
                on:change=choose
            >
                <option value="" selected=move || library.conversation.with(|conversation| conversation.is_empty())>
                    {move || app.text(Msg::NewConversation)}
                </option>
                {move || library.conversations.get().into_iter().map(option).collect_view()}
            </select>
        </Show>
    }
    .into_any()
}
