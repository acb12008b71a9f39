//! What a worker may say, and what its end means.
//!
//! Nothing a worker sends is believed: a message of another shape is ignored, sizes are checked before anything is
//! copied, and the outcome inside is validated by the session once more.

use crate::sandbox::protocol::{MAX_MESSAGE_BYTES, Uninterruptible};
use crate::tools::{Failure, Limit, Place};
use js_sys::{Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};

/// The longest text taken from a worker, in characters.
const MAX_TEXT: usize = 2_000;

/// A message of a worker that has the right shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromWorker {
    /// The engine is built; a run may be sent.
    Ready {
        /// Version of the messages the engine understands.
        protocol: u32,
        /// The build the engine comes from.
        build: String,
    },
    /// A run has ended.
    Done {
        /// The run's number.
        id: u32,
        /// Its encoded outcome.
        bytes: Vec<u8>,
    },
    /// A run has ended with more bytes than a message may have; they were not copied.
    TooLarge {
        /// The run's number.
        id: u32,
        /// How many bytes it answered.
        bytes: u32,
    },
    /// The engine broke while it started (number 0) or during a run. It must not be used again.
    Crash {
        /// The run's number.
        id: u32,
        /// What the browser said.
        text: String,
        /// What the engine said last, if it said anything.
        panic: String,
    },
    /// Something that cannot be interrupted has begun in a run, or is over.
    Stuck {
        /// The run's number.
        id: u32,
        /// What has begun.
        what: Option<Uninterruptible>,
    },
    /// The browser reported an error outside of any run; the text may be empty.
    Lost(String),
}

impl FromWorker {
    /// Reads a message; `None` if it is none of ours.
    pub fn read(data: &JsValue) -> Option<FromWorker> {
        match text(data, "kind")?.as_str() {
            "ready" => Some(FromWorker::Ready {
                protocol: number(data, "protocol")?,
                build: text(data, "build")?,
            }),
            "done" => {
                let id = number(data, "id")?;
                let bytes = field(data, "bytes")?.dyn_into::<Uint8Array>().ok()?;
                let size = bytes.length();
                if size as usize > MAX_MESSAGE_BYTES {
                    return Some(FromWorker::TooLarge { id, bytes: size });
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
                    place: Place { file, line, column },
                });
                let id = number(data, "id")?;
                Some(FromWorker::Stuck { id, what })
            }
            "crash" => Some(FromWorker::Crash {
                id: number(data, "id")?,
                text: text(data, "text")?,
                panic: text(data, "panic")?,
            }),
            _ => None,
        }
    }
}

/// The failure a broken run is reported as. `text` is what the browser said, `panic` what the engine said last.
pub fn crash(text: &str, panic: &str) -> Failure {
    let says = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let no_memory = ["capacity overflow", "memory allocation", "out of memory"];
    // The engine says why it gives up, except when there is no memory left to say it.
    let silent = panic.is_empty() && says(&["unreachable", "Unreachable"]);
    let (limit, message) =
        if silent || says(&["out of memory"]) || no_memory.iter().any(|word| panic.contains(word)) {
            (Limit::Memory, OUT_OF_MEMORY.to_owned())
        } else if panic.is_empty() && says(&STACK_OVERFLOWS) {
            (Limit::Recursion, TOO_DEEP.to_owned())
        } else {
            // A panic text begins with a place in our sources, on a line of its own.
            let panic = panic.split_once(":\n").map_or(panic, |(_, says)| says);
            let why = if panic.is_empty() { text } else { panic };
            (
                Limit::Crash,
                format!("the script engine stopped unexpectedly ({why}). {AFTER_A_CRASH}"),
            )
        };
    Failure {
        limit: Some(limit),
        ..Failure::new(message)
    }
}

const OUT_OF_MEMORY: &str = "the code needed too much memory and was stopped. Nothing was changed. Keep smaller \
    arrays and strings, and draw as you go instead of collecting everything first.";

const TOO_DEEP: &str = "the code nests too deeply and was stopped. Nothing was changed. Look for a function that \
    calls itself without end, for a list that contains itself, or for very deep brackets; a loop goes deeper than \
    recursion can.";

const AFTER_A_CRASH: &str = "Nothing was changed. This is a fault of Trammel, not of the drawing: write the last \
    change another way, or in smaller steps.";

/// How V8, SpiderMonkey and JavaScriptCore report that the machine's stack or the engine's own was too small.
const STACK_OVERFLOWS: [&str; 6] = [
    "Maximum call stack",
    "too much recursion",
    "call stack exhausted",
    "memory access out of bounds",
    "index out of bounds",
    "Out of bounds memory access",
];

fn field(data: &JsValue, name: &str) -> Option<JsValue> {
    // `Reflect.get` throws for anything that is not an object.
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
