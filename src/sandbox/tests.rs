//! Tests of the sandbox through its public interface: code in, outcome out.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

use super::*;
use crate::scene::{Change, Diff, Entity, Units};
use crate::workspace::FileName;
use std::rc::Rc;
use std::sync::Arc;

fn request(files: &[(&str, &str)], limits: Limits) -> RunRequest {
    let files = files
        .iter()
        .map(|(name, text)| (FileName::new(name).unwrap(), (*text).into()))
        .collect();
    RunRequest {
        files,
        must_parse: None,
        tools: Vec::new(),
        want_value: false,
        title: "test".to_owned(),
        units: Units::Mm,
        seed: 1,
        limits,
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
        validated(&request, diff).unwrap();
    }
    outcome
}

fn run(main: &str) -> RunOutcome {
    run_files(&[("main", main)])
}

/// Returns the names of the drawn entities, or `file:line: message`.
fn told(outcome: &RunOutcome) -> String {
    match &outcome.result {
        Ok(diff) => diff
            .added()
            .map(|e| e.name.as_str())
            .collect::<Vec<_>>()
            .join(" "),
        Err(failure) => match &failure.place {
            Some(place) => format!("{}:{}: {}", place.file, place.line, failure.message),
            None => format!("?: {}", failure.message),
        },
    }
}

#[track_caller]
fn check(main: &str, expected: &str) {
    assert_eq!(told(&run(main)), expected, "{main}");
}

#[track_caller]
fn check_files(files: &[(&str, &str)], expected: &str) {
    assert_eq!(told(&run_files(files)), expected);
}

#[test]
fn tools_are_called_in_both_spellings_and_both_forms() {
    check(
        "draw_circle({ name: 'a', x: 0, y: 0, radius: 1 }); drawCircle('b', 1, 2, 3);",
        "a b",
    );
    check(
        "drawRect('r', 0, 0, 4, 2, { style: { fill: '#f00' } }); rotate('r', 45, { angle_unit: 'degree' });",
        "r",
    );
    check(
        "draw_circle('a', 0, 0, 1); drawLine({ name: 'l', points: [0, 0, 1, 1] });",
        "a l",
    );
    check(
        "drawPolygon('p', [0,0, 9,0, 9,9], [], { style: { fill: '#f00' } }); drawPolygon('q', [0,0, 9,0, 9,9], [], { fill: '#f00' });",
        "p q",
    );
    check(
        "drawCircle('c', 0, 0, 1); setStroke('c', { width: 3 }); setStroke('c', { color: '#f00' }, 2); setStroke({ name: 'c', stroke: '#00f' })",
        "c",
    );
    let outcome = run(
        "const n = drawCircle('c', 1, 2, 3); console.log(n, getEntity('c').geometry.radius, exists('zz'), getEntity('zz'), listEntities());",
    );
    assert_eq!(outcome.logs, ["c 3 false null [\"c\"]"]);
}

