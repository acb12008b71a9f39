//! Directory access on Unix, relative to an open directory and without following a link in the last path component.

use super::kind::Kind;
use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags};
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

/// Open directory.
pub(super) type Handle = OwnedFd;

/// Bits of a file's mode that say who may read, write, and execute it.
pub(super) type Permissions = Mode;

const DIRECTORY: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

pub(super) fn open(path: &Path) -> io::Result<Handle> {
    Ok(rustix::fs::open(path, DIRECTORY, Mode::empty())?)
}

pub(super) fn open_directory(directory: &Handle, name: &Path) -> io::Result<Handle> {
    let flags = DIRECTORY | OFlags::NOFOLLOW;
    Ok(rustix::fs::openat(directory, name, flags, Mode::empty())?)
}

pub(super) fn make_directory(directory: &Handle, name: &Path) -> io::Result<()> {
    Ok(rustix::fs::mkdirat(directory, name, Mode::from(0o777))?)
}

pub(super) fn kind(directory: &Handle, name: &Path) -> io::Result<Kind> {
    let found = rustix::fs::statat(directory, name, AtFlags::SYMLINK_NOFOLLOW)?;
    Ok(match FileType::from_raw_mode(found.st_mode) {
        FileType::RegularFile => Kind::File,
        FileType::Directory => Kind::Directory,
        FileType::Symlink => Kind::Link,
        FileType::Fifo => Kind::Pipe,
        _ => Kind::Other,
    })
}

pub(super) fn open_file(directory: &Handle, name: &Path) -> io::Result<File> {
    // Without NONBLOCK, opening a pipe that has replaced the file would wait for a writer.
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    let opened = rustix::fs::openat(directory, name, flags, Mode::empty())?;
    Ok(File::from(opened))
}

/// Creates a file. A file with given permissions never has more of them, not even for a moment.
pub(super) fn create_new(
    directory: &Handle,
    name: &Path,
    permissions: Option<Permissions>,
) -> io::Result<File> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mode = permissions.unwrap_or(Mode::from(0o666));
    let opened = rustix::fs::openat(directory, name, flags, mode)?;
    if let Some(mode) = permissions {
        // The mask of the process may have removed permissions. A file system without permissions refuses, and the file
        // then has those of the file system.
        let _ = rustix::fs::fchmod(&opened, mode);
    }
    Ok(File::from(opened))
}

/// Returns who may read, write, and execute a file.
pub(super) fn permissions(directory: &Handle, name: &Path) -> io::Result<Permissions> {
    let found = rustix::fs::statat(directory, name, AtFlags::SYMLINK_NOFOLLOW)?;
    Ok(Mode::from_raw_mode(found.st_mode) & Mode::from(0o777))
}

/// Returns the size of a file in bytes.
pub(super) fn size(directory: &Handle, name: &Path) -> io::Result<u64> {
    let found = rustix::fs::statat(directory, name, AtFlags::SYMLINK_NOFOLLOW)?;
    Ok(u64::try_from(found.st_size).unwrap_or_default())
}

/// Writes the names of a directory to the disk.
pub(super) fn synchronize(directory: &Handle) -> io::Result<()> {
    Ok(rustix::fs::fsync(directory)?)
}

pub(super) fn rename(directory: &Handle, from: &Path, to: &Path) -> io::Result<()> {
    Ok(rustix::fs::renameat(directory, from, directory, to)?)
}

/// Renames a file to a name that no entry has.
pub(super) fn rename_new(directory: &Handle, from: &Path, to: &Path) -> io::Result<()> {
    rename_with(directory, from, to, false)
}

/// Exchanges two entries in one step.
pub(super) fn exchange(directory: &Handle, one: &Path, other: &Path) -> io::Result<()> {
    rename_with(directory, one, other, true)
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn rename_with(directory: &Handle, from: &Path, to: &Path, exchanges: bool) -> io::Result<()> {
    use rustix::fs::RenameFlags;
    let flags = match exchanges {
        true => RenameFlags::EXCHANGE,
        false => RenameFlags::NOREPLACE,
    };
    Ok(rustix::fs::renameat_with(directory, from, directory, to, flags)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn rename_with(_: &Handle, _: &Path, _: &Path, _: bool) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

pub(super) fn remove(directory: &Handle, name: &Path) -> io::Result<()> {
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
