//! Polylines with arcs, given by bulges: a bulge is the tangent of a quarter of the arc's angle, positive for an arc
//! that runs counterclockwise.

use super::placement::{of_conic, of_paths};
use std::f64::consts::PI;
use trammel_kernel::{Bounds, Conic, Path, Point, Seg, Vec2, norm};
use trammel_scene::Shape;

/// Vertex of a polyline, with the bulge of the piece to the next vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Vertex {
    /// Position.
    pub at: Point,
    /// Bulge; 0 for a straight piece.
    pub bulge: f64,
}

/// Returns the shape of a polyline: a line, a circle or arc for a single one, else a path with arcs; `None` if all
/// vertices are one point.
pub(super) fn shape(vertices: &[Vertex], is_closed: bool) -> Option<Shape> {
    let mut kept: Vec<Vertex> = Vec::with_capacity(vertices.len());
    for vertex in vertices {
        match kept.last_mut() {
            Some(last) if last.at == vertex.at => last.bulge = vertex.bulge,
            _ => kept.push(*vertex),
        }
    }
    if is_closed && kept.len() > 1 && kept[0].at == kept[kept.len() - 1].at {
        kept.pop();
    }
    if kept.len() < 2 {
        return None;
    }
    let pieces = if is_closed { kept.len() } else { kept.len() - 1 };
    if kept[..pieces].iter().all(|vertex| vertex.bulge == 0.0) {
        let points: Vec<Point> = kept.iter().map(|vertex| vertex.at).collect();
        let closed = is_closed && points.len() > 2;
        let rect = sharp_rect(&points).filter(|_| closed);
        return Some(rect.unwrap_or(Shape::Line { points, closed }));
    }
    if let ([a, b], true) = (kept.as_slice(), is_closed)
        && a.bulge == b.bulge
        && a.bulge.abs() == 1.0
    {
        let (center, radius) = (a.at.midpoint(b.at), norm(b.at - a.at) / 2.0);
        return Some(Shape::Circle { center, radius });
    }
    if let Some(rect) = rounded_rect(&kept).filter(|_| is_closed) {
        return Some(rect);
    }
    let segs = segments(&kept, pieces);
    if let ([Seg::Conic(conic)], false) = (segs.as_slice(), is_closed) {
        return Some(of_conic(conic));
    }
    of_paths(&[Path::new(segs, is_closed)])
}

/// Returns the rectangle with these corners; `None` if they are not those of one with sides along the axes.
fn sharp_rect(points: &[Point]) -> Option<Shape> {
    let [a, b, c, d] = *points else { return None };
    let is_rect = |[a, b, c, d]: [Point; 4]| a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x;
    let bounds = Bounds::from_points([a, b, c, d])?;
    let has_area = bounds.width() > 0.0 && bounds.height() > 0.0;
    let fits = has_area && (is_rect([a, b, c, d]) || is_rect([b, c, d, a]));
    fits.then(|| Shape::Rect {
        corner: bounds.min,
        width: bounds.width(),
        height: bounds.height(),
        corner_radius: 0.0,
    })
}

/// Returns the rectangle whose corners are rounded by four quarter circles of one radius; `None` for other vertices. Its
/// sides are parallel to the axes.
fn rounded_rect(vertices: &[Vertex]) -> Option<Shape> {
    let vertices = with_all_sides(vertices);
    let bounds =
        Bounds::from_points(vertices.iter().map(|vertex| vertex.at)).filter(|_| vertices.len() == 8)?;
    let (width, height) = (bounds.width(), bounds.height());
    // Coordinates of files have nine decimals at most, and bulges fifteen.
    let slack = 2e-9 + 1e-12 * bounds.magnitude();
    let quarter = libm::tan(PI / 8.0);
    let turn = vertices
        .iter()
        .map(|vertex| vertex.bulge)
        .find(|bulge| *bulge != 0.0)?
        .signum();
    let sides = |first: usize| (0..4).map(move |i| (first + 2 * i, (first + 2 * i + 1) % 8));
    let span = |(from, to): (usize, usize)| vertices[to].at - vertices[from].at;
    let arcs = usize::from(vertices[0].bulge == 0.0);
    let is_quarter = |from: usize| (vertices[from].bulge * turn - quarter).abs() <= 1e-9;
    let corner_radius = span((arcs, (arcs + 1) % 8)).x.abs();
    let is_corner = |(from, to): (usize, usize)| {
        let v = span((from, to));
        is_quarter(from)
            && (v.x.abs() - corner_radius).abs() <= slack
            && (v.y.abs() - corner_radius).abs() <= slack
    };
    let is_side = |(from, to): (usize, usize)| {
        let v = span((from, to));
        vertices[from].bulge == 0.0 && v.x.abs().min(v.y.abs()) <= slack
    };
    // The corners bend the way in which the outline turns.
    let area: f64 = (0..8)
        .map(|i| vertices[i].at.to_vec2().cross(vertices[(i + 1) % 8].at.to_vec2()))
        .sum();
    let fits = sides(arcs).all(is_corner) && sides(1 - arcs).all(is_side) && area * turn > 0.0;
    (fits && 2.0 * corner_radius <= width.min(height) + slack).then_some(Shape::Rect {
        corner: bounds.min,
        width,
        height,
        corner_radius,
    })
}

