//! Hatching: the lines of a pattern clipped to a region.
//!
//! Each family of lines is made horizontal by rotating the region. The outlines are split into monotone pieces,
//! which only rise or only fall, and each piece is intersected with the lines. The interior follows the even-odd
//! rule. A line through a corner counts the corner once: a piece owns its lower end but not its upper end, and
//! adjacent pieces use the same height for their common point. Dashes are counted from the origin of the pattern,
//! not from the edge of the region, so the hatches of neighboring regions line up.

use super::patterns::{Family, Pattern};
use trammel_kernel::{Affine, Path, Point, Seg, affine::rotation};

/// Largest number of line pieces in one hatch.
pub const MAX_PIECES: usize = 50_000;

/// Length of the dash that represents a dot of a pattern, at scale 1.
const DOT: f64 = 0.25;

/// Placement of a pattern in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Laid {
    /// Scale factor of all lengths of the pattern, above 0.
    pub scale: f64,
    /// Rotation of the pattern, in radians.
    pub angle: f64,
    /// Position of the pattern's origin.
    pub origin: Point,
}

/// Error for a pattern that is too dense for the region.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TooDense {
    /// Estimated number of line pieces.
    pub pieces: f64,
    /// A scale at which the pattern fits.
    pub scale: f64,
}

/// Returns the line pieces of a pattern inside a region of closed paths; an open path is closed with a straight
/// line.
///
/// # Errors
/// Returns an error, which holds a scale that fits, if the hatch would have more than [`MAX_PIECES`] line pieces.
pub fn hatch(region: &[Path], pattern: &Pattern, laid: &Laid) -> Result<Vec<(Point, Point)>, TooDense> {
    let mut found = Vec::new();
    fits(region, pattern, laid)?;
    if Path::bounds_of(region).is_none() {
        return Ok(found);
    }
    for family in pattern.families {
        lay(region, family, laid, &mut found);
        found.truncate(MAX_PIECES);
    }
    Ok(found)
}

/// Checks, by a quick estimate, that the hatch of a region has at most [`MAX_PIECES`] line pieces.
///
/// # Errors
/// Returns an error under the same condition as [`hatch`].
pub fn fits(region: &[Path], pattern: &Pattern, laid: &Laid) -> Result<(), TooDense> {
    let Some(bounds) = Path::bounds_of(region) else {
        return Ok(());
    };
    // The total length of the lines in the bounding box is its area divided by the line spacing; the dash count is
    // that length divided by the period.
    let (area, reach) = (bounds.width() * bounds.height(), bounds.width() + bounds.height());
    let pieces: f64 = pattern
        .families
        .iter()
        .map(|family| {
            let step = family.delta.1 * laid.scale;
            let period: f64 = family.dashes.iter().map(|d| d.abs()).sum::<f64>() * laid.scale;
            let dashes = if period > 0.0 { area / step / period } else { 0.0 };
            (reach / step).max(dashes)
        })
        .sum();
    // Outlines with many teeth cut each line into many pieces.
    let pieces = pieces.max(count_pieces(region, pattern, laid));
    if pieces.is_finite() && pieces <= MAX_PIECES as f64 {
        return Ok(());
    }
    // The number of lines is inversely proportional to the scale, the number of dashes to its square.
    let ratio = pieces / MAX_PIECES as f64;
    let scale = two_digits(laid.scale * ratio);
    Err(TooDense { pieces, scale })
}

/// Returns the estimated number of line pieces of a hatch, without drawing them; at most [`MAX_PIECES`].
pub fn estimate(region: &[Path], pattern: &Pattern, laid: &Laid) -> f64 {
    let area: f64 = region.iter().map(|path| path.signed_area().abs()).sum();
    let dashes = |family: &Family| {
        let lengths = family.dashes.iter();
        let period: f64 = lengths.clone().map(|length| length.abs()).sum::<f64>() * laid.scale;
        let drawn = lengths.filter(|length| **length >= 0.0).count();
        if period > 0.0 {
            area / (family.delta.1 * laid.scale) / period * drawn as f64
        } else {
            0.0
        }
    };
    let pieces = count_pieces(region, pattern, laid) + pattern.families.iter().map(dashes).sum::<f64>();
    if pieces.is_finite() {
        pieces.min(MAX_PIECES as f64)
    } else {
        MAX_PIECES as f64
    }
}

