//! Deletion of the selection.

use crate::editor::family::outermost;
use crate::scene::{Name, Scene};
use crate::session::deletion;
use crate::ui::document::{Caller, Request};
use crate::ui::i18n::Msg;
use crate::ui::selecting::{SPOKEN_NAMES, selected};
use crate::ui::state::App;
use leptos::prelude::*;

/// Deletes the selected entities in one undo step, by a snippet that is appended to `main`. Refuses before anything
/// runs if a selected entity is locked or the code is broken.
pub(crate) fn delete(app: App) {
    if let Some(problem) = app.doc.problem.get_untracked() {
        app.refuse(app.say(Msg::BrokenNotDeleted, &[("why", &problem.message)]));
        return;
    }
    let names = selected(app);
    let locked = |scene: &Scene| {
        let is_locked = |name: &&Name| scene.get(name).is_some_and(|entity| entity.locked);
        let locked: Vec<&str> = names.iter().filter(is_locked).map(Name::as_str).collect();
        listed(&locked)
    };
    if let Some(names) = app.document.scene(locked) {
        app.refuse(app.say(Msg::LockedNotDeleted, &[("names", &names)]));
        return;
    }
    let code = deletion::statements(&app.document.scene(|scene| outermost(scene, &names)));
    let call = Request::Call {
        tool: "run_cad_code".to_owned(),
        input: serde_json::json!({ "code": code }),
    };
    app.document.submit(Caller::User, call);
}

/// Returns the first [`SPOKEN_NAMES`] names and the count of the rest, or `None` for an empty list.
fn listed(names: &[&str]) -> Option<String> {
    let first = names
        .iter()
        .take(SPOKEN_NAMES)
        .copied()
        .collect::<Vec<_>>()
        .join(", ");
    match names.len() {
        0 => None,
        count if count > SPOKEN_NAMES => Some(format!("{first} (+{})", count - SPOKEN_NAMES)),
        _ => Some(first),
    }
}
