//! Benchmarks on drawings of growing size. The time per entity should grow little, and the time of a query or an
//! undo hardly at all.
//!
//! The kernel accepts more entities than a drawing may have. These scenes are created by applying a diff, which has
//! no limit on the number of entities.

use std::cell::RefCell;
use std::sync::Arc;

use divan::Bencher;
use trammel_exchange::convert;
use trammel_formats::{Conversion, Converted, Drawing, ImportOptions, ImportTarget, json, svg};
use trammel_kernel::index::Index;
use trammel_kernel::{Bounds, Point};
use trammel_scene::{Change, Diff, Entity, Name, Rank, Scene, Shape, Style, Transform, lint};

use super::data::{Random, circles};

/// Numbers of entities.
const SIZES: [usize; 4] = [100, 1000, 10_000, 100_000];

#[divan::bench(args = SIZES)]
fn create(bencher: Bencher, count: usize) {
    let diff = created(count);
    bencher.bench_local(|| applied(&diff));
}

#[divan::bench(args = SIZES)]
fn bounds(bencher: Bencher, count: usize) {
    let scene = drawing(count);
    bencher.bench_local(|| scene.bounds());
}

#[divan::bench(args = SIZES)]
fn index(bencher: Bencher, count: usize) {
    let scene = drawing(count);
    bencher.bench_local(|| Index::new(boxes(&scene)));
}

#[divan::bench(args = SIZES)]
fn lint(bencher: Bencher, count: usize) {
    let scene = drawing(count);
    bencher.bench_local(|| lint::facts(&scene));
}

#[divan::bench(name = "SVG", args = SIZES)]
fn write_svg(bencher: Bencher, count: usize) {
    let scene = drawing(count);
    bencher.bench_local(|| svg::write(&scene));
}

/// Writes the SVG file for machines, as the sandbox does.
#[divan::bench(name = "SVG file", args = [10_000])]
fn write_svg_file(bencher: Bencher, count: usize) {
    let conversion = file("svg", &drawing(count));
    bencher.bench_local(|| convert(&conversion).unwrap());
}

/// Reads an SVG file as code, as the sandbox does.
#[divan::bench(name = "SVG import", args = [10_000])]
fn read_svg_file(bencher: Bencher, count: usize) {
    read_file(bencher, "svg", count);
}

/// Reads a DXF file as code, as the sandbox does.
#[divan::bench(name = "DXF import", args = [10_000])]
fn read_dxf_file(bencher: Bencher, count: usize) {
    read_file(bencher, "dxf", count);
}

fn read_file(bencher: Bencher, format: &str, count: usize) {
    let Converted::Written(file) = convert(&file(format, &drawing(count))).unwrap() else {
        unreachable!("a writer writes")
    };
    let conversion = Conversion::Read {
        format: format.to_owned(),
        bytes: file.bytes,
        options: ImportOptions::default(),
        target: ImportTarget::default(),
    };
    bencher.bench_local(|| convert(&conversion).unwrap());
}

fn file(format: &str, scene: &Scene) -> Conversion {
    Conversion::Write {
        format: format.to_owned(),
        drawing: Drawing::of(scene),
        project: None,
        options: Box::default(),
    }
}

/// Writes a DXF file, with the message form of the drawing, in which it goes to the sandbox.
#[divan::bench(name = "DXF", args = SIZES)]
fn write_dxf(bencher: Bencher, count: usize) {
    let scene = drawing(count);
    bencher.bench_local(|| {
        let conversion = Conversion::Write {
            format: "dxf".to_owned(),
            drawing: Drawing::of(&scene),
            project: None,
            options: Box::default(),
        };
        convert(&conversion).unwrap()
    });
}

#[divan::bench(name = "PDF", args = SIZES)]
fn write_pdf(bencher: Bencher, count: usize) {
    let conversion = Conversion::Write {
        format: "pdf".to_owned(),
        drawing: Drawing::of(&drawing(count)),
        project: None,
        options: Box::default(),
    };
    bencher.bench_local(|| convert(&conversion).unwrap());
}

#[divan::bench(args = SIZES)]
fn save(bencher: Bencher, count: usize) {
    let scene = drawing(count);
    bencher.bench_local(|| json::write(&scene));
}

/// Finds an entity by its name and computes its bounds.
#[divan::bench(args = SIZES, sample_size = 100)]
fn query(bencher: Bencher, count: usize) {
    let scene = drawing(count);
    let mut random = Random::new(5);
    bencher
        .with_inputs(|| format!("e{}", (count as f64 * random.unit()) as usize))
        .bench_local_refs(|name| scene.world_bounds(name).unwrap());
}

/// Finds the entities in a small window.
#[divan::bench(args = SIZES, sample_size = 100)]
fn window(bencher: Bencher, count: usize) {
    let index = Index::new(boxes(&drawing(count)));
    let mut random = Random::new(3);
    bencher
        .with_inputs(|| random.window(40.0))
        .bench_local_values(|window| index.window(&window));
}

/// Undoes the change of one entity. Each sample has one call, because each call needs a preceding change.
#[divan::bench(args = SIZES, sample_count = 2001, sample_size = 1)]
fn undo(bencher: Bencher, count: usize) {
    let scene = RefCell::new(drawing(count));
    let name = Name::new("e50").unwrap();
    let from = scene.borrow().get(&name).unwrap().clone();
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
    bencher
        .with_inputs(|| scene.borrow_mut().apply(&diff))
        .bench_local_values(|_| scene.borrow_mut().apply(&back));
}

fn boxes(scene: &Scene) -> impl Iterator<Item = Option<Bounds>> {
    scene.walk().map(|entity| scene.world_bounds(&entity.name))
}

fn drawing(count: usize) -> Scene {
    let scene = applied(&created(count));
    assert_eq!(scene.len(), count);
    scene
}

/// Returns the diff that adds `count` entities to an empty drawing.
fn created(count: usize) -> Diff {
    let style = Arc::new(Style::default());
    Diff::from_changes(circles(count).into_iter().zip(1..).map(|((name, shape), rank)| {
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
            as_drawn: false,
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
