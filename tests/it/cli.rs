//! Tests of the command line as a process: arguments, exit codes, limits, and stored files.

use crate::support::{Folder, exec, line, run_code, trammel};
use serde_json::json;
use std::io::Write;
use std::process::{Command, Stdio};

/// Asserts exit code 2, no standard output, and one line of advice that contains this text.
#[track_caller]
fn refused(arguments: &[&str], advice: &str) {
    refused_with(arguments, "", advice);
}

/// Asserts the same as [`refused`] for a command that reads this standard input.
#[track_caller]
fn refused_with(arguments: &[&str], input: &str, advice: &str) {
    let ended = trammel(arguments, input);
    assert_eq!(ended.code, Some(2), "{arguments:?}: {} {}", ended.out, ended.err);
    assert_eq!(ended.out, "", "{arguments:?}");
    assert_eq!(ended.err.lines().count(), 1, "{}", ended.err);
    assert!(ended.err.contains(advice), "{}", ended.err);
}

#[test]
fn a_run_reports_what_was_drawn() {
    let ended = run_code("drawCircle('c', 1, 2, 3);\nconsole.log('hi', { a: [1] });", &[]);
    let reply = ended.json();
    assert_eq!((ended.code, ended.out.lines().count()), (Some(0), 1));
    assert_eq!(reply["success"], true);
    assert_eq!(reply["entities"], 1);
    assert_eq!(reply["types"], json!({"circle": 1}));
    assert_eq!(reply["bounds"], json!({"min": [-2.0, -1.0], "max": [4.0, 5.0]}));
    assert_eq!(reply["changes"]["added"], json!({"count": 1, "names": ["c"]}));
    assert_eq!(reply["logs"], json!(["hi {\"a\":[1]}"]));
    assert!(reply["elapsed_ms"].is_number() && reply["warnings"] == json!([]));
}

#[test]
fn failing_code_exits_1_with_its_position() {
    let folder = Folder::new();
    let file = folder.write(
        "part.js",
        "drawCircle('c', 0, 0, 1);\n\n  drawCircel('d', 0, 0, 1);",
    );
    let ended = trammel(&["run", file.to_str().unwrap()], "");
    assert_eq!(ended.code, Some(1));
    let error = &ended.json()["error"];
    assert_eq!(
        (&error["file"], &error["line"], &error["column"]),
        (&json!("main"), &json!(3), &json!(3))
    );
    assert_eq!(error["suggestions"][0], "drawCircle");
}

#[test]
fn run_reads_modules_and_writes_svg_and_json() {
    let folder = Folder::new();
    folder.write("lib/집.js", "export const 높이 = 7;");
    folder.write("lib/notes.txt", "no module");
    let svg = folder.path("out.svg");
    let (lib, svg_path) = (folder.path("lib"), svg.to_str().unwrap().to_owned());
    let arguments = [
        "--modules",
        lib.to_str().unwrap(),
        "--json",
        "-",
        "--svg",
        &svg_path,
    ];
    let ended = run_code(
        "import { 높이 } from '집';\ndrawRect('r', 0, 0, 1, 높이);",
        &arguments,
    );
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    let scene = ended.json();
    assert_eq!(scene["format"], "trammel-scene");
    assert_eq!(scene["entities"][0]["geometry"]["height"], 7.0);
    let report: serde_json::Value = serde_json::from_str(&ended.err).unwrap();
    assert_eq!(
        report["success"], true,
        "the report gives way to the file on standard output"
    );
    assert!(folder.read("out.svg").starts_with("<svg "));
}

