//! Escapes in names: `\u0078` and `\u{78}` are another spelling of `x`.

use std::borrow::Cow;

/// Returns the text with the escapes of letters, digits, `_`, and `$` replaced. Their meaning is the same in names, texts,
/// and regular expressions, and no line begins or ends with one.
pub(super) fn unescape(text: &str) -> Cow<'_, str> {
    let Some(first) = text.find("\\u") else {
        return Cow::Borrowed(text);
    };
    let mut out = text[..first].to_owned();
    let mut rest = &text[first..];
    while let Some(at) = rest.find("\\u") {
        out.push_str(&rest[..at]);
        let (character, length) = character(&rest[at + 2..]).unwrap_or(('u', 0));
        if length == 0 {
            out.push_str("\\u");
        } else {
            out.push(character);
        }
        rest = &rest[at + 2 + length..];
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Returns the character of an escape after `\u`, if it can be part of a name, and the length of the rest of the escape.
fn character(rest: &str) -> Option<(char, usize)> {
    let (digits, length) = match rest.strip_prefix('{') {
        Some(inner) => {
            let digits = inner.split_once('}')?.0;
            (digits, digits.len() + 2)
        }
        None => (rest.get(..4)?, 4),
    };
    let is_hex = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let digits = digits.trim_start_matches('0');
    let code = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
    let character = char::from_u32(code)?;
    let is_of_name = character.is_alphanumeric() || matches!(character, '_' | '$');
    is_of_name.then_some((character, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_characters_of_names_are_replaced() {
        for (text, expected) in [
            ("\\u0078 = 1", "x = 1"),
            ("\\u{78} \\u{00000078}y\\u{ac00}", "x xy가"),
            (
                "\\u{}\\u{x}\\u12\\u000a\\u{2028}\\u0022\\u",
                "\\u{}\\u{x}\\u12\\u000a\\u{2028}\\u0022\\u",
            ),
            ("\\u{110000}\\ud800\\u0024", "\\u{110000}\\ud800$"),
            ("\\u00가", "\\u00가"),
            ("no escape", "no escape"),
        ] {
            assert_eq!(unescape(text), expected);
        }
    }
}
