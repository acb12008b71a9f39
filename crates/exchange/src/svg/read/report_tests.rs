//! Tests of conditions, fonts, views, and lengths of dashes: text in, shapes and lines of the report out.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::test_support::{bounds, drawing, drawing_of, file};
use super::*;

/// Returns the drawing of a file whose root has these attributes.
fn drawing_with_root(root: &str, inner: &str) -> ImportedDrawing {
    drawing_of(&file(root, inner))
}

/// Returns the lines of the report that contain a text.
fn lines(drawing: &ImportedDrawing, text: &str) -> Vec<String> {
    let all = drawing.report.iter().map(ToString::to_string);
    all.filter(|line| line.contains(text)).collect()
}

#[test]
fn elements_whose_conditions_fail_are_left_out_with_a_line() {
    const RECT: &str = "<rect width='9' height='9'/>";
    for (condition, reason) in [
        ("systemLanguage='de'", Some("languages")),
        ("systemLanguage='de, fr'", Some("languages")),
        ("systemLanguage='english'", Some("languages")),
        ("systemLanguage=''", Some("languages")),
        ("requiredExtensions='http://example.org/x'", Some("extension")),
        ("requiredExtensions=''", Some("extension")),
        ("systemLanguage='de, en'", None),
        ("systemLanguage='EN-us'", None),
        (
            "requiredFeatures='http://www.w3.org/TR/SVG11/feature#Filter'",
            None,
        ),
    ] {
        for inner in [
            format!("<rect id='a' width='9' height='9' {condition}/>"),
            format!("<g id='a' {condition}>{RECT}</g>"),
            format!("<svg id='a' {condition}>{RECT}</svg>"),
            format!("<defs><svg id='a' {condition}>{RECT}</svg></defs><use href='#a'/>"),
            format!("<text id='a' y='50' {condition}>A</text>"),
            format!("<text y='50'><tspan id='a' {condition}>A</tspan></text>"),
        ] {
            let drawing = drawing(&inner);
            assert_eq!(drawing.items.is_empty(), reason.is_some(), "{inner}");
            let found = lines(&drawing, reason.unwrap_or("left out"));
            let wanted = usize::from(reason.is_some());
            assert!(
                found.len() == wanted && found.iter().all(|line| line.contains("[a]")),
                "{inner}: {found:?}"
            );
        }
        let inner = format!("<switch id='s'><title/><g {condition}>{RECT}</g></switch>");
        let drawing = drawing(&inner);
        assert_eq!(drawing.items.is_empty(), reason.is_some(), "{inner}");
        assert_eq!(
            lines(&drawing, "switch").len(),
            usize::from(reason.is_some()),
            "{inner}"
        );
        assert_eq!(
            drawing_with_root(condition, RECT).items.is_empty(),
            reason.is_some(),
            "{condition}"
        );
    }
}

#[test]
fn the_font_states_the_size_of_a_text() {
    let height = |drawing: &ImportedDrawing| bounds(&drawing.items).unwrap().height();
    let text = |attributes: &str, sheet: &str| {
        drawing(&format!(
            "<style>{sheet}</style><g font-size='20'><text class='a' y='50' {attributes}>H</text></g>"
        ))
    };
    for (attributes, sheet, size) in [
        ("style='font: 30px sans-serif'", "", 30.0),
        ("style='font: italic bold 12pt/14pt \"A B\", serif'", "", 16.0),
        ("style='FONT: 2EM serif'", "", 40.0),
        ("", ".a{font:30px serif}", 30.0),
        ("style='font:10px serif'", ".a{font:30px serif}", 10.0),
        ("style='font:10px serif'", ".a{font:30px serif!important}", 30.0),
        // The later declaration has precedence, and a property has precedence over an attribute.
        ("style='font-size:10px;font:30px serif'", "", 30.0),
        ("style='font:30px serif;font-size:10px'", "", 10.0),
        ("style='font:30px serif' font-size='10'", "", 30.0),
        ("style='font:inherit' font-size='10'", "", 20.0),
        // Values that browsers ignore, and an attribute that is no property.
        ("style='font:30px'", "", 20.0),
        ("font='30px serif'", "", 20.0),
    ] {
        let drawing = text(attributes, sheet);
        let (found, wanted) = (height(&drawing), size * 0.733);
        assert!(
            (found - wanted).abs() < 0.01 * wanted,
            "{attributes} {sheet}: {found}, not {wanted}"
        );
        assert_eq!(
            drawing.report.len(),
            1,
            "{attributes} {sheet}: {:?}",
            drawing.report
        );
    }
    for (attributes, line) in [
        ("style='font:caption'", "font: caption"),
        ("style='font:var(--a)'", "font: var(--a)"),
        ("style='font:2rem serif'", "font-size: 2rem"),
        ("font-size='2rem'", "font-size: 2rem"),
        ("font-size='-3'", "font-size: -3"),
    ] {
        let drawing = text(attributes, "");
        assert!((height(&drawing) - 20.0 * 0.733).abs() < 0.2, "{attributes}");
        assert_eq!(
            lines(&drawing, line).len(),
            1,
            "{attributes}: {:?}",
            drawing.report
        );
    }
}

