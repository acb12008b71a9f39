//! Typed expressions: numbers, mixed numbers such as `1 1/2`, `+ - * /`, parentheses, and units of length.
//!
//! Invariants: the result is finite; a unit converts the number, fraction of whole numbers, or parenthesis before it to
//! the drawing's unit; a plain number is a length in the drawing's unit or a factor, whichever fits; a result of another
//! dimension than length is refused. Start with [`evaluate`].

pub use super::typed_error::TypedError;
use trammel_scene::Units;

/// Longest text, in characters; the limit bounds the depth of nested parentheses.
pub const MAX_CHARS: usize = 100;

/// Evaluates an expression. With `units`, the result is a length, and units of length convert to that unit; without, a
/// unit is an error.
///
/// # Errors
/// Returns the reason if the text is malformed, divides by zero, is too large, or is not a length.
pub fn evaluate(text: &str, units: Option<Units>) -> Result<f64, TypedError> {
    if text.chars().count() > MAX_CHARS {
        return Err(TypedError::TooLong);
    }
    let mut parser = Parser { rest: text, units };
    let result = parser.sum()?;
    match (parser.peek(), result.power) {
        (Some(c), _) => Err(TypedError::Character(c)),
        (None, Some(power)) if power != 1 => Err(TypedError::NotALength(power)),
        (None, _) if result.value.is_finite() => Ok(result.value),
        (None, _) => Err(TypedError::TooLarge),
    }
}

/// A number with its dimension.
#[derive(Clone, Copy)]
struct Quantity {
    value: f64,
    /// Power of the length; `None` for a plain number, which is a factor or a length in the drawing's unit.
    power: Option<i32>,
}

impl Quantity {
    fn plain(value: f64) -> Self {
        Self { value, power: None }
    }

    /// Adds a quantity. A plain number is a length beside a length.
    fn plus(self, other: Self) -> Result<Self, TypedError> {
        let power = match (self.power, other.power) {
            (None, None | Some(0)) | (Some(0), None) => None,
            (Some(power), None) | (None, Some(power)) if power == 1 => Some(1),
            (Some(one), Some(two)) if one == two => Some(one),
            (one, two) => {
                let wrong = [one, two].into_iter().flatten().find(|power| *power != 1);
                return Err(TypedError::NotALength(wrong.unwrap_or_default()));
            }
        };
        let value = self.value + other.value;
        Ok(Self { value, power })
    }

    fn times(self, other: Self) -> Self {
        let power = match (self.power, other.power) {
            (Some(one), Some(two)) => Some(one + two),
            // A ratio times a plain number is a plain number.
            (one, two) => one.or(two).filter(|power| *power != 0),
        };
        let value = self.value * other.value;
        Self { value, power }
    }

    fn over(self, other: Self) -> Result<Self, TypedError> {
        if other.value == 0.0 {
            return Err(TypedError::DivisionByZero);
        }
        let power = match (self.power, other.power) {
            (None, Some(0)) => None,
            (one, None) => one,
            (one, Some(two)) => Some(one.unwrap_or_default() - two),
        };
        let value = self.value / other.value;
        Ok(Self { value, power })
    }

    fn negative(self) -> Self {
        let value = -self.value;
        Self { value, ..self }
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
        let (start, rest) = split(self.rest, matches);
        self.rest = rest;
        start
    }

    fn sum(&mut self) -> Result<Quantity, TypedError> {
        let mut result = self.product()?;
        loop {
            if self.take('+') {
                result = result.plus(self.product()?)?;
            } else if self.take('-') {
                result = result.plus(self.product()?.negative())?;
            } else {
                return Ok(result);
            }
        }
    }

    fn product(&mut self) -> Result<Quantity, TypedError> {
        let mut result = self.factor(false)?;
        loop {
            if self.take('*') {
                result = result.times(self.factor(false)?);
            } else if self.take('/') {
                result = result.over(self.factor(true)?)?;
            } else {
                return Ok(result);
            }
        }
    }

    fn factor(&mut self, is_divisor: bool) -> Result<Quantity, TypedError> {
        if self.take('-') {
            return self.factor(is_divisor).map(Quantity::negative);
        }
        if self.take('+') {
            return self.factor(is_divisor);
        }
        let result = if self.take('(') {
            let result = self.sum()?;
            if !self.take(')') {
                return Err(self.peek().map_or(TypedError::Incomplete, TypedError::Character));
            }
            result
        } else {
            Quantity::plain(self.number(is_divisor)?)
        };
        self.unit(result)
    }