/// Returns the number of pieces into which the outlines of a region cut the lines of a pattern.
fn count_pieces(region: &[Path], pattern: &Pattern, laid: &Laid) -> f64 {
    let of_family = |family: &Family| {
        let level = rotation(-(laid.angle + family.angle.to_radians()));
        let rise: f64 = region
            .iter()
            .flat_map(|path| path.transformed(&level).segs)
            .map(|seg| {
                let heights = [0.0, 0.25, 0.5, 0.75, 1.0].map(|u| seg.point_at(u).y);
                heights
                    .windows(2)
                    .map(|pair| (pair[1] - pair[0]).abs())
                    .sum::<f64>()
            })
            .sum();
        rise / 2.0 / (family.delta.1 * laid.scale)
    };
    pattern.families.iter().map(of_family).sum()
}

/// Returns `value` rounded up to two significant digits; 1 if `value` is not finite and positive.
fn two_digits(value: f64) -> f64 {
    if !(value.is_finite() && value > 0.0) {
        return 1.0;
    }
    let exponent = libm::floor(libm::log10(value)) - 1.0;
    // A product with a negative power of ten would have more digits, because such a power is not exact.
    let power = libm::pow(10.0, exponent.abs());
    if exponent < 0.0 {
        (value * power).ceil() / power
    } else {
        (value / power).ceil() * power
    }
}

fn lay(region: &[Path], family: &Family, laid: &Laid, found: &mut Vec<(Point, Point)>) {
    let scale = laid.scale;
    let angle = laid.angle + family.angle.to_radians();
    let origin = laid.origin
        + (rotation(laid.angle) * Point::new(family.origin.0 * scale, family.origin.1 * scale)).to_vec2();
    let out = Affine::translate(origin.to_vec2()) * rotation(angle);
    let level = rotation(-angle) * Affine::translate(-origin.to_vec2());
    let (shift, step) = (family.delta.0 * scale, family.delta.1 * scale);
    let mut crossings: Vec<(i64, f64)> = Vec::new();
    for path in region {
        cross(&path.transformed(&level), step, &mut crossings);
    }
    trammel_base::sort::by(&mut crossings, |a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    // Every line crosses each closed outline an even number of times.
    for pair in crossings.chunks_exact(2) {
        let ((row, x0), (other, x1)) = (pair[0], pair[1]);
        debug_assert_eq!(row, other, "an outline was crossed an odd number of times");
        let y = row as f64 * step;
        let pattern = Dashes {
            lengths: family.dashes,
            scale,
            phase: row as f64 * shift,
        };
        dashes(x0, x1, &pattern, &mut |a, b| {
            if found.len() < MAX_PIECES {
                found.push((out * Point::new(a, y), out * Point::new(b, y)));
            }
        });
    }
}

/// Appends the crossings of an outline with the horizontal lines at multiples of `step`, as line number and x.
fn cross(path: &Path, step: f64, crossings: &mut Vec<(i64, f64)>) {
    let mut pieces: Vec<(Seg, f64, f64)> = Vec::new();
    let closing = path
        .segs
        .last()
        .zip(path.start())
        .map(|(last, start)| Seg::line(last.end(), start));
    for seg in path.segs.iter().copied().chain(closing) {
        let mut turns = turns(&seg);
        turns.push(1.0);
        let mut from = 0.0;
        for to in turns {
            pieces.push((seg, from, to));
            from = to;
        }
    }
    // The end of a piece and the start of the next one share one height, independent of rounding.
    let heights: Vec<f64> = pieces
        .iter()
        .map(|(seg, from, _)| seg.point_at(*from).y)
        .collect();
    for (i, (seg, from, to)) in pieces.iter().enumerate() {
        let (start, end) = (heights[i], heights[(i + 1) % heights.len()]);
        let (low, high) = (start.min(end), start.max(end));
        let (first, beyond) = ((low / step).ceil(), (high / step).ceil());
        if !(first.is_finite() && beyond.is_finite()) || beyond - first > MAX_PIECES as f64 {
            return;
        }
        let (first, beyond) = (first as i64, beyond as i64);
        for row in first..beyond {
            let y = row as f64 * step;
            let x = match seg {
                Seg::Line { a, b } if end != start => a.x + (b.x - a.x) * ((y - start) / (end - start)),
                _ => seg.point_at(solve(seg, *from, *to, y, end > start)).x,
            };
            crossings.push((row, x));
        }
    }
}

/// Returns the parameters inside (0, 1) where a curve changes between rising and falling, ascending.
fn turns(seg: &Seg) -> Vec<f64> {
    let mut turns = match seg {
        Seg::Line { .. } => Vec::new(),
        Seg::Conic(conic) => {
            let top = libm::atan2(conic.q.y, conic.p.y);
            let half = std::f64::consts::PI;
            (0..4)
                .filter_map(|k| conic.fraction_of(top + f64::from(k) * half, 0.0))
                .collect()
        }
        Seg::Cubic(c) => {
            // The derivative, up to a factor, as a quadratic in u.
            let (d0, d1, d2) = (c.p1.y - c.p0.y, c.p2.y - c.p1.y, c.p3.y - c.p2.y);
            kurbo::common::solve_quadratic(d0, 2.0 * (d1 - d0), d0 - 2.0 * d1 + d2).to_vec()
        }
    };
    turns.retain(|u| *u > 0.0 && *u < 1.0);
    turns.sort_by(f64::total_cmp);
    turns.dedup();
    turns
}

/// Returns the parameter at which a monotone part of a segment reaches the height `y`, by Newton's method kept
/// inside the bracket.
fn solve(seg: &Seg, from: f64, to: f64, y: f64, rising: bool) -> f64 {
    let (mut low, mut high) = if rising { (from, to) } else { (to, from) };
    let mut u = (low + high) / 2.0;
    for _ in 0..60 {
        let off = seg.point_at(u).y - y;
        if off == 0.0 {
            break;
        }
        if off < 0.0 {
            low = u;
        } else {
            high = u;
        }
        let newton = u - off / seg.derivative_at(u).y;
        let inside = newton > low.min(high) && newton < low.max(high);
        let next = if inside { newton } else { (low + high) / 2.0 };
        if (next - u).abs() <= 1e-15 {
            break;
        }
        u = next;
    }
    u
}

/// A dash pattern along a line.
struct Dashes<'a> {
    /// Lengths of dashes, with gaps as negative numbers.
    lengths: &'a [f64],
    /// Scale factor of the lengths.
    scale: f64,
    /// Start position of the pattern on the line.
    phase: f64,
}

