//! Comparison of the open drawing with its folder, after each save and whenever the user returns to the page.

use super::access::Permission;
use super::contents::write;
use super::record;
use super::state::{FolderState, Link};
use crate::library::{FolderPlan, Texts, with_texts_of};
use crate::ui::document::{Caller, Replacement, Request};
use crate::ui::document_storage::message;
use crate::ui::feedback::set_if_new;
use crate::ui::i18n::Msg;
use crate::ui::state::App;
use crate::workspace::layout::FolderFile;
use crate::workspace::{FILE_PREFIX, FileName};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// Time between two looks at the folder while the page is in use, in milliseconds.
const LOOK_MS: u32 = 2_000;

/// Watches the folder while the page is visible: other programs change files without a sign to the page.
pub(crate) fn watch(app: App) {
    let look = move || {
        let is_hidden = document().hidden();
        let state = app.folder.state.get_untracked();
        if !is_hidden
            && matches!(
                state,
                FolderState::InUse | FolderState::Held | FolderState::Failed(_)
            )
        {
            soon(app);
        }
    };
    let listener = window_event_listener_untyped("focus", move |_| look());
    on_cleanup(move || listener.remove());
    // The timer lives as long as the page.
    gloo_timers::callback::Interval::new(LOOK_MS, look).forget();
}

/// Compares the drawing with its folder now, or after the comparison in progress.
pub(crate) fn soon(app: App) {
    let inner = app.folder.inner();
    if inner.link.borrow().is_none() {
        return;
    }
    if inner.is_busy.replace(true) {
        inner.is_due.set(true);
        return;
    }
    spawn_local(async move {
        let inner = app.folder.inner();
        loop {
            inner.is_due.set(false);
            compare(app).await;
            if !inner.is_due.get() {
                break;
            }
        }
        inner.is_busy.set(false);
    });
}

/// Sets whether a change of the open drawing waits for the user's approval. Until the answer, the change is a proposal:
/// the folder stays as it is, and nothing is loaded from it. Call this before [`enter`] for a drawing with a stored
/// proposal.
pub(crate) fn hold(app: App, is_held: bool) {
    if app.folder.inner().is_held.replace(is_held) != is_held {
        soon(app);
    }
}

/// Opens the folder of a drawing that was just opened, if it has one.
pub(crate) async fn enter(app: App, drawing: &str) {
    let link = record::load(app, drawing).await;
    if app.library.open_id() == drawing {
        app.folder.set(link);
        soon(app);
    }
}

/// Compares both sides, copies what only one of them changed, and shows the state.
async fn compare(app: App) {
    let Some(link) = app.folder.inner().link.borrow().clone() else {
        return;
    };
    // The tab that stores the drawing also keeps the folder.
    if app.library.follows.get_untracked() || app.library.opening.get_untracked() {
        return;
    }
    let drawing = link.drawing.clone();
    let state = match link.directory.permission().await {
        Permission::Granted if is_held(app) => FolderState::Held,
        Permission::Granted => exchange(app, link).await.unwrap_or_else(FolderState::Failed),
        Permission::Ask | Permission::Denied => FolderState::NeedsPermission,
    };
    if is_open(app, &drawing) {
        set_if_new(app.folder.state, state);
    }
}

async fn exchange(app: App, mut link: Link) -> Result<FolderState, String> {
    let there = link.contents.read(&link.directory).await?;
    let ours = ours(app);
    if !is_open(app, &link.drawing) {
        return Ok(FolderState::InUse);
    }
    if is_held(app) {
        return Ok(FolderState::Held);
    }
    let plan = FolderPlan::of(&link.known, &ours, &there);
    let before = link.known.clone();
    agree(&mut link.known, &ours, &there);
    let mut state = FolderState::InUse;
    if !plan.both.is_empty() {
        state = FolderState::BothChanged(paths(&plan.both));
    } else if plan.load.is_empty() {
        for key in plan.write.iter().chain(&plan.remove) {
            // A file that another program has changed since it was read is compared again.
            if !link.contents.is_current(&link.directory, key).await? {
                app.folder.inner().is_due.set(true);
                continue;
            }
            // The question may have been asked since the texts were read.
            if is_held(app) {
                state = FolderState::Held;
                break;
            }
            let text = ours.get(key);
            write(&link.directory, key, text.map(String::as_str)).await?;
            set(&mut link.known, key, text);
        }
    } else {
        load(app, &there, &plan.load, &mut link.known).await?;
        // Texts that the folder lacked are written when the loaded texts are saved.
    }
    if !plan.ignored.is_empty() {
        let names = paths(&plan.ignored).join(", ");
        state = FolderState::Failed(app.say(Msg::FolderIgnores, &[("files", &names)]));
    }
    if is_open(app, &link.drawing) {
        *app.folder.inner().link.borrow_mut() = Some(link.clone());
        if link.known != before {
            record::store(app, &link).await;
        }
    }
    Ok(state)
}

