//! Export and sharing of a drawing whose code is broken: the user decides, and the file marks an outdated drawing as
//! such.

use crate::ui::i18n::Msg;
use crate::ui::state::App;
use leptos::prelude::*;
use trammel_formats::project::Project;
use trammel_scene::{Entity, Scene};

/// Maximum length of a project's title, in characters.
const MAX_TITLE: usize = 200;

/// State of the exported drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The current code: it runs, or the user exports it as it is.
    Present,
    /// The last good drawing, marked as such.
    LastGood,
}

/// Reason for an export without a result.
pub(super) enum NotExported {
    /// The user canceled.
    Canceled,
    /// There is nothing to export; the text gives the reason and the remedy.
    Refused(String),
}

/// Determines the state for an export without code.
///
/// # Errors
/// Returns an error if no entity is visible, or if the user cancels to repair the code first.
pub(super) async fn of_drawing(app: App) -> Result<State, NotExported> {
    app.document.flush_typing().await;
    let (visible, broken) = (app.document.scene(has_visible), app.document.is_broken());
    match (visible, broken) {
        (true, false) => return Ok(State::Present),
        (true, true) => {}
        (false, true) => return Err(NotExported::Refused(app.say(Msg::ExportNeverDrawn, &[]))),
        (false, false) => return Err(NotExported::Refused(app.say(Msg::ExportEmpty, &[]))),
    }
    let answers = [(Msg::ExportLastGood, "export-last-good")];
    match app.ask(Msg::CodeDoesNotRun, question(app), &answers).await {
        Some(_) => Ok(State::LastGood),
        None => Err(NotExported::Canceled),
    }
}

/// Whether any shape is visible: a hidden group hides its members.
fn has_visible(scene: &Scene) -> bool {
    let shown = |entity: &Entity| {
        let mut hidden = entity.hidden;
        let mut parent = entity.parent.as_ref();
        while let Some(group) = parent.and_then(|name| scene.get(name)) {
            hidden |= group.hidden;
            parent = group.parent.as_ref();
        }
        !hidden && !entity.shape.is_group()
    };
    scene.walk().any(|entity| shown(entity))
}

/// Returns the project to export with its state, or `None` if the user cancels.
pub(super) async fn project(app: App, with_memory: bool) -> Option<(Project, State)> {
    app.document.flush_typing().await;
    if !app.document.is_broken() {
        return Some((app.document.project(with_memory), State::Present));
    }
    let good = app.document.last_good_project(with_memory);
    let mut answers = vec![(Msg::ExportAsIs, "export-as-is")];
    if good.is_some() {
        answers.insert(0, (Msg::ExportLastGood, "export-last-good"));
    }
    let answer = app.ask(Msg::CodeDoesNotRun, question(app), &answers).await?;
    match good.filter(|_| answer == 0) {
        Some(project) => {
            let title = last_good_title(app, &app.doc.title.get_untracked().0);
            let name = Some(title.chars().take(MAX_TITLE).collect());
            Some((Project { name, ..project }, State::LastGood))
        }
        None => Some((app.document.project(with_memory), State::Present)),
    }
}

/// Reads the scene, with a title that marks its state.
pub(super) fn scene<T>(app: App, state: State, read: impl FnOnce(&Scene) -> T) -> T {
    app.document.scene(|scene| match state {
        State::Present => read(scene),
        State::LastGood => read(&scene.clone().with_name(&last_good_title(app, scene.name()))),
    })
}

/// Returns a title that marks the last good drawing.
fn last_good_title(app: App, title: &str) -> String {
    app.say(Msg::LastGoodTitle, &[("name", title)])
}

/// Returns the text of the question, with the error and its place.
fn question(app: App) -> String {
    let problem = app.doc.problem.get_untracked().unwrap_or_default();
    let place = problem.file.zip(problem.line);
    let message = app.words(&problem.message);
    let why = match place {
        Some((file, line)) => format!("{file}:{line}: {message}"),
        None => message,
    };
    app.say(Msg::ExportStale, &[("why", &why)])
}
