//! Benchmarks of curves, regions, the spatial index and the constraint solver.
//!
//! Operations that take nanoseconds have a fixed sample size. Otherwise divan derives the size from one sample, and
//! an interruption during that sample would distort the result.

use divan::{Bencher, black_box};
use trammel_kernel::boolean::{Op, boolean};
use trammel_kernel::corner::{fillet_corners, sharp_corners};
use trammel_kernel::index::Index;
use trammel_kernel::intersect::path_path;
use trammel_kernel::offset::{Join, offset_region};
use trammel_kernel::snap::{SnapRequest, Snapper};
use trammel_kernel::solve::{Constraint, LineExpr, Sketch};
use trammel_kernel::{Conic, CubicBez, Point, Seg, Tol};
use trammel_scene::annotate;

use super::data::{Random, boxes, gear, outline, scattered, zigzag};

#[divan::bench(name = "bounds of a line", sample_size = 1000)]
fn bounds_of_a_line(bencher: Bencher) {
    let seg = Seg::line(Point::new(1.0, 2.0), Point::new(30.0, -4.0));
    bencher.bench_local(|| black_box(&seg).bounds());
}

#[divan::bench(name = "bounds of an arc", sample_size = 1000)]
fn bounds_of_an_arc(bencher: Bencher) {
    let seg = Seg::Conic(Conic::arc(Point::new(3.0, 4.0), 5.0, 0.3, 4.0));
    bencher.bench_local(|| black_box(&seg).bounds());
}

#[divan::bench(name = "bounds of a cubic", sample_size = 1000)]
fn bounds_of_a_cubic(bencher: Bencher) {
    let [a, b, c, d] = [(0.0, 0.0), (0.0, 100.0), (100.0, 90.0), (100.0, 0.0)].map(Point::from);
    let seg = Seg::Cubic(CubicBez::new(a, b, c, d));
    bencher.bench_local(|| black_box(&seg).bounds());
}

#[divan::bench(name = "bounds of a path of 10 pieces", sample_size = 1000)]
fn bounds_of_a_path(bencher: Bencher) {
    let path = zigzag(10, 0.0);
    bencher.bench_local(|| black_box(&path).bounds());
}

#[divan::bench(name = "bounds of 100,000 shapes")]
fn bounds_of_shapes(bencher: Bencher) {
    let shapes = scattered(100_000);
    bencher.bench_local(|| boxes(black_box(&shapes)));
}

#[divan::bench(name = "index of boxes", args = [10_000, 100_000])]
fn index(bencher: Bencher, count: usize) {
    let boxes = boxes(&scattered(count));
    bencher.bench_local(|| Index::new(boxes.iter().copied()));
}

#[divan::bench(name = "window query, a few of 100,000", sample_size = 100)]
fn window_query(bencher: Bencher) {
    let index = Index::new(boxes(&scattered(100_000)));
    let mut random = Random::new(3);
    bencher
        .with_inputs(|| random.window(40.0))
        .bench_local_values(|window| index.window(&window));
}

#[divan::bench(name = "nearest of 100,000, exact distance", sample_size = 100)]
fn nearest_of_many(bencher: Bencher) {
    let shapes = scattered(100_000);
    let index = Index::new(boxes(&shapes));
    let mut random = Random::new(3);
    bencher
        .with_inputs(|| random.place())
        .bench_local_values(|at| index.nearest(at, f64::INFINITY, |i| shapes[i as usize].distance_to(at)));
}

#[divan::bench(name = "snap among 100,000, every kind", sample_size = 100)]
fn snap(bencher: Bencher) {
    let snapper = Snapper::new(scattered(100_000));
    let mut random = Random::new(3);
    bencher
        .with_inputs(|| SnapRequest {
            cursor: random.place(),
            radius: 20.0,
            from: Some(Point::new(5000.0, 5000.0)),
            grid: Some(10.0),
            extension: None,
        })
        .bench_local_values(|request| snapper.snap(&request));
}

#[divan::bench(name = "point at a distance on 1,000 pieces", sample_size = 100)]
fn point_at_a_distance(bencher: Bencher) {
    let path = outline(1000, true);
    let length = path.length();
    let mut random = Random::new(3);
    bencher
        .with_inputs(|| length * random.unit())
        .bench_local_values(|distance| path.point_at_distance(distance));
}

#[divan::bench(name = "nearest point on 1,000 pieces", sample_size = 100)]
fn nearest_point(bencher: Bencher) {
    let path = outline(1000, true);
    let mut random = Random::new(3);
    bencher
        .with_inputs(|| Point::new(300.0 * random.unit() - 150.0, 300.0 * random.unit() - 150.0))
        .bench_local_values(|at| path.nearest(at));
}

