//! Tests of the DXF writer: a drawing in, the tags of the file out.
#![allow(clippy::unwrap_used, reason = "tests")]

mod file;
mod generated;

use super::encode;
use crate::annotate::{DimStyle, Dimension, Leader, Measure};
use crate::exchange::converter::WriteInput;
use crate::formats::{DxfOptions, DxfPreset, ExportOptions, ReportEntry, Written};
use crate::geometry::{Path, Point, Vec2};
use crate::scene::{
    Color, Definitions, Edit, Fill, Flags, Layer, Name, PathData, Scene, Shape, Stroke, Style, Text,
    TiedDimension, TiedHatch, TiedLeader, Transform, Units,
};
use crate::text::{Align, Valign};
use file::{entities, records, shown};
use std::sync::Arc;

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
fn lines_and_circles_stay_exact_under_similarities() {
    let scene = drawing(vec![
        plain(line(&[(0.0, 0.0), (0.1 + 0.2, 5.0)], false)),
        plain(line(&[(0.0, 0.0), (4.0, 0.0), (4.0, 3.0)], true)),
        scaled(circle(1.0, 2.0, 5.0), -2.0, 2.0),
        scaled(
            Shape::Arc {
                center: Point::ORIGIN,
                radius: 10.0,
                start_angle: 0.0,
                end_angle: std::f64::consts::FRAC_PI_2,
            },
            1.0,
            -1.0,
        ),
        plain(Shape::Point {
            at: Point::new(-7.0, 0.0),
        }),
    ]);
    assert_eq!(
        shown(&written(&scene, DxfPreset::Cut).bytes),
        [
            "LINE 370:25 10:0.0 20:0.0 11:0.3 21:5.0",
            "LWPOLYLINE 370:25 90:3 70:1 43:0.0 10:0.0 20:0.0 10:4.0 20:0.0 10:4.0 20:3.0",
            "CIRCLE 370:50 10:-2.0 20:4.0 40:10.0",
            "ARC 370:25 10:0.0 20:0.0 40:10.0 50:270.0 51:0.0",
            "POINT 370:25 10:-7.0 20:0.0",
        ]
    );
}

#[test]
fn a_circle_under_a_nonuniform_scale_is_an_ellipse() {
    let scene = drawing(vec![
        scaled(circle(1.0, 1.0, 5.0), 2.0, 1.0),
        scaled(
            Shape::Arc {
                center: Point::ORIGIN,
                radius: 10.0,
                start_angle: 0.0,
                end_angle: std::f64::consts::FRAC_PI_2,
            },
            -1.0,
            0.5,
        ),
    ]);
    assert_eq!(
        shown(&written(&scene, DxfPreset::Cad).bytes),
        [
            "ELLIPSE 370:50 10:2.0 20:1.0 11:10.0 21:0.0 40:0.5 41:0.0 42:6.283185307179586",
            "ELLIPSE 370:25 10:0.0 20:0.0 11:-10.0 21:0.0 40:0.5 41:4.71238898038469 42:0.0",
        ]
    );
    let r12 = written(&scene, DxfPreset::R12);
    let kinds: Vec<String> = entities(&r12.bytes).iter().map(|e| e.kind.clone()).collect();
    assert_eq!(kinds.first().map(String::as_str), Some("POLYLINE"));
    assert!(!kinds.contains(&"ELLIPSE".to_owned()));
    assert_eq!(entry(&r12, "SPLINE").ids, ["a", "b"]);
}

#[test]
fn a_rounded_rectangle_is_one_closed_polyline_with_bulges() {
    let scene = drawing(vec![plain(Shape::Rect {
        corner: Point::ORIGIN,
        width: 20.0,
        height: 10.0,
        corner_radius: 2.0,
    })]);
    let bulge = "42:0.414213562373095";
    assert_eq!(
        shown(&written(&scene, DxfPreset::Cut).bytes),
        [format!(
            "LWPOLYLINE 370:25 90:8 70:1 43:0.0 10:2.0 20:0.0 10:18.0 20:0.0 {bulge} 10:20.0 20:2.0 10:20.0 20:8.0 {bulge} \
             10:18.0 20:10.0 10:2.0 20:10.0 {bulge} 10:0.0 20:8.0 10:0.0 20:2.0 {bulge}"
        )]
    );
    let r12 = entities(&written(&scene, DxfPreset::R12).bytes);
    assert_eq!((r12[0].kind.as_str(), r12[0].get(70)), ("POLYLINE", Some("1")));
    assert_eq!(r12.iter().filter(|record| record.kind == "VERTEX").count(), 8);
    assert_eq!(r12.last().unwrap().kind, "SEQEND");
}

