//! Opens drawings: the last one at the start of the page, examples, new drawings, and copies. Each becomes a separate
//! drawing of the library.

use super::examples::{BLANK, Example};
use super::i18n::Msg;
use super::library;
use super::state::App;
use leptos::{prelude::*, task::spawn_local};
use std::sync::Arc;
use trammel_formats::project::Project;

/// Description of the app, shown in the hint of the first visit and announced to screen readers.
pub(super) const WELCOME: [&str; 2] = [
    "Trammel is a 2D CAD program: the drawing is code, which you write, draw by hand, or let a model write.",
    "Trammel은 2D CAD 프로그램이에요. 도면은 코드이고, 코드를 직접 쓰거나 손으로 그리거나 모델에게 맡길 수 있어요.",
];

/// Opens the drawing of the last visit and fits the view to it.
pub(super) fn open(app: App) {
    let document = app.document;
    document.prepare();
    spawn_local(async move {
        library::opening::start(app).await;
        app.doc.ready.set(true);
        if app.prefs.welcome.get_untracked() {
            app.speak(app.lang().pick(WELCOME).to_owned());
        }
        document.load_hangul().await;
        app.painter
            .with_value(|painter| document.scene(|scene| painter.repaint_hangul(scene)));
    });
}

/// Opens an example as a new drawing.
pub(super) async fn open_example(app: App, example: &'static Example) {
    let name = app.lang().pick(example.title);
    let project = Project::of_code(example.code);
    if library::opening::open_new(app, &project, name).await {
        app.announce(app.say(Msg::ExampleLoaded, &[("name", name)]));
    }
}

/// Opens an empty drawing.
pub(super) async fn new_drawing(app: App) {
    if library::opening::open_new(app, &Project::of_code(BLANK), "").await {
        app.announce(app.say(Msg::NewDrawingMade, &[]));
    }
}

/// Opens a project from a link or a file as a new drawing.
pub(super) async fn open_project(app: App, project: Arc<Project>) {
    let name = project.name.clone().unwrap_or_default();
    if library::opening::open_new(app, &project, &name).await {
        app.announce(app.say(Msg::CopyMade, &[]));
    }
}
