//! Boolean engine `linesweeper`: a sweep over cubic Béziers, with arcs converted to Béziers.

use std::f64::consts::{FRAC_PI_8, PI};

use kurbo::{BezPath, ParamCurve, PathSeg};
use linesweeper::topology::Topology;

use trammel::geometry::boolean::{Engine, Inside, Span};
use trammel::geometry::{Conic, Path, Point, Seg};

/// Engine `linesweeper`, with the distance by which the engine may move curves, in units of the frame.
#[derive(Clone, Copy, Debug)]
pub struct Sweep {
    /// Maximum distance between the result and the exact curves.
    pub eps: f64,
}

impl Default for Sweep {
    fn default() -> Self {
        Sweep { eps: 1e-6 }
    }
}

impl Engine for Sweep {
    fn name(&self) -> &'static str {
        "linesweeper"
    }

    fn accuracy(&self) -> f64 {
        // Converting arcs to Béziers adds an error of up to 5e-7 at the size of the frame.
        4.0 * self.eps + 1e-6
    }

    fn resolve(&self, rings: &[Path], inside: Inside) -> Result<Vec<Vec<Span>>, String> {
        let path = lower(rings);
        let topology: Topology<i32> =
            Topology::from_paths([(&path, ())], self.eps).map_err(|_| "a path is open".to_owned())?;
        let contours = topology.contours(|winding| match inside {
            Inside::Odd => winding % 2 != 0,
            Inside::AtLeast(depth) => *winding >= depth as i32,
        });
        let spans = contours.contours().map(|contour| {
            let segs = contour.path.segments();
            let spans = segs
                .filter(|seg| seg.start() != seg.end())
                .map(|seg: PathSeg| Span {
                    from: seg.start(),
                    via: seg.eval(0.5),
                    to: seg.end(),
                });
            spans.collect()
        });
        Ok(spans.collect())
    }
}

fn lower(rings: &[Path]) -> BezPath {
    let mut bez = BezPath::new();
    for ring in rings {
        let Some(start) = ring.start() else { continue };
        bez.move_to(start);
        let last = ring.segs.len() - 1;
        for (index, seg) in ring.segs.iter().enumerate() {
            let end = if index == last {
                start
            } else {
                ring.segs[index + 1].start()
            };
            match seg {
                Seg::Line { .. } => bez.line_to(end),
                Seg::Cubic(c) => bez.curve_to(c.p1, c.p2, end),
                Seg::Conic(conic) => cubics(&mut bez, conic, end),
            }
        }
        bez.close_path();
    }
    bez
}

/// Converts an arc to Béziers. The arc is split at fixed angles in the plane, so that arcs of the same circle with
/// different start points become identical curves where they coincide.
fn cubics(bez: &mut BezPath, conic: &Conic, end: Point) {
    let (major, _, t_major) = conic.axes();
    let turned = if conic.p.cross(conic.q) < 0.0 { -1.0 } else { 1.0 };
    // This offset makes the parameter independent of the conic's own p and q.
    let shift = turned * libm::atan2(major.y, major.x) - t_major;
    let step = 0.5 * FRAC_PI_8;
    let direction = if conic.dt < 0.0 { -1.0 } else { 1.0 };
    let stop = conic.t0 + conic.dt;
    let mut t = conic.t0;
    for _ in 0..40 {
        let cell = (t + shift) / step;
        let ahead = if direction > 0.0 {
            (cell + 1e-9).floor() + 1.0
        } else {
            (cell - 1e-9).ceil() - 1.0
        };
        let mut next = ahead * step - shift;
        let is_last = (stop - next) * direction <= 1e-9;
        if is_last {
            next = stop;
        }
        let sweep = next - t;
        let handle = 4.0 / 3.0 * libm::tan(0.25 * sweep.clamp(-PI, PI));
        let to = if is_last { end } else { conic.point(next) };
        let (out, back) = (conic.tangent(t) * handle, conic.tangent(next) * handle);
        if out.hypot() > 0.0 {
            bez.curve_to(conic.point(t) + out, to - back, to);
        } else {
            bez.line_to(to);
        }
        if is_last {
            break;
        }
        t = next;
    }
}
