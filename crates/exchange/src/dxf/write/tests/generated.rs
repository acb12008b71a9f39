//! Random drawings: every file is complete and has the extents of its drawing.
//!
//! If the variable `DXF_FILES` names a folder, the files and the expected values are written there, for
//! `cargo xtask oracles`.

use super::file::{Record, records};
use super::{name, written};
use crate::dxf::write::polyline::is_piece;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use trammel_arbitrary as arbitrary;
use trammel_formats::{DxfPreset, Written};
use trammel_kernel::{Bounds, Path};
use trammel_scene::{Color, Definitions, Diff, Edit, Entity, Layer, Scene, Shape};

/// Number of drawings.
const DRAWINGS: usize = 200;

const PRESETS: [(DxfPreset, &str); 3] = [
    (DxfPreset::Cut, "cut"),
    (DxfPreset::Cad, "cad"),
    (DxfPreset::R12, "r12"),
];

/// Layer of the entities whose extents are compared: all except annotations and texts.
const GEOMETRY: &str = "geometry";

/// Returns a drawing whose entities are on the layer `geometry` or, for annotations and texts, on the layer `notes`.
fn on_layers(scene: &Scene) -> Scene {
    let mut edit = Edit::by_user(Scene::new(scene.name()).with_units(scene.units()));
    let layer = |text: &str| Layer {
        name: name(text),
        color: Color::Ink,
        line_weight: 0.25,
    };
    edit.set_definitions(Definitions {
        layers: vec![layer(GEOMETRY), layer("notes")],
        ..Definitions::default()
    })
    .unwrap();
    let mut out = edit.finish().0;
    let moved = Scene::new(scene.name()).diff_to(scene);
    let changes = moved.iter().map(|(id, change)| {
        let mut change = change.clone();
        change.to = change.to.map(|entity| {
            let layer = if is_geometry(&entity) { GEOMETRY } else { "notes" };
            Arc::new(Entity {
                layer: (!entity.shape.is_group()).then(|| name(layer)),
                ..(*entity).clone()
            })
        });
        (id.clone(), change)
    });
    out.apply(&Diff::from_changes(changes));
    out
}

fn is_geometry(entity: &Entity) -> bool {
    !entity.shape.is_annotation() && !matches!(entity.shape, Shape::Text(_) | Shape::Group)
}

/// Extents and area that a file must have on the layer `geometry`.
struct Expected {
    bounds: Option<Bounds>,
    area: f64,
    /// Permitted deviation of the area, because arcs replace curves.
    area_slack: f64,
}

fn expected(scene: &Scene, preset: DxfPreset) -> Expected {
    let mut out = Expected {
        bounds: None,
        area: 0.0,
        area_slack: 0.0,
    };
    for entity in scene
        .walk()
        .filter(|entity| is_geometry(entity) && scene.is_shown(entity))
    {
        let has_stroke = entity
            .style
            .stroke
            .as_ref()
            .is_some_and(|stroke| stroke.width > 0.0);
        let paths = scene.world_paths(&entity.name);
        let has_area = paths.iter().any(|path| path.closed || path.segs.len() > 1);
        // A filled area without a stroke is only a HATCH.
        let is_hatch = preset == DxfPreset::Cad && has_area && !has_stroke;
        if (!has_stroke && entity.style.fill.is_none()) || is_hatch {
            continue;
        }
        out.bounds = Bounds::union_all(out.bounds.into_iter().chain(Path::bounds_of(&paths)));
        for path in paths.iter().filter(|path| path.closed) {
            let is_mixed = path.segs.len() > 1 && !path.segs.iter().all(is_piece);
            if is_mixed && preset == DxfPreset::Cad {
                // Its pieces are separate entities.
                continue;
            }
            out.area += path.signed_area().abs();
            out.area_slack += 1e-9 * path.length() + 1e-12 * path.signed_area().abs();
            if preset == DxfPreset::R12 || is_mixed {
                out.area_slack += 0.011 * path.length();
            }
        }
    }
    out
}

fn is_entity(record: &Record) -> bool {
    record.section == "ENTITIES" || record.section == "BLOCKS"
}

/// Checks handles, references, and numbers of a file.
fn check(file: &[u8], preset: DxfPreset) -> Vec<Record> {
    let all = records(file);
    let mut handles = BTreeSet::new();
    for record in &all {
        let code = if record.kind == "DIMSTYLE" { 105 } else { 5 };
        if let (Some(handle), false) = (record.get(code), record.kind == "SECTION") {
            assert!(handles.insert(handle.to_owned()), "{handle} appears twice");
        }
    }
    assert_eq!(handles.is_empty(), preset == DxfPreset::R12);
    let named = |kind: &str| -> BTreeSet<String> {
        let rows = all.iter().filter(|record| record.kind == kind);
        rows.filter_map(|row| row.get(2)).map(str::to_owned).collect()
    };
    let (layers, line_types, styles) = (named("LAYER"), named("LTYPE"), named("DIMSTYLE"));
    for record in &all {
        for (code, value) in &record.tags {
            match code {
                330 | 340 | 350 | 390 => {
                    assert!(
                        value == "0" || handles.contains(value),
                        "{}: {value}",
                        record.kind
                    );
                }
                10..=59 | 110..=149 | 210..=239 if record.kind != "SECTION" => {
                    let number: f64 = value.parse().unwrap();
                    assert!(number.is_finite() && !value.contains('e'), "{value}");
                    assert_ne!(value, "-0.0");
                }
                8 if is_entity(record) => assert!(layers.contains(value), "{value}"),
                6 if is_entity(record) => assert!(line_types.contains(value), "{value}"),
                3 if record.kind == "DIMENSION" || record.kind == "LEADER" => {
                    assert!(styles.contains(value), "{value}");
                }
                _ => {}
            }
        }
    }
    all
}

/// Writes a file and its expected values to the folder of the oracle, if there is one.
fn keep(id: &str, written: &Written, all: &[Record], expected: &Expected) {
    let Some(folder) = std::env::var_os("DXF_FILES") else {
        return;
    };
    let folder = std::path::PathBuf::from(folder);
    std::fs::write(folder.join(format!("{id}.dxf")), &written.bytes).unwrap();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let of_entities = |record: &&Record| record.section == "ENTITIES" && record.kind != "ENDSEC";
    for record in all.iter().filter(of_entities) {
        *counts.entry(&record.kind).or_default() += 1;
    }
    let bounds = expected
        .bounds
        .map(|all| [all.min.x, all.min.y, all.max.x, all.max.y]);
    let values = serde_json::json!({
        "layer": GEOMETRY, "bounds": bounds, "area": expected.area, "areaSlack": expected.area_slack,
        "counts": counts,
    });
    std::fs::write(folder.join(format!("{id}.json")), values.to_string()).unwrap();
}

#[test]
fn files_of_random_drawings_are_complete() {
    let mut runner = TestRunner::deterministic();
    let strategy = arbitrary::scene();
    for number in 0..DRAWINGS {
        let scene = on_layers(&strategy.new_tree(&mut runner).unwrap().current());
        for (preset, id) in PRESETS {
            let written = written(&scene, preset);
            let all = check(&written.bytes, preset);
            keep(
                &format!("{number:03}-{id}"),
                &written,
                &all,
                &expected(&scene, preset),
            );
        }
    }
}
