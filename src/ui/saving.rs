//! Storing the work after every operation and after typing, and saying so when that fails. Work that could not be stored
//! stays in memory and is tried again with the next operation.
//!
//! Invariants: drawing and conversation are stored separately, the drawing first; when there is too little room for
//! both, the drawing gets it; the trouble of one is shown for as long as it lasts, also when the other is stored; work is
//! stored when the page is hidden or left.

use super::document_storage::{CHAT, WORK};
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
    /// Files, locks, memory.
    Work,
    /// The chat.
    Conversation,
}

/// Typed text will be stored in a moment.
pub(super) fn is_pending(app: App) {
    if app.doc.saved.get_untracked() == SaveState::Saved {
        app.doc.saved.set(SaveState::Pending);
    }
}

/// Stores the changes since the last time.
pub(super) fn save(app: App) {
    let mut saved = app.document.store();
    if saved == Err(StorageError::Full) && app.chat.make_room() {
        saved = app.document.store();
        // With what room is left, or its own trouble.
        app.chat.store_again(app);
    }
    work_stored(app, saved);
}

/// The conversation was stored, or could not be and why.
pub(super) fn conversation_stored(app: App, result: Result<(), String>) {
    stored(app, Part::Conversation, result);
}

/// Stores this drawing and this conversation over those that another tab has stored, which are kept as previous ones.
pub(super) async fn keep_this_one(app: App) {
    if !keep_stored(app).await {
        return;
    }
    let saved = app.document.store_over();
    app.chat.store_over(app);
    work_stored(app, saved);
}

/// Adds this tab's work to the previous drawings and loads what another tab has stored.
pub(super) async fn load_other_one(app: App) {
    app.document.flush_typing().await;
    if app.previous.keep_present(app, Replaced::Drawing).await {
        app.doc.leaving.set(true);
        // A page that cannot reload stays as it is, banner included.
        let _ = window().location().reload();
    }
}

/// Adds the stored work, which another tab has made, to the previous drawings. Whether it may be replaced now.
async fn keep_stored(app: App) -> bool {
    let theirs = match app.document.stored_elsewhere() {
        Ok(theirs) => theirs,
        Err(why) => {
            app.refuse(app.say(Msg::Refused, &[("why", &why.to_string())]));
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

/// Tells the user which stored texts could not be read when the page was opened.
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

/// Moves stored texts that could not be read out of the way, so that saving can go on.
pub(super) fn set_aside(app: App) {
    match app.document.set_unreadable_aside() {
        Ok(()) => {
            app.doc.unread.set(Vec::new());
            app.chat.go_on_without_unread(app);
            save(app);
        }
        Err(why) => app.refuse(app.say(Msg::Refused, &[("why", &why.to_string())])),
    }
}

/// Notices when another tab stores something, for as long as the page lives.
pub(super) fn watch_other_tabs(app: App) {
    let handle = window_event_listener(leptos::ev::storage, move |event| {
        // Without a key everything was cleared.
        let ours = event
            .key()
            .is_none_or(|key| web_storage::is_ours(&key, WORK) || web_storage::is_ours(&key, CHAT));
        if ours {
            save_if_ready(app);
        }
    });
    on_cleanup(move || handle.remove());
}

/// Stores everything when the page is hidden or left, and asks the user to stay while something is not stored.
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

/// Stores the drawing, typed text included, once it was opened. The conversation is stored with each of its messages.
fn save_if_ready(app: App) {
    if app.doc.ready.get_untracked() {
        save(app);
    }
}

fn work_stored(app: App, saved: Result<(), StorageError>) {
    let elsewhere = saved == Err(StorageError::Changed) || app.chat.changed_elsewhere();
    set_if_new(app.doc.changed_elsewhere, elsewhere);
    stored(app, Part::Work, saved.map_err(|why| why.to_string()));
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
        // Typed text may wait: that the conversation is stored says nothing about it.
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
