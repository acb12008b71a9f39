//! An entity as variables of a sketch, in world coordinates, and back.
//!
//! Invariant: a body whose variables did not change gives the shape it was made from, to the last bit; one that did
//! keeps its type, its transform and its group.

use crate::geometry::solve::{CircleExpr, Curve, EllipseExpr, LineExpr, PointExpr, Sketch, Var};
use crate::geometry::{Affine, Point, Vec2, affine};
use crate::scene::{Entity, Name, Part, Scene, Shape};

/// What a reference means in a sketch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meaning {
    /// A point.
    Point(PointExpr),
    /// A line, circle or ellipse.
    Curve(Curve),
}

/// An entity's variables.
#[derive(Debug)]
pub(super) struct Body {
    /// The entity.
    pub(super) name: Name,
    /// Its variables are these numbers.
    pub(super) vars: std::ops::Range<Var>,
    /// From its own coordinates to the world's.
    map: Affine,
    form: Form,
}

#[derive(Debug)]
enum Form {
    /// Corners that move one by one: lines, polygons, points.
    Rings(Vec<Ring>),
    Circle(CircleExpr),
    Arc {
        circle: CircleExpr,
        angle: Var,
        sweep: Var,
        /// 1, or -1 when the world sees it mirrored.
        turn: f64,
    },
    Ellipse {
        ellipse: EllipseExpr,
        /// 1, or -1 when the world sees it mirrored.
        turn: f64,
    },
    /// x, y, width and height in its own coordinates.
    Rect([Var; 4]),
    /// Anything else moves as a whole.
    Rigid([Var; 2]),
}

#[derive(Debug)]
struct Ring {
    points: Vec<PointExpr>,
    closed: bool,
}

/// How an entity is to change.
#[derive(Debug, PartialEq)]
pub(super) enum Change {
    /// It becomes this, in its own coordinates.
    Shape(Shape),
    /// It moves as a whole, in the world.
    Shift(Vec2),
}

impl Body {
    /// Adds the variables of an entity to the sketch.
    pub(super) fn new(sketch: &mut Sketch, scene: &Scene, entity: &Entity) -> Body {
        let first = sketch.vars.len();
        let map = scene.world_transform(&entity.name).unwrap_or_default();
        let form = form(sketch, &entity.shape, map);
        Body {
            name: entity.name.clone(),
            vars: first..sketch.vars.len(),
            map,
            form,
        }
    }
}

fn form(sketch: &mut Sketch, shape: &Shape, map: Affine) -> Form {
    let ring = |sketch: &mut Sketch, points: &[Point], closed| Ring {
        points: points.iter().map(|p| sketch.point(map * *p)).collect(),
        closed,
    };
    // The radius of a circle is a number of the world only while the world sees a circle.
    let scale = affine::max_scale(&map);
    let round = affine::is_similarity(&map);
    let turn = map.determinant().signum();
    let world_angle = |angle: f64| {
        let (sin, cos) = libm::sincos(angle);
        let seen = map.with_translation(Vec2::ZERO) * Point::new(cos, sin);
        libm::atan2(seen.y, seen.x)
    };
    match shape {
        Shape::Line { points, closed } => Form::Rings(vec![ring(sketch, points, *closed)]),
        Shape::Point { at } => Form::Rings(vec![ring(sketch, &[*at], false)]),
        Shape::Polygon { points, holes } => Form::Rings(
            std::iter::once(points)
                .chain(holes)
                .map(|points| ring(sketch, points, true))
                .collect(),
        ),
        Shape::Circle { center, radius } if round => Form::Circle(sketch.circle(map * *center, radius * scale)),
        Shape::Arc {
            center,
            radius,
            start_angle,
            end_angle,
        } if round => {
            let sweep = crate::geometry::Conic::arc(*center, *radius, *start_angle, *end_angle).dt;
            let circle = sketch.arc(map * *center, radius * scale, world_angle(*start_angle), sweep);
            let (angle, sweep) = (circle.radius + 1, circle.radius + 2);
            let flipped = circle.ends.map(|[start, end]| [start, turned(end, turn)]);
            Form::Arc {
                circle: CircleExpr {
                    ends: flipped,
                    ..circle
                },
                angle,
                sweep,
                turn,
            }
        }
        Shape::Ellipse {
            center,
            rx,
            ry,
            rotation,
            ..
        } if round => {
            let at = map * *center;
            let center = [sketch.length(at.x), sketch.length(at.y)];
            let radii = [sketch.size(rx * scale), sketch.size(ry * scale)];
            let rotation = sketch.angle(world_angle(*rotation), rx.max(*ry) * scale);
            let ellipse = EllipseExpr {
                center,
                radii,
                rotation,
            };
            Form::Ellipse { ellipse, turn }
        }
        Shape::Rect {
            corner,
            width,
            height,
            corner_radius,
        } => {
            let rect = [
                sketch.add(corner.x, scale),
                sketch.add(corner.y, scale),
                sketch.add(*width, scale),
                sketch.add(*height, scale),
            ];
            for size in &rect[2..] {
                sketch.vars[*size].min = 2.0 * corner_radius;
            }
            Form::Rect(rect)
        }
        _ => Form::Rigid([sketch.length(0.0), sketch.length(0.0)]),
    }
}

/// The end of an arc that runs the other way round when `turn` is -1.
fn turned(end: PointExpr, turn: f64) -> PointExpr {
    match end {
        PointExpr::OnCircle {
            center,
            radius,
            angle,
            sweep,
            turn: by,
        } => PointExpr::OnCircle {
            center,
            radius,
            angle,
            sweep: sweep.map(|(var, factor)| (var, factor * turn)),
            turn: by,
        },
        other => other,
    }
}
