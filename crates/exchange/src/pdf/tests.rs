//! Tests of the PDF writer: structure, places on paper, and refusals.

use super::*;
use expect_test::expect_file;
use miniz_oxide::inflate::decompress_to_vec_zlib;
use proptest::prelude::*;
use std::sync::Arc;
use trammel_arbitrary as arbitrary;
use trammel_formats::{Conversion, Converted, Drawing, PdfLineWidths, PdfOptions, PdfOrientation, PdfScale};
use trammel_kernel::Point;
use trammel_language::Language;
use trammel_scene::{Color, Edit, Fill, Flags, Layer, Name, Scene, Shape, Stroke, Style, Text, Units};
use trammel_text::{Align, Valign};

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn lined(width: f64) -> Style {
    Style {
        stroke: Some(Stroke {
            width,
            ..Stroke::default()
        }),
        fill: None,
    }
}

fn scene(shapes: &[(&str, Shape, Style)]) -> Scene {
    let mut edit = Edit::by_user(Scene::new("plate"));
    for (id, shape, style) in shapes {
        edit.insert(&name(id), shape.clone(), Arc::new(style.clone()), false)
            .unwrap();
    }
    edit.finish().0
}

/// A plate of 100 x 60 mm with a filled hole.
fn plate() -> Scene {
    let outline = Shape::Rect {
        corner: Point::new(-20.0, 300.0),
        width: 100.0,
        height: 60.0,
        corner_radius: 0.0,
    };
    let hole = Shape::Circle {
        center: Point::new(30.0, 330.0),
        radius: 10.0,
    };
    let red = Style {
        fill: Some(Fill {
            color: Color::parse("#ff000080").unwrap(),
        }),
        ..lined(0.5)
    };
    scene(&[("outline", outline, lined(0.35)), ("hole", hole, red)])
}

fn written(scene: &Scene, pdf: PdfOptions) -> Result<Written, String> {
    let options = ExportOptions {
        pdf,
        ..ExportOptions::default()
    };
    let conversion = Conversion::Write {
        format: "pdf".to_owned(),
        drawing: Drawing::of(scene),
        project: None,
        options: Box::new(options),
    };
    match crate::convert(&conversion) {
        Ok(Converted::Written(written)) => Ok(written),
        Ok(other) => panic!("{other:?}"),
        Err(error) => Err(error.to_string()),
    }
}

/// Returns the objects of a file and its streams without compression. Outlines of text are counted.
fn plain(bytes: &[u8]) -> String {
    let find = |from: usize, wanted: &[u8]| {
        let found = bytes[from..].windows(wanted.len()).position(|w| w == wanted);
        found.map(|at| from + at)
    };
    let mut out = String::new();
    let mut at = 0;
    while let Some(start) = find(at, b"stream\n") {
        let end = find(start, b"\nendstream").unwrap();
        out.push_str(&String::from_utf8_lossy(&bytes[at..start]));
        let content = decompress_to_vec_zlib(&bytes[start + 7..end]).unwrap();
        out.push_str("stream\n");
        out.push_str(&without_outlines(&String::from_utf8(content).unwrap()));
        out.push_str("endstream");
        at = end + 10;
    }
    out.push_str(&String::from_utf8_lossy(&bytes[at..]));
    // Offsets and lengths depend on the compression.
    let objects = out[..out.find("\nxref").unwrap()].lines();
    let objects = objects.filter(|line| !line.starts_with("  /Length "));
    objects.map(|line| format!("{line}\n")).collect()
}

fn without_outlines(content: &str) -> String {
    let mut out = String::new();
    let mut path: Vec<&str> = Vec::new();
    for line in content.lines() {
        match line.rsplit(' ').next().unwrap() {
            "m" | "l" | "c" | "h" => path.push(line),
            "f*" => {
                out.push_str(&format!("({} path operators) f*\n", path.len()));
                path.clear();
            }
            _ => {
                for kept in path.drain(..).chain([line]) {
                    out.push_str(kept);
                    out.push('\n');
                }
            }
        }
    }
    out
}

#[test]
fn the_structure_of_a_file_of_two_pages() {
    let mut edit = Edit::by_user(plate());
    let cuts = Layer {
        name: name("절단"),
        color: Color::Ink,
        line_weight: 0.35,
    };
    edit.set_layer_paint(cuts).unwrap();
    edit.put_on_layer("outline", Some(&name("절단"))).unwrap();
    let options = PdfOptions {
        paper: [105.0, 148.0],
        orientation: PdfOrientation::Portrait,
        scale: PdfScale::Ratio(1.0),
        tile: true,
        author: "Kim".to_owned(),
        date: "2026-11-23".to_owned(),
        ..PdfOptions::default()
    };
    let written = written(&edit.finish().0, options).unwrap();
    assert_eq!(written.report, []);
    expect_file!["two_pages.golden.txt"].assert_eq(&plain(&written.bytes));
}

#[test]
fn lengths_on_paper_are_those_of_the_part_times_the_scale() {
    for (units, scale, width, height) in [
        (Units::Mm, 0.5, 50.0, 30.0),
        (Units::Mm, 1.5, 150.0, 90.0),
        (Units::Cm, 0.1, 100.0, 60.0),
        (Units::In, 0.05, 127.0, 76.2),
    ] {
        let options = PdfOptions {
            scale: PdfScale::Ratio(scale),
            line_widths: PdfLineWidths::Paper,
            ..PdfOptions::default()
        };
        let file = plain(&written(&plate().with_units(units), options).unwrap().bytes);
        let outline = format!("0 0 m\n{width} 0 l\n{width} {height} l\n0 {height} l\n0 0 l\nh\n");
        assert!(file.contains(&outline), "{units:?} {scale}: {file}");
    }
}

