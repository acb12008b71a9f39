//! Tests of the DXF writer: a drawing in, the tags of the file out.
#![allow(clippy::unwrap_used, reason = "tests")]

mod annotation;
mod file;
mod generated;
mod outlines;

use super::encode;
use crate::converter::WriteInput;
use file::{entities, records, shown};
use std::sync::Arc;
use trammel_formats::{DxfOptions, DxfPreset, ExportOptions, ReportEntry, Written};
use trammel_kernel::{Path, Point, Vec2};
use trammel_scene::annotate::{DimStyle, Dimension, Leader, Measure};
use trammel_scene::{
    Color, Definitions, Edit, Fill, Flags, Layer, Name, PathData, Scene, Shape, Stroke, Style, Text,
    TiedDimension, TiedHatch, TiedLeader, Transform, Units,
};
use trammel_text::{Align, Valign};

/// Writes a drawing with a preset.
pub(super) fn written(scene: &Scene, preset: DxfPreset) -> Written {
    with(
        scene,
        DxfOptions {
            preset,
            ..DxfOptions::default()
        },
    )
}

fn with(scene: &Scene, dxf: DxfOptions) -> Written {
    let options = ExportOptions {
        dxf,
        ..ExportOptions::default()
    };
    let input = WriteInput { scene, project: None };
    encode(&input, &options).unwrap()
}

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

/// Returns a drawing of these shapes, which are named `a`, `b`, and so on, with a stroke 0.25 wide.
fn drawing(shapes: Vec<(Shape, Transform)>) -> Scene {
    let mut edit = Edit::by_user(Scene::new("part"));
    let stroke = Stroke {
        width: 0.25,
        ..Stroke::default()
    };
    let style = Arc::new(Style {
        stroke: Some(stroke),
        fill: None,
    });
    for (letter, (shape, transform)) in ('a'..='z').zip(shapes) {
        let name = name(&letter.to_string());
        edit.insert(&name, shape, style.clone(), false).unwrap();
        edit.set_transform(&name, transform).unwrap();
    }
    edit.finish().0
}

fn plain(shape: Shape) -> (Shape, Transform) {
    (shape, Transform::default())
}

fn scaled(shape: Shape, x: f64, y: f64) -> (Shape, Transform) {
    let transform = Transform {
        scale: Vec2::new(x, y),
        pivot: Some(Point::ORIGIN),
        ..Transform::default()
    };
    (shape, transform)
}

fn circle(x: f64, y: f64, radius: f64) -> Shape {
    Shape::Circle {
        center: Point::new(x, y),
        radius,
    }
}

fn line(points: &[(f64, f64)], closed: bool) -> Shape {
    Shape::Line {
        points: points.iter().copied().map(Point::from).collect(),
        closed,
    }
}

fn entry(written: &Written, kind: &str) -> ReportEntry {
    let found = written.report.iter().find(|entry| entry.kind == kind);
    found.unwrap_or_else(|| panic!("{:?}", written.report)).clone()
}

#[test]
fn layers_have_color_weight_and_line_type() {
    let mut edit = Edit::by_user(Scene::new("part"));
    let (outer, dashed) = (name("Outer cut"), name("외곽"));
    let layer = |name: &Name, color: &str, line_weight| Layer {
        name: name.clone(),
        color: Color::parse(color).unwrap(),
        line_weight,
    };
    let layers = vec![layer(&outer, "red", 0.5), layer(&dashed, "ink", 0.26)];
    edit.set_definitions(Definitions {
        layers,
        ..Definitions::default()
    })
    .unwrap();
    let styles = [
        ("own", &outer, "red", 0.5, vec![]),
        ("other", &outer, "#00ff00", 1.0, vec![6.0, 1.5]),
        ("odd", &dashed, "ink", 0.26, vec![2.0]),
    ];
    for (id, on, color, width, dash) in styles {
        let stroke = Stroke {
            color: Color::parse(color).unwrap(),
            width,
            dash,
            ..Stroke::default()
        };
        let style = Style {
            stroke: Some(stroke),
            fill: None,
        };
        edit.insert(&name(id), circle(0.0, 0.0, 1.0), Arc::new(style), false)
            .unwrap();
        edit.put_on_layer(&name(id), Some(on)).unwrap();
    }
    let scene = edit.finish().0;
    let cad = written(&scene, DxfPreset::Cad);
    assert_eq!(
        shown(&cad.bytes),
        [
            "CIRCLE 8:Outer cut 10:0.0 20:0.0 40:1.0",
            "CIRCLE 8:Outer cut 6:DASHED 62:3 370:100 10:0.0 20:0.0 40:1.0",
            "CIRCLE 8:\\U+C678\\U+ACFD 6:DASHED_2 10:0.0 20:0.0 40:1.0",
        ]
    );
    let rows: Vec<String> = records(&cad.bytes)
        .iter()
        .filter(|record| record.kind == "LAYER")
        .map(|row| {
            let get = |code| row.get(code).unwrap_or_default();
            format!("{} {} {}", get(2), get(62), get(370))
        })
        .collect();
    assert_eq!(
        rows,
        [
            "0 7 -3",
            "Outer cut 1 50",
            "\\U+C678\\U+ACFD 7 25",
            "Defpoints 7 -3"
        ]
    );
    let dashes: Vec<Vec<f64>> = records(&cad.bytes)
        .iter()
        .filter(|record| record.kind == "LTYPE")
        .map(|row| row.numbers(49))
        .collect();
    assert_eq!(dashes[3..], [vec![6.0, -1.5], vec![2.0, -2.0]]);
    assert!(!cad.report.iter().any(|entry| entry.kind == "LAYER"));
    let r12 = written(&scene, DxfPreset::R12);
    assert_eq!(entry(&r12, "LAYER").ids, ["Outer cut", "외곽"]);
    assert!(shown(&r12.bytes)[2].starts_with("CIRCLE 8:LAYER "));
}

