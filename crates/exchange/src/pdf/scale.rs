//! Scales of a drawing on paper.

use trammel_formats::PdfScale;

/// Largest scale of a drawing that is fitted to the page.
const LARGEST_FIT: f64 = 1000.0;

/// Returns the scale for an extent and an area, both in millimeters; a drawing in tiles is 1:1 unless a scale is stated.
pub(super) fn choose(scale: PdfScale, tile: bool, extent: [f64; 2], area: [f64; 2]) -> f64 {
    let most = (area[0] / extent[0]).min(area[1] / extent[1]);
    match scale {
        PdfScale::Ratio(ratio) => ratio,
        PdfScale::Standard if tile => 1.0,
        PdfScale::Standard => standard(most),
        PdfScale::Fit => fitting_scale(most),
    }
}

/// Returns the largest of 1:1, 1:2, 1:5, 1:10 and so on that is at most `most`.
pub(super) fn standard(most: f64) -> f64 {
    let mut decade = 1.0;
    // The extent of a drawing is at most 2e12 mm.
    while decade < 1e15 {
        for n in [1.0, 2.0, 5.0] {
            if 1.0 / (n * decade) <= most * (1.0 + 1e-9) {
                return 1.0 / (n * decade);
            }
        }
        decade *= 10.0;
    }
    1.0 / decade
}

/// Returns a scale of at most `most` whose ratio has three digits, so that it can be stated exactly; 1:1 for a drawing
/// without extent.
fn fitting_scale(most: f64) -> f64 {
    if !most.is_finite() {
        return 1.0;
    }
    let most = most.min(LARGEST_FIT);
    if most >= 1.0 {
        let unit = unit(most);
        (most / unit + 1e-9).floor() * unit
    } else {
        let ratio = 1.0 / most;
        let unit = unit(ratio);
        1.0 / ((ratio / unit - 1e-9).ceil() * unit)
    }
}

/// Returns the value of the third digit of a number.
fn unit(value: f64) -> f64 {
    libm::pow(10.0, libm::floor(libm::log10(value)) - 2.0)
}

/// Returns the two sides of a scale as text, paper first: `["1", "2"]` for 1:2.
pub(super) fn sides(scale: f64) -> [String; 2] {
    if scale >= 1.0 {
        [number(scale), "1".to_owned()]
    } else {
        ["1".to_owned(), number(1.0 / scale)]
    }
}

/// Returns the scale as text: `1:2`; with `≈` if the ratio has more than six digits.
pub(super) fn text(scale: f64) -> String {
    let [paper, part] = sides(scale);
    format!("{paper}:{part}")
}

/// Formats a number with six digits, without trailing zeros.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "from 0 to 6"
)]
fn number(value: f64) -> String {
    let whole = libm::floor(libm::log10(value)).clamp(0.0, 15.0);
    let decimals = (5.0 - whole).max(0.0) as usize;
    let text = format!("{value:.decimals$}");
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        &text
    };
    let shown: f64 = text.parse().unwrap_or(value);
    if (shown - value).abs() > 1e-9 * value {
        format!("≈{text}")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_scale_is_the_largest_that_fits() {
        for (most, wanted) in [
            (7.0, "1:1"),
            (1.0, "1:1"),
            (0.99, "1:2"),
            (0.2, "1:5"),
            (0.19, "1:10"),
            (0.011, "1:100"),
            (1e-7, "1:10000000"),
            (f64::INFINITY, "1:1"),
        ] {
            assert_eq!(text(standard(most)), wanted, "{most}");
        }
    }

    #[test]
    fn a_fitted_scale_is_stated_exactly_and_does_not_exceed_the_page() {
        for (most, wanted) in [
            (2.999, "2.99:1"),
            (190.0 / 623.0, "1:3.28"),
            (1.0, "1:1"),
            (0.5, "1:2"),
            (5e5, "1000:1"),
            (1.0 / 12_345.0, "1:12400"),
            (f64::INFINITY, "1:1"),
        ] {
            let scale = fitting_scale(most);
            assert!(scale <= most * (1.0 + 1e-9), "{most}");
            assert_eq!(text(scale), wanted, "{most}");
        }
        assert_eq!(text(0.333), "1:≈3.003");
    }
}