#[test]
fn run_writes_a_file_for_each_option_of_a_format() {
    let folder = Folder::new();
    let files = [
        ("dxf", "AcDbCircle"),
        ("pdf", "%PDF-"),
        ("svg", "<circle "),
        ("png", "PNG"),
        ("json", "\"circle\""),
    ];
    let paths = files.map(|(format, _)| folder.path(&format!("out.{format}")));
    let arguments = files.iter().zip(&paths).flat_map(|((format, _), path)| {
        let path = path.to_str().unwrap().to_owned();
        [format!("--{format}"), path]
    });
    let arguments: Vec<String> = arguments.collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let ended = run_code("drawCircle('c', 5, 6, 7.5);", &arguments);
    assert_eq!(ended.code, Some(0), "{}", ended.err);
    for ((format, part), path) in files.into_iter().zip(&paths) {
        let file = String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
        assert!(file.contains(part), "{format}: {file:.200}");
    }
    // The files that the program reads hold the circle.
    for format in ["dxf", "svg"] {
        let path = folder.path(&format!("out.{format}"));
        let back = folder.path("back.scene.json");
        let files = ["convert", path.to_str().unwrap(), back.to_str().unwrap()];
        let read = trammel(&files, "");
        assert_eq!(read.code, Some(0), "{format}: {}", read.err);
        let scene: serde_json::Value = serde_json::from_str(&folder.read("back.scene.json")).unwrap();
        let entities = scene["entities"].as_array().unwrap();
        let circle = entities.iter().find(|entity| entity["type"] == "circle");
        let radius = circle.map(|circle| &circle["geometry"]["radius"]);
        assert_eq!(radius, Some(&json!(7.5)), "{format}: {scene}");
    }
}

#[test]
fn a_failed_run_writes_no_file() {
    let folder = Folder::new();
    let svg = folder.path("out.svg");
    let ended = run_code(
        "drawCircle('c', 0, 0, 1); boom()",
        &["--svg", svg.to_str().unwrap()],
    );
    assert_eq!(ended.code, Some(1));
    assert!(!svg.exists());
}

#[test]
fn bad_arguments_exit_2_with_advice() {
    refused(&[], "no command");
    refused(&["rnu"], "Did you mean 'run'?");
    refused(&["run"], "needs a FILE");
    refused(&["run", "/nowhere/part.js"], "/nowhere/part.js");
    refused(&["run", "-", "--svg"], "--svg needs a value");
    refused(&["run", "-", "--svg", "--json", "-"], "--svg needs a value");
    refused(&["run", "-", "--timeout-ms", "soon"], "1 to 600000");
    refused(&["run", "-", "--timeout-ms", "0"], "1 to 600000");
    refused(&["run", "-", "--modules", "/nowhere"], "/nowhere");
    refused(&["run", "-", "--colour"], "--colour");
    refused(&["run", "-", "twice"], "twice");
    refused(&["exec", "--dir"], "--dir needs a value");
    refused(&["tools", "--domain", "primitve"], "primitives");
    refused(&["tools", "--format", "xml"], "canonical");
}

#[test]
fn a_run_takes_name_and_unit() {
    let scene = |code: &str| {
        let ended = run_code(code, &["--name", "plate 판", "--units", "in", "--json", "-"]);
        assert_eq!(ended.code, Some(0), "{}", ended.err);
        let scene = ended.json();
        (scene["name"].clone(), scene["units"].clone())
    };
    assert_eq!(
        scene("drawCircle('c', 0, 0, 1);"),
        (json!("plate 판"), json!("in"))
    );
    // The code takes precedence over the arguments.
    assert_eq!(
        scene("setDrawing({ units: 'cm' });"),
        (json!("plate 판"), json!("cm"))
    );
    refused(
        &["run", "-", "--units", "furlong"],
        "--units must be one of mm, cm, m, in, pt, px, got 'furlong'",
    );
    let folder = Folder::new();
    exec(
        &folder,
        &[line("set_drawing", &json!({ "name": "bracket", "units": "m" }))],
    );
    let info = exec(&folder, &[line("get_scene_info", &json!({}))]).json();
    assert_eq!(
        (&info["data"]["name"], &info["data"]["units"]),
        (&json!("bracket"), &json!("m"))
    );
}