/// Calls `found` with the start and end of each dash between `x0` and `x1`.
fn dashes(x0: f64, x1: f64, pattern: &Dashes<'_>, found: &mut impl FnMut(f64, f64)) {
    let Dashes {
        lengths,
        scale,
        phase,
    } = *pattern;
    if x1 <= x0 {
        return;
    }
    let period: f64 = lengths.iter().map(|d| d.abs()).sum::<f64>() * scale;
    if period.is_nan() || period <= 0.0 {
        found(x0, x1);
        return;
    }
    let mut turn = ((x0 - phase) / period).floor();
    let last = ((x1 - phase) / period).floor();
    if last - turn > MAX_PIECES as f64 {
        return;
    }
    while turn <= last {
        let mut at = phase + turn * period;
        for dash in lengths {
            let length = dash.abs() * scale;
            let drawn = if *dash == 0.0 { DOT * scale } else { length };
            let (a, b) = (at.max(x0), (at + drawn).min(x1));
            if *dash >= 0.0 && a < b {
                found(a, b);
            }
            at += length;
        }
        turn += 1.0;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::super::patterns::{PATTERNS, find};
    use super::*;
    use proptest::prelude::*;
    use trammel_kernel::norm;
    use trammel_kernel::{affine, region};

    const PLAIN: Laid = Laid {
        scale: 1.0,
        angle: 0.0,
        origin: Point::ZERO,
    };

    fn lines(region: &[Path], laid: &Laid) -> Vec<(Point, Point)> {
        hatch(region, find("lines").unwrap(), laid).unwrap()
    }

    fn total(pieces: &[(Point, Point)]) -> f64 {
        pieces.iter().map(|(a, b)| norm(*b - *a)).sum()
    }

    #[test]
    fn hatch_lines_stop_at_edges_and_holes() {
        let plate = [
            Path::rect(Point::new(0.0, 0.5), 10.0, 10.0),
            Path::rect(Point::new(4.0, 4.5), 2.0, 2.0),
        ];
        let found = lines(&plate, &PLAIN);
        assert_eq!(found.len(), 12, "ten rows, two of them in two pieces");
        assert!(found.contains(&(Point::new(0.0, 5.0), Point::new(4.0, 5.0))));
        assert!(found.contains(&(Point::new(6.0, 5.0), Point::new(10.0, 5.0))));
        assert_eq!(total(&found), 96.0);
    }

    #[test]
    fn a_hatch_line_through_a_vertex_crosses_once() {
        let diamond: Vec<Point> = [(0.0, -2.0), (2.0, 0.0), (0.0, 2.0), (-2.0, 0.0)]
            .map(Point::from)
            .to_vec();
        let found = lines(&[Path::from_points(&diamond, true)], &PLAIN);
        let ends: Vec<_> = found.iter().map(|(a, b)| (a.x, b.x, a.y)).collect();
        assert_eq!(ends, [(-1.0, 1.0, -1.0), (-2.0, 2.0, 0.0), (-1.0, 1.0, 1.0)]);
        // A notch whose tip touches a line from above, and an edge that lies on a line.
        let notch: Vec<Point> = [(0.0, 0.0), (10.0, 0.0), (10.0, 5.0), (5.0, 2.0), (0.0, 5.0)]
            .map(Point::from)
            .to_vec();
        let found = lines(&[Path::from_points(&notch, true)], &PLAIN);
        assert!(
            found
                .iter()
                .all(|(a, b)| (0.0..=10.0).contains(&a.x) && (0.0..=10.0).contains(&b.x))
        );
        assert_eq!(
            found
                .iter()
                .filter(|(a, _)| a.y == 2.0)
                .map(|(a, b)| b.x - a.x)
                .sum::<f64>(),
            10.0
        );
    }

    #[test]
    fn hatch_lines_end_exactly_on_curves() {
        let found = lines(&[Path::circle(Point::ZERO, 5.0)], &PLAIN);
        let widths: Vec<f64> = found.iter().map(|(a, b)| b.x - a.x).collect();
        let expected: Vec<f64> = (-4..=4).map(|y| 2.0 * (25.0 - f64::from(y * y)).sqrt()).collect();
        let rows: Vec<f64> = found.iter().map(|(a, _)| a.y).collect();
        let inner: Vec<f64> = widths
            .iter()
            .zip(&rows)
            .filter(|(_, y)| y.abs() < 5.0)
            .map(|(w, _)| *w)
            .collect();
        assert_eq!(inner.len(), expected.len());
        for (is, should) in inner.iter().zip(&expected) {
            assert!((is - should).abs() < 1e-9, "{is} instead of {should}");
        }
    }

    #[test]
    fn dashes_of_adjacent_regions_line_up() {
        let dashed = find("brick").unwrap();
        let whole = Path::rect(Point::ZERO, 100.0, 60.0);
        let halves = [
            Path::rect(Point::ZERO, 37.3, 60.0),
            Path::rect(Point::new(37.3, 0.0), 62.7, 60.0),
        ];
        let length = |paths: &[Path]| total(&hatch(paths, dashed, &PLAIN).unwrap());
        let sum: f64 = halves.iter().map(|half| length(std::slice::from_ref(half))).sum();
        assert!((sum - length(&[whole])).abs() < 1e-9);
    }

    #[test]
    fn total_line_length_is_the_area_divided_by_the_spacing() {
        let region = [
            Path::circle(Point::new(3.0, 4.0), 50.0),
            Path::ellipse(Point::new(10.0, 0.0), 20.0, 9.0, 0.4),
        ];
        let area = region::region_area(&region);
        for degrees in [0.0_f64, 17.0, 45.0, 90.0, 211.0] {
            let laid = Laid {
                scale: 0.1,
                angle: degrees.to_radians(),
                origin: Point::new(0.03, 0.01),
            };
            let found = lines(&region, &laid);
            assert!((total(&found) * 0.1 - area).abs() < 2e-3 * area);
            for (a, b) in found.iter().step_by(37) {
                assert!(region::contains(&region, a.midpoint(*b)));
            }
        }
    }

    #[test]
    fn every_pattern_draws_lines_inside_the_region() {
        let region = [Path::rect(Point::ZERO, 50.0, 40.0)];
        for pattern in PATTERNS {
            let found = hatch(&region, pattern, &PLAIN).unwrap();
            assert!(found.len() > 10, "{}", pattern.name);
            let inside =
                |p: &Point| (-1e-9..=50.0 + 1e-9).contains(&p.x) && (-1e-9..=40.0 + 1e-9).contains(&p.y);
            assert!(
                found.iter().all(|(a, b)| inside(a) && inside(b)),
                "{}",
                pattern.name
            );
        }
    }

    #[test]
    fn lines_of_the_honey_pattern_form_closed_hexagons() {
        let region = [Path::rect(Point::new(-60.0, -60.0), 120.0, 120.0)];
        let found = hatch(&region, find("honey").unwrap(), &PLAIN).unwrap();
        let ends: Vec<Point> = found
            .iter()
            .filter(|(a, b)| norm(a.to_vec2()) < 40.0 && norm(b.to_vec2()) < 40.0)
            .flat_map(|(a, b)| [*a, *b])
            .collect();
        let all: Vec<Point> = found.iter().flat_map(|(a, b)| [*a, *b]).collect();
        for end in &ends {
            let meet = all.iter().filter(|other| norm(**other - *end) < 1e-6).count();
            assert_eq!(meet, 3, "three sides meet at {end:?}");
        }
        assert!(ends.len() > 100);
    }

    #[test]
    fn a_scale_is_rounded_up_to_two_digits() {
        for (value, rounded) in [
            (0.000_201_57, "0.00021"),
            (0.0123, "0.013"),
            (0.5, "0.5"),
            (9.91, "10"),
            (1234.0, "1300"),
        ] {
            assert_eq!(super::two_digits(value).to_string(), rounded);
        }
    }

    #[test]
    fn a_pattern_that_is_too_dense_is_refused_with_a_scale_that_fits() {
        let region = [Path::rect(Point::ZERO, 1e6, 1e6)];
        for pattern in PATTERNS {
            let error = hatch(&region, pattern, &Laid { scale: 1e-3, ..PLAIN }).unwrap_err();
            assert!(error.pieces > MAX_PIECES as f64);
            assert!(
                hatch(
                    &region,
                    pattern,
                    &Laid {
                        scale: error.scale,
                        ..PLAIN
                    }
                )
                .is_ok(),
                "{}",
                pattern.name
            );
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(96) })]

        #[test]
        fn any_region_can_be_hatched(
            points in prop::collection::vec((-30i32..30, -30i32..30), 3..9), scale in 0.05..3.0, turn in -7.0..7.0, which in 0..PATTERNS.len(),
        ) {
            // Corners at integer coordinates: many lines pass through corners and along edges.
            let points: Vec<Point> = points.iter().map(|(x, y)| Point::new(f64::from(*x), f64::from(*y))).collect();
            let region = [Path::from_points(&points, true), Path::circle(points[0], 7.0)];
            let laid = Laid { scale, angle: turn, origin: Point::ZERO };
            if let Ok(found) = hatch(&region, &PATTERNS[which], &laid) {
                prop_assert!(found.iter().all(|(a, b)| a.is_finite() && b.is_finite()));
                for (a, b) in found.iter().step_by(11).filter(|(a, b)| norm(*b - *a) > 1e-6) {
                    prop_assert!(region::contains(&region, a.midpoint(*b)) || near(&region, a.midpoint(*b)));
                }
            }
            let level = Laid { angle: 0.0, ..laid };
            let turned: Vec<Path> = region.iter().map(|path| path.transformed(&affine::rotation(turn))).collect();
            let (one, other) = (hatch(&region, &PATTERNS[0], &level), hatch(&turned, &PATTERNS[0], &laid));
            if let (Ok(one), Ok(other)) = (one, other) {
                prop_assert!((total(&one) - total(&other)).abs() < 130.0, "a line on an edge may fall on either side");
            }
        }
    }

    fn near(region: &[Path], point: Point) -> bool {
        region
            .iter()
            .any(|path| path.distance_to(point).is_some_and(|distance| distance < 1e-6))
    }
}
