//! Stored texts that a document carries without reading them: texts that the user has set aside, and texts with a key that
//! this version does not know. They belong to every copy of the document.

use super::document::Session;
use super::lineage::{LINEAGE_KEY, REVISION_KEY};
use super::proposal::PROPOSAL;
use super::stored_settings::SETTINGS_KEYS;
use trammel_code::{FILE_PREFIX, GOOD_PREFIX, Storage, StorageError};
use trammel_knowledge::Memory;
use trammel_tools::CustomTools;

/// Prefix of unreadable texts that the user has set aside.
pub(super) const ASIDE_PREFIX: &str = "aside/";

impl Session {
    /// Reads the texts to carry. A folder keeps its files by itself.
    pub(super) fn load_carried(&mut self, storage: &dyn Storage) -> Result<(), StorageError> {
        if storage.guards_each_text() {
            return Ok(());
        }
        for key in storage.keys()?.into_iter().filter(|key| !is_known(key)) {
            if let Some(text) = self.stored(&key, storage) {
                self.carried.insert(key.clone(), text.as_str().into());
                self.loaded(&key, text, Ok(()));
            }
        }
        Ok(())
    }
}

/// Whether a key is that of a part of a document that this version reads and writes.
pub fn is_part(key: &str) -> bool {
    let is_file = key.starts_with(FILE_PREFIX) || key.starts_with(GOOD_PREFIX);
    let is_state = [CustomTools::KEY, PROPOSAL].contains(&key);
    is_file || is_state || SETTINGS_KEYS.contains(&key) || Memory::KEYS.contains(&key)
}

fn is_known(key: &str) -> bool {
    is_part(key) || key == REVISION_KEY || key == LINEAGE_KEY
}
