//! Fillets and chamfers at the corners of one path, each with its own radius or distance.

use super::super::modify::ModifyError;
use super::super::num::norm;
use super::super::{Path, Seg, Tol};
use super::parts::{arc, check, fitting, is_smooth, kept_back};
use super::tangent_circles;

/// Returns `path` with rounded corners, given as pairs of corner and radius. Corner `i` is the start of segment
/// `i`, so corner 0 of an open path is its start and cannot be rounded. The corners are processed in the given
/// order, each within the parts of its segments that remain.
///
/// # Errors
/// Returns an error if a corner does not exist or is smooth, or if its radius does not fit. The latter names the
/// largest radius that fits: for all corners together if all given radii are equal, else for this corner alone.
pub fn fillet_corners(path: &Path, corners: &[(usize, f64)], tol: Tol) -> Result<Path, ModifyError> {
    let size = |at: &(usize, f64)| [at.1; 2];
    let fillet = |work: &mut Work<'_>, corner: usize, [r, _]: [f64; 2]| work.fillet(corner, r);
    cut_corners(
        path,
        tol,
        &Cut {
            what: "radius",
            corners,
            size,
            act: fillet,
        },
    )
}

/// Returns `path` with corners cut off, given as pairs of corner and the distances before and after it along the
/// outline.
///
/// # Errors
/// Returns the errors of [`fillet_corners`].
pub fn chamfer_corners(path: &Path, corners: &[(usize, [f64; 2])], tol: Tol) -> Result<Path, ModifyError> {
    let size = |at: &(usize, [f64; 2])| at.1;
    cut_corners(
        path,
        tol,
        &Cut {
            what: "distance",
            corners,
            size,
            act: cut_off,
        },
    )
}

fn cut_off(work: &mut Work<'_>, corner: usize, distances: [f64; 2]) -> bool {
    work.chamfer(corner, distances)
}

/// Returns the indices of the corners of a path that are not smooth.
pub fn sharp_corners(path: &Path) -> Vec<usize> {
    (0..path.segs.len()).filter(|&at| is_sharp(path, at)).collect()
}

fn is_sharp(path: &Path, corner: usize) -> bool {
    let Some(before) = before(path, corner) else {
        return false;
    };
    let (Some(x), Some(y)) = (
        path.segs[before].direction_at(1.0),
        path.segs.get(corner).and_then(|seg| seg.direction_at(0.0)),
    ) else {
        return false;
    };
    !is_smooth(x, y)
}

fn before(path: &Path, corner: usize) -> Option<usize> {
    match corner {
        _ if corner >= path.segs.len() => None,
        0 => (path.closed && path.segs.len() > 1).then(|| path.segs.len() - 1),
        _ => Some(corner - 1),
    }
}

/// An operation on several corners.
struct Cut<'a, C, S, A> {
    /// Name of the sizes in errors: "radius" or "distance".
    what: &'static str,
    corners: &'a [(usize, C)],
    /// Function that returns the sizes before and after a corner.
    size: S,
    /// Function that changes one corner; false if the sizes do not fit.
    act: A,
}

