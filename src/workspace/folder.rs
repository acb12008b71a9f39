//! Storage in a folder, with the layout of `layout.rs`.
//!
//! The folder is not trusted, and the user may edit its files while a document is open. Invariants: links are not
//! followed, and only regular files of a bounded size are read (`directory.rs`). A file whose text differs from the one
//! last read or written here was changed by another program and is neither replaced nor removed. (Comparison and
//! replacement are two steps; an edit between them is not detected.)

use super::directory::Directory;
use super::layout::{FolderFile, MAX_STATE_BYTES, STATE, key_of_code, key_of_state};
use super::storage::FILE_PREFIX;
use super::{FileName, MAX_FILES, Storage, StorageError, portable};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Directory in [`STATE`] for texts that could not be stored in their own files.
const CONFLICT: &str = "conflict";

/// Directory in [`STATE`] for notes of the command line, which are not part of the drawing.
const NOTES: &str = "cli";

/// Maximum size of a note, in bytes.
const MAX_NOTE_BYTES: usize = 4 << 20;

/// Maximum number of copies of one file in [`CONFLICT`].
const MAX_COPIES: usize = 1_000;

/// Storage in a folder on disk.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
    /// Text of each key when it was last read or written here.
    seen: RefCell<BTreeMap<String, String>>,
    /// File name and text of the present copy of a key in [`CONFLICT`].
    copies: BTreeMap<String, (String, String)>,
}

impl Folder {
    /// Opens a folder, creating it if it is missing.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be created.
    pub fn open(root: &Path) -> Result<Folder, StorageError> {
        let folder = Folder {
            root: root.to_owned(),
            seen: RefCell::default(),
            copies: BTreeMap::new(),
        };
        folder.created()?;
        Ok(folder)
    }

    /// Returns the path of a key's file relative to the folder.
    pub fn file_of(key: &str) -> String {
        FolderFile::of_key(key).path()
    }

    /// Returns the reason why a key cannot be written at present: its file was changed by another program or is
    /// unusable.
    pub fn obstacle(&self, key: &str) -> Option<StorageError> {
        self.unseen(key).map_or_else(Some, |there| {
            there.map(|_| StorageError::Edited(Folder::file_of(key)))
        })
    }

    /// Stores a text that could not be written to its own file as a copy in [`CONFLICT`], and returns the path of the
    /// copy relative to the folder. Until [`Folder::end_conflict`], a later text of the same key replaces this copy.
    ///
    /// # Errors
    /// Returns an error if the copy cannot be written.
    pub fn keep_beside(&mut self, key: &str, text: &str) -> Result<String, StorageError> {
        let state = self.created()?.subdirectory(STATE, true)?;
        let directory = match state {
            Some(state) => state.subdirectory(CONFLICT, true)?,
            None => None,
        };
        let directory = directory.ok_or_else(|| self.missing())?;
        let path = |name: &str| format!("{STATE}/{CONFLICT}/{name}");
        if let Some((name, last)) = self.copies.get(key) {
            // A copy that the user has edited is not replaced; the text goes to another copy.
            let present = directory.read(name, MAX_STATE_BYTES).ok().flatten();
            if present.as_ref() == Some(last) {
                let name = name.clone();
                if last != text {
                    directory.write(&name, text)?;
                    self.copies
                        .insert(key.to_owned(), (name.clone(), text.to_owned()));
                }
                return Ok(path(&name));
            }
        }
        let file = Folder::file_of(key);
        let file = file.rsplit('/').next().unwrap_or(&file);
        let (stem, ending) = file.rsplit_once('.').unwrap_or((file, "txt"));
        for number in 1..=MAX_COPIES {
            let name = match number {
                1 => format!("{stem}.{ending}"),
                _ => format!("{stem}-{number}.{ending}"),
            };
            if directory.write_new(&name, text)? {
                self.copies
                    .insert(key.to_owned(), (name.clone(), text.to_owned()));
                return Ok(path(&name));
            }
        }
        let place = self.root.join(STATE).join(CONFLICT);
        let why = format!(
            "{} already has {MAX_COPIES} copies of {file}. Remove some.",
            place.display()
        );
        Err(StorageError::bad_file(why))
    }

    /// Returns a note of the command line: a text beside the drawing that is not part of it; `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if the note cannot be read.
    pub fn note_of(&self, name: &str) -> Result<Option<String>, StorageError> {
        match self.notes(false)? {
            Some(directory) => directory.read(name, MAX_NOTE_BYTES),
            None => Ok(None),
        }
    }

    /// Stores a note of the command line.
    ///
    /// # Errors
    /// Returns an error if the note cannot be written.
    pub fn set_note(&self, name: &str, text: &str) -> Result<(), StorageError> {
        let directory = self.notes(true)?.ok_or_else(|| self.missing())?;
        directory.write(name, text)
    }

