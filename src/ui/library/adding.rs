//! Addition of a document to the library without opening it.

use super::identity::{new_id, now_ms};
use crate::language::{Bilingual, bilingual};
use crate::library::{Batch, ContentRecord, DrawingRecord, Store};
use crate::session::{HistoryPosition, Session};
use crate::ui::document_storage;
use crate::ui::state::App;
use crate::workspace::StorageError;

/// Adds a document as a drawing that is not opened, for example the copy of another tab.
///
/// # Errors
/// Returns the reason if it cannot be stored.
pub(crate) async fn add(app: App, session: &Session, name: &str) -> Result<(), Bilingual> {
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
        entities: session.scene().len(),
        bytes: content.texts.values().map(String::len).sum(),
        ..DrawingRecord::new(name, now_ms())
    };
    let mut batch = Batch::default();
    batch.put(Store::Drawings, &id, &record);
    batch.put(Store::Contents, &id, &content);
    database.write(&batch).await.map_err(message)
}