/// Changes the corners in the given order.
fn cut_corners<C, S, A>(path: &Path, tol: Tol, cut: &Cut<'_, C, S, A>) -> Result<Path, ModifyError>
where
    S: Fn(&(usize, C)) -> [f64; 2],
    A: Fn(&mut Work<'_>, usize, [f64; 2]) -> bool,
{
    let &Cut {
        what,
        corners,
        ref size,
        ref act,
    } = cut;
    if path.is_empty() || !path.is_finite() {
        return Err(ModifyError::NoLength);
    }
    for at in corners {
        size(at).into_iter().try_for_each(|size| check(what, size))?;
        if !is_sharp(path, at.0) {
            return Err(ModifyError::Smooth(at.0));
        }
    }
    // Changes the first `upto` corners, with all sizes or only the last one scaled by `factor`; the error is the
    // index of the first corner that does not fit.
    let run = |upto: usize, factor: f64, all: bool| {
        let mut work = Work::new(path, tol);
        for (i, at) in corners[..upto].iter().enumerate() {
            let factor = if all || i + 1 == upto { factor } else { 1.0 };
            let scaled = size(at).map(|size| size * factor);
            if scaled != [0.0; 2] && !act(&mut work, at.0, scaled) {
                return Err(i);
            }
        }
        Ok(work)
    };
    let failing = match run(corners.len(), 1.0, true) {
        Ok(work) => return Ok(work.finish()),
        Err(failing) => failing,
    };
    let given = size(&corners[failing]);
    let given = given[0].max(given[1]);
    let uniform = corners.iter().all(|at| size(at) == size(&corners[0]));
    let fits = |r: f64| {
        let upto = if uniform { corners.len() } else { failing + 1 };
        run(upto, r / given, uniform).is_ok()
    };
    let (largest, _) = fitting(given, fits);
    Err(ModifyError::TooLarge {
        what,
        given,
        largest,
        smallest: None,
    })
}

/// State of a path during corner operations: the remaining parameter range of each segment, and the segment
/// inserted at each corner.
struct Work<'a> {
    path: &'a Path,
    tol: Tol,
    left: Vec<(f64, f64)>,
    joints: Vec<Option<Seg>>,
}

impl<'a> Work<'a> {
    fn new(path: &'a Path, tol: Tol) -> Work<'a> {
        Work {
            path,
            tol,
            left: vec![(0.0, 1.0); path.segs.len()],
            joints: vec![None; path.segs.len()],
        }
    }

    fn fillet(&mut self, corner: usize, r: f64) -> bool {
        let Some(before) = before(self.path, corner) else {
            return false;
        };
        let (a, b) = (&self.path.segs[before], &self.path.segs[corner]);
        let mut best: Option<(f64, f64, f64, Seg)> = None;
        for touch in tangent_circles(a, b, r, self.tol) {
            let (Some(t), Some(u)) = (
                self.end_within(before, touch.t),
                self.start_within(corner, touch.u),
            ) else {
                continue;
            };
            let (p, q) = (a.point_at(t), b.point_at(u));
            let joint = arc(touch.center, p, q);
            let smooth = |x: Option<super::super::Vec2>, y: Option<super::super::Vec2>| matches!((x, y), (Some(x), Some(y)) if x.dot(y) > 0.0);
            let fits = smooth(a.direction_at(t), joint.direction_at(0.0))
                && smooth(joint.direction_at(1.0), b.direction_at(u));
            let cost = a.length_between(t, 1.0) + b.length_between(0.0, u);
            if fits && best.is_none_or(|(least, ..)| cost < least) {
                best = Some((cost, t, u, joint));
            }
        }
        let Some((_, t, u, joint)) = best else {
            return false;
        };
        self.left[before].1 = t;
        self.left[corner].0 = u;
        self.joints[corner] = Some(joint);
        true
    }

    fn chamfer(&mut self, corner: usize, [d1, d2]: [f64; 2]) -> bool {
        let Some(before) = before(self.path, corner) else {
            return false;
        };
        let (a, b) = (&self.path.segs[before], &self.path.segs[corner]);
        let places = kept_back(a, 1.0, true, d1).zip(kept_back(b, 0.0, false, d2));
        let Some((t, u)) =
            places.and_then(|(t, u)| self.end_within(before, t).zip(self.start_within(corner, u)))
        else {
            return false;
        };
        self.left[before].1 = t;
        self.left[corner].0 = u;
        self.joints[corner] = Some(Seg::line(a.point_at(t), b.point_at(u)));
        true
    }

    /// Returns the new end of a segment if it lies within the remaining range.
    fn end_within(&self, index: usize, raw: f64) -> Option<f64> {
        let seg = &self.path.segs[index];
        let (low, high) = self.left[index];
        let u = on_piece(seg, raw);
        let slack = self.tol.len / seg.length();
        (u >= low - slack && u <= high).then(|| u.max(low))
    }

    /// Returns the new start of a segment if it lies within the remaining range.
    fn start_within(&self, index: usize, raw: f64) -> Option<f64> {
        let seg = &self.path.segs[index];
        let (low, high) = self.left[index];
        let u = on_piece(seg, raw);
        let slack = self.tol.len / seg.length();
        (u <= high + slack && u >= low).then(|| u.min(high))
    }

    fn finish(self) -> Path {
        let mut segs = Vec::with_capacity(2 * self.left.len());
        for (index, seg) in self.path.segs.iter().enumerate() {
            segs.extend(self.joints[index]);
            let (low, high) = self.left[index];
            let part = if (low, high) == (0.0, 1.0) {
                *seg
            } else {
                seg.sub(low, high)
            };
            let gone = high <= low
                || norm(part.end() - part.start()) <= self.tol.len && part.length() <= self.tol.merge;
            if !gone || (low, high) == (0.0, 1.0) {
                segs.push(part);
            }
        }
        Path::new(segs, self.path.closed)
    }
}

/// Returns a parameter of a conic reduced to its first turn.
fn on_piece(seg: &Seg, raw: f64) -> f64 {
    match seg {
        Seg::Conic(conic) => raw.rem_euclid(std::f64::consts::TAU / conic.dt.abs()),
        _ => raw,
    }
}
