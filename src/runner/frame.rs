//! Sandboxed frame in which the workers run.
//!
//! The frame has an opaque origin and a Content-Security-Policy without connections and without scripts of a server, and
//! its workers inherit both. So a worker cannot load a file of the app's own origin either, for example by
//! `import("/name?secret")`, which the removal of globals cannot prevent.
//!
//! Invariants: the frame lives exactly as long as its [`Frame`]; removing it terminates all its workers. Requests through
//! the control port are handled in their order. `frame.html` has the other side.

use super::js_error::error_message;
use futures_util::future::{self, Either, FutureExt};
use gloo_timers::future::TimeoutFuture;
use js_sys::{Array, ArrayBuffer, Object, Promise, Reflect};
use std::cell::Cell;
use trammel_language::Bilingual;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{HtmlIFrameElement, MessageChannel, MessageEvent, MessagePort};

/// Page of the frame.
const PAGE: &str = include_str!("frame.html");

/// Style of the frame: one transparent pixel inside the window. Browsers run the process of a frame that is not rendered
/// with low priority, which slows down the start of workers.
const STYLE: [(&str, &str); 7] = [
    ("position", "fixed"),
    ("inset", "0 auto auto 0"),
    ("width", "1px"),
    ("height", "1px"),
    ("border", "0"),
    ("opacity", "0"),
    ("pointer-events", "none"),
];

/// Maximum time for the frame to answer its first message, in milliseconds.
const OPENS_WITHIN_MS: u32 = 15_000;

/// Reason if the frame does not answer.
const BLOCKED: [&str; 2] = [
    "the frame of the sandbox did not start; the Content-Security-Policy of the server may block its script",
    "샌드박스의 프레임이 시작하지 않았어요. 서버의 Content-Security-Policy가 그 스크립트를 막을 수 있어요",
];

/// A frame of the page that starts and terminates workers.
pub(super) struct Frame {
    element: HtmlIFrameElement,
    control: MessagePort,
    last_id: Cell<u32>,
}

impl Frame {
    /// Adds a frame to the page and waits until its script runs.
    pub(super) async fn open() -> Result<Frame, Bilingual> {
        let (element, loaded) = insert().map_err(|e| error_message(&e))?;
        let channel = MessageChannel::new().map_err(|e| error_message(&e))?;
        let frame = Frame {
            element,
            control: channel.port1(),
            last_id: Cell::new(0),
        };
        let connected = frame.connect(loaded, channel.port2()).boxed_local();
        match future::select(connected, TimeoutFuture::new(OPENS_WITHIN_MS)).await {
            Either::Left((Err(why), _)) => return Err(why),
            Either::Right(_) => return Err(BLOCKED.into()),
            Either::Left((Ok(()), _)) => {}
        }
        Ok(frame)
    }

    /// Waits until the frame is loaded, sends it the control port, and waits for its answer.
    async fn connect(&self, loaded: Promise, port: MessagePort) -> Result<(), Bilingual> {
        JsFuture::from(loaded).await.map_err(|e| error_message(&e))?;
        let window = self
            .element
            .content_window()
            .ok_or_else(|| Bilingual::from(BLOCKED))?;
        let reply = self.reply();
        // A frame with an opaque origin can only be addressed as `*`. The message holds no data.
        window
            .post_message_with_transfer(&JsValue::NULL, "*", &Array::of1(&port))
            .map_err(|e| error_message(&e))?;
        JsFuture::from(reply).await.map_err(|e| error_message(&e))?;
        Ok(())
    }

    /// Sends the parts of the worker's script and the engine, which the frame compiles.
    pub(super) async fn load(&self, script: &Array, wasm: &ArrayBuffer) -> Result<(), Bilingual> {
        let reply = self.reply();
        let request = message("load", &[("script", script.as_ref()), ("wasm", wasm.as_ref())]);
        self.control
            .post_message_with_transferable(&request, &Array::of1(wasm))
            .map_err(|e| error_message(&e))?;
        let event: MessageEvent = JsFuture::from(reply)
            .await
            .map_err(|e| error_message(&e))?
            .unchecked_into();
        let field = |name: &str| {
            Reflect::get(&event.data(), &name.into())
                .ok()
                .and_then(|value| value.as_string())
        };
        match field("kind").as_deref() {
            Some("loaded") => Ok(()),
            _ => Err(Bilingual::same(field("text").unwrap_or_default())),
        }
    }

    /// Starts a worker; returns its number and the port of its messages. A failure is a message of the port.
    pub(super) fn start(&self) -> Result<(u32, MessagePort), Bilingual> {
        let id = self.last_id.get().wrapping_add(1);
        self.last_id.set(id);
        let channel = MessageChannel::new().map_err(|e| error_message(&e))?;
        let request = message("start", &[("id", &id.into())]);
        self.control
            .post_message_with_transferable(&request, &Array::of1(&channel.port2()))
            .map_err(|e| error_message(&e))?;
        Ok((id, channel.port1()))
    }

    /// Terminates a worker in any state.
    pub(super) fn end(&self, id: u32) {
        let sent = self.control.post_message(&message("end", &[("id", &id.into())]));
        debug_assert!(sent.is_ok(), "a number can be sent");
    }

    /// Returns the next message of the control port. Must be called before the request that it answers.
    fn reply(&self) -> Promise {
        Promise::new(&mut |resolve, _| self.control.set_onmessage(Some(&resolve)))
    }
}

impl Drop for Frame {
    fn drop(&mut self) {
        self.control.set_onmessage(None);
        self.control.close();
        self.element.remove();
    }
}

/// Inserts the frame into the page; returns it with the promise of its `load` event.
fn insert() -> Result<(HtmlIFrameElement, Promise), JsValue> {
    let document = web_sys::window()
        .and_then(|window| window.document())
        .ok_or("the page has no document")?;
    let element: HtmlIFrameElement = document.create_element("iframe")?.unchecked_into();
    for (name, value) in [("sandbox", "allow-scripts"), ("inert", ""), ("title", "Sandbox")] {
        element.set_attribute(name, value)?;
    }
    for (name, value) in STYLE {
        element.style().set_property(name, value)?;
    }
    element.set_srcdoc(PAGE);
    let loaded = Promise::new(&mut |resolve, _| element.set_onload(Some(&resolve)));
    document
        .body()
        .ok_or("the page has no body")?
        .append_child(&element)?;
    Ok((element, loaded))
}

/// Returns a message object with its kind and fields.
pub(super) fn message(kind: &str, fields: &[(&str, &JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in [("kind", &JsValue::from(kind))].iter().chain(fields) {
        let set = Reflect::set(&object, &(*name).into(), value);
        debug_assert!(set.is_ok(), "a plain object takes any field");
    }
    object.into()
}
