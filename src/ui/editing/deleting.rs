//! Deletion of the selection.

use crate::ui::document::{Caller, Request};
use crate::ui::i18n::Msg;
use crate::ui::selecting::{SPOKEN_NAMES, selected_names};
use crate::ui::state::App;
use crate::ui::tool_input::refusal_of;
use trammel_scene::{Adjustment, Name, Scene};

/// Deletes the selected entities in one undo step: their statements are removed, or a deletion is added at the end of
/// `main`. Refuses before anything runs if a selected entity is locked or the code is broken.
pub(crate) fn delete(app: App) {
    if let Some(reason) = refusal_of(app, Msg::BrokenNotDeleted) {
        app.refuse(reason);
        return;
    }
    let names = selected_names(app);
    let locked = |scene: &Scene| {
        let is_locked = |name: &&Name| scene.get(name).is_some_and(|entity| entity.locked);
        let locked: Vec<&str> = names.iter().filter(is_locked).map(Name::as_str).collect();
        list_names(&locked)
    };
    if let Some(names) = app.document.scene(locked) {
        app.refuse(app.say(Msg::LockedNotDeleted, &[("names", &names)]));
        return;
    }
    let names = app.document.scene(|scene| scene.outermost(&names));
    let request = Request::Adjust(Adjustment::Delete { names });
    app.document.submit(Caller::User, request);
}

/// Returns the first [`SPOKEN_NAMES`] names and the count of the rest, or `None` for an empty list.
fn list_names(names: &[&str]) -> Option<String> {
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
