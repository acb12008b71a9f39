//! Conversions in a child process, which limits the time and memory that a file can use.

use super::weak_sandbox::report_weak_sandbox;
use trammel_engine::child::{self, Stop};
use trammel_formats::{Conversion, Converted, Written};
use trammel_run::{Clock, RunRequest};

/// Time limit of a command, for its conversions.
pub struct TimeLimit {
    clock: Clock,
    /// Milliseconds of the clock; `None` if only each conversion has a limit.
    ms: Option<u32>,
}

impl TimeLimit {
    /// Creates a limit of `ms` milliseconds from now; `None` for the limit that each conversion has anyway.
    pub fn from_now(ms: Option<u32>) -> TimeLimit {
        let clock = child::clock();
        TimeLimit { clock, ms }
    }

    /// Limits the request of a conversion to the time that is left.
    ///
    /// # Errors
    /// Returns an error if no time is left.
    fn shorten(&self, request: &mut RunRequest) -> Result<(), String> {
        let Some(ms) = self.ms else { return Ok(()) };
        // The conversion saturates.
        let left = ms.saturating_sub((self.clock)() as u32);
        if left == 0 {
            return Err(format!(
                "no file was written: the {ms} ms of --timeout-ms were over after the run. Give more time."
            ));
        }
        request.limits.timeout_ms = request.limits.timeout_ms.min(left);
        Ok(())
    }
}

/// Executes a conversion.
///
/// # Errors
/// Returns the reason if the conversion fails or exceeds its limits.
pub fn convert(conversion: Conversion) -> Result<Converted, String> {
    execute(&RunRequest::of_conversion(conversion), &Stop::default())
}

/// Executes a conversion that writes a file.
///
/// # Errors
/// Returns the reason if the conversion fails or exceeds its limits or the time limit of the command.
pub fn write(conversion: Conversion, within: &TimeLimit) -> Result<Written, String> {
    let mut request = RunRequest::of_conversion(conversion);
    within.shorten(&mut request)?;
    converted_file(&request, &Stop::default())
}

/// Executes a conversion that writes a file, in at most `ms` milliseconds and until a stop is requested.
///
/// # Errors
/// Returns the reason if the conversion fails, is stopped, or exceeds its limits.
pub(super) fn write_until(conversion: Conversion, ms: u32, stop: &Stop) -> Result<Written, String> {
    let mut request = RunRequest::of_conversion(conversion);
    request.limits.timeout_ms = ms;
    converted_file(&request, stop)
}

fn converted_file(request: &RunRequest, stop: &Stop) -> Result<Written, String> {
    match execute(request, stop)? {
        Converted::Written(written) => Ok(written),
        Converted::Read(_) | Converted::Question(_) => Err("the conversion did not write a file".to_owned()),
    }
}

fn execute(request: &RunRequest, stop: &Stop) -> Result<Converted, String> {
    let outcome = child::run_in_child_until(request, stop);
    report_weak_sandbox();
    outcome.result.map_err(|failure| failure.message.english)?;
    let converted = outcome.converted.ok_or("the conversion ended without a result")?;
    Ok(*converted)
}
