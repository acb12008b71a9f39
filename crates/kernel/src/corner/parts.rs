//! Functions shared by the corner operations on two paths and on one outline.

use std::f64::consts::TAU;

use super::super::modify::ModifyError;
use super::super::num::norm;
use super::super::{Conic, HitKind, Point, Seg, Tol, Vec2, intersect};

/// Checks that a size is finite and not negative.
pub(super) fn check(what: &'static str, given: f64) -> Result<(), ModifyError> {
    if given.is_finite() && given >= 0.0 {
        return Ok(());
    }
    Err(ModifyError::Invalid { what, given })
}

/// Whether a curve that arrives in the direction `x` and one that leaves in the direction `y`, both of unit length,
/// continue each other without a corner. The limit is the accuracy of coordinates with six decimals, which most files
/// have.
pub(super) fn is_smooth(x: Vec2, y: Vec2) -> bool {
    x.cross(y).abs() <= 1e-6 && x.dot(y) > 0.0
}

/// Creates the arc around `center` from `p` to `q` of less than half a turn.
pub(super) fn arc(center: Point, p: Point, q: Point) -> Seg {
    let (from, to) = (p - center, q - center);
    Seg::Conic(Conic {
        c: center,
        p: from,
        q: Vec2::new(-from.y, from.x),
        t0: 0.0,
        dt: libm::atan2(from.cross(to), from.dot(to)),
    })
}

/// Returns the largest size below `given` that fits or, if there is none, the smallest size above `given`, rounded
/// to six digits where the rounded size fits. The search covers a factor of 4096 in both directions.
pub(super) fn fitting(given: f64, fits: impl Fn(f64) -> bool) -> (Option<f64>, Option<f64>) {
    let factors = || (1..=24).map(|k| libm::pow(2.0, f64::from(k) / 2.0));
    let border = |inside: f64, outside: f64| {
        let (mut inside, mut outside) = (inside, outside);
        for _ in 0..40 {
            let middle = 0.5 * (inside + outside);
            if fits(middle) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        inside
    };
    let round = |exact: f64, up: bool| {
        let digits = libm::pow(10.0, 5.0 - libm::log10(exact).floor());
        let scaled = exact * digits;
        let away = if up { scaled.ceil() } else { scaled.floor() };
        [scaled.round() / digits, away / digits]
            .into_iter()
            .find(|nice| fits(*nice))
            .unwrap_or(exact)
    };
    let mut outside = given;
    for smaller in factors().map(|factor| given / factor) {
        if fits(smaller) {
            return (Some(round(border(smaller, outside), false)), None);
        }
        outside = smaller;
    }
    outside = given;
    for larger in factors().map(|factor| given * factor) {
        if fits(larger) {
            return (None, Some(round(border(larger, outside), true)));
        }
        outside = larger;
    }
    (None, None)
}

/// Returns the parameter at arc length `d` from `u` on the kept side of a segment; `None` if that side is shorter.
pub(super) fn kept_back(seg: &Seg, u: f64, to_start: bool, d: f64) -> Option<f64> {
    let kept = if to_start {
        seg.sub(0.0, u)
    } else {
        seg.sub(u, 1.0)
    };
    let length = kept.length();
    if d > length * (1.0 + 1e-12) || length.is_nan() {
        return None;
    }
    let along = kept.param_at_length(if to_start { length - d } else { d });
    Some(if to_start {
        u * along
    } else {
        u + (1.0 - u) * along
    })
}

/// Returns the intersections of two segments with lines extended to infinity and conics to full ellipses, as
/// parameters on both segments.
pub(super) fn extended_meetings(a: &Seg, b: &Seg, tol: Tol) -> Vec<(f64, f64)> {
    if let (Seg::Line { a: p, b: p2 }, Seg::Line { a: q, b: q2 }) = (a, b) {
        let (d, e) = (*p2 - *p, *q2 - *q);
        let det = d.cross(e);
        if det.abs() <= 1e-9 * norm(d) * norm(e) {
            return Vec::new();
        }
        return vec![((*q - *p).cross(e) / det, (*q - *p).cross(d) / det)];
    }
    let (Some((long_a, from_a, size_a)), Some((long_b, from_b, size_b))) =
        (extend_toward(a, b), extend_toward(b, a))
    else {
        return Vec::new();
    };
    intersect::seg_seg(&long_a, &long_b, tol)
        .into_iter()
        .filter(|hit| hit.kind != HitKind::Overlap)
        .map(|hit| (from_a + size_a * hit.t_a, from_b + size_b * hit.t_b))
        .collect()
}

/// Returns the segment extended as far as it can meet `other`, with the offset and factor that map its parameter
/// back to that of the original segment.
fn extend_toward(seg: &Seg, other: &Seg) -> Option<(Seg, f64, f64)> {
    match seg {
        Seg::Line { a, b } => {
            let other = match other {
                Seg::Conic(conic) => Conic { dt: TAU, ..*conic }.bounds()?,
                _ => other.bounds()?,
            };
            let length = norm(*b - *a);
            let reach = super::super::modify::reach(*a, &other).max(length);
            let (along, factor) = (*b - *a, reach / length);
            let long = Seg::line(*a - along * factor, *a + along * factor);
            (length > 0.0 && long.is_finite()).then_some((long, -factor, 2.0 * factor))
        }
        Seg::Conic(conic) => {
            let turn = Conic {
                dt: TAU.copysign(conic.dt),
                ..*conic
            };
            Some((Seg::Conic(turn), 0.0, TAU / conic.dt.abs()))
        }
        Seg::Cubic(_) => Some((*seg, 0.0, 1.0)),
    }
}
