//! Opening of drawings in place: the one of the last visit at the start, new ones, and those of the list.
//!
//! Invariant: the present drawing is stored before another one replaces it on screen. If it can be stored nowhere, it
//! stays open, and the reason is shown.

use super::closing::{Left, tidy_up};
use super::database::Database;
use super::identity::{new_id, now_ms};
use super::leaving::{OPENING_CHECK_MS, end_leaving, leave};
use super::loading::{Loaded, load, missing_drawing};
use super::starting::{self, Unfinished};
use super::{conversations, read_only, tabs};
use crate::ui::chat::proposal;
use crate::ui::document_storage::{self, BrowserStorage};
use crate::ui::dropped_effects;
use crate::ui::examples::EXAMPLES;
use crate::ui::feedback::set_if_new;
use crate::ui::folder;
use crate::ui::i18n::Msg;
use crate::ui::review;
use crate::ui::saving as local;
use crate::ui::state::App;
use crate::ui::tool_input;
use crate::ui::web_storage::{self, StorageArea};
use gloo_timers::future::TimeoutFuture;
use leptos::{prelude::*, task::spawn_local};
use std::rc::Rc;
use trammel_canvas::camera::Camera;
use trammel_canvas::markup::Markup;
use trammel_code::FileName;
use trammel_document::Session;
use trammel_document::library::DrawingRecord;
use trammel_formats::project::Project;
use trammel_language::{Bilingual, bilingual};
use trammel_run::Limits;
use trammel_scene::Scene;

/// Key of the id of the drawing that was opened last, in the storage of the tab and in that of the browser.
const OPEN: &str = "open-drawing";

/// Opens the database and the drawing of the last visit, or the first example on a first visit.
pub(crate) async fn start(app: App) {
    let library = app.library;
    // A drawing that the user opens meanwhile is opened after this one.
    library.opening.set(true);
    let outdated = move || app.refuse(app.say(Msg::DatabaseOutdated, &[]));
    match Database::open(outdated).await {
        Ok(database) => *library.host().database.borrow_mut() = Some(Rc::new(database)),
        // Without localStorage, the page says that nothing is stored.
        Err(why) if web_storage::is_usable(StorageArea::Device) => {
            let why = app.words(&document_storage::message(&why));
            app.refuse(app.say(Msg::NoLibrary, &[("why", &why)]));
        }
        Err(_) => {}
    }
    let mut reasons = Vec::new();
    let mut is_open = false;
    for id in candidates(app).await {
        if starting::cannot_load(&id) {
            let why = bilingual!(
                "the page did not finish several starts with it. Open it from the list of drawings",
                "이 도면으로 여러 번 시작을 끝내지 못했어요. 도면 목록에서 여세요"
            );
            reasons.push((id, why));
            continue;
        }
        let unfinished = starting::begin(app, &id);
        match load(app, &id).await {
            Ok(loaded) => {
                show(app, &id, loaded, unfinished).await;
                is_open = true;
                break;
            }
            Err(why) => {
                starting::end(app);
                reasons.push((id, why));
            }
        }
    }
    if !is_open {
        let example = &EXAMPLES[0];
        let project = Project::of_code(example.code);
        show_new(app, &project, app.lang().pick(example.title)).await;
    }
    // A candidate that is missing_drawing, such as a drawing that was removed in another tab, is not a failure if another one opened.
    let reason = reasons
        .iter()
        .find(|(_, why)| !is_open || *why != missing_drawing());
    if let Some((id, why)) = reason {
        refuse(app, id, why).await;
    }
    if is_open {
        tidy_up(app).await;
    }
}

