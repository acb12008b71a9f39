//! Curves, regions, the index, the solver.

use std::hint::black_box;

use trammel::annotate;
use trammel::geometry::boolean::{Op, boolean};
use trammel::geometry::corner::{fillet_corners, sharp_corners};
use trammel::geometry::index::Index;
use trammel::geometry::intersect::path_path;
use trammel::geometry::offset::{Join, offset_region};
use trammel::geometry::snap::{SnapRequest, Snapper};
use trammel::geometry::solve::{Constraint, Sketch};
use trammel::geometry::{Bounds, Conic, CubicBez, Point, Seg, Tol};

use super::data::{Random, boxes, gear, outline, scattered, zigzag};
use super::{Row, Unit, row, time};

/// The lines of this file.
pub(crate) const ROWS: &[Row] = &[
    row("bounds of a line", 5.0, Unit::Nanoseconds, || bounds_of(line())),
    row("bounds of an arc", 40.0, Unit::Nanoseconds, || bounds_of(arc())),
    row(
        "bounds of a cubic",
        80.0,
        Unit::Nanoseconds,
        || bounds_of(cubic()),
    ),
    row("bounds of a path of 10 pieces", 500.0, Unit::Nanoseconds, || {
        let path = zigzag(10, 0.0);
        time(|| black_box(&path).bounds())
    }),
    row("bounds of 100,000 shapes", 12.0, Unit::Milliseconds, || {
        let shapes = scattered(100_000);
        time(|| boxes(black_box(&shapes)))
    }),
    row("index of 10,000 boxes", 1.0, Unit::Milliseconds, || index(10_000)),
    row("index of 100,000 boxes", 15.0, Unit::Milliseconds, || {
        index(100_000)
    }),
    row("window query, a few of 100,000", 5.0, Unit::Microseconds, || {
        let index = Index::new(boxes(&scattered(100_000)));
        let mut random = Random::new(3);
        time(|| index.window(&window(&mut random, 40.0)))
    }),
    row(
        "nearest of 100,000, exact distance",
        10.0,
        Unit::Microseconds,
        || {
            let shapes = scattered(100_000);
            let index = Index::new(boxes(&shapes));
            let mut random = Random::new(3);
            time(|| {
                let at = window(&mut random, 0.0).min;
                index.nearest(at, f64::INFINITY, |i| shapes[i as usize].distance_to(at))
            })
        },
    ),
    row("snap among 100,000, every kind", 0.3, Unit::Milliseconds, || {
        let snapper = Snapper::new(scattered(100_000));
        let mut random = Random::new(3);
        time(|| {
            snapper.snap(&SnapRequest {
                cursor: window(&mut random, 0.0).min,
                radius: 20.0,
                from: Some(Point::new(5000.0, 5000.0)),
                grid: Some(10.0),
            })
        })
    }),
    row(
        "point at a distance on 1,000 pieces",
        5.0,
        Unit::Microseconds,
        || {
            let path = outline(1000, true);
            let length = path.length();
            let mut random = Random::new(3);
            time(|| path.point_at_distance(length * random.unit()))
        },
    ),
    row("nearest point on 1,000 pieces", 20.0, Unit::Microseconds, || {
        let path = outline(1000, true);
        let mut random = Random::new(3);
        time(|| {
            path.nearest(Point::new(
                300.0 * random.unit() - 150.0,
                300.0 * random.unit() - 150.0,
            ))
        })
    }),
    row(
        "intersections of two paths of 1,000 pieces",
        1.0,
        Unit::Milliseconds,
        || {
            let (a, b) = (
                outline(1000, true),
                gear(Point::new(40.0, 11.0), 120.0, 250, true),
            );
            time(|| path_path(&a, &b, Tol::MODEL))
        },
    ),
    row(
        "intersections of two zigzags of 1,000 lines",
        1.0,
        Unit::Milliseconds,
        || {
            let (a, b) = (zigzag(1000, 0.0), zigzag(1000, 0.31));
            time(|| path_path(&a, &b, Tol::MODEL))
        },
    ),
    row(
        "union of two regions of 1,000 lines",
        10.0,
        Unit::Milliseconds,
        || union(false),
    ),
    row(
        "union of two regions of 1,000 arcs and lines",
        10.0,
        Unit::Milliseconds,
        || union(true),
    ),
    row(
        "offset of an outline of 500 lines",
        5.0,
        Unit::Milliseconds,
        || offset(false, 1.0),
    ),
    row(
        "offset of an outline of 500 arcs and lines",
        5.0,
        Unit::Milliseconds,
        || offset(true, 1.0),
    ),
    row(
        "inward offset of 500 arcs and lines",
        5.0,
        Unit::Milliseconds,
        || offset(true, -1.0),
    ),
    row("fillets at 1,000 corners", 1.0, Unit::Milliseconds, || {
        let path = zigzag(1001, 0.0);
        let corners: Vec<(usize, f64)> = sharp_corners(&path).into_iter().map(|i| (i, 0.005)).collect();
        assert_eq!(corners.len(), 1000);
        time(|| fillet_corners(&path, &corners, Tol::MODEL).unwrap())
    }),
    row(
        "hatch of an A4 sheet at 3 mm in 200 pieces",
        2.0,
        Unit::Milliseconds,
        || {
            let region = [gear(Point::new(105.0, 148.0), 148.0, 50, true)];
            let pattern = annotate::pattern("ansi31").unwrap();
            let laid = annotate::hatch::Laid {
                scale: 0.95,
                angle: 0.0,
                origin: Point::ORIGIN,
            };
            time(|| annotate::hatch::hatch(&region, pattern, &laid).unwrap())
        },
    ),
    row("constraints, 20 unknowns", 0.1, Unit::Milliseconds, || solve(2)),
    row("constraints, 100 unknowns", 2.0, Unit::Milliseconds, || solve(12)),
    row("constraints, 400 unknowns", 60.0, Unit::Milliseconds, || {
        solve(50)
    }),
];

