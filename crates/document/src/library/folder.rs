//! Synchronization of a drawing with a folder on disk, which other programs change as well (an editor, git).
//!
//! Three versions of each text are compared: the one on which both last agreed ([`Agreement`]), that of the drawing, and
//! that of the folder. A side that alone has changed wins; if both have, the user decides.
//!
//! Invariants: only code and settings of the drawing are loaded from a folder. Custom tools and memory can carry
//! instructions for a model, so they are written to the folder but loaded only with a new drawing, as those of another
//! author. A file that was changed there and is not loaded is not overwritten either. A file is removed only if drawing and
//! folder agreed on its text before; a file that is not part of the drawing is neither replaced nor removed.

use crate::{SETTINGS_KEYS, Session};
use std::collections::BTreeSet;
use trammel_code::layout::{COUNTERS, STATE_KEYS};
use trammel_code::{
    FILE_PREFIX, FileName, GOOD_PREFIX, MemoryStorage, Storage, StorageError, check_in_folder, find_vanished,
};
use trammel_formats::project::Project;
use trammel_language::Bilingual;
use trammel_run::Limits;

mod agreement;
mod aliases;
mod attempts;
mod file_cache;
mod silence;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod two_writers;

pub use agreement::{Agreement, Texts};
pub use aliases::{Unlisted, find_unlisted};
pub use attempts::WriteAttempts;
pub use file_cache::{FileCache, FileStat, FolderFiles};
pub use silence::Silence;

/// Differences between a drawing and its folder, as keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FolderPlan {
    /// Texts of the drawing to write to the folder.
    pub write: Vec<String>,
    /// Texts to remove from the folder.
    pub remove: Vec<String>,
    /// Texts of the folder to load; a text that is missing there is to be removed from the drawing.
    pub load: Vec<String>,
    /// Texts that both sides have changed.
    pub both: Vec<String>,
    /// Texts of the folder that were changed there and are not loaded.
    pub ignored: Vec<String>,
    /// Texts whose files are gone, if `main` or more than half of the files are gone. A folder that is being replaced
    /// looks like this for a moment, so the user decides, and until then nothing else is copied.
    pub vanished: Vec<String>,
    /// Texts of the drawing whose names a folder cannot have beside the others, with the reasons.
    pub refused: Vec<(String, Bilingual)>,
}

impl FolderPlan {
    /// Compares a drawing with its folder.
    pub fn of(agreed: &Agreement, ours: &Texts, there: &FolderFiles) -> FolderPlan {
        let mut plan = FolderPlan::default();
        let keys: BTreeSet<&String> = agreed
            .keys()
            .chain(ours.keys())
            .chain(there.texts.keys())
            .collect();
        let is_compared = |key: &str| is_shared(key) && !there.unusable.contains_key(key);
        for key in keys.into_iter().filter(|key| is_compared(key)) {
            let (mine, theirs) = (ours.get(key), there.texts.get(key));
            let is_changed_here = mine != agreed.ours(key);
            let is_changed_there = theirs != agreed.theirs(key);
            let can_be_written = if key.starts_with(FILE_PREFIX) || SETTINGS_KEYS.contains(&key.as_str()) {
                !is_changed_there
            } else {
                // Nothing of another program is lost if the file is missing.
                !is_changed_there || theirs.is_none()
            };
            // A write that failed may have created the file. An empty file has nothing to lose.
            let is_begun =
                agreed.theirs(key).is_none() && theirs.is_some_and(String::is_empty) && mine.is_some();
            let can_be_written = can_be_written || is_begun;
            let list = if mine == theirs || !(is_changed_here || is_changed_there) {
                continue;
            } else if can_be_written {
                if mine.is_some() {
                    &mut plan.write
                } else {
                    &mut plan.remove
                }
            } else if key.starts_with(GOOD_PREFIX) {
                // The program has written the file, and the drawing does not depend on it.
                continue;
            } else if !is_loaded(key) {
                &mut plan.ignored
            } else if is_changed_here {
                &mut plan.both
            } else {
                &mut plan.load
            };
            list.push(key.clone());
        }
        plan.refuse_names(there);
        plan.hold_vanished(agreed, ours, there);
        plan
    }

    /// Leaves out new files that a folder of another system could not have.
    fn refuse_names(&mut self, there: &FolderFiles) {
        let file = |key: &String| FileName::new(key.strip_prefix(FILE_PREFIX)?).ok();
        let mut files: Vec<FileName> = there
            .texts
            .keys()
            .chain(there.unusable.keys())
            .filter_map(file)
            .collect();
        let refused = &mut self.refused;
        self.write.retain(|key| {
            let Some(file) = file(key) else {
                return true;
            };
            match check_in_folder(&file, &files) {
                Ok(()) => files.push(file),
                Err(StorageError::BadFile(why)) => refused.push((key.clone(), why)),
                Err(why) => refused.push((key.clone(), why.into())),
            }
            refused.last().is_none_or(|(last, _)| last != key)
        });
    }

