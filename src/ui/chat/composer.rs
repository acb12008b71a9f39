//! The message composer: Enter sends, Shift+Enter inserts a line break, and an Enter that ends a Hangul composition
//! sends once.

use super::chips::{SelectionChip, SketchChip};
use super::pictures::{AttachButton, AttachDrawing, AttachedPictures, paste};
use super::queue::QueuedMessages;
use crate::ui::button::ActionButton;
use crate::ui::i18n::Msg;
use crate::ui::icons::{Draw, Icon};
use crate::ui::state::{App, app};
use leptos::{html, prelude::*};
use trammel_agent::dollars;
use trammel_canvas::actions::ActionId;
use trammel_canvas::selection::Selection;
use trammel_llm::models::Models;
use trammel_page_model::composition::{Composition, EnterDown};
use web_sys::{CompositionEvent, InputEvent, KeyboardEvent};

/// Maximum length of a message in UTF-16 code units. The browser lays out longer texts for seconds.
const MAX_LENGTH: usize = 100_000;

/// The message field with its buttons.
#[component]
pub(super) fn Composer() -> impl IntoView {
    let app = app();
    let chat = app.chat;
    let field = NodeRef::<html::Textarea>::new();
    let composition = RwSignal::new(Composition::default());
    // Outward effect: the field follows drafts that are set elsewhere. The value is not rewritten while the user types,
    // since this would break an input method's composition.
    Effect::new(move |_| {
        let draft = chat.draft.get();
        if let Some(field) = field.get().filter(|field| field.value() != draft) {
            field.set_value(&draft);
        }
    });
    let send = move || {
        if let Some(field) = field.get_untracked() {
            chat.set_draft(field.value());
        }
        chat.send(app);
    };
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "ArrowUp" {
            return recall(app, &event, field);
        }
        if event.shift_key() || event.alt_key() {
            return;
        }
        let lasts = composition.with_untracked(Composition::lasts);
        let plain_enter = event.key() == "Enter" || (event.key_code() == 13 && lasts);
        if !plain_enter {
            return;
        }
        let enter = composition.write_untracked().enter_down(event.is_composing());
        if enter != EnterDown::IsComposing {
            event.prevent_default();
        }
        if enter == EnterDown::Sends {
            send();
        }
    };
    let on_key_up = move |event: KeyboardEvent| {
        if event.key() == "Enter" && composition.write_untracked().enter_up() {
            send();
        }
    };
    // The Enter that ends a composition would also insert a line break.
    let before_input = move |event: InputEvent| {
        if refuses_length(app, &event) {
            event.prevent_default();
        }
        if composition.with_untracked(Composition::refuses_line_break)
            && matches!(event.input_type().as_str(), "insertLineBreak" | "insertParagraph")
        {
            event.prevent_default();
        }
    };
    let on_composed = move |event: CompositionEvent| {
        composition
            .write_untracked()
            .update(event.data().unwrap_or_default());
    };
    let on_end = move |_: CompositionEvent| {
        if composition.write_untracked().end() {
            send();
        }
    };
    view! {
        <form class="composer" on:submit=move |event| {
            event.prevent_default();
            send();
        }>
            <Chips />
            <textarea
                node_ref=field
                id="composer"
                class="input"
                data-testid="composer"
                rows="3"
                maxlength=MAX_LENGTH.to_string()
                aria-label=move || app.text(Msg::ComposerLabel)
                placeholder=move || app.text(placeholder(app))
                on:input=move |event| chat.set_draft(event_target_value(&event))
                on:keydown=on_key
                on:keyup=on_key_up
                on:paste=move |event| paste(app, &event)
                on:beforeinput=before_input
                on:compositionstart=on_composed
                on:compositionupdate=on_composed
                on:compositionend=on_end
            ></textarea>
            <Foot />
        </form>
    }
    .into_any()
}

/// The buttons below the field.
#[component]
fn Foot() -> impl IntoView {
    view! {
        <div class="composer-foot">
            <ModelBadge />
            <AttachButton />
            <AttachDrawing />
            <Meter />
            <span class="spacer"></span>
            <SendOrStop />
        </div>
    }
}

