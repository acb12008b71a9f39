//! Boolean operations on regions: union, difference, intersection and symmetric difference with exact curves.
//!
//! A region is a list of closed paths with the even-odd rule; paths may have either direction and may cross
//! themselves. Results are in the normal form of [`super::rings`]: outer rings counterclockwise, holes clockwise.
//! Results consist of parts of the input curves: an arc stays an arc of the same circle, and a Bézier a part of the
//! same Bézier. Where two curves run closer together than the accuracy of the engine (about 1e-8 of the drawing's
//! size), one may replace the other.
//!
//! Start at [`boolean`] and [`union`]; [`Faces`] finds the area that open and closed paths enclose around a point. An [`Engine`] decides the topology (`arrange.rs`), `recover.rs` restores the
//! exact geometry, and `check.rs` verifies the result by identities of exact areas. **A result that fails its check
//! is never returned.**

use super::region::region_area;
use super::{Bounds, Path, Tol, rings};

mod arrange;
mod check;
mod corner;
mod edge;
mod engine;
mod error;
mod extent;
mod faces;
mod joint;
mod lookup;
mod op;
mod recover;
mod run;
mod weld;
mod winding;

pub use arrange::Arrange;
pub use engine::{Engine, Inside, Span};
pub use error::{BooleanError, MAX_MEETINGS};
pub use faces::Faces;
pub use op::Op;

use engine::Frame;
use extent::Extent;
use lookup::Sources;

/// Returns the engines in the order of the attempts.
pub fn engines() -> [&'static dyn Engine; 2] {
    [&Arrange::FINE, &Arrange::COARSE]
}

/// Combines two regions. An empty list is an empty region, as operand and as result.
///
/// # Errors
/// Returns an error if an outline is open or not finite, if the outlines are too complex, or if no result passes
/// its check.
pub fn boolean(a: &[Path], b: &[Path], op: Op) -> Result<Vec<Path>, BooleanError> {
    boolean_with(&engines(), a, b, op)
}

/// Combines two regions with the given engines; see [`boolean`].
///
/// # Errors
/// Returns the errors of [`boolean`].
pub fn boolean_with(
    engines: &[&dyn Engine],
    a: &[Path],
    b: &[Path],
    op: Op,
) -> Result<Vec<Path>, BooleanError> {
    let bench = Bench::new(engines, &[a, b])?;
    let (a, b) = (bench.clean(a)?, bench.clean(b)?);
    bench.pair(&a, &b, op)
}

/// Returns the union of any number of regions, in one operation.
///
/// # Errors
/// Returns the errors of [`boolean`].
pub fn union(regions: &[Vec<Path>]) -> Result<Vec<Path>, BooleanError> {
    let all: Vec<&[Path]> = regions.iter().map(Vec::as_slice).collect();
    let bench = Bench::new(&engines(), &all)?;
    let clean = regions
        .iter()
        .map(|region| bench.clean(region))
        .collect::<Result<Vec<_>, _>>()?;
    bench.union(&clean)
}

/// Combines any number of regions from left to right: the union of all, the intersection of all, the first without
/// the others, or the area in an odd number of regions.
///
/// Corners and edges that are closer together than [`weld_tolerance`] are welded if the result would otherwise have an edge or
/// a wall of that size.
///
/// # Errors
/// Returns the errors of [`boolean`].
pub fn combine(regions: &[Vec<Path>], op: Op) -> Result<Vec<Path>, BooleanError> {
    let reach = weld_tolerance(regions)?;
    let plain = combine_each(regions, op);
    if plain
        .as_ref()
        .is_ok_and(|result| weld::sliver(result, reach).is_none())
    {
        return plain;
    }
    // Welding moves corners, so parts a little farther apart than the tolerance may come within it. Operands that cannot be
    // combined as they are may be combined after welding, and the other way round.
    let mut first = plain;
    for factor in WELD_FACTORS {
        let welded = combine_each(&weld::weld(regions, factor * reach), op);
        if welded
            .as_ref()
            .is_ok_and(|result| weld::sliver(result, reach).is_none())
        {
            return welded;
        }
        first = first.or(welded);
    }
    first
}

