//! DXF files of the reference drawing, which contains every entity type, and of the example drawings.
//!
//! If the variable `DXF_FILES` names a folder, the files are written there, for `cargo xtask oracles`.

use crate::golden::DRAWING;
use crate::support::{Folder, check_golden, drawn, trammel};
use std::fs;
use std::path::{Path, PathBuf};
use trammel_exchange::convert;
use trammel_formats::{Conversion, Converted, Drawing, DxfOptions, DxfPreset, ExportOptions, Written};
use trammel_kernel::Bounds;
use trammel_scene::{Scene, Shape};

const PRESETS: [(DxfPreset, &str); 3] = [
    (DxfPreset::Cut, "cut"),
    (DxfPreset::Cad, "cad"),
    (DxfPreset::R12, "r12"),
];

fn written(scene: &Scene, preset: DxfPreset) -> Written {
    let conversion = Conversion::Write {
        format: "dxf".to_owned(),
        drawing: Drawing::of(scene),
        project: None,
        options: Box::new(ExportOptions {
            dxf: DxfOptions {
                preset,
                ..DxfOptions::default()
            },
            ..ExportOptions::default()
        }),
    };
    match convert(&conversion).unwrap() {
        Converted::Written(written) => written,
        other => panic!("{other:?}"),
    }
}

/// Returns the bounds of the visible entities except annotations and texts.
fn outline_bounds(scene: &Scene) -> Option<Bounds> {
    let is_outline = |shape: &Shape| {
        !matches!(
            shape,
            Shape::Text(_) | Shape::Dimension(_) | Shape::Leader(_) | Shape::Hatch(_) | Shape::Group
        )
    };
    Bounds::union_all(
        scene
            .walk()
            .filter(|entity| is_outline(&entity.shape) && scene.is_shown(entity))
            .filter_map(|entity| scene.world_bounds(&entity.name)),
    )
}

/// Writes a file and its expected values to the folder of the oracle, if there is one.
fn keep(id: &str, written: &Written, bounds: Option<Bounds>) {
    let Some(folder) = std::env::var_os("DXF_FILES").map(PathBuf::from) else {
        return;
    };
    fs::write(folder.join(format!("{id}.dxf")), &written.bytes).unwrap();
    let bounds = bounds.map(|all| [all.min.x, all.min.y, all.max.x, all.max.y]);
    let expected = serde_json::json!({ "bounds": bounds });
    fs::write(folder.join(format!("{id}.json")), expected.to_string()).unwrap();
}

#[test]
fn the_reference_drawing_matches_the_golden_file_of_each_preset() {
    let (session, reply) = drawn(DRAWING);
    assert_eq!(reply["success"], true, "{reply}");
    for (preset, id) in PRESETS {
        let written = written(session.scene(), preset);
        keep(&format!("reference-{id}"), &written, None);
        let report: String = written.report.iter().map(|entry| format!("{entry}\n")).collect();
        let text = String::from_utf8(written.bytes).unwrap().replace("\r\n", "\n");
        check_golden(&format!("tests/golden/{id}.dxf"), &text);
        check_golden(&format!("tests/golden/{id}.dxf.report.txt"), &report);
    }
}

#[test]
fn every_example_drawing_is_written_with_every_preset() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut drawings = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let (session, reply) = drawn(&fs::read_to_string(&path).unwrap());
        assert_eq!(reply["success"], true, "{}: {reply}", path.display());
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        for (preset, id) in PRESETS {
            let written = written(session.scene(), preset);
            assert!(written.bytes.ends_with(b"  0\r\nEOF\r\n"), "{stem} {id}");
            // Other presets write texts and patterns as outlines and lines.
            let bounds = outline_bounds(session.scene()).filter(|_| preset == DxfPreset::Cad);
            keep(&format!("example-{stem}-{id}"), &written, bounds);
        }
        drawings += 1;
    }
    assert!(drawings > 3, "{drawings}");
}

