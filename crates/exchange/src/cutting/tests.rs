//! Tests of files for cutting: a drawing in, files of both formats out.

use super::*;
use crate::convert;
use std::sync::Arc;
use trammel_formats::{Conversion, Converted, Drawing, DxfPreset, SvgPreset};
use trammel_kernel::Point;
use trammel_scene::{Fill, PathData, Stroke, Text};

fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

fn circle(x: f64, radius: f64) -> Shape {
    let center = Point::new(x, 0.0);
    Shape::Circle { center, radius }
}

fn text(content: &str) -> Shape {
    Shape::Text(Arc::new(Text {
        text: content.to_owned(),
        at: Point::new(2.0, 2.0),
        size: 5.0,
        align: trammel_text::Align::Left,
        valign: trammel_text::Valign::Baseline,
        angle: 0.0,
    }))
}

/// Entity of a test: name, layer, color of its lines and of its area, and shape.
type Row = (
    &'static str,
    Option<&'static str>,
    [Option<&'static str>; 2],
    Shape,
);

fn drawing(layers: &[(&str, &str)], rows: Vec<Row>) -> Scene {
    let mut edit = Edit::new(Scene::new("plate"));
    for (layer, color) in layers {
        edit.set_layer_paint(Layer {
            name: name(layer),
            color: Color::parse(color).unwrap(),
            line_weight: 0.35,
        })
        .unwrap();
    }
    for (id, layer, [stroke, fill], shape) in rows {
        let color = |text: &str| Color::parse(text).unwrap();
        let style = Style {
            stroke: stroke.map(|text| Stroke {
                color: color(text),
                ..Stroke::default_in(trammel_scene::Units::Mm)
            }),
            fill: fill.map(|text| Fill { color: color(text) }),
        };
        edit.insert(&name(id), shape, Arc::new(style), false).unwrap();
        edit.put_on_layer(id, layer.map(name).as_ref()).unwrap();
    }
    edit.finish().0
}

fn options(with: impl FnOnce(&mut ExportOptions)) -> ExportOptions {
    let mut options = ExportOptions::default();
    options.dxf.preset = DxfPreset::Cut;
    options.svg.preset = SvgPreset::Cut;
    options.svg.without_project = true;
    with(&mut options);
    options
}

/// Returns a file as text, and its report.
#[track_caller]
fn written(scene: &Scene, format: &str, options: &ExportOptions) -> (String, Vec<String>) {
    let conversion = Conversion::Write {
        format: format.to_owned(),
        drawing: Drawing::of(scene),
        project: None,
        options: Box::new(options.clone()),
    };
    match convert(&conversion).unwrap() {
        Converted::Written(written) => (
            String::from_utf8(written.bytes).unwrap(),
            written.report.iter().map(ToString::to_string).collect(),
        ),
        other => panic!("{other:?}"),
    }
}

/// Returns the entities of the model space of a DXF file with their layers, each kind on a layer once.
fn on_layers(dxf: &str) -> Vec<String> {
    let lines: Vec<&str> = dxf.lines().map(str::trim).collect();
    let entities = lines.iter().position(|line| *line == "ENTITIES").unwrap();
    let mut found: Vec<String> = Vec::new();
    let pairs: Vec<&[&str]> = lines[entities + 1..].chunks_exact(2).collect();
    for (at, pair) in pairs.iter().enumerate() {
        if pair[0] == "0" && pair[1] != "ENDSEC" && pair[1] != "EOF" {
            let layer = pairs[at..].iter().find(|pair| pair[0] == "8");
            let row = format!("{} {}", pair[1], layer.map_or("", |pair| pair[1]));
            if !found.contains(&row) {
                found.push(row);
            }
        }
        if pair[1] == "ENDSEC" {
            break;
        }
    }
    found
}

const INK: [Option<&str>; 2] = [Some("ink"), None];

#[test]
fn both_formats_leave_out_the_same_and_say_so() {
    let scene = drawing(
        &[],
        vec![
            ("plate", None, INK, circle(0.0, 20.0)),
            ("red", None, [Some("#d62828"), Some("#ffffff")], circle(0.0, 5.0)),
            ("label", None, [None, Some("ink")], text("I")),
            ("center", None, INK, Shape::Point { at: Point::ORIGIN }),
            ("ghost", None, [None, None], circle(90.0, 5.0)),
            ("disc", None, [None, Some("ink")], circle(10.0, 2.0)),
        ],
    );
    let options = options(|_| {});
    let (svg, svg_report) = written(&scene, "svg", &options);
    let (dxf, dxf_report) = written(&scene, "dxf", &options);
    let shared = [
        "fill (1): changed [red]: The outline is written without its fill.",
        "text (1): changed [label]: It is written as outlines, which are engraved.",
        "point (1): left out [center]: A point is not a contour. Draw a circle to cut or engrave it.",
        "circle (1): left out [ghost]: It has neither a stroke nor a fill.",
        "circle (1): changed [disc]: It is an area without a line, so it is engraved. Give it a stroke to cut it.",
    ];
    assert_eq!(svg_report, shared);
    assert_eq!(dxf_report[..5], shared);
    let content: Vec<&str> = svg.lines().skip(2).collect();
    assert_eq!(
        content,
        [
            r#"<g id="layer.1" inkscape:groupmode="layer" inkscape:label="cut">"#,
            r##"<circle id="plate" cx="0" cy="0" r="20" fill="none" stroke="#ff0000" stroke-width="0.01"/>"##,
            r##"<circle id="red" cx="0" cy="0" r="5" fill="none" stroke="#d62828" stroke-width="0.01"/>"##,
            "</g>",
            r#"<g id="layer.2" inkscape:groupmode="layer" inkscape:label="engrave">"#,
            r##"<path id="label" d="M2.689 -2L3.317 -2L3.317 -7L2.689 -7Z" fill="#0000ff" stroke="none"/>"##,
            r##"<circle id="disc" cx="10" cy="0" r="2" fill="#0000ff" stroke="none"/>"##,
            "</g>",
            "</svg>",
        ]
    );
    assert_eq!(
        on_layers(&dxf),
        ["CIRCLE cut", "LWPOLYLINE engrave", "CIRCLE engrave"]
    );
}

#[test]
fn operations_by_layer_and_color_decide_what_is_written() {
    let scene = drawing(
        &[("body", "#123456"), ("notes", "#777777")],
        vec![
            ("plate", Some("body"), [Some("#123456"), None], circle(0.0, 20.0)),
            ("fold", None, [Some("#0000ff"), None], line(0.0)),
            ("mark", None, [None, Some("#000000")], text("I")),
            ("note", Some("notes"), [None, Some("#777777")], text("I")),
            ("frame", Some("notes"), [Some("#777777"), None], circle(0.0, 90.0)),
        ],
    );
    let options = options(|options| {
        options.operations = "body=cut, #0000ff=score, #000000=engrave".to_owned();
    });
    let (dxf, report) = written(&scene, "dxf", &options);
    assert_eq!(
        on_layers(&dxf),
        ["CIRCLE cut", "LINE score", "LWPOLYLINE engrave"]
    );
    let left_out = [
        "text (1): left out [note]: The operations name neither its layer nor its color.",
        "circle (1): left out [frame]: The operations name neither its layer nor its color.",
    ];
    for line in left_out {
        assert!(report.iter().any(|row| row == line), "{report:?}");
    }
    let (svg, report) = written(&scene, "svg", &options);
    for line in left_out {
        assert!(report.iter().any(|row| row == line), "{report:?}");
    }
    assert!(svg.contains("width=\"40mm\""), "{svg}");
    for (id, color) in [
        ("plate", "stroke=\"#ff0000\""),
        ("fold", "stroke=\"#00ff00\""),
        ("mark", "fill=\"#0000ff\""),
    ] {
        let element = svg
            .lines()
            .find(|line| line.contains(&format!("id=\"{id}\"")))
            .unwrap();
        assert!(element.contains(color), "{element}");
    }
}

fn line(x: f64) -> Shape {
    Shape::Line {
        points: vec![Point::new(x, -5.0), Point::new(x, 5.0)],
        closed: false,
    }
}

#[test]
fn a_kerf_moves_only_what_is_cut_and_not_the_exceptions() {
    let scene = drawing(
        &[("body", "#ff0000")],
        vec![
            ("plate", Some("body"), [Some("#ff0000"), None], circle(0.0, 20.0)),
            ("engraved", None, [Some("#0000ff"), None], circle(0.0, 10.0)),
            ("hole", Some("body"), [Some("#ff0000"), None], circle(0.0, 5.0)),
            ("gauge", Some("body"), [Some("#ff0000"), None], circle(90.0, 5.0)),
            ("fold", Some("body"), [Some("#ff0000"), None], line(0.0)),
        ],
    );
    let options = options(|options| {
        options.operations = "body=cut, #0000ff=engrave".to_owned();
        options.kerf = Some(0.2);
        options.kerf_except = "gauge".to_owned();
    });
    for format in ["svg", "dxf"] {
        let (file, report) = written(&scene, format, &options);
        assert!(
            report
                .contains(&"line (1): changed [fold]: It is open, so the kerf does not move it.".to_owned()),
            "{report:?}"
        );
        let has = |radius: &str| match format {
            "svg" => file.contains(&format!(" r=\"{radius}\"")),
            _ => file
                .lines()
                .collect::<Vec<_>>()
                .windows(2)
                .any(|pair| pair[0].trim() == "40" && pair[1].trim().trim_end_matches(".0") == radius),
        };
        // The hole is a hole in spite of the engraved circle between it and the plate.
        for radius in ["20.1", "10", "4.9", "5"] {
            assert!(has(radius), "{format}: {radius} {file}");
        }
    }
    let wrong = ExportOptions {
        kerf_except: "gouge".to_owned(),
        ..options
    };
    let error = refusal(&scene, &wrong);
    assert_eq!(
        error,
        "Exceptions from the kerf: there is no entity, group, or layer 'gouge'. Use names of the drawing."
    );
}

#[track_caller]
fn refusal(scene: &Scene, options: &ExportOptions) -> String {
    let conversion = Conversion::Write {
        format: "svg".to_owned(),
        drawing: Drawing::of(scene),
        project: None,
        options: Box::new(options.clone()),
    };
    convert(&conversion).unwrap_err().to_string()
}

#[test]
fn wrong_operations_are_refused_with_the_pair() {
    let scene = drawing(&[("body", "#ff0000")], vec![("a", None, INK, circle(0.0, 1.0))]);
    let of = |text: &str| refusal(&scene, &options(|options| options.operations = text.to_owned()));
    assert_eq!(
        of("body"),
        "Operations: 'body' is not a layer or color with cut, engrave, or score. Write pairs such as plate=cut, #0000ff=engrave."
    );
    assert!(of("body=saw").starts_with("Operations: 'body=saw' is not"));
    assert_eq!(
        of("bodi=cut"),
        "Operations: 'bodi' is neither a layer of the drawing nor a color. Name a layer, or write a color such as #ff0000."
    );
}

#[test]
fn open_contours_and_locked_and_hidden_entities_are_written_or_reported() {
    let slits = PathData::new("M 10 5 L 10 55 M 20 5 L 20 55").unwrap();
    let scene = drawing(
        &[],
        vec![
            ("hinge", None, INK, Shape::Bezier(slits)),
            ("locked", None, INK, circle(0.0, 5.0)),
            ("hidden", None, INK, circle(50.0, 5.0)),
        ],
    );
    let mut edit = Edit::by_user(scene);
    edit.set_flags("locked", trammel_scene::Flags::LOCKED).unwrap();
    edit.set_flags("hidden", trammel_scene::Flags::HIDDEN).unwrap();
    let scene = edit.finish().0;
    let options = options(|options| options.kerf = Some(0.2));
    let (svg, report) = written(&scene, "svg", &options);
    assert!(
        svg.contains("M10 -5L10 -55M20 -5L20 -55") && svg.contains("r=\"5.1\""),
        "{svg}"
    );
    assert_eq!(
        report,
        [
            "hidden (1): left out [hidden]: Hidden entities are not exported.",
            "bezier (1): changed [hinge]: It is open, so the kerf does not move it.",
        ]
    );
}
