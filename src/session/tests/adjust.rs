//! Tests of adjustments: an adjustment and the code before in; code and drawing out.

mod annotation;
mod deletion;
mod insertion;

use super::*;
use crate::geometry::Vec2;
use crate::scene::{Adjustment, Name, Scene, Written};

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn moved(names: &[&str], x: f64, y: f64) -> Adjustment {
    Adjustment::Move {
        names: names.iter().map(|text| name(text)).collect(),
        by: Vec2::new(x, y),
    }
}

fn set(entity: &str, values: &[(&str, Value)]) -> Adjustment {
    Adjustment::Set {
        name: name(entity),
        values: values
            .iter()
            .map(|(key, value)| ((*key).to_owned(), value.clone()))
            .collect(),
        pixel: 0.0,
    }
}

fn opened(main: &str) -> Session {
    let mut session = Session::new(limits());
    session.add_file(&FileName::main(), main);
    let pending = session.open();
    assert!(completed(&mut session, pending).is_ok(), "{main}");
    session
}

fn adjust(session: &mut Session, adjustment: &Adjustment) -> Reply {
    match session.adjust(Actor::User, adjustment) {
        CallOutcome::Done(reply) => reply,
        CallOutcome::Run(pending) => completed(session, *pending),
    }
}

/// A program, an adjustment, and the program after it.
struct Case {
    name: &'static str,
    before: &'static str,
    adjustment: Adjustment,
    after: &'static str,
    written: &'static str,
}

fn case(
    name: &'static str,
    before: &'static str,
    adjustment: Adjustment,
    after: &'static str,
    written: &'static str,
) -> Case {
    Case {
        name,
        before,
        adjustment,
        after,
        written,
    }
}

fn kind(reply: &Reply) -> String {
    match reply.written() {
        Some(Written::InPlace) => "in place".to_owned(),
        Some(Written::Folded) => "folded".to_owned(),
        Some(Written::Appended { why, .. }) => format!("{why:?}"),
        None => format!("{reply:?}"),
    }
}

