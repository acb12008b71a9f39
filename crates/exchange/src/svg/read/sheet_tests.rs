//! Tests of style sheets and of properties that hide, paint, or place: each construct is applied, or it is in the report.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::test_support::{drawing_of, extent, file};
use super::*;
use trammel_formats::{ReportEntry, Treatment};

/// Reads a rectangle of 20 by 10 in the corner with these attributes, in a group, with a style sheet. The page does not
/// cut off what a transform moves out of it.
fn drawing(sheet: &str, attributes: &str) -> ImportedDrawing {
    let inner = format!(
        "<style><![CDATA[{sheet}]]></style>\
         <g class=\"g\"><rect id=\"r\" class=\"k\" width=\"20\" height=\"10\" {attributes}/></g>"
    );
    drawing_of(&file("overflow='visible'", &inner))
}

fn find<'d>(drawing: &'d ImportedDrawing, kind: &str) -> Option<&'d ReportEntry> {
    drawing.report.iter().find(|entry| entry.kind == kind)
}

#[test]
fn rules_that_cannot_be_applied_are_reported_with_their_selector() {
    for (sheet, kind) in [
        (".k:nth-child(1) { display: none }", ".k:nth-child(1)"),
        ("rect:not([x]) { visibility: hidden }", "rect:not([x])"),
        (":is(.k, .l) { opacity: 0 }", ":is(.k, .l)"),
        ("[id^='r'] { fill: none }", "[id^='r']"),
        ("[id='R' i] { fill: none }", "[id='R' i]"),
        ("a ~ rect { fill: none }", "a ~ rect"),
        ("svg|rect { fill: red }", "svg|rect"),
        (":root rect { stroke-width: 3 }", ":root rect"),
        ("rect:lang(en) { display: none }", "rect:lang(en)"),
        (
            ".k::before, .k:last-child { transform: scale(2) }",
            ".k:last-child",
        ),
        ("\\72 ect { display: none }", "\\72 ect"),
        (".g { .k { display: none } }", ".g { .k"),
        (".g { fill: red; & > .k { display: none } }", ".g { & > .k"),
        ("@layer a { .k { display: none } }", "@layer a"),
        (
            "@supports (fill: red) { .k { display: none } }",
            "@supports (fill: red)",
        ),
        (
            "@media (min-width: 1px) { .k { display: none } }",
            "@media (min-width: 1px)",
        ),
        ("@media print { .k { display: none } }", "@media print"),
        (
            "@MEDIA screen and (color) { .k { rotate: 1deg } }",
            "@media screen and (color)",
        ),
        ("@import url(\"a.css\");", "@import url(\"a.css\")"),
        ("@scope (.g) { .k { display: none } }", "@scope (.g)"),
        ("a:b:c{;} .k:only-child { zoom: 2 }", ".k:only-child"),
    ] {
        let drawing = drawing(sheet, "");
        let entry = find(&drawing, kind);
        let entry = entry.unwrap_or_else(|| panic!("{sheet}: {:?}", drawing.report));
        assert_eq!(entry.treatment, Treatment::Dropped, "{sheet}");
        assert!(entry.reason.korean.ends_with('.') && entry.reason.korean != entry.reason.english);
        assert_eq!(extent(&drawing), [0.0, 0.0, 20.0, 10.0], "{sheet}");
    }
}

#[test]
fn rules_that_can_be_applied_are() {
    for sheet in [
        ".k { display: none }",
        ".K, .k { DISPLAY: None }",
        "g > rect:first-child { display: none }",
        "[class~=\"k\"] { visibility: hidden }",
        ".k { opacity: 0 }",
        ".k { opacity: 0% }",
        ".k { fill: NONE }",
        ".k { display: contents }",
        "@media screen { .k { display: none } }",
        "@media all, print { .k { display: none } }",
        "@media only screen { @media not print { .k { display: none } } }",
        "<!-- @charset \"utf-8\"; /* } */ .k /* a */ { fill /* b */ : /* c */ none } -->",
        "@font-face { font-family: a; src: url(a;b) } .k { fill: none !IMPORTANT; fill: red }",
        ".k { background: url(\"}\"); display: none }",
        ".k { --a: { x: y }; display: none }",
        "svg { display: none }",
    ] {
        let drawing = drawing(sheet, "");
        assert!(drawing.items.is_empty(), "{sheet}: {:?}", drawing.report);
        assert_eq!(drawing.report.len(), 1, "{sheet}: {:?}", drawing.report);
    }
    for sheet in [
        "rect { cursor: pointer; animation-delay: 1s; -inkscape-font: a; --d: none }",
        ".k:nth-child(1) { cursor: pointer }",
        ".k:hover { display: none }",
        "@keyframes a { from { opacity: 0 } }",
        "@layer a, b; @media print {} @namespace \"http://www.w3.org/2000/svg\";",
        ".k { text-transform: none; zoom: 1; -webkit-transform: scale(2); transform: none }",
    ] {
        let drawing = drawing(sheet, "");
        assert_eq!(extent(&drawing), [0.0, 0.0, 20.0, 10.0], "{sheet}");
        assert!(drawing.report.is_empty(), "{sheet}: {:?}", drawing.report);
    }
}

#[test]
fn style_elements_for_other_media_are_reported() {
    let of_media = |media: &str| {
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9mm\" height=\"9mm\" viewBox=\"0 0 9 9\">\
             <style media=\"{media}\">rect {{ display: none }}</style><rect width=\"2\" height=\"1\"/></svg>"
        );
        read(text.as_bytes(), &ImportOptions::default()).unwrap()
    };
    let print = of_media("print");
    assert!(print.items.len() == 1 && find(&print, "@media print").is_some());
    assert!(of_media("screen").items.is_empty());
}

