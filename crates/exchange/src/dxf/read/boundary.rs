//! Boundaries of hatches: closed paths of polylines, lines, arcs, ellipses, and splines.

use super::polyline::{self, Vertex};
use super::spline::{self, Accuracy, Spline};
use super::sweep::sweep;
use std::f64::consts::{PI, TAU};
use trammel_dxf::Entity;
use trammel_dxf::Tag;
use trammel_kernel::{Conic, Path, Point, Seg, Vec2, norm};

/// Returns the closed boundaries, and their accuracy. The angles of elliptic edges are directions, but some programs
/// write parameters; the edges meet only with the right ones.
pub(super) fn boundaries(entity: &Entity<'_>) -> (Vec<Path>, Accuracy) {
    let directions = boundaries_of(entity, true);
    let has_ellipses = entity
        .tags()
        .windows(2)
        .any(|pair| pair[0].code == 72 && pair[0].int() == Some(3));
    if !has_ellipses || directions.gap == 0.0 {
        return (directions.paths, directions.accuracy);
    }
    let parameters = boundaries_of(entity, false);
    let better = if parameters.gap < directions.gap {
        parameters
    } else {
        directions
    };
    (better.paths, better.accuracy)
}

/// Closed boundaries of a hatch.
struct Boundaries {
    paths: Vec<Path>,
    accuracy: Accuracy,
    /// Sum of the gaps between edges, of which gaps by rounding are none.
    gap: f64,
}

fn boundaries_of(entity: &Entity<'_>, has_directions: bool) -> Boundaries {
    let tags = entity.tags();
    let start = tags
        .iter()
        .position(|tag| tag.code == 91)
        .map_or(tags.len(), |at| at + 1);
    let mut cursor = Cursor {
        tags: &tags[start..],
        accuracy: Accuracy::Exact,
        has_directions,
    };
    let mut gap = 0.0;
    let mut paths = Vec::new();
    // The codes of the pattern follow the boundaries.
    while let Some(flags) = cursor.take(92) {
        let flags = flags as i64;
        let segs = if flags & 2 != 0 {
            cursor.polyline()
        } else {
            cursor.edges()
        };
        paths.extend(closed_path(segs, &mut gap));
        cursor.skip_sources();
    }
    paths.retain(|path: &Path| path.is_finite() && path.bounds().is_some());
    Boundaries {
        paths,
        accuracy: cursor.accuracy,
        gap,
    }
}

/// Returns the closed path of pieces, connected by lines where there are gaps, whose lengths are added to `gap`.
fn closed_path(segs: Vec<Seg>, gap: &mut f64) -> Option<Path> {
    let mut out: Vec<Seg> = Vec::with_capacity(segs.len() + 1);
    let start = segs.first()?.start();
    let size = segs
        .iter()
        .map(|seg| norm(seg.end() - seg.start()))
        .fold(0.0, f64::max);
    for seg in segs {
        if let Some(last) = out.last().map(Seg::end)
            && norm(seg.start() - last) > 1e-9 * size
        {
            // The edges of a boundary may run in either direction.
            let reversed = seg.reversed();
            let is_backward = norm(reversed.start() - last) < norm(seg.start() - last);
            let next = if is_backward { reversed } else { seg };
            if norm(next.start() - last) > 1e-9 * size {
                *gap += norm(next.start() - last);
                out.push(Seg::line(last, next.start()));
            }
            out.push(next);
        } else {
            out.push(seg);
        }
    }
    let end = out.last().map(Seg::end)?;
    if norm(end - start) > 1e-9 * size {
        *gap += norm(end - start);
        out.push(Seg::line(end, start));
    }
    Some(Path::new(out, true))
}

/// Returns the turn from one angle to another by less than half a turn.
fn angle_between(from: f64, to: f64) -> f64 {
    let turn = (to - from).rem_euclid(TAU);
    if turn > PI { turn - TAU } else { turn }
}

/// Reader of the tags of boundaries in their order.
struct Cursor<'t, 'a> {
    tags: &'t [Tag<'a>],
    accuracy: Accuracy,
    /// Whether the angles of elliptic edges are directions; parameters otherwise.
    has_directions: bool,
}

impl<'t, 'a> Cursor<'t, 'a> {
    /// Returns the number of the next tag if it has this code.
    fn take(&mut self, code: u16) -> Option<f64> {
        self.take_tag(code)?.real()
    }

    /// Returns the next tag if it has this code.
    fn take_tag(&mut self, code: u16) -> Option<&'t Tag<'a>> {
        let (first, rest) = self.tags.split_first()?;
        if first.code != code {
            return None;
        }
        self.tags = rest;
        Some(first)
    }

