//! Messages of JavaScript errors.

use wasm_bindgen::{JsCast, JsValue};

/// Returns the message of a JavaScript error.
pub(super) fn said(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => error.as_string().unwrap_or_else(|| format!("{error:?}")),
    }
}
