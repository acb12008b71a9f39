//! Picking of entities in a modify tool: hit test, marquee, and the entities of the selection.

use super::operation::Pick;
use crate::canvas_tool::{CanvasCx, Effect, Marquee, PointerKind};
use crate::hit_test::{self, Depth};
use crate::select::reach;
use crate::selection::{Combine, Selection};
use trammel_kernel::{Bounds, Point};
use trammel_scene::{Name, Scene};

/// Returns the selected entities whose groups are not selected.
pub(super) fn outermost(scene: &Scene, selection: &Selection) -> Vec<Name> {
    let alone = |name: &&Name| {
        let parent = |name: &Name| scene.get(name).and_then(|entity| entity.parent.clone());
        let mut groups = std::iter::successors(parent(name), |group| parent(group));
        scene.get(name).is_some() && !groups.any(|group| selection.contains(&group))
    };
    selection.iter().filter(alone).cloned().collect()
}

/// Returns the entity at a pixel.
pub(super) fn hit(cx: &CanvasCx<'_>, at: Point, by: PointerKind, pick: Pick) -> Option<Name> {
    let depth = match pick {
        Pick::Several => Depth::Outermost,
        Pick::Confirmed | Pick::One => Depth::Entity,
    };
    hit_test::at(cx.scene, cx.world(at), cx.units(reach(by)), depth)
}

/// Returns the effect of a marquee on the selection.
pub(super) fn pick_within(cx: &CanvasCx<'_>, marquee: Marquee) -> Vec<Effect> {
    let area = Bounds::new(cx.world(marquee.from), cx.world(marquee.to));
    let caught = area.map(|area| hit_test::within(cx.scene, &area, marquee.touching()));
    let select = |caught: Vec<Name>| Effect::Select(cx.selection.caught(&caught, Combine::Toggle));
    caught.map(select).into_iter().collect()
}