#[test]
fn properties_that_cannot_be_applied_are_reported_with_their_value() {
    for (style, kind) in [
        ("display: var(--d)", "display: var(--d)"),
        ("display: var(--d, none)", "display: var(--d, none)"),
        ("fill: var(--c)", "fill: var(--c)"),
        ("opacity: calc(1 - 1)", "opacity: calc(1 - 1)"),
        ("visibility: initial", "visibility: initial"),
        ("display: n\\6fne", "display: n\\6fne"),
        ("fill: lab(50% 0 0 / 0)", "fill: lab(50% 0 0 / 0)"),
        ("offset-path: path('M9 9h9')", "offset-path: path('M9 9h9')"),
        ("zoom: 2", "zoom: 2"),
        ("ZOOM: 2", "zoom: 2"),
        ("rotate: x 45deg", "rotate"),
        ("rotate: 45", "rotate"),
        ("translate: 1px 1px 1px", "translate"),
        ("scale: 1 1 2", "scale"),
        ("animation: a 1s", "animation: a 1s"),
        ("mask-image: url(#m)", "mask-image: url(#m)"),
        ("-webkit-transform: scale(2)", "-webkit-transform: scale(2)"),
        ("content-visibility: hidden", "content-visibility: hidden"),
        ("mask: url(#m)", "mask"),
    ] {
        for (sheet, attributes) in [
            (String::new(), format!("style=\"{style}\"")),
            (format!(".k {{ {style} }}"), String::new()),
        ] {
            let drawing = drawing(&sheet, &attributes);
            assert!(find(&drawing, kind).is_some(), "{style}: {:?}", drawing.report);
            assert_eq!(extent(&drawing), [0.0, 0.0, 20.0, 10.0], "{style}");
        }
    }
    assert!(find(&drawing("", "display=\"var(--d)\""), "display: var(--d)").is_some());
}

#[test]
fn transparent_colors_of_both_syntaxes_hide() {
    for color in [
        "rgb(0 0 0 / 0%)",
        "rgb(0 0 0/0)",
        "rgba(9, 9, 9, 0%)",
        "hsl(120deg 50% 50% / 0%)",
        "hsla(120, 50%, 50%, 0)",
        "transparent",
        "#abc0",
    ] {
        for attributes in [format!("fill=\"{color}\""), format!("style=\"fill:{color}\"")] {
            let drawing = drawing("", &attributes);
            assert!(drawing.items.is_empty(), "{attributes}");
            assert_eq!(drawing.report.len(), 1, "{attributes}: {:?}", drawing.report);
        }
    }
}

#[test]
fn single_transforms_are_applied_before_the_list_of_functions() {
    for (style, wanted) in [
        ("translate: 10px 5%", [10.0, 5.0, 30.0, 15.0]),
        ("translate: 10px", [10.0, 0.0, 30.0, 10.0]),
        ("rotate: 90deg", [-10.0, 0.0, 0.0, 20.0]),
        ("rotate: z 0.25turn", [-10.0, 0.0, 0.0, 20.0]),
        ("rotate: 0 0 1 100grad", [-10.0, 0.0, 0.0, 20.0]),
        ("scale: 2", [0.0, 0.0, 40.0, 20.0]),
        ("scale: 200% 50%", [0.0, 0.0, 40.0, 5.0]),
        ("scale: 2 3 1", [0.0, 0.0, 40.0, 30.0]),
        (
            "scale: none; rotate: none; translate: none",
            [0.0, 0.0, 20.0, 10.0],
        ),
        (
            "scale: 2; rotate: 90deg; translate: 50px; transform: translate(5px)",
            [30.0, 10.0, 50.0, 50.0],
        ),
        (
            "rotate: 180deg; transform-origin: 20px 10px",
            [20.0, 10.0, 40.0, 20.0],
        ),
        (
            "transform-box: fill-box; transform-origin: center; rotate: 90deg; translate: 50% 100%",
            [15.0, 5.0, 25.0, 25.0],
        ),
    ] {
        for (sheet, attributes) in [
            (String::new(), format!("style=\"{style}\"")),
            (format!(".k {{ {style} }}"), String::new()),
        ] {
            let drawing = drawing(&sheet, &attributes);
            let found = extent(&drawing);
            let is_near = found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-9);
            assert!(is_near, "{style}: {found:?}");
            assert!(drawing.report.is_empty(), "{style}: {:?}", drawing.report);
        }
    }
    let both = drawing(".k { translate: 50px }", "transform=\"scale(2)\"");
    assert_eq!(extent(&both), [50.0, 0.0, 90.0, 20.0]);
    // An attribute with the name of such a property is none.
    assert_eq!(
        extent(&drawing("", "translate=\"50\" scale=\"2\"")),
        [0.0, 0.0, 20.0, 10.0]
    );
}

#[test]
fn hostile_style_sheets_end() {
    for sheet in [
        "@media all{".repeat(50_000),
        "a{".repeat(100_000),
        "((((".repeat(50_000),
        "}".repeat(100_000),
        "a{b:c;".repeat(50_000),
        "/*".repeat(100_000),
        ".k{zoom:1;".to_owned() + &"zoom:2;".repeat(100_000),
        ":is(a),".repeat(50_000) + "b{fill:red}",
        "@x".repeat(100_000),
        ".k,".repeat(30_000) + ".k{" + &"fill:red;".repeat(30_000) + "}",
    ] {
        let drawing = drawing(&sheet, "");
        assert_eq!(drawing.items.len(), 1, "{}", &sheet[..9]);
    }
}
