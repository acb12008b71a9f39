//! Optional parts of a dimension: tolerance, fit, and a custom position of the text.

use super::dim_style::{DimStyle, format_decimals};
use serde::{Deserialize, Serialize};
use trammel_base::numbers::number_text;
use trammel_kernel::Point;
use trammel_language::{Bilingual, bilingual};

/// Maximum number of decimals of a tolerance, more than for the value, so that a small tolerance does not become 0.
const TOLERANCE_DECIMALS: u8 = 8;

/// Maximum length of a fit, in characters.
pub const MAX_FIT_CHARS: usize = 40;

/// Permitted deviation from the value: a length in drawing units, or degrees for an angle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Tolerance {
    /// The same deviation in both directions, above 0.
    Symmetric(f64),
    /// Signed limit deviations, `lower` below `upper`.
    Deviations {
        /// Upper limit deviation.
        upper: f64,
        /// Lower limit deviation.
        lower: f64,
    },
}

/// Optional parts of a dimension.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Marks {
    /// Middle of the text: half of its width, and half of the height from the last baseline to the first cap line. `None`
    /// for the usual position.
    pub text_at: Option<Point>,
    /// Tolerance, written after the value and the fit.
    pub tolerance: Option<Tolerance>,
    /// Fit such as `H7`, written after the value.
    pub fit: Option<String>,
}

impl Tolerance {
    /// Returns the tolerance with its lengths multiplied by `factor`.
    #[must_use]
    pub fn scale_lengths(self, factor: f64) -> Tolerance {
        match self {
            Tolerance::Symmetric(deviation) => Tolerance::Symmetric(deviation * factor),
            Tolerance::Deviations { upper, lower } => Tolerance::Deviations {
                upper: upper * factor,
                lower: lower * factor,
            },
        }
    }

    /// Returns both limit deviations, the upper one first.
    pub fn limits(self) -> [f64; 2] {
        match self {
            Tolerance::Symmetric(deviation) => [deviation, -deviation],
            Tolerance::Deviations { upper, lower } => [upper, lower],
        }
    }

    fn text(self, unit: &str) -> String {
        let signed = |value: f64| {
            let text = format_decimals(value, TOLERANCE_DECIMALS);
            let plus = if value > 0.0 && text != "0" { "+" } else { "" };
            format!("{plus}{text}{unit}")
        };
        match self {
            Tolerance::Symmetric(deviation) => {
                format!("±{}{unit}", format_decimals(deviation, TOLERANCE_DECIMALS))
            }
            Tolerance::Deviations { upper, lower } => format!("{} {}", signed(upper), signed(lower)),
        }
    }
}

impl Marks {
    /// Returns the text between the value and the suffix, with a leading space; empty without fit and tolerance.
    pub(super) fn text(&self, style: &DimStyle, is_angle: bool) -> String {
        let mut out = String::new();
        if let Some(fit) = &self.fit {
            out.push(' ');
            out.push_str(fit);
        }
        if let Some(tolerance) = self.tolerance {
            let (unit, factor) = if is_angle { ("°", 1.0) } else { ("", style.factor) };
            out.push(' ');
            out.push_str(&tolerance.scale_lengths(factor).text(unit));
        }
        out
    }

    /// Checks the numbers and the fit.
    ///
    /// # Errors
    /// Returns the parameter, its value, and the reason.
    pub fn check(&self) -> Result<(), Bilingual> {
        if let Some(tolerance) = self.tolerance {
            let [upper, lower] = tolerance.limits();
            if matches!(tolerance, Tolerance::Symmetric(_)) && upper <= 0.0 {
                let upper = number_text(upper);
                return Err(bilingual!(
                    "tolerance must be above 0, got {upper}",
                    "tolerance는 0보다 커야 하는데 {upper}을(를) 받았어요"
                ));
            }
            if lower >= upper {
                let (lower, upper) = (number_text(lower), number_text(upper));
                return Err(bilingual!(
                    "tolerance: lower must be below upper, got lower {lower} and upper {upper}. Both are signed: a lower \
                     deviation below the value is negative.",
                    "tolerance의 lower는 upper보다 작아야 하는데 lower {lower}, upper {upper}을(를) 받았어요. 둘 다 부호가 있고, 값보다 작은 쪽의 아래 치수 허용차는 음수예요."
                ));
            }
        }
        let Some(fit) = &self.fit else { return Ok(()) };
        let count = fit.chars().count();
        if fit.trim().is_empty() || count > MAX_FIT_CHARS || fit.contains('\n') {
            return Err(bilingual!(
                "fit must be one line of 1 to {MAX_FIT_CHARS} characters such as \"H7\", got {count} characters",
                "fit은 \"H7\"처럼 1~{MAX_FIT_CHARS}자의 한 줄이어야 하는데 {count}자를 받았어요"
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fits_and_tolerances_are_written_after_the_value() {
        let written = |marks: Marks, is_angle: bool| marks.text(&DimStyle::default(), is_angle);
        let of = |tolerance: Tolerance| Marks {
            tolerance: Some(tolerance),
            ..Marks::default()
        };
        let limits = |upper: f64, lower: f64| of(Tolerance::Deviations { upper, lower });
        assert_eq!(written(Marks::default(), false), "");
        assert_eq!(written(of(Tolerance::Symmetric(0.1)), false), " ±0.1");
        assert_eq!(written(of(Tolerance::Symmetric(0.5)), true), " ±0.5°");
        assert_eq!(written(of(Tolerance::Symmetric(0.0005)), false), " ±0.0005");
        assert_eq!(written(limits(0.1, -0.05), false), " +0.1 -0.05");
        assert_eq!(written(limits(0.021, 0.0), false), " +0.021 0");
        assert_eq!(written(limits(-0.007, -0.02), false), " -0.007 -0.02");
        let fit = Marks {
            fit: Some("H7".to_owned()),
            ..limits(0.021, 0.0)
        };
        assert_eq!(written(fit, false), " H7 +0.021 0");
    }
}