#[test]
fn hidden_and_invisible_entities_are_left_out_and_named() {
    let mut edit = Edit::by_user(Scene::new("part"));
    let nothing = Style {
        stroke: None,
        fill: None,
    };
    let styles = [
        ("shown", Style::default()),
        ("guide", Style::default()),
        ("ghost", nothing),
    ];
    for (id, style) in styles {
        edit.insert(&name(id), circle(0.0, 0.0, 1.0), Arc::new(style), false)
            .unwrap();
    }
    edit.set_flags(&name("guide"), Flags::HIDDEN).unwrap();
    let cut = written(&edit.finish().0, DxfPreset::Cut);
    assert_eq!(entities(&cut.bytes).len(), 1);
    assert_eq!(entry(&cut, "hidden").ids, ["guide"]);
    assert_eq!(entry(&cut, "circle").ids, ["ghost"]);
}

#[test]
fn filled_outlines_have_a_solid_hatch_in_a_cad_file() {
    let mut edit = Edit::by_user(Scene::new("part"));
    let red = Color::parse("#ff000080").unwrap();
    let style = Style {
        fill: Some(Fill { color: red }),
        ..Style::default()
    };
    let ring = Shape::Region {
        paths: vec![
            Path::circle(Point::ORIGIN, 10.0),
            Path::circle(Point::ORIGIN, 5.0).reversed(),
        ],
    };
    edit.insert(&name("ring"), ring, Arc::new(style), false).unwrap();
    let scene = edit.finish().0;
    let cad = written(&scene, DxfPreset::Cad);
    let found = entities(&cad.bytes);
    let kinds: Vec<&str> = found.iter().map(|e| e.kind.as_str()).collect();
    assert_eq!(kinds, ["HATCH", "CIRCLE", "CIRCLE"]);
    assert_eq!((found[0].get(62), found[0].get(91)), (Some("1"), Some("2")));
    assert_eq!(entry(&cad, "color").ids, ["ring"]);
    let cut = written(&scene, DxfPreset::Cut);
    assert_eq!(entities(&cut.bytes).len(), 2);
    assert_eq!(entry(&cut, "fill").ids, ["ring"]);
}

#[test]
fn lines_that_dxf_cannot_state_exactly_are_reported() {
    let stroked = |width: f64, dashes: usize, color: &str| {
        let stroke = Stroke {
            width,
            dash: vec![1.0; dashes],
            color: Color::parse(color).unwrap(),
            ..Stroke::default()
        };
        let style = Style {
            stroke: Some(stroke),
            fill: None,
        };
        let mut edit = Edit::by_user(drawing(vec![plain(circle(0.0, 0.0, 5.0))]));
        edit.set_style("a", style).unwrap();
        let file = written(&edit.finish().0, DxfPreset::Cad);
        file.report
            .into_iter()
            .map(|entry| entry.reason)
            .collect::<Vec<_>>()
    };
    assert_eq!(stroked(0.25, 12, "#ff0000"), [""; 0]);
    assert_eq!(
        stroked(0.28, 6, "#ff0000"),
        ["The line is written with the nearest line weight of DXF."]
    );
    assert_eq!(
        stroked(0.25, 7, "#ff0000"),
        ["The line is written without its dashes, because a DXF line type has at most 12 dashes and gaps."]
    );
    assert_eq!(
        stroked(0.25, 0, "#fe0102"),
        ["The color is written as the nearest color of the DXF palette."]
    );
}

