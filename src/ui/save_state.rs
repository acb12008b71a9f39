//! Storage state of the work: its signal, and the failures of both places where the drawing is stored.

use super::feedback::set_if_new;
use super::state::{App, SaveState};
use leptos::prelude::*;

/// Places where the drawing is stored.
#[derive(Clone, Copy)]
pub(super) enum Place {
    /// Texts in localStorage.
    Texts,
    /// Records in the database.
    Library,
}

/// Marks typed text as not yet stored.
pub(super) fn mark_pending(app: App) {
    if app.doc.saved.get_untracked() == SaveState::Saved {
        app.doc.saved.set(SaveState::Pending);
    }
}

/// Records the result of storing the drawing in the database.
pub(super) fn record_library_result(app: App, result: Result<(), String>) {
    record_result(app, Place::Library, result);
}

/// Records the result of storing the drawing in one place.
pub(super) fn record_result(app: App, place: Place, result: Result<(), String>) {
    app.doc
        .troubles
        .update_untracked(|troubles| troubles[place as usize] = result.err());
    let [texts, library] = app.doc.troubles.get_untracked();
    let elsewhere = app.doc.changed_elsewhere.get_untracked();
    let state = match (texts, library, place) {
        (Some(why), _, _) if elsewhere => SaveState::Failed(why),
        // One copy is enough. Without a database, the missing library is reported once, at the start.
        (Some(why), Some(_), _) => SaveState::Failed(why),
        (Some(why), None, _) if app.library.has_no_database() => SaveState::Failed(why),
        (Some(_), None, Place::Texts) => SaveState::Pending,
        (None, Some(why), _) if !app.library.has_no_database() => SaveState::Failed(why),
        _ => SaveState::Saved,
    };
    if !matches!(state, SaveState::Failed(_)) {
        set_if_new(app.doc.dismissed, None);
    }
    set_if_new(app.doc.saved, state);
}
