//! Errors of combining regions.

use super::super::Point;
use std::fmt;

/// Error of combining regions.
#[derive(Clone, Debug, PartialEq)]
pub enum BooleanError {
    /// A path is open, so it has no inside: where it starts and how far its ends are apart.
    Open {
        /// Its first point.
        start: Point,
        /// The distance between its ends.
        gap: f64,
    },
    /// A number is not finite, or the coordinates are too large for their extent.
    Range,
    /// The outlines have more than [`MAX_MEETINGS`] pairs of pieces that come near each other.
    TooComplex,
    /// No engine gave an answer that passes the check; what each said.
    Unproven(String),
}

/// The most pairs of pieces with overlapping boxes that an operation looks at: about a second's work.
pub const MAX_MEETINGS: usize = 1_000_000;

impl fmt::Display for BooleanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BooleanError::Open { start, gap } => write!(
                f,
                "the outline that starts at ({}, {}) is open: its ends are {gap} apart",
                start.x, start.y
            ),
            BooleanError::Range => write!(
                f,
                "the coordinates are not finite, or too large for the size of the shapes"
            ),
            BooleanError::TooComplex => write!(
                f,
                "the outlines come near each other in more than {MAX_MEETINGS} places; combine fewer or simpler shapes at a time, or take a smaller distance"
            ),
            BooleanError::Unproven(why) => write!(
                f,
                "no result passed its area check, so none is given ({why}); move one shape by a little and try again"
            ),
        }
    }
}

impl std::error::Error for BooleanError {}
