//! Untrusted directory: reads and writes regular files without following links.
//!
//! Invariants: only regular files are opened, any other kind is an error that names the path, and a read is bounded in
//! size. A content is written to a temporary file with a random name, which is synchronized with the disk and then
//! renamed, so that after a crash or a loss of power the file has either the old or the new content. A replaced file
//! keeps its permissions. A known content is compared after the file was exchanged for the new one, so that no save of another
//! program comes between the comparison and the replacement; a file system that exchanges no files compares first. On Unix each access is relative to an open directory, so that a directory or file replaced by
//! a link in the meantime is not followed either. On other systems the kind is checked before and after opening.

use super::StorageError;
use super::layout::{Unusable, decode};
use super::line_ends::plain;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

mod kind;
#[cfg(not(unix))]
#[path = "directory/portable.rs"]
mod system;
#[cfg(unix)]
#[path = "directory/unix.rs"]
mod system;

use kind::Kind;

/// Directory handle, with the path for error messages.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    handle: system::Handle,
}

impl Directory {
    /// Opens a directory specified by the user, following links in its path; `None` if it does not exist.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be opened.
    pub fn open(path: &Path) -> Result<Option<Directory>, StorageError> {
        match system::open(path) {
            Ok(handle) => Ok(Some(Directory {
                path: path.to_owned(),
                handle,
            })),
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
            Err(e) => Err(unreadable(path, &e)),
        }
    }

    /// Opens a subdirectory, which must not be a link; with `create`, creates a missing one.
    ///
    /// # Errors
    /// Returns an error if the entry is not a directory, or if it cannot be opened or created.
    pub fn subdirectory(&self, name: &str, create: bool) -> Result<Option<Directory>, StorageError> {
        let path = self.path.join(name);
        match self.kind(Path::new(name))? {
            Some(Kind::Directory) => {}
            Some(kind) => {
                return Err(StorageError::bad_file(format!(
                    "{} is {}, but must be a directory: replace or remove it",
                    path.display(),
                    kind.description()
                )));
            }
            None if !create => return Ok(None),
            None => {
                system::make_directory(&self.handle, Path::new(name)).map_err(|e| unavailable(&path, &e))?;
            }
        }
        let handle =
            system::open_directory(&self.handle, Path::new(name)).map_err(|e| unreadable(&path, &e))?;
        Ok(Some(Directory { path, handle }))
    }

    /// Returns the names of all entries that are valid Unicode, unsorted.
    ///
    /// # Errors
    /// Returns an error if the directory cannot be read.
    pub fn names(&self) -> Result<Vec<String>, StorageError> {
        system::names(&self.handle).map_err(|e| unreadable(&self.path, &e))
    }

    /// Returns the text of a file of at most `most` bytes, as the program uses it; `None` if the entry does not exist.
    ///
    /// # Errors
    /// Returns an error if the entry is not a regular file, is too large, is not UTF-8, or cannot be read.
    pub fn read(&self, name: &str, most: usize) -> Result<Option<String>, StorageError> {
        let content = self.content(name, most)?;
        Ok(content.map(|content| plain(&content).into_owned()))
    }

