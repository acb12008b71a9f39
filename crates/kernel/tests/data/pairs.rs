//! Random pairs of CAD outlines with fixed seeds, for the comparison of boolean engines, the check against
//! another library, and the property tests. Three in ten pairs are degenerate on purpose.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use super::geometry::{Affine, Conic, CubicBez, Path, Point, Seg, Vec2, norm};

/// Two regions and the kind of their relation.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    /// Kind of the pair.
    pub(crate) kind: &'static str,
    /// First region.
    pub(crate) a: Vec<Path>,
    /// Second region.
    pub(crate) b: Vec<Path>,
}

/// Returns the pair with this number. From `half` on, the first `half` pairs are repeated, rotated and far from
/// the origin.
pub(crate) fn pair(number: u64, half: u64) -> Pair {
    let mut random =
        Random(0x9e37_79b9_7f4a_7c15 ^ ((number % half) + 1).wrapping_mul(0xbf58_476d_1ce4_e5b9));
    let plain = plain(&mut random);
    if number < half {
        return plain;
    }
    let far = Affine::translate((10_000.0, -10_000.0)) * turn(17.3_f64.to_radians());
    Pair {
        kind: plain.kind,
        a: moved(&plain.a, far),
        b: moved(&plain.b, far),
    }
}

fn plain(random: &mut Random) -> Pair {
    let a = shape(random);
    if random.below(10) >= 3 {
        let place = Affine::translate((random.within(-60.0, 60.0), random.within(-60.0, 60.0)));
        let turned = if random.below(2) == 0 {
            turn(random.within(0.0, TAU))
        } else {
            Affine::IDENTITY
        };
        let b = moved(&shape(random), place * turned);
        return Pair { kind: "random", a, b };
    }
    let r = random.whole(10, 40);
    let circle = |x: f64, y: f64, r: f64| vec![Path::circle(Point::new(x, y), r)];
    let rect = |x: f64, y: f64, w: f64, h: f64| vec![Path::rect(Point::new(x, y), w, h)];
    let (kind, a, b) = match random.below(8) {
        0 => (
            "shared edge",
            rect(0.0, 0.0, 2.0 * r, r),
            rect(2.0 * r, 0.25 * r, r, 2.0 * r),
        ),
        1 => ("same shape", a.clone(), a),
        2 => {
            let part = |random: &mut Random| {
                let (from, sweep) = (random.within(0.0, TAU), random.within(1.0, 5.5));
                let arc = Conic {
                    t0: from,
                    dt: sweep,
                    ..Conic::circle(Point::new(3.0, 4.0), r)
                };
                let (start, end) = (arc.start(), arc.end());
                vec![Path::new(
                    vec![Seg::Conic(arc), Seg::line(end, arc.c), Seg::line(arc.c, start)],
                    true,
                )]
            };
            ("coincident arcs", part(random), part(random))
        }
        3 => (
            "inner tangent",
            circle(0.0, 0.0, r),
            circle(0.4 * r, 0.0, 0.6 * r),
        ),
        4 => (
            "outer tangent",
            circle(0.0, 0.0, r),
            circle(1.5 * r, 0.0, 0.5 * r),
        ),
        5 => ("concentric", circle(1.0, 2.0, r), circle(1.0, 2.0, 0.5 * r)),
        6 => ("hairline gap", rect(0.0, 0.0, r, r), rect(r + 1e-7, 0.0, r, r)),
        _ => (
            "edge on arc",
            rounded(3.0 * r, 2.0 * r, r),
            rect(0.0, 0.0, 3.0 * r, 0.5 * r),
        ),
    };
    Pair { kind, a, b }
}

