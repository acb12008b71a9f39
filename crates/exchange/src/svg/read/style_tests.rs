//! Tests of transforms and style sheets: text in, extents and areas out.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::test_support::{drawing, drawing_of, extent};
use super::*;
use crate::imported::ImportedItem;
use trammel_scene::Color;

#[track_caller]
fn has_extent(inner: &str, wanted: [f64; 4], tolerance: f64) {
    let drawing = drawing(inner);
    let found = extent(&drawing);
    let is_near = found.iter().zip(wanted).all(|(a, b)| (a - b).abs() <= tolerance);
    assert!(
        is_near,
        "{inner}: {found:?}, wanted {wanted:?}; {:?}",
        drawing.report
    );
}

const LINE: &str = "fill=\"none\" stroke=\"red\" stroke-width=\"0.1\"";

#[test]
fn transforms_of_style_sheets_have_units_and_precedence() {
    let half = 50.0_f64.sqrt() * 5.0;
    for (attributes, wanted) in [
        ("style=\"transform: rotate(90deg)\"", [-10.0, 0.0, 0.0, 20.0]),
        ("style=\"transform: rotate(0.25turn)\"", [-10.0, 0.0, 0.0, 20.0]),
        ("style=\"transform: rotate(100grad)\"", [-10.0, 0.0, 0.0, 20.0]),
        (
            "style=\"transform: translate(10px, 5%) scale(2)\"",
            [10.0, 5.0, 50.0, 25.0],
        ),
        (
            "style=\"transform: translateX(1em) scaleY(50%)\"",
            [16.0, 0.0, 36.0, 5.0],
        ),
        ("style=\"transform: matrix(1 0 0 1 3 4)\"", [3.0, 4.0, 23.0, 14.0]),
        ("style=\"transform: skewX(45deg)\"", [0.0, 0.0, 30.0, 10.0]),
        (
            "transform=\"translate(50 0)\" style=\"transform:translate(10px,0)\"",
            [10.0, 0.0, 30.0, 10.0],
        ),
        (
            "transform=\"translate(50 0)\" style=\"transform:none\"",
            [0.0, 0.0, 20.0, 10.0],
        ),
        (
            "transform=\"rotate(90)\" transform-origin=\"20 10\"",
            [20.0, -10.0, 30.0, 10.0],
        ),
        (
            "transform=\"rotate(180)\" style=\"transform-origin: center\"",
            [80.0, 90.0, 100.0, 100.0],
        ),
        (
            "style=\"transform: scale(2); transform-origin: right bottom\"",
            [-100.0, -100.0, -60.0, -80.0],
        ),
    ] {
        has_extent(
            &format!("<rect width=\"20\" height=\"10\" {LINE} {attributes}/>"),
            wanted,
            1e-9,
        );
    }
    has_extent(
        &format!(
            "<rect x=\"25\" y=\"25\" width=\"50\" height=\"50\" {LINE} transform=\"rotate(45)\" transform-origin=\"50 50\"/>"
        ),
        [50.0 - half, 50.0 - half, 50.0 + half, 50.0 + half],
        1e-9,
    );
    // The origin is in the box of the element itself: in its corner unless it is stated.
    for (element, wanted) in [
        (
            "rect x=\"40\" y=\"40\" width=\"20\" height=\"10\" style=\"transform-box:fill-box;transform-origin:center;transform:rotate(90deg)\"",
            [45.0, 35.0, 55.0, 55.0],
        ),
        (
            "path d=\"M40 40h20v10h-20z\" style=\"transform-box:fill-box;transform:rotate(90deg)\"",
            [30.0, 40.0, 40.0, 60.0],
        ),
        (
            "circle cx=\"50\" cy=\"50\" r=\"10\" transform=\"scale(2)\" style=\"transform-box:fill-box;transform-origin:100% 50%\"",
            [20.0, 30.0, 60.0, 70.0],
        ),
    ] {
        has_extent(&format!("<{element} {LINE}/>"), wanted, 1e-9);
    }
    let group = drawing(&format!(
        "<g style=\"transform-box:fill-box;transform:rotate(90deg)\"><rect width=\"20\" height=\"10\" {LINE}/></g>"
    ));
    assert_eq!(group.report[0].kind, "transform-origin");
    let root = drawing_of(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100mm\" height=\"100mm\" viewBox=\"0 0 100 100\" \
         transform=\"translate(20 0)\"><rect width=\"10\" height=\"10\" {LINE}/></svg>"
    ));
    assert_eq!(extent(&root), [20.0, 0.0, 30.0, 10.0]);
    for transform in ["perspective(10px)", "rotate3d(1,0,0,45deg)", "rotate(", "spin(1)"] {
        let drawing = drawing(&format!(
            "<rect width=\"20\" height=\"10\" {LINE} style=\"transform:{transform}\"/>"
        ));
        assert_eq!(drawing.report[0].kind, "transform", "{transform}");
    }
}

