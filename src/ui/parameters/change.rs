//! Changes of parameters and presets, written into the text of `main`.

use crate::ui::state::App;
use leptos::prelude::*;
use trammel_code::FileName;
use trammel_code::parameters::{self, Change};

/// Writes the value of a parameter. `continues` joins the change to the one before it, as one undo step.
pub(super) fn set(app: App, name: &str, change: &Change, continues: bool) {
    edit(app, continues, |source| {
        parameters::change_value(source, name, change)
    });
}

/// Replaces the text of `main` by the result of a function. `None` and an unchanged text change nothing.
pub(super) fn edit(app: App, continues: bool, change: impl FnOnce(&str) -> Option<String>) {
    // Applies pending typed text first, so that the change includes it.
    app.document.flush();
    let source = app.document.file_text(FileName::MAIN).unwrap_or_default();
    if let Some(text) = change(&source).filter(|text| **text != *source) {
        app.document.set_parameter_text(FileName::MAIN, text, continues);
        app.doc.files_revision.update(|count| *count += 1);
    }
}
