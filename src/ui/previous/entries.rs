//! Access to the list of previous drawings in the browser's storage.

use crate::session::previous::{self, Entry};
use crate::ui::document_storage::BrowserStorage;

/// Returns the list, newest first; empty if the storage cannot be read.
pub(super) fn entries() -> Vec<Entry> {
    previous::list(&BrowserStorage::previous()).unwrap_or_default()
}
