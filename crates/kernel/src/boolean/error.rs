//! Errors of Boolean operations.

use super::super::Point;
use std::fmt;

/// Error of a Boolean operation on regions.
#[derive(Clone, Debug, PartialEq)]
pub enum BooleanError {
    /// A path is open and has no interior.
    Open {
        /// First point of the path.
        start: Point,
        /// Distance between the ends of the path.
        gap: f64,
    },
    /// A number is not finite, or the coordinates are too large for the extent of the shapes.
    Range,
    /// The outlines have more than [`MAX_MEETINGS`] pairs of segments with overlapping bounding boxes.
    TooComplex,
    /// No engine gave a result that passes the check; the text holds the reason of each engine.
    Unproven(String),
}

/// Largest number of pairs of segments with overlapping boxes in one operation: about one second of work.
pub const MAX_MEETINGS: usize = 1_000_000;

impl fmt::Display for BooleanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BooleanError::Open { start, gap } => write!(
                f,
                "the outline that starts at ({}, {}) is open: its ends are {gap} apart",
                start.x, start.y
            ),
            BooleanError::Range => {
                f.write_str("the coordinates are not finite, or too large for the size of the shapes")
            }
            BooleanError::TooComplex => write!(
                f,
                "the outlines have more than {MAX_MEETINGS} pairs of segments that can meet. Combine fewer or simpler shapes, or use a smaller \
                 distance."
            ),
            BooleanError::Unproven(why) => write!(
                f,
                "the result failed the area check ({why}). Move one shape slightly and try again."
            ),
        }
    }
}

impl std::error::Error for BooleanError {}