/// Runs code that must be stopped; returns the limit, the line, and the message.
#[track_caller]
fn stopped(code: &str, timeout_ms: &str) -> (String, serde_json::Value, String) {
    let ended = run_code(code, &["--timeout-ms", timeout_ms]);
    assert_eq!(ended.code, Some(1), "{} {}", ended.out, ended.err);
    let error = ended.json()["error"].clone();
    let text = |key: &str| error[key].as_str().unwrap_or_default().to_owned();
    (text("limit"), error["line"].clone(), text("message"))
}

#[test]
fn an_endless_loop_is_stopped_at_its_line() {
    let (limit, line, message) = stopped("const a = 1;\nwhile (true) {}\n", "300");
    assert_eq!((limit.as_str(), line), ("time", json!(2)));
    assert!(message.contains("0.3 s"), "{message}");
    let caught = "for (;;) {\n  try { for (;;) {} } catch (e) {} finally {}\n}";
    assert_eq!(stopped(caught, "300").0, "time", "a limit cannot be caught");
}

#[test]
fn an_uninterruptible_run_is_killed_by_the_parent_process() {
    let (limit, _, message) = stopped("/(a+)+$/.test('a'.repeat(40) + '!')", "500");
    assert_eq!(limit, "time");
    assert!(message.contains("regular expression"), "{message}");
}

#[test]
fn exceeding_the_memory_limit_is_stopped_at_its_line() {
    let (limit, line, message) = stopped("\nlet a = [];\nfor (;;) a.push({ a: 1 });", "30000");
    assert_eq!((limit.as_str(), line), ("memory", json!(3)));
    assert!(message.contains("32 MiB"), "{message}");
}

#[test]
fn a_drawing_of_direct_calls_runs_within_the_limits() {
    let draws = (0..10_000).map(|i| {
        let (x, y) = (i % 100 * 10, i / 100 * 10);
        format!("draw_circle({{ name: \"c{i}\", x: {x}, y: {y}, radius: 4 }});\n")
    });
    let changes = (0..10_000).map(|i| format!("translate({{ name: \"c{i}\", dx: 1, dy: 0.5 }});\n"));
    let code: String = draws.chain(changes).collect();
    let ended = run_code(&code, &[]);
    assert_eq!(ended.json()["entities"], 10_000, "{:.300}", ended.out);
}

#[test]
fn a_file_of_4_mib_full_of_statements_runs_within_the_limits() {
    const BYTES: usize = 4 << 20;
    let circles = (0..10_000).map(|at| format!("drawCircle('c{at}', {at}.25, {}.5, 3);\n", at % 100));
    let mut code: String = circles.collect();
    for at in 0.. {
        let statement = format!("translate('c{}', {}.5, {});\n", at % 10_000, at % 7, at % 5);
        if code.len() + statement.len() > BYTES {
            break;
        }
        code.push_str(&statement);
    }
    let ended = run_code(&code, &["--timeout-ms", "60000"]);
    assert_eq!(ended.json()["entities"], 10_000, "{:.300}", ended.out);
}

#[test]
fn freed_allocations_do_not_count_toward_the_memory_limit() {
    let loops = [
        "for (let i = 0; i < 600; i++) new Float64Array(1e5);",
        "Array.from({ length: 600 }).forEach(() => new Float64Array(1e5));",
    ];
    for code in loops {
        // The loops allocate 480 MB in total, 15 times the limit. The timeout allows for a machine busy with
        // other tests.
        let code = format!("{code}\ndrawCircle('c', 0, 0, 1);");
        let ended = run_code(&code, &["--timeout-ms", "60000"]);
        assert_eq!(ended.code, Some(0), "{code}: {}", ended.out);
    }
}

