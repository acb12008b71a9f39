//! Characters that a reader sees: the one place that decides which characters of a text are hidden.
//!
//! Names, texts for models, questions to the user, receipts, and lines of a terminal pass the functions here, so that
//! no text says something to a program or a model that its reader does not see, or changes the order in which it is
//! read.
//!
//! Hidden are control characters, direction marks, line and paragraph separators, noncharacters, and the characters
//! that the Unicode Standard displays as nothing (`Default_Ignorable_Code_Point` of Unicode 16.0,
//! <https://www.unicode.org/Public/16.0.0/ucd/DerivedCoreProperties.txt>): soft hyphens, joiners, fillers of Hangul,
//! variation selectors, and tags. Some of them stay where they have a use:
//!
//! * a zero-width joiner between two emoji, and a joiner or non-joiner between two letters of a script that needs them,
//! * a variation selector of text or emoji (U+FE0E, U+FE0F) behind a symbol that has both forms.
//!
//! At most one of them follows a visible character, so no message fits between them. The other variation selectors
//! choose among forms of the same character (for example of a Han character) and are removed, because any number of
//! them can encode any text.
//!
//! # Example
//!
//! ```
//! use trammel_base::visible::{escape_hidden, is_blank, visible_text};
//!
//! assert_eq!(visible_text("ga\u{ad}te\u{e0041}"), "gate");
//! assert_eq!(escape_hidden("gate\u{202e}"), "gate\u{fffd}");
//! assert!(is_blank("\u{3164}"));
//! ```

use std::borrow::Cow;

/// Whether a character is hidden wherever it stands. Line breaks and tabs count as hidden; joiners and variation
/// selectors do too, although [`visible_text`] keeps them in some places.
pub fn is_hidden(c: char) -> bool {
    // Most characters are of this range.
    if let ' '..='~' = c {
        return false;
    }
    c.is_control() || (c > '\u{a0}' && is_ignorable(c))
}

/// Whether a text has no visible character: only white space and hidden characters.
pub fn is_blank(text: &str) -> bool {
    // The blank pattern of Braille is not white space, but displays as nothing.
    text.chars()
        .all(|c| c.is_whitespace() || c == '\u{2800}' || is_hidden(c))
}

/// Returns the text without its hidden characters. Line breaks and tabs stay.
pub fn visible_text(text: &str) -> Cow<'_, str> {
    replace_hidden(text, |_| None)
}

/// Returns the text with a visible character in place of each hidden one, so that the reader sees that there is one:
/// the picture of a control character, or U+FFFD. Line breaks and tabs stay.
pub fn escape_hidden(text: &str) -> Cow<'_, str> {
    replace_hidden(text, |c| {
        Some(match c {
            // The Unicode block of pictures of control characters.
            '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER),
            '\u{7f}' => '\u{2421}',
            _ => char::REPLACEMENT_CHARACTER,
        })
    })
}

/// Returns a name for a sentence: without hidden characters, and with its own direction if it has letters that are written
/// from right to left, so that it does not change the order of the words around it.
pub fn isolate_name(name: &str) -> Cow<'_, str> {
    let shown = escape_hidden(name);
    let turns = |c: char| {
        matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'
            | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
    };
    if shown.contains(turns) {
        // First strong isolate, and the end of the isolate.
        return Cow::Owned(format!("\u{2068}{shown}\u{2069}"));
    }
    shown
}

/// Returns the text on one line without hidden characters; white space becomes single spaces.
pub fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in visible_text(text).split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// Returns the text with `replacement` in place of its hidden characters, except those that stay.
fn replace_hidden(text: &str, replacement: impl Fn(char) -> Option<char>) -> Cow<'_, str> {
    let Some(first) = text.find(is_hidden) else {
        return Cow::Borrowed(text);
    };
    let mut out = String::with_capacity(text.len());
    out.push_str(&text[..first]);
    let mut before = out.chars().next_back();
    let mut rest = text[first..].chars();
    while let Some(c) = rest.next() {
        let next = rest.clone().next();
        let c = match c {
            c if !is_hidden(c) || stays(before, c, next) => Some(c),
            hidden => replacement(hidden),
        };
        if let Some(c) = c {
            out.push(c);
            before = Some(c);
        }
    }
    Cow::Owned(out)
}

/// Whether a hidden character has a use between its neighbors.
fn stays(before: Option<char>, c: char, next: Option<char>) -> bool {
    match c {
        '\n' | '\t' => true,
        '\r' => next == Some('\n'),
        '\u{200c}' => is_letter_pair(before, next),
        '\u{200d}' => {
            let is_emoji_pair =
                before.is_some_and(|c| c == '\u{fe0f}' || is_symbol(c)) && next.is_some_and(is_symbol);
            is_emoji_pair || is_letter_pair(before, next)
        }
        '\u{fe0e}' | '\u{fe0f}' => {
            let is_key = before.is_some_and(|c| c.is_ascii_digit() || c == '#' || c == '*');
            before.is_some_and(is_symbol) || (is_key && next == Some('\u{20e3}'))
        }
        _ => false,
    }
}

fn is_letter_pair(before: Option<char>, next: Option<char>) -> bool {
    before.is_some_and(is_joining) && next.is_some_and(is_joining)
}

