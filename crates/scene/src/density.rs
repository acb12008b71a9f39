//! Density of outlines: an estimate of what painting costs beyond the number of stored edges.
//!
//! A browser paints an outline row by row and keeps the edges of a row sorted. The time for one outline grows with the square of
//! the number of edges beside each other, up to a time for each edge (`docs/decisions.md` has the measurements). The estimate
//! is the greatest length of edges in a square window, divided by its side: the number of edges that cross the window. It takes
//! time in proportion to the number of edges, with a small factor, because at most [`MOST_EDGES`] are compared with windows.

use super::tied::{SOLID, TiedHatch};
use super::{Shape, Style};
use crate::annotate;
use trammel_kernel::{Bounds, Path, Point, Seg, norm};

/// Number of edges from which the density counts. Fewer edges are painted as fast as they are stored.
const LEAST_EDGES: usize = 32;

/// Maximum number of edges that are compared with windows; more are sampled.
const MOST_EDGES: usize = 2_048;

/// Number of edges from which windows have several places.
const SEVERAL: usize = 256;

/// Size of the canvas in pixels. In a larger window, a stroke is at most a pixel wide, which is painted faster.
const CANVAS: f64 = 1_500.0;

/// Ratio of the sides of a window and the next smaller one.
const STEP: f64 = 8.0;

/// Number of windows at one place.
const WINDOWS: i32 = 5;

/// Time to paint an outline with edges across a window, in drawn pieces.
#[derive(Clone, Copy)]
struct Rate {
    /// Pieces for each pair of edges.
    pair: f64,
    /// Maximum number of pieces for each edge.
    edge: f64,
}

impl Rate {
    fn of(self, density: f64) -> f64 {
        density * (density * self.pair).min(self.edge)
    }
}

/// Stroke that is wider than a pixel.
const WIDE: Rate = Rate {
    pair: 0.03,
    edge: 190.0,
};

/// Stroke of at most a pixel.
const THIN: Rate = Rate {
    pair: 0.02,
    edge: 7.5,
};

/// Strokes of the lines of a hatch.
const DIVIDED: Rate = Rate {
    pair: 0.02,
    edge: 6.0,
};

/// Fill of an outline without holes.
const FILLED: Rate = Rate {
    pair: 0.0075,
    edge: 70.0,
};

/// Fill between the boundaries of several outlines.
const BETWEEN: Rate = Rate {
    pair: 0.06,
    edge: 260.0,
};

/// Returns the number of drawn pieces that a shape counts because its edges lie close together or cross.
pub(super) fn dense_pieces(shape: &Shape, style: &Style) -> f64 {
    let width = style.stroke.as_ref().map_or(0.0, |stroke| stroke.width);
    let fill = style
        .fill
        .map(|_| if is_between(shape) { BETWEEN } else { FILLED });
    let pieces = |window: f64, density: f64| {
        let stroke = if width <= 0.0 {
            0.0
        } else if window <= CANVAS * width {
            WIDE.of(density)
        } else {
            THIN.of(density)
        };
        stroke + fill.map_or(0.0, |rate| rate.of(density))
    };
    match shape {
        Shape::Hatch(tied) if tied.pattern != SOLID => of_hatch(tied),
        Shape::Text(_) | Shape::Dimension(_) => 0.0,
        _ => {
            let sample = Sample::of(shape);
            sample.most(width, pieces)
        }
    }
}

/// Whether the fill of a shape leaves out areas that an even number of its outlines enclose.
fn is_between(shape: &Shape) -> bool {
    match shape {
        Shape::Polygon { holes, .. } => !holes.is_empty(),
        Shape::Region { paths } => paths.len() > 1,
        Shape::Hatch(tied) => tied.boundary.len() > 1,
        _ => false,
    }
}

/// Returns the number of pieces of the lines of a hatch. The canvas divides them into several paths.
fn of_hatch(tied: &TiedHatch) -> f64 {
    let side = area(tied).sqrt();
    let density = if side > 0.0 {
        hatch_length(tied) / side
    } else {
        0.0
    };
    let pieces = DIVIDED.of(density);
    if pieces.is_finite() { pieces } else { 0.0 }
}

/// Returns the estimated length of the lines of a hatch, without drawing them.
pub(super) fn hatch_length(tied: &TiedHatch) -> f64 {
    let families = annotate::pattern(&tied.pattern).map_or(&[][..], |pattern| pattern.families);
    let across = |family: &annotate::Family| 1.0 / (family.delta.1.abs() * tied.scale);
    area(tied) * families.iter().map(across).sum::<f64>()
}

