//! Symbolic links, devices, and named pipes in a folder are neither followed nor read.

use super::*;

#[track_caller]
fn is_link(path: &Path) {
    assert!(fs::symlink_metadata(path).unwrap().is_symlink(), "{path:?}");
}

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
    let large = "/".repeat(trammel_code::MAX_FILE_BYTES + 1);
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

#[test]
fn a_folder_that_is_a_device_is_refused() {
    let ended = trammel(&["exec", "--dir", "/dev/null"], "");
    assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""));
    assert!(ended.err.contains("/dev/null"), "{}", ended.err);
    let ended = exec(&Folder::new(), &[]);
    assert_eq!(ended.code, Some(0));
}
