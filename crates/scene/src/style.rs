//! Styles of entities: colors, stroke, fill.
//!
//! Invariant: every number is finite, and color channels are 0 to 1. `ink` contrasts with the paper (black on white
//! paper, white on black paper), so that a drawing is legible on both.

use super::named_colors;
use super::range::MAX_COORDINATE;
use super::units::Units;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::sync::{Arc, LazyLock};
use trammel_base::numbers::number_text;
use trammel_base::suggest::nearest;
use trammel_language::{Bilingual, bilingual};

/// Color: ink, or red, green, blue and opacity, each 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Color {
    /// Black on white paper, white on black paper.
    Ink,
    /// Red, green, blue, opacity.
    Rgba([f64; 4]),
}

impl Color {
    /// Parses `#rgb`, `#rrggbb`, `#rrggbbaa`, `ink`, or a named color of CSS such as `red`.
    ///
    /// # Errors
    /// Returns an error that suggests similar names, or else lists the accepted forms.
    pub fn parse(text: &str) -> Result<Color, Bilingual> {
        if text == "ink" {
            return Ok(Color::Ink);
        }
        if let Some([red, green, blue]) = named_colors::find(text) {
            return Ok(Color::Rgba([
                f64::from(red) / 255.0,
                f64::from(green) / 255.0,
                f64::from(blue) / 255.0,
                1.0,
            ]));
        }
        let wrong = || not_a_color(text);
        let hex = text
            .strip_prefix('#')
            .filter(|h| h.is_ascii())
            .ok_or_else(wrong)?;
        let digit = |i: usize| {
            hex.get(i..=i)
                .and_then(|d| u8::from_str_radix(d, 16).ok())
                .ok_or_else(wrong)
        };
        let pair =
            |i: usize| -> Result<f64, Bilingual> { Ok(f64::from(digit(i)? * 16 + digit(i + 1)?) / 255.0) };
        match hex.len() {
            3 => {
                let channel = |i| -> Result<f64, Bilingual> { Ok(f64::from(digit(i)?) / 15.0) };
                Ok(Color::Rgba([channel(0)?, channel(1)?, channel(2)?, 1.0]))
            }
            6 => Ok(Color::Rgba([pair(0)?, pair(2)?, pair(4)?, 1.0])),
            8 => Ok(Color::Rgba([pair(0)?, pair(2)?, pair(4)?, pair(6)?])),
            _ => Err(wrong()),
        }
    }

    /// Creates a color from three or four channels, each 0 to 1. Three channels mean an opaque color.
    ///
    /// # Errors
    /// Returns an error that names the invalid channel or the wrong number of channels.
    pub fn from_channels(channels: &[f64]) -> Result<Color, Bilingual> {
        let rgba = match *channels {
            [r, g, b] => [r, g, b, 1.0],
            [r, g, b, alpha] => [r, g, b, alpha],
            _ => {
                return Err(bilingual!(
                    "a color must have 3 or 4 numbers, got {}",
                    "색에는 숫자 3개나 4개가 필요한데 {}개를 받았어요",
                    channels.len()
                ));
            }
        };
        for (channel, value) in ["red", "green", "blue", "alpha"].iter().zip(rgba) {
            if !(0.0..=1.0).contains(&value) {
                let value = number_text(value);
                return Err(bilingual!(
                    "{channel} must be from 0 to 1, got {value}",
                    "{channel}은(는) 0~1이어야 하는데 {value}을(를) 받았어요"
                ));
            }
        }
        Ok(Color::Rgba(rgba))
    }
}