fn shape(random: &mut Random) -> Vec<Path> {
    let origin = Point::new(random.whole(-20, 20), random.whole(-20, 20));
    let size = random.whole(10, 50);
    let at = Affine::translate(origin.to_vec2());
    let paths = match random.below(10) {
        0 => vec![Path::rect(Point::ZERO, size, random.whole(5, 60))],
        1 => vec![Path::circle(Point::ZERO, size)],
        2 => vec![slot(size, random.whole(3, 15))],
        3 => rounded(size, random.whole(10, 60), random.whole(1, 12)),
        4 => vec![gear(6 + random.below(30) as usize, size)],
        5 => vec![Path::regular_polygon(
            Point::ZERO,
            size,
            3 + random.below(9) as usize,
            random.within(0.0, 3.0),
        )],
        6 => vec![Path::ellipse(
            Point::ZERO,
            size,
            0.2 * size + random.within(0.0, size),
            random.within(0.0, 3.0),
        )],
        7 => vec![
            Path::circle(Point::ZERO, size),
            Path::circle(Point::new(1.0, 0.0), 0.5 * size),
        ],
        8 => vec![blob(size, random)],
        _ => vec![
            gear(5 + random.below(20) as usize, size),
            Path::circle(Point::ZERO, 0.3 * size),
            slot(0.2 * size, 0.05 * size),
        ],
    };
    moved(&paths, at)
}

fn rounded(w: f64, h: f64, r: f64) -> Vec<Path> {
    vec![Path::rounded_rect(Point::ZERO, w, h, r)]
}

fn slot(half: f64, r: f64) -> Path {
    let end = |x: f64, from: f64| {
        Seg::Conic(Conic {
            t0: from,
            dt: PI,
            ..Conic::circle(Point::new(x, 0.0), r)
        })
    };
    let (right, left) = (end(half, -FRAC_PI_2), end(-half, FRAC_PI_2));
    let lower = Seg::line(left.end(), right.start());
    let upper = Seg::line(right.end(), left.start());
    Path::new(vec![lower, right, upper, left], true)
}

/// Creates a gear: teeth with arcs of two circles and straight flanks.
fn gear(teeth: usize, radius: f64) -> Path {
    let step = TAU / teeth as f64;
    let (root, tip) = (
        Conic::circle(Point::ZERO, 0.8 * radius),
        Conic::circle(Point::ZERO, radius),
    );
    let mut segs: Vec<Seg> = Vec::new();
    for tooth in 0..teeth {
        let from = tooth as f64 * step;
        let low = Conic {
            t0: from,
            dt: 0.4 * step,
            ..root
        };
        let high = Conic {
            t0: from + 0.5 * step,
            dt: 0.4 * step,
            ..tip
        };
        segs.extend([
            Seg::Conic(low),
            Seg::line(low.end(), high.start()),
            Seg::Conic(high),
        ]);
        let next = root.point((tooth + 1) as f64 % teeth as f64 * step);
        segs.push(Seg::line(high.end(), next));
    }
    Path::new(segs, true)
}

/// Creates a smooth closed curve of four cubic Béziers.
fn blob(size: f64, random: &mut Random) -> Path {
    let radii: Vec<f64> = (0..4).map(|_| size * random.within(0.5, 1.0)).collect();
    let corner = |i: usize| {
        let r = radii[i % 4];
        [
            Vec2::new(r, 0.0),
            Vec2::new(0.0, r),
            Vec2::new(-r, 0.0),
            Vec2::new(0.0, -r),
        ][i % 4]
    };
    let segs = (0..4).map(|i| {
        let (p, q) = (corner(i), corner(i + 1));
        let (out, back) = (q / norm(q) * (0.5 * norm(p)), p / norm(p) * (0.5 * norm(q)));
        let [a, b, c, d] = [p, p + out, q + back, q].map(Vec2::to_point);
        Seg::Cubic(CubicBez::new(a, b, c, d))
    });
    Path::new(segs.collect(), true)
}

fn turn(angle: f64) -> Affine {
    let (sin, cos) = libm::sincos(angle);
    Affine::new([cos, sin, -sin, cos, 0.0, 0.0])
}

fn moved(paths: &[Path], map: Affine) -> Vec<Path> {
    paths.iter().map(|path| path.transformed(&map)).collect()
}

/// A small generator (SplitMix64), so that every machine gets the same pairs.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.next() >> 11) as f64 / (1_u64 << 53) as f64)
    }

    /// Returns a random integer from `low` to `high`.
    fn whole(&mut self, low: i64, high: i64) -> f64 {
        (low + self.below((high - low + 1) as u64) as i64) as f64
    }
}