/// Checks that the code changes as expected, draws the drawing, and that undo restores the text byte for byte.
#[track_caller]
fn check(cases: &[Case]) {
    let mut wrong = Vec::new();
    for case in cases {
        let mut s = opened(case.before);
        let before = s.scene().clone();
        let reply = adjust(&mut s, &case.adjustment);
        let got = (s.files().main().to_owned(), kind(&reply));
        if got != (case.after.to_owned(), case.written.to_owned()) {
            wrong.push(format!("{}: {} {}", case.name, got.1, got.0));
            continue;
        }
        assert_code_is_the_drawing(&s);
        assert!(s.undo(Actor::User).is_ok(), "{}", case.name);
        assert_eq!(
            (s.files().main(), s.scene()),
            (case.before, &before),
            "{}",
            case.name
        );
        s.redo(Actor::User);
        assert_eq!(s.files().main(), case.after, "{}", case.name);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n---\n"));
}

fn renamed(from: &str, to: &str) -> Adjustment {
    Adjustment::Rename {
        name: name(from),
        new_name: name(to),
    }
}

#[test]
fn literals_of_the_drawing_call_change_in_place() {
    let by = || moved(&["c"], 10.0, -0.5);
    check(&[
        case(
            "object",
            "draw_circle({ name: 'c', x: 1, y: 2, radius: 3 });\n",
            by(),
            "draw_circle({ name: 'c', x: 11, y: 1.5, radius: 3 });\n",
            "in place",
        ),
        case(
            "positional",
            "drawCircle('c', 1, 2, 3)",
            by(),
            "drawCircle('c', 11, 1.5, 3)",
            "in place",
        ),
        case(
            "positional with options",
            "drawCircle('c', 1, 2, 3, { layer: undefined })",
            by(),
            "drawCircle('c', 11, 1.5, 3, { layer: undefined })",
            "in place",
        ),
        case(
            "options with the position",
            "drawCircle('c', { x: 1, y: 2, radius: 3 })",
            by(),
            "drawCircle('c', { x: 11, y: 1.5, radius: 3 })",
            "in place",
        ),
        case(
            "camel case with a comment",
            "drawCircle({ name: 'c', x: 1, // left\n  y: 2 /* up */, radius: 3 });",
            by(),
            "drawCircle({ name: 'c', x: 11, // left\n  y: 1.5 /* up */, radius: 3 });",
            "in place",
        ),
        case(
            "negative and decimals",
            "drawCircle('c', -1, -0.25, 3);",
            by(),
            "drawCircle('c', 9, -0.75, 3);",
            "in place",
        ),
        case(
            "exponent and filled decimals",
            "drawCircle('c', 1e2, 2.50, 3);",
            by(),
            "drawCircle('c', 110, 2.00, 3);",
            "in place",
        ),
        case(
            "CRLF",
            "// a\r\ndrawCircle('c', 1, 2, 3);\r\n// b\r\n",
            by(),
            "// a\r\ndrawCircle('c', 11, 1.5, 3);\r\n// b\r\n",
            "in place",
        ),
        case(
            "Korean",
            "/* 한글 */ drawCircle('원', 1, 2, 3); drawCircle('c', 1, 2, 3);",
            moved(&["원"], 1.0, 0.0),
            "/* 한글 */ drawCircle('원', 2, 2, 3); drawCircle('c', 1, 2, 3);",
            "in place",
        ),
        case(
            "only x",
            "drawCircle('c', 1, 2 + 3, 3);",
            moved(&["c"], 1.0, 0.0),
            "drawCircle('c', 2, 2 + 3, 3);",
            "in place",
        ),
        case(
            "points",
            "drawLine('c', [0, 0, 10, 5]);",
            by(),
            "drawLine('c', [10, -0.5, 20, 4.5]);",
            "in place",
        ),
        case(
            "pairs",
            "drawLine({ name: 'c', points: [[0, 0], [10, 5]] });",
            by(),
            "drawLine({ name: 'c', points: [[10, -0.5], [20, 4.5]] });",
            "in place",
        ),
        case(
            "polygon with holes",
            "drawPolygon('c', [0, 0, 9, 0, 0, 9], [[1, 1, 2, 1, 1, 2]]);",
            moved(&["c"], 1.0, 0.0),
            "drawPolygon('c', [1, 0, 10, 0, 1, 9], [[2, 1, 3, 1, 2, 2]]);",
            "in place",
        ),
        case(
            "arc",
            "drawArc('c', 0, 0, 5, 0, 1);",
            by(),
            "drawArc('c', 10, -0.5, 5, 0, 1);",
            "in place",
        ),
        case(
            "text",
            "drawText('c', 'x', 0, 0, 5);",
            by(),
            "drawText('c', 'x', 10, -0.5, 5);",
            "in place",
        ),
        case(
            "regular polygon",
            "drawRegularPolygon('c', 0, 0, 5, 6);",
            by(),
            "drawRegularPolygon('c', 10, -0.5, 5, 6);",
            "in place",
        ),
        case(
            "copy",
            "drawCircle('a', 0, 0, 1);\nduplicate({ entity: 'a', result: 'c', dx: 5, dy: 0 });",
            by(),
            "drawCircle('a', 0, 0, 1);\nduplicate({ entity: 'a', result: 'c', dx: 15, dy: -0.5 });",
            "in place",
        ),
        case(
            "constants",
            "const x = 5, y = 1; // mm\ndrawCircle({ name: 'c', x, y: y, radius: 3 });",
            by(),
            "const x = 15, y = 0.5; // mm\ndrawCircle({ name: 'c', x, y: y, radius: 3 });",
            "in place",
        ),
        case(
            "constant points",
            "const outline = [0, 0, 1, 0];\ndrawLine('c', outline);",
            by(),
            "const outline = [10, -0.5, 11, -0.5];\ndrawLine('c', outline);",
            "in place",
        ),
        case(
            "function",
            "function f() { drawCircle('c', 1, 2, 3); }\nf();",
            by(),
            "function f() { drawCircle('c', 11, 1.5, 3); }\nf();",
            "in place",
        ),
        case(
            "argument of another call",
            "const all = [];\nall.push(drawCircle('c', 1, 2, 3));",
            by(),
            "const all = [];\nall.push(drawCircle('c', 11, 1.5, 3));",
            "in place",
        ),
        case(
            "styled and grouped",
            "drawCircle('c', 1, 2, 3);\nsetStroke('c', '#ff0000');\ncreateGroup({ name: 'g', children: ['c'] });",
            by(),
            "drawCircle('c', 11, 1.5, 3);\nsetStroke('c', '#ff0000');\ncreateGroup({ name: 'g', children: ['c'] });",
            "in place",
        ),
        case(
            "in a turned group",
            "drawCircle('c', 1, 2, 3);\ncreateGroup({ name: 'g', children: ['c'] });\nrotate({ name: 'g', angle: 90, angle_unit: 'degree', cx: 0, cy: 0 });",
            moved(&["c"], 0.0, 4.0),
            "drawCircle('c', 5, 2, 3);\ncreateGroup({ name: 'g', children: ['c'] });\nrotate({ name: 'g', angle: 90, angle_unit: 'degree', cx: 0, cy: 0 });",
            "in place",
        ),
        case(
            "a dimension follows",
            "drawLine('c', [0, 0, 10, 0]);\ndimension_linear({ name: 'd', from: 'c.start', to: 'c.end', offset: 5 });",
            moved(&["c"], 1.0, 0.0),
            "drawLine('c', [1, 0, 11, 0]);\ndimension_linear({ name: 'd', from: 'c.start', to: 'c.end', offset: 5 });",
            "in place",
        ),
        case(
            "all of a loop",
            "for (const n of ['c', 'd']) drawCircle(n, 1, 2, 3);",
            moved(&["c", "d"], 10.0, 0.0),
            "for (const n of ['c', 'd']) drawCircle(n, 11, 2, 3);",
            "in place",
        ),
        case(
            "two calls",
            "drawCircle('c', 1, 2, 3); drawCircle('d', 1, 2, 3);",
            moved(&["c", "d"], 1.0, 0.0),
            "drawCircle('c', 2, 2, 3); drawCircle('d', 2, 2, 3);",
            "in place",
        ),
    ]);
}

#[test]
fn a_later_translation_is_changed_or_removed() {
    check(&[
        case(
            "folded",
            "drawCircle('c', 1, 2, 3);\ntranslate({ name: 'c', dx: 1, dy: 0 });\n",
            moved(&["c"], 0.5, 2.0),
            "drawCircle('c', 1, 2, 3);\ntranslate({ name: 'c', dx: 1.5, dy: 2 });\n",
            "folded",
        ),
        case(
            "removed",
            "drawCircle('c', 1, 2, 3);\ntranslate({ name: 'c', dx: 1, dy: 0 });\n// end\n",
            moved(&["c"], -1.0, 0.0),
            "drawCircle('c', 1, 2, 3);\n// end\n",
            "folded",
        ),
        case(
            "group",
            "drawCircle('c', 1, 2, 3);\ncreateGroup({ name: 'g', children: ['c'] });\ntranslate('g', 1, 1);",
            moved(&["g"], 2.0, 0.0),
            "drawCircle('c', 1, 2, 3);\ncreateGroup({ name: 'g', children: ['c'] });\ntranslate('g', 3, 1);",
            "folded",
        ),
        case(
            "loop over names",
            "drawCircle('c', 1, 2, 3);drawCircle('d', 1, 2, 3);\nfor (const name of [\"c\", \"d\"]) translate({ name, dx: 2, dy: 0 });\n",
            moved(&["c", "d"], -2.0, 0.0),
            "drawCircle('c', 1, 2, 3);drawCircle('d', 1, 2, 3);\n",
            "folded",
        ),
        case(
            "after a rotation",
            "drawRect('c', 0, 0, 2, 1);\nrotate('c', 1, 0, 0);\ntranslate({ name: 'c', dx: 1, dy: 1 });",
            moved(&["c"], 1.0, 0.0),
            "drawRect('c', 0, 0, 2, 1);\nrotate('c', 1, 0, 0);\ntranslate({ name: 'c', dx: 2, dy: 1 });",
            "folded",
        ),
    ]);
}

#[test]
fn what_the_code_computes_gets_a_statement_at_the_end() {
    let by = || moved(&["c"], 1.0, 0.0);
    let line = "\ntranslate({ name: \"c\", dx: 1, dy: 0 });\n";
    let appended = |name, before: &'static str, written| {
        case(
            name,
            before,
            by(),
            Box::leak(format!("{before}{line}").into_boxed_str()),
            written,
        )
    };
    check(&[
        appended("expression", "drawCircle('c', 1 + 2, 2, 3);", "Computed"),
        appended(
            "function value",
            "drawCircle('c', Math.abs(2), 2, 3);",
            "Computed",
        ),
        appended(
            "loop",
            "for (let i = 0; i < 2; i++) drawCircle(i ? 'd' : 'c', i * 10, 2, 3);",
            "Computed",
        ),
        appended(
            "loop of literals",
            "for (const n of ['c', 'd']) drawCircle(n, 1, 2, 3);",
            "Repeated",
        ),
        appended(
            "constant with two uses",
            "const w = 5;\ndrawCircle('c', w, w, 3);",
            "Shared",
        ),
        appended("variable", "let w = 5;\ndrawCircle('c', w, 0, 3);", "Computed"),
        appended(
            "parameter",
            "function f(x) { drawCircle('c', x, 0, 3); }\nf(5);",
            "Computed",
        ),
        appended(
            "function called twice",
            "function f(n) { drawCircle(n, 5, 0, 3); }\nf('c'); f('d');",
            "Repeated",
        ),
        appended(
            "spread",
            "const o = { x: 1, y: 2 };\ndrawCircle({ name: 'c', ...o, radius: 3 });",
            "Computed",
        ),
        appended(
            "callback",
            "['c'].forEach(n => [n].map(drawPoint2));\nfunction drawPoint2(n) { const a = [n, 0, 0]; drawPoint(...a); }",
            "Computed",
        ),
        appended(
            "rotated later",
            "drawRect('c', 0, 0, 2, 1);\nrotate({ name: 'c', angle: 1, cx: 0, cy: 0 });",
            "Transformed",
        ),
        appended(
            "other entities follow",
            "drawCircle('c', 0, 0, 1);\nduplicate({ entity: 'c', result: 'd', dx: 5 });",
            "Others",
        ),
        appended(
            "the code reads the position",
            "drawCircle('c', 0, 0, 1);\ndrawCircle('d', get_world_bounds('c').max[0], 0, 1);",
            "Others",
        ),
    ]);
}