    /// Reads a number, a mixed number, or a fraction of whole numbers before a unit. A divisor is a number, because
    /// `6/1 1/2` and `6/1/2in` have several meanings.
    fn number(&mut self, is_divisor: bool) -> Result<f64, TypedError> {
        let next = self.peek();
        let digits = self.take_while(|c| c.is_ascii_digit() || c == '.');
        if digits.is_empty() {
            let word = self.take_while(char::is_alphabetic);
            return Err(match next {
                Some(_) if !word.is_empty() => TypedError::Word(word.to_owned()),
                Some(c) => TypedError::Character(c),
                None => TypedError::Incomplete,
            });
        }
        let number: f64 = digits.parse().map_err(|_| TypedError::Character('.'))?;
        if is_divisor || digits.contains('.') {
            return Ok(number);
        }
        if self.rest.starts_with(char::is_whitespace)
            && let (numerator, rest) = split(self.rest.trim_start(), |c| c.is_ascii_digit())
            && !numerator.is_empty()
            && let Some((denominator, rest)) = denominator(rest)
        {
            self.rest = rest;
            let numerator = numerator.parse().map_err(|_| TypedError::TooLarge)?;
            return Ok(number + quotient(numerator, denominator)?);
        }
        if let Some((denominator, rest)) = denominator(self.rest)
            && rest.trim_start().starts_with(char::is_alphabetic)
        {
            self.rest = rest;
            return quotient(number, denominator);
        }
        Ok(number)
    }

    fn unit(&mut self, result: Quantity) -> Result<Quantity, TypedError> {
        self.peek();
        let unit = self.take_while(char::is_alphabetic);
        if unit.is_empty() {
            return Ok(result);
        }
        let unknown = || TypedError::Unit(unit.to_owned());
        let to = self.units.ok_or_else(unknown)?;
        let typed = unit.to_ascii_lowercase();
        let value = if typed == to.as_str() {
            result.value
        } else {
            result.value * size(&typed).ok_or_else(unknown)? / tenths(to)
        };
        Ok(Quantity {
            value,
            power: Some(result.power.unwrap_or_default() + 1),
        })
    }
}

/// Splits a text after its longest start whose characters match.
fn split(text: &str, matches: impl Fn(char) -> bool) -> (&str, &str) {
    text.split_at(text.find(|c| !matches(c)).unwrap_or(text.len()))
}

/// Returns the whole number after a slash at the start of a text, and the rest.
fn denominator(text: &str) -> Option<(f64, &str)> {
    let after = text.trim_start().strip_prefix('/')?.trim_start();
    let (digits, rest) = split(after, |c| c.is_ascii_digit());
    let number = digits.parse().ok()?;
    (!rest.starts_with('.')).then_some((number, rest))
}

fn quotient(numerator: f64, denominator: f64) -> Result<f64, TypedError> {
    if denominator == 0.0 {
        return Err(TypedError::DivisionByZero);
    }
    Ok(numerator / denominator)
}

/// Whether a word continues the value before it in a text whose values are separated by spaces: the fraction of a mixed
/// number (`1 1/2`, `@1 1/2,0`), or a unit (`1/2 in`). After a comma, a fraction is a value of its own.
#[must_use]
pub fn continues(before: &str, next: &str) -> bool {
    let (letters, _) = split(next, char::is_alphabetic);
    if !letters.is_empty() {
        return before.ends_with(|c: char| c.is_ascii_digit() || c == ')')
            && size(&letters.to_ascii_lowercase()).is_some();
    }
    let field = before.rsplit(';').next().unwrap_or(before);
    let whole = field.trim_start_matches(['@', '-', '+', 'd', 'D', '⌀', 'ø', '(']);
    let is_whole = !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit());
    let (numerator, rest) = split(next, |c| c.is_ascii_digit());
    is_whole && !numerator.is_empty() && denominator(rest).is_some()
}

/// Letters before a diameter.
pub const DIAMETER: [char; 4] = ['d', 'D', '⌀', 'ø'];

/// Evaluates a radius. A text that begins with a letter of [`DIAMETER`] states the diameter.
///
/// # Errors
/// Returns the reason if the text is not a length.
pub fn evaluate_radius(text: &str, units: Units) -> Result<f64, TypedError> {
    match text.trim_start().strip_prefix(DIAMETER) {
        Some(diameter) => Ok(evaluate(diameter, Some(units))? / 2.0),
        None => evaluate(text, Some(units)),
    }
}

