//! Placement of shapes: object coordinate systems, and maps of shapes to the plane of the drawing.
//!
//! Every map is exact: a circle that is not scaled uniformly becomes an ellipse, and arcs of paths stay arcs.

use crate::report::Reason;
use std::f64::consts::{FRAC_PI_2, TAU};
use std::sync::Arc;
use trammel_kernel::affine::mean_scale;
use trammel_kernel::{Affine, Conic, Path, Point, Seg, Vec2, norm, svg};
use trammel_scene::annotate::Measure;
use trammel_scene::{PathData, Shape, Text, TiedDimension, TiedHatch, TiedLeader};
use trammel_text::Align;

/// Deviation of a direction from the z axis that counts as rounding.
const STRAIGHT: f64 = 1e-9;

/// Object coordinate system of an entity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ocs {
    /// The plane of the drawing.
    Plane,
    /// The plane of the drawing seen from below: x is mirrored.
    Mirrored,
    /// An inclined plane; the map projects it to the plane of the drawing.
    Tilted(Affine),
}

impl Ocs {
    /// Returns the system with this extrusion direction, by the arbitrary axis algorithm. The points of the entity have
    /// this elevation.
    pub(super) fn of(extrusion: [f64; 3], elevation: f64) -> Ocs {
        let [x, y, z] = extrusion;
        let length = libm::sqrt(x * x + y * y + z * z);
        if length == 0.0 || !length.is_finite() {
            return Ocs::Plane;
        }
        let n = [x / length, y / length, z / length];
        if n[0].abs() <= STRAIGHT && n[1].abs() <= STRAIGHT {
            return if n[2] > 0.0 { Ocs::Plane } else { Ocs::Mirrored };
        }
        let near_z = n[0].abs() < 1.0 / 64.0 && n[1].abs() < 1.0 / 64.0;
        let world = if near_z { [0.0, 1.0, 0.0] } else { [0.0, 0.0, 1.0] };
        let ax = unit(cross(world, n));
        let ay = unit(cross(n, ax));
        Ocs::Tilted(Affine::new([
            ax[0],
            ax[1],
            ay[0],
            ay[1],
            elevation * n[0],
            elevation * n[1],
        ]))
    }

    /// Returns the map to the plane of the drawing.
    pub(super) fn map(self) -> Affine {
        match self {
            Ocs::Plane => Affine::IDENTITY,
            Ocs::Mirrored => Affine::new([-1.0, 0.0, 0.0, 1.0, 0.0, 0.0]),
            Ocs::Tilted(map) => map,
        }
    }
}

/// Returns the cross product of two vectors.
pub(super) fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

fn unit([x, y, z]: [f64; 3]) -> [f64; 3] {
    let length = libm::sqrt(x * x + y * y + z * z);
    [x / length, y / length, z / length]
}

/// Returns the factor of a map that keeps angles; `None` for other maps.
pub(super) fn similarity(map: &Affine) -> Option<f64> {
    let [a, b, c, d, ..] = map.as_coeffs();
    let (x, y) = (Vec2::new(a, b), Vec2::new(c, d));
    let (x_length, y_length) = (norm(x), norm(y));
    let is_similar = (x_length - y_length).abs() <= 1e-12 * x_length.max(y_length)
        && x.dot(y).abs() <= 1e-12 * x_length * y_length;
    (is_similar && x_length > 0.0 && x_length.is_finite()).then_some(x_length)
}

/// Reason for a change by [`map_shape`] that is not exact.
pub(super) const INEXACT: Reason = [
    "It is not mirrored or sheared, because texts and patterns stay readable.",
    "글자와 무늬를 읽을 수 있게 뒤집거나 기울이지 않았어요.",
];