#[test]
fn an_inconsistent_comparator_keeps_all_elements() {
    let code = "const n = [...Array(500).keys()];\n\
        n.sort(() => Math.random() - 0.5);\n\
        n.toSorted(() => 1);\n\
        new Float64Array(500).map(Math.random).sort(() => Math.random() - 0.5);\n\
        console.log(n.length, new Set(n).size);";
    let ended = run_code(code, &[]);
    assert_eq!(ended.code, Some(0), "{}", ended.out);
    assert_eq!(ended.json()["logs"], json!(["500 500"]));
}

#[test]
fn sparse_array_lengths_count_as_values_without_allocation() {
    let code = "const holes = [];\nholes.length = 200000;\n\
        try { drawLine('l', Array(500).fill(holes)) } catch (e) { console.log(e.message) }";
    let ended = run_code(code, &[]);
    assert_eq!(ended.code, Some(0), "{}", ended.out);
    assert_eq!(
        ended.json()["logs"],
        json!(["draw_line: more than 200000 values in one call"])
    );
}

#[test]
fn endless_recursion_is_an_error_with_its_line() {
    let (limit, line, _) = stopped("function f(n) {\n  return f(n + 1) + 1;\n}\nf(0);", "30000");
    assert_eq!((limit.as_str(), line), ("recursion", json!(2)));
    let nested = format!("{}1{}", "(".repeat(20_000), ")".repeat(20_000));
    let ended = run_code(&nested, &[]);
    assert_eq!(ended.code, Some(1));
    assert!(
        ended.json()["error"]["message"]
            .as_str()
            .unwrap()
            .contains("nested"),
        "{}",
        ended.out
    );
}

#[test]
fn a_folder_keeps_the_document() {
    let folder = Folder::new();
    let first = exec(
        &folder,
        &[
            line("write", &json!({"file": "집", "code": "export const r = 4;"})),
            line(
                "run_cad_code",
                &json!({"code": "import { r } from '집';\ndrawCircle('c', 0, 0, r);"}),
            ),
            line("translate", &json!({"name": "c", "dx": 10, "dy": 0})),
            line("draw_circle", &json!({"name": "c", "x": 0, "y": 0, "radius": 1})),
        ],
    );
    let told: Vec<_> = first
        .lines()
        .iter()
        .map(|reply| reply["success"].clone())
        .collect();
    assert_eq!(told, [true, true, true, false]);
    assert_eq!(folder.read("집.js"), "export const r = 4;");
    assert!(
        folder
            .read("main.js")
            .ends_with("translate({ name: \"c\", dx: 10, dy: 0 });\n")
    );

    let again = exec(&folder, &[line("get_world_bounds", &json!({"entity": "c"}))]);
    assert_eq!(
        again.lines()[0]["data"],
        json!({"min": [6.0, -4.0], "max": [14.0, 4.0]})
    );
}

#[test]
fn invalid_lines_are_answered_in_order() {
    let lines = [
        "not json".to_owned(),
        String::new(),
        "{\"tool\": 5}".to_owned(),
        "{\"tool\": \"exists\", \"inputs\": {}}".to_owned(),
        "{\"tool\": \"list_domains\"}".to_owned(),
        line("draw_circel", &json!({})),
        line("draw_circle", &json!([1, 2])),
        line("exists", &json!({"entity": "c"})),
    ];
    let ended = exec(&Folder::new(), &lines);
    let replies = ended.lines();
    let told: Vec<_> = replies.iter().map(|reply| reply["success"].clone()).collect();
    assert_eq!(
        told,
        [false, false, false, true, false, false, true],
        "an empty line is no call"
    );
    assert_eq!(replies[4]["suggestions"], json!(["draw_circle"]));
    assert_eq!(ended.code, Some(0));
}

