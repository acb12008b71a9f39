//! Storage in a folder, with the layout of `layout.rs`.
//!
//! The folder is not trusted, and the user may edit its files while a document is open. Invariants: links are not
//! followed, and only regular files of a bounded size are read (`directory.rs`). A file whose text differs from the one
//! last read or written here was changed by another program and is neither replaced nor removed, also if it is saved in that
//! moment (`directory.rs`). A file keeps its line ends (`line_ends.rs`). A replaced
//! or removed text stays in the history of the folder (`replaced.rs`).

use super::directory::Directory;
use super::layout::{COUNTERS, FolderFile, MAX_STATE_BYTES, STATE, key_of_code, key_of_state};
use super::line_ends::{encode, plain};
use super::replaced::{self, WrittenBy};
use super::storage::{FILE_PREFIX, GOOD_PREFIX};
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

/// Maximum number of copies of one file in `CONFLICT`.
const MAX_COPIES: usize = 1_000;

/// A file as it was last read or written here.
#[derive(Clone, Debug)]
struct Content {
    /// Text as the program uses it.
    text: String,
    /// Whole content, with the line ends of the file.
    file: String,
}

/// Content of a file, with its writer.
#[derive(Clone, Debug)]
struct Seen {
    content: Content,
    by: WrittenBy,
}

