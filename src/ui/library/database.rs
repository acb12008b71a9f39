//! Database of the library in IndexedDB: a store of texts for each kind of record.
//!
//! Invariants: a read returns its error, and `None` only if there is no record; an operation that fails without a change
//! is repeated once with another connection, because the browser may have closed the one before.

use super::connection::{Connection, Connections, FOLDERS, first_event, result_of};
use super::database_error::{error_of, form_error};
use js_sys::{Array, Object, Reflect};
use std::rc::Rc;
use trammel_code::StorageError;
use trammel_document::library::{Batch, Store};
use wasm_bindgen::prelude::*;
use web_sys::{Event, IdbKeyRange, IdbObjectStore, IdbTransaction, IdbTransactionMode};

#[wasm_bindgen]
extern "C" {
    /// Database (`IDBDatabase`) whose transactions have options. `web-sys` has them only with unstable features.
    type DatabaseWithOptions;

    #[wasm_bindgen(method, catch)]
    fn transaction(
        this: &DatabaseWithOptions,
        stores: &Array,
        mode: &str,
        options: &Object,
    ) -> Result<IdbTransaction, JsValue>;
}

/// Database, with a connection that is opened again when the browser has closed it.
pub(crate) struct Database {
    connections: Rc<Connections>,
}

impl Database {
    /// Opens the database, and creates it on the first visit. `on_outdated` tells the user to reload the page, because a
    /// newer version of the page uses the database.
    ///
    /// # Errors
    /// Returns an error if the browser has no database for this page or does not open it in time.
    pub(crate) async fn open(on_outdated: impl Fn() + 'static) -> Result<Database, StorageError> {
        let connections = Rc::new(Connections::default());
        connections.on_outdated(on_outdated);
        connections.get().await?;
        Ok(Database { connections })
    }

    /// Whether the database was removed since the last call of this method. A database that was removed is created again.
    ///
    /// # Errors
    /// Returns an error if the database cannot be opened.
    pub(crate) async fn was_removed(&self) -> Result<bool, StorageError> {
        self.connections.get().await?;
        Ok(self.connections.take_removed())
    }

    /// Stores all changes of a batch, or none of them.
    ///
    /// # Errors
    /// Returns an error if the storage is full or unusable, or [`StorageError::Changed`] if a key of a new record is
    /// taken; nothing is changed.
    pub(crate) async fn write(&self, batch: &Batch) -> Result<(), StorageError> {
        let names: Array = Store::ALL
            .iter()
            .map(|store| JsValue::from(store.name()))
            .collect();
        self.with_retry(async |connection| {
            let writing = if batch.is_work() {
                Transaction::begin_strict(&connection, &names)?
            } else {
                Transaction::begin(&connection, &names, IdbTransactionMode::Readwrite)?
            };
            for (store, key, text) in &batch.adds {
                let store = writing.store(store.name())?;
                let added = store.add_with_key(&text.into(), &key.into());
                added.map_err(|why| error_of(&why))?;
            }
            for (store, key, text) in &batch.puts {
                let store = writing.store(store.name())?;
                let put = store.put_with_key(&text.into(), &key.into());
                put.map_err(|why| error_of(&why))?;
            }
            for (store, key) in &batch.removes {
                let store = writing.store(store.name())?;
                store.delete(&key.into()).map_err(|why| error_of(&why))?;
            }
            writing.wait_for_commit().await
        })
        .await
    }

    /// Returns the text of a record; `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read, or if the record is not a text.
    pub(crate) async fn get(&self, store: Store, key: &str) -> Result<Option<String>, StorageError> {
        let names = Array::of1(&store.name().into());
        self.with_retry(async |connection| {
            let reading = Transaction::begin(&connection, &names, IdbTransactionMode::Readonly)?;
            let request = reading.store(store.name())?.get(&key.into());
            let value = result_of(&request.map_err(|why| error_of(&why))?).await?;
            if value.is_undefined() {
                return Ok(None);
            }
            value.as_string().map(Some).ok_or_else(form_error)
        })
        .await
    }

