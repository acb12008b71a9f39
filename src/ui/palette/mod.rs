//! The command palette: a fuzzy search over all actions, panels, preferences, and tools that draw, change, or measure; and
//! the command line.
//!
//! Invariants: a disabled action shows its reason instead of running; a tool opens its form (`tool_form`) in place of the
//! palette. The palette is a modal `<dialog>`, so the browser traps the focus and restores it afterward. Start with
//! [`Palette`], then [`search`].

mod command;
mod line;
mod search;

use self::search::SearchView;
use super::actions::focus_later;
use super::state::app;
use leptos::{html, prelude::*};
use trammel_canvas::actions::ActionId;
use web_sys::KeyboardEvent;

/// The dialog of the palette. The dialog stays mounted, and is empty while closed.
#[component]
pub(crate) fn Palette() -> impl IntoView {
    let app = app();
    let open = app.view.palette;
    let dialog = NodeRef::<html::Dialog>::new();
    // Outward effect: the browser owns the modal state of a dialog.
    Effect::new(move |_| {
        let (Some(dialog), open) = (dialog.get(), open.get()) else {
            return;
        };
        if open && !dialog.open() {
            let _ = dialog.show_modal();
            focus_later("palette-input");
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
    let escape = move |event: KeyboardEvent| {
        if event.key() != "Escape" || event.is_composing() {
            return;
        }
        event.prevent_default();
        open.set(false);
    };
    view! {
        <dialog
            node_ref=dialog
            class="palette"
            data-testid="palette"
            aria-label=move || app.text(ActionId::OpenPalette.label())
            on:close=move |_| {
                // The `close` event is asynchronous: the dialog may be open again when the event arrives.
                if dialog.get_untracked().is_none_or(|dialog| !dialog.open()) {
                    open.set(false);
                }
            }
            on:keydown=escape
            on:click=move |event| {
                // A click on the backdrop has the dialog element itself as its target.
                if event.target() == event.current_target() {
                    open.set(false);
                }
            }
        >
            <Show when=move || open.get()>
                <SearchView dialog />
            </Show>
        </dialog>
    }
    .into_any()
}
