//! Self-intersections of a path.

use super::super::index::Index;
use super::super::num::norm;
use super::super::{CubicBez, Path, Seg, Tol};
use super::hit::{Hit, HitKind, in_order};
use super::pieces::seg_seg;

/// Returns all points where a path crosses or touches itself, in order along the path; `t_a < t_b` are the two path
/// parameters of each point. Joints of adjacent segments do not count. Empty if a number is not finite.
pub fn self_intersections(path: &Path, tol: Tol) -> Vec<Hit> {
    let boxes: Vec<_> = path.segs.iter().map(Seg::bounds).collect();
    let index = Index::new(boxes.iter().copied());
    let count = path.segs.len();
    let mut hits: Vec<Hit> = Vec::new();
    for (i, seg) in path.segs.iter().enumerate() {
        let Some(window) = boxes[i] else { continue };
        if let Seg::Cubic(cubic) = seg {
            hits.extend(loop_of(cubic).map(|(t, u)| Hit {
                point: seg.point_at(t),
                t_a: i as f64 + t,
                t_b: i as f64 + u,
                kind: HitKind::Crossing,
            }));
        }
        for j in index.window(&window.inflate(tol.len)) {
            let j = j as usize;
            if j <= i {
                continue;
            }
            let next = j == i + 1;
            let around = path.closed && i == 0 && j + 1 == count;
            for hit in seg_seg(seg, &path.segs[j], tol) {
                let at = |place: f64, end: f64| (place - end).abs() <= 1e-9;
                let joint = (next && at(hit.t_a, 1.0) && at(hit.t_b, 0.0))
                    || (around && at(hit.t_a, 0.0) && at(hit.t_b, 1.0));
                if !joint {
                    hits.push(Hit {
                        t_a: i as f64 + hit.t_a,
                        t_b: j as f64 + hit.t_b,
                        ..hit
                    });
                }
            }
        }
    }
    hits.sort_by(in_order);
    // A crossing at a joint is found on both segments of the joint.
    let mut merged: Vec<Hit> = Vec::new();
    for hit in hits {
        let known = |old: &Hit| {
            let near = |x: f64, y: f64| (x - y).abs() <= 1e-3;
            norm(old.point - hit.point) <= tol.merge && near(old.t_a, hit.t_a) && near(old.t_b, hit.t_b)
        };
        if !merged.iter().rev().take(8).any(known) {
            merged.push(hit);
        }
    }
    merged
}

/// Returns the two parameters at which a cubic passes through the same point.
fn loop_of(cubic: &CubicBez) -> Option<(f64, f64)> {
    // C(t) = a t³ + b t² + c t + d. For t ≠ u with C(t) = C(u), division by t − u gives a (σ² − π) + b σ + c = 0
    // with σ = t + u and π = t·u.
    let (p0, p1, p2, p3) = (
        cubic.p0.to_vec2(),
        cubic.p1.to_vec2(),
        cubic.p2.to_vec2(),
        cubic.p3.to_vec2(),
    );
    let a = p3 - p2 * 3.0 + p1 * 3.0 - p0;
    let b = (p2 - p1 * 2.0 + p0) * 3.0;
    let c = (p1 - p0) * 3.0;
    let sigma = -a.cross(c) / a.cross(b);
    let product = sigma * sigma + (b * sigma + c).dot(a) / a.hypot2();
    let root = (0.25 * sigma * sigma - product).sqrt();
    let (t, u) = (0.5 * sigma - root, 0.5 * sigma + root);
    let inside = |x: f64| (0.0..=1.0).contains(&x);
    (inside(t) && inside(u) && u - t > 1e-9 && !(t == 0.0 && u == 1.0)).then_some((t, u))
}

#[cfg(test)]
mod tests {
    use super::super::super::Point;
    use super::*;

    #[test]
    fn a_bow_tie_crosses_itself_once() {
        let tie = [(0.0, 0.0), (10.0, 10.0), (10.0, 0.0), (0.0, 10.0)].map(Point::from);
        for closed in [false, true] {
            let hits = self_intersections(&Path::from_points(&tie, closed), Tol::MODEL);
            assert_eq!(hits.len(), 1, "{hits:?}");
            assert_eq!(
                (hits[0].point, hits[0].kind),
                (Point::new(5.0, 5.0), HitKind::Crossing)
            );
            assert_eq!((hits[0].t_a, hits[0].t_b), (0.5, 2.5));
        }
    }

    #[test]
    fn simple_outlines_have_no_self_intersection() {
        for path in [
            Path::rect(Point::ZERO, 3.0, 2.0),
            Path::circle(Point::ZERO, 3.0),
            Path::rounded_rect(Point::ZERO, 3.0, 2.0, 0.5),
            Path::rounded_rect(Point::ZERO, 2.0, 2.0, 1.0),
            Path::regular_polygon(Point::ZERO, 3.0, 7, 0.1),
        ] {
            assert_eq!(self_intersections(&path, Tol::MODEL), vec![], "{path:?}");
        }
    }

    #[test]
    fn a_cubic_with_a_loop_intersects_itself_once() {
        let cubic = CubicBez::new(
            Point::ZERO,
            Point::new(30.0, 20.0),
            Point::new(-20.0, 20.0),
            Point::new(10.0, 0.0),
        );
        let path = Path::new(vec![Seg::Cubic(cubic)], false);
        let hits = self_intersections(&path, Tol::MODEL);
        assert_eq!(hits.len(), 1);
        let (p, q) = (
            path.segs[0].point_at(hits[0].t_a),
            path.segs[0].point_at(hits[0].t_b),
        );
        assert!(norm(p - q) < 1e-12 && (p.x - 5.0).abs() < 1e-12);
    }

    #[test]
    fn a_path_that_retraces_itself_overlaps() {
        let there_and_back = [(0.0, 0.0), (10.0, 0.0), (4.0, 0.0)].map(Point::from);
        let hits = self_intersections(&Path::from_points(&there_and_back, false), Tol::MODEL);
        assert!(hits.iter().any(|hit| hit.kind == HitKind::Overlap), "{hits:?}");
    }
}
