//! Tests of arguments that the recorded call does not state: code and adjustment in, code out.

use super::*;
use proptest::strategy::Strategy;

fn width(value: f64) -> Adjustment {
    set("c", &[("style.stroke.width", json!(value))])
}

/// Checks a change of the stroke width of a circle, whose call is given before and after.
#[track_caller]
fn check_width(cases: &[(&'static str, &'static str)]) {
    let cases: Vec<Case> = cases
        .iter()
        .map(|(before, after)| case(before, before, width(0.5), after, "in place"))
        .collect();
    check(&cases);
}

#[test]
fn a_missing_argument_is_inserted_on_the_line_of_the_others() {
    check_width(&[
        (
            "draw_circle({ name: 'c', x: 0, y: 0, radius: 1 });\n",
            "draw_circle({ name: 'c', x: 0, y: 0, radius: 1, style: { stroke: { width: 0.5 } } });\n",
        ),
        (
            "draw_circle({ name: 'c', x: 0, y: 0, radius: 1, }); // hole\n",
            "draw_circle({ name: 'c', x: 0, y: 0, radius: 1, style: { stroke: { width: 0.5 } }, }); // hole\n",
        ),
        (
            "draw_circle({name:'c',x:0,y:0,radius:1});",
            "draw_circle({name:'c',x:0,y:0,radius:1,style:{ stroke: { width: 0.5 } }});",
        ),
        (
            "drawCircle({ name: 'c', x: 0, y: 0, radius: 1 /* small */ });",
            "drawCircle({ name: 'c', x: 0, y: 0, radius: 1 /* small */, style: { stroke: { width: 0.5 } } });",
        ),
        (
            "drawCircle('c', { x: 0, y: 0, radius: 1 });",
            "drawCircle('c', { x: 0, y: 0, radius: 1, style: { stroke: { width: 0.5 } } });",
        ),
        (
            "const x = 1, y = 2, radius = 3;\ndrawCircle({ name: 'c', x, y, radius });",
            "const x = 1, y = 2, radius = 3;\ndrawCircle({ name: 'c', x, y, radius, style: { stroke: { width: 0.5 } } });",
        ),
        (
            "draw_circle({\n  name: 'c', x: 0, y: 0, radius: 1\n});",
            "draw_circle({\n  name: 'c', x: 0, y: 0, radius: 1, style: { stroke: { width: 0.5 } }\n});",
        ),
        (
            "draw_circle({ name: 'c', radius: 1, y: 0, x: 0, replace: true });",
            "draw_circle({ name: 'c', radius: 1, y: 0, x: 0, style: { stroke: { width: 0.5 } }, replace: true });",
        ),
    ]);
}

#[test]
fn a_missing_argument_gets_a_line_where_the_others_have_lines() {
    check_width(&[
        (
            "draw_circle({\n  name: 'c',\n  x: 0,\n  y: 0,\n  radius: 1,\n});\n",
            "draw_circle({\n  name: 'c',\n  x: 0,\n  y: 0,\n  radius: 1,\n  style: { stroke: { width: 0.5 } },\n});\n",
        ),
        (
            "draw_circle({\n\tname: 'c',\n\tx: 0,\n\ty: 0,\n\tradius: 1\n});\n",
            "draw_circle({\n\tname: 'c',\n\tx: 0,\n\ty: 0,\n\tradius: 1,\n\tstyle: { stroke: { width: 0.5 } }\n});\n",
        ),
        (
            "draw_circle({\r\n  name: 'c',\r\n  x: 0,\r\n  y: 0,\r\n  radius: 1 // mm\r\n});\r\n",
            "draw_circle({\n  name: 'c',\n  x: 0,\n  y: 0,\n  radius: 1, // mm\n  style: { stroke: { width: 0.5 } }\n});\n",
        ),
        (
            "draw_circle({\n  name: 'c',\n  x: 0,\n  y: 0,\n  radius: 1, // mm, \"big\"\n  // front\n  replace: true,\n});\n",
            "draw_circle({\n  name: 'c',\n  x: 0,\n  y: 0,\n  radius: 1, // mm, \"big\"\n  style: { stroke: { width: 0.5 } },\n  // front\n  replace: true,\n});\n",
        ),
        (
            "draw_circle({\n  name: 'c',\n  x: 0,\n  y: 0,\n  radius: 1, /* of the\n     hole */\n});\n",
            "draw_circle({\n  name: 'c',\n  x: 0,\n  y: 0,\n  radius: 1, /* of the\n     hole */\n  style: { stroke: { width: 0.5 } },\n});\n",
        ),
        (
            "drawCircle({ name: 'c', x: 0, // left\n  y: 0, radius: 1 // mm\n});",
            "drawCircle({ name: 'c', x: 0, // left\n  y: 0, radius: 1, // mm\n  style: { stroke: { width: 0.5 } }\n});",
        ),
    ]);
}

