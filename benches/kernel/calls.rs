//! Benchmarks of calls on documents of growing size. A direct call must take the same time at every size. A snippet
//! runs all of `main` again, so its time grows with the size.

use std::rc::Rc;

use divan::Bencher;
use serde_json::{Value, json};
use trammel_document::{Actor, CallOutcome, Session};
use trammel_engine::execute;
use trammel_run::Clock;
use trammel_scene::MAX_ENTITIES;
use trammel_tools::Reply;

/// Numbers of preceding calls.
const SIZES: [usize; 4] = [1000, 2000, 4000, 8000];

/// Number of direct calls that are timed for one size, half of them before and half of them after that size.
const NEIGHBORS: u32 = 201;

#[divan::bench(name = "draw (direct)", args = SIZES, sample_count = NEIGHBORS, sample_size = 1)]
fn draw(bencher: Bencher, size: usize) {
    neighbors(bencher, drawn(0), circle, size);
}

#[divan::bench(name = "change (direct)", args = SIZES, sample_count = NEIGHBORS, sample_size = 1)]
fn change(bencher: Bencher, size: usize) {
    neighbors(bencher, drawn(MAX_ENTITIES), translation, size);
}

/// Adds one snippet to a drawing of `size` entities and runs the code.
#[divan::bench(args = SIZES, sample_count = 5, sample_size = 1)]
fn run_cad_code(bencher: Bencher, size: usize) {
    let mut session = drawn(size);
    let mut number = 0;
    bencher
        .with_inputs(|| {
            number += 1;
            let code = format!("draw_circle({{ name: 's{number}', x: 0, y: -20, radius: 4 }});");
            json!({ "code": code })
        })
        .bench_local_values(|input| {
            let CallOutcome::Run(pending) = session.call(Actor::Agent, "run_cad_code", input) else {
                panic!("code has to run")
            };
            let outcome = execute(pending.request(), &(Rc::new(|| 0.0) as Clock));
            let reply = session.finish(*pending, outcome, 0.0);
            assert!(reply.is_ok(), "{reply:?}");
            reply
        });
}

#[divan::bench(
    name = "10,000 draws and 10,000 changes (direct)",
    sample_count = 3,
    sample_size = 1
)]
fn full(bencher: Bencher) {
    bencher.bench_local(|| {
        let mut session = drawn(MAX_ENTITIES);
        for i in 0..MAX_ENTITIES {
            call(&mut session, translation(i));
        }
        session
    });
}

/// Function that returns the name and the arguments of the call with a given number.
type Make = fn(usize) -> (&'static str, Value);

/// Times the [`NEIGHBORS`] calls around the call with the number `size`.
fn neighbors(bencher: Bencher, mut session: Session, make: Make, size: usize) {
    let mut next = size - NEIGHBORS as usize / 2;
    for i in 0..next {
        call(&mut session, make(i));
    }
    bencher
        .with_inputs(|| {
            next += 1;
            make(next - 1)
        })
        .bench_local_values(|made| call(&mut session, made));
}

/// Returns a document after `count` draw calls.
fn drawn(count: usize) -> Session {
    let mut session = Session::default();
    for i in 0..count {
        call(&mut session, circle(i));
    }
    session
}

fn circle(i: usize) -> (&'static str, Value) {
    let (x, y) = (i % 100 * 10, i / 100 * 10);
    (
        "draw_circle",
        json!({ "name": format!("c{i}"), "x": x, "y": y, "radius": 4 }),
    )
}

fn translation(i: usize) -> (&'static str, Value) {
    (
        "translate",
        json!({ "name": format!("c{i}"), "dx": 1, "dy": 0.5 }),
    )
}

fn call(session: &mut Session, (tool, input): (&'static str, Value)) -> Reply {
    let CallOutcome::Done(reply) = session.call(Actor::Agent, tool, input) else {
        panic!("{tool} needs no run")
    };
    assert!(reply.is_ok(), "{reply:?}");
    reply
}
