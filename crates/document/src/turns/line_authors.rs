//! Authors of the lines of code: for each line of each file, whether a model wrote it.
//!
//! Lines are compared without the spaces around them. A line whose author is not known counts as the user's. A line of the
//! user that a model moves, also to another file, stays the user's.

use crate::contents::file_texts::FileTexts;
use crate::history::step::{Author, FileChange};
use std::collections::BTreeMap;
use trammel_code::{FileName, common_sequence, is_significant};

/// Maximum number of bytes of texts that [`LineAuthors::of_steps`] reads. Lines of older steps count as the user's.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// Authors of the lines of all files.
#[derive(Debug, Default)]
pub(crate) struct LineAuthors {
    /// Numbers of the texts of lines.
    texts: BTreeMap<String, u32>,
    files: BTreeMap<FileName, Vec<Line>>,
    /// Lines of the user that the model has removed since the user's last change, and not inserted again.
    moving: BTreeMap<u32, u32>,
}

#[derive(Clone, Copy, Debug)]
struct Line {
    text: u32,
    is_user: bool,
}

/// Change of the lines of a file.
#[derive(Debug)]
struct LineChange {
    /// Index of the first changed line.
    at: usize,
    removed: Vec<u32>,
    /// Lines in place of the removed ones, each with the index of the removed line that it was.
    inserted: Vec<(u32, Option<usize>)>,
}

impl LineAuthors {
    /// Returns the authors of files in which a model, or otherwise the user, wrote everything.
    pub(crate) fn of_texts<'f>(
        files: impl Iterator<Item = (&'f FileName, &'f str)>,
        by_model: bool,
    ) -> LineAuthors {
        let mut authors = LineAuthors::default();
        for (file, text) in files {
            authors.change(file, "", text, by_model);
        }
        authors
    }

    /// Computes the authors from the steps of the history, newest first, that lead to the files `head`.
    pub(crate) fn of_steps<'s>(
        steps: impl Iterator<Item = (Author, &'s [FileChange])>,
        head: &FileTexts,
    ) -> LineAuthors {
        let mut authors = LineAuthors::default();
        let mut texts = head.clone();
        let mut changes = Vec::new();
        let mut bytes = 0;
        'steps: for (author, files) in steps {
            for change in files.iter().rev() {
                let text = texts.get(&change.file).cloned().unwrap_or_default();
                bytes += text.len();
                let Some(before) = change
                    .inverse()
                    .splice
                    .apply(&text)
                    .filter(|_| bytes <= MAX_BYTES)
                else {
                    break 'steps;
                };
                changes.push((author, &change.file, authors.change_of_lines(&before, &text)));
                texts.insert(change.file.clone(), before.into());
            }
        }
        for (file, text) in &texts {
            authors.change(file, "", text, false);
        }
        let mut last = Author::User;
        for (author, file, change) in changes.into_iter().rev() {
            if std::mem::replace(&mut last, author) != author {
                authors.moving.clear();
            }
            authors.apply(file, &change, matches!(author, Author::Model(_)));
        }
        authors.moving.clear();
        authors
    }

    /// Records statements that were appended to a file.
    pub(crate) fn append(&mut self, file: &FileName, statements: &str, by_model: bool) {
        let at = self.files.get(file).map_or(0, Vec::len);
        let inserted = statements.lines().map(|line| (self.number(line), None)).collect();
        let change = LineChange {
            at,
            removed: Vec::new(),
            inserted,
        };
        self.apply(file, &change, by_model);
    }

    /// Records a change of a file.
    pub(crate) fn change(&mut self, file: &FileName, before: &str, after: &str, by_model: bool) {
        let change = self.change_of_lines(before, after);
        self.apply(file, &change, by_model);
    }

    /// Returns, for each line of a file, whether it is the user's.
    pub(crate) fn of_user(&self, file: &FileName) -> Vec<bool> {
        let lines = self.files.get(file).map_or(&[][..], Vec::as_slice);
        lines.iter().map(|line| line.is_user).collect()
    }

    /// Whether a line of a file is the user's; lines without a letter or a digit do not count.
    pub(crate) fn user_owns_part_of(&self, file: &FileName, text: &str) -> bool {
        let of_user = self.of_user(file);
        let mut lines = text.lines().enumerate();
        lines.any(|(at, line)| is_significant(line) && of_user.get(at).copied().unwrap_or(true))
    }

    fn number(&mut self, line: &str) -> u32 {
        let line = line.trim();
        if let Some(number) = self.texts.get(line) {
            return *number;
        }
        let number = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        self.texts.insert(line.to_owned(), number);
        number
    }

    fn change_of_lines(&mut self, before: &str, after: &str) -> LineChange {
        let (head, old, new) = lines_apart(before, after);
        let at = head.bytes().filter(|byte| *byte == b'\n').count();
        let mut numbers = |lines: &str| -> Vec<u32> { lines.lines().map(|line| self.number(line)).collect() };
        let (removed, inserted) = (numbers(old), numbers(new));
        let origins = common_sequence(&inserted, &removed);
        LineChange {
            at,
            removed,
            inserted: inserted.into_iter().zip(origins).collect(),
        }
    }

    fn apply(&mut self, file: &FileName, change: &LineChange, by_model: bool) {
        let lines = self.files.entry(file.clone()).or_default();
        let start = change.at.min(lines.len());
        let stop = (start + change.removed.len()).min(lines.len());
        let old: Vec<Line> = lines[start..stop].to_vec();
        let mut gone: Vec<Option<Line>> = old.iter().copied().map(Some).collect();
        let mut new = Vec::with_capacity(change.inserted.len());
        for (text, origin) in &change.inserted {
            let origin = origin
                .and_then(|origin| gone.get_mut(origin))
                .and_then(Option::take);
            let is_user = origin.map_or(!by_model, |line| line.is_user);
            let line = Line { text: *text, is_user };
            new.push((line, origin.is_some()));
        }
        if by_model {
            let users = gone.iter().flatten().filter(|line| line.is_user);
            for line in users {
                *self.moving.entry(line.text).or_default() += 1;
            }
            for (line, _) in new.iter_mut().filter(|(_, is_old)| !is_old) {
                line.is_user = take(&mut self.moving, line.text);
            }
        } else {
            self.moving.clear();
        }
        lines.splice(start..stop, new.into_iter().map(|(line, _)| line));
        if by_model && gone.iter().flatten().any(|line| line.is_user) {
            // The model may have inserted the line elsewhere before.
            for line in self.files.values_mut().flatten().filter(|line| !line.is_user) {
                line.is_user = take(&mut self.moving, line.text);
            }
        }
    }
}

