//! Colors of code outside of the editor, from the syntax highlighter of the code editor.

use super::external::{self, call};
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;
use web_sys::Element;

/// Replaces the text of an element by the same code with colors, once the code editor is loaded. Without the editor, the text
/// stays as it is.
pub(crate) fn highlight(element: &Element, code: &str) {
    let (element, code) = (JsValue::from(element.clone()), JsValue::from_str(code));
    spawn_local(async move {
        if let Ok(module) = external::load().await {
            call(&module, "highlightInto", &[element, code]);
        }
    });
}