#[test]
fn parameters_change_in_place() {
    check(&[
        case(
            "radius",
            "drawCircle('c', 1, 2, 3);",
            set("c", &[("radius", json!(4.5))]),
            "drawCircle('c', 1, 2, 4.5);",
            "in place",
        ),
        case(
            "several",
            "draw_rect({ name: 'r', x: 0, y: 0, width: 4, height: 2 });",
            set("r", &[("width", json!(5)), ("x", json!(-1))]),
            "draw_rect({ name: 'r', x: -1, y: 0, width: 5, height: 2 });",
            "in place",
        ),
        case(
            "constant",
            "const r = 3; // 1..12\ndrawCircle('c', 0, 0, r);",
            set("c", &[("radius", json!(4))]),
            "const r = 4; // 1..12\ndrawCircle('c', 0, 0, r);",
            "in place",
        ),
        case(
            "radians",
            "drawArc('a', 0, 0, 5, 0, 1);",
            set("a", &[("end_angle", json!(1.5))]),
            "drawArc('a', 0, 0, 5, 0, 1.5);",
            "in place",
        ),
        case(
            "degrees",
            "drawArc('a', 0, 0, 5, 0, 90, { angle_unit: 'degree' });",
            set("a", &[("end_angle", json!(std::f64::consts::PI))]),
            "drawArc('a', 0, 0, 5, 0, 180, { angle_unit: 'degree' });",
            "in place",
        ),
        case(
            "one point",
            "drawLine('l', [0, 0, /* b */ 10, 0]);",
            set("l", &[("points", json!([0, 0, 10, 5]))]),
            "drawLine('l', [0, 0, /* b */ 10, 5]);",
            "in place",
        ),
        case(
            "one more point",
            "drawLine('l', [[0, 0], [10, 0]]);",
            set("l", &[("points", json!([0, 0, 5, 1, 10, 0]))]),
            "drawLine('l', [[0, 0], [5, 1], [10, 0]]);",
            "in place",
        ),
        case(
            "one point of computed ones",
            "const w = 4;\ndrawLine('l', [0, 0, w * 2, w]);",
            set("l", &[("points", json!([1, 0, 8, 4]))]),
            "const w = 4;\ndrawLine('l', [1, 0, w * 2, w]);",
            "in place",
        ),
        case(
            "text",
            "drawText('t', 'it', 0, 0, 5);",
            set("t", &[("text", json!("it's 한글"))]),
            "drawText('t', 'it\\'s 한글', 0, 0, 5);",
            "in place",
        ),
        case(
            "stroke width",
            "drawCircle({ name: 'c', x: 0, y: 0, radius: 1, style: { stroke: { width: 2 } } });",
            set("c", &[("style.stroke.width", json!(0.5))]),
            "drawCircle({ name: 'c', x: 0, y: 0, radius: 1, style: { stroke: { width: 0.5 } } });",
            "in place",
        ),
        case(
            "fill",
            "drawCircle('c', 0, 0, 1, { fill: '#ff0000' });",
            set("c", &[("style.fill", json!("#00ff00"))]),
            "drawCircle('c', 0, 0, 1, { fill: '#00ff00' });",
            "in place",
        ),
        case(
            "later stroke",
            "drawCircle('c', 0, 0, 1);\nsetStroke('c', { color: '#ff0000', width: 2 });",
            set("c", &[("style.stroke.width", json!(3))]),
            "drawCircle('c', 0, 0, 1);\nsetStroke('c', { color: '#ff0000', width: 3 });",
            "folded",
        ),
        case(
            "layer",
            "createLayer({ name: 'A' }); createLayer({ name: 'B' });\ndrawCircle('c', 0, 0, 1, { layer: 'A' });",
            set("c", &[("layer", json!("B"))]),
            "createLayer({ name: 'A' }); createLayer({ name: 'B' });\ndrawCircle('c', 0, 0, 1, { layer: 'B' });",
            "in place",
        ),
        case(
            "computed",
            "drawCircle('c', 0, 0, 1 + 2);",
            set("c", &[("radius", json!(4))]),
            "drawCircle('c', 0, 0, 1 + 2);\ndraw_circle({ name: \"c\", x: 0, y: 0, radius: 4, replace: true });\n",
            "Computed",
        ),
        case(
            "unstated style",
            "drawCircle('c', 0, 0, 1);\n",
            set("c", &[("style.stroke.width", json!(2))]),
            "drawCircle('c', 0, 0, 1);\nset_stroke({ name: \"c\", stroke: { width: 2 } });\n",
            "Omitted",
        ),
    ]);
}