#[divan::bench(name = "intersections of two paths of 1,000 pieces")]
fn intersections_of_outlines(bencher: Bencher) {
    let a = outline(1000, true);
    let b = gear(Point::new(40.0, 11.0), 120.0, 250, true);
    bencher.bench_local(|| path_path(&a, &b, Tol::MODEL));
}

#[divan::bench(name = "intersections of two zigzags of 1,000 lines")]
fn intersections_of_zigzags(bencher: Bencher) {
    let (a, b) = (zigzag(1000, 0.0), zigzag(1000, 0.31));
    bencher.bench_local(|| path_path(&a, &b, Tol::MODEL));
}

#[divan::bench(name = "union of two regions of 1,000 lines")]
fn union_of_lines(bencher: Bencher) {
    union(bencher, false);
}

#[divan::bench(name = "union of two regions of 1,000 arcs and lines")]
fn union_of_arcs(bencher: Bencher) {
    union(bencher, true);
}

fn union(bencher: Bencher, arcs: bool) {
    let a = [outline(1000, arcs)];
    let b = [gear(Point::new(40.0, 11.0), 120.0, 250, arcs)];
    bencher.bench_local(|| boolean(&a, &b, Op::Union).unwrap());
}

#[divan::bench(name = "offset of an outline of 500 lines")]
fn offset_of_lines(bencher: Bencher) {
    offset(bencher, false, 1.0);
}

#[divan::bench(name = "offset of an outline of 500 arcs and lines")]
fn offset_of_arcs(bencher: Bencher) {
    offset(bencher, true, 1.0);
}

#[divan::bench(name = "inward offset of 500 arcs and lines")]
fn inward_offset(bencher: Bencher) {
    offset(bencher, true, -1.0);
}

fn offset(bencher: Bencher, arcs: bool, distance: f64) {
    let region = [outline(500, arcs)];
    bencher.bench_local(|| offset_region(&region, distance, Join::Round).unwrap());
}

#[divan::bench(name = "fillets at 1,000 corners")]
fn fillets(bencher: Bencher) {
    let path = zigzag(1001, 0.0);
    let corners: Vec<(usize, f64)> = sharp_corners(&path).into_iter().map(|i| (i, 0.005)).collect();
    assert_eq!(corners.len(), 1000);
    bencher.bench_local(|| fillet_corners(&path, &corners, Tol::MODEL).unwrap());
}

#[divan::bench(name = "hatch of an A4 sheet at 3 mm in 200 pieces")]
fn hatch(bencher: Bencher) {
    let region = [gear(Point::new(105.0, 148.0), 148.0, 50, true)];
    let pattern = annotate::pattern("ansi31").unwrap();
    let laid = annotate::hatch::Laid {
        scale: 0.95,
        angle: 0.0,
        origin: Point::ORIGIN,
    };
    bencher.bench_local(|| annotate::hatch::hatch(&region, pattern, &laid).unwrap());
}

/// Solves a sketch with eight variables for each rectangle.
#[divan::bench(name = "constraints, by rectangles", args = [2, 12, 50])]
fn constraints(bencher: Bencher, rectangles: usize) {
    let sketch = crooked(rectangles);
    assert!(sketch.solve().unwrap().residual < 1e-9);
    bencher.bench_local(|| sketch.solve().unwrap());
}

/// Returns a chain of slightly distorted rectangles, each connected to the previous one.
fn crooked(rectangles: usize) -> Sketch {
    let mut sketch = Sketch::default();
    let mut before = None;
    for i in 0..rectangles {
        let x = 30.0 * i as f64;
        let off = 0.1 * ((i % 7) as f64 - 3.0);
        let corner = |x: f64, y: f64| Point::new(x + off, y - off);
        let [a, b, c, d] =
            [(x, 0.0), (x + 20.3, 0.4), (x + 20.0, 10.2), (x - 0.3, 9.7)].map(|(x, y)| corner(x, y));
        let [a, b, c, d] = [a, b, c, d].map(|p| sketch.point(p));
        sketch.demand(Constraint::Horizontal(LineExpr::new(a, b)));
        sketch.demand(Constraint::Vertical(LineExpr::new(b, c)));
        sketch.demand(Constraint::Horizontal(LineExpr::new(d, c)));
        sketch.demand(Constraint::Vertical(LineExpr::new(a, d)));
        sketch.demand(Constraint::Distance(a, b, 20.0));
        match before {
            None => {
                sketch.demand(Constraint::Fix(a));
                sketch.demand(Constraint::Distance(b, c, 10.0));
            }
            Some((last_b, last_c)) => {
                sketch.demand(Constraint::DistanceX(last_b, a, 10.0));
                sketch.demand(Constraint::SameY(last_b, a));
                sketch.demand(Constraint::EqualLength(
                    LineExpr::new(last_b, last_c),
                    LineExpr::new(b, c),
                ));
            }
        }
        before = Some((b, c));
    }
    sketch
}
