//! A Web Worker of the sandbox: started, initialized, used for one run, terminated.
//!
//! Invariant: the worker lives exactly as long as its [`WorkerHandle`]; dropping the handle terminates the worker in
//! any state.

use super::frame::message;
use super::js_error::error_message;
use super::message::FromWorker;
use super::program::Program;
use futures_channel::mpsc::{self, UnboundedReceiver};
use futures_util::{StreamExt, future, pin_mut};
use gloo_timers::future::TimeoutFuture;
use js_sys::{Array, Uint8Array};
use std::rc::Rc;
use trammel_language::{Bilingual, bilingual};
use trammel_run::PROTOCOL_VERSION;
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{MessageEvent, MessagePort};

/// A worker that receives the engine from its frame.
pub(super) struct WorkerHandle {
    /// Number of the worker in its frame.
    id: u32,
    program: Rc<Program>,
    port: MessagePort,
    inbox: UnboundedReceiver<FromWorker>,
    /// Event listeners, kept alive as long as the worker.
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_unreadable: Closure<dyn FnMut(MessageEvent)>,
}

impl WorkerHandle {
    /// Starts a worker, which initializes the engine asynchronously.
    pub(super) fn start(program: &Rc<Program>) -> Result<WorkerHandle, Bilingual> {
        let (id, port) = program.frame().start()?;
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
        let on_unreadable = Closure::new(move |_: MessageEvent| {
            let _ = outbox.unbounded_send(FromWorker::Lost(String::new()));
        });
        port.set_onmessageerror(Some(on_unreadable.as_ref().unchecked_ref()));
        // Setting this listener opens the port.
        port.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        Ok(WorkerHandle {
            id,
            program: Rc::clone(program),
            port,
            inbox,
            _on_message: on_message,
            _on_unreadable: on_unreadable,
        })
    }

    /// Waits until the engine is ready, for at most `limit_ms` milliseconds.
    pub(super) async fn wait_until_ready(&mut self, limit_ms: u32, build: &str) -> Result<(), Bilingual> {
        match self.next(limit_ms).await {
            Some(FromWorker::Ready {
                protocol: PROTOCOL_VERSION,
                build: theirs,
            }) if theirs == build => Ok(()),
            Some(FromWorker::Ready {
                protocol,
                build: theirs,
            }) => Err(bilingual!(
                "it has another version than this page ({theirs}, protocol {protocol}, instead of {build}, protocol \
                 {PROTOCOL_VERSION})",
                "이 페이지와 버전이 달라요 ({build}, 규약 {PROTOCOL_VERSION} 대신 {theirs}, 규약 {protocol})"
            )),
            Some(FromWorker::Crash { text, panic, .. }) if panic.is_empty() => Err(Bilingual::same(text)),
            Some(FromWorker::Crash { panic, .. }) => Err(Bilingual::same(panic)),
            Some(FromWorker::Lost(text)) if text.is_empty() => Err(bilingual!(
                "the browser did not start the worker",
                "브라우저가 워커를 시작하지 않았어요"
            )),
            Some(FromWorker::Lost(text)) => Err(Bilingual::same(text)),
            Some(FromWorker::Done { .. } | FromWorker::TooLarge { .. } | FromWorker::Stuck { .. }) => {
                Err(bilingual!(
                    "the worker sent a result before a request",
                    "워커가 요청을 받기 전에 결과를 보냈어요"
                ))
            }
            None => Err(bilingual!(
                "the worker did not start within {} s",
                "워커가 {}초 안에 시작하지 않았어요",
                limit_ms / 1000
            )),
        }
    }

    /// Sends the Hangul font, before a run that needs it.
    pub(super) fn send_hangul(&self, font: &[u8]) -> Result<(), Bilingual> {
        let bytes = Uint8Array::from(font);
        let message = message("hangul", &[("bytes", bytes.as_ref())]);
        self.port
            .post_message_with_transferable(&message, &Array::of1(&bytes.buffer()))
            .map_err(|e| error_message(&e))
    }

    /// Sends a run.
    pub(super) fn send(&self, id: u32, request: &[u8]) -> Result<(), Bilingual> {
        let bytes = Uint8Array::from(request);
        let run = message("run", &[("id", &id.into()), ("bytes", bytes.as_ref())]);
        // The buffer is transferred rather than copied.
        self.port
            .post_message_with_transferable(&run, &Array::of1(&bytes.buffer()))
            .map_err(|e| error_message(&e))
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
        self.port.set_onmessage(None);
        self.port.set_onmessageerror(None);
        self.port.close();
        self.program.frame().end(self.id);
    }
}
