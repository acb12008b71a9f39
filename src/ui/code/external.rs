//! The lazy chunk with the code editor, as JavaScript offers it: an ES module at [`CHUNK`] beside the page.

use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// Where the chunk is, relative to the page.
const CHUNK: &str = "static/editor/editor.js";

#[wasm_bindgen(
    inline_js = "export function importModule(path) { return import(new URL(path, document.baseURI).href); }"
)]
extern "C" {
    #[wasm_bindgen(js_name = importModule)]
    fn import_module(path: &str) -> Promise;
}

/// Loads the chunk.
///
/// # Errors
/// It is not there, or the browser cannot run it.
pub(super) async fn load() -> Result<JsValue, JsValue> {
    JsFuture::from(import_module(CHUNK)).await
}

/// Calls a method of an object; what it gives back, or nothing if it throws.
pub(super) fn call(object: &JsValue, method: &str, arguments: &[JsValue]) -> Option<JsValue> {
    let function: Function = Reflect::get(object, &JsValue::from_str(method))
        .ok()?
        .dyn_into()
        .ok()?;
    let list: Array = arguments.iter().collect();
    function.apply(object, &list).ok()
}

/// An object with these properties.
pub(super) fn object(properties: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in properties {
        // Setting a property of a fresh plain object cannot fail.
        let _ = Reflect::set(&object, &JsValue::from_str(name), value);
    }
    object.into()
}
