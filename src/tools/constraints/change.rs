//! From the variables of a sketch back to entities.
//!
//! Invariant: an entity whose variables did not change is not touched, and one that changed keeps its type, its transform
//! and the numbers that did not move, to the last bit.

use super::body::{Body, Form, Ring, on_rect};
use crate::geometry::solve::{PointExpr, Var};
use crate::geometry::{Point, Vec2, affine, norm};
use crate::scene::{Entity, Shape};

/// How an entity is to change.
#[derive(Debug, PartialEq)]
pub(super) enum Change {
    /// It becomes this, in its own coordinates.
    Shape(Shape),
    /// It moves as a whole, in the world.
    Shift(Vec2),
}

impl Body {
    /// How the entity changes when its variables go from one list of values to another, and how far that moves it;
    /// `None` when it does not.
    pub(super) fn change(&self, entity: &Entity, old: &[f64], new: &[f64]) -> Option<(Change, f64)> {
        if old[self.vars.clone()] == new[self.vars.clone()] {
            return None;
        }
        let back = affine::inverse(&self.map)?;
        let scale = affine::max_scale(&self.map);
        // What did not move keeps its numbers, which the way to the world and back would blur.
        let point = |expr: &PointExpr, local: Point| match expr.at(new) {
            at if at == expr.at(old) => local,
            at => back * at,
        };
        let size = |var: Var, local: f64| {
            if new[var] == old[var] {
                local
            } else {
                new[var] / scale
            }
        };
        let by = |p: &PointExpr| norm(p.at(new) - p.at(old));
        let grown = |var: &Var| (new[*var] - old[*var]).abs();
        let (shape, far) = match (&self.form, &entity.shape) {
            (Form::Rings(rings), shape) => {
                let far = rings
                    .iter()
                    .flat_map(|ring| &ring.points)
                    .map(by)
                    .fold(0.0, f64::max);
                (reshaped(rings, shape, point)?, far)
            }
            (Form::Circle(circle), Shape::Circle { center, radius }) => {
                let far = by(&circle.center).max(grown(&circle.radius));
                let center = point(&circle.center, *center);
                (
                    Shape::Circle {
                        center,
                        radius: size(circle.radius, *radius),
                    },
                    far,
                )
            }
            (
                Form::Arc {
                    circle,
                    angle,
                    sweep,
                    turn,
                },
                Shape::Arc {
                    center,
                    radius,
                    start_angle,
                    end_angle,
                },
            ) => {
                let ends = circle.ends.iter().flatten().map(by).fold(0.0, f64::max);
                let far = ends.max(by(&circle.center)).max(grown(&circle.radius));
                let start = start_angle + turn * (new[*angle] - old[*angle]);
                let kept = new[*angle] == old[*angle] && new[*sweep] == old[*sweep];
                let shape = Shape::Arc {
                    center: point(&circle.center, *center),
                    radius: size(circle.radius, *radius),
                    start_angle: start,
                    end_angle: if kept { *end_angle } else { start + new[*sweep] },
                };
                (shape, far)
            }
            (
                Form::Ellipse { ellipse, turn },
                Shape::Ellipse {
                    center,
                    rx,
                    ry,
                    rotation,
                    start_angle,
                    end_angle,
                },
            ) => {
                let middle = PointExpr::free(ellipse.center[0], ellipse.center[1]);
                let turned = new[ellipse.rotation] - old[ellipse.rotation];
                let far = ellipse.radii.iter().map(grown).fold(by(&middle), f64::max);
                let shape = Shape::Ellipse {
                    center: point(&middle, *center),
                    rx: size(ellipse.radii[0], *rx),
                    ry: size(ellipse.radii[1], *ry),
                    rotation: rotation + turn * turned,
                    start_angle: *start_angle,
                    end_angle: *end_angle,
                };
                (
                    shape,
                    far.max(turned.abs() * new[ellipse.radii[0]].max(new[ellipse.radii[1]])),
                )
            }
            (
                Form::Rect(rect),
                Shape::Rect {
                    corner,
                    width,
                    height,
                    corner_radius,
                },
            ) => {
                let [x, y, w, h] = rect.map(|var| new[var]);
                let at = |u, v| {
                    on_rect(
                        *rect,
                        *corner,
                        Vec2::new(*width, *height),
                        self.map,
                        Point::new(u, v),
                    )
                };
                let ends = [at(corner.x, corner.y), at(corner.x + width, corner.y + height)];
                let shape = Shape::Rect {
                    corner: Point::new(x, y),
                    width: w,
                    height: h,
                    corner_radius: *corner_radius,
                };
                (shape, ends.iter().map(by).fold(0.0, f64::max))
            }
            (Form::Rigid([x, y]), _) => {
                let shift = Vec2::new(new[*x] - old[*x], new[*y] - old[*y]);
                return Some((Change::Shift(shift), norm(shift)));
            }
            _ => return None,
        };
        Some((Change::Shape(shape), far))
    }
}

/// The shape with its corners where `point` puts them.
fn reshaped(rings: &[Ring], shape: &Shape, point: impl Fn(&PointExpr, Point) -> Point) -> Option<Shape> {
    let moved = |ring: &Ring, locals: &[Point]| -> Vec<Point> {
        // The repeated last point of a closed ring is its first corner.
        let corners = ring.points.iter().cycle().zip(locals);
        corners.map(|(p, local)| point(p, *local)).collect()
    };
    match shape {
        Shape::Line { points, closed } => Some(Shape::Line {
            points: moved(rings.first()?, points),
            closed: *closed,
        }),
        Shape::Point { at } => Some(Shape::Point {
            at: *moved(rings.first()?, &[*at]).first()?,
        }),
        Shape::Polygon { points, holes } => {
            let (outer, inner) = rings.split_first()?;
            Some(Shape::Polygon {
                points: moved(outer, points),
                holes: inner
                    .iter()
                    .zip(holes)
                    .map(|(ring, hole)| moved(ring, hole))
                    .collect(),
            })
        }
        _ => None,
    }
}
