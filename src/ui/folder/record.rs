//! Record of the folder of a drawing in the database, for the next visit. It holds the directory itself, which no text
//! can describe, so it is in no backup.

use super::access::{Directory, FolderFault};
use super::state::Link;
use crate::ui::document_storage::message;
use crate::ui::i18n::Msg;
use crate::ui::library::database::Database;
use crate::ui::state::App;
use js_sys::{Object, Reflect};
use trammel_code::StorageError;
use trammel_document::library::{DrawingRecord, Record, Store};
use wasm_bindgen::{JsCast, JsValue};

/// Field of the directory.
const DIRECTORY: &str = "directory";

/// Field of the texts on which both places last agreed, as JSON.
const AGREED: &str = "agreed";

/// Stores the connection. If it cannot be stored, the next visit starts without the folder.
pub(super) async fn store(app: App, link: &Link) {
    let Some(database) = app.library.database() else {
        return;
    };
    let record = Object::new();
    let agreed = serde_json::to_string(&link.agreed).unwrap_or_default();
    for (name, value) in [
        (DIRECTORY, JsValue::from(link.directory.clone())),
        (AGREED, agreed.into()),
    ] {
        let set = Reflect::set(&record, &name.into(), &value);
        debug_assert!(set.is_ok(), "a plain object takes any property");
    }
    let _ = database.put_folder(&link.drawing, &record).await;
}

/// Removes the record of a drawing.
pub(super) async fn remove(app: App, drawing: &str) {
    if let Some(database) = app.library.database() {
        // A record that stays is offered again in the next visit.
        let _ = database.remove_folder(drawing).await;
    }
}

/// Returns the stored connection of a drawing; `None` if the drawing has no folder, or if the page has no database.
///
/// # Errors
/// Returns an error if the database or the record cannot be read.
pub(super) async fn load(app: App, drawing: &str) -> Result<Option<Link>, FolderFault> {
    let Some(database) = app.library.database() else {
        return Ok(None);
    };
    let records = database.folders().await.map_err(|why| in_words(app, &why))?;
    let record = records.into_iter().find(|(id, _)| id == drawing);
    let Some((_, record)) = record else {
        return Ok(None);
    };
    let damaged = || FolderFault::from(app.say(Msg::FolderRecordDamaged, &[]));
    link(drawing, &record).map(Some).ok_or_else(damaged)
}

/// Returns the drawing that is kept in a directory, if there is one.
///
/// # Errors
/// Returns an error if the database cannot be read, or if the browser cannot compare the directories. The directory may
/// then belong to a drawing.
pub(super) async fn drawing_in(app: App, directory: &Directory) -> Result<Option<String>, FolderFault> {
    let Some(database) = app.library.database() else {
        return Ok(None);
    };
    let records = database.folders().await.map_err(|why| in_words(app, &why))?;
    for (drawing, record) in records {
        // The directory in a damaged record is not known.
        let Some(link) = link(&drawing, &record) else {
            continue;
        };
        if link.directory.is_same(directory).await? && is_in_list(app, &database, &drawing).await? {
            return Ok(Some(drawing));
        }
    }
    Ok(None)
}

/// Whether the list has the drawing, outside of the trash. A drawing whose record is damaged is in the list.
async fn is_in_list(app: App, database: &Database, drawing: &str) -> Result<bool, FolderFault> {
    let record = database.get(Store::Drawings, drawing).await;
    let Some(text) = record.map_err(|why| in_words(app, &why))? else {
        return Ok(false);
    };
    Ok(DrawingRecord::read(&text).map_or(true, |record| record.deleted_ms.is_none()))
}

fn in_words(app: App, why: &StorageError) -> FolderFault {
    app.words(&message(why)).into()
}

fn link(drawing: &str, record: &JsValue) -> Option<Link> {
    let field = |name: &str| Reflect::get(record, &name.into()).ok();
    let directory = field(DIRECTORY).filter(JsValue::is_object)?;
    let text = |name: &str| field(name)?.as_string();
    let agreed = serde_json::from_str(&text(AGREED)?).ok()?;
    Some(Link {
        drawing: drawing.to_owned(),
        directory: directory.unchecked_into(),
        agreed,
        attempts: Default::default(),
        contents: Default::default(),
    })
}
