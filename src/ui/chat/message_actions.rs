//! Buttons of a message: copy it, edit it, send it again, or return to the time before it.

use super::items::Item;
use super::state::Entry;
use super::timeline;
use crate::ui::i18n::Msg;
use crate::ui::share::copy_text;
use crate::ui::state::{App, app};
use leptos::{prelude::*, task::spawn_local};

/// The buttons. Only a message that began a turn has more than the first one.
#[component]
pub(super) fn MessageActions(entry: Entry) -> impl IntoView {
    let app = app();
    let id = entry.id;
    let item = entry.item;
    let copy = {
        let item = item.clone();
        move |_| {
            let text = item.with_untracked(text_of);
            spawn_local(async move {
                let said = copy_text(app, &text).await;
                app.announce(said);
            });
        }
    };
    let place = Memo::new(move |_| item.with(timeline::place_of));
    let is_placed = move || place.with(Option::is_some);
    // The transcript of a recording cannot be continued.
    let can_go_back = move || {
        let is_known = place.get().is_some_and(|place| place.turns.is_some());
        is_known && !app.chat.recorded.get()
    };
    view! {
        <div class="message-actions">
            <button type="button" class="link" data-testid="copy-message" on:click=copy>
                {move || app.text(Msg::CopyMessage)}
            </button>
            <Show when=can_go_back>
                <Act label=Msg::EditMessage test="edit-message" act=Callback::new(move |app| spawn_local(timeline::edit(app, id))) />
                <Act label=Msg::TryAgain test="try-again" act=Callback::new(move |app| spawn_local(timeline::try_again(app, id))) />
            </Show>
            <Show when=is_placed>
                <Act label=Msg::GoBack test="go-back" act=Callback::new(move |app| spawn_local(timeline::restore(app, id))) />
            </Show>
        </div>
    }
}

/// A button that waits while the model works.
#[component]
fn Act(label: Msg, test: &'static str, act: Callback<App>) -> impl IntoView {
    let app = app();
    view! {
        <button
            type="button"
            class="link"
            data-testid=test
            disabled=move || app.chat.working.get()
            on:click=move |_| act.run(app)
        >
            {move || app.text(label)}
        </button>
    }
}

/// Returns the text of a message.
fn text_of(item: &Item) -> String {
    match item {
        Item::User { text, .. } | Item::Model { text } => text.clone(),
        _ => String::new(),
    }
}
