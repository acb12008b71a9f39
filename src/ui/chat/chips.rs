//! Chips above the composer for the selection and the sketch that accompany the next message, each with a remove
//! button.

use crate::ui::i18n::Msg;
use crate::ui::icons::{Draw, Icon};
use crate::ui::markup;
use crate::ui::state::app;
use leptos::prelude::*;
use trammel_canvas::markup::Markup;
use trammel_canvas::selection::Selection;
use trammel_scene::Name;

/// Maximum number of names in the selection chip.
const CHIP_NAMES: usize = 3;

/// The chip of the selection that is sent with the message.
#[component]
pub(super) fn SelectionChip() -> impl IntoView {
    let app = app();
    let shown = move || app.chat.attach.get() && !app.view.selection.with(Selection::is_empty);
    let text = move || {
        app.view.selection.with(|selection| {
            let mut names: Vec<&str> = selection.iter().take(CHIP_NAMES).map(Name::as_str).collect();
            if selection.len() > CHIP_NAMES {
                names.push("…");
            }
            app.text_with(
                Msg::ChipSelection,
                &[("n", &selection.len().to_string()), ("names", &names.join(", "))],
            )
        })
    };
    view! {
        <Show when=shown>
            <div class="chip" data-testid="selection-chip">
                <span>{text}</span>
                <button
                    type="button"
                    class="flag"
                    aria-label=move || app.text(Msg::ChipRemove)
                    title=move || app.text(Msg::ChipRemove)
                    on:click=move |_| app.chat.attach.set(false)
                >
                    <Draw icon=Icon::Close />
                </button>
            </div>
        </Show>
    }
}

/// The chip of the sketch that is sent with the message, or was sent with the last one.
#[component]
pub(super) fn SketchChip() -> impl IntoView {
    let app = app();
    let strokes = app.view.sketch;
    let name = move || app.text(Msg::ClearSketch);
    view! {
        <Show when=move || !strokes.with(Markup::is_empty)>
            <div class="chip sketched" data-testid="sketch-chip" data-sent=move || strokes.with(Markup::is_sent).to_string()>
                <span>{move || strokes.with(|all| markup::summary(app, all))}</span>
                <button
                    type="button"
                    class="flag"
                    data-testid="clear-sketch"
                    aria-label=name
                    title=name
                    on:click=move |_| markup::clear(app)
                >
                    <Draw icon=Icon::Close />
                </button>
            </div>
        </Show>
    }
}
