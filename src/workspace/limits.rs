//! Limits of code files.

/// The largest file, in bytes.
pub const MAX_FILE_BYTES: usize = 1 << 20;

/// The most files.
pub const MAX_FILES: usize = 256;
