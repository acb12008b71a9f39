//! Calls on documents of growing size: direct calls, which must cost the same at every size, and snippets, which run all
//! of `main` again and therefore grow with it.

use std::rc::Rc;
use std::time::Instant;

use serde_json::{Value, json};
use trammel::sandbox::{Clock, execute};
use trammel::scene::MAX_ENTITIES;
use trammel::session::{CallOutcome, Session};

/// Numbers of calls at which the cost of one call is printed.
const SIZES: [usize; 4] = [1000, 2000, 4000, 8000];

/// Number of calls whose median is the cost of one call.
const NEIGHBORS: usize = 201;

/// Prints the cost of one call at growing sizes.
pub(crate) fn growth() {
    let mut session = Session::default();
    let draws = timed(&mut session, draw);
    let changes = timed(&mut session, change);
    let total: f64 = draws.iter().chain(&changes).sum();
    println!();
    println!(
        "growth: microseconds a call, the median of {NEIGHBORS}, when there were so many calls before it"
    );
    println!(
        "{:<22} {:>8} {:>8} {:>8} {:>8} {:>11}",
        "call", 1000, 2000, 4000, 8000, "8000/1000"
    );
    print("draw (direct)", SIZES.map(|size| cost_at(&draws, size)));
    print("change (direct)", SIZES.map(|size| cost_at(&changes, size)));
    print("run_cad_code", SIZES.map(snippet));
    println!("{MAX_ENTITIES} draws and {MAX_ENTITIES} changes by direct calls: {total:.3} s");
}

fn print(what: &str, seconds: [f64; 4]) {
    let [a, b, c, d] = seconds.map(|seconds| seconds * 1e6);
    println!("{what:<22} {a:>8.1} {b:>8.1} {c:>8.1} {d:>8.1} {:>11.2}", d / a);
}

/// The seconds that each call of a full drawing took.
fn timed(session: &mut Session, call: fn(usize) -> (&'static str, Value)) -> Vec<f64> {
    (0..MAX_ENTITIES)
        .map(|i| {
            let (tool, input) = call(i);
            let started = Instant::now();
            let answer = session.call(tool, input);
            let took = started.elapsed().as_secs_f64();
            let CallOutcome::Done(reply) = answer else {
                panic!("{tool} needs no run")
            };
            assert!(reply.is_ok(), "{reply:?}");
            took
        })
        .collect()
}

fn draw(i: usize) -> (&'static str, Value) {
    let (x, y) = (i % 100 * 10, i / 100 * 10);
    (
        "draw_circle",
        json!({ "name": format!("c{i}"), "x": x, "y": y, "radius": 4 }),
    )
}

fn change(i: usize) -> (&'static str, Value) {
    (
        "translate",
        json!({ "name": format!("c{i}"), "dx": 1, "dy": 0.5 }),
    )
}

fn cost_at(times: &[f64], size: usize) -> f64 {
    let half = NEIGHBORS / 2;
    let mut near = times[size - half..=size + half].to_vec();
    near.sort_by(f64::total_cmp);
    near[half]
}

/// Seconds to add one snippet to a drawing of so many entities, its run included.
fn snippet(count: usize) -> f64 {
    let mut session = Session::default();
    for i in 0..count {
        let (tool, input) = draw(i);
        session.call(tool, input);
    }
    let mut times = [0.0; 5];
    for (i, time) in times.iter_mut().enumerate() {
        let code = format!("draw_circle({{ name: 's{i}', x: 0, y: -20, radius: 4 }});");
        let started = Instant::now();
        let CallOutcome::Run(pending) = session.call("run_cad_code", json!({ "code": code })) else {
            panic!("code has to run")
        };
        let outcome = execute(pending.request(), &(Rc::new(|| 0.0) as Clock));
        let reply = session.finish(*pending, outcome, 0.0);
        *time = started.elapsed().as_secs_f64();
        assert!(reply.is_ok(), "{reply:?}");
    }
    times.sort_by(f64::total_cmp);
    times[2]
}
