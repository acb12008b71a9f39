//! The worker: one run of code, with no page, no network and no storage around it. Only meant for the browser.
//!
//! `src/sandbox/host/shim.js` calls these functions and catches what they throw; a trap ends the worker.

#[cfg(target_arch = "wasm32")]
#[allow(unreachable_pub, reason = "wasm-bindgen exports only what is public")]
mod worker {
    use std::rc::Rc;
    use trammel::sandbox::{
        self, Failure, Limit, MAX_MESSAGE_BYTES, PROTOCOL_VERSION, RunOutcome, Uninterruptible, alloc,
    };
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen]
    extern "C" {
        /// Milliseconds of a clock that never goes back.
        #[wasm_bindgen(js_namespace = trammel)]
        fn now() -> f64;
        /// Keeps a text for the report of the trap that follows.
        #[wasm_bindgen(js_namespace = trammel, js_name = notePanic)]
        fn note_panic(text: &str);
        /// Tells the page at once where something begins that cannot be interrupted; an empty text when it is over.
        #[wasm_bindgen(js_namespace = trammel, js_name = noteStuck)]
        fn note_stuck(file: &str, line: u32, column: u32);
    }

    #[global_allocator]
    static ALLOCATOR: alloc::CountingAllocator = alloc::CountingAllocator;

    /// Where allocations begin to fail: below the module's `--max-memory` (build.rs) by the stack and what the
    /// allocator cannot use, above the engine's own limit by the request and the answer.
    const WALL: usize = 72 << 20;

    /// What has to happen before the worker counts as ready.
    pub(crate) fn start() {
        std::panic::set_hook(Box::new(|panic| note_panic(&panic.to_string())));
        alloc::set_wall(WALL);
        sandbox::warm_up();
    }

    /// Version of the messages.
    #[wasm_bindgen]
    pub fn protocol() -> u32 {
        PROTOCOL_VERSION
    }

    /// The build this program comes from.
    #[wasm_bindgen]
    pub fn build() -> String {
        sandbox::browser::build_id()
    }

    /// Takes the Hangul font. One that cannot be read is not taken; the outcome then says that it is needed.
    #[wasm_bindgen(js_name = provideHangul)]
    pub fn provide_hangul(bytes: Vec<u8>) {
        // The page has read the same bytes before it sent them.
        let _ = trammel::text::provide_hangul(bytes);
    }

    /// Runs an encoded request; gives the encoded outcome.
    #[wasm_bindgen]
    pub fn run(request: Vec<u8>) -> Vec<u8> {
        let decoded = sandbox::decode(&request);
        drop(request);
        let outcome = match decoded {
            Ok(request) => sandbox::execute_once(&request, &(Rc::new(now) as sandbox::Clock), Rc::new(note)),
            Err(why) => failed(format!("the request could not be read: {why}")),
        };
        let answer = match sandbox::encode(&outcome) {
            Ok(bytes) if bytes.len() <= MAX_MESSAGE_BYTES => Ok(bytes),
            Ok(bytes) => Err(format!(
                "the result is too large ({} MiB): draw less, or log less",
                bytes.len() >> 20
            )),
            Err(why) => Err(format!("the result could not be sent: {why}")),
        };
        // A failure of one sentence can always be written.
        answer
            .or_else(|why| sandbox::encode(&failed(why)))
            .unwrap_or_default()
    }

    fn note(what: Option<&Uninterruptible>) {
        match what {
            Some(Uninterruptible { place }) => note_stuck(&place.file, place.line, place.column),
            None => note_stuck("", 0, 0),
        }
    }

    fn failed(why: String) -> RunOutcome {
        RunOutcome::failed(Failure {
            limit: Some(Limit::Crash),
            ..Failure::new(why)
        })
    }
}

#[cfg(target_arch = "wasm32")]
fn main() {
    worker::start();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    eprintln!("This program is Trammel's worker and runs in a browser: cargo xtask serve");
}
