//! Exporting and sharing while the code does not run: the user decides, and a file never pretends to be up to date.

use crate::formats::project::Project;
use crate::scene::{Entity, Scene};
use crate::ui::i18n::Msg;
use crate::ui::state::App;
use leptos::prelude::*;

/// Longest title of a project, in characters.
const MAX_TITLE: usize = 200;

/// The state of the drawing that goes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The present code, which runs or which the user wants as it is.
    Present,
    /// The last good drawing, marked as such.
    LastGood,
}

/// Why nothing goes out.
pub(super) enum NotExported {
    /// The user has called it off.
    Canceled,
    /// There is nothing to export; the text says why and what to do.
    Refused(String),
}

/// The state in which a drawing without code goes out.
///
/// # Errors
/// Nothing is visible, or the user wants to repair the code first.
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

/// Whether any shape can be seen: a hidden group hides its members.
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

/// The project that goes out, and its state; `None` when it does not.
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
            let title = marked(app, &app.doc.title.get_untracked().0);
            let name = Some(title.chars().take(MAX_TITLE).collect());
            Some((Project { name, ..project }, State::LastGood))
        }
        None => Some((app.document.project(with_memory), State::Present)),
    }
}

/// Reads the drawing with the title of its state.
pub(super) fn scene<T>(app: App, state: State, read: impl FnOnce(&Scene) -> T) -> T {
    app.document.scene(|scene| match state {
        State::Present => read(scene),
        State::LastGood => read(&scene.clone().with_name(&marked(app, scene.name()))),
    })
}

/// A title that says that the drawing is not that of the present code.
fn marked(app: App, title: &str) -> String {
    app.say(Msg::LastGoodTitle, &[("name", title)])
}

/// The question, with the error and its place.
fn question(app: App) -> String {
    let problem = app.doc.problem.get_untracked().unwrap_or_default();
    let place = problem.file.zip(problem.line);
    let why = match place {
        Some((file, line)) => format!("{file}:{line}: {}", problem.message),
        None => problem.message,
    };
    app.say(Msg::ExportStale, &[("why", &why)])
}
