//! Files keep their line ends, their byte order mark, and a missing line end at their end.

use super::*;

const MAIN: &str = "import { r } from 'lib';\r\n// plate\r\ndrawCircle('a', 0, 0, r);\r\n";
const LIB: &str = "\u{feff}export const r = 4;\r\n// end";

/// Returns a folder as an editor on Windows leaves it.
fn of_windows() -> Folder {
    let folder = Folder::new();
    folder.write("main.js", MAIN);
    folder.write("lib.js", LIB);
    folder
}

#[test]
fn a_call_changes_only_its_lines_of_a_file_of_windows() {
    let folder = of_windows();
    let mut live = Live::new("exec", &folder);
    assert_eq!(live.names(), ["a"]);
    let read = live.ok("read", &json!({ "file": "main" }));
    assert!(!read.to_string().contains("\\r"), "{read}");
    live.ok("draw_circle", &circle("b"));
    let drawn = folder.read("main.js");
    let added = drawn.strip_prefix(MAIN).unwrap();
    assert_eq!(
        added.matches('\n').count(),
        added.matches("\r\n").count(),
        "{added:?}"
    );
    assert!(added.ends_with(";\r\n"), "{added:?}");
    assert_eq!(folder.read("lib.js"), LIB);

    // A model may write either line end.
    live.ok("read", &json!({ "file": "lib" }));
    let edit = json!({ "file": "lib", "old_code": "r = 4;\r\n// end", "new_code": "r = 5;\r\n// end" });
    live.ok("edit", &edit);
    assert_eq!(folder.read("lib.js"), LIB.replace('4', "5"));
    assert_eq!(folder.read("main.js"), drawn);
    live.ok("bash", &json!({ "command": "undo" }));
    assert_eq!(folder.read("lib.js"), LIB);
    let code = json!({ "file": "lib", "code": "// new\r\nexport const r = 4;\r\n" });
    live.ok("read", &json!({ "file": "lib" }));
    live.ok("write", &code);
    assert_eq!(folder.read("lib.js"), "\u{feff}// new\r\nexport const r = 4;\r\n");
    live.end();
}

#[test]
fn other_line_ends_are_no_change_of_a_file() {
    let folder = of_windows();
    let mut live = Live::new("exec", &folder);
    live.ok("draw_circle", &circle("b"));
    let drawn = folder.read("main.js").replace("\r\n", "\n");
    folder.write("main.js", &drawn);
    let reply = live.ok("draw_circle", &circle("c"));
    assert_eq!(reply["warnings"], json!([]), "nothing is reloaded");
    let text = folder.read("main.js");
    assert!(text.starts_with(&drawn) && !text.contains('\r'), "{text:?}");
    live.end();
}

#[test]
fn errors_name_the_line_that_an_editor_shows() {
    for end in ["\n", "\r\n", "\r"] {
        let code = ["// one", "const text = `", "`;", "  nope();", ""].join(end);
        let folder = Folder::new();
        folder.write("main.js", &code);
        let main = folder.path("main.js");
        let ended = bounded(&["run", main.to_str().unwrap()], "");
        let reply: Value = serde_json::from_str(
            ended
                .err
                .lines()
                .chain(ended.out.lines())
                .find(|line| line.starts_with('{'))
                .unwrap(),
        )
        .unwrap();
        let error = &reply["error"];
        assert_eq!(
            (&error["line"], &error["column"]),
            (&json!(4), &json!(3)),
            "{end:?}: {reply}"
        );
    }
}
