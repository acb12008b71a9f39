//! Drawings: creating entities, queries, undo, export, and how all that grows.

use std::sync::Arc;
use std::time::Instant;

use serde_json::json;
use trammel::formats::svg;
use trammel::geometry::Point;
use trammel::scene::{Edit, Name, Scene, Shape, Style, facts};
use trammel::tools::{Desk, TOOLS, ToolCx, ToolSpec};

use super::data::Random;
use super::{Row, Unit, heap, row, time};

/// The most entities a drawing can have.
const FULL: usize = trammel::scene::MAX_ENTITIES;

/// The lines of this file.
pub(crate) const ROWS: &[Row] = &[
    row("create an entity, typed", 1.0, Unit::Microseconds, || {
        create(FULL) / FULL as f64
    }),
    row(
        "create an entity, JSON tool call",
        6.0,
        Unit::Microseconds,
        || create_by_json(FULL) / FULL as f64,
    ),
    row("world bounds of 10,000 entities", 1.0, Unit::Milliseconds, || {
        let scene = drawing(FULL);
        time(|| scene.bounds())
    }),
    row("facts of 10,000 entities", 16.0, Unit::Milliseconds, || {
        let scene = drawing(FULL);
        time(|| facts::facts(&scene))
    }),
    row(
        "undo of one call in 10,000 entities",
        10.0,
        Unit::Microseconds,
        || undo(FULL),
    ),
    row("SVG of 10,000 entities", 15.0, Unit::Milliseconds, || {
        let scene = drawing(FULL);
        time(|| svg::write(&scene))
    }),
    row("memory of an entity, among 10,000", 400.0, Unit::Bytes, || {
        let before = heap::in_use();
        let scene = drawing(FULL);
        let bytes = heap::in_use() - before;
        assert_eq!(scene.len(), FULL);
        bytes as f64 / FULL as f64
    }),
];

/// Prints how long things take for drawings of growing size.
pub(crate) fn growth() {
    println!();
    println!("growth: microseconds an entity (undo: microseconds a call)");
    println!(
        "{:<10} {:>10} {:>10} {:>10} {:>10} {:>10}",
        "entities", "create", "bounds", "facts", "SVG", "undo"
    );
    for count in [100, 1000, FULL] {
        let scene = drawing(count);
        let each = |seconds: f64| seconds * 1e6 / count as f64;
        println!(
            "{count:<10} {:>10.3} {:>10.3} {:>10.3} {:>10.3} {:>10.3}",
            each(create(count)),
            each(time(|| scene.bounds())),
            each(time(|| facts::facts(&scene))),
            each(time(|| svg::write(&scene))),
            undo(count) * 1e6
        );
    }
}

fn shapes(count: usize) -> Vec<(Name, Shape)> {
    let mut random = Random::new(11);
    (0..count)
        .map(|i| {
            let center = Point::new(1e4 * random.unit(), 1e4 * random.unit());
            let radius = 1.0 + 9.0 * random.unit();
            (
                Name::new(&format!("e{i}")).unwrap(),
                Shape::Circle { center, radius },
            )
        })
        .collect()
}

fn drawing(count: usize) -> Scene {
    let style = Arc::new(Style::default());
    let mut edit = Edit::new(Scene::new("bench"));
    for (name, shape) in shapes(count) {
        edit.insert(&name, shape, style.clone(), false).unwrap();
    }
    edit.finish().0
}

/// The median time to draw all of them into an empty drawing.
fn create(count: usize) -> f64 {
    let shapes = shapes(count);
    let style = Arc::new(Style::default());
    time(|| {
        let mut edit = Edit::new(Scene::new("bench"));
        for (name, shape) in &shapes {
            edit.insert(name, shape.clone(), style.clone(), false).unwrap();
        }
        edit
    })
}

fn create_by_json(count: usize) -> f64 {
    let tool: &ToolSpec = TOOLS.iter().find(|tool| tool.name == "draw_circle").unwrap();
    let calls: Vec<String> = (0..count)
        .map(|i| json!({ "name": format!("e{i}"), "x": i, "y": 2 * i, "radius": 3 }).to_string())
        .collect();
    time(|| {
        let mut edit = Edit::new(Scene::new("bench"));
        let mut desk = Desk::default();
        for call in &calls {
            let input: serde_json::Value = serde_json::from_str(call).unwrap();
            let mut cx = ToolCx {
                edit: &mut edit,
                desk: &mut desk,
                in_sandbox: false,
                warnings: Vec::new(),
            };
            tool.call(input.into(), &mut cx).unwrap();
        }
        edit
    })
}

/// Seconds to take back the move of one entity.
fn undo(count: usize) -> f64 {
    let scene = drawing(count);
    let mut edit = Edit::new(scene);
    let style = Arc::new(Style::default());
    let shape = Shape::Circle {
        center: Point::ORIGIN,
        radius: 2.0,
    };
    let name = Name::new("e50").unwrap();
    edit.insert(&name, shape, style, true).unwrap();
    let (mut scene, diff) = edit.finish();
    let back = diff.inverse();
    let mut times: Vec<f64> = (0..2001)
        .map(|_| {
            scene.apply(&diff);
            let started = Instant::now();
            scene.apply(&back);
            started.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
