//! Availability of the browser's own model (`LanguageModel`, the Prompt API).

use js_sys::Reflect;
use trammel_language::Bilingual;
use wasm_bindgen::JsValue;

/// Availability of the on-device model.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Availability {
    /// The browser has no model.
    #[default]
    Absent,
    /// The model can be downloaded. Holds the error of the last attempt, if that attempt failed.
    Downloadable(Option<Bilingual>),
    /// The model is being downloaded. Holds the progress in percent.
    Downloading(u32),
    /// The model is ready.
    Here,
}

/// Whether this browser has the `LanguageModel` interface.
pub(super) fn is_there() -> bool {
    model().is_some()
}

/// Returns the `LanguageModel` interface, if the browser has one.
pub(super) fn model() -> Option<JsValue> {
    let model = get(&js_sys::global(), "LanguageModel");
    (!model.is_undefined() && !model.is_null()).then_some(model)
}

/// Returns a property of an object without bindings, or `undefined` if the property cannot be read.
pub(super) fn get(of: &JsValue, name: &str) -> JsValue {
    Reflect::get(of, &name.into()).unwrap_or(JsValue::UNDEFINED)
}
