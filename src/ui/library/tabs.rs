//! One drawing in several tabs. The first tab holds a Web Lock for the drawing and stores its records; the other tabs
//! follow it. Changes travel through localStorage in both directions, so the records always have one writer.
//!
//! When the first tab closes the drawing, the next one gets the lock and continues the stored history.

use super::continuing::continue_stored;
use super::conversations;
use super::database::Database;
use super::loading::record_of;
use super::lock::{DrawingLock, manager, request};
use super::saving;
use crate::ui::chat::proposal;
use crate::ui::document_storage;
use crate::ui::state::App;
use futures_util::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use trammel_document::library::Store;

/// Time to wait for a lock, in milliseconds.
const GRANT_MS: u32 = 300;

/// Time to wait for a lock after a reload, in milliseconds. The page before releases its lock shortly after the new page
/// has started.
const GRANT_AFTER_RELOAD_MS: u32 = 1_000;

/// Takes the lock of a drawing, or follows the tab that has it.
pub(super) async fn enter(app: App, id: &str) {
    let library = app.library;
    // The lock of the drawing before.
    library.host().lock.borrow_mut().take();
    let Some(locks) = manager() else {
        // Without locks, the write counter alone detects another tab.
        library.follows.set(false);
        return;
    };
    let (lock, mut granted) = request(&locks, id, false);
    *library.host().lock.borrow_mut() = Some(lock);
    let late = TimeoutFuture::new(if is_reloaded() {
        GRANT_AFTER_RELOAD_MS
    } else {
        GRANT_MS
    });
    let is_granted = match select(&mut granted, late).await {
        Either::Left((answer, _)) => answer == Ok(true),
        Either::Right(_) => false,
    };
    library.follows.set(!is_granted);
    if is_granted {
        return;
    }
    let id = id.to_owned();
    spawn_local(async move {
        if granted.await == Ok(true) && app.library.open_id() == id {
            become_writer(app).await;
        }
    });
}

/// Takes the lock of a drawing that no tab has open; `None` if a tab has it.
pub(super) async fn lock_closed(id: &str) -> Option<DrawingLock> {
    let (lock, granted) = request(&manager()?, id, true);
    (granted.await == Ok(true)).then_some(lock)
}

/// A drawing is open in another tab.
pub(super) struct OpenElsewhere;

/// Takes the lock of a drawing that this tab does not have open, so that no tab opens it until the lock is dropped. Without
/// locks in the browser, there is nothing to take.
///
/// # Errors
/// Returns an error if another tab has the drawing open.
pub(super) async fn hold_closed(id: &str) -> Result<Option<DrawingLock>, OpenElsewhere> {
    let Some(locks) = manager() else {
        return Ok(None);
    };
    // A lock that this tab has just released takes a moment.
    let (lock, granted) = request(&locks, id, false);
    match select(granted, TimeoutFuture::new(GRANT_MS)).await {
        Either::Left((Ok(true), _)) => Ok(Some(lock)),
        _ => Err(OpenElsewhere),
    }
}

/// Continues the stored history after the tab that had the lock has closed the drawing.
async fn become_writer(app: App) {
    let library = app.library;
    let Some(database) = library.database() else {
        return;
    };
    let id = library.open_id();
    app.document.flush_typing().await;
    let continued = continue_stored(app, &database, &id).await;
    if library.open_id() != id {
        return;
    }
    if let Err(why) = continued {
        // The next save tries to read the records again.
        *library.host().blocked.borrow_mut() = Some(why.in_words());
    }
    library.follows.set(false);
    if library.conversation.with_untracked(|id| id.is_empty()) {
        continue_conversation(app, &database, &id).await;
    }
    saving::schedule(app);
    // The other tab can have been closed during its question.
    proposal::ask_again(app);
}

/// Shows the conversation of the drawing, which a tab that follows another one does not show.
async fn continue_conversation(app: App, database: &Database, id: &str) {
    let conversation_id = match record_of(database, id).await {
        Ok(record) => record.and_then(|record| record.conversation),
        Err(why) => return conversations::report_unread(app, &why.in_words()),
    };
    let Some(conversation_id) = conversation_id else {
        return;
    };
    let key = format!("{id}/{conversation_id}");
    match database.get(Store::Conversations, &key).await {
        Ok(text) => {
            app.library.set_conversation(Some(conversation_id));
            conversations::restore(app, text);
        }
        Err(why) => conversations::report_unread(app, &document_storage::message(&why)),
    }
}

/// Whether the user has reloaded the page.
fn is_reloaded() -> bool {
    let performance = web_sys::window().and_then(|window| window.performance());
    let entry = performance.map(|performance| performance.get_entries_by_type("navigation").get(0));
    let kind = entry.and_then(|entry| js_sys::Reflect::get(&entry, &"type".into()).ok());
    kind.is_some_and(|kind| kind == "reload")
}