#[test]
fn failing_code_in_main_is_reported_and_can_be_edited() {
    let folder = Folder::new();
    folder.write("main.js", "drawCircle('c', 0, 0, 1);\noops(");
    let ended = exec(
        &folder,
        &[
            line("list_entities", &json!({})),
            line("read", &json!({"file": "main"})),
            line(
                "edit",
                &json!({"file": "main", "old_code": "\noops(", "new_code": ""}),
            ),
            line("exists", &json!({"entity": "c"})),
        ],
    );
    assert!(ended.err.contains("main does not run"), "{}", ended.err);
    let replies = ended.lines();
    assert_eq!(replies[0]["data"], json!([]));
    assert_eq!(
        (&replies[2]["success"], &replies[3]["data"]),
        (&json!(true), &json!(true))
    );
}

#[test]
fn unreadable_files_are_not_changed() {
    let folder = Folder::new();
    let bytes = b"drawCircle('\xff', 0, 0, 1)";
    folder.write("main.js", bytes);
    let ended = exec(
        &folder,
        &[line(
            "draw_circle",
            &json!({"name": "c", "x": 0, "y": 0, "radius": 1}),
        )],
    );
    assert_eq!((ended.code, ended.out.as_str()), (Some(2), ""));
    assert!(ended.err.contains("main.js"), "{}", ended.err);
    assert_eq!(std::fs::read(folder.path("main.js")).unwrap(), bytes);
}

/// Runs the program with a standard output whose reader is gone.
fn with_closed_output(arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut child = Command::new(env!("CARGO_BIN_EXE_trammel"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may end before it reads its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let ended = child.wait_with_output().unwrap();
    (ended.status.code(), String::from_utf8(ended.stderr).unwrap())
}

#[test]
fn a_closed_standard_output_exits_2_with_one_line() {
    let code = "drawCircle('c', 0, 0, 1)";
    let call = line("draw_circle", &json!({"name": "c", "x": 0, "y": 0, "radius": 1}));
    for (arguments, input) in [
        (&["tools"][..], ""),
        (&["tools", "--format", "markdown"], ""),
        (&["run", "-"], code),
        (&["exec"], &call),
        (&["completions", "bash"], ""),
        (&["eval", "--provider", "demo"], ""),
        (&["--help"], ""),
    ] {
        let (code, err) = with_closed_output(arguments, input);
        assert_eq!(code, Some(2), "{arguments:?}: {err}");
        assert_eq!(err.lines().count(), 1, "{arguments:?}: {err}");
        assert!(
            err.starts_with("trammel: standard output: "),
            "{arguments:?}: {err}"
        );
    }
    // The result of a run goes to standard error if a file goes to standard output.
    let (code, err) = with_closed_output(&["run", "-", "--svg", "-"], code);
    assert_eq!((code, err.lines().count()), (Some(2), 2), "{err}");
    assert!(err.contains("\ntrammel: standard output: "), "{err}");
    let json = [
        "eval",
        "--provider",
        "demo",
        "--only",
        "fully_constrained_rectangle",
        "--json",
        "-",
    ];
    let (code, err) = with_closed_output(&json, "");
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("\ntrammel: standard output: "), "{err}");
}

#[test]
fn a_closed_standard_error_does_not_change_the_exit_code() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let ended = Command::new(env!("CARGO_BIN_EXE_trammel"))
        .arg("nothing")
        .stderr(writer)
        .status()
        .unwrap();
    assert_eq!(ended.code(), Some(2));
}

#[test]
fn errors_of_standard_input_name_it() {
    refused_with(
        &["run", "-"],
        &"x".repeat((4 << 20) + 1),
        "standard input has more than 4194304 bytes",
    );
}

#[test]
fn the_last_good_drawing_is_announced_only_if_it_runs() {
    let announced = |last_good: &str| {
        let folder = Folder::new();
        folder.write("main.js", "oops(");
        folder.write(".trammel/good.main.js", last_good);
        let ended = exec(&folder, &[line("list_entities", &json!({}))]);
        assert!(ended.err.contains("main does not run"), "{}", ended.err);
        let names = ended.lines()[0]["data"].to_string();
        (
            ended.err.contains("the last drawing that ran"),
            names.contains("\"c\""),
        )
    };
    assert_eq!(announced("drawCircle('c', 0, 0, 1);"), (true, true));
    assert_eq!(announced("drawCircle('c', 0, 0, 1);\noops("), (false, false));
}

