//! A modal dialog: the browser's `<dialog>` element, which traps the focus, makes the rest of the page inert, and
//! closes on Escape.
//!
//! The dialog is open exactly while it is mounted. The component that mounts the dialog unmounts it in `closed`. Call
//! [`close`] to close the dialog from inside, so that the focus returns to the previous element.

use super::i18n::Msg;
use super::state::app;
use leptos::{html, prelude::*};
use trammel_canvas::canvas_tool::Text;

/// A handle to a dialog.
pub(crate) type DialogRef = NodeRef<html::Dialog>;

/// Closes a dialog. The browser returns the focus to the previous element.
pub(crate) fn close(dialog: DialogRef) {
    if let Some(dialog) = dialog.get_untracked() {
        dialog.close();
    }
}

/// Whether a dialog is open, in which case keys do not reach the drawing.
pub(crate) fn any_open() -> bool {
    document()
        .query_selector("dialog[open]")
        .is_ok_and(|found| found.is_some())
}

/// A modal dialog with a heading.
#[component]
pub(crate) fn Dialog(
    /// Handle of the dialog.
    node: DialogRef,
    /// Heading.
    #[prop(into)]
    name: Text,
    /// Value of `data-testid`.
    test: &'static str,
    /// Additional CSS class.
    #[prop(default = "")]
    class: &'static str,
    /// Callback after the dialog was closed in any way.
    closed: Callback<()>,
    /// Content below the heading.
    children: Children,
) -> impl IntoView {
    let app = app();
    // Outward effect: only this call makes the dialog modal.
    Effect::new(move |_| {
        if let Some(dialog) = node.get().filter(|dialog| !dialog.open()) {
            // Cannot fail, because the element is in the document and not open.
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

/// The button that closes a dialog.
#[component]
pub(crate) fn CloseButton(
    /// Handle of the dialog.
    node: DialogRef,
    /// Value of `data-testid`.
    test: &'static str,
) -> impl IntoView {
    let app = app();
    view! {
        <button type="button" class="button" data-testid=test on:click=move |_| close(node)>
            {move || app.text(Msg::Close)}
        </button>
    }
}
