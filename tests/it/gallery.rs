//! The example drawings: each runs with each of its parameters changed, keeps its invariants, and is written in every
//! file format.

use crate::support::drawn;
use serde_json::json;
use std::fs;
use std::path::Path;
use trammel_code::parameters::{Change, Setting, change_value, parameters};
use trammel_document::Session;
use trammel_exchange::{CONVERTERS, convert};
use trammel_fabrication::{CheckOptions, FindingKind, check, with_cut_order, with_kerf};
use trammel_formats::{Conversion, Drawing, Export, ExportOptions, FORMATS};
use trammel_kernel::{Path as Curve, region_area};
use trammel_scene::{Scene, Shape};

/// Examples that are cut from a sheet.
const CUT: [&str; 4] = ["press_fit_box", "front_panel", "nameplate", "gear"];

fn code(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/{name}.js"));
    fs::read_to_string(file).unwrap()
}

/// The scene of an example.
#[track_caller]
fn scene(name: &str, code: &str) -> Scene {
    let (session, reply): (Session, _) = drawn(code);
    assert_eq!(reply["success"], true, "{name}: {reply}\n{code}");
    assert_eq!(reply["warnings"], json!([]), "{name}");
    session.scene().clone()
}

/// The code of an example with one parameter changed at a time: numbers by 20 % in both directions within their range,
/// and each choice.
fn variants(code: &str) -> Vec<String> {
    let mut variants = Vec::new();
    for parameter in parameters(code) {
        let changes: Vec<Change> = match &parameter.value {
            Setting::Number { value, range } => {
                let value = |factor: f64| range.snap((value * factor).clamp(range.min, range.max));
                [0.8, 1.2].map(|factor| Change::Number(value(factor))).into()
            }
            Setting::Switch(on) => vec![Change::Switch(!on)],
            Setting::Choice { options, .. } => options.iter().cloned().map(Change::Choice).collect(),
        };
        variants.extend(
            changes
                .iter()
                .map(|change| change_value(code, &parameter.name, change).unwrap()),
        );
    }
    variants
}

/// The number of the constant in the code.
fn number(code: &str, name: &str) -> f64 {
    let all = parameters(code);
    let found = all.iter().find(|parameter| parameter.name == name).unwrap();
    match &found.value {
        Setting::Number { value, .. } => *value,
        other => panic!("{name} is {other:?}"),
    }
}

#[track_caller]
fn near(a: f64, b: f64, what: &str) {
    assert!((a - b).abs() < 1e-6, "{what}: {a} and {b}");
}

fn area(scene: &Scene, name: &str) -> f64 {
    region_area(&scene.world_paths(name))
}

fn width(scene: &Scene, name: &str) -> f64 {
    scene.world_bounds(name).unwrap().width()
}

#[test]
fn no_example_has_a_warning() {
    let mut count = 0;
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if let Some(name) = name.strip_suffix(".js") {
            scene(name, &code(name));
            count += 1;
        }
    }
    assert!(count >= 8);
}

#[test]
fn every_example_of_the_gallery_has_sliders_and_dimensions() {
    for name in CUT.into_iter().chain(["plan"]) {
        let code = code(name);
        let stated = |setting: &Setting| match setting {
            Setting::Number { range, .. } => range.is_stated,
            Setting::Switch(_) | Setting::Choice { .. } => true,
        };
        let sliders = parameters(&code)
            .iter()
            .filter(|parameter| stated(&parameter.value))
            .count();
        assert!(sliders >= 4, "{name} has {sliders} sliders");
        let scene = scene(name, &code);
        let is_dimension = |shape: &Shape| matches!(shape, Shape::Dimension(_));
        assert!(scene.walk().any(|entity| is_dimension(&entity.shape)), "{name}");
    }
}

#[test]
fn every_cut_example_can_be_cut_with_every_slider_moved() {
    let options = CheckOptions {
        tolerance: 0.05,
        kerf: Some(0.15),
        thickness: None,
        open: Vec::new(),
    };
    for name in CUT {
        let original = code(name);
        for code in std::iter::once(original.clone()).chain(variants(&original)) {
            let scene = scene(name, &code);
            let findings = check(&scene, &[], &options).unwrap().findings;
            let wrong: Vec<&str> = findings
                .iter()
                .filter(|finding| finding.kind != FindingKind::Text)
                .map(|finding| finding.message.as_str())
                .collect();
            assert!(wrong.is_empty(), "{name}: {wrong:?}\n{code}");
            let cut = with_kerf(&scene, 0.15).unwrap_or_else(|error| panic!("{name}: {error}\n{code}"));
            let ordered = with_cut_order(&cut).unwrap();
            assert!(ordered.len() >= cut.walk().filter(|entity| !entity.shape.is_group()).count());
        }
    }
}

