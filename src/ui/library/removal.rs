//! Removal of a drawing with everything that belongs to it.

use super::database::Database;
use crate::library::{Batch, Store, under};

/// Returns the removal of all records of a drawing.
pub(super) async fn removal(database: &Database, id: &str) -> Batch {
    let mut batch = Batch::default();
    batch.remove(Store::Drawings, id);
    batch.remove(Store::Contents, id);
    let (from, to) = under(id);
    for store in [Store::Steps, Store::Conversations] {
        let records = database.records(store, Some((&from, &to))).await;
        for (key, _) in records.unwrap_or_default() {
            batch.remove(store, &key);
        }
    }
    batch
}