fn area(tied: &TiedHatch) -> f64 {
    tied.boundary.iter().map(|path| path.signed_area().abs()).sum()
}

/// Edges of a shape, of which each stands for the same number.
#[derive(Default)]
struct Sample {
    edges: Vec<[Point; 2]>,
    /// Number of edges in a block, for which one edge of the sample stands.
    stride: usize,
    /// Number of edges of the shape until now.
    seen: usize,
}

impl Sample {
    fn of(shape: &Shape) -> Sample {
        let count = match shape {
            Shape::Leader(tied) => tied.leader.points.len(),
            _ => shape.outline_pieces(),
        };
        let mut sample = Sample {
            stride: count.div_ceil(MOST_EDGES).max(1),
            ..Sample::default()
        };
        if count < LEAST_EDGES {
            return sample;
        }
        match shape {
            Shape::Line { points, closed } => sample.add_points(points, *closed),
            Shape::Polygon { points, holes } => {
                for ring in std::iter::once(points).chain(holes) {
                    sample.add_points(ring, true);
                }
            }
            Shape::Leader(tied) => sample.add_points(&tied.leader.points, false),
            Shape::Bezier(data) => sample.add_paths(data.paths()),
            Shape::Region { paths } => sample.add_paths(paths),
            Shape::Hatch(tied) => sample.add_paths(&tied.boundary),
            _ => {}
        }
        sample
    }

    /// Whether the next edge is the one of its block that stands for the block. Its place in the block varies, so that the
    /// sample of a regular outline has long and short edges.
    fn take_edge(&mut self) -> bool {
        let (block, place) = (self.seen / self.stride, self.seen % self.stride);
        self.seen += 1;
        let mixed = (block as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        place as u64 == mixed % self.stride as u64
    }

    fn add_points(&mut self, points: &[Point], closed: bool) {
        let closing = match points {
            [first, .., last] if closed && first != last => Some([*last, *first]),
            _ => None,
        };
        let edges = points.windows(2).map(|pair| [pair[0], pair[1]]);
        for edge in edges.chain(closing) {
            if self.take_edge() {
                self.edges.push(edge);
            }
        }
    }

    fn add_paths(&mut self, paths: &[Path]) {
        for seg in paths.iter().flat_map(|path| &path.segs) {
            if !self.take_edge() {
                continue;
            }
            if let Seg::Line { a, b } = seg {
                self.edges.push([*a, *b]);
                continue;
            }
            let points = [0.0, 0.25, 0.5, 0.75, 1.0].map(|u| seg.point_at(u));
            self.edges
                .extend(points.windows(2).map(|pair| [pair[0], pair[1]]));
        }
    }

    /// Returns the greatest number of pieces in a window, of those around some edges.
    fn most(&self, width: f64, pieces: impl Fn(f64, f64) -> f64) -> f64 {
        let Some(bounds) = Bounds::from_points(self.edges.iter().flatten().copied()) else {
            return 0.0;
        };
        let extent = bounds.width().max(bounds.height());
        if extent <= 0.0 {
            return 0.0;
        }
        let places = if self.edges.len() < SEVERAL { 1 } else { 3 };
        let at = (0..places).map(|place| self.edges.len() * (2 * place + 1) / (2 * places));
        let mut centers: Vec<Point> = at.map(|at| middle(&self.edges[at])).collect();
        let whole = bounds.center();
        let mut most = pieces(extent, self.density(whole, extent, width));
        let smaller = (1..WINDOWS).map(|step| extent / STEP.powi(step));
        let wide = (CANVAS * width).min(extent);
        centers.push(whole);
        for window in smaller.chain([wide]).filter(|window| *window > 0.0) {
            for center in &centers {
                most = most.max(pieces(window, self.density(*center, window, width)));
            }
        }
        most
    }

    /// Returns the number of edges that cross a window.
    fn density(&self, center: Point, side: f64, width: f64) -> f64 {
        // The stroke of a short edge is as long as it is wide where the next edge turns.
        let corner = width.min(side);
        let of_edge = |edge: &[Point; 2]| {
            let at = middle(edge) - center;
            let is_inside = at.x.abs().max(at.y.abs()) <= side / 2.0;
            length_within(edge, center, side / 2.0) + if is_inside { corner } else { 0.0 }
        };
        let total: f64 = self.edges.iter().map(of_edge).sum();
        total / side * self.stride as f64
    }
}

fn middle([a, b]: &[Point; 2]) -> Point {
    a.midpoint(*b)
}

/// Returns the length of an edge within a square, which has half of its side on each side of the center.
fn length_within([a, b]: &[Point; 2], center: Point, half: f64) -> f64 {
    let (start, along) = (*a - center, *b - *a);
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for (start, along) in [(start.x, along.x), (start.y, along.y)] {
        if along == 0.0 {
            if start.abs() > half {
                return 0.0;
            }
            continue;
        }
        let (one, other) = ((-half - start) / along, (half - start) / along);
        from = from.max(one.min(other));
        to = to.min(one.max(other));
    }
    (to - from).max(0.0) * norm(along)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Stroke, Style};
    use std::f64::consts::TAU;

