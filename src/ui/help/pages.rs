//! Fetches pages of the guide.

use crate::ui::web_storage::describe;
use js_sys::Reflect;
use leptos::prelude::window;
use trammel_language::{Bilingual, Language};
use trammel_page_model::guide::{self, Page};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{RequestInit, Response};

/// Name of the page that lists all pages.
pub(super) const INDEX: &str = "index";

/// Returns the folder of the pages in a language, relative to the app.
pub(super) fn folder(lang: Language) -> String {
    format!("guide/{}", lang.tag())
}

/// Returns the address of the picture of a function's example, relative to the app.
pub(super) fn function_picture(name: &str) -> String {
    format!("guide/functions/{name}.svg")
}

/// Fetches and parses a page.
///
/// # Errors
/// Returns the reason if the page cannot be fetched, or if the host answers with something else.
pub(super) async fn load(lang: Language, name: &str) -> Result<Page, Bilingual> {
    let address = format!("{}/{name}.md", folder(lang));
    let text = text(&address).await?;
    guide::parse(&text).ok_or_else(|| {
        Bilingual::new(
            format!("{address} is not a page of the guide"),
            format!("설명서의 쪽이 아니에요({address})"),
        )
    })
}

async fn text(address: &str) -> Result<String, Bilingual> {
    // The names of pages do not change with their content, so cached copies are revalidated.
    let options = RequestInit::new();
    let fresh = Reflect::set(&options, &"cache".into(), &"no-cache".into());
    debug_assert!(fresh.is_ok(), "a plain object accepts any property");
    let response = JsFuture::from(window().fetch_with_str_and_init(address, &options)).await;
    let response: Response = response
        .and_then(JsValue::dyn_into)
        .map_err(|error| describe(&error))?;
    if !response.ok() {
        let status = response.status();
        return Err(Bilingual::new(
            format!("{address} answered {status}"),
            format!("서버가 {status} 상태로 응답했어요({address})"),
        ));
    }
    let body = response.text().map_err(|error| describe(&error))?;
    let body = JsFuture::from(body).await.map_err(|error| describe(&error))?;
    Ok(body.as_string().unwrap_or_default())
}
