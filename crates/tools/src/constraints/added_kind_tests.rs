//! Test of an added kind of constraint, which no part of the program names except its declaration.
#![allow(clippy::unwrap_used, reason = "tests")]

use super::super::tests::{data, drawn};
use super::{checked_value, kinds};
use serde_json::json;
use trammel_kernel::solve::{Constraint as Demand, Curve};
use trammel_scene::constraint_kinds::CONSTRAINT_KINDS;
use trammel_scene::{ConstraintKind, ConstraintValue, Demands, PartRef, RefGeometry, Units};

/// A line is twice as long as the value.
const HALF_LENGTH: ConstraintKind = ConstraintKind {
    name: "half_length",
    brief: "straight line",
    takes: ["one straight line", "곧은 선 하나"],
    value: ConstraintValue::Size,
    is_mutual: true,
    demands: Demands::OfGeometry(|on, value| match on {
        [RefGeometry::Curve(Curve::Line(line))] => Some(vec![Demand::Distance(line.a, line.b, 2.0 * value)]),
        _ => None,
    }),
};

#[test]
fn an_added_kind_is_described_checked_written_and_solved() {
    let list: Vec<ConstraintKind> = CONSTRAINT_KINDS.iter().copied().chain([HALF_LENGTH]).collect();
    let schema = kinds::schema_of(&list).to_value();
    assert_eq!(schema["enum"][CONSTRAINT_KINDS.len()], "half_length");
    let description = schema["description"].as_str().unwrap();
    assert!(
        description.ends_with("diameter (circle), half_length (straight line)."),
        "{description}"
    );

    let error = checked_value(HALF_LENGTH, None, None)
        .unwrap_err()
        .message
        .english;
    assert_eq!(error, "add_constraint: half_length needs a value");
    assert!(checked_value(HALF_LENGTH, Some(0.0), None).is_err());

    let mut edit = drawn(&[
        ("draw_line", json!({"name": "a", "points": [0.0, 0.0, 4.0, 0.0]})),
        (
            "draw_circle",
            json!({"name": "c", "x": 0.0, "y": 9.0, "radius": 2.0}),
        ),
    ]);
    let reference = |text: &str| PartRef::parse(&edit, text).unwrap();
    let (line, circle) = (reference("a"), reference("c"));
    edit.add_constraint(HALF_LENGTH, vec![line], Some(5.0)).unwrap();
    let rows = data(&mut edit, "list_constraints", json!({}));
    assert_eq!(
        rows,
        json!([{"id": "c1", "kind": "half_length", "refs": ["a"], "value": 5.0, "satisfied": false}])
    );
    data(&mut edit, "solve_constraints", json!({}));
    let length = data(&mut edit, "get_length", json!({"name": "a"}));
    assert!((length.as_f64().unwrap() - 10.0).abs() < 1e-7, "{length}");

    let misfit = super::Model::default().add(
        &edit,
        &trammel_scene::Constraint {
            id: 2,
            kind: HALF_LENGTH,
            refs: vec![circle],
            value: Some(5.0),
        },
    );
    assert_eq!(
        misfit.unwrap_err().message.english,
        "half_length takes one straight line; got 'c' (a circle or arc)"
    );
    edit.convert_units(Units::Cm).unwrap();
    assert_eq!(edit.definitions().constraints[0].value, Some(0.5));
}
