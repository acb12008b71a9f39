//! Tests of document folders: untrusted content (links, devices, pipes, oversized files), and files that the
//! user edits while the program runs.
#![cfg(unix)]

use crate::support::{Ended, Folder, exec, line, trammel};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Lines, Write};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

const CANARY: &str = "canary-7b1f";

/// Time limit of a process in these tests; each one normally ends in a fraction of it.
const PATIENCE: Duration = Duration::from_secs(60);

fn circle(name: &str) -> Value {
    json!({ "name": name, "x": 0, "y": 0, "radius": 1 })
}

fn draw(name: &str) -> String {
    line("draw_circle", &circle(name))
}

/// Runs the program with little memory; kills a process that does not end and fails the test.
#[track_caller]
fn bounded(arguments: &[&str], input: &str) -> Ended {
    let mut child = Command::new("sh")
        .args([
            "-c",
            "ulimit -v 2000000; exec \"$@\"",
            "sh",
            env!("CARGO_BIN_EXE_trammel"),
        ])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let id = child.id();
    // The program may end before it has read the whole input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(child.wait_with_output()));
    let Ok(output) = receiver.recv_timeout(PATIENCE) else {
        Command::new("kill")
            .args(["-9", &id.to_string()])
            .status()
            .unwrap();
        panic!("{arguments:?} did not end");
    };
    let output = output.unwrap();
    Ended {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

#[track_caller]
fn bounded_exec(folder: &Folder, lines: &[String]) -> Ended {
    bounded(
        &["exec", "--dir", folder.as_ref().to_str().unwrap()],
        &(lines.join("\n") + "\n"),
    )
}

/// A running program whose input stays open between calls.
struct Live {
    child: Child,
    stdin: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Live {
    fn new(command: &str, folder: &Folder) -> Live {
        Live::with(command, folder, &[])
    }

    fn with(command: &str, folder: &Folder, more: &[&str]) -> Live {
        let mut child = Command::new(env!("CARGO_BIN_EXE_trammel"))
            .args([command, "--dir"])
            .arg(folder.as_ref())
            .args(more)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Live { child, stdin, lines }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.stdin, "{line}").unwrap();
    }

    fn answer(&mut self) -> Value {
        serde_json::from_str(&self.lines.next().unwrap().unwrap()).unwrap()
    }

    #[track_caller]
    fn call(&mut self, tool: &str, input: &Value) -> Value {
        self.send(&line(tool, input));
        self.answer()
    }

    /// Makes a call that must succeed.
    #[track_caller]
    fn ok(&mut self, tool: &str, input: &Value) -> Value {
        let reply = self.call(tool, input);
        assert_eq!(reply["success"], true, "{tool} {input}: {reply}");
        reply
    }

    fn names(&mut self) -> Vec<String> {
        let list = self.ok("list_entities", &json!({}))["data"].clone();
        let name = |entity: &Value| entity["name"].as_str().unwrap().to_owned();
        list.as_array().unwrap().iter().map(name).collect()
    }

    fn end(self) {
        let Live { mut child, stdin, .. } = self;
        drop(stdin);
        assert!(child.wait().unwrap().success());
    }
}

#[track_caller]
fn warns(reply: &Value, parts: &[&str]) {
    let warnings = reply["warnings"].as_array().cloned().unwrap_or_default();
    let all = |warning: &Value| parts.iter().all(|part| warning.as_str().unwrap().contains(part));
    assert!(warnings.iter().any(all), "no warning with {parts:?}: {reply}");
}

#[track_caller]
fn is_link(path: &Path) {
    assert!(fs::symlink_metadata(path).unwrap().is_symlink(), "{path:?}");
}

// ---- Attacks

#[test]
fn a_symbolic_link_at_a_temporary_file_is_not_followed() {
    let (folder, outside) = (Folder::new(), Folder::new());
    let target = outside.write("target", CANARY);
    for name in ["main.partial", ".trammel/revision.partial"] {
        fs::create_dir_all(folder.path(name).parent().unwrap()).unwrap();
        symlink(&target, folder.path(name)).unwrap();
    }
    let ended = bounded_exec(&folder, &[draw("c")]);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert_eq!(ended.lines()[0]["warnings"], json!([]), "{}", ended.out);
    assert_eq!(outside.read("target"), CANARY);
    assert!(folder.read("main.js").contains("name: \"c\""));
    is_link(&folder.path("main.partial"));
    let mut left: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    assert_eq!(
        left,
        [".trammel", "main.js", "main.partial"],
        "nothing temporary is left"
    );
}

#[test]
fn a_symbolic_link_as_state_folder_is_refused() {
    let (folder, outside) = (Folder::new(), Folder::new());
    outside.write("title.json", json!({ "name": CANARY, "units": "mm" }).to_string());
    symlink(&outside, folder.path(".trammel")).unwrap();
    let ended = bounded_exec(&folder, &[draw("c"), line("export_json", &json!({}))]);
    assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""), "{}", ended.err);
    assert!(
        ended.err.contains(".trammel") && ended.err.contains("symbolic link"),
        "{}",
        ended.err
    );
    assert!(!ended.err.contains(CANARY), "{}", ended.err);
    assert_eq!(
        fs::read_dir(&outside).unwrap().count(),
        1,
        "nothing is written there"
    );
    is_link(&folder.path(".trammel"));
}

