//! Errors of cutting, extending and joining, and of rounding corners.

use super::super::Point;
use std::fmt;

/// Error of changing a path. The text speaks of the path as "it".
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ModifyError {
    /// The path is empty, of no length, or not finite.
    NoLength,
    /// The path is closed, so it has no ends.
    Closed,
    /// Nothing cuts the path.
    NoCut,
    /// A closed path is cut at one place only.
    OneCut(Point),
    /// No boundary lies ahead of the end.
    NothingAhead {
        /// Present end of the path.
        from: Point,
        /// The last piece is an arc, which can only go on around its circle or ellipse.
        round: bool,
    },
    /// More was to be taken off than there is.
    TooShort {
        /// The length there is.
        length: f64,
    },
    /// An arc can grow by less than what is missing to a whole turn.
    FullTurn {
        /// Missing angle.
        room: f64,
    },
    /// The two curves meet nowhere, also when extended.
    NoCorner,
    /// Straight lines that never meet.
    Parallel,
    /// There is no corner at this place: the outline goes on smoothly, or ends.
    Smooth(usize),
    /// A radius or distance does not fit.
    TooLarge {
        /// "radius" or "distance".
        what: &'static str,
        /// Value asked for.
        given: f64,
        /// The largest below it that fits, when one does.
        largest: Option<f64>,
        /// The smallest above it that fits, when a smaller one does not.
        smallest: Option<f64>,
    },
    /// A size must be a finite number that is not negative.
    Invalid {
        /// "radius" or "distance".
        what: &'static str,
        /// Value given.
        given: f64,
    },
}

impl fmt::Display for ModifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ModifyError::NoLength => f.write_str("it has no outline to work on"),
            ModifyError::Closed => f.write_str("it is closed, so it has no ends"),
            ModifyError::NoCut => f.write_str("the cutters do not cross it inside its length"),
            ModifyError::OneCut(at) => write!(
                f,
                "it is closed and is cut only once, at ({}, {}): a closed outline needs two cuts",
                at.x, at.y
            ),
            ModifyError::NothingAhead { from, round } => {
                let way = if round {
                    "going on around its circle"
                } else {
                    "going straight on"
                };
                write!(
                    f,
                    "{way} from its end ({}, {}) it never meets the boundary",
                    from.x, from.y
                )
            }
            ModifyError::TooShort { length } => {
                write!(f, "it is only {length} long: less than that can be taken off")
            }
            ModifyError::FullTurn { room } => {
                write!(
                    f,
                    "only {room} is missing to a whole turn: delta must be below that"
                )
            }
            ModifyError::NoCorner => f.write_str("the two meet nowhere, also when extended"),
            ModifyError::Parallel => f.write_str("the two lines are parallel and form no corner"),
            ModifyError::Smooth(at) => {
                write!(f, "there is no corner {at}: the outline is smooth or ends there")
            }
            ModifyError::TooLarge {
                what,
                given,
                largest,
                smallest,
            } => match (largest, smallest) {
                (Some(largest), _) => {
                    write!(
                        f,
                        "{what} {given} does not fit: the largest that fits is {largest}"
                    )
                }
                (None, Some(smallest)) => write!(
                    f,
                    "{what} {given} is too small to reach both: the smallest that fits is {smallest}"
                ),
                (None, None) => write!(f, "{what} {given} does not fit, and no other does"),
            },
            ModifyError::Invalid { what, given } => {
                write!(f, "{what} must be a number from 0 up, got {given}")
            }
        }
    }
}

impl std::error::Error for ModifyError {}
