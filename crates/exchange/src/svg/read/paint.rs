//! Paint of elements: colors, and the color that stands for a gradient.

use super::colors::paint;
use super::effects::is_computed;
use super::place::{Ids, Place, link};
use crate::report::Reason;
use roxmltree::Node;
use svgtypes::{Paint, PaintFallback};

/// Maximum number of gradients that refer to each other.
const MAX_LINKS: usize = 8;

/// Colors in a form that the reader does not know.
const UNKNOWN: Reason = ["The color is not supported.", "지원하지 않는 색이에요."];

/// Returns a number from 0 to 1, also written as a percentage.
pub(super) fn fraction(text: &str) -> Option<f64> {
    let number = match text.trim().strip_suffix('%') {
        Some(percent) => percent.parse::<f64>().ok()? / 100.0,
        None => text.trim().parse::<f64>().ok()?,
    };
    number.is_finite().then(|| number.clamp(0.0, 1.0))
}

/// Returns red, green, blue, and opacity from 0 to 1.
pub(super) fn rgba(color: svgtypes::Color) -> [f64; 4] {
    let byte = |channel: u8| f64::from(channel) / 255.0;
    [
        byte(color.red),
        byte(color.green),
        byte(color.blue),
        byte(color.alpha),
    ]
}

/// Returns the color of a paint; a gradient or a pattern becomes one color and is reported.
pub(super) fn paint_color(
    text: &str,
    current: [f64; 4],
    inherited: Option<[f64; 4]>,
    property: &str,
    place: &mut Place<'_, '_, '_>,
) -> Option<[f64; 4]> {
    match paint(text) {
        Some(Paint::None) => None,
        Some(Paint::CurrentColor) => Some(current),
        Some(Paint::Color(color)) => Some(rgba(color)),
        Some(Paint::Inherit) => inherited,
        None => {
            report_unknown(property, text, place);
            inherited
        }
        Some(Paint::ContextFill | Paint::ContextStroke) => {
            place.report.add_change(
                property,
                place.id,
                [
                    "Colors of the context are not supported.",
                    "둘러싼 요소의 색을 쓰는 것은 지원하지 않아요.",
                ],
            );
            inherited
        }
        Some(Paint::FuncIRI(id, fallback)) => {
            if let Some(server) = place.ids.get(id) {
                let kind = server.tag_name().name().to_owned();
                let color = first_stop(*server, place.ids);
                let reason = match color {
                    Some(_) => ["The color of its first stop is used.", "첫 번째 색을 썼어요."],
                    None => ["The area has no paint.", "영역을 칠하지 않았어요."],
                };
                place.report.add_change(&kind, Some(id), reason);
                return color;
            }
            match fallback {
                Some(PaintFallback::Color(color)) => Some(rgba(color)),
                Some(PaintFallback::CurrentColor) => Some(current),
                Some(PaintFallback::None) | None => None,
            }
        }
    }
}

/// Reports a color that is not understood.
pub(super) fn report_unknown(property: &str, text: &str, place: &mut Place<'_, '_, '_>) {
    if !is_computed(text) {
        let kind = format!("{property}: {text}");
        place.report.add_drop(&kind, place.id, UNKNOWN);
    }
}

/// Whether a paint is the color of the element.
pub(super) fn is_current(paint: &str) -> bool {
    matches!(self::paint(paint), Some(Paint::CurrentColor))
}

/// Returns the color of the first stop of a gradient.
fn first_stop(gradient: Node<'_, '_>, ids: &Ids<'_, '_>) -> Option<[f64; 4]> {
    let mut node = gradient;
    for _ in 0..MAX_LINKS {
        if !matches!(node.tag_name().name(), "linearGradient" | "radialGradient") {
            return None;
        }
        let stop = node
            .children()
            .find(|child| child.is_element() && child.tag_name().name() == "stop");
        if let Some(stop) = stop {
            let style = stop.attribute("style").unwrap_or_default();
            let value = |name: &str| {
                let own = style.split(';').filter_map(|one| one.split_once(':'));
                let own = own.rev().find(|(key, _)| key.trim() == name);
                own.map(|(_, value)| value.trim())
                    .or_else(|| stop.attribute(name))
            };
            let mut color = match value("stop-color").and_then(paint) {
                Some(Paint::Color(color)) => rgba(color),
                _ => [0.0, 0.0, 0.0, 1.0],
            };
            color[3] *= value("stop-opacity").and_then(fraction).unwrap_or(1.0);
            return Some(color);
        }
        node = *ids.get(link(&node)?)?;
    }
    None
}
