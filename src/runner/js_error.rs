//! Messages of JavaScript errors.

use trammel_language::Bilingual;
use wasm_bindgen::{JsCast, JsValue};

/// Returns the message of a JavaScript error, which the browser writes in its own language.
pub(super) fn error_message(error: &JsValue) -> Bilingual {
    Bilingual::same(match error.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => error.as_string().unwrap_or_else(|| format!("{error:?}")),
    })
}
