//! Area that several entities enclose together around a point.

use super::drawing::Scene;
use super::part_ref::PartRef;
use super::subentity::Resolved;
use trammel_kernel::boolean::Faces;
use trammel_kernel::{Path, Point, Seg};

/// Largest distance of an outline from the area that it bounds, relative to the size of the area.
const NEAR: f64 = 1e-7;

/// Returns the outlines of the smallest area around a point that the outlines of the tied entities enclose, which may be
/// open; `None` if an entity is missing or the point is not enclosed.
pub fn enclosing_outlines(scene: &Scene, ties: &[PartRef], at: Point) -> Option<Vec<Path>> {
    let mut paths = Vec::new();
    for tie in ties {
        match tie.find(scene)? {
            Resolved::Whole(whole) => paths.extend(whole),
            Resolved::Curve(seg) => paths.push(Path::new(vec![seg], false)),
            Resolved::Point(_) => return None,
        }
    }
    Faces::of(&paths).ok()?.around(at).ok().flatten()
}

/// Whether an outline bounds an area: the middle of a piece of the area lies on it.
pub fn bounds_area(paths: &[Path], area: &[Path]) -> bool {
    let near = NEAR * Path::bounds_of(area).map_or(1.0, |bounds| bounds.magnitude().max(1.0));
    let middles = area
        .iter()
        .flat_map(|path| &path.segs)
        .map(|seg: &Seg| seg.point_at(0.5));
    middles.into_iter().any(|middle| {
        paths
            .iter()
            .any(|path| path.distance_to(middle).is_some_and(|distance| distance <= near))
    })
}
