//! Saving: stores the work after every operation and after typing, and reports failures. Work that could not be stored
//! stays in memory, and the next operation tries again.
//!
//! Invariants: drawing and conversation are stored separately, the drawing first; when there is too little room for
//! both, the drawing takes precedence; a failure of one is shown until it is resolved, even if the other is stored;
//! work is stored when the page is hidden or left.

use super::document_storage::{CHAT, WORK, message};
use super::examples::is_own_work;
use super::feedback::set_if_new;
use super::i18n::Msg;
use super::state::{App, SaveState, UnreadText};
use super::web_storage;
use crate::session::Unreadable;
use crate::session::previous::{PreviousDrawing, Replaced};
use crate::workspace::StorageError;
use leptos::prelude::*;

/// The parts that are stored separately.
#[derive(Clone, Copy)]
enum Part {
    /// Files, locks, and memory.
    Work,
    /// The conversation.
    Conversation,
}

/// Marks typed text as not yet stored.
pub(super) fn is_pending(app: App) {
    if app.doc.saved.get_untracked() == SaveState::Saved {
        app.doc.saved.set(SaveState::Pending);
    }
}

/// Stores the changes since the last call.
pub(super) fn save(app: App) {
    let mut saved = app.document.store();
    if saved == Err(StorageError::Full) && app.chat.make_room() {
        saved = app.document.store();
        // Stores the conversation in the remaining room, or reports its own failure.
        app.chat.store_again(app);
    }
    work_stored(app, saved);
}

/// Records the result of storing the conversation.
pub(super) fn conversation_stored(app: App, result: Result<(), String>) {
    stored(app, Part::Conversation, result);
}

/// Overwrites the drawing and conversation that another tab has stored with those of this tab. The overwritten work is
/// added to the previous drawings.
pub(super) async fn keep_this_one(app: App) {
    if !keep_stored(app).await {
        return;
    }
    let saved = app.document.store_over();
    app.chat.store_over(app);
    work_stored(app, saved);
}

/// Adds this tab's work to the previous drawings, and reloads the page with the work that another tab has stored.
pub(super) async fn load_other_one(app: App) {
    app.document.flush_typing().await;
    if app.previous.keep_present(app, Replaced::Drawing).await {
        app.doc.leaving.set(true);
        // If the page cannot reload, it stays as it is, including the banner.
        let _ = window().location().reload();
    }
}

/// Adds the stored work of another tab to the previous drawings. Returns whether the stored work may be replaced now.
async fn keep_stored(app: App) -> bool {
    let theirs = match app.document.stored_elsewhere() {
        Ok(theirs) => theirs,
        Err(why) => {
            app.refuse(app.say(Msg::Refused, &[("why", &app.words(&message(&why)))]));
            return false;
        }
    };
    let work = PreviousDrawing {
        replaced: Replaced::Drawing,
        time_ms: js_sys::Date::now().max(0.0) as u64,
        title: theirs.scene().name().to_owned(),
        entities: None,
        project: theirs.project(false),
        tools: theirs.tools_text(),
        conversation: app.chat.stored_conversation(),
    };
    let own = work.conversation.is_some() || is_own_work(&work.project);
    !own || app.previous.keep(app, &work).await
}

/// Reports the stored texts that could not be read when the page was opened.
pub(super) fn report_unread(app: App, problems: &[String]) {
    if !problems.is_empty() {
        app.refuse(app.say(Msg::NotRead, &[("why", &problems.join("; "))]));
    }
    let unread = |part: Unreadable| UnreadText {
        file: format!("{}.txt", part.key.replace('/', "-")),
        why: part.why,
        text: part.text.unwrap_or_default(),
    };
    let texts = app.document.unreadable().into_iter().map(unread);
    app.doc.unread.set(texts.collect());
}

/// Moves unreadable stored texts aside, so that the work can be saved again.
pub(super) fn set_aside(app: App) {
    match app.document.set_unreadable_aside() {
        Ok(()) => {
            app.doc.unread.set(Vec::new());
            app.chat.go_on_without_unread(app);
            save(app);
        }
        Err(why) => app.refuse(app.say(Msg::Refused, &[("why", &app.words(&message(&why)))])),
    }
}

/// Watches the storage for writes of other tabs, for the lifetime of the page.
pub(super) fn watch_other_tabs(app: App) {
    let handle = window_event_listener(leptos::ev::storage, move |event| {
        // An event without a key means that the whole storage was cleared.
        let ours = event
            .key()
            .is_none_or(|key| web_storage::is_ours(&key, WORK) || web_storage::is_ours(&key, CHAT));
        if ours {
            save_if_ready(app);
        }
    });
    on_cleanup(move || handle.remove());
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

/// Stores the drawing, including typed text, once the drawing has been opened. The conversation is stored with each
/// message.
fn save_if_ready(app: App) {
    if app.doc.ready.get_untracked() {
        save(app);
    }
}

fn work_stored(app: App, saved: Result<(), StorageError>) {
    let elsewhere = saved == Err(StorageError::Changed) || app.chat.changed_elsewhere();
    set_if_new(app.doc.changed_elsewhere, elsewhere);
    stored(app, Part::Work, saved.map_err(|why| app.words(&message(&why))));
}

fn stored(app: App, part: Part, result: Result<(), String>) {
    app.doc
        .troubles
        .update_untracked(|troubles| troubles[part as usize] = result.err());
    let trouble = app
        .doc
        .troubles
        .with_untracked(|troubles| troubles.iter().flatten().next().cloned());
    let state = match (trouble, part) {
        (Some(why), _) => SaveState::Failed(why),
        (None, Part::Work) => SaveState::Saved,
        // Typed text may still be pending: storing the conversation does not change this.
        (None, Part::Conversation) => match app.doc.saved.get_untracked() {
            SaveState::Failed(_) => SaveState::Saved,
            other => other,
        },
    };
    if !matches!(state, SaveState::Failed(_)) {
        set_if_new(app.doc.dismissed, None);
    }
    set_if_new(app.doc.saved, state);
}