#[test]
fn code_and_files_are_converted_to_the_format_of_the_extension() {
    let folder = Folder::new();
    let code = folder.write(
        "plate.js",
        "create_layer({name: 'cut'});\ndraw_rect({name: 'plate', x: 0, y: 0, width: 40, height: 20, layer: 'cut'});\n\
         draw_circle({name: 'mark', x: 5, y: 5, radius: 1});",
    );
    let [scene, project, svg] =
        ["plate.scene.json", "plate.trammel.json", "plate.svg"].map(|name| folder.path(name));
    let convert = |from: &std::path::Path, to: &std::path::Path, more: &[&str]| {
        let arguments = [&["convert", from.to_str().unwrap(), to.to_str().unwrap()], more].concat();
        let ended = trammel(&arguments, "");
        assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""), "{arguments:?}");
        ended.out
    };
    convert(&code, &scene, &[]);
    convert(&code, &project, &[]);
    convert(&project, &svg, &[]);
    let told = convert(&scene, &svg, &["--only", "cut", "--report"]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&told["units"], &told["entities"]), (&json!("mm"), &json!(2)));
    let written = std::fs::read_to_string(svg).unwrap();
    assert!(
        written.contains("plate") && !written.contains("\"mark\""),
        "{written}"
    );
}

#[test]
fn a_file_of_another_program_becomes_code_that_draws_the_same() {
    let folder = Folder::new();
    let path = |name: &str| folder.path(name).to_str().unwrap().to_owned();
    let dxf = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/cad.dxf");
    let ok = |arguments: &[&str]| {
        let ended = trammel(arguments, "");
        assert_eq!(ended.code, Some(0), "{arguments:?}: {}", ended.err);
    };
    ok(&["convert", dxf, &path("plate.js")]);
    ok(&["convert", dxf, &path("direct.scene.json")]);
    ok(&["convert", &path("plate.js"), &path("through.scene.json")]);
    let scene = |name: &str| -> serde_json::Value {
        let mut scene: serde_json::Value = serde_json::from_str(&folder.read(name)).unwrap();
        scene.as_object_mut().unwrap().remove("name");
        scene
    };
    assert_eq!(scene("direct.scene.json"), scene("through.scene.json"));
    let code = folder.read("plate.js");
    assert!(code.starts_with("// Imported from cad (DXF).\n"), "{code}");
    assert!(
        !code.contains("export function") && code.contains("\ndraw_"),
        "statements at the top level: {code}"
    );
    refused(
        &["convert", dxf, &path("plate.js")],
        "plate.js exists, so it was not replaced. Name another file, or replace it with --force.",
    );
    ok(&["convert", dxf, &path("plate.js"), "--force"]);
    // A folder has main.js and the modules of large files.
    ok(&["convert", dxf, &path("plate/")]);
    assert_eq!(folder.read("plate/main.js"), code);
    let circles: String = (0..9900)
        .map(|at| format!("<circle id=\"a_circle_with_a_long_name_{at}\" cx=\"{at}.5\" cy=\"7\" r=\"3\" style=\"fill:none;stroke:#123456;stroke-width:0.123456;stroke-dasharray:1.23456 2.34567 3.45678 4.56789\"/>"))
        .collect();
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9mm\" height=\"9mm\" viewBox=\"0 0 9 9\">{circles}</svg>"
    );
    folder.write("many.svg", svg);
    refused(
        &["convert", &path("many.svg"), &path("many.js")],
        "Name a folder, such as ",
    );
    ok(&["convert", &path("many.svg"), &path("many/")]);
    ok(&[
        "run",
        &path("many/main.js"),
        "--modules",
        &path("many"),
        "--json",
        &path("many.json"),
    ]);
    refused(
        &["convert", dxf, &path("other.js"), "--only", "a"],
        "--only does not apply to code",
    );
}

