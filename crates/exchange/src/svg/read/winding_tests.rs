//! Tests of areas by the nonzero rule, compared with the pixels of another program.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::test_support::{drawing_of, file};
use crate::imported::{ImportedContent, ImportedItem};
use trammel_kernel::{Path, Seg};
use trammel_scene::Shape;

#[test]
fn an_area_by_the_nonzero_rule_is_the_area_of_the_picture() {
    for data in [
        // The same direction has no hole, the opposite one has.
        "M0 0h30v30h-30zM10 10h10v10h-10z",
        "M0 0h30v30h-30zM10 10v10h10v-10z",
        "M0 0v30h30v-30zM10 10v10h10v-10z",
        // Overlapping and separate squares.
        "M0 0h30v30h-30zM20 20h20v20h-20z",
        "M0 0h30v30h-30zM40 40h20v20h-20z",
        // A path around itself twice.
        "M0 0h30v30h-30zh20v20h-20z",
        // Two squares with a common corner.
        "M0 0H10V10H20V20H10V10H0z",
        // A loop within an outline, in the same and in the opposite direction, with lines and with a curve.
        "M0 0h40v40h-40v-30h30v20h-20v-20h-10z",
        "M0 0h40v40h-30v-20h10v10h-20v-20z",
        "M0 0h40v40h-40v-20a10 10 0 1 0 20 0h-20z",
        "M0 0h40v40h-40v-20a10 10 0 1 1 20 0h-20z",
        // An open path is filled as if it was closed.
        "M0 0h40v40h-40v-30h30v20h-20v-20h-10",
        // An outline that crosses itself, beside another one.
        "M0 0h40v40h-40v-30h30v20h-20v-20h-10zM50 0h10v10h-10z",
        "M50 5 79 95 2 38 98 38 21 95z",
    ] {
        compare_areas(&format!("path d=\"{data}\""));
    }
    for tag in ["polygon", "polyline"] {
        compare_areas(&format!("{tag} points=\"50,5 79,95 2,38 98,38 21,95\""));
    }
}

#[test]
fn short_paths_with_curves_have_the_area_of_the_picture() {
    let mut all = vec![
        // Two large arcs that overlap.
        "M40 60 A25 25 0 1 1 50 60 A25 25 0 1 1 60 60 Z".to_owned(),
        // Twice around a circle.
        "M30 50A20 20 0 1 1 70 50A20 20 0 1 1 30 50A20 20 0 1 1 70 50A20 20 0 1 1 30 50Z".to_owned(),
        // Cubic curves with loops, and a chord through a loop.
        "M10 60C100 0 0 0 90 60".to_owned(),
        "M45 20C150 100 -50 100 55 20".to_owned(),
        "M20 60C120 60 120 10 50 10S10 60 80 90Z".to_owned(),
        "M50 80C-60 -20 160 -20 40 80C-10 20 110 20 50 80Z".to_owned(),
        // Crescents, hearts, and curves without a crossing.
        "M20 20A40 40 0 0 1 20 80A50 50 0 0 0 20 20Z".to_owned(),
        "M50 80C10 40 20 10 50 30C80 10 90 40 50 80Z".to_owned(),
        "M10 50A20 20 0 1 0 50 50A20 20 0 1 0 10 50Z".to_owned(),
        "M10 50Q30 10 50 50T90 50Z".to_owned(),
        "M30 10H70A20 20 0 0 1 70 50H30A20 20 0 0 1 30 10Z".to_owned(),
    ];
    // Combinations of two and three arcs.
    for [first, second] in [[0, 0], [0, 1], [1, 0], [1, 1]] {
        for [large, other] in [[0, 0], [0, 1], [1, 0], [1, 1]] {
            all.push(format!(
                "M45 45A11 11 0 {large} {first} 55 50A9 15 30 {other} {second} 45 57Z"
            ));
            all.push(format!(
                "M45 45A11 11 0 {large} {first} 55 50A9 15 30 {other} {second} 45 57A12 12 0 {large} {second} 45 45Z"
            ));
        }
    }
    for data in all {
        compare_areas(&format!("path d=\"{data}\""));
    }
}

#[test]
fn an_element_that_is_repeated_has_its_area_each_time() {
    // Distorted placements are copies.
    let defined = "<defs><path id='a' d='M0 0h30v30h-30zM10 10h10v10h-10z'/></defs>";
    let uses = "<use href='#a' fill='red' transform='scale(1 0.9)'/><use href='#a' fill='red' transform='translate(40 40) scale(1 1.5)'/>\
        <use href='#a' fill='red' fill-rule='evenodd' transform='translate(0 50) scale(1 0.5)'/>";
    let inner = format!("{defined}{uses}");
    let area = pixels(&inner);
    let drawing = drawing_of(&file("", &inner));
    let found = area_of(&drawing.items);
    assert!((found - area).abs() < 0.02 * area, "{found}, not {area}");
}

/// Compares the area of an element, without and with a stroke, with its pixels in the picture of another program.
#[track_caller]
fn compare_areas(element: &str) {
    for stroke in ["", "stroke=\"blue\" stroke-width=\"0.001\""] {
        let inner = format!("<{element} fill=\"red\" {stroke}/>");
        let area = pixels(&inner);
        let drawing = drawing_of(&file("", &inner));
        let found = area_of(&drawing.items);
        assert!((found - area).abs() < 0.02 * area, "{inner}: {found}, not {area}");
        let is_reported = drawing.report.iter().any(|entry| entry.kind == "fill-rule");
        assert_eq!(is_reported, drawing.items.len() == 2, "{inner}");
        assert!(!is_reported || !stroke.is_empty(), "{inner}");
    }
}

/// Returns the painted area of an element in a view of 100 by 100.
fn pixels(inner: &str) -> f64 {
    use resvg::{tiny_skia, usvg};
    let tree = usvg::Tree::from_str(&file("", inner), &usvg::Options::default()).unwrap();
    let mut paper = tiny_skia::Pixmap::new(1_000, 1_000).unwrap();
    let scale = 1_000.0 / tree.size().width();
    resvg::render(
        &tree,
        tiny_skia::Transform::from_scale(scale, scale),
        &mut paper.as_mut(),
    );
    let painted = paper.pixels().iter().filter(|pixel| pixel.red() > 128);
    f64::from(u32::try_from(painted.count()).unwrap()) / 100.0
}

/// Returns a path with a line from its end to its start if it is open.
fn closed_path(mut path: Path) -> Path {
    let (start, end) = (path.start().unwrap(), path.end().unwrap());
    if !path.closed && start != end {
        path.segs.push(Seg::line(end, start));
    }
    path.closed = true;
    path
}

/// Returns the filled area of items by the even-odd rule.
fn area_of(items: &[ImportedItem]) -> f64 {
    let mut sum = 0.0;
    for item in items {
        let is_filled = item.style.as_ref().is_some_and(|style| style.fill.is_some());
        if let (ImportedContent::Shape(shape), true) = (&item.content, is_filled) {
            let paths = match shape {
                Shape::Line { points, .. } => vec![Path::from_points(points, true)],
                _ => shape.paths().into_iter().map(closed_path).collect(),
            };
            let paths = trammel_kernel::boolean::clean_region(&paths).unwrap();
            sum += trammel_kernel::region::region_area(&paths);
        }
    }
    sum
}