#[test]
fn a_module_that_is_a_symbolic_link_is_not_read_or_written() {
    let (folder, outside) = (Folder::new(), Folder::new());
    let secret = format!("export const s = '{CANARY}';");
    let target = outside.write("secret.js", &secret);
    symlink(&target, folder.path("a.js")).unwrap();
    folder.write("b.js", "export const r = 4;");
    let code = json!({ "code": "import { r } from 'b';\ndrawCircle('c', 0, 0, r);" });
    let ended = bounded_exec(
        &folder,
        &[
            line("read", &json!({ "file": "a" })),
            line(
                "run_cad_code",
                &json!({ "code": "import { s } from 'a';\nconsole.log(s);" }),
            ),
            line("run_cad_code", &code),
            line(
                "write",
                &json!({ "file": "a", "code": "export const s = 'own';" }),
            ),
        ],
    );
    let replies = ended.lines();
    let told: Vec<&Value> = replies.iter().map(|reply| &reply["success"]).collect();
    assert_eq!(told, [false, false, true, true], "{}", ended.out);
    assert!(!ended.out.contains(CANARY) && !ended.err.contains(CANARY));
    assert!(
        ended.err.contains("a.js") && ended.err.contains("symbolic link"),
        "{}",
        ended.err
    );
    warns(&replies[3], &["a.js", "not stored", ".trammel/conflict/a.js"]);
    assert_eq!(folder.read(".trammel/conflict/a.js"), "export const s = 'own';");
    assert_eq!(outside.read("secret.js"), secret);
    is_link(&folder.path("a.js"));
    assert!(
        folder.read("main.js").contains("from 'b'"),
        "the rest of the folder works"
    );
}

#[test]
fn device_links_and_named_pipes_do_not_block() {
    let folder = Folder::new();
    folder.write("main.js", "drawCircle('first', 0, 0, 1);");
    fs::create_dir(folder.path(".trammel")).unwrap();
    fs::create_dir(folder.path("folder.js")).unwrap();
    for name in ["a.js", ".trammel/hints.json"] {
        symlink("/dev/zero", folder.path(name)).unwrap();
    }
    for name in ["pipe.js", ".trammel/decisions.json"] {
        let made = Command::new("mkfifo").arg(folder.path(name)).status().unwrap();
        assert!(made.success());
    }
    let ended = bounded_exec(&folder, &[draw("c"), line("list_entities", &json!({}))]);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert_eq!(
        ended.lines()[1]["data"].as_array().unwrap().len(),
        2,
        "{}",
        ended.out
    );
    for (name, kind) in [
        ("a.js", "symbolic link"),
        ("hints.json", "symbolic link"),
        ("pipe.js", "pipe"),
        ("decisions.json", "pipe"),
        ("folder.js", "directory"),
    ] {
        let told = |line: &str| line.contains(name) && line.contains(kind);
        assert!(ended.err.lines().any(told), "{name}: {}", ended.err);
    }
    let main = Folder::new();
    symlink("/dev/zero", main.path("main.js")).unwrap();
    let ended = bounded_exec(&main, &[draw("c")]);
    assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""));
    assert!(ended.err.contains("main.js is a symbolic link"), "{}", ended.err);
    is_link(&main.path("main.js"));
}

