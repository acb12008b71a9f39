//! Files that the user or another program changes while a folder is open.

use super::*;

#[test]
fn main_edited_between_calls_is_reloaded_and_not_overwritten() {
    let folder = Folder::new();
    let mut live = Live::new("exec", &folder);
    live.ok("draw_circle", &circle("a"));
    let own = folder.read("main.js") + "// by hand\ndrawRect('plate', 0, 0, 9, 9);\n";
    folder.write("main.js", &own);
    let reply = live.ok("draw_circle", &circle("b"));
    warns(&reply, &["main.js was changed by another program and reloaded"]);
    assert!(
        folder.read("main.js").starts_with(&own),
        "{}",
        folder.read("main.js")
    );
    assert_eq!(live.names(), ["a", "plate", "b"]);
    let reply = live.ok("draw_circle", &circle("c"));
    assert_eq!(reply["warnings"], json!([]), "it is said once");

    // The text read before the edit is outdated.
    let code = json!({ "file": "main", "code": "drawCircle('only', 0, 0, 1);" });
    live.ok("read", &json!({ "file": "main" }));
    folder.write(
        "main.js",
        folder.read("main.js") + "drawCircle('late', 0, 0, 1);\n",
    );
    let reply = live.call("write", &code);
    assert_eq!(reply["success"], false);
    assert!(
        reply["error"].as_str().unwrap().contains("read 'main' again"),
        "{reply}"
    );
    warns(&reply, &["main.js was changed by another program"]);
    assert!(folder.read("main.js").contains("'late'"));
    live.ok("read", &json!({ "file": "main" }));
    let reply = live.ok("write", &code);
    assert!(
        reply["overwrote"].to_string().contains("late"),
        "the user's lines: {reply}"
    );
    live.end();
    assert_eq!(folder.read("main.js"), "drawCircle('only', 0, 0, 1);");
    assert!(!folder.path(".trammel/conflict").exists());
}

#[test]
fn modules_changed_between_calls_are_reloaded() {
    let folder = Folder::new();
    let mut live = Live::new("exec", &folder);
    live.ok("write", &json!({ "file": "lib", "code": "export const r = 4;" }));
    let code = "import { r } from 'lib';\ndrawCircle('c', 0, 0, r);";
    live.ok("run_cad_code", &json!({ "code": code }));
    folder.write("lib.js", "export const r = 7;");
    folder.write("extra.js", "export const q = 2;");
    let reply = live.ok("get_world_bounds", &json!({ "entity": "c" }));
    assert_eq!(reply["data"]["max"], json!([7.0, 7.0]));
    warns(&reply, &["lib.js was changed by another program and reloaded"]);
    warns(&reply, &["extra.js", "another program"]);
    assert_eq!(
        live.ok("read", &json!({ "file": "extra" }))["data"],
        "export const q = 2;"
    );

    fs::remove_file(folder.path("lib.js")).unwrap();
    let reply = live.ok("list_entities", &json!({}));
    warns(&reply, &["lib.js was removed by another program"]);
    warns(&reply, &["does not run", "main line 1"]);
    assert_eq!(live.call("read", &json!({ "file": "lib" }))["success"], false);
    live.end();
    assert!(!folder.path("lib.js").exists(), "it does not come back");
}

#[test]
fn failing_code_written_by_the_user_is_kept() {
    let folder = Folder::new();
    let mut live = Live::new("exec", &folder);
    live.ok("draw_circle", &circle("a"));
    let own = "drawCircle('a', 0, 0, 1);\noops(";
    folder.write("main.js", own);
    let reply = live.ok("list_entities", &json!({}));
    warns(&reply, &["main.js was changed by another program"]);
    warns(&reply, &["does not run", "main line 2"]);
    assert_eq!(
        reply["data"].as_array().unwrap().len(),
        1,
        "the last good drawing stays"
    );
    live.end();
    assert_eq!(folder.read("main.js"), own);
}

#[test]
fn mcp_reloads_files_edited_by_the_user() {
    let folder = Folder::new();
    let mut live = Live::new("mcp", &folder);
    let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "0"}});
    live.send(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello}).to_string());
    assert_eq!(live.answer()["id"], 0);
    live.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string());
    let mut call = |id: u32, name: &str| {
        let params = json!({"name": "draw_circle", "arguments": circle(name)});
        live.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}).to_string());
        live.answer()["result"]["structuredContent"].clone()
    };
    assert_eq!(call(1, "a")["success"], true);
    let own = "drawRect('plate', 0, 0, 9, 9);\n";
    folder.write("main.js", own);
    let reply = call(2, "b");
    assert_eq!(reply["success"], true, "{reply}");
    warns(&reply, &["main.js was changed by another program and reloaded"]);
    live.end();
    let main = folder.read("main.js");
    assert!(
        main.starts_with(own) && main.contains("\"b\"") && !main.contains("\"a\""),
        "{main}"
    );
}

