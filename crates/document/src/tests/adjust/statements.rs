//! Tests of adjustments that append a statement, because the code computes the values.

use super::*;

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
fn several_entities_without_a_known_origin_move_by_one_statement() {
    let mut s = opened("for (const n of ['a', 'b', 'c']) drawCircle(n, 0, 0, 1);");
    let before = s.files().main().to_owned();
    let reply = adjust(&mut s, &moved(&["a", "b"], 2.0, 0.0));
    assert!(
        matches!(reply.recorded_form(), Some(Written::Appended { .. })),
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
    assert_eq!(trammel_formats::json::geometry(&after.shape)["width"], 7.0);
    assert_code_is_the_drawing(&s);
}

#[test]
fn the_reason_of_a_statement_at_the_end_is_the_real_one() {
    let rect = "draw_rect({ name: 'r', x: 0, y: 0, width: 4, height: 2 });\n";
    let width = || set("r", &[("width", json!(7))]);
    for (rest, adjustment, wanted) in [
        (
            "rotate({ name: 'r', angle: 0.5, cx: 0, cy: 0 });\n",
            width(),
            "Transformed",
        ),
        (
            "rotate({ name: 'r', angle: 0.5, cx: 9, cy: 9 });\ndrawCircle('c', 50, 0, 1);\n",
            width(),
            "Transformed",
        ),
        ("duplicate({ name: 'r', result: 'q' });\n", width(), "Others"),
        (
            "if (get_area('r') > 10) throw new Error('too wide');\n",
            width(),
            "Fails",
        ),
        (
            "create_group({ name: 'g', children: ['r'] });\nrotate({ name: 'g', angle: 0.5 });\n",
            width(),
            "in place",
        ),
        (
            "create_group({ name: 'g', children: ['r'] });\n",
            moved(&["g"], 1.0, 0.0),
            "Omitted",
        ),
    ] {
        let mut s = opened(&format!("{rect}{rest}"));
        let reply = adjust(&mut s, &adjustment);
        assert_eq!(kind(&reply), wanted, "{rest}");
        assert_code_is_the_drawing(&s);
    }
}

#[test]
fn a_call_after_return_is_known_and_hides_no_other_call() {
    let radius = || set("c", &[("radius", json!(4))]);
    let circle = "drawCircle('c', 0, 0, 1)";
    for (code, adjustment, wanted) in [
        (
            format!(
                "function f() {{ {circle}; return create_group({{ name: 'g', children: ['c'] }}); }}\nf();\n"
            ),
            radius(),
            "in place",
        ),
        (
            format!("function f() {{\n  {circle};\n  return createGroup('g', ['c']);\n}}\nf();\n"),
            moved(&["c"], 1.0, 0.0),
            "in place",
        ),
        (
            format!("function f() {{\n  {circle};\n  return create_group('g', ['c']);\n}}\nf();\n"),
            renamed("g", "h"),
            "in place",
        ),
        (
            format!("function f() {{\n  {circle};\n  return create_group('g', ['c']);\n}}\nf();\n"),
            moved(&["g"], 1.0, 0.0),
            "Omitted",
        ),
        (
            format!("function f() {{\n  // (\n  return {circle};\n}}\nf();\n"),
            radius(),
            "in place",
        ),
        (format!("const f = () => {circle};\nf();\n"), radius(), "in place"),
        // Two such calls of a function have the same place, so the call of the entity is not known.
        (
            format!(
                "function f(a) {{\n  if (a) return {circle};\n  return drawCircle('d', 5, 0, 1);\n}}\nf(true);\nf(false);\n"
            ),
            radius(),
            "Unknown",
        ),
    ] {
        let code = format!("{code}drawCircle('z', 9, 9, 1);\n");
        let mut s = opened(&code);
        assert_eq!(kind(&adjust(&mut s, &adjustment)), wanted, "{code}");
        assert_code_is_the_drawing(&s);
        let mut s = opened(&code);
        assert_eq!(
            kind(&adjust(&mut s, &moved(&["z"], 1.0, 0.0))),
            "in place",
            "{code}"
        );
    }
}
