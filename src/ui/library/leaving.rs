//! Leaving of the open drawing, before another one replaces it on screen: it is stored first.
//!
//! Invariant: a drawing that could be stored nowhere stays open, and the reason is shown.

use super::closing::{Left, close};
use super::{adding, saving};
use crate::ui::document_storage;
use crate::ui::i18n::Msg;
use crate::ui::saving as local;
use crate::ui::state::App;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;

/// Time between two looks at whether a drawing has been opened, in milliseconds.
pub(super) const OPENING_CHECK_MS: u32 = 20;

/// Prepares to leave the present drawing: stops the conversation, and stores everything. Returns whether another drawing
/// may be opened, which ends with [`end_leaving`]. Waits for the end of an opening in progress.
pub(super) async fn leave(app: App) -> bool {
    let host = app.library.host();
    while app.library.opening.get_untracked() || host.is_leaving.get() {
        TimeoutFuture::new(OPENING_CHECK_MS).await;
    }
    host.is_leaving.set(true);
    let may_leave = is_kept(app).await;
    if may_leave {
        app.library.opening.set(true);
        app.doc.unread.set(Vec::new());
    } else {
        host.is_leaving.set(false);
    }
    may_leave
}

/// Closes the drawing that was left. Only then another opening may begin: it could be of this drawing, whose texts leave
/// localStorage now.
pub(super) async fn end_leaving(app: App, before: &Left) {
    // Nothing is left if the other drawing was not opened.
    if before.id() != app.library.open_id() {
        close(app, before).await;
    }
    app.library.host().is_leaving.set(false);
}

/// Stores the present drawing. Returns whether a copy is stored; otherwise says why not. A version whose place another tab
/// has is added to the library as another drawing.
async fn is_kept(app: App) -> bool {
    app.chat.halt(app);
    app.document.flush_typing().await;
    local::save(app);
    let is_local = app.doc.troubles.with_untracked(|[texts, _]| texts.is_none());
    let stored = saving::save(app).await;
    // The tab with the lock writes the record, and no tab overwrites the version of another one.
    let is_elsewhere = app.library.follows.get_untracked() || app.doc.changed_elsewhere.get_untracked();
    let kept = match stored {
        _ if is_local => Ok(None),
        _ if is_elsewhere => adding::keep_ours(app).await,
        stored => stored
            .map(|_| None)
            .map_err(|why| document_storage::message(&why)),
    };
    match kept {
        Ok(name) => {
            if let Some(name) = name {
                app.announce(app.say(Msg::OursKept, &[("name", &name)]));
            }
            true
        }
        Err(why) => {
            app.refuse(app.say(Msg::NotLeft, &[("why", &app.words(&why))]));
            false
        }
    }
}
