//! Reference of a snap point as text, such as `plate.point[7]`, which tools and code accept.
//!
//! Invariant: a reference to a point resolves to the snap point itself. A point without a reference of its own, such as an
//! intersection, gives the reference of the edge or of the entity.

use super::snapping::Snapped;
use trammel_kernel::snap::SnapKind;
use trammel_kernel::{Point, Seg, norm};
use trammel_scene::{Entity, Local, Part, PartRef, PartSelector, Resolved, Scene};

/// Largest distance of a point from its reference, as a fraction of the size of its coordinates.
const SAME: f64 = 1e-9;

/// Selectors of single points, in order of preference.
const SELECTORS: [PartSelector; 4] = [
    PartSelector::Start,
    PartSelector::End,
    PartSelector::Center,
    PartSelector::Mid,
];

/// Returns the reference of a snap point; `None` for a point that belongs to no entity, such as a point of the grid.
#[must_use]
pub fn of(scene: &Scene, snapped: &Snapped) -> Option<PartRef> {
    let owner = snapped.owner.clone()?;
    let Some(entity) = scene.get(&owner) else {
        return Some(PartRef {
            entity: owner,
            part: None,
        });
    };
    let map = scene.parent_transform(entity) * entity.matrix();
    let near = |local: Point| is_near(map * local, snapped.point);
    let part = match snapped.kind {
        SnapKind::Endpoint | SnapKind::Midpoint | SnapKind::Center => point_part(entity, near),
        _ => None,
    };
    let part = part.or_else(|| edge_part(scene, entity, snapped.point));
    Some(PartRef { entity: owner, part })
}

/// Returns the part that is a point for which `near` holds.
fn point_part(entity: &Entity, near: impl Fn(Point) -> bool) -> Option<Part> {
    let is_here = |part: &Part| matches!(part.of(entity), Some(Local::Point(at)) if near(at));
    let paths = entity.shape.paths();
    let pieces: Vec<&Seg> = paths.iter().flat_map(|path| &path.segs).collect();
    let single = SELECTORS.into_iter().map(Part::PartSelector);
    if pieces.len() <= 1 {
        return single.into_iter().find(is_here);
    }
    let corners = paths.iter().flat_map(|path| {
        let end = path.end().filter(|_| !path.closed);
        path.segs.iter().map(Seg::start).chain(end)
    });
    let corner = corners.enumerate().find(|(_, at)| near(*at));
    corner
        .map(|(at, _)| Part::Point(at))
        .or_else(|| Some(Part::PartSelector(PartSelector::Center)).filter(is_here))
        .or_else(|| {
            let spots = [PartSelector::Mid, PartSelector::Center];
            let mut all = (0..pieces.len()).flat_map(|at| spots.map(|spot| Part::EdgePoint(at, spot)));
            // A search by reference is quadratic, so it is left out for a long outline.
            if pieces.len() > 500 {
                None
            } else {
                all.find(is_here)
            }
        })
}

/// Returns the edge that is nearest to a point of the drawing, if the outline has several edges.
fn edge_part(scene: &Scene, entity: &Entity, point: Point) -> Option<Part> {
    let paths = scene.world_paths(&entity.name);
    let pieces: Vec<&Seg> = paths.iter().flat_map(|path| &path.segs).collect();
    if pieces.len() <= 1 {
        return None;
    }
    let distances = pieces.iter().map(|piece| {
        piece
            .nearest(point)
            .map_or(f64::INFINITY, |near| norm(near.point - point))
    });
    let nearest = distances.enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b));
    nearest.map(|(at, _)| Part::Edge(at))
}

fn is_near(a: Point, b: Point) -> bool {
    let size = a.x.abs().max(a.y.abs()).max(1.0);
    norm(a - b) <= SAME * size
}

/// Whether a reference resolves to this point.
#[must_use]
pub fn is_at(scene: &Scene, reference: &PartRef, point: Point) -> bool {
    matches!(reference.resolve(scene), Ok(Resolved::Point(at)) if is_near(at, point))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapping::Snaps;
    use trammel_kernel::Affine;
    use trammel_scene::{Edit, Name, Shape, Style};

    fn scene() -> Scene {
        let mut edit = Edit::default();
        let mut draw = |name: &str, shape: Shape| {
            edit.insert(&Name::new(name).unwrap(), shape, Style::shared_default(), false)
                .unwrap();
        };
        let rect = |x: f64, corner_radius| Shape::Rect {
            corner: Point::new(x, 0.0),
            width: 10.0,
            height: 4.0,
            corner_radius,
        };
        draw("plate", rect(0.0, 0.0));
        draw("slot", rect(20.0, 1.5));
        draw(
            "hole",
            Shape::Circle {
                center: Point::new(50.0, 3.0),
                radius: 1.0,
            },
        );
        draw(
            "wall",
            Shape::Line {
                points: vec![Point::new(60.0, 0.0), Point::new(66.0, 0.0)],
                closed: false,
            },
        );
        edit.map_in_world("plate", Affine::translate((5.0, 0.0))).unwrap();
        edit.finish().0
    }

    fn reference(x: f64, y: f64) -> String {
        let scene = scene();
        let snapped = Snaps::of(&scene).at(Point::new(x, y), 0.4).unwrap();
        let found = of(&scene, &snapped).unwrap();
        let is_point = matches!(
            snapped.kind,
            SnapKind::Endpoint | SnapKind::Midpoint | SnapKind::Center
        );
        assert_eq!(is_at(&scene, &found, snapped.point), is_point, "{found}");
        found.to_string()
    }

    #[test]
    fn a_snap_point_has_the_reference_that_tools_accept() {
        assert_eq!(reference(15.0, 4.1), "plate.point[2]");
        assert_eq!(reference(10.0, 0.1), "plate.edge[0].mid");
        assert_eq!(reference(50.1, 3.0), "hole.center");
        assert_eq!(reference(60.1, 0.0), "wall.start");
        assert_eq!(reference(66.1, 0.0), "wall.end");
        assert_eq!(reference(63.0, 0.1), "wall.mid");
    }

    #[test]
    fn a_point_on_an_outline_has_the_reference_of_its_edge() {
        assert_eq!(reference(12.2, 0.1), "plate.edge[0]");
        assert_eq!(reference(62.0, 0.1), "wall");
        assert_eq!(reference(21.5, 1.5), "slot.edge[7].center");
    }
}
