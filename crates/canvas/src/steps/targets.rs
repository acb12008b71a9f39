//! Picking of the entities that an operation changes: hit test, marquee, and the entities of the selection.

use super::procedure::Pick;
use crate::canvas_tool::{CanvasCx, Effect, Marquee, PointerKind};
use crate::hit_test::{self, Depth};
use crate::selection::{Combine, Selection};
use trammel_kernel::{Bounds, Point};
use trammel_scene::{Name, Scene};

/// Returns the selected entities whose groups are not selected.
pub(super) fn selected_targets(scene: &Scene, selection: &Selection) -> Vec<Name> {
    let exists = |name: &&Name| scene.get(name).is_some();
    let names: Vec<Name> = selection.iter().filter(exists).cloned().collect();
    scene.outermost(&names)
}

/// Returns the entity at a pixel.
pub(super) fn hit(cx: &CanvasCx<'_>, at: Point, by: PointerKind, pick: Pick) -> Option<Name> {
    let depth = match pick {
        Pick::Several => Depth::Outermost,
        Pick::Confirmed | Pick::One => Depth::Entity,
    };
    cx.entity_at(cx.world(at), by, depth)
}

/// Returns the effect of a marquee on the selection.
pub(super) fn pick_within(cx: &CanvasCx<'_>, marquee: Marquee) -> Vec<Effect> {
    let area = Bounds::new(cx.world(marquee.from), cx.world(marquee.to));
    let caught = area.map(|area| hit_test::within(cx.scene, &area, marquee.touching()));
    let select = |caught: Vec<Name>| Effect::Select(cx.selection.after_marquee(&caught, Combine::Toggle));
    caught.map(select).into_iter().collect()
}
