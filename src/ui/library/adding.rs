//! Addition of a document to the library without opening it, for example of the version that another tab has replaced.

use super::identity::{new_id, now_ms};
use super::labels::name_of;
use super::loading::record_of;
use super::saving::PICTURE_BYTES;
use crate::ui::document_storage;
use crate::ui::examples::is_own_work;
use crate::ui::i18n::Msg;
use crate::ui::state::App;
use leptos::prelude::*;
use trammel_code::StorageError;
use trammel_document::library::{Batch, ContentRecord, DrawingRecord, Store, thumbnail};
use trammel_document::{HistoryPosition, Session};
use trammel_language::{Bilingual, bilingual};
use trammel_run::Limits;

/// Adds this tab's version of the open drawing as another drawing. Returns its name, or `None` if it contains nothing that
/// the user made.
///
/// # Errors
/// Returns the reason if it cannot be stored.
pub(crate) async fn keep_ours(app: App) -> Result<Option<String>, Bilingual> {
    let (mut project, tools) = (app.document.project(true), app.document.tools_text());
    project.name = None;
    let mut session = Session::of_project(&project, Limits::default())?;
    session.document_mut().set_tools_text(tools.as_deref())?;
    let (entities, thumbnail) = app
        .document
        .scene(|scene| (scene.len(), thumbnail(scene, PICTURE_BYTES)));
    let seen = DrawingRecord {
        entities,
        thumbnail,
        ..DrawingRecord::default()
    };
    keep(app, &session, seen).await
}

/// Adds the version of the open drawing that another tab has stored as another drawing.
///
/// # Errors
/// Returns the reason if it cannot be stored.
pub(crate) async fn keep_theirs(app: App, session: &Session) -> Result<(), Bilingual> {
    let record = match app.library.database() {
        Some(database) => record_of(&database, &app.library.open_id())
            .await
            .map_err(|why| why.in_words())?,
        None => None,
    };
    keep(app, session, record.unwrap_or_default()).await.map(drop)
}

/// Adds a version of the open drawing, unless it contains nothing that the user made. `seen` has its picture and its number
/// of entities.
async fn keep(app: App, session: &Session, seen: DrawingRecord) -> Result<Option<String>, Bilingual> {
    if !is_own_work(&session.document().project(false)) {
        return Ok(None);
    }
    let open = DrawingRecord {
        name: app.library.name.get_untracked().to_string(),
        ..DrawingRecord::default()
    };
    let name = app.say(Msg::CopyOf, &[("name", &name_of(app, &open))]);
    add(app, session, &name, seen).await?;
    Ok(Some(name))
}

async fn add(app: App, session: &Session, name: &str, seen: DrawingRecord) -> Result<(), Bilingual> {
    let message = |why: StorageError| document_storage::message(&why);
    let Some(database) = app.library.database() else {
        return Err(message(StorageError::Unavailable(bilingual!(
            "it has no database",
            "데이터베이스가 없어요"
        ))));
    };
    let id = new_id();
    let content = ContentRecord::of(session, &HistoryPosition::default());
    let record = DrawingRecord {
        entities: seen.entities,
        thumbnail: seen.thumbnail,
        bytes: content.texts.values().map(String::len).sum(),
        ..DrawingRecord::new(name, now_ms())
    };
    let mut batch = Batch::default();
    batch.put_record(Store::Drawings, &id, &record);
    batch.put_record(Store::Contents, &id, &content);
    database.write(&batch).await.map_err(message)
}
