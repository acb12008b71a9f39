//! Tests of the reader: text in, drawing out.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;
use crate::imported::{ImportedContent, ImportedItem, Insert};
use trammel_formats::{ImportQuestion, Treatment};
use trammel_kernel::{Affine, Bounds, Point, affine};
use trammel_scene::{Color, Shape, Units};

fn answered(text: &str) -> ImportedDrawing {
    let options = ImportOptions {
        units: Some(Units::Mm),
        ..ImportOptions::default()
    };
    read(text.as_bytes(), &options).unwrap()
}

fn exact(text: &str) -> ImportedDrawing {
    read(text.as_bytes(), &ImportOptions::default()).unwrap()
}

fn svg(inner: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
         xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" width=\"100mm\" height=\"60mm\" \
         viewBox=\"0 0 100 60\">{inner}</svg>"
    )
}

fn question(text: &str) -> (Units, String) {
    match read(text.as_bytes(), &ImportOptions::default()) {
        Err(ReadError::Question(ImportQuestion::Units { suggested, reason })) => (suggested, reason.english),
        other => panic!("{text}: {other:?}"),
    }
}

/// Returns all shapes in the drawing, with placements applied, as pairs of name and shape bounds.
fn shapes(drawing: &ImportedDrawing) -> Vec<(Shape, Affine)> {
    fn add(drawing: &ImportedDrawing, items: &[ImportedItem], map: Affine, out: &mut Vec<(Shape, Affine)>) {
        for item in items {
            if let ImportedContent::Shape(shape) = &item.content {
                out.push((shape.clone(), map));
            }
            match &item.content {
                ImportedContent::Group(inner) => add(drawing, inner, map, out),
                ImportedContent::Insert(insert) => {
                    let Insert {
                        at, rotation, scale, ..
                    } = insert;
                    let placed = map
                        * Affine::translate(at.to_vec2())
                        * affine::rotation(*rotation)
                        * Affine::scale_non_uniform(scale[0], scale[1]);
                    add(drawing, &drawing.blocks[insert.block].items, placed, out);
                }
                _ => {}
            }
        }
    }
    let mut out = Vec::new();
    add(drawing, &drawing.items, Affine::IDENTITY, &mut out);
    out
}

