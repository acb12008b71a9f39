//! Hangul font of the page: fetched once, kept in memory, sent to the workers that need it.
//!
//! A failure is not cached: the next text that needs the font fetches the font again.

use super::js_error::error_message;
use super::program::{address, fetch};
use futures_util::future::{FutureExt, LocalBoxFuture, Shared};
use js_sys::Uint8Array;
use std::cell::RefCell;
use std::rc::Rc;
use trammel_language::{Bilingual, bilingual};
use trammel_text as text;
use wasm_bindgen_futures::JsFuture;

/// Path of the font relative to the page.
const FILE: &str = "fonts/hangul.ttf";

type Loading = Shared<LocalBoxFuture<'static, Result<(), Rc<Bilingual>>>>;

/// Lazily fetched Hangul font.
#[derive(Default)]
pub(super) struct HangulFont {
    loading: RefCell<Option<Loading>>,
}

impl HangulFont {
    /// Loads the font if necessary; concurrent callers share one fetch.
    ///
    /// # Errors
    /// Returns the reason if the font cannot be fetched or parsed.
    pub(super) async fn load(&self, base: &str, build: &str) -> Result<(), Rc<Bilingual>> {
        if text::hangul_is_here() {
            return Ok(());
        }
        let loading = self
            .loading
            .borrow_mut()
            .get_or_insert_with(|| {
                let (base, build) = (base.to_owned(), build.to_owned());
                let load = async move { load(&base, &build).await.map_err(Rc::new) };
                load.boxed_local().shared()
            })
            .clone();
        let loaded = loading.await;
        if loaded.is_err() {
            let mut kept = self.loading.borrow_mut();
            // Another caller may have started a new load already.
            if kept
                .as_ref()
                .is_some_and(|now| matches!(now.peek(), Some(Err(_))))
            {
                *kept = None;
            }
        }
        loaded
    }
}

async fn load(base: &str, build: &str) -> Result<(), Bilingual> {
    let url = address(FILE, base, build)?;
    let response = fetch(&url).await?;
    let bytes = JsFuture::from(response.array_buffer().map_err(|e| error_message(&e))?)
        .await
        .map_err(|e| {
            let why = error_message(&e);
            bilingual!(
                "{url} could not be read: {why}",
                "{url} 파일을 읽지 못했어요: {why:#}"
            )
        })?;
    text::provide_hangul(Uint8Array::new(&bytes).to_vec()).map_err(|why| {
        bilingual!(
            "{url} is not the expected font: {why}",
            "{url} 파일은 필요한 글꼴이 아니에요 ({why})"
        )
    })
}
