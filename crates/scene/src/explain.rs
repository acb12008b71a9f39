//! Messages of geometric errors in both languages.

use std::fmt::Display;
use trammel_base::numbers::number_text;
use trammel_kernel::boolean::{BooleanError, MAX_MEETINGS};
use trammel_kernel::modify::ModifyError;
use trammel_kernel::offset::OffsetError;
use trammel_kernel::solve::{MAX_UNKNOWNS, SolveError};
use trammel_kernel::svg::{PathMistake, SvgPathError};
use trammel_language::Bilingual;

/// Error of geometry, whose own text is English.
pub trait Explain: Display {
    /// Returns the Korean text, with the content of the English one.
    fn korean(&self) -> String;

    /// Returns the message in both languages.
    fn explain(&self) -> Bilingual {
        Bilingual::new(self.to_string(), self.korean())
    }
}

impl Explain for BooleanError {
    fn korean(&self) -> String {
        match self {
            BooleanError::Open { start, gap } => format!(
                "({}, {})에서 시작하는 외곽선이 열려 있어요. 두 끝이 {gap}만큼 떨어져 있어요",
                start.x, start.y
            ),
            BooleanError::Range => "좌표가 유한한 수가 아니거나 도형의 크기에 비해 너무 커요".to_owned(),
            BooleanError::TooComplex => format!(
                "외곽선이 {MAX_MEETINGS}곳보다 많은 데서 만나요. 더 적거나 단순한 도형을 합치거나 거리를 줄이세요."
            ),
            BooleanError::Unproven(why) => {
                format!("결과가 넓이 검사를 통과하지 못했어요({why}). 한 도형을 조금 옮겨 다시 해 보세요.")
            }
        }
    }
}

impl Explain for OffsetError {
    fn korean(&self) -> String {
        match self {
            OffsetError::Swallowed { limit } => {
                format!("결과가 남지 않아요. 거리가 {limit}보다 작아야 해요")
            }
            OffsetError::NothingBeside { distance } => format!(
                "결과가 남지 않아요. 그쪽에는 경로에서 {}만큼 떨어진 점이 없으니 거리를 줄이거나 반대쪽으로 하세요.",
                number_text(*distance)
            ),
            OffsetError::Nothing => "거리는 0이 아닌 수여야 하고 도형에 외곽선이 있어야 해요".to_owned(),
            OffsetError::Boolean(error) => error.korean(),
        }
    }
}

impl Explain for ModifyError {
    fn korean(&self) -> String {
        match *self {
            ModifyError::NoLength => "외곽선이 없어요".to_owned(),
            ModifyError::Closed => "닫혀 있어서 끝이 없어요".to_owned(),
            ModifyError::NoCut => "자르는 도형과 만나지 않아요".to_owned(),
            ModifyError::OneCut(at) => format!(
                "닫혀 있는데 ({}, {})에서 한 번만 잘려요. 닫힌 외곽선은 두 번 잘라야 해요",
                at.x, at.y
            ),
            ModifyError::NothingAhead { from, round } => {
                let way = if round { "원을 따라" } else { "곧게" };
                format!(
                    "({}, {}) 끝에서 {way} 늘여도 경계와 만나지 않아요",
                    from.x, from.y
                )
            }
            ModifyError::TooShort { length } => format!("길이가 {length}이니 그보다 적게 줄이세요"),
            ModifyError::FullTurn { room } => {
                format!("완전한 원까지 {room}만큼 남았으니 delta가 그보다 작아야 해요")
            }
            ModifyError::NoCorner => "둘은 늘여도 만나지 않아요".to_owned(),
            ModifyError::Parallel => "두 선이 평행해서 모서리가 없어요".to_owned(),
            ModifyError::Tangent(at) => format!(
                "({}, {})에서 이미 접해서 모서리가 없어요. 각을 이루며 만나는 둘을 쓰세요",
                number_text(at.x),
                number_text(at.y)
            ),
            ModifyError::Smooth(at) => {
                format!("모서리 {at}이(가) 없어요. 외곽선이 그곳에서 매끄럽거나 끝나요")
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
                        format!("{what} {given}은(는) 맞지 않아요. 맞는 가장 큰 값: {largest}")
                    }
                    (None, Some(smallest)) => {
                        format!("{what} {given}은(는) 둘에 닿기에 너무 작아요. 맞는 가장 작은 값: {smallest}")
                    }
                    (None, None) => format!("{what} {given}은(는) 맞지 않고 맞는 다른 값도 없어요"),
                }
            }
            ModifyError::Invalid { what, given } => format!(
                "{what}은(는) 0 이상이어야 하는데 {}을(를) 받았어요",
                number_text(given)
            ),
        }
    }
}

impl Explain for SolveError {
    fn korean(&self) -> String {
        match self {
            SolveError::NotFinite => "스케치나 구속에 유한하지 않은 수가 있어요".to_owned(),
            SolveError::TooLarge { unknowns } => format!(
                "서로 얽힌 미지수가 {unknowns}개이고 최대 {MAX_UNKNOWNS}개예요. 더 적은 항목에 구속을 걸거나 일부를 잠그세요."
            ),
        }
    }
}

impl Explain for PathMistake {
    fn korean(&self) -> String {
        match self {
            PathMistake::CoordinatesTooLarge => "좌표가 너무 커요".to_owned(),
            PathMistake::Unfinished => "경로가 명령 중간에서 끝나요".to_owned(),
            PathMistake::NoStart => "경로 데이터는 M이나 m으로 시작해야 해요".to_owned(),
            PathMistake::NumberTooLarge(number) => format!("숫자 {number}이(가) 너무 커요"),
            PathMistake::UnknownCommand(found) => {
                format!("`{found}`은(는) 경로 명령이 아니에요. M L H V C S Q T A Z 중 하나를 쓰세요")
            }
            PathMistake::NoNumber(found) => format!("`{found}` 앞에 숫자가 있어야 해요"),
        }
    }
}

impl Explain for SvgPathError {
    fn korean(&self) -> String {
        format!("경로 데이터 {}번째 바이트: {}", self.at, self.mistake.korean())
    }
}
