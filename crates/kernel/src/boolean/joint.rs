//! Fast proof that two segments with a shared end meet nowhere else.
//!
//! Most segments whose boxes overlap are adjacent along an outline. From the shared end, each segment lies within a
//! cone; where the cones are disjoint, no equation has to be solved. The cone of a Bézier is that of its control
//! points, by the convex hull property; the cone of an arc of less than a turn lies between its tangent and its
//! chord.

use super::super::num::norm;
use super::super::{Point, Seg, Tol, Vec2};

/// Sine of the smallest angle between two cones that count as disjoint.
const PARTED: f64 = 1e-3;

/// Whether the segments share exactly one end and provably meet nowhere else. `false` proves nothing.
pub(super) fn meet_only_at_shared_end(a: &Seg, b: &Seg, tol: Tol) -> bool {
    let ends = |seg: &Seg| [seg.start(), seg.end()];
    let reach = PARTED * tol.merge;
    let near = |p: Point, q: Point| (p - q).hypot2() <= reach * reach;
    let mut shared = None;
    for (i, p) in ends(a).into_iter().enumerate() {
        for (j, q) in ends(b).into_iter().enumerate() {
            if near(p, q) && shared.replace((i, j)).is_some() {
                return false;
            }
        }
    }
    let Some((i, j)) = shared else { return false };
    match (Cone::from(a, i == 1), Cone::from(b, j == 1)) {
        (Some(a), Some(b)) => a.is_apart_from(&b),
        _ => false,
    }
}

/// Range of directions from one end of a segment to its other points: counterclockwise from `right` to `left`,
/// less than half a turn. Both are unit vectors.
struct Cone {
    right: Vec2,
    left: Vec2,
}

impl Cone {
    fn from(seg: &Seg, backwards: bool) -> Option<Cone> {
        let backward = |vectors: [Vec2; 3]| {
            let [first, second, third] = vectors;
            // From the other end, the legs have the opposite order and direction.
            [-third, -second, -first]
        };
        match seg {
            Seg::Line { a, b } => {
                let along = unit(if backwards { *a - *b } else { *b - *a })?;
                Some(Cone {
                    right: along,
                    left: along,
                })
            }
            Seg::Conic(arc) => {
                // The chord of an arc of more than three quarters of a turn comes near the tangent again.
                if arc.dt.abs() > 4.7 {
                    return None;
                }
                let arc = if backwards { arc.reversed() } else { *arc };
                let tangent = unit(Seg::Conic(arc).direction_at(0.0)?)?;
                let chord = unit(arc.end() - arc.start())?;
                Cone::around(&[tangent, chord])
            }
            Seg::Cubic(c) => {
                let legs = [c.p1 - c.p0, c.p2 - c.p1, c.p3 - c.p2];
                let [x, y, z] = if backwards { backward(legs) } else { legs };
                let seen: Vec<Vec2> = [x, x + y, x + y + z].into_iter().filter_map(unit).collect();
                Cone::around(&seen)
            }
        }
    }

    /// Returns the narrowest cone around directions; `None` if that cone has half a turn or more.
    fn around(directions: &[Vec2]) -> Option<Cone> {
        let first = *directions.first()?;
        let mut cone = Cone {
            right: first,
            left: first,
        };
        for &direction in &directions[1..] {
            let from_right = cone.right.cross(direction);
            let to_left = direction.cross(cone.left);
            let inside = from_right >= 0.0 && to_left >= 0.0 && direction.dot(cone.right + cone.left) > 0.0;
            if inside {
                continue;
            }
            if from_right >= 0.0 && cone.left.cross(direction) >= 0.0 {
                cone.left = direction;
            } else if to_left >= 0.0 && direction.cross(cone.right) >= 0.0 {
                cone.right = direction;
            } else {
                return None;
            }
        }
        (cone.right.cross(cone.left) > PARTED || cone.right.dot(cone.left) > 0.0).then_some(cone)
    }

