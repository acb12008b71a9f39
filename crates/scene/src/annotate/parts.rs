//! Building blocks of dimensions and leaders: arrowheads and text placement.

use super::dim_style::DimStyle;
use std::ops::Range;
use trammel_kernel::{Path, Point, Vec2, norm};
use trammel_text::{self as text, Align, Setting, Valign};

/// Geometry of a drawn annotation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawn {
    /// Paths to stroke.
    pub lines: Vec<Path>,
    /// Closed paths to fill by the even-odd rule: arrowheads and text.
    pub fills: Vec<Path>,
    /// Height of the text in `fills`.
    pub text_height: f64,
    /// Texts in `fills`.
    pub labels: Vec<Label>,
}

/// Text of an annotation.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Characters; `\n` begins a new line.
    pub text: String,
    /// Placement and size.
    pub setting: Setting,
    /// Positions of the outlines in [`Drawn::fills`].
    pub outlines: Range<usize>,
}

impl Label {
    /// Returns the middle of the text: half of its width, and half of the height from the last baseline to the first cap
    /// line.
    pub fn middle(&self) -> Point {
        text::middle(&self.text, &self.setting)
    }
}

impl Drawn {
    /// Creates an empty drawing with the text height of `style`.
    pub(super) fn in_style(style: &DimStyle) -> Drawn {
        Drawn {
            text_height: style.text_height,
            ..Drawn::default()
        }
    }

    /// Returns all paths, lines first.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.lines.iter().chain(&self.fills)
    }

    /// Adds a straight line unless its ends coincide.
    pub(super) fn line(&mut self, a: Point, b: Point) {
        if a != b {
            self.lines.push(Path::from_points(&[a, b], false));
        }
    }

    /// Adds an arrowhead with its tip at `tip`, pointing along the unit vector `direction`.
    pub(super) fn arrow(&mut self, tip: Point, direction: Vec2, size: f64) {
        let (back, side) = (
            direction * -size,
            Vec2::new(-direction.y, direction.x) * (size / 6.0),
        );
        let corners = [tip, tip + back + side, tip + back - side];
        self.fills.push(Path::from_points(&corners, true));
    }

    /// Adds text as filled outlines.
    pub(super) fn text(&mut self, text: &str, setting: &Setting) {
        let start = self.fills.len();
        self.fills.extend(text::layout(text, setting));
        self.labels.push(Label {
            text: text.to_owned(),
            setting: *setting,
            outlines: start..self.fills.len(),
        });
    }

    /// Adds text above a line through `at` along `direction`, rotated so that it reads from below or from the
    /// right.
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
        // Text of characters without descenders stands on its baseline at the gap.
        let digits = !text.contains(['g', 'j', 'p', 'q', 'y', ',', ';', '\n']) && text.is_ascii();
        let valign = if digits { Valign::Baseline } else { Valign::Bottom };
        self.text(text, &Setting { valign, ..setting });
    }

    /// Adds text with its middle at `at`, along `direction` so that it reads from below or from the right.
    pub(super) fn text_centered(&mut self, text: &str, at: Point, direction: Vec2, style: &DimStyle) {
        let along = readable(direction);
        let setting = Setting {
            at,
            size: style.text_height,
            align: Align::Center,
            valign: Valign::Middle,
            angle: libm::atan2(along.y, along.x),
        };
        self.text(text, &setting);
    }

    /// Adds a short horizontal line from `at` with text at its end, to the left if `towards` is negative, else to
    /// the right.
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

/// Returns `direction` or its opposite, whichever points right; of two vertical directions, the upward one.
fn readable(direction: Vec2) -> Vec2 {
    let slack = 1e-9;
    let flip = direction.x < -slack || (direction.x.abs() <= slack && direction.y < 0.0);
    if flip { -direction } else { direction }
}

/// Returns the unit vector along `v`; `None` for a zero or non-finite vector.
pub(super) fn unit(v: Vec2) -> Option<Vec2> {
    let length = norm(v);
    let unit = v / length;
    (length > 0.0 && unit.is_finite()).then_some(unit)
}
