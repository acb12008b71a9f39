//! Tests of the sandbox through its public interface: code in, outcome out.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use super::*;
use std::rc::Rc;
use std::sync::Arc;
use trammel_code::FileName;
use trammel_run::{Clock, Limit, Limits, RunOutcome, RunRequest, decode, encode, validate_diff};
use trammel_scene::{Change, Diff, Entity};

mod calls;
mod dxf_back;
mod dxf_lines;
mod dxf_paint;
mod imported;
mod limits;
mod queries;
mod round_trips;

fn request(files: &[(&str, &str)], limits: Limits) -> RunRequest {
    let files = files
        .iter()
        .map(|(name, text)| (FileName::new(name).unwrap(), (*text).into()))
        .collect();
    RunRequest {
        files,
        title: "test".to_owned(),
        seed: 1,
        limits,
        ..RunRequest::default()
    }
}

fn small() -> Limits {
    Limits {
        timeout_ms: 2_000,
        instructions: 3_000_000,
        ..Limits::default()
    }
}

fn clock() -> Clock {
    // The clock is constant. Scripts are stopped by instruction counts, so a busy machine yields the same result.
    Rc::new(|| 0.0)
}

fn run_files(files: &[(&str, &str)]) -> RunOutcome {
    let request = request(files, small());
    let outcome = execute(&request, &clock());
    if let Ok(diff) = &outcome.result {
        validate_diff(&request, diff).unwrap();
    }
    outcome
}

fn run(main: &str) -> RunOutcome {
    run_files(&[("main", main)])
}

/// Returns the names of the drawn entities, or `file:line: message`.
fn entities_or_error(outcome: &RunOutcome) -> String {
    match &outcome.result {
        Ok(diff) => diff
            .added_entities()
            .map(|e| e.name.as_str())
            .collect::<Vec<_>>()
            .join(" "),
        Err(failure) => match &failure.place {
            Some(place) => format!("{}:{}: {}", place.file, place.line, failure.message.english),
            None => format!("?: {}", failure.message.english),
        },
    }
}

#[track_caller]
fn check(main: &str, expected: &str) {
    assert_eq!(entities_or_error(&run(main)), expected, "{main}");
}

#[track_caller]
fn check_files(files: &[(&str, &str)], expected: &str) {
    assert_eq!(entities_or_error(&run_files(files)), expected);
}

#[test]
fn errors_report_line_reason_and_suggestion() {
    check(
        "const a = 1;\nconst b = 2;\nconst c = 3;\n  trim_att({ entity: 'x' });",
        "main:4: trim_att is not defined",
    );
    check(
        "function f() {\n  const k = 2;\n  return nowhere_fn(k);\n}\nf();",
        "main:3: nowhere_fn is not defined",
    );
    check(
        "drawCircle('a', 0, 0, 1);\nset_fill({ name: 'aa', fill: '#f00' });",
        "main:2: set_fill: Entity 'aa' not found",
    );
    check(
        "\ndraw_circle({ nam: 'a', x: 0, y: 0, radius: 1 });",
        "main:2: draw_circle: unknown argument 'nam'",
    );
    check(
        "draw_circle({\n  name: 'a', x: 0, y: 0, radius: '5' });",
        "main:1: draw_circle: radius must be a number, got the text \"5\"",
    );
    check("throw new Error('boom');", "main:1: boom");
    check(
        "\nconst o = {}; o.p.x;",
        "main:2: cannot read properties of null or undefined (reading 'x' of o.p)",
    );
    check("\n\nconst q = 5; q();", "main:3: q is not a function");
    check("const a = ;", "main:1: unexpected token ';', primary expression");
    let failure = run("set_fill({ name: 'hed', fill: '#f00' })").result.unwrap_err();
    assert_eq!(failure.suggestions, [] as [&str; 0]);
    let failure = run("drawCircle('head', 0, 0, 1); set_fill({ name: 'hed', fill: '#f00' })")
        .result
        .unwrap_err();
    assert_eq!(failure.suggestions, ["head"]);
}

#[test]
fn uncaught_thrown_values_appear_in_the_error() {
    check("throw { a: 1 }", "main:1: uncaught {\"a\":1}");
    check("throw null", "main:1: uncaught null");
    check("throw 'x'", "main:1: x");
}

