//! Arguments that the dimension tools share: direction, tolerance, fit, and position of the text.

use super::super::argument_macros::{expecting, inline_schema};
use crate::checks::check_point;
use crate::error::ToolError;
use crate::points::PointArg;
use schemars::{JsonSchema, json_schema};
use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;
use trammel_language::bilingual;
use trammel_scene::Shape;
use trammel_scene::annotate::{Marks, Tolerance};

/// Axis along which a distance is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum Direction {
    Horizontal,
    Vertical,
}

impl Direction {
    /// Returns the given direction; by default, that of the larger distance.
    pub(super) fn or_larger(given: Option<Direction>, width: f64, height: f64) -> Direction {
        given.unwrap_or(if width >= height {
            Direction::Horizontal
        } else {
            Direction::Vertical
        })
    }

    pub(super) fn is_horizontal(self) -> bool {
        self == Direction::Horizontal
    }

    /// Returns the angle of the direction, in radians.
    pub(super) fn angle(self) -> f64 {
        if self.is_horizontal() { 0.0 } else { FRAC_PI_2 }
    }
}

/// Tolerance given as one number or as signed limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct ToleranceArg(pub(super) Tolerance);

impl<'de> Deserialize<'de> for ToleranceArg {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ToleranceArg, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Limits {
            upper: f64,
            lower: f64,
        }
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = ToleranceArg;
            expecting!("a number or {{ upper, lower }}", "숫자 또는 {{ upper, lower }}");
            fn visit_f64<E: de::Error>(self, deviation: f64) -> Result<ToleranceArg, E> {
                Ok(ToleranceArg(Tolerance::Symmetric(deviation)))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<ToleranceArg, A::Error> {
                let Limits { upper, lower } =
                    Limits::deserialize(de::value::MapAccessDeserializer::new(map))?;
                Ok(ToleranceArg(Tolerance::Deviations { upper, lower }))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

inline_schema!(
    ToleranceArg,
    json_schema!({"anyOf": [
        {"type": "number"},
        {
            "type": "object",
            "properties": {"upper": {"type": "number"}, "lower": {"type": "number"}},
            "required": ["upper", "lower"],
            "additionalProperties": false
        }
    ]})
);

/// Arguments for the optional parts of a dimension.
#[derive(Clone, Copy, Debug)]
pub(super) struct MarkArgs<'a> {
    pub(super) text_at: Option<PointArg>,
    pub(super) tolerance: Option<ToleranceArg>,
    pub(super) fit: Option<&'a String>,
}

impl MarkArgs<'_> {
    pub(super) fn marks(self) -> Result<Marks, ToolError> {
        Ok(Marks {
            text_at: self.text_at.map(|at| check_point("text_at", at)).transpose()?,
            tolerance: self.tolerance.map(|ToleranceArg(tolerance)| tolerance),
            fit: self.fit.cloned(),
        })
    }
}

/// Returns a dimension with its optional parts. A text without `<>` hides fit and tolerance, so it is refused with them.
pub(super) fn add_marks(shape: Result<Shape, ToolError>, given: MarkArgs<'_>) -> Result<Shape, ToolError> {
    let mut shape = shape?;
    if let Shape::Dimension(tied) = &mut shape {
        let dimension = &mut Arc::make_mut(tied).dimension;
        dimension.marks = given.marks()?;
        let is_hidden = dimension.text.as_ref().is_some_and(|text| !text.contains("<>"));
        if is_hidden && (given.tolerance.is_some() || given.fit.is_some()) {
            return Err(ToolError::new(bilingual!(
                "text has no <>, where the value with tolerance and fit stands. Add <> to text, or leave out tolerance and fit.",
                "text에 공차와 끼워맞춤이 붙은 값이 들어갈 <>이 없어요. text에 <>을 더하거나 tolerance와 fit을 빼세요."
            )));
        }
    }
    Ok(shape)
}
