//! Shape that results from the drag of a handle, in local coordinates.

use super::handle::Handle;
use crate::expression::TypedError;
use crate::precision::{difference, round, round_computed};
use std::f64::consts::TAU;
use std::sync::Arc;
use trammel_kernel::{Affine, Path, Point, Seg, Vec2, norm, svg};
use trammel_scene::{PathData, Shape};

/// Step of angles that are neither snapped nor typed, in degrees.
const ANGLE_STEP: f64 = 0.1;

/// Target of a drag.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// A point, with the size to round lengths to, or `None` for an exact point.
    Point(Point, Option<f64>),
    /// An exact length from the center.
    Length(f64),
}

impl Target {
    /// Returns the distance from a center.
    fn length(self, center: Point) -> f64 {
        match self {
            Target::Length(length) => length,
            Target::Point(to, pixel) => {
                let length = norm(to - center);
                pixel.map_or(round_computed(length), |pixel| round(length, pixel))
            }
        }
    }
}

/// Returns the shape after a handle was dragged.
///
/// # Errors
/// Returns the reason if the result has no size, or if the handle takes a point and the target is a length.
pub fn reshape(shape: &Shape, handle: Handle, target: Target) -> Result<Shape, TypedError> {
    let mut shape = shape.clone();
    match (&mut shape, handle) {
        (Shape::Circle { center, radius } | Shape::Arc { center, radius, .. }, Handle::Radius) => {
            *radius = positive(target.length(*center))?;
        }
        (Shape::Ellipse { center, rx, .. }, Handle::FirstAxis) => *rx = positive(target.length(*center))?,
        (Shape::Ellipse { center, ry, .. }, Handle::SecondAxis) => *ry = positive(target.length(*center))?,
        (
            Shape::Rect {
                corner,
                width,
                height,
                corner_radius,
            },
            Handle::Corner(at) | Handle::Side(at),
        ) => {
            let (low, high) = stretch_corners((*corner, *width, *height), handle, at, point(target)?);
            (*width, *height) = (
                positive(difference(low.x, high.x))?,
                positive(difference(low.y, high.y))?,
            );
            *corner = low;
            // A smaller rectangle has no room for large rounded corners.
            *corner_radius = corner_radius.min(width.min(*height) / 2.0);
        }
        (
            Shape::Arc {
                center,
                start_angle,
                end_angle,
                ..
            },
            Handle::Start | Handle::End,
        ) => {
            if handle == Handle::Start {
                *start_angle = nearest_turn(*start_angle, *center, target)?;
            } else {
                *end_angle = nearest_turn(*end_angle, *center, target)?;
            }
            let sweep = (*end_angle - *start_angle).rem_euclid(TAU);
            if sweep.min(TAU - sweep) < 1e-9 {
                return Err(TypedError::Coincident);
            }
        }
        (Shape::Line { points, .. }, Handle::Vertex(_, at)) => replace(points, at, point(target)?)?,
        (Shape::Polygon { points, holes }, Handle::Vertex(ring, at)) => {
            let ring = ring
                .checked_sub(1)
                .map_or(Some(points), |hole| holes.get_mut(hole));
            replace(ring.ok_or(TypedError::Incomplete)?, at, point(target)?)?;
        }
        (Shape::Bezier(data), Handle::Control(path, piece, at)) => {
            let mut paths = data.paths().to_vec();
            bend(&mut paths, (path, piece, at), point(target)?).ok_or(TypedError::Incomplete)?;
            *data = PathData::new(&svg::write(&paths, false)).map_err(|_| TypedError::Coincident)?;
        }
        (Shape::Text(text), Handle::Anchor) => Arc::make_mut(text).at = point(target)?,
        (Shape::Point { at }, Handle::Anchor) => *at = point(target)?,
        (Shape::Dimension(tied), Handle::Offset) => {
            let dimension = &mut Arc::make_mut(tied).dimension;
            dimension.measure = dimension.measure.with_position(point(target)?);
        }
        (Shape::Leader(tied), Handle::Bend(at)) => {
            replace(&mut Arc::make_mut(tied).leader.points, at, point(target)?)?;
        }
        _ => return Err(TypedError::Incomplete),
    }
    Ok(shape)
}

