//! Drawings: creating entities, queries, undo, export, and how all that grows.

use std::sync::Arc;
use std::time::Instant;

use trammel::formats::{json, svg};
use trammel::geometry::index::Index;
use trammel::geometry::{Bounds, Point};
use trammel::scene::{Change, Diff, Edit, Entity, Name, Rank, Scene, Shape, Style, Transform, lint};
use trammel::tools::{TOOLS, ToolCx, ToolEnv, ToolSpec};

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
        time(|| lint::facts(&scene))
    }),
    row(
        "undo of one call in 10,000 entities",
        10.0,
        Unit::Microseconds,
        || undo(drawing(FULL)),
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

/// Prints how long things take for drawings of growing size. The kernel's parts take more than the most entities of a
/// drawing; such a scene is made by applying a difference, which has no limit of its own.
pub(crate) fn growth() {
    println!();
    println!("growth: microseconds an entity (query, window, undo: microseconds a call)");
    println!(
        "{:<9} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "entities", "create", "bounds", "index", "lint", "SVG", "save", "query", "window", "undo"
    );
    for count in [100, 1000, FULL, 10 * FULL] {
        let diff = created(count);
        let scene = applied(&diff);
        assert_eq!(scene.len(), count);
        let each = |seconds: f64| seconds * 1e6 / count as f64;
        let boxes = || scene.walk().map(|entity| scene.world_bounds(&entity.name));
        let index = Index::new(boxes());
        println!(
            "{count:<9} {:>8.3} {:>8.3} {:>8.3} {:>8.3} {:>8.3} {:>8.3} {:>8.3} {:>8.3} {:>8.3}",
            each(time(|| applied(&diff))),
            each(time(|| scene.bounds())),
            each(time(|| Index::new(boxes()))),
            each(time(|| lint::facts(&scene))),
            each(time(|| svg::write(&scene))),
            each(time(|| json::write(&scene))),
            query(&scene) * 1e6,
            window(&index) * 1e6,
            undo(scene) * 1e6
        );
    }
}

/// The difference that adds so many entities to an empty drawing.
fn created(count: usize) -> Diff {
    let style = Arc::new(Style::default());
    Diff::from_changes(shapes(count).into_iter().zip(1..).map(|((name, shape), rank)| {
        let entity = Entity {
            name: name.clone(),
            shape,
            style: style.clone(),
            layer: None,
            transform: Transform::default(),
            parent: None,
            rank: Rank(rank << 32),
            locked: false,
            hidden: false,
        };
        let to = Some(Arc::new(entity));
        (name, Change { from: None, to })
    }))
}

fn applied(diff: &Diff) -> Scene {
    let mut scene = Scene::new("bench");
    scene.apply(diff);
    scene
}

/// Seconds to find an entity by its name and to tell its bounds.
fn query(scene: &Scene) -> f64 {
    let mut random = Random::new(5);
    let count = scene.len() as f64;
    time(|| {
        let name = format!("e{}", (count * random.unit()) as usize);
        scene.world_bounds(&name).unwrap()
    })
}

/// Seconds to find the entities in a small window.
fn window(index: &Index) -> f64 {
    let mut random = Random::new(3);
    time(|| {
        let min = Point::new(1e4 * random.unit(), 1e4 * random.unit());
        let max = Point::new(min.x + 40.0, min.y + 40.0);
        index.window(&Bounds { min, max })
    })
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
        .map(|i| serde_json::json!({ "name": format!("e{i}"), "x": i, "y": 2 * i, "radius": 3 }).to_string())
        .collect();
    time(|| {
        let mut edit = Edit::new(Scene::new("bench"));
        let mut env = ToolEnv::default();
        for call in &calls {
            let input: serde_json::Value = serde_json::from_str(call).unwrap();
            let mut cx = ToolCx {
                edit: &mut edit,
                env: &mut env,
                in_sandbox: false,
                warnings: Vec::new(),
            };
            tool.call(input.into(), &mut cx).unwrap();
        }
        edit
    })
}

/// Seconds to take back the move of one entity.
fn undo(mut scene: Scene) -> f64 {
    let name = Name::new("e50").unwrap();
    let from = scene.get(&name).unwrap().clone();
    let to = Arc::new(Entity {
        shape: Shape::Circle {
            center: Point::ORIGIN,
            radius: 2.0,
        },
        ..(*from).clone()
    });
    let (from, to) = (Some(from), Some(to));
    let diff = Diff::from_changes([(name, Change { from, to })]);
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