#[test]
fn line_weights_up_to_2_mm_are_kept_at_any_scale_and_wider_lines_are_scaled() {
    let line = |width: f64| {
        let shape = Shape::Line {
            points: vec![Point::new(0.0, 0.0), Point::new(1000.0, 0.0)],
            closed: false,
        };
        let dashed = Stroke {
            width,
            dash: vec![12.0 * width, 3.0 * width],
            ..Stroke::default()
        };
        let style = Style {
            stroke: Some(dashed),
            fill: None,
        };
        scene(&[("a", shape, style)])
    };
    let width = |scene: &Scene, line_widths: PdfLineWidths| {
        let options = PdfOptions {
            scale: PdfScale::Ratio(0.1),
            line_widths,
            ..PdfOptions::default()
        };
        let written = written(scene, options).unwrap();
        let file = plain(&written.bytes);
        let at = file.find("4 M\n").unwrap() + 4;
        let lines: Vec<String> = file[at..].lines().skip(1).take(2).map(str::to_owned).collect();
        (lines.join(" "), written.report.len())
    };
    use PdfLineWidths::{Auto, Paper, Scaled};
    assert_eq!(width(&line(0.35), Auto), ("0.35 w [4.2 1.05 ] 0 d".to_owned(), 0));
    assert_eq!(width(&line(20.0), Auto), ("2 w [24 6 ] 0 d".to_owned(), 0));
    assert_eq!(width(&line(5.0), Auto), ("0.5 w [6 1.5 ] 0 d".to_owned(), 0));
    assert_eq!(width(&line(5.0), Paper), ("2 w [24 6 ] 0 d".to_owned(), 1));
    // A scaled line is not narrower than 0.13 mm, and its dashes keep their proportion.
    assert_eq!(
        width(&line(0.5), Scaled),
        ("0.13 w [1.56 0.39 ] 0 d".to_owned(), 0)
    );
}

#[test]
fn hidden_items_are_left_out_and_reported() {
    let mut edit = Edit::by_user(plate());
    edit.set_flags("outline", Flags::HIDDEN).unwrap();
    let hidden = edit.finish().0;
    let report = written(&hidden, PdfOptions::default()).unwrap().report;
    let told: Vec<String> = report.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        ["hidden (1): left out [outline]: hidden items are not printed"]
    );
    let mut edit = Edit::by_user(hidden);
    edit.set_flags("hole", Flags::HIDDEN).unwrap();
    assert_eq!(
        written(&edit.finish().0, PdfOptions::default()).unwrap_err(),
        "All 2 items are hidden, so there is nothing to print. Show one first."
    );
    assert_eq!(
        written(&Scene::new("t"), PdfOptions::default()).unwrap_err(),
        "The drawing has nothing to print. Draw something first."
    );
}

#[test]
fn items_without_line_and_fill_are_reported() {
    let circle = |x: f64| Shape::Circle {
        center: Point::new(x, 0.0),
        radius: 5.0,
    };
    let bare = Style {
        stroke: None,
        fill: None,
    };
    let scene = scene(&[("seen", circle(0.0), lined(0.35)), ("bare", circle(20.0), bare)]);
    let report = written(&scene, PdfOptions::default()).unwrap().report;
    let told: Vec<String> = report.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("left out [bare]"), "{told:?}");
}

#[test]
fn characters_without_a_glyph_are_reported_and_hangul_is_not() {
    let text = Text {
        at: Point::new(0.0, 0.0),
        text: "판 🙂".to_owned(),
        size: 5.0,
        align: Align::Left,
        valign: Valign::Baseline,
        angle: 0.0,
    };
    let scene = scene(&[("a", Shape::Text(Arc::new(text)), lined(0.2))]);
    let options = PdfOptions {
        author: "홍길동".to_owned(),
        language: Language::Korean,
        ..PdfOptions::default()
    };
    let written = written(&scene, options).unwrap();
    assert_eq!(
        written.report[0].to_string(),
        "character (1): changed [🙂]: characters without a glyph are drawn as boxes"
    );
    // Texts in the information are UTF-16 with a mark, in hexadecimal.
    assert!(plain(&written.bytes).contains("/Author <FEFFD64DAE38B3D9>"));
}

#[test]
fn a_tiled_drawing_is_written_once() {
    let options = PdfOptions {
        scale: PdfScale::Ratio(15.0),
        tile: true,
        ..PdfOptions::default()
    };
    let file = plain(&written(&plate(), options).unwrap().bytes);
    assert_eq!(file.matches("/Type /Page\n").count(), 36);
    assert_eq!(file.matches("/Drawing Do\n").count(), 36);
    assert_eq!(file.matches("\n1500 900 l\n").count(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_drawing_is_written_the_same_way_twice(
        scene in arbitrary::scene(),
        fit in any::<bool>(),
        tile in any::<bool>(),
        paper in 100.0..2000.0,
    ) {
        let options = PdfOptions {
            paper: [paper, 1.5 * paper],
            scale: if fit { PdfScale::Fit } else { PdfScale::Standard },
            tile,
            ..PdfOptions::default()
        };
        let first = written(&scene, options.clone());
        match &first {
            Ok(written) => {
                let file = plain(&written.bytes);
                prop_assert!(file.starts_with("%PDF-1.7") && !file.contains("NaN") && !file.contains("inf "));
            }
            Err(error) => prop_assert!(
                error.contains("nothing to print") || (tile && error.contains("pages of")),
                "{error}"
            ),
        }
        prop_assert_eq!(first, written(&scene, options));
    }
}
