//! Tool that draws text.

use super::draw::{Options, draw};
use super::lengths::above_zero;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use super::types::{AngleUnit, StyleArg};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;
use trammel_kernel::affine::rotation;
use trammel_kernel::{Bounds, Point};
use trammel_language::{Bilingual, bilingual};
use trammel_scene::{Color, Shape, Style, Text, check_text};
use trammel_text::{self as text, Align, Valign};

/// Draw text as filled outlines; Latin and Korean need no font of the system. "\n" begins a new line.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DrawText {
    /// Name of the new entity; unique in the drawing.
    name: String,
    /// The text.
    text: String,
    /// x of the anchor.
    x: f64,
    /// y of the anchor.
    y: f64,
    /// Height of a capital letter, above 0.
    size: f64,
    /// Horizontal alignment to the anchor: "left" (default), "center" or "right".
    align: Option<Align>,
    /// Vertical alignment to the anchor: "baseline" (default), "top", "middle" or "bottom".
    valign: Option<Valign>,
    /// Direction of the lines, counterclockwise. Default: 0.
    angle: Option<f64>,
    /// Unit of the angle. Default: radian.
    angle_unit: Option<AngleUnit>,
    /// Point of the text at x, y: "baseline" (default) as align and valign state, or of the box around the ink along the
    /// lines, "bounds_center" or "bounds_bottom_left". With the ink, align only aligns the lines to each other.
    anchor: Option<Placed>,
    /// Largest width of the ink along the lines. A smaller size is used if needed, and a warning states it.
    max_width: Option<f64>,
    /// Typeface; there is one, "sans" (Noto Sans KR).
    font: Option<Typeface>,
    /// Stroke and fill. Default: filled with ink, no outline.
    style: Option<StyleArg>,
    /// Layer to draw on; its color is the fill's default.
    layer: Option<String>,
    /// Replace an entity of this name, keeping its place in the order, instead of refusing.
    replace: Option<bool>,
}

/// A typeface.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum Typeface {
    Sans,
}

/// Point of a text that is placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum Placed {
    #[default]
    Baseline,
    BoundsCenter,
    BoundsBottomLeft,
}

impl Tool for DrawText {
    const NAME: &'static str = "draw_text";
    const KOREAN: &'static str = "글자를 윤곽선으로 그립니다. 한글은 시스템 글꼴 없이도 그려집니다.";
    const SYNONYMS: [&'static str; 2] = [
        "label, write letters, engrave, lettering, outline of text, text as outline, font, title, caption",
        "글자, 문자, 각인, 이름표, 글꼴, 글자 윤곽",
    ];
    const DOMAIN: Domain = Domain::Primitives;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Draw;
    const POSITIONAL: &'static [&'static str] = &[
        "name", "text", "x", "y", "size", "align", "valign", "angle", "font", "style",
    ];
    const EXAMPLE: &'static str =
        "draw_text({ name: 'title', text: 'Living room 거실', x: 0, y: 0, size: 5, align: 'center' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let unit = self.angle_unit.unwrap_or_default();
        let Typeface::Sans = self.font.unwrap_or(Typeface::Sans);
        let size = self.fitting_size(cx)?;
        let angle = unit.radians(self.angle.unwrap_or(0.0));
        let at = self.origin(size, angle)?;
        warn_of_missing(cx, Self::NAME, &self.text);
        let shape = Shape::Text(Arc::new(Text {
            text: self.text,
            at,
            size,
            align: self.align.unwrap_or_default(),
            valign: self.valign.unwrap_or_default(),
            angle,
        }));
        let options = Options {
            base: Some(Style::fill_only(Color::Ink)),
            style: self.style,
            layer: self.layer,
            replace: self.replace,
        };
        draw(cx.edit, Self::NAME, &self.name, shape, options)
    }
}

impl DrawText {
    /// Returns the size at which the ink has at most the largest width, with a warning if it is not the given one.
    fn fitting_size(&self, cx: &mut ToolCx<'_>) -> Result<f64, ToolError> {
        let Some(most) = self.max_width else {
            return Ok(self.size);
        };
        above_zero(Self::NAME, "max_width", most)?;
        let width = self.ink(above_zero(Self::NAME, "size", self.size)?)?.width();
        if width <= most {
            return Ok(self.size);
        }
        let size = self.size * (most / width);
        cx.notes.warnings.push(bilingual!(
            "draw_text: '{}' has size {size} instead of {}, because its ink would be {width} wide and max_width is {most}",
            "draw_text: 글자 너비가 {width}이고 max_width가 {most}이어서, '{}'의 크기를 {1} 대신 {size}(으)로 했어요",
            self.name, self.size
        ));
        Ok(size)
    }

    /// Returns the anchor of the text, so that the chosen point is at the given position.
    fn origin(&self, size: f64, angle: f64) -> Result<Point, ToolError> {
        let given = Point::new(self.x, self.y);
        let placed = self.anchor.unwrap_or_default();
        if placed == Placed::Baseline {
            return Ok(given);
        }
        if self.valign.is_some() {
            return Err(ToolError::new(bilingual!(
                "draw_text: valign has no effect with an anchor on the character outlines. Leave out valign, or use anchor 'baseline'.",
                "draw_text: 글자 윤곽을 기준으로 하는 anchor에는 valign이 효과가 없어요. valign을 빼거나 anchor를 'baseline'으로 하세요."
            )));
        }
        let ink = self.ink(above_zero(Self::NAME, "size", size)?)?;
        let point = if placed == Placed::BoundsCenter {
            ink.center()
        } else {
            ink.min
        };
        Ok(given - (rotation(angle) * point).to_vec2())
    }

    /// Returns the bounds of the ink before the text is turned and placed.
    fn ink(&self, size: f64) -> Result<Bounds, ToolError> {
        check_text("draw_text: text", &self.text).map_err(ToolError::new)?;
        text::ink(&self.text, size, self.align.unwrap_or_default()).ok_or_else(|| {
            ToolError::new(bilingual!(
                "draw_text: text has no visible character. Leave out anchor and max_width.",
                "draw_text: text에 보이는 글자가 없어요. anchor와 max_width를 빼세요."
            ))
        })
    }
}

/// Adds a warning that lists the characters without a glyph, which are drawn as boxes.
pub(super) fn warn_of_missing(cx: &mut ToolCx<'_>, tool: &str, text: &str) {
    let missing = text::missing(text);
    if missing.is_empty() {
        return;
    }
    let most = 20;
    let list: Vec<String> = missing.iter().take(most).map(|c| format!("'{c}'")).collect();
    let list = list.join(", ");
    let list = match missing.len().saturating_sub(most) {
        0 => Bilingual::same(list),
        more => bilingual!("{list}, and {more} more", "{list} 외 {more}개"),
    };
    let why = if text::needs_hangul(text) {
        bilingual!(
            "the Korean font is not loaded",
            "한글 글꼴을 아직 불러오지 못했어요"
        )
    } else {
        bilingual!(
            "the font has no glyphs for these characters",
            "글꼴에 이 글자들이 없어요"
        )
    };
    cx.notes.warnings.push(bilingual!(
        "{tool}: {list} are drawn as boxes: {why}",
        "{tool}: {list:#} 글자를 네모로 그렸어요: {why:#}"
    ));
}