    fn stroked(width: f64) -> Style {
        let stroke = Stroke {
            width,
            ..Style::default().stroke.unwrap_or_default()
        };
        Style {
            stroke: Some(stroke),
            fill: None,
        }
    }

    fn closed(points: Vec<Point>) -> Shape {
        Shape::Line { points, closed: true }
    }

    /// Returns a star of long edges, of which most cross each other.
    fn star(count: usize) -> Vec<Point> {
        let at = |n: usize| {
            let (sin, cos) = libm::sincos(2.4 * n as f64);
            Point::new(100.0 * cos + n as f64 / 100.0, 100.0 * sin)
        };
        (0..count).map(at).collect()
    }

    /// Returns the outline of a gear with teeth.
    fn gear(teeth: usize) -> Vec<Point> {
        let at = |n: usize| {
            let (sin, cos) = libm::sincos(TAU * n as f64 / (4 * teeth) as f64);
            let radius = if n % 4 < 2 { 100.0 } else { 95.0 };
            Point::new(radius * cos, radius * sin)
        };
        (0..4 * teeth).map(at).collect()
    }

    #[test]
    fn long_edges_count_and_teeth_do_not() {
        let of = |points: Vec<Point>| dense_pieces(&closed(points), &stroked(0.35));
        assert!(of(star(4_900)) > 200_000.0, "{}", of(star(4_900)));
        assert!(of(star(1_200)) > 10_000.0, "{}", of(star(1_200)));
        for teeth in [8, 40, 200, 1_000] {
            assert!(
                of(gear(teeth)) < teeth as f64 * 4.0,
                "{teeth}: {}",
                of(gear(teeth))
            );
        }
    }

    #[test]
    fn a_small_star_in_a_large_outline_counts() {
        let alone = dense_pieces(&closed(star(4_900)), &stroked(0.3));
        let mut points = star(4_900);
        points.push(Point::new(1e6, 1e6));
        let within = dense_pieces(&closed(points), &stroked(0.3));
        assert!(within > alone / 20.0, "{within} of {alone}");
    }

    #[test]
    fn a_sample_stands_for_all_edges() {
        // Every other edge is short, so a regular sample would have only one kind of them.
        let zigzag = |count: usize| -> Vec<Point> {
            let at = |n: usize| {
                Point::new(
                    n as f64 / count as f64,
                    if (n / 2).is_multiple_of(2) { 0.0 } else { 1.0 },
                )
            };
            (0..count).map(at).collect()
        };
        let of = |count| {
            let sample = Sample::of(&closed(zigzag(count)));
            sample.density(Point::new(0.5, 0.5), 1.0, 0.0) / count as f64
        };
        for count in [1_000, 3_000, 4_100, 10_000, 50_000] {
            assert!((of(count) - 0.5).abs() < 0.1, "{count}: {}", of(count));
        }
    }

    #[test]
    fn a_curve_counts_as_its_chords() {
        let paths = |count: usize| -> Vec<Path> {
            let points = star(count);
            let cubic = |pair: &[Point]| Seg::quadratic(pair[0], pair[0].midpoint(pair[1]), pair[1]);
            vec![Path::new(points.windows(2).map(cubic).collect(), false)]
        };
        let region = Shape::Region { paths: paths(1_000) };
        let lines = closed(star(1_000));
        let (curved, straight) = (
            dense_pieces(&region, &stroked(1e-3)),
            dense_pieces(&lines, &stroked(1e-3)),
        );
        assert!((curved / straight - 1.0).abs() < 0.1, "{curved} and {straight}");
    }
}