    /// Returns the content of a file like [`read`](Directory::read), with its own line ends.
    ///
    /// # Errors
    /// Returns the same errors as [`read`](Directory::read).
    pub fn content(&self, name: &str, most: usize) -> Result<Option<String>, StorageError> {
        let path = self.path.join(name);
        let bad = |why: String| StorageError::bad_file(format!("{} {why}", path.display()));
        let unreadable = |e: io::Error| unreadable(&path, &e);
        if !self.has_file(Path::new(name))? {
            return Ok(None);
        }
        let file = system::open_file(&self.handle, Path::new(name)).map_err(unreadable)?;
        let found = file.metadata().map_err(unreadable)?;
        if !found.is_file() {
            return Err(bad(not_regular(Kind::Other)));
        }
        let bound = most as u64;
        let mut bytes = Vec::new();
        // The size is checked first; `take` also bounds the read of a file that grows in the meantime.
        if found.len() <= bound {
            file.take(bound + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        }
        let size = found.len().max(bytes.len() as u64);
        let text = if size > bound {
            Err(Unusable::TooLarge { bytes: size, most })
        } else {
            decode(bytes)
        };
        text.map(Some).map_err(|why| bad(why.reason().english))
    }

    /// Replaces the content of a file atomically, creating the file if needed.
    ///
    /// # Errors
    /// Returns an error if the entry is not a regular file, the disk is full, or the file cannot be written.
    pub fn write(&self, name: &str, content: &str) -> Result<(), StorageError> {
        let name = Path::new(name);
        self.has_file(name)?;
        self.replace(name, content)
            .map_err(|e| self.not_written(name, &e))
    }

    /// Replaces the content of an entry like [`write`](Directory::write), with the error of the system. A link is
    /// replaced and not followed; a directory is an error.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written; the entry is then unchanged.
    pub fn replace(&self, name: impl AsRef<Path>, content: impl AsRef<[u8]>) -> io::Result<()> {
        let name = name.as_ref();
        let permissions = match system::kind(&self.handle, name) {
            Ok(Kind::File) => Some(system::permissions(&self.handle, name)?),
            Ok(_) => None,
            Err(e) if e.kind() == ErrorKind::NotFound => None,
            Err(e) => return Err(e),
        };
        let temporary = temporary_name(name);
        let temporary = Path::new(&temporary);
        let written = self
            .create(temporary, content.as_ref(), permissions)
            .and_then(|()| system::rename(&self.handle, temporary, name));
        if written.is_err() {
            // The temporary file may not exist, so the result is ignored.
            let _ = system::remove(&self.handle, temporary);
        }
        written?;
        is_done(system::synchronize(&self.handle))
    }

    /// Replaces the content of a file like [`write`](Directory::write), if it has the content `seen` or is missing. Returns
    /// whether it was; otherwise the file is as the other program left it. `most` is the maximum size of the file.
    ///
    /// # Errors
    /// Returns the same errors as [`write`](Directory::write).
    pub fn write_over(
        &self,
        name: &str,
        content: &str,
        seen: Option<&str>,
        most: usize,
    ) -> Result<bool, StorageError> {
        let target = Path::new(name);
        let has_file = self.has_file(target)?;
        let failed = |e: io::Error| self.not_written(target, &e);
        let permissions = match has_file {
            true => Some(system::permissions(&self.handle, target).map_err(failed)?),
            false => None,
        };
        let temporary = temporary_name(target);
        let spare = Path::new(&temporary);
        let written = self.create(spare, content.as_bytes(), permissions);
        let replaced = written.and_then(|()| match seen.filter(|_| has_file) {
            Some(seen) => self.exchange(&temporary, name, content, seen, most),
            None => match system::rename_new(&self.handle, spare, target) {
                Err(e) if e.kind() == ErrorKind::AlreadyExists => Ok(false),
                Err(e) if is_unsupported(&e) => system::rename(&self.handle, spare, target).map(|()| true),
                moved => moved.map(|()| true),
            },
        });
        // A part of the exchange may have moved it, so the result is ignored.
        let _ = system::remove(&self.handle, spare);
        let replaced = replaced.map_err(failed)?;
        self.synchronize(target).map(|()| replaced)
    }

    /// Exchanges a file for the temporary one with `content`, and exchanges them back unless the file had the content `seen`.
    fn exchange(
        &self,
        temporary: &str,
        name: &str,
        content: &str,
        seen: &str,
        most: usize,
    ) -> io::Result<bool> {
        let (spare, target) = (Path::new(temporary), Path::new(name));
        let swap = || system::exchange(&self.handle, spare, target);
        // What cannot be read is another content.
        let has = |name: &str, content: &str| {
            let there = self.content(name, most).ok().flatten();
            there.as_deref() == Some(content)
        };
        match swap() {
            Ok(()) if has(temporary, seen) => return Ok(true),
            Ok(()) => {}
            Err(e) if e.kind() == ErrorKind::NotFound => {
                return system::rename_new(&self.handle, spare, target).map(|()| true);
            }
            Err(e) if is_unsupported(&e) => {
                let is_seen = has(name, seen);
                if is_seen {
                    system::rename(&self.handle, spare, target)?;
                }
                return Ok(is_seen);
            }
            Err(e) => return Err(e),
        }
        swap()?;
        if !has(temporary, content) {
            // The other program saved again in between, and its newer content is that of the temporary file.
            swap()?;
        }
        Ok(false)
    }

    /// Removes a file like [`remove`](Directory::remove), if it has the content `seen`. Returns whether it is gone; otherwise the
    /// file is as the other program left it.
    ///
    /// # Errors
    /// Returns the same errors as [`remove`](Directory::remove).
    pub fn remove_seen(&self, name: &str, seen: &str, most: usize) -> Result<bool, StorageError> {
        let target = Path::new(name);
        if !self.has_file(target)? {
            return Ok(true);
        }
        let temporary = temporary_name(target);
        let spare = Path::new(&temporary);
        let failed = |e: io::Error| unavailable(&self.path.join(name), &e);
        match system::rename_new(&self.handle, target, spare) {
            Err(e) if is_unsupported(&e) => return self.remove(name).map(|()| true),
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(true),
            moved => moved.map_err(failed)?,
        }
        let is_seen = self.content(&temporary, most).ok().flatten().as_deref() == Some(seen);
        if !is_seen {
            match system::rename_new(&self.handle, spare, target) {
                // The other program saved again in between, and its newer content stays.
                Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
                moved => return moved.map_err(failed).map(|()| false),
            }
        }
        system::remove(&self.handle, spare).map_err(failed)?;
        is_done(system::synchronize(&self.handle)).map_err(failed)?;
        Ok(is_seen)
    }

    /// Creates a file with the given text; returns false if the entry already exists.
    ///
    /// # Errors
    /// Returns an error if the disk is full or the file cannot be written.
    pub fn write_new(&self, name: &str, text: &str) -> Result<bool, StorageError> {
        let name = Path::new(name);
        match self.create(name, text.as_bytes(), None) {
            Ok(()) => self.synchronize(name).map(|()| true),
            Err(e) if e.kind() == ErrorKind::AlreadyExists => Ok(false),
            Err(e) => {
                // A part of the text would be taken for the whole text.
                let _ = system::remove(&self.handle, name);
                Err(self.not_written(name, &e))
            }
        }
    }

    /// Returns the size of a file in bytes; `None` if the entry does not exist.
    ///
    /// # Errors
    /// Returns an error if the entry is not a regular file or cannot be examined.
    pub fn size(&self, name: &str) -> Result<Option<u64>, StorageError> {
        if !self.has_file(Path::new(name))? {
            return Ok(None);
        }
        let size = system::size(&self.handle, Path::new(name));
        size.map(Some).map_err(|e| unreadable(&self.path.join(name), &e))
    }

    /// Removes a file; a missing file is not an error.
    ///
    /// # Errors
    /// Returns an error if the entry is not a regular file or cannot be removed.
    pub fn remove(&self, name: &str) -> Result<(), StorageError> {
        if !self.has_file(Path::new(name))? {
            return Ok(());
        }
        system::remove(&self.handle, Path::new(name)).map_err(|e| unavailable(&self.path.join(name), &e))?;
        self.synchronize(Path::new(name))
    }

    /// Whether a regular file with this name exists; any other kind of entry is an error.
    fn has_file(&self, name: &Path) -> Result<bool, StorageError> {
        match self.kind(name)? {
            None => Ok(false),
            Some(Kind::File) => Ok(true),
            Some(kind) => Err(StorageError::bad_file(format!(
                "{} {}",
                self.path.join(name).display(),
                not_regular(kind)
            ))),
        }
    }

    fn kind(&self, name: &Path) -> Result<Option<Kind>, StorageError> {
        match system::kind(&self.handle, name) {
            Ok(kind) => Ok(Some(kind)),
            Err(e) if e.kind() == ErrorKind::NotFound => Ok(None),
            Err(e) => Err(unreadable(&self.path.join(name), &e)),
        }
    }

    /// Creates a file, with permissions on systems that have them, and writes its content to the disk.
    fn create(
        &self,
        name: &Path,
        content: &[u8],
        permissions: Option<system::Permissions>,
    ) -> io::Result<()> {
        let mut file = system::create_new(&self.handle, name, permissions)?;
        file.write_all(content)?;
        is_done(file.sync_all())
    }

    /// Writes the present names of the directory to the disk, after `name` was created, replaced, or removed.
    fn synchronize(&self, name: &Path) -> Result<(), StorageError> {
        is_done(system::synchronize(&self.handle)).map_err(|e| self.not_written(name, &e))
    }

    fn not_written(&self, name: &Path, error: &io::Error) -> StorageError {
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StorageError::Full,
            _ => unavailable(&self.path.join(name), error),
        }
    }
}

/// Returns a new name for the temporary file of an entry.
fn temporary_name(name: &Path) -> String {
    format!(".trammel-{:016x}.partial", RandomState::new().hash_one(name))
}

/// Whether a file system does not have an operation.
fn is_unsupported(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported)
}

/// Result of a synchronization with the disk; a file system without this operation is not an error.
fn is_done(synchronized: io::Result<()>) -> io::Result<()> {
    match synchronized {
        Err(e) if matches!(e.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        other => other,
    }
}

fn not_regular(kind: Kind) -> String {
    format!(
        "is {}, and only regular files are used: replace or remove it",
        kind.description()
    )
}

fn unreadable(path: &Path, error: &io::Error) -> StorageError {
    StorageError::bad_file(format!("{} cannot be read: {error}", path.display()))
}

fn unavailable(path: &Path, error: &io::Error) -> StorageError {
    StorageError::no_folder(format!("{}: {error}", path.display()))
}
