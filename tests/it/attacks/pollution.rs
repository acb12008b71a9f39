//! Attack group D: prototypes and globals.

use super::{Item, item};

pub(super) fn items() -> Vec<Item> {
    vec![
        item(50, 'D', "a parameter from the prototype")
            .run("Object.prototype.radius = 1e9; draw_circle({ name: 'a', x: 0, y: 0 })", "ERR main:1:43 draw_circle: 'radius' is missing"),
        item(51, 'D', "a getter on the prototype")
            .run("Object.defineProperty(Object.prototype, 'x', { get() { while (1); } }); draw_circle({ name: 'a', y: 0, radius: 1 })", "ERR main:1:84 draw_circle: 'x' is missing"),
        item(52, 'D', "items from the prototype")
            .run("Array.prototype[0] = 99; drawLine('a', [, 0, 1, 1])", "ERR main:1:34 draw_line: points[0] must be plain data, got an empty slot"),
        item(53, 'D', "another iterator")
            .run("Array.prototype[Symbol.iterator] = function* () { for (;;) yield 0 }; drawLine('l', [0, 0, 1, 1])", "OK 1 drawn"),
        item(54, 'D', "replaced built-ins that error reports use")
            .run(
                "Object.prototype.toJSON = () => 1; JSON.stringify = () => '{}'; Math.random = () => { throw 1 }; Promise = null; Error.prototype.toString = () => { for (;;); }; Array.prototype.join = null; String.prototype.split = null; nowhere()",
                "ERR main:1:222 nowhere is not defined",
            )
            .run("Array.prototype.push = Array.prototype.map = Reflect.apply = Object.keys = null; drawCircle('a', 0, 0, 1); [2, 1].sort((a, b) => a - b); throw { a: [1] }", "ERR main:1:144 uncaught {\"a\":[1]}"),
        // A script may use the names of tools for itself, so they can be replaced; that ends with the script.
        item(55, 'D', "a script that replaces tools affects only itself")
            .run("globalThis.drawCircle = null; drawCircle('a', 0, 0, 1)", "ERR main:1:41 drawCircle is not a function")
            .run("delete globalThis.draw_circle; draw_circle({})", "ERR main:1:32 draw_circle is not defined")
            .run("globalThis.drawCircle = null; delete globalThis.drawLine; draw_circle('a', 0, 0, 1); draw_line('l', [0, 0, 1, 1])", "OK 2 drawn")
            .run("globalThis.drawCircle = () => 'none'; console.log(drawCircle('a', 0, 0, 1), exists('a'))", "OK none false")
            .run("console.log(drawCircle('a', 0, 0, 1), typeof draw_line)", "OK a function"),
        item(56, 'D', "variables with the names of tools")
            .run("const draw_circle = 1; function drawLine() {} let translate = 1; class get_entity {} drawCircle('a', 0, 0, 1)", "OK 1 drawn"),
        item(57, 'D', "names of built-in properties")
            .run(
                "for (const n of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) { drawCircle(n, 0, 0, 1); if (!getEntity(n)) throw n }",
                "OK 4 drawn",
            )
            .run("drawCircle({ name: 'a', x: 0, y: 0, radius: 1, ['__proto__']: 2 })", "ERR main:1:11 draw_circle: unknown argument '__proto__'")
            .run("createLayer('constructor'); drawCircle('a', 0, 0, 1, { layer: 'constructor' })", "OK 1 drawn")
            .with("import '__proto__'", &[], "ERR main:1:1 module '__proto__' not found"),
        item(58, 'D', "no state from one run to the next")
            .run("globalThis.x = 1; Array.prototype.foo = 1; Math.sin = null;", "OK 0 drawn")
            .run("console.log(typeof x, [].foo, typeof Math.sin)", "OK undefined undefined function"),
        item(59, 'D', "code from text")
            .run("Function('return this')()", "ERR main:1:9 eval and Function are not available")
            .run("eval('1')", "ERR main:1:5 eval and Function are not available")
            .run("(0, eval)('x')", "ERR main:1:10 eval and Function are not available")
            .run("(() => {}).constructor('1')()", "ERR main:1:23 eval and Function are not available")
            .run("(async () => {}).constructor('1')()", "ERR main:1:29 eval and Function are not available")
            .run("(function* () {}).constructor('1')()", "ERR main:1:30 eval and Function are not available")
            .run("setTimeout('1')", "ERR main:1:1 setTimeout is not available")
            .run("new (Object.getPrototypeOf(async function* () {}).constructor)('1')", "ERR main:1:1 eval and Function are not available"),
        item(60, 'D', "no APIs of the host")
            .run(
                "for (const n of 'fetch XMLHttpRequest WebSocket importScripts require process postMessage self window document localStorage indexedDB caches navigator performance crypto WebAssembly setTimeout queueMicrotask structuredClone Worker Deno Bun global module exports __dirname'.split(' ')) if (n in globalThis) throw n",
                "OK 0 drawn",
            )
            .run("console.log(Object.getOwnPropertyNames(globalThis).filter(n => /^(Web|Shared|Atomics|Weak(Ref)|Final)/.test(n)))", "OK []"),
    ]
}
