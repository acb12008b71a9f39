//! Entities as solver variables in world coordinates, and the conversion of changed variables back into entities.
//!
//! Invariant: an entity with unchanged variables is not modified. A changed entity keeps its type, its transform and, bit for
//! bit, the numbers that did not move.
//!
//! Start at [`Body::new`]. [`Body::whole`] and [`Body::part`] convert references into geometry of the solver.

use trammel_kernel::{
    Affine, Conic, Point, Seg, Vec2, affine, norm,
    solve::{CircleExpr, Curve, EllipseExpr, LineExpr, PointExpr, Sketch, Var},
};
use trammel_scene::{Entity, Local, Name, Part, PartSelector, RefGeometry, Scene, Shape};

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
    pub(super) fn whole(&self) -> Option<RefGeometry> {
        match &self.form {
            Form::Rings(rings) => match rings.as_slice() {
                [ring] if !ring.closed => match ring.points.as_slice() {
                    [p] => Some(RefGeometry::Point(*p)),
                    [p, q] => Some(line(*p, *q)),
                    _ => None,
                },
                _ => None,
            },
            Form::Circle(circle) | Form::Arc { circle, .. } => {
                Some(RefGeometry::Curve(Curve::Circle(*circle)))
            }
            Form::Ellipse { ellipse, .. } => Some(RefGeometry::Curve(Curve::Ellipse(*ellipse))),
            Form::Rect(_) | Form::Rigid(_) => None,
        }
    }

    /// Returns the geometry of a part; `None` if the part depends on the shape in a way that the solver cannot
    /// express.
    pub(super) fn part(&self, sketch: &mut Sketch, entity: &Entity, part: Part) -> Option<RefGeometry> {
        match &self.form {
            Form::Rings(rings) => of_rings(rings, part),
            Form::Circle(circle) => match part {
                Part::PartSelector(PartSelector::Center)
                | Part::EdgePoint(0, PartSelector::Center)
                | Part::ArcPoint(0, PartSelector::Center) => Some(RefGeometry::Point(circle.center)),
                Part::Edge(0) | Part::Arc(0) => self.whole(),
                _ => None,
            },
            Form::Arc {
                circle, sweep, turn, ..
            } => match part {
                Part::PartSelector(spot) | Part::EdgePoint(0, spot) | Part::ArcPoint(0, spot) => {
                    let [start, end] = circle.ends?;
                    Some(RefGeometry::Point(match spot {
                        PartSelector::Start => start,
                        PartSelector::End => end,
                        PartSelector::Mid => sweep_to(start, Some((*sweep, 0.5 * turn))),
                        PartSelector::Center => circle.center,
                    }))
                }
                Part::Point(i) => Some(RefGeometry::Point(*circle.ends?.get(i)?)),
                Part::Edge(0) | Part::Arc(0) => self.whole(),
                _ => None,
            },
            Form::Ellipse { ellipse, .. } => match part {
                Part::PartSelector(PartSelector::Center)
                | Part::EdgePoint(0, PartSelector::Center)
                | Part::ArcPoint(0, PartSelector::Center) => Some(RefGeometry::Point(PointExpr::free(
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
                self.rigid_geometry(sketch, part.of(entity)?, at)
            }
            Form::Rigid([x, y]) => {
                let at = |p: Point| PointExpr::Shifted {
                    x: *x,
                    y: *y,
                    by: (self.map * p).to_vec2(),
                };
                self.rigid_geometry(sketch, part.of(entity)?, at)
            }
        }
    }

    /// Returns the geometry of a part whose points `at` maps into the sketch. Circles get a fixed radius.
    fn rigid_geometry(
        &self,
        sketch: &mut Sketch,
        part: Local,
        at: impl Fn(Point) -> PointExpr,
    ) -> Option<RefGeometry> {
        match part {
            Local::Point(p) => Some(RefGeometry::Point(at(p))),
            Local::Curve(Seg::Line { a, b }) => Some(line(at(a), at(b))),
            Local::Curve(Seg::Conic(conic)) if affine::is_similarity(&self.map) => {
                let radius = sketch.size(conic.radius()? * affine::max_scale(&self.map));
                sketch.vars[radius].fixed = true;
                let seg = Seg::Conic(conic);
                Some(RefGeometry::Curve(Curve::Circle(CircleExpr {
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
                .map(|[start, _]| [start, sweep_to(start, Some((sweep, turn)))]);
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

fn line(a: PointExpr, b: PointExpr) -> RefGeometry {
    RefGeometry::Curve(Curve::Line(LineExpr::new(a, b)))
}

/// Returns the geometry of a part of rings. Edges and corners are counted consecutively through all rings.
fn of_rings(rings: &[Ring], part: Part) -> Option<RefGeometry> {
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
        Part::PartSelector(PartSelector::Start) => open()?.points.first().map(|p| RefGeometry::Point(*p)),
        Part::PartSelector(PartSelector::End) => open()?.points.last().map(|p| RefGeometry::Point(*p)),
        Part::PartSelector(PartSelector::Center) => match open()?.points.as_slice() {
            [p] => Some(RefGeometry::Point(*p)),
            _ => None,
        },
        Part::PartSelector(PartSelector::Mid) => match open()?.points.as_slice() {
            [p, q] => middle(p, q),
            _ => None,
        },
        Part::Point(i) => {
            let mut points = rings.iter().flat_map(|ring| &ring.points);
            points.nth(i).map(|p| RefGeometry::Point(*p))
        }
        Part::Edge(i) => pieces.nth(i).map(|(p, q)| line(*p, *q)),
        Part::EdgePoint(i, spot) => {
            let (p, q) = pieces.nth(i)?;
            match spot {
                PartSelector::Start => Some(RefGeometry::Point(*p)),
                PartSelector::End => Some(RefGeometry::Point(*q)),
                PartSelector::Mid => middle(p, q),
                PartSelector::Center => None,
            }
        }
        Part::Arc(_) | Part::ArcPoint(..) => None,
    }
}

fn middle(p: &PointExpr, q: &PointExpr) -> Option<RefGeometry> {
    match (p, q) {
        (PointExpr::Free { x, y }, PointExpr::Free { x: u, y: v }) => {
            Some(RefGeometry::Point(PointExpr::Middle {
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
fn sweep_to(start: PointExpr, by: Option<(Var, f64)>) -> PointExpr {
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
    fn distance_moved(&self, p: &PointExpr) -> f64 {
        norm(p.at(self.new) - p.at(self.old))
    }

    /// Returns the absolute change of a variable.
    fn change_of(&self, var: Var) -> f64 {
        (self.new[var] - self.old[var]).abs()
    }

    fn rings(&self, rings: &[Ring], shape: &Shape) -> Option<(Shape, f64)> {
        let points = rings.iter().flat_map(|ring| &ring.points);
        let far = points.map(|point| self.distance_moved(point)).fold(0.0, f64::max);
        Some((reshape(rings, shape, |expr, local| self.point(expr, local))?, far))
    }

    fn circle(&self, circle: &CircleExpr, shape: &Shape) -> Option<(Shape, f64)> {
        let Shape::Circle { center, radius } = shape else {
            return None;
        };
        let shape = Shape::Circle {
            center: self.point(&circle.center, *center),
            radius: self.size(circle.radius, *radius),
        };
        Some((
            shape,
            self.distance_moved(&circle.center)
                .max(self.change_of(circle.radius)),
        ))
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
            .map(|end| self.distance_moved(end))
            .fold(0.0, f64::max);
        let far = ends
            .max(self.distance_moved(&circle.center))
            .max(self.change_of(circle.radius));
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
        let radii = ellipse.radii.iter().map(|var| self.change_of(*var));
        let far = radii.fold(self.distance_moved(&middle), f64::max);
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
        Some((
            shape,
            ends.iter()
                .map(|end| self.distance_moved(end))
                .fold(0.0, f64::max),
        ))
    }
}

/// Returns the shape with its corners at the positions from `point`.
fn reshape(rings: &[Ring], shape: &Shape, point: impl Fn(&PointExpr, Point) -> Point) -> Option<Shape> {
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

impl Body {
    /// Returns the labels of the parts whose freedom is reported, each with its variables.
    pub(super) fn handles(&self) -> Vec<(String, Vec<Var>)> {
        let of_point = |p: &PointExpr| match *p {
            PointExpr::Free { x, y } => vec![x, y],
            _ => Vec::new(),
        };
        let row = |label: &str, vars: &[Var]| (label.to_owned(), vars.to_vec());
        match &self.form {
            Form::Rings(rings) => {
                let points = rings.iter().flat_map(|ring| &ring.points);
                match points.clone().count() {
                    2 => points
                        .zip(["start", "end"])
                        .map(|(p, label)| row(label, &of_point(p)))
                        .collect(),
                    _ => points
                        .enumerate()
                        .map(|(i, p)| (format!("point[{i}]"), of_point(p)))
                        .collect(),
                }
            }
            Form::Circle(circle) => vec![
                row("center", &of_point(&circle.center)),
                row("radius", &[circle.radius]),
            ],
            Form::Arc {
                circle, angle, sweep, ..
            } => vec![
                row("center", &of_point(&circle.center)),
                row("radius", &[circle.radius]),
                row("start", &[*angle]),
                row("end", &[*sweep]),
            ],
            Form::Ellipse { ellipse, .. } => vec![
                row("center", &ellipse.center),
                row("rx", &ellipse.radii[..1]),
                row("ry", &ellipse.radii[1..]),
                row("rotation", &[ellipse.rotation]),
            ],
            Form::Rect(rect) => vec![
                row("point[0]", &rect[..2]),
                row("width", &rect[2..3]),
                row("height", &rect[3..]),
            ],
            Form::Rigid(shift) => vec![row("", shift)],
        }
    }

    /// Whether the entity is a rectangle, which keeps its edges parallel to its own axes.
    pub(super) fn is_rect(&self) -> bool {
        matches!(self.form, Form::Rect(_))
    }
}
