//! Code files as plain texts.

use std::collections::BTreeMap;
use std::sync::Arc;
use trammel_base::sort;
use trammel_code::{FileName, Workspace};

/// Code files with their texts.
pub(crate) type FileTexts = BTreeMap<FileName, Arc<str>>;

/// Returns the present texts of all files.
pub(crate) fn texts_of(files: &Workspace) -> FileTexts {
    sort::map(files.files().map(|(name, text)| (name.clone(), text.clone())))
}