#[test]
fn a_missing_part_of_a_style_is_inserted_into_the_style() {
    check_width(&[
        (
            "draw_circle({ name: 'c', x: 0, y: 0, radius: 1, style: { stroke: { color: '#ff0000', cap: 'round' } } });",
            "draw_circle({ name: 'c', x: 0, y: 0, radius: 1, style: { stroke: { color: '#ff0000', width: 0.5, cap: 'round' } } });",
        ),
        (
            "draw_circle({ name: 'c', x: 0, y: 0, radius: 1, style: { fill: '#ff0000' } });",
            "draw_circle({ name: 'c', x: 0, y: 0, radius: 1, style: { stroke: { width: 0.5 }, fill: '#ff0000' } });",
        ),
        (
            "draw_circle({ name: 'c', x: 0, y: 0, radius: 1, style: {} });",
            "draw_circle({ name: 'c', x: 0, y: 0, radius: 1, style: { stroke: { width: 0.5 } } });",
        ),
        (
            "draw_circle({ name: 'c', x: 0, y: 0, radius: 1, style: { stroke: { /* thin */ } } });",
            "draw_circle({ name: 'c', x: 0, y: 0, radius: 1, style: { stroke: { width: 0.5 /* thin */ } } });",
        ),
        (
            "draw_circle({ name: 'c', x: 0, y: 0, radius: 1, style: {\n  fill: '#ff0000',\n} });",
            "draw_circle({ name: 'c', x: 0, y: 0, radius: 1, style: {\n  fill: '#ff0000',\n  stroke: { width: 0.5 },\n} });",
        ),
        (
            "draw_circle({ name: 'c', x: 0, y: 0, radius: 1, style: { stroke: 'red' } });",
            "draw_circle({ name: 'c', x: 0, y: 0, radius: 1, style: { stroke: { color: 'red', width: 0.5 } } });",
        ),
        (
            "drawCircle('c', 0, 0, 1, { stroke: [1, 0, 0] });",
            "drawCircle('c', 0, 0, 1, { stroke: { color: [1, 0, 0], width: 0.5 } });",
        ),
    ]);
    check(&[
        case(
            "color given alone",
            "drawCircle('c', 0, 0, 1, { stroke: 'red', fill: '#00ff00' });",
            set(
                "c",
                &[
                    ("style.stroke.color", json!("#0000ff")),
                    ("style.fill.color", json!("#ff0000")),
                ],
            ),
            "drawCircle('c', 0, 0, 1, { stroke: '#0000ff', fill: '#ff0000' });",
            "in place",
        ),
        case(
            "no stroke",
            "draw_circle({ name: 'c', x: 0, y: 0, radius: 1, style: { stroke: null, fill: 'red' } });",
            set("c", &[("style.stroke.color", json!("#0000ff"))]),
            "draw_circle({ name: 'c', x: 0, y: 0, radius: 1, style: { stroke: { color: '#0000ff' }, fill: 'red' } });",
            "in place",
        ),
        case(
            "stroke removed",
            "draw_circle({ name: 'c', x: 0, y: 0, radius: 1 });",
            set("c", &[("style.stroke", Value::Null)]),
            "draw_circle({ name: 'c', x: 0, y: 0, radius: 1, style: { stroke: null } });",
            "in place",
        ),
        case(
            "two at once",
            "draw_circle({ name: \"c\", x: 0, y: 0, radius: 1 });",
            set(
                "c",
                &[
                    ("style.fill.color", json!("#ff0000")),
                    ("style.stroke.dash", json!([3, 1.5])),
                ],
            ),
            "draw_circle({ name: \"c\", x: 0, y: 0, radius: 1, style: { fill: { color: \"#ff0000\" }, stroke: { dash: [3, 1.5] } } });",
            "in place",
        ),
    ]);
}

