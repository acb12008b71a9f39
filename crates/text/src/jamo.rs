//! Hangul composition: a syllable given as separate letters (as in file names on macOS) becomes one character.
//!
//! The arithmetic is that of The Unicode Standard, section 3.12.

const SYLLABLES: u32 = 0xac00;
const LEADING: u32 = 0x1100;
const VOWELS: u32 = 0x1161;
/// One before the first trailing consonant, so that index 0 means none.
const TRAILING: u32 = 0x11a7;

const VOWEL_COUNT: u32 = 21;
const TRAILING_COUNT: u32 = 28;
const SYLLABLE_COUNT: u32 = 19 * VOWEL_COUNT * TRAILING_COUNT;

/// Returns the characters with each sequence of leading consonant, vowel and optional trailing consonant composed
/// into one syllable.
pub(super) fn compose_syllables(text: impl Iterator<Item = char>) -> Vec<char> {
    let mut out: Vec<char> = Vec::new();
    for c in text {
        match out.last().and_then(|last| compose_pair(*last, c)) {
            Some(both) => {
                out.pop();
                out.push(both);
            }
            None => out.push(c),
        }
    }
    out
}

fn compose_pair(first: char, second: char) -> Option<char> {
    let (a, b) = (u32::from(first), u32::from(second));
    if (LEADING..LEADING + 19).contains(&a) && (VOWELS..VOWELS + VOWEL_COUNT).contains(&b) {
        let pair = (a - LEADING) * VOWEL_COUNT + (b - VOWELS);
        return char::from_u32(SYLLABLES + pair * TRAILING_COUNT);
    }
    let open = (SYLLABLES..SYLLABLES + SYLLABLE_COUNT).contains(&a)
        && (a - SYLLABLES).is_multiple_of(TRAILING_COUNT);
    if open && (TRAILING + 1..TRAILING + TRAILING_COUNT).contains(&b) {
        return char::from_u32(a + (b - TRAILING));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compose(text: &str) -> String {
        compose_syllables(text.chars()).into_iter().collect()
    }

    #[test]
    fn jamo_are_composed_into_syllables() {
        assert_eq!(
            compose("\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}"),
            "한글"
        );
        assert_eq!(compose("\u{1100}\u{1161} 가\u{11a8}"), "가 각");
        assert_eq!(compose("각\u{11a8} ㄱㅏ abc"), "각\u{11a8} ㄱㅏ abc");
        assert_eq!(compose(""), "");
    }
}
