//! Curves: LINE, CIRCLE, ARC, ELLIPSE, SPLINE, and polylines.
//!
//! Invariants: lines and circles stay exact under every map that keeps them round. The normal of every curve is +Z; an
//! arc that runs clockwise is written counterclockwise.

use super::polyline::{self, count, is_piece, vertices};
use super::tables::Pen;
use super::writer::Writer;
use std::f64::consts::TAU;
use trammel_kernel::{Conic, CubicBez, Path, Point, Seg, Vec2, norm, offset};

/// Smallest ratio of the axes of an ellipse that programs accept.
const MIN_RATIO: f64 = 1e-6;

/// Length below which a curve is a dot.
const DOT: f64 = 1e-9;

/// Writes a path in units of the file.
pub(super) fn write(out: &mut Writer, pen: &Pen, path: &Path) {
    if !path.is_finite() || path.segs.iter().all(is_dot) {
        out.report_drop(
            "curve",
            [
                "A curve without length cannot be written.",
                "길이가 없는 곡선은 쓸 수 없어요.",
            ],
        );
        return;
    }
    out.include(path);
    match path.segs.as_slice() {
        [Seg::Conic(conic)] if is_written_exactly(out, conic) => write_conic(out, pen, conic),
        segs if segs.iter().all(is_piece) => write_chain(out, pen, path),
        _ if out.plan.splines_as_arcs => {
            out.report_change(
                "SPLINE",
                [
                    "Curves are written as arcs within 0.01 mm.",
                    "곡선을 0.01 mm 안의 원호로 썼어요.",
                ],
            );
            let arcs = offset::as_arcs(path, 0.9 * out.plan.tolerance);
            write_chain(out, pen, &arcs);
        }
        segs => write_runs(out, pen, segs),
    }
}

/// Writes a point.
pub(super) fn write_point(out: &mut Writer, pen: &Pen, at: Point) {
    out.include(&Path::new(vec![Seg::line(at, at)], false));
    out.begin(pen, "POINT", "AcDbPoint");
    out.tags.point(10, at);
}

/// Returns an ellipse around its center in the form of DXF: major axis, ratio of the axes, and start and end parameter. The
/// parameters run counterclockwise from 0 to 2π.
pub(super) fn ellipse_form(conic: &Conic) -> (Vec2, f64, [f64; 2]) {
    let (major, minor, t_major) = conic.axes();
    let sign = if major.cross(minor) < 0.0 { -1.0 } else { 1.0 };
    let ratio = (norm(minor) / norm(major)).min(1.0);
    if conic.is_full() {
        return (major, ratio, [0.0, TAU]);
    }
    let (start, sweep) = ccw(sign * (conic.t0 - t_major), sign * conic.dt);
    (major, ratio, [start, (start + sweep).rem_euclid(TAU)])
}

/// Whether an ellipse is flat, so that no program accepts it.
fn is_flat(conic: &Conic) -> bool {
    let (major, minor, _) = conic.axes();
    !conic.is_circle() && norm(minor) < 2.0 * MIN_RATIO * norm(major)
}

fn is_written_exactly(out: &Writer, conic: &Conic) -> bool {
    conic.is_circle() || (!out.plan.is_r12 && !is_flat(conic))
}

fn is_dot(seg: &Seg) -> bool {
    match seg {
        Seg::Line { a, b } => norm(*b - *a) <= DOT,
        Seg::Conic(conic) => norm(conic.p).max(norm(conic.q)) * conic.dt.abs() <= DOT,
        Seg::Cubic(c) => [c.p1, c.p2, c.p3].iter().all(|p| norm(*p - c.p0) <= DOT),
    }
}

/// Writes a chain of lines and circular arcs as one entity.
fn write_chain(out: &mut Writer, pen: &Pen, path: &Path) {
    match path.segs.as_slice() {
        [Seg::Line { a, b }] if !path.closed => write_line(out, pen, *a, *b),
        [Seg::Conic(conic)] => write_conic(out, pen, conic),
        segs => {
            let points = vertices(segs, path.closed);
            match points.as_slice() {
                [] | [_] => {}
                [a, b] if a.bulge == 0.0 && b.bulge == 0.0 => write_line(out, pen, a.at, b.at),
                points => polyline::write(out, pen, points, path.closed),
            }
        }
    }
}

