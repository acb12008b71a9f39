//! Unit of the angles of a call: a unit as the last positional argument, and the hint about angles of more than a turn that a
//! call gives without a unit, where degrees are likely meant.

use super::arg::Arg;
use serde_json::Value;
use std::borrow::Cow;
use std::f64::consts::TAU;
use trammel_base::numbers::number_text;
use trammel_language::{Bilingual, bilingual};

/// Parameters that are angles in the unit of `angle_unit`, radians by default.
const ANGLES: &[&str] = &[
    "angle",
    "start_angle",
    "end_angle",
    "rotation",
    "rotate",
    "pressure_angle",
];

/// Spellings of the units.
const UNITS: &[&str] = &["degree", "degrees", "deg", "radian", "radians", "rad"];

/// Moves a unit that is the last argument of a call to `angle_unit`, if the parameter in whose place it is takes no text:
/// `rotate('r', 45, 'degrees')`. `parameters` returns the schemas of the parameters.
pub(super) fn take_trailing_unit(given: &mut [(Cow<'static, str>, Arg)], parameters: impl FnOnce() -> Value) {
    let Some((last, before)) = given.split_last_mut() else {
        return;
    };
    let is_unit = matches!(&last.1, Arg::Text(text) if UNITS.contains(&text.as_str()));
    if !is_unit || last.0 == UNIT || before.iter().any(|(name, _)| name == UNIT) {
        return;
    }
    let parameters = parameters();
    let takes_text = |schema: &Value| {
        let is_text = |schema: &Value| schema["type"] == "string" || schema.get("enum").is_some();
        let alternatives = schema["anyOf"].as_array();
        is_text(schema) || alternatives.is_some_and(|all| all.iter().any(is_text))
    };
    let schema = parameters.get(&*last.0);
    if parameters.get(UNIT).is_some() && schema.is_some_and(|schema| !takes_text(schema)) {
        last.0 = Cow::Borrowed(UNIT);
    }
}

/// Parameter with the unit of the angles.
const UNIT: &str = "angle_unit";

/// Returns the hint for the first angle of more than a turn of a call without `angle_unit`.
pub(super) fn hint(tool: &str, given: &[(Cow<'static, str>, Arg)]) -> Option<Bilingual> {
    let of = |parameter: &str| {
        given
            .iter()
            .find(|(name, _)| name == parameter)
            .map(|(_, value)| value)
    };
    if of(UNIT).is_some_and(|unit| *unit != Arg::Null) {
        return None;
    }
    let number = |parameter| match of(parameter) {
        Some(Arg::Number(angle)) => Some(*angle),
        _ => None,
    };
    // An arc that crosses the x axis ends beyond a turn, but goes through less than one.
    let is_short_arc =
        number("end_angle").is_some_and(|end| !is_beyond_turn(end - number("start_angle").unwrap_or(0.0)));
    let is_angle = |name: &str| match name {
        "start_angle" | "end_angle" => !is_short_arc,
        "value" => of("kind") == Some(&Arg::Text("angle".to_owned())),
        name => ANGLES.contains(&name),
    };
    let (name, angle) = given.iter().find_map(|(name, value)| match value {
        Arg::Number(angle) if is_angle(name) && angle.is_finite() && is_beyond_turn(*angle) => {
            Some((name, *angle))
        }
        _ => None,
    })?;
    let (shown, turns) = (number_text(angle), format!("{:.1}", angle / TAU));
    Some(bilingual!(
        "{tool}: {name} {shown} is in radians, {turns} turns. Give angle_unit: 'degree' if degrees are meant.",
        "{tool}: {name} {shown}은(는) 라디안이어서 {turns}바퀴예요. 도를 뜻했다면 angle_unit: 'degree'를 주세요."
    ))
}

fn is_beyond_turn(angle: f64) -> bool {
    angle.abs() > TAU * (1.0 + 1e-9)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::list::TOOLS;
    use serde_json::json;
    use std::f64::consts::PI;

    #[test]
    fn a_trailing_unit_is_taken_where_the_parameter_takes_no_text() {
        let mut tools = 0;
        for tool in TOOLS {
            let schema = tool.canonical();
            let parameters = &schema["parameters"]["properties"];
            // Only an angle that is given by position can have a unit after it.
            if parameters.get(UNIT).is_none() || tool.positional.len() < 2 {
                continue;
            }
            tools += 1;
            let moved = |name: &'static str| {
                let mut given = vec![(Cow::Borrowed(name), Arg::Text("degrees".to_owned()))];
                take_trailing_unit(&mut given, || parameters.clone());
                given[0].0 == UNIT
            };
            let free = tool
                .positional
                .iter()
                .filter(|name| **name == UNIT || moved(name));
            assert!(free.count() > 0, "{}: {:?}", tool.name, tool.positional);
            for name in ["name", "text", "align", "pattern", "kind"] {
                assert!(!moved(name), "{}: {name} takes text", tool.name);
            }
        }
        assert!(tools >= 10, "{tools}");
        let mut given = vec![
            (Cow::Borrowed(UNIT), Arg::Text("radian".to_owned())),
            (Cow::Borrowed("cx"), Arg::Text("degree".to_owned())),
        ];
        take_trailing_unit(&mut given, || json!({ "cx": { "type": "number" }, UNIT: {} }));
        assert_eq!(given[1].0, "cx", "the unit is given");
    }

    fn hinted(tool: &str, input: Value) -> Option<Bilingual> {
        let Arg::Object(given) = Arg::from(input) else {
            return None;
        };
        hint(tool, &given)
    }

    #[test]
    fn more_than_a_turn_without_a_unit_gives_a_hint() {
        let text = hinted("rotate", json!({ "name": "h", "angle": 45 })).unwrap();
        text.check_translation().unwrap();
        assert_eq!(
            text.english,
            "rotate: angle 45 is in radians, 7.2 turns. Give angle_unit: 'degree' if degrees are meant."
        );
        for (tool, input) in [
            ("set_transform", json!({ "entity": "h", "rotate": -90 })),
            (
                "array_polar",
                json!({ "entity": "h", "cx": 0, "cy": 0, "count": 3, "angle": 180 }),
            ),
            (
                "draw_text",
                json!({ "name": "t", "text": "a", "x": 0, "y": 0, "angle": 7 }),
            ),
            (
                "draw_ellipse",
                json!({ "name": "e", "rotation": 30, "angle_unit": null }),
            ),
            (
                "add_constraint",
                json!({ "kind": "angle", "entities": ["a", "b"], "value": 60 }),
            ),
        ] {
            assert!(hinted(tool, input).is_some(), "{tool}");
        }
        for (tool, input) in [
            (
                "rotate",
                json!({ "name": "h", "angle": 45, "angle_unit": "degree" }),
            ),
            (
                "rotate",
                json!({ "name": "h", "angle": 45, "angle_unit": "radian" }),
            ),
            ("rotate", json!({ "name": "h", "angle": TAU })),
            ("rotate", json!({ "name": "h", "angle": -6.0, "cx": 100 })),
            (
                "array_polar",
                json!({ "entity": "h", "cx": 10, "cy": 20, "count": 12, "rotate": true }),
            ),
            (
                "add_constraint",
                json!({ "kind": "length", "entities": ["a"], "value": 60 }),
            ),
        ] {
            assert_eq!(hinted(tool, input), None, "{tool}");
        }
    }

    #[test]
    fn an_arc_of_at_most_a_turn_gives_no_hint() {
        for (start, end, is_hinted) in [
            (Some(1.5 * PI), 2.5 * PI, false),
            (Some(1.9 * PI), 3.8 * PI, false),
            (Some(PI), 3.0 * PI, false),
            (Some(-PI), PI, false),
            (Some(3.0 * PI), 4.0 * PI, false),
            (None, TAU, false),
            (None, 45.0, true),
            (Some(0.0), 45.0, true),
            (Some(0.0), 90.0, true),
            (Some(45.0), 90.0, true),
            (Some(270.0), 90.0, true),
            (Some(PI), 3.1 * PI, true),
            (Some(-PI), 1.1 * PI, false),
            (Some(45.0), 1.0, true),
        ] {
            for tool in ["draw_arc", "draw_ellipse"] {
                let input = json!({ "name": "a", "start_angle": start, "end_angle": end });
                assert_eq!(
                    hinted(tool, input).is_some(),
                    is_hinted,
                    "{tool}: {start:?} to {end}"
                );
            }
        }
        // The other angles of the same call are still compared.
        let turned = json!({ "start_angle": 1.5 * PI, "end_angle": 2.5 * PI, "rotation": 30 });
        assert!(
            hinted("draw_ellipse", turned)
                .unwrap()
                .english
                .contains("rotation 30")
        );
        assert!(hinted("draw_ellipse", json!({ "start_angle": 45 })).is_some());
    }

    #[test]
    fn every_angle_of_a_tool_is_known() {
        let words = [
            "angle",
            "direction",
            "rotation",
            "turn about",
            "parameter at which",
        ];
        for tool in TOOLS {
            let schema = tool.canonical();
            let parameters = schema["parameters"]["properties"].as_object().unwrap();
            let has_unit = parameters.contains_key("angle_unit");
            for (name, parameter) in parameters {
                if parameter["type"] != "number" {
                    continue;
                }
                let text = parameter["description"]
                    .as_str()
                    .unwrap_or_default()
                    .to_lowercase();
                let is_angle = has_unit && words.iter().any(|word| text.contains(word)) && name != "value";
                assert_eq!(ANGLES.contains(&name.as_str()), is_angle, "{}: {name}", tool.name);
            }
        }
    }
}
