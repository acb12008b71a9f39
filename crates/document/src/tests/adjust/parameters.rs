//! Tests of adjustments that change the value of a parameter.

use super::*;

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
