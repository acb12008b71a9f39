//! Database of the library in IndexedDB: a store of texts for each kind of record.

use crate::language::{Bilingual, bilingual};
use crate::library::{Batch, Store};
use crate::ui::web_storage;
use crate::workspace::StorageError;
use futures_util::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use idb::{DatabaseEvent, Error, Factory, KeyRange, ObjectStoreParams, Query, Transaction, TransactionMode};
use std::pin::pin;
use wasm_bindgen::JsValue;

/// Name of the database.
const NAME: &str = "trammel";

/// Version of the set of stores. The records have versions of their own.
const VERSION: u32 = 1;

/// Store of the folders of drawings, which are values of the browser instead of texts.
const FOLDERS: &str = "folders";

/// Maximum time to open the database, in milliseconds. A browser that does not answer gets a page without a library.
const OPENING_MS: u32 = 5_000;

/// Connection to the database.
pub(crate) struct Database {
    idb: idb::Database,
}

impl Database {
    /// Opens the database, and creates it on the first visit.
    ///
    /// # Errors
    /// Returns an error if the browser has no database for this page or does not open it in time.
    pub(crate) async fn open() -> Result<Database, StorageError> {
        let opening = pin!(Database::connect());
        let late = pin!(TimeoutFuture::new(OPENING_MS));
        match select(opening, late).await {
            Either::Left((opened, _)) => opened,
            Either::Right(_) => Err(StorageError::Unavailable(bilingual!(
                "the database of this browser did not answer",
                "이 브라우저의 데이터베이스가 응답하지 않았어요"
            ))),
        }
    }

    async fn connect() -> Result<Database, StorageError> {
        let mut request = Factory::new()
            .and_then(|factory| factory.open(NAME, Some(VERSION)))
            .map_err(|error| reason(&error))?;
        request.on_upgrade_needed(|event| {
            let Ok(database) = event.database() else {
                return;
            };
            let existing = database.store_names();
            for store in Store::ALL.map(Store::name).into_iter().chain([FOLDERS]) {
                if !existing.iter().any(|name| name == store) {
                    // If a store cannot be created, the first transaction on it reports the failure.
                    let _ = database.create_object_store(store, ObjectStoreParams::new());
                }
            }
        });
        let idb = request.await.map_err(|error| reason(&error))?;
        Ok(Database { idb })
    }

    /// Stores all changes of a batch, or none of them.
    ///
    /// # Errors
    /// Returns an error if the storage is full or unusable; nothing is changed.
    pub(crate) async fn write(&self, batch: &Batch) -> Result<(), StorageError> {
        let names: Vec<&str> = Store::ALL.iter().map(|store| store.name()).collect();
        let open = self.idb.transaction(&names, TransactionMode::ReadWrite);
        let transaction = open.map_err(|error| reason(&error))?;
        for (store, key, text) in &batch.puts {
            let store = transaction.object_store(store.name());
            let put = store.and_then(|store| store.put(&text.into(), Some(&key.into())));
            put.map_err(|error| reason(&error))?;
        }
        for (store, key) in &batch.removes {
            let store = transaction.object_store(store.name());
            let removed = store.and_then(|store| store.delete(JsValue::from(key)));
            removed.map_err(|error| reason(&error))?;
        }
        finish(transaction).await
    }

