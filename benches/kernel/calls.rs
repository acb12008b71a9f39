//! Calls on documents of growing size: direct calls, which must cost the same at every size, and snippets, which run all
//! of `main` again and therefore grow with it.

use std::rc::Rc;

use divan::Bencher;
use serde_json::{Value, json};
use trammel::sandbox::{Clock, execute};
use trammel::scene::MAX_ENTITIES;
use trammel::session::{Actor, CallOutcome, Session};
use trammel::tools::Reply;

/// Numbers of calls that came before.
const SIZES: [usize; 4] = [1000, 2000, 4000, 8000];

/// Direct calls that are timed for one size, half of them before it and half after it.
const NEIGHBORS: u32 = 201;

#[divan::bench(name = "draw (direct)", args = SIZES, sample_count = NEIGHBORS, sample_size = 1)]
fn draw(bencher: Bencher, size: usize) {
    neighbors(bencher, drawn(0), circle, size);
}

#[divan::bench(name = "change (direct)", args = SIZES, sample_count = NEIGHBORS, sample_size = 1)]
fn change(bencher: Bencher, size: usize) {
    neighbors(bencher, drawn(MAX_ENTITIES), translation, size);
}

/// Adds one snippet to a drawing of so many entities, its run included.
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

/// The call's name and arguments for a number.
type Make = fn(usize) -> (&'static str, Value);

/// Times the calls around the one with this number.
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

/// A document after so many draws.
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
