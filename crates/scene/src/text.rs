//! Text entities: stored as characters, drawn as outlines.

use super::range::{MAX_COORDINATE, check_coordinate, check_size};
use serde::{Deserialize, Serialize};
use trammel_kernel::{Affine, Bounds, Path, Point};
use trammel_language::{Bilingual, bilingual};
use trammel_text::{self as text, Align, Setting, Valign};

/// Maximum length of a text, in characters.
pub const MAX_TEXT_CHARS: usize = 10_000;

/// One or several lines of text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Text {
    /// Characters; `\n` begins a new line.
    pub text: String,
    /// Anchor point.
    pub at: Point,
    /// Height of a capital letter in drawing units, above 0.
    pub size: f64,
    /// Horizontal alignment relative to the anchor.
    pub align: Align,
    /// Vertical alignment relative to the anchor.
    pub valign: Valign,
    /// Direction of the lines in radians, counterclockwise from the x axis.
    pub angle: f64,
}

impl Text {
    /// Returns the outlines, to be filled by the even-odd rule.
    pub fn paths(&self) -> Vec<Path> {
        text::layout(&self.text, &self.setting())
    }

    /// Returns the exact bounds of the outlines mapped by `map`; `None` if no character has ink.
    pub fn bounds(&self, map: &Affine) -> Option<Bounds> {
        text::bounds(&self.text, &self.setting(), map)
    }

    fn setting(&self) -> Setting {
        Setting {
            at: self.at,
            size: self.size,
            align: self.align,
            valign: self.valign,
            angle: self.angle,
        }
    }

    pub(super) fn check(&self) -> Result<(), Bilingual> {
        check_text("text", &self.text)?;
        check_coordinate("x", self.at.x)?;
        check_coordinate("y", self.at.y)?;
        check_size("size", self.size)?;
        check_coordinate("angle", self.angle)?;
        let count = self.text.chars().count();
        let most = MAX_COORDINATE / 2.0;
        if self.size * count as f64 > most {
            return Err(bilingual!(
                "size {} is too large for {count} characters",
                "글자 {count}자에는 크기 {}이(가) 너무 커요",
                self.size
            ));
        }
        Ok(())
    }
}

/// Checks that a text is not blank and has at most [`MAX_TEXT_CHARS`] characters.
///
/// # Errors
/// Returns an error that names the parameter.
pub fn check_text(parameter: &str, text: &str) -> Result<(), Bilingual> {
    if text.trim().is_empty() {
        return Err(bilingual!(
            "{parameter} is empty; at least one character is required",
            "{parameter}이(가) 비어 있어요. 글자가 하나는 있어야 해요"
        ));
    }
    let count = text.chars().count();
    if count > MAX_TEXT_CHARS {
        return Err(bilingual!(
            "{parameter} has {count} characters, at most {MAX_TEXT_CHARS}",
            "{parameter}이(가) {count}자이고 최대 {MAX_TEXT_CHARS}자예요"
        ));
    }
    Ok(())
}