    /// Moves the files that are gone to a list of their own, if they are too many to be removed without a question.
    fn hold_vanished(&mut self, agreed: &Agreement, ours: &Texts, there: &FolderFiles) {
        let known: BTreeSet<&String> = agreed
            .keys()
            .filter(|key| is_shared(key) && agreed.theirs(key).is_some())
            .collect();
        let is_there = |key: &str| there.texts.contains_key(key) || there.unusable.contains_key(key);
        self.vanished = find_vanished(known, |key| !is_there(key) && ours.contains_key(key));
        let vanished = &self.vanished;
        for list in [&mut self.write, &mut self.load, &mut self.both] {
            list.retain(|key| !vanished.contains(key));
        }
    }

    /// Whether drawing and folder have the same content.
    pub fn is_empty(&self) -> bool {
        *self == FolderPlan::default()
    }
}

/// Whether a text has a file in a folder.
pub fn is_shared(key: &str) -> bool {
    let is_code = key.starts_with(FILE_PREFIX) || key.starts_with(GOOD_PREFIX);
    // Only the command line counts its writes in the folder.
    let is_count = COUNTERS.contains(&key);
    is_code || STATE_KEYS.contains(&key) && !is_count
}

/// Whether a text is loaded from a folder whose drawing is open.
fn is_loaded(key: &str) -> bool {
    key.starts_with(FILE_PREFIX) || SETTINGS_KEYS.contains(&key)
}

