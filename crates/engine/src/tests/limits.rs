//! Tests of limits and of the isolation of scripts.

use super::*;
use trammel_formats::{Conversion, ImportOptions, ImportTarget};
use trammel_language::Bilingual;
use trammel_run::{Failure, MAX_ITEMS};
use trammel_tools::{Check, MAX_CHECKS, ToolError};

#[test]
fn sorting_works_with_inconsistent_comparators() {
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
fn endless_loops_time_out_with_their_line() {
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
    assert!(
        failure.message.english.contains("10000"),
        "{}",
        failure.message.english
    );
    assert_eq!(failure.place.unwrap().line, 1);
    let failure = run("function f() { f() }\ntry { f() } catch (e) {}")
        .result
        .unwrap_err();
    assert_eq!(failure.limit, Some(Limit::Recursion));
}

#[test]
fn host_and_network_apis_are_not_available() {
    for code in [
        "fetch('http://x')",
        "require('fs')",
        "new XMLHttpRequest()",
        "process.exit()",
        "setTimeout(() => {}, 1)",
    ] {
        let told = entities_or_error(&run(code));
        assert!(told.contains("is not available in the sandbox"), "{code}: {told}");
    }
    for code in [
        "eval('1')",
        "new Function('return 1')()",
        "(() => {}).constructor('1')()",
    ] {
        let told = entities_or_error(&run(code));
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
fn hostile_arguments_run_no_code_and_are_refused() {
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
    let told_of_module = entities_or_error(&run_files(&[
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
fn a_forged_outcome_is_refused() {
    let diff = run("drawCircle('a', 0, 0, 1)").result.unwrap();
    let request = request(&[], small());
    let scene = validate_diff(&request, &diff).unwrap();
    let error = validate_diff(&request, &diff.inverse()).unwrap_err();
    assert!(error.english.contains("did not exist"), "{error}");
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
    assert!(validate_diff(&request, &forged).is_err());
    assert!(decode::<RunOutcome>(&[1, 2, 3, 4]).is_err());
    assert!(decode::<RunOutcome>(&[]).is_err());
}

#[test]
fn a_message_with_too_many_items_is_refused_while_it_is_decoded() {
    let logs = |logs: Vec<String>| RunOutcome {
        logs,
        ..RunOutcome::of_failure(Failure::default())
    };
    let warnings = RunOutcome {
        warnings: vec![Bilingual::default(); MAX_ITEMS / 2],
        ..logs(Vec::new())
    };
    let decoded = |outcome: &RunOutcome| decode::<RunOutcome>(&encode(outcome).unwrap());
    // Lists whose items take few bytes in a message and many in memory.
    for sent in [logs(vec![String::new(); MAX_ITEMS]), warnings] {
        let error = decoded(&sent).unwrap_err();
        assert_eq!(error, format!("a message has more than {MAX_ITEMS} items"));
    }
    let checks = RunOutcome {
        checks: vec![Check::unusable(&ToolError::new(Bilingual::default())); MAX_CHECKS],
        ..logs(vec!["x".repeat(1 << 20); 60])
    };
    for sent in [checks, logs(vec![String::new(); MAX_ITEMS / 2])] {
        assert_eq!(decoded(&sent), Ok(sent));
    }
}

#[test]
fn the_bytes_of_a_file_are_one_item() {
    let request = RunRequest::of_conversion(Conversion::Read {
        format: "dxf".to_owned(),
        bytes: vec![7; 32 << 20],
        options: ImportOptions::default(),
        target: ImportTarget::default(),
    });
    assert_eq!(decode(&encode(&request).unwrap()), Ok(request));
}