#[test]
fn a_name_changes_in_place_if_the_code_states_it_once() {
    check(&[
        case(
            "maker",
            "drawCircle('c', 0, 0, 1);",
            renamed("c", "구멍"),
            "drawCircle('구멍', 0, 0, 1);",
            "in place",
        ),
        case(
            "other text",
            "drawText('c', 'ccc', 0, 0, 1); // c",
            renamed("c", "d"),
            "drawText('d', 'ccc', 0, 0, 1); // c",
            "in place",
        ),
        case(
            "used again",
            "drawCircle('c', 0, 0, 1);\ntranslate('c', 1, 0);",
            renamed("c", "d"),
            "drawCircle('c', 0, 0, 1);\ntranslate('c', 1, 0);\nrename_entity({ entity: \"c\", new_name: \"d\" });\n",
            "Shared",
        ),
        case(
            "computed",
            "drawCircle('c' + 1, 0, 0, 1);",
            renamed("c1", "d"),
            "drawCircle('c' + 1, 0, 0, 1);\nrename_entity({ entity: \"c1\", new_name: \"d\" });\n",
            "Computed",
        ),
        case(
            "computed use",
            "drawCircle('ab', 0, 0, 1);\ntranslate('a' + 'b', 1, 0);",
            renamed("ab", "d"),
            "drawCircle('ab', 0, 0, 1);\ntranslate('a' + 'b', 1, 0);\nrename_entity({ entity: \"ab\", new_name: \"d\" });\n",
            "Others",
        ),
    ]);
}