    /// Whether the cones are separated on both sides by an angle whose sine is more than [`PARTED`].
    fn is_apart_from(&self, other: &Cone) -> bool {
        let outside = |direction: Vec2| {
            // Beyond the left side, beyond the right side, or behind both.
            let inside = self.right.cross(direction) >= -PARTED
                && direction.cross(self.left) >= -PARTED
                && direction.dot(self.right + self.left) > 0.0;
            !inside
        };
        let holds = |direction: Vec2| {
            other.right.cross(direction) >= -PARTED
                && direction.cross(other.left) >= -PARTED
                && direction.dot(other.right + other.left) > 0.0
        };
        outside(other.right) && outside(other.left) && !holds(self.right) && !holds(self.left)
    }
}

fn unit(v: Vec2) -> Option<Vec2> {
    let length = norm(v);
    (length > 0.0 && length.is_finite()).then(|| v / length)
}

#[cfg(test)]
mod tests {
    use super::super::super::intersect::seg_seg;
    use super::super::super::{Conic, Seg};
    use super::*;
    use kurbo::CubicBez;
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = Point> {
        (-8_i32..8, -8_i32..8).prop_map(|(x, y)| Point::new(f64::from(x), f64::from(y)))
    }

    /// Generates a segment that starts at the origin.
    fn piece() -> impl Strategy<Value = Seg> {
        prop_oneof![
            point().prop_map(|end| Seg::line(Point::ORIGIN, end)),
            (point(), point(), point()).prop_map(|(b, c, d)| Seg::Cubic(CubicBez::new(
                Point::ORIGIN,
                b,
                c,
                d
            ))),
            (1.0..8.0, 0.3..2.0, 0.0..6.2, -6.0..6.0).prop_map(
                |(rx, squash, t0, dt): (f64, f64, f64, f64)| {
                    let arc = Conic {
                        t0,
                        dt,
                        ..Conic::ellipse(
                            Point::ORIGIN,
                            Vec2::new(rx, 0.3 * rx),
                            Vec2::new(0.0, rx * squash),
                        )
                    };
                    let shift = Point::ORIGIN - arc.start();
                    Seg::Conic(Conic {
                        c: arc.c + shift,
                        ..arc
                    })
                }
            ),
        ]
    }

    proptest! {
        #[test]
        fn separated_segments_meet_only_at_the_shared_end(a in piece(), b in piece(), flip in any::<bool>()) {
            let tol = Tol::MODEL;
            let a = if flip { a.reversed() } else { a };
            if meet_only_at_shared_end(&a, &b, tol) {
                for hit in seg_seg(&a, &b, tol) {
                    prop_assert!(norm(hit.point.to_vec2()) <= tol.merge, "{a:?} {b:?} meet at {:?}", hit.point);
                }
            }
        }
    }

    #[test]
    fn smooth_and_corner_joints_are_recognized() {
        let line = Seg::line(Point::new(-5.0, 0.0), Point::ORIGIN);
        let arc = Seg::Conic(Conic::arc(
            Point::new(0.0, 3.0),
            3.0,
            -std::f64::consts::FRAC_PI_2,
            1.0,
        ));
        assert!(meet_only_at_shared_end(&line, &arc, Tol::MODEL));
        assert!(meet_only_at_shared_end(&arc, &line, Tol::MODEL));
        let corner = Seg::line(Point::ORIGIN, Point::new(-5.0, 0.1));
        assert!(meet_only_at_shared_end(&line, &corner, Tol::MODEL));
        let back = Seg::line(Point::ORIGIN, Point::new(-3.0, 0.0));
        assert!(!meet_only_at_shared_end(&line, &back, Tol::MODEL));
        // A tangent arc that bends back beside the line touches the line nowhere else, but the fast proof does not
        // cover this case.
        let hook = Seg::Conic(Conic::arc(
            Point::new(0.0, 3.0),
            3.0,
            2.0,
            3.0 * std::f64::consts::FRAC_PI_2,
        ));
        assert!(!meet_only_at_shared_end(&line, &hook, Tol::MODEL));
    }
}
