//! Random scripts: calls of all tools with arguments from their schemas, partly invalid, mixed with JavaScript
//! constructs. The same seed yields the same script.

use serde_json::Value;
use trammel_base::suggest::camel_case;
use trammel_tools::{TOOLS, ToolSpec};

/// Random number generator (SplitMix64, Steele et al. 2014).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n as u64).unwrap_or_default()
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// Values that are invalid or barely valid for most parameters.
const STRANGE: [&str; 34] = [
    "NaN",
    "Infinity",
    "-Infinity",
    "1e308",
    "-1e9",
    "1e9",
    "1e-9",
    "5e-324",
    "-0",
    "0",
    "-1",
    "'5'",
    "''",
    "null",
    "undefined",
    "true",
    "[]",
    "{}",
    "1n",
    "Symbol('s')",
    "() => 1",
    "new Proxy({}, {})",
    "new Float64Array([0, 0, 3, 4])",
    "'x'.repeat(300)",
    "{ get x() { throw 1 } }",
    "[NaN]",
    "[[0, 0], [1, 1]]",
    "'a\\u0000b'",
    "'\\ud800'",
    "new Error('e')",
    "/x/",
    "new Date()",
    "{ __proto__: null, x: 1 }",
    "2 ** 53",
];

const NAMES: [&str; 9] = ["n0", "n1", "n2", "n3", "n4", "집", "g0", "__proto__", "nobody"];

const PATHS: [&str; 5] = [
    "M0,0 L10,0 L10,10 Z",
    "M0 0A5 5 0 0 1 9 9",
    "M0,0 C0,20 20,20 20,0",
    "M0 0h10v10h-10zM3 3h4v4h-4z",
    "M1e9 0 L",
];

/// Templates of JavaScript constructs: `$C` is a call, `$N` a number, `$I` a small count, `$S` a name.
const SHAPES: [&str; 46] = [
    "for (let i = 0; i < $I; i++) { $C }",
    "[1, 2, 3].map(x => { $C; return x })",
    "class A { constructor(n) { this.n = n } draw() { $C } } new A($N).draw()",
    "class A { #p = $N; get p() { $C; return this.#p } static s = 1 } class B extends A {} new B().p",
    "function* g() { yield $N; $C; yield* [1, 2] } for (const x of g()) { $C }",
    "(async () => { await 0; $C })()",
    "(async () => { for await (const x of [1, Promise.resolve(2)]) { $C } })()",
    "Promise.resolve($N).then(x => { $C }).catch(() => {})",
    "Promise.all([1, Promise.resolve($N)]).then(() => { $C })",
    "const { a, ...rest } = { a: $N, b: 2 }; console.log(a, rest)",
    "[$N, $N, $N].sort(() => Math.random() - 0.5)",
    "[3, undefined, 1, , 2].sort((a, b) => a - b)",
    "console.log(JSON.parse(JSON.stringify({ a: $N, b: [$N, null, 'x'] })))",
    "JSON.parse('{\"a\":[1,2,{\"b\":null}]}', (k, v) => v)",
    "new Map([[$N, $N]]).forEach((v, k) => { $C })",
    "new Set([$N, $N]).forEach(v => { $C })",
    "'abc'.replace(/b/g, () => { $C; return '' })",
    "switch ($N) { case 1: $C; case 2: default: $C }",
    "label: for (;;) { for (;;) { break label } }",
    "try { throw $N } catch (e) { $C } finally { $C }",
    "console.log(`a${$N}b${'$S'}`)",
    "Object.defineProperty({}, 'x', { get() { $C; return 1 } }).x",
    "console.log([...Array($I).keys()].flatMap(x => [x, [x]]).flat(3).length)",
    "'x'.padStart($I).repeat($I)",
    "[].concat([$N], $N, [[$N]])",
    "nowhere($N)",
    "null.x",
    "throw { a: $N }",
    "const a = []; a.length = $I; a.fill(0).map(() => { $C })",
    "let n = 0; while (true) { if (n++ > $I || Math.random() < 0.3) break; $C }",
    "new Proxy({}, { get() { $C; return 1 } }).x",
    "console.log(new Date($N).toJSON, Math.hypot($N, $N), $N ** 2, 2 ** $N, $N % 3)",
    "const f = (n) => n > 0 ? f(n - 1) : 0; f($I)",
    "function f() { f() } f()",
    "Object.prototype.x = $N; $C; delete Object.prototype.x",
    "Array.prototype[0] = $N; $C; delete Array.prototype[0]",
    "console.log(Object.entries({ a: $N }), Object.fromEntries([['b', $N]]))",
    "console.log(/(\\d+)-(?<n>x)?/u.exec('12-x')?.groups?.n, 'a-b'.split(/-/))",
    "const [p, q = $N, ...r] = [1, , 3]; console.log(p, q, r)",
    "const o = { a: { b: null } }; o.a.b.c",
    "let u; u?.x; u ??= $N; u.y.z",
    "for (const n of listEntities()) { if (Math.random() < 0.3) deleteEntity(n) }",
    "for (const n of listEntities()) { const b = getWorldBounds(n); if (b) drawRect('b' + n, b.min[0], b.min[1], 1 + b.max[0] - b.min[0], 1 + b.max[1] - b.min[1]) }",
    "drawMany([{ tool: 'draw_circle', name: 'm', x: 0, y: 0, radius: 1 }])",
    "const i = getIntersection('n0', 'n1'); if (i) i.points.forEach(([x, y], k) => drawCircle('x' + k, x, y, 1))",
    "eval('1')",
];