#[test]
fn direct_calls_are_changed_in_place() {
    let mut s = Session::new(limits());
    ok(&mut s, "draw_circle", circle("c"));
    ok(&mut s, "create_group", json!({"name": "g", "children": ["c"]}));
    assert_eq!(kind(&adjust(&mut s, &moved(&["c"], 1.0, 2.0))), "in place");
    assert!(
        s.files()
            .main()
            .starts_with("draw_circle({ name: \"c\", x: 1, y: 2, radius: 5 });\n")
    );
    assert_eq!(kind(&adjust(&mut s, &moved(&["g"], 1.0, 0.0))), "Omitted");
    assert_eq!(kind(&adjust(&mut s, &moved(&["g"], 1.0, 0.0))), "folded");
    assert_eq!(kind(&adjust(&mut s, &renamed("g", "h"))), "Shared");
    assert_eq!(kind(&adjust(&mut s, &moved(&["h"], -2.0, 0.0))), "folded");
    assert_eq!(s.files().main().lines().count(), 3, "{}", s.files().main());
    assert_code_is_the_drawing(&s);
}

#[test]
fn undo_and_redo_keep_the_origins() {
    let mut s = opened("drawCircle('c', 1, 2, 3);\n");
    for _ in 0..3 {
        assert_eq!(kind(&adjust(&mut s, &moved(&["c"], 1.0, 0.0))), "in place");
    }
    s.undo(Actor::User);
    s.undo(Actor::User);
    assert_eq!(kind(&adjust(&mut s, &moved(&["c"], 0.0, 5.0))), "in place");
    assert_eq!(s.files().main(), "drawCircle('c', 2, 7, 3);\n");
}

