//! Removal of a drawing with everything that belongs to it.

use super::database::Database;
use trammel_code::StorageError;
use trammel_document::library::{Batch, Store, under};

/// Removes all records of a drawing. The folder record is in a separate store and is removed last, so that a failed removal
/// leaves the drawing with its folder.
///
/// # Errors
/// Returns the error of the database; all records stay.
pub(super) async fn remove(database: &Database, id: &str) -> Result<(), StorageError> {
    database.write(&removal(database, id).await?).await?;
    // A folder record without its drawing has no effect, so a failure is ignored.
    let _ = database.remove_folder(id).await;
    Ok(())
}

/// Returns the removal of the records that make up a drawing.
async fn removal(database: &Database, id: &str) -> Result<Batch, StorageError> {
    let mut batch = Batch::default();
    batch.remove(Store::Drawings, id);
    batch.remove(Store::Contents, id);
    let (from, to) = under(id);
    for store in [Store::Steps, Store::Conversations] {
        for (key, _) in database.records(store, Some((&from, &to))).await? {
            batch.remove(store, &key);
        }
    }
    Ok(batch)
}
