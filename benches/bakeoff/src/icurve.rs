//! Boolean engine `i_curve`: outlines on an integer grid, with exact elliptic arcs.

use i_curve::float::arc::{Ellipse, EllipticArc};
use i_curve::{
    CurveBuildError as CurveError, CurveBuilder, FillRule, FloatCurveOverlay,
    FloatCurveSegment as CurveSegment, FloatCurveShape as CurveShape, OverlayRule,
};

use trammel::geometry::boolean::{Engine, Inside, Span};
use trammel::geometry::{Conic, CubicBez, Path, Point, Seg};

/// Engine `i_curve` with a 64-bit grid, which is finer than the coordinates themselves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Icurve;

type P = [f64; 2];

impl Engine for Icurve {
    fn name(&self) -> &'static str {
        "i_curve"
    }

    fn accuracy(&self) -> f64 {
        1e-6
    }

    fn resolve(&self, rings: &[Path], inside: Inside) -> Result<Vec<Vec<Span>>, String> {
        let mut builder = CurveBuilder::new();
        let (fill, depth) = match inside {
            Inside::Odd => (FillRule::EvenOdd, 0),
            Inside::AtLeast(depth) => (FillRule::Positive, depth.saturating_sub(1)),
        };
        for ring in rings {
            add(&mut builder, ring).map_err(|e| e.to_string())?;
        }
        // A reversed frame around all rings reduces the winding number of every point inside it by one.
        let around = 2048.0;
        let frame = Path::rect(Point::new(-around, -around), 2.0 * around, 2.0 * around).reversed();
        for _ in 0..depth {
            add(&mut builder, &frame).map_err(|e| e.to_string())?;
        }
        let subject: CurveShape<P> = builder.build().map_err(|e| e.to_string())?;
        let overlay = FloatCurveOverlay::<P, i64>::try_from_subject(&subject).map_err(|e| e.to_string())?;
        let shapes = overlay.overlay(OverlayRule::Subject, fill);
        let contours = shapes.iter().flat_map(CurveShape::iter);
        Ok(contours
            .map(|contour| {
                let mut at = point(contour.start());
                let spans = contour.iter().map(|segment| {
                    let span = span(at, segment);
                    at = span.to;
                    span
                });
                spans.collect()
            })
            .collect())
    }
}

fn point([x, y]: P) -> Point {
    Point::new(x, y)
}

fn array(point: Point) -> P {
    [point.x, point.y]
}

fn add(builder: &mut CurveBuilder<P>, ring: &Path) -> Result<(), CurveError> {
    let Some(start) = ring.start() else {
        return Ok(());
    };
    builder.move_to(array(start))?;
    let mut at = start;
    let last = ring.segs.len() - 1;
    for (index, seg) in ring.segs.iter().enumerate() {
        // Each segment ends exactly at the start of the next one, as the engine requires.
        let end = if index == last {
            start
        } else {
            ring.segs[index + 1].start()
        };
        match seg {
            Seg::Line { .. } => {
                builder.line_to(array(end))?;
            }
            Seg::Cubic(c) => {
                builder.cubic_to(array(c.p1), array(c.p2), array(end))?;
            }
            Seg::Conic(conic) => match elliptic(conic) {
                Some(arc) => {
                    let mut pieces = arc.to_rational_arcs()?;
                    if let Some(first) = pieces.first_mut() {
                        first.control_points[0] = array(at);
                    }
                    if let Some(last) = pieces.last_mut() {
                        last.control_points[2] = array(end);
                    }
                    for piece in pieces {
                        builder.rational_arc_to(piece)?;
                    }
                }
                // A degenerate arc of zero width becomes a polyline that runs back and forth.
                None => {
                    let turns = [0.25, 0.5, 0.75].map(|u| seg.point_at(u));
                    for turn in turns.into_iter().chain([end]) {
                        builder.line_to(array(turn))?;
                    }
                }
            },
        }
        at = end;
    }
    builder.close_contour()?;
    Ok(())
}

/// Returns the arc in terms of its axes; `None` if its width is zero.
fn elliptic(conic: &Conic) -> Option<EllipticArc<P>> {
    let (major, minor, t_major) = conic.axes();
    let (radius_x, radius_y) = (major.hypot(), minor.hypot());
    let turned = if major.cross(minor) < 0.0 { -1.0 } else { 1.0 };
    let flat = radius_y <= 1e-12 * radius_x || conic.dt == 0.0;
    (!flat).then(|| EllipticArc {
        ellipse: Ellipse {
            center: array(conic.c),
            radius_x,
            radius_y,
            rotation: libm::atan2(major.y, major.x),
        },
        start_angle: turned * (conic.t0 - t_major),
        sweep_angle: turned * conic.dt,
    })
}

fn span(from: Point, segment: &CurveSegment<P>) -> Span {
    let to = point(segment.end_point());
    let via = match segment {
        CurveSegment::Line { .. } => from.midpoint(to),
        CurveSegment::Quad { ctrl, .. } => Seg::quadratic(from, point(*ctrl), to).point_at(0.5),
        CurveSegment::Cubic { ctrl0, ctrl1, .. } => {
            let cubic = CubicBez::new(from, point(*ctrl0), point(*ctrl1), to);
            Seg::Cubic(cubic).point_at(0.5)
        }
        CurveSegment::Arc { arc } => point(arc.point_at(0.5)),
    };
    Span { from, via, to }
}
