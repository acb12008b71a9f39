//! Equations for interior intersections of two segments, one function per pair of kinds.
//!
//! A root may lie slightly outside a segment or at its end; `seg_seg` merges such roots with the end points.

use super::cubics;
use super::meeting::Meeting;
use crate::num::{Trig2, norm, real_roots, unit};
use crate::{Conic, CubicBez, Point, Seg, Tol, Vec2};

/// Returns the common points of two segments other than overlaps.
pub(super) fn meetings(a: &Seg, b: &Seg, tol: Tol) -> Vec<Meeting> {
    match (a, b) {
        (Seg::Line { a, b }, Seg::Line { a: c, b: d }) => {
            line_line((*a, *b), (*c, *d), tol).into_iter().collect()
        }
        (Seg::Line { a, b }, Seg::Conic(conic)) => line_conic((*a, *b), conic, tol),
        (Seg::Line { a, b }, Seg::Cubic(cubic)) => line_cubic((*a, *b), cubic, tol),
        (Seg::Conic(a), Seg::Conic(b)) => conic_conic(a, b, tol),
        (Seg::Conic(conic), Seg::Cubic(cubic)) => conic_cubic(conic, cubic, tol),
        (Seg::Cubic(a), Seg::Cubic(b)) => cubics::cubic_cubic(a, b, tol),
        (Seg::Conic(_), Seg::Line { .. }) | (Seg::Cubic(_), Seg::Line { .. } | Seg::Conic(_)) => {
            meetings(b, a, tol)
                .into_iter()
                .map(|Meeting { t_a, t_b, touch }| Meeting {
                    t_a: t_b,
                    t_b: t_a,
                    touch,
                })
                .collect()
        }
    }
}

type Line = (Point, Point);

fn line_line(a: Line, b: Line, tol: Tol) -> Option<Meeting> {
    let (along_a, along_b, across) = (a.1 - a.0, b.1 - b.0, b.0 - a.0);
    let det = along_a.cross(along_b);
    // The comparison is relative to the lengths, so that it is independent of the scale of the lines.
    if det.is_nan() || det.abs() <= 1e-14 * norm(along_a) * norm(along_b) {
        return None;
    }
    let (t_a, t_b) = (across.cross(along_b) / det, across.cross(along_a) / det);
    let inside = |t: f64| (0.0..=1.0).contains(&t);
    if !inside(t_a) || !inside(t_b) {
        return None;
    }
    let (on_a, on_b) = (a.0 + along_a * t_a, b.0 + along_b * t_b);
    let (t_a, t_b) = if norm(on_a - on_b) <= tol.len {
        (t_a, t_b)
    } else if let Some(t_b) = on_line(b, on_a) {
        // Between almost parallel lines, rounding moves the two results along the lines by different distances. Both
        // parameters must give one point.
        (t_a, t_b)
    } else {
        (on_line(a, on_b)?, t_b)
    };
    Some(Meeting {
        t_a,
        t_b,
        touch: false,
    })
}

/// Returns the parameter of the projection of `point` on a line if it lies within the line.
fn on_line(line: Line, point: Point) -> Option<f64> {
    let along = line.1 - line.0;
    let u = (point - line.0).dot(along) / along.hypot2();
    (0.0..=1.0).contains(&u).then_some(u)
}

fn line_conic(line: Line, conic: &Conic, tol: Tol) -> Vec<Meeting> {
    let Some(along) = unit(line.1 - line.0) else {
        return Vec::new();
    };
    let normal = along.turn_90();
    // The signed distance from the line at parameter t is rise + reach·cos(t − lean).
    let rise = normal.dot(conic.c - line.0);
    let (np, nq) = (normal.dot(conic.p), normal.dot(conic.q));
    let (reach, lean) = (libm::hypot(np, nq), libm::atan2(nq, np));
    let angles = if reach <= tol.len {
        Vec::new()
    } else if (rise.abs() - reach).abs() <= tol.len {
        vec![(
            if rise < 0.0 {
                lean
            } else {
                lean + std::f64::consts::PI
            },
            true,
        )]
    } else if rise.abs() < reach {
        let half = libm::atan2(((reach - rise) * (reach + rise)).sqrt(), -rise);
        vec![(lean - half, false), (lean + half, false)]
    } else {
        Vec::new()
    };
    angles
        .into_iter()
        .filter_map(|(t, touch)| {
            Some(Meeting {
                t_a: on_line(line, conic.point(t))?,
                t_b: conic.fraction_of(t, 0.0)?,
                touch,
            })
        })
        .collect()
}

fn line_cubic(line: Line, cubic: &CubicBez, tol: Tol) -> Vec<Meeting> {
    let Some(along) = unit(line.1 - line.0) else {
        return Vec::new();
    };
    let normal = along.turn_90();
    let [d0, d1, d2, d3] = [cubic.p0, cubic.p1, cubic.p2, cubic.p3].map(|p| normal.dot(p - line.0));
    let coefficients = [
        d0,
        3.0 * (d1 - d0),
        3.0 * (d0 - 2.0 * d1 + d2),
        d3 - d0 + 3.0 * (d1 - d2),
    ];
    real_roots(&coefficients, tol.len)
        .into_iter()
        .filter_map(|(u, touch)| {
            let point = Seg::Cubic(*cubic).point_at(u);
            Some(Meeting {
                t_a: on_line(line, point)?,
                t_b: u,
                touch,
            })
        })
        .collect()
}

