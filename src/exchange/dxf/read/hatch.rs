//! Hatches: boundaries of polylines, lines, arcs, ellipses, and splines, filled by a pattern or a color.

use super::super::super::imported::ImportedItem;
use super::context::Context;
use super::entity::Entity;
use super::placement::{Ocs, mapped, of_paths};
use super::polyline::{self, Vertex};
use super::spline::{self, Spline};
use super::tags::Tag;
use crate::annotate;
use crate::geometry::{Affine, Conic, Path, Point, Seg, Vec2, norm};
use crate::scene::{SOLID, Shape, TiedHatch};
use std::sync::Arc;

/// Returns the item of a hatch: a hatch if the drawing has its pattern, else its outline.
pub(super) fn item<'a>(cx: &mut Context<'_, 'a>, entity: &Entity<'a>, map: &Affine) -> Option<ImportedItem> {
    let elevation = entity.point3(10).map_or(0.0, |point| point[2]);
    let map = *map * Ocs::of(entity.extrusion(), elevation).map();
    let (boundary, is_exact) = boundaries(entity);
    if boundary.is_empty() {
        cx.drop(entity, ["It has no closed boundary.", "닫힌 경계가 없어요."]);
        return None;
    }
    if !is_exact {
        cx.change(
            entity,
            [
                "A spline of its boundary is approximated within 1e-8 of its size.",
                "경계의 스플라인을 크기의 1e-8 안에서 근사했어요.",
            ],
        );
    }
    let outline = of_paths(&boundary);
    let pattern = pattern(cx, entity);
    if let Some((name, scale, angle)) = pattern {
        let hatch = Shape::Hatch(Arc::new(TiedHatch {
            boundary,
            pattern: name.to_owned(),
            scale,
            angle,
            ties: Vec::new(),
            detached: false,
        }));
        let (placed, _) = mapped(hatch.clone(), &map);
        if placed.check().is_ok() {
            if name != SOLID {
                cx.change(
                    entity,
                    [
                        "The lines of its pattern start at the origin of the drawing.",
                        "무늬의 선이 도면의 원점에서 시작해요.",
                    ],
                );
            }
            return cx.item(entity, hatch, &map);
        }
        cx.change(
            entity,
            [
                "Only its outline is imported, because the pattern has too many lines for a drawing.",
                "무늬의 선이 도면에 너무 많아서 윤곽만 가져왔어요.",
            ],
        );
    } else {
        cx.change(
            entity,
            [
                "Only its outline is imported, because the drawing has no such pattern.",
                "도면에 그런 무늬가 없어서 윤곽만 가져왔어요.",
            ],
        );
    }
    cx.item(entity, outline?, &map)
}

/// Returns the name, scale, and angle of the pattern; `None` if the drawing has no such pattern.
fn pattern<'a>(cx: &Context<'_, 'a>, entity: &Entity<'a>) -> Option<(&'static str, f64, f64)> {
    if entity.int(70) == 1 || entity.int(450) == 1 {
        return Some((SOLID, 1.0, 0.0));
    }
    let name = entity
        .tag(2)
        .map(|tag| cx.coding.name(tag))
        .unwrap_or_default()
        .to_lowercase();
    let offset = |x: f64, y: f64| norm(Vec2::new(x, y));
    // Lines of the pattern as drawn: direction, and offset to the next line.
    let angles = entity.reals(53);
    let offsets: Vec<f64> = entity
        .reals(45)
        .into_iter()
        .zip(entity.reals(46))
        .map(|(x, y)| offset(x, y))
        .collect();
    if let Some(found) = annotate::pattern(&name)
        && found.families.len() == angles.len()
        && let (Some(family), Some(angle), Some(length)) =
            (found.families.first(), angles.first(), offsets.first())
        && *length > 0.0
    {
        let scale = length / offset(family.delta.0, family.delta.1);
        return Some((found.name, scale, (angle - family.angle).to_radians()));
    }
    if let (Some(found), true) = (annotate::pattern(&name), angles.is_empty()) {
        // The definitions of imperial files are in inches.
        let scale = entity.real(41).filter(|scale| *scale > 0.0).unwrap_or(1.0);
        let unit = if cx.is_imperial { 25.4 } else { 1.0 };
        return Some((
            found.name,
            scale / unit,
            entity.real(52).unwrap_or(0.0).to_radians(),
        ));
    }
    let is_plain = entity.reals(49).is_empty();
    match (angles.as_slice(), offsets.as_slice()) {
        ([angle], [length]) if is_plain && *length > 0.0 => Some(("lines", *length, angle.to_radians())),
        ([a, b], [x, y]) if is_plain && x == y && *x > 0.0 && ((a - b).abs() - 90.0).abs() < 1e-9 => {
            Some(("grid", *x / 3.175, a.to_radians()))
        }
        _ => None,
    }
}

/// Returns the closed boundaries, and whether they are exact.
fn boundaries(entity: &Entity<'_>) -> (Vec<Path>, bool) {
    let tags = entity.tags();
    let start = tags
        .iter()
        .position(|tag| tag.code == 91)
        .map_or(tags.len(), |at| at + 1);
    let mut cursor = Cursor {
        tags: &tags[start..],
        is_exact: true,
    };
    let mut paths = Vec::new();
    // The codes of the pattern follow the boundaries.
    while let Some(flags) = cursor.take(92) {
        let flags = flags as i64;
        let segs = if flags & 2 != 0 {
            cursor.polyline()
        } else {
            cursor.edges()
        };
        paths.extend(closed(segs));
        cursor.skip_sources();
    }
    paths.retain(|path: &Path| path.is_finite() && path.bounds().is_some());
    (paths, cursor.is_exact)
}

/// Returns the closed path of pieces, connected by lines where there are gaps.
fn closed(segs: Vec<Seg>) -> Option<Path> {
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
                out.push(Seg::line(last, next.start()));
            }
            out.push(next);
        } else {
            out.push(seg);
        }
    }
    let end = out.last().map(Seg::end)?;
    if norm(end - start) > 1e-9 * size {
        out.push(Seg::line(end, start));
    }
    Some(Path::new(out, true))
}

/// Reader of the tags of boundaries in their order.
struct Cursor<'t, 'a> {
    tags: &'t [Tag<'a>],
    is_exact: bool,
}

impl Cursor<'_, '_> {
    /// Returns the number of the next tag if it has this code.
    fn take(&mut self, code: u16) -> Option<f64> {
        let (first, rest) = self.tags.split_first()?;
        if first.code != code {
            return None;
        }
        self.tags = rest;
        first.real()
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
        Some(vec![self.swept(Conic::circle(center, radius))?])
    }

    fn ellipse(&mut self) -> Option<Vec<Seg>> {
        let center = self.point(10)?;
        let major = self.point(11)?.to_vec2();
        let minor = Vec2::new(-major.y, major.x) * self.take(40)?;
        Some(vec![self.swept(Conic::ellipse(center, major, minor))?])
    }

    /// Returns the part of a conic between the next two angles. The angles of a clockwise arc are negated.
    fn swept(&mut self, conic: Conic) -> Option<Seg> {
        let (start, end) = (self.take(50)?.to_radians(), self.take(51)?.to_radians());
        let is_counterclockwise = self.take(73).is_none_or(|flag| flag != 0.0);
        let sweep = Conic::arc(Point::ZERO, 1.0, start, end).dt;
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
            self.is_exact = false;
            return Some(spline::through(&fit, [None, None]));
        }
        let (segs, is_exact) = spline.segments().ok()?;
        self.is_exact &= is_exact;
        Some(segs)
    }
}
