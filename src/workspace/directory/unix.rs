//! Directory access on Unix, relative to an open directory and without following a link in the last path component.

use super::kind::Kind;
use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags};
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

/// Open directory.
pub(super) type Handle = OwnedFd;

const DIRECTORY: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

pub(super) fn open(path: &Path) -> io::Result<Handle> {
    Ok(rustix::fs::open(path, DIRECTORY, Mode::empty())?)
}

pub(super) fn open_directory(directory: &Handle, name: &str) -> io::Result<Handle> {
    let flags = DIRECTORY | OFlags::NOFOLLOW;
    Ok(rustix::fs::openat(directory, name, flags, Mode::empty())?)
}

pub(super) fn make_directory(directory: &Handle, name: &str) -> io::Result<()> {
    Ok(rustix::fs::mkdirat(directory, name, Mode::from(0o777))?)
}

pub(super) fn kind(directory: &Handle, name: &str) -> io::Result<Kind> {
    let found = rustix::fs::statat(directory, name, AtFlags::SYMLINK_NOFOLLOW)?;
    Ok(match FileType::from_raw_mode(found.st_mode) {
        FileType::RegularFile => Kind::File,
        FileType::Directory => Kind::Directory,
        FileType::Symlink => Kind::Link,
        FileType::Fifo => Kind::Pipe,
        _ => Kind::Other,
    })
}

pub(super) fn open_file(directory: &Handle, name: &str) -> io::Result<File> {
    // Without NONBLOCK, opening a pipe that has replaced the file would wait for a writer.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let opened = rustix::fs::openat(directory, name, flags, Mode::empty())?;
    Ok(File::from(opened))
}

pub(super) fn create_new(directory: &Handle, name: &str) -> io::Result<File> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let opened = rustix::fs::openat(directory, name, flags, Mode::from(0o666))?;
    Ok(File::from(opened))
}

pub(super) fn rename(directory: &Handle, from: &str, to: &str) -> io::Result<()> {
    Ok(rustix::fs::renameat(directory, from, directory, to)?)
}

pub(super) fn remove(directory: &Handle, name: &str) -> io::Result<()> {
    Ok(rustix::fs::unlinkat(directory, name, AtFlags::empty())?)
}

pub(super) fn names(directory: &Handle) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in Dir::read_from(directory)? {
        if let Ok(name) = entry?.file_name().to_str() {
            names.push(name.to_owned());
        }
    }
    Ok(names)
}