#[test]
fn a_call_in_a_module_is_changed_in_its_file() {
    let mut s = Session::new(limits());
    let module = FileName::new("parts").unwrap();
    s.add_file(&module, "export const hole = () => drawCircle('c', 1, 2, 3);\n");
    s.add_file(&FileName::main(), "import { hole } from 'parts';\nhole();\n");
    let pending = s.open();
    completed(&mut s, pending);
    assert_eq!(kind(&adjust(&mut s, &moved(&["c"], 1.0, 0.0))), "in place");
    assert_eq!(
        &**s.files().get("parts").unwrap(),
        "export const hole = () => drawCircle('c', 2, 2, 3);\n"
    );
    let [site] = s.origins("c").try_into().unwrap();
    assert_eq!(
        (site.file, site.tool, site.start, site.end, site.runs),
        (module, "draw_circle", 26, 50, 1)
    );
}

#[test]
fn origins_that_do_not_fit_the_files_are_dropped() {
    use crate::sandbox::{decode, encode};
    let mut s = Session::new(limits());
    s.add_file(&FileName::main(), "drawCircle('c', 1, 2, 3);\n");
    for (text, known) in [
        ("drawCircle('c', 1, 2, 3);\n", 1),
        ("\n\n", 0),
        ("drawCircle", 0),
        ("", 0),
    ] {
        let pending = s.open();
        let mut outcome = execute(pending.request(), &clock());
        let mut other = pending.request().clone();
        other.files[0].1 = text.into();
        let origins = outcome.origins.clone();
        assert_eq!(
            decode::<crate::sandbox::origins::Origins>(&encode(&origins).unwrap()).as_ref(),
            Ok(&origins)
        );
        let scene = crate::sandbox::validated(pending.request(), outcome.result.as_ref().unwrap()).unwrap();
        assert_eq!(
            origins.clone().located(&other.files, &scene).is_some(),
            known == 1,
            "{text:?}"
        );
        assert!(
            origins.located(&other.files, &Scene::default()).is_none(),
            "the entity does not exist"
        );
        outcome.origins = crate::sandbox::origins::Origins::default();
        assert!(s.finish(pending, outcome, 1.0).is_ok());
        assert_eq!(s.origins("c"), []);
        assert_eq!(kind(&adjust(&mut s, &moved(&["c"], 1.0, 0.0))), "Unknown");
        s.undo(Actor::User);
    }
}

