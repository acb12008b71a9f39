//! Object snap: the exact point near the pointer, and the entity to which the point belongs.
//!
//! Invariant: hidden entities, texts, hatches, and annotations have no snap points; the result depends only on
//! the drawing.

use super::family::is_among;
use std::cell::OnceCell;
use trammel_kernel::boolean::Faces;
use trammel_kernel::snap::{Extension, SnapKind, SnapRequest, Snapper};
use trammel_kernel::{Path, Point, Seg};
use trammel_scene::{Entity, Name, Scene, Shape};

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
    /// Entity to which the point belongs; `None` for the grid.
    pub owner: Option<Name>,
}

/// A piece of an outline under the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    /// Entity to which the piece belongs.
    pub owner: Name,
    /// Reference to the piece, such as `plate.edge[0]`, or the entity if it is a single piece.
    pub reference: String,
    /// The piece in drawing units.
    pub seg: Seg,
    /// Point of the piece nearest to the pointer.
    pub point: Point,
}

/// Returns the name of a kind of snap in English and Korean.
#[must_use]
pub fn snap_label(kind: SnapKind) -> [&'static str; 2] {
    match kind {
        SnapKind::Endpoint => ["endpoint", "끝점"],
        SnapKind::Intersection => ["intersection", "교차점"],
        SnapKind::Midpoint => ["midpoint", "중간점"],
        SnapKind::Center => ["center", "중심"],
        SnapKind::Quadrant => ["quadrant", "사분점"],
        SnapKind::Perpendicular => ["perpendicular", "직교점"],
        SnapKind::Tangent => ["tangent", "접점"],
        SnapKind::Nearest => ["nearest", "곡선 위의 점"],
        SnapKind::Extension => ["extension", "연장선"],
        SnapKind::Grid => ["grid", "모눈"],
    }
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
        self.find_from(cursor, radius, None)
    }

    /// Returns the best snap point for a line that is being drawn from a point, which adds perpendicular and
    /// tangent points.
    pub fn find_from(&self, cursor: Point, radius: f64, from: Option<Point>) -> Option<Snapped> {
        self.find(&SnapRequest {
            cursor,
            radius,
            from,
            grid: None,
            extension: None,
        })
    }

    /// Returns the best snap point as [`Snaps::find_from`] does, and also searches beyond the ends of lines.
    pub fn find_with_extension(
        &self,
        cursor: Point,
        radius: f64,
        from: Option<Point>,
        extension: Extension,
    ) -> Option<Snapped> {
        self.find(&SnapRequest {
            cursor,
            radius,
            from,
            grid: None,
            extension: Some(extension),
        })
    }

    fn find(&self, request: &SnapRequest) -> Option<Snapped> {
        self.snapper.snap(request).into_iter().find_map(|snap| {
            Some(Snapped {
                point: snap.point,
                kind: snap.kind,
                owner: Some(self.owners.get(snap.which?)?.clone()),
            })
        })
    }

    /// Returns the piece of an outline within `radius` of the cursor.
    pub fn edge_at(&self, cursor: Point, radius: f64) -> Option<Edge> {
        let near = self.snapper.nearest_seg(cursor, radius)?;
        let paths = self.snapper.paths();
        let owner = self.owners.get(near.path)?.clone();
        // The paths of an entity are consecutive.
        let first = (0..near.path)
            .rev()
            .find(|at| self.owners[*at] != owner)
            .map_or(0, |at| at + 1);
        let before: usize = paths[first..near.path].iter().map(|path| path.segs.len()).sum();
        let others = self.owners[near.path..]
            .iter()
            .take_while(|other| **other == owner);
        let count = before
            + paths[near.path..]
                .iter()
                .zip(others)
                .map(|(path, _)| path.segs.len())
                .sum::<usize>();
        let reference = if count == 1 {
            owner.to_string()
        } else {
            format!("{owner}.edge[{}]", before + near.seg)
        };
        Some(Edge {
            owner,
            reference,
            seg: *paths.get(near.path)?.segs.get(near.seg)?,
            point: near.point,
        })
    }
}

/// Snap index and faces of one revision of a drawing, each built on first use.
#[derive(Clone, Debug, Default)]
pub struct LazySnaps {
    snaps: OnceCell<Snaps>,
    faces: OnceCell<Option<Faces>>,
}

impl LazySnaps {
    /// Returns the snap index of `scene`, which must be the same drawing in each call.
    pub fn index_of(&self, scene: &Scene) -> &Snaps {
        self.snaps.get_or_init(|| Snaps::of(scene))
    }

    /// Returns the faces between the visible outlines of `scene`, which must be the same drawing in each call; `None` if
    /// the outlines are too complex.
    pub fn faces(&self, scene: &Scene) -> Option<&Faces> {
        let faces = self.faces.get_or_init(|| {
            let visible = scene.walk().filter(|entity| offers_points(scene, entity));
            let curves = visible.filter(|entity| !matches!(entity.shape, Shape::Point { .. }));
            let paths: Vec<Path> = curves
                .flat_map(|entity| scene.world_paths(&entity.name))
                .collect();
            Faces::of(&paths).ok()
        });
        faces.as_ref()
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
    use std::sync::Arc;
    use trammel_scene::{Edit, Flags};

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
            snapped.map(|s| (s.kind, s.point.x, s.point.y, s.owner.unwrap().to_string()))
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
