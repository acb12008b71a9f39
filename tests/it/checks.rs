//! Tests of the checks that code declares: the command `trammel check`, and the notes in exports.

use crate::support::{Folder, call, drawn, trammel};
use serde_json::{Value, json};

const PLATE: &str = "drawRect('plate', 0, 0, 80, 50);\ndrawCircle('hole', 10, 10, 3);\n";

/// Runs `trammel check` on this code.
fn check(code: &str, options: &[&str]) -> (Option<i32>, String, String) {
    let folder = Folder::new();
    let file = folder.write("part.js", code);
    let arguments: Vec<&str> = ["check", file.to_str().unwrap()]
        .into_iter()
        .chain(options.iter().copied())
        .collect();
    let ended = trammel(&arguments, "");
    (ended.code, ended.out, ended.err)
}

#[test]
fn the_command_lists_every_check_and_fails_with_one() {
    let code = format!(
        "{PLATE}expectNear(getArea('plate'), 4000, 1, 'area of the plate');\nexpectClearance('hole', 'plate', 8);\n"
    );
    let (exit, out, _) = check(&code, &[]);
    assert_eq!(exit, Some(1));
    assert_eq!(
        out,
        "ok     main:3: area of the plate\n\
         FAILED main:4: 'hole' and 'plate' are at least 8 apart: the distance is 7, but at least 8 is needed\n\
         1 of 2 checks pass\n"
    );
    let (exit, out, _) = check(&code, &["--json"]);
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (exit, &report["hold"], &report["failed"][0]["line"]),
        (Some(1), &json!(1), &json!(4))
    );
    let (exit, out, _) = check(&format!("{PLATE}expectInside('hole', 'plate');"), &[]);
    assert_eq!((exit, out.lines().last()), (Some(0), Some("1 of 1 checks pass")));
}

#[test]
fn the_command_tells_code_without_checks_and_code_that_fails() {
    let (exit, out, _) = check(PLATE, &[]);
    assert_eq!(exit, Some(0));
    assert!(
        out.starts_with("The code declares no checks. Add some: expect("),
        "{out}"
    );
    let (exit, out, err) = check("expect(true);\nnothing();", &[]);
    assert_eq!((exit, out.as_str()), (Some(1), ""));
    assert!(
        err.contains("the code failed, so nothing was checked") && err.contains("nothing"),
        "{err}"
    );
}

#[test]
fn exports_note_the_checks_that_fail() {
    let folder = Folder::new();
    let file = folder.write(
        "part.js",
        format!("{PLATE}expectClearance('hole', 'plate', 8, 'edge distance');"),
    );
    let svg = folder.path("part.svg");
    let ended = trammel(
        &["run", file.to_str().unwrap(), "--svg", svg.to_str().unwrap()],
        "",
    );
    assert_eq!(ended.code, Some(0), "a failed check does not fail the run");
    assert_eq!(ended.json()["checks"]["failed"][0]["text"], "edge distance");
    assert!(
        ended.err.contains("check (1): fails [edge distance]"),
        "{}",
        ended.err
    );
    let (mut session, _) = drawn(&format!(
        "{PLATE}expectClearance('hole', 'plate', 8, 'edge distance');"
    ));
    let warnings = call(&mut session, "export_dxf", json!({}))["warnings"].to_string();
    assert!(
        warnings.contains("check (1): fails [edge distance]"),
        "{warnings}"
    );
}