#[test]
fn an_adjustment_counts_as_an_edit_of_the_user() {
    let mut s = opened("drawCircle('c', 1, 2, 3);\n");
    adjust(&mut s, &moved(&["c"], 1.0, 0.0));
    let lost = s
        .user_edits
        .lost(&FileName::main(), "drawCircle('c', 2, 2, 3);\n", "");
    assert_eq!(lost, ["drawCircle('c', 2, 2, 3);"]);
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { failure_persistence: None, ..proptest::prelude::ProptestConfig::with_cases(24) })]

    #[test]
    fn a_move_and_its_reverse_restore_the_text(x in -999_999i32..999_999, y in -999i32..999, dx in -99_999i32..99_999, dy in -999i32..999) {
        let (x, y) = (f64::from(x) / 1000.0, f64::from(y) / 10.0);
        let (dx, dy) = (f64::from(dx) / 1000.0, f64::from(dy) / 10.0);
        let mut s = opened(&format!(
            "drawCircle('c', {x}, {y}, 3);\ndrawLine('l', [{x}, {y}, 0.1, 0.2]);\nfor (const n of ['a', 'b']) drawPoint(n, 1 * 2, 0);\n"
        ));
        let before = s.files().main().to_owned();
        for by in [1.0, -1.0] {
            proptest::prop_assert!(adjust(&mut s, &moved(&["c", "l", "a"], dx * by, dy * by)).is_ok());
        }
        proptest::prop_assert_eq!(s.files().main(), before);
    }
}

#[test]
fn several_entities_without_a_known_origin_move_by_one_statement() {
    let mut s = opened("for (const n of ['a', 'b', 'c']) drawCircle(n, 0, 0, 1);");
    let before = s.files().main().to_owned();
    let reply = adjust(&mut s, &moved(&["a", "b"], 2.0, 0.0));
    assert!(
        matches!(reply.written(), Some(Written::Appended { .. })),
        "{reply:?}"
    );
    assert_eq!(
        s.files().main().strip_prefix(&before).unwrap(),
        "\nfor (const name of [\"a\", \"b\"]) translate({ name, dx: 2, dy: 0 });\n"
    );
    assert_code_is_the_drawing(&s);
    s.undo(Actor::User);
    assert_eq!(s.files().main(), before);
}

