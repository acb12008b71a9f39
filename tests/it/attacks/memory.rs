//! Attack group B: memory and stack.

use super::{Item, item};

pub(super) fn items() -> Vec<Item> {
    let deep = "ERR main:1:";
    vec![
        item(24, 'B', "long texts")
            .run("'a'.repeat(2 ** 30)", "ERR main:1:11 repeat: invalid string length 1073741824")
            .run("'a'.padStart(2 ** 31)", "ERR main:1:13 padStart")
            .run("'abc'.padEnd(4e9, 'é')", "ERR main:1:13 padEnd")
            .run("let s = 'a'; for (;;) s += s", "KILL memory main:1:")
            .run("let s = 'ab'; for (;;) s = s.concat(s)", "KILL memory main:1:"),
        item(25, 'B', "retaining objects")
            .run("let a = [];\nfor (;;)\n  a.push({})", "LIM memory main:")
            .in_browser("LIM memory")
            .run("const a = [];\n[1].map(() => {\n  for (;;) a.push({ x: 1, y: 2 });\n});", "KILL memory main:3:"),
        item(26, 'B', "freed memory does not count, even 3.2 GB of buffers")
            .run("for (let i = 0; i < 4000; i++) new Float64Array(1e5)", "OK 0 drawn")
            .run("for (let i = 0; i < 60; i++) new Array(5e4).fill(i)", "OK 0 drawn")
            .run("for (let i = 0; i < 300; i++) 'x'.repeat(9e5).split('', 2e4)", "OK 0 drawn")
            .run("[...Array(80).keys()].forEach(() => Array.from({ length: 2e3 }, (_, i) => ({ i })))", "OK 0 drawn"),
        item(27, 'B', "large buffers")
            .run("new ArrayBuffer(2 ** 31)", "ERR main:1:")
            .run("new Uint8Array(1e9)", "ERR main:1:1")
            .run("new ArrayBuffer(8, { maxByteLength: 2 ** 30 })", "ERR main:1:1"),
        item(28, 'B', "arrays of four billion elements")
            .run("let a = []; a.length = 4294967295; a.sort();", "ERR main:1:42 sort")
            .run("let a = []; a.length = 4294967295; a.join();", "ERR main:1:42 join")
            .run("let a = []; a.length = 4294967295; JSON.stringify(a);", "KILL memory")
            .run("let a = []; a.length = 4294967295; a.reverse();", "ERR main:1:45 reverse"),
        item(29, 'B', "calls with too many arguments")
            .run("Reflect.apply(Math.max, null, { length: 4294967295 })", "ERR main:1:14")
            .run("Math.max.apply(null, { length: 4294967295 })", "ERR main:1:15")
            .run("function f() {} f(...Array(2e5))", "LIM recursion main:1:")
            .run("Math.max(...Array(1e7))", "KILL time")
            .stuck()
            .run("console.log(String.fromCharCode(...Array(1e6)).length)", "OK 1000000"),
        item(30, 'B', "numbers of unbounded size")
            .run("1n << 2147483647n", "KILL memory")
            .run("let x = 2n; for (;;) x *= x", "KILL memory main:1:22"),
        item(31, 'B', "recursion")
            .run("function f() { f() }\nf()", "LIM recursion main:1:17")
            .run("function f() { g() } function g() { f() } try { f() } catch { }", "LIM recursion main:1:")
            .run("const o = { get x() { return this.x } }; o.x", "LIM recursion main:1:")
            .run("class A { constructor() { new A } } new A", "LIM recursion main:1:")
            .run("let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x", "KILL recursion")
            .run("const f = x => [x].map(f); f(1)", "LIM recursion"),
        item(32, 'B', "arrays that contain themselves")
            .run("let a = [], b = [a]; a[0] = b; console.log('[' + String(a) + ']')", "OK []")
            .run("let a = [], b = [a]; a[0] = b; a.flat(Infinity)", "ERR main:1:38 flat: arrays are nested more than 100 levels deep"),
        item(33, 'B', "deep objects")
            .run("let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; JSON.stringify(o)", "KILL recursion")
            .run("let o = {}; for (let i = 0; i < 1e4; i++) o = { o }; drawCircle({ name: 'a', x: o, y: 0, radius: 1 })", "ERR main:1:"),
        item(34, 'B', "deep JSON")
            .run("JSON.parse('['.repeat(1e6))", "ERR main:1:11 JSON.parse: nested more than 200 levels deep")
            .run("console.log(JSON.parse('['.repeat(127) + ']'.repeat(127)).length)", "OK 1"),
        item(35, 'B', "deeply nested source")
            .run("(".repeat(5000), deep)
            .in_browser("ERR")
            .run("[".repeat(5000), deep)
            .run(format!("{}1", "!".repeat(100_000)), deep)
            .run(format!("{}1", "a=>".repeat(2000)), deep)
            .run("{".repeat(2000), deep)
            .run(format!("{}1", "1+".repeat(50_000)), deep)
            .run(format!("{};", "if(1)".repeat(5000)), deep)
            .run(format!("{}1{}", "`${".repeat(500), "}`".repeat(500)), deep)
            .run(format!("{}1", "typeof ".repeat(5000)), deep)
            .run(format!("x{}", ".y".repeat(5000)), deep)
            .run(format!("x{}", "?1:x".repeat(5000)), deep)
            .run(format!("if(0);{}", "else if(0);".repeat(5000)), deep)
            .run(format!("{}1", "-\n".repeat(5000)), "ERR main:")
            .run(format!("const s = {}'';", "'a' + ".repeat(200)), "OK 0 drawn"),
        item(36, 'B', "long source, and 100,000 variables")
            .run("x".repeat(5_000_000), "ERR 'main' is too large: 5000000 bytes")
            .run(
                format!("/*{}*/", "x".repeat(4_800_000)),
                "ERR 'main' is too large: 4800004 bytes",
            )
            .numbered("var v#=#;", 100_000, "OK 0 drawn"),
        item(37, 'B', "deep regular expressions")
            .run("new RegExp('('.repeat(1e4))", "ERR main:1:1")
            .run("new RegExp('(a)' + '|()'.repeat(999))", "OK 0 drawn"),
        item(38, 'B', "throwing something deep").run("let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; throw o", "ERR uncaught {\"o\":"),
        item(39, 'B', "inputs that once crashed the engine")
            .run("class C { constructor() { class D {} } } new C", "OK 0 drawn")
            .run("(function () { var x = c = function () { eval('x') } })(); try { c() } catch {}", "ERR main:1:24 assignment to undeclared variable c")
            .run("async function* f() {} f().return({ get then() { this.then } })", "LIM recursion main:1:55"),
        item(40, 'B', "a limit during serialization of the answer")
            .run(
                "for (let i = 0; i < 10000; i++) drawText(('x'.repeat(196) + i), 'y'.repeat(20), 0, 0, 1);",
                "OK 10000 drawn",
            )
            .check(
                "a drawing of long names in a process that is almost full: all of it fits until it is answered",
                "deleted again: OK 0 drawn; answered: KILL memory, nothing changed",
                super::outside::full_at_the_answer,
            ),
    ]
}
