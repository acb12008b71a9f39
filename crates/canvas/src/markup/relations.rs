//! Relations of a stroke to the drawing: entities that the stroke crosses, follows, touches, or surrounds, or
//! that contain it.
//!
//! Invariants: hidden entities are ignored; each entity has at most one relation to a stroke; a text, an
//! annotation, or a point is represented by its bounding box.

use super::recognize::evenly;
use trammel_kernel::intersect::path_path;
use trammel_kernel::{Bounds, Path, Point, Tol, contains};
use trammel_scene::{Entity, Name, Scene, Shape};

/// Maximum distance in pixels at which a stroke touches an entity.
const REACH_PX: f64 = 8.0;
/// Minimum share of a stroke's samples near an entity for [`Relation::Follows`].
const FOLLOWS: f64 = 0.6;
/// Number of equidistant points that represent a stroke.
const SAMPLES: usize = 33;

/// Relation of a stroke to an entity.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Relation {
    /// The stroke runs along the entity.
    Follows,
    /// The stroke crosses the entity at these points.
    Crosses(Vec<Point>),
    /// The stroke comes near the entity.
    Touches,
    /// The entity lies inside the closed stroke.
    Surrounds,
    /// The stroke lies inside the entity.
    Within,
}

/// Index of the visible entities of a drawing, for the comparison with strokes.
pub(super) struct Places<'s> {
    scene: &'s Scene,
    shown: Vec<(&'s Entity, Bounds)>,
}

impl<'s> Places<'s> {
    /// Collects all visible entities, front first.
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

    /// Returns the relations of a stroke to the entities near it.
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
        trammel_base::sort::by(&mut hits, |a, b| a.t_a.total_cmp(&b.t_a));
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

/// Returns the curves of an entity, or its bounding box.
fn outline(scene: &Scene, entity: &Entity, bounds: &Bounds) -> Vec<Path> {
    let shape = &entity.shape;
    if shape.is_annotation() || matches!(shape, Shape::Text(_) | Shape::Point { .. }) {
        vec![Path::rect(bounds.min, bounds.width(), bounds.height())]
    } else {
        scene.world_paths(&entity.name)
    }
}
