//! Error of a wall whose center line cannot be drawn with its thickness.

use crate::tool::ToolError;
use trammel_kernel::wall::WallError;
use trammel_language::bilingual;

/// Returns the error for a wall of `count` points.
pub(super) fn wall_error(error: &WallError, (count, closed): (usize, bool), thickness: f64) -> ToolError {
    ToolError::new(match *error {
        WallError::TooFew => {
            let least = if closed {
                bilingual!(
                    "a closed wall needs at least three points that are not collinear",
                    "닫힌 벽에는 한 직선에 있지 않은 점이 세 개 이상 필요한데"
                )
            } else {
                bilingual!(
                    "a wall needs at least two points",
                    "벽에는 점이 두 개 이상 필요한데"
                )
            };
            bilingual!(
                "draw_wall: {least}, got {}",
                "draw_wall: {least:#} {}개를 받았어요",
                count
            )
        }
        WallError::Repeated(at) => {
            bilingual!(
                "draw_wall: points[{at}] is the same as the point before it. Leave one of them out.",
                "draw_wall: points[{at}]이(가) 앞의 점과 같아요. 하나를 빼세요."
            )
        }
        WallError::TurnsBack(at) => {
            bilingual!(
                "draw_wall: the wall turns back on itself at points[{at}]. Draw two walls, or move the point.",
                "draw_wall: 벽이 points[{at}]에서 되돌아가요. 벽 두 개를 그리거나 점을 옮기세요."
            )
        }
        WallError::TooShort { at, length, needed } => bilingual!(
            "draw_wall: the side after points[{at}] is {} long, and its corners need more than {} at thickness \
             {thickness}. Use a smaller thickness or a longer side.",
            "draw_wall: points[{at}] 다음 변의 길이가 {}인데 두께 {thickness}에서 모서리에 {}보다 긴 변이 필요해요. 두께를 줄이거나 변을 늘리세요.",
            round_length(length),
            round_length(needed)
        ),
        WallError::Overlap(at) => bilingual!(
            "draw_wall: the wall meets itself at ({}, {}). Draw two walls and unite them with boolean_union.",
            "draw_wall: 벽이 ({}, {})에서 자신과 만나요. 벽 두 개를 그려 boolean_union으로 합치세요.",
            round_length(at.x),
            round_length(at.y)
        ),
    })
}

/// Returns a length for a message, rounded to a millionth.
pub(super) fn round_length(value: f64) -> f64 {
    (value * 1e6).round() / 1e6 + 0.0
}
