//! Standard output and standard error of the program.
//!
//! Invariant: a closed pipe never causes a panic. A failed write to standard output ends the command with exit code 2;
//! a failed write to standard error is ignored, because no place for a report is left.

use std::io::{self, Write};

/// Writes bytes to standard output at once.
///
/// # Errors
/// Returns an error if standard output is closed or cannot be written.
pub(super) fn print(bytes: impl AsRef<[u8]>) -> Result<(), String> {
    let mut out = io::stdout().lock();
    let written = out.write_all(bytes.as_ref()).and_then(|()| out.flush());
    written.map_err(|e| format!("standard output: {e}"))
}

/// Writes a line to standard error.
pub(super) fn report(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}
