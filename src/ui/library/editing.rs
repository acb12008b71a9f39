//! Changes of drawings in the list: rename, duplicate, delete, and restore from the trash.

use super::database::Database;
use super::identity::{new_id, now_ms};
use super::labels::name_of;
use super::loading::record_of;
use super::lock::DrawingLock;
use super::removal;
use super::{listing, opening, saving, starting, tabs};
use crate::ui::document_storage::{self, BrowserStorage};
use crate::ui::examples::BLANK;
use crate::ui::i18n::Msg;
use crate::ui::state::App;
use leptos::prelude::*;
use std::rc::Rc;
use trammel_code::StorageError;
use trammel_document::library::{Batch, ContentRecord, DrawingRecord, Record, Store};
use trammel_formats::project::Project;
use trammel_language::bilingual;

/// Gives a drawing a name.
pub(super) async fn rename(app: App, id: String, name: String) {
    if app.library.open_id() == id {
        rename_open(app, &name);
        // The status bar shows a failure.
        let _ = saving::save(app).await;
        listing::refresh(app).await;
        return;
    }
    change(app, &id, |record| {
        record.name.clone_from(&name);
        record.is_named = true;
    })
    .await;
}

/// Gives the open drawing a name.
pub(crate) fn rename_open(app: App, name: &str) {
    {
        let host = app.library.host();
        let mut record = host.record.borrow_mut();
        name.clone_into(&mut record.name);
        record.is_named = true;
        record.changed_ms = now_ms();
    }
    app.library.name.set(name.into());
    app.document
        .keep(|session| session.document_mut().set_defaults(Some(name), None));
}

/// Adds a copy of a drawing to the list, with its history and without its conversations.
pub(super) async fn duplicate(app: App, id: String) {
    // The status bar shows a failure to store the open drawing.
    let _ = saving::save(app).await;
    let Some(database) = app.library.database() else {
        return;
    };
    let copied = copy(app, &database, &id).await;
    report(app, copied.map(|()| Msg::DrawingDuplicated)).await;
}

async fn copy(app: App, database: &Rc<Database>, id: &str) -> Result<(), StorageError> {
    let missing = || {
        StorageError::Unavailable(bilingual!(
            "the drawing is no longer stored",
            "도면이 더 이상 저장되어 있지 않아요"
        ))
    };
    let record = database.get(Store::Drawings, id).await?.ok_or_else(missing)?;
    let content = database.get(Store::Contents, id).await?.ok_or_else(missing)?;
    let unreadable = |why: trammel_document::library::RecordError| StorageError::Unavailable(why.into());
    let record = DrawingRecord::read(&record).map_err(unreadable)?;
    let content = ContentRecord::read(&content).map_err(unreadable)?;
    let copy = new_id();
    let name = app.say(Msg::CopyOf, &[("name", &name_of(app, &record))]);
    let mut batch = Batch::default();
    let changed = DrawingRecord {
        name,
        is_named: true,
        created_ms: now_ms(),
        changed_ms: now_ms(),
        conversation: None,
        ..record
    };
    batch.put_record(Store::Drawings, &copy, &changed);
    batch.put_record(Store::Contents, &copy, &content);
    let (from, to) = trammel_document::library::under(id);
    for (key, text) in database.records(Store::Steps, Some((&from, &to))).await? {
        let part = trammel_document::library::part_of(&key).unwrap_or_default();
        batch.puts.push((Store::Steps, format!("{copy}/{part}"), text));
    }
    database.write(&batch).await?;
    if starting::is_unfinished(id) || (app.library.open_id() == id && app.library.unrun.get_untracked()) {
        // The copy has the code that was not run.
        starting::mark_unrun(&copy);
    }
    Ok(())
}

/// Moves a drawing to the trash. If it is open, another one is opened.
pub(super) async fn delete(app: App, id: String) {
    if app.library.open_id() == id {
        let rows = app.library.rows.get_untracked();
        let next = rows.into_iter().find(|row| {
            let is_present = row
                .drawing
                .as_ref()
                .is_ok_and(|record| record.deleted_ms.is_none());
            is_present && row.id != id
        });
        let opened = match next {
            Some(row) => opening::open(app, row.id).await,
            None => opening::open_new(app, &Project::of_code(BLANK), "").await,
        };
        if !opened {
            return;
        }
    }
    if change(app, &id, |record| record.deleted_ms = Some(now_ms())).await {
        app.announce(app.say(Msg::DrawingDeleted, &[]));
    }
}

/// Takes a drawing out of the trash.
pub(super) async fn restore(app: App, id: String) {
    change(app, &id, |record| record.deleted_ms = None).await;
}

/// Removes a drawing of the trash with its history and its conversations.
pub(super) async fn remove(app: App, id: String) {
    let Some(database) = app.library.database() else {
        return;
    };
    let Some(_lock) = hold(app, &id).await else {
        return;
    };
    let removed = removal::remove(&database, &id).await;
    if removed.is_ok() {
        starting::forget(&id);
        BrowserStorage::drawing(&id).clear();
    }
    report(app, removed.map(|()| Msg::DrawingRemoved)).await;
}

/// Keeps other tabs from opening a drawing. If one has it open, tells the user; the record of an open drawing has one writer.
async fn hold(app: App, id: &str) -> Option<Option<DrawingLock>> {
    match tabs::hold_closed(id).await {
        Ok(lock) => Some(lock),
        Err(tabs::OpenElsewhere) => {
            let rows = app.library.rows.get_untracked();
            let row = rows.into_iter().find(|row| row.id == id);
            let name = row
                .and_then(|row| row.drawing.ok())
                .map(|record| name_of(app, &record));
            app.refuse(app.say(Msg::OpenElsewhere, &[("name", &name.unwrap_or_default())]));
            listing::refresh(app).await;
            None
        }
    }
}

/// Changes the record of a drawing that is not open. Returns whether it was changed.
async fn change(app: App, id: &str, change: impl FnOnce(&mut DrawingRecord)) -> bool {
    let Some(database) = app.library.database() else {
        return false;
    };
    let Some(_lock) = hold(app, id).await else {
        return false;
    };
    let mut record = match record_of(&database, id).await {
        Ok(Some(record)) => record,
        // A drawing that was never changed has left the library with its closing.
        Ok(None) => {
            listing::refresh(app).await;
            return false;
        }
        Err(why) => {
            app.refuse(app.say(Msg::Refused, &[("why", &app.words(&why.in_words()))]));
            listing::refresh(app).await;
            return false;
        }
    };
    change(&mut record);
    let mut batch = Batch::default();
    batch.put_record(Store::Drawings, id, &record);
    let written = database.write(&batch).await;
    if let Err(why) = &written {
        let why = app.words(&document_storage::message(why));
        app.refuse(app.say(Msg::Refused, &[("why", &why)]));
    }
    listing::refresh(app).await;
    written.is_ok()
}

/// Announces a result, and reads the list again.
async fn report(app: App, result: Result<Msg, StorageError>) {
    match result {
        Ok(done) => app.announce(app.say(done, &[])),
        Err(why) => {
            let why = app.words(&document_storage::message(&why));
            app.refuse(app.say(Msg::Refused, &[("why", &why)]));
        }
    }
    listing::refresh(app).await;
}
