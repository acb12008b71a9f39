//! Where a message is written: Enter sends, Shift+Enter makes a line, and a Hangul syllable in progress sends once.

use super::chips::{SelectionChip, SketchChip};
use super::pictures::{AttachButton, AttachDrawing, Attached, paste};
use crate::agent::dollars;
use crate::editor::actions::ActionId;
use crate::editor::keys::enter_ends_composition;
use crate::editor::selection::Selection;
use crate::llm::models::Models;
use crate::ui::button::ActionButton;
use crate::ui::i18n::Msg;
use crate::ui::icons::{Draw, Icon};
use crate::ui::state::{App, app};
use leptos::{html, prelude::*};
use web_sys::{CompositionEvent, InputEvent, KeyboardEvent};

/// The field with its buttons.
#[component]
pub(super) fn Composer() -> impl IntoView {
    let app = app();
    let chat = app.chat;
    let field = NodeRef::<html::Textarea>::new();
    let ime = Ime {
        composing: RwSignal::new(None),
        send_after: RwSignal::new(None),
    };

    // Outward effect: the field follows a draft that was set elsewhere, and is never touched while a person types,
    // since that would break what an input method is composing.
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
        if event.key() == "ArrowUp" || event.shift_key() || event.alt_key() {
            return;
        }
        let plain_enter = event.key() == "Enter" || (event.key_code() == 13 && ime.is_composing());
        if !plain_enter {
            return;
        }
        if ime.is_composing() || event.is_composing() {
            if ime.ends_with_hangul() {
                event.prevent_default();
                ime.send_after.set(Some(Released(false)));
            }
            return;
        }
        ime.send_after.set(None);
        event.prevent_default();
        send();
    };
    // The Enter that ended a composition would also make a line.
    let before_input = move |event: InputEvent| {
        if ime.send_after.get_untracked().is_some()
            && matches!(event.input_type().as_str(), "insertLineBreak" | "insertParagraph")
        {
            event.prevent_default();
        }
    };
    // The field has its final text, and the line break was refused, once the composition has ended and Enter is up again,
    // in whichever order the input method reports them.
    let send_if_over = move || {
        if !ime.is_composing() && ime.send_after.get_untracked() == Some(Released(true)) {
            ime.send_after.set(None);
            send();
        }
    };
    let on_end = move |_: CompositionEvent| {
        ime.composing.set(None);
        send_if_over();
    };
    let on_key_up = move |event: KeyboardEvent| {
        if event.key() == "Enter" && ime.send_after.get_untracked().is_some() {
            ime.send_after.set(Some(Released(true)));
            send_if_over();
        }
    };
    view! {
        <form class="composer" on:submit=move |event| {
            event.prevent_default();
            send();
        }>
            <SelectionChip />
            <SketchChip />
            <Attached />
            <textarea
                node_ref=field
                id="composer"
                class="input"
                data-testid="composer"
                rows="3"
                aria-label=move || app.text(Msg::ComposerLabel)
                placeholder=move || app.text(placeholder(app))
                on:input=move |event| chat.set_draft(event_target_value(&event))
                on:keydown=on_key
                on:keyup=on_key_up
                on:paste=move |event| paste(app, &event)
                on:beforeinput=before_input
                on:compositionstart=move |event: CompositionEvent| ime.composing.set(Some(event.data().unwrap_or_default()))
                on:compositionupdate=move |event: CompositionEvent| ime.composing.set(Some(event.data().unwrap_or_default()))
                on:compositionend=on_end
            ></textarea>
            <div class="composer-foot">
                <ModelBadge />
                <AttachButton />
                <AttachDrawing />
                <Meter />
                <span class="spacer"></span>
                <SendOrStop />
            </div>
        </form>
    }
    .into_any()
}

/// The text of the empty field: what a message would be about.
fn placeholder(app: App) -> Msg {
    let chat = app.chat;
    if chat.working.get() {
        Msg::ComposerRunning
    } else if chat.connected.get().is_none() {
        Msg::ComposerNoKey
    } else if chat.attach.get() && !app.view.selection.with(Selection::is_empty) {
        Msg::ComposerSelection
    } else {
        Msg::ComposerEmpty
    }
}

/// The button that sends the message, or stops the model while it works.
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
            <ActionButton action=ActionId::Stop icon=Icon::Stop test="stop" wide=true />
        </Show>
    }
}

/// Whether the Enter that ends a composition is up again.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Released(bool);

/// What an input method is composing, and whether to send when it is done.
#[derive(Clone, Copy)]
struct Ime {
    composing: RwSignal<Option<String>>,
    send_after: RwSignal<Option<Released>>,
}

impl Ime {
    fn is_composing(self) -> bool {
        self.composing.with_untracked(Option::is_some)
    }

    fn ends_with_hangul(self) -> bool {
        self.composing
            .with_untracked(|text| text.as_deref().is_some_and(enter_ends_composition))
    }
}

/// How full the context window is, and what the conversation has cost.
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
        let context = app.filled(Msg::ContextGauge, &[("n", &percent)]);
        Some(match app.chat.spent.get() {
            0 => context,
            spent => format!("{context} · {}", dollars(spent)),
        })
    };
    let title = move || {
        let gauge = app.chat.gauge.get()?;
        let (used, window) = (gauge.used.to_string(), gauge.window.to_string());
        let date = Models::shipped().as_of.as_str();
        Some(app.filled(
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

/// Which model answers; opens the settings.
#[component]
fn ModelBadge() -> impl IntoView {
    let app = app();
    let text = move || match app.chat.connected.get() {
        Some(choice) => app.filled(Msg::Connected, &[("model", &choice.model)]),
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
