//! Drawings that a newer version of the program has stored, or whose record is damaged: what can be read is shown
//! read-only, and a copy of it can be changed. The stored drawing stays as it is.

use super::database::Database;
use crate::ui::i18n::Msg;
use crate::ui::state::App;
use trammel_code::MemoryStorage;
use trammel_document::Session;
use trammel_document::library::{Store, readable_texts};
use trammel_run::Limits;

/// Shows what can be read of a drawing that cannot be opened, if anything can be read.
pub(super) async fn look_at(app: App, database: &Database, id: &str) {
    // A database that cannot be read is the reason that the caller has shown.
    let Ok(Some(text)) = database.get(Store::Contents, id).await else {
        return;
    };
    let Some(texts) = readable_texts(&text) else {
        return;
    };
    let storage: MemoryStorage = texts.into_iter().collect();
    if let Ok((session, _)) = Session::load(&storage, Limits::default()) {
        app.share
            .look_at(session.document().project(true), Msg::ReadableTitle);
    }
}
