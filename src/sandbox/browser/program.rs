//! Engine program in the browser: one compiled WebAssembly module and one script, loaded once for all workers.

use futures_util::future;
use js_sys::{Array, ArrayBuffer, Object, Promise, Reflect, WebAssembly};
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, RequestInit, Response, Url};

/// Script of the worker; the marker is replaced by the glue code that wasm-bindgen generated.
const SHIM: &str = include_str!("shim.js");
const MARKER: &str = "//@glue\n";

/// Compiled module and script from which workers are started.
pub(super) struct Program {
    module: WebAssembly::Module,
    script: Blob,
}

impl Program {
    /// Fetches and compiles the engine. `base` is the URL of the folder that contains the page.
    pub(super) async fn load(base: &str, build: &str) -> Result<Rc<Program>, String> {
        let (glue_at, wasm_at) = (
            address("sandbox.js", base, build)?,
            address("sandbox_bg.wasm", base, build)?,
        );
        let (glue_text, module) = future::try_join(glue(&glue_at), compile(&wasm_at)).await?;
        let (before, after) = SHIM
            .split_once(MARKER)
            .ok_or("the worker script has no marker for the glue code")?;
        let parts = Array::of3(&before.into(), &glue_text.into(), &after.into());
        let kind = BlobPropertyBag::new();
        kind.set_type("text/javascript");
        let script = Blob::new_with_str_sequence_and_options(&parts, &kind).map_err(|e| said(&e))?;
        Ok(Rc::new(Program { module, script }))
    }

    /// Returns the compiled engine.
    pub(super) fn module(&self) -> &WebAssembly::Module {
        &self.module
    }

    /// Returns a URL of the script, valid while the value lives.
    pub(super) fn script(&self) -> Result<ObjectUrl, String> {
        Url::create_object_url_with_blob(&self.script)
            .map(ObjectUrl)
            .map_err(|e| said(&e))
    }
}

/// An object URL of a blob, revoked when dropped.
pub(super) struct ObjectUrl(String);

impl ObjectUrl {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Drop for ObjectUrl {
    fn drop(&mut self) {
        // Revoking fails only for a URL that has been revoked already.
        let _ = Url::revoke_object_url(&self.0);
    }
}

/// Returns the message of a JavaScript error.
pub(super) fn said(error: &JsValue) -> String {
    match error.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => error.as_string().unwrap_or_else(|| format!("{error:?}")),
    }
}

pub(super) fn address(file: &str, base: &str, build: &str) -> Result<String, String> {
    let url = Url::new_with_base(file, base).map_err(|e| said(&e))?;
    url.set_search(&format!("?v={}", js_sys::encode_uri_component(build)));
    Ok(url.href())
}

pub(super) async fn fetch(url: &str) -> Result<Response, String> {
    // The names of these files do not change with their content, so cached copies are revalidated. Glue code of one
    // build would not start with a module of another.
    let options = RequestInit::new();
    let fresh = Reflect::set(&options, &"cache".into(), &"no-cache".into());
    debug_assert!(fresh.is_ok(), "a plain object takes any field");
    let window = web_sys::window().ok_or("the page has no window")?;
    let response = JsFuture::from(window.fetch_with_str_and_init(url, &options)).await;
    let response: Response = response
        .and_then(JsValue::dyn_into)
        .map_err(|e| format!("{url} could not be fetched: {}", said(&e)))?;
    if response.ok() {
        Ok(response)
    } else {
        Err(format!("{url} returned status {}", response.status()))
    }
}

async fn glue(url: &str) -> Result<String, String> {
    let response = fetch(url).await?;
    let text = JsFuture::from(response.text().map_err(|e| said(&e))?)
        .await
        .map_err(|e| said(&e))?;
    text.as_string().ok_or_else(|| format!("{url} is not text"))
}

async fn compile(url: &str) -> Result<WebAssembly::Module, String> {
    let response = fetch(url).await?;
    let kind = response
        .headers()
        .get("content-type")
        .ok()
        .flatten()
        .unwrap_or_default();
    // Many static hosts do not send the type `application/wasm`, and streaming compilation then fails, so the whole
    // file is downloaded first.
    let streams = kind
        .split(';')
        .next()
        .is_some_and(|kind| kind.trim() == "application/wasm")
        && Reflect::has(&wasm_api(), &"compileStreaming".into()) == Ok(true);
    let compiled = if streams {
        JsFuture::from(WebAssembly::compile_streaming(&Promise::resolve(&JsValue::from(
            response,
        ))))
        .await
    } else {
        let bytes = JsFuture::from(response.array_buffer().map_err(|e| said(&e))?)
            .await
            .map_err(|e| said(&e))?;
        JsFuture::from(WebAssembly::compile(bytes.unchecked_ref::<ArrayBuffer>())).await
    };
    let module = compiled.map_err(|e| format!("{url} could not be compiled: {}", said(&e)))?;
    module
        .dyn_into()
        .map_err(|_| format!("{url} is not a WebAssembly module"))
}

fn wasm_api() -> JsValue {
    Reflect::get(&js_sys::global(), &"WebAssembly".into()).unwrap_or_else(|_| Object::new().into())
}