    fn notes(&self, create: bool) -> Result<Option<Directory>, StorageError> {
        let root = if create {
            Some(self.created()?)
        } else {
            Directory::open(&self.root)?
        };
        let state = root.map_or(Ok(None), |root| root.subdirectory(STATE, create))?;
        state.map_or(Ok(None), |state| state.subdirectory(NOTES, create))
    }

    /// Ends the conflict of a key whose file was loaded again, so that a later conflict gets its own copy.
    pub fn end_conflict(&mut self, key: &str) {
        self.copies.remove(key);
    }

    /// Returns the text of a key's file if it differs from the text last read or written here.
    fn unseen(&self, key: &str) -> Result<Option<String>, StorageError> {
        let there = self.read(key)?;
        Ok(there.filter(|there| self.seen.borrow().get(key) != Some(there)))
    }

    fn read(&self, key: &str) -> Result<Option<String>, StorageError> {
        let (directory, name, most) = self.place(key, false)?;
        directory.map_or(Ok(None), |directory| directory.read(&name, most))
    }

    /// Returns directory, file name and maximum size of a key's file.
    fn place(&self, key: &str, create: bool) -> Result<(Option<Directory>, String, usize), StorageError> {
        let root = if create {
            Some(self.created()?)
        } else {
            Directory::open(&self.root)?
        };
        let file = FolderFile::of_key(key);
        let directory = if file.is_state {
            root.map_or(Ok(None), |root| root.subdirectory(STATE, create))?
        } else {
            root
        };
        Ok((directory, file.name, file.most))
    }

    /// Opens the folder, creating it if it is missing.
    fn created(&self) -> Result<Directory, StorageError> {
        fs::create_dir_all(&self.root)
            .map_err(|e| StorageError::no_folder(format!("{}: {e}", self.root.display())))?;
        Directory::open(&self.root)?.ok_or_else(|| self.missing())
    }

    fn missing(&self) -> StorageError {
        let why = format!("{} is missing", self.root.display());
        StorageError::no_folder(why)
    }

    fn note(&self, key: &str, text: Option<&str>) {
        let mut seen = self.seen.borrow_mut();
        match text {
            Some(text) => seen.insert(key.to_owned(), text.to_owned()),
            None => seen.remove(key),
        };
    }
}

impl Storage for Folder {
    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        let text = self.read(key)?;
        self.note(key, text.as_deref());
        Ok(text)
    }

    fn set(&mut self, key: &str, text: &str) -> Result<(), StorageError> {
        let unseen = self.unseen(key)?;
        if unseen.as_deref().is_some_and(|there| there != text) {
            return Err(StorageError::Edited(Folder::file_of(key)));
        }
        let (directory, name, most) = self.place(key, true)?;
        if text.len() > most {
            let (file, bytes) = (Folder::file_of(key), text.len());
            return Err(StorageError::bad_file(format!(
                "{file} would have {bytes} bytes, at most {most}. Make it smaller."
            )));
        }
        let directory = directory.ok_or_else(|| self.missing())?;
        if unseen.is_none() {
            if let Some(Ok(file)) = key.strip_prefix(FILE_PREFIX).map(FileName::new) {
                portable::check_in_folder(&file, &modules(&directory)?)?;
            }
            directory.write(&name, text)?;
        }
        self.note(key, Some(text));
        Ok(())
    }

    fn guards_each_text(&self) -> bool {
        true
    }

    fn remove(&mut self, key: &str) -> Result<(), StorageError> {
        if self.unseen(key)?.is_some() {
            return Err(StorageError::Edited(Folder::file_of(key)));
        }
        if let (Some(directory), name, _) = self.place(key, false)? {
            directory.remove(&name)?;
        }
        self.note(key, None);
        Ok(())
    }

    fn keys(&self) -> Result<Vec<String>, StorageError> {
        let Some(root) = Directory::open(&self.root)? else {
            return Ok(Vec::new());
        };
        let mut keys: Vec<String> = modules(&root)?
            .iter()
            .map(|file| format!("{FILE_PREFIX}{file}"))
            .collect();
        if keys.len() > MAX_FILES {
            let (root, count) = (self.root.display(), keys.len());
            return Err(StorageError::bad_file(format!(
                "{root} has {count} code files, at most {MAX_FILES}. Choose the folder of a drawing."
            )));
        }
        if let Some(state) = root.subdirectory(STATE, false)? {
            let names = state.names()?;
            keys.extend(names.iter().filter_map(|name| key_of_state(name)));
        }
        keys.sort();
        Ok(keys)
    }
}

