//! Attack groups G (modules) and H (output).

use super::{Item, errors, item};

pub(super) fn items() -> Vec<Item> {
    let gone = "ERR main:1:1 module '";
    let mut strange = item(80, 'G', "imports of paths and URLs");
    for name in [
        "../x",
        "./x",
        "/etc/passwd",
        "https://evil/x.js",
        "data:text/javascript,1",
        "blob:x",
        "__proto__",
        "constructor",
        "",
        " a",
        "A",
        "main",
    ] {
        strange = strange.with(format!("import '{name}'"), &[("a", "export const x = 1;")], gone);
    }
    strange = strange.run(format!("import '{}'", "a".repeat(100_000)), gone);
    let chain: Vec<(&'static str, String)> = vec![
        ("c1", "import { x } from 'c2'; export { x };".to_owned()),
        ("c2", "export const x = 1;".to_owned()),
    ];
    let chain: Vec<(&'static str, &str)> = chain.iter().map(|(name, text)| (*name, text.as_str())).collect();
    vec![
        strange,
        item(81, 'G', "circular imports")
            .with(
                "import { a } from 'a'; console.log(a())",
                &[(
                    "a",
                    "import { a as self } from 'a'; export function a() { return typeof self }",
                )],
                "OK function",
            )
            .with(
                "import { a } from 'a'; console.log(a)",
                &[
                    ("a", "import { b } from 'b'; export const a = 1;"),
                    ("b", "import { a } from 'a'; export const b = a;"),
                ],
                "ERR b:1:",
            )
            .with("import { x } from 'c1'; console.log(x)", &chain, "OK 1")
            .check(
                "a chain of 255 modules, as many as a drawing may have",
                "OK",
                || super::outside::chain(255),
            )
            .check("a chain of 1,000 modules", "OK", || super::outside::chain(1000))
            .check(
                "a file with 1,000 modules",
                "refused: 1001 files, at most 256",
                super::outside::file_of_many_modules,
            )
            .check("a star of 64 modules", "OK", || super::outside::star(64)),
        item(82, 'G', "modules that fail")
            .with(
                "import { x } from 'm';",
                &[("m", "export const x = 1;\nthrow new Error('at load');")],
                "ERR m:2:7 at load",
            )
            .with(
                "import { x } from 'm';",
                &[("m", "export const x = 1;\nconst y = ;")],
                "ERR m:2:11",
            )
            .with(
                "import { y } from 'm';",
                &[("m", "export const x = 1;")],
                "ERR main:1:1 'm' does not export 'y'",
            )
            .with(
                "import { q } from 'm'; console.log(q)",
                &[
                    ("m", "export * from 'a'; export * from 'b'; export const x = 1;"),
                    ("a", "export const q = 1;"),
                    ("b", "export const q = 2;"),
                ],
                "ERR main:1:1 'm' does not export 'q'",
            ),
        item(83, 'G', "attributes and instances")
            .with(
                "import x from 'a' with { type: 'json' };",
                &[("a", "export default 1;")],
                "ERR main:1:19 with statement not allowed",
            )
            .with(
                "import { up, n } from 'a'; import * as again from 'a'; up(); console.log(n, again.n)",
                &[("a", "export let n = 0; export const up = () => { n++ };")],
                "OK 1 1",
            )
            .check(
                "a module that is changed while its code runs",
                "this run 1, the next 2",
                super::outside::changed_while_it_runs,
            ),
        errors::output(),
    ]
}
