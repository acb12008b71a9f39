//! Names and texts in the form that DXF files permit.
//!
//! Invariant: the result is one line of printable ASCII characters. `\U+XXXX` stands for another character.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use trammel_base::visible::visible_text;

/// Maximum length of a name in DXF R12.
const MAX_R12: usize = 31;

/// Maximum length of a name, in characters. Longer names are valid in AutoCAD but not in other programs.
const MAX_NAME: usize = 100;

/// Maximum length of a tag of MTEXT, and of a code in it such as `\U+AC00`.
const MAX_CHUNK: usize = 250;
const MAX_CODE: usize = 7;

/// Names of one table of the file, which are unique without regard to case.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    /// Reserves a name.
    pub(super) fn reserve(&mut self, name: &str) {
        self.taken.insert(name.to_lowercase());
    }

    /// Returns a valid, unique name that resembles `wanted`; `spare` replaces a name without valid characters.
    pub(super) fn unique(&mut self, wanted: &str, spare: &str, is_r12: bool) -> String {
        let base = if is_r12 { r12_name(wanted) } else { name(wanted) };
        let is_blank = base.chars().all(|c| matches!(c, '_' | ' '));
        let base = if is_blank { spare.to_owned() } else { base };
        let mut unique = base.clone();
        let mut number = 2;
        while !self.taken.insert(unique.to_lowercase()) {
            unique = format!("{base}_{number}");
            number += 1;
        }
        unique
    }
}

/// Returns a name without characters that DXF forbids, and without spaces at its ends.
fn name(wanted: &str) -> String {
    let is_forbidden =
        |c: char| c.is_control() || (c.is_whitespace() && c != ' ') || "<>/\\\":;?*|=`,".contains(c);
    let permitted: String = visible_text(wanted)
        .trim_matches(' ')
        .chars()
        .take(MAX_NAME)
        .map(|c| if is_forbidden(c) { '_' } else { c })
        .collect();
    permitted.trim_end_matches(' ').to_owned()
}

/// Returns a name of the characters that DXF R12 permits.
fn r12_name(wanted: &str) -> String {
    let permitted = |c: char| c.is_ascii_alphanumeric() || "$-_".contains(c);
    wanted
        .chars()
        .take(MAX_R12 - 4)
        .map(|c| if permitted(c) { c.to_ascii_uppercase() } else { '_' })
        .collect()
}

/// Returns a text or a name as ASCII characters.
pub(super) fn ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible_text(text).chars() {
        match c {
            ' '..='~' => out.push(c),
            '\t' => out.push_str("    "),
            c if c.is_control() => {}
            c => {
                let _ = write!(out, "\\U+{:04X}", u32::from(c));
            }
        }
    }
    out
}

/// Returns a text with formatting codes, as in MTEXT and DIMENSION: characters with a meaning there are written so that they
/// have none. Braces, which some programs take as codes even then, become bars.
pub(super) fn escape_formatting(text: &str) -> String {
    let plain = without_codes(text).replace('\\', "\\\\").replace(['{', '}'], "|");
    ascii(&plain.replace('\n', "\\P"))
}

/// Whether MTEXT represents every character: no braces, and no backslash that begins the code of another character.
pub(super) fn is_formattable(text: &str) -> bool {
    let is_code = |pair: &[u8]| matches!(pair, [b'\\', b'U' | b'u' | b'M' | b'm']);
    !text.contains(['{', '}']) && !text.as_bytes().windows(2).any(is_code)
}

/// Divides a formatted text that is too long for one tag, outside of its codes; `None` for a text that is short enough.
pub(super) fn chunk(text: &str) -> Option<(&str, &str)> {
    if text.len() <= MAX_CHUNK {
        return None;
    }
    let start = MAX_CHUNK - MAX_CODE;
    let code = text.get(start..MAX_CHUNK)?.find(['\\', '%', '^']);
    text.split_at_checked(code.map_or(MAX_CHUNK, |at| start + at))
}