#[test]
fn the_width_of_a_line_under_a_distorting_placement_is_the_mean() {
    let shaped = |sx: f64, sy: f64, width: f64| {
        let stroke = Stroke {
            width,
            ..Stroke::default()
        };
        let style = Style {
            stroke: Some(stroke),
            fill: None,
        };
        let mut edit = Edit::by_user(drawing(vec![plain(circle(0.0, 0.0, 5.0))]));
        edit.set_style("a", style).unwrap();
        let transform = Transform {
            scale: Vec2::new(sx, sy),
            ..Transform::default()
        };
        edit.set_transform("a", transform).unwrap();
        edit.finish().0
    };
    let reasons = |written: &Written| -> Vec<String> {
        let lines = written.report.iter().filter(|entry| entry.kind == "line");
        lines.map(|entry| entry.reason.english.clone()).collect()
    };
    let distorted = "The placement distorts the lines; they are written with an average width.";
    let uneven = written(&shaped(1.0, 4.0, 0.25), DxfPreset::Cad);
    assert_eq!(entities(&uneven.bytes)[0].get(370), Some("50"));
    assert_eq!(reasons(&uneven), [distorted]);
    let even = written(&shaped(2.0, 2.0, 0.25), DxfPreset::Cad);
    assert_eq!(entities(&even.bytes)[0].get(370), Some("50"));
    assert_eq!(reasons(&even), [""; 0]);
    // A file of R12 has no line weights, which is reported for other lines than the usual ones.
    for (width, lost) in [(0.35, 0), (2.0, 1)] {
        let old = written(&shaped(1.0, 1.0, width), DxfPreset::R12);
        assert_eq!(entities(&old.bytes)[0].get(370), None);
        assert_eq!(reasons(&old).len(), lost, "{:?}", old.report);
    }
}

#[test]
fn the_header_states_the_unit_and_the_extents() {
    let cases = [
        (Units::Mm, "4", "1", 40.0),
        (Units::In, "1", "0", 40.0),
        (Units::M, "6", "1", 40.0),
        (Units::Pt, "4", "1", 40.0 * 25.4 / 72.0),
    ];
    for (units, insunits, measurement, width) in cases {
        let mut scene = Scene::new("part").with_units(units);
        scene.apply(
            &Scene::new("part").diff_to(&drawing(vec![plain(line(&[(0.0, 0.0), (40.0, 10.0)], false))])),
        );
        let file = written(&scene, DxfPreset::Cad);
        let header = records(&file.bytes).swap_remove(0).tags;
        let value = |name: &str, code: u16| {
            let at = header.iter().position(|tag| tag.1 == name).unwrap();
            let found = header[at + 1..].iter().find(|tag| tag.0 == code);
            found.unwrap().1.clone()
        };
        assert_eq!(value("$INSUNITS", 70), insunits);
        assert_eq!(value("$MEASUREMENT", 70), measurement);
        let right: f64 = value("$EXTMAX", 10).parse().unwrap();
        assert!((right - width).abs() < 1e-8, "{right}");
        let tells_unit = file.report.iter().any(|entry| entry.kind == "$INSUNITS");
        assert_eq!(tells_unit, units == Units::Pt, "{:?}", file.report);
    }
}

#[test]
fn groups_are_named_sets_of_their_entities() {
    let scene = drawing(vec![plain(circle(0.0, 0.0, 1.0)), plain(circle(5.0, 0.0, 1.0))]);
    let mut edit = Edit::by_user(scene);
    let style = Style::shared_default();
    edit.insert(&name("both"), Shape::Group, style, false).unwrap();
    for child in ["a", "b"] {
        edit.reparent(&name(child), Some(&name("both"))).unwrap();
    }
    let scene = edit.finish().0;
    let file = written(&scene, DxfPreset::Cad).bytes;
    let handles: Vec<String> = entities(&file)
        .iter()
        .map(|e| e.get(5).unwrap().to_owned())
        .collect();
    let groups: Vec<Vec<String>> = records(&file)
        .iter()
        .filter(|record| record.kind == "GROUP")
        .map(|record| {
            let members = record.tags.iter().filter(|tag| tag.0 == 340);
            members.map(|tag| tag.1.clone()).collect()
        })
        .collect();
    assert_eq!(groups, [handles]);
    let cut = records(&written(&scene, DxfPreset::Cut).bytes);
    assert!(cut.iter().all(|record| record.kind != "GROUP"));
}
