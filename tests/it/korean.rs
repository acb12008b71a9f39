//! Errors in Korean: the text that a Korean user reads has the content of the English text, which models, scripts, and the
//! command line read.

use serde_json::{Value, json};
use std::rc::Rc;
use trammel::language::Language;
use trammel::sandbox::{Clock, Failure, Limits, execute};
use trammel::session::{Actor, CallOutcome, Session};

/// Carries out a call.
fn call(session: &mut Session, tool: &str, input: &Value) -> Result<(), Failure> {
    let reply = match session.call(Actor::User, tool, input.clone()) {
        CallOutcome::Done(reply) => reply,
        CallOutcome::Run(pending) => {
            let outcome = execute(pending.request(), &(Rc::new(|| 0.0) as Clock));
            session.finish(*pending, outcome, 0.0)
        }
    };
    reply.result.map(drop)
}

/// Runs a call in a new document and returns its failure.
fn failure(tool: &str, input: &Value) -> Failure {
    call(&mut Session::new(Limits::default()), tool, input).unwrap_err()
}

fn of_code(code: &str) -> Failure {
    failure("run_cad_code", &json!({ "code": code }))
}

#[test]
fn the_error_of_a_tool_has_a_korean_text() {
    let failure = failure("delete_entity", &json!({ "name": "head" }));
    assert_eq!(failure.text(Language::English), "Entity 'head' not found");
    assert_eq!(failure.text(Language::Korean), "'head' 항목을 찾을 수 없어요");
}

#[test]
fn an_error_inside_code_keeps_its_korean_text() {
    let failure = of_code("deleteEntity('head')");
    assert_eq!(failure.message.english, "delete_entity: Entity 'head' not found");
    assert_eq!(
        failure.message.korean,
        "delete_entity: 'head' 항목을 찾을 수 없어요"
    );
}

#[test]
fn the_last_error_that_a_script_throws_counts() {
    let own = of_code("try { deleteEntity('head') } catch (error) { throw new Error('mine') }");
    assert_eq!(own.message.korean, "mine");
    let again = of_code(
        "try { deleteEntity('head') } catch (first) { try { deleteEntity('foot') } catch (second) { throw first } }",
    );
    assert_eq!(
        again.message.korean,
        "delete_entity: 'head' 항목을 찾을 수 없어요"
    );
}

#[test]
fn code_sees_only_the_english_text() {
    let failure = of_code(
        "try { deleteEntity('head') } catch (error) { throw new Error(JSON.stringify([error.message, Object.keys(error)])) }",
    );
    assert_eq!(
        failure.message.english,
        r#"["delete_entity: Entity 'head' not found",["suggestions"]]"#
    );
}

