//! Conversations of the open drawing: stored with it, several for each drawing.

use super::identity::{new_id, now_ms};
use super::saving;
use super::state::ConversationRow;
use crate::ui::document_storage;
use crate::ui::i18n::Msg;
use crate::ui::state::{App, UnreadText};
use leptos::prelude::*;
use trammel_document::library::{ConversationRecord, Record, Store, part_of, under};
use trammel_language::{Bilingual, Translated};

/// Maximum length of the title of a conversation, in characters.
const MAX_TITLE: usize = 80;

/// Returns the id of the conversation on screen, which a new conversation gets with its first message.
pub(crate) fn present_id(app: App) -> String {
    let present = app.library.conversation.get_untracked();
    if !present.is_empty() {
        return present.to_string();
    }
    let id = new_id();
    app.library.set_conversation(Some(id.clone()));
    id
}

/// Stores the conversation on screen.
pub(crate) fn store(app: App, title: &str, body: serde_json::Value) {
    let id = present_id(app);
    let now = now_ms();
    let conversations = app.library.conversations;
    let title: String = title.chars().take(MAX_TITLE).collect();
    let host = app.library.host();
    let restored = host.restored.borrow().clone();
    let restored = restored.filter(|(restored, _)| *restored == id);
    let before = restored.map(|(_, record)| record);
    let before = before.unwrap_or_else(|| ConversationRecord {
        created_ms: now,
        ..ConversationRecord::default()
    });
    let facts = ConversationRecord {
        title,
        changed_ms: now,
        head: Some(app.document.session(|session| session.history().head())),
        ..before
    };
    let row = row_of(id.clone(), &facts);
    conversations.update(|conversations| {
        conversations.retain(|other| other.id != id);
        conversations.insert(0, row);
    });
    *host.restored.borrow_mut() = Some((id.clone(), facts.clone()));
    let record = ConversationRecord { body, ..facts };
    *host.conversation.borrow_mut() = Some((id, record));
    saving::save_soon(app);
}

/// Stores the conversation on screen if the drawing has changed since it was stored, so that the present version belongs to it.
pub(super) fn store_version(app: App) {
    let head = app.document.session(|session| session.history().head());
    let present = app.library.conversation.get_untracked();
    let host = app.library.host();
    let is_other = host
        .restored
        .borrow()
        .as_ref()
        .is_some_and(|(id, record)| **id == *present && record.head != Some(head));
    if is_other {
        app.chat.store(app);
    }
}

/// Closes the conversation on screen, so that the next message starts a new one.
pub(crate) fn start_new(app: App) {
    app.library.set_conversation(None);
    saving::schedule(app);
}

/// Shows another conversation of the open drawing.
pub(crate) async fn show(app: App, id: String) {
    app.chat.stop_and_wait(app).await;
    store_version(app);
    if saving::save(app).await.is_err() {
        // The status bar shows the reason, and the conversation on screen stays.
        return;
    }
    let Some(database) = app.library.database() else {
        return;
    };
    let key = format!("{}/{id}", app.library.open_id());
    let text = match database.get(Store::Conversations, &key).await {
        Ok(text) => text,
        Err(why) => return report_unread(app, &document_storage::message(&why)),
    };
    app.chat.clear(app);
    app.library.set_conversation(Some(id));
    restore(app, text);
    saving::schedule(app);
}

/// Shows a stored conversation. A conversation that cannot be read stays stored and is offered as a download.
pub(super) fn restore(app: App, text: Option<String>) {
    let Some(text) = text else {
        return;
    };
    let read = ConversationRecord::read(&text).map_err(|error| error.text(app.lang()));
    let shown = read.and_then(|mut record| {
        let body = record.body.take();
        let id = app.library.conversation.get_untracked().to_string();
        *app.library.host().restored.borrow_mut() = Some((id, record));
        let shown = app.chat.restore(app, body);
        shown.map_err(|why| app.words(&why))
    });
    if shown.is_ok() {
        let id = app.library.conversation.get_untracked();
        let host = app.library.host();
        host.stored_conversations.borrow_mut().insert(id.to_string());
    }
    if let Err(why) = shown {
        // The next message begins another conversation, so that this one is not overwritten.
        app.library.set_conversation(None);
        app.doc.unread.update(|unread| {
            unread.push(UnreadText {
                file: "conversation.json".to_owned(),
                why: app.say(Msg::ChatNotRead, &[("why", &why)]),
                text,
            });
        });
    }
}

/// Returns the row of a conversation.
pub(super) fn row_of(id: String, record: &ConversationRecord) -> ConversationRow {
    ConversationRow {
        id,
        title: record.shown_name().to_owned(),
        changed_ms: record.changed_ms,
    }
}

/// Returns the row of a stored conversation, if it can be read.
fn row((key, text): (String, String)) -> Option<ConversationRow> {
    let record = ConversationRecord::read(&text).ok()?;
    Some(row_of(part_of(&key)?.to_owned(), &record))
}

/// Says why stored conversations could not be read.
pub(super) fn report_unread(app: App, why: &Bilingual) {
    app.refuse(app.say(Msg::NotRead, &[("why", &app.words(why))]));
}

/// Lists the conversations of the open drawing, newest first.
pub(super) async fn list(app: App) {
    let Some(database) = app.library.database() else {
        return;
    };
    let id = app.library.open_id();
    let (from, to) = under(&id);
    let records = match database.records(Store::Conversations, Some((&from, &to))).await {
        Ok(records) => records,
        Err(why) => return report_unread(app, &document_storage::message(&why)),
    };
    if app.library.open_id() != id {
        return;
    }
    let stored = records.iter().filter_map(|(key, _)| part_of(key));
    let host = app.library.host();
    host.stored_conversations
        .borrow_mut()
        .extend(stored.map(str::to_owned));
    let mut conversations: Vec<ConversationRow> = records.into_iter().filter_map(row).collect();
    conversations.sort_by_key(|row| std::cmp::Reverse(row.changed_ms));
    app.library.conversations.set(conversations);
}
