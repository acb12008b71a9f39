//! Round trips: a drawing is written as a file, the file is read as code, and the code draws the same curves.

use super::*;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use trammel_arbitrary as arbitrary;
use trammel_exchange::convert;
use trammel_formats::{
    Conversion, Converted, Drawing, ExportOptions, ImportOptions, ImportTarget, ImportedCode,
};
use trammel_kernel::{Path, Point, Seg};
use trammel_scene::{Scene, Shape, Style};

/// Number of drawings.
const DRAWINGS: usize = 200;

/// Largest distance between a curve and its copy, relative to the size of the curve or to 1.
const TOLERANCE: f64 = 1e-9;

/// Returns a drawing of curves with visible strokes, and without annotations and texts, which files hold in other forms.
fn curves(scene: &Scene) -> Scene {
    let mut edit = trammel_scene::Edit::by_user(Scene::new("part").with_units(scene.units()));
    let style = Style::shared_default_in(scene.units());
    for entity in scene.walk() {
        let is_curve =
            !entity.shape.is_annotation() && !matches!(entity.shape, Shape::Text(_) | Shape::Group);
        if let (true, Some(map)) = (is_curve, scene.world_transform(&entity.name)) {
            edit.insert(&entity.name, entity.shape.clone(), style.clone(), false)
                .unwrap();
            edit.map_in_world(&entity.name, map).unwrap();
        }
    }
    edit.finish().0
}

pub(super) fn written(scene: &Scene, format: &str) -> Vec<u8> {
    let conversion = Conversion::Write {
        format: format.to_owned(),
        drawing: Drawing::of(scene),
        project: None,
        options: Box::new(ExportOptions::default()),
    };
    match convert(&conversion) {
        Ok(Converted::Written(written)) => written.bytes,
        other => panic!("{format}: {other:?}"),
    }
}

pub(super) fn read(format: &str, bytes: &[u8], scene: &Scene) -> ImportedCode {
    let conversion = Conversion::Read {
        format: format.to_owned(),
        bytes: bytes.to_vec(),
        options: ImportOptions {
            file_name: "copy".to_owned(),
            ..ImportOptions::default()
        },
        target: ImportTarget {
            units: scene.units(),
            ..ImportTarget::default()
        },
    };
    match convert(&conversion) {
        Ok(Converted::Read(code)) => code,
        other => panic!("{format}: {other:?}"),
    }
}

pub(super) fn drawn(code: &ImportedCode) -> Scene {
    let main = (FileName::main(), code.statement.as_str().into());
    let request = RunRequest {
        files: code.modules.iter().cloned().chain([main]).collect(),
        ..request(&[], Limits::default())
    };
    let diff = execute(&request, &clock())
        .result
        .unwrap_or_else(|failure| panic!("{failure:?}\n{}", code.modules[0].1));
    validate_diff(&request, &diff).unwrap()
}

fn segments(scene: &Scene) -> Vec<Seg> {
    scene
        .walk()
        .filter(|entity| !entity.shape.is_group())
        .flat_map(|entity| scene.world_paths(&entity.name))
        .flat_map(|path: Path| path.segs)
        .collect()
}

/// Returns the largest distance of points of some curves from the nearest of other curves, relative to the curve's size.
fn apart(curves: &[Seg], others: &[Seg]) -> f64 {
    let distance = |point: Point| {
        others
            .iter()
            .filter_map(|seg| seg.nearest(point))
            .map(|nearest| nearest.distance)
            .fold(f64::INFINITY, f64::min)
    };
    let of_curve = |seg: &Seg| {
        let size = seg.bounds().map_or(1.0, |bounds| bounds.magnitude().max(1.0));
        let points = [0.0, 0.2, 0.5, 0.9, 1.0].map(|t| seg.point_at(t));
        points.map(distance).into_iter().fold(0.0, f64::max) / size
    };
    curves.iter().map(of_curve).fold(0.0, f64::max)
}

fn round_trips(format: &str) {
    let mut runner = TestRunner::deterministic();
    let strategy = arbitrary::scene();
    let (mut compared, mut worst) = (0, 0.0_f64);
    for number in 0..DRAWINGS {
        let scene = curves(&strategy.new_tree(&mut runner).unwrap().current());
        let before = segments(&scene);
        if before.is_empty() {
            continue;
        }
        let file = written(&scene, format);
        let code = read(format, &file, &scene);
        assert_eq!(
            code,
            read(format, &file, &scene),
            "{number}: the same file gives the same code"
        );
        let after = segments(&drawn(&code));
        let off = apart(&before, &after).max(apart(&after, &before));
        assert!(
            off <= TOLERANCE,
            "{number}: {off:e}\n{}\n{}",
            code.modules[0].1,
            String::from_utf8_lossy(&file)
        );
        worst = worst.max(off);
        compared += before.len();
    }
    println!("{format}: {compared} segments, at most {worst:e} apart");
    assert!(compared > 5 * DRAWINGS);
}

#[test]
fn a_dxf_file_holds_the_same_curves() {
    round_trips("dxf");
}

#[test]
fn an_svg_file_holds_the_same_curves() {
    round_trips("svg");
}