/// Returns the names of the code files in a directory, sorted, without checking that the files can be read.
///
/// # Errors
/// Returns an error if the directory cannot be read.
pub fn modules(directory: &Directory) -> Result<Vec<FileName>, StorageError> {
    let names = directory.names()?;
    let file = |name: &String| FileName::new(key_of_code(name)?.strip_prefix(FILE_PREFIX)?).ok();
    let mut files: Vec<FileName> = names.iter().filter_map(file).collect();
    files.sort();
    Ok(files)
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::workspace::MAX_FILE_BYTES;
    use std::os::unix::fs::symlink;

    /// Folder of one test, removed when dropped.
    struct Temporary(PathBuf);

    impl Temporary {
        fn new(name: &str) -> Temporary {
            let path = std::env::temp_dir().join(format!("trammel-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Temporary(path)
        }

        fn read(&self, file: &str) -> String {
            fs::read_to_string(self.0.join(file)).unwrap()
        }

        fn write(&self, file: &str, text: &str) {
            fs::write(self.0.join(file), text).unwrap();
        }
    }

    impl Drop for Temporary {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn externally_edited_files_are_not_replaced_or_removed() {
        let place = Temporary::new("edited");
        let mut folder = Folder::open(&place.0).unwrap();
        folder.set("file/main", "1").unwrap();
        folder.set("file/main", "2").unwrap();
        place.write("main.js", "theirs");
        let edited = Err(StorageError::Edited("main.js".to_owned()));
        assert_eq!(folder.set("file/main", "3"), edited);
        assert_eq!(folder.remove("file/main"), edited);
        assert_eq!(folder.obstacle("file/main"), edited.err());
        assert_eq!(place.read("main.js"), "theirs");
        folder.set("file/main", "theirs").unwrap();
        folder.set("file/main", "3").unwrap();

        place.write("new.js", "theirs");
        assert!(
            folder.set("file/new", "ours").is_err(),
            "nothing of this name was read"
        );
        assert_eq!(folder.get("file/new").unwrap().unwrap(), "theirs");
        folder.set("file/new", "ours").unwrap();
        folder.remove("file/new").unwrap();
        folder.remove("file/new").unwrap();
        fs::remove_dir_all(&place.0).unwrap();
        assert_eq!(folder.keys().unwrap(), [""; 0]);
        folder.set("hints", "[]").unwrap();
        assert_eq!(place.read(".trammel/hints.json"), "[]");
    }

    #[test]
    fn conflict_copies_replace_only_earlier_unedited_copies() {
        let place = Temporary::new("copies");
        let mut folder = Folder::open(&place.0).unwrap();
        let copy = |number: &str| format!(".trammel/conflict/main{number}.js");
        assert_eq!(folder.keep_beside("file/main", "1").unwrap(), copy(""));
        assert_eq!(folder.keep_beside("file/main", "2").unwrap(), copy(""));
        assert_eq!(place.read(&copy("")), "2");
        place.write(&copy(""), "edited by the user");
        assert_eq!(folder.keep_beside("file/main", "3").unwrap(), copy("-2"));
        folder.end_conflict("file/main");
        assert_eq!(folder.keep_beside("file/main", "4").unwrap(), copy("-3"));
        assert_eq!(
            folder.keep_beside("holds", "{}").unwrap(),
            ".trammel/conflict/holds.json"
        );
        assert_eq!(place.read(&copy("")), "edited by the user");
        assert_eq!(place.read(&copy("-2")), "3");
        assert_eq!(
            folder.keys().unwrap(),
            [""; 0],
            "copies are not part of the document"
        );
    }

    #[test]
    fn symbolic_links_and_too_many_files_are_refused_with_their_path() {
        let place = Temporary::new("links");
        let mut folder = Folder::open(&place.0).unwrap();
        fs::create_dir(place.0.join(".trammel")).unwrap();
        symlink("/", place.0.join(".trammel/conflict")).unwrap();
        let told = |error: StorageError, part: &str| {
            let told = error.to_string();
            assert!(told.contains(part), "{told}");
        };
        told(
            folder.keep_beside("file/main", "1").unwrap_err(),
            "conflict is a symbolic link",
        );
        symlink("nowhere", place.0.join("main.js")).unwrap();
        told(folder.get("file/main").unwrap_err(), "main.js is a symbolic link");
        told(
            folder.set("file/main", "1").unwrap_err(),
            "main.js is a symbolic link",
        );
        told(
            folder.remove("file/main").unwrap_err(),
            "main.js is a symbolic link",
        );
        told(
            folder.set("file/a", &"x".repeat(MAX_FILE_BYTES + 1)).unwrap_err(),
            "a.js would have 4194305 bytes",
        );
        place.write("b.js.js", "not the file b");
        assert_eq!(folder.keys().unwrap(), ["file/main"]);
        for number in 0..MAX_FILES {
            place.write(&format!("n{number}.js"), "");
        }
        told(folder.keys().unwrap_err(), "257 code files");
    }
}
