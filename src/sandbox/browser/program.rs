//! The engine as the browser keeps it: one compiled module and one script text, loaded once for all workers.

use futures_util::future;
use js_sys::{Array, ArrayBuffer, Object, Promise, Reflect, WebAssembly};
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, RequestInit, Response, Url};

/// The worker's own script; the glue that wasm-bindgen made goes where the marker is.
const SHIM: &str = include_str!("shim.js");
const MARKER: &str = "//@glue\n";

/// What workers are made of.
pub(super) struct Program {
    module: WebAssembly::Module,
    script: Blob,
}

impl Program {
    /// Fetches and compiles the engine. `base` is the address of the folder the page is in.
    pub(super) async fn load(base: &str, build: &str) -> Result<Rc<Program>, String> {
        let (glue_at, wasm_at) = (
            address("sandbox.js", base, build)?,
            address("sandbox_bg.wasm", base, build)?,
        );
        let (glue_text, module) = future::try_join(glue(&glue_at), compile(&wasm_at)).await?;
        let (before, after) = SHIM
            .split_once(MARKER)
            .ok_or("its script has no place for the glue")?;
        let parts = Array::of3(&before.into(), &glue_text.into(), &after.into());
        let kind = BlobPropertyBag::new();
        kind.set_type("text/javascript");
        let script = Blob::new_with_str_sequence_and_options(&parts, &kind).map_err(|e| said(&e))?;
        Ok(Rc::new(Program { module, script }))
    }

    /// The compiled engine.
    pub(super) fn module(&self) -> &WebAssembly::Module {
        &self.module
    }

    /// An address of the script, good while the value lives.
    pub(super) fn script(&self) -> Result<ObjectUrl, String> {
        Url::create_object_url_with_blob(&self.script)
            .map(ObjectUrl)
            .map_err(|e| said(&e))
    }
}

/// An address of a blob, given back when dropped.
pub(super) struct ObjectUrl(String);

impl ObjectUrl {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Drop for ObjectUrl {
    fn drop(&mut self) {
        // It fails only for an address that is gone already.
        let _ = Url::revoke_object_url(&self.0);
    }
}

/// The text of an error of the browser.
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
    // The names of these files do not change with their content, so a kept copy is asked after: glue of one build
    // with a module of another would not start.
    let options = RequestInit::new();
    let fresh = Reflect::set(&options, &"cache".into(), &"no-cache".into());
    debug_assert!(fresh.is_ok(), "a plain object takes any field");
    let window = web_sys::window().ok_or("there is no page")?;
    let response = JsFuture::from(window.fetch_with_str_and_init(url, &options)).await;
    let response: Response = response
        .and_then(JsValue::dyn_into)
        .map_err(|e| format!("{url} could not be fetched: {}", said(&e)))?;
    if response.ok() {
        Ok(response)
    } else {
        Err(format!("{url} answered {}", response.status()))
    }
}

async fn glue(url: &str) -> Result<String, String> {
    let response = fetch(url).await?;
    let text = JsFuture::from(response.text().map_err(|e| said(&e))?)
        .await
        .map_err(|e| said(&e))?;
    text.as_string().ok_or_else(|| format!("{url} is no text"))
}

async fn compile(url: &str) -> Result<WebAssembly::Module, String> {
    let response = fetch(url).await?;
    let kind = response
        .headers()
        .get("content-type")
        .ok()
        .flatten()
        .unwrap_or_default();
    // A static host that does not know the type is common; the browser then refuses to compile while it downloads.
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
    module.dyn_into().map_err(|_| format!("{url} is no engine"))
}

fn wasm_api() -> JsValue {
    Reflect::get(&js_sys::global(), &"WebAssembly".into()).unwrap_or_else(|_| Object::new().into())
}
