//! The panic hook of the page.
//!
//! After a panic, the module is never in a known state again. `web/static/recovery.js` replaces the page by a screen
//! with the stored work; this hook passes the message of the panic to that screen.

use std::panic::{PanicHookInfo, set_hook};
use wasm_bindgen::JsValue;

/// Property of the global object that holds the message of a panic.
const MESSAGE: &str = "trammelPanic";

/// Reports panics on the console and on the recovery screen.
pub(super) fn report_panics() {
    set_hook(Box::new(report));
}

fn report(panic: &PanicHookInfo<'_>) {
    console_error_panic_hook::hook(panic);
    let message = JsValue::from_str(&panic.to_string());
    // Without the property, the screen shows the exception instead.
    let _ = js_sys::Reflect::set(&js_sys::global(), &JsValue::from_str(MESSAGE), &message);
}
