//! Reasons for which a command ends early.

/// Reason for which a command ends early.
pub(super) enum Exit {
    /// Bad arguments or files: one line of advice, exit code 2.
    Usage(String),
    /// Failed code whose result is already printed, exit code 1.
    Failed,
}

impl From<String> for Exit {
    fn from(advice: String) -> Exit {
        Exit::Usage(advice)
    }
}
