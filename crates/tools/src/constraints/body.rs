//! Entities as solver variables in world coordinates. `change.rs` converts changed variables back into entities.
//!
//! Start at [`Body::new`]. [`Body::whole`] and [`Body::part`] convert references into geometry of the solver.

use trammel_kernel::solve::{CircleExpr, Curve, EllipseExpr, LineExpr, PointExpr, Sketch, Var};
use trammel_kernel::{Affine, Conic, Point, Seg, Vec2, affine};
use trammel_scene::{Entity, Local, Name, Part, PartSelector, Scene, Shape};

/// Solver geometry of a reference.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "a few at a time, and both are Copy")]
pub(super) enum Meaning {
    /// Point.
    Point(PointExpr),
    /// Line, circle or ellipse.
    Curve(Curve),
}

/// Solver variables of an entity.
#[derive(Debug)]
pub(super) struct Body {
    /// Name of the entity.
    pub(super) name: Name,
    /// Indexes of the entity's variables in the sketch.
    pub(super) vars: std::ops::Range<Var>,
    /// Transform from the entity's coordinates to world coordinates.
    pub(super) map: Affine,
    pub(super) form: Form,
}

#[derive(Debug)]
pub(super) enum Form {
    /// Lines, polygons and points, whose corners move independently.
    Rings(Vec<Ring>),
    Circle(CircleExpr),
    Arc {
        circle: CircleExpr,
        angle: Var,
        sweep: Var,
        /// Orientation: 1, or -1 if the transform mirrors the arc.
        turn: f64,
    },
    Ellipse {
        ellipse: EllipseExpr,
        /// Orientation: 1, or -1 if the transform mirrors the ellipse.
        turn: f64,
    },
    /// Variables for x, y, width and height in the entity's own coordinates.
    Rect([Var; 4]),
    /// Variables for the translation of an entity of any other type, which moves as a whole.
    Rigid([Var; 2]),
}

#[derive(Debug)]
pub(super) struct Ring {
    pub(super) points: Vec<PointExpr>,
    closed: bool,
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

impl Body {
    /// Returns the geometry of the whole entity; `None` if only parts of the entity can be constrained.
    pub(super) fn whole(&self) -> Option<Meaning> {
        match &self.form {
            Form::Rings(rings) => match rings.as_slice() {
                [ring] if !ring.closed => match ring.points.as_slice() {
                    [p] => Some(Meaning::Point(*p)),
                    [p, q] => Some(line(*p, *q)),
                    _ => None,
                },
                _ => None,
            },
            Form::Circle(circle) | Form::Arc { circle, .. } => Some(Meaning::Curve(Curve::Circle(*circle))),
            Form::Ellipse { ellipse, .. } => Some(Meaning::Curve(Curve::Ellipse(*ellipse))),
            Form::Rect(_) | Form::Rigid(_) => None,
        }
    }

    /// Returns the geometry of a part; `None` if the part depends on the shape in a way that the solver cannot
    /// express.
    pub(super) fn part(&self, sketch: &mut Sketch, entity: &Entity, part: Part) -> Option<Meaning> {
        match &self.form {
            Form::Rings(rings) => of_rings(rings, part),
            Form::Circle(circle) => match part {
                Part::PartSelector(PartSelector::Center)
                | Part::EdgePoint(0, PartSelector::Center)
                | Part::ArcPoint(0, PartSelector::Center) => Some(Meaning::Point(circle.center)),
                Part::Edge(0) | Part::Arc(0) => self.whole(),
                _ => None,
            },
            Form::Arc {
                circle, sweep, turn, ..
            } => match part {
                Part::PartSelector(spot) | Part::EdgePoint(0, spot) | Part::ArcPoint(0, spot) => {
                    let [start, end] = circle.ends?;
                    Some(Meaning::Point(match spot {
                        PartSelector::Start => start,
                        PartSelector::End => end,
                        PartSelector::Mid => swept(start, Some((*sweep, 0.5 * turn))),
                        PartSelector::Center => circle.center,
                    }))
                }
                Part::Point(i) => Some(Meaning::Point(*circle.ends?.get(i)?)),
                Part::Edge(0) | Part::Arc(0) => self.whole(),
                _ => None,
            },
            Form::Ellipse { ellipse, .. } => match part {
                Part::PartSelector(PartSelector::Center)
                | Part::EdgePoint(0, PartSelector::Center)
                | Part::ArcPoint(0, PartSelector::Center) => Some(Meaning::Point(PointExpr::free(
                    ellipse.center[0],
                    ellipse.center[1],
                ))),
                Part::Edge(0) | Part::Arc(0) => self.whole(),
                _ => None,
            },
            Form::Rect(rect) => {
                let Shape::Rect {
                    corner,
                    width,
                    height,
                    ..
                } = entity.shape
                else {
                    return None;
                };
                let at = |p: Point| on_rect(*rect, corner, Vec2::new(width, height), self.map, p);
                self.glued(sketch, part.of(entity)?, at)
            }
            Form::Rigid([x, y]) => {
                let at = |p: Point| PointExpr::Shifted {
                    x: *x,
                    y: *y,
                    by: (self.map * p).to_vec2(),
                };
                self.glued(sketch, part.of(entity)?, at)
            }
        }
    }