/// Returns a shape mapped by `map`, and whether it is exact: texts and dimensions are not sheared or mirrored.
pub(super) fn map_shape(shape: Shape, map: &Affine) -> (Shape, bool) {
    if *map == Affine::IDENTITY {
        return (shape, true);
    }
    let is_upright = similarity(map).is_some() && map.determinant() > 0.0;
    let points = |points: Vec<Point>| points.into_iter().map(|point| *map * point).collect();
    match shape {
        Shape::Line { points: all, closed } => {
            let points = points(all);
            (Shape::Line { points, closed }, true)
        }
        Shape::Polygon { points: all, holes } => {
            let holes = holes.into_iter().map(points).collect();
            let points = all.into_iter().map(|point| *map * point).collect();
            (Shape::Polygon { points, holes }, true)
        }
        Shape::Point { at } => (Shape::Point { at: *map * at }, true),
        Shape::Text(text) => (Shape::Text(Arc::new(mapped_text(&text, map))), is_upright),
        Shape::Dimension(tied) => {
            let dimension = mapped_dimension(&tied, map);
            (Shape::Dimension(Arc::new(dimension)), is_upright)
        }
        Shape::Leader(tied) => {
            let mut leader = TiedLeader::clone(&tied);
            leader.leader.points = points(leader.leader.points);
            leader.leader.style = leader.leader.style.scale_lengths(mean_scale(map));
            (Shape::Leader(Arc::new(leader)), true)
        }
        Shape::Hatch(tied) => {
            let mut hatch = TiedHatch::clone(&tied);
            hatch.boundary = hatch.boundary.iter().map(|path| path.transformed(map)).collect();
            hatch.scale *= mean_scale(map);
            hatch.angle = map_angle(hatch.angle, map);
            let is_exact = is_upright || hatch.pattern == trammel_scene::SOLID;
            (Shape::Hatch(Arc::new(hatch)), is_exact)
        }
        curve => {
            let paths: Vec<Path> = curve.paths().iter().map(|path| path.transformed(map)).collect();
            (of_paths(&paths).unwrap_or(curve), true)
        }
    }
}

/// Returns the direction at `angle` mapped by `map`.
fn map_angle(angle: f64, map: &Affine) -> f64 {
    let [a, b, c, d, ..] = map.as_coeffs();
    if b == 0.0 && c == 0.0 && a == d && a > 0.0 {
        return angle;
    }
    let (sin, cos) = libm::sincos(angle);
    libm::atan2(b * cos + d * sin, a * cos + c * sin)
}

/// Returns a text at the place of its mapped frame. A mirrored text stays readable: its upward direction is mapped, and its
/// alignment changes sides.
fn mapped_text(text: &Text, map: &Affine) -> Text {
    let is_mirrored = map.determinant() < 0.0;
    let (angle, align) = match text.align {
        align if !is_mirrored => (map_angle(text.angle, map), align),
        align => (
            map_angle(text.angle + FRAC_PI_2, map) - FRAC_PI_2,
            match align {
                Align::Left => Align::Right,
                Align::Right => Align::Left,
                Align::Center => Align::Center,
            },
        ),
    };
    Text {
        at: *map * text.at,
        size: text.size * mean_scale(map),
        angle,
        align,
        ..text.clone()
    }
}

fn mapped_dimension(tied: &TiedDimension, map: &Affine) -> TiedDimension {
    let mut out = tied.clone();
    let is_angle = matches!(out.dimension.measure, Measure::Angular { .. });
    out.dimension.measure = out.dimension.measure.map_points(map);
    out.dimension.marks.text_at = out.dimension.marks.text_at.map(|at| *map * at);
    out.dimension.value = out.dimension.measure.value();
    let factor = mean_scale(map);
    out.dimension.style = out.dimension.style.scale_lengths(factor);
    if !is_angle {
        // The text shows the length in the unit of the file.
        out.dimension.style.factor /= factor;
    }
    out
}

/// Returns the shape of these curves: a circle, an arc, or an ellipse for a single one, else a path; `None` for no
/// curves.
pub(super) fn of_paths(paths: &[Path]) -> Option<Shape> {
    if let [path] = paths
        && let [Seg::Conic(conic)] = path.segs.as_slice()
    {
        return Some(of_conic(conic));
    }
    PathData::new(&svg::write(paths, false)).ok().map(Shape::Bezier)
}

