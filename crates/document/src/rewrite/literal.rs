//! Literals of JavaScript: numbers and strings, read and written in the style of the author.

use trammel_base::numbers::number_text;

/// Maximum number of decimals of an exact sum.
const MAX_DECIMALS: usize = 20;

/// Returns the value of a numeric literal, possibly with a sign; `None` for any other expression.
pub(super) fn number_value(text: &str) -> Option<f64> {
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
pub(super) fn number_like(old: &str, value: f64) -> String {
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
pub(crate) fn sum(a: f64, b: f64) -> f64 {
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
        if c != '\\' {
            out.push(c);
            continue;
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
pub(super) fn string_like(old: &str, value: &str) -> String {
    let quote = old
        .chars()
        .next()
        .filter(|c| matches!(c, '"' | '\'' | '`'))
        .unwrap_or('"');
    let mut out = String::from(quote);
    for c in value.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            '$' if quote == '`' => out.push_str("\\$"),
            c if c == quote => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out.push(quote);
    out
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
        assert_eq!(string_like("'a'", "it's\n\\"), r"'it\'s\n\\'");
        assert_eq!(string_like("`a`", "${x}"), r"`\${x}`");
        assert_eq!(string_like("5", "\"머리\""), r#""\"머리\"""#);
    }
}
