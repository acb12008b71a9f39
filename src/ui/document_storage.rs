//! The browser's localStorage as a [`Storage`], for the current drawing and the previous drawings, each with its own
//! key prefix. When localStorage is not usable, the document stays in memory.

use super::examples::EXAMPLES;
use super::web_storage::{self, StorageArea};
use crate::language::Bilingual;
use crate::sandbox::Limits;
use crate::session::Session;
use crate::workspace::{MAIN_KEY, MemoryStorage, Storage, StorageError};

/// Key prefix of the current drawing.
pub(crate) const WORK: &str = "work:";

/// Key prefix of the conversation.
pub(crate) const CHAT: &str = "chat";

/// Key prefix of the previous drawings.
const PREVIOUS: &str = "previous:";

/// The entries of this origin's localStorage under one key prefix.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BrowserStorage {
    prefix: &'static str,
}

impl BrowserStorage {
    /// Returns the storage of the current drawing.
    pub(crate) fn work() -> Self {
        Self { prefix: WORK }
    }

    /// Returns the storage of the previous drawings.
    pub(crate) fn previous() -> Self {
        Self { prefix: PREVIOUS }
    }

    fn key(self, key: &str) -> String {
        format!("{}{key}", self.prefix)
    }
}

impl Storage for BrowserStorage {
    fn get(&self, key: &str) -> Result<Option<String>, StorageError> {
        Ok(web_storage::read(StorageArea::Device, &self.key(key)))
    }

    fn set(&mut self, key: &str, text: &str) -> Result<(), StorageError> {
        web_storage::write(StorageArea::Device, &self.key(key), text).map_err(|why| {
            if why == web_storage::full() {
                StorageError::Full
            } else {
                StorageError::Unavailable(why.english)
            }
        })
    }

    fn remove(&mut self, key: &str) -> Result<(), StorageError> {
        web_storage::remove(StorageArea::Device, &self.key(key));
        Ok(())
    }

    fn keys(&self) -> Result<Vec<String>, StorageError> {
        let keys = web_storage::keys(StorageArea::Device, self.prefix).into_iter();
        Ok(keys
            .filter_map(|key| key.strip_prefix(self.prefix).map(str::to_owned))
            .collect())
    }
}

/// Returns the message for an error of the browser's storage.
pub(crate) fn message(error: &StorageError) -> Bilingual {
    match error {
        StorageError::Full => web_storage::full(),
        StorageError::Changed => Bilingual::new(
            "another tab has changed the stored drawing, so it was not overwritten.",
            "다른 탭에서 저장된 도면을 바꿔서 덮어쓰지 않았어요.",
        ),
        StorageError::Unreadable(keys) => {
            let keys = keys.join(", ");
            Bilingual::new(
                format!("stored data that cannot be read is not overwritten ({keys})."),
                format!("읽을 수 없는 저장 데이터를 덮어쓰지 않았어요({keys})."),
            )
        }
        StorageError::Unavailable(why) if *why == web_storage::disabled().english => web_storage::disabled(),
        StorageError::Unavailable(why) => {
            let why = why.trim_end_matches('.');
            Bilingual::new(
                format!("the storage of this browser is not available ({why})."),
                format!("브라우저 저장 공간을 쓸 수 없어요({why})."),
            )
        }
        StorageError::Edited(_) | StorageError::BadFile(_) => Bilingual::same(error.to_string()),
    }
}

/// Loads the stored document, or the first example on a first visit. Also returns the reasons why the storage could not
/// be read, without the texts that the session lists as unreadable.
pub(crate) fn load(storage: &mut BrowserStorage, limits: Limits) -> (Session, Vec<String>) {
    let first_visit = storage.keys().is_ok_and(|keys| keys.is_empty());
    let example = EXAMPLES[0].code;
    if !first_visit || storage.set(MAIN_KEY, example).is_ok() {
        match Session::load(storage, limits) {
            Ok((session, mut problems)) => {
                problems.retain(|why| session.unreadable().iter().all(|part| part.why != *why));
                return (session, problems);
            }
            Err(why) => return (from_memory(example, limits), vec![why.to_string()]),
        }
    }
    (from_memory(example, limits), Vec::new())
}

/// Creates a document that is not stored yet; saving it reports the storage error.
fn from_memory(main: &str, limits: Limits) -> Session {
    let mut memory = MemoryStorage::default();
    // Memory storage is never full.
    let _ = memory.set(MAIN_KEY, main);
    Session::load(&memory, limits).map_or_else(|_| Session::new(limits), |(session, _)| session)
}
