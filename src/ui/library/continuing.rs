//! Continuation of the stored records of the open drawing, which this tab has not written or could not read before.

use super::database::Database;
use super::loading::{ReadError, StoredHistory, read, step_records};
use crate::ui::state::App;
use leptos::prelude::*;
use trammel_document::Session;
use trammel_document::library::{ContentRecord, Record};

/// Continues the records of the open drawing as the database has them, if they differ from those that this tab knows or
/// could not be read before.
///
/// # Errors
/// Returns the reason if a record cannot be read; nothing is changed.
pub(super) async fn continue_stored(app: App, database: &Database, id: &str) -> Result<(), ReadError> {
    let (record, content) = read(database, id).await?;
    let stored = step_records(database, id).await?;
    let host = app.library.host();
    if app.library.open_id() != id {
        return Ok(());
    }
    let text = content.as_ref().map(Record::write).unwrap_or_default();
    let is_blocked = host.blocked.borrow().is_some();
    if is_blocked || text != *host.content.borrow() || stored.known != *host.steps.borrow() {
        continue_history(app, content, stored).await;
    }
    if let (true, Some(record)) = (is_blocked, record) {
        *host.stored_record.borrow_mut() = record.clone();
        let mut present = host.record.borrow_mut();
        let conversation = present.conversation.take().or(record.conversation.clone());
        if !present.is_named {
            *present = record;
            app.library.name.set(present.name.as_str().into());
        }
        present.conversation = conversation;
    }
    host.blocked.borrow_mut().take();
    Ok(())
}

/// Continues the history that the other tab has stored since this tab has opened the drawing.
async fn continue_history(app: App, content: Option<ContentRecord>, stored: StoredHistory) {
    let text = content.as_ref().map(Record::write).unwrap_or_default();
    let last = stored.last();
    let StoredHistory { records, known } = stored;
    let steps = records.into_iter().map(|record| record.step).collect();
    let change = move |session: &mut Session| {
        let position = content.as_ref().map(ContentRecord::history_position);
        let head_files = content.as_ref().map_or_else(
            || session.document().history_files(),
            ContentRecord::files_at_head,
        );
        session.history_mut().reserve_steps(last);
        session.restart_history(steps, &position.unwrap_or_default(), &head_files);
    };
    app.document.keep_in_turn(change).await;
    let host = app.library.host();
    *host.steps.borrow_mut() = known;
    host.set_content(text);
}
