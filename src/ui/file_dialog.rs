//! The browser's file dialog.

use leptos::prelude::*;
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{File, HtmlInputElement};

/// Lets the user choose a file. `accept` lists the extensions or MIME types to offer, separated by commas. Nothing
/// happens if the user cancels.
pub(crate) fn choose(accept: &str, chosen: impl FnOnce(File) + 'static) {
    let Ok(input) = document().create_element("input") else {
        return;
    };
    let input: HtmlInputElement = input.unchecked_into();
    input.set_type("file");
    input.set_accept(accept);
    let watched = input.clone();
    let on_change = Closure::once_into_js(move || {
        if let Some(file) = watched.files().and_then(|files| files.get(0)) {
            chosen(file);
        }
    });
    input.set_onchange(Some(on_change.unchecked_ref()));
    input.click();
}