/// Returns a script of up to 18 top-level statements.
pub(crate) fn script(random: &mut Random) -> String {
    let mut out = String::new();
    for (i, draw) in [
        "drawRect('n0', 0, 0, 10, 10)",
        "drawCircle('n1', 5, 5, 5)",
        "drawLine('n2', [0, 0, 10, 0, 10, 10])",
        "drawArc('n3', 0, 0, 10, 0, 2)",
        "drawPolygon('n4', [0, 0, 10, 0, 5, 8])",
        "createGroup('g0', ['n4'])",
    ]
    .iter()
    .enumerate()
    {
        if random.chance(if i < 2 { 90 } else { 50 }) {
            out.push_str(&format!("try {{ {draw} }} catch {{}}\n"));
        }
    }
    for _ in 0..1 + random.below(12) {
        let statement = if random.chance(70) {
            call(random)
        } else {
            shape(random)
        };
        if random.chance(92) {
            out.push_str(&format!("try {{ {statement} }} catch (e) {{ console.log(e) }}\n"));
        } else {
            out.push_str(&format!("{{ {statement} }}\n"));
        }
    }
    if random.chance(6) {
        spoilt(&out, random)
    } else {
        out
    }
}

/// Returns the text with some random edits. The parser and the scanner must accept any input without a crash.
fn spoilt(text: &str, random: &mut Random) -> String {
    const ODD: [char; 12] = [
        '(', '{', '`', '\'', '/', '\\', '$', '\u{2028}', '=', '*', '가', '\r',
    ];
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..1 + random.below(4) {
        if letters.is_empty() {
            break;
        }
        let (at, other) = (random.below(letters.len()), random.below(letters.len()));
        match random.below(3) {
            0 => _ = letters.remove(at),
            1 => letters.insert(at, *random.pick(&ODD)),
            _ => letters.swap(at, other),
        }
    }
    letters.into_iter().collect()
}

fn shape(random: &mut Random) -> String {
    let template = *random.pick(&SHAPES);
    let mut out = String::new();
    let mut rest = template;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        let kind = rest[at + 1..].chars().next().unwrap_or(' ');
        match kind {
            'C' => out.push_str(&call(random)),
            'N' => out.push_str(&number(random)),
            'I' => out.push_str(&random.below(9).to_string()),
            'S' => out.push_str(NAMES[random.below(NAMES.len())]),
            other => {
                out.push('$');
                out.push(other);
            }
        }
        rest = &rest[at + 1 + kind.len_utf8()..];
    }
    out + rest
}

