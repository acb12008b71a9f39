//! Tests of the engine as WebAssembly in a browser, without the page and the worker. `tests/e2e` tests the whole path.
#![cfg(target_arch = "wasm32")]
#![allow(missing_docs, clippy::unwrap_used, reason = "tests")]

use std::rc::Rc;
use std::sync::Arc;
use trammel_code::FileName;
use trammel_engine::execute;
use trammel_run::alloc::{CountingAllocator, live};
use trammel_run::{Limit, Limits, RunOutcome, RunRequest, decode, encode, validate_diff};
use trammel_scene::check_invariants;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn request(code: &str, limits: Limits) -> RunRequest {
    RunRequest {
        files: vec![(FileName::main(), Arc::from(code))],
        title: "test".to_owned(),
        seed: 7,
        limits,
        ..RunRequest::default()
    }
}

fn run(code: &str) -> RunOutcome {
    run_within(code, Limits::default())
}

fn run_within(code: &str, limits: Limits) -> RunOutcome {
    execute(&request(code, limits), &clock())
}

fn clock() -> Rc<dyn Fn() -> f64> {
    let performance = web_sys::window().and_then(|window| window.performance()).unwrap();
    Rc::new(move || performance.now())
}

#[wasm_bindgen_test]
fn a_script_draws_in_the_browser() {
    let outcome = run("for (let i = 0; i < 5; i++) drawCircle('c' + i, i * 10, 0, 4);\nconsole.log('five');");
    let diff = outcome.result.unwrap();
    assert_eq!(diff.added_entities().count(), 5);
    assert_eq!(outcome.logs, ["five"]);
    let scene = validate_diff(&request("", Limits::default()), &diff).unwrap();
    assert_eq!(scene.len(), 5);
}

#[wasm_bindgen_test]
fn two_runs_of_one_request_are_equal() {
    let code =
        "for (let i = 0; i < 9; i++) drawCircle('c' + i, Math.random(), Math.sin(i), 1 + Math.random());";
    assert_eq!(run(code), run(code));
}

#[wasm_bindgen_test]
fn an_endless_loop_ends_at_the_deadline_with_its_line() {
    let limits = Limits {
        timeout_ms: 200,
        instructions: u64::from(u32::MAX - 1),
        ..Limits::default()
    };
    let started = clock()();
    let failure = run_within("let n = 0;\nwhile (true) {\n  n += 1;\n}\n", limits)
        .result
        .unwrap_err();
    let took = clock()() - started;
    assert_eq!(failure.limit, Some(Limit::Time), "{}", failure.message.english);
    assert!(
        failure
            .place
            .is_some_and(|place| place.file == "main" && (2..=4).contains(&place.line))
    );
    assert!((150.0..5_000.0).contains(&took), "it took {took} ms");
}

#[wasm_bindgen_test]
fn an_endless_loop_ends_when_the_instructions_are_used_up() {
    let limits = Limits {
        instructions: 200_000,
        ..Limits::default()
    };
    let failure = run_within("for (;;) {}", limits).result.unwrap_err();
    assert_eq!(failure.limit, Some(Limit::Time), "{}", failure.message.english);
}

#[wasm_bindgen_test]
fn retained_allocations_end_at_the_memory_limit() {
    let before = live();
    let limits = Limits {
        memory_bytes: 8 << 20,
        ..Limits::default()
    };
    let failure = run_within(
        "const all = [];\nfor (;;) all.push('x'.repeat(1000) + all.length);",
        limits,
    )
    .result;
    assert_eq!(failure.unwrap_err().limit, Some(Limit::Memory));
    assert!(live() < before + (64 << 20));
}

#[wasm_bindgen_test]
fn endless_recursion_does_not_break_the_engine() {
    let failure = run("function f(n) { return 1 + f(n + 1); }\nf(0);")
        .result
        .unwrap_err();
    assert_eq!(
        failure.limit,
        Some(Limit::Recursion),
        "{}",
        failure.message.english
    );
    assert!(run("drawCircle('after', 0, 0, 1);").result.is_ok());
}

#[wasm_bindgen_test]
fn a_request_and_an_outcome_round_trip_through_bytes() {
    let outcome = run("drawRect('r', 1, 2, 3, 4);\nconsole.log('하나', \"two\");");
    let sent = request("drawCircle('c', 0, 0, 1);", Limits::default());
    assert_eq!(decode::<RunRequest>(&encode(&sent).unwrap()), Ok(sent));
    assert_eq!(decode::<RunOutcome>(&encode(&outcome).unwrap()), Ok(outcome));
}

#[wasm_bindgen_test]
fn truncated_bytes_are_not_decoded_and_changed_bytes_give_no_invalid_drawing() {
    let sent = request("drawCircle('c', 0, 0, 1);", Limits::default());
    let bytes = encode(&run("drawCircle('c', 0, 0, 1);")).unwrap();
    for end in 0..bytes.len() {
        assert!(
            decode::<RunOutcome>(&bytes[..end]).is_err(),
            "{end} of {} bytes were enough",
            bytes.len()
        );
    }
    let mut other = bytes.clone();
    other[0] ^= 0x7f;
    assert!(decode::<RunOutcome>(&other).unwrap_err().contains("reload"));
    let (mut refused, mut valid) = (0, 0);
    for at in 0..bytes.len() {
        let mut broken = bytes.clone();
        broken[at] = !broken[at];
        // Some changes give another drawing, which must be a valid one.
        match decode::<RunOutcome>(&broken).map(|outcome| outcome.result) {
            Ok(Ok(diff)) => match validate_diff(&sent, &diff) {
                Ok(scene) => {
                    assert_eq!(check_invariants(&scene), [""; 0], "byte {at}");
                    valid += 1;
                }
                Err(_) => refused += 1,
            },
            Ok(Err(_)) | Err(_) => refused += 1,
        }
    }
    assert!(refused > 0 && valid > 0, "{refused} refused, {valid} valid");
}

#[path = "../../../tests/data/corpus.rs"]
mod corpus;

/// The native test writes the golden file; see `tests/it/determinism.rs`.
#[wasm_bindgen_test]
fn the_corpus_gives_the_same_bytes_as_the_native_build() {
    let mut differing = Vec::new();
    let mut lines = include_str!("../../../tests/golden/corpus.txt").lines();
    for index in 0..corpus::COUNT {
        let request = request(&corpus::program(index), Limits::default());
        let outcome = execute(&request, &clock());
        let scene = validate_diff(&request, outcome.result.as_ref().unwrap()).unwrap();
        let (drawn, said) = (
            corpus::digest(&trammel_formats::json::write(&scene)),
            corpus::digest(&outcome.logs.join("\n")),
        );
        if lines.next() != Some(format!("{index} {drawn:016x} {said:016x}").as_str()) {
            differing.push(index);
        }
    }
    assert_eq!(differing, Vec::<u64>::new(), "these differ from the native build");
}
