//! Attack group F: argument values of calls.

use super::check_values::every_check_value;
use super::{Item, item};
use crate::support::{call, drawn};
use serde_json::{Value, json};
use trammel_run::Failure;
use trammel_tools::{TOOLS, ToolSpec, Verb};

pub(super) fn items() -> Vec<Item> {
    vec![
        item(70, 'F', "every strange value for every number of every tool, in points, lists, styles and every other form of the input")
            .check(
                "tools that code can call, except checks: what is no number is refused by name, 1e308 by name or because of the range, -0 does the same as 0, 5e-324 is drawn or refused, a function is refused by name and not called",
                "all refused or meant",
                every_value,
            )
            .check(
                "checks, which never stop the code: what is no usable number is a check that fails with the name of the parameter, -0 does the same as 0, 5e-324 holds where 0 does, a function is refused by name and not called",
                "all refused or meant",
                every_check_value,
            )
            .check(
                "tools that code cannot call: text (but for options of exports), true, a list, an object, 1e308 and -1e308 are refused by name, null is refused by name or does the same as no value, -0 does the same as 0, 5e-324 does the same as 0 or is refused by name",
                "all refused or meant",
                every_host_value,
            ),
        item(71, 'F', "numbers that grow out of range")
            .run("drawCircle('a', 9e8, 0, 1); scale('a', 1e9, 1e9); scale('a', 1e9, 1e9)", "ERR main:1:34 scale:")
            .run("drawCircle('a', 1e9, 0, 1)", "ERR main:1:11 draw_circle: 'a' would leave the range")
            .run("drawCircle('a', 0, 0, 1); createGroup('g', ['a']); translate('g', 9e8, 0); translate('g', 9e8, 0)", "ERR main:1:85 translate:")
            .run("drawCircle('a', 9e8, 0, 1); translate('a', 9e8, 0)", "ERR main:1:38 translate:"),
        item(72, 'F', "invalid shapes")
            .run("drawCircle('a', 0, 0, 0)", "ERR main:1:11 draw_circle: radius")
            .run("drawCircle('a', 0, 0, -1)", "ERR main:1:11 draw_circle: radius")
            .run("drawRegularPolygon('a', 0, 0, 5, 2)", "ERR main:1:19 draw_regular_polygon: sides")
            .run("drawRegularPolygon('a', 0, 0, 5, 2.5)", "ERR main:1:19 draw_regular_polygon: sides")
            .run("drawRegularPolygon('a', 0, 0, 5, 1e9)", "ERR main:1:19 draw_regular_polygon: sides")
            .run("drawLine('a', [])", "ERR main:1:9 draw_line: points")
            .run("drawLine('a', [0, 0])", "ERR main:1:9 draw_line: points")
            .run("drawLine('a', Array.from({ length: 2e6 }, (_, i) => i))", "ERR main:1:9 draw_line: an array has 2000000 elements")
            .run("drawLine('a', new Float64Array(1e6))", "ERR main:1:9 draw_line:")
            .run("drawArc('a', 0, 0, 5, 1, 1)", "ERR main:1:8 draw_arc:")
            .run("drawText('a', 'x', 0, 0, 0)", "ERR main:1:9 draw_text:"),
        item(73, 'F', "too many entities")
            .run("for (let i = 0; i < 10000; i++) drawCircle('c' + i, i, 0, 1)", "OK 10000 drawn")
            .run("for (let i = 0; i < 10001; i++) drawCircle('c' + i, i, 0, 1)", "LIM entities main:1:")
            .run("for (let i = 0; i < 9999; i++) drawCircle('c' + i, i, 0, 1); try { duplicate('c1', 'd'); duplicate('c1', 'e') } catch { } ", "LIM entities main:1:")
            .run("drawCircle('a', 0, 0, 1); arrayLinear({ entity: 'a', count: 1e9, dx: 1, dy: 0 })", "ERR main:1:38 array_linear: count must be from 1 to 10000")
            .run("drawCircle('a', 0, 0, 1); arrayGrid({ entity: 'a', columns: 10000, rows: 10000, dx: 1, dy: 1 })", "ERR main:1:36 array_grid: rows must be from 1 to 1"),
        item(74, 'F', "endless drawing and deleting")
            .run("for (let i = 0; i < 1e6; i++) { drawCircle('a', i, 0, 1); deleteEntity('a') } drawCircle('last', 0, 0, 1)", "OK 1 drawn")
            // Eight bytes kept of each would be too many.
            .long()
            .memory(6 << 20),
        item(75, 'F', "groups that contain themselves")
            .run("createGroup('g', []); addToGroup('g', 'g')", "ERR main:1:33 add_to_group:")
            .run("createGroup('g', []); createGroup('h', ['g']); addToGroup('g', 'h')", "ERR main:1:58 add_to_group:")
            .run("createGroup('g0', []); for (let i = 1; i < 10000; i++) createGroup('g' + i, ['g' + (i - 1)])", "ERR main:1:67 create_group:"),
        item(76, 'F', "missing entities")
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
            .run("console.log([...drawCircle('a\\u202eb', 0, 0, 1)].map(c => c.charCodeAt(0).toString(16)))", "OK [\"61\",\"62\"]")
            .run("drawCircle('Z' + '\\u0301'.repeat(1e4), 0, 0, 1)", "ERR main:1:11 draw_circle: name"),
        item(78, 'F', "duplicate names")
            .run("drawCircle('a', 0, 0, 1); drawCircle('a', 5, 0, 1)", "ERR main:1:37 draw_circle:")
            .run("drawCircle('a', 0, 0, 1); drawCircle('a', 5, 0, 1, { replace: true }); console.log(getEntity('a').geometry.x)", "OK 5"),
        item(79, 'F', "invalid styles")
            .run("drawCircle('a', 0, 0, 1); setFill('a', 'url(https://evil/x)')", "ERR main:1:34 set_fill:")
            .run("drawCircle('a', 0, 0, 1); setFill('a', 'red;background:url(..)')", "ERR main:1:34 set_fill:")
            .run("drawCircle('a', 0, 0, 1); setStroke('a', { color: 'expression(1)' })", "ERR main:1:36 set_stroke:")
            .run("drawCircle('a', 0, 0, 1); setFill('a', 'var(--x)')", "ERR main:1:34 set_fill:")
            .run("drawCircle('a', 0, 0, 1); setFill('a', '#xyz')", "ERR main:1:34 set_fill:")
            .run("drawCircle('a', 0, 0, 1); setFill('a', '#' + 'f'.repeat(1e5))", "ERR main:1:34 set_fill:"),
    ]
}

