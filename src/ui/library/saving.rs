//! Saving into the database: the open drawing with its history and its conversation, shortly after each change.
//!
//! Invariants: all records of one moment are one transaction; one save runs at a time; when there is too little room,
//! the drawing takes precedence over the conversation, and the conversation over the history; a new record replaces none;
//! records that could not be read are not written, and each save tries to read them again.

use super::continuing::continue_stored;
use super::database::Database;
use super::identity::now_ms;
use super::state::{KnownStep, Library};
use crate::ui::document_storage::message;
use crate::ui::folder;
use crate::ui::save_state;
use crate::ui::state::App;
use gloo_timers::callback::Timeout;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::collections::BTreeMap;
use trammel_code::StorageError;
use trammel_document::library::{
    Batch, ContentRecord, ConversationRecord, DrawingRecord, Record, Store, change_pictures, numbered_key,
    thumbnail,
};
use trammel_document::{Author, HistoryChanges, Session};
use trammel_language::bilingual;
use trammel_scene::Scene;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Time from a change to its save, in milliseconds.
const DELAY_MS: u32 = 400;

/// Time between two looks at a save in progress, in milliseconds.
const LOOK_MS: u32 = 5;

/// Maximum size of the picture of a drawing, in bytes.
pub(super) const PICTURE_BYTES: usize = 6_000;

/// Maximum size of the picture of a step, in bytes.
const STEP_PICTURE_BYTES: usize = 1_500;

/// Schedules a save of the open drawing.
pub(crate) fn schedule(app: App) {
    let host = app.library.host();
    if !may_save(app) {
        return;
    }
    host.timer
        .borrow_mut()
        .get_or_insert_with(|| Timeout::new(DELAY_MS, move || save_soon(app)));
}

/// Whether there is a database, and the open drawing is not being replaced.
fn may_save(app: App) -> bool {
    !app.library.has_no_database() && !app.library.opening.get_untracked()
}

/// Starts a save now, without waiting for its end.
pub(crate) fn save_soon(app: App) {
    if !may_save(app) {
        return;
    }
    spawn_local(async move {
        // The result is shown in the status bar.
        let _ = save(app).await;
    });
}

/// Saves the open drawing, after a save in progress.
///
/// # Errors
/// Returns an error if the drawing itself could not be stored.
pub(crate) async fn save(app: App) -> Result<(), StorageError> {
    let host = app.library.host();
    while host.is_saving.get() {
        TimeoutFuture::new(LOOK_MS).await;
    }
    host.timer.borrow_mut().take();
    host.is_saving.set(true);
    let mut saved = save_now(app).await;
    if saved == Err(StorageError::Changed) {
        // The key of a new record is taken: the stored records are read, and the changes follow them.
        saved = save_now(app).await;
    }
    if saved == Err(StorageError::Full) {
        // The drawing is stored. Only a second failure counts, because the history is not stored again elsewhere.
        saved = save_now(app).await;
    }
    host.is_saving.set(false);
    let words = |why: &StorageError| app.words(&message(why));
    save_state::record_library_result(app, saved.as_ref().map(drop).map_err(words));
    folder::sync::soon(app);
    saved
}