/// Ends a conflict: with the texts of the folder, or with those of the drawing. The other version stays in the history.
pub(crate) async fn settle(app: App, with_folder: bool) {
    let inner = app.folder.inner();
    let link = inner.link.borrow().clone();
    // The buttons stay while a comparison is in progress, so the user can press one again.
    let (Some(mut link), false) = (link, inner.is_busy.replace(true)) else {
        return;
    };
    let settled = choose(app, &mut link, with_folder).await;
    inner.is_busy.set(false);
    match settled {
        Ok(()) => {
            if is_open(app, &link.drawing) {
                *inner.link.borrow_mut() = Some(link.clone());
                set_if_new(app.folder.state, FolderState::InUse);
                record::store(app, &link).await;
            }
            soon(app);
        }
        Err(why) => set_if_new(app.folder.state, FolderState::Failed(why)),
    }
}

async fn choose(app: App, link: &mut Link, with_folder: bool) -> Result<(), String> {
    let there = link.contents.read(&link.directory).await?;
    app.document.flush_typing().await;
    let ours = ours(app);
    let both = FolderPlan::of(&link.known, &ours, &there).both;
    load(app, &there, &both, &mut link.known).await?;
    if !with_folder {
        // A step of its own, so that undo returns to the version of the folder.
        load(app, &ours, &both, &mut link.known.clone()).await?;
    }
    Ok(())
}

/// Loads texts as one step, and records those that the drawing then has.
///
/// # Errors
/// Returns the reason if the drawing does not have the texts afterward. Nothing is recorded for these.
async fn load(app: App, from: &Texts, keys: &[String], known: &mut Texts) -> Result<(), String> {
    // Text that is typed at present is an edit of its own.
    app.document.flush_typing().await;
    let project = with_texts_of(&ours(app), from, keys).map_err(|why| app.words(&message(&why)))?;
    let replacement = Replacement {
        project: Box::new(project),
        tools: app.document.tools_text(),
    };
    let reply = app
        .document
        .run(Caller::User, Request::Replace(replacement))
        .await;
    let present = ours(app);
    // The settings may be written in another form, so only the texts of code are compared.
    let is_loaded = |key: &&String| !key.starts_with(FILE_PREFIX) || present.get(*key) == from.get(*key);
    let (loaded, missing): (Vec<&String>, Vec<&String>) = keys.iter().partition(is_loaded);
    if !missing.is_empty() {
        let why = reply.failure().map(|failure| failure.text(app.lang()));
        return Err(why.unwrap_or_else(|| app.say(Msg::FolderNotLoaded, &[])));
    }
    for key in loaded {
        set(known, key, from.get(key));
    }
    let file = app.doc.current.get_untracked();
    if app.document.file_text(file.as_str()).is_none() {
        app.open_file(FileName::MAIN, None);
    }
    app.announce(app.say(Msg::FolderLoaded, &[("files", &paths(keys).join(", "))]));
    Ok(())
}

fn ours(app: App) -> Texts {
    app.document.session(crate::session::Session::stored_form)
}

fn is_held(app: App) -> bool {
    app.folder.inner().is_held.get()
}

fn is_open(app: App, drawing: &str) -> bool {
    let inner = app.folder.inner();
    let link = inner.link.borrow();
    app.library.open_id() == drawing && link.as_ref().is_some_and(|link| link.drawing == drawing)
}

/// Records the texts that are the same on both sides.
fn agree(known: &mut Texts, ours: &Texts, there: &Texts) {
    for (key, text) in ours {
        if there.get(key) == Some(text) {
            set(known, key, Some(text));
        }
    }
    known.retain(|key, _| ours.contains_key(key) || there.contains_key(key));
}

fn set(texts: &mut Texts, key: &str, text: Option<&String>) {
    match text {
        Some(text) => texts.insert(key.to_owned(), text.clone()),
        None => texts.remove(key),
    };
}

fn paths(keys: &[String]) -> Vec<String> {
    keys.iter().map(|key| FolderFile::of_key(key).path()).collect()
}
