//! Last good files: the files that draw the present drawing while the present files do not run.
//!
//! Invariants: a statement of a direct call is appended in time that does not depend on the length of `main`; copies
//! share their texts, because each history step holds a copy.

use crate::contents::file_texts::FileTexts;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use trammel_code::FileName;

#[derive(Clone, Debug, Default)]
pub(crate) struct LastGood {
    files: Arc<FileTexts>,
    /// Statements appended to `main`. Copies with fewer statements share the buffer and use only its beginning.
    appended: Arc<Mutex<String>>,
    /// Length in bytes of the statements of this copy.
    length: usize,
}

impl LastGood {
    pub(crate) fn new(files: FileTexts) -> LastGood {
        LastGood {
            files: Arc::new(files),
            ..LastGood::default()
        }
    }

    /// Whether there are no files, because nothing was drawn yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty() && self.length == 0
    }

    /// Returns the files with their texts.
    pub(crate) fn texts(&self) -> FileTexts {
        let mut files = (*self.files).clone();
        if self.length > 0 {
            let main = self.files.get(FileName::MAIN).map_or("", |text| text);
            let text = format!("{main}{}", &self.buffer()[..self.length]);
            trammel_code::work::count(text.len());
            files.insert(FileName::main(), text.into());
        }
        files
    }

    /// Appends a statement to `main` on its own line.
    pub(crate) fn append(&mut self, statement: &str) {
        let main = self.files.get(FileName::MAIN).map_or("", |text| text);
        let in_line = self.length == 0 && !main.is_empty() && !main.ends_with('\n');
        let mut buffer = self.buffer();
        if buffer.len() != self.length {
            // Another copy has appended statements since, before an undo, so this copy gets its own buffer.
            let own = buffer[..self.length].to_owned();
            drop(buffer);
            self.appended = Arc::new(Mutex::new(own));
            buffer = self.buffer();
        }
        if in_line {
            buffer.push('\n');
        }
        buffer.push_str(statement);
        let length = buffer.len();
        drop(buffer);
        self.length = length;
    }

    fn buffer(&self) -> MutexGuard<'_, String> {
        self.appended.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn main_of(drawn: &LastGood) -> String {
        drawn.texts().get(FileName::MAIN).unwrap().to_string()
    }

    #[test]
    fn clones_do_not_share_appended_statements() {
        let mut drawn = LastGood::new(FileTexts::from([(FileName::main(), "a();".into())]));
        let start = drawn.clone();
        drawn.append("b();\n");
        let one = drawn.clone();
        drawn.append("c();\n");
        let mut other = one.clone();
        other.append("d();\n");
        assert_eq!(main_of(&start), "a();");
        assert_eq!(main_of(&one), "a();\nb();\n");
        assert_eq!(main_of(&drawn), "a();\nb();\nc();\n");
        assert_eq!(main_of(&other), "a();\nb();\nd();\n");
    }

    #[test]
    fn the_first_statement_creates_main() {
        let mut drawn = LastGood::default();
        assert!(drawn.is_empty());
        drawn.append("a();\n");
        assert!(!drawn.is_empty());
        assert_eq!(main_of(&drawn), "a();\n");
    }
}