/// Returns the content of a TEXT entity: characters with a meaning in TEXT are written so that they have none.
pub(super) fn content(line: &str) -> String {
    let plain = without_codes(line);
    let mut out = String::with_capacity(plain.len());
    let mut chars = plain.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if matches!(chars.peek(), Some('U' | 'u' | 'M' | 'm')) => out.push_str("\\U+005C"),
            _ => out.push(c),
        }
    }
    ascii(&out)
}

/// Writes two percent signs and a caret, which have a meaning in every text, so that they have none.
fn without_codes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '%' if before == Some('%') || chars.peek() == Some(&'%') => out.push_str("%%%"),
            '^' => out.push_str("^ "),
            _ => out.push(c),
        }
        before = Some(c);
    }
    out
}

/// Whether every character can be written as `\U+XXXX`.
pub(super) fn is_writable(text: &str) -> bool {
    text.chars().all(|c| u32::from(c) <= 0xffff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_valid_and_unique() {
        let mut names = Names::default();
        names.reserve("0");
        for (wanted, name) in [
            ("Outer cut.1", "Outer cut.1"),
            ("outer CUT.1", "outer CUT.1_2"),
            ("한글 레이어", "한글 레이어"),
            ("a - b (2) #3 & 4%", "a - b (2) #3 & 4%"),
            (" my layer ", "my layer"),
            ("a<b>c/d\\e\"f:g;h?i*j|k=l`m,n", "a_b_c_d_e_f_g_h_i_j_k_l_m_n"),
            ("tab\tand\u{3000}wide", "tab_and_wide"),
            ("* ?", "SPARE"),
        ] {
            assert_eq!(names.unique(wanted, "SPARE", false), name, "{wanted}");
        }
        assert_eq!(names.unique("0", "LAYER", false), "0_2");
        assert_eq!(names.unique("외곽", "LAYER", false), "외곽");
        assert_eq!(names.unique("외곽", "LAYER", true), "LAYER");
        assert_eq!(names.unique("벽", "LAYER", true), "LAYER_2");
        assert_eq!(names.unique("walls a", "LAYER", true), "WALLS_A");
        assert_eq!(
            names.unique("b\u{202e}a\u{3164}se\u{e0041}", "LAYER", false),
            "base"
        );
        assert_eq!(ascii("b\u{202e}a\u{ad}se\u{e0101}"), "base");
    }

    #[test]
    fn texts_are_ascii_and_keep_their_meaning() {
        assert_eq!(ascii("높이 5"), "\\U+B192\\U+C774 5");
        assert_eq!(content("50%"), "50%");
        assert_eq!(content("%%c"), "%%%%%%c");
        assert_eq!(content("2^3"), "2^ 3");
        assert_eq!(content("\\U+0041"), "\\U+005CU+0041");
        assert_eq!(
            escape_formatting("a\nb \\P {x} ^J %%c"),
            "a\\Pb \\\\P |x| ^ J %%%%%%c"
        );
        for (text, is_mtext) in [
            ("a\n50% \\P ^J 가", true),
            ("{a}\nb", false),
            ("a\n\\U+0041", false),
        ] {
            assert_eq!(is_formattable(text), is_mtext, "{text}");
        }
        assert!(is_writable("⌀ 높이") && !is_writable("🙂"));
    }

    #[test]
    fn long_texts_are_divided_outside_of_their_codes() {
        for text in [
            "가".repeat(100),
            "a".repeat(600),
            "\n".repeat(300),
            "ab가%%^\\".repeat(40),
        ] {
            let whole = escape_formatting(&text);
            let (mut rest, mut chunks) = (whole.as_str(), Vec::new());
            while let Some((chunk, after)) = chunk(rest) {
                chunks.push(chunk);
                rest = after;
            }
            chunks.push(rest);
            assert_eq!(chunks.concat(), whole);
            assert!(
                chunks.iter().all(|chunk| (1..=250).contains(&chunk.len())),
                "{chunks:?}"
            );
            let is_cut = |chunk: &&str| chunk.ends_with("\\U+AC") || chunk.ends_with("\\U");
            assert!(!chunks.iter().any(is_cut), "{chunks:?}");
        }
    }
}
