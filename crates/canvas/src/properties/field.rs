//! A field of the properties: its parameter, its text, and the conversion of a typed text to arguments.
//!
//! Invariant: [`Field::values`] returns arguments of the entity's drawing tool, so a change can be written into the
//! call that drew the entity.

use super::error::FieldError;
use super::placed::{Coordinate, arguments_for, set, stroke_scale, world_shape};
use crate::canvas_tool::Text;
use crate::expression::{continues, evaluate, evaluate_radius};
use crate::number_format::format_number;
use crate::precision::round_computed;
use serde_json::{Value, json};
use std::f64::consts::PI;
use trammel_kernel::Affine;
use trammel_scene::{Color, Entity, MAX_COORDINATE, MAX_NAME_CHARS, Name, Scene, Shape, Stroke, Units};

/// A field that the user can edit.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Parameter of the drawing tool, such as `radius` or `style.stroke.width`.
    pub key: &'static str,
    /// Coordinate of a list of points; `None` for any other parameter.
    pub coordinate: Option<Coordinate>,
    /// Name in English and Korean.
    pub label: Text,
    /// Kind of the value.
    pub kind: FieldKind,
    /// Present value as text; `None` if the values of several entities differ.
    pub text: Option<String>,
}

/// Kind of a field's value.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldKind {
    /// Name of the entity.
    Name,
    /// A coordinate or another length that may be negative.
    Length,
    /// A size, above 0.
    Size,
    /// A length that is not negative.
    Width,
    /// A factor above 0, without a unit.
    Factor,
    /// An angle, shown in degrees.
    Angle,
    /// A text.
    Words,
    /// A text that may be empty, which stands for no value.
    Note,
    /// One of these texts. The empty text stands for no value.
    Choice(Vec<String>),
    /// Yes or no, shown as a check box.
    Flag,
    /// A color, or none.
    Color,
    /// Lengths of dashes and gaps; empty for a solid line.
    Dashes,
}

impl Field {
    /// Creates a field with a text.
    pub(super) fn new(key: &'static str, label: Text, kind: FieldKind, text: String) -> Self {
        Self {
            key,
            coordinate: None,
            label,
            kind,
            text: Some(text),
        }
    }

    /// Returns an identifier of the field that is unique in a sheet, such as `radius` or `points.3.y`.
    #[must_use]
    pub fn id(&self) -> String {
        match self.coordinate {
            None => self.key.to_owned(),
            Some(Coordinate { point, is_y }) => {
                format!("{}.{point}.{}", self.key, if is_y { "y" } else { "x" })
            }
        }
    }

    /// Whether both fields are of the same parameter.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.key == other.key && self.coordinate == other.coordinate && self.kind == other.kind
    }

    /// Converts a typed text to arguments of the drawing tool of `entity`, whose place and sizes in the drawing are then the
    /// typed ones.
    ///
    /// # Errors
    /// Returns the reason if the text is not a valid value.
    pub fn values(
        &self,
        scene: &Scene,
        entity: &Entity,
        text: &str,
    ) -> Result<Vec<(String, Value)>, FieldError> {
        let units = scene.units();
        let value = match &self.kind {
            FieldKind::Color => return color_values(self.key, text),
            FieldKind::Dashes => json!(dashes(text, units)?),
            FieldKind::Flag => json!(text == "true"),
            FieldKind::Choice(_) | FieldKind::Note if text.is_empty() => Value::Null,
            FieldKind::Choice(_) | FieldKind::Note => json!(text),
            FieldKind::Words if text.trim().is_empty() => return Err(FieldError::Empty),
            FieldKind::Words => json!(text),
            FieldKind::Name => json!(text.trim()),
            _ => json!(self.number(text, units)?),
        };
        if self.key.starts_with("style.stroke.") {
            let scale = stroke_scale(scene, entity);
            return Ok(vec![(self.key.to_owned(), divide_by_scale(&value, scale))]);
        }
        let map = scene.world_transform(&entity.name).unwrap_or_default();
        if map != Affine::IDENTITY
            && let Some(mut wanted) = world_shape(scene, entity)
            && set(&mut wanted, self.key, self.coordinate, &value)
            && let Some(arguments) = arguments_for(scene, entity, &wanted, self.key)
        {
            return Ok(arguments);
        }
        let value = match self.coordinate {
            Some(coordinate) => with_coordinate(entity, coordinate, &value),
            None => value,
        };
        Ok(vec![(self.key.to_owned(), value)])
    }

    /// Evaluates the typed text of a numeric field. An angle is returned in radians.
    ///
    /// # Errors
    /// Returns the reason if the text is not an expression or its value is out of range.
    pub fn number(&self, text: &str, units: Units) -> Result<f64, FieldError> {
        let value = match self.kind {
            FieldKind::Angle => evaluate(text.trim_end().trim_end_matches('°'), None),
            FieldKind::Factor => evaluate(text, None),
            // The radius of a circle or arc may be typed as a diameter.
            _ if self.key == "radius" => evaluate_radius(text, units),
            _ => evaluate(text, Some(units)),
        }?;
        match self.kind {
            FieldKind::Size | FieldKind::Factor if value <= 0.0 => return Err(FieldError::NotPositive),
            FieldKind::Width if value < 0.0 => return Err(FieldError::Negative),
            _ if value.abs() > MAX_COORDINATE => return Err(FieldError::TooLarge),
            _ => {}
        }
        // The addition removes the sign of a negative zero.
        Ok(if self.kind == FieldKind::Angle {
            value / 180.0 * PI
        } else {
            value
        } + 0.0)
    }

    /// Returns the text after a press of an arrow key: the typed value plus or minus the step of the field. `None` if the
    /// field is not numeric or its text is not a number.
    #[must_use]
    pub fn step_text(&self, text: &str, units: Units, grid: f64, up: bool) -> Option<String> {
        let step = match self.kind {
            FieldKind::Length | FieldKind::Size | FieldKind::Width => grid,
            FieldKind::Angle => 1.0,
            FieldKind::Factor => 0.1,
            _ => return None,
        };
        let value = match self.kind {
            FieldKind::Angle => degrees(self.number(text, units).ok()?),
            _ => self.number(text, units).ok()?,
        };
        let next = if up { value + step } else { value - step };
        let fits = match self.kind {
            FieldKind::Size | FieldKind::Factor => next > 0.0,
            FieldKind::Width => next >= 0.0,
            _ => true,
        };
        fits.then(|| format_number(next))
    }
}

