//! Limits of code files.

/// Maximum size of a file, in bytes.
pub const MAX_FILE_BYTES: usize = 4 << 20;

/// Size in bytes at which code that the program writes continues in another module, so that the user edits smaller files.
pub const PART_BYTES: usize = 1 << 20;

/// Maximum number of files.
pub const MAX_FILES: usize = 256;

/// Maximum length of a file name, in characters.
pub const MAX_NAME_CHARS: usize = 64;

/// Maximum number of places or lines that a message lists.
pub(super) const MAX_LISTED: usize = 20;