/// Whether a character belongs to a script in which joiners choose the form of letters: Arabic and related scripts,
/// and the scripts of South and Southeast Asia.
fn is_joining(c: char) -> bool {
    let is_of_script = matches!(c, '\u{620}'..='\u{8ff}' | '\u{900}'..='\u{dff}' | '\u{1000}'..='\u{109f}'
        | '\u{1780}'..='\u{17ff}' | '\u{1800}'..='\u{18af}' | '\u{a840}'..='\u{aaff}' | '\u{fb50}'..='\u{fdff}'
        | '\u{fe70}'..='\u{fefc}' | '\u{11000}'..='\u{11fff}');
    is_of_script && !is_hidden(c)
}

/// Whether a character is in a block with emoji, or modifies an emoji.
fn is_symbol(c: char) -> bool {
    matches!(c, '\u{a9}' | '\u{ae}' | '\u{203c}' | '\u{2049}' | '\u{2100}'..='\u{21ff}' | '\u{2300}'..='\u{23ff}'
        | '\u{2460}'..='\u{24ff}' | '\u{25a0}'..='\u{27bf}' | '\u{2900}'..='\u{297f}' | '\u{2b00}'..='\u{2bff}'
        | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}' | '\u{1f000}'..='\u{1faff}')
}

/// Whether a character beyond ASCII displays as nothing or changes the order of its line.
fn is_ignorable(c: char) -> bool {
    matches!(c,
        // Default_Ignorable_Code_Point, which has the direction marks.
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
        // Separators of lines and paragraphs, annotations, and controls of hieroglyphs.
        | '\u{2028}' | '\u{2029}' | '\u{fff9}'..='\u{fffb}' | '\u{13430}'..='\u{1343f}'
        // Noncharacters.
        | '\u{fdd0}'..='\u{fdef}')
        || u32::from(c) & 0xfffe == 0xfffe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_hidden_character_is_removed_and_escaped() {
        let kinds = "\0\u{1b}\u{7f}\u{85}\u{9b}\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{17b4}\u{180b}\u{180e}\u{200b}\u{200c}\
            \u{200d}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{2060}\u{2066}\u{2069}\u{206a}\u{3164}\u{fe00}\u{fe0f}\
            \u{feff}\u{ffa0}\u{fff9}\u{fffe}\u{1d173}\u{1fffe}\u{e0001}\u{e0041}\u{e007f}\u{e0100}\u{e01ef}";
        for c in kinds.chars() {
            assert!(is_hidden(c), "{c:?}");
            assert!(is_blank(&format!(" {c}\u{a0}")), "{c:?}");
            assert_eq!(visible_text(&format!("a{c}b")), "ab", "{c:?}");
            assert_eq!(one_line(&format!("a {c} \n b")), "a b", "{c:?}");
            let escaped = escape_hidden(&format!("a{c}b")).into_owned();
            assert!(
                escaped.chars().count() == 3 && !escaped.contains(is_hidden),
                "{c:?}: {escaped:?}"
            );
        }
        assert_eq!(
            escape_hidden("\u{1b}]0;t\u{7}\tA\r\n한글\u{9b}m\r\u{7f}"),
            "\u{241b}]0;t\u{2407}\tA\r\n한글\u{fffd}m\u{240d}\u{2421}"
        );
    }

    #[test]
    fn texts_of_all_scripts_stay() {
        for text in [
            "톱니바퀴 12 mm, \u{1112}\u{1161}\u{11ab}",
            "می\u{200c}خواهم",
            "क\u{94d}\u{200d}ष",
            "👨\u{200d}👩\u{200d}👧 🏳\u{fe0f}\u{200d}🌈 👍🏽 1\u{fe0f}\u{20e3} ☎\u{fe0e} ⌀",
            "e\u{301} 漢字 עברית a\u{a0}b",
            "two\nlines\tand a tab",
            "",
        ] {
            assert_eq!(visible_text(text), text);
            assert_eq!(escape_hidden(text), text);
        }
        assert_eq!(one_line(" a\n\tb  c "), "a b c");
    }

    #[test]
    fn at_most_one_joiner_or_selector_follows_a_visible_character() {
        assert_eq!(visible_text("☎\u{fe0f}\u{fe0f}\u{fe0e}\u{fe0f}"), "☎\u{fe0f}");
        assert_eq!(visible_text("👨\u{200d}\u{200d}\u{200c}👩"), "👨👩");
        assert_eq!(visible_text("م\u{200c}\u{200d}\u{200c}"), "م");
        assert_eq!(visible_text("a\u{200d}b\u{fe0f}1\u{fe0f}"), "ab1");
        assert_eq!(visible_text("辻\u{e0100}"), "辻");
    }

    #[test]
    fn a_name_that_is_written_from_right_to_left_does_not_turn_its_sentence() {
        assert_eq!(isolate_name("wall 벽"), "wall 벽");
        assert_eq!(isolate_name("a\u{202e}b"), "a\u{fffd}b");
        assert_eq!(isolate_name("קיר"), "\u{2068}קיר\u{2069}");
        assert_eq!(isolate_name("جدار\u{2069}"), "\u{2068}جدار\u{fffd}\u{2069}");
    }

    #[test]
    fn a_visible_text_is_stable() {
        let all: Vec<char> = ('\0'..=char::MAX).filter(|c| is_hidden(*c)).collect();
        assert!(all.len() > 4_200, "{}", all.len());
        for c in all {
            for (before, after) in [("☎", "☎"), ("م", "م"), ("1", "\u{20e3}"), ("a", "b"), ("", "")] {
                let once = visible_text(&format!("{before}{c}{c}{after}")).into_owned();
                assert_eq!(visible_text(&once), once, "{c:?}");
                assert!(escape_hidden(&once) == once, "{c:?}");
            }
        }
    }
}
