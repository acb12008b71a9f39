//! Rounding of pointed values: the shortest decimal within half a pixel, without the dust of binary fractions.

use crate::editor::number_format::measured;
use crate::geometry::Point;

/// Rounds a pointed coordinate to the largest power of ten that is not above a pixel.
pub(in crate::editor) fn round(value: f64, pixel: f64) -> f64 {
    measured(value, pixel).parse().unwrap_or(value)
}

/// Rounds both coordinates of a pointed position.
pub(in crate::editor) fn round_point(at: Point, pixel: f64) -> Point {
    Point::new(round(at.x, pixel), round(at.y, pixel))
}

/// Returns the shortest decimal that leads from `start` to `end`, up to the rounding of the addition.
pub(in crate::editor) fn difference(start: f64, end: f64) -> f64 {
    let raw = end - start;
    let decimals = (0..=15).filter_map(|decimals| format!("{raw:.decimals$}").parse::<f64>().ok());
    let rounding = f64::EPSILON * start.abs().max(end.abs());
    let exact = |value: &f64| (start + value - end).abs() <= rounding;
    // The addition removes the sign of a negative zero.
    decimals.into_iter().find(exact).unwrap_or(raw) + 0.0
}

/// Removes the last digits of a computed number, in which the error of the computation is.
pub(in crate::editor) fn without_dust(value: f64) -> f64 {
    format!("{value:.10}").parse::<f64>().unwrap_or(value) + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointed_values_are_short_and_differences_are_exact() {
        assert_eq!(round(13.4167, 1.0), 13.0);
        assert_eq!(round(13.4167, 0.5), 13.4);
        assert_eq!(round(-0.2, 1.0), 0.0);
        assert_eq!(difference(10.1, 30.3), 20.2);
        assert_eq!(difference(5.0, 5.0), 0.0);
        let third = 1.0 / 3.0;
        assert!((0.1 + difference(0.1, third) - third).abs() <= f64::EPSILON * third);
    }
}