/// Returns the distance up to which corners and edges of regions are welded: a billionth of their common size, or more far from
/// the origin, where coordinates are less accurate.
///
/// # Errors
/// Returns an error if the coordinates are not finite or too large for the size of the regions.
pub fn weld_tolerance(regions: &[Vec<Path>]) -> Result<f64, BooleanError> {
    let all: Vec<&[Path]> = regions.iter().map(Vec::as_slice).collect();
    Ok(Extent::of(&all)?.tol.merge)
}

fn combine_each(regions: &[Vec<Path>], op: Op) -> Result<Vec<Path>, BooleanError> {
    let all: Vec<&[Path]> = regions.iter().map(Vec::as_slice).collect();
    let bench = Bench::new(&engines(), &all)?;
    let mut clean = regions
        .iter()
        .map(|region| bench.clean(region))
        .collect::<Result<Vec<_>, _>>()?;
    match op {
        Op::Union => bench.union(&clean),
        Op::Difference if clean.len() > 2 => {
            let rest = bench.union(&clean.split_off(1))?;
            bench.pair(&clean[0], &rest, op)
        }
        _ => {
            let mut clean = clean.into_iter();
            let first = clean.next().unwrap_or_default();
            clean.try_fold(first, |so_far, next| bench.pair(&so_far, &next, op))
        }
    }
}

/// Returns the region in normal form, without crossings of its outlines.
///
/// # Errors
/// Returns the errors of [`boolean`].
pub fn clean_region(region: &[Path]) -> Result<Vec<Path>, BooleanError> {
    Bench::new(&engines(), &[region])?.clean(region)
}

/// Least relative difference of two areas that shows that outlines cross.
const CROSSED: f64 = 1e-6;

/// Returns outlines of the same region by the even-odd rule that do not cross: the given ones, unless they cross. Outlines that
/// cannot be examined stay. Many crossings take as long as a Boolean operation.
pub fn uncross(paths: Vec<Path>) -> Vec<Path> {
    let area = region_area(&paths);
    match clean_region(&paths) {
        Ok(clean) if (region_area(&clean) - area).abs() > CROSSED * area.abs() => clean,
        _ => paths,
    }
}

/// Returns the region of the points with a winding number of at least 1: closed outlines run around them at least
/// once more counterclockwise than clockwise.
///
/// # Errors
/// Returns the errors of [`boolean`].
pub fn positive(outlines: &[Path]) -> Result<Vec<Path>, BooleanError> {
    Bench::new(&engines(), &[outlines])?.positive(outlines)
}

/// Distances at which operands are welded, in order, as multiples of the tolerance.
const WELD_FACTORS: [f64; 3] = [1.0, 2.0, 4.0];

/// Engines, tolerances and bounds of one operation.
struct Bench<'a> {
    engines: Vec<&'a dyn Engine>,
    tol: Tol,
    bounds: Option<Bounds>,
}