    /// Returns the geometry of a part whose points `at` maps into the sketch. Circles get a fixed radius.
    fn glued(&self, sketch: &mut Sketch, part: Local, at: impl Fn(Point) -> PointExpr) -> Option<Meaning> {
        match part {
            Local::Point(p) => Some(Meaning::Point(at(p))),
            Local::Curve(Seg::Line { a, b }) => Some(line(at(a), at(b))),
            Local::Curve(Seg::Conic(conic)) if affine::is_similarity(&self.map) => {
                let radius = sketch.size(conic.radius()? * affine::max_scale(&self.map));
                sketch.vars[radius].fixed = true;
                let seg = Seg::Conic(conic);
                Some(Meaning::Curve(Curve::Circle(CircleExpr {
                    center: at(conic.c),
                    radius,
                    ends: Some([at(seg.start()), at(seg.end())]),
                })))
            }
            Local::Curve(_) => None,
        }
    }
}

fn form(sketch: &mut Sketch, shape: &Shape, map: Affine) -> Form {
    let ring = |sketch: &mut Sketch, points: &[Point], closed: bool| {
        // A closed ring that repeats its first point has only one corner there.
        let repeats = closed && points.len() > 1 && points.first() == points.last();
        let corners = &points[..points.len() - usize::from(repeats)];
        Ring {
            points: corners.iter().map(|p| sketch.point(map * *p)).collect(),
            closed,
        }
    };
    // The radius of a circle is a world length only if the transform is a similarity.
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
        Shape::Circle { center, radius } if round => {
            Form::Circle(sketch.circle(map * *center, radius * scale))
        }
        Shape::Arc {
            center,
            radius,
            start_angle,
            end_angle,
        } if round => {
            let sweep = Conic::arc(*center, *radius, *start_angle, *end_angle).dt;
            let circle = sketch.arc(map * *center, radius * scale, world_angle(*start_angle), sweep);
            let (angle, sweep) = (circle.radius + 1, circle.radius + 2);
            let ends = circle
                .ends
                .map(|[start, _]| [start, swept(start, Some((sweep, turn)))]);
            Form::Arc {
                circle: CircleExpr { ends, ..circle },
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

fn line(a: PointExpr, b: PointExpr) -> Meaning {
    Meaning::Curve(Curve::Line(LineExpr::new(a, b)))
}

/// Returns the geometry of a part of rings. Edges and corners are counted consecutively through all rings.
fn of_rings(rings: &[Ring], part: Part) -> Option<Meaning> {
    let mut pieces = rings.iter().flat_map(|ring| {
        let next = ring
            .points
            .iter()
            .skip(1)
            .chain(ring.points.first().filter(|_| ring.closed));
        ring.points.iter().zip(next)
    });
    let open = || rings.first().filter(|ring| rings.len() == 1 && !ring.closed);
    match part {
        Part::PartSelector(PartSelector::Start) => open()?.points.first().map(|p| Meaning::Point(*p)),
        Part::PartSelector(PartSelector::End) => open()?.points.last().map(|p| Meaning::Point(*p)),
        Part::PartSelector(PartSelector::Center) => match open()?.points.as_slice() {
            [p] => Some(Meaning::Point(*p)),
            _ => None,
        },
        Part::PartSelector(PartSelector::Mid) => match open()?.points.as_slice() {
            [p, q] => middle(p, q),
            _ => None,
        },
        Part::Point(i) => {
            let mut points = rings.iter().flat_map(|ring| &ring.points);
            points.nth(i).map(|p| Meaning::Point(*p))
        }
        Part::Edge(i) => pieces.nth(i).map(|(p, q)| line(*p, *q)),
        Part::EdgePoint(i, spot) => {
            let (p, q) = pieces.nth(i)?;
            match spot {
                PartSelector::Start => Some(Meaning::Point(*p)),
                PartSelector::End => Some(Meaning::Point(*q)),
                PartSelector::Mid => middle(p, q),
                PartSelector::Center => None,
            }
        }
        Part::Arc(_) | Part::ArcPoint(..) => None,
    }
}

fn middle(p: &PointExpr, q: &PointExpr) -> Option<Meaning> {
    match (p, q) {
        (PointExpr::Free { x, y }, PointExpr::Free { x: u, y: v }) => {
            Some(Meaning::Point(PointExpr::Middle {
                a: [*x, *y],
                b: [*u, *v],
            }))
        }
        _ => None,
    }
}

/// Returns a point in a rectangle's coordinates as a point relative to the nearest corner, edge midpoint or the
/// center.
pub(super) fn on_rect(rect: [Var; 4], corner: Point, size: Vec2, map: Affine, p: Point) -> PointExpr {
    let share = |along: f64, whole: f64| match along / whole {
        half if (half - 0.5).abs() < 1e-12 => 0.5,
        low if low < 0.5 => 0.0,
        _ => 1.0,
    };
    let from = p - corner;
    let at = Vec2::new(share(from.x, size.x), share(from.y, size.y));
    let by = Vec2::new(from.x - at.x * size.x, from.y - at.y * size.y);
    PointExpr::OnRect { rect, at, by, map }
}

/// Returns the point on the circle of `start` at another sweep from the start angle.
fn swept(start: PointExpr, by: Option<(Var, f64)>) -> PointExpr {
    match start {
        PointExpr::OnCircle {
            center,
            radius,
            angle,
            turn,
            ..
        } => PointExpr::OnCircle {
            center,
            radius,
            angle,
            sweep: by,
            turn,
        },
        other => other,
    }
}
