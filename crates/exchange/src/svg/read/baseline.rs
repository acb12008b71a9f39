//! Lines of a typeface on which a text can stand.

use super::super::names::CAP_HEIGHT;

/// Height of the box of a character above its baseline, as a part of the font size; the box is 1.2 high.
const ASCENT: f64 = 0.95;

/// Returns the distance of the baseline below a line of the typeface, as a part of the font size.
pub(super) fn baseline_of(name: &str) -> f64 {
    // Half of the height of a small letter.
    const MIDDLE: f64 = 0.27;
    match name {
        "middle" => MIDDLE,
        "central" | "mathematical" => CAP_HEIGHT / 2.0,
        "hanging" => CAP_HEIGHT,
        "text-before-edge" | "before-edge" | "text-top" | "top" => ASCENT,
        "text-after-edge" | "after-edge" | "text-bottom" | "bottom" | "ideographic" => ASCENT - 1.2,
        _ => 0.0,
    }
}
