//! Code files of one drawing, with the text that the caller of tools has read of each.

use super::error::WorkspaceError;
use super::file_name::FileName;
use super::limits::{MAX_FILE_BYTES, MAX_FILES, MAX_LISTED};
use super::line_ends::{plain, with_newlines};
use super::nearest_lines::nearest_lines;
use super::read_state::{ReadStates, StoredReads};
use super::splice::Splice;
use super::text::Text;
use super::{portable, source};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use trammel_base::suggest::camel_case;
use trammel_language::{Bilingual, bilingual};

/// Code files of one drawing, with the read state of each for the tool caller.
#[derive(Clone, Debug)]
pub struct Workspace {
    files: BTreeMap<FileName, Text>,
    known: ReadStates,
}

impl Default for Workspace {
    fn default() -> Workspace {
        Workspace {
            files: trammel_base::sort::map([(FileName::main(), Text::new(""))]),
            known: ReadStates::default(),
        }
    }
}

impl Workspace {
    /// Iterates over all files and their texts: `main` first, then by name.
    pub fn files(&self) -> impl Iterator<Item = (&FileName, &Arc<str>)> {
        let main = self.files.get_key_value(FileName::MAIN);
        main.into_iter()
            .chain(self.files.iter().filter(|(name, _)| !name.is_main()))
            .map(|(name, text)| (name, text.whole()))
    }

    /// Returns the text of a file.
    pub fn get(&self, file: &str) -> Option<&Arc<str>> {
        self.files.get(file).map(Text::whole)
    }

    /// Returns the text of `main`.
    pub fn main(&self) -> &str {
        self.get(FileName::MAIN).map_or("", |text| text)
    }

    /// Returns the names of the files that match a pattern with `*` and `?`, `main` first.
    pub fn glob(&self, pattern: &str) -> Vec<&str> {
        self.files()
            .map(|(name, _)| name.as_str())
            .filter(|name| matches_pattern(pattern, name))
            .collect()
    }

    /// Returns the text of a file, or its lines `from..=to` counted from 1, and marks them as read.
    ///
    /// # Errors
    /// Returns an error if the file does not exist.
    pub fn read(
        &mut self,
        file: &FileName,
        from: Option<usize>,
        to: Option<usize>,
    ) -> Result<String, WorkspaceError> {
        let text = self.require(file)?;
        let whole = text.whole().clone();
        let first = from.unwrap_or(1).saturating_sub(1);
        let count = to.unwrap_or(usize::MAX).saturating_sub(first);
        let length = |lines: &mut dyn Iterator<Item = &str>| lines.map(str::len).sum::<usize>();
        let start = length(&mut whole.split_inclusive('\n').take(first));
        let part = start..start + length(&mut whole.split_inclusive('\n').skip(first).take(count));
        if part == (0..whole.len()) {
            self.mark_known(file);
        } else {
            let text = self.require(file)?.clone();
            self.known.mark_part(file, &text, part.clone());
        }
        Ok(whole[part].to_owned())
    }

    /// Returns the text of `file` with `old` replaced by `new`, without storing it; `all` permits several occurrences. Text
    /// that occurs once is known to a caller that can quote it; to replace several occurrences, the caller must have read
    /// them.
    ///
    /// # Errors
    /// Returns an error if the file does not exist, `old` is empty, does not occur, or occurs more than once without `all`, one
    /// of several occurrences was not read, or the result is too large.
    pub fn edit_text(
        &self,
        file: &FileName,
        old: &str,
        new: &str,
        all: bool,
    ) -> Result<String, WorkspaceError> {
        let stored = self.require(file)?;
        let (old, new) = (&*with_newlines(old), &*with_newlines(new));
        let text = stored.whole();
        let places = places_of(file, text, old)?;
        match places.len() {
            1 => {}
            _ if all => self.known.check_ranges(file, stored, &places)?,
            _ => return Err(many_matches(file, text, &places)),
        }
        let edited = text.replace(old, new);
        check_size(file, &edited)?;
        Ok(edited)
    }

