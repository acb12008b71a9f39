//! Benchmarks that create a drawing with the maximum number of entities in three ways.

use std::sync::Arc;

use divan::{Bencher, counter::ItemsCount};
use trammel_scene::{Edit, MAX_ENTITIES, Name, Scene, Shape, Style};
use trammel_tools::{TOOLS, ToolCx, ToolEnv, ToolSpec};

use super::data::circles;

#[divan::bench(name = "create 10,000 entities, typed", counters = [ItemsCount::new(MAX_ENTITIES)])]
fn create(bencher: Bencher) {
    let shapes = circles(MAX_ENTITIES);
    bencher.bench_local(|| created(&shapes));
}

#[divan::bench(name = "create 10,000 entities, JSON tool calls", counters = [ItemsCount::new(MAX_ENTITIES)])]
fn create_by_json(bencher: Bencher) {
    let tool: &ToolSpec = TOOLS.iter().find(|tool| tool.name == "draw_circle").unwrap();
    let calls: Vec<String> = (0..MAX_ENTITIES)
        .map(|i| serde_json::json!({ "name": format!("e{i}"), "x": i, "y": 2 * i, "radius": 3 }).to_string())
        .collect();
    bencher.bench_local(|| {
        let mut edit = Edit::new(Scene::new("bench"));
        let mut env = ToolEnv::default();
        for call in &calls {
            let input: serde_json::Value = serde_json::from_str(call).unwrap();
            let mut cx = ToolCx::new(&mut edit, &mut env);
            tool.call(input.into(), &mut cx).unwrap();
        }
        edit
    });
}

/// The memory that stays allocated is the memory of the drawing, including its names.
#[divan::bench(name = "a drawing of 10,000 entities", sample_count = 1, sample_size = 1)]
fn drawing(bencher: Bencher) {
    bencher.bench_local(|| created(&circles(MAX_ENTITIES)).finish().0);
}

fn created(shapes: &[(Name, Shape)]) -> Edit {
    let style = Arc::new(Style::default());
    let mut edit = Edit::new(Scene::new("bench"));
    for (name, shape) in shapes {
        edit.insert(name, shape.clone(), style.clone(), false).unwrap();
    }
    edit
}