#[test]
fn every_console_method_writes_to_the_log() {
    let outcome = run(
        "console.error('e'); console.warn('w'); console.info({ a: [1, 'b'] }); const o = {}; o.o = o; console.log(o)",
    );
    assert_eq!(
        outcome.logs,
        [
            "error: e",
            "warning: w",
            "{\"a\":[1,\"b\"]}",
            "{\"o\":[circular]}"
        ]
    );
    let outcome = run("for (let i = 0; i < 1000; i++) console.log('x')");
    assert_eq!(outcome.logs.len(), 201);
    assert!(outcome.logs[200].contains("log truncated"));
}

#[test]
fn imports_between_modules_and_their_errors() {
    let lib = (
        "lib",
        "export function dot(n, x) { return drawCircle(n, x, 0, 1); }\nexport const k = 3;\nexport let count = 0;\nexport const up = () => { count++; };",
    );
    check_files(
        &[
            (
                "main",
                "import { dot, k as three, count, up } from 'lib';\nup(); up(); dot('a' + three + count, 1);",
            ),
            lib,
        ],
        "a32",
    );
    check_files(
        &[
            (
                "main",
                "import * as L from 'lib';\n// import 'nope'\nL.dot('b', L.k);",
            ),
            lib,
        ],
        "b",
    );
    check_files(
        &[
            ("main", "import D from 'd'; D('x')"),
            ("d", "export default n => drawCircle(n, 0, 0, 1)"),
        ],
        "x",
    );
    check_files(
        &[
            ("main", "import 'house';\nnew House('h').draw();"),
            (
                "house",
                "class House {\n constructor(n) { this.n = n }\n draw() { drawRect(this.n, 0, 0, 1, 1) } }",
            ),
        ],
        "h",
    );
    check_files(
        &[
            ("main", "import { a } from 'a'; a('q')"),
            ("a", "import { b } from 'b'; export const a = n => b(n);"),
            (
                "b",
                "import { a } from 'a'; export const b = n => drawCircle(n, 0, 0, 1);",
            ),
        ],
        "q",
    );
    check_files(
        &[
            ("main", "import { a } from 'a'; a('q')"),
            (
                "a",
                "import { helper } from 'plain';\nexport const a = n => helper(n);",
            ),
            ("plain", "function helper(n) { drawCircle(n, 0, 0, 1) }"),
        ],
        "q",
    );
    check_files(
        &[
            (
                "main",
                "import { box } from 'x'; import { box as other } from 'y'; drawCircle(box + other, 0, 0, 1)",
            ),
            ("x", "const box = 'p'; export { box };"),
            ("y", "const box = 'q'; export { box };"),
        ],
        "pq",
    );

    check_files(
        &[("main", "\nimport { dto } from 'lib';"), lib],
        "main:2: 'lib' does not export 'dto'",
    );
    check_files(
        &[("main", "\n\nimport 'lbi';"), lib],
        "main:3: module 'lbi' not found",
    );
    check_files(
        &[
            ("main", "import { m } from 'm';\nm();"),
            ("m", "export function m() {\n  foo.bar();\n}"),
        ],
        "m:2: foo is not defined",
    );
    check_files(
        &[
            ("main", "import { m } from 'm';"),
            ("m", "export const m = 1;\n\nfoo.bar();"),
        ],
        "m:3: foo is not defined",
    );
    check_files(
        &[
            ("main", "import { m } from 'm';"),
            ("m", "export const m = 1;\nimport { z } from 'gone';"),
        ],
        "m:2: module 'gone' not found. Only files of this drawing can be imported, by their bare name.",
    );
    check_files(
        &[("main", "import { m } from 'm';"), ("m", "export const m = ;")],
        "m:1: unexpected token ';', primary expression",
    );
}

#[test]
fn equal_requests_give_equal_outcomes() {
    let code =
        "for (let i = 0; i < 20; i++) drawCircle('c' + i, Math.random() * 100, Math.sin(i), 1 + Date.now());";
    let (first, second) = (run(code), run(code));
    assert_eq!(encode(&first).unwrap(), encode(&second).unwrap());
}

#[test]
fn the_power_operator_equals_math_pow_bit_for_bit() {
    let outcome = run("let wrong = 0;\nfor (let i = 0; i < 3000; i++) {\n\
          const [x, y] = [Math.random() * 10, Math.random() * 8 - 4];\n\
          if (x ** y !== Math.pow(x, y) || 7 ** y !== Math.pow(7, y)) wrong++;\n}\nconsole.log(wrong);");
    assert_eq!(
        outcome.logs,
        ["0"],
        "the C library's own pow differs in about one of a thousand"
    );
}