#[test]
fn the_command_line_writes_a_file_for_cutting_and_reports_its_changes() {
    let folder = Folder::new();
    let code = folder.write(
        "plate.js",
        "draw_rect({name: 'plate', x: 0, y: 0, width: 40, height: 20});\n\
         draw_bezier({name: 'wave', path: 'M0,0 C0,10 20,-10 20,0'});\n\
         dimension_linear({name: 'width', from: 'plate.point[0]', to: 'plate.point[1]', offset: -8});",
    );
    let file = folder.path("plate.dxf");
    let paths = [&code, &file].map(|path| path.to_str().unwrap());
    let convert = |more: &[&str]| {
        let ended = trammel(&[&["convert", paths[0], paths[1], "--report"], more].concat(), "");
        assert_eq!(ended.code, Some(0), "{}", ended.err);
        (fs::read_to_string(&file).unwrap(), ended.out)
    };
    let (cut, report) = convert(&["--preset", "cut"]);
    assert!(
        cut.contains("\r\nAC1015\r\n")
            && !cut.contains("\r\nSPLINE\r\n")
            && !cut.contains("\r\nDIMENSION\r\n")
    );
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    let entries = report.to_string();
    assert!(
        entries.contains("\"wave\"") && entries.contains("\"width\""),
        "{entries}"
    );
    let (exact, _) = convert(&["--preset", "cut", "--splines-as-arcs", "no"]);
    assert!(exact.contains("\r\nSPLINE\r\n"));
    let (old, _) = convert(&["--preset", "r12"]);
    assert!(old.contains("\r\nAC1009\r\n") && !old.contains("LWPOLYLINE"));
    let (cad, _) = convert(&[]);
    let dimension = |file: &str| {
        let (_, entity) = file.split_once("\r\nDIMENSION\r\n").unwrap();
        let measured = entity.split("\r\n").skip_while(|tag| tag.trim() != "42").nth(1);
        measured.unwrap().parse::<f64>().unwrap()
    };
    assert_eq!(dimension(&cad), 40.0);
    // A kerf moves the contours, and dimensions state the sizes of the drawing.
    let (kerf, _) = convert(&["--kerf", "0.2"]);
    assert_eq!(dimension(&kerf), 40.0);
    assert!(kerf.contains("40.1\r\n"), "the contour is moved");
}

/// Shape of an element of an SVG file: its name, its layer, and its paint.
fn painted(svg: &str) -> Vec<String> {
    let mut layer = String::new();
    let mut found = Vec::new();
    for line in svg.lines() {
        let value = |name: &str| {
            let (_, rest) = line.split_once(&format!(" {name}=\""))?;
            rest.split('"').next().map(str::to_owned)
        };
        if line.contains("groupmode=\"layer\"") {
            layer = value("inkscape:label").unwrap();
        } else if let (Some(id), Some(stroke)) = (value("id"), value("stroke")) {
            let width = value("stroke-width").unwrap_or_default();
            found.push(format!(
                "{id} on {layer}: {} {stroke} {width}",
                value("fill").unwrap()
            ));
        }
    }
    found
}

#[test]
fn the_press_fit_box_as_svg_for_cutting_has_contours_only_and_the_coupon_keeps_its_size() {
    let folder = Folder::new();
    let code = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/press_fit_box.js");
    let convert = |format: &str, more: &[&str]| {
        let file = folder.path(&format!("box.{format}"));
        let arguments = [
            &["convert", code, file.to_str().unwrap(), "--report", "--force"],
            more,
        ]
        .concat();
        let ended = trammel(&arguments, "");
        assert_eq!(ended.code, Some(0), "{}", ended.err);
        let report: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
        let lines = report["export"].as_array().unwrap().iter();
        let dropped: Vec<String> = lines
            .filter(|entry| entry["kind"] == "dimension" || entry["kind"] == "text")
            .map(ToString::to_string)
            .collect();
        (fs::read_to_string(&file).unwrap(), dropped)
    };
    let cut = &["--preset", "cut", "--kerf", "0.2"];
    let (svg, svg_report) = convert("svg", cut);
    let (_, dxf_report) = convert("dxf", cut);
    assert_eq!(svg_report, dxf_report);
    assert!(
        svg_report.len() == 2 && svg_report[1].contains("\"width_size\",\"depth_size\""),
        "{svg_report:?}"
    );
    let panel = |name: &str| format!("{name} on cut: none #d62828 0.01");
    let label = |number: usize| format!("coupon_label_{number} on engrave: #0000ff none ");
    let mut wanted: Vec<String> = ["bottom", "front", "back", "left", "right"].map(panel).to_vec();
    wanted.push("coupon_outline on cut: none #ff0000 0.01".to_owned());
    wanted.extend((1..=5).map(label));
    assert_eq!(painted(&svg), wanted);
    // The coupon is as drawn, and the panels are not.
    let (plain, _) = convert("svg", &["--preset", "cut"]);
    let points = |svg: &str, id: &str| {
        let line = svg
            .lines()
            .find(|line| line.contains(&format!("id=\"{id}\"")))
            .unwrap();
        line.to_owned()
    };
    assert_eq!(points(&svg, "coupon_outline"), points(&plain, "coupon_outline"));
    assert_ne!(points(&svg, "front"), points(&plain, "front"));
    let (kept, _) = convert(
        "svg",
        &["--preset", "cut", "--kerf", "0.2", "--kerf-except", "front"],
    );
    assert_eq!(points(&kept, "front"), points(&plain, "front"));
    let (scored, _) = convert("svg", &["--operations", "#d62828=score"]);
    let panel = |name: &str| format!("{name} on score: none #00ff00 0.01");
    assert_eq!(
        painted(&scored),
        ["bottom", "front", "back", "left", "right"].map(panel)
    );
}
