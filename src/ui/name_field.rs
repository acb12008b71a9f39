//! Field for a new name in a row of a list.

use super::i18n::Msg;
use super::state::app;
use leptos::{html, prelude::*};

/// The field for a new name: Enter and leaving the field accept it, and Escape cancels.
#[component]
pub(crate) fn NameField(
    /// Present name.
    name: String,
    /// Value of `data-testid`.
    test: &'static str,
    /// Receives the accepted text; the present name after Escape.
    finish: impl Fn(String) + Clone + 'static,
) -> impl IntoView {
    let app = app();
    let node = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        if let Some(input) = node.get() {
            let _ = input.focus();
            input.select();
        }
    });
    let accept = finish.clone();
    let original = name.clone();
    let key = move |event: web_sys::KeyboardEvent| match event.key().as_str() {
        "Enter" => {
            event.prevent_default();
            finish(event_target_value(&event));
        }
        "Escape" => {
            // The key must not close the dialog.
            event.prevent_default();
            event.stop_propagation();
            finish(original.clone());
        }
        _ => {}
    };
    view! {
        <input
            node_ref=node
            class="input"
            data-testid=test
            aria-label=move || app.text(Msg::Rename)
            value=name
            on:keydown=key
            on:blur=move |event| accept(event_target_value(&event))
        />
    }
    .into_any()
}
