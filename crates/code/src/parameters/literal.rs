//! Literals of numbers and strings in JavaScript.

/// Reads the decimal number at a byte offset, without a sign; returns its value and the offset after it. `None` for other
/// notations, such as `0x10` or `10n`.
pub(super) fn read_number(source: &str, start: usize) -> Option<(f64, usize)> {
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
pub(super) fn write_number(value: f64) -> String {
    let rounded: f64 = format!("{value:.11e}").parse().unwrap_or(value);
    if rounded == 0.0 {
        "0".to_owned()
    } else if (1e-6..1e15).contains(&rounded.abs()) {
        rounded.to_string()
    } else {
        format!("{rounded:e}")
    }
}

/// Returns the content of a string literal; `None` if the string has escapes other than of quotes and backslashes, or no
/// end.
pub(super) fn read_string(literal: &str) -> Option<String> {
    let quote = literal.chars().next()?;
    let inner = literal.strip_prefix(quote)?.strip_suffix(quote)?;
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.push(chars.next().filter(|c| matches!(c, '\\' | '"' | '\''))?),
            _ if c == quote => return None,
            _ => out.push(c),
        }
    }
    Some(out)
}

/// Formats a string literal.
pub(super) fn write_string(value: &str, quote: char) -> String {
    let mut out = String::with_capacity(value.len() + 2);
    out.push(quote);
    for c in value.chars() {
        if c == '\\' || c == quote {
            out.push('\\');
        }
        out.push(c);
    }
    out.push(quote);
    out
}
