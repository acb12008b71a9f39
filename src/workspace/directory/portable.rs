//! Directory access by path, with the standard library alone. A link is detected before opening, except for one created
//! between the check and the opening.

use super::kind::Kind;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Path of the directory.
pub(super) type Handle = PathBuf;

pub(super) fn open(path: &Path) -> io::Result<Handle> {
    if fs::metadata(path)?.is_dir() {
        Ok(path.to_owned())
    } else {
        Err(io::ErrorKind::NotADirectory.into())
    }
}

pub(super) fn open_directory(directory: &Handle, name: &str) -> io::Result<Handle> {
    match kind(directory, name)? {
        Kind::Directory => Ok(directory.join(name)),
        _ => Err(io::ErrorKind::NotADirectory.into()),
    }
}

pub(super) fn make_directory(directory: &Handle, name: &str) -> io::Result<()> {
    fs::create_dir(directory.join(name))
}

pub(super) fn kind(directory: &Handle, name: &str) -> io::Result<Kind> {
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

pub(super) fn open_file(directory: &Handle, name: &str) -> io::Result<File> {
    File::open(directory.join(name))
}

pub(super) fn create_new(directory: &Handle, name: &str) -> io::Result<File> {
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(directory.join(name))
}

pub(super) fn rename(directory: &Handle, from: &str, to: &str) -> io::Result<()> {
    fs::rename(directory.join(from), directory.join(to))
}

pub(super) fn remove(directory: &Handle, name: &str) -> io::Result<()> {
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
