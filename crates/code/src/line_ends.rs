//! Line ends of texts, and of the files that hold them.
//!
//! Invariants: a text of the program has only `\n` and no byte order mark, so that a place in it is the same for the
//! editor, the engine, and the tools. (JavaScript itself reads `\r\n` and `\r` as `\n`.) A file keeps its own line ends
//! and its mark: [`encode`] changes only the lines whose text differs.

use std::borrow::Cow;

/// Character that some editors write before the text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Returns the text of a file as the program uses it.
pub fn plain(file: &str) -> Cow<'_, str> {
    with_newlines(file.trim_start_matches(BYTE_ORDER_MARK))
}

/// Returns a text whose lines end with `\n`.
pub fn with_newlines(text: &str) -> Cow<'_, str> {
    if text.contains('\r') {
        Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns the content of a file that gets a new text. The lines that the present content has at the beginning and at the
/// end keep their line ends; the lines between them get the most frequent one of the file.
pub fn encode<'t>(text: &'t str, present: Option<&str>) -> Cow<'t, str> {
    let Some(present) =
        present.filter(|present| present.contains('\r') || present.starts_with(BYTE_ORDER_MARK))
    else {
        return Cow::Borrowed(text);
    };
    let body = present.trim_start_matches(BYTE_ORDER_MARK);
    let old = lines(body);
    let new: Vec<&str> = text.split('\n').collect();
    let usual = most_frequent(&old);
    let most = old.len().min(new.len());
    let is_same = |a: usize, b: usize| old[a].0 == new[b];
    let head = (0..most).take_while(|at| is_same(*at, *at)).count();
    let tail = (1..=most - head)
        .take_while(|back| is_same(old.len() - back, new.len() - back))
        .count();
    let mut content = String::with_capacity(text.len() + new.len());
    content.push_str(&present[..present.len() - body.len()]);
    for (at, line) in new.iter().enumerate() {
        content.push_str(line);
        let back = new.len() - at;
        if back == 1 {
            break;
        }
        let end = if at < head || old.len() == new.len() {
            old[at].1
        } else if back <= tail {
            old[old.len() - back].1
        } else {
            usual
        };
        // The last line of the file had no end.
        let end = if end.is_empty() { usual } else { end };
        // Two ends after each other would be read as one.
        let would_join = end == "\n" && line.is_empty() && content.ends_with('\r');
        content.push_str(if would_join { "\r" } else { end });
    }
    Cow::Owned(content)
}

/// Returns the lines of a file, each with its line end; the last one has none and may be empty.
fn lines(file: &str) -> Vec<(&str, &str)> {
    let mut lines = Vec::new();
    let mut rest = file;
    while let Some(at) = rest.find(['\n', '\r']) {
        let length = if rest[at..].starts_with("\r\n") { 2 } else { 1 };
        lines.push((&rest[..at], &rest[at..at + length]));
        rest = &rest[at + length..];
    }
    lines.push((rest, ""));
    lines
}

/// Returns the most frequent line end; of equally frequent ones, that of Windows before the others.
fn most_frequent(lines: &[(&str, &str)]) -> &'static str {
    let count = |end: &str| lines.iter().filter(|line| line.1 == end).count();
    let ends = ["\r", "\n", "\r\n"].into_iter().filter(|end| count(end) > 0);
    ends.max_by_key(|end| count(end)).unwrap_or("\n")
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_edit_of_a_file_changes_only_its_lines() {
        for (file, text, content) in [
            ("a\r\nb\r\n", "a\nx\nb\n", "a\r\nx\r\nb\r\n"),
            ("a\r\nb\r\n", "a\nb\nx\n", "a\r\nb\r\nx\r\n"),
            ("a\r\nb", "a\nb\nx\n", "a\r\nb\r\nx\r\n"),
            ("a\r\nb\r\n", "a\n", "a\r\n"),
            ("a\r\nb\r\n", "a\nb", "a\r\nb"),
            (
                "a\r\nb\r\nc\nd\r\n",
                "a\nb\nc\nx\ny\nd\n",
                "a\r\nb\r\nc\nx\r\ny\r\nd\r\n",
            ),
            ("a\nb\nc\r\nd\n", "a\nx\ny\nc\nd\n", "a\nx\ny\nc\r\nd\n"),
            ("a\rb\r", "a\nx\nb\n", "a\rx\rb\r"),
            ("a\r\nb\n", "x\ny\nz\n", "x\r\ny\r\nz\r\n"),
            ("\u{feff}a\nb\n", "a\nx\n", "\u{feff}a\nx\n"),
            ("\u{feff}a", "", "\u{feff}"),
            ("a", "a\nb\n", "a\nb\n"),
            ("", "a\n", "a\n"),
            // The end of a new line would make one end with that of the line before.
            ("b\n\r", "b\n\n\n", "b\n\r\r"),
        ] {
            assert_eq!(encode(text, Some(file)), content, "{file:?} {text:?}");
        }
        assert_eq!(encode("a\n", None), "a\n");
    }

    proptest! {
        #[test]
        fn an_unchanged_file_keeps_its_bytes(file in "[ab가\r\n\u{feff}]{0,40}") {
            let text = plain(&file);
            prop_assert!(!text.contains('\r') && !text.starts_with(BYTE_ORDER_MARK));
            prop_assert_eq!(encode(&text, Some(&file)), file.as_str());
        }

        #[test]
        fn an_edit_of_one_line_keeps_all_other_bytes(file in "\u{feff}?([ab]{0,2}(\r\n|\n|\r)){0,8}[ab]{0,2}", at in any::<prop::sample::Index>()) {
            let text = plain(&file).into_owned();
            let body = file.trim_start_matches(BYTE_ORDER_MARK);
            let old = lines(body);
            let at = at.index(old.len());
            let mut new: Vec<&str> = text.split('\n').collect();
            new[at] = "edited";
            let wanted: String = old.iter().enumerate().map(|(i, (line, end))| format!("{}{end}", if i == at { "edited" } else { line })).collect();
            let mark = &file[..file.len() - body.len()];
            let edited = new.join("\n");
            prop_assert_eq!(encode(&edited, Some(&file)), format!("{mark}{wanted}"));
        }

        #[test]
        fn any_text_is_read_back(file in "[ab\r\n\u{feff}]{0,20}", text in "([ab][ab\n]{0,20})?") {
            let content = encode(&text, Some(&file));
            prop_assert_eq!(plain(&content), text.as_str());
        }
    }
}
