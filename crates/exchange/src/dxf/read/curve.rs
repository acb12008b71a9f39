//! Splines and helices as shapes.

use super::super::super::imported::ImportedItem;
use super::context::Context;
use super::placement::of_paths;
use super::reasons::PROJECTED;
use super::spline::{self, Accuracy, Spline};
use crate::report::Reason;
use trammel_dxf::Entity;
use trammel_kernel::{Affine, Path, Point, Seg, norm};
use trammel_scene::Shape;

/// Returns the item of a SPLINE or HELIX.
pub(super) fn item<'a>(cx: &mut Context<'_, 'a>, entity: &Entity<'a>, map: &Affine) -> Option<ImportedItem> {
    // The other part of a helix has numbers of the same group codes, which are not those of its curve.
    let part = entity.subclass("AcDbSpline");
    let (control, fit) = (part.points3(10), part.points3(11));
    let weights = part.reals(41);
    // Equal weights have no effect. Some programs write -1 for all.
    let is_rational = weights.windows(2).any(|pair| pair[0] != pair[1]);
    let spline = Spline {
        degree: usize::try_from(part.int(71)).unwrap_or(0),
        knots: part.reals(40),
        points: control.iter().map(flat).collect(),
        weights: if is_rational { weights } else { Vec::new() },
    };
    let segs = if control.is_empty() && fit.len() > 1 {
        cx.change(
            entity,
            [
                "Its curve is computed from its fit points.",
                "맞춤점으로 곡선을 계산했어요.",
            ],
        );
        let tangent = |code| part.point(code).map(Point::to_vec2);
        let mut points: Vec<Point> = fit.iter().map(flat).collect();
        if part.has_flag(70, 1) && points.first() != points.last() {
            points.extend(points.first().copied());
        }
        spline::through(&points, [tangent(12), tangent(13)])
    } else {
        match spline.segments() {
            Ok((segs, accuracy)) => {
                if let Some(difference) = difference(accuracy) {
                    cx.change(entity, difference);
                }
                segs
            }
            Err(reason) => {
                cx.drop(entity, reason);
                return None;
            }
        }
    };
    let heights = if control.is_empty() { &fit } else { &control };
    if heights.iter().any(|point| point[2] != heights[0][2]) {
        cx.change(entity, PROJECTED);
    }
    let shape = curve(segs);
    match shape {
        Some(shape) => cx.item(entity, shape, map),
        None => {
            cx.drop(entity, ["It has no curve.", "곡선이 없어요."]);
            None
        }
    }
}

/// Returns the difference of a curve with this accuracy; `None` for an exact one.
fn difference(accuracy: Accuracy) -> Option<Reason> {
    match accuracy {
        Accuracy::Exact => None,
        Accuracy::Approximated => Some([
            "Its curve is approximated by cubic curves within 1e-8 of its size.",
            "곡선을 크기의 1e-8 안에서 삼차 곡선으로 근사했어요.",
        ]),
        Accuracy::Coarse => Some([
            "A part of its curve is approximated by lines, because its weights differ too much.",
            "가중치의 차이가 너무 커서 곡선의 일부를 선분으로 근사했어요.",
        ]),
    }
}

/// Returns the shape of segments, in several parts if the curve jumps.
fn curve(segs: Vec<Seg>) -> Option<Shape> {
    let is_straight = segs.iter().all(|seg| matches!(seg, Seg::Line { .. }));
    let (start, end) = (segs.first()?.start(), segs.last()?.end());
    let size = segs
        .iter()
        .map(|seg| norm(seg.end() - seg.start()))
        .fold(0.0, f64::max);
    let is_jump = |pair: &[Seg]| norm(pair[1].start() - pair[0].end()) > 1e-9 * size;
    if segs.windows(2).any(is_jump) {
        let mut parts: Vec<Path> = Vec::new();
        for seg in segs {
            match parts.last_mut().and_then(|part| Some((part.end()?, part))) {
                Some((end, part)) if norm(seg.start() - end) <= 1e-9 * size => part.segs.push(seg),
                _ => parts.push(Path::new(vec![seg], false)),
            }
        }
        return of_paths(&parts);
    }
    let closed = segs.len() > 1 && norm(end - start) <= 1e-9 * size;
    if is_straight {
        let mut points: Vec<Point> = segs.iter().map(Seg::start).collect();
        if !closed {
            points.push(end);
        }
        let closed = closed && points.len() > 2;
        return Some(Shape::Line { points, closed });
    }
    of_paths(&[Path::new(segs, closed)])
}

fn flat([x, y, _]: &[f64; 3]) -> Point {
    Point::new(*x, *y)
}