/// Returns the vertices of a rectangle whose radius is half of its width or height with its sides of no length, which are
/// between two corners.
fn with_all_sides(vertices: &[Vertex]) -> Vec<Vertex> {
    let mut all = Vec::with_capacity(8);
    let is_slot = vertices.len() == 6;
    for (i, vertex) in vertices.iter().enumerate() {
        let before = vertices[(i + vertices.len() - 1) % vertices.len()];
        if is_slot && before.bulge != 0.0 && vertex.bulge != 0.0 {
            all.push(Vertex {
                at: vertex.at,
                bulge: 0.0,
            });
        }
        all.push(*vertex);
    }
    all
}

/// Returns the pieces of a polyline; the last one returns to the first vertex if there is a piece for each vertex.
pub(super) fn segments(vertices: &[Vertex], pieces: usize) -> Vec<Seg> {
    let mut segs = Vec::with_capacity(pieces);
    let ends = vertices.iter().cycle().skip(1);
    for (from, to) in vertices.iter().zip(ends).take(pieces) {
        match arc(from.at, to.at, from.bulge) {
            None => segs.push(Seg::line(from.at, to.at)),
            Some(arc) if is_delicate(&arc) => {
                segs.extend([(0.0, 0.5), (0.5, 1.0)].map(|(from, to)| Seg::Conic(arc.sub_arc(from, to))));
            }
            Some(arc) => segs.push(Seg::Conic(arc)),
        }
    }
    segs
}

/// Whether the center of an arc moves far if its end points and its radius are rounded: that of a half circle, unless
/// its radius has at most 12 decimals.
fn is_delicate(arc: &Conic) -> bool {
    let is_half = (arc.dt.abs() - PI).abs() < 0.1;
    let radius = norm(arc.p) * 1e12;
    let is_round = (radius - radius.round()).abs() <= 1e-6 && (arc.dt.abs() - PI).abs() < 1e-12;
    is_half && !is_round
}

