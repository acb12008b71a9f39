//! Requests to a model's provider: `fetch` with a body that is read piece by piece.
//!
//! Invariants: no cookies, no referrer, no redirect, no cache; silence longer than the request allows ends
//! it; nothing about the request (it holds the key) reaches an error or the console.

use crate::llm::HttpRequest;
use futures_util::future::{Either, select};
use gloo_net::http::{Request, RequestBuilder};
use gloo_timers::future::TimeoutFuture;
use js_sys::Uint8Array;
use std::{future::Future, pin::pin};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortSignal, ReadableStreamDefaultReader, ReferrerPolicy, RequestCache, RequestCredentials,
    RequestRedirect,
};

/// What arrived.
pub(super) enum Arrived {
    /// Status and headers.
    Head(u16, Vec<(String, String)>),
    /// A piece of the body.
    Bytes(Vec<u8>),
}

/// Sends a request and reports what arrives; ends with the body.
///
/// # Errors
/// What the browser says when the request fails or falls silent.
pub(super) async fn send(
    request: &HttpRequest,
    signal: &AbortSignal,
    mut report: impl FnMut(Arrived),
) -> Result<(), String> {
    let (address, query) = parts(&request.url);
    let mut builder = RequestBuilder::new(address)
        .query(query)
        .method(
            request
                .method
                .parse()
                .map_err(|_| "the request has no such method")?,
        )
        .abort_signal(Some(signal))
        .credentials(RequestCredentials::Omit)
        .referrer_policy(ReferrerPolicy::NoReferrer)
        .redirect(RequestRedirect::Error)
        .cache(RequestCache::NoStore);
    for (name, value) in &request.headers {
        builder = builder.header(name, value);
    }
    let built: Request = if request.body.is_empty() {
        builder.build()
    } else {
        builder.body(request.body.as_str())
    }
    .map_err(|_| "the request cannot be built: check the key and the address")?;
    let response = in_time(request.silence_ms, built.send())
        .await?
        .map_err(|error| plain(&error.to_string()))?;
    report(Arrived::Head(
        response.status(),
        response.headers().entries().map(lower).collect(),
    ));
    let Some(body) = response.body() else {
        return Ok(());
    };
    let reader: ReadableStreamDefaultReader = body.get_reader().unchecked_into();
    loop {
        let piece = in_time(request.silence_ms, JsFuture::from(reader.read()))
            .await?
            .map_err(|error| plain(&super::super::web_storage::describe(&error)))?;
        let field =
            |name: &str| js_sys::Reflect::get(&piece, &JsValue::from_str(name)).unwrap_or(JsValue::UNDEFINED);
        if field("done").is_truthy() {
            return Ok(());
        }
        if let Ok(bytes) = field("value").dyn_into::<Uint8Array>() {
            report(Arrived::Bytes(bytes.to_vec()));
        }
    }
}

/// An address and its query. Left in the address, the query would get an ampersand too many from the builder.
fn parts(url: &str) -> (&str, Vec<(&str, &str)>) {
    let (address, query) = url.split_once('?').unwrap_or((url, ""));
    let fields = query.split('&').filter_map(|field| field.split_once('='));
    (address, fields.collect())
}

async fn in_time<T>(silence_ms: u64, work: impl Future<Output = T>) -> Result<T, String> {
    let limit = u32::try_from(silence_ms).unwrap_or(u32::MAX);
    match select(pin!(work), TimeoutFuture::new(limit)).await {
        Either::Left((done, _)) => Ok(done),
        Either::Right(_) => Err(format!("no answer for {} seconds", silence_ms / 1000)),
    }
}

fn lower((name, value): (String, String)) -> (String, String) {
    (name.to_ascii_lowercase(), value)
}

/// A browser's message without the wrapping of the library.
fn plain(message: &str) -> String {
    message.trim_start_matches("JavaScript error: ").to_owned()
}
