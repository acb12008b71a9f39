//! Connection to IndexedDB: opening, closing for a newer version of the page, and reopening.
//!
//! Invariants: a connection never blocks a newer version of the page; the browser may close a connection at any time, and
//! the next operation opens another one; every wait has an end.

use super::database_error::{blocked_error, error_of, outdated_error, silence_error};
use crate::ui::clock::now_ms;
use crate::ui::web_storage;
use futures_util::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use js_sys::{Function, Promise};
use std::cell::{Cell, RefCell};
use std::pin::pin;
use std::rc::Rc;
use trammel_code::StorageError;
use trammel_document::library::Store;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Event, IdbDatabase, IdbOpenDbRequest, IdbRequest, IdbRequestReadyState, IdbVersionChangeEvent,
};

/// Name of the database.
const NAME: &str = "trammel";

/// Version of the set of stores. The records have versions of their own.
const VERSION: u32 = 1;

/// Store of the folders of drawings, which are values of the browser instead of texts.
pub(super) const FOLDERS: &str = "folders";

/// Maximum time to wait for the database, in milliseconds. A browser that does not answer gets a page without a library.
const ANSWER_MS: u32 = 5_000;

/// Time after a missing answer during which no further operation waits, in milliseconds.
const SILENT_MS: f64 = 10_000.0;

/// Open connection, which closes when its last operation is done.
pub(super) struct Connection {
    pub(super) database: IdbDatabase,
    _on_close: Closure<dyn FnMut()>,
    _on_version_change: Closure<dyn FnMut(IdbVersionChangeEvent)>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.database.set_onclose(None);
        self.database.set_onversionchange(None);
        self.database.close();
    }
}

/// The present connection and its state.
#[derive(Default)]
pub(super) struct Connections {
    present: RefCell<Option<Rc<Connection>>>,
    state: Rc<State>,
    /// Time until which the database is taken for silence_error, in milliseconds since 1970.
    silent_until: Cell<f64>,
}

/// State that the events of a connection change.
#[derive(Default)]
struct State {
    /// Whether the present connection is closed.
    is_closed: Cell<bool>,
    /// Whether a newer version of the page uses the database.
    is_outdated: Cell<bool>,
    /// Whether the database has been open since the start of the page.
    was_open: Cell<bool>,
    /// Whether the database was removed since then, with all records.
    was_removed: Cell<bool>,
    /// Called when a newer version of the page wants to use the database.
    on_outdated: RefCell<Option<Box<dyn Fn()>>>,
}

impl Connections {
    /// Sets the function that tells the user to reload the page.
    pub(super) fn on_outdated(&self, tell: impl Fn() + 'static) {
        *self.state.on_outdated.borrow_mut() = Some(Box::new(tell));
    }

    /// Returns the open connection, or opens one.
    pub(super) async fn get(&self) -> Result<Rc<Connection>, StorageError> {
        if self.state.is_outdated.get() {
            return Err(outdated_error());
        }
        if now_ms() < self.silent_until.get() {
            return Err(silence_error());
        }
        let present = self.present.borrow().clone();
        if let Some(present) = present.filter(|_| !self.state.is_closed.get()) {
            return Ok(present);
        }
        self.state.is_closed.set(false);
        let opened = Rc::new(self.wait_for(connect(self.state.clone())).await?);
        self.state.was_open.set(true);
        *self.present.borrow_mut() = Some(opened.clone());
        Ok(opened)
    }

    /// Whether the database was removed since the last call, for example by the user in another tab.
    pub(super) fn take_removed(&self) -> bool {
        self.state.was_removed.replace(false)
    }

    /// Has the next operation open another connection.
    pub(super) fn renew(&self) {
        self.present.borrow_mut().take();
    }

    /// Waits for an answer of the database, but not without a limit.
    pub(super) async fn wait_for<T>(
        &self,
        answer: impl Future<Output = Result<T, StorageError>>,
    ) -> Result<T, StorageError> {
        match select(pin!(answer), pin!(TimeoutFuture::new(ANSWER_MS))).await {
            Either::Left((answer, _)) => answer,
            Either::Right(_) => {
                self.silent_until.set(now_ms() + SILENT_MS);
                self.renew();
                Err(silence_error())
            }
        }
    }
}

/// Returns the result of a request, once it has one.
pub(super) async fn result_of(request: &IdbRequest) -> Result<JsValue, StorageError> {
    first_event(&mut |resolve| {
        request.set_onsuccess(Some(resolve));
        request.set_onerror(Some(resolve));
    })
    .await?;
    answer_of(request)
}

