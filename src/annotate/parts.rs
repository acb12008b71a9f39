//! What dimensions and leaders are made of: style, arrowheads, numbers, text.

use crate::geometry::{Path, Point, Vec2, norm};
use crate::text::{self, Align, Setting, Valign};
use serde::{Deserialize, Serialize};

/// How dimensions look. Lengths are drawing units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DimStyle {
    /// Height of capitals in the text (DIMTXT).
    pub text_height: f64,
    /// Length of an arrowhead (DIMASZ).
    pub arrow_size: f64,
    /// Gap between the measured point and its extension line (DIMEXO).
    pub extension_offset: f64,
    /// How far extension lines go beyond the dimension line (DIMEXE).
    pub extension_beyond: f64,
    /// Gap between text and dimension line (DIMGAP).
    pub gap: f64,
    /// Decimals at most; zeros at the end are left out (DIMDEC, DIMZIN 8).
    pub decimals: u8,
    /// What lengths are multiplied by before they are written (DIMLFAC).
    pub factor: f64,
    /// Written after the number (DIMPOST).
    pub suffix: String,
}

impl DimStyle {
    /// The proportions of ISO 129 for text of this height.
    pub fn for_text(height: f64) -> DimStyle {
        DimStyle {
            text_height: height,
            arrow_size: height,
            extension_offset: height / 4.0,
            extension_beyond: height / 2.0,
            gap: height / 4.0,
            decimals: 2,
            factor: 1.0,
            suffix: String::new(),
        }
    }

    /// A length as it is written: rounded, without zeros at the end.
    pub fn length(&self, value: f64) -> String {
        format!("{}{}", rounded(value * self.factor, self.decimals), self.suffix)
    }

    /// An angle in radians as it is written, in degrees.
    pub fn angle(&self, value: f64) -> String {
        format!("{}°{}", rounded(value.to_degrees(), self.decimals), self.suffix)
    }
}

impl Default for DimStyle {
    fn default() -> DimStyle {
        DimStyle::for_text(2.5)
    }
}

/// An annotation as it is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawn {
    /// Paths to be stroked.
    pub lines: Vec<Path>,
    /// Closed paths to be filled by the even-odd rule: arrowheads and text.
    pub fills: Vec<Path>,
    /// Height of the text among what is filled.
    pub text_height: f64,
}

impl Drawn {
    /// Nothing yet.
    pub(super) fn in_style(style: &DimStyle) -> Drawn {
        Drawn {
            text_height: style.text_height,
            ..Drawn::default()
        }
    }

    /// Everything, lines first.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.lines.iter().chain(&self.fills)
    }

    /// Adds a straight line, unless it has no length.
    pub(super) fn line(&mut self, a: Point, b: Point) {
        if a != b {
            self.lines.push(Path::from_points(&[a, b], false));
        }
    }

    /// Adds an arrowhead whose tip is at `tip` and which points along `direction` (of length 1).
    pub(super) fn arrow(&mut self, tip: Point, direction: Vec2, size: f64) {
        let (back, side) = (
            direction * -size,
            Vec2::new(-direction.y, direction.x) * (size / 6.0),
        );
        let corners = [tip, tip + back + side, tip + back - side];
        self.fills.push(Path::from_points(&corners, true));
    }

    /// Adds text.
    pub(super) fn text(&mut self, text: &str, setting: &Setting) {
        self.fills.extend(text::layout(text, setting).paths);
    }

    /// Adds text above a line that runs along `direction` through `at`, turned so that it can be read from below or
    /// from the right.
    pub(super) fn text_above(&mut self, text: &str, at: Point, direction: Vec2, style: &DimStyle) {
        let along = readable(direction);
        let up = Vec2::new(-along.y, along.x);
        let setting = Setting {
            at: at + up * style.gap,
            size: style.text_height,
            align: Align::Center,
            valign: Valign::Bottom,
            angle: libm::atan2(along.y, along.x),
        };
        // Numbers have no descenders: they stand on the gap itself.
        let digits = !text.contains(['g', 'j', 'p', 'q', 'y', ',', ';', '\n']) && text.is_ascii();
        let valign = if digits { Valign::Baseline } else { Valign::Bottom };
        self.text(text, &Setting { valign, ..setting });
    }

    /// Adds a short horizontal line from `at` and text behind it, on the side where `towards` points.
    pub(super) fn text_beside(&mut self, text: &str, at: Point, towards: f64, style: &DimStyle) {
        let side = if towards < 0.0 { -1.0 } else { 1.0 };
        let end = at + Vec2::new(side * style.arrow_size, 0.0);
        self.line(at, end);
        let setting = Setting {
            at: end + Vec2::new(side * style.gap, 0.0),
            size: style.text_height,
            align: if side < 0.0 { Align::Right } else { Align::Left },
            valign: Valign::Middle,
            angle: 0.0,
        };
        self.text(text, &setting);
    }
}

/// The direction or its opposite, whichever runs rightward; straight up rather than straight down.
fn readable(direction: Vec2) -> Vec2 {
    let slack = 1e-9;
    let flip = direction.x < -slack || (direction.x.abs() <= slack && direction.y < 0.0);
    if flip { -direction } else { direction }
}

/// A number with at most so many decimals, without zeros at the end.
fn rounded(value: f64, decimals: u8) -> String {
    let text = format!("{value:.*}", usize::from(decimals));
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        &text
    };
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// The direction of a vector; `None` when it has no length.
pub(super) fn unit(v: Vec2) -> Option<Vec2> {
    let length = norm(v);
    let unit = v / length;
    (length > 0.0 && unit.is_finite()).then_some(unit)
}