fn call(random: &mut Random) -> String {
    let tools: Vec<&ToolSpec> = TOOLS.iter().filter(|tool| tool.in_sandbox()).collect();
    let tool = *random.pick(&tools);
    let schema = tool.canonical();
    let properties = &schema["parameters"]["properties"];
    let required: Vec<&str> = schema["parameters"]["required"]
        .as_array()
        .map_or(Vec::new(), |list| list.iter().filter_map(Value::as_str).collect());
    let name = if random.chance(50) {
        tool.name.to_owned()
    } else {
        camel_case(tool.name)
    };
    if random.chance(35) && !tool.positional.is_empty() {
        let count = if random.chance(80) {
            tool.positional.len()
        } else {
            random.below(tool.positional.len() + 2)
        };
        let given: Vec<String> = (0..count)
            .map(|i| {
                tool.positional
                    .get(i)
                    .map_or("1".to_owned(), |key| value(key, &properties[key], random))
            })
            .collect();
        return format!("{name}({})", given.join(", "));
    }
    let mut given = Vec::new();
    for (key, parameter) in properties.as_object().into_iter().flatten() {
        let must = required.contains(&key.as_str());
        if random.chance(if must { 97 } else { 25 }) {
            given.push(format!("{key}: {}", value(key, parameter, random)));
        }
    }
    if random.chance(3) {
        given.push("nosuch: 1".to_owned());
    }
    format!("{name}({{ {} }})", given.join(", "))
}

fn number(random: &mut Random) -> String {
    match random.below(21) {
        0..3 => (random.below(41) as f64 - 20.0).to_string(),
        3..6 => random
            .pick(&["0", "10", "5", "1", "-5", "0.5", "3.141592653589793"])
            .to_string(),
        6..20 => format!("{:.3}", random.below(100_000) as f64 / 997.0 - 50.0),
        _ => (*random.pick(&STRANGE)).to_owned(),
    }
}

fn value(key: &str, parameter: &Value, random: &mut Random) -> String {
    if random.chance(4) {
        return (*random.pick(&STRANGE)).to_owned();
    }
    let parameter = match parameter["anyOf"].as_array() {
        Some(options) if !options.is_empty() => random.pick(options),
        _ => parameter,
    };
    if let Some(choices) = parameter["enum"].as_array().filter(|choices| !choices.is_empty()) {
        return random.pick(choices).to_string();
    }
    match parameter["type"].as_str() {
        Some("number" | "integer") => number(random),
        Some("boolean") => (*random.pick(&["true", "false"])).to_owned(),
        Some("string") => text(key, random),
        Some("array") => {
            let bound = |name: &str| parameter[name].as_u64().and_then(|n| usize::try_from(n).ok());
            let points = key.contains("point") || key == "holes";
            let count = match (bound("minItems"), bound("maxItems")) {
                // Rarely, the count exceeds the maximum by one.
                (Some(least), Some(most)) => {
                    least + random.below(most - least + 1) + usize::from(random.chance(3))
                }
                _ if points => 4 + 2 * random.below(4),
                _ => random.below(5),
            };
            let items: Vec<String> = (0..count)
                .map(|_| value(key, &parameter["items"], random))
                .collect();
            format!("[{}]", items.join(", "))
        }
        Some("object") => {
            let mut fields = Vec::new();
            for (key, field) in parameter["properties"].as_object().into_iter().flatten() {
                if random.chance(50) {
                    fields.push(format!("{key}: {}", value(key, field, random)));
                }
            }
            format!("{{ {} }}", fields.join(", "))
        }
        _ => number(random),
    }
}

fn text(key: &str, random: &mut Random) -> String {
    let text = match key {
        "names" | "entities" | "cutters" | "children" | "boundary" | "entity" | "name" => {
            NAMES[random.below(6)]
        }
        "path" | "paths" | "d" => *random.pick(&PATHS),
        "color" | "fill" => *random.pick(&["#f00", "#00ff0080", "ink", "red", ""]),
        "result" | "prefix" => *random.pick(&["r0", "r1", "n0", "결과"]),
        _ => *random.pick(&NAMES),
    };
    let fresh = key == "name" && random.chance(30);
    if fresh {
        format!("'new{}'", random.below(50))
    } else {
        format!("'{text}'")
    }
}
