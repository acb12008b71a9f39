//! Deterministic input data: gears, zigzags, scattered shapes, and drawings of circles.

use trammel_kernel::{Bounds, Conic, Path, Point, Seg};
use trammel_scene::{Name, Shape};

/// Seeded random number generator (xorshift64*).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed | 1)
    }

    /// Returns a random number from 0 (inclusive) to 1 (exclusive).
    pub(crate) fn unit(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a random point in the square of 10,000 by 10,000 units that contains the scattered shapes.
    pub(crate) fn place(&mut self) -> Point {
        Point::new(1e4 * self.unit(), 1e4 * self.unit())
    }

    /// Returns a square window with sides of length `size` at a random point.
    pub(crate) fn window(&mut self, size: f64) -> Bounds {
        let min = self.place();
        let max = Point::new(min.x + size, min.y + size);
        Bounds { min, max }
    }
}

/// Returns a gear with four segments for each of the `teeth`. With `arcs`, the tips and the roots are arcs.
pub(crate) fn gear(center: Point, radius: f64, teeth: usize, arcs: bool) -> Path {
    let at = |r: f64, turn: f64| center + r * vec(turn);
    let step = std::f64::consts::TAU / teeth as f64;
    let (tip, root) = (radius, 0.93 * radius);
    let mut segs = Vec::with_capacity(4 * teeth);
    let mut round = |r: f64, from: f64, to: f64| {
        if arcs {
            segs.push(Seg::Conic(Conic {
                t0: from,
                dt: to - from,
                ..Conic::circle(center, r)
            }));
        } else {
            segs.push(Seg::line(at(r, from), at(r, to)));
        }
    };
    let mut rounds = Vec::new();
    for tooth in 0..teeth {
        let turn = tooth as f64 * step;
        rounds.push((tip, turn, turn + 0.4 * step));
        rounds.push((root, turn + 0.5 * step, turn + 0.9 * step));
    }
    for &(r, from, to) in &rounds {
        round(r, from, to);
    }
    // The flanks connect the end of each segment to the start of the next one.
    let count = segs.len();
    let mut all = Vec::with_capacity(2 * count);
    for i in 0..count {
        all.push(segs[i]);
        all.push(Seg::line(segs[i].end(), segs[(i + 1) % count].start()));
    }
    Path::new(all, true)
}

/// Returns a closed outline of `count` segments, rounded if `arcs` is set.
pub(crate) fn outline(count: usize, arcs: bool) -> Path {
    gear(Point::new(3.0, 5.0), 120.0, count / 4, arcs)
}

/// Returns an open zigzag of `count` lines across 1,000 units.
pub(crate) fn zigzag(count: usize, shift: f64) -> Path {
    let points: Vec<Point> = (0..=count)
        .map(|i| {
            Point::new(
                1000.0 * i as f64 / count as f64 + shift,
                if i % 2 == 0 { 0.0 } else { 40.0 } + shift,
            )
        })
        .collect();
    Path::from_points(&points, false)
}

/// Returns `count` small shapes in a square of 10,000 by 10,000 units, alternating between circles, squares, lines
/// and arcs.
pub(crate) fn scattered(count: usize) -> Vec<Path> {
    let mut random = Random::new(7);
    (0..count)
        .map(|i| {
            let at = random.place();
            let size = 2.0 + 10.0 * random.unit();
            match i % 4 {
                0 => Path::circle(at, size),
                1 => Path::rect(at, size, size),
                2 => Path::from_points(&[at, at + size * vec(6.0 * random.unit())], false),
                _ => Path::arc(at, size, 0.3, 2.0),
            }
        })
        .collect()
}

/// Returns `count` named circles, distributed like the scattered shapes.
pub(crate) fn circles(count: usize) -> Vec<(Name, Shape)> {
    let mut random = Random::new(11);
    (0..count)
        .map(|i| {
            let center = random.place();
            let radius = 1.0 + 9.0 * random.unit();
            (
                Name::new(&format!("e{i}")).unwrap(),
                Shape::Circle { center, radius },
            )
        })
        .collect()
}

/// Returns the bounds of the paths.
pub(crate) fn boxes(paths: &[Path]) -> Vec<Option<Bounds>> {
    paths.iter().map(Path::bounds).collect()
}

#[allow(
    clippy::disallowed_methods,
    reason = "the input of a benchmark may differ between machines"
)]
fn vec(turn: f64) -> trammel_kernel::Vec2 {
    trammel_kernel::Vec2::from_angle(turn)
}