/// Returns the arcs and lines of a polyline of the file.
fn polyline(record: &file::Record) -> Path {
    let mut points: Vec<(Point, f64)> = Vec::new();
    for (code, value) in &record.tags {
        let value: f64 = value.parse().unwrap_or_default();
        match code {
            10 => points.push((Point::new(value, 0.0), 0.0)),
            20 => points.last_mut().unwrap().0.y = value,
            42 => points.last_mut().unwrap().1 = value,
            _ => {}
        }
    }
    let closed = record.get(70) == Some("1");
    let count = points.len();
    let pieces = if closed { count } else { count - 1 };
    let segs = (0..pieces).map(|i| {
        let ((a, bulge), (b, _)) = (points[i], points[(i + 1) % count]);
        if bulge == 0.0 {
            return crate::geometry::Seg::line(a, b);
        }
        // The center lies on the bisector of the chord.
        let chord = b - a;
        let across = Vec2::new(-chord.y, chord.x);
        let center = a.midpoint(b) + across * ((1.0 - bulge * bulge) / (4.0 * bulge));
        let angle = |p: Point| libm::atan2(p.y - center.y, p.x - center.x);
        let conic = crate::geometry::Conic {
            t0: angle(a),
            dt: 4.0 * libm::atan(bulge),
            ..crate::geometry::Conic::circle(center, crate::geometry::norm(a - center))
        };
        crate::geometry::Seg::Conic(conic)
    });
    Path::new(segs.collect(), closed)
}

#[test]
fn splines_stay_splines_or_become_arcs_within_a_hundredth_of_a_millimeter() {
    let data = PathData::new("M0,0 C0,40 60,-40 60,0 S90,60 100,0").unwrap();
    let source = data.paths()[0].clone();
    for units in [Units::Mm, Units::In] {
        let scene = drawing(vec![plain(Shape::Bezier(data.clone()))]);
        let scene = {
            let mut other = Scene::new("part").with_units(units);
            other.apply(&Scene::new("part").diff_to(&scene));
            other
        };
        let exact = entities(&written(&scene, DxfPreset::Cad).bytes);
        assert_eq!(exact.len(), 1);
        assert_eq!(exact[0].kind, "SPLINE");
        assert_eq!(
            exact[0].numbers(40),
            [0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0]
        );
        assert_eq!(exact[0].numbers(10), [0.0, 0.0, 60.0, 60.0, 60.0, 90.0, 100.0]);
        let rough = written(&scene, DxfPreset::Cut);
        assert_eq!(entry(&rough, "SPLINE").ids, ["a"]);
        let arcs = entities(&rough.bytes);
        assert_eq!(arcs.len(), 1);
        let (arcs, tolerance) = (
            polyline(&arcs[0]),
            if units == Units::In { 0.01 / 25.4 } else { 0.01 },
        );
        for point in source.flatten(1e-3) {
            assert!(arcs.distance_to(point).unwrap() <= tolerance, "{point:?}");
        }
        for point in arcs.flatten(1e-3) {
            assert!(
                source.distance_to(point).unwrap() <= tolerance + 1e-3,
                "{point:?}"
            );
        }
        // The choice of the user overrides the preset.
        let kept = with(
            &scene,
            DxfOptions {
                preset: DxfPreset::Cut,
                splines_as_arcs: Some(false),
                outline_text: None,
            },
        );
        assert_eq!(entities(&kept.bytes)[0].kind, "SPLINE");
    }
}

fn text(words: &str) -> Shape {
    Shape::Text(Arc::new(Text {
        text: words.to_owned(),
        at: Point::new(10.0, 20.0),
        size: 5.0,
        align: Align::Left,
        valign: Valign::Top,
        angle: 0.0,
    }))
}

