//! Comparison of the open drawing with its folder, after each save and whenever the user returns to the page.

use super::access::{FolderFault, Permission};
use super::contents::write;
use super::record;
use super::state::{FolderState, Link};
use crate::ui::clock::now_ms;
use crate::ui::document::{Caller, Replacement, Request};
use crate::ui::document_storage::message;
use crate::ui::feedback::set_if_new;
use crate::ui::i18n::Msg;
use crate::ui::state::App;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use trammel_code::layout::FolderFile;
use trammel_code::{FILE_PREFIX, FileName, MAIN_KEY};
use trammel_document::library::{Agreement, FolderFiles, FolderPlan, Texts, is_shared, with_texts_of};

/// Time between two looks at the folder while the page is in use, in milliseconds.
const LOOK_MS: u32 = 2_000;

/// Time between two looks at a comparison in progress, in milliseconds.
const TURN_MS: u32 = 5;

/// Watches the folder while the page is visible: other programs change files without a sign to the page.
pub(crate) fn watch(app: App) {
    let look = move || {
        let is_hidden = document().hidden();
        let state = app.folder.state.get_untracked();
        // Only the user can give the permission. A question ends by itself when the folder no longer raises it.
        if !is_hidden && !matches!(state, FolderState::None | FolderState::NeedsPermission) {
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
        find_again(app);
        return;
    }
    if inner.silence.get().is_waiting(now_ms()) {
        // The watch looks again.
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
            if !inner.is_due.get() || inner.silence.get().is_waiting(now_ms()) {
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
    find(app, drawing).await;
    soon(app);
}

/// Reads whether a drawing has a folder.
async fn find(app: App, drawing: &str) {
    let link = record::load(app, drawing).await;
    if app.library.open_id() != drawing {
        return;
    }
    match link {
        Ok(link) => app.folder.set(link),
        Err(why) => app.folder.set_unread(why.text(app.lang())),
    }
}

/// Reads again whether the open drawing has a folder, if that could not be read.
fn find_again(app: App) {
    let is_unread = app
        .folder
        .state
        .with_untracked(|state| matches!(state, FolderState::Unread(_)));
    if !is_unread || app.folder.inner().is_busy.replace(true) {
        return;
    }
    spawn_local(async move {
        find(app, &app.library.open_id()).await;
        app.folder.inner().is_busy.set(false);
        if app.folder.inner().link.borrow().is_some() {
            soon(app);
        }
    });
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
    let (state, is_silent) = match state_after_exchange(app, link).await {
        Ok(state) => (state, false),
        Err(why) => failed_state(app, why),
    };
    if is_open(app, &drawing) {
        note_answer(app, is_silent);
        if matches!(state, FolderState::LeftAlone(_)) && app.folder.state.with_untracked(|now| *now != state)
        {
            app.folder.shown.set(true);
        }
        set_if_new(app.folder.state, state);
    }
}

/// Records whether the folder has answered. After a silence, the folder is asked again later, and until then nothing is
/// written.
fn note_answer(app: App, is_silent: bool) {
    let inner = app.folder.inner();
    let mut silence = inner.silence.get();
    if is_silent {
        silence.note_silence(now_ms());
    } else {
        silence.note_answer();
    }
    inner.silence.set(silence);
}

/// Returns the state of a folder that could not be used, and whether it did not answer.
fn failed_state(app: App, why: FolderFault) -> (FolderState, bool) {
    let is_silent = matches!(why, FolderFault::Silent);
    (FolderState::Failed(why.text(app.lang())), is_silent)
}

async fn state_after_exchange(app: App, link: Link) -> Result<FolderState, FolderFault> {
    match link.directory.permission().await? {
        Permission::Granted if is_held(app) => Ok(FolderState::Held),
        Permission::Granted => exchange(app, link).await,
        Permission::Ask | Permission::Denied => Ok(FolderState::NeedsPermission),
    }
}

async fn exchange(app: App, mut link: Link) -> Result<FolderState, FolderFault> {
    let there = link.contents.read(&link.directory, &link.agreed).await?;
    let ours = texts_of(app);
    if !is_open(app, &link.drawing) {
        return Ok(FolderState::InUse);
    }
    if is_held(app) {
        return Ok(FolderState::Held);
    }
    let before = link.agreed.clone();
    link.agreed.settle_writes(&there.texts);
    let plan = FolderPlan::of(&link.agreed, &ours, &there);
    link.agreed.note_same(&ours, &there.texts);
    let mut stuck = Vec::new();
    let copied = if !plan.vanished.is_empty() {
        Ok(FolderState::Vanished(paths(&plan.vanished)))
    } else if !plan.both.is_empty() {
        Ok(FolderState::BothChanged(paths(&plan.both)))
    } else if plan.load.is_empty() {
        let written = write_due(app, &mut link, &plan, &ours, &there.texts).await;
        written.map(|different| {
            stuck = different;
            FolderState::InUse
        })
    } else {
        // Texts that the folder lacked are written when the loaded texts are saved.
        let loaded = load(app, &there.texts, &plan.load, &mut link.agreed).await;
        loaded.map(|()| FolderState::InUse).map_err(FolderFault::from)
    };
    // A text that was written before a failure is the page's own change, so it is recorded as well.
    if is_open(app, &link.drawing) {
        *app.folder.inner().link.borrow_mut() = Some(link.clone());
        if link.agreed != before {
            record::store(app, &link).await;
        }
    }
    let state = if is_held(app) { FolderState::Held } else { copied? };
    Ok(match state {
        FolderState::InUse => remaining_problem(app, &plan, &there, &stuck).unwrap_or(state),
        question => question,
    })
}

/// Writes the texts that only the drawing has changed. Returns the keys of the files that stay different.
async fn write_due(
    app: App,
    link: &mut Link,
    plan: &FolderPlan,
    ours: &Texts,
    there: &Texts,
) -> Result<Vec<String>, FolderFault> {
    let due: Vec<&String> = plan.write.iter().chain(&plan.remove).collect();
    link.attempts.retain(|key| due.iter().any(|due| *due == key));
    if !due.is_empty() {
        for key in &due {
            link.agreed.begin_write(key, ours.get(*key));
        }
        // The page may end before it records the end of a write.
        record::store(app, link).await;
    }
    let mut stuck = Vec::new();
    for key in due {
        let (mine, theirs) = (ours.get(key), there.get(key));
        if !link.attempts.begin(key, mine, theirs) {
            stuck.push(key.clone());
            continue;
        }
        // A file that another program has changed since it was read is compared again.
        if !link.contents.has(&link.directory, key, theirs).await? {
            app.folder.inner().is_due.set(true);
            continue;
        }
        // The question may have been asked since the texts were read.
        if is_held(app) {
            break;
        }
        if let Err(why) = write(&link.directory, key, mine.map(String::as_str)).await {
            // A write that failed may be repeated without limit.
            link.attempts.take_back(key);
            return Err(why);
        }
        if link.contents.has(&link.directory, key, mine).await? {
            link.agreed.set(key, mine, mine);
        } else {
            app.folder.inner().is_due.set(true);
        }
    }
    Ok(stuck)
}

/// Returns the state of a folder in which some files stay different.
fn remaining_problem(
    app: App,
    plan: &FolderPlan,
    there: &FolderFiles,
    stuck: &[String],
) -> Option<FolderState> {
    let names = |keys: &[String]| paths(keys).join(", ");
    if !stuck.is_empty() {
        let why = app.say(Msg::FolderStuck, &[("files", &names(stuck))]);
        return Some(FolderState::Failed(why));
    }
    if !plan.refused.is_empty() {
        let whys: Vec<String> = plan.refused.iter().map(|(_, why)| app.words(why)).collect();
        return Some(FolderState::Failed(whys.join(" ")));
    }
    if !plan.ignored.is_empty() {
        let why = app.say(Msg::FolderIgnores, &[("files", &names(&plan.ignored))]);
        return Some(FolderState::Failed(why));
    }
    let left_alone = there.unusable.iter().filter(|(key, _)| is_shared(key));
    let whys: Vec<String> = left_alone
        .map(|(key, why)| format!("{} {}.", FolderFile::of_key(key).path(), app.words(&why.reason())))
        .collect();
    (!whys.is_empty()).then(|| FolderState::LeftAlone(whys.join(" ")))
}

/// Ends a conflict: with the texts of the folder, or with those of the drawing. The other version stays in the history.
pub(crate) async fn settle(app: App, with_folder: bool) {
    let inner = app.folder.inner();
    while inner.is_busy.get() {
        TimeoutFuture::new(TURN_MS).await;
    }
    let link = inner.link.borrow().clone();
    let Some(mut link) = link else {
        return;
    };
    inner.is_busy.set(true);
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
        Err(why) => {
            let (state, is_silent) = failed_state(app, why);
            note_answer(app, is_silent);
            set_if_new(app.folder.state, state);
        }
    }
}

async fn choose(app: App, link: &mut Link, with_folder: bool) -> Result<(), FolderFault> {
    let there = link.contents.read(&link.directory, &link.agreed).await?;
    link.agreed.settle_writes(&there.texts);
    app.document.flush_typing().await;
    let ours = texts_of(app);
    let FolderPlan { both, vanished, .. } = FolderPlan::of(&link.agreed, &ours, &there);
    if with_folder {
        let keys = [both, vanished].concat();
        load(app, &there.texts, &keys, &mut link.agreed).await?;
        return Ok(());
    }
    if !both.is_empty() {
        load(app, &there.texts, &both, &mut link.agreed).await?;
        // A step of its own, so that undo returns to the version of the folder.
        load(app, &ours, &both, &mut link.agreed.clone()).await?;
    }
    for key in &vanished {
        // A text that the folder never had is written.
        link.agreed.forget(key);
    }
    Ok(())
}

/// Loads texts as one step, and records those that the drawing then has.
///
/// # Errors
/// Returns the reason if the drawing does not have the texts afterward. Nothing is recorded for these.
async fn load(app: App, from: &Texts, keys: &[String], agreed: &mut Agreement) -> Result<(), String> {
    if keys.is_empty() {
        return Ok(());
    }
    // Text that is typed at present is an edit of its own.
    app.document.flush_typing().await;
    let project = with_texts_of(&texts_of(app), from, keys).map_err(|why| app.words(&message(&why)))?;
    let replacement = Replacement {
        project: Box::new(project),
        tools: app.document.tools_text(),
    };
    let reply = app
        .document
        .run(Caller::User, Request::Replace(replacement))
        .await;
    let present = texts_of(app);
    // The settings may be written in another form, so only the texts of code are compared. The main file becomes empty
    // instead of missing.
    let is_loaded = |key: &&String| {
        let is_emptied =
            *key == MAIN_KEY && !from.contains_key(*key) && present.get(*key).is_some_and(String::is_empty);
        !key.starts_with(FILE_PREFIX) || present.get(*key) == from.get(*key) || is_emptied
    };
    let (loaded, missing): (Vec<&String>, Vec<&String>) = keys.iter().partition(is_loaded);
    if !missing.is_empty() {
        return Err(match reply.failure() {
            Some(failure) => failure.text(app.lang()),
            None => app.say(Msg::FolderNotLoaded, &[]),
        });
    }
    for key in loaded {
        agreed.set(key, present.get(key), from.get(key));
    }
    let file = app.doc.current.get_untracked();
    if app.document.file_text(file.as_str()).is_none() {
        app.open_file(FileName::MAIN, None);
    }
    app.announce(app.say(Msg::FolderLoaded, &[("files", &paths(keys).join(", "))]));
    Ok(())
}

/// Returns the texts of the open drawing.
pub(super) fn texts_of(app: App) -> Texts {
    app.document.session(trammel_document::Session::stored_form)
}

fn is_held(app: App) -> bool {
    app.folder.inner().is_held.get()
}

fn is_open(app: App, drawing: &str) -> bool {
    let inner = app.folder.inner();
    let link = inner.link.borrow();
    app.library.open_id() == drawing && link.as_ref().is_some_and(|link| link.drawing == drawing)
}

fn paths(keys: &[String]) -> Vec<String> {
    keys.iter().map(|key| FolderFile::of_key(key).path()).collect()
}
