//! The form of a tool beside the drawing, with one field per parameter of its schema, and the result of the call.
//!
//! Invariants: the form is not modal, so the drawing stays visible and its clicks fill the field that has the focus
//! (`pick.rs`); Escape goes back one step, to the command palette if the form was opened there; a successful change closes
//! the form. Start with [`open`] and [`FormPanel`].

mod answer;
mod call;
mod changes_text;
mod field;
mod form;
pub(crate) mod pick;
pub(crate) mod state;
mod window;

pub(crate) use self::window::{open, open_named};

use self::form::ToolForm;
use super::state::app;
use leptos::prelude::*;

/// The form beside the drawing, empty while closed.
#[component]
pub(crate) fn FormPanel() -> impl IntoView {
    let app = app();
    move || app.view.form.tool.get().map(|_| view! { <ToolForm /> })
}
