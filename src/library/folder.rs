//! Synchronization of a drawing with a folder on disk, which other programs change as well (an editor, git).
//!
//! Three versions of each text are compared: the one last known to be the same in both places, that of the drawing, and
//! that of the folder. A side that alone has changed wins; if both have, the user decides.
//!
//! Invariants: only code and settings of the drawing are loaded from a folder. Custom tools and memory can carry
//! instructions for a model, so they are written to the folder but loaded only with a new drawing, as those of another
//! author. A file that was changed there and is not loaded is not overwritten either.

use crate::formats::project::Project;
use crate::sandbox::Limits;
use crate::session::{REVISION_KEY, SETTINGS_KEYS, Session};
use crate::workspace::{FILE_PREFIX, GOOD_PREFIX, MemoryStorage, Storage, StorageError};
use std::collections::{BTreeMap, BTreeSet};

/// Texts by key, as [`Session::stored_form`] returns them.
pub type Texts = BTreeMap<String, String>;

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
}

impl FolderPlan {
    /// Compares a drawing with its folder. `known` are the texts that were last the same in both places.
    pub fn of(known: &Texts, ours: &Texts, there: &Texts) -> FolderPlan {
        let mut plan = FolderPlan::default();
        let keys: BTreeSet<&String> = known.keys().chain(ours.keys()).chain(there.keys()).collect();
        for key in keys.into_iter().filter(|key| is_shared(key)) {
            let [known, mine, theirs] = [known, ours, there].map(|texts| texts.get(key));
            // The last good files are written by the program and not edited by the user.
            let list = if mine == theirs {
                continue;
            } else if theirs == known || key.starts_with(GOOD_PREFIX) {
                if mine.is_some() {
                    &mut plan.write
                } else {
                    &mut plan.remove
                }
            } else if !is_loaded(key) {
                &mut plan.ignored
            } else if mine == known {
                &mut plan.load
            } else {
                &mut plan.both
            };
            list.push(key.clone());
        }
        plan
    }

    /// Whether drawing and folder have the same texts.
    pub fn is_empty(&self) -> bool {
        *self == FolderPlan::default()
    }
}

/// Whether a text has a file in a folder.
pub fn is_shared(key: &str) -> bool {
    let is_named = key.starts_with(FILE_PREFIX) || key.starts_with(GOOD_PREFIX);
    key != REVISION_KEY && (is_named || !key.contains('/'))
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
    Ok(session.project(false))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn texts(list: &[(&str, &str)]) -> Texts {
        list.iter()
            .map(|(key, text)| ((*key).to_owned(), (*text).to_owned()))
            .collect()
    }

    #[test]
    fn the_side_that_alone_has_changed_wins() {
        let known = texts(&[
            ("file/main", "1"),
            ("file/a", "1"),
            ("file/b", "1"),
            ("file/c", "1"),
            ("title", "1"),
        ]);
        let ours = texts(&[
            ("file/main", "2"),
            ("file/a", "1"),
            ("file/b", "1"),
            ("file/d", "1"),
            ("title", "2"),
        ]);
        let there = texts(&[
            ("file/main", "1"),
            ("file/a", "2"),
            ("file/c", "1"),
            ("file/e", "1"),
            ("title", "3"),
        ]);
        let plan = FolderPlan::of(&known, &ours, &there);
        let names = |list: &[&str]| list.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(plan.write, names(&["file/d", "file/main"]));
        assert_eq!(plan.remove, names(&["file/c"]));
        assert_eq!(plan.load, names(&["file/a", "file/b", "file/e"]));
        assert_eq!(plan.both, names(&["title"]));
        assert_eq!(plan.ignored, names(&[]));
        assert!(FolderPlan::of(&known, &ours, &ours).is_empty());
    }

    #[test]
    fn tools_and_memory_of_a_folder_are_neither_loaded_nor_overwritten() {
        let known = texts(&[("tools", "1"), ("hints", "1")]);
        let ours = texts(&[
            ("tools", "1"),
            ("hints", "2"),
            ("aside/1/tools", "x"),
            ("revision", "7"),
        ]);
        let there = texts(&[("tools", "2"), ("hints", "3")]);
        let plan = FolderPlan::of(&known, &ours, &there);
        assert_eq!(plan.ignored, ["hints", "tools"]);
        assert_eq!(
            FolderPlan {
                ignored: Vec::new(),
                ..plan
            },
            FolderPlan::default()
        );
        let changed_here = FolderPlan::of(&known, &ours, &known);
        assert_eq!(changed_here.write, ["hints"]);
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
