//! Conversion of solver variables back into entities.
//!
//! Invariant: an entity with unchanged variables is not modified. A changed entity keeps its type, its transform
//! and, bit for bit, the numbers that did not move.

use super::body::{Body, Form, Ring, on_rect};
use trammel_kernel::solve::{CircleExpr, EllipseExpr, PointExpr, Var};
use trammel_kernel::{Affine, Point, Vec2, affine, norm};
use trammel_scene::{Entity, Shape};

/// Change of an entity.
#[derive(Debug, PartialEq)]
pub(super) enum Change {
    /// New shape, in the entity's own coordinates.
    Shape(Shape),
    /// Translation of the whole entity, in world coordinates.
    Shift(Vec2),
}

impl Body {
    /// Returns the change of the entity and the distance moved when the variables change from `old` to `new`;
    /// `None` if the entity does not change.
    pub(super) fn change(&self, entity: &Entity, old: &[f64], new: &[f64]) -> Option<(Change, f64)> {
        if old[self.vars.clone()] == new[self.vars.clone()] {
            return None;
        }
        let moved = Moved {
            old,
            new,
            back: affine::inverse(&self.map)?,
            scale: affine::max_scale(&self.map),
        };
        let (shape, far) = match (&self.form, &entity.shape) {
            (Form::Rings(rings), shape) => moved.rings(rings, shape)?,
            (Form::Circle(circle), shape) => moved.circle(circle, shape)?,
            (Form::Arc { .. }, shape) => moved.arc(&self.form, shape)?,
            (Form::Ellipse { ellipse, turn }, shape) => moved.ellipse(ellipse, *turn, shape)?,
            (Form::Rect(rect), shape) => moved.rect(*rect, self.map, shape)?,
            (Form::Rigid([x, y]), _) => {
                let shift = Vec2::new(new[*x] - old[*x], new[*y] - old[*y]);
                return Some((Change::Shift(shift), norm(shift)));
            }
        };
        Some((Change::Shape(shape), far))
    }
}

/// Old and new variable values as seen from one entity. Each method returns the new shape and the distance moved,
/// or `None` for a shape of another type.
struct Moved<'a> {
    old: &'a [f64],
    new: &'a [f64],
    /// Transform from world coordinates to the entity's coordinates.
    back: Affine,
    /// Largest scale factor of the entity.
    scale: f64,
}

impl Moved<'_> {
    /// Returns a point in the entity's coordinates. A point that did not move keeps its exact numbers, because the
    /// conversion to world coordinates and back would round them.
    fn point(&self, expr: &PointExpr, local: Point) -> Point {
        match expr.at(self.new) {
            at if at == expr.at(self.old) => local,
            at => self.back * at,
        }
    }

    /// Returns a length in the entity's coordinates.
    fn size(&self, var: Var, local: f64) -> f64 {
        if self.new[var] == self.old[var] {
            local
        } else {
            self.new[var] / self.scale
        }
    }

    /// Returns the distance that a point moves.
    fn by(&self, p: &PointExpr) -> f64 {
        norm(p.at(self.new) - p.at(self.old))
    }

    /// Returns the absolute change of a variable.
    fn grown(&self, var: Var) -> f64 {
        (self.new[var] - self.old[var]).abs()
    }

    fn rings(&self, rings: &[Ring], shape: &Shape) -> Option<(Shape, f64)> {
        let points = rings.iter().flat_map(|ring| &ring.points);
        let far = points.map(|point| self.by(point)).fold(0.0, f64::max);
        Some((
            reshaped(rings, shape, |expr, local| self.point(expr, local))?,
            far,
        ))
    }

    fn circle(&self, circle: &CircleExpr, shape: &Shape) -> Option<(Shape, f64)> {
        let Shape::Circle { center, radius } = shape else {
            return None;
        };
        let shape = Shape::Circle {
            center: self.point(&circle.center, *center),
            radius: self.size(circle.radius, *radius),
        };
        Some((shape, self.by(&circle.center).max(self.grown(circle.radius))))
    }

    fn arc(&self, form: &Form, shape: &Shape) -> Option<(Shape, f64)> {
        let (
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
        ) = (form, shape)
        else {
            return None;
        };
        let (old, new) = (self.old, self.new);
        let ends = circle
            .ends
            .iter()
            .flatten()
            .map(|end| self.by(end))
            .fold(0.0, f64::max);
        let far = ends.max(self.by(&circle.center)).max(self.grown(circle.radius));
        let start = start_angle + turn * (new[*angle] - old[*angle]);
        let kept = new[*angle] == old[*angle] && new[*sweep] == old[*sweep];
        let shape = Shape::Arc {
            center: self.point(&circle.center, *center),
            radius: self.size(circle.radius, *radius),
            start_angle: start,
            end_angle: if kept { *end_angle } else { start + new[*sweep] },
        };
        Some((shape, far))
    }

    fn ellipse(&self, ellipse: &EllipseExpr, turn: f64, shape: &Shape) -> Option<(Shape, f64)> {
        let Shape::Ellipse {
            center,
            rx,
            ry,
            rotation,
            start_angle,
            end_angle,
        } = shape
        else {
            return None;
        };
        let middle = PointExpr::free(ellipse.center[0], ellipse.center[1]);
        let turned = self.new[ellipse.rotation] - self.old[ellipse.rotation];
        let radii = ellipse.radii.iter().map(|var| self.grown(*var));
        let far = radii.fold(self.by(&middle), f64::max);
        let longest = self.new[ellipse.radii[0]].max(self.new[ellipse.radii[1]]);
        let shape = Shape::Ellipse {
            center: self.point(&middle, *center),
            rx: self.size(ellipse.radii[0], *rx),
            ry: self.size(ellipse.radii[1], *ry),
            rotation: rotation + turn * turned,
            start_angle: *start_angle,
            end_angle: *end_angle,
        };
        Some((shape, far.max(turned.abs() * longest)))
    }

    fn rect(&self, rect: [Var; 4], map: Affine, shape: &Shape) -> Option<(Shape, f64)> {
        let Shape::Rect {
            corner,
            width,
            height,
            corner_radius,
        } = shape
        else {
            return None;
        };
        let [x, y, w, h] = rect.map(|var| self.new[var]);
        let size = Vec2::new(*width, *height);
        let ends = [*corner, *corner + size].map(|at| on_rect(rect, *corner, size, map, at));
        let shape = Shape::Rect {
            corner: Point::new(x, y),
            width: w,
            height: h,
            corner_radius: *corner_radius,
        };
        Some((shape, ends.iter().map(|end| self.by(end)).fold(0.0, f64::max)))
    }
}

/// Returns the shape with its corners at the positions from `point`.
fn reshaped(rings: &[Ring], shape: &Shape, point: impl Fn(&PointExpr, Point) -> Point) -> Option<Shape> {
    let moved = |ring: &Ring, locals: &[Point]| -> Vec<Point> {
        // The repeated last point of a closed ring corresponds to its first corner.
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
