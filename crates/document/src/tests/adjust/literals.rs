//! Tests of adjustments that change literals of a call in place.

use super::*;

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
            "// a\ndrawCircle('c', 11, 1.5, 3);\n// b\n",
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
            "Fails",
        ),
    ]);
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
