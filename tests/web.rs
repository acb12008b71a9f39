//! Browser tests that need no built app: the messages between page and worker, and the page's side without an engine.
//! `crates/worker/tests/web.rs` tests the engine in a browser, and `tests/e2e` the whole path.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "tests")]

use js_sys::{Array, Object, Reflect, Uint8Array};
use std::sync::Arc;
use trammel::runner::Runner;
use trammel::runner::message::{FromWorker, crash};
use trammel::ui::panel::{Dock, Panel, for_key, in_dock, open_panel, tab_for_key};
use trammel_canvas::keys::{Chord, KeyPress};
use trammel_code::FileName;
use trammel_run::alloc::{CountingAllocator, live};
use trammel_run::{Limit, Limits, MAX_MESSAGE_BYTES, RunRequest};
use wasm_bindgen::{JsCast, JsValue};
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

fn object(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in fields {
        Reflect::set(&object, &(*name).into(), value).unwrap();
    }
    object.into()
}

#[wasm_bindgen_test]
fn well_formed_worker_messages_are_read() {
    let ready = object(&[
        ("kind", "ready".into()),
        ("protocol", 1.into()),
        ("build", "1.2".into()),
    ]);
    assert_eq!(
        FromWorker::read(&ready),
        Some(FromWorker::Ready {
            protocol: 1,
            build: "1.2".to_owned()
        })
    );
    let done = object(&[
        ("kind", "done".into()),
        ("id", 3.into()),
        ("bytes", Uint8Array::from(&[1, 2][..]).into()),
    ]);
    assert_eq!(
        FromWorker::read(&done),
        Some(FromWorker::Done {
            id: 3,
            bytes: vec![1, 2]
        })
    );
    let stuck = object(&[
        ("kind", "stuck".into()),
        ("id", 3.into()),
        ("file", "main".into()),
        ("line", 2.into()),
        ("column", 5.into()),
    ]);
    let Some(FromWorker::Stuck {
        id: 3,
        what: Some(what),
    }) = FromWorker::read(&stuck)
    else {
        panic!("a worker may say that it is stuck")
    };
    let failure = what.failure(&request("1;\n/(a+)+$/.test(x)", Limits::default()), 10.0);
    assert_eq!(
        failure.place.map(|place| (place.line, place.column)),
        Some((2, 5))
    );
    assert_eq!(failure.source_line.as_deref(), Some("/(a+)+$/.test(x)"));
    let long = "x".repeat(100_000);
    let crash = object(&[
        ("kind", "crash".into()),
        ("id", 3.into()),
        ("text", long.into()),
        ("panic", "".into()),
    ]);
    let Some(FromWorker::Crash { text, .. }) = FromWorker::read(&crash) else {
        panic!("a crash is a message")
    };
    assert_eq!(text.len(), 2_000);
}

#[wasm_bindgen_test]
fn malformed_worker_messages_are_ignored() {
    let bytes = || JsValue::from(Uint8Array::new_with_length(1));
    let done = |id: JsValue, bytes: JsValue| object(&[("kind", "done".into()), ("id", id), ("bytes", bytes)]);
    for message in [
        JsValue::UNDEFINED,
        JsValue::NULL,
        "done".into(),
        7.into(),
        Array::new().into(),
        object(&[]),
        object(&[("kind", "other".into())]),
        object(&[("kind", 1.into())]),
        object(&[("kind", "ready".into())]),
        done(JsValue::UNDEFINED, bytes()),
        done("1".into(), bytes()),
        done((-1).into(), bytes()),
        done(1.5.into(), bytes()),
        done(f64::NAN.into(), bytes()),
        done(1e12.into(), bytes()),
        done(1.into(), "bytes".into()),
        done(1.into(), Array::of1(&1.into()).into()),
    ] {
        assert_eq!(FromWorker::read(&message), None, "{message:?}");
    }
}

#[wasm_bindgen_test]
fn an_oversized_worker_answer_is_not_copied() {
    let size = u32::try_from(MAX_MESSAGE_BYTES).unwrap() + 1;
    let bytes = Uint8Array::new_with_length(size);
    let done = object(&[("kind", "done".into()), ("id", 1.into()), ("bytes", bytes.into())]);
    let before = live();
    assert_eq!(FromWorker::read(&done), Some(FromWorker::TooLarge { id: 1 }));
    assert!(live() < before + 100_000);
}

