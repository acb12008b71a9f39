//! Reading the list of previous drawings from the browser's storage.

use crate::session::previous::{self, Entry};
use crate::ui::document_storage::BrowserStorage;

/// The list, newest first; empty when the storage cannot be read.
pub(super) fn entries() -> Vec<Entry> {
    previous::list(&BrowserStorage::previous()).unwrap_or_default()
}
