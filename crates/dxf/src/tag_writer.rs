//! Tags of a DXF file: lines with a group code and lines with a value.
//!
//! Invariant: a number has at most as many decimals as its kind needs, no exponent, and no negative zero.

use std::fmt::Write as _;
use trammel_kernel::Point;

/// Decimals of coordinates and lengths.
const LENGTH: usize = 9;

/// Decimals of angles in degrees.
const ANGLE: usize = 12;

/// Decimals of ratios and of angles in radians.
const RATIO: usize = 15;

/// Sequence of tags as text.
#[derive(Clone, Debug, Default)]
pub struct TagWriter {
    text: String,
}

impl TagWriter {
    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Adds the tags of another sequence.
    pub fn append(&mut self, other: &TagWriter) {
        self.text.push_str(&other.text);
    }

    /// Adds a text. The text is one line of ASCII characters.
    pub fn text(&mut self, code: u16, value: &str) {
        let _ = write!(self.text, "{code:>3}\r\n{value}\r\n");
    }

    /// Adds a whole number.
    pub fn int(&mut self, code: u16, value: i64) {
        let _ = write!(self.text, "{code:>3}\r\n{value}\r\n");
    }

    /// Adds a handle.
    pub fn handle(&mut self, code: u16, value: u32) {
        let _ = write!(self.text, "{code:>3}\r\n{value:X}\r\n");
    }

    /// Adds a coordinate.
    pub fn number(&mut self, code: u16, value: f64) {
        self.decimal(code, value, LENGTH);
    }

    /// Adds a size, which keeps at least nine significant digits, so that it does not become zero.
    pub fn size(&mut self, code: u16, value: f64) {
        let leading = -libm::floor(libm::log10(value.abs()));
        let places = if leading.is_finite() && leading > 0.0 {
            (leading as usize).min(300) + LENGTH
        } else {
            LENGTH
        };
        self.decimal(code, value, places);
    }

    /// Adds an angle in degrees; a full turn is 0.
    pub fn angle(&mut self, code: u16, degrees: f64) {
        let is_turn = (degrees - 360.0).abs() < 5e-13;
        self.decimal(code, if is_turn { 0.0 } else { degrees }, ANGLE);
    }

    /// Adds a ratio or an angle in radians.
    pub fn ratio(&mut self, code: u16, value: f64) {
        self.decimal(code, value, RATIO);
    }

    /// Adds a point of the plane as three coordinates.
    pub fn point(&mut self, code: u16, at: Point) {
        self.flat(code, at);
        self.text(code + 20, "0.0");
    }

    /// Adds a point as two coordinates.
    pub fn flat(&mut self, code: u16, at: Point) {
        self.number(code, at.x);
        self.number(code + 10, at.y);
    }

    fn decimal(&mut self, code: u16, value: f64, places: usize) {
        let _ = write!(self.text, "{code:>3}\r\n");
        push_decimal(value, places, &mut self.text);
        self.text.push_str("\r\n");
    }
}

/// Returns a coordinate as text.
pub fn number(value: f64) -> String {
    let mut text = String::new();
    push_decimal(value, LENGTH, &mut text);
    text
}

/// Adds a number with at most this many decimals and at least one.
fn push_decimal(value: f64, places: usize, out: &mut String) {
    let start = out.len();
    if value.abs() < 1e6 {
        let _ = write!(out, "{value:.places$}");
    } else {
        // The shortest decimal that parses to a large number may have fewer decimals.
        let (rounded, shortest) = (format!("{value:.places$}"), format!("{value:?}"));
        let is_plain = !shortest.contains('e') && shortest.len() < rounded.len();
        out.push_str(if is_plain { &shortest } else { &rounded });
    }
    let kept = out.trim_end_matches('0').len();
    out.truncate(kept.max(start));
    if out.ends_with('.') {
        out.push('0');
    }
    if &out[start..] == "-0.0" {
        out.truncate(start);
        out.push_str("0.0");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(add: impl Fn(&mut TagWriter)) -> String {
        let mut tags = TagWriter::default();
        add(&mut tags);
        tags.as_str().lines().skip(1).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn numbers_are_short_and_have_no_exponent_and_no_negative_zero() {
        for (value, text) in [
            (0.1 + 0.2, "0.3"),
            (-0.0, "0.0"),
            (-1e-12, "0.0"),
            (6.1e-17, "0.0"),
            (40.0, "40.0"),
            (100.0, "100.0"),
            (1.0 / 3.0, "0.333333333"),
            (1e8 / 3.0, "33333333.333333332"),
            (1e21, "1000000000000000000000.0"),
            (-1.999_999_999_999, "-2.0"),
        ] {
            assert_eq!(written(|tags| tags.number(10, value)), text);
        }
        assert_eq!(written(|tags| tags.angle(50, 90.000_000_000_000_01)), "90.0");
        assert_eq!(
            written(|tags| tags.angle(50, (-1e-15_f64).rem_euclid(360.0))),
            "0.0"
        );
        assert_eq!(written(|tags| tags.size(40, 1.5e-11)), "0.000000000015");
        assert_eq!(written(|tags| tags.size(40, 2.5)), "2.5");
    }

    #[test]
    fn a_point_has_three_coordinates() {
        let mut tags = TagWriter::default();
        tags.point(11, Point::new(1.0, -2.5));
        assert_eq!(tags.as_str(), " 11\r\n1.0\r\n 21\r\n-2.5\r\n 31\r\n0.0\r\n");
    }
}
