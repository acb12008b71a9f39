//! Files that are gone from the folder of a document. The command line cannot ask the user, so it carries out no call
//! until the user has decided. No text is lost: the program has the texts that it has read, and stores a copy of each in
//! the history of the folder.

use std::sync::Arc;
use trammel_code::{Folder, MAIN_KEY, Storage};
use trammel_document::REVISION_KEY;

/// Checks before a folder is opened that a drawing which was stored there still has its main file.
///
/// # Errors
/// Returns an error with the next step if `main.js` is missing, or if the folder cannot be read.
pub(super) fn check_main(folder: &Folder) -> Result<(), String> {
    let keys = folder.keys().map_err(|error| error.to_string())?;
    let has = |wanted: &str| keys.iter().any(|key| key == wanted);
    if has(MAIN_KEY) || !has(REVISION_KEY) {
        return Ok(());
    }
    let (main, counter) = (Folder::file_of(MAIN_KEY), Folder::file_of(REVISION_KEY));
    Err(format!(
        "the folder holds a drawing ({counter} exists), but {main} is missing. Put {main} back, or create an empty {main} to start from nothing"
    ))
}

/// Stores the texts of files that are gone in the history of the folder, and returns the reason why a call is refused.
pub(super) fn refusal(folder: &Folder, vanished: &[(String, Arc<str>)]) -> String {
    let files: Vec<String> = vanished.iter().map(|(key, _)| Folder::file_of(key)).collect();
    let copies: Result<Vec<String>, _> = vanished
        .iter()
        .map(|(key, text)| folder.keep_vanished(key, text))
        .collect();
    let texts = match copies {
        Ok(places) => format!("Their texts are in {}.", places.last().map_or("", |place| place)),
        Err(error) => format!("Their texts could not be copied: {error}"),
    };
    let without = if vanished.iter().any(|(key, _)| key == MAIN_KEY) {
        let main = Folder::file_of(MAIN_KEY);
        format!("create an empty {main} and start trammel again")
    } else {
        "start trammel again".to_owned()
    };
    format!(
        "another program removed {} from the folder, so the call was not carried out. Put the files back; to go on without them, {without}. {texts}",
        files.join(", ")
    )
}
