//! Errors of modifying paths: trimming, extending, joining, and changing corners.

use super::super::Point;
use std::fmt;
use trammel_base::numbers::number_text;

/// Error of modifying a path. The error text refers to the path as "it".
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ModifyError {
    /// The path is empty, of zero length, or not finite.
    NoLength,
    /// The path is closed and has no ends.
    Closed,
    /// No cutter crosses the path.
    NoCut,
    /// A closed path is cut at only one point.
    OneCut(Point),
    /// The extension of the end meets no boundary.
    NothingAhead {
        /// Current end of the path.
        from: Point,
        /// Whether the last segment is an arc, which can only be extended along its circle or ellipse.
        round: bool,
    },
    /// The length to remove is not shorter than the path.
    TooShort {
        /// Length of the path.
        length: f64,
    },
    /// The extension of an arc would reach or exceed a full turn.
    FullTurn {
        /// Angle between the arc and a full turn.
        room: f64,
    },
    /// The two curves do not meet, even when extended.
    NoCorner,
    /// The two lines are parallel and never meet.
    Parallel,
    /// The two curves continue each other in the same direction at this common end, so they form no corner.
    Tangent(Point),
    /// There is no corner with this index: the outline is smooth there, or ends there.
    Smooth(usize),
    /// A radius or distance does not fit.
    TooLarge {
        /// Name of the size: "radius" or "distance".
        what: &'static str,
        /// Requested value.
        given: f64,
        /// Largest smaller value that fits, if there is one.
        largest: Option<f64>,
        /// Smallest larger value that fits, if no smaller value does.
        smallest: Option<f64>,
    },
    /// A size is negative or not finite.
    Invalid {
        /// Name of the size: "radius" or "distance".
        what: &'static str,
        /// Given value.
        given: f64,
    },
}

impl fmt::Display for ModifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ModifyError::NoLength => f.write_str("it has no outline"),
            ModifyError::Closed => f.write_str("it is closed, so it has no ends"),
            ModifyError::NoCut => f.write_str("the cutters do not intersect it"),
            ModifyError::OneCut(at) => write!(
                f,
                "it is closed and is cut only once, at ({}, {}): a closed outline needs two cuts",
                at.x, at.y
            ),
            ModifyError::NothingAhead { from, round } => {
                let way = if round {
                    "along its circle"
                } else {
                    "in a straight line"
                };
                write!(
                    f,
                    "extended {way} from its end ({}, {}), it does not meet the boundary",
                    from.x, from.y
                )
            }
            ModifyError::TooShort { length } => {
                write!(f, "its length is {length}: shorten it by less than that")
            }
            ModifyError::FullTurn { room } => write!(
                f,
                "the arc is {room} short of a full circle: delta must be below {room}"
            ),
            ModifyError::NoCorner => f.write_str("the two do not meet, even when extended"),
            ModifyError::Parallel => f.write_str("the two lines are parallel and form no corner"),
            ModifyError::Tangent(at) => write!(
                f,
                "they are already tangent at ({}, {}), so they form no corner there: name two that meet at an angle",
                number_text(at.x),
                number_text(at.y)
            ),
            ModifyError::Smooth(at) => {
                write!(f, "there is no corner {at}: the outline is smooth or ends there")
            }
            ModifyError::TooLarge {
                what,
                given,
                largest,
                smallest,
            } => {
                let given = number_text(given);
                match (largest.map(number_text), smallest.map(number_text)) {
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
                    (None, None) => write!(f, "{what} {given} does not fit, and no other value does"),
                }
            }
            ModifyError::Invalid { what, given } => {
                write!(f, "{what} must be 0 or more, got {}", number_text(given))
            }
        }
    }
}

impl std::error::Error for ModifyError {}