/// Returns the error for a text that is not a color.
fn not_a_color(text: &str) -> Bilingual {
    let shown: String = text.chars().take(40).collect();
    let near = if text.starts_with('#') {
        Vec::new()
    } else {
        nearest(text, named_colors::names().chain(["ink"]))
    };
    if near.is_empty() {
        return bilingual!(
            "'{shown}' is not a color: write \"#rgb\", \"#rrggbb\", \"#rrggbbaa\", a CSS name such as \"red\", \"ink\" or [r,g,b,a] with numbers 0 to 1",
            "'{shown}'은(는) 색이 아니에요. \"#rgb\", \"#rrggbb\", \"#rrggbbaa\", \"red\" 같은 CSS 이름, \"ink\", 0~1의 숫자로 된 [r,g,b,a] 중 하나로 쓰세요"
        );
    }
    bilingual!(
        "'{shown}' is not a color: did you mean \"{}\"?",
        "'{shown}'은(는) 색이 아니에요. 비슷한 색: \"{}\"",
        near.join("\" or \"")
    )
}

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Color::Ink if serializer.is_human_readable() => serializer.serialize_str("ink"),
            Color::Rgba(rgba) if serializer.is_human_readable() => rgba.serialize(serializer),
            Color::Ink => None::<[f64; 4]>.serialize(serializer),
            Color::Rgba(rgba) => Some(rgba).serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        if deserializer.is_human_readable() {
            return deserializer.deserialize_any(ColorVisitor);
        }
        match Option::<[f64; 4]>::deserialize(deserializer)? {
            None => Ok(Color::Ink),
            Some(rgba) => Color::from_channels(&rgba).map_err(de::Error::custom),
        }
    }
}

/// Deserializer of a color from text or a list of numbers.
pub struct ColorVisitor;

impl<'de> de::Visitor<'de> for ColorVisitor {
    type Value = Color;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(
            &bilingual!(
                "a color: [r,g,b,a] with numbers 0 to 1, \"#rrggbb\", or a CSS name",
                "색: 0~1의 숫자로 된 [r,g,b,a], \"#rrggbb\", CSS 이름"
            ),
            f,
        )
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Color, E> {
        Color::parse(text).map_err(E::custom)
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<Color, A::Error> {
        let mut channels = Vec::with_capacity(4);
        while let Some(channel) = seq.next_element::<f64>()? {
            if channels.len() == 4 {
                return Err(de::Error::custom(bilingual!(
                    "a color must have 3 or 4 numbers, got more",
                    "색에는 숫자 3개나 4개가 필요한데 더 많이 받았어요"
                )));
            }
            channels.push(channel);
        }
        Color::from_channels(&channels).map_err(de::Error::custom)
    }
}

/// Cap of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Cap {
    /// Flush with the end point.
    #[default]
    Butt,
    /// A half disc beyond the end point.
    Round,
    /// Half a square beyond the end point.
    Square,
}

/// Join of two pieces of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Join {
    /// Edges prolonged to a point.
    #[default]
    Miter,
    /// A rounded corner.
    Round,
    /// A cut corner.
    Bevel,
}

/// Stroke of the outline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stroke {
    /// Color.
    pub color: Color,
    /// Width in drawing units; 0 draws nothing.
    pub width: f64,
    /// Alternating lengths of dashes and gaps in drawing units; empty for a solid line.
    pub dash: Vec<f64>,
    /// Cap style of the ends of open lines.
    pub cap: Cap,
    /// Join style of corners.
    pub join: Join,
}

impl Default for Stroke {
    fn default() -> Stroke {
        Stroke {
            color: Color::Ink,
            width: 1.0,
            dash: Vec::new(),
            cap: Cap::Butt,
            join: Join::Miter,
        }
    }
}

/// Maximum number of dashes and gaps.
const MAX_DASHES: usize = 64;

impl Stroke {
    /// Returns the stroke of a drawing call that states none: ink, of the default line weight of the drawing's unit.
    pub fn default_in(units: Units) -> Stroke {
        Stroke {
            width: units.line_weight(),
            ..Stroke::default()
        }
    }

    /// Sets the dashes. A pattern with a dash of length 0, which is a dot, gets round caps, because a butt cap paints
    /// nothing there. Every other pattern gets butt caps.
    pub fn set_pattern(&mut self, dash: Vec<f64>) {
        let has_dot = dash.iter().step_by(2).any(|length| *length == 0.0);
        self.cap = if has_dot { Cap::Round } else { Cap::Butt };
        self.dash = dash;
    }

