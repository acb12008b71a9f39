//! List of the drawing's conversations, from which the user chooses the one on screen.

use crate::ui::i18n::Msg;
use crate::ui::library::conversations;
use crate::ui::library::state::Talk;
use crate::ui::state::app;
use leptos::{prelude::*, task::spawn_local};

/// The list; absent while the drawing has at most the conversation on screen.
#[component]
pub(super) fn Conversations() -> impl IntoView {
    let app = app();
    let library = app.library;
    let others = move || {
        let shown = library.talk.get();
        library
            .talks
            .with(|talks| talks.iter().any(|talk| talk.id != *shown))
    };
    let option = move |talk: Talk| {
        let is_shown = {
            let id = talk.id.clone();
            move || *library.talk.get() == *id
        };
        let title = if talk.title.is_empty() {
            app.text(Msg::Untitled).to_owned()
        } else {
            talk.title
        };
        view! { <option value=talk.id selected=is_shown>{title}</option> }
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
                <option value="" selected=move || library.talk.with(|talk| talk.is_empty())>
                    {move || app.text(Msg::NewConversation)}
                </option>
                {move || library.talks.get().into_iter().map(option).collect_view()}
            </select>
        </Show>
    }
    .into_any()
}