#[test]
fn style_sheets_may_state_geometry() {
    has_extent(
        &format!(
            "<circle {LINE} style=\"cx:50px;cy:50px;r:10px\"/><rect {LINE} style=\"x:0;y:0;width:20px;height:10px\"/>"
        ),
        [0.0, 0.0, 60.0, 60.0],
        1e-9,
    );
    has_extent(
        &format!("<style>.a {{ r: 5px }}</style><circle class=\"a\" cx=\"50\" cy=\"50\" r=\"10\" {LINE}/>"),
        [45.0, 45.0, 55.0, 55.0],
        1e-9,
    );
    has_extent(
        &format!("<path {LINE} style=\"d:path('M10 10h20v20')\"/>"),
        [10.0, 10.0, 30.0, 30.0],
        1e-9,
    );
    has_extent(
        &format!("<path {LINE} d=\"M0 0h5v5\" style=\"d: path( &quot;M10 10h20v20&quot; )\"/>"),
        [10.0, 10.0, 30.0, 30.0],
        1e-9,
    );
    has_extent(
        &format!(
            "<defs><rect id=\"a\" width=\"50\" height=\"50\" {LINE}/><rect id=\"b\" width=\"10\" height=\"10\" {LINE}/></defs>\
             <use xlink:href=\"#a\" href=\"#b\" style=\"x:3px\"/>"
        ),
        [3.0, 0.0, 13.0, 10.0],
        1e-9,
    );
}

#[test]
fn colors_follow_the_cascade() {
    let layers = |inner: &str| -> Vec<(Color, bool)> {
        let drawing = drawing(inner);
        let style = |item: &ImportedItem| item.style.clone().is_some_and(|style| style.fill.is_some());
        let filled = drawing.items.iter().any(style);
        drawing.layers.iter().map(|layer| (layer.color, filled)).collect()
    };
    let red = Color::Rgba([1.0, 0.0, 0.0, 1.0]);
    let blue = Color::Rgba([0.0, 0.0, 1.0, 1.0]);
    let rect = "<rect width=\"10\" height=\"10\"/>";
    for (inner, wanted) in [
        // The keyword is inherited, not the color of the element that states it.
        (
            format!("<g stroke=\"currentColor\" fill=\"none\"><g color=\"#ff0000\">{rect}</g></g>"),
            red,
        ),
        (
            format!("<g color=\"red\" stroke=\"currentColor\" fill=\"none\">{rect}</g>"),
            red,
        ),
        (
            format!(
                "<g color=\"red\" stroke=\"currentColor\" fill=\"none\"><g stroke=\"blue\" color=\"lime\">{rect}</g></g>"
            ),
            blue,
        ),
        (
            "<rect width=\"10\" height=\"10\" style=\"/* c */fill:none;stroke:#0000ff\"/>".to_owned(),
            blue,
        ),
        (
            "<rect width=\"10\" height=\"10\" style=\"fill:none/*;*/;/* stroke:red; */stroke/**/:blue\"/>"
                .to_owned(),
            blue,
        ),
    ] {
        assert_eq!(layers(&inner), [(wanted, false)], "{inner}");
    }
}

#[test]
fn compressed_files_are_read() {
    let text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10mm\" height=\"10mm\" viewBox=\"0 0 10 10\"><circle r=\"5\"/></svg>";
    let packed = miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 9);
    let mut file = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 3];
    file.extend(packed);
    file.extend([0; 8]);
    let drawing = read(&file, &ImportOptions::default()).unwrap();
    assert_eq!(drawing.items.len(), 1);
    let Err(ReadError::Refused(error)) = read(&file[..30], &ImportOptions::default()) else {
        panic!("a damaged file is read");
    };
    assert!(error.0.english.contains("compressed"), "{error:?}");
}
