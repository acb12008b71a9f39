//! Offsets: growing and shrinking of regions, and parallel curves of open paths.
//!
//! The method follows the definition: the points within the distance of the outline are covered with simple pieces
//! (`bands.rs`), which are added to or subtracted from the region in one Boolean operation. Joins are therefore
//! exact, holes and necks close correctly, and no heuristic trimming is needed. Arcs and lines give exact arcs and
//! lines; ellipses and Béziers are first replaced by arcs within [`ACCURACY`] of the shape's size (`lower.rs`).

use std::fmt;
use trammel_base::numbers::number_text;

use super::boolean::{BooleanError, clean_region, positive};
use super::num::norm;
use super::rings::{self, Piece};
use super::{Path, Point, Seg};

mod bands;
mod join;
mod lower;

pub use join::Join;

/// Largest distance of an arc from the ellipse or Bézier it replaces, as a fraction of the size of the shape.
pub const ACCURACY: f64 = 1e-6;

/// Returns the path with ellipses and Béziers replaced by lines and circular arcs within `tolerance`. Arcs have at most
/// half a turn.
pub fn as_arcs(path: &Path, tolerance: f64) -> Path {
    lower::lower(path, tolerance)
}

/// Side of a parallel curve, in the direction of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Left side.
    Left,
    /// Right side.
    Right,
}

/// Cause of a failed offset.
#[derive(Clone, Debug, PartialEq)]
pub enum OffsetError {
    /// Nothing is left of the shrunk region.
    Swallowed {
        /// Distance below which the result is not empty.
        limit: f64,
    },
    /// No point on that side of an open path has this distance from the path.
    NothingBeside {
        /// The requested distance.
        distance: f64,
    },
    /// The distance is 0 or not finite, or there is no outline.
    Nothing,
    /// The Boolean operation of the offset failed.
    Boolean(BooleanError),
}

