//! Fetches pages of the guide.

use crate::editor::guide::{self, Page};
use crate::language::Language;
use js_sys::Reflect;
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{RequestInit, Response};

/// Name of the page that lists all pages.
pub(super) const INDEX: &str = "index";

/// Returns the folder of the pages in a language, relative to the app.
pub(super) fn folder(lang: Language) -> String {
    format!("guide/{}", lang.tag())
}

/// Fetches and parses a page.
///
/// # Errors
/// Returns the reason if the page cannot be fetched, or if the host answers with something else.
pub(super) async fn load(lang: Language, name: &str) -> Result<Page, String> {
    let address = format!("{}/{name}.md", folder(lang));
    let text = text(&address).await?;
    guide::parse(&text).ok_or_else(|| format!("{address} is not a page of the guide"))
}

async fn text(address: &str) -> Result<String, String> {
    // The names of pages do not change with their content, so cached copies are revalidated.
    let options = RequestInit::new();
    let fresh = Reflect::set(&options, &"cache".into(), &"no-cache".into());
    debug_assert!(fresh.is_ok(), "a plain object accepts any property");
    let response = JsFuture::from(window().fetch_with_str_and_init(address, &options)).await;
    let response: Response = response
        .and_then(JsValue::dyn_into)
        .map_err(|error| said(&error))?;
    if !response.ok() {
        return Err(format!("{address} answered {}", response.status()));
    }
    let body = response.text().map_err(|error| said(&error))?;
    let body = JsFuture::from(body).await.map_err(|error| said(&error))?;
    Ok(body.as_string().unwrap_or_default())
}

/// Returns the message of a JavaScript error.
fn said(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => format!("{error:?}"),
    }
}