    /// Returns the keys and texts from a key up to another one, exclusively; all of them for `None`. A record that is not
    /// a text has an empty text.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub(crate) async fn records(
        &self,
        store: Store,
        range: Option<(&str, &str)>,
    ) -> Result<Vec<(String, String)>, StorageError> {
        let pairs = self.pairs(store.name(), range).await?;
        let text = |value: JsValue| value.as_string().unwrap_or_default();
        Ok(pairs.into_iter().map(|(key, value)| (key, text(value))).collect())
    }

    /// Stores the folder of a drawing.
    ///
    /// # Errors
    /// Returns an error if the storage is full or unusable.
    pub(crate) async fn put_folder(&self, drawing: &str, record: &JsValue) -> Result<(), StorageError> {
        self.change_folders(&|store| store.put_with_key(record, &drawing.into()).map(drop))
            .await
    }

    /// Removes the folder of a drawing.
    ///
    /// # Errors
    /// Returns an error if the storage is unusable.
    pub(crate) async fn remove_folder(&self, drawing: &str) -> Result<(), StorageError> {
        self.change_folders(&|store| store.delete(&drawing.into()).map(drop))
            .await
    }

    async fn change_folders(
        &self,
        change: &dyn Fn(&IdbObjectStore) -> Result<(), JsValue>,
    ) -> Result<(), StorageError> {
        let names = Array::of1(&FOLDERS.into());
        self.with_retry(async |connection| {
            let writing = Transaction::begin(&connection, &names, IdbTransactionMode::Readwrite)?;
            change(&writing.store(FOLDERS)?).map_err(|why| error_of(&why))?;
            writing.wait_for_commit().await
        })
        .await
    }

    /// Returns the folders of all drawings, with the ids of the drawings.
    ///
    /// # Errors
    /// Returns an error if the database cannot be read.
    pub(crate) async fn folders(&self) -> Result<Vec<(String, JsValue)>, StorageError> {
        self.pairs(FOLDERS, None).await
    }

    /// Returns the keys and values of a store from a key up to another one, exclusively.
    async fn pairs(
        &self,
        store: &str,
        range: Option<(&str, &str)>,
    ) -> Result<Vec<(String, JsValue)>, StorageError> {
        let query = match range {
            None => JsValue::UNDEFINED,
            Some((from, to)) => {
                let range =
                    IdbKeyRange::bound_with_lower_open_and_upper_open(&from.into(), &to.into(), false, true);
                range.map_err(|why| error_of(&why))?.into()
            }
        };
        let names = Array::of1(&store.into());
        self.with_retry(async |connection| {
            let reading = Transaction::begin(&connection, &names, IdbTransactionMode::Readonly)?;
            let inside = reading.store(store)?;
            // Both requests belong to one transaction, so keys and values match.
            let keys = inside
                .get_all_keys_with_key(&query)
                .map_err(|why| error_of(&why))?;
            let values = inside.get_all_with_key(&query).map_err(|why| error_of(&why))?;
            let keys: Array = result_of(&keys).await?.unchecked_into();
            let values: Array = result_of(&values).await?.unchecked_into();
            let id = |key: JsValue| key.as_string().unwrap_or_default();
            Ok(keys.iter().map(id).zip(values.iter()).collect())
        })
        .await
    }

    /// Carries out an operation, and repeats it once with another connection after a failure that may pass.
    async fn with_retry<T>(
        &self,
        operation: impl AsyncFn(Rc<Connection>) -> Result<T, StorageError>,
    ) -> Result<T, StorageError> {
        let connections = &self.connections;
        let connection = connections.get().await?;
        match connections.wait_for(operation(connection)).await {
            Err(StorageError::Unavailable(_)) => {
                connections.renew();
                let connection = connections.get().await?;
                connections.wait_for(operation(connection)).await
            }
            result => result,
        }
    }
}

/// Transaction, which is aborted if its operation ends early, so that a failed operation changes nothing later.
struct Transaction {
    inner: IdbTransaction,
}

impl Transaction {
    fn begin(
        connection: &Connection,
        stores: &Array,
        mode: IdbTransactionMode,
    ) -> Result<Transaction, StorageError> {
        let begun = connection
            .database
            .transaction_with_str_sequence_and_mode(stores, mode);
        let inner = begun.map_err(|why| error_of(&why))?;
        Ok(Transaction { inner })
    }

    /// Begins a transaction for writing that ends when the disk has its records. A browser that does not know the option
    /// ends the transaction as usual.
    fn begin_strict(connection: &Connection, stores: &Array) -> Result<Transaction, StorageError> {
        let options = Object::new();
        let set = Reflect::set(&options, &"durability".into(), &"strict".into());
        debug_assert!(set.is_ok(), "a plain object takes any property");
        let database: &DatabaseWithOptions = connection.database.unchecked_ref();
        let begun = database.transaction(stores, "readwrite", &options);
        let inner = begun.map_err(|why| error_of(&why))?;
        Ok(Transaction { inner })
    }

    fn store(&self, name: &str) -> Result<IdbObjectStore, StorageError> {
        self.inner.object_store(name).map_err(|why| error_of(&why))
    }

    /// Waits for the end of the transaction. The transaction names the reason of an abort, such as an exceeded quota.
    async fn wait_for_commit(self) -> Result<(), StorageError> {
        let inner = &self.inner;
        let event = first_event(&mut |resolve| {
            inner.set_oncomplete(Some(resolve));
            inner.set_onabort(Some(resolve));
        })
        .await?;
        if event.unchecked_into::<Event>().type_() == "complete" {
            return Ok(());
        }
        Err(error_of(&inner.error().map_or(JsValue::UNDEFINED, JsValue::from)))
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        // A transaction that has ended cannot be aborted, and needs not.
        let _ = self.inner.abort();
    }
}
