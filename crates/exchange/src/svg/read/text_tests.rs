//! Tests of texts: text in, extents out.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::test_support::{drawing, extent};

#[test]
fn characters_of_a_text_are_placed_as_stated() {
    let text = |attributes: &str, content: &str| {
        let drawing = drawing(&format!(
            "<text x=\"10\" y=\"50\" font-size=\"10\" {attributes}>{content}</text>"
        ));
        extent(&drawing)
    };
    let plain = text("", "HHH");
    let one = text("", "H");
    let (width, advance) = (one[2] - one[0], (plain[2] - one[2]) / 2.0);
    let near = |found: [f64; 4], wanted: [f64; 4], what: &str| {
        let is_near = found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-6);
        assert!(is_near, "{what}: {found:?}, wanted {wanted:?}");
    };
    let [left, top, _, bottom] = plain;
    let with_right = |right: f64| [left, top, right, bottom];
    let list = |attributes: &str| {
        drawing(&format!(
            "<text y=\"50\" font-size=\"10\" {attributes}>HHH</text>"
        ))
    };
    near(
        extent(&list("x=\"10 30 50\"")),
        with_right(left + 40.0 + width),
        "x",
    );
    near(text("dx=\"0 5 5\"", "HHH"), with_right(plain[2] + 10.0), "dx");
    near(
        text("letter-spacing=\"2\"", "HHH"),
        with_right(plain[2] + 4.0),
        "letter-spacing",
    );
    near(
        text("style=\"letter-spacing:0.2em\"", "HHH"),
        with_right(plain[2] + 4.0),
        "letter-spacing in em",
    );
    near(
        text("word-spacing=\"3\"", "H H"),
        text("dx=\"0 0 3\"", "H H"),
        "word-spacing",
    );
    // The text ends after its last character, whose box is a little wider than its outline.
    near(
        text("textLength=\"80\"", "HHH"),
        with_right(plain[2] + 80.0 - 3.0 * advance),
        "textLength",
    );
    near(
        text("textLength=\"80\" text-anchor=\"end\"", "HHH")[..]
            .try_into()
            .unwrap(),
        {
            let right = plain[2] + 80.0 - 3.0 * advance;
            [left - 80.0, top, right - 80.0, bottom]
        },
        "textLength and anchor",
    );
    let turned = text("rotate=\"90\"", "HHH");
    assert!(
        (turned[2] - turned[0] - (2.0 * advance + bottom - top)).abs() < 1e-6,
        "{turned:?}"
    );
    assert!(
        turned[1] > 50.0,
        "the characters lie below the baseline: {turned:?}"
    );
    for (name, middle) in [
        ("middle", 50.0),
        ("central", 50.0),
        ("hanging", 53.0),
        ("text-after-edge", 44.0),
    ] {
        let [_, top, _, bottom] = text(&format!("dominant-baseline=\"{name}\""), "HHH");
        assert!(
            ((top + bottom) / 2.0 - middle).abs() < 1.5,
            "{name}: {top} to {bottom}"
        );
    }
    for attribute in [
        "textLength=\"80\" lengthAdjust=\"spacingAndGlyphs\"",
        "style=\"text-decoration: underline\"",
        "writing-mode=\"tb\"",
        "baseline-shift=\"super\"",
        "direction=\"rtl\"",
    ] {
        let drawing = drawing(&format!("<text x=\"10\" y=\"50\" {attribute}>HHH</text>"));
        assert!(drawing.report.len() > 1, "{attribute}: {:?}", drawing.report);
    }
}

