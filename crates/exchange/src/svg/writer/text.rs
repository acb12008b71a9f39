//! Text as a text element, for programs that edit or engrave text with their own fonts.

use super::super::names::CAP_HEIGHT;
use super::numbers::Numbers;
use std::fmt::Write as _;
use trammel_formats::svg::escape;
use trammel_kernel::affine::{is_similarity, max_scale};
use trammel_kernel::{Affine, Point};
use trammel_scene::Text;
use trammel_text::{Align, LINE_STEP, first_baseline};

/// Returns the start and the content of a text element without its paint; `None` if the map is not a similarity that
/// keeps the text readable.
pub(super) fn element(text: &Text, map: &Affine, numbers: Numbers) -> Option<(String, String)> {
    if !is_similarity(map) || map.determinant() <= 0.0 {
        return None;
    }
    let [a, b, ..] = map.as_coeffs();
    let size = text.size * max_scale(map);
    let angle = (text.angle + libm::atan2(b, a)).to_degrees();
    // A tab is four spaces in a drawing, and one in a file.
    let spaced = text.text.replace('\t', "    ");
    let lines: Vec<&str> = spaced.split('\n').collect();
    let first = first_baseline(&text.text, text.valign);
    let anchor = match text.align {
        Align::Left => "start",
        Align::Center => "middle",
        Align::Right => "end",
    };
    let at: Point = *map * text.at;
    let mut start = format!(
        "<text{}{} font-family=\"Noto Sans KR, sans-serif\"{} text-anchor=\"{anchor}\"",
        numbers.attribute("x", at.x),
        numbers.attribute("y", -at.y - first * size),
        numbers.attribute("font-size", size / CAP_HEIGHT),
    );
    if numbers.clean(angle) != 0.0 {
        let (angle, x, y) = (numbers.text(-angle), numbers.text(at.x), numbers.text(-at.y));
        let _ = write!(start, " transform=\"rotate({angle} {x} {y})\"");
    }
    let is_spaced = |line: &&str| line.starts_with(' ') || line.ends_with(' ') || line.contains("  ");
    if lines.iter().any(is_spaced) {
        start.push_str(" xml:space=\"preserve\"");
    }
    let mut content = String::new();
    for (row, line) in lines.iter().enumerate() {
        if lines.len() == 1 {
            content.push_str(&escape(line));
            continue;
        }
        let y = -at.y - (first - LINE_STEP * row as f64) * size;
        let (x, y) = (numbers.attribute("x", at.x), numbers.attribute("y", y));
        let _ = write!(content, "<tspan{x}{y}>{}</tspan>", escape(line));
    }
    Some((start, content))
}
