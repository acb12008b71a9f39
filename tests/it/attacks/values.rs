//! F. Values of calls.

use super::{Item, item};
use serde_json::Value;
use std::fmt::Write as _;
use trammel::sandbox::Failure;
use trammel::tools::TOOLS;

pub(super) fn items() -> Vec<Item> {
    vec![
        item(70, 'F', "every strange value for every number of every tool")
            .check("each is refused by name, or means what is documented", "all refused or meant", every_number),
        item(71, 'F', "numbers that grow out of range")
            .run("drawCircle('a', 9e8, 0, 1); scale('a', 1e9, 1e9); scale('a', 1e9, 1e9)", "ERR main:1:34 scale:")
            .run("drawCircle('a', 1e9, 0, 1)", "ERR main:1:11 draw_circle: 'a' would leave the range")
            .run("drawCircle('a', 0, 0, 1); createGroup('g', ['a']); translate('g', 9e8, 0); translate('g', 9e8, 0)", "ERR main:1:85 translate:")
            .run("drawCircle('a', 9e8, 0, 1); translate('a', 9e8, 0)", "ERR main:1:38 translate:"),
        item(72, 'F', "shapes that are none")
            .run("drawCircle('a', 0, 0, 0)", "ERR main:1:11 draw_circle: radius")
            .run("drawCircle('a', 0, 0, -1)", "ERR main:1:11 draw_circle: radius")
            .run("drawRegularPolygon('a', 0, 0, 5, 2)", "ERR main:1:19 draw_regular_polygon: sides")
            .run("drawRegularPolygon('a', 0, 0, 5, 2.5)", "ERR main:1:19 draw_regular_polygon: sides")
            .run("drawRegularPolygon('a', 0, 0, 5, 1e9)", "ERR main:1:19 draw_regular_polygon: sides")
            .run("drawLine('a', [])", "ERR main:1:9 draw_line: points")
            .run("drawLine('a', [0, 0])", "ERR main:1:9 draw_line: points")
            .run("drawLine('a', Array.from({ length: 2e6 }, (_, i) => i))", "ERR main:1:9 draw_line: | LIM time")
            .run("drawLine('a', new Float64Array(1e6))", "ERR main:1:9 draw_line:")
            .run("drawArc('a', 0, 0, 5, 1, 1)", "ERR main:1:8 draw_arc:")
            .run("drawText('a', 'x', 0, 0, 0)", "ERR main:1:9 draw_text:"),
        item(73, 'F', "too many entities")
            .run("for (let i = 0; i < 10000; i++) drawCircle('c' + i, i, 0, 1)", "OK 10000 drawn")
            .run("for (let i = 0; i < 10001; i++) drawCircle('c' + i, i, 0, 1)", "LIM entities main:1:")
            .run("for (let i = 0; i < 9999; i++) drawCircle('c' + i, i, 0, 1); try { duplicate('c1', 'd'); duplicate('c1', 'e') } catch { } ", "LIM entities main:1:")
            .run("drawCircle('a', 0, 0, 1); arrayLinear({ name: 'a', count: 1e9, dx: 1, dy: 0 })", "LIM entities main:1: | ERR main:1:")
            .run("drawCircle('a', 0, 0, 1); arrayGrid({ name: 'a', columns: 10000, rows: 10000, dx: 1, dy: 1 })", "LIM entities main:1: | ERR main:1:"),
        item(74, 'F', "drawing and deleting without end")
            .run("for (let i = 0; i < 20000; i++) { drawCircle('a', i, 0, 1); deleteEntity('a') } drawCircle('last', 0, 0, 1)", "OK 1 drawn"),
        item(75, 'F', "groups in themselves")
            .run("createGroup('g', []); addToGroup('g', 'g')", "ERR main:1:33 add_to_group:")
            .run("createGroup('g', []); createGroup('h', ['g']); addToGroup('g', 'h')", "ERR main:1:58 add_to_group:")
            .run("createGroup('g0', []); for (let i = 1; i < 10000; i++) createGroup('g' + i, ['g' + (i - 1)])", "ERR main:1:67 create_group:"),
        item(76, 'F', "entities that are not there")
            .run("deleteEntity('never')", "ERR main:1:13 delete_entity: Entity 'never' not found")
            .run("drawCircle('a', 0, 0, 1); deleteEntity('a'); translate('a', 1, 1)", "ERR main:1:55 translate: Entity 'a' not found")
            .run("translate(-1, 1, 1)", "ERR main:1:10 translate: name must be text")
            .run("translate(2 ** 53, 1, 1)", "ERR main:1:10 translate: name must be text")
            .run("translate('keep', 1, 1)", "ERR main:1:10 translate: Entity 'keep' not found"),
        item(77, 'F', "strange names")
            .run("drawCircle('', 0, 0, 1)", "ERR main:1:11 draw_circle: name")
            .run("drawCircle('x'.repeat(1e6), 0, 0, 1)", "ERR main:1:11 draw_circle: name")
            .run("console.log(JSON.stringify(drawCircle('a\\u0000b\\nc', 0, 0, 1)))", "OK \"abc\"")
            .run("console.log(drawCircle('\\ud800', 0, 0, 1) === '\\ufffd')", "OK true")
            .run("drawCircle('👨‍👩‍👧', 0, 0, 1); drawCircle('Z' + '\\u0301'.repeat(150), 0, 0, 1)", "OK 2 drawn")
            .run("drawCircle('Z' + '\\u0301'.repeat(1e4), 0, 0, 1)", "ERR main:1:11 draw_circle: name"),
        item(78, 'F', "one name twice")
            .run("drawCircle('a', 0, 0, 1); drawCircle('a', 5, 0, 1)", "ERR main:1:37 draw_circle:")
            .run("drawCircle('a', 0, 0, 1); drawCircle('a', 5, 0, 1, { replace: true }); console.log(getEntity('a').geometry.x)", "OK 5"),
        item(79, 'F', "styles that are none")
            .run("drawCircle('a', 0, 0, 1); setFill('a', 'url(https://evil/x)')", "ERR main:1:34 set_fill:")
            .run("drawCircle('a', 0, 0, 1); setFill('a', 'red;background:url(..)')", "ERR main:1:34 set_fill:")
            .run("drawCircle('a', 0, 0, 1); setStroke('a', { color: 'expression(1)' })", "ERR main:1:36 set_stroke:")
            .run("drawCircle('a', 0, 0, 1); setFill('a', 'var(--x)')", "ERR main:1:34 set_fill:")
            .run("drawCircle('a', 0, 0, 1); setFill('a', '#xyz')", "ERR main:1:34 set_fill:")
            .run("drawCircle('a', 0, 0, 1); setFill('a', '#' + 'f'.repeat(1e5))", "ERR main:1:34 set_fill:"),
    ]
}