#[test]
fn an_unreadable_module_does_not_block_the_rest_of_the_folder() {
    let folder = Folder::new();
    let large = "/".repeat(trammel::workspace::MAX_FILE_BYTES + 1);
    folder.write("large.js", &large);
    folder.write("bytes.js", b"export const s = '\xff';");
    folder.write(".trammel/requests.json", "[".repeat(20 << 20));
    folder.write("main.js", "drawCircle('first', 0, 0, 1);");
    let ended = bounded_exec(&folder, &[draw("c"), line("list_entities", &json!({}))]);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert_eq!(
        ended.lines()[1]["data"].as_array().unwrap().len(),
        2,
        "{}",
        ended.out
    );
    for (name, reason) in [
        ("large.js", "4194305 bytes"),
        ("bytes.js", "UTF-8"),
        ("requests.json", "bytes"),
    ] {
        let told = |line: &str| line.contains(name) && line.contains(reason);
        assert!(ended.err.lines().any(told), "{name}: {}", ended.err);
    }
    assert!(folder.read("large.js") == large, "left as it was");
    assert_eq!(
        fs::read(folder.path("bytes.js")).unwrap(),
        b"export const s = '\xff';"
    );
    assert_eq!(
        fs::metadata(folder.path(".trammel/requests.json")).unwrap().len(),
        20 << 20
    );
}

#[test]
fn run_and_eval_limit_file_sizes_and_refuse_special_files() {
    let (folder, outside) = (Folder::new(), Folder::new());
    let target = outside.write("secret.js", format!("export const s = '{CANARY}';"));
    folder.write("lib/good.js", "export const r = 4;");
    folder.write("lib/large.js", "/".repeat(trammel::workspace::MAX_FILE_BYTES + 1));
    symlink(&target, folder.path("lib/a.js")).unwrap();
    symlink("/dev/zero", folder.path("lib/zero.js")).unwrap();
    assert!(
        Command::new("mkfifo")
            .arg(folder.path("lib/pipe.js"))
            .status()
            .unwrap()
            .success()
    );
    let part = folder.write("part.js", "import { r } from 'good';\ndrawCircle('c', 0, 0, r);");
    symlink(&part, folder.path("link.js")).unwrap();
    let (lib, link) = (folder.path("lib"), folder.path("link.js"));
    let (lib, link) = (lib.to_str().unwrap(), link.to_str().unwrap());
    let ended = bounded(&["run", link, "--modules", lib], "");
    assert_eq!(
        ended.code,
        Some(0),
        "a FILE may be a link: {} {}",
        ended.out,
        ended.err
    );
    for name in ["a.js", "large.js", "pipe.js", "zero.js"] {
        assert!(
            ended.err.lines().any(|line| line.contains(name)),
            "{name}: {}",
            ended.err
        );
    }
    let ended = bounded(
        &["run", "-", "--modules", lib],
        "import { s } from 'a';\nconsole.log(s);",
    );
    assert_eq!(ended.code, Some(1));
    assert!(!ended.out.contains(CANARY) && !ended.err.contains(CANARY));

    let ended = bounded(&["run", "/dev/zero"], "");
    assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""), "{}", ended.err);
    assert!(
        ended.err.contains("/dev/zero") && ended.err.contains("4194304"),
        "{}",
        ended.err
    );
    let ended = bounded(&["run", "-"], &"/".repeat(4_200_000));
    assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""), "{}", ended.err);

    let tasks = Folder::new();
    symlink("/dev/zero", tasks.path("create.json")).unwrap();
    let ended = bounded(
        &[
            "eval",
            "--provider",
            "demo",
            "--tasks",
            tasks.as_ref().to_str().unwrap(),
        ],
        "",
    );
    assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""), "{}", ended.err);
    assert!(
        ended.err.contains("create.json is a symbolic link"),
        "{}",
        ended.err
    );
}

