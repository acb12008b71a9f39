//! Kinds of constraints: their references and values, and their conversion into solver constraints.

use super::body::Meaning;
use schemars::{Schema, SchemaGenerator, json_schema};
use trammel_kernel::solve::{CircleExpr, Constraint, Curve, EllipseExpr, PointExpr};
use trammel_language::Bilingual;
use trammel_scene::ConstraintKind;

use ConstraintKind as Kind;

/// All kinds, each with its name, the description of its references in both languages, and whether a value is required.
const KINDS: &[(Kind, &str, [&str; 2], bool)] = &[
    (Kind::Coincident, "coincident", ["two points", "점 두 개"], false),
    (
        Kind::Horizontal,
        "horizontal",
        ["a line or two points", "선 하나나 점 두 개"],
        false,
    ),
    (
        Kind::Vertical,
        "vertical",
        ["a line or two points", "선 하나나 점 두 개"],
        false,
    ),
    (Kind::Parallel, "parallel", ["two lines", "선 두 개"], false),
    (
        Kind::Perpendicular,
        "perpendicular",
        ["two lines", "선 두 개"],
        false,
    ),
    (Kind::Collinear, "collinear", ["two lines", "선 두 개"], false),
    (
        Kind::Tangent,
        "tangent",
        [
            "a line and a circle or arc, or two circles or arcs",
            "선과 원이나 호, 또는 원이나 호 두 개",
        ],
        false,
    ),
    (
        Kind::Equal,
        "equal",
        [
            "two lines, or two circles or arcs",
            "선 두 개, 또는 원이나 호 두 개",
        ],
        false,
    ),
    (
        Kind::Concentric,
        "concentric",
        ["two circles, arcs or ellipses", "원, 호, 타원 중 두 개"],
        false,
    ),
    (
        Kind::Midpoint,
        "midpoint",
        ["a point and a line", "점과 선"],
        false,
    ),
    (
        Kind::Symmetric,
        "symmetric",
        [
            "two points and the line or point between them",
            "점 두 개와 그 사이의 선이나 점",
        ],
        false,
    ),
    (
        Kind::PointOn,
        "point_on",
        [
            "a point and a line, circle, arc or ellipse",
            "점과 선, 원, 호, 타원 중 하나",
        ],
        false,
    ),
    (
        Kind::Fix,
        "fix",
        ["one entity or part", "항목이나 부분 하나"],
        false,
    ),
    (
        Kind::Distance,
        "distance",
        [
            "two points, a point and a line, two lines, or one line",
            "점 두 개, 점과 선, 선 두 개, 선 하나 중 하나",
        ],
        true,
    ),
    (
        Kind::DistanceX,
        "distance_x",
        ["two points or one line", "점 두 개나 선 하나"],
        true,
    ),
    (
        Kind::DistanceY,
        "distance_y",
        ["two points or one line", "점 두 개나 선 하나"],
        true,
    ),
    (
        Kind::Angle,
        "angle",
        [
            "two lines, or one line (measured from the x axis)",
            "선 두 개, 또는 선 하나(x축에서 잰 각도)",
        ],
        true,
    ),
    (Kind::Length, "length", ["one line", "선 하나"], true),
    (
        Kind::Radius,
        "radius",
        ["one circle or arc", "원이나 호 하나"],
        true,
    ),
    (
        Kind::Diameter,
        "diameter",
        ["one circle or arc", "원이나 호 하나"],
        true,
    ),
];

/// Returns the schema of a kind: the names only, without a description of each name.
pub(super) fn schema(_: &mut SchemaGenerator) -> Schema {
    let names: Vec<&str> = KINDS.iter().map(|row| row.1).collect();
    json_schema!({"type": "string", "enum": names})
}

fn row(kind: Kind) -> &'static (Kind, &'static str, [&'static str; 2], bool) {
    let at = KINDS.iter().position(|row| row.0 == kind).unwrap_or_default();
    &KINDS[at]
}

/// Returns the name that calls and files use.
pub(super) fn name(kind: Kind) -> &'static str {
    row(kind).1
}

/// Returns a description of the references.
pub(super) fn takes(kind: Kind) -> Bilingual {
    let [english, korean] = row(kind).2;
    Bilingual::new(english, korean)
}

/// Whether the kind requires a value.
pub(super) fn has_value(kind: Kind) -> bool {
    row(kind).3
}

/// Whether the order of two references makes no difference.
pub(super) fn is_mutual(kind: Kind) -> bool {
    !matches!(kind, Kind::Midpoint | Kind::PointOn | Kind::Symmetric | Kind::Fix)
}

