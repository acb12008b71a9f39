//! A modal dialog: the browser's own element, which keeps the focus inside, makes the rest inert and closes on Escape.
//!
//! It is open exactly while it is mounted. Whoever mounts it unmounts it in `closed`; to close it from inside, call
//! [`close`], so that the focus goes back to where it was.

use super::i18n::Msg;
use super::state::app;
use leptos::{html, prelude::*};

/// A handle to a dialog, to close it.
pub(crate) type DialogRef = NodeRef<html::Dialog>;

/// Closes a dialog; the focus goes back to where it was before.
pub(crate) fn close(dialog: DialogRef) {
    if let Some(dialog) = dialog.get_untracked() {
        dialog.close();
    }
}

/// Whether one is open: keys then mean nothing to the drawing behind it.
pub(crate) fn any_open() -> bool {
    document()
        .query_selector("dialog[open]")
        .is_ok_and(|found| found.is_some())
}

/// A modal dialog with a heading.
#[component]
pub(crate) fn Dialog(
    /// Its handle.
    node: DialogRef,
    /// Its heading.
    name: Msg,
    /// `data-testid`.
    test: &'static str,
    /// Further class.
    #[prop(default = "")]
    class: &'static str,
    /// It was closed, by whatever way.
    closed: Callback<()>,
    /// Below the heading.
    children: Children,
) -> impl IntoView {
    let app = app();
    // Outward effect: a dialog is modal only by this call.
    Effect::new(move |_| {
        if let Some(dialog) = node.get().filter(|dialog| !dialog.open()) {
            // It is in the document and not open, so this cannot fail.
            let _ = dialog.show_modal();
        }
    });
    let heading = format!("{test}-heading");
    let labelled_by = heading.clone();
    view! {
        <dialog node_ref=node class=format!("dialog {class}") data-testid=test aria-labelledby=labelled_by on:close=move |_| closed.run(())>
            <h2 id=heading>{move || app.text(name)}</h2>
            {children()}
        </dialog>
    }
    .into_any()
}
