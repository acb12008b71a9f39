//! Computed style of an element: inherited properties, paint, and the style of an entity.

use super::baseline::baseline_of;
use super::colors::paint;
use super::css::Properties;
use super::effects::is_computed;
use super::paint::{fraction, is_current, paint_color, report_unknown, rgba};
use super::place::Place;
use super::unsupported;
use crate::report::Report;
use std::str::FromStr;
use svgtypes::{Length, LengthUnit, Paint};
use trammel_scene::{Cap, Color, Fill, Join, Stroke, Style};

/// Computed style: red, green, blue, and opacity are 0 to 1, lengths in user units.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Look {
    color: [f64; 4],
    fill: Option<[f64; 4]>,
    stroke: Option<[f64; 4]>,
    /// Whether fill and stroke are the color of the element, which elements inherit as such.
    is_current: [bool; 2],
    fill_opacity: f64,
    stroke_opacity: f64,
    /// Product of the opacities of the element and its ancestors.
    opacity: f64,
    stroke_width: f64,
    dash: Vec<f64>,
    cap: Cap,
    join: Join,
    pub(super) is_even_odd: bool,
    pub(super) is_visible: bool,
    pub(super) font_size: f64,
    /// Fraction of the width of a text that lies before its anchor.
    pub(super) anchor: f64,
    /// Distance of the baseline below the position of a text, as a part of the font size.
    pub(super) baseline: f64,
    /// Additional distance after each character, and after each space.
    pub(super) spacing: [f64; 2],
    has_markers: bool,
}

impl Default for Look {
    fn default() -> Look {
        Look {
            color: [0.0, 0.0, 0.0, 1.0],
            fill: Some([0.0, 0.0, 0.0, 1.0]),
            stroke: None,
            is_current: [false; 2],
            fill_opacity: 1.0,
            stroke_opacity: 1.0,
            opacity: 1.0,
            stroke_width: 1.0,
            dash: Vec::new(),
            cap: Cap::Butt,
            join: Join::Miter,
            is_even_odd: false,
            is_visible: true,
            font_size: 16.0,
            anchor: 0.0,
            baseline: 0.0,
            spacing: [0.0; 2],
            has_markers: false,
        }
    }
}

impl Look {
    /// Returns the style of an element whose parent has this style.
    pub(super) fn of(&self, properties: &Properties<'_>, place: &mut Place<'_, '_, '_>) -> Look {
        let mut look = self.clone();
        let stated = |name: &str| properties.get(name).filter(|value| *value != "inherit");
        let diagonal = libm::hypot(place.view[0], place.view[1]) / std::f64::consts::SQRT_2;
        if let Some(size) = stated("font-size") {
            match font_size(size, self.font_size) {
                Some(size) => look.font_size = size,
                None => report_unknown_size(size, place),
            }
        }
        let length = |value: &str| length(value, look.font_size, diagonal);
        if let Some(value) = stated("color") {
            match paint(value) {
                Some(Paint::Color(color)) => look.color = rgba(color),
                Some(_) => {}
                None => report_unknown("color", value, place),
            }
        }
        if let Some(paint) = stated("fill") {
            look.fill = paint_color(paint, look.color, self.fill, "fill", place);
            look.is_current[0] = is_current(paint);
        }
        if let Some(paint) = stated("stroke") {
            look.stroke = paint_color(paint, look.color, self.stroke, "stroke", place);
            look.is_current[1] = is_current(paint);
        }
        if look.is_current[0] {
            look.fill = Some(look.color);
        }
        if look.is_current[1] {
            look.stroke = Some(look.color);
        }
        for (name, slot) in [
            ("fill-opacity", &mut look.fill_opacity),
            ("stroke-opacity", &mut look.stroke_opacity),
        ] {
            if let Some(value) = stated(name).and_then(fraction) {
                *slot = value;
            }
        }
        if let Some(value) = properties.get("opacity").and_then(fraction) {
            look.opacity *= value;
        }
        if let Some(width) = stated("stroke-width")
            .and_then(length)
            .filter(|width| *width >= 0.0)
        {
            look.stroke_width = width;
        }
        for (name, slot) in ["letter-spacing", "word-spacing"]
            .into_iter()
            .zip(&mut look.spacing)
        {
            if let Some(value) = stated(name) {
                *slot = length(value).unwrap_or(0.0);
            }
        }
        if let Some(dash) = stated("stroke-dasharray") {
            look.dash = dashes(dash, length);
        }
        look.keywords(properties);
        unsupported::report(properties, place.id, place.report);
        look
    }

    /// Reads properties whose values are words.
    fn keywords(&mut self, properties: &Properties<'_>) {
        match properties.get("stroke-linecap") {
            Some("butt") => self.cap = Cap::Butt,
            Some("round") => self.cap = Cap::Round,
            Some("square") => self.cap = Cap::Square,
            _ => {}
        }
        match properties.get("stroke-linejoin") {
            Some("miter" | "miter-clip" | "arcs") => self.join = Join::Miter,
            Some("round") => self.join = Join::Round,
            Some("bevel") => self.join = Join::Bevel,
            _ => {}
        }
        match properties.get("fill-rule") {
            Some("evenodd") => self.is_even_odd = true,
            Some("nonzero") => self.is_even_odd = false,
            _ => {}
        }
        match properties.word("visibility").as_deref() {
            Some("visible") => self.is_visible = true,
            Some("hidden" | "collapse") => self.is_visible = false,
            _ => {}
        }
        match properties.get("text-anchor") {
            Some("start") => self.anchor = 0.0,
            Some("middle") => self.anchor = 0.5,
            Some("end") => self.anchor = 1.0,
            _ => {}
        }
        let baseline = properties
            .get("alignment-baseline")
            .or_else(|| properties.get("dominant-baseline"));
        if let Some(value) = baseline {
            self.baseline = baseline_of(value);
        }
        for name in ["marker", "marker-start", "marker-mid", "marker-end"] {
            if let Some(value) = properties.get(name) {
                self.has_markers = value != "none";
            }
        }
    }

