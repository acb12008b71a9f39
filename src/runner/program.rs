//! Engine program in the browser: one WebAssembly module and one script, loaded once for all workers and held by the
//! frame that starts them.
//!
//! The frame compiles the module, because a compiled module cannot be sent to a frame with another origin.

use super::frame::Frame;
use super::js_error::error_message;
use futures_util::future;
use js_sys::{Array, ArrayBuffer, Reflect};
use std::rc::Rc;
use trammel_language::{Bilingual, bilingual};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{RequestInit, Response, Url};

/// Script of the worker; the marker is replaced by the glue code that wasm-bindgen generated.
const SHIM: &str = include_str!("shim.js");
const MARKER: &str = "//@glue\n";

/// Frame with the compiled module and the script from which workers are started.
pub(super) struct Program {
    frame: Frame,
}

impl Program {
    /// Fetches and compiles the engine. `base` is the URL of the folder that contains the page.
    pub(super) async fn load(base: &str, build: &str) -> Result<Rc<Program>, Bilingual> {
        let (glue_at, wasm_at) = (
            address("sandbox.js", base, build)?,
            address("sandbox_bg.wasm", base, build)?,
        );
        let (glue_text, wasm, frame) =
            future::try_join3(glue(&glue_at), engine(&wasm_at), Frame::open()).await?;
        let (before, after) = SHIM.split_once(MARKER).ok_or_else(|| {
            bilingual!(
                "the worker script has no marker for the glue code",
                "워커 스크립트에 연결 코드를 넣을 자리가 없어요"
            )
        })?;
        let script = Array::of3(&before.into(), &glue_text.into(), &after.into());
        let loaded = frame.load(&script, &wasm).await;
        loaded.map_err(|why| {
            bilingual!(
                "{wasm_at} could not be compiled: {why}",
                "{wasm_at} 파일을 컴파일하지 못했어요: {why:#}"
            )
        })?;
        Ok(Rc::new(Program { frame }))
    }

    /// Returns the frame, which has the engine.
    pub(super) fn frame(&self) -> &Frame {
        &self.frame
    }
}

pub(super) fn address(file: &str, base: &str, build: &str) -> Result<String, Bilingual> {
    let url = Url::new_with_base(file, base).map_err(|e| error_message(&e))?;
    url.set_search(&format!("?v={}", js_sys::encode_uri_component(build)));
    Ok(url.href())
}

pub(super) async fn fetch(url: &str) -> Result<Response, Bilingual> {
    // The names of these files do not change with their content, so cached copies are revalidated. Glue code of one
    // build would not start with a module of another.
    let options = RequestInit::new();
    let fresh = Reflect::set(&options, &"cache".into(), &"no-cache".into());
    debug_assert!(fresh.is_ok(), "a plain object takes any field");
    let window =
        web_sys::window().ok_or_else(|| bilingual!("the page has no window", "페이지에 창이 없어요"))?;
    let response = JsFuture::from(window.fetch_with_str_and_init(url, &options)).await;
    let response: Response = response.and_then(JsValue::dyn_into).map_err(|e| {
        let why = error_message(&e);
        bilingual!(
            "{url} could not be fetched: {why}",
            "{url} 파일을 받지 못했어요: {why:#}"
        )
    })?;
    if response.ok() {
        Ok(response)
    } else {
        Err(bilingual!(
            "{url} returned status {}",
            "{url} 파일에 서버가 상태 {}(으)로 응답했어요",
            response.status()
        ))
    }
}

async fn glue(url: &str) -> Result<String, Bilingual> {
    let response = fetch(url).await?;
    let text = JsFuture::from(response.text().map_err(|e| error_message(&e))?)
        .await
        .map_err(|e| error_message(&e))?;
    text.as_string()
        .ok_or_else(|| bilingual!("{url} is not text", "{url} 파일은 텍스트가 아니에요"))
}

async fn engine(url: &str) -> Result<ArrayBuffer, Bilingual> {
    let response = fetch(url).await?;
    let bytes = JsFuture::from(response.array_buffer().map_err(|e| error_message(&e))?)
        .await
        .map_err(|e| error_message(&e))?;
    Ok(bytes.unchecked_into())
}