    /// Returns the text of `file` with each first text of a pair replaced by the second one, in order, without storing it. Each
    /// first text must occur exactly once after the replacements before it.
    ///
    /// # Errors
    /// Returns an error if the file does not exist or the result is too large, and an error with the number of the pair if a
    /// text to replace is empty, does not occur, or occurs more than once.
    pub fn edit_texts(&self, file: &FileName, pairs: &[(&str, &str)]) -> Result<String, WorkspaceError> {
        let mut text = self.require(file)?.whole().to_string();
        for (at, (old, new)) in pairs.iter().enumerate() {
            let (old, new) = (&*with_newlines(old), &*with_newlines(new));
            let place = places_of(file, &text, old).and_then(|places| match places.as_slice() {
                [only] => Ok(only.clone()),
                _ => Err(many_matches(file, &text, &places)),
            });
            let place = place.map_err(|why| WorkspaceError::InReplacement {
                number: at + 1,
                count: pairs.len(),
                why: Box::new(why),
            })?;
            text.replace_range(place, new);
            check_size(file, &text)?;
        }
        Ok(text)
    }

    /// Checks that a tool may write this text to `file`.
    ///
    /// # Errors
    /// Returns an error if the file exists and was not read since it changed, the text is too large, or there are too
    /// many files.
    pub fn check_write(&self, file: &FileName, code: &str) -> Result<(), WorkspaceError> {
        check_size(file, code)?;
        if self.files.contains_key(file.as_str()) {
            return self.known.check_whole(file, self.require(file)?);
        }
        if self.files.len() >= MAX_FILES {
            return Err(WorkspaceError::TooManyFiles);
        }
        self.check_new_name(file)
    }

    /// Checks that a new file of this name can be stored in a folder on every system. Files of a stored document are not
    /// checked, so that every document opens.
    ///
    /// # Errors
    /// Returns an error if Windows reserves the name, or if it differs from the name of a file only in case.
    pub fn check_new_name(&self, file: &FileName) -> Result<(), WorkspaceError> {
        portable::check(file, self.files.keys().map(FileName::as_str))
    }

    /// Returns the names that other files can import from a file, sorted; none if there is no such file. The text is read
    /// once.
    pub fn importable_names(&self, file: &str) -> &[String] {
        self.files.get(file).map_or(&[], Text::importable_names)
    }

    /// Whether other files can import this name from a file.
    pub fn offers(&self, file: &str, name: &str) -> bool {
        let offered = self.importable_names(file);
        offered.binary_search_by(|known| known.as_str().cmp(name)).is_ok()
    }

    /// Sets the text of a file, or removes the file for `None` (`main` becomes empty instead).
    pub fn set(&mut self, file: &FileName, text: Option<&str>) {
        if let Some(text) = self.files.get(file.as_str()) {
            self.known.note_replacement(file, text);
        }
        match text {
            Some(text) => {
                // A byte order mark, which some editors add, would break the first import.
                self.files.insert(file.clone(), Text::new(&plain(text)));
            }
            None if file.is_main() => {
                self.files.insert(file.clone(), Text::new(""));
            }
            None => {
                self.files.remove(file.as_str());
                self.known.remove(file);
            }
        }
    }

    /// Sets the text of a file that the tool caller changed or wrote as a whole, preserving what the caller knows: a
    /// caller that knew the file knows its new text, and a caller that knew parts knows the changed part.
    pub fn set_by_caller(&mut self, file: &FileName, text: &str, whole: bool) {
        let old = self.get(file.as_str()).cloned();
        let known = whole || self.is_known(file);
        self.set(file, Some(text));
        if known {
            self.mark_known(file);
        } else if let (Some(old), Some(new)) = (old, self.get(file.as_str()).cloned()) {
            self.known.note_edit(file, &old, &new);
        }
    }

    /// Whether `main` declares or imports this name at its top level.
    pub fn main_binds(&self, name: &str) -> bool {
        self.files
            .get(FileName::MAIN)
            .is_some_and(|main| main.binds(name))
    }

    /// Returns the spelling of a tool name that `main` does not bind.
    ///
    /// # Errors
    /// Returns an error if `main` binds both spellings.
    pub fn spelling(&self, tool: &str) -> Result<String, Bilingual> {
        let spellings = [tool.to_owned(), camel_case(tool)];
        let free = spellings.into_iter().find(|name| !self.main_binds(name));
        free.ok_or_else(|| {
            bilingual!(
                "main declares its own '{tool}', so this call cannot be appended. Rename that declaration, or edit the code.",
                "main에 '{tool}'의 선언이 있어서 이 호출을 덧붙일 수 없어요. 그 선언의 이름을 바꾸거나 코드를 고치세요."
            )
        })
    }

