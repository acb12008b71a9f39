//! Lines of a file that resemble a text which it does not have.

use std::collections::BTreeMap;

/// Maximum number of lines.
const MOST_LINES: usize = 3;

/// Maximum length of a line, in characters.
const MOST_CHARS: usize = 120;

/// Returns the lines of `text` that resemble the first line of `wanted` with words, in order and with their numbers from 1.
pub(super) fn nearest_lines(text: &str, wanted: &str) -> Vec<(usize, String)> {
    let Some(wanted) = wanted.lines().map(words).find(|words| !words.is_empty()) else {
        return Vec::new();
    };
    let mut found: Vec<(usize, usize, &str)> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let words = words(line);
        let (count, common) = (words.len() + wanted.len(), count_common(&wanted, &words));
        // At least half of the words are the same.
        if 4 * common >= count {
            found.push((2000 * common / count, at + 1, line));
        }
    }
    trammel_base::sort::by(&mut found, |a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    found.truncate(MOST_LINES);
    let mut lines: Vec<(usize, String)> = found
        .into_iter()
        .map(|(_, number, line)| (number, line.chars().take(MOST_CHARS).collect()))
        .collect();
    lines.sort_unstable();
    lines
}

/// Returns the words and signs of a line.
fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = line.trim();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let end = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        words.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    words
}

fn count_common(a: &[&str], b: &[&str]) -> usize {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for word in a {
        *counts.entry(word).or_default() += 1;
    }
    let is_common = |word: &&&str| match counts.get_mut(**word) {
        Some(count @ 1..) => {
            *count -= 1;
            true
        }
        _ => false,
    };
    b.iter().filter(is_common).count()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn lines_with_half_of_the_words_are_found_in_order() {
        let text = "const w = 100; // 40..160\nconst h = 60;\ndraw_rect({ name: 'plate', width: w });\n  const w=10;\n";
        let found = nearest_lines(text, "\n  const w = 10;\nmore");
        assert_eq!(
            found,
            [
                (1, "const w = 100; // 40..160".to_owned()),
                (2, "const h = 60;".to_owned()),
                (4, "  const w=10;".to_owned()),
            ]
        );
        assert_eq!(nearest_lines(text, "something('else')"), []);
        assert_eq!(nearest_lines(text, " \n\t"), []);
        assert_eq!(nearest_lines("", "a"), []);
        let long = format!("f({});", "9".repeat(500));
        assert_eq!(nearest_lines(&long, "f(1);")[0].1.chars().count(), MOST_CHARS);
    }
}
