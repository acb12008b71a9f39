//! Where a stroke is in the drawing: what it crosses, follows, touches, surrounds and lies in.
//!
//! Invariants: hidden entities are not there; each entity has one relation to a stroke; a text or an annotation counts as
//! the box around it.

use super::recognize::evenly;
use crate::geometry::intersect::path_path;
use crate::geometry::{Bounds, Path, Point, Tol, contains};
use crate::scene::{Entity, Name, Scene, Shape};

/// A stroke touches what is within this many pixels.
const REACH_PX: f64 = 8.0;
/// It follows what is this near for this share of its length.
const FOLLOWS: f64 = 0.6;
/// As many points stand for a stroke.
const SAMPLES: usize = 33;

/// What a stroke has to do with an entity.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Relation {
    /// It runs along it.
    Follows,
    /// It crosses it at these points.
    Crosses(Vec<Point>),
    /// It comes near it.
    Touches,
    /// The entity lies inside the closed stroke.
    Surrounds,
    /// The stroke lies inside the entity.
    Within,
}

/// What can be seen of a drawing, ready to be compared with strokes.
pub(super) struct Places<'s> {
    scene: &'s Scene,
    shown: Vec<(&'s Entity, Bounds)>,
}

impl<'s> Places<'s> {
    /// Everything visible, the front first.
    pub(super) fn of(scene: &'s Scene) -> Self {
        let leaves = scene
            .walk()
            .filter(|entity| !entity.shape.is_group() && scene.is_shown(entity));
        let mut shown: Vec<_> = leaves
            .filter_map(|entity| Some((&**entity, scene.world_bounds(&entity.name)?)))
            .collect();
        shown.reverse();
        Self { scene, shown }
    }

    /// What a stroke has to do with the entities near it.
    pub(super) fn around(&self, points: &[Point], closed: bool, pixel: f64) -> Vec<(&'s Name, Relation)> {
        let Some(area) = Bounds::from_points(points.iter().copied()) else {
            return Vec::new();
        };
        let reach = REACH_PX * pixel;
        let stroke = Stroke {
            path: Path::from_points(points, closed),
            samples: evenly(points, SAMPLES),
            closed,
            reach,
        };
        let near = self
            .shown
            .iter()
            .filter(|(_, bounds)| bounds.intersects(&area.inflate(reach)));
        near.filter_map(|(entity, bounds)| {
            let paths = outline(self.scene, entity, bounds);
            Some((&entity.name, stroke.relation(&paths, bounds)?))
        })
        .collect()
    }
}

struct Stroke {
    path: Path,
    samples: Vec<Point>,
    closed: bool,
    reach: f64,
}

impl Stroke {
    fn relation(&self, paths: &[Path], bounds: &Bounds) -> Option<Relation> {
        let near = |point: &&Point| {
            let to = |path: &Path| path.distance_to(**point).is_some_and(|far| far <= self.reach);
            bounds.inflate(self.reach).contains(**point) && paths.iter().any(to)
        };
        let touching = self.samples.iter().filter(near).count();
        if self.samples.len() > 1 && touching as f64 >= FOLLOWS * self.samples.len() as f64 {
            return Some(Relation::Follows);
        }
        let tol = Tol::for_bounds(bounds);
        let mut hits: Vec<_> = paths
            .iter()
            .flat_map(|path| path_path(&self.path, path, tol))
            .collect();
        hits.sort_by(|a, b| a.t_a.total_cmp(&b.t_a));
        if !hits.is_empty() {
            return Some(Relation::Crosses(hits.into_iter().map(|hit| hit.point).collect()));
        }
        let start = paths.first().and_then(Path::start);
        if self.closed && start.is_some_and(|start| contains(std::slice::from_ref(&self.path), start)) {
            return Some(Relation::Surrounds);
        }
        if touching > 0 {
            return Some(Relation::Touches);
        }
        let outlines: Vec<Path> = paths.iter().filter(|path| path.closed).cloned().collect();
        let inside = self
            .samples
            .first()
            .is_some_and(|point| contains(&outlines, *point));
        inside.then_some(Relation::Within)
    }
}

/// The curves of an entity, or the box around it.
fn outline(scene: &Scene, entity: &Entity, bounds: &Bounds) -> Vec<Path> {
    let shape = &entity.shape;
    if shape.is_annotation() || matches!(shape, Shape::Text(_) | Shape::Point { .. }) {
        vec![Path::rect(bounds.min, bounds.width(), bounds.height())]
    } else {
        scene.world_paths(&entity.name)
    }
}
