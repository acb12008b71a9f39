//! Rounding of one number.

/// Maximum number of decimals.
pub(super) const MAX_DECIMALS: u8 = 15;

/// Rounds a number to the nearest one with this many decimals; more than [`MAX_DECIMALS`] leave it unchanged.
pub(super) fn round_to_decimals(value: f64, decimals: u8) -> f64 {
    if decimals > MAX_DECIMALS || value == 0.0 || !value.is_finite() {
        return value;
    }
    let digits = usize::from(decimals);
    format!("{value:.digits$}").parse().unwrap_or(value)
}
