//! Choice between two versions of the open drawing that two tabs have changed at the same time. Both versions are kept:
//! the one that is not chosen becomes another drawing in the library.

use super::document_storage::message;
use super::examples::is_own_work;
use super::feedback::set_if_new;
use super::i18n::Msg;
use super::library;
use super::save_state::{Place, stored};
use super::state::App;
use crate::language::Bilingual;
use crate::session::Session;
use crate::workspace::StorageError;
use leptos::prelude::*;

/// Overwrites the drawing that another tab has stored with that of this tab. The overwritten drawing becomes another one
/// in the library.
pub(super) async fn keep_this_one(app: App) {
    let theirs = match app.document.stored_elsewhere() {
        Ok(theirs) => theirs,
        Err(why) => return refuse(app, &message(&why)),
    };
    if let Err(why) = keep(app, &theirs).await {
        return refuse(app, &why);
    }
    let saved = app.document.store_over();
    set_if_new(app.doc.changed_elsewhere, saved == Err(StorageError::Changed));
    stored(app, Place::Texts, saved.map_err(|why| app.words(&message(&why))));
    library::saving::schedule(app);
}

/// Adds this tab's drawing to the library as another one, and reloads the page with the drawing that another tab has
/// stored.
pub(super) async fn load_other_one(app: App) {
    app.document.flush_typing().await;
    let (mut ours, tools) = (app.document.project(true), app.document.tools_text());
    ours.name = None;
    let ours = Session::of_project(&ours, crate::sandbox::Limits::default()).and_then(|mut session| {
        session.set_tools_text(tools.as_deref())?;
        Ok(session)
    });
    let kept = match ours {
        Ok(ours) => keep(app, &ours).await,
        Err(why) => Err(why),
    };
    if let Err(why) = kept {
        return refuse(app, &why);
    }
    app.doc.leaving.set(true);
    // If the page cannot reload, it stays as it is, including the banner.
    let _ = window().location().reload();
}

/// Adds a copy of the open drawing to the library, unless it contains nothing that the user made.
async fn keep(app: App, session: &Session) -> Result<(), Bilingual> {
    if !is_own_work(&session.project(false)) {
        return Ok(());
    }
    let name = app.library.name.get_untracked();
    let name = if name.is_empty() {
        app.say(Msg::Untitled, &[])
    } else {
        name.to_string()
    };
    let name = app.say(Msg::CopyOf, &[("name", &name)]);
    library::adding::add(app, session, &name).await
}

fn refuse(app: App, why: &Bilingual) {
    app.refuse(app.say(Msg::Refused, &[("why", &app.words(why))]));
}