// ---- Edits while the program runs

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
fn the_last_good_drawing_of_a_folder_persists_across_runs() {
    let folder = Folder::new();
    let mut live = Live::new("exec", &folder);
    live.ok("draw_circle", &circle("a"));
    folder.write("main.js", "drawCircle('b', 0, 0, 1);\nnonsense(;");
    live.call("list_entities", &json!({}));
    live.end();
    assert!(folder.read(".trammel/good.main.js").contains("draw_circle"));
    let mut live = Live::new("exec", &folder);
    assert_eq!(live.names(), ["a"]);
    folder.write("main.js", "drawCircle('b', 0, 0, 1);");
    assert_eq!(live.names(), ["b"]);
    live.end();
    assert!(!folder.path(".trammel/good.main.js").exists());
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

#[test]
fn a_cleared_folder_is_written_again() {
    let folder = Folder::new();
    let mut live = Live::new("exec", &folder);
    live.ok("draw_circle", &circle("a"));
    fs::remove_dir_all(folder.path(".trammel")).unwrap();
    let reply = live.ok("draw_circle", &circle("b"));
    assert_eq!(reply["warnings"], json!([]), "{reply}");
    fs::remove_dir_all(&folder).unwrap();
    let reply = live.ok("draw_circle", &circle("c"));
    assert_eq!(reply["warnings"], json!([]), "{reply}");
    live.end();
    assert_eq!(folder.read("main.js").matches("name: ").count(), 3);
}

#[test]
fn a_file_replaced_by_a_symbolic_link_is_not_changed() {
    let (folder, outside) = (Folder::new(), Folder::new());
    let target = outside.write("secret.js", CANARY);
    let mut live = Live::new("exec", &folder);
    live.ok("draw_circle", &circle("a"));
    fs::remove_file(folder.path("main.js")).unwrap();
    symlink(&target, folder.path("main.js")).unwrap();
    for name in ["b", "c"] {
        let reply = live.ok("draw_circle", &circle(name));
        warns(
            &reply,
            &[
                "main.js",
                "not stored",
                "symbolic link",
                ".trammel/conflict/main.js",
            ],
        );
        assert_eq!(
            reply["warnings"].as_array().unwrap().len(),
            1,
            "it is said once: {reply}"
        );
        assert!(!reply.to_string().contains(CANARY));
    }
    assert_eq!(outside.read("secret.js"), CANARY);
    is_link(&folder.path("main.js"));
    assert!(
        folder.read(".trammel/conflict/main.js").contains("\"c\""),
        "the latest version is kept"
    );
    fs::remove_file(folder.path("main.js")).unwrap();
    fs::write(folder.path("main.js"), "drawCircle('own', 0, 0, 1);\n").unwrap();
    let reply = live.ok("draw_circle", &circle("d"));
    warns(
        &reply,
        &[
            "main.js was changed by another program",
            ".trammel/conflict/main.js",
        ],
    );
    assert_eq!(live.names(), ["own", "d"]);
    live.end();
}

/// A snippet that runs long enough for a test to edit a file during the call.
#[cfg(target_os = "linux")]
const SLOW: &str = "let n = 0;\nfor (let i = 0; i < 2e6; i++) n += i;\ndrawCircle('slow', 5, 0, 1);";

#[cfg(target_os = "linux")]
#[test]
fn an_edit_during_a_call_is_kept_and_the_call_saves_a_conflict_copy() {
    let folder = Folder::new();
    let mut live = Live::new("exec", &folder);
    live.ok("draw_circle", &circle("a"));
    for (copy, plate) in [("main.js", "first"), ("main-2.js", "second")] {
        let own = format!("drawRect('{plate}', 0, 0, 9, 9);\n");
        live.send(&line("run_cad_code", &json!({ "code": SLOW })));
        crate::support::sandbox_child_of(&mut live.child);
        folder.write("main.js", &own);
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
    crate::support::sandbox_child_of(&mut first.child);
    let decision = json!({"topic": "wall", "decision": "200 thick", "reasoning": "brick"});
    second.ok("save_decision", &decision);
    let reply = first.answer();
    assert_eq!(reply["warnings"], json!([]), "{reply}");
    assert!(folder.read("main.js").contains("'slow'"));
    assert_eq!(second.names(), ["a", "slow"]);
    let found = first.ok("search_decisions", &json!({ "query": "wall" }));
    assert_eq!(found["data"][0]["decision"], "200 thick", "{found}");
    first.end();
    second.end();
}

#[test]
fn a_folder_that_is_a_device_is_refused() {
    let ended = trammel(&["exec", "--dir", "/dev/null"], "");
    assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""));
    assert!(ended.err.contains("/dev/null"), "{}", ended.err);
    let ended = exec(&Folder::new(), &[]);
    assert_eq!(ended.code, Some(0));
}

