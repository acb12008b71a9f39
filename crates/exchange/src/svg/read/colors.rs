//! Paint of elements as it is written: words, colors, and references.

use std::f64::consts::{PI, TAU};
use svgtypes::{Color, Paint};

/// Returns a written paint; `None` if it is not understood.
pub(super) fn paint(text: &str) -> Option<Paint<'_>> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("none") {
        return Some(Paint::None);
    }
    if text.eq_ignore_ascii_case("currentcolor") {
        return Some(Paint::CurrentColor);
    }
    let color = function(&text.to_ascii_lowercase()).map(Paint::Color);
    color.or_else(|| Paint::from_str(text).ok())
}

/// Returns the color of a function with numbers or percentages, which commas or spaces and a slash before the opacity
/// separate.
fn function(text: &str) -> Option<Color> {
    let (name, arguments) = text.strip_suffix(')')?.split_once('(')?;
    let (channels, alpha) = match arguments.split_once('/') {
        Some((channels, alpha)) => (channels, Some(alpha)),
        None => (arguments, None),
    };
    let mut words: Vec<&str> = channels
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter(|word| !word.is_empty())
        .collect();
    let alpha = match alpha {
        None if words.len() == 4 => words.pop(),
        alpha => alpha,
    };
    let alpha = alpha.map_or(Some(1.0), |alpha| part(alpha, 1.0))?;
    let [first, second, third] = words.try_into().ok()?;
    let rgb = match name.trim() {
        "rgb" | "rgba" => [part(first, 255.0)?, part(second, 255.0)?, part(third, 255.0)?],
        "hsl" | "hsla" => {
            let (saturation, lightness) = (part(second, 100.0)?, part(third, 100.0)?);
            let amount = saturation * lightness.min(1.0 - lightness);
            hue(first)?.map(|level| lightness - amount + 2.0 * amount * level)
        }
        "hwb" => {
            let (white, black) = (part(second, 100.0)?, part(third, 100.0)?);
            match white + black {
                sum if sum >= 1.0 => [white / sum; 3],
                sum => hue(first)?.map(|level| level * (1.0 - sum) + white),
            }
        }
        _ => return None,
    };
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to 0..=255 and rounded"
    )]
    let [red, green, blue, alpha] =
        [rgb[0], rgb[1], rgb[2], alpha].map(|channel| (channel.clamp(0.0, 1.0) * 255.0).round() as u8);
    Some(Color::new_rgba(red, green, blue, alpha))
}

/// Returns a number or a percentage as a part of `full`, from 0 to 1.
fn part(text: &str, full: f64) -> Option<f64> {
    let text = text.trim();
    let part = match text.strip_suffix('%') {
        Some(percent) => percent.parse::<f64>().ok()? / 100.0,
        None if text == "none" => 0.0,
        None => text.parse::<f64>().ok()? / full,
    };
    part.is_finite().then(|| part.clamp(0.0, 1.0))
}

/// Returns red, green, and blue of the pure color with this hue.
fn hue(text: &str) -> Option<[f64; 3]> {
    let degrees = match text {
        "none" => 0.0,
        _ => angle(text)?.to_degrees(),
    };
    let level = |shift: f64| {
        let at = (degrees / 60.0 + shift).rem_euclid(6.0);
        ((at - 3.0).abs() - 1.0).clamp(0.0, 1.0)
    };
    degrees.is_finite().then(|| [level(0.0), level(4.0), level(2.0)])
}

/// Returns an angle in radians. An angle without a unit is in degrees.
pub(super) fn angle(text: &str) -> Option<f64> {
    for (unit, factor) in [
        ("grad", PI / 200.0),
        ("turn", TAU),
        ("deg", PI / 180.0),
        ("rad", 1.0),
        ("", PI / 180.0),
    ] {
        if let Some(number) = text.strip_suffix(unit) {
            // A full turn in the other units is a number of right angles, whose sine is exact.
            let angle: f64 = number.trim().parse().ok()?;
            return Some(angle * factor);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_of_both_syntaxes_are_understood() {
        for (text, wanted) in [
            ("rgb(0 0 0 / 0%)", [0, 0, 0, 0]),
            ("RGB(255 0 0/50%)", [255, 0, 0, 128]),
            ("rgba(0, 128, 0, 0%)", [0, 128, 0, 0]),
            ("rgb(100% 0% none / .5)", [255, 0, 0, 128]),
            ("rgb(0% 50% 0% / 100%)", [0, 128, 0, 255]),
            ("rgba(1, 2, 3, 0)", [1, 2, 3, 0]),
            ("hsl(120deg 100% 50% / 0%)", [0, 255, 0, 0]),
            ("hsla(240, 100%, 50%, 0)", [0, 0, 255, 0]),
            ("hsl(none 0% 100%)", [255, 255, 255, 255]),
            ("hsl(0.5turn 100 50 / 1)", [0, 255, 255, 255]),
            ("hwb(0 0% 0% / none)", [255, 0, 0, 0]),
            ("#0000", [0, 0, 0, 0]),
            ("Transparent", [0, 0, 0, 0]),
        ] {
            let [red, green, blue, alpha] = wanted;
            let color = Color::new_rgba(red, green, blue, alpha);
            assert_eq!(paint(text), Some(Paint::Color(color)), "{text}");
        }
        assert_eq!(paint("NONE"), Some(Paint::None));
        assert_eq!(paint("currentcolor"), Some(Paint::CurrentColor));
        for text in [
            "rgb(0 0 0 / x)",
            "lab(1 2 3)",
            "rgb(1 2)",
            "var(--c)",
            "hsl(",
            "rgb",
        ] {
            assert_eq!(paint(text), None, "{text}");
        }
    }
}
