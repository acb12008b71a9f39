//! Names of new files that every system can store, so that a folder can be copied from one system to another. The page
//! and the command line check a file in a folder with the same function.
//!
//! Invariant: only new files are checked, so every existing document opens and is stored.

use super::{FileName, StorageError, WorkspaceError};
use crate::language::bilingual;

/// Checks that a new file can be in a folder with these files on every system.
///
/// # Errors
/// Returns an error if Windows reserves the name, or if it differs from the name of a file only in case
/// or in the form of Hangul.
pub(super) fn check<'a>(
    file: &FileName,
    mut others: impl Iterator<Item = &'a str>,
) -> Result<(), WorkspaceError> {
    let name = file.to_string();
    if file.is_reserved() {
        return Err(WorkspaceError::Reserved { name });
    }
    match others.find(|other| *other != file.as_str() && file.is_same_file(other)) {
        Some(existing) => Err(WorkspaceError::SameName {
            name,
            existing: existing.to_owned(),
        }),
        None => Ok(()),
    }
}

/// Like [`check`], for a folder with these files; a file that is in the folder is not checked.
///
/// # Errors
/// Returns the reason why the file cannot be in the folder.
pub fn check_in_folder(file: &FileName, there: &[FileName]) -> Result<(), StorageError> {
    if there.contains(file) {
        return Ok(());
    }
    check(file, there.iter().map(FileName::as_str)).map_err(|why| {
        StorageError::BadFile(bilingual!(
            "{file}.js was not stored: {why}",
            "{file}.js를 저장하지 못했어요: {why:#}"
        ))
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_folder_gets_only_new_files_that_every_system_can_store() {
        let file = |name: &str| FileName::new(name).unwrap();
        let there = [file("Gear"), file("con")];
        let told = |name: &str| check_in_folder(&file(name), &there).unwrap_err().to_string();
        assert!(told("aux").contains("aux.js was not stored: 'aux' is the name of a device on Windows"));
        assert!(told("gear").contains("differs from the file 'Gear' only in case or Unicode form"));
        for name in ["con", "Gear", "gears"] {
            assert_eq!(check_in_folder(&file(name), &there), Ok(()), "{name}");
        }
    }
}