    /// Checks the width and the dashes.
    ///
    /// # Errors
    /// Returns an error that states the invalid field and the allowed range.
    pub fn check(&self) -> Result<(), Bilingual> {
        let lengths = 0.0..=MAX_COORDINATE;
        if !lengths.contains(&self.width) {
            return Err(bilingual!(
                "stroke.width must be from 0 to 1e9, got {}",
                "stroke.width는 0~1e9여야 하는데 {}을(를) 받았어요",
                number_text(self.width)
            ));
        }
        let all_zero = !self.dash.is_empty() && self.dash.iter().all(|length| *length == 0.0);
        if all_zero
            || self.dash.len() > MAX_DASHES
            || !self.dash.iter().all(|length| lengths.contains(length))
        {
            return Err(bilingual!(
                "stroke.dash must be a list of at most {MAX_DASHES} lengths that are not negative and not all 0",
                "stroke.dash는 음수가 아니고 모두 0이 아닌 길이 최대 {MAX_DASHES}개의 목록이어야 해요"
            ));
        }
        Ok(())
    }
}

/// Fill of the interior.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fill {
    /// Color.
    pub color: Color,
}

/// Stroke and fill; `None` leaves the part unpainted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Style {
    /// Stroke, if any.
    pub stroke: Option<Stroke>,
    /// Fill, if any.
    pub fill: Option<Fill>,
}

impl Default for Style {
    /// Returns an ink stroke of width 1 without fill: the style of an entity in a file that states no style.
    fn default() -> Style {
        Style {
            stroke: Some(Stroke::default()),
            fill: None,
        }
    }
}

impl Style {
    /// Returns the style of a drawing call that states none, without fill.
    pub fn default_in(units: Units) -> Style {
        Style {
            stroke: Some(Stroke::default_in(units)),
            fill: None,
        }
    }

    /// Returns a fill without stroke: the style of areas and letters.
    pub fn fill_only(color: Color) -> Style {
        Style {
            stroke: None,
            fill: Some(Fill { color }),
        }
    }

    /// Returns the styles of the parts of an annotation: of its lines, and of its arrowheads and text, which are filled
    /// with the color of the lines.
    pub fn of_annotation(&self) -> [Style; 2] {
        let color = self.stroke.as_ref().map(|stroke| stroke.color);
        let color = color.or(self.fill.map(|fill| fill.color));
        let lines = Style {
            fill: None,
            ..self.clone()
        };
        let fills = Style {
            stroke: None,
            fill: color.map(|color| Fill { color }),
        };
        [lines, fills]
    }

    /// Returns the default style of files, shared by all entities that set no other.
    pub fn shared_default() -> Arc<Style> {
        static DEFAULT: LazyLock<Arc<Style>> = LazyLock::new(Arc::default);
        DEFAULT.clone()
    }

    /// Returns the style of a drawing call that states none, shared by all entities of drawings in millimeters.
    pub fn shared_default_in(units: Units) -> Arc<Style> {
        static MILLIMETERS: LazyLock<Arc<Style>> = LazyLock::new(|| Arc::new(Style::default_in(Units::Mm)));
        match units {
            Units::Mm => MILLIMETERS.clone(),
            other => Arc::new(Style::default_in(other)),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn colors_parse_in_every_documented_form() {
        assert_eq!(Color::parse("#f00").unwrap(), Color::Rgba([1.0, 0.0, 0.0, 1.0]));
        assert_eq!(
            Color::parse("#00ff0080").unwrap(),
            Color::Rgba([0.0, 1.0, 0.0, 128.0 / 255.0])
        );
        assert_eq!(
            Color::from_channels(&[1.0, 0.0, 0.0]).unwrap(),
            Color::Rgba([1.0, 0.0, 0.0, 1.0])
        );
        assert_eq!(Color::parse("DarkOrange"), Color::parse("#ff8c00"));
        for bad in ["rde", "transparent", "#ff", "#gggggg", "url(x)", "#é00", ""] {
            assert!(Color::parse(bad).is_err(), "{bad}");
        }
        assert!(
            Color::from_channels(&[2.0, 0.0, 0.0])
                .unwrap_err()
                .english
                .contains("red")
        );
        let error = Color::parse("bleu").unwrap_err();
        assert_eq!(error, "'bleu' is not a color: did you mean \"blue\"?");
        assert!(Color::parse("url(x)").unwrap_err().english.contains("#rrggbb"));
        assert!(Color::from_channels(&[f64::NAN, 0.0, 0.0]).is_err());
    }
}
