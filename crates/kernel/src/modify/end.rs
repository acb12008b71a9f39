//! Ends of an open path.

/// One end of an open path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// First point.
    Start,
    /// Last point.
    End,
}
