//! Attack group A: time.

use super::{Item, item};

pub(super) fn items() -> Vec<Item> {
    let stop = "LIM time main:";
    vec![
        item(1, 'A', "an endless loop")
            .run("while (true) {}", "LIM time main:1:1")
            .in_browser("LIM time")
            .browser("code: an endless loop is stopped and the page stays responsive"),
        item(2, 'A', "a loop that catches").run("for (;;) { try { for (;;) {} } catch (e) {} }", stop),
        item(3, 'A', "finally does not restart the clock")
            .run("try { while (1) {} } finally { while (1) {} }", stop),
        item(4, 'A', "nested loops").run(
            "for (let i = 0; i < 1e9; i++) for (let j = 0; j < 1e9; j++);",
            stop,
        ),
        item(5, 'A', "many short loops").run(
            "function f() { for (let i = 0; i < 1e6; i++); }\nfor (let i = 0; i < 1e6; i++) f();",
            stop,
        ),
        item(6, 'A', "a loop in a callback")
            .run("\n[0].forEach(() => {\n  while (1) {} })", "LIM time main:3:3")
            .in_browser("LIM time")
            .run("[1, 2].map(x => { for (;;); })", stop)
            .run("Array.from({ length: 2 }, () => { while (true); })", stop)
            .run("new Map([[1, 2]]).forEach(() => { while (1); })", stop)
            .run(
                "[1].reduce(() => 0, 0); [3, 4].reduce((a, b) => { for (;;); })",
                stop,
            )
            .run("'aa'.replace(/a/g, () => { while (1); })", stop),
        item(7, 'A', "a loop in a getter or a conversion")
            .run("({ get x() { while (1) {} } }).x", stop)
            .run("`${{ toString() { for (;;); } }}`", stop)
            .run("+{ valueOf() { for (;;); } }", stop),
        item(8, 'A', "a loop in a proxy").run("new Proxy({}, { get() { while (1); } }).a", stop),
        item(9, 'A', "a loop in a comparison").run("[2, 1].sort(() => { while (1); })", stop),
        item(10, 'A', "endless generators")
            .run("function* g() { while (1) yield 1 } for (const x of g());", stop)
            .run(
                "function* g() { while (1) yield 1 } const a = [...g()];",
                "LIM time main:1:17",
            )
            .run(
                "function* g() { while (1) yield {} } const a = [...g()];",
                "KILL memory",
            )
            .long(),
        item(11, 'A', "a catastrophic regular expression")
            .run(
                "/(a+)+$/.test('a'.repeat(40) + '!')",
                "KILL time main:1:14 the regular expression timed out",
            )
            .stuck()
            .in_browser("KILL time")
            .run(
                "drawCircle('a', 0, 0, 1);\n\n'a'.repeat(40).concat('!').match(/^(a|aa)+$/)",
                "KILL time main:3:",
            )
            .stuck(),
        item(12, 'A', "a regular expression with exponential backtracking")
            .run(
                "'x'.repeat(1e5).replace(/(x+x+)+y/g, '')",
                "KILL time main:1:24 the regular expression timed out",
            )
            .stuck(),
        item(13, 'A', "a regular expression with nested repetition counts")
            .run(
                "/(?:a{0,1000}){0,1000}b/.test('a'.repeat(5000))",
                "KILL time main:1:30 the regular expression timed out",
            )
            .stuck(),
        item(14, 'A', "a number of a hundred million digits")
            .run("(9n ** 99999999n).toString()", "KILL time")
            .stuck(),
        item(15, 'A', "filling all elements of an array").run(
            "new Array(2 ** 32 - 1).fill(0)",
            "ERR main:1:28 fill: invalid array length 4294967295",
        ),
        item(16, 'A', "arrays with a large declared length")
            .run(
                "Array.from({ length: 2 ** 32 - 1 })",
                "ERR main:1:11 Array.from: invalid array length 4294967295",
            )
            .run(
                "Array(1e9).join('x')",
                "ERR main:1:16 join: invalid array length 1000000000",
            )
            .run("[].concat(...Array(1e7))", "KILL time")
            .stuck(),
        item(17, 'A', "the engine's own loop")
            .run(
                "Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)",
                "KILL time",
            )
            .stuck()
            .in_browser("KILL time"),
        item(18, 'A', "endless promises")
            .run(
                "Promise.resolve().then(function f() { return Promise.resolve().then(f) })",
                "LIM memory",
            )
            .run(
                "Promise.resolve().then(function f() { Promise.resolve().then(f) })",
                "LIM time more than 100000 promise callbacks",
            ),
        item(19, 'A', "endless waiting")
            .run("async function f() { for (;;) await 0 }\nf()", "LIM time")
            .run(
                "await new Promise(() => {})",
                "ERR main:1:7 await is only valid in async functions",
            )
            .run(
                "(async () => { await new Promise(() => {}) })()",
                "ERR main:1:16 a promise never settles",
            )
            .run("(async () => { await 0; while (1); })()", "LIM time main:1:"),
        item(20, 'A', "blocking").run(
            "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1e9)",
            "ERR main:1:1 Atomics is not defined",
        ),
        item(21, 'A', "waiting for the clock")
            .run("const t = Date.now(); while (Date.now() - t < 1e5);", stop),
        item(22, 'A', "endless imports")
            .with(
                "for (;;) import('a')",
                &[("a", "export const x = 1;")],
                "LIM memory main:1:1",
            )
            .with(
                "(async () => { for (;;) await import('a') })()",
                &[("a", "export const x = 1;")],
                "LIM time more than 100000 promise callbacks",
            ),
        item(23, 'A', "a loop in a module")
            .with(
                "import { x } from 'm';",
                &[("m", "export const x = 1;\n\nwhile (1) {}")],
                "LIM time m:3:1",
            )
            .with(
                "import { x } from 'm';\nx();",
                &[("m", "export const x = () => {\n  while (1) {}\n};")],
                "LIM time m:2:3",
            ),
    ]
}