/// Returns the length of a typed unit in tenths of a millimeter; `None` if there is no such unit.
fn size(unit: &str) -> Option<f64> {
    match unit {
        "ft" => Some(3048.0),
        other => Units::find(other).map(tenths),
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
            ("2*3in", 152.4),
            ("3in*2", 152.4),
            ("3in/2", 38.1),
            ("5 + 1in", 30.4),
            ("2in*(4in/2in)", 101.6),
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
            ("가", TypedError::Word("가".to_owned())),
            ("sqrt(2)", TypedError::Word("sqrt".to_owned())),
            ("2+d5", TypedError::Word("d".to_owned())),
        ] {
            assert_eq!(evaluate(text, Some(Units::Mm)), Err(wanted), "{text}");
        }
        assert_eq!(evaluate("2mm", None), Err(unit("mm")));
        let (long, nines) = ("(".repeat(101), "9".repeat(99));
        assert_eq!(evaluate(&long, None), Err(TypedError::TooLong));
        assert!(evaluate(&nines, None).is_ok());
        assert_eq!(evaluate(&"-".repeat(100), None), Err(TypedError::Incomplete));
    }

    #[test]
    fn a_whole_number_and_a_fraction_are_a_mixed_number() {
        for (text, wanted) in [
            ("1 1/2", 1.5),
            ("  2  3 / 4 ", 2.75),
            ("-1 1/2", -1.5),
            ("+1 1/2", 1.5),
            ("3 - 1 1/2", 1.5),
            ("2*1 1/2", 3.0),
            ("1 1/2*3", 4.5),
            ("(1 1/2)/3", 0.5),
        ] {
            for units in [None, Some(Units::In), Some(Units::Mm)] {
                assert_eq!(evaluate(text, units), Ok(wanted), "{text}");
            }
        }
        for (text, wanted) in [
            ("1 1/2in", 38.1),
            ("1 1/2 in", 38.1),
            ("-1 1/2 in", -38.1),
            ("1/2in", 12.7),
            ("1/2 in", 12.7),
            ("1 / 2in", 12.7),
            ("-1/2in", -12.7),
            ("1in + 1/2in", 38.1),
            ("1ft + 3 1/2in", 393.7),
            ("4*1/2in", 50.8),
            ("1/2in/2", 6.35),
            ("(1.5/2)in", 19.05),
        ] {
            let value = evaluate(text, Some(Units::Mm)).unwrap();
            assert!((value - wanted).abs() < 1e-12, "{text}: {value}");
        }
        for (text, wanted) in [
            ("1.5 1/2", TypedError::Character('1')),
            ("1 1.5/2", TypedError::Character('1')),
            ("1 -1/0", TypedError::DivisionByZero),
            ("1 1/0", TypedError::DivisionByZero),
            ("1/0in", TypedError::DivisionByZero),
            ("6/1 1/2", TypedError::Character('1')),
            ("1in 1/2in", TypedError::Character('1')),
            ("1/2yd", TypedError::Unit("yd".to_owned())),
        ] {
            assert_eq!(evaluate(text, Some(Units::Mm)), Err(wanted), "{text}");
        }
        assert_eq!(evaluate("1/2mm", None), Err(TypedError::Unit("mm".to_owned())));
    }

    #[test]
    fn a_result_that_is_no_length_is_refused_with_its_dimension() {
        for (text, power, reason) in [
            ("2in*2in", 2, "is an area"),
            ("(2in)mm", 2, "is an area"),
            ("2in*2in*2in", 3, "is an area"),
            ("2in*2in + 1", 2, "is an area"),
            ("2in*2in + 1in", 2, "is an area"),
            ("4in/2in", 0, "is a ratio"),
            ("1in + 4in/2in", 0, "is a ratio"),
            ("1/(2in)", -1, "divided by a length"),
            ("1.5/2in", -1, "divided by a length"),
            ("6/3/2in", -1, "divided by a length"),
        ] {
            for units in [Units::Mm, Units::In] {
                let error = evaluate(text, Some(units)).unwrap_err();
                assert_eq!(error, TypedError::NotALength(power), "{text}");
                assert!(error.reason()[0].contains(reason), "{text}: {:?}", error.reason());
            }
        }
    }

    #[test]
    fn a_radius_may_be_typed_as_a_diameter() {
        for (text, wanted) in [
            ("20", Ok(20.0)),
            ("d40", Ok(20.0)),
            ("D 40", Ok(20.0)),
            (" ⌀1 1/2in", Ok(19.05)),
            ("d", Err(TypedError::Incomplete)),
            ("dd4", Err(TypedError::Word("d".to_owned()))),
            ("4d", Err(TypedError::Unit("d".to_owned()))),
        ] {
            assert_eq!(evaluate_radius(text, Units::Mm), wanted, "{text}");
        }
    }

    #[test]
    fn fractions_and_units_continue_the_value_before_them() {
        for (before, next, wanted) in [
            ("1", "1/2", true),
            ("@1", "1/2,0", true),
            ("-1", "1/2in", true),
            ("d1", "1/2", true),
            ("10;2", "1/2", true),
            ("1 1/2", "in", true),
            ("2", "cm,3", true),
            ("50,50", "1/2in", false),
            ("1.5", "1/2", false),
            ("1", "20", false),
            ("1/2", "1/2", false),
            ("L", "1/2", false),
            ("20", "q", false),
            ("Z", "m", false),
        ] {
            assert_eq!(continues(before, next), wanted, "{before} {next}");
        }
    }
}
