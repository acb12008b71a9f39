//! Shapes under affine maps: the simplest shape that has given curves.
//!
//! Invariant: no result is an approximation. A circle under a map that is not a similarity becomes an ellipse.

use std::f64::consts::TAU;
use trammel_kernel::affine::{is_similarity, max_scale};
use trammel_kernel::{Affine, Conic, Path, Point, Seg, norm, svg as path_data};
use trammel_scene::{PathData, Shape};

/// Relative difference up to which two numbers count as equal.
const SAME: f64 = 1e-11;

/// Returns a shape without annotations, text, or groups under a map; `None` if the result is not a valid shape.
pub(super) fn map_shape(shape: &Shape, map: &Affine) -> Option<Shape> {
    let shape = match shape {
        Shape::Line { points, closed } => Shape::Line {
            points: map_points(points, map),
            closed: *closed,
        },
        Shape::Polygon { points, holes } => Shape::Polygon {
            points: map_points(points, map),
            holes: holes.iter().map(|hole| map_points(hole, map)).collect(),
        },
        Shape::Circle { center, radius } if is_similarity(map) => Shape::Circle {
            center: *map * *center,
            radius: radius * max_scale(map),
        },
        Shape::Point { at } => Shape::Point { at: *map * *at },
        Shape::Rect {
            corner,
            width,
            height,
            corner_radius,
        } => rect(*corner, [*width, *height], *corner_radius, map)?,
        Shape::Region { paths } => Shape::Region {
            paths: paths.iter().map(|path| path.transformed(map)).collect(),
        },
        other => {
            let paths: Vec<Path> = other.paths().iter().map(|path| path.transformed(map)).collect();
            of_paths(&paths)?
        }
    };
    shape.check().is_ok().then_some(shape)
}

fn map_points(points: &[Point], map: &Affine) -> Vec<Point> {
    points.iter().map(|point| *map * *point).collect()
}

/// Returns a rectangle under a map: a rectangle if the axes stay parallel to the axes, else its outline.
fn rect(corner: Point, [width, height]: [f64; 2], radius: f64, map: &Affine) -> Option<Shape> {
    let [a, b, c, d, ..] = map.as_coeffs();
    let size = max_scale(map);
    let small = |n: f64| n.abs() <= SAME * size;
    let is_straight = (small(b) && small(c)) || (small(a) && small(d));
    if is_straight && (radius == 0.0 || is_similarity(map)) {
        let (one, other) = (
            *map * corner,
            *map * Point::new(corner.x + width, corner.y + height),
        );
        let corner = Point::new(one.x.min(other.x), one.y.min(other.y));
        let (width, height) = ((other.x - one.x).abs(), (other.y - one.y).abs());
        return Some(Shape::Rect {
            corner,
            width,
            height,
            corner_radius: (radius * size).min(width.min(height) / 2.0),
        });
    }
    of_paths(&[Path::rounded_rect(corner, width, height, radius).transformed(map)])
}

/// Returns the simplest shape that has these curves; `None` if there are none.
pub(super) fn of_paths(paths: &[Path]) -> Option<Shape> {
    if let [path] = paths {
        if let Some(points) = corners(path) {
            return Some(match path.closed && points.len() > 2 {
                true => Shape::Polygon {
                    points,
                    holes: Vec::new(),
                },
                false => Shape::Line {
                    points,
                    closed: false,
                },
            });
        }
        if let Some(conic) = one_conic(path) {
            return Some(of_conic(&conic));
        }
    }
    let text = path_data::write(paths, false);
    PathData::new(&text).ok().map(Shape::Bezier)
}

/// Returns the corners of a path of straight lines; `None` for another path.
fn corners(path: &Path) -> Option<Vec<Point>> {
    let mut points = vec![path.start()?];
    for seg in &path.segs {
        let Seg::Line { b, .. } = seg else { return None };
        points.push(*b);
    }
    if path.closed {
        points.pop();
        // A closing line of no length leaves the first corner twice.
        let first = points.first().copied()?;
        while points.len() > 1 && points.last() == Some(&first) {
            points.pop();
        }
        if points.len() == 2 {
            points.push(first);
        }
    }
    Some(points)
}

/// Returns the arc of which the pieces of a path are parts; `None` for another path.
fn one_conic(path: &Path) -> Option<Conic> {
    let mut all: Option<Conic> = None;
    for seg in &path.segs {
        let Seg::Conic(piece) = seg else { return None };
        let piece = align_axes(piece);
        let Some(so_far) = &mut all else {
            all = Some(piece);
            continue;
        };
        let size = norm(so_far.p).max(norm(so_far.q));
        let near = |a: trammel_kernel::Vec2, b: trammel_kernel::Vec2| norm(a - b) <= SAME * size;
        let continues = near(so_far.end().to_vec2(), piece.start().to_vec2())
            && near(so_far.c.to_vec2(), piece.c.to_vec2())
            && near(so_far.p, piece.p)
            && near(so_far.q, piece.q)
            && (so_far.dt > 0.0) == (piece.dt > 0.0);
        if !continues {
            return None;
        }
        so_far.dt += piece.dt;
    }
    let mut all = all?;
    if path.closed {
        // A chord closes an arc that is not a full turn.
        ((all.dt.abs() - TAU).abs() <= 1e-9).then_some(())?;
        all.dt = TAU * all.dt.signum();
    } else if all.dt.abs() >= TAU - 1e-12 {
        return None;
    }
    Some(all)
}

