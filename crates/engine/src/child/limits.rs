//! Resource limits that a sandbox process sets for itself before it runs code. The limits apply when the parent has
//! died, and to resources that the engine does not count.
//!
//! Invariant: limits only become tighter. A lower limit already set by the system stays.

use std::io;

/// Processor time in seconds beyond the run's own limit. The parent kills the process earlier.
const SPARE_SECONDS: u64 = 10;

/// Maximum number of open descriptors: standard input, output and error, so no file or socket can be opened.
const DESCRIPTORS: u64 = 3;

/// Sets the limits for a run of `timeout_ms` in a process whose allocator refuses more than `memory` bytes.
///
/// # Errors
/// Returns an error if the system refuses a limit.
#[cfg(unix)]
pub(super) fn set(timeout_ms: u32, memory: usize) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let seconds = u64::from(timeout_ms).div_ceil(1000) + SPARE_SECONDS;
    for (resource, most) in [
        (Resource::Cpu, seconds),
        (Resource::Core, 0),
        (Resource::Fsize, 0),
        (Resource::Nofile, DESCRIPTORS),
        (Resource::As, address_space(memory)),
    ] {
        let most = getrlimit(resource).maximum.map_or(most, |hard| hard.min(most));
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        let set = setrlimit(resource, limit);
        // Systems other than Linux refuse some of the limits, such as a small address space.
        if cfg!(target_os = "linux") {
            set?;
        }
    }
    Ok(())
}

/// Does nothing: this system has no such limits.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "the same as on other systems")]
pub(super) fn set(_: u32, _: usize) -> io::Result<()> {
    Ok(())
}

/// Returns the limit of the address space in bytes: twice `memory` plus 256 MiB, for the allocator's bookkeeping, the
/// program itself and its stack. A run that exceeds this limit fails as out of memory, like a run that exceeds
/// `memory`.
#[cfg(unix)]
fn address_space(memory: usize) -> u64 {
    (memory as u64) * 2 + (256 << 20)
}
