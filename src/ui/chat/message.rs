//! Views of the conversation's items.

use super::items::{Item, Note, NoteAction};
use super::message_actions::MessageActions;
use super::messages;
use super::receipt::ReceiptView;
use super::selecting::reselect;
use super::state::Entry;
use super::tool_call::ToolCall;
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
    let item = entry.item.clone();
    match item.get_untracked() {
        Item::User {
            text,
            selection,
            pictures,
            strokes,
            place: _,
        } => {
            let chips = view! { <MessageChips selection pictures strokes /> };
            view! { <UserMessage entry text>{chips}</UserMessage> }.into_any()
        }
        Item::Model { .. } => view! { <ModelMessage entry /> }.into_any(),
        Item::Thinking { .. } => view! { <Thinking item /> }.into_any(),
        Item::Tool(_) => view! { <ToolCall item /> }.into_any(),
        Item::Receipt(receipt) => view! { <ReceiptView item receipt /> }.into_any(),
        Item::Note(note) => view! { <NoteView note /> }.into_any(),
    }
}

/// Selection, sketch, and pictures that were sent with a message of the user.
#[component]
fn MessageChips(selection: Vec<String>, pictures: usize, strokes: usize) -> impl IntoView {
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
    (chip, sketched, shown)
}

#[component]
fn UserMessage(entry: Entry, text: String, children: Children) -> impl IntoView {
    let app = app();
    let id = entry.id;
    let show = move |_| app.chat.show_then(app, Some(id));
    let hide = move |_| app.chat.show_then(app, None);
    view! {
        <article
            class="message"
            data-testid="message"
            data-role="user"
            on:pointerenter=show
            on:pointerleave=hide
            on:focusin=move |_| app.chat.show_then(app, Some(id))
            on:focusout=move |_| app.chat.show_then(app, None)
        >
            <h2 class="who">{move || app.text(Msg::You)}</h2>
            {children()}
            <p class="prose">{text}</p>
            <MessageActions entry />
        </article>
    }
}

#[component]
fn ModelMessage(entry: Entry) -> impl IntoView {
    let app = app();
    let item = entry.item.clone();
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
            <MessageActions entry />
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
