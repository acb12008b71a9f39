//! A picked place of the drawing, with the references that name it.

use super::canvas_tool::{CanvasCx, PointerKind};
use super::hit_test::Depth;
use super::point_ref;
use super::precision;
use super::snapping::{Edge, Snapped};
use trammel_kernel::Point;
use trammel_scene::Name;

/// A picked place of the drawing.
#[derive(Clone, Debug)]
pub struct Picked {
    at: Point,
    /// Reference that resolves to the point.
    reference: Option<String>,
    edge: Option<Edge>,
    group: Option<Name>,
    entity: Option<Name>,
}

impl Picked {
    /// Returns the place at a pixel of the canvas.
    #[must_use]
    pub fn at(cx: &CanvasCx<'_>, pixel: Point) -> Self {
        let snap = cx.snap(pixel, None).filter(|_| !cx.modifiers.alt);
        let at = snap.as_ref().map_or_else(
            || precision::round_point(cx.world(pixel), cx.grid_step() / 2.0),
            |snap| snap.point,
        );
        let hit = |depth| cx.entity_at(cx.world(pixel), PointerKind::Mouse, depth);
        let exact = |snap: Snapped| {
            let reference = point_ref::of(cx.scene, &snap)?;
            point_ref::is_at(cx.scene, &reference, snap.point).then(|| reference.to_string())
        };
        Self {
            at,
            reference: snap.and_then(exact),
            edge: cx.edge(pixel),
            group: hit(Depth::Outermost),
            entity: hit(Depth::Entity),
        }
    }

    /// Returns the reference of the point, or of the piece of the outline, or the name of the entity.
    #[must_use]
    pub fn into_reference(self) -> Option<String> {
        let edge = self.edge.map(|edge| edge.reference);
        self.reference
            .or(edge)
            .or(self.entity.map(|name| name.to_string()))
    }

    /// Returns the name of the entity, or of its outermost group.
    #[must_use]
    pub fn name(&self, depth: Depth) -> Option<&Name> {
        match depth {
            Depth::Outermost => self.group.as_ref(),
            Depth::Entity => self.entity.as_ref(),
        }
    }

    /// Returns a reference that resolves to the point.
    #[must_use]
    pub fn point_reference(&self) -> Option<&str> {
        self.reference.as_deref()
    }

    /// Returns the reference of the piece of an outline.
    #[must_use]
    pub fn edge_reference(&self) -> Option<&str> {
        self.edge.as_ref().map(|edge| edge.reference.as_str())
    }

    /// Returns the point without the last digits, in which the error of a computed point is.
    #[must_use]
    pub fn rounded_point(&self) -> Point {
        Point::new(
            precision::round_computed(self.at.x),
            precision::round_computed(self.at.y),
        )
    }
}