/// Returns the drawings to open at the start: that of the tab, that of the browser, then the one changed last.
async fn candidates(app: App) -> Vec<String> {
    let mut ids: Vec<String> = [StorageArea::Tab, StorageArea::Device]
        .into_iter()
        .filter_map(|area| web_storage::read(area, OPEN))
        .collect();
    ids.extend(BrowserStorage::drawings());
    if let Some(database) = app.library.database() {
        match super::listing::rows(&database).await {
            Ok(rows) => {
                let present = rows.into_iter().filter(|row| {
                    let record = row.drawing.as_ref();
                    record.is_ok_and(|record| record.deleted_ms.is_none())
                });
                ids.extend(present.map(|row| row.id));
            }
            Err(why) => {
                let why = app.words(&document_storage::message(&why));
                app.refuse(app.say(Msg::LibraryNotRead, &[("why", &why)]));
            }
        }
    }
    let mut known = std::collections::BTreeSet::new();
    ids.retain(|id| trammel_document::library::is_drawing_id(id) && known.insert(id.clone()));
    ids
}

/// Opens a drawing of the library. Returns whether it was opened.
pub(crate) async fn open(app: App, id: String) -> bool {
    if app.library.open_id() == id {
        return true;
    }
    if !leave(app).await {
        return false;
    }
    let before = Left::of(app);
    let unfinished = starting::begin(app, &id);
    match load(app, &id).await {
        Ok(loaded) => {
            show(app, &id, loaded, unfinished).await;
            end_leaving(app, &before).await;
            true
        }
        Err(why) => {
            starting::end(app);
            app.library.opening.set(false);
            app.library.host().is_leaving.set(false);
            refuse(app, &id, &why).await;
            false
        }
    }
}

/// Shows the reason why a drawing was not opened, and what can be read of it.
async fn refuse(app: App, id: &str, why: &Bilingual) {
    app.refuse(app.say(Msg::NotOpened, &[("why", &app.words(why))]));
    if let Some(database) = app.library.database() {
        read_only::look_at(app, &database, id).await;
    }
}

/// Opens a project as a new drawing. Returns whether it was opened.
pub(crate) async fn open_new(app: App, project: &Project, name: &str) -> bool {
    if !leave(app).await {
        return false;
    }
    let before = Left::of(app);
    let opened = show_new(app, project, name).await;
    end_leaving(app, &before).await;
    opened
}

/// Opens a document as a new drawing, with the messages about its unreadable parts. Returns whether it was opened.
pub(crate) async fn open_session(app: App, session: Session, name: &str, problems: Vec<Bilingual>) -> bool {
    if !leave(app).await {
        return false;
    }
    let before = Left::of(app);
    show_session(app, session, name, problems).await;
    end_leaving(app, &before).await;
    true
}

/// Opens the stored copy of the open drawing, which is newer than the one on screen.
pub(crate) async fn reopen(app: App) {
    let id = app.library.open_id();
    match load(app, &id).await {
        Ok(loaded) => {
            // Code that was not run stays so, unless the other tab has run it.
            let unfinished = if app.library.unrun.get_untracked() {
                starting::unmark(&id);
                starting::begin(app, &id)
            } else {
                Unfinished::default()
            };
            show(app, &id, loaded, unfinished).await;
        }
        Err(why) => refuse(app, &id, &why).await,
    }
}

/// Opens a copy of the open drawing, for a tab that follows another one.
pub(crate) async fn open_copy(app: App) {
    // A tab that follows opens the drawing again after each change of the other tab. The copy is made of the newest version.
    while app.library.opening.get_untracked() {
        TimeoutFuture::new(OPENING_CHECK_MS).await;
    }
    if !app.library.follows.get_untracked() {
        return;
    }
    let name = app.library.name.get_untracked();
    let name = if name.is_empty() {
        app.say(Msg::Untitled, &[])
    } else {
        name.to_string()
    };
    let project = app.document.project(true);
    let name = app.say(Msg::CopyOf, &[("name", &name)]);
    open_new(app, &project, &name).await;
}

/// Shows a project as a new drawing.
async fn show_new(app: App, project: &Project, name: &str) -> bool {
    match Session::of_project(project, Limits::default()) {
        Ok(session) => {
            let problems = session.document().unportable_files();
            show_session(app, session, name, problems).await;
            true
        }
        Err(why) => {
            app.library.opening.set(false);
            app.refuse(app.say(Msg::Refused, &[("why", &app.words(&why))]));
            false
        }
    }
}

