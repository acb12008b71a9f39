//! Hatches: HATCH with the lines of its pattern, or single lines.

use super::curves::{self, cubics, ellipse_form, spline_form};
use super::polyline::{self, count, is_piece, vertices};
use super::tables::Pen;
use super::text::linear;
use super::writer::Writer;
use trammel_kernel::{Affine, Conic, CubicBez, Path, Point, Seg, Vec2, affine, contains, norm, offset};
use trammel_scene::annotate::{Pattern, pattern};
use trammel_scene::{SOLID, TiedHatch};

/// Maximum number of boundaries whose nesting is computed.
const MAX_NESTED: usize = 64;

/// Flags of a boundary path.
const EXTERNAL: i64 = 1;
const POLYLINE: i64 = 2;
const OUTERMOST: i64 = 16;

/// Writes a hatch of the drawing. `map` leads from its coordinates to the file.
pub(super) fn write(out: &mut Writer, pen: &Pen, hatch: &TiedHatch, map: &Affine) {
    if out.plan.has_hatches {
        let boundary: Vec<Path> = hatch.boundary.iter().map(|path| path.transformed(map)).collect();
        match pattern(&hatch.pattern) {
            Some(lines) => write_entity(out, pen, &boundary, Some(&Laid { hatch, lines, map })),
            None => write_entity(out, pen, &boundary, None),
        }
    } else if hatch.pattern == SOLID {
        out.report_drop(
            "HATCH",
            [
                "A filled area is not a line. Use a pattern of lines to engrave it.",
                "채운 영역은 선이 아니에요. 새기려면 선으로 된 무늬를 쓰세요.",
            ],
        );
    } else {
        out.report_change(
            "HATCH",
            ["The pattern is written as lines.", "무늬를 선으로 썼어요."],
        );
        for path in hatch.paths() {
            curves::write(out, pen, &path.transformed(map));
        }
    }
}

/// Writes a filled area in units of the file.
pub(super) fn write_solid(out: &mut Writer, pen: &Pen, boundary: &[Path]) {
    write_entity(out, pen, boundary, None);
}

/// Pattern of lines with its placement.
struct Laid<'a> {
    hatch: &'a TiedHatch,
    lines: &'a Pattern,
    map: &'a Affine,
}

fn write_entity(out: &mut Writer, pen: &Pen, boundary: &[Path], laid: Option<&Laid<'_>>) {
    let (loops, kept): (Vec<Loop>, Vec<Path>) = boundary
        .iter()
        .filter_map(|path| Some((Loop::of(out, path)?, path.clone())))
        .unzip();
    if loops.is_empty() {
        out.report_drop(
            "HATCH",
            ["The boundary encloses no area.", "경계가 넓이를 둘러싸지 않아요."],
        );
        return;
    }
    if kept.len() < boundary.len() {
        out.report_change(
            "HATCH",
            [
                "A boundary that encloses no area is left out.",
                "넓이를 둘러싸지 않는 경계를 뺐어요.",
            ],
        );
    }
    let flags = nesting(&kept);
    kept.iter().for_each(|path| out.include(path));
    out.begin(pen, "HATCH", "AcDbHatch");
    out.tags.point(10, Point::ORIGIN);
    for (code, value) in [(210, "0.0"), (220, "0.0"), (230, "1.0")] {
        out.tags.text(code, value);
    }
    let name = laid.map_or("SOLID".to_owned(), |laid| laid.lines.name.to_uppercase());
    out.tags.text(2, &name);
    out.tags.int(70, i64::from(laid.is_none()));
    out.tags.int(71, 0);
    out.tags.int(91, count(loops.len()));
    for (at, edges) in loops.iter().enumerate() {
        edges.write(out, flags.get(at).copied().unwrap_or(EXTERNAL));
    }
    out.tags.int(75, 0);
    out.tags.int(76, 1);
    if let Some(laid) = laid {
        laid.write(out);
    }
    out.tags.int(98, 1);
    out.tags.flat(10, Point::ORIGIN);
}

/// Returns the flag of each boundary: external, or inside another one.
fn nesting(boundary: &[Path]) -> Vec<i64> {
    if boundary.len() > MAX_NESTED {
        return Vec::new();
    }
    let flag = |(at, path): (usize, &Path)| {
        let Some(start) = path.start() else {
            return EXTERNAL;
        };
        let around = boundary
            .iter()
            .enumerate()
            .filter(|(other, outer)| *other != at && contains(std::slice::from_ref(*outer), start));
        match around.count() {
            0 => EXTERNAL,
            1 => OUTERMOST,
            _ => 0,
        }
    };
    boundary.iter().enumerate().map(flag).collect()
}

/// Boundary of a hatch.
enum Loop {
    /// Lines and circular arcs.
    Polyline(Vec<polyline::Vertex>),
    /// Whole ellipse.
    Ellipse(Conic),
    /// Lines and cubic Béziers.
    Edges(Vec<Seg>),
}

