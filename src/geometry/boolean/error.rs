//! Errors of Boolean operations.

use super::super::Point;
use crate::language::{Translated, bilingual};
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
        let text = {
            match self {
                BooleanError::Open { start, gap } => bilingual!(
                    "the outline that starts at ({}, {}) is open: its ends are {gap} apart",
                    "({}, {})에서 시작하는 외곽선이 열려 있어요. 두 끝이 {gap}만큼 떨어져 있어요",
                    start.x,
                    start.y
                ),
                BooleanError::Range => bilingual!(
                    "the coordinates are not finite, or too large for the size of the shapes",
                    "좌표가 유한한 수가 아니거나 도형의 크기에 비해 너무 커요"
                ),
                BooleanError::TooComplex => bilingual!(
                    "the outlines meet in more than {MAX_MEETINGS} places. Combine fewer or simpler shapes, or use a smaller distance.",
                    "외곽선이 {MAX_MEETINGS}곳보다 많은 데서 만나요. 더 적거나 단순한 도형을 합치거나 거리를 줄이세요."
                ),
                BooleanError::Unproven(why) => bilingual!(
                    "the result failed the area check ({why}). Move one shape slightly and try again.",
                    "결과가 넓이 검사를 통과하지 못했어요({why}). 한 도형을 조금 옮겨 다시 해 보세요."
                ),
            }
        };
        text.fmt(f)
    }
}

impl Translated for BooleanError {}

impl std::error::Error for BooleanError {}
