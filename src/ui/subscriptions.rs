//! Subscribers of the document, in the order in which they receive a change: painter, view, signals, hover highlight, feedback,
//! conversation, and storage. The measurement of the start of the page is the first and the last one.

use super::chat;
use super::document::{Change, Kind, Progress};
use super::feedback::{self, set_if_new};
use super::hover_highlight;
use super::library::starting;
use super::save_state;
use super::saving;
use super::selecting;
use super::state::{App, RunState};
use leptos::prelude::*;
use std::{cell::Cell, sync::Arc};
use trammel_code::FileName;
use trammel_scene::{Diff, Scene};

/// Registers all subscribers. Called once, when the page starts.
pub(super) fn subscribe(app: App) {
    let document = app.document;
    document.on_change(move |_| starting::mark_painting(app));
    document.on_change(move |change| paint(app, change));
    let fit_when_good = Cell::new(false);
    document.on_change(move |change| {
        follow_view(app, change);
        fit_repaired(app, change, &fit_when_good);
    });
    document.on_change(move |change| set_signals(app, change));
    document.on_change(move |_| hover_highlight::follow_document(app));
    document.on_change(move |change| feedback::report(app, change));
    document.on_change(move |_| chat::close_undone(app));
    document.on_change(move |_| saving::save(app));
    document.on_change(move |change| {
        let is_run = change.kind == Kind::Type || !app.document.is_broken();
        if is_run && !app.library.opening.get_untracked() {
            set_if_new(app.library.unrun, false);
        }
        starting::end_when_painted(app);
    });
    document.on_progress(move |progress| match progress {
        Progress::Typed => save_state::mark_pending(app),
        Progress::StoreNow => saving::save(app),
        Progress::TypingPaused => feedback::show_typing_problem(app),
        Progress::RunBegins => {
            starting::mark_run(app);
            app.doc.run.set(if document.has_engine() {
                RunState::Busy
            } else {
                RunState::Loading
            });
        }
    });
    set_document_signals(app);
}

fn paint(app: App, change: &Change) {
    app.painter.with_value(|painter| {
        if let Some(diff) = &change.diff {
            app.document.scene(|scene| painter.apply(diff, scene));
        }
        app.document.scene(|scene| painter.repaint_hangul(scene));
    });
}

/// Removes deleted entities from the selection, and keeps added entities in view.
fn follow_view(app: App, change: &Change) {
    if let Some(diff) = &change.diff {
        app.doc.revision.update(|count| *count += 1);
        selecting::drop_gone(app);
        keep_in_sight(app, diff);
    }
}

/// Fits the view to the whole drawing if all added entities are outside the view.
fn keep_in_sight(app: App, diff: &Diff) {
    if !app.doc.ready.get_untracked() {
        return;
    }
    let visible = app
        .view
        .camera
        .get_untracked()
        .visible(app.view.viewport.get_untracked());
    let all = app.document.scene(|scene| {
        let mut added = diff
            .added_entities()
            .filter_map(|entity| scene.world_bounds(&entity.name))
            .peekable();
        added.peek()?;
        let is_outside = added.all(|bounds| !bounds.intersects(&visible));
        is_outside.then(|| scene.bounds())
    });
    if let Some(all) = all {
        app.view.fit_to(all);
    }
}

/// Fits the view when code that was broken at the start of the page runs again.
fn fit_repaired(app: App, change: &Change, fit_when_good: &Cell<bool>) {
    if change.kind == Kind::OpenLastGood {
        fit_when_good.set(true);
    } else if fit_when_good.get() && app.doc.ready.get_untracked() && !app.document.is_broken() {
        fit_when_good.set(false);
        app.view.fit_to(app.document.scene(Scene::bounds));
    }
}

fn set_signals(app: App, change: &Change) {
    set_document_signals(app);
    app.doc.context_revision.update(|count| *count += 1);
    if !matches!(change.kind, Kind::Type | Kind::Context) {
        app.doc.files_revision.update(|count| *count += 1);
    }
}

/// Sets the signals of the document from the current snapshot.
fn set_document_signals(app: App) {
    let (document, doc) = (app.document, app.doc);
    let title = document.scene(|scene| (Arc::from(scene.name()), scene.units()));
    set_if_new(doc.entities, document.scene(Scene::len));
    let (undo, redo) = document.undo_labels(|undo, redo| (undo.is_some(), redo.is_some()));
    set_if_new(doc.can_undo, undo);
    set_if_new(doc.can_redo, redo);
    set_if_new(doc.title, title);
    let files = document.file_names();
    if doc.current.with_untracked(|open| !files.contains(open)) {
        doc.current.set(FileName::MAIN.to_owned());
    }
    if doc.files.with_untracked(|now| **now != *files) {
        doc.files.set(Arc::from(files));
    }
}
