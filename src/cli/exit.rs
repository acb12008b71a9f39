//! The reasons for which a command ends early.

/// Reason for which a command ends early.
pub(super) enum Exit {
    /// Bad arguments or files: one line of advice, exit 2.
    Usage(String),
    /// The code failed; the result is already printed, exit 1.
    Failed,
}

impl From<String> for Exit {
    fn from(advice: String) -> Exit {
        Exit::Usage(advice)
    }
}
