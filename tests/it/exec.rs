//! Tests of `trammel exec` as a process: several processes in sequence on the same folder.
#![allow(clippy::unwrap_used, reason = "tests")]

use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder that is deleted when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn exec(folder: &Folder, calls: &[(&str, Value)]) -> Vec<Value> {
    exec_with(folder, &[], calls)
}

fn exec_with(folder: &Folder, flags: &[&str], calls: &[(&str, Value)]) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_trammel"))
        .args(["exec", "--dir"])
        .arg(&folder.0)
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines: String = calls
        .iter()
        .map(|(tool, input)| format!("{}\n", json!({ "tool": tool, "input": input })))
        .collect();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let out = child.wait_with_output().unwrap();
    String::from_utf8(out.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn memory_persists_across_processes() {
    let folder = Folder::new("memory");
    let house = "export function house({ name, size }) { return drawRect(name, 0, 0, size, size); }";
    let request = json!({"name": "draw_spring", "description": "A gear", "rationale": "often"});
    let tool = json!({"name": "draw_house", "description": "A house", "module": "house_lib", "function": "house",
        "parameters": {"name": {"type": "string"}, "size": {"type": "number"}}});
    let first = exec(
        &folder,
        &[
            ("request_tool", request.clone()),
            (
                "save_decision",
                json!({"topic": "벽", "decision": "벽 두께는 200", "reasoning": "벽돌"}),
            ),
            ("write", json!({"file": "house_lib", "code": house})),
            ("register_tool", tool),
            ("run_cad_code", json!({"code": "drawHouse('h', 10)"})),
        ],
    );
    assert!(first.iter().all(|reply| reply["success"] == true), "{first:?}");
    let untrusted = exec(
        &folder,
        &[
            ("list_tool_requests", json!({})),
            ("search_decisions", json!({"query": "벽의 두께"})),
            ("draw_house", json!({"name": "i", "size": 5})),
            ("list_entities", json!({})),
        ],
    );
    assert_eq!(
        (
            &untrusted[0]["data"],
            &untrusted[1]["data"],
            &untrusted[2]["success"]
        ),
        (&json!([]), &json!([]), &json!(false)),
        "tools and memory of a folder are off until the user trusts it"
    );
    assert_eq!(untrusted[3]["data"], json!([{"name": "h", "type": "rect"}]));
    let second = exec_with(
        &folder,
        &["--trust-folder"],
        &[
            ("list_tool_requests", json!({})),
            ("request_tool", request),
            ("search_decisions", json!({"query": "벽의 두께"})),
            ("draw_house", json!({"name": "i", "size": 5})),
            ("list_entities", json!({})),
            ("bash", json!({"command": "capture"})),
        ],
    );
    assert_eq!(second[0]["data"][0]["request_id"], "req_001");
    assert_eq!(second[1]["data"]["request_id"], "req_002");
    assert_eq!(second[2]["data"][0]["id"], "dec_001");
    assert_eq!(
        second[3]["data"], "i",
        "a custom tool answers what its function returns"
    );
    assert_eq!(
        second[4]["data"],
        json!([{"name": "h", "type": "rect"}, {"name": "i", "type": "rect"}])
    );
    let image = &second[5]["content"][0];
    assert_eq!(
        (&image["type"], &image["mime"]),
        (&json!("image"), &json!("image/png"))
    );
    assert!(
        image["base64"].as_str().unwrap().starts_with("iVBORw0KGgo"),
        "a PNG"
    );
}

#[test]
fn only_retained_memory_counts_toward_the_limit() {
    let folder = Folder::new("garbage");
    let replies = exec(
        &folder,
        &[
            (
                "run_cad_code",
                json!({"code": "for (let i = 0; i < 200; i++) new Float64Array(1e5);\ndrawCircle('c', 0, 0, 1);"}),
            ),
            (
                "run_cad_code",
                json!({"code": "const kept = [];\nfor (;;) kept.push(new Float64Array(1e5));"}),
            ),
            (
                "run_cad_code",
                json!({"code": "[...Array(999).keys()].sort(() => Math.random() - 0.5);\ndrawCircle('d', 0, 0, 1);"}),
            ),
        ],
    );
    assert_eq!(replies[0]["success"], true, "{}", replies[0]);
    assert_eq!(replies[1]["error"]["limit"], "memory", "{}", replies[1]);
    assert_eq!(replies[2]["entities"], 2, "{}", replies[2]);
}

#[test]
fn export_commands_of_bash_return_the_files_of_the_export_tools() {
    let folder = Folder::new("bash exports");
    for (format, part) in [("dxf", "AcDbCircle"), ("svg", "<circle "), ("json", "circle")] {
        let replies = exec(
            &folder,
            &[
                (
                    "draw_circle",
                    json!({"name": "c", "x": 5, "y": 6, "radius": 7.5, "replace": true}),
                ),
                ("bash", json!({ "command": format })),
                (&format!("export_{format}"), json!({})),
            ],
        );
        let [_, by_bash, by_tool] = &replies[..] else {
            panic!("{replies:?}");
        };
        assert_eq!(by_bash["success"], true, "{by_bash}");
        assert!(by_bash["data"].to_string().contains(part), "{by_bash}");
        assert_eq!(by_bash["data"], by_tool["data"], "{format}");
    }
}