    /// Checks that a statement can be appended to `main` on its own line.
    ///
    /// # Errors
    /// Returns an error if `main` would exceed [`MAX_FILE_BYTES`].
    pub fn check_append(&self, statement: &str) -> Result<(), WorkspaceError> {
        let length = self.files.get(FileName::MAIN).map_or(0, Text::len);
        check_bytes(FileName::MAIN, length + self.gap().len() + statement.len())
    }

    /// Appends a statement to `main` on its own line, in time that does not depend on the length of `main`. If the tool
    /// caller had read `main`, the file stays marked as read.
    pub fn append_to_main(&mut self, statement: &str) -> Splice {
        let known = self.is_known(&FileName::main());
        let addition = format!("{}{statement}", self.gap());
        let main = self
            .files
            .entry(FileName::main())
            .or_insert_with(|| Text::new(""));
        let at = main.len();
        main.append(&addition);
        if known {
            self.mark_known(&FileName::main());
        }
        Splice::insertion(at, addition)
    }

    /// Returns the separator between `main` and an appended statement.
    fn gap(&self) -> &'static str {
        let on_new_line = self.files.get(FileName::MAIN).is_none_or(Text::ends_line);
        if on_new_line { "" } else { "\n" }
    }

    /// Marks the present text of `file` as read by the tool caller, for example after the caller wrote it.
    pub fn mark_known(&mut self, file: &FileName) {
        if self.files.contains_key(file.as_str()) {
            self.known.mark(file);
        }
    }

    /// Whether the tool caller has read the present text of `file`; true for a new file.
    pub fn is_known(&self, file: &FileName) -> bool {
        self.known.knows(file, self.files.get(file.as_str()))
    }

    /// Returns what the tool caller has read, for a program that continues in another process.
    pub fn stored_reads(&self) -> StoredReads {
        self.known.known_reads(self.files.iter())
    }

    /// Restores what the tool caller had read in an earlier process.
    pub fn restore_reads(&mut self, stored: &StoredReads) {
        self.known.restore(stored, self.files.iter());
    }

    /// Clears the read state of all files, for a new conversation.
    pub fn forget_known(&mut self) {
        self.known.clear();
    }

    fn require(&self, file: &FileName) -> Result<&Text, WorkspaceError> {
        self.files
            .get(file.as_str())
            .ok_or_else(|| WorkspaceError::NotFound {
                file: file.to_string(),
                similar: trammel_base::suggest::nearest(
                    file.as_str(),
                    self.files.keys().map(FileName::as_str),
                ),
            })
    }
}

/// Checks that a text fits into a file.
///
/// # Errors
/// Returns an error with the actual and the maximum size.
pub fn check_size(what: impl std::fmt::Display, text: &str) -> Result<(), WorkspaceError> {
    check_bytes(what, text.len())
}

fn check_bytes(what: impl std::fmt::Display, bytes: usize) -> Result<(), WorkspaceError> {
    if bytes <= MAX_FILE_BYTES {
        return Ok(());
    }
    let what = what.to_string();
    Err(WorkspaceError::TooLarge { what, bytes })
}

