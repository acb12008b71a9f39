//! Range and step of a number: from the comment, or from the magnitude of the value.

use super::comment::Comment;

/// Range, step, and unit of a number.
#[derive(Clone, Debug, PartialEq)]
pub struct NumberRange {
    /// Smallest value.
    pub min: f64,
    /// Largest value.
    pub max: f64,
    /// Step.
    pub step: f64,
    /// Decimals of a value on the steps.
    pub decimals: usize,
    /// Unit in the comment.
    pub unit: Option<String>,
    /// Whether the comment states the range, so that a value outside is refused.
    pub is_stated: bool,
}

impl NumberRange {
    /// Returns the range of a number from its value, its literal, and its comment.
    pub(super) fn of(value: f64, literal: &str, comment: &Comment) -> NumberRange {
        let stated = comment.range.as_ref().and_then(|[low, high]| {
            let (low_value, high_value) = (parse_number(low)?, parse_number(high)?);
            let (min, max) = (low_value.min(high_value), low_value.max(high_value));
            (min < max).then_some((min, max, decimals_of(low).max(decimals_of(high))))
        });
        let is_angle = comment
            .unit
            .as_deref()
            .is_some_and(|unit| matches!(unit, "deg" | "°"));
        let written = decimals_of(literal);
        let (min, max) = match stated {
            Some((min, max, _)) => (min, max),
            None if is_angle && value.abs() <= 360.0 => (if value < 0.0 { -360.0 } else { 0.0 }, 360.0),
            None => around(value),
        };
        let step = comment
            .step
            .as_deref()
            .and_then(|step| Some((parse_number(step)?, step)));
        let (step, decimals) = match step.filter(|(step, _)| *step > 0.0) {
            Some((step, text)) => (
                step,
                decimals_of(text).max(stated.map_or(0, |(_, _, decimals)| decimals)),
            ),
            None => {
                let least = written.max(stated.map_or(0, |(_, _, decimals)| decimals));
                default_step(max - min, least)
            }
        };
        NumberRange {
            min,
            max,
            step,
            decimals,
            unit: comment.unit.clone(),
            is_stated: stated.is_some(),
        }
    }

    /// Returns the nearest value on a step within the range, without errors of binary fractions.
    #[must_use]
    pub fn snap(&self, value: f64) -> f64 {
        let steps = ((value - self.min) / self.step).round();
        let on_step = (self.min + steps * self.step).clamp(self.min, self.max);
        let decimals = self.decimals.min(12);
        let text = format!("{on_step:.decimals$}");
        text.parse().unwrap_or(on_step)
    }

    /// Returns the value that many steps further; a stated range limits it.
    #[must_use]
    pub fn step_value(&self, value: f64, steps: f64) -> f64 {
        let next = value + steps * self.step;
        if self.is_stated {
            next.clamp(self.min, self.max)
        } else {
            next
        }
    }

    /// Whether a value is allowed.
    pub fn has(&self, value: f64) -> bool {
        value.is_finite() && (!self.is_stated || (self.min..=self.max).contains(&value))
    }
}

impl Default for NumberRange {
    /// Returns the range of zero without a comment.
    fn default() -> NumberRange {
        NumberRange::of(0.0, "0", &Comment::default())
    }
}

fn parse_number(text: &str) -> Option<f64> {
    text.replace('_', "")
        .parse()
        .ok()
        .filter(|value: &f64| value.is_finite())
}

/// Returns the number of decimals of a literal.
fn decimals_of(literal: &str) -> usize {
    let lower = literal.to_ascii_lowercase();
    let (digits, exponent) = lower.split_once('e').unwrap_or((&lower, "0"));
    let fraction = digits.split_once('.').map_or(0, |(_, fraction)| {
        fraction.bytes().filter(u8::is_ascii_digit).count()
    });
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let decimals = i32::try_from(fraction).unwrap_or(12).saturating_sub(exponent);
    usize::try_from(decimals.clamp(0, 12)).unwrap_or(0)
}

/// Returns a range for a value without a stated one: from 0 to twice the value, rounded up to two digits, and both
/// signs for a negative value.
fn around(value: f64) -> (f64, f64) {
    if value == 0.0 {
        return (-10.0, 10.0);
    }
    let twice = value.abs() * 2.0;
    let power = libm::floor(libm::log10(twice)) - 1.0;
    let unit = libm::pow(10.0, power.clamp(-300.0, 300.0));
    // The small part keeps 60.000000000000001 units from becoming 61.
    let end = libm::ceil(twice / unit - 1e-9) * unit;
    let end: f64 = format!("{end:.11e}").parse().unwrap_or(end);
    if value < 0.0 { (-end, end) } else { (0.0, end) }
}

/// Returns the power of ten that divides a range into 100 to 1,000 steps, and its decimals. Whole numbers keep whole
/// steps up to a range of 1,000, and a value with decimals keeps a step of its last decimal if that gives at most 10,000.
fn default_step(length: f64, decimals: usize) -> (f64, usize) {
    let power = |exponent: i32| -> f64 { format!("1e{exponent}").parse().unwrap_or(1.0) };
    #[allow(clippy::cast_possible_truncation, reason = "clamped to -12 to 15")]
    let fit = (libm::floor(libm::log10(length)).clamp(-10.0, 17.0) as i32) - 2;
    let last = -i32::try_from(decimals).unwrap_or(12);
    // A finer step than the value's last decimal is of no use, unless the value is a fraction.
    let exponent = if length / power(last) > 10_000.0 {
        fit
    } else {
        last
    };
    let step = power(exponent);
    (step, usize::try_from(-exponent).unwrap_or(0))
}