/// Calls with wrong input, each in a drawing with a plate and an open line.
fn wrong_calls() -> Vec<(&'static str, Value)> {
    vec![
        ("delete_entity", json!({ "name": "head" })),
        ("delete_entity", json!({})),
        ("delete_entity", json!({ "name": "plate", "nam": 1 })),
        (
            "draw_circle",
            json!({ "name": "c", "x": 0, "y": 0, "radius": "5" }),
        ),
        (
            "draw_circle",
            json!({ "name": "c", "x": 0, "y": 0, "radius": -5 }),
        ),
        (
            "draw_circle",
            json!({ "name": "c", "x": [1], "y": 0, "radius": 5 }),
        ),
        (
            "draw_circle",
            json!({ "name": "plate", "x": 0, "y": 0, "radius": 5 }),
        ),
        ("draw_circle", json!({ "name": "", "x": 0, "y": 0, "radius": 5 })),
        ("draw_line", json!({ "name": "l", "points": [0, 0, 1] })),
        ("draw_line", json!({ "name": "l", "points": [0, 0] })),
        ("draw_line", json!({ "name": "l", "points": [3, 4, 3, 4] })),
        (
            "draw_arc",
            json!({ "name": "a", "cx": 0, "cy": 0, "radius": 5, "start_angle": 0, "end_angle": 9 }),
        ),
        ("draw_bezier", json!({ "name": "b", "path": "M0,0 X" })),
        (
            "draw_regular_polygon",
            json!({ "name": "p", "cx": 0, "cy": 0, "radius": 5, "sides": 2 }),
        ),
        ("set_fill", json!({ "name": "plate", "color": "bleu" })),
        (
            "set_stroke",
            json!({ "name": "plate", "color": "#12", "width": 1 }),
        ),
        (
            "boolean_union",
            json!({ "entities": ["plate", "path"], "result": "u" }),
        ),
        ("boolean_union", json!({ "entities": ["plate"], "result": "u" })),
        (
            "offset",
            json!({ "entities": ["plate"], "distance": 90, "side": "inside", "result": "o" }),
        ),
        ("fillet_corners", json!({ "entity": "plate", "radius": 90 })),
        (
            "trim",
            json!({ "entity": "path", "entities": ["plate"], "point": [0, 0] }),
        ),
        ("get_area", json!({ "entity": "path" })),
        ("hatch", json!({ "name": "h", "entities": ["path"] })),
        (
            "add_constraint",
            json!({ "type": "parallel", "refs": ["plate.edge[0]", "plate.point[0]"] }),
        ),
        (
            "dimension_linear",
            json!({ "name": "d", "from": "plate.point[9]", "to": [0, 0], "offset": 5 }),
        ),
        ("create_layer", json!({ "name": " " })),
        ("set_layer", json!({ "entity": "plate", "layer": "walls" })),
        (
            "draw_gear",
            json!({ "name": "g", "x": 0, "y": 0, "module": 2, "teeth": 2 }),
        ),
        (
            "draw_wall",
            json!({ "name": "w", "points": [0, 0, 0, 0], "thickness": 5 }),
        ),
        (
            "nest",
            json!({ "entities": [], "sheet_width": 100, "sheet_height": 100 }),
        ),
        ("make_kerf_test", json!({})),
        ("read", json!({ "file": "modul" })),
        ("edit", json!({ "file": "main", "old_code": "", "new_code": "x" })),
        ("export_svg", json!({ "only": 5 })),
        ("export_pdf", json!({ "paper": "B99" })),
        ("export_pdf", json!({ "only": ["walls"] })),
        ("import_dxf", json!({})),
        ("import_json", json!({ "text": "{" })),
        (
            "import_json",
            json!({ "text": "{\"format\":\"trammel-scene\",\"version\":9}" }),
        ),
        ("import_svg", json!({ "text": "<svg", "units": "mm" })),
        (
            "import_dxf",
            json!({ "text": "0\nSECTION\n2\nENTITIES\n0\nLINE\n8\n", "units": "mm" }),
        ),
        ("bash", json!({ "command": "dance" })),
        ("rotate", json!({ "name": "plate", "angle": 1, "cx": 5 })),
        ("translate", json!({ "name": "plate", "dx": 1e12, "dy": 0 })),
    ]
}

#[test]
fn every_refusal_says_the_same_in_korean() {
    let drawing = "drawRect('plate', 0, 0, 60, 40); drawLine('path', [100, 0, 200, 0])";
    let mut problems = Vec::new();
    for (tool, input) in wrong_calls() {
        let mut session = Session::new(Limits::default());
        call(&mut session, "run_cad_code", &json!({ "code": drawing })).unwrap();
        match call(&mut session, tool, &input) {
            Ok(()) => problems.push(format!("{tool} {input} succeeds")),
            Err(failure) => problems.extend(
                failure
                    .message
                    .check_translation()
                    .err()
                    .map(|why| format!("{tool} {input}: {why}")),
            ),
        }
    }
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

#[test]
fn every_limit_and_common_mistake_in_code_is_explained_in_korean() {
    let codes = [
        "drawCircl('a', 0, 0, 5)",
        "const a = null; a.length()",
        "const a = 5; for (const b of a) {}",
        "const { a } = null;",
        "let a = 1; let a = 2;",
        "const a = 1; a = 2;",
        "[1].map(5)",
        "[].reduce((a, b) => a)",
        "new (class A {})(); (class A {})()",
        "function f() { f() } f()",
        "for (let i = 0; i < 10002; i++) drawPoint('p' + i, i, 0)",
        "drawCircle('a', 0, 0, 5",
        "const s: string = 'a'",
        "return 5",
        "import 'walls'",
        "import 'main'",
        "JSON.parse('{')",
        "setTimeout(() => 1, 5)",
        "await new Promise(() => 1)",
        "eval('1')",
    ];
    let wrong: Vec<String> = codes
        .iter()
        .filter_map(|code| of_code(code).message.check_translation().err())
        .collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn errors_of_formats_and_storage_are_explained_in_korean() {
    use trammel::formats::{FORMATS, link, open};
    use trammel::language::Bilingual;
    use trammel::workspace::StorageError;
    let texts: [&[u8]; 4] = [
        b"PK\x03\x04",
        b"{",
        b"{}",
        b"{\"format\":\"trammel-project\",\"version\":99}",
    ];
    for bytes in texts {
        Bilingual::from(open(FORMATS, bytes).unwrap_err())
            .check_translation()
            .unwrap();
    }
    for fragment in ["", "#t1.abc", "#p=1.abc"] {
        Bilingual::from(link::decode(fragment).unwrap_err())
            .check_translation()
            .unwrap();
    }
    for error in [
        StorageError::Full,
        StorageError::Changed,
        StorageError::Unreadable(vec!["layers".to_owned()]),
    ] {
        Bilingual::from(error).check_translation().unwrap();
    }
}
