//! Names of new files that every system can store, so that a folder can be copied from one system to another. The page
//! and the command line check a file in a folder with the same function.
//!
//! Invariant: only new files are refused, so every existing document opens and is stored. When a document is opened, the
//! user gets a message about each of its files that a folder may not have.

use super::{FileName, StorageError, WorkspaceError};
use trammel_language::{Bilingual, bilingual};

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

/// Like `check`, for a folder with these files; a file that is in the folder is not checked.
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

/// Returns a message about each file that a folder on some systems cannot have beside the files before it.
pub fn unportable<'a>(files: impl IntoIterator<Item = &'a FileName>) -> Vec<Bilingual> {
    let mut before: Vec<&str> = Vec::new();
    let mut messages = Vec::new();
    for file in files {
        match check(file, before.iter().copied()) {
            Ok(()) => before.push(file.as_str()),
            Err(why) => messages.push(bilingual!(
                "The file '{file}' stays in the drawing, but a folder on disk may not get it: {why}",
                "'{file}' 파일은 도면에 남지만 디스크 폴더에는 저장되지 않을 수 있어요. {why:#}"
            )),
        }
    }
    messages
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
        let distinct = unportable(&[file("gear"), file("main"), file("연결")]);
        assert!(distinct.is_empty(), "{distinct:?}");
        for (names, told) in [
            (
                ["Gear", "gear"],
                "'gear' differs from the file 'Gear' only in case or Unicode form",
            ),
            // The second name is the first one in single letters of Hangul.
            (
                ["연결", "\u{110b}\u{1167}\u{11ab}\u{1100}\u{1167}\u{11af}"],
                "differs from the file '연결' only in case or Unicode form",
            ),
            (["main", "LPT1"], "'LPT1' is the name of a device on Windows"),
        ] {
            let messages = unportable(&names.map(file));
            let [message] = &messages[..] else {
                panic!("{messages:?}")
            };
            assert!(message.english.contains(told), "{message:?}");
            assert!(message.english.contains("stays in the drawing"), "{message:?}");
            assert!(message.korean.contains("도면에 남지만"), "{message:?}");
        }
        for name in ["con", "Gear", "gears"] {
            assert_eq!(check_in_folder(&file(name), &there), Ok(()), "{name}");
        }
    }
}
