//! Saving: stores the work after every operation and after typing, and reports failures. Work that could not be stored
//! stays in memory, and the next operation tries again.
//!
//! The texts of the drawing go to localStorage at once, and into the database of the library shortly afterward
//! (`ui/library/saving.rs`). Invariants: the drawing is stored if one of the two has it; a failure is shown until it is
//! resolved; work is stored when the page is hidden or left.

use super::document::{Caller, Request};
use super::document_storage::{BrowserStorage, message};
use super::feedback::set_if_new;
use super::i18n::Msg;
use super::library;
use super::save_state::{Place, record_result};
use super::state::{App, SaveState, UnreadText};
use leptos::prelude::*;
use std::time::Duration;
use trammel_code::StorageError;
use trammel_document::{Session, Unreadable};
use trammel_language::Bilingual;

/// Time from the first event of another tab's save to the loading of its texts.
const FOLLOW_DELAY: Duration = Duration::from_millis(30);

/// Stores the changes since the last call.
pub(super) fn save(app: App) {
    if app.library.open.with_untracked(|id| id.is_empty()) {
        // No drawing is open yet.
        return;
    }
    let saved = app.document.store();
    let elsewhere = saved == Err(StorageError::Changed);
    set_if_new(app.doc.changed_elsewhere, elsewhere);
    if let Err(StorageError::Full | StorageError::Unavailable(_)) = saved {
        // The database then has the newest copy, which must descend from the texts here.
        app.document.session_mut(Session::count_write);
    }
    record_result(app, Place::Texts, saved.map_err(|why| app.words(&message(&why))));
    library::saving::schedule(app);
}

/// Reports the stored texts that could not be read when the page was opened.
pub(super) fn report_unread(app: App, problems: &[Bilingual]) {
    if !problems.is_empty() {
        app.refuse(app.say(
            Msg::NotRead,
            &[("why", Bilingual::join(problems, ["; ", "; "]).text(app.lang()))],
        ));
    }
    let unread = |part: Unreadable| UnreadText {
        file: format!("{}.txt", part.key.replace('/', "-")),
        why: app.words(&part.why),
        text: part.text.unwrap_or_default(),
    };
    let texts: Vec<UnreadText> = app.document.unreadable().into_iter().map(unread).collect();
    if !texts.is_empty() {
        app.doc.unread.update(|all| all.extend(texts));
    }
}

/// Moves unreadable stored texts aside, so that the work can be saved again.
pub(super) fn set_aside(app: App) {
    match app.document.set_unreadable_aside() {
        Ok(()) => {
            app.doc.unread.set(Vec::new());
            save(app);
            app.announce(app.say(Msg::SetAsideDone, &[]));
        }
        Err(why) => app.refuse(app.say(Msg::Refused, &[("why", &app.words(&message(&why)))])),
    }
}

/// Watches the storage for writes of other tabs, for the lifetime of the page.
pub(super) fn watch_other_tabs(app: App) {
    let handle = window_event_listener(leptos::ev::storage, move |event| {
        // An event without a key means that the whole storage was cleared.
        let storage = BrowserStorage::drawing(&app.library.open_id());
        if event.key().is_none_or(|key| storage.has_key(&key)) && app.doc.ready.get_untracked() {
            follow(app);
        }
    });
    on_cleanup(move || handle.remove());
}

/// Shows what another tab has stored. If both tabs have changed the drawing, the user decides.
fn follow(app: App) {
    if app.doc.follow_asked.get_value() {
        return;
    }
    app.doc.follow_asked.set_value(true);
    // One save of the other tab is an event for each text.
    set_timeout(
        move || {
            app.doc.follow_asked.set_value(false);
            if !app.library.opening.get_untracked() && !app.doc.changed_elsewhere.get_untracked() {
                if app.library.unrun.get_untracked() {
                    app.library.reopens.set(true);
                } else {
                    app.document.submit(Caller::User, Request::Follow);
                }
            }
        },
        FOLLOW_DELAY,
    );
}

/// Stores everything when the page is hidden or left. If something is not stored, the browser asks the user to stay.
pub(super) fn watch_leaving(app: App) {
    for name in ["pagehide", "visibilitychange"] {
        let handle = window_event_listener_untyped(name, move |_| save_if_ready(app));
        on_cleanup(move || handle.remove());
    }
    let leaving = window_event_listener_untyped("beforeunload", move |event| {
        save_if_ready(app);
        let unsaved = app.doc.saved.get_untracked() != SaveState::Saved;
        if unsaved && !app.doc.leaving.get_untracked() {
            event.prevent_default();
        }
    });
    on_cleanup(move || leaving.remove());
}

/// Stores the drawing, including typed text, once the drawing has been opened.
fn save_if_ready(app: App) {
    if app.doc.ready.get_untracked() && !app.library.opening.get_untracked() {
        save(app);
        library::saving::save_soon(app);
    }
}
