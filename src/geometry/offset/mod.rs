//! Outlines at a distance: growing and shrinking regions, and curves beside open paths.
//!
//! The definition is the method: what lies within the distance of the outline is laid out as simple pieces
//! (`bands.rs`) and added to the region, or taken from it, in one boolean operation. So joins are true, holes and
//! necks close by themselves, and nothing is trimmed by guess. Arcs and lines give arcs and lines, exactly; ellipses and
//! Béziers are first replaced by arcs within [`ACCURACY`] of the drawing's size (`lower.rs`).

use std::fmt;

use super::boolean::{BooleanError, cleaned, positive};
use super::num::norm;
use super::rings::{self, Piece};
use super::{Path, Point, Seg};

mod bands;
mod join;
mod lower;

pub use join::Join;

/// How far arcs may lie from the ellipse or Bézier they stand for, as a part of the size of the shape.
pub const ACCURACY: f64 = 1e-6;

/// Where the curve beside an open path lies, seen along the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// Why there is no outline at that distance.
#[derive(Clone, Debug, PartialEq)]
pub enum OffsetError {
    /// Nothing is left; the distance just below which something would be.
    Swallowed {
        /// The limit.
        limit: f64,
    },
    /// The distance is 0 or not finite, or there is no outline.
    Nothing,
    /// The shape cannot be combined with what is around it.
    Boolean(BooleanError),
}

impl fmt::Display for OffsetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OffsetError::Swallowed { limit } => {
                write!(f, "nothing would be left; the distance must be below {limit}")
            }
            OffsetError::Nothing => write!(
                f,
                "the distance must be a number other than 0, and the shape must have an outline"
            ),
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

/// The region grown by `distance`, or shrunk when it is negative, in normal form.
///
/// # Errors
/// Nothing is left, or the region has open or unusable outlines.
pub fn offset_region(region: &[Path], distance: f64, join: Join) -> Result<Vec<Path>, OffsetError> {
    let rings: Vec<Path> = cleaned(region)?;
    let size = size(&rings);
    if rings.is_empty() || distance == 0.0 || !distance.is_finite() {
        return Err(OffsetError::Nothing);
    }
    let rings: Vec<Path> = rings
        .iter()
        .map(|ring| lower::lowered(ring, ACCURACY * size))
        .collect();
    let found = grown(&rings, distance, join)?;
    if found.is_empty() {
        return Err(OffsetError::Swallowed {
            limit: limit(&rings, -distance, join),
        });
    }
    Ok(found)
}

fn grown(rings: &[Path], distance: f64, join: Join) -> Result<Vec<Path>, BooleanError> {
    let mut all = Vec::new();
    let pieces = rings::pieces(rings.to_vec());
    let apart = pieces.len() > 1;
    for piece in pieces {
        // Pieces grow one by one, which costs less than all at once, and what surely vanishes costs nothing.
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
                // The inside is right of the ring run backwards; what lies there is taken away.
                let inner = bands::right_of(&outlines[index].reversed(), -distance, join);
                outlines.extend(inner.iter().map(Path::reversed));
            }
        }
        let found = positive(&outlines)?;
        // No more can be won or lost than the bands have.
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
    // Shrunk pieces stay apart; grown ones may run together.
    match (apart, distance > 0.0) {
        (true, true) => positive(&all),
        (true, false) => Ok(rings::normalized(all)),
        _ => Ok(all),
    }
}

/// Of rings in normal form: holes count negative.
fn area(rings: &[Path]) -> f64 {
    rings.iter().map(Path::signed_area).sum()
}

/// Whether nothing inside a ring is farther than `depth` from it: its box is too narrow for that.
fn vanishes(ring: &Path, depth: f64) -> bool {
    inner_reach(ring) <= depth
}

/// No point inside a ring is farther from it than this.
fn inner_reach(ring: &Path) -> f64 {
    ring.bounds()
        .map_or(0.0, |all| 0.5 * all.width().min(all.height()))
}

/// The depth at which the region vanishes, at most `depth`, to four digits.
fn limit(rings: &[Path], depth: f64, join: Join) -> f64 {
    let mut pieces = rings::pieces(rings.to_vec());
    let widest = |piece: &Piece| inner_reach(&piece.outer).min(depth);
    pieces.sort_by(|x, y| widest(y).total_cmp(&widest(x)));
    let mut last = 0.0;
    for piece in pieces {
        let (mut low, mut high) = (last, widest(&piece));
        let rings: Vec<Path> = std::iter::once(piece.outer).chain(piece.holes).collect();
        let is_left = |depth: f64| grown(&rings, -depth, join).is_ok_and(|found| !found.is_empty());
        // Most pieces are narrower than what the widest one can bear.
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
    let digits = libm::pow(10.0, libm::floor(libm::log10(last)) - 4.0);
    (last / digits).round() * digits
}

fn size(paths: &[Path]) -> f64 {
    Path::bounds_of(paths).map_or(0.0, |all| all.width().max(all.height()))
}

/// The curves at `distance` on one side of an open path, running the same way; where the path bends too sharply for
/// them they are cut short, so they may come in several parts.
///
/// # Errors
/// Nothing is left on that side, or the path is unusable.
pub fn offset_open(path: &Path, distance: f64, side: Side, join: Join) -> Result<Vec<Path>, OffsetError> {
    let (lowered, band) = around(path, distance, join, false)?;
    let tolerance = 1e-7 * size(&band).max(distance);
    let mut found: Vec<(f64, Path)> = Vec::new();
    for ring in &band {
        // Start between two sides, so that no curve is cut by the ring's seam.
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
    found.sort_by(|x, y| x.0.total_cmp(&y.0));
    if found.is_empty() {
        return Err(OffsetError::Swallowed { limit: distance });
    }
    Ok(found.into_iter().map(|(_, curve)| curve).collect())
}

/// The region within `distance` of an open path; its ends are round when the joins are, otherwise flat.
///
/// # Errors
/// The path is unusable.
pub fn thickened(path: &Path, distance: f64, join: Join) -> Result<Vec<Path>, OffsetError> {
    Ok(around(path, distance, join, join == Join::Round)?.1)
}

/// The path in lines and arcs, and the region within a distance of it.
fn around(path: &Path, distance: f64, join: Join, caps: bool) -> Result<(Path, Vec<Path>), OffsetError> {
    if path.is_empty() || !path.is_finite() || !(distance > 0.0 && distance.is_finite()) {
        return Err(OffsetError::Nothing);
    }
    let lowered = lower::lowered(path, ACCURACY * size(std::slice::from_ref(path)));
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

/// Whether a piece of the band's outline lies beside the path on the side asked for, and is not one of its flat ends.
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

/// The direction of travel at a place, at a corner that of the bisector.
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
    // Where the path turns back on itself the sides are told by either part.
    Some(if norm(sum) > 1e-9 {
        sum
    } else {
        (from - path.segs[index].point_at(u)).turn_90()
    })
}

/// The curve in the direction of the path, with the place along it where the curve starts.
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