fn only(drawing: &ImportedDrawing) -> Shape {
    let [item] = drawing.items.as_slice() else {
        panic!("{drawing:?}")
    };
    match &item.content {
        ImportedContent::Shape(shape) => shape.clone(),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn has_bounds(drawing: &ImportedDrawing, [x0, y0, x1, y1]: [f64; 4]) {
    let bounds = Bounds::union_all(
        shapes(drawing)
            .iter()
            .filter_map(|(shape, map)| shape.bounds(map)),
    )
    .unwrap();
    let wanted = Bounds::new(Point::new(x0, y0), Point::new(x1, y1)).unwrap();
    let near = |a: Point, b: Point| trammel_kernel::norm(a - b) < 1e-9;
    assert!(
        near(bounds.min, wanted.min) && near(bounds.max, wanted.max),
        "{bounds:?} {wanted:?}"
    );
}

fn reported(drawing: &ImportedDrawing, treatment: Treatment, kind: &str) -> usize {
    let entries = drawing.report.iter();
    let entries = entries.filter(|entry| entry.treatment == treatment && entry.kind == kind);
    entries.map(|entry| entry.count).sum()
}

#[test]
fn physical_sizes_are_exact() {
    for (size, scale) in [
        ("width=\"100mm\" height=\"60mm\" viewBox=\"0 0 100 60\"", 1.0),
        ("width=\"10cm\" height=\"6cm\" viewBox=\"0 0 1000 600\"", 0.1),
        ("width=\"8.5in\" height=\"5.1in\" viewBox=\"0 0 85 51\"", 2.54),
        (
            "width=\"72pt\" height=\"36pt\" viewBox=\"0 0 144 72\"",
            25.4 / 144.0,
        ),
        ("width=\"1in\" height=\"1in\"", 25.4 / 96.0),
    ] {
        let text = format!("<svg {size}><rect x=\"0\" y=\"0\" width=\"20\" height=\"10\"/></svg>");
        let Shape::Rect { width, height, .. } = only(&exact(&text)) else {
            panic!("{size}")
        };
        assert!(
            (width - 20.0 * scale).abs() < 1e-12 && (height - 10.0 * scale).abs() < 1e-12,
            "{size}: {width}"
        );
    }
}

#[test]
fn the_lower_left_corner_of_the_page_is_the_origin() {
    let text = svg("<rect x=\"10\" y=\"0\" width=\"20\" height=\"10\"/>");
    has_bounds(&exact(&text), [10.0, 50.0, 30.0, 60.0]);
    let centered = "<svg width=\"100mm\" height=\"100mm\" viewBox=\"-50 -50 100 100\"><circle r=\"5\" cy=\"-20\"/></svg>";
    has_bounds(&exact(centered), [-5.0, 15.0, 5.0, 25.0]);
    let wide = "<svg width=\"100mm\" height=\"100mm\" viewBox=\"0 0 100 50\"><rect width=\"100\" height=\"50\"/></svg>";
    has_bounds(&exact(wide), [0.0, 25.0, 100.0, 75.0]);
    let stretched = wide.replace("viewBox", "preserveAspectRatio=\"none\" viewBox");
    has_bounds(&exact(&stretched), [0.0, 0.0, 100.0, 100.0]);
    let top = wide.replace("viewBox", "preserveAspectRatio=\"xMinYMin\" viewBox");
    has_bounds(&exact(&top), [0.0, 50.0, 100.0, 100.0]);
}

#[test]
fn a_size_in_pixels_asks_for_the_unit() {
    let circle = "<circle cx=\"96\" cy=\"0\" r=\"48\"/></svg>";
    let (suggested, reason) = question(&format!("<svg width=\"200\" height=\"100\">{circle}"));
    assert_eq!(suggested, Units::Px);
    assert!(reason.contains("96"), "{reason}");
    assert_eq!(
        question(&format!("<svg viewBox=\"0 0 5 5\" width=\"100%\">{circle}")).0,
        Units::Px
    );
    let illustrator = format!(
        "<!-- Generator: Adobe Illustrator 24 --><svg width=\"200px\" viewBox=\"0 0 200 100\">{circle}"
    );
    assert_eq!(question(&illustrator).0, Units::Pt);
    let old = format!(
        "<svg xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" inkscape:version=\"0.48.4 r9939\" \
         width=\"200\" height=\"100\">{circle}"
    );
    let (suggested, reason) = question(&old);
    assert!(suggested == Units::Px && reason.contains("90"), "{reason}");
    for (text, units, diameter) in [
        (old.as_str(), Units::Px, 96.0 / 90.0 * 25.4),
        (illustrator.as_str(), Units::Pt, 96.0 / 72.0 * 25.4),
        (illustrator.as_str(), Units::Px, 25.4),
        (illustrator.as_str(), Units::Mm, 96.0),
        (illustrator.as_str(), Units::In, 96.0 * 25.4),
    ] {
        let options = ImportOptions {
            units: Some(units),
            ..ImportOptions::default()
        };
        let drawing = read(text.as_bytes(), &options).unwrap();
        let Shape::Circle { radius, .. } = only(&drawing) else {
            panic!("{text}")
        };
        assert!((2.0 * radius - diameter).abs() < 1e-9, "{units:?}: {radius}");
    }
}

#[test]
fn shapes_stay_exact_under_transforms() {
    let shape = |inner: &str| only(&exact(&svg(inner)));
    assert_eq!(
        shape("<circle cx=\"5\" cy=\"5\" r=\"2\" transform=\"rotate(30) scale(2)\"/>").kind(),
        "circle"
    );
    assert_eq!(
        shape("<circle r=\"2\" transform=\"scale(2 1)\"/>").kind(),
        "ellipse"
    );
    assert_eq!(
        shape("<rect width=\"9\" height=\"4\" rx=\"1\" transform=\"rotate(90)\"/>").kind(),
        "rect"
    );
    assert_eq!(
        shape("<rect width=\"9\" height=\"4\" transform=\"skewX(10)\"/>").kind(),
        "polygon"
    );
    assert_eq!(shape("<ellipse rx=\"9\" ry=\"9\"/>").kind(), "circle");
    assert_eq!(shape("<line x1=\"1\" x2=\"5\" stroke=\"red\"/>").kind(), "line");
    assert_eq!(shape("<polygon points=\"0,0 5,0 5,5\"/>").kind(), "polygon");
    let arc = shape("<path d=\"M10 20a5 5 0 0 1 5 5\" stroke=\"red\" fill=\"none\"/>");
    let Shape::Arc {
        center,
        radius,
        start_angle,
        end_angle,
    } = arc
    else {
        panic!("{arc:?}")
    };
    assert_eq!((center, radius), (Point::new(10.0, 35.0), 5.0));
    assert!(start_angle.abs() < 1e-12 && (end_angle - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
    assert_eq!(
        shape("<path fill-rule=\"evenodd\" d=\"M0 0h9v9h-9zM1 1h2v2h-2z\"/>").kind(),
        "region"
    );
    // By the nonzero rule, a square in the same direction is no hole.
    assert_eq!(shape("<path d=\"M0 0h9v9h-9zM1 1h2v2h-2z\"/>").kind(), "polygon");
    assert_eq!(shape("<path d=\"M0 0h9v9h-9zM1 1v2h2v-2z\"/>").kind(), "bezier");
}

#[test]
fn colors_and_inkscape_layers_become_layers() {
    let drawing = exact(&svg("<style>.cut{stroke:#f00;fill:none;stroke-width:.1}</style>\
         <path class=\"cut\" d=\"M0 0H5\"/><path class=\"cut\" d=\"M0 1H5\" id=\"edge\"/>\
         <path stroke=\"#00f\" fill=\"none\" d=\"M0 1H5\" style=\"stroke-width:2;stroke-dasharray:3\"/>\
         <g id=\"layer1\" inkscape:groupmode=\"layer\" inkscape:label=\"Engrave\"><g id=\"parts\"><circle cx=\"9\" cy=\"9\" r=\"3\"/></g></g>"));
    let layers: Vec<&str> = drawing.layers.iter().map(|layer| layer.name.as_str()).collect();
    assert_eq!(layers, ["red", "blue", "Engrave"]);
    assert_eq!(drawing.layers[0].line_weight, Some(0.1));
    assert!(drawing.items[0].style.is_none() && drawing.items[1].style.is_none());
    assert_eq!(drawing.items[1].name.as_deref(), Some("edge"));
    let dashed = drawing.items[2].style.as_ref().unwrap().stroke.as_ref().unwrap();
    assert_eq!(dashed.dash, [3.0, 3.0]);
    let ImportedContent::Group(parts) = &drawing.items[3].content else {
        panic!("{drawing:?}")
    };
    assert_eq!(drawing.items[3].name.as_deref(), Some("parts"));
    assert_eq!(parts[0].layer.as_deref(), Some("Engrave"));
    assert_eq!(parts[0].style.as_ref().unwrap().fill.unwrap().color, Color::Ink);
    assert!(drawing.report.is_empty(), "{:?}", drawing.report);
}

#[test]
fn repeated_elements_become_blocks() {
    let drawing = exact(&svg(
        "<defs><g id=\"bolt\"><circle r=\"3\"/><path d=\"M0 0H9\" stroke=\"red\" fill=\"none\"/></g>\
         <symbol id=\"mark\" viewBox=\"0 0 10 10\"><rect width=\"10\" height=\"10\"/></symbol></defs>\
         <use xlink:href=\"#bolt\" x=\"10\" y=\"10\"/><use href=\"#bolt\" transform=\"translate(40 10) rotate(90)\" id=\"b\"/>\
         <use href=\"#bolt\" transform=\"translate(70 10) scale(-1 1)\"/><use href=\"#bolt\" transform=\"scale(1 2)\"/>\
         <use href=\"#mark\" x=\"80\" y=\"30\" width=\"20\" height=\"20\"/>",
    ));
    assert_eq!(drawing.blocks.len(), 1);
    assert_eq!(drawing.blocks[0].name, "bolt");
    let inserts: Vec<&Insert> = drawing
        .items
        .iter()
        .filter_map(|item| match &item.content {
            ImportedContent::Insert(insert) => Some(insert),
            _ => None,
        })
        .collect();
    let near = |insert: &Insert, x: f64, y: f64, degrees: f64, flip: f64| {
        (insert.at.x - x).abs() + (insert.at.y - y).abs() < 1e-9
            && (insert.rotation.to_degrees() - degrees).abs() < 1e-9
            && insert.scale == [1.0, flip]
    };
    assert_eq!(inserts.len(), 3);
    assert!(near(inserts[0], 10.0, 50.0, 0.0, 1.0), "{:?}", inserts[0]);
    assert!(near(inserts[1], 40.0, 50.0, -90.0, 1.0), "{:?}", inserts[1]);
    assert!(near(inserts[2], 70.0, 50.0, 180.0, -1.0), "{:?}", inserts[2]);
    assert_eq!(drawing.items[1].name.as_deref(), Some("b"));
    // The distorted placement and the single one are copies.
    let all = shapes(&drawing);
    assert_eq!(all.len(), 2 * 4 + 1);
    assert_eq!(all[6].0.kind(), "ellipse");
    let square = Bounds::union_all(all[8].0.bounds(&all[8].1)).unwrap();
    assert!(
        trammel_kernel::norm(square.min - Point::new(80.0, 10.0)) < 1e-9,
        "{square:?}"
    );
    // A mirrored placement mirrors the line to the left.
    let line = all[5].0.bounds(&all[5].1).unwrap();
    assert!(
        (line.min.x - 61.0).abs() < 1e-9 && (line.max.x - 70.0).abs() < 1e-9,
        "{line:?}"
    );
}

#[test]
fn unsupported_parts_are_reported() {
    let drawing = exact(&svg(
        "<linearGradient id=\"g\"><stop stop-color=\"#0f0\"/></linearGradient><clipPath id=\"c\"/>\
         <rect id=\"a\" width=\"5\" height=\"5\" fill=\"url(#g)\" clip-path=\"url(#c)\"/>\
         <image id=\"i\"/><foreignObject/><rect id=\"h\" width=\"5\" height=\"5\" display=\"none\"/>\
         <path id=\"p\" d=\"M0 0L5 5 L\" stroke=\"red\"/><path id=\"m\" d=\"M0 0H5\" stroke=\"red\" marker-end=\"url(#x)\"/>\
         <rect id=\"v\" width=\"5\" height=\"5\" visibility=\"hidden\"/><use href=\"#nothing\"/>",
    ));
    for (treatment, kind) in [
        (Treatment::Changed, "linearGradient"),
        (Treatment::Changed, "clip-path"),
        (Treatment::Dropped, "image"),
        (Treatment::Dropped, "foreignObject"),
        (Treatment::Changed, "path"),
        (Treatment::Dropped, "marker"),
        (Treatment::Dropped, "use"),
    ] {
        assert_eq!(
            reported(&drawing, treatment, kind),
            1,
            "{kind}: {:?}",
            drawing.report
        );
    }
    assert_eq!(reported(&drawing, Treatment::Dropped, "rect"), 2);
    let fill = drawing.items[0].style.as_ref().unwrap().fill.unwrap().color;
    assert_eq!(fill, Color::Rgba([0.0, 1.0, 0.0, 1.0]));
    has_bounds(
        &exact(&svg("<path d=\"M0 60L5 55 L\" stroke=\"red\"/>")),
        [0.0, 0.0, 5.0, 5.0],
    );
}

#[test]
fn text_becomes_outlines() {
    let drawing = exact(&svg(
        "<text x=\"10\" y=\"20\" font-size=\"10\">Plate <tspan fill=\"red\">A</tspan></text>\
         <text x=\"50\" y=\"40\" font-size=\"10\" text-anchor=\"middle\" id=\"mid\">HH</text>",
    ));
    assert_eq!(reported(&drawing, Treatment::Changed, "text"), 2);
    let ImportedContent::Group(parts) = &drawing.items[0].content else {
        panic!("{drawing:?}")
    };
    assert_eq!(parts.len(), 2);
    assert_eq!(parts[1].layer.as_deref(), Some("red"));
    let ImportedContent::Shape(shape) = &drawing.items[1].content else {
        panic!("{drawing:?}")
    };
    let bounds = shape.bounds(&Affine::IDENTITY).unwrap();
    assert!((bounds.center().x - 50.0).abs() < 0.2, "{bounds:?}");
    assert!(
        (bounds.min.y - 20.0).abs() < 1e-9 && (bounds.max.y - 27.33).abs() < 0.01,
        "{bounds:?}"
    );
}

#[test]
fn bombs_are_refused_in_bounded_time() {
    let mut levels = String::from("<g id=\"l0\"><circle r=\"1\"/></g>");
    for level in 1..30 {
        let uses = format!("<use href=\"#l{}\"/>", level - 1).repeat(10);
        levels += &format!("<g id=\"l{level}\">{uses}</g>");
    }
    let text = svg(&format!("<defs>{levels}</defs><use href=\"#l29\"/>"));
    assert!(matches!(
        read(text.as_bytes(), &ImportOptions::default()),
        Err(ReadError::Refused(_))
    ));
    // Distorted placements cannot be blocks.
    let distorted = text.replace("<use ", "<use transform=\"scale(1 1.01)\" ");
    assert!(matches!(
        read(distorted.as_bytes(), &ImportOptions::default()),
        Err(ReadError::Refused(_))
    ));
    let cycle = svg(
        "<g id=\"a\"><use href=\"#b\"/><use href=\"#b\"/></g><g id=\"b\"><use href=\"#a\"/><circle r=\"1\"/></g>",
    );
    assert!(reported(&exact(&cycle), Treatment::Dropped, "use") > 0);
}

#[test]
fn too_many_entities_are_a_question() {
    let text = svg(&"<circle cx=\"1\" cy=\"1\" r=\"1\" fill=\"none\" stroke=\"red\"/>".repeat(10_001));
    let refused = read(text.as_bytes(), &ImportOptions::default());
    let Err(ReadError::Question(ImportQuestion::TooLarge {
        entities,
        most,
        layers,
    })) = refused
    else {
        panic!("{refused:?}")
    };
    assert_eq!(
        (entities, most, layers),
        (10_001, 10_000, vec![("red".to_owned(), 10_001)])
    );
    let options = ImportOptions {
        first: Some(50),
        ..ImportOptions::default()
    };
    assert_eq!(read(text.as_bytes(), &options).unwrap().items.len(), 50);
}

#[test]
fn damaged_files_are_refused() {
    for text in ["", "<svg", "<html/>", "<svg><g></svg>", "\u{0}\u{1}"] {
        assert!(
            matches!(
                read(text.as_bytes(), &ImportOptions::default()),
                Err(ReadError::Refused(_))
            ),
            "{text}"
        );
    }
    assert!(answered("<svg/>").items.is_empty());
}