    fn point(&mut self, code: u16) -> Option<Point> {
        let x = self.take(code)?;
        Some(Point::new(x, self.take(code + 10)?))
    }

    fn skip_sources(&mut self) {
        self.take(97);
        while self.tags.first().is_some_and(|tag| tag.code == 330) {
            self.tags = &self.tags[1..];
        }
    }

    fn polyline(&mut self) -> Vec<Seg> {
        self.take(72);
        self.take(73);
        self.take(93);
        let mut vertices = Vec::new();
        while let Some(at) = self.point(10) {
            let bulge = self.take(42).unwrap_or(0.0);
            vertices.push(Vertex { at, bulge });
        }
        polyline::segments(&vertices, vertices.len())
            .into_iter()
            .filter(|seg| seg.start() != seg.end())
            .collect()
    }

    fn edges(&mut self) -> Vec<Seg> {
        let mut segs = Vec::new();
        self.take(93);
        while let Some(kind) = self.take(72) {
            let found = match kind as i64 {
                1 => self.line(),
                2 => self.arc(),
                3 => self.ellipse(),
                4 => self.spline(),
                _ => None,
            };
            let Some(found) = found else { break };
            segs.extend(found);
        }
        segs
    }

    fn line(&mut self) -> Option<Vec<Seg>> {
        let from = self.point(10)?;
        Some(vec![Seg::line(from, self.point(11)?)])
    }

    fn arc(&mut self) -> Option<Vec<Seg>> {
        let center = self.point(10)?;
        let radius = self.take(40)?;
        Some(vec![self.take_conic_part(Conic::circle(center, radius))?])
    }

    fn ellipse(&mut self) -> Option<Vec<Seg>> {
        let center = self.point(10)?;
        let major = self.point(11)?.to_vec2();
        let ratio = self.take(40)?;
        let minor = Vec2::new(-major.y, major.x) * ratio;
        let conic = Conic::ellipse(center, major, minor);
        if !self.has_directions || ratio == 0.0 {
            return Some(vec![self.take_conic_part(conic)?]);
        }
        let Seg::Conic(by_direction) = self.take_conic_part(conic)? else {
            return None;
        };
        let parameter = |direction: f64| {
            let (sin, cos) = libm::sincos(direction);
            // The parameter is in the same turn as the direction.
            direction + angle_between(direction, libm::atan2(sin / ratio, cos))
        };
        let t0 = parameter(by_direction.t0);
        let dt = if by_direction.dt.abs() >= TAU {
            by_direction.dt
        } else {
            parameter(by_direction.t0 + by_direction.dt) - t0
        };
        Some(vec![Seg::Conic(Conic { t0, dt, ..conic })])
    }

    /// Returns the part of a conic between the next two angles. The angles of a clockwise arc are negated.
    fn take_conic_part(&mut self, conic: Conic) -> Option<Seg> {
        let (start, end) = (self.take_tag(50)?, self.take_tag(51)?);
        let is_counterclockwise = self.take(73).is_none_or(|flag| flag != 0.0);
        let sweep = sweep([Some(start), Some(end)], 360.0).map_or(TAU, f64::to_radians);
        let start = start.real()?.to_radians();
        end.real()?;
        let (t0, dt) = if is_counterclockwise {
            (start, sweep)
        } else {
            (-start, -sweep)
        };
        Some(Seg::Conic(Conic { t0, dt, ..conic }))
    }

    fn spline(&mut self) -> Option<Vec<Seg>> {
        let mut spline = Spline {
            degree: self.take(94)? as usize,
            ..Spline::default()
        };
        for code in [73, 74, 95, 96] {
            self.take(code);
        }
        while let Some(knot) = self.take(40) {
            spline.knots.push(knot);
        }
        while let Some(point) = self.point(10) {
            spline.points.push(point);
            spline.weights.extend(self.take(42));
        }
        let mut fit = Vec::new();
        // The number of fit points, which older files lack, is not the number of sources after the last edge.
        let is_followed = self
            .tags
            .get(1)
            .is_some_and(|tag| matches!(tag.code, 11 | 72 | 97));
        if is_followed && self.take(97).is_some() {
            while let Some(point) = self.point(11) {
                fit.push(point);
            }
            self.point(12);
            self.point(13);
        }
        if spline.points.is_empty() {
            self.accuracy = self.accuracy.max(Accuracy::Approximated);
            return Some(spline::through(&fit, [None, None]));
        }
        let (segs, accuracy) = spline.segments().ok()?;
        self.accuracy = self.accuracy.max(accuracy);
        Some(segs)
    }
}
