//! Typed expressions: numbers, `+ - * /`, parentheses, and units of length.
//!
//! Invariants: the result is finite; a unit converts the number or parenthesis before it to the drawing's unit. Start
//! with [`evaluate`].

use crate::scene::Units;

/// Longest text, in characters; the limit bounds the depth of nested parentheses.
pub const MAX_CHARS: usize = 100;

/// Reason why typed input is not accepted.
#[derive(Clone, Debug, PartialEq)]
pub enum TypedError {
    /// The text is empty or ends early.
    Incomplete,
    /// The text has a character in the wrong place.
    Character(char),
    /// A letter begins no value of the step.
    Letter(char),
    /// The text is longer than [`MAX_CHARS`].
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
            Self::Letter(letter) => return reason_of_letter(*letter),
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

/// Returns the reason for a letter that begins no value.
fn reason_of_letter(letter: char) -> [String; 2] {
    [
        format!("\"{letter}\" begins no value here. Type a number, or press Esc to leave the command."),
        format!("여기서 \"{letter}\"(으)로 시작하는 값은 없어요. 숫자를 입력하거나 Esc로 명령에서 나가세요."),
    ]
}

/// Evaluates an expression. With `units`, units of length convert to that unit; without, a unit is an error.
///
/// # Errors
/// Returns the reason if the text is malformed, divides by zero, or is too large.
pub fn evaluate(text: &str, units: Option<Units>) -> Result<f64, TypedError> {
    if text.chars().count() > MAX_CHARS {
        return Err(TypedError::TooLong);
    }
    let mut parser = Parser { rest: text, units };
    let value = parser.sum()?;
    match parser.peek() {
        Some(c) => Err(TypedError::Character(c)),
        None if value.is_finite() => Ok(value),
        None => Err(TypedError::TooLarge),
    }
}

/// Recursive descent parser; `rest` is the text that is not yet read.
struct Parser<'a> {
    rest: &'a str,
    units: Option<Units>,
}

impl<'a> Parser<'a> {
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.rest = &self.rest[wanted.len_utf8()..];
        }
        found
    }

    /// Takes the longest start of the rest whose characters match.
    fn take_while(&mut self, matches: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !matches(c)).unwrap_or(self.rest.len());
        let (start, rest) = self.rest.split_at(end);
        self.rest = rest;
        start
    }

    fn sum(&mut self) -> Result<f64, TypedError> {
        let mut value = self.product()?;
        loop {
            if self.take('+') {
                value += self.product()?;
            } else if self.take('-') {
                value -= self.product()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Result<f64, TypedError> {
        let mut value = self.factor()?;
        loop {
            if self.take('*') {
                value *= self.factor()?;
            } else if self.take('/') {
                let divisor = self.factor()?;
                if divisor == 0.0 {
                    return Err(TypedError::DivisionByZero);
                }
                value /= divisor;
            } else {
                return Ok(value);
            }
        }
    }

    fn factor(&mut self) -> Result<f64, TypedError> {
        if self.take('-') {
            return self.factor().map(|value| -value);
        }
        if self.take('+') {
            return self.factor();
        }
        let value = if self.take('(') {
            let value = self.sum()?;
            if !self.take(')') {
                return Err(self.peek().map_or(TypedError::Incomplete, TypedError::Character));
            }
            value
        } else {
            self.number()?
        };
        self.unit(value)
    }

    fn number(&mut self) -> Result<f64, TypedError> {
        let next = self.peek();
        let digits = self.take_while(|c| c.is_ascii_digit() || c == '.');
        if digits.is_empty() {
            return Err(next.map_or(TypedError::Incomplete, TypedError::Character));
        }
        digits.parse().map_err(|_| TypedError::Character('.'))
    }

    fn unit(&mut self, value: f64) -> Result<f64, TypedError> {
        self.peek();
        let unit = self.take_while(char::is_alphabetic);
        if unit.is_empty() {
            return Ok(value);
        }
        let unknown = || TypedError::Unit(unit.to_owned());
        let to = self.units.ok_or_else(unknown)?;
        let typed = unit.to_ascii_lowercase();
        if typed == to.as_str() {
            return Ok(value);
        }
        let from = match typed.as_str() {
            "ft" => 3048.0,
            other => tenths(Units::find(other).ok_or_else(unknown)?),
        };
        Ok(value * from / tenths(to))
    }
}

/// Returns the length of a unit in tenths of a millimeter: whole numbers keep conversions exact.
fn tenths(units: Units) -> f64 {
    match units {
        Units::Mm => 10.0,
        Units::Cm => 100.0,
        Units::M => 10_000.0,
        Units::In => 254.0,
        Units::Pt => 254.0 / 72.0,
        Units::Px => 254.0 / 96.0,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn expressions_have_precedence_parentheses_and_units() {
        for (text, wanted) in [
            ("10", 10.0),
            (" .5 ", 0.5),
            ("900/2", 450.0),
            ("2+3*4", 14.0),
            ("(2+3)*-4", -20.0),
            ("10-4-3", 3.0),
            ("-(1.5)", -1.5),
            ("1.2m", 1200.0),
            ("35cm + 5 mm", 355.0),
            ("1in", 25.4),
            ("2ft", 609.6),
            ("(1+2)cm/3", 10.0),
        ] {
            assert_eq!(evaluate(text, Some(Units::Mm)), Ok(wanted), "{text}");
        }
        assert_eq!(evaluate("35cm", Some(Units::M)), Ok(0.35));
        assert_eq!(evaluate("1ft", Some(Units::In)), Ok(12.0));
        assert_eq!(evaluate("25.4MM", Some(Units::In)), Ok(1.0));
        assert_eq!(evaluate("90/4", None), Ok(22.5));
    }

    #[test]
    fn malformed_text_has_a_reason() {
        let unit = |unit: &str| TypedError::Unit(unit.to_owned());
        for (text, wanted) in [
            ("", TypedError::Incomplete),
            ("2+", TypedError::Incomplete),
            ("(2", TypedError::Incomplete),
            ("2)", TypedError::Character(')')),
            ("*2", TypedError::Character('*')),
            ("2 3", TypedError::Character('3')),
            ("1.2.3", TypedError::Character('.')),
            ("1/0", TypedError::DivisionByZero),
            ("1/(2-2)", TypedError::DivisionByZero),
            ("3yd", unit("yd")),
            ("가", TypedError::Character('가')),
        ] {
            assert_eq!(evaluate(text, Some(Units::Mm)), Err(wanted), "{text}");
        }
        assert_eq!(evaluate("2mm", None), Err(unit("mm")));
        let (long, nines) = ("(".repeat(101), "9".repeat(99));
        assert_eq!(evaluate(&long, None), Err(TypedError::TooLong));
        assert!(evaluate(&nines, None).is_ok());
        assert_eq!(evaluate(&"-".repeat(100), None), Err(TypedError::Incomplete));
    }
}
