//! Polylines with bulges: chains of lines and circular arcs.

use super::tables::Pen;
use super::writer::Writer;
use std::f64::consts::PI;
use trammel_dxf::TagWriter;
use trammel_kernel::{Conic, Point, Seg, norm};

/// Distance below which two points of a polyline are one.
const MERGE: f64 = 1e-9;

/// Point of a polyline with the bulge of the piece after it: the tangent of a quarter of its sweep, positive for a
/// counterclockwise arc, 0 for a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Vertex {
    /// Position.
    pub(super) at: Point,
    /// Bulge.
    pub(super) bulge: f64,
}

/// Whether a polyline represents the segment exactly: a line or a circular arc.
pub(super) fn is_piece(seg: &Seg) -> bool {
    match seg {
        Seg::Line { .. } => true,
        Seg::Conic(conic) => conic.is_circle(),
        Seg::Cubic(_) => false,
    }
}

/// Returns the points of lines and circular arcs. Arcs have at most half a turn each. The last point of a closed chain
/// is not repeated.
pub(super) fn vertices(segs: &[Seg], is_closed: bool) -> Vec<Vertex> {
    let mut out: Vec<Vertex> = Vec::with_capacity(segs.len() + 1);
    for seg in segs {
        match seg {
            Seg::Conic(conic) => push_arc(conic, &mut out),
            _ => push(seg.start(), 0.0, &mut out),
        }
    }
    let Some(end) = segs.last().map(Seg::end) else {
        return out;
    };
    push(end, 0.0, &mut out);
    if is_closed && out.len() > 1 {
        let (first, last) = (out[0].at, out[out.len() - 1].at);
        if norm(first - last) <= MERGE.max(1e-12 * norm(first.to_vec2())) {
            out.pop();
        }
    }
    out
}

/// Writes a polyline: LWPOLYLINE, or POLYLINE in DXF R12.
pub(super) fn write(out: &mut Writer, pen: &Pen, points: &[Vertex], is_closed: bool) {
    let flags = i64::from(is_closed);
    if out.plan.is_r12 {
        out.begin(pen, "POLYLINE", "AcDb2dPolyline");
        out.tags.int(66, 1);
        out.tags.point(10, Point::ORIGIN);
        out.tags.int(70, flags);
        for vertex in points {
            out.begin(pen, "VERTEX", "AcDbVertex");
            out.tags.point(10, vertex.at);
            bulge(&mut out.tags, vertex);
        }
        out.begin(pen, "SEQEND", "AcDbEntity");
        return;
    }
    out.begin(pen, "LWPOLYLINE", "AcDbPolyline");
    out.tags.int(90, count(points.len()));
    out.tags.int(70, flags);
    out.tags.text(43, "0.0");
    for vertex in points {
        out.tags.flat(10, vertex.at);
        bulge(&mut out.tags, vertex);
    }
}

/// Adds the bulge of a point unless it is 0.
pub(super) fn bulge(tags: &mut TagWriter, vertex: &Vertex) {
    if vertex.bulge != 0.0 {
        tags.ratio(42, vertex.bulge);
    }
}

/// Returns a count as the value of a tag.
pub(super) fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn push_arc(conic: &Conic, out: &mut Vec<Vertex>) {
    let parts = if conic.dt.abs() > PI * (1.0 + 1e-12) { 2 } else { 1 };
    let sweep = conic.dt.abs() / f64::from(parts);
    let sign = if conic.is_ccw() { 1.0 } else { -1.0 };
    for part in 0..parts {
        let from = conic.angle_at(f64::from(part) / f64::from(parts));
        let at = if part == 0 {
            conic.start()
        } else {
            conic.point(from)
        };
        push(at, sign * libm::tan(sweep / 4.0), out);
    }
}

/// Adds a point. A point at the place of the last one replaces it.
fn push(at: Point, bulge: f64, out: &mut Vec<Vertex>) {
    if let Some(last) = out.last_mut()
        && norm(last.at - at) <= MERGE
    {
        last.bulge = bulge;
        return;
    }
    out.push(Vertex { at, bulge });
}

#[cfg(test)]
mod tests {
    use super::*;
    use trammel_kernel::Path;

    fn shown(path: &Path) -> Vec<(f64, f64, f64)> {
        let round = |value: f64| (value * 1e6).round() / 1e6 + 0.0;
        vertices(&path.segs, path.closed)
            .iter()
            .map(|v| (round(v.at.x), round(v.at.y), round(v.bulge)))
            .collect()
    }

    #[test]
    fn arcs_have_at_most_half_a_turn_and_a_signed_bulge() {
        let quarter = Path::arc(Point::ORIGIN, 10.0, 0.0, PI / 2.0);
        assert_eq!(shown(&quarter), [(10.0, 0.0, 0.414_214), (0.0, 10.0, 0.0)]);
        assert_eq!(
            shown(&quarter.reversed()),
            [(0.0, 10.0, -0.414_214), (10.0, 0.0, 0.0)]
        );
        let most = Path::arc(Point::ORIGIN, 10.0, 0.0, 1.5 * PI);
        assert_eq!(shown(&most).len(), 3);
        let circle = Path::circle(Point::ORIGIN, 10.0);
        assert_eq!(shown(&circle), [(10.0, 0.0, 1.0), (-10.0, 0.0, 1.0)]);
    }

    #[test]
    fn a_closed_polyline_does_not_repeat_its_first_point_or_have_empty_pieces() {
        let square = Path::rect(Point::ORIGIN, 4.0, 4.0);
        assert_eq!(shown(&square).len(), 4);
        let doubled = Path::from_points(
            &[(0.0, 0.0), (4.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 0.0)].map(Point::from),
            true,
        );
        assert_eq!(shown(&doubled).len(), 3);
    }
}
