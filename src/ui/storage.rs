//! The browser's localStorage as a [`Storage`] of the workspace. When it cannot be used, what is in memory stays.

use super::examples::EXAMPLES;
use super::local::{self, Keep};
use crate::sandbox::Limits;
use crate::session::Session;
use crate::workspace::{MemoryStorage, Storage, StorageError};

/// Everything of the drawing is under this key prefix.
pub(crate) const WORK: &str = "work:";

/// Where the session keeps `main`.
const MAIN: &str = "file/main";

/// The localStorage of this origin.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BrowserStorage;

impl Storage for BrowserStorage {
    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        Ok(local::read(Keep::Device, &format!("{WORK}{key}")))
    }

    fn set(&mut self, key: &str, text: &str) -> Result<(), StorageError> {
        local::write(Keep::Device, &format!("{WORK}{key}"), text).map_err(|why| {
            if why == local::FULL {
                StorageError::Full
            } else {
                StorageError::Unavailable(why)
            }
        })
    }

    fn remove(&mut self, key: &str) -> Result<(), StorageError> {
        local::remove(Keep::Device, &format!("{WORK}{key}"));
        Ok(())
    }

    fn keys(&self) -> Result<Vec<String>, StorageError> {
        let keys = local::keys(Keep::Device, WORK).into_iter();
        Ok(keys
            .filter_map(|key| key.strip_prefix(WORK).map(str::to_owned))
            .collect())
    }
}

/// The stored document, or the first example on a first visit; and what could not be read back, in words.
pub(crate) fn load(storage: &mut BrowserStorage, limits: Limits) -> (Session, Vec<String>) {
    let first_visit = storage.keys().is_ok_and(|keys| keys.is_empty());
    let example = EXAMPLES[0].code;
    if !first_visit || storage.set(MAIN, example).is_ok() {
        match Session::load(storage, limits) {
            Ok(loaded) => return loaded,
            Err(why) => return (from_memory(example, limits), vec![why.to_string()]),
        }
    }
    (from_memory(example, limits), Vec::new())
}

/// A document that is not stored anywhere yet: saving it says so.
fn from_memory(main: &str, limits: Limits) -> Session {
    let mut memory = MemoryStorage::default();
    // Memory is never full.
    let _ = memory.set(MAIN, main);
    Session::load(&memory, limits).map_or_else(|_| Session::new(limits), |(session, _)| session)
}
