//! Closing of drawings: their texts leave localStorage once the database has them.

use super::database::Database;
use super::loading::{content_of, load, record_of};
use super::{removal, starting, tabs};
use crate::ui::document_storage::BrowserStorage;
use crate::ui::examples::is_own_work;
use crate::ui::state::App;
use leptos::prelude::*;
use trammel_document::Session;
use trammel_document::library::{Batch, ContentRecord, Record, Store, has_texts, numbered_key, under};
use trammel_run::Limits;

/// Drawing that another one replaces on screen.
pub(super) struct Left {
    id: String,
    /// Whether another tab stores it, and therefore needs its texts in localStorage.
    is_in_other_tab: bool,
}

impl Left {
    pub(super) fn of(app: App) -> Left {
        Left {
            id: app.library.open_id(),
            is_in_other_tab: app.library.follows.get_untracked(),
        }
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }
}

/// Ends the stay of a drawing in localStorage, if the database has it. An example or a blank drawing that the user did
/// not change leaves the library.
pub(super) async fn close(app: App, left: &Left) {
    let (Some(database), false) = (app.library.database(), left.is_in_other_tab) else {
        return;
    };
    let id = left.id.as_str();
    let mut storage = BrowserStorage::drawing(id);
    // Without a copy in the database, the texts stay in localStorage.
    let Ok(Some(content)) = content_of(&database, id).await else {
        return;
    };
    match storage.texts() {
        Ok(texts) if texts.is_empty() || has_texts(&content, &texts, &storage.lineage()) => {}
        _ => return,
    }
    if is_untouched(&database, id, &content).await {
        // A removal that fails leaves an example in the list.
        let _ = removal::remove(&database, id).await;
    }
    storage.clear();
}

/// Whether a drawing is blank or an example that nothing was added to.
async fn is_untouched(database: &Database, id: &str, content: &ContentRecord) -> bool {
    match record_of(database, id).await {
        Ok(Some(record)) if !record.is_named => {}
        _ => return false,
    }
    let (from, to) = under(id);
    for store in [Store::Steps, Store::Conversations] {
        match database.records(store, Some((&from, &to))).await {
            Ok(records) if records.is_empty() => {}
            _ => return false,
        }
    }
    let session = Session::load(&content.storage(), Limits::default());
    session.is_ok_and(|(session, problems)| {
        problems.is_empty() && !is_own_work(&session.document().project(true))
    })
}

/// Moves drawings that are not open in any tab from localStorage to the database. A page that ended while it opened
/// another drawing leaves such texts.
pub(super) async fn tidy_up(app: App) {
    let Some(database) = app.library.database() else {
        return;
    };
    for id in BrowserStorage::drawings() {
        if id == app.library.open_id() || starting::is_unfinished(&id) {
            continue;
        }
        // No tab can open the drawing while its texts move.
        let Some(_lock) = tabs::lock_closed(&id).await else {
            continue;
        };
        // A drawing whose records cannot be read now is moved at a later start.
        starting::mark(&id);
        let loaded = load(app, &id).await;
        starting::unmark(&id);
        let Ok(loaded) = loaded else {
            continue;
        };
        if loaded.blocked.is_some() {
            continue;
        }
        let mut batch = Batch::default();
        let position = loaded.session.history().history_changes().position;
        let mut content = ContentRecord::of(&loaded.session, &position);
        content.unknown = ContentRecord::read(&loaded.content)
            .map(|stored| stored.unknown)
            .unwrap_or_default();
        batch.put_record(Store::Contents, &id, &content);
        batch.put_record(Store::Drawings, &id, &loaded.record);
        for step in loaded.session.history().history_changes().steps {
            let known = loaded.steps.get(&step.id).cloned().unwrap_or_default();
            let record = known.record(step);
            let key = numbered_key(&id, record.step.id);
            if loaded.steps.contains_key(&record.step.id) {
                batch.put_record(Store::Steps, &key, &record);
            } else {
                batch.add(Store::Steps, &key, &record);
            }
        }
        if database.write(&batch).await.is_ok() {
            BrowserStorage::drawing(&id).clear();
        }
    }
}
