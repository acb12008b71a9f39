//! Test of an added type of shape, whose parameters no part of the program names except its declaration.

use super::*;
use serde_json::json;

/// Shape of a drawing.
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// Star with a center, a radius, and a turn.
    Star { center: Point, radius: f64, turn: f64 },
    /// Note about the drawing.
    Note,
    /// Set of figures.
    Set,
}

shapes! {
    Figure
    parameters {
        "star" Star { x: f64 = X, y: f64 = Y, radius: f64 = Size, turn: f64 = Angle, }
        Figure::Star { center, radius, turn } => (center.x, center.y, *radius, *turn)
        |star| Ok(Figure::Star { center: Point::new(star.x, star.y), radius: star.radius, turn: star.turn });
    }
    annotations {
        "note" Figure::Note,
    }
    no_parameters {
        "set" Set;
    }
}

#[test]
fn an_added_shape_has_a_name_parameters_with_roles_and_a_file() {
    assert_eq!(Figure::KINDS, ["star", "note", "set"]);
    let star = Figure::Star {
        center: Point::new(1.0, 2.0),
        radius: 3.0,
        turn: 0.5,
    };
    assert_eq!(star.kind(), "star");
    let names: Vec<&str> = fields_of("star").iter().map(|field| field.name).collect();
    assert_eq!(names, ["x", "y", "radius", "turn"]);
    assert_eq!((role_of("turn"), role_of("rx")), (Some(Role::Angle), None));

    let file = json!({ "x": 1.0, "y": 2.0, "radius": 3.0, "turn": 0.5 });
    assert_eq!(Value::Object(params(&star)), file);
    assert_eq!(shape_of("star", file), Some(Ok(star)));
    let error = shape_of("star", json!({ "x": 1.0, "arms": 5 }))
        .unwrap()
        .unwrap_err();
    assert_eq!(
        error.english,
        "geometry: unknown field `arms`, expected one of `x`, `y`, `radius`, `turn`"
    );

    assert_eq!((Figure::Note.kind(), params(&Figure::Note)), ("note", Map::new()));
    assert_eq!(shape_of("note", json!({})), None);
    assert_eq!(shape_of("set", json!({})), Some(Ok(Figure::Set)));
    assert!(shape_of("set", json!({ "x": 1.0 })).unwrap().is_err());
}