fn line() -> Seg {
    Seg::line(Point::new(1.0, 2.0), Point::new(30.0, -4.0))
}

fn arc() -> Seg {
    Seg::Conic(Conic::arc(Point::new(3.0, 4.0), 5.0, 0.3, 4.0))
}

fn cubic() -> Seg {
    let [a, b, c, d] = [(0.0, 0.0), (0.0, 100.0), (100.0, 90.0), (100.0, 0.0)].map(Point::from);
    Seg::Cubic(CubicBez::new(a, b, c, d))
}

fn bounds_of(seg: Seg) -> f64 {
    time(|| black_box(&seg).bounds())
}

fn index(count: usize) -> f64 {
    let boxes = boxes(&scattered(count));
    time(|| Index::new(boxes.iter().copied()))
}

fn window(random: &mut Random, size: f64) -> Bounds {
    let at = Point::new(1e4 * random.unit(), 1e4 * random.unit());
    Bounds {
        min: at,
        max: Point::new(at.x + size, at.y + size),
    }
}

fn union(arcs: bool) -> f64 {
    let a = [outline(1000, arcs)];
    let b = [gear(Point::new(40.0, 11.0), 120.0, 250, arcs)];
    time(|| boolean(&a, &b, Op::Union).unwrap())
}

fn offset(arcs: bool, distance: f64) -> f64 {
    let region = [outline(500, arcs)];
    time(|| offset_region(&region, distance, Join::Round).unwrap())
}

/// A chain of rectangles drawn crookedly, each standing on the one before: eight unknowns each.
fn solve(rectangles: usize) -> f64 {
    let mut sketch = Sketch::default();
    let mut before = None;
    for i in 0..rectangles {
        let x = 30.0 * i as f64;
        let off = 0.1 * ((i % 7) as f64 - 3.0);
        let corner = |x: f64, y: f64| Point::new(x + off, y - off);
        let [a, b, c, d] =
            [(x, 0.0), (x + 20.3, 0.4), (x + 20.0, 10.2), (x - 0.3, 9.7)].map(|(x, y)| corner(x, y));
        let [a, b, c, d] = [a, b, c, d].map(|p| sketch.point(p));
        let line = |p, q| trammel::geometry::solve::LineExpr::new(p, q);
        sketch.demand(Constraint::Horizontal(line(a, b)));
        sketch.demand(Constraint::Vertical(line(b, c)));
        sketch.demand(Constraint::Horizontal(line(d, c)));
        sketch.demand(Constraint::Vertical(line(a, d)));
        sketch.demand(Constraint::Distance(a, b, 20.0));
        match before {
            None => {
                sketch.demand(Constraint::Fix(a));
                sketch.demand(Constraint::Distance(b, c, 10.0));
            }
            Some((last_b, last_c)) => {
                sketch.demand(Constraint::DistanceX(last_b, a, 10.0));
                sketch.demand(Constraint::SameY(last_b, a));
                sketch.demand(Constraint::EqualLength(line(last_b, last_c), line(b, c)));
            }
        }
        before = Some((b, c));
    }
    assert!(sketch.solve().unwrap().residual < 1e-9);
    time(|| sketch.solve().unwrap())
}