/// Returns a shape moved by a vector; annotations are not moved.
pub(crate) fn shift_shape(shape: &Shape, by: Vec2) -> Shape {
    let mut shape = shape.clone();
    match &mut shape {
        Shape::Line { points, .. } => points.iter_mut().for_each(|point| *point += by),
        Shape::Polygon { points, holes } => {
            let rings = std::iter::once(points).chain(holes);
            rings.flatten().for_each(|point| *point += by);
        }
        Shape::Circle { center, .. } | Shape::Arc { center, .. } | Shape::Ellipse { center, .. } => {
            *center += by;
        }
        Shape::Rect { corner, .. } => *corner += by,
        Shape::Text(text) => Arc::make_mut(text).at += by,
        Shape::Point { at } => *at += by,
        Shape::Bezier(data) => {
            let moved = Affine::translate(by);
            let paths: Vec<Path> = data.paths().iter().map(|path| path.transformed(&moved)).collect();
            if let Ok(moved) = PathData::new(&svg::write(&paths, false)) {
                *data = moved;
            }
        }
        _ => {}
    }
    shape
}

fn point(target: Target) -> Result<Point, TypedError> {
    match target {
        Target::Point(to, _) => Ok(to),
        Target::Length(_) => Err(TypedError::NotACoordinate),
    }
}

fn positive(size: f64) -> Result<f64, TypedError> {
    if !size.is_finite() {
        return Err(TypedError::TooLarge);
    }
    if size > 0.0 {
        Ok(size)
    } else {
        Err(TypedError::NotPositive)
    }
}

/// Replaces a point of a chain, unless the point equals a neighbor.
fn replace(points: &mut [Point], at: usize, to: Point) -> Result<(), TypedError> {
    let beside = [at.checked_sub(1), at.checked_add(1)];
    let mut beside = beside.into_iter().flatten().filter_map(|at| points.get(at));
    if beside.any(|point| *point == to) {
        return Err(TypedError::Coincident);
    }
    *points.get_mut(at).ok_or(TypedError::Incomplete)? = to;
    Ok(())
}

/// Returns the lowest and the highest corner of a rectangle after a corner or side was dragged to a point.
fn stretch_corners(
    (corner, width, height): (Point, f64, f64),
    handle: Handle,
    at: usize,
    to: Point,
) -> (Point, Point) {
    let (mut x, mut y) = ([corner.x, corner.x + width], [corner.y, corner.y + height]);
    let is_corner = matches!(handle, Handle::Corner(_));
    let (across, up) = if is_corner {
        (Some(usize::from(at == 1 || at == 2)), Some(usize::from(at >= 2)))
    } else if at.is_multiple_of(2) {
        (None, Some(at / 2))
    } else {
        (Some(usize::from(at == 1)), None)
    };
    if let Some(side) = across {
        x[side] = to.x;
    }
    if let Some(side) = up {
        y[side] = to.y;
    }
    (
        Point::new(x[0].min(x[1]), y[0].min(y[1])),
        Point::new(x[0].max(x[1]), y[0].max(y[1])),
    )
}

/// Returns the angle of a point around a center, in the turn that is nearest to the old angle.
fn nearest_turn(old: f64, center: Point, target: Target) -> Result<f64, TypedError> {
    let Target::Point(to, pixel) = target else {
        return Err(TypedError::NotACoordinate);
    };
    if to == center {
        return Err(TypedError::Coincident);
    }
    let degrees = libm::atan2(to.y - center.y, to.x - center.x).to_degrees();
    let degrees = pixel.map_or(round_computed(degrees), |_| round(degrees, ANGLE_STEP));
    let angle = degrees / 180.0 * std::f64::consts::PI;
    Ok(angle + ((old - angle) / TAU).round() * TAU)
}

/// Moves a point of a piece; `None` if there is no such point. The ends of neighboring pieces follow.
fn bend(paths: &mut [Path], (path, piece, at): (usize, usize, usize), to: Point) -> Option<()> {
    let drawn = paths.get_mut(path)?;
    let count = drawn.segs.len();
    let closes = drawn.closed && drawn.segs.last()?.end() == drawn.segs.first()?.start();
    set(drawn.segs.get_mut(piece)?, at, to);
    let next = if at == 3 {
        Some(piece + 1).filter(|next| *next < count)
    } else {
        None
    };
    if let Some(next) = next {
        set(&mut drawn.segs[next], 0, to);
    }
    if at == 0 && piece == 0 && closes {
        set(&mut drawn.segs[count - 1], 3, to);
    }
    Some(())
}

fn set(seg: &mut Seg, at: usize, to: Point) {
    match (seg, at) {
        (Seg::Line { a, .. }, 0) => *a = to,
        (Seg::Line { b, .. }, 3) => *b = to,
        (Seg::Cubic(cubic), 0) => cubic.p0 = to,
        (Seg::Cubic(cubic), 1) => cubic.p1 = to,
        (Seg::Cubic(cubic), 2) => cubic.p2 = to,
        (Seg::Cubic(cubic), 3) => cubic.p3 = to,
        _ => {}
    }
}