/// Returns a number or a list of numbers divided by the scale of an entity.
fn divide_by_scale(value: &Value, scale: f64) -> Value {
    let by_scale = |value: &Value| match value.as_f64() {
        Some(number) if scale != 1.0 => json!(round_computed(number / scale)),
        _ => value.clone(),
    };
    match value {
        Value::Array(values) => values.iter().map(by_scale).collect(),
        value => by_scale(value),
    }
}

/// Checks a new name of an entity.
///
/// # Errors
/// Returns the reason if the name is empty, too long, or taken.
pub fn new_name(scene: &Scene, present: &Name, text: &str) -> Result<Name, FieldError> {
    if text.trim().chars().count() > MAX_NAME_CHARS {
        return Err(FieldError::LongName);
    }
    let name = Name::new(text).map_err(|_| FieldError::Empty)?;
    if name != *present && scene.get(&name).is_some() {
        return Err(FieldError::NameTaken(name.to_string()));
    }
    Ok(name)
}

/// Converts radians to degrees without the rounding errors of the conversion.
pub(super) fn degrees(radians: f64) -> f64 {
    format_number(radians / PI * 180.0).parse().unwrap_or(radians)
}

/// Returns the color as typed text: `ink`, `#rrggbb`, or `#rrggbbaa`.
pub(super) fn color_text(color: Color) -> String {
    let Color::Rgba(rgba) = color else {
        return "ink".to_owned();
    };
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "channels lie in 0 to 1"
    )]
    let [r, g, b, a] = rgba.map(|channel| (channel * 255.0).round() as u8);
    if a == u8::MAX {
        format!("#{r:02x}{g:02x}{b:02x}")
    } else {
        format!("#{r:02x}{g:02x}{b:02x}{a:02x}")
    }
}

/// Returns the coordinates of all points of the entity with one of them replaced.
fn with_coordinate(entity: &Entity, coordinate: Coordinate, value: &Value) -> Value {
    let mut flat: Vec<Value> = points(&entity.shape)
        .iter()
        .flat_map(|point| [json!(point.x), json!(point.y)])
        .collect();
    if let Some(slot) = flat.get_mut(2 * coordinate.point + usize::from(coordinate.is_y)) {
        *slot = value.clone();
    }
    Value::Array(flat)
}

/// Returns the points of a line or polygon.
pub(super) fn points(shape: &Shape) -> &[trammel_kernel::Point] {
    match shape {
        Shape::Line { points, .. } | Shape::Polygon { points, .. } => points,
        _ => &[],
    }
}

fn color_values(key: &'static str, text: &str) -> Result<Vec<(String, Value)>, FieldError> {
    let text = text.trim().to_lowercase();
    if text.is_empty() || text == "none" {
        let part = key.strip_suffix(".color").unwrap_or(key);
        return Ok(vec![(part.to_owned(), Value::Null)]);
    }
    let color = Color::parse(&text).map_err(|_| FieldError::NotAColor)?;
    Ok(vec![(key.to_owned(), json!(color_text(color)))])
}

fn dashes(text: &str, units: Units) -> Result<Vec<f64>, FieldError> {
    let lengths = text.split([',', ';']).flat_map(|part| {
        part.split_whitespace()
            .fold(Vec::new(), |mut lengths: Vec<String>, word| {
                match lengths.last_mut() {
                    Some(length) if continues(length, word) => *length = format!("{length} {word}"),
                    _ => lengths.push(word.to_owned()),
                }
                lengths
            })
    });
    let dash = lengths
        .map(|length| evaluate(&length, Some(units)))
        .collect::<Result<Vec<f64>, _>>()
        .map_err(|_| FieldError::NotDashes)?;
    let stroke = Stroke {
        dash,
        ..Stroke::default()
    };
    stroke.check().map_err(|_| FieldError::NotDashes)?;
    Ok(stroke.dash)
}
