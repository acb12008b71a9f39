//! Texts of a folder that the program has replaced or removed, as files in `.trammel/history`.
//!
//! The history of a document on the command line ends with the process, and the command line does not ask about a
//! change. So each replaced text stays here. Texts that the program found (those of the user, of another program, or of an earlier
//! process) are in `found`; texts that the process itself had written are in `steps`. Invariants: steps never push a
//! found text out, and many texts of one file never push out those of another; the newest text of a file always stays;
//! a text that is the beginning of a later one is a part of it and is not stored twice.

use super::StorageError;
use super::directory::Directory;
use super::layout::{MAX_STATE_BYTES, STATE};
use std::collections::BTreeMap;

/// Directory in [`STATE`](super::layout::STATE) for replaced texts.
pub(super) const HISTORY: &str = "history";

/// Maximum number of stored texts of one file in a directory.
const MAX_TEXTS: usize = 100;

/// Maximum size of all stored texts in a directory, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Writer of a replaced text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WrittenBy {
    /// The user, another program, or an earlier process.
    Others,
    /// This process.
    ThisProcess,
}

impl WrittenBy {
    fn directory(self) -> &'static str {
        match self {
            WrittenBy::Others => "found",
            WrittenBy::ThisProcess => "steps",
        }
    }
}

/// Returns the path of stored texts relative to the folder.
pub(super) fn path(by: WrittenBy) -> String {
    format!("{STATE}/{HISTORY}/{}", by.directory())
}

/// Stored text: its number, which grows, and the name of the file that had it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stored {
    number: u64,
    file: String,
}

impl Stored {
    /// Reads a name such as `000012-main.js`.
    fn of(name: &str) -> Option<Stored> {
        let (number, file) = name.split_once('-')?;
        Some(Stored {
            number: number.parse().ok()?,
            file: file.to_owned(),
        })
    }

    fn name(&self) -> String {
        format!("{:06}-{}", self.number, self.file)
    }
}

/// Stores the text of `file` that is about to be replaced or removed. `state` is the directory with all data other than
/// code.
///
/// # Errors
/// Returns an error if the text cannot be stored; the caller must not replace it then.
pub(super) fn keep(state: &Directory, file: &str, text: &str, by: WrittenBy) -> Result<(), StorageError> {
    let open = |parent: &Directory, name: &str| {
        let missing = || StorageError::no_folder(format!("{name} is missing"));
        parent.subdirectory(name, true)?.ok_or_else(missing)
    };
    let directory = open(&open(state, HISTORY)?, by.directory())?;
    let mut stored = stored_texts(&directory)?;
    let newest = stored.iter().rev().find(|stored| stored.file == file).cloned();
    let newest_text = match &newest {
        // A text that cannot be read is left alone.
        Some(newest) => directory
            .content(&newest.name(), MAX_STATE_BYTES)
            .unwrap_or_default(),
        None => None,
    };
    if newest_text.as_deref() == Some(text) {
        return Ok(());
    }
    let mut next = Stored {
        number: stored.last().map_or(0, |last| last.number) + 1,
        file: file.to_owned(),
    };
    // Another process may have taken the number.
    while !directory.write_new(&next.name(), text)? {
        next.number += 1;
    }
    stored.push(next);
    if let (Some(newest), Some(earlier)) = (newest, newest_text)
        && text.starts_with(&earlier)
    {
        directory.remove(&newest.name())?;
        stored.retain(|stored| *stored != newest);
    }
    limit(&directory, stored)
}

/// Returns the stored texts, the oldest first.
fn stored_texts(directory: &Directory) -> Result<Vec<Stored>, StorageError> {
    let names = directory.names()?;
    let mut stored: Vec<Stored> = names.iter().filter_map(|name| Stored::of(name)).collect();
    stored.sort_by(|a, b| (a.number, &a.file).cmp(&(b.number, &b.file)));
    Ok(stored)
}

/// Removes the oldest texts of each file with too many, then of the files with the most bytes.
fn limit(directory: &Directory, stored: Vec<Stored>) -> Result<(), StorageError> {
    let mut files: BTreeMap<String, Vec<(String, u64)>> = BTreeMap::new();
    for stored in stored {
        let name = stored.name();
        let size = directory.size(&name)?.unwrap_or_default();
        files.entry(stored.file).or_default().push((name, size));
    }
    for texts in files.values_mut() {
        let more = texts.len().saturating_sub(MAX_TEXTS);
        for (oldest, _) in texts.drain(..more) {
            directory.remove(&oldest)?;
        }
    }
    let size = |texts: &[(String, u64)]| texts.iter().map(|(_, size)| size).sum::<u64>();
    let mut all: u64 = files.values().map(|texts| size(texts)).sum();
    while all > MAX_BYTES {
        let largest = files
            .values_mut()
            .filter(|texts| texts.len() > 1)
            .max_by_key(|texts| size(texts));
        let Some(texts) = largest else { break };
        let (oldest, bytes) = texts.remove(0);
        directory.remove(&oldest)?;
        all -= bytes;
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use std::path::PathBuf;

    /// Directory of one test, removed when dropped.
    struct Temporary(PathBuf);

    impl Temporary {
        fn new(name: &str) -> Temporary {
            let path = std::env::temp_dir().join(format!("trammel-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&path).unwrap();
            Temporary(path)
        }

        fn state(&self) -> Directory {
            Directory::open(&self.0).unwrap().unwrap()
        }

        /// Returns names and texts, the oldest first.
        fn found(&self) -> Vec<(String, String)> {
            let folder = self.0.join("history/found");
            let names = std::fs::read_dir(&folder).unwrap();
            let mut names: Vec<String> = names
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            names.sort();
            let text = |name: String| {
                let text = std::fs::read_to_string(folder.join(&name)).unwrap();
                (name, text)
            };
            names.into_iter().map(text).collect()
        }
    }

    impl Drop for Temporary {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_text_is_stored_once_and_replaces_its_own_beginning() {
        let place = Temporary::new("replaced-once");
        let state = place.state();
        for text in ["a", "a", "ab", "c"] {
            keep(&state, "main.js", text, WrittenBy::Others).unwrap();
        }
        let pair = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        assert_eq!(
            place.found(),
            [pair("000002-main.js", "ab"), pair("000003-main.js", "c")]
        );
    }

    #[test]
    fn the_number_and_the_size_of_texts_are_limited_for_each_file() {
        let place = Temporary::new("replaced-limits");
        let state = place.state();
        keep(&state, "gear.js", "of the user", WrittenBy::Others).unwrap();
        for number in 0..=MAX_TEXTS {
            keep(&state, "main.js", &format!("{number};"), WrittenBy::Others).unwrap();
        }
        let found = place.found();
        assert_eq!(found.len(), MAX_TEXTS + 1);
        assert_eq!((found[0].1.as_str(), found[1].1.as_str()), ("of the user", "1;"));
        for number in 0..6 {
            let large = number.to_string().repeat(MAX_STATE_BYTES);
            keep(&state, "large.js", &large, WrittenBy::Others).unwrap();
        }
        let found = place.found();
        assert_eq!(
            found.len(),
            MAX_TEXTS + 1 + 3,
            "64 MiB hold three of these texts and the others"
        );
        assert_eq!(found[0].1, "of the user");
        assert!(found.last().unwrap().1.starts_with('5'));
    }
}
