//! Tests of document folders: untrusted content (links, devices, pipes, oversized files), and files that the
//! user edits while the program runs.
#![cfg(unix)]

mod edits;
mod history;
mod line_ends;
mod links;
mod vanished;

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

#[test]
fn run_and_eval_limit_file_sizes_and_refuse_special_files() {
    let (folder, outside) = (Folder::new(), Folder::new());
    let target = outside.write("secret.js", format!("export const s = '{CANARY}';"));
    folder.write("lib/good.js", "export const r = 4;");
    folder.write("lib/large.js", "/".repeat(trammel_code::MAX_FILE_BYTES + 1));
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
        told(2).contains("differs from the file 'gear' only in case or Unicode form"),
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
    let code = "drawCircle('a', 1, 0, 1);\ndrawCircle('b', 2, 0, 2);\n";
    folder.write("main.js", code);
    let call = |tool: &str, input: Value| bounded_exec(&folder, &[line(tool, &input)]);
    let edit = |old: &str| {
        call(
            "edit",
            json!({ "file": "main", "old_code": old, "new_code": "3", "replace_all": true }),
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
    assert!(folder.read("main.js").contains("3, 0, 3"));
    call("read", json!({ "file": "main" }));
    folder.write("main.js", "drawCircle('other', 1, 0, 1);\n");
    assert!(
        edit("1").out.contains("read 'main' first"),
        "another text than that read"
    );
    // A damaged note counts as no reading.
    folder.write(".trammel/cli/reads.json", "{");
    assert!(edit("1").out.contains("read 'main' first"));
}