    /// Whether lines have dashes.
    pub(super) fn has_dashes(&self) -> bool {
        !self.dash.is_empty()
    }

    /// Returns the style with dashes of another length; lines are solid if it is not finite.
    pub(super) fn with_dashes(&self, ratio: f64) -> Look {
        let mut look = self.clone();
        look.dash.iter_mut().for_each(|dash| *dash *= ratio);
        if !ratio.is_finite() {
            look.dash.clear();
        }
        look
    }

    /// Reports markers of a shape, which are not drawn.
    pub(super) fn report_markers(&self, id: Option<&str>, report: &mut Report) {
        if self.has_markers {
            report.add_drop(
                "marker",
                id,
                [
                    "Markers at the points of lines are not imported.",
                    "선의 점에 있는 마커는 가져오지 않아요.",
                ],
            );
        }
    }

    /// Returns the style of an entity whose coordinates are scaled by `scale`; `None` if nothing is painted.
    pub(super) fn style(&self, scale: f64) -> Option<Style> {
        let with = |[r, g, b, a]: [f64; 4], opacity: f64| {
            let alpha = (a * opacity * self.opacity).clamp(0.0, 1.0);
            match [r, g, b, alpha] {
                [0.0, 0.0, 0.0, 1.0] => Color::Ink,
                rgba => Color::Rgba(rgba),
            }
        };
        let is_drawn = |color: &Color| !matches!(color, Color::Rgba([.., 0.0]));
        let fill = self
            .fill
            .map(|color| with(color, self.fill_opacity))
            .filter(is_drawn);
        let stroke = self.stroke.map(|color| with(color, self.stroke_opacity));
        let stroke = stroke.filter(is_drawn).map(|color| Stroke {
            color,
            width: tidy(self.stroke_width * scale),
            dash: self.dash.iter().map(|dash| tidy(dash * scale)).collect(),
            cap: self.cap,
            join: self.join,
        });
        let stroke = stroke.filter(|stroke| stroke.width > 0.0 && stroke.check().is_ok());
        let fill = fill.map(|color| Fill { color });
        (stroke.is_some() || fill.is_some()).then_some(Style { stroke, fill })
    }
}

/// Rounds a width to nine digits, so that widths under different maps are equal.
fn tidy(width: f64) -> f64 {
    format!("{width:.9e}").parse().unwrap_or(width)
}

/// Returns a length in user units; `full` is the length of 100 %.
pub(super) fn length(text: &str, font_size: f64, full: f64) -> Option<f64> {
    let length = Length::from_str(text.trim()).ok()?;
    let per_unit = match length.unit {
        LengthUnit::None | LengthUnit::Px => 1.0,
        LengthUnit::Em => font_size,
        LengthUnit::Ex => font_size / 2.0,
        LengthUnit::In => 96.0,
        LengthUnit::Cm => 96.0 / 2.54,
        LengthUnit::Mm => 96.0 / 25.4,
        LengthUnit::Pt => 4.0 / 3.0,
        LengthUnit::Pc => 16.0,
        LengthUnit::Percent => full / 100.0,
    };
    let length = length.number * per_unit;
    (length.is_finite() && length.abs() < 1e9).then_some(length)
}

/// Reports a size of a font that is not understood. One that has to be computed is reported elsewhere.
fn report_unknown_size(text: &str, place: &mut Place<'_, '_, '_>) {
    if !is_computed(text) {
        let kind = format!("font-size: {text}");
        let reason = [
            "The size is not supported; the text has the size around it.",
            "지원하지 않는 크기라서 글이 바깥 요소의 크기를 따라요.",
        ];
        place.report.add_change(&kind, place.id, reason);
    }
}

/// Returns the size of a font in user units; `None` if it is not understood.
fn font_size(text: &str, parent: f64) -> Option<f64> {
    let text = text.trim().to_ascii_lowercase();
    let named = [
        ("xx-small", 9.0),
        ("x-small", 10.0),
        ("small", 13.0),
        ("medium", 16.0),
        ("large", 18.0),
        ("x-large", 24.0),
        ("xx-large", 32.0),
        ("xxx-large", 48.0),
        ("smaller", parent / 1.2),
        ("larger", parent * 1.2),
    ];
    let named = named
        .iter()
        .find(|(name, _)| *name == text)
        .map(|(_, size)| *size);
    let length = || length(&text, parent, parent).filter(|size| *size >= 0.0);
    named.or_else(length)
}

/// Returns the lengths of dashes and gaps; an odd number repeats twice. Invalid lengths give a solid line.
fn dashes(text: &str, length: impl Fn(&str) -> Option<f64>) -> Vec<f64> {
    let parts = text.split([',', ' ', '\t', '\n']).filter(|part| !part.is_empty());
    let dashes: Option<Vec<f64>> = parts.take(65).map(length).collect();
    let dashes = dashes.unwrap_or_default();
    if dashes.len() > 32 || dashes.iter().any(|dash| *dash < 0.0) || dashes.iter().all(|dash| *dash == 0.0) {
        return Vec::new();
    }
    match dashes.len() % 2 {
        0 => dashes,
        _ => dashes.repeat(2),
    }
}
