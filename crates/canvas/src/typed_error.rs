//! Reasons why a typed value is not accepted, in English and Korean.

/// Reason why typed input is not accepted.
#[derive(Clone, Debug, PartialEq)]
pub enum TypedError {
    /// The text is empty or ends early.
    Incomplete,
    /// The text has a character in the wrong place.
    Character(char),
    /// A word begins no value.
    Word(String),
    /// The result is this power of a length, which is not 1.
    NotALength(i32),
    /// The text is longer than the limit of an expression.
    TooLong,
    /// A divisor is zero.
    DivisionByZero,
    /// The result is too large for a number.
    TooLarge,
    /// There is no such unit, or the field takes no unit.
    Unit(String),
    /// A relative coordinate has no previous point.
    NoPreviousPoint,
    /// A value is missing, and no pointer position replaces the value.
    Missing([&'static str; 2]),
    /// Two points are the same.
    Coincident,
    /// A length, width, height, or radius is zero or negative.
    NotPositive,
    /// The points of an arc are on one line.
    Collinear,
    /// The number of sides is not a whole number from 3 to 1000.
    Sides,
    /// The value starts with `@` but is not a coordinate.
    NotACoordinate,
    /// A text is empty.
    NoText,
    /// There is no line, circle, or arc under the pointer.
    NoEdge,
    /// There is no end of a line or arc under the pointer.
    NoEnd,
    /// There is no closed area under the pointer.
    NoArea,
    /// The radius of the corners is larger than half a side.
    TooRound,
    /// The point lies straight ahead, so no arc leads there.
    Straight,
    /// No circle of the radius is tangent to both picked curves.
    NoTangent,
}

impl TypedError {
    /// Returns the reason with the next step, in English and Korean.
    #[must_use]
    pub fn reason(&self) -> [String; 2] {
        let fixed = match self {
            Self::Character(c) => {
                return [
                    format!("\"{c}\" is not expected here. Correct the typed text."),
                    format!("여기에 \"{c}\"은(는) 쓸 수 없어요. 입력을 고치세요."),
                ];
            }
            Self::Word(word) => return reason_of_word(word),
            Self::NotALength(power) => reason_of_dimension(*power),
            Self::Unit(unit) => {
                return [
                    format!("\"{unit}\" is not a unit here. Lengths take mm, cm, m, in, or ft."),
                    format!(
                        "\"{unit}\"은(는) 여기서 쓸 수 있는 단위가 아니에요. 길이에는 mm, cm, m, in, ft를 쓰세요."
                    ),
                ];
            }
            Self::Missing([english, korean]) => {
                return [
                    format!("{english} is missing. Type the value or point at the drawing."),
                    format!("{korean} 값이 없어요. 값을 입력하거나 도면 위를 가리키세요."),
                ];
            }
            Self::Incomplete => [
                "The typed text is incomplete. Type a value or click.",
                "입력이 끝나지 않았어요. 값을 입력하거나 클릭하세요.",
            ],
            Self::TooLong => [
                "The typed text is too long. Shorten the expression.",
                "입력이 너무 길어요. 식을 줄이세요.",
            ],
            Self::DivisionByZero => [
                "The typed expression divides by zero. Correct the divisor.",
                "식에서 0으로 나눠요. 나누는 수를 고치세요.",
            ],
            Self::TooLarge => [
                "The typed value is too large. Type a smaller number.",
                "입력한 값이 너무 커요. 더 작은 수를 입력하세요.",
            ],
            Self::NoPreviousPoint => [
                "There is no previous point for @. Type x,y first.",
                "@의 기준이 되는 이전 점이 없어요. 먼저 x,y를 입력하세요.",
            ],
            Self::Coincident => [
                "Both points are the same, so the length is zero. Choose another point.",
                "두 점이 같아서 길이가 0이에요. 다른 점을 고르세요.",
            ],
            Self::NotPositive => [
                "The size must be above zero. Type a larger value or choose another point.",
                "크기는 0보다 커야 해요. 더 큰 값을 입력하거나 다른 점을 고르세요.",
            ],
            Self::Collinear => [
                "The three points are on one line. Choose another point.",
                "세 점이 한 직선 위에 있어요. 다른 점을 고르세요.",
            ],
            Self::Sides => [
                "The number of sides must be a whole number from 3 to 1000.",
                "변의 수는 3에서 1000까지의 정수여야 해요.",
            ],
            Self::NotACoordinate => [
                "After @ comes x,y or length<angle. Correct the typed text.",
                "@ 뒤에는 x,y 또는 길이<각도를 쓰세요. 입력을 고치세요.",
            ],
            Self::NoText => [
                "The text is empty. Type a text, or press Esc.",
                "문자가 비어 있어요. 문자를 입력하거나 Esc를 누르세요.",
            ],
            Self::NoEdge => [
                "There is no line, circle, or arc here. Click one of them.",
                "여기에는 선, 원, 호가 없어요. 그중 하나를 클릭하세요.",
            ],
            Self::NoEnd => [
                "There is no end of a line or arc here. Click an end.",
                "여기에는 선이나 호의 끝점이 없어요. 끝점을 클릭하세요.",
            ],
            Self::NoArea => [
                "There is no closed area here. Click inside lines that meet, or close the gap between them first.",
                "여기에는 닫힌 영역이 없어요. 서로 만나는 선들의 안쪽을 클릭하거나 틈을 먼저 메우세요.",
            ],
            Self::TooRound => [
                "The radius is larger than half a side of the rectangle. Choose a smaller one.",
                "반지름이 직사각형 변의 절반보다 커요. 더 작은 값을 고르세요.",
            ],
            Self::Straight => [
                "The point is straight ahead, so no arc leads there. Choose another point.",
                "점이 똑바로 앞에 있어서 호가 되지 않아요. 다른 점을 고르세요.",
            ],
            Self::NoTangent => [
                "No circle of this radius touches both curves. Choose another radius.",
                "두 곡선에 모두 접하는 이 반지름의 원은 없어요. 다른 반지름을 고르세요.",
            ],
        };
        fixed.map(str::to_owned)
    }
}

/// Returns the reason for a word that begins no value.
fn reason_of_word(word: &str) -> [String; 2] {
    [
        format!("\"{word}\" begins no value here. Type a number such as 12 or 3/4, or press Esc."),
        format!(
            "여기서 \"{word}\"(으)로 시작하는 값은 없어요. 12나 3/4 같은 수를 입력하거나 Esc를 누르세요."
        ),
    ]
}

/// Returns the reason for a result that is a power of a length other than 1.
fn reason_of_dimension(power: i32) -> [&'static str; 2] {
    match power {
        0 => [
            "A length divided by a length is a ratio, not a length. Remove the unit of one of them.",
            "길이를 길이로 나누면 길이가 아니라 비율이에요. 둘 중 하나의 단위를 지우세요.",
        ],
        1.. => [
            "A length times a length is an area, not a length. Remove the unit of one of them.",
            "길이에 길이를 곱하면 길이가 아니라 면적이에요. 둘 중 하나의 단위를 지우세요.",
        ],
        _ => [
            "A number divided by a length is not a length. Put the unit after the quotient, as in (3/8)in.",
            "수를 길이로 나누면 길이가 아니에요. (3/8)in처럼 나눗셈 뒤에 단위를 쓰세요.",
        ],
    }
}