#[test]
fn errors_name_the_line_the_reason_and_what_was_meant() {
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
fn a_script_can_catch_a_tool_error_and_read_it() {
    let outcome = run(
        "drawCircle('head', 0, 0, 1);\ntry { deleteEntity('hed') } catch (e) { console.log(e.message, e.suggestions, e instanceof Error) }",
    );
    assert_eq!(
        outcome.logs,
        ["delete_entity: Entity 'hed' not found [\"head\"] true"]
    );
}

#[test]
fn sorting_survives_any_comparison() {
    let outcome = run(
        "const a = Array.from({ length: 500 }, (_, i) => i % 7); a.sort(() => Math.random() - 0.5); a.sort((x, y) => x - y);\n\
        new Float64Array(a).sort(() => Math.random() - 0.5);\n\
        const h = [3, undefined, 1, , 2].sort((x, y) => x - y);\n\
        const pairs = [['b', 1], ['a', 1], ['c', 0]].sort((x, y) => x[1] - y[1]).map(p => p[0]).join('');\n\
        console.log(a.every((v, i) => i === 0 || a[i - 1] <= v), [3, 1, 2].toSorted((x, y) => y - x), [3, 10, 2].sort(), h.length, h, 4 in h, pairs,\n\
            [...new Int8Array([3, 1, 2]).toSorted((x, y) => y - x)], [...new Int8Array([3, 1, 2]).sort()], [2, 1].sort(undefined));",
    );
    assert_eq!(outcome.result.map(|_| ()), Ok(()));
    assert_eq!(
        outcome.logs,
        ["true [3,2,1] [10,2,3] 5 [1,2,3,undefined] false cba [3,2,1] [1,2,3] [1,2]"]
    );
    check(
        "[1, 2].sort(5)",
        "main:1: the comparison must be a function such as (a, b) => a - b, got 5",
    );
    check("\n[1, 2].sort(() => { throw new Error('x') })", "main:2: x");
}

#[test]
fn thrown_values_are_shown() {
    check("throw { a: 1 }", "main:1: uncaught {\"a\":1}");
    check("throw null", "main:1: uncaught null");
    check("throw 'x'", "main:1: x");
}

#[test]
fn everything_logs() {
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
fn endless_loops_end_with_their_line() {
    let line_of = |code: &str| {
        let failure = run(code).result.unwrap_err();
        assert_eq!(failure.limit, Some(Limit::Time), "{code}: {failure:?}");
        failure.place.map(|p| p.line)
    };
    assert_eq!(line_of("drawCircle('a', 0, 0, 1);\nwhile (true) {}"), Some(2));
    assert_eq!(
        line_of("\n\nfor (;;) { try { for (;;) {} } catch (e) {} }"),
        Some(3)
    );
    assert_eq!(line_of("function f() {\n  while (1) {}\n}\nf();"), Some(2));
    assert_eq!(line_of("\n[0].forEach(() => { while (1) {} });"), Some(2));
    assert!(line_of("Promise.resolve().then(function f() { return Promise.resolve().then(f) })").is_none());
}

#[test]
fn limits_cannot_be_caught() {
    let outcome = run("try { for (let i = 0; i < 10001; i++) drawCircle('c' + i, i, 0, 1); } catch (e) {}");
    let failure = outcome.result.unwrap_err();
    assert_eq!(failure.limit, Some(Limit::Entities));
    assert!(failure.message.contains("10000"), "{}", failure.message);
    assert_eq!(failure.place.unwrap().line, 1);
    let failure = run("function f() { f() }\ntry { f() } catch (e) {}")
        .result
        .unwrap_err();
    assert_eq!(failure.limit, Some(Limit::Recursion));
}

#[test]
fn nothing_of_the_outside_exists() {
    for code in [
        "fetch('http://x')",
        "require('fs')",
        "new XMLHttpRequest()",
        "process.exit()",
        "setTimeout(() => {}, 1)",
    ] {
        let told = told(&run(code));
        assert!(told.contains("is not available in the sandbox"), "{code}: {told}");
    }
    for code in [
        "eval('1')",
        "new Function('return 1')()",
        "(() => {}).constructor('1')()",
    ] {
        let told = told(&run(code));
        assert!(
            told.contains("eval and Function are not available"),
            "{code}: {told}"
        );
    }
    check(
        "for (const n of ['WebSocket', 'postMessage', 'self', 'WeakRef', 'SharedArrayBuffer', 'performance', 'crypto']) if (n in globalThis) throw new Error(n)",
        "",
    );
}

#[test]
fn modules_scripts_and_their_errors() {
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
fn the_same_request_gives_the_same_outcome() {
    let code =
        "for (let i = 0; i < 20; i++) drawCircle('c' + i, Math.random() * 100, Math.sin(i), 1 + Date.now());";
    let (first, second) = (run(code), run(code));
    assert_eq!(encode(&first).unwrap(), encode(&second).unwrap());
}

#[test]
fn the_power_operator_has_the_bits_of_math_pow() {
    let outcome = run("let wrong = 0;\nfor (let i = 0; i < 3000; i++) {\n\
          const [x, y] = [Math.random() * 10, Math.random() * 8 - 4];\n\
          if (x ** y !== Math.pow(x, y) || 7 ** y !== Math.pow(7, y)) wrong++;\n}\nconsole.log(wrong);");
    assert_eq!(
        outcome.logs,
        ["0"],
        "the C library's own pow differs in about one of a thousand"
    );
}

#[test]
fn hostile_values_run_nothing_and_reach_nothing() {
    check(
        "draw_circle({ name: 'a', get x() { throw 1 }, y: 0, radius: 1 })",
        "main:1: draw_circle: x must be a number, got a getter",
    );
    check(
        "drawCircle('a', { valueOf() { throw 1 } }, 0, 1)",
        "main:1: draw_circle: x must be a number, got an object",
    );
    check(
        "draw_circle(new Proxy({}, { get() { throw 1 }, ownKeys() { throw 2 } }))",
        "main:1: draw_circle: name must be text, got a proxy",
    );
    check(
        "Object.prototype.radius = 9; draw_circle({ name: 'a', x: 0, y: 0 })",
        "main:1: draw_circle: 'radius' is missing",
    );
    check(
        "const p = [0, 0, 1, 1]; p.length = 4294967295; drawLine('a', p)",
        "main:1: draw_line: an array has 4294967295 elements, at most 200000",
    );
    check(
        "Array.prototype[Symbol.iterator] = function* () { for (;;) yield 0 }; drawLine('a', [0, 0, 1, 1])",
        "a",
    );
    check(
        "drawCircle('__proto__', 0, 0, 1); drawCircle('constructor', 0, 0, 1)",
        "__proto__ constructor",
    );
    check(
        "drawLine('a', new Float64Array([0, 0, 3, 4])); drawPolygon('b', Int8Array.of(0, 0, 9, 0, 9, 9))",
        "a b",
    );
    check("const n = '(' + '('; ((((((((((1))))))))))", "");
    let deep = format!("{}1{}", "(".repeat(5000), ")".repeat(5000));
    let module = format!("export const a = 1;\n{deep};");
    let told_of_module = told(&run_files(&[
        ("main", "import { a } from 'm';"),
        ("m", module.as_str()),
    ]));
    assert_eq!(
        told_of_module,
        "m:2: brackets are nested more than 64 levels deep. Split the expression."
    );
    check_files(
        &[("main", "drawCircle('a', 0, 0, 1)"), ("unused", deep.as_str())],
        "a",
    );
    check(
        &deep,
        "main:1: brackets are nested more than 64 levels deep. Split the expression.",
    );
}

#[test]
fn names_of_tools_may_be_used_for_ones_own_variables() {
    check(
        "const scale = 2; function rotate(x) { return x * scale } drawCircle('a', rotate(1), 0, 1)",
        "a",
    );
}

#[test]
fn a_caught_error_leaves_nothing_half_done() {
    check(
        "drawCircle('a', 0, 0, 1); try { duplicate('a', 'b', 2e9, 0) } catch {}",
        "a",
    );
}

#[test]
fn a_forged_outcome_is_refused() {
    let diff = run("drawCircle('a', 0, 0, 1)").result.unwrap();
    let request = request(&[], small());
    let scene = validated(&request, &diff).unwrap();
    let error = validated(&request, &diff.inverse()).unwrap_err();
    assert!(error.contains("did not exist"), "{error}");
    let held = Arc::new(Entity {
        locked: true,
        ..(**scene.get("a").unwrap()).clone()
    });
    let forged = Diff::from_changes([(
        held.name.clone(),
        Change {
            from: None,
            to: Some(held),
        },
    )]);
    assert!(validated(&request, &forged).is_err());
    assert!(decode::<RunOutcome>(&[1, 2, 3, 4]).is_err());
    assert!(decode::<RunOutcome>(&[]).is_err());
}

#[test]
fn a_part_that_is_not_there_is_an_error_and_never_null() {
    let triangle = "drawPolygon('triangle', [0, 0, 6, 0, 0, 8]);\n";
    let outcome = run(&format!(
        "{triangle}drawCircle('c', 0, 0, getLength('triangle.edge[1]'));\n\
         if (getLength('nothing') !== null) throw 'an entity that does not exist is null';"
    ));
    assert_eq!(told(&outcome), "triangle c");
    for (call, says) in [
        (
            "getLength('triangle.edge[7]')",
            "'triangle' has no part 'edge[7]'",
        ),
        ("getArea('triangle.edge[0]')", "is a part of 'triangle'"),
        ("getLength('triangel.edge[0]')", "'triangel' not found"),
        (
            "measureDistance('triangel.center', [0, 0])",
            "'triangel' not found",
        ),
        ("getArea('triangel.edge[0]')", "'triangel' not found"),
    ] {
        let told = told(&run(&format!("{triangle}{call};")));
        assert!(told.contains(says), "{call}: {told}");
    }
}

#[test]
fn a_leader_with_options_of_dimensions_is_drawn_with_a_warning() {
    let leader = |more: &str| {
        run(&format!(
            "leader({{ name: 'note', target: [0, 0], points: [9, 9], text: 'M8'{more} }});"
        ))
    };
    let (plain, old) = (leader(""), leader(", decimals: 1, suffix: ' mm'"));
    assert_eq!(old.result, plain.result);
    assert_eq!(plain.warnings, Vec::<String>::new());
    assert_eq!(
        old.warnings,
        ["leader: decimals and suffix have no effect on a leader. Remove them from the call."]
    );
}
