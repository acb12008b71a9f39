//! Object snap: the exact point near the pointer, and the entity to which the point belongs.
//!
//! Invariant: hidden entities, texts, hatches, and annotations have no snap points; the result depends only on
//! the drawing.

use super::family::is_among;
use crate::geometry::Point;
use crate::geometry::snap::{SnapKind, SnapRequest, Snapper};
use crate::scene::{Entity, Name, Scene, Shape};
use std::cell::OnceCell;

/// Snap index of a drawing.
#[derive(Clone, Debug, Default)]
pub struct Snaps {
    snapper: Snapper,
    /// Owner of each path.
    owners: Vec<Name>,
}

/// A snap point.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapped {
    /// Exact position in drawing units.
    pub point: Point,
    /// Kind of the snap point.
    pub kind: SnapKind,
    /// Entity to which the point belongs.
    pub owner: Name,
}

impl Snaps {
    /// Builds the index of all visible entities of the drawing.
    pub fn of(scene: &Scene) -> Snaps {
        Snaps::without(scene, &[])
    }

    /// Builds the index of all visible entities except these and the members of these groups.
    pub fn without(scene: &Scene, moved: &[Name]) -> Snaps {
        let (mut paths, mut owners) = (Vec::new(), Vec::new());
        let moved = moved.iter().collect();
        let stays = |entity: &Entity| offers_points(scene, entity) && !is_among(scene, entity, &moved);
        for entity in scene.walk().filter(|entity| stays(entity)) {
            for path in scene.world_paths(&entity.name) {
                paths.push(path);
                owners.push(entity.name.clone());
            }
        }
        Snaps {
            snapper: Snapper::new(paths),
            owners,
        }
    }

    /// Returns the best snap point within `radius` (drawing units) of the cursor.
    pub fn at(&self, cursor: Point, radius: f64) -> Option<Snapped> {
        self.from(cursor, radius, None)
    }

    /// Returns the best snap point for a line that is being drawn from a point, which adds perpendicular and
    /// tangent points.
    pub fn from(&self, cursor: Point, radius: f64, from: Option<Point>) -> Option<Snapped> {
        let request = SnapRequest {
            cursor,
            radius,
            from,
            grid: None,
        };
        self.snapper.snap(&request).into_iter().find_map(|snap| {
            Some(Snapped {
                point: snap.point,
                kind: snap.kind,
                owner: self.owners.get(snap.which?)?.clone(),
            })
        })
    }
}

/// Snap index of one revision of a drawing, built on first use.
#[derive(Clone, Debug, Default)]
pub struct LazySnaps(OnceCell<Snaps>);

impl LazySnaps {
    /// Returns the snap index of `scene`, which must be the same drawing in each call.
    pub fn prepared(&self, scene: &Scene) -> &Snaps {
        self.0.get_or_init(|| Snaps::of(scene))
    }
}

fn offers_points(scene: &Scene, entity: &Entity) -> bool {
    let shape = &entity.shape;
    let exact = !shape.is_annotation() && !shape.is_group() && !matches!(shape, Shape::Text(_));
    exact && scene.is_shown(entity)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Edit, Flags};
    use std::sync::Arc;

    fn name(text: &str) -> Name {
        Name::new(text).unwrap()
    }

    #[test]
    fn snap_points_of_visible_shapes_are_ranked_and_name_their_entity() {
        let mut edit = Edit::by_user(Scene::default());
        let line = |to: (f64, f64)| Shape::Line {
            points: vec![Point::ORIGIN, Point::from(to)],
            closed: false,
        };
        edit.insert(&name("wall"), line((10.0, 0.0)), Arc::default(), false)
            .unwrap();
        edit.insert(&name("ghost"), line((0.0, 10.0)), Arc::default(), false)
            .unwrap();
        edit.set_flags("ghost", Flags::HIDDEN).unwrap();
        let snaps = Snaps::of(edit.scene());
        let found = |x: f64, y: f64| {
            let snapped = snaps.at(Point::new(x, y), 0.5);
            snapped.map(|s| (s.kind, s.point.x, s.point.y, s.owner.to_string()))
        };
        assert_eq!(
            found(10.2, 0.1),
            Some((SnapKind::Endpoint, 10.0, 0.0, "wall".to_owned()))
        );
        assert_eq!(
            found(5.1, 0.2),
            Some((SnapKind::Midpoint, 5.0, 0.0, "wall".to_owned()))
        );
        assert_eq!(
            found(3.0, 0.25),
            Some((SnapKind::Nearest, 3.0, 0.0, "wall".to_owned()))
        );
        assert_eq!(found(0.0, 10.0), None, "hidden");
    }
}
