#![doc = include_str!("../README.md")]

mod font;
mod jamo;
mod store;

pub use store::{hangul_is_here, has_hangul, needs_hangul, provide_hangul, provided_hangul};

use font::{Font, Glyph};
use serde::{Deserialize, Serialize};
use store::Fonts;
use trammel_base::visible::is_hidden;
use trammel_kernel::{Affine, Bounds, Path, Point, Vec2, affine::rotation};

/// Distance between the baselines of two lines, in cap heights (as in DXF MTEXT).
pub const LINE_STEP: f64 = 5.0 / 3.0;

/// Horizontal alignment of a text relative to its anchor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
#[allow(
    missing_docs,
    reason = "as doc comments these would make the schema a choice of objects"
)]
pub enum Align {
    // Each line starts at the anchor.
    #[default]
    Left,
    // Each line is centered on the anchor.
    Center,
    // Each line ends at the anchor.
    Right,
}

/// Vertical alignment of a text relative to its anchor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
#[allow(
    missing_docs,
    reason = "as doc comments these would make the schema a choice of objects"
)]
pub enum Valign {
    // The baseline of the first line is at the anchor.
    #[default]
    Baseline,
    // The cap height of the first line is at the anchor.
    Top,
    // The midpoint between the cap height of the first line and the last baseline is at the anchor.
    Middle,
    // The descenders of the last line end at the anchor.
    Bottom,
}

/// Placement and size of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Anchor point.
    pub at: Point,
    /// Height of a capital letter, above 0.
    pub size: f64,
    /// Horizontal alignment.
    pub align: Align,
    /// Vertical alignment.
    pub valign: Valign,
    /// Direction of the lines in radians, counterclockwise from the x axis; the text rotates about the anchor.
    pub angle: f64,
}

/// Lays out a text and returns its closed outlines, to fill by the even-odd rule; `\n` starts a new line.
pub fn layout(text: &str, setting: &Setting) -> Vec<Path> {
    lay_out(text, setting, &Fonts::present())
}

/// Returns the exact bounds of the outlines of a text mapped by `map`; `None` if no character has ink.
pub fn bounds(text: &str, setting: &Setting, map: &Affine) -> Option<Bounds> {
    let upright = placement(setting);
    let mut all: Option<Bounds> = None;
    for placed in placed_glyphs(text, setting, &Fonts::present()) {
        // The box of a glyph maps to the box of the mapped glyph only without a rotation other than quarter turns.
        let one = if keeps_boxes(&upright) && keeps_boxes(map) {
            placed.font.bounds(placed.glyph).and_then(|of| {
                let corners = of.corners().map(|corner| *map * (placed.map * corner));
                Bounds::from_points(corners)
            })
        } else {
            let paths = placed.paths();
            Bounds::union_all(paths.filter_map(|path| path.bounds_under(map)))
        };
        all = match (all, one) {
            (Some(all), Some(one)) => Some(all.union(&one)),
            (all, one) => all.or(one),
        };
    }
    all
}

/// Whether a map takes each axis to an axis.
fn keeps_boxes(map: &Affine) -> bool {
    let [a, b, c, d, ..] = map.as_coeffs();
    (b == 0.0 && c == 0.0) || (a == 0.0 && d == 0.0)
}

/// Returns the characters of a text that are drawn as boxes, without duplicates, in order.
pub fn missing(text: &str) -> Vec<char> {
    missing_in(&Fonts::present(), text)
}

fn missing_in(fonts: &Fonts, text: &str) -> Vec<char> {
    let mut missing = Vec::new();
    for line in lines(text) {
        for c in line {
            if fonts.find(c).is_none() && !missing.contains(&c) {
                missing.push(c);
            }
        }
    }
    missing
}

/// Returns the width of the widest line of a text with cap height `size`.
pub fn advance(text: &str, size: f64) -> f64 {
    let fonts = Fonts::present();
    let widths = lines(text).map(|line| set_line(&line, &fonts).width);
    size * widths.fold(0.0, f64::max)
}

/// Returns the bounds of the ink of a text with its first baseline on the x axis; `None` if no character has ink.
pub fn ink(text: &str, size: f64, align: Align) -> Option<Bounds> {
    let setting = Setting {
        at: Point::ORIGIN,
        size,
        align,
        valign: Valign::Baseline,
        angle: 0.0,
    };
    bounds(text, &setting, &Affine::IDENTITY)
}

fn lay_out(text: &str, setting: &Setting, fonts: &Fonts) -> Vec<Path> {
    let placed = placed_glyphs(text, setting, fonts);
    placed.iter().flat_map(Placed::paths).collect()
}