/// Values that are no numbers of a drawing. `-0` is one, and means 0.
const STRANGE: [&str; 13] = [
    "NaN",
    "Infinity",
    "-Infinity",
    "1e308",
    "-1e308",
    "'5'",
    "null",
    "true",
    "[]",
    "{}",
    "1n",
    "Symbol()",
    "undefined",
];

/// Numbers that are small or zero but numbers.
const MEANT: [&str; 2] = ["5e-324", "-0"];

fn is_number(parameter: &Value) -> bool {
    matches!(parameter["type"].as_str(), Some("number" | "integer"))
}

/// Calls each tool with its own example and one number replaced; in one run, since each error can be caught.
fn every_number() -> String {
    let mut wrong = String::new();
    let mut tried = 0;
    for tool in TOOLS.iter().filter(|tool| tool.in_sandbox()) {
        let schema = tool.canonical();
        let Some(properties) = schema["parameters"]["properties"].as_object() else {
            continue;
        };
        let required = schema["parameters"]["required"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let mut code = "drawLine('a', [0, 0, 5, 5]); drawCircle('b', 0, 0, 2);\n".to_owned();
        for (name, _) in properties.iter().filter(|(_, parameter)| is_number(parameter)) {
            // What is missing is said first, so the others get something of their type.
            let mut given = Vec::new();
            for (other, parameter) in properties
                .iter()
                .filter(|(other, _)| *other != name && required.contains(&Value::from(other.as_str())))
            {
                given.push(format!("{other}: {}", some(parameter)));
            }
            let given = given.join(", ");
            let must = required.contains(&Value::from(name.as_str()));
            for value in STRANGE.iter().chain(&MEANT) {
                let free = !must && matches!(*value, "null" | "undefined");
                let meant = MEANT.contains(value) || free;
                let _ = writeln!(
                    code,
                    "try {{ {}({{ {given}{}{name}: {value} }}); console.log({:?}, 'taken') }} catch (e) {{ console.log({:?}, e.message.includes({name:?}) ? 'named' : e.message) }}",
                    tool.name,
                    if given.is_empty() { "" } else { ", " },
                    if meant { "fine" } else { "strange" },
                    if meant { "fine" } else { "strange" },
                );
                tried += 1;
            }
        }
        let (lines, failure) = super::outside::logged(&code);
        if let Some(Failure { message, .. }) = failure {
            let _ = write!(wrong, "{}: {message}; ", tool.name);
        }
        // A number too large for the drawing is also refused by what it would make.
        let bad = lines
            .iter()
            .filter(|line| line.as_str() == "strange taken" || line.contains("panick"));
        let bad = bad.count();
        if bad > 0 {
            let _ = write!(wrong, "{}: {bad} strange values were taken; ", tool.name);
        }
    }
    if tried < 300 {
        return format!("only {tried} values were tried");
    }
    if wrong.is_empty() {
        "all refused or meant".to_owned()
    } else {
        wrong
    }
}

/// Some value of a parameter's type.
fn some(parameter: &Value) -> String {
    let first = parameter["anyOf"].as_array().and_then(|options| options.first());
    let parameter = first.unwrap_or(parameter);
    if let Some(value) = parameter["enum"].as_array().and_then(|values| values.first()) {
        return value.to_string();
    }
    match parameter["type"].as_str() {
        Some("number" | "integer") => "1".to_owned(),
        Some("boolean") => "true".to_owned(),
        Some("array") => "[0, 0, 1, 1]".to_owned(),
        Some("object") => "{}".to_owned(),
        _ => "'a'".to_owned(),
    }
}