/// Returns the same arc with a circle's axes parallel to the axes, so that arcs of one circle have equal axes.
fn align_axes(conic: &Conic) -> Conic {
    let Some(radius) = conic.radius() else {
        return *conic;
    };
    let start = conic.start() - conic.c;
    let sweep = if conic.is_ccw() {
        conic.dt.abs()
    } else {
        -conic.dt.abs()
    };
    Conic {
        t0: libm::atan2(start.y, start.x),
        dt: sweep,
        ..Conic::circle(conic.c, radius)
    }
}

/// Returns the circle, ellipse, or arc that a conic is; direction is not kept.
fn of_conic(conic: &Conic) -> Shape {
    let (center, full) = (conic.c, conic.is_full());
    if let Some(radius) = conic.radius() {
        if full {
            return Shape::Circle { center, radius };
        }
        let angle = |point: Point| libm::atan2(point.y - center.y, point.x - center.x);
        let start_angle = angle(match conic.is_ccw() {
            true => conic.start(),
            false => conic.end(),
        });
        return Shape::Arc {
            center,
            radius,
            start_angle,
            end_angle: start_angle + conic.dt.abs(),
        };
    }
    let (major, minor, t_major) = conic.axes();
    let hand = if major.cross(minor) < 0.0 { -1.0 } else { 1.0 };
    let (from, to) = (
        hand * (conic.t0 - t_major),
        hand * (conic.t0 + conic.dt - t_major),
    );
    let start_angle = if full { 0.0 } else { from.min(to).rem_euclid(TAU) };
    Shape::Ellipse {
        center,
        rx: norm(major),
        ry: norm(minor),
        rotation: libm::atan2(major.y, major.x),
        start_angle,
        end_angle: start_angle + if full { TAU } else { conic.dt.abs() },
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use trammel_kernel::affine::rotation;

    fn shape(text: &str) -> Shape {
        of_paths(&path_data::parse(text).unwrap()).unwrap()
    }

    #[test]
    fn curves_become_the_simplest_shape() {
        assert_eq!(shape("M0 0L10 0L10 5Z").kind(), "polygon");
        assert_eq!(shape("M0 0L10 0L10 5").kind(), "line");
        assert_eq!(shape("M0 0L10 0Z").kind(), "polygon");
        assert_eq!(shape("M0 0L10 0L10 5ZM1 1L2 2").kind(), "bezier");
        assert_eq!(shape("M10 0A10 10 0 0 1 0 10").kind(), "arc");
        assert_eq!(shape("M10 0A10 5 0 0 1 0 5").kind(), "ellipse");
        assert_eq!(
            shape("M10 0A10 10 0 0 1 -10 0A10 10 0 0 1 10 0Z"),
            Shape::Circle {
                center: Point::ZERO,
                radius: 10.0
            }
        );
        // The chord of a closed arc is a part of the outline.
        assert_eq!(shape("M10 0A10 10 0 0 1 0 10Z").kind(), "bezier");
    }

    #[test]
    fn placed_shapes_have_the_mapped_curves() {
        let shapes = [
            shape("M10 0A10 10 0 0 0 0 10"),
            shape("M10 0A10 5 20 0 1 0 5"),
            Shape::Circle {
                center: Point::new(3.0, 4.0),
                radius: 2.0,
            },
            Shape::Rect {
                corner: Point::new(1.0, 2.0),
                width: 10.0,
                height: 6.0,
                corner_radius: 1.0,
            },
        ];
        let maps = [
            Affine::FLIP_Y,
            rotation(0.4) * Affine::scale(2.0),
            rotation(0.4) * Affine::scale_non_uniform(2.0, -3.0),
            rotation(std::f64::consts::FRAC_PI_2),
        ];
        for (shape, map) in shapes
            .iter()
            .flat_map(|shape| maps.iter().map(move |map| (shape, map)))
        {
            let got = map_shape(shape, map).unwrap();
            let wanted: Vec<Path> = shape.paths().iter().map(|path| path.transformed(map)).collect();
            let (length, bounds) = (wanted[0].length(), Path::bounds_of(&wanted).unwrap());
            let own = Path::bounds_of(&got.paths()).unwrap();
            assert!(
                (got.paths()[0].length() - length).abs() < 1e-9,
                "{shape:?} {map:?}: {got:?}"
            );
            assert!(
                norm(own.min - bounds.min) + norm(own.max - bounds.max) < 1e-9,
                "{got:?}"
            );
        }
    }
}