#[test]
fn the_position_of_a_text_is_that_of_its_first_drawn_character() {
    for (inner, plain) in [
        // Characters within other elements, with and without white space around.
        ("<text X><tspan>ABC</tspan></text>", "<text X>ABC</text>"),
        ("<text X> <tspan> ABC</tspan> </text>", "<text X>ABC</text>"),
        ("<text X><a><tspan>ABC</tspan></a></text>", "<text X>ABC</text>"),
        ("<text X>\n <a x='70'>ABC</a></text>", "<text X>ABC</text>"),
        (
            "<text X dx='3' dy='-4'> <tspan>ABC</tspan></text>",
            "<text X dx='3' dy='-4'>ABC</text>",
        ),
        (
            "<text X><tspan/> <tspan dy='9'> </tspan><tspan>ABC</tspan></text>",
            "<text X>ABC</text>",
        ),
        (
            "<text X rotate='30'><tspan>ABC</tspan></text>",
            "<text X rotate='30'>ABC</text>",
        ),
        // Lists are those of the characters in order.
        (
            "<text X x='10 30 50'>A<tspan>B</tspan>C</text>",
            "<text X x='10 30 50'>ABC</text>",
        ),
        (
            "<text X x='10 30 50'> <tspan> A</tspan><tspan>BC</tspan></text>",
            "<text X x='10 30 50'>ABC</text>",
        ),
        (
            "<text X rotate='0 40'><tspan>A</tspan>BC</text>",
            "<text X rotate='0 40 40'>ABC</text>",
        ),
        // The position of a part has precedence.
        (
            "<text X><tspan x='40'>ABC</tspan></text>",
            "<text X x='40'>ABC</text>",
        ),
        (
            "<text X x='10 30 50'>A<tspan x='70'>BC</tspan></text>",
            "<text X x='10 70 50'>ABC</text>",
        ),
        (
            "<text X dx='5'><tspan dx='9'>ABC</tspan></text>",
            "<text X dx='9'>ABC</text>",
        ),
        // A second line.
        (
            "<text X> <tspan>first</tspan> <tspan x='10' dy='12'>second</tspan></text>",
            "<text X>first</text><text X y='52'>second</text>",
        ),
        (
            "<text X dy='5'><tspan>first</tspan><tspan x='10' dy='12'>second</tspan></text>",
            "<text X y='45'>first</text><text X y='57'>second</text>",
        ),
    ] {
        let full = |text: &str| {
            text.split('<')
                .map(|element| {
                    let place = [("x='", "x='10'"), ("y='", "y='40'")];
                    let missing = place
                        .iter()
                        .filter(|(name, _)| !element.contains(&format!(" {name}")));
                    let missing: Vec<&str> = missing.map(|(_, all)| *all).collect();
                    element.replacen("X", &format!("font-size='10' {}", missing.join(" ")), 1)
                })
                .collect::<Vec<_>>()
                .join("<")
        };
        let (found, wanted) = (extent(&drawing(&full(inner))), extent(&drawing(&full(plain))));
        let is_near = found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-6);
        assert!(is_near, "{inner}: {found:?}, wanted {wanted:?}");
    }
}

#[test]
fn white_space_of_a_text_stays_if_the_file_says_so() {
    let wide = extent(&drawing("<text y='40' x='20'>A</text>"));
    let advance = trammel_text::advance(" ", 16.0 * 0.733);
    for (inner, spaces) in [
        ("<text y='40' x='20' xml:space='preserve'>   A</text>", 3.0),
        ("<text y='40' x='20' xml:space='preserve'>\n\tA  </text>", 2.0),
        ("<g xml:space='preserve'><text y='40' x='20'>  A</text></g>", 2.0),
        (
            "<text y='40' x='20' xml:space='preserve'> <tspan> A</tspan></text>",
            2.0,
        ),
        (
            "<text y='40' x='20'> <tspan xml:space='preserve'>  A</tspan></text>",
            2.0,
        ),
        (
            "<g xml:space='preserve'><text y='40' x='20' xml:space='default'>  A</text></g>",
            0.0,
        ),
        ("<text y='40' x='20'>   A</text>", 0.0),
        // The spaces after the text are a part of its width.
        (
            "<text y='40' x='20' xml:space='preserve' text-anchor='end'>A  </text>",
            -2.0 - trammel_text::advance("A", 1.0) / trammel_text::advance(" ", 1.0),
        ),
    ] {
        let found = extent(&drawing(inner))[0];
        let wanted = wide[0] + spaces * advance;
        assert!((found - wanted).abs() < 1e-6, "{inner}: {found}, wanted {wanted}");
    }
    let blank = drawing("<text y='40' xml:space='preserve'>  </text>");
    assert!(blank.items.is_empty() && blank.report.is_empty(), "{blank:?}");
}
