//! Kinds of constraints: one item for each, and one line in [`CONSTRAINT_KINDS`].

use super::constraint_kind::{
    ConstraintKind, ConstraintValue as Value, Demands,
    RefGeometry::{Curve as C, Point as P},
};
use serde::de::{Deserializer, EnumAccess, Error, VariantAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::sync::LazyLock;
use trammel_kernel::solve::Curve::{Circle, Ellipse, Line};
use trammel_kernel::solve::{Constraint as Demand, Curve, PointExpr};

/// All kinds of constraints, in the order of the schema. Kinds with a value follow those without one.
pub const CONSTRAINT_KINDS: &[ConstraintKind] = &[
    COINCIDENT,
    HORIZONTAL,
    VERTICAL,
    PARALLEL,
    PERPENDICULAR,
    COLLINEAR,
    TANGENT,
    EQUAL,
    CONCENTRIC,
    MIDPOINT,
    SYMMETRIC,
    POINT_ON,
    FIX,
    DISTANCE,
    DISTANCE_X,
    DISTANCE_Y,
    ANGLE,
    LENGTH,
    RADIUS,
    DIAMETER,
];

/// Two points are one.
pub const COINCIDENT: ConstraintKind = ConstraintKind {
    name: "coincident",
    brief: "2 points",
    takes: ["two points", "점 두 개"],
    value: Value::None,
    is_mutual: true,
    demands: Demands::OfGeometry(|on, _| match on {
        [P(p), P(q)] => one(Demand::Coincident(*p, *q)),
        _ => None,
    }),
};

/// A line, or two points, lie along x.
pub const HORIZONTAL: ConstraintKind = ConstraintKind {
    name: "horizontal",
    brief: "line or 2 points",
    takes: ["a line or two points", "선 하나나 점 두 개"],
    value: Value::None,
    is_mutual: true,
    demands: Demands::OfGeometry(|on, _| match on {
        [C(Line(l))] => one(Demand::Horizontal(*l)),
        [P(p), P(q)] => one(Demand::SameY(*p, *q)),
        _ => None,
    }),
};

/// A line, or two points, lie along y.
pub const VERTICAL: ConstraintKind = ConstraintKind {
    name: "vertical",
    brief: "line or 2 points",
    takes: ["a line or two points", "선 하나나 점 두 개"],
    value: Value::None,
    is_mutual: true,
    demands: Demands::OfGeometry(|on, _| match on {
        [C(Line(l))] => one(Demand::Vertical(*l)),
        [P(p), P(q)] => one(Demand::SameX(*p, *q)),
        _ => None,
    }),
};

/// Two lines have one direction.
pub const PARALLEL: ConstraintKind = ConstraintKind {
    name: "parallel",
    brief: "2 lines",
    takes: ["two lines", "선 두 개"],
    value: Value::None,
    is_mutual: true,
    demands: Demands::OfGeometry(|on, _| match on {
        [C(Line(l)), C(Line(m))] => one(Demand::Parallel(*l, *m)),
        _ => None,
    }),
};

/// Two lines meet at a right angle.
pub const PERPENDICULAR: ConstraintKind = ConstraintKind {
    name: "perpendicular",
    brief: "2 lines",
    takes: ["two lines", "선 두 개"],
    value: Value::None,
    is_mutual: true,
    demands: Demands::OfGeometry(|on, _| match on {
        [C(Line(l)), C(Line(m))] => one(Demand::Perpendicular(*l, *m)),
        _ => None,
    }),
};

/// Two lines lie on one.
pub const COLLINEAR: ConstraintKind = ConstraintKind {
    name: "collinear",
    brief: "2 lines",
    takes: ["two lines", "선 두 개"],
    value: Value::None,
    is_mutual: true,
    demands: Demands::OfGeometry(|on, _| match on {
        [C(Line(l)), C(Line(m))] => one(Demand::Collinear(*l, *m)),
        _ => None,
    }),
};

/// Two curves touch without crossing.
pub const TANGENT: ConstraintKind = ConstraintKind {
    name: "tangent",
    brief: "line and circle, or 2 circles",
    takes: [
        "a line and a circle or arc, or two circles or arcs",
        "선과 원이나 호, 또는 원이나 호 두 개",
    ],
    value: Value::None,
    is_mutual: true,
    demands: Demands::OfGeometry(|on, _| match on {
        [C(Line(l)), C(Circle(c))] | [C(Circle(c)), C(Line(l))] => one(Demand::TangentLine(*l, *c)),
        [C(Circle(c)), C(Circle(d))] => one(Demand::TangentCircles(*c, *d)),
        _ => None,
    }),
};

/// Two lines have one length, or two circles one radius.
pub const EQUAL: ConstraintKind = ConstraintKind {
    name: "equal",
    brief: "2 lines or 2 circles",
    takes: [
        "two lines, or two circles or arcs",
        "선 두 개, 또는 원이나 호 두 개",
    ],
    value: Value::None,
    is_mutual: true,
    demands: Demands::OfGeometry(|on, _| match on {
        [C(Line(l)), C(Line(m))] => one(Demand::EqualLength(*l, *m)),
        [C(Circle(c)), C(Circle(d))] => one(Demand::EqualSize(c.radius, d.radius)),
        _ => None,
    }),
};

/// Two circles have one center.
pub const CONCENTRIC: ConstraintKind = ConstraintKind {
    name: "concentric",
    brief: "2 circles",
    takes: ["two circles, arcs or ellipses", "원, 호, 타원 중 두 개"],
    value: Value::None,
    is_mutual: true,
    demands: Demands::OfGeometry(|on, _| match on {
        [C(c), C(d)] => one(Demand::Coincident(center(c)?, center(d)?)),
        _ => None,
    }),
};

/// A point is the middle of a line.
pub const MIDPOINT: ConstraintKind = ConstraintKind {
    name: "midpoint",
    brief: "point, line",
    takes: ["a point and a line", "점과 선"],
    value: Value::None,
    is_mutual: false,
    demands: Demands::OfGeometry(|on, _| match on {
        [P(p), C(Line(l))] => one(Demand::Midpoint(*p, *l)),
        _ => None,
    }),
};

/// Two points mirror each other in a line.
pub const SYMMETRIC: ConstraintKind = ConstraintKind {
    name: "symmetric",
    brief: "2 points, line or point",
    takes: [
        "two points and the line or point between them",
        "점 두 개와 그 사이의 선이나 점",
    ],
    value: Value::None,
    is_mutual: false,
    demands: Demands::OfGeometry(|on, _| match on {
        [P(p), P(q), C(Line(axis))] => one(Demand::Symmetric(*p, *q, *axis)),
        [P(p), P(q), P(about)] => one(Demand::SymmetricAbout(*p, *q, *about)),
        _ => None,
    }),
};

/// A point lies on a curve.
pub const POINT_ON: ConstraintKind = ConstraintKind {
    name: "point_on",
    brief: "point, curve",
    takes: [
        "a point and a line, circle, arc or ellipse",
        "점과 선, 원, 호, 타원 중 하나",
    ],
    value: Value::None,
    is_mutual: false,
    demands: Demands::OfGeometry(|on, _| match on {
        [P(p), C(c)] => one(Demand::PointOn(*p, *c)),
        _ => None,
    }),
};

/// An entity or part keeps its position.
pub const FIX: ConstraintKind = ConstraintKind {
    name: "fix",
    brief: "anything",
    takes: ["one entity or part", "항목이나 부분 하나"],
    value: Value::None,
    is_mutual: false,
    demands: Demands::Stay,
};

/// Distance of two points, or of a point and a line.
pub const DISTANCE: ConstraintKind = ConstraintKind {
    name: "distance",
    brief: "points, lines",
    takes: [
        "two points, a point and a line, two lines, or one line",
        "점 두 개, 점과 선, 선 두 개, 선 하나 중 하나",
    ],
    value: Value::Distance,
    is_mutual: true,
    demands: Demands::OfGeometry(|on, value| match on {
        [P(p), P(q)] => one(Demand::Distance(*p, *q, value)),
        [P(p), C(Line(l))] | [C(Line(l)), P(p)] => one(Demand::DistanceToLine(*p, *l, value)),
        [C(Line(l)), C(Line(m))] => one(Demand::DistanceOfLines(*l, *m, value)),
        [C(Line(l))] => one(Demand::Distance(l.a, l.b, value)),
        _ => None,
    }),
};

/// Distance of two points along x.
pub const DISTANCE_X: ConstraintKind = ConstraintKind {
    name: "distance_x",
    brief: "2 points or line",
    takes: ["two points or one line", "점 두 개나 선 하나"],
    value: Value::Distance,
    is_mutual: true,
    demands: Demands::OfGeometry(|on, value| match on {
        [P(p), P(q)] => one(Demand::DistanceX(*p, *q, value)),
        [C(Line(l))] => one(Demand::DistanceX(l.a, l.b, value)),
        _ => None,
    }),
};

/// Distance of two points along y.
pub const DISTANCE_Y: ConstraintKind = ConstraintKind {
    name: "distance_y",
    brief: "2 points or line",
    takes: ["two points or one line", "점 두 개나 선 하나"],
    value: Value::Distance,
    is_mutual: true,
    demands: Demands::OfGeometry(|on, value| match on {
        [P(p), P(q)] => one(Demand::DistanceY(*p, *q, value)),
        [C(Line(l))] => one(Demand::DistanceY(l.a, l.b, value)),
        _ => None,
    }),
};

/// A line's direction is turned by this angle against that of another, or against x.
pub const ANGLE: ConstraintKind = ConstraintKind {
    name: "angle",
    brief: "2 lines, or a line against x",
    takes: [
        "two lines, or one line (measured from the x axis)",
        "선 두 개, 또는 선 하나(x축에서 잰 각도)",
    ],
    value: Value::Angle,
    is_mutual: true,
    demands: Demands::OfGeometry(|on, value| match on {
        [C(Line(l))] => one(Demand::Angle(None, *l, value)),
        [C(Line(l)), C(Line(m))] => one(Demand::Angle(Some(*l), *m, value)),
        _ => None,
    }),
};

/// A line has this length.
pub const LENGTH: ConstraintKind = ConstraintKind {
    name: "length",
    brief: "line",
    takes: ["one line", "선 하나"],
    value: Value::Size,
    is_mutual: true,
    demands: Demands::OfGeometry(|on, value| match on {
        [C(Line(l))] => one(Demand::Distance(l.a, l.b, value)),
        _ => None,
    }),
};

/// A circle or arc has this radius.
pub const RADIUS: ConstraintKind = ConstraintKind {
    name: "radius",
    brief: "circle",
    takes: ["one circle or arc", "원이나 호 하나"],
    value: Value::Size,
    is_mutual: true,
    demands: Demands::OfGeometry(|on, value| match on {
        [C(Circle(c))] => one(Demand::Size(c.radius, value)),
        _ => None,
    }),
};

/// A circle or arc has this diameter.
pub const DIAMETER: ConstraintKind = ConstraintKind {
    name: "diameter",
    brief: "circle",
    takes: ["one circle or arc", "원이나 호 하나"],
    value: Value::Size,
    is_mutual: true,
    demands: Demands::OfGeometry(|on, value| match on {
        [C(Circle(c))] => one(Demand::Size(c.radius, 0.5 * value)),
        _ => None,
    }),
};

fn one(demand: Demand) -> Option<Vec<Demand>> {
    Some(vec![demand])
}

/// Returns the center of a circle or ellipse; `None` for a line.
fn center(curve: &Curve) -> Option<PointExpr> {
    match curve {
        Circle(circle) => Some(circle.center),
        Ellipse(ellipse) => Some(PointExpr::free(ellipse.center[0], ellipse.center[1])),
        Line(_) => None,
    }
}

/// Names of all kinds, in the order of the list.
static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| CONSTRAINT_KINDS.iter().map(|kind| kind.name).collect());

