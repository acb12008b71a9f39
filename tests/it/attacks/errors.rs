//! Attack groups E (errors) and H (output).

use super::{Item, item};

pub(super) fn items() -> Vec<Item> {
    let mut items = thrown();
    items.extend(places());
    items
}

fn thrown() -> Vec<Item> {
    vec![
        item(61, 'E', "throwing anything")
            .run("throw 1", "ERR main:1:7 uncaught 1")
            .run("throw undefined", "ERR main:1:7 uncaught undefined")
            .run("throw null", "ERR main:1:7 uncaught null")
            .run("throw {}", "ERR main:1:7 uncaught {}")
            .run("throw Symbol('s')", "ERR main:1:13 uncaught Symbol(s)")
            .run("throw 10n", "ERR main:1:7 uncaught 10n")
            .run("throw () => {}", "ERR main:1:7 uncaught [function ]"),
        item(62, 'E', "throwing objects with hostile accessors")
            .run(
                "throw { toString() { throw 1 } }",
                "ERR main:1:7 uncaught {\"toString\":[function toString]}",
            )
            .run(
                "throw { get message() { for (;;); } }",
                "ERR main:1:7 uncaught {\"message\":[getter]}",
            )
            .run(
                "throw { get stack() { throw 2 }, message: 'm' }",
                "ERR main:1:7 m",
            )
            .run(
                "throw new Proxy(new Error('x'), { get() { for (;;); }, getPrototypeOf() { for (;;); } })",
                "ERR main:1:7 uncaught [proxy]",
            ),
        item(63, 'E', "a long message")
            .run(
                "const e = new Error('x'); let m = 'a '.repeat(5e5); m = m + m + m + m + m + m + m + m + m + m; e.message = m; throw e",
                // The place is not looked for in an error of more than 4 MiB.
                "ERR a a a a a",
            )
            .run(
                "const e = new Error('x'); e.message = 'a '.repeat(5e5); throw e",
                "ERR main:1:11 a a a a a",
            )
            .check(
                "a message of ten million characters is cut",
                "2003 characters",
                || {
                    let failure = super::outside::failure(
                        "let m = 'a'.repeat(1e6); m = m + m + m + m + m + m + m + m + m + m; throw new Error(m)",
                    );
                    format!("{} characters", failure.message.english.chars().count())
                },
            ),
        item(64, 'E', "markup and control characters in errors")
            .run(
                "const e = new Error('x'); e.name = '<img onerror=alert(1)>'; throw e",
                "ERR main:1:11 x",
            )
            .run(
                "throw new Error('a\\u001b[31mb\\u0000c\\u202ed\\u2066e')",
                "ERR main:1:7 a\u{241b}[31mb\u{2400}c\u{fffd}d\u{fffd}e",
            ),
        item(65, 'E', "errors full of errors")
            .run(
                "throw new AggregateError(Array(1e6).fill(new Error('x')), 'many')",
                "ERR main:1:7 many",
            )
            .run(
                "const e = new Error('loop'); e.cause = e; throw e",
                "ERR main:1:11 loop",
            ),
        item(66, 'E', "typing errors")
            .run("\n  draw_cirle({})", "ERR main:2:3 draw_cirle is not defined")
            .run("drawCircl('a', 0, 0, 1)", "ERR main:1:1 drawCircl is not defined")
            .run(
                "drawCircle({ name: 'a', x: 0, y: 0, radios: 1 })",
                "ERR main:1:11 draw_circle: unknown argument 'radios'",
            )
            .run(
                "drawCircle('head', 0, 0, 1); setFill('hed', '#f00')",
                "ERR main:1:37 set_fill: Entity 'hed' not found",
            )
            .run(
                "drawCircle('a', 0, 0, 1, { layer: 'nowhere' })",
                "ERR main:1:11 draw_circle:",
            )
            .run(format!("{}()", "x".repeat(100_000)), "ERR main:1:1"),
    ]
}