/// Returns the result of a request that has ended.
fn answer_of(request: &IdbRequest) -> Result<JsValue, StorageError> {
    match request.error() {
        Ok(None) => request.result().map_err(|why| error_of(&why)),
        Ok(Some(why)) => Err(error_of(&why)),
        Err(why) => Err(error_of(&why)),
    }
}

/// Waits for the first of the events for which `listen` registers a handler.
pub(super) async fn first_event(listen: &mut dyn FnMut(&Function)) -> Result<JsValue, StorageError> {
    // The function that resolves the promise is the handler, so no closure of this program can outlive its use.
    let promise = Promise::new(&mut |resolve, _| listen(&resolve));
    JsFuture::from(promise).await.map_err(|why| error_of(&why))
}

/// Opens a connection, and creates the database on the first visit.
async fn connect(state: Rc<State>) -> Result<Connection, StorageError> {
    let missing = || StorageError::Unavailable(web_storage::disabled_message());
    let window = web_sys::window().ok_or_else(missing)?;
    let factory = window.indexed_db().map_err(|why| error_of(&why))?;
    let factory = factory.ok_or_else(missing)?;
    let request = factory
        .open_with_u32(NAME, VERSION)
        .map_err(|why| error_of(&why))?;
    let database = Opening::new(request, state.clone()).database().await?;
    let closed = state.clone();
    let on_close = Closure::new(move || closed.is_closed.set(true));
    database.set_onclose(Some(on_close.as_ref().unchecked_ref()));
    let connected = database.clone();
    let on_version_change = Closure::new(move |event: IdbVersionChangeEvent| {
        connected.close();
        state.is_closed.set(true);
        // The database is being removed if there is no new version; the next operation creates it again.
        if event.new_version().is_none() {
            state.was_removed.set(true);
            return;
        }
        state.is_outdated.set(true);
        if let Some(tell) = &*state.on_outdated.borrow() {
            tell();
        }
    });
    database.set_onversionchange(Some(on_version_change.as_ref().unchecked_ref()));
    Ok(Connection {
        database,
        _on_close: on_close,
        _on_version_change: on_version_change,
    })
}

/// Request for a connection.
struct Opening {
    request: IdbOpenDbRequest,
    /// Handler that creates the stores. A visit without an upgrade drops it with the request.
    upgrade: Option<Closure<dyn FnMut()>>,
}

impl Opening {
    fn new(request: IdbOpenDbRequest, state: Rc<State>) -> Opening {
        let opening = request.clone();
        let upgrade = Closure::once(move || {
            // A browser that removes the data of a page closes its connections without another event.
            if state.was_open.get() {
                state.was_removed.set(true);
            }
            if let Ok(database) = opening.result() {
                create_stores(&database.unchecked_into());
            }
        });
        request.set_onupgradeneeded(Some(upgrade.as_ref().unchecked_ref()));
        Opening {
            request,
            upgrade: Some(upgrade),
        }
    }

    /// Waits for the connection, but not for the user to close a tab that blocks it.
    async fn database(self) -> Result<IdbDatabase, StorageError> {
        let request = &self.request;
        let event = first_event(&mut |resolve| {
            request.set_onblocked(Some(resolve));
            request.set_onsuccess(Some(resolve));
            request.set_onerror(Some(resolve));
        })
        .await?;
        if event.unchecked_into::<Event>().type_() == "blocked" {
            return Err(blocked_error());
        }
        let database = answer_of(request)?.unchecked_into();
        Ok(database)
    }
}

impl Drop for Opening {
    fn drop(&mut self) {
        let request = self.request.clone();
        if request.ready_state() == IdbRequestReadyState::Done {
            request.set_onupgradeneeded(None);
            return;
        }
        // The upgrade may still begin, and must create the stores.
        if let Some(upgrade) = self.upgrade.take() {
            upgrade.forget();
        }
        // A connection that comes too late would have no user, and would block a newer version of the page.
        let close = Closure::once_into_js(move || {
            if let Ok(database) = request.result() {
                database.unchecked_into::<IdbDatabase>().close();
            }
        });
        self.request.set_onsuccess(Some(close.unchecked_ref()));
    }
}

/// Creates the stores that are missing.
fn create_stores(database: &IdbDatabase) {
    let existing = database.object_store_names();
    for store in Store::ALL.map(Store::name).into_iter().chain([FOLDERS]) {
        if !existing.contains(store) {
            // If a store cannot be created, the first transaction on it reports the failure.
            let _ = database.create_object_store(store);
        }
    }
}