    /// Returns the text of a record; `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub(crate) async fn get(&self, store: Store, key: &str) -> Result<Option<String>, StorageError> {
        let transaction = self.reading(store)?;
        let request = transaction
            .object_store(store.name())
            .and_then(|store| store.get(JsValue::from(key)))
            .map_err(|error| reason(&error))?;
        let value = request.await.map_err(|error| reason(&error))?;
        Ok(value.and_then(|value| value.as_string()))
    }

    /// Returns the keys and texts from a key up to another one, exclusively; all of them for `None`.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub(crate) async fn records(
        &self,
        store: Store,
        range: Option<(&str, &str)>,
    ) -> Result<Vec<(String, String)>, StorageError> {
        let query = match range {
            None => None,
            Some((from, to)) => {
                let range = KeyRange::bound(&from.into(), &to.into(), None, Some(true));
                Some(Query::from(range.map_err(|error| reason(&error))?))
            }
        };
        let transaction = self.reading(store)?;
        let requests = transaction.object_store(store.name()).and_then(|store| {
            // Both requests belong to one transaction, so keys and texts match.
            Ok((
                store.get_all_keys(query.clone(), None)?,
                store.get_all(query, None)?,
            ))
        });
        let (keys, texts) = requests.map_err(|error| reason(&error))?;
        let keys = keys.await.map_err(|error| reason(&error))?;
        let texts = texts.await.map_err(|error| reason(&error))?;
        let text = |value: JsValue| value.as_string().unwrap_or_default();
        let pairs = keys.into_iter().zip(texts);
        Ok(pairs.map(|(key, value)| (text(key), text(value))).collect())
    }

    /// Stores the folder of a drawing.
    ///
    /// # Errors
    /// Returns an error if the storage is full or unusable.
    pub(crate) async fn put_folder(&self, drawing: &str, record: &JsValue) -> Result<(), StorageError> {
        let transaction = self.idb.transaction(&[FOLDERS], TransactionMode::ReadWrite);
        let transaction = transaction.map_err(|error| reason(&error))?;
        let store = transaction.object_store(FOLDERS);
        let put = store.and_then(|store| store.put(record, Some(&drawing.into())));
        put.map_err(|error| reason(&error))?;
        finish(transaction).await
    }

    /// Removes the folder of a drawing.
    ///
    /// # Errors
    /// Returns an error if the storage is unusable.
    pub(crate) async fn remove_folder(&self, drawing: &str) -> Result<(), StorageError> {
        let transaction = self.idb.transaction(&[FOLDERS], TransactionMode::ReadWrite);
        let transaction = transaction.map_err(|error| reason(&error))?;
        let store = transaction.object_store(FOLDERS);
        let removed = store.and_then(|store| store.delete(JsValue::from(drawing)));
        removed.map_err(|error| reason(&error))?;
        finish(transaction).await
    }

    /// Returns the folders of all drawings, with the ids of the drawings.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub(crate) async fn folders(&self) -> Result<Vec<(String, JsValue)>, StorageError> {
        let transaction = self.idb.transaction(&[FOLDERS], TransactionMode::ReadOnly);
        let transaction = transaction.map_err(|error| reason(&error))?;
        let requests = transaction
            .object_store(FOLDERS)
            .and_then(|store| Ok((store.get_all_keys(None, None)?, store.get_all(None, None)?)));
        let (keys, records) = requests.map_err(|error| reason(&error))?;
        let keys = keys.await.map_err(|error| reason(&error))?;
        let records = records.await.map_err(|error| reason(&error))?;
        let id = |key: JsValue| key.as_string().unwrap_or_default();
        Ok(keys.into_iter().map(id).zip(records).collect())
    }

    fn reading(&self, store: Store) -> Result<Transaction, StorageError> {
        let transaction = self.idb.transaction(&[store.name()], TransactionMode::ReadOnly);
        transaction.map_err(|error| reason(&error))
    }
}

/// Waits for the end of a transaction.
async fn finish(transaction: Transaction) -> Result<(), StorageError> {
    // The transaction itself names the reason of an abort, such as an exceeded quota.
    let inside = JsValue::from(transaction);
    let waiting = Transaction::try_from(inside.clone()).map_err(|error| reason(&error))?;
    match waiting.await {
        Ok(result) if result.is_committed() => Ok(()),
        Ok(_) => {
            let error = js_sys::Reflect::get(&inside, &JsValue::from_str("error"));
            Err(described(&error.unwrap_or_default()))
        }
        Err(error) => Err(reason(&error)),
    }
}

/// Returns the error of the browser in words.
fn reason(error: &Error) -> StorageError {
    match error {
        Error::DomException(why) => described(why),
        Error::AddFailed(why)
        | Error::UpdateFailed(why)
        | Error::DeleteFailed(why)
        | Error::GetFailed(why)
        | Error::IndexedDbNotFound(why)
        | Error::IndexedDbOpenFailed(why)
        | Error::TransactionOpenFailed(why) => described(why),
        other => StorageError::Unavailable(Bilingual::same(other.to_string())),
    }
}

fn described(why: &JsValue) -> StorageError {
    let why = web_storage::describe(why);
    if why == web_storage::full() {
        StorageError::Full
    } else {
        StorageError::Unavailable(why)
    }
}
