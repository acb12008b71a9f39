//! Messages from a worker, and the failure that a crash of the worker means.
//!
//! Workers are untrusted: a message of another shape is ignored, sizes are checked before data is copied, and the
//! session validates the outcome.

use js_sys::{Reflect, Uint8Array};
use trammel_language::{Bilingual, bilingual};
use trammel_run::{self as protocol, MAX_MESSAGE_BYTES, Uninterruptible};
use trammel_tools::{CodePosition, Failure, Limit};
use wasm_bindgen::{JsCast, JsValue};

/// Maximum length of a string from a worker, in UTF-16 code units.
const MAX_TEXT: usize = 2_000;

/// A well-formed message from a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromWorker {
    /// The engine is initialized and accepts a run.
    Ready {
        /// Protocol version of the engine.
        protocol: u32,
        /// Build identifier of the engine.
        build: String,
    },
    /// A run has ended.
    Done {
        /// Number of the run.
        id: u32,
        /// Encoded outcome.
        bytes: Vec<u8>,
    },
    /// A run has ended with an outcome larger than [`MAX_MESSAGE_BYTES`]; the bytes were not copied.
    TooLarge {
        /// Number of the run.
        id: u32,
    },
    /// The engine crashed during its start (run number 0) or during a run. The worker must not be used again.
    Crash {
        /// Number of the run.
        id: u32,
        /// Error message of the browser.
        text: String,
        /// Last panic message of the engine, or an empty string.
        panic: String,
    },
    /// Uninterruptible work has started or ended in a run.
    Stuck {
        /// Number of the run.
        id: u32,
        /// Work that has started; `None` if the work has ended.
        what: Option<Uninterruptible>,
    },
    /// The browser reported an error outside of a run; the message may be empty.
    Lost(String),
}

impl FromWorker {
    /// Parses a message; `None` if the data has another shape.
    pub fn read(data: &JsValue) -> Option<FromWorker> {
        match text(data, "kind")?.as_str() {
            "ready" => Some(FromWorker::Ready {
                protocol: number(data, "protocol")?,
                build: text(data, "build")?,
            }),
            "done" => {
                let id = number(data, "id")?;
                let bytes = field(data, "bytes")?.dyn_into::<Uint8Array>().ok()?;
                if bytes.length() as usize > MAX_MESSAGE_BYTES {
                    return Some(FromWorker::TooLarge { id });
                }
                Some(FromWorker::Done {
                    id,
                    bytes: bytes.to_vec(),
                })
            }
            "stuck" => {
                let (file, line, column) = (
                    text(data, "file")?,
                    number(data, "line")?,
                    number(data, "column")?,
                );
                let what = (!file.is_empty()).then_some(Uninterruptible {
                    place: CodePosition { file, line, column },
                });
                let id = number(data, "id")?;
                Some(FromWorker::Stuck { id, what })
            }
            "crash" => Some(FromWorker::Crash {
                id: number(data, "id")?,
                text: text(data, "text")?,
                panic: text(data, "panic")?,
            }),
            // From the frame, not from the worker; a worker that forges the message ends its own run.
            "lost" => Some(FromWorker::Lost(text(data, "text")?)),
            _ => None,
        }
    }
}

/// Returns the failure for a crashed run. `text` is the error message of the browser, `panic` the last panic message
/// of the engine.
pub fn crash(text: &str, panic: &str) -> Failure {
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let no_memory = ["capacity overflow", "memory allocation", "out of memory"];
    // The engine panics with a message, except when no memory is left for the message.
    let silent = panic.is_empty() && says(&["unreachable", "Unreachable"]);
    if silent || says(&["out of memory"]) || no_memory.iter().any(|word| panic.contains(word)) {
        protocol::out_of_memory()
    } else if panic.is_empty() && says(&STACK_OVERFLOWS) {
        protocol::stack_overflow()
    } else {
        // The first line of a panic message is a source location of the engine, which is removed.
        let panic = panic.split_once(":\n").map_or(panic, |(_, says)| says);
        protocol::engine_crashed(if panic.is_empty() { text } else { panic })
    }
}

/// Fragments of the messages with which V8, SpiderMonkey and JavaScriptCore report an overflow of the native stack or
/// of the engine's WebAssembly stack.
const STACK_OVERFLOWS: [&str; 6] = [
    "Maximum call stack",
    "too much recursion",
    "call stack exhausted",
    "memory access out of bounds",
    "index out of bounds",
    "Out of bounds memory access",
];

/// Returns the failure of a worker that broke the protocol.
pub(super) fn crash_failure(why: Bilingual) -> Failure {
    Failure {
        limit: Some(Limit::Crash),
        ..Failure::new(why)
    }
}

/// Returns the failure of a result that could not be decoded.
pub(super) fn undecodable(why: &str) -> Failure {
    crash_failure(bilingual!(
        "the result of the run could not be decoded: {why}",
        "실행 결과를 읽지 못했어요: {why}"
    ))
}

fn field(data: &JsValue, name: &str) -> Option<JsValue> {
    // `Reflect.get` throws for a value that is not an object.
    Reflect::get(data, &name.into()).ok()
}

fn text(data: &JsValue, name: &str) -> Option<String> {
    let text = field(data, name)?.dyn_into::<js_sys::JsString>().ok()?;
    let end = text.length().min(u32::try_from(MAX_TEXT).unwrap_or(u32::MAX));
    Some(String::from(text.slice(0, end)))
}

fn number(data: &JsValue, name: &str) -> Option<u32> {
    let number = field(data, name)?.as_f64()?;
    let whole = number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number);
    whole.then_some(number as u32)
}
