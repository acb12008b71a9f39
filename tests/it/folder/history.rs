//! Texts that a call replaces stay in the history of the folder.

use super::*;
use std::os::unix::fs::PermissionsExt;

const BY_HAND: &str = "// by hand\ndrawCircle('mine', 0, 0, 1);\n";

/// Returns the texts below `.trammel/history/DIRECTORY`, the oldest first.
fn history(folder: &Folder, directory: &str) -> Vec<(String, String)> {
    let path = folder.path(&format!(".trammel/history/{directory}"));
    let Ok(entries) = fs::read_dir(&path) else {
        return Vec::new();
    };
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let text = |name: String| {
        let text = fs::read_to_string(path.join(&name)).unwrap();
        (name, text)
    };
    names.into_iter().map(text).collect()
}

fn stored(folder: &Folder, directory: &str) -> Vec<String> {
    history(folder, directory)
        .into_iter()
        .map(|(_, text)| text)
        .collect()
}

#[test]
fn the_history_has_the_line_ends_of_the_file() {
    let folder = Folder::new();
    let text = BY_HAND.replace('\n', "\r\n");
    folder.write("main.js", &text);
    let ended = bounded_exec(&folder, &[line("bash", &json!({ "command": "reset" }))]);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert_eq!(stored(&folder, "found"), [text]);
}

#[test]
fn a_reset_leaves_the_text_of_the_user_in_the_history() {
    for command in ["exec", "mcp"] {
        let folder = Folder::new();
        folder.write("main.js", BY_HAND);
        folder.write("gear.js", "export const teeth = 12;\n");
        let reset = line("bash", &json!({ "command": "reset" }));
        let input = if command == "exec" {
            reset + "\n"
        } else {
            let open = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
            let requests = [
                json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": open }),
                json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
                json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": { "name": "bash", "arguments": { "command": "reset" } } }),
            ];
            requests.map(|request| request.to_string() + "\n").concat()
        };
        let dir = folder.as_ref().to_str().unwrap();
        let ended = trammel(&[command, "--dir", dir], &input);
        assert_eq!(ended.code, Some(0), "{}", ended.err);
        assert_eq!(folder.read("main.js"), "", "{command}: {}", ended.out);
        assert_eq!(
            history(&folder, "found")[0],
            ("000001-main.js".to_owned(), BY_HAND.to_owned()),
            "{command}"
        );
    }
}

#[test]
fn many_small_calls_do_not_push_the_text_of_the_user_out() {
    let folder = Folder::new();
    folder.write("main.js", BY_HAND);
    let mut lines = vec![draw("first"), line("bash", &json!({ "command": "reset" }))];
    for number in 0..130 {
        lines.push(line("bash", &json!({ "command": "reset" })));
        lines.push(draw(&format!("c{number}")));
    }
    assert_eq!(exec(&folder, &lines).code, Some(0));
    assert_eq!(stored(&folder, "found"), [BY_HAND]);
    assert_eq!(stored(&folder, "steps").len(), 100);
}

#[test]
fn calls_that_only_add_code_need_one_text_for_all_processes() {
    let folder = Folder::new();
    folder.write("main.js", BY_HAND);
    for name in ["a", "b", "c"] {
        let last = folder.read("main.js");
        let ended = exec(&folder, &[draw(name), draw(&format!("{name}2"))]);
        assert_eq!(ended.code, Some(0), "{}", ended.err);
        assert_eq!(stored(&folder, "found"), [last]);
    }
    assert_eq!(stored(&folder, "steps"), [""; 0]);
}

#[test]
fn removed_modules_and_replaced_memory_stay_in_the_history() {
    let folder = Folder::new();
    folder.write("main.js", BY_HAND);
    let hint = |text: &str| {
        line(
            "edit_hint",
            &json!({ "tool": "run_cad_code", "action": "add", "text": text }),
        )
    };
    assert_eq!(exec(&folder, &[hint("always in mm")]).code, Some(0));
    let hints = folder.read(".trammel/hints.json");
    let gear = "export const teeth = 12;\n";
    let write = line("write", &json!({ "file": "gear", "code": gear }));
    let undo = line("bash", &json!({ "command": "undo" }));
    let ended = exec(&folder, &[write, undo, hint("another")]);
    assert_eq!(ended.code, Some(0), "{}", ended.out);
    assert!(!folder.path("gear.js").exists(), "{}", ended.out);
    assert_eq!(stored(&folder, "steps"), [gear]);
    assert_eq!(stored(&folder, "found"), [hints]);
}

#[test]
fn a_text_that_cannot_be_stored_in_the_history_is_not_replaced() {
    let folder = Folder::new();
    folder.write("main.js", BY_HAND);
    folder.write(".trammel/history", "not a folder");
    let ended = exec(&folder, &[line("bash", &json!({ "command": "reset" }))]);
    warns(&ended.lines()[0], &["history is a file, but must be a directory"]);
    assert_eq!(folder.read("main.js"), BY_HAND);
}

#[test]
fn a_replaced_file_keeps_its_mode() {
    let folder = Folder::new();
    let main = folder.write("main.js", BY_HAND);
    fs::set_permissions(&main, fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(exec(&folder, &[draw("c")]).code, Some(0));
    assert!(folder.read("main.js").contains("draw_circle"));
    assert_eq!(fs::metadata(&main).unwrap().permissions().mode() & 0o777, 0o600);
}
