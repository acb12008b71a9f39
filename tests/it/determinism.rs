//! Tests that the same code gives the same drawing, bit by bit, in every run, in this process and in a child process.

use crate::support::{check_golden, drawn, run_code, standing_clock};
use trammel_code::FileName;
use trammel_engine::execute;
use trammel_formats::json as scene_json;
use trammel_run::{Limits, RunRequest, encode, validate_diff};

/// Small programs with possible sources of nondeterminism: trigonometry, random numbers, time, sorting, object
/// order, and promises.
const CORPUS: &[&str] = &[
    "for (let i = 0; i < 40; i++) drawCircle('c' + i, Math.cos(i) * 50, Math.sin(i) * 50, 1 + Math.random());",
    "for (let i = 1; i < 30; i++) drawCircle('p' + i, Math.tan(i), Math.exp(i / 9), Math.log(i + 1));",
    "for (let i = 1; i < 30; i++) drawCircle('q' + i, Math.atan2(i, 3), Math.pow(1.1, i), Math.cbrt(i));",
    "for (let i = 1; i < 30; i++) drawCircle('h' + i, Math.sinh(i / 9), Math.cosh(i / 9), Math.hypot(i, 0.1));",
    "drawCircle('now', Date.now() % 1000, new Date().getTime() % 1000, 1); console.log(new Date().toString());",
    "const n = [...Array(99).keys()].sort(() => Math.random() - 0.5); drawLine('l', n.flatMap((v, i) => [i, v]));",
    "const o = { b: 1, a: 2, 10: 3, 2: 4 }; let x = 0; for (const k in o) drawCircle(k, x += o[k], 0, 1);",
    "const m = new Map([['z', 1], ['a', 2]]); const s = new Set('hello'); console.log([...m], [...s]); drawCircle('m', m.size, s.size, 1);",
    "Promise.resolve(3).then(r => drawCircle('later', r, 0, 1)); drawCircle('first', 0, 0, 1);",
    "drawRect('r', 0.1 + 0.2, 0, 10, 4); for (let i = 0; i < 20; i++) rotate('r', 0.3);",
    "drawRect('r', 0, 0, 10, 4); for (let i = 0; i < 9; i++) { rotate('r', 0.3, 5, 5); scale('r', 1.1, 0.9); }",
    "drawCircle('a', 0, 0, 5); createGroup('g', ['a']); rotate('g', 1); scale('a', 2, 3); addToGroup('g', drawCircle('b', 9, 9, 1)); ungroup('g');",
    "drawLine('l', [0, 0, 100, 33]); drawCircle('c', 40, 10, 20); getIntersection('l', 'c').points.forEach(([x, y], i) => drawCircle('x' + i, x, y, 0.5));",
    "drawBezier('b', 'M0,0 C0,100 100,100 100,0 A30,20 15 1 0 50,-20 Z'); const w = getWorldBounds('b'); drawRect('box', w.min[0], w.min[1], w.max[0] - w.min[0], w.max[1] - w.min[1]);",
    "drawArc('a', 0, 0, 10, 0.1, 4); const p = getPointAtDistance('a', [10, 0], 7).point; drawCircle('p', p[0], p[1], 1); trimAt('a', p, 'start');",
    "drawRegularPolygon('p', 0, 0, 10, 7); for (let i = 0; i < 5; i++) mirror('p', 'm' + i, [0, i, 3, 1]);",
    "drawCircle('c', 1 / 3, 1e-9, 1e8 / 7); console.log(0.1 + 0.2, 1e21, -0, 5e-324, 123456789012345680000);",
    "class A { constructor(n) { this.n = n; } draw() { return drawCircle(`하나_${this.n}`, this.n, 0, 1); } } [1, 2, 3].map(n => new A(n).draw());",
    "for (const n of ['c', 'a', 'b']) drawCircle(n, 0, 0, 1); drawOrder('c', 'front'); drawOrder('b', 'back'); drawOrder('a', 1); deleteEntity('b');",
    "console.log([3, 1, 2].toSorted(), 'ß'.toUpperCase(), 'a,b'.split(','), JSON.stringify({ d: new Date(0) })); drawCircle('c', 'é'.normalize('NFD').length, 0, 1);",
    "drawCircle('keep', 0, 0, 1);\nundefined_function();",
];

fn request(code: &str) -> RunRequest {
    RunRequest {
        files: vec![(FileName::main(), code.into())],
        title: "test".to_owned(),
        seed: 7,
        limits: Limits {
            instructions: 50_000_000,
            ..Limits::default()
        },
        ..RunRequest::default()
    }
}

#[test]
fn equal_requests_give_equal_bytes() {
    for code in CORPUS {
        let run = || encode(&execute(&request(code), &standing_clock())).unwrap();
        let first = run();
        assert!(first.len() > 8, "{code}");
        assert_eq!(first, run(), "{code}");
    }
}

#[path = "../data/corpus.rs"]
mod corpus;

/// Writes each drawing of the corpus as a line: its number, the hash of its scene JSON, and the hash of its
/// log. The browser test compares its output with the same file.
#[test]
fn the_corpus_matches_the_golden_file() {
    let mut lines = String::new();
    for index in 0..corpus::COUNT {
        let request = request(&corpus::program(index));
        let outcome = execute(&request, &standing_clock());
        let scene = validate_diff(&request, outcome.result.as_ref().unwrap()).unwrap();
        let (drawn, said) = (
            corpus::digest(&scene_json::write(&scene)),
            corpus::digest(&outcome.logs.join("\n")),
        );
        lines.push_str(&format!("{index} {drawn:016x} {said:016x}\n"));
    }
    check_golden("tests/golden/corpus.txt", &lines);
}

#[test]
fn only_the_seed_changes_random_numbers() {
    let code = "drawCircle('c', Math.random(), 0, 1)";
    let with = |seed: u64| {
        encode(&execute(
            &RunRequest {
                seed,
                ..request(code)
            },
            &standing_clock(),
        ))
        .unwrap()
    };
    assert_ne!(with(1), with(2));
    assert_eq!(with(1), with(1));
}

#[test]
fn a_child_process_draws_the_same() {
    for code in CORPUS {
        let (session, reply) = drawn(code);
        let ended = run_code(code, &["--json", "-"]);
        if reply["success"] == true {
            assert_eq!(ended.out, scene_json::write(session.scene()), "{code}");
        } else {
            let told: serde_json::Value = serde_json::from_str(&ended.err).unwrap();
            assert_eq!(told["error"], reply["error"], "{code}");
        }
    }
}
