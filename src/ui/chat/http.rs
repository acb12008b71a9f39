//! HTTP requests to model providers: `fetch` with a streamed response body.
//!
//! Invariants: requests use no cookies, referrer, redirects, or cache; a silence longer than the request's limit ends
//! the request; no content of the request reaches an error message or the console, because its headers hold the key.

use futures_util::future::{Either, select};
use gloo_net::http::{Request, RequestBuilder};
use gloo_timers::future::TimeoutFuture;
use js_sys::Uint8Array;
use std::{future::Future, pin::pin};
use trammel_language::Bilingual;
use trammel_llm::HttpRequest;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortSignal, ReadableStreamDefaultReader, ReferrerPolicy, RequestCache, RequestCredentials, RequestMode,
    RequestRedirect,
};

/// Time in which a server must answer, in milliseconds.
const RUNNING_MS: u32 = 5_000;

/// Part of a response, in order of arrival.
pub(super) enum Arrived {
    /// Status and headers, with lowercase header names.
    Head(u16, Vec<(String, String)>),
    /// Chunk of the body.
    Bytes(Vec<u8>),
}

/// Sends a request, reports each part of the response, and returns at the end of the body.
///
/// # Errors
/// Returns the browser's error message if the request fails, or a timeout message if the server sends nothing for
/// `silence_ms`.
pub(super) async fn send(
    request: &HttpRequest,
    signal: &AbortSignal,
    mut report: impl FnMut(Arrived),
) -> Result<(), Bilingual> {
    let invalid = || {
        let english = "the request is invalid: check the key and the base URL";
        Bilingual::new(english, "잘못된 요청이에요. 키와 기본 URL을 확인하세요")
    };
    let (address, query) = parts(&request.url);
    let mut builder = RequestBuilder::new(address)
        .query(query)
        .method(request.method.parse().map_err(|_| invalid())?)
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
    .map_err(|_| invalid())?;
    let response = in_time(request.silence_ms, built.send())
        .await?
        .map_err(|error| in_words(&plain(&error.to_string())))?;
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
            .map_err(|error| {
                let why = super::super::web_storage::describe(&error).map(plain);
                if is_raw(&why.english) {
                    in_words(&why.english)
                } else {
                    why
                }
            })?;
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

/// Splits an address into the part before the query and the query's fields. The request builder would append a
/// superfluous ampersand to a query that is left in the address.
fn parts(url: &str) -> (&str, Vec<(&str, &str)>) {
    let (address, query) = url.split_once('?').unwrap_or((url, ""));
    let fields = query.split('&').filter_map(|field| field.split_once('='));
    (address, fields.collect())
}

async fn in_time<T>(silence_ms: u64, work: impl Future<Output = T>) -> Result<T, Bilingual> {
    let limit = u32::try_from(silence_ms).unwrap_or(u32::MAX);
    match select(pin!(work), TimeoutFuture::new(limit)).await {
        Either::Left((done, _)) => Ok(done),
        Either::Right(_) => {
            let seconds = silence_ms / 1000;
            Err(Bilingual::new(
                format!("timed out: no data for {seconds} s"),
                format!("{seconds}초 동안 데이터가 오지 않아 시간이 초과됐어요"),
            ))
        }
    }
}

fn lower((name, value): (String, String)) -> (String, String) {
    (name.to_ascii_lowercase(), value)
}

/// Removes the library's prefix from a browser's error message.
fn plain(message: &str) -> String {
    message.trim_start_matches("JavaScript error: ").to_owned()
}

/// Whether a message of a browser is the name of an error instead of a reason. Chromium, Firefox, and WebKit have different
/// ones for a connection that fails.
fn is_raw(message: &str) -> bool {
    const RAW: [&str; 6] = [
        "TypeError",
        "Failed to fetch",
        "NetworkError",
        "network error",
        "Load failed",
        "AbortError",
    ];
    RAW.iter().any(|raw| message.contains(raw))
}

/// Returns the reason of a failed request for the user.
fn in_words(message: &str) -> Bilingual {
    if is_raw(message) {
        Bilingual::new("the connection failed", "연결이 되지 않았어요")
    } else {
        Bilingual::same(message.to_owned())
    }
}

/// Whether a server answers at all. The response cannot be read, so the server need not permit requests of pages (CORS).
pub(super) async fn is_running(base_url: &str) -> bool {
    let signal = web_sys::AbortSignal::timeout_with_u32(RUNNING_MS);
    let request = RequestBuilder::new(base_url)
        .mode(RequestMode::NoCors)
        .abort_signal(Some(&signal))
        .credentials(RequestCredentials::Omit)
        .referrer_policy(ReferrerPolicy::NoReferrer)
        .cache(RequestCache::NoStore);
    match request.build() {
        Ok(request) => request.send().await.is_ok(),
        Err(_) => false,
    }
}
