//! Attack group C: sorting, callbacks, and re-entrancy.

use super::{Item, item};

pub(super) fn items() -> Vec<Item> {
    vec![
        item(41, 'C', "shuffling by sorting")
            .run("console.log(Array.from({ length: 100 }, (_, i) => i).sort(() => Math.random() - 0.5).length)", "OK 100")
            .in_browser("OK")
            .run("console.log(new Float64Array(100).map((_, i) => i).sort(() => Math.random() - 0.5).length)", "OK 100"),
        item(42, 'C', "inconsistent comparators")
            .run("console.log([3, 1, 2].sort((a, b) => a < b).length, [3, 1].sort(() => NaN), [1, 2].sort(() => 1).length)", "OK 3 [3,1] 2")
            .run("const a = [3, 1, 2]; a.sort((x, y) => { a.length = 0; return x - y }); console.log(a.length)", "OK 3")
            .run("[2, 1].sort(() => { throw new Error('no') })", "ERR main:1:27 no")
            .run("[{ toString() { throw new Error('text') } }, 1].sort()", "ERR main:1:23 text"),
        item(43, 'C', "a getter among the arguments")
            .run(
                "drawCircle('one', 0, 0, 1);\ntry { draw_circle({ get x() { deleteEntity('one'); return 0 }, name: 'b', y: 0, radius: 1 }) } catch (e) { console.log(e.message, exists('one')) }",
                "OK draw_circle: x must be a number, got a getter true",
            ),
        item(44, 'C', "a proxy as the arguments")
            .run(
                "draw_circle(new Proxy({ name: 'a', x: 0, y: 0, radius: 1 }, { get() { deleteEntity('keep') }, ownKeys() { throw 1 } }))",
                "ERR main:1:12 draw_circle: name must be text, got a proxy",
            ),
        item(45, 'C', "conversions among the arguments")
            .run("drawCircle('a', { valueOf() { drawLine('l', [0, 0, 1, 1]); return 0 } }, 0, 1)", "ERR main:1:11 draw_circle: x must be a number, got an object")
            .run("drawLine('a', [{ [Symbol.toPrimitive]() { throw 1 } }, 0, 1, 1])", "ERR main:1:9 draw_line: points[0] must be a number, got an object"),
        // No tool takes a function (70 gives one to every parameter), so none calls back while it works. What a script goes
        // through by itself is a copy.
        item(46, 'C', "functions as arguments, and changes during iteration")
            .run("drawCircle('a', () => deleteEntity('keep'), 0, 1)", "ERR main:1:11 draw_circle: x must be a number, got a function")
            .run("createGroup('g', () => [])", "ERR main:1:12 create_group: children must be")
            .run(
                "for (let i = 0; i < 3; i++) drawCircle('c' + i, i, 0, 1);\nlistEntities().map(n => { deleteEntity(n); return drawCircle(n + 'x', 0, 0, 1) });\nconsole.log(listEntities())",
                "OK [\"c0x\",\"c1x\",\"c2x\"]",
            ),
        item(47, 'C', "unusual forms of calls")
            .run("translate.call(null)", "ERR main:1:15 translate:")
            .run("new drawCircle({})", "ERR main:1:1")
            .run("drawCircle.apply(1, { length: 1e9 })", "ERR main:1:17")
            .run("Reflect.construct(drawCircle, [])", "ERR main:1:18"),
        item(48, 'C', "an error inside of a callback")
            .run("drawCircle('a', 0, 0, 1);\n[1].map(() => {\n  drawCircle('a', 0, 0, 1);\n});", "ERR main:3:13 draw_circle:")
            .run("[1].map(() => { for (let i = 0; i < 10001; i++) drawCircle('c' + i, 0, 0, 1); })", "LIM entities main:1:"),
        item(49, 'C', "results of queries are copies")
            .run(
                "drawCircle('a', 0, 0, 1); const e = getEntity('a'); e.geometry.radius = 9; e.name = 'zz'; console.log(getEntity('a').geometry.radius, exists('zz'))",
                "OK 1 false",
            )
            .run(
                "drawLine('l', [0, 0, 1, 1]); const p = getEntity('l').geometry.points; drawLine('m', p.flat ? p.flat() : p); console.log(getLength('m').toFixed(3))",
                "OK 1.414",
            ),
    ]
}
