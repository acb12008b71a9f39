//! Outlines of the highlighted entities over the drawing.

use crate::ui::state::App;
use leptos::prelude::*;
use trammel_kernel::{Bounds, Path};
use trammel_scene::{Name, Scene};

/// Maximum number of entities with an outline each. More entities have one common box.
const MOST_OUTLINES: usize = 100;

/// Maximum number of pieces of all outlines.
const MOST_PIECES: usize = 4000;

/// Returns the outlines of the entity under the pointer and of the entities at the cursor of the code. Tracks the signals
/// and the drawing.
pub(crate) fn outlines(app: App) -> Vec<Path> {
    app.doc.revision.track();
    let highlight = app.view.highlight;
    let hovered = highlight.hovered.get();
    highlight.pointed.with(|pointed| {
        let names: Vec<&Name> = hovered
            .iter()
            .chain(pointed.iter().filter(|name| Some(*name) != hovered.as_ref()))
            .collect();
        app.document.scene(|scene| outlines_of(scene, &names))
    })
}

fn outlines_of(scene: &Scene, names: &[&Name]) -> Vec<Path> {
    let shown = names
        .iter()
        .filter(|name| scene.get(name).is_some_and(|entity| scene.is_shown(entity)));
    if names.len() <= MOST_OUTLINES {
        let paths: Vec<Path> = shown.clone().flat_map(|name| scene.world_paths(name)).collect();
        if paths.iter().map(|path| path.segs.len()).sum::<usize>() <= MOST_PIECES {
            return paths;
        }
    }
    let bounds = if names.len() == scene.len() {
        scene.bounds()
    } else {
        Bounds::union_all(shown.filter_map(|name| scene.world_bounds(name)))
    };
    let corners = bounds.map(|b| {
        let points = [
            (b.min.x, b.min.y),
            (b.max.x, b.min.y),
            (b.max.x, b.max.y),
            (b.min.x, b.max.y),
        ];
        Path::from_points(&points.map(Into::into), true)
    });
    corners.into_iter().collect()
}
