//! Highlight of the entity under the pointer on the canvas.

use super::hover_highlight::hover;
use super::state::App;
use super::tool_input;
use leptos::prelude::*;
use std::rc::Rc;
use trammel_canvas::canvas_tool::REACH_PX;
use trammel_canvas::hover::LazyHover;
use trammel_kernel::Point;
use trammel_scene::Name;

/// Id of the canvas tool with which the pointer highlights entities.
const SELECT: &str = "select";

/// Highlights the entity at a point of the drawing, if the select tool is active and nothing is dragged.
pub(crate) fn hover_canvas(app: App, at: Option<Point>) {
    let selects = app
        .view
        .tools
        .info
        .with_untracked(|info| info.is_some_and(|info| info.id == SELECT));
    let at = at.filter(|_| selects && !tool_input::is_busy(app));
    hover(app, at.and_then(|at| entity_at(app, at)));
}

fn entity_at(app: App, at: Point) -> Option<Name> {
    let (highlight, revision) = (app.view.highlight, app.doc.revision.get_untracked());
    if highlight.index.with_value(|index| index.0 != revision) {
        highlight
            .index
            .set_value(Rc::new((revision, LazyHover::default())));
    }
    let reach = REACH_PX / app.view.camera.with_untracked(|camera| camera.zoom);
    let index = highlight.index.get_value();
    app.document
        .scene(|scene| index.1.index_of(scene).at(scene, at, reach))
}
