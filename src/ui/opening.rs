//! Opening of drawings: the stored document when the page starts, and drawings that replace the current one.
//!
//! Invariant: replaced work is first added to the previous drawings. If this is impossible, the user is asked, and
//! nothing is replaced without an answer.

use super::document::{Caller, Replacement, Request};
use super::examples::{BLANK, Example};
use super::i18n::Msg;
use super::state::App;
use crate::editor::markup::Markup;
use crate::formats::project::Project;
use crate::scene::Scene;
use crate::session::previous::Replaced;
use crate::workspace::FileName;
use leptos::{prelude::*, task::spawn_local};
use std::sync::Arc;

/// Purpose of the app, which the hint of the first visit shows and the opened page speaks.
pub(super) const WELCOME: [&str; 2] = [
    "Trammel is a 2D CAD program: the drawing is code, which you write, draw by hand, or let a model write.",
    "Trammel은 2D CAD예요. 도면은 코드이고, 직접 쓰거나 손으로 그리거나 모델에게 맡길 수 있어요.",
];

/// Draws the stored document and fits the view to it. Draws the last good version if the code is broken.
pub(super) fn open(app: App) {
    let document = app.document;
    document.prepare();
    spawn_local(async move {
        document.run(Caller::User, Request::Open).await;
        if document.is_broken() {
            document.run(Caller::User, Request::OpenLastGood).await;
        }
        first_fit(app);
        app.doc.ready.set(true);
        if app.prefs.welcome.get_untracked() {
            app.speak(app.lang().pick(WELCOME).to_owned());
        }
        document.load_hangul().await;
        app.painter
            .with_value(|painter| document.scene(|scene| painter.repaint_hangul(scene)));
    });
}

/// Opens an example.
pub(super) async fn open_example(app: App, example: &'static Example) {
    let text = app.say(Msg::ExampleLoaded, &[("name", app.lang().pick(example.title))]);
    replace(app, Replacement::Shipped(example.code), text).await;
}

/// Starts an empty drawing and an empty conversation.
pub(super) async fn new_drawing(app: App) {
    let text = app.say(Msg::NewDrawingMade, &[]);
    if replace(app, Replacement::Shipped(BLANK), text).await {
        app.chat.clear(app);
    }
}

/// Replaces the document by a project from a link or a file.
pub(super) async fn take_over(app: App, project: Arc<Project>) {
    let text = app.say(Msg::CopyMade, &[]);
    replace(app, Replacement::Project(project), text).await;
}

/// Replaces the document in one undo step, after the current drawing was kept. Returns whether the document was
/// replaced.
pub(super) async fn replace(app: App, replacement: Replacement, done: String) -> bool {
    app.document.flush_typing().await;
    if !app.previous.keep_present(app, Replaced::Drawing).await {
        return false;
    }
    let reply = app
        .document
        .run(Caller::User, Request::Replace(replacement))
        .await;
    // A refused replacement changes nothing, and its reason is already on screen.
    if reply.changes.is_none() {
        return false;
    }
    app.open_file(FileName::MAIN, None);
    first_fit(app);
    app.announce(done);
    true
}

/// Fits the view to a newly opened drawing, and clears the sketch of the drawing before it.
fn first_fit(app: App) {
    app.view.sketch.set(Markup::default());
    app.view.fit(app.document.scene(Scene::bounds));
    app.view.commit_camera();
}