fn places() -> Vec<Item> {
    vec![
        item(67, 'E', "errors at every place")
            .run("nowhere()", "ERR main:1:1 nowhere is not defined")
            .run("const a = 1;\nnowhere()", "ERR main:2:1")
            .run("const a = 1;\r\n// b\r\nnowhere()", "ERR main:3:1")
            .run(
                "const a = 1;\u{2028}const b = 2;\u{2029}  nowhere()",
                "ERR main:3:3",
            )
            .run("const a = 1;\rnowhere()", "ERR main:2:1")
            .run("const t = `a\n${1}\n${nowhere}`", "ERR main:3:3")
            .with(
                "import { f } from 'm';\nf();",
                &[("m", "export function f() {\n  nowhere();\n}")],
                "ERR m:2:3",
            )
            .run("[1].forEach(() => {\n  nowhere();\n})", "ERR main:2:3"),
        item(68, 'E', "promises that fail")
            .run("Promise.reject(new Error('lost'))", "ERR main:1:16 lost")
            .run(
                "(async () => {\n  await 0;\n  nowhere();\n})()",
                "ERR main:3:3 nowhere is not defined",
            )
            .run(
                "const p = Promise.reject(new Error('x')); p.catch(() => {}); drawCircle('a', 0, 0, 1)",
                "OK 1 drawn",
            )
            .run(
                "const p = Promise.reject(1); Promise.resolve().then(() => p.catch(() => {}))",
                "OK 0 drawn",
            ),
        item(69, 'E', "code that does not parse")
            .run("const a = ;", "ERR main:1:11")
            .run(
                "const a = 1;\nfunction f( {",
                "ERR main:2:13 unexpected end of input: this { is not closed",
            )
            .with(
                "import { x } from 'm';",
                &[("m", "export const x = 1;\nexport const y = ;")],
                "ERR m:2:18",
            )
            .run("drawCircle('a', 0, 0, 1", "ERR main:1:"),
    ]
}

pub(super) fn output() -> Item {
    item(84, 'H', "flooding the log")
        .run("for (;;) console.log('x')", "LIM time main:1:")
        .run("let m = 'a '.repeat(5e5); m = m + m + m + m + m + m + m + m + m + m; console.log(m.length); console.log(m); console.log('after')", "OK 10000000 / a a a a a")
        .check("a line of ten million characters is cut", "fewer than 64 KiB, drawn", || {
            let outcome = super::outside::outcome("let m = 'a'.repeat(1e6); m = m + m + m + m + m + m + m + m + m + m; console.log(m); drawCircle('a', 0, 0, 1)");
            let bytes: usize = outcome.logs.iter().map(String::len).sum();
            let drawn = if outcome.result.is_ok() { "drawn" } else { "failed" };
            if bytes < 64 << 10 { format!("fewer than 64 KiB, {drawn}") } else { format!("{bytes} bytes, {drawn}") }
        })
        .run("const o = {}; o.o = o; console.log(o, new Proxy({}, { get() { for (;;); } }), { get x() { for (;;); } })", "OK {\"o\":[circular]} [proxy] {\"x\":[getter]}")
        .run("console.log('%s%o', 1, 2)", "OK %s%o 1 2")
        .check("a hundred thousand lines are cut at 200", "201 lines, drawn", || {
            let outcome = super::outside::outcome("for (let i = 0; i < 1e5; i++) console.log('x'); drawCircle('a', 0, 0, 1)");
            let drawn = if outcome.result.is_ok() { "drawn" } else { "failed" };
            format!("{} lines, {drawn}", outcome.logs.len())
        })
        .check("no more than 64 KiB are kept", "at most 64 KiB", || {
            let outcome = super::outside::outcome("for (let i = 0; i < 199; i++) console.log('y'.repeat(3000))");
            let bytes: usize = outcome.logs.iter().map(String::len).sum();
            if bytes <= (64 << 10) + 100 { "at most 64 KiB".to_owned() } else { format!("{bytes} bytes") }
        })
}