impl Loop {
    /// Returns the form of a boundary; `None` if it encloses no area.
    fn of(out: &mut Writer, path: &Path) -> Option<Loop> {
        let close = path
            .start()
            .zip(path.segs.last().map(Seg::end))
            .filter(|_| !path.closed)
            .map(|(start, end)| Seg::line(end, start));
        let segs: Vec<Seg> = path.segs.iter().copied().chain(close).collect();
        let polyline = |segs: &[Seg]| {
            let points = vertices(segs, true);
            let has_area = points.len() > 2 || points.iter().any(|point| point.bulge != 0.0);
            (points.len() > 1 && has_area).then_some(Loop::Polyline(points))
        };
        if segs.iter().all(is_piece) {
            return polyline(&segs);
        }
        if let [Seg::Conic(conic)] = segs.as_slice()
            && conic.is_full()
        {
            return Some(Loop::Ellipse(*conic));
        }
        if segs.iter().all(|seg| !matches!(seg, Seg::Conic(_))) {
            return Some(Loop::Edges(segs));
        }
        out.report_change(
            "HATCH",
            [
                "Curves of the boundary are written as arcs within 0.01 mm.",
                "경계의 곡선을 0.01 mm 안의 원호로 썼어요.",
            ],
        );
        let tolerance = 0.9 * out.plan.tolerance;
        polyline(&offset::as_arcs(&Path::new(segs, true), tolerance).segs)
    }

    fn write(&self, out: &mut Writer, flag: i64) {
        match self {
            Loop::Polyline(points) => {
                let has_bulges = points.iter().any(|point| point.bulge != 0.0);
                out.tags.int(92, flag | POLYLINE);
                out.tags.int(72, i64::from(has_bulges));
                out.tags.int(73, 1);
                out.tags.int(93, count(points.len()));
                for vertex in points {
                    out.tags.flat(10, vertex.at);
                    if has_bulges {
                        out.tags.ratio(42, vertex.bulge);
                    }
                }
            }
            Loop::Ellipse(conic) => {
                let (major, ratio, _) = ellipse_form(conic);
                out.tags.int(92, flag);
                out.tags.int(93, 1);
                out.tags.int(72, 3);
                out.tags.flat(10, conic.c);
                out.tags.flat(11, major.to_point());
                out.tags.ratio(40, ratio);
                out.tags.text(50, "0.0");
                out.tags.text(51, "360.0");
                out.tags.int(73, 1);
            }
            Loop::Edges(segs) => write_edges(out, segs, flag),
        }
        out.tags.int(97, 0);
    }
}

fn write_edges(out: &mut Writer, segs: &[Seg], flag: i64) {
    out.tags.int(92, flag);
    out.tags.int(93, count(segs.len()));
    for seg in segs {
        match seg {
            Seg::Cubic(_) => write_spline_edge(out, &cubics(std::slice::from_ref(seg))),
            _ => {
                out.tags.int(72, 1);
                out.tags.flat(10, seg.start());
                out.tags.flat(11, seg.end());
            }
        }
    }
}

fn write_spline_edge(out: &mut Writer, curves: &[CubicBez]) {
    let (knots, points) = spline_form(curves);
    out.tags.int(72, 4);
    out.tags.int(94, 3);
    out.tags.int(73, 0);
    out.tags.int(74, 0);
    out.tags.int(95, count(knots.len()));
    out.tags.int(96, count(points.len()));
    for knot in knots {
        out.tags.number(40, knot);
    }
    for point in points {
        out.tags.flat(10, point);
    }
}

impl Laid<'_> {
    /// Writes the angle, the scale, and the families of lines, which are mapped exactly.
    fn write(&self, out: &mut Writer) {
        let turned = linear(self.map, direction(self.hatch.angle));
        out.tags.angle(52, degrees(turned));
        let [a, b, c, d, ..] = self.map.as_coeffs();
        out.tags.size(41, self.hatch.scale * (a * d - b * c).abs().sqrt());
        out.tags.int(77, 0);
        out.tags.int(78, count(self.lines.families.len()));
        for family in self.lines.families {
            let scale = self.hatch.scale;
            let angle = self.hatch.angle + family.angle.to_radians();
            let (along, across) = (direction(angle), direction(angle + std::f64::consts::FRAC_PI_2));
            let base = affine::rotation(self.hatch.angle)
                * Point::new(family.origin.0 * scale, family.origin.1 * scale);
            let step = (along * family.delta.0 + across * family.delta.1) * scale;
            let (line, step) = (linear(self.map, along), linear(self.map, step));
            out.tags.angle(53, degrees(line));
            let base = *self.map * base;
            out.tags.number(43, base.x);
            out.tags.number(44, base.y);
            out.tags.size(45, clean(step.x, step));
            out.tags.size(46, clean(step.y, step));
            out.tags.int(79, count(family.dashes.len()));
            for dash in family.dashes {
                out.tags.size(49, dash * scale * norm(line));
            }
        }
    }
}

/// Returns a component of a vector without its rounding error.
fn clean(component: f64, of: Vec2) -> f64 {
    if component.abs() <= 1e-14 * norm(of) {
        0.0
    } else {
        component
    }
}

fn direction(angle: f64) -> Vec2 {
    let [x, y, ..] = affine::rotation(angle).as_coeffs();
    Vec2::new(x, y)
}

/// Returns the direction of a vector in degrees from 0 to 360.
fn degrees(v: Vec2) -> f64 {
    libm::atan2(v.y, v.x).to_degrees().rem_euclid(360.0)
}
