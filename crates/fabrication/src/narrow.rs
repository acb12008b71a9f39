//! Narrow places: features of closed contours that are narrower than a limit.
//!
//! A place is narrow if two segments are closer than the limit, either of two contours or of one contour along which
//! they are at least twice as far apart as across. A small closed contour is narrow as a whole.

use super::contour::Contour;
use super::pieces::{Piece, Pieces};
use std::collections::BTreeMap;
use trammel_kernel::distance::seg_closest;
use trammel_kernel::{Point, Tol, norm, region};

/// Places of one pair of contours that are listed, at most.
const MAX_PLACES: usize = 8;

/// Narrow place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NarrowPlace {
    /// Positions of the contours; equal for a place within one contour.
    pub(super) contours: [usize; 2],
    /// Points on both sides.
    pub(super) between: [Point; 2],
    /// Width.
    pub(super) width: f64,
}

/// Places to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// Everywhere: within contours, between them, in material and in gaps.
    Everywhere,
    /// Across the inside of each contour.
    Inside,
    /// Across the outside of each contour, between two parts of it.
    Outside,
}

/// Returns the narrow places of the closed contours that `is_wanted` accepts, in the order of the contours, and whether
/// all were examined.
pub(super) fn narrow(
    contours: &[Contour],
    is_wanted: impl Fn(usize) -> bool,
    limit: f64,
    look: Look,
) -> (Vec<NarrowPlace>, bool) {
    let is_closed = |at: usize| contours[at].path.closed && is_wanted(at);
    let starts: Vec<Vec<f64>> = contours.iter().map(starts).collect();
    let slack = 1e-9 * limit.max(1.0);
    let mut search = Search {
        contours,
        starts: &starts,
        limit: limit - slack,
        look,
        small: vec![false; contours.len()],
        found: BTreeMap::new(),
    };
    for at in (0..contours.len()).filter(|at| look != Look::Outside && is_closed(*at)) {
        search.add_whole(at);
    }
    let is_complete = Pieces::of(contours, is_closed).each_pair(limit, |a, b| search.pair(a, b));
    (search.found.into_values().flatten().collect(), is_complete)
}

/// Returns the distance along the contour at which each segment starts; the last number is the length of the contour.
fn starts(contour: &Contour) -> Vec<f64> {
    let mut at = 0.0;
    let mut starts = vec![0.0];
    for seg in &contour.path.segs {
        at += seg.length();
        starts.push(at);
    }
    starts
}

struct Search<'a> {
    contours: &'a [Contour],
    starts: &'a [Vec<f64>],
    limit: f64,
    look: Look,
    /// Contours that are narrow as a whole.
    small: Vec<bool>,
    found: BTreeMap<[usize; 2], Vec<NarrowPlace>>,
}

impl Search<'_> {
    /// Adds a contour that is narrow as a whole.
    fn add_whole(&mut self, at: usize) {
        let path = &self.contours[at].path;
        let Some(bounds) = path.bounds() else { return };
        let width = match path.segs.as_slice() {
            [trammel_kernel::Seg::Conic(conic)] => 2.0 * norm(conic.axes().1),
            _ => bounds.width().min(bounds.height()),
        };
        let center = bounds.center();
        if width < self.limit {
            self.small[at] = true;
            self.add(NarrowPlace {
                contours: [at, at],
                between: [center, center],
                width,
            });
        }
    }

    fn pair(&mut self, a: &Piece<'_>, b: &Piece<'_>) {
        let is_own = a.contour == b.contour;
        let count = self.contours[a.contour].path.segs.len();
        let is_next = is_own && (b.at == a.at + 1 || (a.at == 0 && b.at + 1 == count));
        if is_next || (is_own && self.small[a.contour]) || (!is_own && self.look != Look::Everywhere) {
            return;
        }
        let mut pairs: Vec<[Point; 2]> = Vec::new();
        if let Some(closest) = seg_closest(a.seg, b.seg, Tol::MODEL) {
            if closest.distance >= self.limit {
                return;
            }
            pairs.push([closest.a, closest.b]);
        }
        // Parallel sides are equally close everywhere; the ends show how far they are apart along the contour.
        for u in [0.0, 0.5, 1.0] {
            let (on_a, on_b) = (a.seg.point_at(u), b.seg.point_at(u));
            pairs.extend(b.seg.nearest(on_a).map(|near| [on_a, near.point]));
            pairs.extend(a.seg.nearest(on_b).map(|near| [near.point, on_b]));
        }
        let place = |between: [Point; 2]| NarrowPlace {
            contours: [a.contour, b.contour],
            between,
            width: norm(between[1] - between[0]),
        };
        let narrow = pairs
            .into_iter()
            .map(place)
            .filter(|place| place.width > 1e-9 && place.width < self.limit)
            .filter(|place| !is_own || self.is_across(a, b, place));
        let best = narrow.reduce(|best, other| if other.width < best.width { other } else { best });
        if let Some(place) = best {
            self.add(place);
        }
    }

    /// Whether a place of one contour is across a feature, and not around a small corner.
    fn is_across(&self, a: &Piece<'_>, b: &Piece<'_>, place: &NarrowPlace) -> bool {
        let starts = &self.starts[a.contour];
        let along = |piece: &Piece<'_>, at: Point| {
            let u = piece.seg.nearest(at).map_or(0.0, |near| near.u);
            starts[piece.at] + piece.seg.length_between(0.0, u)
        };
        let apart = (along(a, place.between[0]) - along(b, place.between[1])).abs();
        let whole = starts.last().copied().unwrap_or_default();
        let is_far = apart.min(whole - apart) > 2.0 * place.width;
        let middle = place.between[0].midpoint(place.between[1]);
        let path = std::slice::from_ref(&self.contours[a.contour].path);
        is_far
            && match self.look {
                Look::Everywhere => true,
                Look::Inside => region::contains(path, middle),
                Look::Outside => !region::contains(path, middle),
            }
    }

    /// Adds a place, or replaces a wider one nearby.
    fn add(&mut self, place: NarrowPlace) {
        let limit = self.limit;
        let known = self.found.entry(place.contours).or_default();
        let is_near = |old: &NarrowPlace| norm(old.between[0] - place.between[0]) < 4.0 * limit;
        match known.iter().position(is_near) {
            Some(at) if place.width < known[at].width => known[at] = place,
            None if known.len() < MAX_PLACES => known.push(place),
            _ => {}
        }
    }
}