/// Returns the lines that begin both texts, and the lines in which each text differs. One line beside them may be equal.
fn lines_apart<'t>(before: &'t str, after: &'t str) -> (&'t str, &'t str, &'t str) {
    let same = |(a, b): &(u8, u8)| a == b;
    let newline = |byte: &u8| *byte == b'\n';
    let head = before.bytes().zip(after.bytes()).take_while(same).count();
    let head = before.as_bytes()[..head]
        .iter()
        .rposition(newline)
        .map_or(0, |at| at + 1);
    let (first, old) = before.split_at(head);
    let new = &after[head..];
    let tail = old.bytes().rev().zip(new.bytes().rev()).take_while(same).count();
    let ending = &old.as_bytes()[old.len() - tail..];
    let tail = ending.iter().position(newline).map_or(0, |at| tail - at - 1);
    (first, &old[..old.len() - tail], &new[..new.len() - tail])
}

/// Takes one occurrence of a line; returns whether there was one.
fn take(counts: &mut BTreeMap<u32, u32>, line: u32) -> bool {
    let Some(count) = counts.get_mut(&line) else {
        return false;
    };
    *count -= 1;
    if *count == 0 {
        counts.remove(&line);
    }
    true
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use trammel_code::Splice;

    /// Returns the lines of the user in `main` after these changes, each by a model or by the user.
    fn users(changes: &[(bool, &str)]) -> Vec<String> {
        let mut authors = LineAuthors::default();
        let mut text = "";
        for (by_model, next) in changes {
            authors.change(&FileName::main(), text, next, *by_model);
            text = next;
        }
        let of_user = authors.of_user(&FileName::main());
        assert_eq!(of_user.len(), text.lines().count());
        let lines = text.lines().zip(of_user).filter(|(_, is_user)| *is_user);
        lines.map(|(line, _)| line.to_owned()).collect()
    }

    #[test]
    fn a_changed_line_is_of_the_author_of_the_change() {
        let (first, mixed) = ((false, "a();\nb();\n"), "a();\nits();\nb();\n");
        assert_eq!(users(&[first, (true, mixed)]), ["a();", "b();"]);
        assert_eq!(users(&[first, (true, "a();\nb(2);\n")]), ["a();"]);
        assert_eq!(
            users(&[first, (true, mixed), (false, "a();\nits(2);\nb();\n")]).len(),
            3
        );
        assert_eq!(users(&[first, (true, "  a();\n  b();\n")]).len(), 2, "spaces");
    }

    #[test]
    fn a_line_that_a_model_moves_or_repeats_is_still_the_users() {
        assert_eq!(users(&[(false, "a();\nb();\n"), (true, "b();\na();\n")]).len(), 2);
        assert_eq!(
            users(&[(false, "a();\n"), (true, "x();\n"), (true, "x();\na();\n")]),
            ["a();"]
        );
        assert_eq!(
            users(&[(false, "a();\n"), (true, "a();\na();\n")]).len(),
            1,
            "the copy"
        );
        let (main, lib) = (FileName::main(), FileName::new("lib").unwrap());
        let mut authors = LineAuthors::of_texts([(&main, "a();\n")].into_iter(), false);
        authors.change(&lib, "", "a();\n", true);
        assert_eq!(authors.of_user(&lib), [false]);
        authors.change(&main, "a();\n", "", true);
        assert_eq!(authors.of_user(&lib), [true], "moved to another file");
    }

    #[test]
    fn the_authors_follow_the_steps_and_unknown_lines_are_the_users() {
        let texts = [
            "old();\n",
            "old();\nmine();\n",
            "old();\nmine();\nits();\n",
            "old();\nits();\nnew();\n",
        ];
        let change = |from: &str, to: &str| FileChange {
            file: FileName::main(),
            existed: true,
            exists: true,
            splice: Splice::between(from, to),
        };
        let steps = [Author::User, Author::Model(1), Author::User];
        let files: Vec<[FileChange; 1]> = texts.windows(2).map(|pair| [change(pair[0], pair[1])]).collect();
        let newest_first = steps
            .iter()
            .copied()
            .zip(files.iter().map(|file| &file[..]))
            .rev();
        let head = trammel_base::sort::map([(FileName::main(), texts[3].into())]);
        let authors = LineAuthors::of_steps(newest_first, &head);
        assert_eq!(authors.of_user(&FileName::main()), [true, false, true]);
        assert!(authors.user_owns_part_of(&FileName::main(), texts[3]));
    }
}
