//! Extension of a path to a boundary.

use std::f64::consts::TAU;

use super::super::num::norm;
use super::super::{Bounds, Conic, Path, Point, Seg, Tol, Vec2, intersect};
use super::{End, ModifyError};

/// Returns `path` with one end extended to the nearest boundary, and the extended end. A line is extended straight,
/// an arc along its circle or ellipse, a Bézier along its end tangent. Without `end`, the end with the shorter
/// extension is used.
///
/// # Errors
/// Returns an error if the path is closed, empty or not finite, or if the extension meets no boundary.
pub fn extend_to(
    path: &Path,
    boundary: &[Path],
    end: Option<End>,
    tol: Tol,
) -> Result<(Path, End), ModifyError> {
    if path.closed {
        return Err(ModifyError::Closed);
    }
    if path.is_empty() || !path.is_finite() {
        return Err(ModifyError::NoLength);
    }
    let at_end = |which: End| -> Result<(Path, f64), ModifyError> {
        match which {
            End::End => forward(path, boundary, tol),
            End::Start => {
                let (longer, way) = forward(&path.reversed(), boundary, tol)?;
                Ok((longer.reversed(), way))
            }
        }
    };
    if let Some(end) = end {
        return Ok((at_end(end)?.0, end));
    }
    match (at_end(End::End), at_end(End::Start)) {
        (Ok((longer, way)), other) if other.as_ref().map_or(true, |(_, back)| way <= *back) => {
            Ok((longer, End::End))
        }
        (_, Ok((longer, _))) => Ok((longer, End::Start)),
        (Err(error), Err(_)) => Err(error),
        (Ok((longer, _)), Err(_)) => Ok((longer, End::End)),
    }
}

/// Extends the path at its end; returns the longer path and the added length.
fn forward(path: &Path, boundary: &[Path], tol: Tol) -> Result<(Path, f64), ModifyError> {
    let Some(last) = path.segs.last() else {
        return Err(ModifyError::NoLength);
    };
    let from = last.end();
    let missing = ModifyError::NothingAhead {
        from,
        round: matches!(last, Seg::Conic(_)),
    };
    let (ray, direction) = ahead(last, boundary).ok_or(missing)?;
    let ray_path = Path::new(vec![ray], false);
    let nearest = boundary
        .iter()
        .flat_map(|other| intersect::path_path(&ray_path, other, tol))
        .map(|hit| (ray.length_between(0.0, hit.t_a), hit))
        .filter(|(way, _)| *way > tol.merge)
        .min_by(|a, b| a.0.total_cmp(&b.0));
    let (way, hit) = nearest.ok_or(missing)?;
    let mut longer = path.clone();
    let index = longer.segs.len() - 1;
    match (*last, ray) {
        (Seg::Line { a, .. }, _) => longer.segs[index] = Seg::line(a, on_ray(a, direction, from, hit.point)),
        (Seg::Conic(conic), Seg::Conic(rest)) => {
            longer.segs[index] = Seg::Conic(Conic {
                dt: conic.dt + rest.dt * hit.t_a,
                ..conic
            });
        }
        _ => longer.segs.push(Seg::line(from, hit.point)),
    }
    Ok((longer, way))
}

/// Returns the end of the extended line: the point on the boundary, unless that point would change the direction of
/// the line.
fn on_ray(start: Point, direction: Vec2, from: Point, hit: Point) -> Point {
    let off = direction.cross(hit - start).abs();
    let way = direction.dot(hit - from);
    if off <= 1e-12 * norm(hit - start) {
        hit
    } else {
        from + direction * way
    }
}

/// Returns the extension of a segment, long enough to reach every point of the boundary, and the direction at its
/// start.
fn ahead(last: &Seg, boundary: &[Path]) -> Option<(Seg, Vec2)> {
    let direction = last.direction_at(1.0)?;
    if let Seg::Conic(conic) = last {
        let rest = TAU - conic.dt.abs();
        let more = Conic {
            t0: conic.t0 + conic.dt,
            dt: rest.copysign(conic.dt),
            ..*conic
        };
        return (rest > 1e-12).then_some((Seg::Conic(more), direction));
    }
    let from = last.end();
    let reach = reach(from, &Path::bounds_of(boundary)?);
    let ray = Seg::line(from, from + direction * reach);
    ray.is_finite().then_some((ray, direction))
}

/// Returns a length that is greater than the distance from `from` to every corner of `bounds`.
pub(crate) fn reach(from: Point, bounds: &Bounds) -> f64 {
    let far = bounds.corners().into_iter().map(|corner| norm(corner - from));
    1.0 + 1.01 * far.fold(0.0, f64::max)
}