#[test]
fn text_is_text_in_a_cad_file_and_outlines_in_a_file_for_cutting() {
    let scene = drawing(vec![plain(text("높이\n5 %%c"))]);
    let cad = written(&scene, DxfPreset::Cad);
    let shown = shown(&cad.bytes);
    assert_eq!(shown.len(), 2);
    assert!(shown[0].contains(" 40:5.0 1:\\U+B192\\U+C774 50:0.0 7:Standard 72:0 11:10.0 21:20.0 73:3"));
    assert!(
        shown[1].contains(" 1:5 %%%%%%c ") && shown[1].contains(" 11:10.0 21:11.666666667 "),
        "{shown:?}"
    );
    assert_eq!(entry(&cad, "TEXT").ids, ["a"]);
    for preset in [DxfPreset::Cut, DxfPreset::R12] {
        let outlined = entities(&written(&drawing(vec![plain(text("O"))]), preset).bytes);
        let kinds: Vec<&str> = outlined
            .iter()
            .map(|e| e.kind.as_str())
            .filter(|kind| !["VERTEX", "SEQEND"].contains(kind))
            .collect();
        assert_eq!(kinds.len(), 2, "{kinds:?}");
    }
    // A character outside the basic plane has no escape.
    let emoji = written(&drawing(vec![plain(text("🙂"))]), DxfPreset::Cad);
    assert!(entities(&emoji.bytes).iter().all(|e| e.kind != "TEXT"));
}

#[test]
fn a_mirrored_and_stretched_text_keeps_its_frame() {
    let scene = drawing(vec![scaled(text("A"), 3.0, -2.0)]);
    let shown = shown(&written(&scene, DxfPreset::Cad).bytes);
    assert!(
        shown[0].contains(" 40:10.0 1:A 50:0.0 41:1.5 7:Standard 71:4 "),
        "{shown:?}"
    );
    assert!(shown[0].contains(" 11:30.0 21:-40.0"), "{shown:?}");
}

fn dimension(measure: Measure, text: Option<&str>) -> Shape {
    let dimension = Dimension {
        measure,
        value: measure.value(),
        style: DimStyle::default(),
        text: text.map(str::to_owned),
        marks: crate::annotate::Marks::default(),
    };
    Shape::Dimension(Arc::new(TiedDimension {
        dimension,
        ties: Vec::new(),
        detached: false,
    }))
}

#[test]
fn fits_and_tolerances_stand_before_the_suffix_of_the_value() {
    let measure = Measure::Linear {
        from: Point::ORIGIN,
        to: Point::new(40.0, 30.0),
        angle: Some(0.0),
        at: Point::new(0.0, 50.0),
    };
    let with = |text: Option<&str>, suffix: &str| {
        let mut shape = dimension(measure, text);
        if let Shape::Dimension(tied) = &mut shape {
            let dimension = &mut Arc::make_mut(tied).dimension;
            dimension.style.suffix = suffix.to_owned();
            dimension.marks.text_at = Some(Point::new(60.0, 55.0));
            dimension.marks.tolerance = Some(crate::annotate::Tolerance::Symmetric(0.1));
            dimension.marks.fit = Some("H7".to_owned());
        }
        plain(shape)
    };
    let scene = drawing(vec![with(None, ""), with(Some("2 x <>"), ""), with(None, " mm")]);
    let cad = written(&scene, DxfPreset::Cad);
    let found = entities(&cad.bytes);
    let texts: Vec<&str> = found.iter().map(|entity| entity.get(1).unwrap()).collect();
    assert_eq!(
        texts,
        [
            "<> H7 \\U+00B10.1",
            "2 x <> H7 \\U+00B10.1",
            "40 H7 \\U+00B10.1 mm"
        ]
    );
    let middle: f64 = found[0].get(11).unwrap().parse().unwrap();
    assert!((middle - 60.0).abs() < 0.5, "{middle}");
}

