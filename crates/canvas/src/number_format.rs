//! Number formatting for display and for model input, without insignificant digits.

/// Formats a number with `decimals` decimals; never returns a negative zero.
#[must_use]
pub fn format_fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    if text.chars().any(|c| ('1'..='9').contains(&c)) {
        text
    } else {
        text.trim_start_matches('-').to_owned()
    }
}

/// Formats a number with up to six decimals and no trailing zeros.
#[must_use]
pub fn format_number(value: f64) -> String {
    without_zeros(format_fixed(value, 6))
}

/// Formats a number measured on the screen, where one pixel is `pixel` drawing units: rounds to the largest
/// power of ten that is not above a pixel.
#[must_use]
pub fn format_measured(value: f64, pixel: f64) -> String {
    let power = libm::floor(libm::log10(pixel)).clamp(-12.0, 12.0);
    let step = libm::pow(10.0, power.abs());
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to 12"
    )]
    if power < 0.0 {
        without_zeros(format_fixed(value, -power as usize))
    } else {
        format_fixed((value / step).round() * step, 0)
    }
}

/// Returns the multiple of `step` that is nearest to `value`, without the rounding error of the multiplication.
#[must_use]
pub fn round_to(value: f64, step: f64) -> f64 {
    let rounded = (value / step).round() * step;
    format!("{rounded:.12}").parse::<f64>().unwrap_or(rounded) + 0.0
}

/// Formats a measured number with at most four decimals and no trailing zeros.
#[must_use]
pub fn format_result(value: f64) -> String {
    without_zeros(format_fixed(value, 4))
}

fn without_zeros(text: String) -> String {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_insignificant_digits() {
        assert_eq!(format_fixed(-0.04, 1), "0.0");
        assert_eq!(format_number(10.0), "10");
        assert_eq!(format_number(0.1 + 0.2), "0.3");
        assert_eq!(
            (format_result(94.339_811_3), format_result(-0.000_01)),
            ("94.3398".to_owned(), "0".to_owned())
        );
        assert_eq!(
            (round_to(0.31, 0.1), round_to(-12.0, 5.0), round_to(-0.1, 5.0)),
            (0.3, -10.0, 0.0)
        );
        // The pixel sizes are a hundredth of a unit, one unit, and thirty units.
        assert_eq!(format_measured(12.345_678, 0.01), "12.35");
        assert_eq!(format_measured(12.3, 1.0), "12");
        assert_eq!(format_measured(-0.2, 1.0), "0");
        assert_eq!(format_measured(12_345.678, 30.0), "12350");
        assert_eq!(format_measured(100.0, 1.0), "100");
    }
}
