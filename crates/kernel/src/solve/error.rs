//! Errors of the constraint solver.

use super::limits::MAX_UNKNOWNS;
use std::fmt;

/// Reason why a sketch was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// A variable or a constraint has a number that is not finite.
    NotFinite,
    /// More than [`MAX_UNKNOWNS`] unknowns depend on each other.
    TooLarge {
        /// Number of the unknowns.
        unknowns: usize,
    },
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::NotFinite => {
                f.write_str("the sketch or a constraint has a number that is not finite")
            }
            SolveError::TooLarge { unknowns } => write!(
                f,
                "{unknowns} unknowns depend on each other, at most {MAX_UNKNOWNS}. Constrain fewer entities, or lock some."
            ),
        }
    }
}

impl std::error::Error for SolveError {}
