//! Drag of the selected entities: the snap point that the user grabbed follows the pointer and snaps to other entities.
//!
//! Invariants: the drag is one adjustment or one duplication at the release; locked and hidden entities are refused.

use super::bulk::duplicates;
use super::canvas_tool::{CanvasCx, Effect, Preview, TypedField};
use super::family::is_among;
use super::free_names::free_names;
use super::number_format::format_measured;
use super::precision::difference;
use super::selection::Selection;
use super::snapping::Snaps;
use super::steps::pointing::Pointed;
use trammel_kernel::{Affine, Bounds, Path, Point, Seg, Vec2, norm};
use trammel_scene::{Adjustment, Name, Scene};

/// Maximum number of outlines shown during the drag; more are shown as boxes.
const MOST_OUTLINES: usize = 300;

/// A drag of entities.
#[derive(Debug)]
pub struct Moving {
    names: Vec<Name>,
    /// Position of the press in the drawing.
    press: Point,
    /// Point of the entities that follows the pointer.
    base: Point,
    outlines: Vec<Path>,
    /// Snap points of the other entities.
    snaps: Snaps,
    target: Option<Pointed>,
}

impl Moving {
    /// Starts a drag at a point of the drawing. No entity of the list contains another one.
    #[must_use]
    pub fn new(scene: &Scene, names: Vec<Name>, press: Point) -> Self {
        let outlines: Vec<Path> = names.iter().flat_map(|name| scene.world_paths(name)).collect();
        let anchor = || names.first().and_then(|name| anchor(scene, name));
        let base = grab_point(scene, &names, press).or_else(anchor).unwrap_or(press);
        let boxes = || names.iter().filter_map(|name| scene.world_bounds(name));
        let outlines = if outlines.len() <= MOST_OUTLINES {
            outlines
        } else if names.len() <= MOST_OUTLINES {
            boxes().map(|bounds| outline(&bounds)).collect()
        } else {
            Bounds::union_all(boxes()).iter().map(outline).collect()
        };
        Self {
            snaps: Snaps::without(scene, &names),
            names,
            press,
            base,
            outlines,
            target: None,
        }
    }

    /// Follows the pointer. Shift keeps to angles of 15°, and Control or Command turns snapping off.
    pub fn follow(&mut self, at: Point, cx: &CanvasCx<'_>) {
        let wanted = self.base + (cx.world(at) - self.press);
        let snap = if cx.modifiers.command {
            None
        } else {
            cx.snap_among(&self.snaps, wanted)
        };
        self.target = Some(Pointed::from_drag(wanted, self.base, snap, cx));
    }

    /// Ends the drag: moves the entities, or with Alt duplicates them and selects the copies.
    #[must_use]
    pub fn release(&self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let by = self.drag_vector();
        if by == Vec2::ZERO {
            return Vec::new();
        }
        if !cx.modifiers.alt {
            let names = self.names.clone();
            return vec![Effect::Adjust(Adjustment::Move { names, by })];
        }
        let copies = free_names(cx.scene, &self.names);
        let pairs: Vec<(Name, Name)> = self.names.iter().cloned().zip(copies.iter().cloned()).collect();
        vec![
            duplicates(&pairs, by).into(),
            Effect::Select(Selection::of(copies)),
        ]
    }

    /// Returns the overlay: the moved outlines, the snap point, and the distance.
    #[must_use]
    pub fn preview(&self, cx: &CanvasCx<'_>) -> Preview {
        let by = self.drag_vector();
        let shift = Affine::translate(by);
        let distance = |label, value| TypedField {
            label,
            text: format_measured(value, cx.units(0.1)),
            active: false,
        };
        Preview {
            cursor: Some(if cx.modifiers.alt { "copy" } else { "move" }),
            ghosts: self
                .outlines
                .iter()
                .map(|path| path.transformed(&shift))
                .collect(),
            snap: self.target.as_ref().and_then(|target| target.snap.clone()),
            fields: vec![distance(["ΔX", "ΔX"], by.x), distance(["ΔY", "ΔY"], by.y)],
            ..Preview::default()
        }
    }

    /// Returns the vector of the drag, in short numbers.
    fn drag_vector(&self) -> Vec2 {
        let Some(target) = &self.target else {
            return Vec2::ZERO;
        };
        let (from, to) = (self.base, target.at);
        Vec2::new(difference(from.x, to.x), difference(from.y, to.y))
    }
}

/// Returns the end, midpoint, or center of the entities that is nearest to a point.
fn grab_point(scene: &Scene, names: &[Name], near: Point) -> Option<Point> {
    let moved = names.iter().collect();
    let members = scene.walk().filter(|entity| is_among(scene, entity, &moved));
    let shapes = members.filter(|entity| !entity.shape.is_group() && entity.shape.wording().is_none());
    let paths = shapes.filter_map(|entity| {
        let map = scene.world_transform(&entity.name)?;
        Some(
            entity
                .shape
                .paths()
                .into_iter()
                .map(move |path| path.transformed(&map)),
        )
    });
    let points = paths.flatten().flat_map(|path| {
        let points = path.segs.iter().flat_map(key_points);
        points.collect::<Vec<_>>()
    });
    points.min_by(|a, b| norm(*a - near).total_cmp(&norm(*b - near)))
}

fn key_points(seg: &Seg) -> Vec<Point> {
    match seg {
        Seg::Line { a, b } => vec![*a, *b, a.midpoint(*b)],
        Seg::Conic(conic) if conic.is_full() => {
            let quarters = [0.0, 0.25, 0.5, 0.75].map(|u| seg.point_at(u));
            quarters.into_iter().chain([conic.c]).collect()
        }
        Seg::Conic(conic) => vec![seg.start(), seg.end(), conic.c],
        Seg::Cubic(_) => vec![seg.start(), seg.end()],
    }
}

/// Returns the anchor of a text, a dimension, or another entity without snap points.
fn anchor(scene: &Scene, name: &Name) -> Option<Point> {
    let entity = scene.get(name)?;
    if entity.shape.is_group() {
        return scene.world_bounds(name).map(|bounds| bounds.center());
    }
    Some(scene.world_transform(name)? * entity.shape.center())
}

fn outline(bounds: &Bounds) -> Path {
    Path::rect(bounds.min, bounds.width(), bounds.height())
}
