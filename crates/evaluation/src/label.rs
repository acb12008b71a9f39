//! Check of the label of a dimension against its value.

use trammel_scene::annotate::{Dimension, Measure};

/// Largest difference between the number of a label and the value: the rounding to one decimal.
const ROUNDING: f64 = 0.05;

/// Returns the label of a dimension if it lacks the value or states another number, such as a tolerance; empty otherwise. A
/// count such as `4x` may precede the value.
pub(super) fn misleading(dimension: &Dimension) -> String {
    let label = dimension.label();
    let value = match dimension.measure {
        Measure::Angular { .. } => dimension.value.to_degrees(),
        _ => dimension.value,
    };
    let is_digit = |c: char| c.is_ascii_digit() || c == '.';
    let counted = label
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .trim_start()
        .strip_prefix(['x', '×']);
    let numbers: Vec<&str> = counted
        .unwrap_or(&label)
        .split(|c| !is_digit(c))
        .filter(|part| part.contains(|c: char| c.is_ascii_digit()))
        .collect();
    let states = |number: &str| {
        number
            .parse::<f64>()
            .is_ok_and(|number| (number - value).abs() <= ROUNDING)
    };
    match numbers[..] {
        [number] if states(number) => String::new(),
        _ => label,
    }
}
