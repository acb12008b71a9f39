//! Rounding of pointed values: the shortest decimal within half a grid step, without the dust of binary fractions.

use crate::number_format::format_measured;
use trammel_kernel::Point;

/// Rounds a pointed coordinate to the largest power of ten that is not above a step of the grid.
pub(crate) fn round(value: f64, step: f64) -> f64 {
    format_measured(value, step * (1.0 + 1e-12))
        .parse()
        .unwrap_or(value)
}

/// Rounds a pointed length as [`round`] does, but never to zero.
pub(crate) fn round_length(value: f64, step: f64) -> f64 {
    let finer = [1.0, 0.1, 0.01, 0.001].map(|part| round(value, step * part));
    finer.into_iter().find(|rounded| *rounded != 0.0).unwrap_or(value)
}

/// Rounds both coordinates of a pointed position.
pub(crate) fn round_point(at: Point, step: f64) -> Point {
    Point::new(round(at.x, step), round(at.y, step))
}

/// Returns the shortest decimal that leads from `start` to `end`, up to the rounding of the addition.
pub(crate) fn difference(start: f64, end: f64) -> f64 {
    let raw = end - start;
    let decimals = (0..=15).filter_map(|decimals| format!("{raw:.decimals$}").parse::<f64>().ok());
    let rounding = f64::EPSILON * start.abs().max(end.abs());
    let exact = |value: &f64| (start + value - end).abs() <= rounding;
    // The addition removes the sign of a negative zero.
    decimals.into_iter().find(exact).unwrap_or(raw) + 0.0
}

/// Removes the last digits of a computed number, in which the error of the computation is.
pub(crate) fn round_computed(value: f64) -> f64 {
    format!("{value:.10}").parse::<f64>().unwrap_or(value) + 0.0
}

/// Rounds the position of an annotation, which measures nothing, to two digits.
pub(crate) fn round_place(value: f64) -> f64 {
    if value == 0.0 {
        return 0.0;
    }
    round_length(value, value.abs() / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointed_values_are_short_and_differences_are_exact() {
        assert_eq!(round(13.4167, 2.0), 13.0);
        assert_eq!(round(13.4167, 1.0), 13.0);
        assert_eq!(round(13.4167, 0.5), 13.4);
        assert_eq!(round(98.0, 20.0), 100.0);
        assert_eq!(round(1234.0, 50.0), 1230.0);
        assert_eq!(round(-0.2, 1.0), 0.0);
        assert_eq!(round_length(4.2, 20.0), 4.0);
        assert_eq!(round_place(-8.485_281_374), -8.5);
        assert_eq!(difference(10.1, 30.3), 20.2);
        assert_eq!(difference(5.0, 5.0), 0.0);
        let third = 1.0 / 3.0;
        assert!((0.1 + difference(0.1, third) - third).abs() <= f64::EPSILON * third);
    }
}