async fn save_now(app: App) -> Result<(), StorageError> {
    let library = app.library;
    let id = library.open_id();
    let Some(database) = library.database() else {
        return Err(StorageError::Unavailable(bilingual!(
            "it has no database",
            "데이터베이스가 없어요"
        )));
    };
    // While another drawing is being opened, the session and the record belong to different drawings.
    let is_between = id.is_empty() || library.opening.get_untracked();
    if is_between || app.doc.changed_elsewhere.get_untracked() {
        return Ok(());
    }
    let host = library.host();
    if database.was_removed().await == Ok(true) {
        store_again(app);
    }
    let read = read_blocked_records(app, &database, &id).await;
    if library.open_id() != id || library.opening.get_untracked() {
        return Ok(());
    }
    let conversation = host.conversation.borrow_mut().take();
    let mut due = if library.follows.get_untracked() || read.is_err() {
        // The tab with the lock stores the drawing, and records that could not be read are not replaced.
        Due::default()
    } else {
        app.document
            .session(|session| app.document.scene(|scene| Due::of(library, &id, session, scene)))
    };
    if let Some((conversation_id, record)) = &conversation {
        let key = format!("{id}/{conversation_id}");
        if host.stored_conversations.borrow().contains(conversation_id) {
            due.conversation.put_record(Store::Conversations, &key, record);
        } else {
            due.conversation.add(Store::Conversations, &key, record);
        }
    }
    // The database keeps an unreadable text as well, instead of the part of the drawing that has its key.
    let blocked = app.document.session(Session::blocked_keys);
    let complete = read.and(if blocked.is_empty() {
        Ok(())
    } else {
        Err(StorageError::Unreadable(blocked))
    });
    if due.is_empty() {
        return complete;
    }
    ask_to_persist(app);
    let stored = match database.write(&due.whole()).await {
        Err(StorageError::Full) => {
            // Without the history, then without the conversation as well.
            let mut partly = database.write(&due.without_history()).await;
            if partly.is_ok() {
                note_conversation(library, conversation.as_ref());
            } else if partly == Err(StorageError::Full) {
                partly = database.write(&due.drawing).await;
            }
            if partly.is_ok() && !due.content.is_empty() {
                host.content.borrow_mut().clone_from(&due.content);
            }
            partly.and(Err(StorageError::Full))
        }
        result => result,
    };
    match &stored {
        Ok(()) => {
            note_conversation(library, conversation.as_ref());
            due.mark_stored(app, library);
            return complete;
        }
        Err(why) => {
            if *why == StorageError::Changed {
                *host.blocked.borrow_mut() = Some(message(why));
                // The id of a new conversation is random, so a record with it is an earlier write of this page.
                note_conversation(library, conversation.as_ref());
            }
            if host.conversation.borrow().is_none() {
                *host.conversation.borrow_mut() = conversation;
            }
        }
    }
    stored
}

/// Has the next save store everything that the page knows of the open drawing, because the database was removed.
fn store_again(app: App) {
    let host = app.library.host();
    *host.stored_record.borrow_mut() = DrawingRecord::default();
    // The content differs from the due one, and is known: it replaces a record that was written since the removal.
    host.content.borrow_mut().push(' ');
    // What could not be read before is gone.
    *host.blocked.borrow_mut() = None;
    app.document
        .session_mut(|session| session.history_mut().history_removed());
    let present = app.library.conversation.get_untracked();
    if host.stored_conversations.borrow().contains(&*present) {
        app.chat.store(app);
    }
}

/// Notes that the database has a conversation.
fn note_conversation(library: Library, conversation: Option<&(String, ConversationRecord)>) {
    if let Some((id, _)) = conversation {
        let host = library.host();
        host.stored_conversations.borrow_mut().insert(id.clone());
    }
}

/// Reads the records of the open drawing again, if they could not be read before.
///
/// # Errors
/// Returns the reason if they cannot be read.
async fn read_blocked_records(app: App, database: &Database, id: &str) -> Result<(), StorageError> {
    let is_blocked = app.library.host().blocked.borrow().is_some();
    if !is_blocked || app.library.follows.get_untracked() {
        return Ok(());
    }
    let read = continue_stored(app, database, id).await;
    read.map_err(|why| {
        let why = why.in_words().map(|why| why.trim_end_matches('.').to_owned());
        StorageError::Unavailable(bilingual!(
            "the stored history could not be read and is not changed: {why}",
            "저장된 기록을 읽지 못해서 바꾸지 않았어요: {why:#}"
        ))
    })
}

/// Changes that the database does not have yet.
#[derive(Default)]
struct Due {
    record: DrawingRecord,
    content: String,
    changes: HistoryChanges,
    drawing: Batch,
    history: Batch,
    conversation: Batch,
    known: Vec<(u64, KnownStep)>,
}

impl Due {
    fn of(library: Library, id: &str, session: &Session, scene: &Scene) -> Due {
        let host = library.host();
        let changes = session.history().history_changes();
        let mut content_record = ContentRecord::of(session, &changes.position);
        content_record.unknown.clone_from(&host.unknown.borrow());
        let content = content_record.write();
        let mut due = Due {
            record: host.record.borrow().clone(),
            content,
            changes,
            drawing: Batch::default(),
            history: Batch::default(),
            conversation: Batch::default(),
            known: Vec::new(),
        };
        due.add_steps(&host.steps.borrow(), id, session, scene);
        let is_new = *host.content.borrow() != due.content;
        let is_drawn = !library.unrun.get_untracked();
        if is_drawn && (is_new || !due.history.is_empty()) {
            let record = &mut due.record;
            record.changed_ms = now_ms();
            record.entities = scene.len();
            record.thumbnail = thumbnail(scene, PICTURE_BYTES);
            let known = host.steps.borrow();
            let history: usize = known.values().map(|step| step.bytes).sum();
            record.bytes = due.content.len() + history;
            if !record.is_named && scene.name() != scene.default_name() {
                scene.name().clone_into(&mut record.name);
            }
        }
        if is_new {
            let stored = host.content.borrow();
            let records = if stored.is_empty() {
                &mut due.drawing.adds
            } else {
                &mut due.drawing.puts
            };
            records.push((Store::Contents, id.to_owned(), due.content.clone()));
        }
        if due.record != *host.stored_record.borrow() {
            due.drawing.put_record(Store::Drawings, id, &due.record);
        }
        due
    }

