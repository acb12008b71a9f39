//! Adoption of what earlier versions stored: one drawing under `work:`, its conversation under `chat`, and the list of
//! previous drawings.
//!
//! Invariant: an old record is removed only after its successor is stored. The texts of the drawing stay where they are,
//! and get an id.

use super::database::Database;
use super::identity::{new_id, now_ms};
use crate::ui::document_storage::BrowserStorage;
use crate::ui::i18n::Msg;
use crate::ui::state::{App, UnreadText};
use crate::ui::web_storage::{self, StorageArea};
use leptos::prelude::*;
use std::rc::Rc;
use trammel_code::Storage;
use trammel_document::library::{Batch, ConversationRecord, DrawingRecord, Store, adopted};
use trammel_language::Translated;

/// Key of the conversation of earlier versions.
const CHAT: &str = "chat";

/// Keys of counters of earlier versions.
const COUNTERS: [&str; 1] = ["chat-revision"];

/// Adopts everything that earlier versions stored.
pub(super) async fn adopt(app: App) {
    let adopted = BrowserStorage::adopt_work(new_id);
    let Some(database) = app.library.database() else {
        return;
    };
    if let Some(id) = adopted {
        adopt_chat(app, &database, &id).await;
    }
    adopt_previous(app, &database).await;
}

/// Makes the stored conversation one of the adopted drawing.
async fn adopt_chat(app: App, database: &Rc<Database>, id: &str) {
    let Some(text) = web_storage::read(StorageArea::Device, CHAT) else {
        return;
    };
    let now = now_ms();
    let conversation_id = new_id();
    let mut batch = Batch::default();
    match serde_json::from_str(&text) {
        Ok(body) => {
            let record = ConversationRecord {
                title: String::new(),
                created_ms: now,
                changed_ms: now,
                body,
                unknown: trammel_document::library::Unknown::default(),
            };
            let drawing = DrawingRecord {
                conversation: Some(conversation_id.clone()),
                ..DrawingRecord::new("", now)
            };
            batch.put(Store::Drawings, id, &drawing);
            batch.put(Store::Conversations, &format!("{id}/{conversation_id}"), &record);
        }
        Err(error) => {
            let why = app.say(Msg::ChatNotRead, &[("why", &error.to_string())]);
            app.doc.unread.update(|unread| {
                unread.push(UnreadText {
                    file: "conversation.json".to_owned(),
                    why,
                    text: text.clone(),
                });
            });
            batch
                .puts
                .push((Store::Conversations, format!("{id}/{conversation_id}"), text));
        }
    }
    if database.write(&batch).await.is_ok() {
        web_storage::remove(StorageArea::Device, CHAT);
        for counter in COUNTERS {
            web_storage::remove(StorageArea::Device, counter);
        }
    } else {
        app.refuse(app.say(Msg::NotAdopted, &[]));
    }
}

/// Makes each previous drawing a drawing of the library. An entry that cannot be read stays and is offered as a
/// download.
async fn adopt_previous(app: App, database: &Rc<Database>) {
    let mut storage = BrowserStorage::previous();
    for key in storage.keys().unwrap_or_default() {
        let text = storage.get(&key).ok().flatten().unwrap_or_default();
        match adopted(&text) {
            Ok(records) => {
                let id = new_id();
                let mut batch = Batch::default();
                let mut drawing = records.drawing;
                if let Some(conversation) = records.conversation {
                    let conversation_id = new_id();
                    batch.put(
                        Store::Conversations,
                        &format!("{id}/{conversation_id}"),
                        &conversation,
                    );
                    drawing.conversation = Some(conversation_id);
                }
                batch.put(Store::Drawings, &id, &drawing);
                batch.put(Store::Contents, &id, &records.content);
                if database.write(&batch).await.is_ok() {
                    // A removal that fails leaves a second copy.
                    let _ = storage.remove(&key);
                }
            }
            Err(why) => app.doc.unread.update(|unread| {
                unread.push(UnreadText {
                    file: "previous-drawing.json".to_owned(),
                    why: why.text(app.lang()),
                    text,
                });
            }),
        }
    }
}
