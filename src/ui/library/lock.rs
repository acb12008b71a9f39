//! Web Locks: one tab at a time has the lock of a drawing.

use futures_channel::oneshot;
use leptos::task::spawn_local;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

/// Start of the names of the locks.
const NAME: &str = "trammel:drawing:";

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

/// Returns the lock manager of the browser; `None` if it has none.
pub(super) fn manager() -> Option<JsValue> {
    let navigator = web_sys::window()?.navigator();
    let locks = js_sys::Reflect::get(&navigator, &JsValue::from_str("locks")).ok()?;
    locks.is_object().then_some(locks)
}

/// Requests the lock of a drawing. The receiver gets whether the lock was granted. `if_available` ends the request at
/// once if another tab has the lock.
pub(super) fn request(
    locks: &JsValue,
    id: &str,
    if_available: bool,
) -> (DrawingLock, oneshot::Receiver<bool>) {
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