impl<'a> Bench<'a> {
    fn new(engines: &[&'a dyn Engine], regions: &[&[Path]]) -> Result<Bench<'a>, BooleanError> {
        let Extent { bounds, tol } = Extent::of(regions)?;
        Ok(Bench {
            engines: engines.to_vec(),
            tol,
            bounds,
        })
    }

    /// Returns the region without crossings, in normal form.
    fn clean(&self, region: &[Path]) -> Result<Vec<Path>, BooleanError> {
        for path in region.iter().filter(|path| !path.is_empty()) {
            if let (Some(start), Some(last)) = (path.start(), path.segs.last()) {
                let gap = super::num::norm(last.end() - start);
                if !path.closed || gap > self.tol.merge {
                    return Err(BooleanError::Open { start, gap });
                }
            }
        }
        let outlines: Vec<Path> = region.iter().filter(|path| !path.is_empty()).cloned().collect();
        if check::is_simple(&outlines, self.tol) {
            return Ok(rings::normalize(outlines));
        }
        self.first_proven(|engine| {
            let result = self.resolve(engine, &outlines, Inside::Odd)?;
            check::odd(&result, &outlines, self.tol, &|rings, depth| {
                self.resolve(engine, rings, Inside::AtLeast(depth))
            })?;
            Ok(result)
        })
    }

    fn positive(&self, outlines: &[Path]) -> Result<Vec<Path>, BooleanError> {
        self.first_proven(|engine| {
            let result = self.resolve(engine, outlines, Inside::AtLeast(1))?;
            check::no_crossing(&result, self.tol)?;
            Ok(result)
        })
    }

    fn union(&self, regions: &[Vec<Path>]) -> Result<Vec<Path>, BooleanError> {
        let outlines: Vec<Path> = regions.iter().flatten().cloned().collect();
        self.first_proven(|engine| {
            let at_least = |depth| self.resolve(engine, &outlines, Inside::AtLeast(depth));
            let result = at_least(1)?;
            check::levels(&result, &outlines, self.tol, regions.len() as u32, &at_least)?;
            Ok(result)
        })
    }

    /// Combines two regions in normal form.
    fn pair(&self, a: &[Path], b: &[Path], op: Op) -> Result<Vec<Path>, BooleanError> {
        let both: Vec<Path> = a.iter().chain(b).cloned().collect();
        self.first_proven(|engine| {
            let in_both = || self.resolve(engine, &both, Inside::AtLeast(2));
            let in_any = || self.resolve(engine, &both, Inside::AtLeast(1));
            let (result, other) = match op {
                Op::Union => (in_any()?, in_both()?),
                Op::Intersect => (in_both()?, in_any()?),
                Op::Difference => {
                    let without: Vec<Path> = a.iter().cloned().chain(b.iter().map(Path::reversed)).collect();
                    (self.resolve(engine, &without, Inside::AtLeast(1))?, in_both()?)
                }
                Op::Xor => (self.resolve(engine, &both, Inside::Odd)?, in_both()?),
            };
            check::identity(op, (a, b), &result, &other, self.tol)?;
            Ok(result)
        })
    }

    /// Runs an engine once and restores the exact curves in its result.
    fn resolve(&self, engine: &dyn Engine, outlines: &[Path], inside: Inside) -> Result<Vec<Path>, String> {
        let outlines: Vec<Path> = outlines.iter().map(check::without_loops).collect();
        let (Some(bounds), Some(sources)) = (self.bounds, Sources::new(&outlines)) else {
            return Ok(Vec::new());
        };
        let frame = Frame::of(&bounds).ok_or_else(|| "the shapes have no extent".to_owned())?;
        let inward = frame.inward();
        let framed: Vec<Path> = outlines.iter().map(|path| path.transformed(&inward)).collect();
        let mut answer = engine.resolve(&framed, inside)?;
        for span in answer.iter_mut().flatten() {
            for point in [&mut span.from, &mut span.via, &mut span.to] {
                *point = frame.outward(*point);
            }
        }
        let reach = frame.reach(engine.accuracy()).max(self.tol.merge);
        let found = recover::rebuild(&answer, &sources, reach, self.tol)?;
        let solid = found
            .into_iter()
            .filter(|ring| ring.signed_area().abs() > self.tol.merge * ring.length());
        Ok(rings::normalize(solid.collect()))
    }

    fn first_proven(
        &self,
        attempt: impl Fn(&dyn Engine) -> Result<Vec<Path>, String>,
    ) -> Result<Vec<Path>, BooleanError> {
        let mut reasons = Vec::new();
        for engine in &self.engines {
            match attempt(*engine) {
                Ok(result) => return Ok(result),
                Err(reason) => reasons.push(format!("{}: {reason}", engine.name())),
            }
        }
        Err(BooleanError::Unproven(reasons.join("; ")))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
pub(crate) mod tests;