fn conic_conic(a: &Conic, b: &Conic, tol: Tol) -> Vec<Meeting> {
    if let (Some(radius_a), Some(radius_b)) = (a.radius(), b.radius()) {
        return circle_circle((a, radius_a), (b, radius_b), tol);
    }
    let Some(frame) = Frame::of(a) else {
        return Vec::new();
    };
    // In the frame of `a`, `b` is c + p cos t + q sin t; it meets the unit circle where |·|² = 1.
    let (c, p, q) = (frame.vector(b.c - a.c), frame.vector(b.p), frame.vector(b.q));
    let (pp, qq) = (p.hypot2(), q.hypot2());
    let gap = Trig2 {
        one: c.hypot2() - 1.0 + 0.5 * (pp + qq),
        cos: 2.0 * c.dot(p),
        sin: 2.0 * c.dot(q),
        cos2: 0.5 * (pp - qq),
        sin2: p.dot(q),
    };
    gap.roots(2.0 * tol.len / frame.size)
        .into_iter()
        .filter_map(|(t, touch)| {
            let seen = c + p * libm::cos(t) + q * libm::sin(t);
            let t_a = a.fraction_of(libm::atan2(seen.y, seen.x), 0.0)?;
            Some(Meeting {
                t_a,
                t_b: b.fraction_of(t, 0.0)?,
                touch,
            })
        })
        .collect()
}

fn circle_circle((a, radius_a): (&Conic, f64), (b, radius_b): (&Conic, f64), tol: Tol) -> Vec<Meeting> {
    let between = b.c - a.c;
    let distance = norm(between);
    let Some(toward) = unit(between) else {
        return Vec::new();
    };
    if distance <= tol.len && (radius_a - radius_b).abs() <= tol.len {
        return Vec::new();
    }
    let outside = distance - (radius_a + radius_b);
    let inside = (radius_a - radius_b).abs() - distance;
    // Coordinates of the points along the line of centers, and perpendicular to it.
    let (along, side) = if outside.abs() <= tol.len {
        (radius_a, 0.0)
    } else if inside.abs() <= tol.len {
        (if radius_a >= radius_b { radius_a } else { -radius_a }, 0.0)
    } else if outside > 0.0 || inside > 0.0 {
        return Vec::new();
    } else {
        let along = 0.5 * (distance + (radius_a - radius_b) * ((radius_a + radius_b) / distance));
        (along, ((radius_a - along) * (radius_a + along)).max(0.0).sqrt())
    };
    let sides: &[f64] = if side == 0.0 { &[0.0] } else { &[-side, side] };
    sides
        .iter()
        .filter_map(|side| {
            let from_a = toward * along + toward.turn_90() * *side;
            let angle = |conic: &Conic, v: Vec2| libm::atan2(v.dot(conic.q), v.dot(conic.p));
            Some(Meeting {
                t_a: a.fraction_of(angle(a, from_a), 0.0)?,
                t_b: b.fraction_of(angle(b, from_a - between), 0.0)?,
                touch: *side == 0.0,
            })
        })
        .collect()
}

fn conic_cubic(conic: &Conic, cubic: &CubicBez, tol: Tol) -> Vec<Meeting> {
    let Some(frame) = Frame::of(conic) else {
        return Vec::new();
    };
    let [p0, p1, p2, p3] = [cubic.p0, cubic.p1, cubic.p2, cubic.p3].map(|p| frame.vector(p - conic.c));
    let monomial = [
        p0,
        (p1 - p0) * 3.0,
        (p0 - p1 * 2.0 + p2) * 3.0,
        p3 - p0 + (p1 - p2) * 3.0,
    ];
    // |B(u)|² − 1, of degree six.
    let mut gap = [0.0; 7];
    for (i, x) in monomial.iter().enumerate() {
        for (j, y) in monomial.iter().enumerate() {
            gap[i + j] += x.dot(*y);
        }
    }
    gap[0] -= 1.0;
    real_roots(&gap, 2.0 * tol.len / frame.size)
        .into_iter()
        .filter_map(|(u, touch)| {
            let seen = frame.vector(Seg::Cubic(*cubic).point_at(u) - conic.c);
            Some(Meeting {
                t_a: conic.fraction_of(libm::atan2(seen.y, seen.x), 0.0)?,
                t_b: u,
                touch,
            })
        })
        .collect()
}

/// Coordinate frame in which an ellipse is the unit circle.
struct Frame {
    p: Vec2,
    q: Vec2,
    det: f64,
    /// Length of the longer half axis: the largest world length of a unit of the frame.
    size: f64,
}

impl Frame {
    /// Returns the frame of an ellipse; `None` for an ellipse without area.
    fn of(conic: &Conic) -> Option<Frame> {
        let det = conic.p.cross(conic.q);
        let (major, minor, _) = conic.axes();
        let (size, thin) = (norm(major), norm(minor));
        (thin > 1e-12 * size && det != 0.0).then_some(Frame {
            p: conic.p,
            q: conic.q,
            det,
            size,
        })
    }

    fn vector(&self, v: Vec2) -> Vec2 {
        Vec2::new(v.cross(self.q) / self.det, self.p.cross(v) / self.det)
    }
}