/// Script that calls one tool with every number replaced.
const EVERY_VALUE: &str = include_str!("../../data/every_value.js");

/// Inputs for parameters whose first allowed value does not fit the example of the tool.
const SAMPLES: [(&str, &str); 13] = [
    (
        "add_constraint",
        "value: [{ kind: 'distance', entities: ['a.start', 'b.end'], value: 10 }]",
    ),
    ("describe_scene", "budget: [{ budget: 500 }]"),
    (
        "draw_gear",
        "pressure_angle: [{ pressure_angle: 0.35 }], rim: [{ kind: 'internal', rim: 200 }], root_fillet: [{ root_fillet: 0.5 }]",
    ),
    (
        "dimension_angular",
        "entity: [{ entity: [10, 0], target: [0, 10], vertex: [0, 0] }], vertex: [{ entity: [10, 0], target: [0, 10], vertex: [0, 0] }], \
         target: [{ entity: [10, 0], target: [0, 10], vertex: [0, 0] }]",
    ),
    (
        "dimension_baseline",
        "points: [{ points: [[0, 0], [10, 5], [30, 8]] }], spacing: [{ spacing: 10 }]",
    ),
    (
        "dimension_chain",
        "points: [{ points: [[0, 0], [10, 5], [30, 8]] }]",
    ),
    ("draw_finger_panel", "finger: [{ finger: 9 }]"),
    ("draw_kerf_coupon", "from: [{ from: 0.1 }]"),
    (
        "draw_region",
        "paths: [{ paths: [[['cubic', 0, 0, 1, 1, 2, 1, 3, 0], ['line', 3, 0, 0, 0]]] }]",
    ),
    ("draw_polygon", "holes: [{ holes: [[5, 5, 10, 5, 8, 10]] }]"),
    ("finger_edge", "finger: [{ finger: 9 }]"),
    ("mirror", "axis: [{ axis: [0, 0, 1, 1] }]"),
    ("rotate", "cx: [{ cx: 1, cy: 1 }]"),
];