impl fmt::Display for OffsetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OffsetError::Swallowed { limit } => {
                write!(f, "the result would be empty; the distance must be below {limit}")
            }
            OffsetError::NothingBeside { distance } => write!(
                f,
                "the result would be empty: no point on that side is {} from the path. Use a smaller distance or the \
                 other side.",
                number_text(*distance)
            ),
            OffsetError::Nothing => {
                f.write_str("the distance must be a number other than 0, and the shape must have an outline")
            }
            OffsetError::Boolean(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OffsetError {}

impl From<BooleanError> for OffsetError {
    fn from(error: BooleanError) -> OffsetError {
        OffsetError::Boolean(error)
    }
}

/// Returns the region grown by `distance`, or shrunk if `distance` is negative, in normal form.
///
/// # Errors
/// Returns an error if the result is empty, if the distance is 0 or not finite, or if the region has open or
/// invalid outlines.
pub fn offset_region(region: &[Path], distance: f64, join: Join) -> Result<Vec<Path>, OffsetError> {
    let rings: Vec<Path> = clean_region(region)?;
    let size = size(&rings);
    if rings.is_empty() || distance == 0.0 || !distance.is_finite() {
        return Err(OffsetError::Nothing);
    }
    let rings: Vec<Path> = rings
        .iter()
        .map(|ring| lower::lower(ring, ACCURACY * size))
        .collect();
    let found = grow(&rings, distance, join)?;
    if found.is_empty() {
        return Err(OffsetError::Swallowed {
            limit: limit(&rings, -distance, join),
        });
    }
    Ok(found)
}

fn grow(rings: &[Path], distance: f64, join: Join) -> Result<Vec<Path>, BooleanError> {
    let mut all = Vec::new();
    let pieces = rings::pieces(rings.to_vec());
    let apart = pieces.len() > 1;
    for piece in pieces {
        // Pieces are processed one by one, which is faster than all at once, and pieces that must vanish are
        // skipped.
        if distance < 0.0 && vanishes(&piece.outer, -distance) {
            continue;
        }
        let holes = piece.holes.into_iter();
        let mut outlines: Vec<Path> = holes
            .filter(|hole| !(distance > 0.0 && vanishes(hole, distance)))
            .collect();
        outlines.push(piece.outer);
        let (own, own_area) = (outlines.len(), area(&outlines));
        for index in 0..own {
            if distance > 0.0 {
                let outer = bands::right_of(&outlines[index], distance, join);
                outlines.extend(outer);
            } else {
                // The inside is on the right of the reversed ring; the bands there are subtracted.
                let inner = bands::right_of(&outlines[index].reversed(), -distance, join);
                outlines.extend(inner.iter().map(Path::reversed));
            }
        }
        let found = positive(&outlines)?;
        // The area cannot change by more than the area of the bands.
        let (most, got) = (area(&outlines[own..]).abs(), area(&found) - own_area);
        let slack = 1e-6 * distance.abs() * outlines.iter().map(Path::length).sum::<f64>();
        let gain = if distance > 0.0 { got } else { -got };
        if !(-slack..=most + slack).contains(&gain) {
            return Err(BooleanError::Unproven(format!(
                "the area grew by {got}, the bands beside the outline have {most}"
            )));
        }
        all.extend(found);
    }
    // Shrunk pieces stay separate; grown pieces may merge.
    match (apart, distance > 0.0) {
        (true, true) => positive(&all),
        (true, false) => Ok(rings::normalize(all)),
        _ => Ok(all),
    }
}

/// Returns the area of rings in normal form; holes count negative.
fn area(rings: &[Path]) -> f64 {
    rings.iter().map(Path::signed_area).sum()
}

/// Whether no point inside a ring is farther than `depth` from it, judged by its bounding box.
fn vanishes(ring: &Path, depth: f64) -> bool {
    inner_reach(ring) <= depth
}

/// Returns an upper bound of the distance of the points inside a ring from the ring.
fn inner_reach(ring: &Path) -> f64 {
    ring.bounds()
        .map_or(0.0, |all| 0.5 * all.width().min(all.height()))
}

/// Returns the depth at which the region vanishes, at most `depth`, rounded down to five digits.
fn limit(rings: &[Path], depth: f64, join: Join) -> f64 {
    let mut pieces = rings::pieces(rings.to_vec());
    let widest = |piece: &Piece| inner_reach(&piece.outer).min(depth);
    trammel_base::sort::by(&mut pieces, |x, y| widest(y).total_cmp(&widest(x)));
    let mut last = 0.0;
    for piece in pieces {
        let (mut low, mut high) = (last, widest(&piece));
        let rings: Vec<Path> = std::iter::once(piece.outer).chain(piece.holes).collect();
        let is_left = |depth: f64| grow(&rings, -depth, join).is_ok_and(|found| !found.is_empty());
        // Skip a piece that vanishes at a smaller depth than the pieces examined so far.
        if low > 0.0 && (high <= low || !is_left(low)) {
            continue;
        }
        for _ in 0..18 {
            let mid = 0.5 * (low + high);
            if is_left(mid) { low = mid } else { high = mid }
        }
        last = high;
    }
    if last <= 0.0 {
        return 0.0;
    }
    // Divided by a whole power of ten, the result has no more digits than needed. The factor keeps a limit that is a
    // round number from being rounded down to the next smaller one.
    let digits = libm::pow(10.0, 4.0 - libm::floor(libm::log10(last)));
    (last * digits * (1.0 + 1e-9)).floor() / digits
}

fn size(paths: &[Path]) -> f64 {
    Path::bounds_of(paths).map_or(0.0, |all| all.width().max(all.height()))
}

/// Returns the curves at `distance` on one side of an open path, in the direction of the path. The curves are cut
/// off where the path bends too sharply for them, so there may be several parts.
///
/// # Errors
/// Returns an error if no curve remains on that side, or if the path or distance is invalid.
pub fn offset_open(path: &Path, distance: f64, side: Side, join: Join) -> Result<Vec<Path>, OffsetError> {
    let (lowered, band) = around(path, distance, join, false)?;
    let tolerance = 1e-7 * size(&band).max(distance);
    let mut found: Vec<(f64, Path)> = Vec::new();
    for ring in &band {
        // Start at a segment that is not wanted, so that the seam of the ring does not cut a curve.
        let wanted: Vec<bool> = ring
            .segs
            .iter()
            .map(|seg| is_beside(&lowered, seg, distance, side, tolerance))
            .collect();
        let seam = wanted.iter().position(|wanted| !wanted).unwrap_or(0);
        let mut part: Vec<Seg> = Vec::new();
        for i in (0..=ring.segs.len()).map(|i| (seam + i) % ring.segs.len()) {
            let closed = part.len() == ring.segs.len();
            if wanted[i] && !closed {
                part.push(ring.segs[i]);
            } else if !part.is_empty() {
                let curve = Path::new(std::mem::take(&mut part), closed);
                found.extend(along(&lowered, curve));
            }
        }
    }
    trammel_base::sort::by(&mut found, |x, y| x.0.total_cmp(&y.0));
    if found.is_empty() {
        return Err(OffsetError::NothingBeside { distance });
    }
    Ok(found.into_iter().map(|(_, curve)| curve).collect())
}

/// Returns the region within `distance` of an open path; its ends are round for round joins, otherwise flat.
///
/// # Errors
/// Returns an error if the path or distance is invalid.
pub fn thicken(path: &Path, distance: f64, join: Join) -> Result<Vec<Path>, OffsetError> {
    Ok(around(path, distance, join, join == Join::Round)?.1)
}

/// Returns the path as lines and arcs, and the region within a distance of it.
fn around(path: &Path, distance: f64, join: Join, caps: bool) -> Result<(Path, Vec<Path>), OffsetError> {
    if path.is_empty() || !path.is_finite() || !(distance > 0.0 && distance.is_finite()) {
        return Err(OffsetError::Nothing);
    }
    let lowered = lower::lower(path, ACCURACY * size(std::slice::from_ref(path)));
    let back = lowered.reversed();
    let mut all = bands::right_of(&lowered, distance, join);
    all.extend(bands::right_of(&back, distance, join));
    for way in [&lowered, &back].into_iter().filter(|_| caps) {
        if let Some((end, u)) = way
            .end()
            .zip(way.segs.last().and_then(|seg| seg.direction_at(1.0)))
        {
            all.push(bands::cap(end, u, distance));
        }
    }
    let band = positive(&all)?;
    Ok((lowered, band))
}

/// Whether a segment of the band's outline lies beside the path on the given side and is not one of its flat ends.
fn is_beside(path: &Path, seg: &Seg, distance: f64, side: Side, tolerance: f64) -> bool {
    let middle = seg.point_at(0.5);
    let Some(near) = path.nearest(middle) else {
        return false;
    };
    if near.distance < distance - tolerance {
        return false;
    }
    let Some(along) = direction(path, near.seg, near.u, middle) else {
        return false;
    };
    let left = along.cross(middle - near.point) > 0.0;
    left == (side == Side::Left)
}

/// Returns the direction of travel at a position; at a corner, the direction of the bisector.
fn direction(path: &Path, index: usize, u: f64, from: Point) -> Option<super::Vec2> {
    let here = path.segs[index].direction_at(u)?;
    let count = path.segs.len();
    let other = if u == 0.0 && (index > 0 || path.closed) {
        path.segs[(index + count - 1) % count].direction_at(1.0)
    } else if u == 1.0 && (index + 1 < count || path.closed) {
        path.segs[(index + 1) % count].direction_at(0.0)
    } else {
        None
    };
    let sum = here + other.unwrap_or(here);
    // At a reversal of the path, the direction is taken perpendicular to the connection to the point.
    Some(if norm(sum) > 1e-9 {
        sum
    } else {
        (from - path.segs[index].point_at(u)).turn_90()
    })
}

/// Returns the curve in the direction of the path, with the distance along the path at which the curve starts.
fn along(path: &Path, curve: Path) -> Option<(f64, Path)> {
    let place = |point: Option<Point>| Some(path.nearest(point?)?.s);
    let (from, to) = (place(curve.start())?, place(curve.end())?);
    Some(if from <= to {
        (from, curve)
    } else {
        (to, curve.reversed())
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests;
