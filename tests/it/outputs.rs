//! Tests of the files that `run`, `convert`, and `eval` write: what they refuse to replace, and what is left after a
//! failure.
#![cfg(unix)]

use crate::support::{Ended, Folder, trammel};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

const CODE: &str = "create_layer({name: 'walls'});\ndraw_rect({name: 'w', x: 0, y: 0, width: 4, height: 3, layer: 'walls'});\n\
                    draw_circle({name: 'c', x: 9, y: 9, radius: 1});";

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Creates a folder with code and with its drawing as `plan.dxf`.
fn plan() -> Folder {
    let folder = Folder::new();
    let code = folder.write("plan.js", CODE);
    let ended = trammel(&["convert", text(&code), text(&folder.path("plan.dxf"))], "");
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
    folder
}

/// Asserts that a command is refused with one line that has these parts, and that no file of the folder changes.
#[track_caller]
fn refused(folder: &Folder, arguments: &[&str], parts: &[&str]) {
    let before = contents(folder);
    let ended = trammel(arguments, CODE);
    assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""), "{}", ended.err);
    assert_eq!(ended.err.lines().count(), 1, "{}", ended.err);
    for part in parts {
        assert!(ended.err.contains(part), "{part:?}: {}", ended.err);
    }
    assert_eq!(contents(folder), before, "{arguments:?}");
}

/// Returns the names, kinds, and contents of a folder.
fn contents(folder: &Folder) -> Vec<(String, bool, Vec<u8>)> {
    let mut all: Vec<(String, bool, Vec<u8>)> = fs::read_dir(folder.as_ref())
        .unwrap()
        .map(|entry| {
            let entry = entry.unwrap();
            let is_link = entry.file_type().unwrap().is_symlink();
            let content = fs::read(entry.path()).unwrap_or_default();
            (entry.file_name().into_string().unwrap(), is_link, content)
        })
        .collect();
    all.sort();
    all
}