#[test]
fn a_redrawn_entity_keeps_style_layer_place_and_transform() {
    let mut s = opened(
        "create_layer({ name: 'L', color: '#ff0000' });\nconst r = 2 + 3;\n\
         drawRect({ name: 'a', x: 0, y: 0, width: r, height: r, layer: 'L', style: { fill: '#00ff00' } });\n\
         rotate({ name: 'a', angle: 0.5, cx: 1, cy: 1 });\ncreate_group({ name: 'g', children: ['a'] });\n\
         scale({ name: 'g', sx: 2 });",
    );
    let before = s.scene().get("a").unwrap().clone();
    let reply = adjust(
        &mut s,
        &set("a", &[("width", json!(7)), ("corner_radius", json!(1))]),
    );
    assert!(reply.is_ok(), "{reply:?}");
    let after = s.scene().get("a").unwrap();
    assert_eq!(
        (&after.style, &after.layer, &after.parent),
        (&before.style, &before.layer, &before.parent)
    );
    assert_eq!((after.transform, after.rank), (before.transform, before.rank));
    assert_eq!(crate::formats::json::geometry(&after.shape)["width"], 7.0);
    assert_code_is_the_drawing(&s);
}

#[test]
fn what_cannot_be_adjusted_is_refused_and_changes_nothing() {
    let mut s = opened("drawCircle('a', 0, 0, 1); drawCircle('b', 0, 0, 1);");
    let code = s.files().main().to_owned();
    let refused = |s: &mut Session, adjustment: &Adjustment, why: &str| {
        let reply = adjust(s, adjustment);
        let message = reply
            .failure()
            .map(|failure| failure.message.english.clone())
            .unwrap_or_default();
        assert!(message.contains(why), "{message}");
    };
    refused(&mut s, &moved(&["x"], 1.0, 0.0), "'x'");
    refused(&mut s, &moved(&["a"], f64::NAN, 0.0), "");
    refused(
        &mut s,
        &set("a", &[("width", json!(1))]),
        "'a' (circle) has no parameter 'width'. It has x, y, radius.",
    );
    refused(&mut s, &set("a", &[("radius", json!(-1))]), "radius");
    refused(
        &mut s,
        &Adjustment::Rename {
            name: name("a"),
            new_name: name("b"),
        },
        "'b'",
    );
    s.set_flags("a", LOCKED);
    refused(&mut s, &moved(&["a", "b"], 1.0, 0.0), "locked");
    s.set_flags("a", FREE);
    assert_eq!(s.files().main(), code);
    let pending = s.type_in(&FileName::main(), Some("drawCircle('a', 0, 0, 1); oops();"));
    complete(&mut s, pending);
    refused(
        &mut s,
        &moved(&["a"], 1.0, 0.0),
        "the code does not run (main line 1)",
    );
}

#[test]
fn a_call_in_an_old_spelling_changes_in_place() {
    let copy = |input: &str| format!("drawCircle('a', 0, 0, 1);\nduplicate({{ {input} }});\n");
    let mut session = opened(&copy("name: 'a', new_name: 'c', dx: 5"));
    assert!(adjust(&mut session, &renamed("c", "d")).is_ok());
    assert_eq!(session.files().main(), copy("name: 'a', new_name: 'd', dx: 5"));
    assert!(adjust(&mut session, &moved(&["d"], 10.0, 0.0)).is_ok());
    assert_eq!(session.files().main(), copy("name: 'a', new_name: 'd', dx: 15"));
    let offset = "drawRect('a', 0, 0, 9, 9);\noffsetPolygon('a', 2, 'b', { join: 'miter' });\n";
    let mut session = opened(offset);
    assert!(adjust(&mut session, &moved(&["b"], 10.0, 0.0)).is_ok());
    assert_eq!(
        session.files().main(),
        format!("{offset}translate({{ name: \"b\", dx: 10, dy: 0 }});\n")
    );
}
