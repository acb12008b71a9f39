//! Changes that the fields request: arguments of the drawing calls, a new name, and flags.

use crate::ui::actions;
use crate::ui::document::{Caller, Request};
use crate::ui::selecting::select;
use crate::ui::state::App;
use crate::ui::tool_input;
use leptos::prelude::*;
use std::sync::Arc;
use trammel_canvas::camera::{GRID_LEAST, grid_steps};
use trammel_canvas::extent::ItemChange;
use trammel_canvas::properties::error::FieldError;
use trammel_canvas::properties::extent::extent_change;
use trammel_canvas::properties::field::{Field, FieldKind, new_name};
use trammel_canvas::properties::mark::mark_change;
use trammel_canvas::selection::Selection;
use trammel_scene::{Adjustment, Entity, Name, Scene};

/// Digits of an angle in degrees that are kept, as a distance in drawing units.
const PIXEL: f64 = 1e-6;

/// Applies a typed text to a field of these entities. The future ends when the change is made or refused.
///
/// # Errors
/// Returns the reason if the text is not a valid value; nothing is changed then.
pub(crate) fn apply(
    app: App,
    names: &[Name],
    field: &Field,
    text: &str,
) -> Result<impl Future<Output = ()> + use<>, FieldError> {
    let change = app.document.scene(|scene| {
        let change = extent_change(scene, names, field, text)?;
        if let Some(change) = change.or_else(|| mark_change(names, field, text)) {
            return Ok(change);
        }
        adjustment(scene, names, field, text).map(ItemChange::Adjust)
    })?;
    Ok(run(app, change))
}

/// Returns the change of the drawing calls or of the name.
fn adjustment(scene: &Scene, names: &[Name], field: &Field, text: &str) -> Result<Adjustment, FieldError> {
    if let ([name], FieldKind::Name) = (names, &field.kind) {
        let new_name = new_name(scene, name, text)?;
        let name = name.clone();
        return Ok(Adjustment::Rename { name, new_name });
    }
    let entities = names.iter().filter_map(|name| scene.get(name));
    let set = |entity: &Arc<Entity>| {
        let values = field.values(scene, entity, text)?;
        Ok((entity.name.clone(), values))
    };
    let entities = entities.map(set).collect::<Result<Vec<_>, FieldError>>()?;
    Ok(Adjustment::Set {
        entities,
        pixel: PIXEL,
    })
}

async fn run(app: App, change: ItemChange) {
    if tool_input::refuse_broken(app) {
        return;
    }
    let adjustment = match change {
        ItemChange::Adjust(adjustment) => adjustment,
        ItemChange::Call(call) => {
            let (tool, input) = (call.tool.to_owned(), call.input.into());
            let call = Request::Call { tool, input };
            app.document.run(Caller::User, call).await;
            return;
        }
    };
    let new_name = match &adjustment {
        Adjustment::Rename { new_name, .. } => Some(new_name.clone()),
        _ => None,
    };
    let reply = app.document.run(Caller::User, Request::Adjust(adjustment)).await;
    if let Some(new_name) = new_name.filter(|_| reply.is_ok()) {
        select(app, Selection::of([new_name]));
        actions::focus_later("property-name");
    }
}

/// Returns the step of the arrow keys for lengths: the distance of the grid lines.
pub(super) fn grid_step(app: App) -> f64 {
    let zoom = app.view.camera.with_untracked(|camera| camera.zoom);
    grid_steps(zoom, GRID_LEAST).0
}
