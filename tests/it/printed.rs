//! Test of everything that the command line prints: with hostile names, texts, layers, types, and paths, no character
//! controls the terminal, changes the writing direction, or is invisible.
#![cfg(unix)]

use crate::support::{Ended, Folder, line, trammel};
use serde_json::{Value, json};
use std::path::Path;

/// Characters of each kind: control characters of 7 and 8 bits, delete, direction, invisible.
const HOSTILE: &str =
    "\u{1b}]0;P\u{7}\u{8}\u{7f}\u{9b}31m\u{85}\u{202e}\u{2066}\u{200b}\u{2028}\u{ad}\u{feff}\u{e0041}";

/// The same in a form that entity names and file names permit.
const NAME: &str = "n\u{9b}\u{202e}\u{200b}";

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Returns `HOSTILE` as a string of JavaScript with escapes.
fn quoted() -> String {
    let units = HOSTILE.encode_utf16();
    format!(
        "'{}'",
        units.map(|unit| format!("\\u{unit:04x}")).collect::<String>()
    )
}

/// Asserts that the output has only visible characters, and lines of JSON if `is_json`.
#[track_caller]
fn visible(what: &str, ended: &Ended) {
    for (stream, text) in [("stdout", &ended.out), ("stderr", &ended.err)] {
        let hostile = |c: &char| {
            *c != '\n' && *c != '\t' && (c.is_control() || HOSTILE.contains(*c) && !c.is_ascii_graphic())
        };
        let found: Vec<char> = text.chars().filter(hostile).collect();
        assert!(found.is_empty(), "{what}: {stream} has {found:?}: {text:?}");
    }
}

/// Asserts that the hostile text was a part of the output, so that the test can fail.
#[track_caller]
fn named(what: &str, ended: &Ended) {
    let all = format!("{}{}", ended.out, ended.err).to_lowercase();
    let marks = ["202e", "200b", "\u{fffd}", "\u{241b}"];
    assert!(marks.iter().any(|mark| all.contains(mark)), "{what}: {all}");
}

#[test]
fn every_command_prints_only_visible_characters() {
    let folder = Folder::new();
    let hostile = quoted();
    let code = format!(
        "console.log({hostile});\nexpect(false, {hostile} + '\\nok     main:1: false line');\n\
         create_layer({{name: 'l\\u202e'}});\n\
         draw_text({{name: 'n\\u202e', x: 0, y: 0, text: {hostile}, size: 3, layer: 'l\\u202e'}});"
    );
    let hidden_path = folder.write(&format!("{NAME}\n.js"), &code);
    let path = text(&hidden_path);
    let check = trammel(&["check", path], "");
    assert_eq!(
        check.out.lines().count(),
        2,
        "one line for a check: {}",
        check.out
    );
    let out = folder.path(&format!("{NAME}.scene.json"));
    let runs: &[(&str, &[&str])] = &[
        ("check", &["check", path]),
        ("check --json", &["check", path, "--json"]),
        ("run", &["run", path]),
        ("run to a file", &["run", path, "--json", text(&out)]),
        ("run --name", &["run", path, "--name", HOSTILE_NAME]),
        ("convert --report", &["convert", path, text(&out), "--report"]),
        ("convert of its input", &["convert", text(&out), text(&out)]),
        ("missing file", &["run", HOSTILE_NAME]),
        ("unknown option", &["run", "x", HOSTILE_OPTION]),
        ("unknown command", &[HOSTILE_NAME]),
        (
            "unknown task",
            &["eval", "--provider", "demo", "--only", HOSTILE_NAME],
        ),
        ("modules", &["run", path, "--modules", HOSTILE_NAME]),
        (
            "chat",
            &["chat", "Draw", "--provider", "demo", "--select", HOSTILE_NAME],
        ),
        ("provider", &["chat", "Draw", "--provider", HOSTILE_NAME]),
        ("tables", &["eval", "--provider", "demo", "--table", HOSTILE_NAME]),
        ("tasks", &["eval", "--provider", "demo", "--tasks", HOSTILE_NAME]),
    ];
    for (what, arguments) in runs {
        let ended = trammel(arguments, "");
        visible(what, &ended);
        named(what, &ended);
    }
    visible("convert", &trammel(&["convert", path, text(&out)], ""));
    let failing = trammel(&["check", "-"], &format!("throw new Error({hostile});"));
    visible("failing code", &failing);
    named("failing code", &failing);
}

const HOSTILE_NAME: &str = "n\u{1b}]0;x\u{7}\u{9b}\u{202e}\u{200b}\n";
const HOSTILE_OPTION: &str = "--n\u{9b}\u{202e}\u{200b}";

#[test]
fn names_of_a_drawing_of_another_program_are_visible() {
    let folder = Folder::new();
    let pairs = [
        "0",
        "SECTION",
        "2",
        "HEADER",
        "9",
        "$INSUNITS",
        "70",
        "4",
        "0",
        "ENDSEC",
        "0",
        "SECTION",
        "2",
        "ENTITIES",
        "0",
        "ODD\u{9b}\u{202e}TYPE",
        "8",
        "layer\u{202e}\u{9b}",
        "0",
        "LINE",
        "8",
        "layer\u{202e}\u{9b}",
        "10",
        "0",
        "20",
        "0",
        "11",
        "5",
        "21",
        "5",
        "0",
        "ENDSEC",
        "0",
        "EOF",
    ];
    let dxf = folder.write("a.dxf", pairs.join("\n") + "\n");
    for more in [&[][..], &["--report"]] {
        let svg = folder.path("a.svg");
        let ended = trammel(&[&["convert", text(&dxf), text(&svg)], more].concat(), "");
        assert_eq!(ended.code, Some(0), "{}", ended.err);
        visible("convert", &ended);
        named("convert", &ended);
    }
}

#[test]
fn answers_of_exec_and_mcp_have_the_same_values_with_escapes() {
    let folder = Folder::new();
    folder.write(&format!("{NAME}.js"), "");
    let dir = folder.path("d\u{202e}\u{9b}");
    let code = format!("// {}", HOSTILE.replace('\u{2028}', ""));
    let arguments = json!({ "file": "lib" });
    let lines = [
        line("write", &json!({ "file": "lib", "code": code })),
        line("read", &arguments),
        line("no\u{202e}tool", &json!({})),
        "no\u{202e}json".to_owned(),
    ];
    let ended = trammel(&["exec", "--dir", text(&dir)], &lines.join("\n"));
    visible("exec", &ended);
    named("exec", &ended);
    assert_eq!(ended.lines()[1]["data"], code);

    let client = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    let requests = [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": { "name": "read", "arguments": arguments } }),
        json!({ "jsonrpc": "2.0", "id": 3, "method": "resources/read", "params": { "uri": HOSTILE } }),
    ];
    let input: String = requests.iter().map(|request| format!("{request}\n")).collect();
    let ended = trammel(&["mcp", "--dir", text(&dir)], &input);
    visible("mcp", &ended);
    named("mcp", &ended);
    let answers = ended.lines();
    let result = answers.iter().find(|answer| answer["id"] == 2).unwrap();
    assert!(contains(result, &code), "{result}");
    let error = answers.iter().find(|answer| answer["id"] == 3).unwrap();
    assert!(contains(error, HOSTILE), "{error}");
}

/// Whether a string of the value has this text.
fn contains(value: &Value, text: &str) -> bool {
    match value {
        Value::String(string) => string.contains(text),
        Value::Array(values) => values.iter().any(|value| contains(value, text)),
        Value::Object(fields) => fields.values().any(|value| contains(value, text)),
        _ => false,
    }
}