/// Runs a shell script with the program as `$0` and these arguments.
fn shell(script: &str, arguments: &[&str]) -> Ended {
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_trammel")])
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    Ended {
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

#[test]
fn the_input_is_not_the_output_under_any_name() {
    let folder = plan();
    let dxf = folder.path("plan.dxf");
    let hard = folder.path("hard.dxf");
    fs::hard_link(&dxf, &hard).unwrap();
    let other_name = folder.path("./../").join(folder.as_ref().file_name().unwrap());
    let other_name = other_name.join("plan.dxf");
    for out in [&dxf, &hard, &other_name] {
        let arguments = ["convert", text(&dxf), text(out), "--layers", "walls"];
        refused(&folder, &arguments, &["is the input", "--force"]);
    }
    let code = folder.path("plan.js");
    refused(
        &folder,
        &["run", text(&code), "--svg", text(&code)],
        &["plan.js is the input", "Name another file"],
    );
    let standard = shell("exec \"$0\" run - --svg \"$1\" < \"$1\"", &[text(&code)]);
    assert_eq!(standard.code, Some(2), "{}", standard.out);
    assert!(standard.err.contains("is the input"), "{}", standard.err);
    assert_eq!(folder.read("plan.js"), CODE);

    let whole = fs::read(&hard).unwrap();
    let part = ["convert", text(&dxf), text(&dxf), "--layers", "walls", "--force"];
    let ended = trammel(&part, "");
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert_ne!(fs::read(&dxf).unwrap(), whole);
    assert_eq!(
        fs::read(&hard).unwrap(),
        whole,
        "the file of the other name stays"
    );
}

#[test]
fn links_and_files_of_another_format_are_replaced_only_by_force() {
    let folder = plan();
    let code = folder.path("plan.js");
    let notes = folder.write("notes.txt", "of the user");
    let [link, nowhere] = [folder.path("link.svg"), folder.path("nowhere.svg")];
    symlink(&notes, &link).unwrap();
    symlink("missing/x", &nowhere).unwrap();
    for link in [&link, &nowhere] {
        let arguments = ["run", text(&code), "--svg", text(link)];
        refused(&folder, &arguments, &["is a symbolic link", "--force"]);
    }
    for (format, file) in [
        ("svg", "notes.txt"),
        ("json", "plan.dxf"),
        ("png", "notes.txt"),
        ("pdf", "plan.js"),
    ] {
        let file = folder.path(file);
        let arguments = ["run", "-", &format!("--{format}"), text(&file)];
        refused(
            &folder,
            &arguments,
            &["is not a file of the format", format, "--force"],
        );
    }
    let same = folder.path("same.svg");
    refused(
        &folder,
        &["run", text(&code), "--svg", text(&same), "--png", text(&same)],
        &["is the file of --svg and of --png"],
    );
    refused(
        &folder,
        &["run", text(&code), "--svg", "-", "--dxf", "-"],
        &["standard output is the file of --svg and of --dxf"],
    );
    refused(
        &folder,
        &["run", text(&code), "--svg", text(folder.as_ref())],
        &["is a folder"],
    );
    refused(
        &folder,
        &["run", text(&code), "--svg", text(&folder.path("no/x.svg"))],
        &["does not exist"],
    );

    let ended = trammel(&["run", text(&code), "--svg", text(&link), "--force"], "");
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert!(
        fs::symlink_metadata(&link).unwrap().is_symlink(),
        "the link stays"
    );
    assert!(folder.read("notes.txt").contains("<svg"));
}

#[test]
fn two_formats_do_not_lead_to_one_file_under_any_spelling() {
    let folder = plan();
    fs::create_dir(folder.path("d")).unwrap();
    symlink(folder.as_ref(), folder.path("d/back")).unwrap();
    fs::write(folder.path("old.svg"), "").unwrap();
    fs::hard_link(folder.path("old.svg"), folder.path("hard.json")).unwrap();
    let absolute = folder.path("p.svg");
    // The name of a temporary folder has letters, so that its case tells about the file system.
    let ignores_case = fs::exists(folder.as_ref().to_str().unwrap().to_uppercase()).unwrap();
    let run = |json: &str, svg: &str, more: &str| {
        let script = format!("cd \"$1\" && \"$0\" run plan.js --json \"$2\" --svg \"$3\" {more}");
        shell(&script, &[text(folder.as_ref()), json, svg])
    };
    for (json, svg, more) in [
        ("./p.svg", "p.svg", ""),
        ("p.svg", "d/../p.svg", ""),
        ("d/../p.svg", "./p.svg", "--force"),
        (text(&absolute), "p.svg", ""),
        ("d/back/p.svg", "p.svg", ""),
        ("hard.json", "old.svg", ""),
        ("-", "/dev/stdout", "| cat; exit 2"),
        ("-", "old.svg", "--force >> old.svg"),
    ] {
        let before = contents(&folder);
        let ended = run(json, svg, more);
        assert_eq!(
            (ended.code, ended.out.as_str()),
            (Some(2), ""),
            "{json} {svg}: {}",
            ended.err
        );
        assert!(
            ended.err.contains("is the file of --svg and of --json")
                || ended.err.contains("is the file of --json and of --svg"),
            "{json} {svg}: {}",
            ended.err
        );
        assert_eq!(contents(&folder), before, "{json} {svg}");
    }
    assert_eq!(
        run("Q.svg", "q.svg", "").code,
        Some(if ignores_case { 2 } else { 0 })
    );
    for (json, svg) in [
        ("p.json", "p.svg"),
        ("d/p.svg", "p.svg"),
        ("/dev/null", "null.svg"),
    ] {
        let ended = run(json, svg, "");
        assert_eq!(ended.code, Some(0), "{json} {svg}: {}", ended.err);
    }
}

#[test]
fn every_format_replaces_its_own_files_and_keeps_their_mode() {
    let folder = plan();
    let code = folder.path("plan.js");
    for (format, file) in [
        ("svg", "a.svg"),
        ("png", "a.png"),
        ("pdf", "a.pdf"),
        ("dxf", "a.dxf"),
        ("json", "a.json"),
        ("project", "b.json"),
    ] {
        let out = folder.path(file);
        for _ in 0..2 {
            let ended = trammel(&["run", text(&code), &format!("--{format}"), text(&out)], "");
            assert_eq!(ended.code, Some(0), "{format}: {}", ended.err);
            fs::set_permissions(&out, fs::Permissions::from_mode(0o640)).unwrap();
        }
        let ended = trammel(&["convert", text(&code), text(&out)], "");
        if ended.code == Some(0) {
            assert_eq!(fs::metadata(&out).unwrap().mode() & 0o777, 0o640, "{format}");
        }
    }
    let out = folder.path("a.svg");
    fs::set_permissions(&out, fs::Permissions::from_mode(0o444)).unwrap();
    refused(
        &folder,
        &["run", text(&code), "--svg", text(&out)],
        &["is read-only"],
    );
    let ended = trammel(&["run", text(&code), "--svg", text(&out), "--force"], "");
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    assert_eq!(fs::metadata(&out).unwrap().mode() & 0o777, 0o444);
}

#[test]
fn a_device_and_a_pipe_are_written_directly() {
    let folder = plan();
    let code = folder.path("plan.js");
    let ended = trammel(&["run", text(&code), "--svg", "/dev/null"], "");
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let piped = shell("\"$0\" run \"$1\" --svg /dev/stdout | cat", &[text(&code)]);
    assert!(piped.out.contains("<svg"), "{}", piped.err);
    if Path::new("/dev/full").exists() {
        refused(
            &folder,
            &["convert", text(&code), "/dev/full"],
            &["the extension is not a format"],
        );
        let ended = trammel(&["run", text(&code), "--svg", "/dev/full"], "");
        assert_eq!(ended.code, Some(2));
        assert!(ended.err.contains("/dev/full was not written"), "{}", ended.err);
    }
}

/// A limit of the size of files stands for a full disk: the write fails after a part of the content. With the signal
/// ignored, the program gets an error; otherwise it is killed at once.
#[test]
fn a_full_disk_leaves_the_old_content() {
    let folder = plan();
    let dxf = folder.path("plan.dxf");
    let larger: String = (0..500)
        .map(|n| format!("draw_circle({{name: 'c{n}', x: {n}, y: 0, radius: 1}});\n"))
        .collect();
    let code = folder.write("larger.js", larger);
    let before = contents(&folder);
    let arguments = [text(&code), text(&dxf)];
    let full = "ulimit -f 16; exec \"$0\" convert \"$1\" \"$2\"";
    let ended = shell(&format!("trap '' XFSZ; {full}"), &arguments);
    assert_eq!(ended.code, Some(2), "{}", ended.err);
    assert!(
        ended.err.contains("plan.dxf was not written: File too large"),
        "{}",
        ended.err
    );
    assert_eq!(contents(&folder), before, "no part of the new file is left");

    let killed = shell(full, &arguments);
    assert_eq!(killed.code, None, "{}", killed.err);
    assert_eq!(
        fs::read(&dxf).unwrap(),
        before.iter().find(|file| file.0 == "plan.dxf").unwrap().2
    );
}

#[test]
fn a_read_only_folder_is_named() {
    let folder = plan();
    let dxf = folder.path("plan.dxf");
    fs::set_permissions(folder.as_ref(), fs::Permissions::from_mode(0o555)).unwrap();
    let before = contents(&folder);
    let mut command = Command::new(env!("CARGO_BIN_EXE_trammel"));
    command.args(["convert", text(&folder.path("plan.js")), text(&dxf)]);
    if fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0) {
        // The permissions of a folder do not restrict root.
        command.uid(65_534).gid(65_534);
        fs::set_permissions(&dxf, fs::Permissions::from_mode(0o666)).unwrap();
    }
    let output = command.output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), err.lines().count()), (Some(2), 1), "{err}");
    assert!(
        err.contains("plan.dxf was not written: Permission denied"),
        "{err}"
    );
    assert_eq!(contents(&folder), before);
    fs::set_permissions(folder.as_ref(), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn results_of_an_evaluation_replace_only_such_results() {
    let folder = plan();
    let eval = |out: &Path, more: &[&str]| {
        let arguments = [
            "eval",
            "--provider",
            "demo",
            "--only",
            "fully_constrained_rectangle",
            "--json",
        ];
        trammel(&[&arguments[..], &[text(out)], more].concat(), "")
    };
    let refused = eval(&folder.path("plan.js"), &[]);
    assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""));
    assert!(
        refused.err.contains("is not a file of the format trammel eval"),
        "{}",
        refused.err
    );
    let out = folder.path("result.json");
    for _ in 0..2 {
        assert_eq!(eval(&out, &[]).code, Some(0));
    }
    let result: Value = serde_json::from_str(&folder.read("result.json")).unwrap();
    assert_eq!(result["passed"], 1);
}
