//! Deletion of the selection.

use crate::ui::document::{Caller, Request};
use crate::ui::i18n::Msg;
use crate::ui::selecting::{SPOKEN_NAMES, selected};
use crate::ui::state::App;
use crate::ui::tool_input::refusal_of;
use trammel_canvas::family::outermost;
use trammel_document::deletion;
use trammel_scene::{Adjustment, Name, Scene};

/// Maximum number of entities whose statements are removed from the code. The deletion of more entities adds a few
/// statements instead, which takes less time.
const MOST_REMOVED: usize = 200;

/// Deletes the selected entities in one undo step: their statements are removed, or a deletion is added at the end of
/// `main`. Refuses before anything runs if a selected entity is locked or the code is broken.
pub(crate) fn delete(app: App) {
    if let Some(reason) = refusal_of(app, Msg::BrokenNotDeleted) {
        app.refuse(reason);
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
    let request = app
        .document
        .scene(|scene| request(scene, outermost(scene, &names)));
    app.document.submit(Caller::User, request);
}

fn request(scene: &Scene, names: Vec<Name>) -> Request {
    let members = names.iter().flat_map(|name| scene.with_members(name));
    if members.take(MOST_REMOVED + 1).count() <= MOST_REMOVED {
        return Request::Adjust(Adjustment::Delete { names });
    }
    Request::Call {
        tool: "run_cad_code".to_owned(),
        input: serde_json::json!({ "code": deletion::statements(&names) }),
    }
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