#[test]
fn the_panels_of_the_box_fit_with_every_slider_moved() {
    let original = code("press_fit_box");
    for code in std::iter::once(original.clone()).chain(variants(&original)) {
        let scene = scene("press_fit_box", &code);
        let value = |name: &str| number(&code, name);
        let (w, d, h, t) = (
            value("width"),
            value("depth"),
            value("height"),
            value("thickness"),
        );
        near(width(&scene, "front"), w, "the front has the whole width");
        if value("clearance") == 0.0 {
            // Each point of the walls belongs to one panel: the volume of the panels is that of the box without its room.
            let panels = ["bottom", "front", "back", "left", "right"];
            let material: f64 = panels.iter().map(|name| area(&scene, name) * t).sum();
            let walls = w * d * h - (w - 2.0 * t) * (d - 2.0 * t) * (h - t);
            assert!(
                (material - walls).abs() < 1e-6 * walls,
                "{material} {walls}\n{code}"
            );
        }
        // A kerf adds half its width along the contour, and a square at the four corners that are not opposed.
        let cut = with_kerf(&scene, 0.1).unwrap();
        let grown = area(&cut, "front") - area(&scene, "front");
        let around: f64 = scene.world_paths("front").iter().map(Curve::length).sum();
        near(grown, 0.05 * around + 4.0 * 0.05 * 0.05, "growth by the kerf");
    }
}

#[test]
fn the_holes_of_the_front_panel_stay_exact_circles() {
    let original = code("front_panel");
    for code in std::iter::once(original.clone()).chain(variants(&original)) {
        let scene = scene("front_panel", &code);
        let value = |name: &str| number(&code, name);
        let center = |name: &str| match scene.get(name).unwrap().shape {
            Shape::Circle { center, .. } => center,
            ref other => panic!("{name} is {other:?}"),
        };
        near(
            center("knob_2").x - center("knob_1").x,
            value("rack"),
            "distance of the knobs",
        );
        near(
            center("jack_3").x - center("jack_1").x,
            value("rack"),
            "distance of the jacks",
        );
        near(width(&scene, "knob_1"), value("knob"), "hole of the knob");
        let plate = scene.world_bounds("panel").unwrap();
        for entity in scene
            .walk()
            .filter(|entity| matches!(entity.shape, Shape::Circle { .. }))
        {
            assert!(
                plate.contains_bounds(&scene.world_bounds(&entity.name).unwrap()),
                "{}",
                entity.name
            );
        }
    }
}

#[test]
fn the_nameplate_holds_its_text_and_holes() {
    let original = code("nameplate");
    for code in std::iter::once(original.clone()).chain(variants(&original)) {
        let scene = scene("nameplate", &code);
        let bounds = |name: &str| scene.world_bounds(name).unwrap();
        let apart = |a: &str, b: &str| !bounds(a).intersects(&bounds(b));
        assert!(bounds("plate").contains_bounds(&bounds("label")), "{code}");
        assert!(
            apart("label", "hole_left") && apart("label", "hole_right"),
            "{code}"
        );
        assert!(bounds("plate").contains_bounds(&bounds("hole_right")), "{code}");
    }
}

#[test]
fn the_checks_of_the_plan_turn_red_and_green() {
    let plan = code("plan");
    let checks = |change: &[(&str, f64)]| {
        let code = change.iter().fold(plan.clone(), |code, (name, value)| {
            change_value(&code, name, &Change::Number(*value)).unwrap()
        });
        let scene = scene("plan", &code);
        ["door_check", "turning_check"].map(|name| {
            let text = scene.get(name).unwrap().shape.wording().unwrap().into_owned();
            text.starts_with("OK")
        })
    };
    assert_eq!(checks(&[]), [true, true]);
    assert_eq!(checks(&[("door", 890.0)]), [false, true]);
    assert_eq!(checks(&[("turning", 1800.0)]), [true, false]);
    assert_eq!(checks(&[("depth", 2150.0), ("turning", 1600.0)]), [true, false]);
    assert_eq!(checks(&[("depth", 2250.0), ("turning", 1600.0)]), [true, true]);
    for code in variants(&plan) {
        scene("plan", &code);
    }
}

#[test]
fn every_example_is_written_in_every_format() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let (session, reply) = drawn(&fs::read_to_string(&path).unwrap());
        assert_eq!(reply["success"], true, "{name}: {reply}");
        let options = ExportOptions::default();
        for format in FORMATS {
            let bytes = match format.export {
                Some(Export::Scene(write) | Export::Picture(write)) => {
                    write(session.scene(), &options).unwrap().into_bytes()
                }
                Some(Export::Converted) => {
                    let is_cut = CUT.contains(&name.as_str());
                    let options = ExportOptions {
                        kerf: is_cut.then_some(0.15),
                        order_cuts: is_cut,
                        ..ExportOptions::default()
                    };
                    let conversion = Conversion::Write {
                        format: format.id.to_owned(),
                        drawing: Drawing::of(session.scene()),
                        project: None,
                        options: Box::new(options),
                    };
                    assert!(
                        CONVERTERS.iter().any(|converter| converter.id == format.id),
                        "{}",
                        format.id
                    );
                    let converted = convert(&conversion);
                    if format.id == "pdf" && session.scene().is_empty() {
                        // A page with nothing on it is refused.
                        let reason = converted.unwrap_err().to_string();
                        assert!(
                            reason.starts_with("The drawing has nothing to print."),
                            "{name}: {reason}"
                        );
                        continue;
                    }
                    match converted.unwrap() {
                        trammel_formats::Converted::Written(written) => written.bytes,
                        other => panic!("{name} as {}: {other:?}", format.id),
                    }
                }
                Some(Export::Project(write)) => write(&session.document().project(true), &options)
                    .unwrap()
                    .into_bytes(),
                None => continue,
            };
            assert!(!bytes.is_empty(), "{name} as {}", format.id);
        }
    }
}