/// Returns the drawing with some of its texts taken from a folder, without memory.
///
/// # Errors
/// Returns the reason if the texts are not a drawing.
pub fn with_texts_of(ours: &Texts, there: &Texts, keys: &[String]) -> Result<Project, StorageError> {
    let mut storage: MemoryStorage = ours.clone().into_iter().collect();
    for key in keys {
        match there.get(key) {
            Some(text) => storage.set(key, text)?,
            None => storage.remove(key)?,
        }
    }
    let (session, _) = Session::load(&storage, Limits::default())?;
    Ok(session.document.project(false))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use trammel_code::layout::Unusable;

    fn texts(list: &[(&str, &str)]) -> Texts {
        list.iter()
            .map(|(key, text)| ((*key).to_owned(), (*text).to_owned()))
            .collect()
    }

    fn plan(known: &[(&str, &str)], ours: &[(&str, &str)], there: &[(&str, &str)]) -> FolderPlan {
        let there = FolderFiles {
            texts: texts(there),
            ..FolderFiles::default()
        };
        FolderPlan::of(&Agreement::of(texts(known)), &texts(ours), &there)
    }

    #[test]
    fn the_side_that_alone_has_changed_wins() {
        let known = [
            ("file/main", "1"),
            ("file/a", "1"),
            ("file/b", "1"),
            ("file/c", "1"),
            ("title", "1"),
        ];
        let ours = [
            ("file/main", "2"),
            ("file/a", "1"),
            ("file/b", "1"),
            ("file/d", "1"),
            ("title", "2"),
        ];
        let there = [
            ("file/main", "1"),
            ("file/a", "2"),
            ("file/c", "1"),
            ("file/e", "1"),
            ("title", "3"),
        ];
        let found = plan(&known, &ours, &there);
        assert_eq!(found.write, ["file/d", "file/main"]);
        assert_eq!(found.remove, ["file/c"]);
        assert_eq!(found.load, ["file/a", "file/b", "file/e"]);
        assert_eq!(found.both, ["title"]);
        assert_eq!(found.ignored, [""; 0]);
        assert!(plan(&known, &ours, &ours).is_empty());
    }

    #[test]
    fn a_file_that_a_failed_write_has_left_empty_is_written_again() {
        let ours = [("file/a", "1"), ("file/main", "2"), ("title", "1")];
        let there = [("file/a", ""), ("file/main", "1"), ("title", "")];
        let found = plan(&[("file/main", "1")], &ours, &there);
        assert_eq!(found.write, ["file/a", "file/main", "title"]);
        assert_eq!(found.both, [""; 0]);
        let emptied = plan(&[("file/a", "1")], &[("file/a", "2")], &[("file/a", "")]);
        assert_eq!(emptied.both, ["file/a"], "emptied by another program");
    }

    #[test]
    fn tools_and_memory_of_a_folder_are_neither_loaded_nor_overwritten() {
        let known = [("tools", "1"), ("hints", "1")];
        let ours = [
            ("tools", "1"),
            ("hints", "2"),
            ("aside/1/tools", "x"),
            ("revision", "7"),
        ];
        let found = plan(&known, &ours, &[("tools", "2"), ("hints", "3")]);
        assert_eq!(found.ignored, ["hints", "tools"]);
        let rest = FolderPlan {
            ignored: Vec::new(),
            ..found
        };
        assert!(rest.is_empty(), "{rest:?}");
        assert_eq!(plan(&known, &ours, &known).write, ["hints"]);
    }

    #[test]
    fn files_that_the_drawing_never_had_stay() {
        let known = [("file/main", "1")];
        let there = [
            ("file/main", "1"),
            ("materials", "{}"),
            ("revision", "7"),
            ("writes", "7:a"),
            ("good/old", "1"),
            ("tools", "[]"),
        ];
        let found = plan(&known, &[("file/main", "2")], &there);
        assert_eq!(found.write, ["file/main"]);
        assert_eq!(found.remove, [""; 0]);
        assert_eq!(found.ignored, ["tools"]);
        assert_eq!(found.load, [""; 0]);
    }

    #[test]
    fn a_file_in_another_form_stays_until_the_drawing_changes() {
        let [spaced, compact, changed] =
            ["{ \"name\": 1 }", "{\"name\":1}", "{\"name\":2}"].map(str::to_owned);
        let mut agreed = Agreement::default();
        agreed.set("title", Some(&compact), Some(&spaced));
        agreed.set("layers", None, Some(&spaced));
        let stored = serde_json::to_string(&agreed).unwrap();
        let agreed: Agreement = serde_json::from_str(&stored).unwrap();
        let there = FolderFiles {
            texts: texts(&[("title", &spaced), ("layers", &spaced)]),
            ..FolderFiles::default()
        };
        let same = FolderPlan::of(&agreed, &texts(&[("title", &compact)]), &there);
        assert!(same.is_empty(), "{same:?}");
        let written = FolderPlan::of(&agreed, &texts(&[("title", &changed)]), &there);
        assert_eq!(written.write, ["title"]);
        assert_eq!(written.remove, [""; 0]);
    }

    #[test]
    fn a_file_that_is_not_text_is_neither_replaced_nor_removed() {
        let agreed = Agreement::of(texts(&[("file/main", "1"), ("file/a", "1")]));
        let there = FolderFiles {
            texts: texts(&[("file/main", "1")]),
            unusable: [("file/a", Unusable::NotUtf8), ("file/b", Unusable::NotUtf8)]
                .map(|(key, why)| (key.to_owned(), why))
                .into(),
        };
        for ours in [
            texts(&[("file/main", "1"), ("file/a", "2"), ("file/b", "1")]),
            texts(&[("file/main", "1")]),
        ] {
            let plan = FolderPlan::of(&agreed, &ours, &there);
            assert!(plan.is_empty(), "{plan:?}");
        }
    }

    #[test]
    fn a_vanished_main_or_most_files_are_a_question() {
        let known = [
            ("file/main", "1"),
            ("file/a", "1"),
            ("file/b", "1"),
            ("title", "1"),
        ];
        for (there, vanished) in [
            (vec![0, 1, 2, 3], vec![]),
            (vec![0, 3], vec![]),
            (vec![0], vec!["file/a", "file/b", "title"]),
            (vec![1, 2, 3], vec!["file/main"]),
            (vec![], vec!["file/a", "file/b", "file/main", "title"]),
        ] {
            let there: Vec<(&str, &str)> = there.into_iter().map(|index: usize| known[index]).collect();
            let found = plan(&known, &known, &there);
            assert_eq!(found.vanished, vanished);
            assert_eq!(found.load.is_empty(), !vanished.is_empty() || there.len() == 4);
        }
        assert_eq!(plan(&[], &known, &[]).write.len(), 4, "a new folder");
    }

    #[test]
    fn names_that_are_one_file_on_some_systems_are_not_written() {
        let known = [("file/main", "1")];
        let ours = [
            ("file/main", "1"),
            ("file/Gear", "1"),
            ("file/gear", "2"),
            ("file/con", "3"),
        ];
        let found = plan(&known, &ours, &known);
        assert_eq!(found.write, ["file/Gear"]);
        let refused: Vec<&str> = found.refused.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(refused, ["file/con", "file/gear"]);
        // A folder that has both files keeps both.
        let both = [("file/main", "1"), ("file/Gear", "1"), ("file/gear", "1")];
        assert_eq!(plan(&both, &ours[..3], &both).write, ["file/gear"]);
    }

    #[test]
    fn a_drawing_takes_over_code_and_settings_of_its_folder() {
        let ours = texts(&[("file/main", "1;"), ("file/a", "2;")]);
        let there = texts(&[("file/main", "3;"), ("title", r#"{"name":"plate","units":"mm"}"#)]);
        let keys = ["file/main", "file/a", "title"].map(str::to_owned);
        let project = with_texts_of(&ours, &there, &keys).unwrap();
        let files: Vec<(&str, &str)> = project
            .files
            .iter()
            .map(|(file, text)| (file.as_str(), &**text))
            .collect();
        assert_eq!(files, [("main", "3;")]);
        assert_eq!(project.name.as_deref(), Some("plate"));
    }
}