/// Shows a document as a new drawing.
async fn show_session(app: App, session: Session, name: &str, problems: Vec<Bilingual>) {
    let id = new_id();
    let mut loaded = Loaded {
        session,
        storage: BrowserStorage::drawing(&id),
        record: DrawingRecord::new(name, now_ms()),
        content: String::new(),
        steps: std::collections::BTreeMap::new(),
        conversation: Ok(None),
        blocked: None,
        problems,
    };
    if !name.is_empty() {
        loaded.session.document_mut().set_defaults(Some(name), None);
    }
    // A failure is reported after the drawing is on screen, when it is saved again.
    let _ = loaded.session.save_copy(&mut loaded.storage);
    let files = loaded.session.document().history_files();
    let beginning = super::loading::beginning();
    loaded.session.attach_history(Vec::new(), &beginning, &files);
    let unfinished = starting::begin(app, &id);
    show(app, &id, loaded, unfinished).await;
}

/// Puts a drawing on screen. Code whose start did not end before is not run.
async fn show(app: App, id: &str, loaded: Loaded, unfinished: Unfinished) {
    let library = app.library;
    library.opening.set(true);
    if library.open_id() != id {
        // A command in progress has points of the drawing before.
        tool_input::activate(app, "select");
    }
    let Loaded {
        mut session,
        storage,
        mut record,
        content,
        steps,
        conversation,
        blocked,
        mut problems,
    } = loaded;
    *library.host().stored_record.borrow_mut() = if content.is_empty() {
        // The record of a new drawing is stored with its content.
        DrawingRecord::default()
    } else {
        record.clone()
    };
    record.opened_ms = now_ms();
    if record.is_named {
        session.document_mut().set_defaults(Some(&record.name), None);
    }
    library.open.set(id.into());
    library.name.set(record.name.as_str().into());
    let host = library.host();
    host.set_content(content);
    *host.steps.borrow_mut() = steps;
    let conversation_id = record.conversation.clone();
    *host.record.borrow_mut() = record;
    library.set_conversation(conversation_id);
    library.conversations.set(Vec::new());
    *host.conversation.borrow_mut() = None;
    host.stored_conversations.borrow_mut().clear();
    problems.extend(blocked.clone());
    *host.blocked.borrow_mut() = blocked;
    app.chat.clear(app);
    set_if_new(app.doc.changed_elsewhere, false);
    tabs::enter(app, id).await;
    starting::take_over(app, &unfinished);
    let may_run = unfinished.may_run(library.follows.get_untracked());
    library.unrun.set(!may_run);
    if may_run {
        app.document.switch(session, storage).await;
    } else {
        app.document.switch_without_run(session, storage).await;
    }
    starting::end_when_painted(app);
    local::report_unread(app, &problems);
    if library.follows.get_untracked() {
        // A conversation has one writer as well, so this tab begins its own.
        library.set_conversation(None);
    } else {
        match conversation {
            Ok(text) => conversations::restore(app, text),
            Err(why) => {
                // The record keeps the conversation for the next opening, and a message begins another one.
                library.conversation.set(std::sync::Arc::from(""));
                conversations::report_unread(app, &why);
            }
        }
    }
    library.opening.set(false);
    remember(id);
    settle(app);
    local::save(app);
    conversations::list(app).await;
    folder::sync::hold(app, app.document.proposal_reasons().is_some());
    folder::sync::enter(app, id).await;
    if !library.follows.get_untracked() {
        spawn_local(review::versions::resume(app));
        proposal::ask_again(app);
    }
}

/// Records the drawing that is open, for the next visit.
fn remember(id: &str) {
    for area in [StorageArea::Tab, StorageArea::Device] {
        // Without storage, the next visit opens the drawing that was changed last.
        let _ = web_storage::write(area, OPEN, id);
    }
}

/// Fits the view to a newly opened drawing, shows an empty one in its size on the screen, and clears what belonged to the drawing before it.
fn settle(app: App) {
    app.review.close();
    app.view.sketch.set(Markup::default());
    app.open_file(FileName::MAIN, None);
    app.view.set_camera(Camera::default());
    app.view.fit_to(app.document.scene(Scene::bounds));
    app.view.commit_camera();
    dropped_effects::release(app);
}
