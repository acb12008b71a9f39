//! Entry point of the worker: executes one run without access to page, network or storage. Browser only.
//!
//! `src/runner/shim.js` calls these functions and catches exceptions; a trap ends the worker.

#[cfg(target_arch = "wasm32")]
#[allow(unreachable_pub, reason = "wasm-bindgen exports only what is public")]
mod worker {
    use std::rc::Rc;
    use trammel_language::Bilingual;
    use trammel_run as sandbox;
    use trammel_run::{
        Failure, Limit, MAX_MESSAGE_BYTES, PROTOCOL_VERSION, RunOutcome, Uninterruptible, alloc,
    };
    use wasm_bindgen::prelude::wasm_bindgen;

    #[wasm_bindgen]
    extern "C" {
        /// Returns the time of a monotonic clock, in milliseconds.
        #[wasm_bindgen(js_namespace = trammel)]
        fn now() -> f64;
        /// Records the panic message for the report of the trap that follows.
        #[wasm_bindgen(js_namespace = trammel, js_name = notePanic)]
        fn note_panic(text: &str);
        /// Reports the position of uninterruptible work to the page at once; an empty file name reports its end.
        #[wasm_bindgen(js_namespace = trammel, js_name = noteStuck)]
        fn note_stuck(file: &str, line: u32, column: u32);
    }

    #[global_allocator]
    static ALLOCATOR: alloc::CountingAllocator = alloc::CountingAllocator;

    /// Heap size, in bytes, at which allocations start to fail, in addition to the memory for the code of a run. The
    /// limit leaves room below the module's `--max-memory` (build.rs) for the stack and allocator overhead, and above the
    /// engine's own limit for request and outcome.
    const WALL: usize = 72 << 20;

    /// Prepares the worker: panic hook, memory limit, warm-up of the engine.
    pub(crate) fn start() {
        std::panic::set_hook(Box::new(|panic| note_panic(&panic.to_string())));
        alloc::set_wall(WALL);
        trammel_engine::warm_up();
    }

    /// Returns the version of the message format.
    #[wasm_bindgen]
    pub fn protocol() -> u32 {
        PROTOCOL_VERSION
    }

    /// Returns the ID of this program's build.
    #[wasm_bindgen]
    pub fn build() -> String {
        sandbox::build_id(option_env!("TRAMMEL_BUILD"))
    }

    /// Provides the Hangul font. An unreadable font is ignored; the outcome then reports that the font is needed.
    #[wasm_bindgen(js_name = provideHangul)]
    pub fn provide_hangul(bytes: Vec<u8>) {
        // The page has parsed the same bytes before sending them.
        let _ = trammel_text::provide_hangul(bytes);
    }

    /// Executes an encoded request and returns the encoded outcome.
    #[wasm_bindgen]
    pub fn run(request: Vec<u8>) -> Vec<u8> {
        let decoded = sandbox::decode(&request);
        drop(request);
        let outcome = match decoded {
            Ok(request) => {
                trammel_engine::execute_once(&request, &(Rc::new(now) as sandbox::Clock), Rc::new(note))
            }
            Err(why) => RunOutcome::of_failure(crash_failure(Bilingual::format(
                format_args!("the request could not be decoded: {why}"),
                format_args!("실행 요청을 읽지 못했어요: {why}"),
            ))),
        };
        let answer = match sandbox::encode(&outcome) {
            Ok(bytes) if bytes.len() <= MAX_MESSAGE_BYTES => Ok(bytes),
            Ok(_) => Err(sandbox::result_too_large()),
            Err(why) => Err(crash_failure(Bilingual::format(
                format_args!("the result could not be encoded: {why}"),
                format_args!("실행 결과를 보낼 수 있게 바꾸지 못했어요: {why}"),
            ))),
        };
        // A failure with a single sentence can always be encoded.
        answer
            .or_else(|failure| sandbox::encode(&RunOutcome::of_failure(failure)))
            .unwrap_or_default()
    }

    /// Executes the code of a shared link and returns the name of the drawing, its SVG file, and `hangul` if the Hangul
    /// font is missing.
    ///
    /// # Errors
    /// Returns the reason if the link is damaged or its code does not run.
    #[wasm_bindgen]
    pub fn picture(link: &str) -> Result<Vec<String>, String> {
        let clock = Rc::new(now) as sandbox::Clock;
        let picture = trammel_document::picture_of_link(link, |request| {
            trammel_engine::execute_once(request, &clock, Rc::new(note))
        })?;
        let font = if picture.needs_hangul { "hangul" } else { "" };
        Ok(vec![picture.name, picture.svg, font.to_owned()])
    }

    fn note(what: Option<&Uninterruptible>) {
        match what {
            Some(Uninterruptible { place }) => note_stuck(&place.file, place.line, place.column),
            None => note_stuck("", 0, 0),
        }
    }

    fn crash_failure(why: Bilingual) -> Failure {
        Failure {
            limit: Some(Limit::Crash),
            ..Failure::new(why)
        }
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