#[test]
fn new_files_have_names_that_every_system_can_store() {
    let folder = Folder::new();
    fs::write(folder.as_ref().join("con.js"), "export const old = 1;\n").unwrap();
    let write = |file: &str| line("write", &json!({ "file": file, "code": "export const a = 1;" }));
    let ended = bounded_exec(
        &folder,
        &[write("aux"), write("gear"), write("Gear"), write("CON_2")],
    );
    let replies: Vec<Value> = ended
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(replies.len(), 4, "{}", ended.out);
    let told = |at: usize| replies[at]["error"].to_string();
    assert!(told(0).contains("name of a device on Windows"), "{}", told(0));
    assert_eq!(replies[1]["success"], true, "{}", replies[1]);
    assert!(
        told(2).contains("differs from the file 'gear' only in case"),
        "{}",
        told(2)
    );
    assert_eq!(replies[3]["success"], true, "{}", replies[3]);
    assert!(!folder.as_ref().join("aux.js").exists() && !folder.as_ref().join("Gear.js").exists());
    // A file of an older document is still read.
    let read = bounded_exec(&folder, &[line("read", &json!({ "file": "con" }))]);
    assert!(read.out.contains("old = 1"), "{}", read.out);
}

#[test]
fn a_file_that_one_process_has_read_can_be_edited_by_the_next() {
    let folder = Folder::new();
    let code = "drawCircle('a', 0, 0, 1);\ndrawCircle('b', 0, 0, 2);\n";
    folder.write("main.js", code);
    let call = |tool: &str, input: Value| bounded_exec(&folder, &[line(tool, &input)]);
    let edit = |old: &str| {
        call(
            "edit",
            json!({ "file": "main", "old_code": old, "new_code": "3" }),
        )
    };
    assert!(edit("1").out.contains("read 'main' first"));
    call("read", json!({ "file": "main", "from": 2, "to": 2 }));
    let refused = edit("1").out;
    assert!(
        refused.contains("read line 1 of 'main' first: only line 2"),
        "{refused}"
    );
    assert!(edit("2").out.contains("\"success\":true"));
    assert!(folder.read("main.js").contains("0, 0, 3"));
    call("read", json!({ "file": "main" }));
    folder.write("main.js", "drawCircle('other', 0, 0, 1);\n");
    assert!(
        edit("1").out.contains("read 'main' first"),
        "another text than that read"
    );
    // A damaged note counts as no reading.
    folder.write(".trammel/cli/reads.json", "{");
    assert!(edit("1").out.contains("read 'main' first"));
}
