//! Shapes of computed curves: the simplest type that represents a path exactly.
//!
//! Straight pieces become a line, a single arc of a circle or ellipse becomes that type, and all other curves become a
//! path.

use super::path_data::PathData;
use super::shape::Shape;
use std::f64::consts::TAU;
use trammel_kernel::{Conic, Path, Point, Seg, svg};
use trammel_language::{Bilingual, bilingual};

impl Shape {
    /// Returns the simplest shape that represents a path exactly. `old` is the shape from which the path was computed.
    ///
    /// # Errors
    /// Returns an error if the path is empty or not finite.
    pub fn of_path(path: &Path, old: Option<&Shape>) -> Result<Shape, Bilingual> {
        if path.is_empty() || !path.is_finite() {
            return Err(bilingual!(
                "the resulting outline is empty",
                "결과 외곽선이 비어 있어요"
            ));
        }
        let straight = path.segs.iter().all(|seg| matches!(seg, Seg::Line { .. }));
        if straight {
            let mut points: Vec<Point> = vec![path.segs[0].start()];
            points.extend(path.segs.iter().map(Seg::end));
            points.dedup();
            if path.closed && points.len() > 1 {
                points.pop();
            }
            let polygon = matches!(old, Some(Shape::Polygon { .. } | Shape::Rect { .. }));
            return Ok(if path.closed && polygon {
                Shape::Polygon {
                    points,
                    holes: Vec::new(),
                }
            } else {
                Shape::Line {
                    points,
                    closed: path.closed,
                }
            });
        }
        if let [Seg::Conic(conic)] = path.segs.as_slice()
            && let Some(shape) = arc_shape(conic).or_else(|| ellipse_shape(conic))
        {
            return Ok(shape);
        }
        if matches!(old, Some(Shape::Region { .. })) && path.closed {
            return Ok(Shape::Region {
                paths: vec![path.clone()],
            });
        }
        let text = svg::write(std::slice::from_ref(path), false);
        PathData::new(&text).map(Shape::Bezier)
    }
}

/// Returns a counterclockwise circular arc as an arc shape, or a full circle as a circle; `None` for other conics.
fn arc_shape(conic: &Conic) -> Option<Shape> {
    let radius = conic.radius()?;
    if conic.is_full() {
        return Some(Shape::Circle {
            center: conic.c,
            radius,
        });
    }
    if !conic.is_ccw() {
        return None;
    }
    // An arc in the standard parameterization keeps its angles exactly.
    let plain = conic.p.y == 0.0 && conic.p.x > 0.0 && conic.dt > 0.0;
    let (start_angle, end_angle) = if plain {
        (conic.t0, conic.t0 + conic.dt)
    } else {
        let from = conic.start() - conic.c;
        let start = libm::atan2(from.y, from.x);
        (start, start + conic.dt.abs())
    };
    Some(Shape::Arc {
        center: conic.c,
        radius,
        start_angle,
        end_angle,
    })
}

/// Returns a counterclockwise elliptic arc or a full ellipse as an ellipse shape; `None` for clockwise or
/// degenerate conics.
fn ellipse_shape(conic: &Conic) -> Option<Shape> {
    let (major, minor, t_major) = conic.axes();
    let (rx, ry) = (libm::hypot(major.x, major.y), libm::hypot(minor.x, minor.y));
    if !conic.is_ccw() || ry <= 1e-9 * rx || !rx.is_finite() {
        return None;
    }
    // If the parameter runs clockwise relative to the axes, the angle from the major axis changes its sign.
    let sense = if major.cross(minor) < 0.0 { -1.0 } else { 1.0 };
    let start = sense * (conic.t0 - t_major);
    let (start_angle, end_angle) = if conic.is_full() {
        (0.0, TAU)
    } else {
        let start = start.rem_euclid(TAU);
        (start, start + conic.dt.abs())
    };
    Some(Shape::Ellipse {
        center: conic.c,
        rx,
        ry,
        rotation: libm::atan2(major.y, major.x),
        start_angle,
        end_angle,
    })
}
