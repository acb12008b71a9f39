//! A Web Worker of the sandbox: started, initialized, used for one run, terminated.
//!
//! Invariant: the worker lives exactly as long as its [`WorkerHandle`]; dropping the handle terminates the worker in
//! any state.

use super::message::FromWorker;
use super::program::{ObjectUrl, Program, said};
use crate::sandbox::protocol::PROTOCOL_VERSION;
use futures_channel::mpsc::{self, UnboundedReceiver};
use futures_util::{StreamExt, future, pin_mut};
use gloo_timers::future::TimeoutFuture;
use js_sys::{Array, Object, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{ErrorEvent, Event, MessageEvent, Worker};

/// A worker that has been sent the engine.
pub(super) struct WorkerHandle {
    worker: Worker,
    inbox: UnboundedReceiver<FromWorker>,
    /// URL of the script, kept until the worker has answered, because the browser may still be reading the script.
    script: Option<ObjectUrl>,
    /// Event listeners, kept alive as long as the worker.
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(Event)>,
}

impl WorkerHandle {
    /// Starts a worker and sends it the engine, which initializes asynchronously.
    pub(super) fn start(program: &Program) -> Result<WorkerHandle, String> {
        let script = program.script()?;
        let worker = Worker::new(script.as_str()).map_err(|e| said(&e))?;
        let (outbox, inbox) = mpsc::unbounded();
        let on_message = Closure::new({
            let outbox = outbox.clone();
            move |event: MessageEvent| {
                if let Some(message) = FromWorker::read(&event.data()) {
                    // The receiver may be gone if the worker is about to be terminated.
                    let _ = outbox.unbounded_send(message);
                }
            }
        });
        let on_error = Closure::new(move |event: Event| {
            // The error is reported as the outcome of the run, so it must not appear as an error of the page.
            event.prevent_default();
            let text = event
                .dyn_ref::<ErrorEvent>()
                .map(ErrorEvent::message)
                .unwrap_or_default();
            let _ = outbox.unbounded_send(FromWorker::Lost(text));
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        listen_for_unreadable(&worker, &on_error);
        let worker = WorkerHandle {
            worker,
            inbox,
            script: Some(script),
            _on_message: on_message,
            _on_error: on_error,
        };
        let arm = message("arm", &[("module", program.module().as_ref())]);
        worker.worker.post_message(&arm).map_err(|e| said(&e))?;
        Ok(worker)
    }

    /// Waits until the engine is ready, for at most `limit_ms` milliseconds.
    pub(super) async fn ready(&mut self, limit_ms: u32, build: &str) -> Result<(), String> {
        match self.next(limit_ms).await {
            Some(FromWorker::Ready {
                protocol: PROTOCOL_VERSION,
                build: theirs,
            }) if theirs == build => {
                self.script = None;
                Ok(())
            }
            Some(FromWorker::Ready {
                protocol,
                build: theirs,
            }) => Err(format!(
                "it has another version than this page ({theirs}, protocol {protocol}, instead of {build}, protocol \
                 {PROTOCOL_VERSION})"
            )),
            Some(FromWorker::Crash { text, panic, .. }) if panic.is_empty() => Err(text),
            Some(FromWorker::Crash { panic, .. }) => Err(panic),
            Some(FromWorker::Lost(text)) if text.is_empty() => {
                Err("the browser did not start the worker".to_owned())
            }
            Some(FromWorker::Lost(text)) => Err(text),
            Some(FromWorker::Done { .. } | FromWorker::TooLarge { .. } | FromWorker::Stuck { .. }) => {
                Err("the worker sent a result before a request".to_owned())
            }
            None => Err(format!("the worker did not start within {} s", limit_ms / 1000)),
        }
    }

    /// Sends the Hangul font, before a run that needs it.
    pub(super) fn send_hangul(&self, font: &[u8]) -> Result<(), String> {
        let bytes = Uint8Array::from(font);
        let message = message("hangul", &[("bytes", bytes.as_ref())]);
        self.worker
            .post_message_with_transfer(&message, &Array::of1(&bytes.buffer()))
            .map_err(|e| said(&e))
    }

    /// Sends a run.
    pub(super) fn send(&self, id: u32, request: &[u8]) -> Result<(), String> {
        let bytes = Uint8Array::from(request);
        let run = message("run", &[("id", &id.into()), ("bytes", bytes.as_ref())]);
        // The buffer is transferred rather than copied.
        self.worker
            .post_message_with_transfer(&run, &Array::of1(&bytes.buffer()))
            .map_err(|e| said(&e))
    }

    /// Returns the next message, or `None` if the channel is closed.
    pub(super) async fn message(&mut self) -> Option<FromWorker> {
        self.inbox.next().await
    }

    /// Returns the next message, or `None` if none arrived within `limit_ms` milliseconds.
    pub(super) async fn next(&mut self, limit_ms: u32) -> Option<FromWorker> {
        let limit = TimeoutFuture::new(limit_ms);
        let message = self.inbox.next();
        pin_mut!(limit, message);
        match future::select(message, limit).await {
            future::Either::Left((message, _)) => message,
            future::Either::Right(_) => None,
        }
    }
}

impl Drop for WorkerHandle {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// Sets `onmessageerror` as a plain property, because web-sys has no setter for it.
fn listen_for_unreadable(worker: &Worker, on_error: &Closure<dyn FnMut(Event)>) {
    let set = Reflect::set(worker, &"onmessageerror".into(), on_error.as_ref());
    debug_assert!(set.is_ok(), "a worker takes a listener");
}

fn message(kind: &str, fields: &[(&str, &JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in [("kind", &JsValue::from(kind))].iter().chain(fields) {
        let set = Reflect::set(&object, &(*name).into(), value);
        debug_assert!(set.is_ok(), "a plain object takes any field");
    }
    object.into()
}