    fn add_steps(&mut self, known: &BTreeMap<u64, KnownStep>, id: &str, session: &Session, scene: &Scene) {
        for step in &self.changes.steps {
            let before = known.get(&step.id);
            let mut record = before.cloned().unwrap_or_default().record(step.clone());
            // Only the newest state is on screen, so only its step gets a picture.
            if step.id == self.changes.position.head {
                let change = session.history().change_at_head();
                (record.thumbnail, record.change) = match change {
                    Some(change) => {
                        let (outlines, change) = change_pictures(scene, change, STEP_PICTURE_BYTES);
                        (outlines, Some(change))
                    }
                    None => (thumbnail(scene, STEP_PICTURE_BYTES), None),
                };
            }
            if let Author::Model(turn) = step.author {
                let request = session.parties().request_of(turn);
                record.request = record.request.or_else(|| request.cloned());
            }
            let text = record.write();
            self.known.push((step.id, KnownStep::of(&record, text.len())));
            let records = if before.is_some() {
                &mut self.history.puts
            } else {
                &mut self.history.adds
            };
            records.push((Store::Steps, numbered_key(id, step.id), text));
        }
        for step in &self.changes.removed {
            self.history.remove(Store::Steps, &numbered_key(id, *step));
        }
    }

    fn is_empty(&self) -> bool {
        self.drawing.is_empty() && self.history.is_empty() && self.conversation.is_empty()
    }

    fn whole(&self) -> Batch {
        let mut batch = self.without_history();
        batch.adds.extend(self.history.adds.iter().cloned());
        batch.puts.extend(self.history.puts.iter().cloned());
        batch.removes.extend(self.history.removes.iter().cloned());
        batch
    }

    fn without_history(&self) -> Batch {
        let mut batch = self.drawing.clone();
        batch.adds.extend(self.conversation.adds.iter().cloned());
        batch.puts.extend(self.conversation.puts.iter().cloned());
        batch
    }

    fn mark_stored(self, app: App, library: Library) {
        if self.content.is_empty() {
            return;
        }
        let host = library.host();
        app.document
            .session_mut(|session| session.history_mut().history_stored(&self.changes));
        let mut steps = host.steps.borrow_mut();
        steps.extend(self.known);
        for id in &self.changes.removed {
            steps.remove(id);
        }
        host.stored_record.borrow_mut().clone_from(&self.record);
        {
            // The user may have changed the name or the conversation during the save.
            let mut present = host.record.borrow_mut();
            *present = DrawingRecord {
                conversation: present.conversation.clone(),
                is_named: present.is_named,
                name: if present.is_named {
                    present.name.clone()
                } else {
                    self.record.name.clone()
                },
                ..self.record
            };
            library.name.set(present.name.as_str().into());
        }
        *host.content.borrow_mut() = self.content;
    }
}

/// Asks the browser once to keep the storage when the device runs out of room, when there is work of the user.
fn ask_to_persist(app: App) {
    let host = app.library.host();
    let is_own = app.doc.can_undo.get_untracked();
    if !is_own || host.asked_to_persist.replace(true) {
        return;
    }
    let Some(window) = web_sys::window() else {
        return;
    };
    let get = |from: &JsValue, name: &str| js_sys::Reflect::get(from, &JsValue::from_str(name)).ok();
    let storage = get(&window.navigator(), "storage");
    let persist = storage.as_ref().and_then(|storage| get(storage, "persist"));
    if let (Some(storage), Some(Ok(persist))) = (storage, persist.map(JsValue::dyn_into::<js_sys::Function>))
        && let Ok(answer) = persist.call0(&storage)
        && let Ok(answer) = answer.dyn_into::<js_sys::Promise>()
    {
        spawn_local(async move {
            // A refusal changes nothing: the guide says that the browser may then remove the data.
            let _ = JsFuture::from(answer).await;
        });
    }
}