/// Returns the solver constraints of a kind for the given references; `None` if the references do not fit. `value`
/// is a length in drawing units or an angle in radians.
pub(super) fn demands(kind: Kind, on: &[Meaning], value: f64) -> Option<Vec<Constraint>> {
    use Curve::{Circle, Line};
    use Meaning::{Curve as C, Point as P};
    let one = |constraint| Some(vec![constraint]);
    match (kind, on) {
        (Kind::Coincident, [P(p), P(q)]) => one(Constraint::Coincident(*p, *q)),
        (Kind::Horizontal, [C(Line(l))]) => one(Constraint::Horizontal(*l)),
        (Kind::Horizontal, [P(p), P(q)]) => one(Constraint::SameY(*p, *q)),
        (Kind::Vertical, [C(Line(l))]) => one(Constraint::Vertical(*l)),
        (Kind::Vertical, [P(p), P(q)]) => one(Constraint::SameX(*p, *q)),
        (Kind::Parallel, [C(Line(l)), C(Line(m))]) => one(Constraint::Parallel(*l, *m)),
        (Kind::Perpendicular, [C(Line(l)), C(Line(m))]) => one(Constraint::Perpendicular(*l, *m)),
        (Kind::Collinear, [C(Line(l)), C(Line(m))]) => one(Constraint::Collinear(*l, *m)),
        (Kind::Tangent, [C(Line(l)), C(Circle(c))] | [C(Circle(c)), C(Line(l))]) => {
            one(Constraint::TangentLine(*l, *c))
        }
        (Kind::Tangent, [C(Circle(c)), C(Circle(d))]) => one(Constraint::TangentCircles(*c, *d)),
        (Kind::Equal, [C(Line(l)), C(Line(m))]) => one(Constraint::EqualLength(*l, *m)),
        (Kind::Equal, [C(Circle(c)), C(Circle(d))]) => one(Constraint::EqualSize(c.radius, d.radius)),
        (Kind::Concentric, [C(c), C(d)]) => one(Constraint::Coincident(center(c)?, center(d)?)),
        (Kind::Midpoint, [P(p), C(Line(l))]) => one(Constraint::Midpoint(*p, *l)),
        (Kind::Symmetric, [P(p), P(q), C(Line(axis))]) => one(Constraint::Symmetric(*p, *q, *axis)),
        (Kind::Symmetric, [P(p), P(q), P(about)]) => one(Constraint::SymmetricAbout(*p, *q, *about)),
        (Kind::PointOn, [P(p), C(c)]) => one(Constraint::PointOn(*p, *c)),
        (Kind::Fix, [P(p)]) => one(Constraint::Fix(*p)),
        (Kind::Fix, [C(Line(l))]) => Some(vec![Constraint::Fix(l.a), Constraint::Fix(l.b)]),
        (Kind::Distance, [P(p), P(q)]) => one(Constraint::Distance(*p, *q, value)),
        (Kind::Distance, [P(p), C(Line(l))] | [C(Line(l)), P(p)]) => {
            one(Constraint::DistanceToLine(*p, *l, value))
        }
        (Kind::Distance, [C(Line(l)), C(Line(m))]) => one(Constraint::DistanceOfLines(*l, *m, value)),
        (Kind::Distance | Kind::Length, [C(Line(l))]) => one(Constraint::Distance(l.a, l.b, value)),
        (Kind::DistanceX, [P(p), P(q)]) => one(Constraint::DistanceX(*p, *q, value)),
        (Kind::DistanceX, [C(Line(l))]) => one(Constraint::DistanceX(l.a, l.b, value)),
        (Kind::DistanceY, [P(p), P(q)]) => one(Constraint::DistanceY(*p, *q, value)),
        (Kind::DistanceY, [C(Line(l))]) => one(Constraint::DistanceY(l.a, l.b, value)),
        (Kind::Angle, [C(Line(l))]) => one(Constraint::Angle(None, *l, value)),
        (Kind::Angle, [C(Line(l)), C(Line(m))]) => one(Constraint::Angle(Some(*l), *m, value)),
        (Kind::Radius, [C(Circle(c))]) => one(Constraint::Size(c.radius, value)),
        (Kind::Diameter, [C(Circle(c))]) => one(Constraint::Size(c.radius, 0.5 * value)),
        _ => None,
    }
}

/// Returns the center of a circle or ellipse; `None` for a line.
fn center(curve: &Curve) -> Option<PointExpr> {
    match curve {
        Curve::Circle(CircleExpr { center, .. }) => Some(*center),
        Curve::Ellipse(EllipseExpr { center, .. }) => Some(PointExpr::free(center[0], center[1])),
        Curve::Line(_) => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn every_constraint_kind_has_its_table_row() {
        for (kind, name, ..) in KINDS {
            assert_eq!(serde_json::to_value(kind).unwrap(), *name);
            assert_eq!(row(*kind).1, *name);
        }
        let all = schemars::schema_for!(ConstraintKind);
        assert_eq!(all.get("oneOf").unwrap().as_array().unwrap().len(), KINDS.len());
    }
}
