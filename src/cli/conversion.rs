//! Conversions in a child process, which limits the time and memory that a file can use.

use super::weak_sandbox::report_weak_sandbox;
use crate::formats::{Conversion, Converted, Written};
use crate::sandbox::{RunRequest, native};

/// Executes a conversion.
///
/// # Errors
/// Returns the reason if the conversion fails or exceeds its limits.
pub(super) fn convert(conversion: Conversion) -> Result<Converted, String> {
    let outcome = native::run_in_child(&RunRequest::of_conversion(conversion));
    report_weak_sandbox();
    outcome.result.map_err(|failure| failure.message.english)?;
    let converted = outcome.converted.ok_or("the conversion ended without a result")?;
    Ok(*converted)
}

/// Executes a conversion that writes a file.
///
/// # Errors
/// Returns the reason if the conversion fails or exceeds its limits.
pub(super) fn write(conversion: Conversion) -> Result<Written, String> {
    match convert(conversion)? {
        Converted::Written(written) => Ok(written),
        Converted::Read(_) | Converted::Question(_) => Err("the conversion did not write a file".to_owned()),
    }
}