/// Returns the arc with this bulge; `None` for a straight piece.
pub(super) fn arc(from: Point, to: Point, bulge: f64) -> Option<Conic> {
    let chord = to - from;
    let length = norm(chord);
    if bulge.abs() < 1e-12 || length == 0.0 {
        return None;
    }
    let left = Vec2::new(-chord.y, chord.x);
    let center = from.midpoint(to) + left * ((1.0 - bulge * bulge) / (4.0 * bulge));
    let radius = length * (1.0 + bulge * bulge) / (4.0 * bulge.abs());
    // A nearly straight piece has a center beyond the range of exact numbers.
    if radius > 1e7 * length || !radius.is_finite() {
        return None;
    }
    let start = from - center;
    Some(Conic {
        t0: libm::atan2(start.y, start.x),
        dt: 4.0 * libm::atan(bulge),
        ..Conic::circle(center, radius)
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use trammel_kernel::Affine;

    fn vertex(x: f64, y: f64, bulge: f64) -> Vertex {
        Vertex {
            at: Point::new(x, y),
            bulge,
        }
    }

    #[test]
    fn a_positive_bulge_runs_counterclockwise() {
        let half = arc(Point::ZERO, Point::new(2.0, 0.0), 1.0).unwrap();
        assert!(norm(half.point(half.angle_at(0.5)) - Point::new(1.0, -1.0)) < 1e-15);
        let quarter = arc(Point::ZERO, Point::new(1.0, 1.0), -(2f64.sqrt() - 1.0)).unwrap();
        assert!(norm(quarter.c - Point::new(1.0, 0.0)) < 1e-15);
        assert!(norm(quarter.end() - Point::new(1.0, 1.0)) < 1e-15);
    }

    #[test]
    fn polylines_become_the_simplest_shape() {
        let straight = [
            vertex(0.0, 0.0, 0.0),
            vertex(4.0, 0.0, 0.0),
            vertex(4.0, 3.0, 0.0),
            vertex(0.0, 0.0, 0.0),
        ];
        let Some(Shape::Line { points, closed: true }) = shape(&straight, true) else {
            panic!();
        };
        assert_eq!(points.len(), 3);
        let circle = [vertex(0.0, 0.0, 1.0), vertex(4.0, 0.0, 1.0)];
        let wanted = Shape::Circle {
            center: Point::new(2.0, 0.0),
            radius: 2.0,
        };
        assert_eq!(shape(&circle, true), Some(wanted));
        assert!(matches!(
            shape(&circle, false),
            Some(Shape::Arc { radius: 2.0, .. })
        ));
        let slot = [
            vertex(0.0, 0.0, 0.0),
            vertex(10.0, 0.0, 1.0),
            vertex(10.0, 5.0, 0.0),
            vertex(0.0, 5.0, 1.0),
        ];
        let Some(Shape::Bezier(slot)) = shape(&slot, true) else {
            panic!();
        };
        assert_eq!(slot.text(), "M0 0L10 0A2.5 2.5 0 0 1 10 5L0 5A2.5 2.5 0 0 1 0 0Z");
        assert_eq!(shape(&straight[..1], true), None);
        assert_eq!(shape(&[straight[0], straight[3]], false), None);
    }

    #[test]
    fn a_rounded_rectangle_stays_one() {
        let quarter = libm::tan(PI / 8.0);
        for (x, y, width, height, r) in [
            (0.0, 0.0, 40.1, 20.3, 3.3),
            (-7.5, 100.25, 8.0, 90.0, 0.5),
            (0.1, 0.2, 12.0, 12.0, 5.999),
            (45.0, 34.0, 70.0, 12.0, 6.0),
        ] {
            let (right, top) = (x + width, y + height);
            let outline = [
                vertex(x + r, y, 0.0),
                vertex(right - r, y, quarter),
                vertex(right, y + r, 0.0),
                vertex(right, top - r, quarter),
                vertex(right - r, top, 0.0),
                vertex(x + r, top, quarter),
                vertex(x, top - r, 0.0),
                vertex(x, y + r, quarter),
            ];
            // From any vertex, and in the other direction.
            for start in 0..8 {
                let turned: Vec<Vertex> = (0..8).map(|i| outline[(start + i) % 8]).collect();
                let backwards: Vec<Vertex> = (0..8)
                    .map(|i| {
                        vertex(
                            turned[7 - i].at.x,
                            turned[7 - i].at.y,
                            -turned[(14 - i) % 8].bulge,
                        )
                    })
                    .collect();
                for vertices in [turned, backwards] {
                    let Some(Shape::Rect {
                        corner,
                        width: w,
                        height: h,
                        corner_radius,
                    }) = shape(&vertices, true)
                    else {
                        panic!("{vertices:?}");
                    };
                    assert!(norm(corner - Point::new(x, y)) < 1e-9 && (corner_radius - r).abs() < 1e-9);
                    assert!((w - width).abs() < 1e-9 && (h - height).abs() < 1e-9);
                }
                let mut open = outline;
                open[start].at.x += 0.001;
                assert!(!matches!(shape(&open, true), Some(Shape::Rect { .. })));
            }
            // Corners that bend inward, and an open polyline, are paths.
            let inward = outline.map(|point| vertex(point.at.x, point.at.y, -point.bulge));
            assert!(matches!(shape(&inward, true), Some(Shape::Bezier(_))));
            assert!(matches!(shape(&outline, false), Some(Shape::Bezier(_))));
        }
    }

    #[test]
    fn a_half_circle_keeps_its_center_when_its_numbers_are_rounded() {
        let diagonal = [
            vertex(0.0, 0.0, 1.0),
            vertex(1.0, 1.0, 0.0),
            vertex(5.0, 1.0, 0.0),
        ];
        let Some(Shape::Bezier(path)) = shape(&diagonal, false) else {
            panic!();
        };
        assert_eq!(path.paths()[0].segs.len(), 3, "the half circle is two quarters");
        let bounds = Shape::Bezier(path).bounds(&Affine::IDENTITY).unwrap();
        assert!((bounds.min.y - (0.5 - 0.5f64.sqrt())).abs() < 1e-12);
    }
}
