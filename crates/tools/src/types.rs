//! Parameter types that several tools share: paint, angles, reference spaces, and re-exported points.

use super::arg::with_integers;
use super::argument_macros::{expecting, inline_schema};
use super::error::ToolError;
use super::given::Given;
pub(super) use super::points::{PointArg, Points};
use schemars::{JsonSchema, Schema, json_schema};
use serde::Deserialize;
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use trammel_scene::{Cap, Color, ColorVisitor, Fill, Join, Stroke, Style};

/// Returns the schema of a color given as text or numbers.
fn color_schema() -> Schema {
    json_schema!({
        "description": "\"#rrggbb\", \"#rrggbbaa\", a CSS name (\"red\") or [r,g,b,a] with numbers 0 to 1",
        "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 4}]
    })
}

/// Color, given as text or numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ColorArg(pub(super) Color);

impl<'de> Deserialize<'de> for ColorArg {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ColorArg, D::Error> {
        deserializer.deserialize_any(ColorVisitor).map(ColorArg)
    }
}

inline_schema!(ColorArg, color_schema());

/// Stroke given as an object or a color, or `null` for no stroke. Omitted fields keep their defaults.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct StrokeArg(pub(super) Option<StrokeFields>);

/// Given fields of a stroke.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StrokeFields {
    color: Option<Color>,
    width: Option<f64>,
    dash: Option<Vec<f64>>,
    cap: Option<Cap>,
    join: Option<Join>,
}

impl StrokeFields {
    /// Returns `base` with the given fields replaced.
    pub(super) fn over(self, base: Stroke) -> Result<Stroke, ToolError> {
        let stroke = Stroke {
            color: self.color.unwrap_or(base.color),
            width: self.width.unwrap_or(base.width),
            dash: self.dash.unwrap_or(base.dash),
            cap: self.cap.unwrap_or(base.cap),
            join: self.join.unwrap_or(base.join),
        };
        stroke.check().map_err(ToolError::new)?;
        Ok(stroke)
    }

    /// Replaces the width if `width` is given.
    pub(super) fn with_width(mut self, width: Option<f64>) -> StrokeFields {
        self.width = width.or(self.width);
        self
    }
}

impl<'de> Deserialize<'de> for StrokeArg {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<StrokeArg, D::Error> {
        let of_color = |color| StrokeFields {
            color: Some(color),
            ..StrokeFields::default()
        };
        let paint = deserializer.deserialize_any(PaintVisitor::<StrokeFields>(std::marker::PhantomData))?;
        Ok(StrokeArg(
            paint.map(|either| either.either(of_color, |fields| fields)),
        ))
    }
}

inline_schema!(
    StrokeArg,
    json_schema!({
        "type": "object",
        "properties": {
            "color": color_schema(),
            "width": {"type": "number", "description": "Width in drawing units, 0 for none"},
            "dash": {"type": "array", "items": {"type": "number"}, "description": "Lengths of dashes and gaps"},
            "cap": {"type": "string", "enum": ["butt", "round", "square"]},
            "join": {"type": "string", "enum": ["miter", "round", "bevel"]}
        }
    })
);

/// Fill given as `{color}` or a color, or `null` for no fill.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FillArg(pub(super) Option<Fill>);

impl<'de> Deserialize<'de> for FillArg {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FillArg, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct FillFields {
            color: Color,
        }
        let paint = deserializer.deserialize_any(PaintVisitor::<FillFields>(std::marker::PhantomData))?;
        Ok(FillArg(paint.map(|either| Fill {
            color: either.either(|color| color, |fields| fields.color),
        })))
    }
}

inline_schema!(
    FillArg,
    json_schema!({"type": "object", "properties": {"color": color_schema()}, "required": ["color"]})
);

/// Stroke and fill of a new entity.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[schemars(inline)]
pub(super) struct StyleArg {
    /// Outline; null for none. Default: ink, 0.35 mm wide.
    #[schemars(with = "Option<StrokeArg>")]
    stroke: Given<StrokeArg>,
    /// Inside; null for none. Default: none.
    #[schemars(with = "Option<FillArg>")]
    fill: Given<FillArg>,
}

impl StyleArg {
    /// Returns the style without its fill, for lines that belong to an area.
    pub(super) fn without_fill(self) -> StyleArg {
        StyleArg {
            fill: Given(None),
            ..self
        }
    }

    /// Returns the complete style; omitted parts come from `base`, and those of a stroke that `base` lacks from `plain`.
    pub(super) fn over(self, base: &Style, plain: &Stroke) -> Result<Style, ToolError> {
        let stroke = match self.stroke.0 {
            None => base.stroke.clone(),
            Some(StrokeArg(None)) => None,
            Some(StrokeArg(Some(fields))) => {
                let base = base.stroke.as_ref().unwrap_or(plain);
                Some(fields.over(base.clone())?)
            }
        };
        let fill = match self.fill.0 {
            None => base.fill,
            Some(FillArg(fill)) => fill,
        };
        Ok(Style { stroke, fill })
    }
}

/// Color or an object with further fields.
enum Paint<F> {
    Color(Color),
    Fields(F),
}

impl<F> Paint<F> {
    fn either<T>(self, color: impl FnOnce(Color) -> T, fields: impl FnOnce(F) -> T) -> T {
        match self {
            Paint::Color(c) => color(c),
            Paint::Fields(f) => fields(f),
        }
    }
}

struct PaintVisitor<F>(std::marker::PhantomData<F>);

impl<'de, F: Deserialize<'de>> Visitor<'de> for PaintVisitor<F> {
    type Value = Option<Paint<F>>;

    expecting!(
        "an object with a color, a color, or null",
        "color가 있는 객체, 색, null 중 하나"
    );

    fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        ColorVisitor
            .visit_str(text)
            .map(|color| Some(Paint::Color(color)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Self::Value, A::Error> {
        ColorVisitor.visit_seq(seq).map(|color| Some(Paint::Color(color)))
    }

    fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        F::deserialize(de::value::MapAccessDeserializer::new(map)).map(|fields| Some(Paint::Fields(fields)))
    }
}

/// The unit of the angles in a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum AngleUnit {
    #[default]
    #[serde(alias = "radians", alias = "rad")]
    Radian,
    #[serde(alias = "degrees", alias = "deg")]
    Degree,
}

impl AngleUnit {
    /// Converts an angle in this unit to radians. Multiples of 90 degrees become exact multiples of `PI / 2`.
    pub(super) fn radians(self, angle: f64) -> f64 {
        match self {
            AngleUnit::Radian => angle,
            AngleUnit::Degree => angle / 180.0 * std::f64::consts::PI,
        }
    }
}

/// The axes along which a call moves or scales.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum Space {
    // Axes of the drawing, independent of the entity's groups.
    #[default]
    World,
    // Axes of the entity.
    Local,
}

/// JSON value without a fixed structure, with whole numbers as integers; the tool validates the value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Data(pub(super) serde_json::Value);

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Data, D::Error> {
        serde_json::Value::deserialize(deserializer).map(|value| Data(with_integers(value)))
    }
}

inline_schema!(Data, json_schema!({"type": "object"}));
