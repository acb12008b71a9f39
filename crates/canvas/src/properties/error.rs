//! Reasons why a typed value is not accepted, in English and Korean.

use crate::expression::TypedError;
use crate::protection::name_refusal;

/// Reason why a typed value is not accepted.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldError {
    /// The text is not an expression.
    Typed(TypedError),
    /// A size is zero or negative.
    NotPositive,
    /// A length is negative.
    Negative,
    /// A number is outside of ±1e9.
    TooLarge,
    /// The text is not a color.
    NotAColor,
    /// The text is not a list of dashes and gaps.
    NotDashes,
    /// A text or name is empty.
    Empty,
    /// A name is longer than a name may be.
    LongName,
    /// Another entity has the name.
    NameTaken(String),
}

impl FieldError {
    /// Returns the reason with the next step, in English and Korean.
    #[must_use]
    pub fn reason(&self) -> [String; 2] {
        let fixed = match self {
            Self::Typed(error) => return error.reason(),
            Self::NameTaken(name) => return name_refusal(name),
            Self::NotPositive => [
                "The value must be above 0. Type a larger number.",
                "값은 0보다 커야 해요. 더 큰 수를 입력하세요.",
            ],
            Self::Negative => [
                "The value must not be negative. Type 0 or a larger number.",
                "값은 음수일 수 없어요. 0 이상의 수를 입력하세요.",
            ],
            Self::TooLarge => [
                "The value must be within ±1e9. Type a smaller number.",
                "값은 ±1e9 안에 있어야 해요. 더 작은 수를 입력하세요.",
            ],
            Self::NotAColor => [
                "This is not a color. Type #rrggbb, a CSS name such as red, ink, or none.",
                "색이 아니에요. #rrggbb, red 같은 CSS 이름, ink, none 중 하나로 입력하세요.",
            ],
            Self::NotDashes => [
                "Type lengths of dashes and gaps such as 6 3, or leave the field empty for a solid line.",
                "6 3처럼 선과 틈의 길이를 입력하세요. 실선이면 비워 두세요.",
            ],
            Self::Empty => [
                "The field is empty. Type at least one character.",
                "비어 있어요. 한 글자 이상 입력하세요.",
            ],
            Self::LongName => [
                "The name has more than 200 characters. Shorten the name.",
                "이름이 200자를 넘어요. 이름을 줄이세요.",
            ],
        };
        fixed.map(str::to_owned)
    }
}

impl From<TypedError> for FieldError {
    fn from(error: TypedError) -> Self {
        Self::Typed(error)
    }
}
