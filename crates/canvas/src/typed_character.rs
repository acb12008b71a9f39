//! Characters typed at the prompt of a canvas tool.
//!
//! Invariant: a text that has begun takes every character, so that Enter accepts or refuses the text as a whole. Start
//! with [`read`].

use super::expression::{MAX_CHARS, TypedError};
use super::keys::KeyPress;

/// Meaning of a key press for the text of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Character {
    /// A character of the text.
    Text(char),
    /// A character that begins no value. It is added to the text nevertheless: without it, the rest would be a value that
    /// the user did not type.
    Wrong(char, TypedError),
    /// A key that is not for the text.
    Other,
}

/// Reads a key press at a field with this text. `is_begun` tells whether the operation has a value or another typed text,
/// so that a letter no longer starts another command.
#[must_use]
pub fn read(press: &KeyPress<'_>, text: &str, is_begun: bool) -> Character {
    let Some(typed) = press.character() else {
        return Character::Other;
    };
    let begins = typed.is_ascii_digit() || matches!(typed, '.' | '-' | '@' | '(' | '<' | ',');
    if begins || !text.is_empty() {
        return Character::Text(typed);
    }
    // With an empty field, Space pans the view, and these characters are shortcuts of the page.
    if !is_begun || matches!(typed, ' ' | '+' | '=' | '[' | ']' | '/' | '?') {
        return Character::Other;
    }
    let error = if typed.is_alphabetic() {
        TypedError::Word(typed.to_string())
    } else {
        TypedError::Character(typed)
    };
    Character::Wrong(typed, error)
}

/// Appends a character. A text above the limit of an expression keeps one character more, so that it is refused.
pub fn push(text: &mut String, typed: char) {
    if text.chars().count() <= MAX_CHARS {
        text.push(typed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::evaluate;

    #[test]
    fn a_begun_text_takes_every_character() {
        for code in ' '..='~' {
            let key = code.to_string();
            let press = KeyPress {
                key: &key,
                ..KeyPress::default()
            };
            for is_begun in [false, true] {
                assert_eq!(read(&press, "1", is_begun), Character::Text(code), "{code}");
            }
            let at_start = read(&press, "", true);
            let is_wrong = matches!(at_start, Character::Wrong(..));
            assert_eq!(is_wrong, !" +=[]/?0123456789.-@(<,".contains(code), "{code}");
            assert!(!is_wrong || read(&press, "", false) == Character::Other, "{code}");
        }
    }

    #[test]
    fn a_text_above_the_limit_is_refused_and_not_cut() {
        let mut text = String::new();
        for _ in 0..MAX_CHARS + 20 {
            push(&mut text, '9');
        }
        assert_eq!(evaluate(&text, None), Err(TypedError::TooLong));
    }
}
