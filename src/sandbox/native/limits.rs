//! Resource limits of a sandbox process, set by itself before it runs code: they hold when the parent is gone, and for what
//! the engine does not count.
//!
//! Invariant: limits only become tighter; one that the system has set lower already stays.

use std::io;

/// Seconds of processor time beyond the run's own limit: the parent has killed the process by then.
const SPARE_SECONDS: u64 = 10;

/// Descriptors that may be open: standard input, output and error. So no file and no socket can be opened.
const DESCRIPTORS: u64 = 3;

/// Sets the limits for a run of `timeout_ms`, in a process whose allocator refuses more than `memory` bytes.
///
/// # Errors
/// The system refuses a limit.
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
        // Other systems than Linux refuse some of them, such as a small address space.
        if cfg!(target_os = "linux") {
            set?;
        }
    }
    Ok(())
}

/// There are no such limits here.
#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "the same as on other systems")]
pub(super) fn set(_: u32, _: usize) -> io::Result<()> {
    Ok(())
}

/// The allocator's bookkeeping, the program itself and its stack come on top of the memory that is counted: twice the memory
/// and 256 MiB. A run that needs more is out of memory, as one that needs more than `memory` is.
#[cfg(unix)]
fn address_space(memory: usize) -> u64 {
    (memory as u64) * 2 + (256 << 20)
}
