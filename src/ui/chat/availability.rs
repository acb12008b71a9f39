//! Availability of the browser's own model (`LanguageModel`, the Prompt API).

use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// How near the model is.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Availability {
    /// This browser has none.
    #[default]
    Absent,
    /// It can be downloaded; the last attempt may have failed.
    Downloadable(Option<String>),
    /// It is on its way, so many hundredths of it.
    Downloading(u32),
    /// It is here.
    Here,
}

/// Whether this browser knows of such a model at all.
pub(super) fn is_there() -> bool {
    model().is_some()
}

/// The browser's interface to its model, if it has one.
pub(super) fn model() -> Option<JsValue> {
    let model = get(&js_sys::global(), "LanguageModel");
    (!model.is_undefined() && !model.is_null()).then_some(model)
}

/// A property of an object that has no bindings; undefined where there is none.
pub(super) fn get(of: &JsValue, name: &str) -> JsValue {
    Reflect::get(of, &name.into()).unwrap_or(JsValue::UNDEFINED)
}
