//! Directory access by path, with the standard library alone. A link is detected before opening, except for one created
//! between the check and the opening.

use super::kind::Kind;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Path of the directory.
pub(super) type Handle = PathBuf;

/// Permissions of a file, which are not used here.
pub(super) type Permissions = ();

pub(super) fn open(path: &Path) -> io::Result<Handle> {
    if fs::metadata(path)?.is_dir() {
        Ok(path.to_owned())
    } else {
        Err(io::ErrorKind::NotADirectory.into())
    }
}

pub(super) fn open_directory(directory: &Handle, name: &Path) -> io::Result<Handle> {
    match kind(directory, name)? {
        Kind::Directory => Ok(directory.join(name)),
        _ => Err(io::ErrorKind::NotADirectory.into()),
    }
}

pub(super) fn make_directory(directory: &Handle, name: &Path) -> io::Result<()> {
    fs::create_dir(directory.join(name))
}

pub(super) fn kind(directory: &Handle, name: &Path) -> io::Result<Kind> {
    let found = fs::symlink_metadata(directory.join(name))?.file_type();
    Ok(if found.is_symlink() {
        Kind::Link
    } else if found.is_dir() {
        Kind::Directory
    } else if found.is_file() {
        Kind::File
    } else {
        Kind::Other
    })
}

pub(super) fn open_file(directory: &Handle, name: &Path) -> io::Result<File> {
    File::open(directory.join(name))
}

pub(super) fn create_new(directory: &Handle, name: &Path, _: Option<Permissions>) -> io::Result<File> {
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(directory.join(name))
}

/// Returns nothing: a replaced file gets the permissions of its directory.
#[allow(clippy::unnecessary_wraps, reason = "the same as on Unix")]
pub(super) fn permissions(_: &Handle, _: &Path) -> io::Result<Permissions> {
    Ok(())
}

/// Returns the size of a file in bytes.
pub(super) fn size(directory: &Handle, name: &Path) -> io::Result<u64> {
    Ok(fs::symlink_metadata(directory.join(name))?.len())
}

/// Does nothing: the standard library cannot synchronize a directory on this system.
#[allow(clippy::unnecessary_wraps, reason = "the same as on Unix")]
pub(super) fn synchronize(_: &Handle) -> io::Result<()> {
    Ok(())
}

pub(super) fn rename(directory: &Handle, from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(directory.join(from), directory.join(to))
}

/// Fails: the standard library has no such operation on this system.
pub(super) fn rename_new(_: &Handle, _: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Fails: the standard library has no such operation on this system.
pub(super) fn exchange(_: &Handle, _: &Path, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

pub(super) fn remove(directory: &Handle, name: &Path) -> io::Result<()> {
    fs::remove_file(directory.join(name))
}

pub(super) fn names(directory: &Handle) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(directory)? {
        if let Ok(name) = entry?.file_name().into_string() {
            names.push(name);
        }
    }
    Ok(names)
}