#[test]
fn every_kind_of_argument_is_inserted() {
    check(&[
        case(
            "corner radius",
            "draw_rect({ name: 'r', x: 0, y: 0, width: 9, height: 9, style: { fill: 'red' } });",
            set("r", &[("corner_radius", json!(2))]),
            "draw_rect({ name: 'r', x: 0, y: 0, width: 9, height: 9, corner_radius: 2, style: { fill: 'red' } });",
            "in place",
        ),
        case(
            "layer",
            "create_layer({ name: 'A' });\ndrawCircle({ name: 'c', x: 0, y: 0, radius: 1 });",
            set("c", &[("layer", json!("A"))]),
            "create_layer({ name: 'A' });\ndrawCircle({ name: 'c', x: 0, y: 0, radius: 1, layer: 'A' });",
            "in place",
        ),
        case(
            "flag",
            "draw_line({ name: 'l', points: [0, 0, 9, 0, 9, 9] });",
            set("l", &[("closed", json!(true))]),
            "draw_line({ name: 'l', points: [0, 0, 9, 0, 9, 9], closed: true });",
            "in place",
        ),
        case(
            "angle",
            "draw_text({ name: 't', text: 'a', x: 0, y: 0, size: 5 });",
            set("t", &[("angle", json!(std::f64::consts::FRAC_PI_6))]),
            "draw_text({ name: 't', text: 'a', x: 0, y: 0, size: 5, angle: 30, angle_unit: 'degree' });",
            "in place",
        ),
        case(
            "angle in degrees",
            "draw_text({ name: 't', text: 'a', x: 0, y: 0, size: 5, angle_unit: 'degree' });",
            set("t", &[("angle", json!(std::f64::consts::FRAC_PI_6))]),
            "draw_text({ name: 't', text: 'a', x: 0, y: 0, size: 5, angle: 30, angle_unit: 'degree' });",
            "in place",
        ),
        case(
            "beside a changed one",
            "draw_rect({ name: 'r', x: 0, y: 0, width: 9, height: 9 });",
            set("r", &[("height", json!(5)), ("corner_radius", json!(2))]),
            "draw_rect({ name: 'r', x: 0, y: 0, width: 9, height: 5, corner_radius: 2 });",
            "in place",
        ),
        case(
            "offset of a copy",
            "drawCircle('a', 0, 0, 1);\nduplicate({ entity: 'a', result: 'c' });",
            moved(&["c"], 3.0, -1.0),
            "drawCircle('a', 0, 0, 1);\nduplicate({ entity: 'a', result: 'c', dx: 3, dy: -1 });",
            "in place",
        ),
    ]);
}

#[test]
fn a_call_without_room_for_an_argument_gets_a_statement() {
    let line = |why| {
        move |name: &'static str, before: &'static str| {
            let end = if before.ends_with('\n') { "" } else { "\n" };
            let after = format!("{before}{end}set_stroke({{ name: \"c\", stroke: {{ width: 0.5 }} }});\n");
            case(name, before, width(0.5), Box::leak(after.into_boxed_str()), why)
        }
    };
    let (omitted, computed) = (line("Omitted"), line("Computed"));
    check(&[
        omitted("positional", "drawCircle('c', 0, 0, 1);\n"),
        omitted(
            "copy",
            "drawCircle('a', 0, 0, 1);\nduplicate({ entity: 'a', result: 'c' });\n",
        ),
        computed(
            "shared style",
            "const thin = { fill: 'red' };\ndrawCircle('c', 0, 0, 1, thin);",
        ),
        computed(
            "spread",
            "const o = { x: 0, y: 0 };\ndraw_circle({ ...o, name: 'c', radius: 1 });",
        ),
        line("Repeated")(
            "loop",
            "for (const name of ['c', 'd']) draw_circle({ name, x: 0, y: 0, radius: 1 });",
        ),
        line("Others")(
            "a copy follows",
            "draw_circle({ name: 'c', x: 0, y: 0, radius: 1 });\nduplicate({ entity: 'c', result: 'd', dx: 5 });\n",
        ),
    ]);
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig { failure_persistence: None, ..proptest::prelude::ProptestConfig::with_cases(64) })]

    #[test]
    fn an_argument_is_inserted_in_every_layout(
        gaps in proptest::collection::vec(proptest::sample::select(vec!["", " ", "\n  ", " /* , } */ ", " // { ,\n", "\r\n\t"]), 9),
        order in proptest::sample::subsequence(vec!["x: 0", "y: 0", "radius: 1", "name: 'c'", "replace: true"], 5).prop_shuffle(),
        has_comma in proptest::bool::ANY,
    ) {
        let mut call = "draw_circle({".to_owned();
        for (at, entry) in order.iter().enumerate() {
            let comma = if at + 1 < order.len() || has_comma { "," } else { "" };
            let space = if at % 2 == 0 { gaps[at] } else { "" };
            call.push_str(&format!("{}{entry}{space}{comma}", gaps[at + 1]));
        }
        call.push_str(&format!("{}}});", gaps[7]));
        let mut s = opened(&call);
        proptest::prop_assert_eq!(kind(&adjust(&mut s, &width(0.5))), "in place", "{}", call);
        assert_code_is_the_drawing(&s);
        let text = s.files().main().to_owned();
        let without = |text: &str| text.replace("style: { stroke: { width: 0.5 } }", "").replace([',', ' ', '\r', '\n', '\t'], "");
        proptest::prop_assert_eq!(without(&text), without(&call), "{}", text);
        s.undo(Actor::User);
        proptest::prop_assert_eq!(s.files().main(), call.replace("\r\n", "\n"));
    }
}