#[wasm_bindgen_test]
fn worker_crashes_are_classified() {
    let limit = |text, panic| crash(text, panic).limit;
    assert_eq!(
        limit("RangeError: Maximum call stack size exceeded", ""),
        Some(Limit::Recursion)
    );
    assert_eq!(
        limit("InternalError: too much recursion", ""),
        Some(Limit::Recursion)
    );
    assert_eq!(
        limit("RuntimeError: memory access out of bounds", ""),
        Some(Limit::Recursion)
    );
    assert_eq!(limit("RuntimeError: unreachable", ""), Some(Limit::Memory));
    assert_eq!(
        limit("RuntimeError: unreachable", "panicked at x.rs: capacity overflow"),
        Some(Limit::Memory)
    );
    let bug = crash(
        "RuntimeError: unreachable",
        "panicked at x.rs: index out of bounds: the len is 3",
    );
    assert_eq!(bug.limit, Some(Limit::Crash));
    assert!(
        bug.message.english.contains("the len is 3"),
        "{}",
        bug.message.english
    );
}

#[wasm_bindgen_test]
async fn every_run_without_the_engine_reports_the_missing_engine() {
    let runner = Runner::at("http://127.0.0.1:9/nowhere/");
    runner.prepare();
    for _ in 0..2 {
        let outcome = runner
            .run(&request("drawCircle('c', 0, 0, 1);", Limits::default()))
            .await;
        let failure = outcome.result.unwrap_err();
        assert!(
            failure
                .message
                .english
                .starts_with("the script engine could not be loaded: "),
            "{}",
            failure.message.english
        );
        assert_eq!(failure.limit, Some(Limit::Engine));
        assert!(!runner.is_loaded());
    }
    let missing = Runner::new()
        .run(&request("", Limits::default()))
        .await
        .result
        .unwrap_err();
    assert!(
        missing.message.english.contains("sandbox"),
        "{}",
        missing.message.english
    );
}

/// Two panels like those of the page, and an added one.
fn panels() -> &'static [Panel] {
    use leptos::prelude::*;

    let panel = |id, dock, key| Panel {
        id,
        label: [id, id],
        dock,
        key,
        view: || view! { <p class="dummy">"Layers"</p> }.into_any(),
        badge: None,
    };
    let added = panel("layers", Dock::Left, Some(Chord("Alt+Shift+l")));
    Box::leak(Box::new([
        panel("code", Dock::Left, None),
        panel("items", Dock::Right, None),
        added,
    ]))
}

#[wasm_bindgen_test]
fn an_added_panel_has_a_tab_a_shortcut_and_a_view() {
    let ids: Vec<&str> = in_dock(panels(), Dock::Left).map(|panel| panel.id).collect();
    assert_eq!(ids, ["code", "layers"]);
    assert_eq!(open_panel(panels(), "layers"), "layers");
    assert_eq!(open_panel(panels(), "gone"), "code");
    assert_eq!(tab_for_key(panels(), "code", "ArrowRight"), Some("layers"));
    assert_eq!(tab_for_key(panels(), "code", "ArrowLeft"), Some("layers"));
    assert_eq!(tab_for_key(panels(), "layers", "Home"), Some("code"));
    assert_eq!(tab_for_key(panels(), "code", "x"), None);
    let press = KeyPress {
        key: "L",
        code: "KeyL",
        ctrl: false,
        meta: false,
        shift: true,
        alt: true,
    };
    let found = for_key(panels(), &press, false).unwrap();
    assert_eq!(found.id, "layers");

    let page = web_sys::window().and_then(|window| window.document()).unwrap();
    let place = page.create_element("div").unwrap();
    page.body().unwrap().append_child(&place).unwrap();
    let mounted = leptos::mount::mount_to(place.clone().unchecked_into(), found.view);
    let shown = place.query_selector(".dummy").unwrap().unwrap();
    assert_eq!(shown.text_content().as_deref(), Some("Layers"));
    drop(mounted);
    assert!(place.query_selector(".dummy").unwrap().is_none());
}
