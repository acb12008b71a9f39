//! Multi-line text of DXF: the characters of a text with formatting codes.
//!
//! Fonts, sizes, colors, and columns within a text are left out; fractions and tolerances are kept as characters.

/// Characters of a formatted text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Plain {
    /// Characters; `\n` begins a new line.
    pub text: String,
    /// Whether codes changed the font, size, or color within the text.
    pub is_formatted: bool,
}

/// Returns the characters of a text with formatting codes.
pub(super) fn plain(source: &str) -> Plain {
    let mut text = String::with_capacity(source.len());
    let mut is_formatted = false;
    let mut chars = source.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '{' | '}' => {}
            '^' => match chars.peek() {
                Some('I') => {
                    chars.next();
                    text.push('\t');
                }
                Some('J' | 'M') => {
                    if chars.next() == Some('J') {
                        text.push('\n');
                    }
                }
                Some(' ') => {
                    chars.next();
                    text.push('^');
                }
                _ => text.push('^'),
            },
            '\\' => match chars.next() {
                Some('P' | 'N' | 'X') => text.push('\n'),
                Some('~') => text.push('\u{a0}'),
                Some(c @ ('\\' | '{' | '}')) => text.push(c),
                Some('L' | 'l' | 'O' | 'o' | 'K' | 'k') => is_formatted = true,
                Some('S') => text.push_str(&inline_fraction(&parameter(&mut chars))),
                Some('A' | 'C' | 'c' | 'f' | 'F' | 'H' | 'Q' | 'T' | 'W' | 'p') => {
                    parameter(&mut chars);
                    is_formatted = true;
                }
                Some(other) => {
                    text.push('\\');
                    text.push(other);
                }
                None => {}
            },
            c => text.push(c),
        }
    }
    Plain { text, is_formatted }
}

/// Takes the characters before the semicolon that ends a code.
fn parameter(chars: &mut impl Iterator<Item = char>) -> String {
    let mut out = String::new();
    while let Some(c) = chars.next() {
        match c {
            ';' => break,
            '\\' => out.extend(chars.next()),
            c => out.push(c),
        }
    }
    out
}

/// Returns a fraction or a tolerance on one line.
fn inline_fraction(parts: &str) -> String {
    let Some((above, below)) = parts.split_once(['^', '/', '#']) else {
        return parts.to_owned();
    };
    let (above, below) = (above.trim(), below.trim());
    match (above.is_empty(), below.is_empty()) {
        (true, _) => below.to_owned(),
        (_, true) => above.to_owned(),
        _ => format!("{above}/{below}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formatting_codes_are_removed() {
        for (source, wanted) in [
            ("one\\Ptwo", "one\ntwo"),
            ("{\\fArial|b1|i0;\\H2.5;Bold} \\C1;red", "Bold red"),
            ("M8 \\S+0.1^-0.2; \\S1/2;", "M8 +0.1/-0.2 1/2"),
            ("a\\\\b \\{c\\} d\\~e", "a\\b {c} d\u{a0}e"),
            ("tab^Iend^ \\pi-3,l3;x", "tab\tend^x"),
            ("\\A1;text\\", "text"),
            ("\\f", ""),
        ] {
            assert_eq!(plain(source).text, wanted, "{source}");
        }
        assert!(plain("\\Lline").is_formatted && !plain("a\\Pb").is_formatted);
    }
}
