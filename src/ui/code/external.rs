//! The lazily loaded chunk of the code editor: an ES module at [`CHUNK`].

use js_sys::{Array, Function, Object, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

/// Path of the chunk, relative to the page.
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
/// Returns an error if the chunk cannot be fetched or executed.
pub(super) async fn load() -> Result<JsValue, JsValue> {
    JsFuture::from(import_module(CHUNK)).await
}

/// Calls a method of an object. Returns its result, or `None` if the method is missing or throws.
pub(super) fn call(object: &JsValue, method: &str, arguments: &[JsValue]) -> Option<JsValue> {
    let function: Function = Reflect::get(object, &JsValue::from_str(method))
        .ok()?
        .dyn_into()
        .ok()?;
    let list: Array = arguments.iter().collect();
    function.apply(object, &list).ok()
}

/// Creates an object with these properties.
pub(super) fn object(properties: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in properties {
        // Setting a property of a new plain object cannot fail.
        let _ = Reflect::set(&object, &JsValue::from_str(name), value);
    }
    object.into()
}
