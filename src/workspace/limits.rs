//! Limits of code files.

/// Maximum size of a file, in bytes.
pub const MAX_FILE_BYTES: usize = 1 << 20;

/// Maximum number of files.
pub const MAX_FILES: usize = 256;