/// Puts the latest message into an empty field.
fn recall(app: App, event: &KeyboardEvent, field: NodeRef<html::Textarea>) {
    let has_modifier = event.shift_key() || event.alt_key() || event.ctrl_key() || event.meta_key();
    let field = field.get_untracked();
    let is_empty = field.is_some_and(|field| field.value().is_empty());
    if is_empty && !has_modifier && !event.is_composing() {
        event.prevent_default();
        app.chat.set_draft(app.chat.last_request());
    }
}

/// The queued messages, and what accompanies the next message.
#[component]
fn Chips() -> impl IntoView {
    view! {
        <QueuedMessages />
        <SelectionChip />
        <SketchChip />
        <AttachedPictures />
    }
}

/// Whether the message would be too long with a pasted or dropped text. A notice says so.
fn refuses_length(app: App, event: &InputEvent) -> bool {
    let length = |text: &str| text.encode_utf16().count();
    let added = event.data().map_or(0, |data| length(&data));
    let is_too_long = added > 1 && added + app.chat.draft.with_untracked(|draft| length(draft)) > MAX_LENGTH;
    if is_too_long {
        app.refuse(app.say(Msg::MessageTooLong, &[("n", &MAX_LENGTH.to_string())]));
    }
    is_too_long
}

/// Returns the placeholder of the empty field, which depends on the connection, the run, and the selection.
fn placeholder(app: App) -> Msg {
    let chat = app.chat;
    if chat.asked.with(Option::is_some) {
        Msg::ComposerAsking
    } else if chat.working.get() {
        Msg::ComposerRunning
    } else if chat.connected.get().is_none() {
        Msg::ComposerNoKey
    } else if chat.attach.get() && !app.view.selection.with(Selection::is_empty) {
        Msg::ComposerSelection
    } else {
        Msg::ComposerEmpty
    }
}

/// The button that sends the message; while the model works, the button that stops the run, and the one that queues a message.
#[component]
fn SendOrStop() -> impl IntoView {
    let app = app();
    let chat = app.chat;
    let nothing =
        move || chat.draft.with(|draft| draft.trim().is_empty()) && chat.pictures.with(Vec::is_empty);
    let send = move || {
        view! {
            <button type="submit" class="button primary" data-testid="send" aria-disabled=move || nothing().then_some("true")>
                <Draw icon=Icon::Send />
                <span>{move || app.text(Msg::Send)}</span>
            </button>
        }
    };
    view! {
        <Show when=move || chat.working.get() fallback=send>
            <Show when=move || !nothing()>
                <button type="submit" class="button" data-testid="queue">{move || app.text(Msg::Queue)}</button>
            </Show>
            <ActionButton action=ActionId::Stop test="stop" wide=true />
        </Show>
    }
}

/// The gauge of the context window and the cost of the conversation.
#[component]
fn Meter() -> impl IntoView {
    let app = app();
    let text = move || {
        let gauge = app.chat.gauge.get()?;
        let percent = gauge
            .used
            .saturating_mul(100)
            .checked_div(gauge.window)
            .unwrap_or(0)
            .to_string();
        let context = app.text_with(Msg::ContextGauge, &[("n", &percent)]);
        Some(match app.chat.spent.get() {
            0 => context,
            spent => format!("{context} · {}", dollars(spent)),
        })
    };
    let title = move || {
        let gauge = app.chat.gauge.get()?;
        let (used, window) = (gauge.used.to_string(), gauge.window.to_string());
        let date = Models::built_in().as_of.as_str();
        Some(app.text_with(
            Msg::ContextHint,
            &[("used", &used), ("window", &window), ("date", date)],
        ))
    };
    view! {
        <span class="hint numbers" data-testid="meter" title=title hidden=move || app.chat.gauge.get().is_none()>
            {text}
        </span>
    }
}

/// The badge with the connected model; opens the settings.
#[component]
fn ModelBadge() -> impl IntoView {
    let app = app();
    let text = move || match app.chat.connected.get() {
        Some(choice) => app.text_with(Msg::Connected, &[("model", &choice.model)]),
        None => app.text(Msg::Connect).to_owned(),
    };
    view! {
        <button
            type="button"
            class="link model"
            data-testid="open-settings"
            aria-expanded=move || app.chat.settings.get().to_string()
            on:click=move |_| app.chat.settings.update(|open| *open = !*open)
        >
            <Draw icon=Icon::Settings />
            <span>{text}</span>
        </button>
    }
}