#[test]
fn content_outside_of_the_page_is_kept_and_reported() {
    const INSIDE: &str = "<rect x='10' y='10' width='20' height='20'/>";
    for (root, inner, is_outside) in [
        ("", "<rect x='300' y='10' width='20' height='20'/>", true),
        (
            "",
            "<g transform='translate(0 -50)'><circle cy='20' r='5'/></g>",
            true,
        ),
        ("", "<circle cx='50' cy='99' r='5'/>", true),
        ("", "<rect width='100' height='100'/>", false),
        (
            "viewBox='0 0 200 100'",
            "<rect x='100' y='-40' width='100' height='180'/>",
            false,
        ),
        (
            "viewBox='0 0 200 100'",
            "<rect x='100' y='-60' width='100' height='180'/>",
            true,
        ),
        ("viewBox='-50 -50 100 100'", "<circle r='50'/>", false),
        ("viewBox='-50 -50 100 100'", "<circle r='51'/>", true),
        ("overflow='visible'", "<circle r='51'/>", false),
        (
            "transform='translate(20 0)'",
            "<rect width='100' height='100'/>",
            false,
        ),
    ] {
        let text = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='100mm' height='100mm' {} {root}>{INSIDE}{inner}</svg>",
            if root.contains("viewBox") {
                ""
            } else {
                "viewBox='0 0 100 100'"
            }
        );
        let drawing = read(text.as_bytes(), &ImportOptions::default()).unwrap();
        assert_eq!(drawing.items.len(), 2, "{root} {inner}");
        let found = lines(&drawing, "Content outside of the view is not cut off.");
        assert_eq!(found.len(), usize::from(is_outside), "{root} {inner}");
    }
    // A file without sizes has no page.
    let text = "<svg><circle r='50'/></svg>";
    let options = ImportOptions {
        units: Some(trammel_scene::Units::Mm),
        ..ImportOptions::default()
    };
    assert!(read(text.as_bytes(), &options).unwrap().report.is_empty());
}

#[test]
fn dashes_count_in_the_stated_length_of_the_path() {
    for (element, wanted) in [
        ("<path d='M10 30H90' pathLength='10' W/>", vec![8.0, 8.0]),
        (
            "<line x1='10' x2='90' y1='9' y2='9' pathLength='40' W/>",
            vec![2.0, 2.0],
        ),
        (
            "<rect x='10' y='10' width='30' height='10' pathLength='20' W/>",
            vec![4.0, 4.0],
        ),
        // All parts of a path have the length together.
        ("<path d='M10 30H50M10 50H50' pathLength='10' W/>", vec![8.0, 8.0]),
        (
            "<path transform='scale(0.5)' d='M10 30H90' pathLength='10' W/>",
            vec![4.0, 4.0],
        ),
        ("<g W><path d='M10 30H90' pathLength='10'/></g>", vec![8.0, 8.0]),
        ("<path d='M10 30H90' W/>", vec![1.0, 1.0]),
        ("<path d='M10 30H90' pathLength='-1' W/>", vec![1.0, 1.0]),
        ("<path d='M10 30H90' pathLength='0' W/>", vec![]),
    ] {
        let element = element.replace('W', "fill='none' stroke='red' stroke-dasharray='1'");
        let drawing = drawing(&element);
        let style = drawing.items[0].style.clone().unwrap_or_default();
        let dashes = style.stroke.map(|stroke| stroke.dash).unwrap_or_default();
        let is_near = dashes
            .iter()
            .zip(&wanted)
            .all(|(a, b): (&f64, &f64)| (a - b).abs() < 1e-6);
        assert!(dashes.len() == wanted.len() && is_near, "{element}: {dashes:?}");
    }
}

#[test]
fn the_opacity_of_several_shapes_is_reported() {
    const TWO: &str = "<rect width='9' height='9'/><circle cx='9' cy='9' r='5'/>";
    const ONE: &str = "<circle cx='9' cy='9' r='5'/>";
    for (content, is_reported) in [(TWO, true), (ONE, false)] {
        for inner in [
            format!("<g opacity='.5'>{content}</g>"),
            format!("<g opacity='50%'><g id='b'>{content}</g></g>"),
            format!("<defs><g id='a'>{content}</g></defs><use href='#a' opacity='.5'/>"),
            format!(
                "<defs><g id='a'>{content}</g></defs><use href='#a' opacity='.5'/><use href='#a' x='20'/>"
            ),
            format!("<symbol id='a'>{content}</symbol><use href='#a' style='opacity:.5'/>"),
            format!("<symbol id='a' opacity='.5'>{content}</symbol><use href='#a'/>"),
            format!("<svg opacity='.5'>{content}</svg>"),
        ] {
            let found = lines(&drawing(&inner), "opacity");
            assert_eq!(found.len(), usize::from(is_reported), "{inner}: {found:?}");
        }
        let found = lines(&drawing_with_root("opacity='.5'", content), "opacity");
        assert_eq!(found.len(), usize::from(is_reported), "{content}");
        let opaque = lines(&drawing(&format!("<g opacity='1.0'>{content}</g>")), "opacity");
        assert!(opaque.is_empty(), "{opaque:?}");
    }
}