/// A kind is the variant of an enumeration: a name in text, and the position in the list in a binary format.
impl Serialize for ConstraintKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let at = CONSTRAINT_KINDS.iter().position(|kind| kind == self);
        let at = at.and_then(|at| u32::try_from(at).ok()).unwrap_or(u32::MAX);
        serializer.serialize_unit_variant("ConstraintKind", at, self.name)
    }
}

impl<'de> Deserialize<'de> for ConstraintKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ConstraintKind, D::Error> {
        deserializer.deserialize_enum("ConstraintKind", &NAMES, KindVisitor)
    }
}

struct KindVisitor;

/// Name or position of a kind.
struct Variant(ConstraintKind);

struct VariantVisitor;

impl<'de> Visitor<'de> for KindVisitor {
    type Value = ConstraintKind;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("enum ConstraintKind")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<ConstraintKind, A::Error> {
        let (Variant(kind), rest) = data.variant()?;
        rest.unit_variant()?;
        Ok(kind)
    }
}

impl<'de> Deserialize<'de> for Variant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Variant, D::Error> {
        deserializer.deserialize_identifier(VariantVisitor)
    }
}

impl Visitor<'_> for VariantVisitor {
    type Value = Variant;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("variant identifier")
    }

    fn visit_u64<E: Error>(self, at: u64) -> Result<Variant, E> {
        let kind = usize::try_from(at).ok().and_then(|at| CONSTRAINT_KINDS.get(at));
        kind.map(|kind| Variant(*kind))
            .ok_or_else(|| E::custom(format_args!("no kind of constraint has the number {at}")))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Variant, E> {
        let kind = CONSTRAINT_KINDS.iter().find(|kind| kind.name == name);
        kind.map(|kind| Variant(*kind))
            .ok_or_else(|| E::unknown_variant(name, &NAMES))
    }
}
