//! Authors of the lines of code: how often a model wrote each line, and how often others did.
//!
//! Lines are compared without the spaces around them, and lines without a letter or a digit do not count. A line whose
//! author is not known counts as the user's. The files are taken together, so a line that moves to another file stays.

use super::file_texts::FileTexts;
use super::step::{Author, FileChange};
use std::collections::BTreeMap;

/// Maximum number of bytes of texts that [`LineAuthors::of_steps`] reads. Lines of older steps count as the user's.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// Counts of the lines of all files, by author.
#[derive(Debug, Default)]
pub(super) struct LineAuthors {
    users: BTreeMap<String, u32>,
    models: BTreeMap<String, u32>,
}

/// Lines that a change of a file removes and inserts, without those that it only moves inside the changed part.
#[derive(Debug, Default, PartialEq)]
pub(super) struct LineChange {
    pub(super) removed: Vec<String>,
    pub(super) inserted: Vec<String>,
}

impl LineChange {
    /// Returns the changed lines, given the text after the change; `None` if the change does not lead to it.
    pub(super) fn of(change: &FileChange, after: &str) -> Option<LineChange> {
        let (before, after) = change.splice.touched_lines(after)?;
        let mut counts: BTreeMap<&str, i64> = BTreeMap::new();
        for line in lines(&before) {
            *counts.entry(line).or_default() -= 1;
        }
        for line in lines(&after) {
            *counts.entry(line).or_default() += 1;
        }
        let mut changed = LineChange::default();
        for (line, count) in counts {
            let side = if count < 0 {
                &mut changed.removed
            } else {
                &mut changed.inserted
            };
            side.extend((0..count.unsigned_abs()).map(|_| line.to_owned()));
        }
        Some(changed)
    }
}

impl LineAuthors {
    /// Computes the authors from the steps of the history, newest first, that lead to the files `head`.
    pub(super) fn of_steps<'s>(
        steps: impl Iterator<Item = (Author, &'s [FileChange])>,
        head: &FileTexts,
    ) -> LineAuthors {
        let mut texts = head.clone();
        let mut changes = Vec::new();
        let mut bytes = 0;
        'steps: for (author, files) in steps {
            for change in files.iter().rev() {
                let text = texts.get(&change.file).cloned().unwrap_or_default();
                bytes += text.len();
                let before = change.inverse().splice.apply(&text);
                let (Some(lines), Some(before)) = (LineChange::of(change, &text), before) else {
                    break 'steps;
                };
                if bytes > MAX_BYTES {
                    break 'steps;
                }
                changes.push((author, lines));
                texts.insert(change.file.clone(), before.into());
            }
        }
        let mut authors = LineAuthors::default();
        for text in texts.values() {
            for line in lines(text) {
                authors.insert(line, false);
            }
        }
        for (author, changed) in changes.into_iter().rev() {
            let by_model = matches!(author, Author::Model(_));
            for line in &changed.removed {
                authors.remove(line, by_model);
            }
            for line in &changed.inserted {
                authors.insert(line, by_model);
            }
        }
        authors
    }

    /// Counts an inserted line.
    pub(super) fn insert(&mut self, line: &str, by_model: bool) {
        let lines = if by_model {
            &mut self.models
        } else {
            &mut self.users
        };
        *lines.entry(line.to_owned()).or_default() += 1;
    }

    /// Counts a removed line, first among those of the party that removes it. Returns whether it was the user's.
    pub(super) fn remove(&mut self, line: &str, by_model: bool) -> bool {
        let (own, others) = if by_model {
            (&mut self.models, &mut self.users)
        } else {
            (&mut self.users, &mut self.models)
        };
        let from_own = take(own, line);
        if !from_own {
            take(others, line);
        }
        from_own != by_model
    }

    /// Whether a line of the text is the user's.
    pub(super) fn owns_part_of(&self, text: &str) -> bool {
        lines(text).any(|line| self.users.contains_key(line))
    }
}

/// Removes one occurrence of a line; returns whether there was one.
fn take(counts: &mut BTreeMap<String, u32>, line: &str) -> bool {
    let Some(count) = counts.get_mut(line) else {
        return false;
    };
    *count -= 1;
    if *count == 0 {
        counts.remove(line);
    }
    true
}

/// Iterates over the trimmed lines that contain a letter or digit.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .map(str::trim)
        .filter(|line| line.contains(char::is_alphanumeric))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::workspace::{FileName, Splice};

    fn change(from: &str, to: &str) -> FileChange {
        FileChange {
            file: FileName::main(),
            existed: true,
            exists: true,
            splice: Splice::between(from, to),
        }
    }

    #[test]
    fn a_change_inside_a_line_replaces_the_whole_line() {
        let (from, to) = ("a = 1;\n  b = 2;\nc = 3;\n", "a = 1;\nb = 25;\nc = 3;\n}\n");
        let changed = LineChange::of(&change(from, to), to).unwrap();
        assert_eq!(
            (changed.removed, changed.inserted),
            (vec!["b = 2;".to_owned()], vec!["b = 25;".to_owned()])
        );
        let (from, to) = ("a();\nb();\n", "b();\na();\n");
        assert_eq!(
            LineChange::of(&change(from, to), to),
            Some(LineChange::default()),
            "moved lines stay"
        );
        assert_eq!(LineChange::of(&change("a", "b"), "c"), None);
    }

    #[test]
    fn the_authors_follow_the_steps_and_unknown_lines_are_the_users() {
        let texts = [
            "old();\n",
            "old();\nmine();\n",
            "old();\nmine();\nits();\n",
            "old();\nits();\nnew();\n",
        ];
        let steps = [Author::User, Author::Model(1), Author::User];
        let files: Vec<[FileChange; 1]> = texts.windows(2).map(|pair| [change(pair[0], pair[1])]).collect();
        let newest_first = steps
            .iter()
            .copied()
            .zip(files.iter().map(|file| &file[..]))
            .rev();
        let head = crate::sort::map([(FileName::main(), texts[3].into())]);
        let mut authors = LineAuthors::of_steps(newest_first, &head);
        assert!(authors.owns_part_of("old();") && authors.owns_part_of("  new();"));
        assert!(!authors.owns_part_of("its();") && !authors.owns_part_of("mine();"));
        assert!(!authors.remove("its();", true) && authors.remove("old();", true));
    }

    #[test]
    fn a_line_of_the_user_that_a_model_repeats_is_still_the_users() {
        let mut authors = LineAuthors::default();
        authors.insert("a();", false);
        authors.insert("a();", true);
        assert!(!authors.remove("a();", true), "the copy");
        assert!(authors.remove("a();", true), "the line of the user");
    }
}