#[test]
fn dimensions_have_a_block_and_a_style_and_are_left_out_for_cutting() {
    let (from, to) = (Point::ORIGIN, Point::new(40.0, 30.0));
    let at = Point::new(0.0, 50.0);
    let center = Point::new(5.0, 5.0);
    let round = Measure::Radius {
        center,
        radius: 4.0,
        at: Point::new(5.0, 15.0),
    };
    let whole = Measure::Diameter {
        center,
        radius: 4.0,
        at: Point::new(5.0, 15.0),
    };
    let linear = |angle| Measure::Linear { from, to, angle, at };
    let angular = Measure::Angular {
        vertex: from,
        from: to,
        to: Point::new(0.0, 20.0),
        at: Point::new(15.0, 25.0),
    };
    let scene = drawing(vec![
        plain(dimension(linear(Some(0.0)), None)),
        plain(dimension(linear(None), Some("about <>"))),
        plain(dimension(angular, None)),
        plain(dimension(round, None)),
        plain(dimension(whole, None)),
    ]);
    let cad = written(&scene, DxfPreset::Cad);
    let found = entities(&cad.bytes);
    let types: Vec<&str> = found.iter().map(|e| e.get(70).unwrap()).collect();
    assert_eq!(types, ["160", "161", "165", "164", "163"]);
    assert_eq!(found[0].get(42), Some("40.0"));
    assert_eq!((found[0].get(1), found[1].get(1)), (Some(""), Some("about <>")));
    assert_eq!((found[0].get(10), found[0].get(20)), (Some("40.0"), Some("50.0")));
    assert_eq!((found[3].get(15), found[3].get(25)), (Some("5.0"), Some("9.0")));
    let all = records(&cad.bytes);
    let blocks: Vec<&str> = all
        .iter()
        .filter(|record| record.kind == "BLOCK" && record.section == "BLOCKS")
        .filter_map(|record| record.get(2))
        .collect();
    assert_eq!(blocks[2..], ["*D1", "*D2", "*D3", "*D4", "*D5"]);
    let styles: Vec<&str> = all
        .iter()
        .filter(|record| record.kind == "DIMSTYLE")
        .filter_map(|record| record.get(2))
        .collect();
    assert_eq!(styles, ["Standard", "TRAMMEL_1"]);
    let cut = written(&scene, DxfPreset::Cut);
    assert!(entities(&cut.bytes).is_empty());
    assert_eq!(entry(&cut, "dimension").count, 5);
    let r12 = entities(&written(&scene, DxfPreset::R12).bytes);
    assert!(r12.iter().any(|e| e.kind == "LINE") && r12.iter().all(|e| e.kind != "DIMENSION"));
}

#[test]
fn leaders_are_leaders_with_a_text() {
    let leader = Leader {
        points: vec![Point::ORIGIN, Point::new(10.0, 10.0)],
        text: "M6".to_owned(),
        style: DimStyle::default(),
    };
    let scene = drawing(vec![plain(Shape::Leader(Arc::new(TiedLeader {
        leader,
        tie: None,
        detached: false,
    })))]);
    let kinds: Vec<String> = entities(&written(&scene, DxfPreset::Cad).bytes)
        .iter()
        .map(|e| e.kind.clone())
        .collect();
    assert_eq!(kinds, ["LEADER", "TEXT"]);
}

fn hatch(pattern: &str) -> Shape {
    Shape::Hatch(Arc::new(TiedHatch {
        boundary: vec![
            Path::rect(Point::ORIGIN, 20.0, 10.0),
            Path::circle(Point::new(10.0, 5.0), 2.0),
        ],
        pattern: pattern.to_owned(),
        scale: 2.0,
        angle: 0.0,
        ties: Vec::new(),
        detached: false,
    }))
}

#[test]
fn hatches_are_hatches_in_a_cad_file_and_lines_for_cutting() {
    let scene = drawing(vec![plain(hatch("ansi31")), plain(hatch("solid"))]);
    let cad = entities(&written(&scene, DxfPreset::Cad).bytes);
    assert_eq!(cad.len(), 2);
    assert_eq!((cad[0].get(2), cad[1].get(2)), (Some("ANSI31"), Some("SOLID")));
    assert_eq!((cad[0].get(91), cad[0].get(70)), (Some("2"), Some("0")));
    assert_eq!(cad[0].numbers(92), [3.0, 18.0]);
    assert_eq!(cad[0].numbers(53), [45.0]);
    let step = cad[0].numbers(46)[0];
    assert!((step - 2.0 * 3.175 * 0.5_f64.sqrt()).abs() < 1e-8, "{step}");
    let cut = written(&scene, DxfPreset::Cut);
    let lines = entities(&cut.bytes);
    assert!(lines.len() > 3 && lines.iter().all(|e| e.kind == "LINE"));
    assert!(cut.report.iter().any(|e| e.to_string().contains("left out [b]")));
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
            "CIRCLE 8:Outer_cut 10:0.0 20:0.0 40:1.0",
            "CIRCLE 8:Outer_cut 6:DASHED 62:3 370:100 10:0.0 20:0.0 40:1.0",
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
            "Outer_cut 1 50",
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
    assert_eq!(entry(&cad, "LAYER").ids, ["Outer cut"]);
    let r12 = written(&scene, DxfPreset::R12);
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