/// Whether `name` matches a pattern with `*` (any text) and `?` (one character).
fn matches_pattern(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    let (mut p, mut n) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some('?') => {
                p += 1;
                n += 1;
            }
            Some(c) if *c == name[n] => {
                p += 1;
                n += 1;
            }
            _ => {
                let Some((at, taken)) = star else { return false };
                star = Some((at, taken + 1));
                p = at + 1;
                n = taken + 1;
            }
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

/// Returns the places of a text to replace, at least one.
fn places_of(file: &FileName, text: &str, old: &str) -> Result<Vec<Range<usize>>, WorkspaceError> {
    if old.is_empty() {
        return Err(WorkspaceError::EmptyOldCode);
    }
    let places = text.match_indices(old).map(|(at, old)| at..at + old.len());
    let places: Vec<Range<usize>> = places.collect();
    if places.is_empty() {
        return Err(WorkspaceError::NoMatch {
            file: file.to_string(),
            nearest: nearest_lines(text, old),
        });
    }
    Ok(places)
}

fn many_matches(file: &FileName, text: &str, places: &[Range<usize>]) -> WorkspaceError {
    let shown = places.iter().take(MAX_LISTED).map(|place| place.start);
    WorkspaceError::ManyMatches {
        file: file.to_string(),
        count: places.len(),
        lines: source::lines_at(text, shown),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn file(name: &str) -> FileName {
        FileName::new(name).unwrap()
    }

    fn with_main(text: &str) -> Workspace {
        let mut files = Workspace::default();
        files.set(&FileName::main(), Some(text));
        files.read(&FileName::main(), None, None).unwrap();
        files
    }

    #[test]
    fn texts_have_one_kind_of_line_ends() {
        let mut files = Workspace::default();
        let main = FileName::main();
        files.set(&main, Some("\u{feff}a\r\nb\rc\n"));
        assert_eq!(files.main(), "a\nb\nc\n");
        files.mark_known(&main);
        let edited = files.edit_text(&main, "a\r\nb", "x\r\ny", false).unwrap();
        assert_eq!(edited, "x\ny\nc\n");
        files.set_by_caller(&main, "x\r\n", false);
        assert_eq!(files.main(), "x\n");
        assert!(files.is_known(&main));
    }

    #[test]
    fn an_edit_replaces_a_literal_unique_match() {
        let files = with_main("a(1);\nb(1);\n");
        let main = FileName::main();
        assert_eq!(
            files.edit_text(&main, "a(1)", "$&$1", false).unwrap(),
            "$&$1;\nb(1);\n"
        );
        assert_eq!(
            files.edit_text(&main, "(1)", "(2)", true).unwrap(),
            "a(2);\nb(2);\n"
        );
        let error = files
            .edit_text(&main, "(1)", "(2)", false)
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("2 times") && error.contains("lines 1, 2"),
            "{error}"
        );
        assert!(files.edit_text(&main, "", "x", false).is_err());
        let error = files.edit_text(&main, "b( 1 );", "x", false).unwrap_err();
        assert_eq!(
            error.to_string(),
            "old_code does not occur in 'main'. It must match exactly, including whitespace. The nearest lines are\n1: a(1);\n2: b(1);"
        );
    }

    #[test]
    fn several_replacements_are_made_in_order_or_none_is() {
        let files = with_main("a(1);\nb(1);\n");
        let main = FileName::main();
        assert_eq!(
            files.edit_texts(&main, &[("a(1)", "b(2)"), ("b(2)", "c(3)"), ("b(1);\n", "")]),
            Ok("c(3);\n".to_owned())
        );
        let failed = |pairs: &[(&str, &str)]| files.edit_texts(&main, pairs).unwrap_err().to_string();
        assert_eq!(
            failed(&[("a(1)", "b(1)"), ("b(1)", "c")]),
            "Replacement 2 of 2 failed, so none was made: old_code occurs 2 times in 'main' (lines 1, 2). Extend it until it is \
             unique, or pass replace_all: true."
        );
        assert!(failed(&[("a(1)", "x"), ("a(1)", "y"), ("b", "z")]).starts_with("Replacement 2 of 3 failed"));
        assert!(failed(&[("", "x")]).contains("old_code is empty"));
        assert_eq!(files.main(), "a(1);\nb(1);\n");
    }

    #[test]
    fn text_that_occurs_once_needs_no_read() {
        let mut files = with_main("a(1);\nb(1);\n");
        let main = FileName::main();
        files.forget_known();
        assert!(files.edit_text(&main, "a(1)", "a(2)", false).is_ok());
        assert!(files.edit_texts(&main, &[("a(1)", "a(2)"), ("b", "c")]).is_ok());
        let error = files
            .edit_text(&main, "(1)", "(2)", true)
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("read 'main' first"), "{error}");
    }

    #[test]
    fn a_write_requires_a_read_of_the_current_text() {
        let mut files = with_main("a");
        let main = FileName::main();
        assert!(files.check_write(&main, "b").is_ok());
        files.set(&main, Some("changed by hand"));
        let error = files.check_write(&main, "b").unwrap_err().to_string();
        assert!(error.contains("read 'main' again"), "{error}");
        assert!(
            files.check_write(&file("new"), "b").is_ok(),
            "a new file needs no reading"
        );
        assert!(
            files
                .check_write(&file("new"), &"x".repeat(MAX_FILE_BYTES + 1))
                .is_err()
        );
    }

    #[test]
    fn read_ranges_glob_patterns_and_file_order() {
        let mut files = with_main("\u{feff}1\n2\n3\n");
        files.set(&file("집_lib"), Some(""));
        files.set(&file("a_lib"), Some(""));
        assert_eq!(files.glob("*"), ["main", "a_lib", "집_lib"]);
        assert_eq!(files.glob("*_lib"), ["a_lib", "집_lib"]);
        assert_eq!(files.glob("?_lib"), ["a_lib", "집_lib"]);
        assert_eq!(files.glob("a*b*b"), [] as [&str; 0]);
        files.forget_known();
        assert_eq!(files.read(&FileName::main(), Some(2), Some(2)).unwrap(), "2\n");
        assert!(!files.is_known(&FileName::main()), "a part is not the file");
        assert_eq!(
            files.read(&FileName::main(), Some(1), Some(9)).unwrap(),
            "1\n2\n3\n"
        );
        assert!(files.is_known(&FileName::main()));
        assert!(
            files
                .read(&file("mian"), None, None)
                .unwrap_err()
                .to_string()
                .contains("mian")
        );
    }

    #[test]
    fn every_occurrence_is_replaced_in_parts_that_were_read_only() {
        let main = FileName::main();
        let mut files = Workspace::default();
        files.set(&main, Some("1\n2\n3\n2\n5\n"));
        files.forget_known();
        let edited =
            |files: &Workspace, old: &str| files.edit_text(&main, old, "x", true).map_err(|e| e.to_string());
        files.read(&main, Some(2), Some(2)).unwrap();
        files.read(&main, Some(3), Some(3)).unwrap();
        let error = edited(&files, "2").unwrap_err();
        assert_eq!(
            error,
            "read line 4 of 'main' first: only lines 2 to 3 have been read"
        );
        assert!(edited(&files, "7").unwrap_err().contains("does not occur"));
        let error = files.check_write(&main, "").unwrap_err().to_string();
        assert!(
            error.starts_with("read all of 'main' first: only lines 2 to 3"),
            "{error}"
        );

        // The changed part stays known, also after a change elsewhere.
        files.read(&main, Some(4), Some(4)).unwrap();
        let text = edited(&files, "2").unwrap();
        assert_eq!(text, "1\nx\n3\nx\n5\n");
        files.set_by_caller(&main, &text, false);
        assert_eq!(edited(&files, "x").unwrap(), text);
        files.set(&main, Some(&format!("0\n{text}")));
        assert!(edited(&files, "x").is_ok());
        files.set(&main, Some("0\ny\ny\n4\n"));
        let error = edited(&files, "y").unwrap_err();
        assert_eq!(
            error,
            "read 'main' first: it exists, and its current text has not been read"
        );

        files.read(&main, None, None).unwrap();
        files.set(&main, Some("by hand"));
        let error = files.check_write(&main, "").unwrap_err().to_string();
        assert_eq!(error, "read 'main' again: its text has changed since it was read");
    }

    #[test]
    fn a_new_file_needs_a_name_that_every_system_can_store() {
        let mut files = Workspace::default();
        files.set(&file("Gear"), Some(""));
        let check = |name: &str| files.check_write(&file(name), "");
        let same = |name: &str, existing: &str| {
            Err(WorkspaceError::SameName {
                name: name.to_owned(),
                existing: existing.to_owned(),
            })
        };
        assert_eq!(check("gear"), same("gear", "Gear"));
        assert_eq!(check("MAIN"), same("MAIN", "main"));
        assert_eq!(check("con"), Err(WorkspaceError::Reserved { name: "con".into() }));
        assert_eq!(check("gears"), Ok(()));
        // A file of an older document is still written.
        files.set(&file("nul"), Some(""));
        files.mark_known(&file("nul"));
        assert_eq!(files.check_write(&file("nul"), "1"), Ok(()));
    }
}
