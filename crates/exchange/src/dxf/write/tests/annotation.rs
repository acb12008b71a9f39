//! Tests of texts, dimensions, leaders, and hatches in DXF files.

use super::*;
use crate::cutting::for_cutting;
use trammel_formats::ImportOptions;

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
    assert_eq!(
        shown,
        [
            "MTEXT 10:10.0 20:20.0 40:5.0 41:0.0 71:1 72:1 1:\\U+B192\\U+C774\\P5 %%%%%%c 7:Standard 50:0.0 73:2 44:1.0"
        ]
    );
    let one = written(&drawing(vec![plain(text("높이"))]), DxfPreset::Cad);
    let one = super::shown(&one.bytes);
    assert!(
        one[0].contains(" 40:5.0 1:\\U+B192\\U+C774 50:0.0 7:Standard 72:0 11:10.0 21:20.0 73:3"),
        "{one:?}"
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
        marks: trammel_scene::annotate::Marks::default(),
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
            dimension.marks.tolerance = Some(trammel_scene::annotate::Tolerance::Symmetric(0.1));
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
    assert_eq!(types, ["32", "33", "37", "36", "35"]);
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
    let cut = for_cutting(&scene, "dxf", &ExportOptions::default()).unwrap();
    assert_eq!(cut.scene.len(), 0);
    let left_out: Vec<(&str, usize)> = cut
        .report
        .iter()
        .map(|entry| (entry.kind.as_str(), entry.count))
        .collect();
    assert_eq!(left_out, [("dimension", 5)]);
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
        seed: None,
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
fn codes_in_the_suffix_of_a_dimension_are_characters() {
    let measure = Measure::Linear {
        from: Point::ORIGIN,
        to: Point::new(40.0, 30.0),
        angle: Some(0.0),
        at: Point::new(0.0, 50.0),
    };
    let mut shape = dimension(measure, None);
    if let Shape::Dimension(tied) = &mut shape {
        Arc::make_mut(tied).dimension.style.suffix = " \\P^J%%c".to_owned();
    }
    let file = written(&drawing(vec![plain(shape)]), DxfPreset::Cad).bytes;
    let styles = records(&file);
    let mut suffixes = styles.iter().filter(|record| record.kind == "DIMSTYLE");
    assert!(suffixes.any(|style| style.get(3) == Some("<> \\\\P^ J%%%%%%c")));
    let read = crate::dxf::read::read(&file, &ImportOptions::default()).unwrap();
    let read = format!("{read:?}");
    assert!(read.contains(r#"suffix: " \\P^J%%c""#), "{read}");
}
