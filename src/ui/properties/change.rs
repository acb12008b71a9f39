//! Changes that the fields request: arguments of the drawing calls, a new name, and flags.

use crate::editor::camera::{GRID_LEAST, grid_steps};
use crate::editor::properties::error::FieldError;
use crate::editor::properties::field::{Field, Kind, new_name};
use crate::editor::selection::Selection;
use crate::scene::{Adjustment, Name};
use crate::tools::Reply;
use crate::ui::actions;
use crate::ui::document::{Caller, Request};
use crate::ui::i18n::Msg;
use crate::ui::selecting::select;
use crate::ui::state::App;
use leptos::prelude::*;

/// Digits of an angle in degrees that are kept, as a distance in drawing units.
const PIXEL: f64 = 1e-6;

/// Applies a typed text to a field of these entities. The future ends when the change is made or refused.
///
/// # Errors
/// Returns the reason if the text is not a valid value; nothing is changed then.
pub(super) fn apply(
    app: App,
    names: &[Name],
    field: &Field,
    text: &str,
) -> Result<impl Future<Output = ()> + use<>, FieldError> {
    let adjustments = app.document.scene(|scene| {
        let entities = names.iter().filter_map(|name| scene.get(name));
        let adjust = |entity: &std::sync::Arc<crate::scene::Entity>| {
            if field.kind == Kind::Name {
                let new_name = new_name(scene, &entity.name, text)?;
                let name = entity.name.clone();
                return Ok(Adjustment::Rename { name, new_name });
            }
            Ok(Adjustment::Set {
                name: entity.name.clone(),
                values: field.values(entity, text, scene.units())?,
                pixel: PIXEL,
            })
        };
        entities.map(adjust).collect::<Result<Vec<_>, FieldError>>()
    })?;
    Ok(run(app, adjustments))
}

async fn run(app: App, mut adjustments: Vec<Adjustment>) {
    if let Some(problem) = app.doc.problem.get_untracked() {
        app.refuse(app.say(Msg::BrokenNotDrawn, &[("why", &app.words(&problem.message))]));
        return;
    }
    if adjustments.len() > 1 {
        told(app, &app.document.adjust_all(adjustments).await);
        return;
    }
    let Some(adjustment) = adjustments.pop() else {
        return;
    };
    let new_name = match &adjustment {
        Adjustment::Rename { new_name, .. } => Some(new_name.clone()),
        Adjustment::Move { .. } | Adjustment::Set { .. } | Adjustment::Delete { .. } => None,
    };
    let reply = app.document.run(Caller::User, Request::Adjust(adjustment)).await;
    if let Some(new_name) = new_name.filter(|_| reply.is_ok()) {
        select(app, Selection::of([new_name]));
        actions::focus_later("property-name");
    }
}

/// Shows the failure of a change of several entities, or the number of added statements.
fn told(app: App, replies: &[Reply]) {
    if let Some(failure) = replies.iter().find_map(Reply::failure) {
        app.refuse(app.say(Msg::Refused, &[("why", &failure.text(app.lang()))]));
        return;
    }
    let is_appended =
        |reply: &&Reply| matches!(reply.written(), Some(crate::scene::Written::Appended { .. }));
    let count = replies.iter().filter(is_appended).count();
    if count > 0 {
        let [before, after] = app.lang().pick([
            ["Statements added at the end of the code: ", "."],
            ["코드 끝에 추가한 문장 ", "개."],
        ]);
        app.announce(format!("{before}{count}{after}"));
    }
}

/// Returns the step of the arrow keys for lengths: the distance of the grid lines.
pub(super) fn grid_step(app: App) -> f64 {
    let zoom = app.view.camera.with_untracked(|camera| camera.zoom);
    grid_steps(zoom, GRID_LEAST).0
}