/// Both forms of the tolerance of a dimension.
const TOLERANCE: &str = "tolerance: [{ tolerance: 0.1 }, { tolerance: { upper: 0.2, lower: -0.1 } }]";

/// Tools that accept points far outside of a drawing: a search window, or the direction of an axis.
const FAR: [&str; 2] = ["find_entities", "mirror"];

/// Replaces each number in the example and in the other allowed inputs of each tool, and each parameter by a function.
/// A value that is not a number must be refused with the name of its parameter, a huge number must be refused, and no
/// function is called.
fn every_value() -> String {
    let mut wrong = Vec::new();
    let mut tried = 0;
    // The calls of checks have another result: `every_check_value` tests them.
    let tools = TOOLS
        .iter()
        .filter(|tool| tool.in_sandbox() && tool.verb != Verb::Check);
    for tool in tools {
        let (setup, input) = call_of_example(tool);
        let schema = tool.canonical();
        let parameters = &schema["parameters"];
        let or_empty = |value: &Value, empty: &str| {
            if value.is_null() {
                empty.to_owned()
            } else {
                value.to_string()
            }
        };
        let of_tool = |rows: &[(&str, &'static str)]| {
            let row = rows.iter().find(|(name, _)| *name == tool.name);
            row.map_or("", |(_, text)| *text)
        };
        let mut samples = of_tool(&SAMPLES).to_owned();
        if parameters["properties"]["tolerance"]["anyOf"].is_array() {
            samples = [&*samples, TOLERANCE].join(if samples.is_empty() { "" } else { ", " });
        }
        let code = format!(
            "const setup = () => {{ {setup} }};\nconst base = {input};\nconst tool = {};\nconst properties = {};\n\
             const required = {};\nconst samples = {{ {samples} }};\nconst anyWindow = {};\n\
             const toolName = '{}';\n{EVERY_VALUE}",
            tool.name,
            or_empty(&parameters["properties"], "{}"),
            or_empty(&parameters["required"], "[]"),
            FAR.contains(&tool.name),
            tool.name,
        );
        let (lines, failure) = super::outside::logged(&code);
        if let Some(Failure { message, .. }) = failure {
            wrong.push(format!("{}: {message}", tool.name));
        }
        for line in &lines {
            match line.strip_prefix("tried ") {
                Some(count) => tried += count.parse::<u32>().unwrap(),
                None => wrong.push(format!("{}: {line}", tool.name)),
            }
        }
    }
    if tried < 6_000 {
        wrong.push(format!("only {tried} values were tried"));
    }
    if wrong.is_empty() {
        "all refused or meant".to_owned()
    } else {
        wrong.join("; ")
    }
}

/// Returns the code before the last call in the example of a tool, and the input of that call as code.
pub(super) fn call_of_example(tool: &ToolSpec) -> (&'static str, &'static str) {
    let call = format!("{}(", tool.name);
    let at = tool.example.rfind(&call).unwrap();
    let input = &tool.example[at + call.len()..tool.example.rfind(')').unwrap()];
    (&tool.example[..at], if input.is_empty() { "{}" } else { input })
}

/// Replaces each number in the input of each tool that code cannot call.
fn every_host_value() -> String {
    let mut wrong = Vec::new();
    let mut tried = 0;
    for tool in TOOLS.iter().filter(|tool| !tool.in_sandbox()) {
        let schema = tool.canonical();
        let parameters = &schema["parameters"];
        let is_number = |schema: &Value| schema["type"] == "number" || schema["type"] == "integer";
        let properties = parameters["properties"].as_object().into_iter().flatten();
        for (name, _) in properties.filter(|(_, schema)| is_number(schema)) {
            let required = parameters["required"].as_array().into_iter().flatten();
            let is_required = required.into_iter().any(|required| required == name);
            let (count, problems) = host_problems(tool, name, is_required);
            tried += count;
            wrong.extend(
                problems
                    .into_iter()
                    .map(|problem| format!("{}: {name} = {problem}", tool.name)),
            );
        }
    }
    if tried < 90 {
        wrong.push(format!("only {tried} values were tried"));
    }
    if wrong.is_empty() {
        "all refused or meant".to_owned()
    } else {
        wrong.join("; ")
    }
}

/// Calls a tool with each strange value for one number. Returns the number of values, and what is wrong.
fn host_problems(tool: &ToolSpec, name: &str, is_required: bool) -> (u32, Vec<String>) {
    let mut wrong = Vec::new();
    let mut tried = 0;
    let base = example_input(tool.name, tool.example);
    let mut reply_to = |value: Option<Value>| {
        let mut input = base.clone();
        match value {
            Some(value) => input[name] = value,
            None => drop(input.as_object_mut().unwrap().shift_remove(name)),
        }
        let (mut session, _) = drawn("drawCircle('a', 0, 0, 1);");
        tried += 1;
        call(&mut session, tool.name, input)
    };
    let is_named = |reply: &Value| {
        let message = reply["error"].to_string().to_lowercase().replace('-', "_");
        let mut words = message.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.any(|word| word == name)
            || name.starts_with("printed_") && message.contains("the printed length")
    };
    let is_refused = |reply: &Value| {
        reply["success"] != true && is_named(reply) && !super::has_many_digits(&reply["error"].to_string())
    };
    let mut check = |value: &str, is_right: bool, reply: &Value| {
        if !is_right {
            let reply: String = reply.to_string().chars().take(200).collect();
            wrong.push(format!("{value}: {reply}"));
        }
    };
    for value in [
        json!("5"),
        json!(true),
        json!([]),
        json!({}),
        json!(1e308),
        json!(-1e308),
    ] {
        let reply = reply_to(Some(value.clone()));
        // Options of exports may be the texts of the command line.
        let is_option = value == "5" && tool.name.starts_with("export_");
        check(&value.to_string(), is_option || is_refused(&reply), &reply);
    }
    let null = reply_to(Some(Value::Null));
    let is_omitted = !is_required && null == reply_to(None);
    check("null", is_omitted || is_refused(&null), &null);
    let [zero, negative, denormal] = [0.0, -0.0, 5e-324].map(|value| reply_to(Some(json!(value))));
    let shown = |reply: &Value| reply.to_string().replace("-0", "0");
    check("-0", shown(&negative) == shown(&zero), &negative);
    let is_zero = denormal["success"] == true && denormal == zero;
    check("5e-324", is_zero || is_refused(&denormal), &denormal);
    (tried, wrong)
}

/// Returns the input of the last call in the example of a tool.
pub(super) fn example_input(tool: &str, example: &str) -> Value {
    let last = &example[example.rfind(&format!("{tool}(")).unwrap()..];
    let shown = last.replacen(tool, "show", 1);
    let code = format!("const show = (input) => console.log(JSON.stringify(input ?? {{}}));\n{shown}");
    let (lines, failure) = super::outside::logged(&code);
    assert!(failure.is_none(), "{tool}: {failure:?}");
    serde_json::from_str(&lines[0]).unwrap()
}
