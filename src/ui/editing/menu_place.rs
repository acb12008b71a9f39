//! Opening of the context menu: its place, and the entity under the pointer.

use super::reference;
use crate::ui::selecting::{select, selected_names};
use crate::ui::state::App;
use leptos::prelude::*;
use trammel_canvas::hit_test::{self, Depth};
use trammel_canvas::selection::Selection;
use trammel_kernel::{Bounds, Point};

/// Maximum distance of the pointer from an outline for a hit, in pixels.
const REACH_PX: f64 = 8.0;

/// Opens the menu of the selection at a place in pixels of the window.
pub(crate) fn open(app: App, x: f64, y: f64) {
    show(app, Point::new(x, y), None);
}

/// Opens the menu at a place in pixels of the window. `reference` is that of the point or item under the pointer.
fn show(app: App, at: Point, reference: Option<String>) {
    app.view.highlight.reference.set_value(reference);
    app.view.context_menu.set(Some(at));
}

/// Opens the menu at a pixel of the canvas. An entity that is not selected is selected first; beside all entities and
/// outside of the selection, the selection is cleared.
pub(crate) fn open_on_canvas(app: App, at: Point, is_touch: bool) {
    let view = app.view;
    let camera = view.camera.get_untracked();
    let world = camera.to_world(at, view.viewport.get_untracked());
    let reach = if is_touch { 2.0 * REACH_PX } else { REACH_PX } / camera.zoom;
    let names = selected_names(app);
    let (is_on, hit) = app.document.scene(|scene| {
        let near = |bounds: Bounds| bounds.inflate(reach).contains(world);
        let is_on = names
            .iter()
            .any(|name| scene.world_bounds(name).is_some_and(near));
        (is_on, hit_test::at(scene, world, reach, Depth::Outermost))
    });
    match hit {
        Some(hit) if !names.contains(&hit) && !is_on => select(app, Selection::of([hit])),
        None if !is_on => select(app, Selection::default()),
        _ => {}
    }
    let corner = corner();
    show(app, corner + at.to_vec2(), reference::at(app, at));
}

/// Opens the menu by the keyboard: at the focused row of the tree, or else at the selection on the canvas.
pub(crate) fn open_by_key(app: App) {
    let focused = document().active_element();
    let row = focused.and_then(|focused| focused.closest("[data-testid=tree-row]").ok().flatten());
    if let Some(row) = row {
        let place = row.get_bounding_client_rect();
        return open(app, place.left() + 24.0, place.bottom());
    }
    let view = app.view;
    let viewport = view.viewport.get_untracked();
    let names = selected_names(app);
    let bounds = app
        .document
        .scene(|scene| Bounds::union_all(names.iter().filter_map(|name| scene.world_bounds(name))));
    let middle = viewport.middle();
    let at = bounds.map_or(middle, |bounds| {
        view.camera.get_untracked().to_screen(bounds.center(), viewport)
    });
    let corner = corner();
    let inside = |value: f64, size: f64| value.clamp(0.0, size.max(0.0));
    open(
        app,
        corner.x + inside(at.x, viewport.width),
        corner.y + inside(at.y, viewport.height),
    );
}

/// Returns the top left corner of the canvas in pixels of the window.
fn corner() -> Point {
    let canvas = document().get_element_by_id("drawing");
    let place = canvas.map(|canvas| canvas.get_bounding_client_rect());
    place.map_or(Point::ORIGIN, |place| Point::new(place.left(), place.top()))
}