/// A glyph at its place in a text.
struct Placed {
    glyph: Glyph,
    font: &'static Font<'static>,
    /// Map from font units to the drawing.
    map: Affine,
}

impl Placed {
    fn paths(&self) -> impl Iterator<Item = Path> {
        let outlines = self.font.outlines(self.glyph).iter();
        outlines.map(|path| path.transformed(&self.map))
    }
}

/// Returns the map from cap heights, with the anchor at the origin, to the drawing.
fn placement(setting: &Setting) -> Affine {
    Affine::translate(setting.at.to_vec2()) * rotation(setting.angle) * Affine::scale(setting.size)
}

/// Returns the height from the last to the first baseline, in cap heights.
fn height_of_lines(count: usize) -> f64 {
    LINE_STEP * count.saturating_sub(1) as f64
}

/// Returns the height of the first baseline of a text above its anchor, in cap heights.
pub fn first_baseline(text: &str, valign: Valign) -> f64 {
    let below = height_of_lines(lines(text).count());
    baseline_above(valign, below, &Fonts::present())
}

/// Returns the height of the first baseline above the anchor, in cap heights.
fn baseline_above(valign: Valign, below: f64, fonts: &Fonts) -> f64 {
    match valign {
        Valign::Baseline => 0.0,
        Valign::Top => -1.0,
        Valign::Middle => (below - 1.0) / 2.0,
        Valign::Bottom => below + fonts.latin.descent(),
    }
}

/// Returns the middle of a text: half of its width, and half of the height from the last baseline to the first cap line.
pub fn middle(text: &str, setting: &Setting) -> Point {
    let fonts = Fonts::present();
    let width = lines(text)
        .map(|line| set_line(&line, &fonts).width)
        .fold(0.0, f64::max);
    let across = match setting.align {
        Align::Left => width / 2.0,
        Align::Center => 0.0,
        Align::Right => -width / 2.0,
    };
    let below = height_of_lines(lines(text).count());
    let up = baseline_above(setting.valign, below, &fonts) + (1.0 - below) / 2.0;
    placement(setting) * Point::new(across, up)
}

fn placed_glyphs(text: &str, setting: &Setting, fonts: &Fonts) -> Vec<Placed> {
    let lines: Vec<Line> = lines(text).map(|line| set_line(&line, fonts)).collect();
    let mut glyphs = Vec::new();
    let below = height_of_lines(lines.len());
    let first = baseline_above(setting.valign, below, fonts);
    let place = placement(setting);
    for (row, line) in lines.iter().enumerate() {
        let start = match setting.align {
            Align::Left => 0.0,
            Align::Center => -line.width / 2.0,
            Align::Right => -line.width,
        };
        let baseline = first - LINE_STEP * row as f64;
        glyphs.extend(line.glyphs.iter().map(|&(x, glyph, font)| Placed {
            glyph,
            font,
            map: place * Affine::translate(Vec2::new(start + x, baseline)) * Affine::scale(font.unit()),
        }));
    }
    glyphs
}

/// One laid-out line, in cap heights.
#[derive(Default)]
struct Line {
    glyphs: Vec<(f64, Glyph, &'static Font<'static>)>,
    width: f64,
}

fn set_line(line: &[char], fonts: &Fonts) -> Line {
    let mut out = Line::default();
    let mut before: Option<(Glyph, &'static Font<'static>)> = None;
    for &c in line {
        let (glyph, font) = fonts.find(c).unwrap_or((Glyph::MISSING, fonts.latin));
        if let Some((left, of)) = before
            && std::ptr::eq(of, font)
        {
            out.width += font.kern(left, glyph) * font.unit();
        }
        out.glyphs.push((out.width, glyph, font));
        out.width += font.advance(glyph) * font.unit();
        before = Some((glyph, font));
    }
    out
}

/// Returns the characters to draw, line by line: jamo are composed, a tab becomes four spaces, and invisible
/// characters are omitted.
fn lines(text: &str) -> impl Iterator<Item = Vec<char>> {
    let visible = |c: &char| !is_hidden(*c);
    text.split('\n').map(move |line| {
        let tabs = line.chars().flat_map(|c| {
            let spaces = if c == '\t' { 4 } else { 1 };
            std::iter::repeat_n(if c == '\t' { ' ' } else { c }, spaces)
        });
        jamo::compose_syllables(tabs)
            .into_iter()
            .filter(visible)
            .collect()
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests;
