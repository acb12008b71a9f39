//! Errors of modifying paths: trimming, extending, joining, and changing corners.

use super::super::Point;
use crate::language::{Translated, bilingual, number_text};
use std::fmt;

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
        let text = {
            match *self {
                ModifyError::NoLength => bilingual!("it has no outline", "외곽선이 없어요"),
                ModifyError::Closed => {
                    bilingual!("it is closed, so it has no ends", "닫혀 있어서 끝이 없어요")
                }
                ModifyError::NoCut => {
                    bilingual!("the cutters do not intersect it", "자르는 도형과 만나지 않아요")
                }
                ModifyError::OneCut(at) => bilingual!(
                    "it is closed and is cut only once, at ({}, {}): a closed outline needs two cuts",
                    "닫혀 있는데 ({}, {})에서 한 번만 잘려요. 닫힌 외곽선은 두 번 잘라야 해요",
                    at.x,
                    at.y
                ),
                ModifyError::NothingAhead { from, round } => {
                    let way = if round {
                        bilingual!("extended along its circle", "끝에서 원을 따라")
                    } else {
                        bilingual!("extended in a straight line", "끝에서 곧게")
                    };
                    bilingual!(
                        "{way} from its end ({}, {}), it does not meet the boundary",
                        "({}, {}) {way:#} 늘여도 경계와 만나지 않아요",
                        from.x,
                        from.y
                    )
                }
                ModifyError::TooShort { length } => {
                    bilingual!(
                        "its length is {length}: shorten it by less than that",
                        "길이가 {length}이니 그보다 적게 줄이세요"
                    )
                }
                ModifyError::FullTurn { room } => {
                    bilingual!(
                        "the arc is {room} short of a full circle: delta must be below {room}",
                        "완전한 원까지 {room}만큼 남았으니 delta가 그보다 작아야 해요"
                    )
                }
                ModifyError::NoCorner => bilingual!(
                    "the two do not meet, even when extended",
                    "둘은 늘여도 만나지 않아요"
                ),
                ModifyError::Parallel => bilingual!(
                    "the two lines are parallel and form no corner",
                    "두 선이 평행해서 모서리가 없어요"
                ),
                ModifyError::Tangent(at) => bilingual!(
                    "they are already tangent at ({}, {}), so they form no corner there: name two that meet at an angle",
                    "({}, {})에서 이미 접해서 모서리가 없어요. 각을 이루며 만나는 둘을 쓰세요",
                    number_text(at.x),
                    number_text(at.y)
                ),
                ModifyError::Smooth(at) => {
                    bilingual!(
                        "there is no corner {at}: the outline is smooth or ends there",
                        "모서리 {at}이(가) 없어요. 외곽선이 그곳에서 매끄럽거나 끝나요"
                    )
                }
                ModifyError::TooLarge {
                    what,
                    given,
                    largest,
                    smallest,
                } => {
                    let given = number_text(given);
                    match (largest.map(number_text), smallest.map(number_text)) {
                        (Some(largest), _) => bilingual!(
                            "{what} {given} does not fit: the largest that fits is {largest}",
                            "{what} {given}은(는) 맞지 않아요. 맞는 가장 큰 값: {largest}"
                        ),
                        (None, Some(smallest)) => bilingual!(
                            "{what} {given} is too small to reach both: the smallest that fits is {smallest}",
                            "{what} {given}은(는) 둘에 닿기에 너무 작아요. 맞는 가장 작은 값: {smallest}"
                        ),
                        (None, None) => bilingual!(
                            "{what} {given} does not fit, and no other value does",
                            "{what} {given}은(는) 맞지 않고 맞는 다른 값도 없어요"
                        ),
                    }
                }
                ModifyError::Invalid { what, given } => {
                    let given = number_text(given);
                    bilingual!(
                        "{what} must be 0 or more, got {given}",
                        "{what}은(는) 0 이상이어야 하는데 {given}을(를) 받았어요"
                    )
                }
            }
        };
        text.fmt(f)
    }
}

impl Translated for ModifyError {}

impl std::error::Error for ModifyError {}