#[test]
fn a_layer_that_a_file_hides_is_hidden_in_the_drawing_and_named_for_code() {
    let folder = Folder::new();
    let layers = "0\nSECTION\n2\nTABLES\n0\nTABLE\n2\nLAYER\n0\nLAYER\n2\nFROZEN\n70\n1\n62\n7\n6\nCONTINUOUS\n0\nENDTAB\n0\nENDSEC\n";
    let circle = |layer: &str| format!("0\nCIRCLE\n8\n{layer}\n10\n5.0\n20\n5.0\n40\n2.0\n");
    let entities = format!(
        "0\nSECTION\n2\nENTITIES\n{}{}0\nENDSEC\n0\nEOF\n",
        circle("FROZEN"),
        circle("SHOWN")
    );
    let header = "0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n4\n0\nENDSEC\n";
    let dxf = folder.write("layers.dxf", format!("{header}{layers}{entities}"));
    let convert = |to: &str| {
        let ended = trammel(
            &[
                "convert",
                dxf.to_str().unwrap(),
                folder.path(to).to_str().unwrap(),
            ],
            "",
        );
        assert_eq!(ended.code, Some(0), "{}", ended.err);
        ended.err
    };
    // Only the line that is true for what the conversion wrote is printed.
    let [of_drawing, of_code] = [
        "layer (1): changed [FROZEN]: The layer is hidden, as in the file.",
        "layer (1): changed [FROZEN]: The layer is hidden in the file. Code has no hidden layers, so its entities are drawn.",
    ];
    let told = convert("layers.scene.json");
    assert!(told.contains(of_drawing) && !told.contains(of_code), "{told}");
    let scene: serde_json::Value = serde_json::from_str(&folder.read("layers.scene.json")).unwrap();
    let hidden: Vec<_> = scene["entities"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entity| (&entity["layer"], &entity["hidden"]))
        .collect();
    assert_eq!(
        hidden,
        [(&json!("FROZEN"), &json!(true)), (&json!("SHOWN"), &json!(false))]
    );
    let told = convert("layers.js");
    assert!(told.contains(of_code) && !told.contains(of_drawing), "{told}");
}

#[test]
fn a_conversion_without_a_known_format_or_with_broken_code_is_refused() {
    let folder = Folder::new();
    let [code, broken] = [
        folder.write("a.js", "draw_circle({name: 'a', x: 0, y: 0, radius: 1});"),
        folder.write("b.js", "draw_circle({name: 'a', x: 0, y: 0, radius: -1});"),
    ];
    let [code, broken] = [&code, &broken].map(|path| path.to_str().unwrap());
    let [svg, gif] = ["a.svg", "a.gif"].map(|name| folder.path(name).to_str().unwrap().to_owned());
    refused(&["convert", code, &gif], "the extension is not a format to write");
    refused(&["convert", "missing.js", &svg], "missing.js: ");
    // A file without content beyond its size takes no space on the disk.
    let large = folder.path("large.dxf");
    std::fs::File::create(&large).unwrap().set_len(100 << 20).unwrap();
    refused(
        &["convert", large.to_str().unwrap(), &svg],
        "the file is larger than 32 MiB. Export a part of it in the other program.",
    );
    refused(
        &["convert", code, &svg, "--only", "b"],
        "There is no entity or layer 'b'",
    );
    for option in [["--layers", "0"], ["--first", "5"]] {
        refused(
            &["convert", code, &svg, option[0], option[1]],
            "--layers and --first apply to DXF and SVG files of other programs. Use --only.",
        );
    }
    let ended = trammel(&["convert", broken, &svg], "");
    assert_eq!((ended.code, ended.out.as_str()), (Some(1), ""));
    assert!(!std::path::Path::new(&svg).exists());
}