/// Storage in a folder on disk.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
    /// Content of each key's file when it was last read or written here.
    seen: RefCell<BTreeMap<String, Seen>>,
    /// File name and text of the present copy of a key in `CONFLICT`.
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
        folder.open_or_create()?;
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

    /// Stores a text that could not be written to its own file as a copy in `CONFLICT`, and returns the path of the
    /// copy relative to the folder. Until [`Folder::end_conflict`], a later text of the same key replaces this copy.
    ///
    /// # Errors
    /// Returns an error if the copy cannot be written.
    pub fn keep_beside(&mut self, key: &str, text: &str) -> Result<String, StorageError> {
        let state = self.open_or_create()?.subdirectory(STATE, true)?;
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
            Some(self.open_or_create()?)
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

    /// Returns a key's file if its text differs from the one last read or written here. Other line ends are no change.
    fn unseen(&self, key: &str) -> Result<Option<Content>, StorageError> {
        let there = self.read(key)?;
        let mut all = self.seen.borrow_mut();
        match (there, all.get_mut(key)) {
            (Some(there), Some(seen)) if seen.content.text == there.text => {
                seen.content = there;
                Ok(None)
            }
            (there, _) => Ok(there),
        }
    }

    fn read(&self, key: &str) -> Result<Option<Content>, StorageError> {
        let (directory, name, most) = self.place(key, false)?;
        let file = directory.map_or(Ok(None), |directory| directory.content(&name, most))?;
        Ok(file.map(|file| Content {
            text: plain(&file).into_owned(),
            file,
        }))
    }

    /// Returns directory, file name and maximum size of a key's file.
    fn place(&self, key: &str, create: bool) -> Result<(Option<Directory>, String, usize), StorageError> {
        let root = if create {
            Some(self.open_or_create()?)
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
    fn open_or_create(&self) -> Result<Directory, StorageError> {
        fs::create_dir_all(&self.root)
            .map_err(|e| StorageError::no_folder(format!("{}: {e}", self.root.display())))?;
        Directory::open(&self.root)?.ok_or_else(|| self.missing())
    }

    fn missing(&self) -> StorageError {
        let why = format!("{} is missing", self.root.display());
        StorageError::no_folder(why)
    }

    /// Stores the text of a file that is gone in the history of the folder, and returns the path of the history.
    ///
    /// # Errors
    /// Returns an error if the text cannot be stored.
    pub fn keep_vanished(&self, key: &str, text: &str) -> Result<String, StorageError> {
        let state = self.open_or_create()?.subdirectory(STATE, true)?;
        let state = state.ok_or_else(|| self.missing())?;
        let seen = self.seen.borrow();
        let content = seen.get(key).map(|seen| &seen.content);
        let content = content.filter(|content| content.text == text);
        let file = content.map_or(text, |content| &content.file);
        replaced::keep(&state, &FolderFile::of_key(key).name, file, WrittenBy::Others)?;
        Ok(replaced::path(WrittenBy::Others))
    }

    fn note(&self, key: &str, content: Option<Content>, by: WrittenBy) {
        let mut seen = self.seen.borrow_mut();
        match content {
            Some(content) => match seen.get_mut(key) {
                Some(seen) if seen.content.text == content.text => seen.content = content,
                _ => drop(seen.insert(key.to_owned(), Seen { content, by })),
            },
            None => drop(seen.remove(key)),
        }
    }

    /// Returns the whole content of a key's file as it was last read or written here.
    fn seen_file(&self, key: &str) -> Option<String> {
        let seen = self.seen.borrow();
        seen.get(key).map(|seen| seen.content.file.clone())
    }

    /// Returns the content of a key's file with a new text. Line ends stay as they were last seen, also in a file that is
    /// gone.
    fn content_with(&self, key: &str, text: &str) -> Content {
        let seen = self.seen.borrow();
        let present = seen.get(key).map(|seen| seen.content.file.as_str());
        Content {
            text: text.to_owned(),
            file: encode(text, present).into_owned(),
        }
    }

    /// Stores the present text of a key in the history of the folder, before it is replaced by `next` or removed.
    fn keep_replaced(&self, key: &str, next: Option<&str>) -> Result<(), StorageError> {
        let Some(Seen { content, by }) = self.seen.borrow().get(key).cloned() else {
            return Ok(());
        };
        let Content { text, file } = content;
        let is_part_of_next =
            by == WrittenBy::ThisProcess && next.is_some_and(|next| next.starts_with(&text));
        let is_work = !key.starts_with(GOOD_PREFIX) && !COUNTERS.contains(&key);
        if text.is_empty() || is_part_of_next || !is_work {
            return Ok(());
        }
        let state = self.open_or_create()?.subdirectory(STATE, true)?;
        let state = state.ok_or_else(|| self.missing())?;
        replaced::keep(&state, &FolderFile::of_key(key).name, &file, by)
    }
}

impl Storage for Folder {
    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        let content = self.read(key)?;
        let text = content.as_ref().map(|content| content.text.clone());
        self.note(key, content, WrittenBy::Others);
        Ok(text)
    }

    fn set(&mut self, key: &str, text: &str) -> Result<(), StorageError> {
        let text = &*plain(text);
        if let Some(there) = self.unseen(key)? {
            if there.text != text {
                return Err(StorageError::Edited(Folder::file_of(key)));
            }
            self.note(key, Some(there), WrittenBy::Others);
            return Ok(());
        }
        let (directory, name, most) = self.place(key, true)?;
        let content = self.content_with(key, text);
        if content.file.len() > most {
            let (file, bytes) = (Folder::file_of(key), content.file.len());
            return Err(StorageError::bad_file(format!(
                "{file} would have {bytes} bytes, at most {most}. Make it smaller."
            )));
        }
        let directory = directory.ok_or_else(|| self.missing())?;
        if let Some(Ok(file)) = key.strip_prefix(FILE_PREFIX).map(FileName::new) {
            portable::check_in_folder(&file, &modules(&directory)?)?;
        }
        self.keep_replaced(key, Some(text))?;
        let seen = self.seen_file(key);
        if !directory.write_over(&name, &content.file, seen.as_deref(), most)? {
            return Err(StorageError::Edited(Folder::file_of(key)));
        }
        self.note(key, Some(content), WrittenBy::ThisProcess);
        Ok(())
    }

    fn guards_each_text(&self) -> bool {
        true
    }

    fn is_open_to_others(&self) -> bool {
        true
    }

    fn remove(&mut self, key: &str) -> Result<(), StorageError> {
        if self.unseen(key)?.is_some() {
            return Err(StorageError::Edited(Folder::file_of(key)));
        }
        if let (Some(directory), name, most) = self.place(key, false)? {
            self.keep_replaced(key, None)?;
            let seen = self.seen_file(key).unwrap_or_default();
            if !directory.remove_seen(&name, &seen, most)? {
                return Err(StorageError::Edited(Folder::file_of(key)));
            }
        }
        self.note(key, None, WrittenBy::ThisProcess);
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
mod tests;
