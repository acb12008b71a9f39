//! Texts of several lines in DXF: one text that comes back as it was.

use super::dxf_back::scene_of;
use super::round_trips::{drawn, read, written};
use std::sync::Arc;
use trammel_exchange::convert;
use trammel_formats::{Conversion, Converted, Drawing, DxfOptions, DxfPreset, ExportOptions, Written};
use trammel_kernel::{Path, norm};
use trammel_scene::{Cap, Entity, Scene, Shape, Text};

pub(super) fn written_as(scene: &Scene, preset: DxfPreset) -> Written {
    let dxf = DxfOptions {
        preset,
        outline_text: Some(false),
        ..DxfOptions::default()
    };
    let conversion = Conversion::Write {
        format: "dxf".to_owned(),
        drawing: Drawing::of(scene),
        project: None,
        options: Box::new(ExportOptions {
            dxf,
            ..ExportOptions::default()
        }),
    };
    match convert(&conversion) {
        Ok(Converted::Written(written)) => written,
        other => panic!("{other:?}"),
    }
}

pub(super) fn reported(written: &Written) -> String {
    let lines: Vec<String> = written.report.iter().map(ToString::to_string).collect();
    lines.join("\n")
}

/// Returns the texts of a drawing, and their outlines in the drawing.
fn texts(scene: &Scene) -> Vec<(Text, Vec<Path>)> {
    let of = |entity: &Arc<Entity>| match &entity.shape {
        Shape::Text(text) => Some(((**text).clone(), scene.world_paths(&entity.name))),
        _ => None,
    };
    scene.walk().filter_map(of).collect()
}

fn is_same(a: &[Path], b: &[Path]) -> bool {
    let near = |(a, b): (&Path, &Path)| {
        a.segs.len() == b.segs.len()
            && a.segs
                .iter()
                .zip(&b.segs)
                .all(|(a, b)| norm(a.start() - b.start()) <= 1e-7 && norm(a.end() - b.end()) <= 1e-7)
    };
    a.len() == b.len() && a.iter().zip(b).all(near)
}

#[test]
fn a_text_of_several_lines_comes_back_as_one_text() {
    for text in [
        "A\nB",
        "첫 줄\n둘째 줄\nthird",
        "A\n\n B ",
        "50%%c^2 \\P\nend",
        "long line ".repeat(60).as_str(),
    ] {
        for align in ["left", "center", "right"] {
            for valign in ["baseline", "top", "middle", "bottom"] {
                for (angle, scale) in [(0.0, 1.0), (30.0, 1.0), (-120.0, 2.5)] {
                    let content = serde_json::to_string(&format!("{text}\nlast")).unwrap();
                    let scene = scene_of(&format!(
                        "draw_text({{ name: 't', text: {content}, x: 12.5, y: -3, size: 4, align: '{align}',
                            valign: '{valign}', angle: {angle}, angle_unit: 'degree' }});
                        create_group({{ name: 'g', children: ['t'] }});
                        set_transform({{ entity: 'g', scale: [{scale}, {scale}] }});"
                    ));
                    let file = written(&scene, "dxf");
                    let about = format!("{text} {align} {valign} {angle} {scale}");
                    let copy = drawn(&read("dxf", &file, &scene));
                    let (before, after) = (texts(&scene), texts(&copy));
                    assert_eq!(after.len(), 1, "{about}");
                    let ((was, outlines), (is, copied)) = (&before[0], &after[0]);
                    assert_eq!((&is.text, is.align), (&was.text, was.align), "{about}");
                    assert!(
                        (is.angle - was.angle).rem_euclid(std::f64::consts::TAU) < 1e-9,
                        "{about}"
                    );
                    assert!(is_same(outlines, copied), "{about}");
                    let report = reported(&written_as(&scene, DxfPreset::Cad));
                    assert!(!report.contains("each line"), "{about}: {report}");
                }
            }
        }
    }
}

#[test]
fn lines_that_a_file_separates_are_reported() {
    for (text, scale, preset, reason) in [
        (
            "A\nB",
            "[1, 1]",
            DxfPreset::R12,
            "DXF R12 has no text of several lines",
        ),
        ("{A}\nB", "[1, 1]", DxfPreset::Cad, "MTEXT cannot represent it"),
        (
            "A\n\\U+0041",
            "[1, 1]",
            DxfPreset::Cad,
            "MTEXT cannot represent it",
        ),
        ("A\nB", "[2, 1]", DxfPreset::Cad, "MTEXT cannot represent it"),
        ("A\nB", "[-1, 1]", DxfPreset::Cad, "MTEXT cannot represent it"),
    ] {
        let content = serde_json::to_string(text).unwrap();
        let scene = scene_of(&format!(
            "draw_text({{ name: 't', text: {content}, x: 0, y: 0, size: 40 }});
            set_transform({{ entity: 't', scale: {scale} }});"
        ));
        let file = written_as(&scene, preset);
        let report = reported(&file);
        assert!(report.contains(reason), "{text} {scale}: {report}");
        let lines = String::from_utf8(file.bytes).unwrap();
        assert_eq!(lines.matches("\r\nTEXT\r\n").count(), 2, "{text} {scale}");
    }
}

#[test]
fn a_text_of_one_line_comes_back_with_its_signs() {
    for text in [
        "area m^2",
        "y^ z ^",
        "^I^J",
        "50%% %%c",
        "\\U+00e9 \\P {x}",
        "a\\~b",
    ] {
        let content = serde_json::to_string(text).unwrap();
        let scene = scene_of(&format!(
            "draw_text({{ name: 't', text: {content}, x: 0, y: 0, size: 4 }});"
        ));
        let mut once = texts(&drawn(&read("dxf", &written(&scene, "dxf"), &scene)));
        assert_eq!(once.remove(0).0.text, text);
    }
}

#[test]
fn dots_of_a_line_type_are_painted_and_written_again() {
    let file = "0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n4\n0\nENDSEC\n0\nSECTION\n2\nTABLES\n0\nTABLE\n2\nLTYPE\n\
                0\nLTYPE\n2\nDOT\n73\n2\n40\n3\n49\n0\n49\n-3\n0\nENDTAB\n0\nTABLE\n2\nLAYER\n0\nLAYER\n2\ndots\n6\nDOT\n\
                0\nENDTAB\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n0\nLINE\n8\ndots\n10\n0\n20\n0\n11\n90\n21\n0\n0\nLINE\n\
                8\n0\n6\nDOT\n10\n0\n20\n9\n11\n90\n21\n9\n0\nENDSEC\n0\nEOF\n";
    let scene = drawn(&read("dxf", file.as_bytes(), &Scene::default()));
    let lines = scene.walk().filter(|entity| !entity.shape.is_group());
    let strokes: Vec<_> = lines.filter_map(|entity| entity.style.stroke.clone()).collect();
    assert_eq!(strokes.len(), 2);
    for stroke in strokes {
        assert_eq!((stroke.dash, stroke.cap), (vec![0.0, 3.0], Cap::Round));
    }
    let again = written_as(&scene, DxfPreset::Cad);
    let again = String::from_utf8_lossy(&again.bytes);
    let lengths: Vec<f64> = tags(&again)
        .filter(|(code, _)| *code == "49")
        .filter_map(|(_, value)| value.parse().ok())
        .collect();
    assert!(lengths.windows(2).any(|pair| pair == [0.0, -3.0]), "{lengths:?}");
}

/// Returns the group codes and values of a file.
fn tags(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let pairs: Vec<(&str, &str)> = lines.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
    pairs.into_iter()
}
