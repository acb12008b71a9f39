//! Literals of JavaScript: numbers and strings, read and written in the style of the author.

use super::write::quote_with;
use trammel_base::numbers::number_text;

/// Maximum number of decimals of an exact sum.
const MAX_DECIMALS: usize = 20;

/// Returns the value of a numeric literal, possibly with a sign; `None` for any other expression.
pub(crate) fn number_value(text: &str) -> Option<f64> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, text[1..].trim_start()),
        b'+' => (false, text[1..].trim_start()),
        _ => (false, text),
    };
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit())
        || (digits.starts_with('.') && digits[1..].starts_with(|c: char| c.is_ascii_digit()));
    if !is_number {
        return None;
    }
    let plain = digits.replace('_', "");
    let radix = |prefix: [&str; 2], radix| {
        let rest = prefix.iter().find_map(|prefix| plain.strip_prefix(prefix))?;
        u32::from_str_radix(rest, radix).ok().map(f64::from)
    };
    let value = radix(["0x", "0X"], 16)
        .or_else(|| radix(["0b", "0B"], 2))
        .or_else(|| radix(["0o", "0O"], 8))
        .or_else(|| plain.parse().ok())?;
    value.is_finite().then_some(if negative { -value } else { value })
}

/// Writes a number like `old`: decimals that the author filled up with zeros stay filled up.
pub(crate) fn number_like(old: &str, value: f64) -> String {
    let plain = |text: &str| {
        text.bytes()
            .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-'))
    };
    let decimals = |text: &str| text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let new = number_text(value);
    let wanted = decimals(old);
    let fills_up = old.ends_with('0') && wanted > 0 && plain(old) && plain(&new);
    if fills_up && decimals(&new) <= wanted {
        return format!("{value:.wanted$}");
    }
    new
}

/// Returns the sum of two numbers as written in decimals, so that `0.1 + 0.2` is `0.3` and a move and its reverse
/// restore the text.
pub fn sum(a: f64, b: f64) -> f64 {
    exact_sum(a, b).unwrap_or(a + b)
}

fn exact_sum(a: f64, b: f64) -> Option<f64> {
    let (a, b) = (format!("{a}"), format!("{b}"));
    let decimals = |text: &str| text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let most = decimals(&a).max(decimals(&b));
    if most > MAX_DECIMALS {
        return None;
    }
    let scaled = |text: &str| {
        let digits: String = text.chars().filter(|c| *c != '.').collect();
        let zeros = "0".repeat(most - decimals(text));
        format!("{digits}{zeros}").parse::<i128>().ok()
    };
    let total = scaled(&a)?.checked_add(scaled(&b)?)?;
    let digits = format!("{:0>width$}", total.unsigned_abs(), width = most + 1);
    let (whole, rest) = digits.split_at(digits.len() - most);
    let sign = if total < 0 { "-" } else { "" };
    format!("{sign}{whole}.{rest}0").parse().ok()
}

/// Returns the value of a string literal, or of a template without substitutions; `None` for any other token.
pub(crate) fn string_value(text: &str) -> Option<String> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let inner = text.get(1..)?.strip_suffix(quote)?;
    if quote == '`' && inner.contains("${") {
        return None;
    }
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            _ if c == quote => return None,
            '\\' => {}
            _ => {
                out.push(c);
                continue;
            }
        }
        match chars.next()? {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            // Escapes by number are rare in names and texts.
            'x' | 'u' | '0'..='9' | 'b' | 'f' | 'v' | '\r' | '\n' => return None,
            other => out.push(other),
        }
    }
    Some(out)
}

/// Writes a string with the quotes of `old`, or with double quotes.
pub(crate) fn string_like(old: &str, value: &str) -> String {
    let quote = old.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'));
    quote_with(quote.unwrap_or('"'), value)
}

/// Reads the decimal number at a byte offset, without a sign; returns its value and the offset after it. `None` for other
/// notations, such as `0x10` or `10n`.
pub(crate) fn decimal_at(source: &str, start: usize) -> Option<(f64, usize)> {
    let bytes = source.as_bytes();
    let digits = |from: usize| {
        let rest = bytes.get(from..).unwrap_or_default();
        from + rest
            .iter()
            .take_while(|b| b.is_ascii_digit() || **b == b'_')
            .count()
    };
    let whole = digits(start);
    let mut end = whole;
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1);
    }
    if end == start || source.get(start..end)? == "." {
        return None;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + sign);
        if exponent == end + 1 + sign {
            return None;
        }
        end = exponent;
    }
    // A letter or a digit follows in `0x10`, `10n`, and names.
    let next = source.get(end..)?.chars().next();
    if next.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$') {
        return None;
    }
    // An octal number such as `010` is not decimal.
    let is_octal = whole - start > 1 && bytes.get(start) == Some(&b'0');
    let value: f64 = source.get(start..end)?.replace('_', "").parse().ok()?;
    (value.is_finite() && !is_octal).then_some((value, end))
}

/// Formats a number as the shortest decimal of at most 12 significant digits, which hides errors of binary fractions.
pub(crate) fn rounded_text(value: f64) -> String {
    let rounded: f64 = format!("{value:.11e}").parse().unwrap_or(value);
    if rounded == 0.0 {
        "0".to_owned()
    } else if (1e-6..1e15).contains(&rounded.abs()) {
        rounded.to_string()
    } else {
        format!("{rounded:e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_every_form() {
        let forms = [
            "5", "-5", "- 5", "+5", ".5", "5.", "1e3", "1E-3", "0x10", "1_000", "0b101",
        ];
        let values = [5.0, -5.0, -5.0, 5.0, 0.5, 5.0, 1000.0, 0.001, 16.0, 1000.0, 5.0];
        assert_eq!(forms.map(number_value), values.map(Some));
        let others = [
            "", "-", "x", "1 + 2", "5n", "Infinity", "NaN", "- -5", "1e400", ".", "'5'", "(5)", "5 /* */",
        ];
        assert_eq!(others.map(number_value), [None; 13]);
    }

    #[test]
    fn numbers_keep_the_decimals_of_the_author() {
        assert_eq!(number_like("10.50", 11.5), "11.50");
        assert_eq!(number_like("10.50", 11.123), "11.123");
        assert_eq!(number_like("10.5", 11.0), "11");
        assert_eq!(number_like("100", 1.5), "1.5");
        assert_eq!(number_like("1e3", 1001.0), "1001");
        assert_eq!(number_like("0.0", 1e-9), "1e-9");
    }

    #[test]
    fn sums_are_decimal() {
        assert_eq!(
            [sum(0.1, 0.2), sum(0.3, -0.2), sum(-1.0, 0.25), sum(1e9, 1e-9)],
            [0.3, 0.1, -0.75, 1e9 + 1e-9]
        );
        assert_eq!(sum(sum(123.456, 0.001), -0.001), 123.456);
        assert_eq!(sum(1e-300, 1.0), 1.0);
        assert_eq!(sum(-5.0, 5.0), 0.0);
    }

    #[test]
    fn strings_keep_their_quotes() {
        assert_eq!(string_value(r#""a \"b\"\n""#).as_deref(), Some("a \"b\"\n"));
        assert_eq!(string_value("`머리`").as_deref(), Some("머리"));
        assert_eq!(
            [
                string_value("`a${1}`"),
                string_value("x"),
                string_value(r"'\x41'")
            ],
            [None, None, None]
        );
        assert_eq!(string_like("5", "\"머리\""), r#""\"머리\"""#);
    }
}
