//! Visible outlines of a drawing in world coordinates, by place.

use crate::{Entity, Scene, Shape, Work};
use trammel_kernel::index::Index;
use trammel_kernel::{Bounds, Point, Seg, Vec2, norm};

/// Piece of an outline, or of the lines of an annotation.
#[derive(Debug)]
pub(super) struct Piece<'a> {
    pub(super) entity: &'a Entity,
    pub(super) seg: Seg,
}

/// Pieces with the index of their bounds.
#[derive(Debug)]
pub(super) struct Outlines<'a> {
    pieces: Vec<Piece<'a>>,
    index: Index,
}

impl<'a> Outlines<'a> {
    /// Returns the outlines of shapes, and the lines of dimensions and leaders if `has_annotations` is set, as far as the
    /// work lasts.
    pub(super) fn of(scene: &'a Scene, has_annotations: bool, work: &mut Work) -> Outlines<'a> {
        let mut pieces = Vec::new();
        for entity in scene.walk().filter(|entity| scene.is_shown(entity)) {
            let shape = &entity.shape;
            let is_line = matches!(shape, Shape::Dimension(_) | Shape::Leader(_));
            let is_outline = !shape.is_annotation() && !matches!(shape, Shape::Text(_) | Shape::Group);
            if !(is_outline || is_line && has_annotations) || !work.take(shape.outline_pieces() / 4) {
                continue;
            }
            let map = scene.world_transform(&entity.name).unwrap_or_default();
            let paths = match shape.drawn_form() {
                Some(drawn) => drawn.lines,
                None => shape.paths(),
            };
            let segs = paths.iter().flat_map(|path| &path.segs);
            pieces.extend(segs.map(|seg| Piece {
                entity,
                seg: seg.transformed(&map),
            }));
        }
        let index = Index::new(pieces.iter().map(|piece| piece.seg.bounds()));
        Outlines { pieces, index }
    }

    /// Returns the pieces whose bounds meet a window.
    pub(super) fn near(&self, window: &Bounds) -> impl Iterator<Item = &Piece<'a>> {
        let found = self.index.window(window).into_iter();
        found.map(|at| &self.pieces[at as usize])
    }

    /// Returns the directions of the pieces through a point.
    pub(super) fn directions(&self, at: Point, tolerance: f64, work: &mut Work) -> Vec<Vec2> {
        let Some(window) = Bounds::new(at, at).map(|bounds| bounds.inflate(tolerance)) else {
            return Vec::new();
        };
        let mut directions = Vec::new();
        for piece in self.near(&window).filter(|_| work.take(1)) {
            let Some(found) = piece.seg.nearest(at).filter(|found| found.distance <= tolerance) else {
                continue;
            };
            let (before, after) = ((found.u - 1e-4).max(0.0), (found.u + 1e-4).min(1.0));
            let way = piece.seg.point_at(after) - piece.seg.point_at(before);
            if norm(way) > 0.0 {
                directions.push(way / norm(way));
            }
        }
        directions
    }
}
