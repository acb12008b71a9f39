//! Choice between two versions of the open drawing that two tabs have changed at the same time. Both versions are kept:
//! the one that is not chosen becomes another drawing in the library.

use super::document_storage::message;
use super::feedback::set_if_new;
use super::i18n::Msg;
use super::library;
use super::library::adding::{keep_ours, keep_theirs};
use super::save_state::{Place, record_result};
use super::state::App;
use leptos::prelude::*;
use trammel_code::StorageError;
use trammel_language::Bilingual;

/// Overwrites the drawing that another tab has stored with that of this tab. The overwritten drawing becomes another one
/// in the library.
pub(super) async fn keep_this_one(app: App) {
    let theirs = match app.document.stored_elsewhere() {
        Ok(theirs) => theirs,
        Err(why) => return refuse(app, &message(&why)),
    };
    if let Err(why) = keep_theirs(app, &theirs).await {
        return refuse(app, &why);
    }
    let saved = app.document.store_over();
    set_if_new(app.doc.changed_elsewhere, saved == Err(StorageError::Changed));
    record_result(app, Place::Texts, saved.map_err(|why| app.words(&message(&why))));
    library::saving::schedule(app);
}

/// Adds this tab's drawing to the library as another one, and reloads the page with the drawing that another tab has
/// stored.
pub(super) async fn load_other_one(app: App) {
    app.document.flush_typing().await;
    if let Err(why) = keep_ours(app).await {
        return refuse(app, &why);
    }
    app.doc.leaving.set(true);
    // If the page cannot reload, it stays as it is, including the banner.
    let _ = window().location().reload();
}

fn refuse(app: App, why: &Bilingual) {
    app.refuse(app.say(Msg::Refused, &[("why", &app.words(why))]));
}