/// Writes a path as several entities: polylines, elliptic arcs, and splines.
fn write_runs(out: &mut Writer, pen: &Pen, segs: &[Seg]) {
    let mut rest = segs;
    let mut is_divided = false;
    while let Some(first) = rest.first() {
        let is_same = |seg: &&Seg| match first {
            Seg::Cubic(_) => matches!(seg, Seg::Cubic(_)),
            first if is_piece(first) => is_piece(seg),
            _ => false,
        };
        let length = rest.iter().take_while(is_same).count().max(1);
        let (run, after) = rest.split_at(length);
        rest = after;
        if !rest.is_empty() && !is_divided {
            is_divided = true;
            out.report_change(
                "curve",
                [
                    "The outline is written as several entities, because a polyline of DXF has no such curves. For one entity, use \
                     the purpose cutting.",
                    "DXF 폴리선에는 이런 곡선이 없어서 윤곽을 여러 항목으로 나눠 썼어요. 한 항목으로 쓰려면 절단 용도를 쓰세요.",
                ],
            );
        }
        match first {
            Seg::Cubic(_) => write_spline(out, pen, run),
            Seg::Conic(conic) if !is_piece(first) => write_ellipse(out, pen, conic),
            _ => write_chain(out, pen, &Path::new(run.to_vec(), false)),
        }
    }
}

/// Writes a line.
pub(super) fn write_line(out: &mut Writer, pen: &Pen, a: Point, b: Point) {
    out.begin(pen, "LINE", "AcDbLine");
    out.tags.point(10, a);
    out.tags.point(11, b);
}

fn write_conic(out: &mut Writer, pen: &Pen, conic: &Conic) {
    let Some(radius) = conic.radius() else {
        write_ellipse(out, pen, conic);
        return;
    };
    let is_full = conic.is_full();
    out.begin(pen, if is_full { "CIRCLE" } else { "ARC" }, "AcDbCircle");
    out.tags.point(10, conic.c);
    out.tags.size(40, radius);
    if is_full {
        return;
    }
    let sign = if conic.p.cross(conic.q) < 0.0 { -1.0 } else { 1.0 };
    let axis = libm::atan2(conic.p.y, conic.p.x);
    let (start, sweep) = ccw(axis + sign * conic.t0, sign * conic.dt);
    out.class("AcDbArc");
    out.tags.angle(50, start.to_degrees());
    out.tags.angle(51, (start + sweep).to_degrees().rem_euclid(360.0));
}

fn write_ellipse(out: &mut Writer, pen: &Pen, conic: &Conic) {
    if is_flat(conic) {
        let steps = 64_u32;
        let point = |i: u32| conic.point(conic.angle_at(f64::from(i) / f64::from(steps)));
        let points: Vec<Point> = (0..=steps).map(point).collect();
        out.report_change(
            "ELLIPSE",
            [
                "A flat ellipse is written as a polyline.",
                "납작한 타원을 폴리선으로 썼어요.",
            ],
        );
        write_chain(out, pen, &Path::from_points(&points, false));
        return;
    }
    let (major, ratio, [start, end]) = ellipse_form(conic);
    out.begin(pen, "ELLIPSE", "AcDbEllipse");
    out.tags.point(10, conic.c);
    out.tags.size(11, major.x);
    out.tags.size(21, major.y);
    out.tags.text(31, "0.0");
    out.tags.ratio(40, ratio);
    out.tags.ratio(41, start);
    out.tags.ratio(42, end);
}

/// Writes a chain of cubic Béziers as one spline whose inner knots have multiplicity 3.
fn write_spline(out: &mut Writer, pen: &Pen, segs: &[Seg]) {
    let curves = cubics(segs);
    let (knots, points) = spline_form(&curves);
    out.begin(pen, "SPLINE", "AcDbSpline");
    out.tags.text(210, "0.0");
    out.tags.text(220, "0.0");
    out.tags.text(230, "1.0");
    out.tags.int(70, 8);
    out.tags.int(71, 3);
    out.tags.int(72, count(knots.len()));
    out.tags.int(73, count(points.len()));
    out.tags.int(74, 0);
    out.tags.text(42, "0.0000001");
    out.tags.text(43, "0.0000001");
    for knot in knots {
        out.tags.number(40, knot);
    }
    for point in points {
        out.tags.point(10, point);
    }
}

/// Returns the knots and the control points of a chain of cubic Béziers.
pub(super) fn spline_form(curves: &[CubicBez]) -> (Vec<f64>, Vec<Point>) {
    let mut knots = vec![0.0; 4];
    let mut points: Vec<Point> = curves.first().map(|curve| curve.p0).into_iter().collect();
    for (at, curve) in (1_u32..).zip(curves) {
        knots.extend([f64::from(at); 3]);
        points.extend([curve.p1, curve.p2, curve.p3]);
    }
    knots.extend(knots.last().copied());
    (knots, points)
}

/// Returns the cubic Béziers of segments.
pub(super) fn cubics(segs: &[Seg]) -> Vec<CubicBez> {
    let cubic = |seg: &Seg| match seg {
        Seg::Cubic(curve) => Some(*curve),
        _ => None,
    };
    segs.iter().filter_map(cubic).collect()
}

/// Returns the start, from 0 to 2π, and the positive sweep of an arc with these parameters.
fn ccw(start: f64, sweep: f64) -> (f64, f64) {
    let (start, sweep) = if sweep < 0.0 {
        (start + sweep, -sweep)
    } else {
        (start, sweep)
    };
    (start.rem_euclid(TAU), sweep)
}