/// Returns the circle, arc, ellipse, or elliptic arc with these points; a line for a conic without an area.
pub(super) fn of_conic(conic: &Conic) -> Shape {
    let conic = if conic.is_ccw() { *conic } else { conic.reversed() };
    let is_full = conic.is_full();
    // A sweep against the parameter of a mirrored conic is counterclockwise in the plane.
    let (p, q, t0, dt) = if conic.dt < 0.0 {
        (conic.p, -conic.q, -conic.t0, -conic.dt)
    } else {
        (conic.p, conic.q, conic.t0, conic.dt)
    };
    if let Some(radius) = conic.radius() {
        if is_full {
            return Shape::Circle {
                center: conic.c,
                radius,
            };
        }
        let start_angle = wrap_angle(t0 + direction(p));
        return Shape::Arc {
            center: conic.c,
            radius,
            start_angle,
            end_angle: start_angle + dt,
        };
    }
    let is_perpendicular = p.dot(q).abs() <= 1e-12 * norm(p) * norm(q);
    let (major, minor, shift) = if is_perpendicular {
        (p, q, 0.0)
    } else {
        Conic { p, q, ..conic }.axes()
    };
    let (rx, ry) = (norm(major), norm(minor));
    if ry <= 1e-9 * rx || rx <= 1e-9 * ry {
        let flat = Conic {
            p,
            q,
            t0,
            dt,
            ..conic
        };
        let path = Path::new(vec![Seg::Conic(flat)], false);
        let points = path
            .flatten(1e-3 * rx.max(ry))
            .into_iter()
            .chain(path.end())
            .collect();
        return Shape::Line {
            points,
            closed: false,
        };
    }
    let start_angle = if is_full { 0.0 } else { wrap_angle(t0 - shift) };
    Shape::Ellipse {
        center: conic.c,
        rx,
        ry,
        rotation: direction(major),
        start_angle,
        end_angle: start_angle + if is_full { TAU } else { dt },
    }
}

fn direction(v: Vec2) -> f64 {
    libm::atan2(v.y, v.x)
}

/// Returns the angle within one turn from 0.
fn wrap_angle(angle: f64) -> f64 {
    if (0.0..TAU).contains(&angle) {
        angle
    } else {
        angle.rem_euclid(TAU)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_PI_2, PI};

    #[test]
    fn the_axes_of_an_extrusion_follow_the_arbitrary_axis_algorithm() {
        assert_eq!(Ocs::of([0.0, 0.0, 1.0], 5.0), Ocs::Plane);
        assert_eq!(Ocs::of([0.0, 1e-17, -2.0], 5.0), Ocs::Mirrored);
        // Seen from the front: x of the object is x of the drawing, and y points out of it.
        let front = Ocs::of([0.0, -1.0, 0.0], 3.0).map();
        assert_eq!(front * Point::new(2.0, 7.0), Point::new(2.0, -3.0));
    }

    #[test]
    fn an_arc_is_mapped_exactly() {
        let arc = Shape::Arc {
            center: Point::new(1.0, 2.0),
            radius: 3.0,
            start_angle: 0.0,
            end_angle: FRAC_PI_2,
        };
        let (mirrored, _) = map_shape(arc.clone(), &Ocs::Mirrored.map());
        let Shape::Arc {
            center,
            start_angle,
            end_angle,
            ..
        } = mirrored
        else {
            panic!("{mirrored:?}");
        };
        assert_eq!(center, Point::new(-1.0, 2.0));
        assert!((start_angle - FRAC_PI_2).abs() < 1e-15 && (end_angle - PI).abs() < 1e-15);
        let stretched = Affine::scale_non_uniform(2.0, 1.0);
        let (ellipse, _) = map_shape(arc.clone(), &stretched);
        let wanted = arc.bounds(&stretched).unwrap();
        let got = ellipse.bounds(&Affine::IDENTITY).unwrap();
        assert!(
            norm(got.min - wanted.min) < 1e-12 && norm(got.max - wanted.max) < 1e-12,
            "{got:?}"
        );
        assert!(matches!(ellipse, Shape::Ellipse { rx, ry, .. } if (rx, ry) == (6.0, 3.0)));
    }

    #[test]
    fn shapes_keep_their_points_under_any_map() {
        let map = Affine::new([1.2, 0.4, -0.7, 0.9, 5.0, -3.0]);
        let mirrored = map * Affine::scale_non_uniform(-1.0, 1.0);
        let shapes = [
            Shape::Ellipse {
                center: Point::new(1.0, 2.0),
                rx: 5.0,
                ry: 2.0,
                rotation: 0.3,
                start_angle: 1.0,
                end_angle: 4.0,
            },
            Shape::Bezier(PathData::new("M0 0A5 3 20 0 1 4 4C6 6 7 1 9 0Z").unwrap()),
        ];
        for shape in shapes {
            for map in [map, mirrored, Affine::scale(25.4)] {
                let wanted = shape.bounds(&map).unwrap();
                let (got, is_exact) = map_shape(shape.clone(), &map);
                let got = got.bounds(&Affine::IDENTITY).unwrap();
                assert!(is_exact);
                assert!(norm(got.min - wanted.min) < 1e-9 && norm(got.max - wanted.max) < 1e-9);
            }
        }
    }
}
