//! One drawing in several tabs. The first tab holds a Web Lock for the drawing and stores its records; the other tabs
//! follow it. Changes travel through localStorage in both directions, so the records always have one writer.
//!
//! When the first tab closes the drawing, the next one gets the lock and continues the stored history.

use super::conversations;
use super::database::Database;
use super::loading::{content_of, step_records};
use super::lock::{manager, request};
use super::saving;
use super::state::KnownStep;
use crate::library::{ContentRecord, DrawingRecord, Record, StepRecord, Store};
use crate::session::Session;
use crate::ui::state::App;
use futures_util::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::collections::BTreeMap;

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

/// Whether no tab has the drawing open.
pub(super) async fn is_closed(id: &str) -> bool {
    let Some(locks) = manager() else {
        return false;
    };
    let (_lock, granted) = request(&locks, id, true);
    granted.await.unwrap_or(false)
}

/// Continues the stored history after the tab that had the lock has closed the drawing.
async fn become_writer(app: App) {
    let library = app.library;
    let Some(database) = library.database() else {
        return;
    };
    let id = library.open_id();
    app.document.flush_typing().await;
    let content = content_of(&database, &id).await;
    let (records, known, _) = step_records(&database, &id).await;
    if library.open_id() != id {
        return;
    }
    let host = library.host();
    let text = content.as_ref().map(Record::write).unwrap_or_default();
    if text != *host.content.borrow() || known != *host.steps.borrow() {
        continue_history(app, content, records, known).await;
    }
    library.follows.set(false);
    if library.conversation.with_untracked(|id| id.is_empty()) {
        continue_conversation(app, &database, &id).await;
    }
    saving::schedule(app);
}

/// Shows the conversation of the drawing, which a tab that follows another one does not show.
async fn continue_conversation(app: App, database: &Database, id: &str) {
    let record = database.get(Store::Drawings, id).await.ok().flatten();
    let conversation_id = record.and_then(|text| DrawingRecord::read(&text).ok()?.conversation);
    let Some(conversation_id) = conversation_id else {
        return;
    };
    let text = database
        .get(Store::Conversations, &format!("{id}/{conversation_id}"))
        .await;
    app.library.set_conversation(Some(conversation_id));
    conversations::restore(app, text.ok().flatten());
}

/// Whether the user has reloaded the page.
fn is_reloaded() -> bool {
    let performance = web_sys::window().and_then(|window| window.performance());
    let entry = performance.map(|performance| performance.get_entries_by_type("navigation").get(0));
    let kind = entry.and_then(|entry| js_sys::Reflect::get(&entry, &"type".into()).ok());
    kind.is_some_and(|kind| kind == "reload")
}

/// Continues the history that the other tab has stored since this tab has opened the drawing.
async fn continue_history(
    app: App,
    content: Option<ContentRecord>,
    records: Vec<StepRecord>,
    known: BTreeMap<u64, KnownStep>,
) {
    let text = content.as_ref().map(Record::write).unwrap_or_default();
    let steps = records.into_iter().map(|record| record.step).collect();
    let change = move |session: &mut Session| {
        let position = content.as_ref().map(ContentRecord::history_position);
        let head_files = content
            .as_ref()
            .map_or_else(|| session.history_files(), ContentRecord::files_at_head);
        session.restart_history(steps, &position.unwrap_or_default(), &head_files);
    };
    app.document.keep_in_turn(change).await;
    let host = app.library.host();
    *host.steps.borrow_mut() = known;
    *host.content.borrow_mut() = text;
}
