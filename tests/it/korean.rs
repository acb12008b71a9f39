//! Errors in Korean: the text that a Korean user reads has the content of the English text, which models, scripts, and the
//! command line read.

use crate::support::standing_clock;
use serde_json::{Value, json};
use trammel_document::{Actor, CallOutcome, Session};
use trammel_engine::execute;
use trammel_exchange::convert;
use trammel_formats::{
    Conversion, Converted, Drawing, DxfPreset, ExportOptions, ImportOptions, ImportTarget, ImportedCode,
    ReportEntry,
};
use trammel_language::{Bilingual, Language};
use trammel_run::{Failure, Limits};
use trammel_scene::{Edit, Flags};

/// Carries out a call.
fn call(session: &mut Session, tool: &str, input: &Value) -> Result<(), Failure> {
    let reply = match session.call(Actor::User, tool, input.clone()) {
        CallOutcome::Done(reply) => reply,
        CallOutcome::Run(pending) => {
            let outcome = execute(pending.request(), &standing_clock());
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
    use trammel_code::StorageError;
    use trammel_formats::{FORMATS, link, open};
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

/// Converts a file, in millimeters.
fn imported(format: &str, bytes: &[u8]) -> Result<ImportedCode, Bilingual> {
    let conversion = Conversion::Read {
        format: format.to_owned(),
        bytes: bytes.to_vec(),
        options: ImportOptions::default(),
        target: ImportTarget::default(),
    };
    match convert(&conversion) {
        Ok(Converted::Read(code)) => Ok(code),
        Ok(other) => panic!("{other:?}"),
        Err(why) => Err(why.0),
    }
}

/// Checks that each reason of a report is in Korean and has the numbers of the English text.
fn assert_korean(report: &[ReportEntry]) {
    let digits = |text: &str| {
        let mut digits: Vec<char> = text.chars().filter(char::is_ascii_digit).collect();
        digits.sort_unstable();
        digits
    };
    let wrong: Vec<String> = report
        .iter()
        .filter_map(|entry| {
            let Bilingual { english, korean } = &entry.reason;
            let is_same = digits(english) == digits(korean);
            let problem = entry.reason.check_translation().err();
            problem.or_else(|| (!is_same).then(|| format!("other numbers: {english} / {korean}")))
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// Entities of a DXF file in feet that are changed or left out.
const ENTITIES: &str = "0 LINE 5 1 10 0 20 0 11 5 21 5 0 XLINE 5 2 0 IMAGE 5 3 0 VIEWPORT 5 4 0 ATTDEF 5 5 0 3DSOLID 5 6 \
    0 MLINE 5 7 0 ACAD_PROXY_ENTITY 5 8 0 CHAIR 5 9 0 LINE 5 A 60 1 0 LINE 5 B 67 1 0 INSERT 5 C 2 NONE \
    0 INSERT 5 D 2 VOID 0 HATCH 5 E 91 0 0 TEXT 5 F 10 0 20 0 40 2 1 abc 0 CIRCLE 5 10 10 0 20 0 40 0 \
    0 SPLINE 5 11 71 99 10 0 20 0 0 LINE 5 12 10 nan 20 0 0 DIMENSION 5 13 70 6 0 LWPOLYLINE 5 14 90 1 10 0 20 0 \
    0 CIRCLE 5 15 10 0 20 0 40 2 210 1 220 0 230 0 0 POLYLINE 5 16 70 64 0 SEQEND 0 TEXT 5 17 40 2 \
    0 SPLINE 5 18 71 3 11 0 21 0 11 2 21 1 11 4 21 0";

#[test]
fn the_report_of_a_dxf_file_is_in_korean() {
    let text = format!(
        "0 SECTION 2 HEADER 9 $INSUNITS 70 2 9 $DWGCODEPAGE 3 klingon 0 ENDSEC 0 SECTION 2 BLOCKS 0 BLOCK 2 LOST 10 0 20 0 \
         0 LINE 10 0 20 0 11 5 21 5 0 ENDBLK 0 BLOCK 2 VOID 10 0 20 0 0 RAY 0 ENDBLK 0 ENDSEC 0 SECTION 2 ENTITIES \
         {ENTITIES} 0 ENDSEC 0 EOF"
    );
    let lines: Vec<&str> = text.split_whitespace().collect();
    let code = imported("dxf", lines.join("\n").as_bytes()).unwrap();
    assert!(code.report.len() >= 22, "{:#?}", code.report);
    assert_korean(&code.report);
}

#[test]
fn the_report_of_an_svg_file_is_in_korean() {
    let text = r##"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9mm" height="9mm"
        viewBox="0 0 90 90"><style>@import "other.css"; @media print { rect { fill: red } }</style>
        <linearGradient id="g"><stop stop-color="red"/></linearGradient><pattern id="p"/>
        <rect id="a" width="5" height="5" fill="url(#g)" clip-path="url(#c)" mask="url(#m)" filter="url(#f)"/>
        <rect id="b" width="5" height="5" fill="url(#p)" stroke="red" style="mix-blend-mode:screen;paint-order:stroke;
        stroke-dashoffset:3;stroke-miterlimit:9;vector-effect:non-scaling-stroke" transform="scale(2 1)"/>
        <rect id="c1" width="0" height="5"/><rect id="d" width="5" height="5" fill="none"/>
        <rect id="d1" width="5" height="5" display="none"/><circle r="3" fill="context-fill"/>
        <path id="e" d="M0 0L5 5 5 0 X" stroke="red" marker-end="url(#k)"/><image id="i"/><foreignObject/><script/>
        <animate/><chair/><use id="u" xlink:href="#none"/><g id="s"><use xlink:href="#s"/></g>
        <g opacity="0.5"><rect width="4" height="4"/></g><path fill-rule="evenodd" d="M0 0L9 9 9 0 0 9Z"/>
        <svg width="4" height="4"><rect width="8" height="8"/></svg>
        <text x="1" y="9">abc&#x1234;<tspan display="none">d</tspan><textPath>e</textPath></text></svg>"##;
    let code = imported("svg", text.as_bytes()).unwrap();
    assert!(code.report.len() >= 30, "{:#?}", code.report);
    assert_korean(&code.report);
}

#[test]
fn the_reports_of_all_test_files_are_in_korean() {
    for format in ["dxf", "svg"] {
        for file in std::fs::read_dir(format!("tests/data/{format}")).unwrap() {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            assert_korean(&imported(format, &bytes).unwrap().report);
        }
    }
}

#[test]
fn a_file_without_content_is_explained_in_korean() {
    let empty = "0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n4\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n0\nXLINE\n5\n1F\n0\nENDSEC\n0\nEOF";
    let why = imported("dxf", empty.as_bytes()).unwrap_err();
    assert_eq!(
        why.english,
        "The file has nothing to import. XLINE (1): left out [1F]: Its length is infinite."
    );
    assert_eq!(
        why.korean,
        "파일에 가져올 것이 없어요. XLINE (1): 빠짐 [1F]: 길이가 무한해요."
    );
}

#[test]
fn the_reports_of_exports_are_in_korean() {
    let (session, _) = crate::support::drawn(crate::golden::DRAWING);
    let mut scene = session.scene().clone();
    let mut edit = Edit::by_user(scene.clone());
    let first = scene.children(None).next().unwrap().name.clone();
    edit.set_flags(&first, Flags::HIDDEN).unwrap();
    scene = edit.finish().0;
    let mut kinds = 0;
    for (format, preset) in [
        ("dxf", DxfPreset::Cut),
        ("dxf", DxfPreset::Cad),
        ("dxf", DxfPreset::R12),
        ("svg", DxfPreset::Cad),
        ("pdf", DxfPreset::Cad),
    ] {
        let mut options = ExportOptions::default();
        options.dxf.preset = preset;
        let conversion = Conversion::Write {
            format: format.to_owned(),
            drawing: Drawing::of(&scene),
            project: None,
            options: Box::new(options),
        };
        let Converted::Written(written) = convert(&conversion).unwrap() else {
            panic!("{format}");
        };
        assert_korean(&written.report);
        kinds += written.report.len();
    }
    assert!(kinds >= 10, "{kinds}");
}
