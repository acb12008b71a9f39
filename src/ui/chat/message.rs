//! Views of the conversation's items.

use super::items::{Item, Note, NoteAction};
use super::messages;
use super::selecting::reselect;
use super::state::Entry;
use super::tool_call::ToolCall;
use super::written_row::WrittenRow;
use crate::ui::actions;
use crate::ui::i18n::Msg;
use crate::ui::markdown::block;
use crate::ui::markup;
use crate::ui::state::{App, app};
use leptos::prelude::*;
use trammel_base::visible::escape_hidden;
use trammel_page_model::markdown;

/// The view of an item. Only the parts that can change track the item's signal.
#[component]
pub(super) fn EntryView(entry: Entry) -> impl IntoView {
    let item = entry.item;
    match item.get_untracked() {
        Item::User {
            text,
            selection,
            pictures,
            strokes,
        } => view! { <UserMessage text selection pictures strokes /> }.into_any(),
        Item::Model { .. } => view! { <ModelMessage item /> }.into_any(),
        Item::Thinking { .. } => view! { <Thinking item /> }.into_any(),
        Item::Tool(_) => view! { <ToolCall item /> }.into_any(),
        Item::Receipt(receipt) => {
            let app = app();
            let written = receipt.written.clone();
            let lines = move || {
                app.prefs.lang.track();
                let lines = messages::receipt(app, &receipt);
                lines
                    .into_iter()
                    .map(|line| view! { <p>{line}</p> })
                    .collect_view()
            };
            let rows = written
                .into_iter()
                .map(|entry| view! { <WrittenRow entry /> })
                .collect_view();
            view! { <div class="receipt numbers" data-testid="receipt">{lines}{rows}</div> }.into_any()
        }
        Item::Note(note) => view! { <NoteView note /> }.into_any(),
    }
}

#[component]
fn UserMessage(text: String, selection: Vec<String>, pictures: usize, strokes: usize) -> impl IntoView {
    let app = app();
    let chip = (!selection.is_empty()).then(|| {
        let (names, count) = (messages::join_names(&selection), selection.len().to_string());
        view! {
            <button type="button" class="chip" on:click=move |_| reselect(app, &selection)>
                {move || app.text_with(Msg::ChipSelection, &[("n", &count), ("names", &names)])}
            </button>
        }
    });
    let shown = (pictures > 0).then(|| {
        let n = pictures.to_string();
        view! { <p class="hint">{move || app.text_with(Msg::PicturesSent, &[("n", &n)])}</p> }
    });
    let sketched = (strokes > 0).then(
        || view! { <p class="hint" data-testid="sketch-sent">{move || markup::strokes(app, strokes)}</p> },
    );
    view! {
        <article class="message" data-testid="message" data-role="user">
            <h2 class="who">{move || app.text(Msg::You)}</h2>
            {chip}
            {sketched}
            {shown}
            <p class="prose">{text}</p>
        </article>
    }
}

#[component]
fn ModelMessage(item: ArcRwSignal<Item>) -> impl IntoView {
    let app = app();
    let body = move || {
        let blocks = item.with(|item| {
            if let Item::Model { text } = item {
                markdown::parse(&escape_hidden(text))
            } else {
                Vec::new()
            }
        });
        blocks.into_iter().map(block).collect_view()
    };
    view! {
        <article class="message" data-testid="message" data-role="model">
            <h2 class="who agent">{move || app.text(Msg::Model)}</h2>
            <div class="prose">{body}</div>
        </article>
    }
}

#[component]
fn Thinking(item: ArcRwSignal<Item>) -> impl IntoView {
    let app = app();
    let text = move || {
        item.with(|item| {
            if let Item::Thinking { text } = item {
                escape_hidden(text).into_owned()
            } else {
                String::new()
            }
        })
    };
    view! {
        <details class="thinking" data-testid="thinking">
            <summary>{move || app.text(Msg::Thinking)}</summary>
            <p class="prose">{text}</p>
        </details>
    }
}

#[component]
fn NoteView(note: Note) -> impl IntoView {
    let app = app();
    let Note {
        text,
        failure,
        offer,
        detail,
    } = note;
    let details = (!detail.is_empty()).then(|| {
        view! {
            <details>
                <summary>{move || app.text(Msg::Details)}</summary>
                <pre tabindex="0">{detail}</pre>
            </details>
        }
    });
    let button = offer.map(|offer| {
        view! {
            <button type="button" class="button" data-testid="remedy" on:click=move |_| take(app, offer)>
                {move || app.text(offer.label())}
            </button>
        }
    });
    view! {
        <div class="note" data-testid="note" data-failure=failure.to_string()>
            <p>{text}</p>
            {details}
            {button}
        </div>
    }
}

fn take(app: App, offer: NoteAction) {
    let open = |field: &'static str| {
        app.chat.settings.set(true);
        actions::focus_later(field);
    };
    match offer {
        NoteAction::Key => open("api-key"),
        NoteAction::Model => open("model-id"),
        NoteAction::Settings => open("base-url"),
        NoteAction::Retry | NoteAction::Continue => app.chat.go_on(app),
        NoteAction::NewChat => app.chat.start_over(app),
        NoteAction::Rephrase => actions::focus_later("composer"),
    }
}
