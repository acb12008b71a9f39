//! One drawing in several tabs. The first tab holds a Web Lock for the drawing and stores its records; the other tabs
//! follow it. Changes travel through localStorage in both directions, so the records always have one writer.
//!
//! When the first tab closes the drawing, the next one gets the lock and continues the stored history.

use super::loading::{content_of, step_records};
use super::saving;
use super::state::KnownStep;
use crate::library::Record;
use crate::ui::state::App;
use futures_channel::oneshot;
use futures_util::future::{Either, select};
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

/// Start of the names of the locks.
const NAME: &str = "trammel:drawing:";

/// Time to wait for a lock, in milliseconds. A page that is being reloaded releases its lock shortly after the new page
/// has started.
const GRANT_MS: u32 = 300;

/// Lock of the open drawing. The lock, or the request for it, ends when this value is dropped.
pub(super) struct DrawingLock {
    /// Ends the promise for whose time the browser grants the lock.
    release: Rc<RefCell<Option<js_sys::Function>>>,
    /// Withdraws a request that waits.
    abort: Option<web_sys::AbortController>,
}

impl Drop for DrawingLock {
    fn drop(&mut self) {
        if let Some(abort) = &self.abort {
            abort.abort();
        }
        if let Some(release) = self.release.borrow_mut().take() {
            // The browser ends the lock when its promise is resolved.
            let _ = release.call0(&JsValue::NULL);
        }
    }
}

/// Takes the lock of a drawing, or follows the tab that has it.
pub(super) async fn enter(app: App, id: &str) {
    let library = app.library;
    // The lock of the drawing before.
    library.host().lock.borrow_mut().take();
    let Some(locks) = manager() else {
        // Without locks, the write counter alone detects another tab.
        library.follows.set(false);
        return;
    };
    let (lock, mut granted) = request(&locks, id, false);
    *library.host().lock.borrow_mut() = Some(lock);
    let late = TimeoutFuture::new(GRANT_MS);
    let is_granted = match select(&mut granted, late).await {
        Either::Left((answer, _)) => answer == Ok(true),
        Either::Right(_) => false,
    };
    library.follows.set(!is_granted);
    if is_granted {
        return;
    }
    let id = id.to_owned();
    spawn_local(async move {
        if granted.await == Ok(true) && app.library.open_id() == id {
            become_writer(app).await;
        }
    });
}

/// Whether no tab has the drawing open.
pub(super) async fn is_closed(id: &str) -> bool {
    let Some(locks) = manager() else {
        return false;
    };
    let (_lock, granted) = request(&locks, id, true);
    granted.await.unwrap_or(false)
}

/// Continues the stored history after the tab that had the lock has closed the drawing.
async fn become_writer(app: App) {
    let library = app.library;
    let Some(database) = library.database() else {
        return;
    };
    let id = library.open_id();
    app.document.flush_typing().await;
    let content = content_of(&database, &id).await;
    let (records, known, _) = step_records(&database, &id).await;
    if library.open_id() != id {
        return;
    }
    continue_history(app, content, records, known);
    library.follows.set(false);
    saving::schedule(app);
}

fn continue_history(
    app: App,
    content: Option<crate::library::ContentRecord>,
    records: Vec<crate::library::StepRecord>,
    known: BTreeMap<u64, KnownStep>,
) {
    let host = app.library.host();
    let steps = records.into_iter().map(|record| record.step).collect();
    app.document.keep(|session| {
        let position = content.as_ref().map(|content| content.history_position());
        let head_files = content
            .as_ref()
            .map_or_else(|| session.history_files(), |content| content.files_at_head());
        session.restart_history(steps, &position.unwrap_or_default(), &head_files);
    });
    *host.steps.borrow_mut() = known;
    *host.content.borrow_mut() = content.map(|content| content.write()).unwrap_or_default();
}

/// Returns the lock manager of the browser; `None` if it has none.
fn manager() -> Option<JsValue> {
    let navigator = web_sys::window()?.navigator();
    let locks = js_sys::Reflect::get(&navigator, &JsValue::from_str("locks")).ok()?;
    locks.is_object().then_some(locks)
}

/// Requests the lock of a drawing. The receiver gets whether the lock was granted. `if_available` ends the request at
/// once if another tab has the lock.
fn request(locks: &JsValue, id: &str, if_available: bool) -> (DrawingLock, oneshot::Receiver<bool>) {
    let (tell, granted) = oneshot::channel();
    let release = Rc::new(RefCell::new(None));
    let kept = release.clone();
    let callback = Closure::once_into_js(move |lock: JsValue| -> JsValue {
        let is_granted = lock.is_object();
        // The receiver is gone if the page has opened another drawing.
        let is_wanted = tell.send(is_granted).is_ok();
        if !is_granted || !is_wanted {
            return JsValue::UNDEFINED;
        }
        js_sys::Promise::new(&mut |resolve, _| *kept.borrow_mut() = Some(resolve)).into()
    });
    let options = js_sys::Object::new();
    let set = |name: &str, value: &JsValue| {
        // Setting a property of a new object cannot fail.
        let _ = js_sys::Reflect::set(&options, &JsValue::from_str(name), value);
    };
    let mut abort = None;
    if if_available {
        set("ifAvailable", &JsValue::TRUE);
    } else if let Ok(controller) = web_sys::AbortController::new() {
        set("signal", &controller.signal());
        abort = Some(controller);
    }
    let call = js_sys::Reflect::get(locks, &JsValue::from_str("request"))
        .ok()
        .and_then(|request| request.dyn_into::<js_sys::Function>().ok())
        .and_then(|request| {
            let name = JsValue::from_str(&format!("{NAME}{id}"));
            request.call3(locks, &name, &options, &callback).ok()
        });
    if let Some(promise) = call.and_then(|value| value.dyn_into::<js_sys::Promise>().ok()) {
        spawn_local(async move {
            // A withdrawn request ends with an error.
            let _ = wasm_bindgen_futures::JsFuture::from(promise).await;
        });
    }
    (DrawingLock { release, abort }, granted)
}