#[test]
fn state_files_edited_between_calls_are_reloaded() {
    let folder = Folder::new();
    let mut live = Live::new("exec", &folder);
    let decision = |text: &str| json!({"topic": "wall", "decision": text, "reasoning": "brick"});
    live.ok("save_decision", &decision("200 thick"));
    live.ok("draw_circle", &circle("a"));
    let stored = folder.read(".trammel/decisions.json");
    folder.write(
        ".trammel/decisions.json",
        stored.replace("200 thick", "300 thick"),
    );
    folder.write(".trammel/holds.json", json!({ "a": [true, false] }).to_string());
    let reply = live.ok("save_decision", &decision("plaster"));
    warns(
        &reply,
        &["decisions.json was changed by another program and reloaded"],
    );
    let stored = folder.read(".trammel/decisions.json");
    assert!(
        stored.contains("300 thick") && stored.contains("plaster"),
        "{stored}"
    );
    let reply = live.call("translate", &json!({"name": "a", "dx": 1, "dy": 0}));
    assert!(
        reply["error"].as_str().unwrap_or_default().contains("locked"),
        "{reply}"
    );

    folder.write(".trammel/decisions.json", "no json");
    let reply = live.ok("save_decision", &decision("glass"));
    warns(&reply, &["decisions"]);
    live.end();
    assert_eq!(folder.read(".trammel/decisions.json"), "no json");
    assert!(folder.read(".trammel/conflict/decisions.json").contains("glass"));
}

#[test]
fn two_programs_on_one_folder_see_each_others_changes() {
    let folder = Folder::new();
    let (mut first, mut second) = (Live::new("exec", &folder), Live::new("exec", &folder));
    for (i, name) in ["a", "b", "c", "d"].iter().enumerate() {
        let live = if i % 2 == 0 { &mut first } else { &mut second };
        live.ok("draw_circle", &circle(name));
    }
    assert_eq!(first.names(), ["a", "b", "c", "d"]);
    assert_eq!(second.names(), ["a", "b", "c", "d"]);
    first.end();
    second.end();
    assert_eq!(folder.read("main.js").matches("name: ").count(), 4);
}

/// A snippet that runs long enough for a test to find its sandbox process.
#[cfg(target_os = "linux")]
const SLOW: &str = "let n = 0;\nfor (let i = 0; i < 5e5; i++) n += i;\ndrawCircle('slow', 5, 0, 1);";

#[cfg(target_os = "linux")]
#[test]
fn an_edit_during_a_call_is_kept_and_the_call_saves_a_conflict_copy() {
    let folder = Folder::new();
    let mut live = Live::new("exec", &folder);
    live.ok("draw_circle", &circle("a"));
    for (copy, plate) in [("main.js", "first"), ("main-2.js", "second")] {
        let own = format!("drawRect('{plate}', 0, 0, 9, 9);\n");
        live.send(&line("run_cad_code", &json!({ "code": SLOW })));
        let paused = crate::support::pause_sandbox_of(&mut live.child);
        folder.write("main.js", &own);
        drop(paused);
        let reply = live.answer();
        let path = format!(".trammel/conflict/{copy}");
        assert_eq!(reply["success"], true, "{reply}");
        warns(&reply, &["main.js", "not stored", &path, "read"]);
        assert_eq!(folder.read("main.js"), own);
        assert!(folder.read(&path).contains("'slow'"));

        let reply = live.ok("list_entities", &json!({}));
        warns(
            &reply,
            &["main.js was changed by another program and reloaded", &path],
        );
        assert_eq!(reply["data"], json!([{"name": plate, "type": "rect"}]));
    }
    let reply = live.ok("draw_circle", &circle("b"));
    assert_eq!(reply["warnings"], json!([]), "{reply}");
    live.end();
    assert!(folder.read("main.js").contains("'second'"));
}

#[cfg(target_os = "linux")]
#[test]
fn changes_stored_by_another_program_during_a_call_are_merged() {
    let folder = Folder::new();
    // Without trust, entries stored by another program would be disabled.
    let live = || Live::with("exec", &folder, &["--trust-folder"]);
    let (mut first, mut second) = (live(), live());
    first.ok("draw_circle", &circle("a"));
    first.send(&line("run_cad_code", &json!({ "code": SLOW })));
    let paused = crate::support::pause_sandbox_of(&mut first.child);
    let decision = json!({"topic": "wall", "decision": "200 thick", "reasoning": "brick"});
    second.ok("save_decision", &decision);
    drop(paused);
    let reply = first.answer();
    assert_eq!(reply["success"], true, "{reply}");
    assert_eq!(reply["warnings"], json!([]), "{reply}");
    assert!(folder.read("main.js").contains("'slow'"));
    assert_eq!(second.names(), ["a", "slow"]);
    let found = first.ok("search_decisions", &json!({ "query": "wall" }));
    assert_eq!(found["data"][0]["decision"], "200 thick", "{found}");
    first.end();
    second.end();
}
