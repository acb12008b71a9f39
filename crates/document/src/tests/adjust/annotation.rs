//! Tests of dimensions, leaders, curves, signs, and parentheses: code and adjustment in, code out.

use super::*;

const LINE: &str = "drawLine('l', [0, 0, 40, 30]);\ndrawCircle('o', 0, 0, 10);\n";

/// Checks a change of one parameter by the call after [`LINE`].
#[track_caller]
fn check_call(cases: &[(&str, &str, Value, &str, &'static str)]) {
    let text = |call: &str| -> &'static str { Box::leak(format!("{LINE}{call}\n").into_boxed_str()) };
    let cases: Vec<Case> = cases
        .iter()
        .map(|(before, key, value, after, written)| {
            case(
                text(before),
                text(before),
                set("d", &[(key, value.clone())]),
                text(after),
                written,
            )
        })
        .collect();
    check(&cases);
}

#[test]
fn the_position_of_a_dimension_changes_in_its_call() {
    check_call(&[
        (
            "dimension_linear({ name: 'd', from: 'l.start', to: 'l.end', offset: 10 });",
            "measure.at",
            json!([20, 45.5]),
            "dimension_linear({ name: 'd', from: 'l.start', to: 'l.end', offset: 15.5 });",
            "in place",
        ),
        (
            "dimensionLinear('d', 'l.start', 'l.end', 10, 'vertical'); // height",
            "measure.at",
            json!([-7, 12]),
            "dimensionLinear('d', 'l.start', 'l.end', -7, 'vertical'); // height",
            "in place",
        ),
        (
            "dimension_linear({ name: 'd', from: 'l.start', to: 'l.end' });",
            "measure.at",
            json!([0, -12]),
            "dimension_linear({ name: 'd', from: 'l.start', to: 'l.end', offset: -12 });",
            "in place",
        ),
        (
            "const gap = 8;\ndimension_aligned({ name: 'd', from: 'l.start', to: 'l.end', offset: gap });",
            "measure.at",
            json!([-9, 12]),
            "const gap = 15;\ndimension_aligned({ name: 'd', from: 'l.start', to: 'l.end', offset: gap });",
            "in place",
        ),
        (
            "dimension_radius({ name: 'd', target: 'o' });",
            "measure.at",
            json!([20, 5]),
            "dimension_radius({ name: 'd', target: 'o', at: [20, 5] });",
            "in place",
        ),
        (
            "dimension_diameter({ name: 'd', target: 'o', at: [20, /* up */ 20] });",
            "measure.at",
            json!([20, 5]),
            "dimension_diameter({ name: 'd', target: 'o', at: [20, /* up */ 5] });",
            "in place",
        ),
        (
            "dimension_angular({ name: 'd', vertex: [0, 0], entity: [10, 0], target: [0, 10] });",
            "measure.at",
            json!([7, 8]),
            "dimension_angular({ name: 'd', vertex: [0, 0], entity: [10, 0], target: [0, 10], at: [7, 8] });",
            "in place",
        ),
        (
            "dimension_radius({ name: 'd', target: 'o' });",
            "text",
            json!("R <>"),
            "dimension_radius({ name: 'd', target: 'o', text: 'R <>' });",
            "in place",
        ),
    ]);
}

#[test]
fn the_points_of_a_leader_change_in_its_call() {
    check_call(&[
        (
            "leader({ name: 'd', target: 'o', points: [15, 12, 20, 12], text: 'M8' });",
            "points",
            json!([[7, 7], [15, 12], [30, 12]]),
            "leader({ name: 'd', target: 'o', points: [15, 12, 30, 12], text: 'M8' });",
            "in place",
        ),
        (
            "leader({ name: 'd', target: [1, 2], points: [[15, 12]], text: 'M8' });",
            "points",
            json!([[1, 2], [16, 12]]),
            "leader({ name: 'd', target: [1, 2], points: [[16, 12]], text: 'M8' });",
            "in place",
        ),
    ]);
}

#[test]
fn an_annotation_drawn_from_its_geometry_changes_in_place() {
    let mut s = opened("dimension_linear({ name: 'd', from: [0, 0], to: [40, 30], offset: 10 });\n");
    // No offset leads between the points.
    let reply = adjust(&mut s, &set("d", &[("measure.at", json!([0, 12]))]));
    assert_eq!(kind(&reply), "Computed");
    let text = s.files().main().to_owned();
    assert!(text.contains("at: [0, 12]"), "{text}");
    let reply = adjust(&mut s, &set("d", &[("measure.at", json!([0, 14]))]));
    assert_eq!(kind(&reply), "in place");
    assert_eq!(s.files().main(), text.replace("at: [0, 12]", "at: [0, 14]"));
    assert_code_is_the_drawing(&s);
}

#[test]
fn signs_parentheses_and_paths_change_in_place() {
    let by = || moved(&["c"], 10.0, -0.5);
    check(&[
        case(
            "negative constant",
            "const w = 5;\ndrawCircle('c', -w, 2, 3);",
            by(),
            "const w = -5;\ndrawCircle('c', -w, 1.5, 3);",
            "in place",
        ),
        case(
            "parentheses",
            "drawCircle('c', (1), -(2), ((3)));",
            by(),
            "drawCircle('c', (11), -(2.5), ((3)));",
            "in place",
        ),
        case(
            "constant in parentheses",
            "const w = (5); // mm\ndrawCircle({ name: 'c', x: -(w), y: 0, radius: 1 });",
            moved(&["c"], 1.0, 0.0),
            "const w = (4); // mm\ndrawCircle({ name: 'c', x: -(w), y: 0, radius: 1 });",
            "in place",
        ),
        case(
            "points",
            "const w = 4;\ndrawLine('c', [-w, 0, (9), 0]);",
            set("c", &[("points", json!([-6, 0, 8, 0]))]),
            "const w = 6;\ndrawLine('c', [-w, 0, (8), 0]);",
            "in place",
        ),
        case(
            "curve",
            "drawBezier('c', 'M0,0 c0,100 100,100 100,0 H 120');",
            by(),
            "drawBezier('c', 'M10,-0.5 c0,100 100,100 100,0 H 130');",
            "in place",
        ),
        case(
            "constant curve",
            "const arch = `M 0 0 Q 5 9 10 0`;\ndraw_bezier({ name: 'c', path: arch });",
            set("c", &[("path", json!("M0 0L9 9"))]),
            "const arch = `M0 0L9 9`;\ndraw_bezier({ name: 'c', path: arch });",
            "in place",
        ),
    ]);
    let mut s = opened("const w = 5;\ndrawCircle('c', -w, w, 3);");
    assert_eq!(kind(&adjust(&mut s, &by())), "Shared");
}
