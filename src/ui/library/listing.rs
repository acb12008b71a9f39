//! List of the drawings, read when the dialog opens.

use super::database::Database;
use super::identity::now_ms;
use super::removal;
use super::state::Row;
use crate::ui::document_storage::{self, BrowserStorage};
use crate::ui::feedback::set_if_new;
use crate::ui::state::App;
use leptos::prelude::*;
use std::collections::BTreeSet;
use trammel_code::StorageError;
use trammel_document::library::{Batch, DrawingRecord, Record, Store, TrashAction, trash_action};

/// Reads the list again.
pub(super) async fn refresh(app: App) {
    let Some(database) = app.library.database() else {
        // Without a database, every drawing stays in localStorage.
        let row = |id: String| Row {
            id,
            drawing: Ok(DrawingRecord::default()),
        };
        let rows = BrowserStorage::drawings().into_iter().map(row);
        app.library.rows.set(rows.collect());
        return;
    };
    let mut rows = match rows(&database).await {
        Ok(rows) => rows,
        Err(why) => {
            let why = app.words(&document_storage::message(&why));
            app.library.unlisted.set(Some(why.into()));
            return;
        }
    };
    set_if_new(app.library.unlisted, None);
    let now = now_ms();
    let mut marks = Batch::default();
    let mut removed = BTreeSet::new();
    for row in &mut rows {
        let Ok(record) = &mut row.drawing else {
            continue;
        };
        match trash_action(record, now) {
            TrashAction::Stay => {}
            TrashAction::Mark(time) => {
                record.expired_ms = time;
                marks.put_record(Store::Drawings, &row.id, &*record);
            }
            TrashAction::Remove => {
                removed.insert(row.id.clone());
                // A removal that fails is tried again with the next opening of the list.
                let _ = removal::remove(&database, &row.id).await;
            }
        }
    }
    if !marks.is_empty() {
        // Marks that cannot be stored are made again with the next opening of the list.
        let _ = database.write(&marks).await;
    }
    rows.retain(|row| !removed.contains(&row.id));
    app.library.rows.set(rows);
}

/// Returns the rows of all records, the drawing changed last first. Records that cannot be read come last.
///
/// # Errors
/// Returns an error if the database cannot be read.
pub(super) async fn rows(database: &Database) -> Result<Vec<Row>, StorageError> {
    let records = database.records(Store::Drawings, None).await?;
    let mut rows: Vec<Row> = records
        .into_iter()
        .map(|(id, text)| Row {
            id,
            drawing: DrawingRecord::read(&text).map_err(|why| (why.into(), text)),
        })
        .collect();
    let changed = |row: &Row| row.drawing.as_ref().map_or(0, |record| record.changed_ms);
    rows.sort_by_key(|row| std::cmp::Reverse(changed(row)));
    Ok(rows)
}
