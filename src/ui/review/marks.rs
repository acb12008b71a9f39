//! Marks of the changed items over the drawing, in screen pixels: each kind has a line type and a sign of its own, so that
//! colors are not needed to tell them apart.
//!
//! Invariant: the number of nodes does not depend on the number of items.

use crate::ui::overlay_paths::{add_box, ghost_data};
use crate::ui::state::{App, app};
use leptos::prelude::*;
use std::fmt::Write;
use std::sync::Arc;
use trammel_canvas::camera::{Camera, Viewport};
use trammel_kernel::{Bounds, Path, Point};
use trammel_scene::comparison::{ChangedItem, ItemKind};
use trammel_scene::{Entity, Scene};

/// Maximum number of items with an outline each; the items after them have none.
const MOST_OUTLINES: usize = 500;

/// Half of the size of a sign, in pixels.
const SIGN_PX: f64 = 4.0;

/// Outlines of the items of one kind.
#[derive(Clone, Default, PartialEq)]
struct Outlines {
    /// Outlines before.
    before: Vec<Path>,
    /// Outlines after.
    after: Vec<Path>,
    /// Places of the signs, in world coordinates.
    signs: Vec<Point>,
}

/// The marks.
#[component]
pub(crate) fn ReviewMarks() -> impl IntoView {
    let app = app();
    let items = app.review.items;
    let outlines = Memo::new(move |_| items.with(|items| outlines(app, items)));
    let data = move |pick: fn(&[Outlines; 3]) -> &Vec<Path>| {
        let (camera, viewport) = (app.view.camera.get(), app.view.viewport.get());
        outlines.with(|outlines| ghost_data(pick(outlines), camera, viewport))
    };
    let signs = move |kind: usize| {
        let (camera, viewport) = (app.view.camera.get(), app.view.viewport.get());
        outlines.with(|outlines| {
            let places = outlines[kind].signs.iter();
            places.fold(String::new(), |path, at| {
                add_sign(path, kind, *at, camera, viewport)
            })
        })
    };
    let present = Memo::new(move |_| {
        let at = app.review.is_at_item.get().then(|| app.review.at.get())?;
        items.with(|items| app.review.bounds(items.get(at)?))
    });
    let current = move || {
        let (camera, viewport) = (app.view.camera.get(), app.view.viewport.get());
        present.with(|bounds| {
            bounds.map_or_else(String::new, |bounds| {
                add_box(String::new(), &bounds, camera, viewport)
            })
        })
    };
    view! {
        <Show when=move || items.with(|items| !items.is_empty())>
            <g class="review-marks">
                <path class="review-line ghost-before" d=move || data(|all| &all[1].before) data-testid="review-before" />
                <path class="review-line added" d=move || data(|all| &all[0].after) data-testid="review-added" />
                <path class="review-line changed" d=move || data(|all| &all[1].after) data-testid="review-changed" />
                <path class="review-line deleted" d=move || data(|all| &all[2].before) data-testid="review-deleted" />
                <path class="review-sign added" d=move || signs(0) />
                <path class="review-sign changed" d=move || signs(1) />
                <path class="review-sign deleted" d=move || signs(2) />
                <path class="review-current" d=current data-testid="review-current" />
            </g>
        </Show>
    }
}

/// Returns the outlines of the added, the changed, and the deleted items.
fn outlines(app: App, items: &[ChangedItem]) -> [Outlines; 3] {
    let mut all: [Outlines; 3] = Default::default();
    let Some(base) = app.review.base() else { return all };
    for item in items.iter().take(MOST_OUTLINES) {
        let kind = match item.kind() {
            ItemKind::Added => 0,
            ItemKind::Changed | ItemKind::Renamed => 1,
            ItemKind::Deleted => 2,
        };
        let paths = |scene: &Scene, entity: &Option<Arc<Entity>>| -> Vec<Path> {
            let entity = entity.as_ref();
            entity
                .map(|entity| scene.world_paths(&entity.name))
                .into_iter()
                .flatten()
                .collect()
        };
        let outlines = &mut all[kind];
        outlines.before.extend(paths(&base.scene, &item.before));
        outlines
            .after
            .extend(app.document.scene(|scene| paths(scene, &item.after)));
        let bounds = app.review.bounds(item);
        outlines.signs.extend(bounds.map(|Bounds { max, .. }| max));
    }
    all
}

/// Adds the sign of a kind: a plus, a triangle, or a cross.
fn add_sign(mut path: String, kind: usize, at: Point, camera: Camera, viewport: Viewport) -> String {
    let at = camera.to_screen(at, viewport);
    let (x, y, r) = (at.x + 2.0 * SIGN_PX, at.y - 2.0 * SIGN_PX, SIGN_PX);
    let _ = match kind {
        0 => write!(path, "M{} {y}h{}M{x} {}v{}", x - r, 2.0 * r, y - r, 2.0 * r),
        1 => write!(path, "M{x} {}l{r} {}h{}Z", y - r, 2.0 * r, -2.0 * r),
        _ => write!(
            path,
            "M{} {}l{} {}m0 {}l{} {}",
            x - r,
            y - r,
            2.0 * r,
            2.0 * r,
            -2.0 * r,
            -2.0 * r,
            2.0 * r
        ),
    };
    path
}
