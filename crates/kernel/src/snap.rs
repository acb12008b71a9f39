//! Object snaps: candidate points near the cursor.
//!
//! [`Snapper`] indexes the segments of many paths once; [`Snapper::snap`] then examines only the segments within
//! the radius around the cursor. The results are ranked by kind in the order of [`SnapKind`] (perpendicular and
//! tangent rank equally), then by distance.

use super::index::Index;
use super::num::{norm, real_roots};
use super::{Bounds, Conic, Path, Point, Seg, Tol, Vec2, intersect};

/// Kind of a snap point, in order of preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SnapKind {
    /// An end of a segment: of a line, an arc, or an edge of an outline.
    Endpoint,
    /// An intersection of two curves.
    Intersection,
    /// The midpoint of a segment by length.
    Midpoint,
    /// The center of a circle, ellipse or arc.
    Center,
    /// A point of a circle at 0°, 90°, 180° or 270° from its center, or an end of an ellipse's axis.
    Quadrant,
    /// The foot of the perpendicular from the start point of the line being drawn.
    Perpendicular,
    /// The tangent point of a tangent from the start point of the line being drawn.
    Tangent,
    /// The nearest point of a curve.
    Nearest,
    /// A point on the continuation of a line beyond its end.
    Extension,
    /// A grid point.
    Grid,
}

impl SnapKind {
    /// Returns the name used in messages and markers.
    pub fn as_str(self) -> &'static str {
        match self {
            SnapKind::Endpoint => "endpoint",
            SnapKind::Intersection => "intersection",
            SnapKind::Midpoint => "midpoint",
            SnapKind::Center => "center",
            SnapKind::Quadrant => "quadrant",
            SnapKind::Perpendicular => "perpendicular",
            SnapKind::Tangent => "tangent",
            SnapKind::Nearest => "nearest",
            SnapKind::Extension => "extension",
            SnapKind::Grid => "grid",
        }
    }
}

/// A snap candidate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Snap {
    /// Kind of the candidate.
    pub kind: SnapKind,
    /// Exact point.
    pub point: Point,
    /// Index of the path that contains the point; `None` for the grid.
    pub which: Option<usize>,
    /// Distance from the cursor.
    pub distance: f64,
}

/// Parameters of a snap query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SnapRequest {
    /// Position of the cursor.
    pub cursor: Point,
    /// Largest distance of a candidate from the cursor, in drawing units.
    pub radius: f64,
    /// Start point of the line being drawn, for perpendicular and tangent snaps.
    pub from: Option<Point>,
    /// Distance between grid points; `None` without a grid.
    pub grid: Option<f64>,
    /// Search for points beyond the ends of lines; `None` without the search.
    pub extension: Option<Extension>,
}

/// Search for points on the continuation of lines beyond their ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extension {
    /// Largest distance of a point from the end of its line, in drawing units.
    pub reach: f64,
    /// Step of that distance: a found point is a multiple of the step away from the end.
    pub step: f64,
}

/// A segment near the cursor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearSeg {
    /// Index of the path.
    pub path: usize,
    /// Index of the segment in the path.
    pub seg: usize,
    /// Point of the segment nearest to the cursor.
    pub point: Point,
}

/// Indexed paths for snap queries.
#[derive(Clone, Debug, Default)]
pub struct Snapper {
    paths: Vec<Path>,
    /// Path and segment of each indexed item; a center is a separate item, since it may be far from its curve.
    items: Vec<Item>,
    index: Index,
}

#[derive(Clone, Copy, Debug)]
struct Item {
    path: u32,
    seg: u32,
    center: bool,
}

/// Largest number of segments near the cursor that are examined, and largest number of pairs that are intersected.
const MOST_PIECES: usize = 256;
const MOST_PAIRS: usize = 400;

impl Snapper {
    /// Indexes the paths, which are numbered in the given order.
    pub fn new(paths: Vec<Path>) -> Snapper {
        let mut items = Vec::new();
        let mut boxes = Vec::new();
        for (path, number) in paths.iter().zip(0_u32..) {
            for (seg, place) in path.segs.iter().zip(0_u32..) {
                let item = |center| Item {
                    path: number,
                    seg: place,
                    center,
                };
                items.push(item(false));
                boxes.push(seg.bounds());
                if let Seg::Conic(conic) = seg {
                    items.push(item(true));
                    boxes.push(Bounds::new(conic.c, conic.c));
                }
            }
        }
        let index = Index::new(boxes);
        Snapper { paths, items, index }
    }

    /// Returns the candidates within the radius, best first, without duplicate points.
    pub fn snap(&self, request: &SnapRequest) -> Vec<Snap> {
        let mut found = Found {
            request: *request,
            snaps: Vec::new(),
        };
        let corner = Vec2::new(request.radius, request.radius);
        let window = Bounds::new(request.cursor - corner, request.cursor + corner);
        let Some(window) = window.filter(|_| request.radius > 0.0) else {
            return Vec::new();
        };
        let mut pieces: Vec<(usize, &Seg)> = Vec::new();
        for number in self.index.window(&window) {
            let item = self.items[number as usize];
            let seg = &self.paths[item.path as usize].segs[item.seg as usize];
            if item.center {
                if let Seg::Conic(conic) = seg {
                    found.add(SnapKind::Center, conic.c, Some(item.path as usize));
                }
            } else if pieces.len() < MOST_PIECES {
                pieces.push((item.path as usize, seg));
            }
        }
        // A segment outside the radius is skipped: apart from its center, none of its snap points can be within the
        // radius.
        let mut near: Vec<(usize, &Seg)> = Vec::new();
        for (path, seg) in pieces {
            if let Some(nearest) = seg.nearest(request.cursor)
                && nearest.distance <= request.radius
            {
                found.add(SnapKind::Nearest, nearest.point, Some(path));
                found.points_of(path, seg);
                near.push((path, seg));
            }
        }
        let tol = Tol::for_bounds(&window);
        let pairs = (0..near.len()).flat_map(|i| (i + 1..near.len()).map(move |j| (i, j)));
        for (i, j) in pairs.take(MOST_PAIRS) {
            for hit in intersect::seg_seg(near[i].1, near[j].1, tol) {
                // Adjacent segments of one outline meet at an end, which is already a candidate.
                let joint = near[i].0 == near[j].0 && (hit.t_a == 0.0 || hit.t_a == 1.0);
                if !joint {
                    found.add(SnapKind::Intersection, hit.point, Some(near[i].0));
                }
            }
        }
        if let Some(extension) = request.extension {
            self.extensions(extension, &mut found);
        }
        if let Some(step) = request.grid.filter(|step| *step > 0.0) {
            let on = |x: f64| (x / step).round() * step;
            let point = Point::new(on(request.cursor.x), on(request.cursor.y));
            found.add(SnapKind::Grid, point, None);
        }
        found.into_ranked(tol)
    }

    /// Returns the segment nearest to the cursor within the radius.
    pub fn nearest_seg(&self, cursor: Point, radius: f64) -> Option<NearSeg> {
        let corner = Vec2::new(radius, radius);
        let window = Bounds::new(cursor - corner, cursor + corner)?;
        let near = self.index.window(&window).into_iter().filter_map(|number| {
            let item = self.items[number as usize];
            let (path, seg) = (item.path as usize, item.seg as usize);
            let nearest = self.paths[path].segs[seg].nearest(cursor)?;
            let found = NearSeg {
                path,
                seg,
                point: nearest.point,
            };
            (!item.center && nearest.distance <= radius).then_some((nearest.distance, found))
        });
        near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, found)| found)
    }

    /// Returns the indexed paths, in their order.
    pub fn paths(&self) -> &[Path] {
        &self.paths
    }

    /// Adds the points on the continuation of the lines around the cursor.
    fn extensions(&self, extension: Extension, found: &mut Found) {
        let corner = Vec2::new(extension.reach, extension.reach);
        let cursor = found.request.cursor;
        let Some(window) = Bounds::new(cursor - corner, cursor + corner) else {
            return;
        };
        let items = self.index.window(&window).into_iter();
        let lines = items.filter_map(|number| {
            let item = self.items[number as usize];
            match self.paths[item.path as usize].segs[item.seg as usize] {
                Seg::Line { a, b } if a != b => Some((item.path as usize, a, b)),
                _ => None,
            }
        });
        for (path, a, b) in lines.take(MOST_PIECES) {
            let along = (b - a) / norm(b - a);
            let (end, out) = if (cursor - a).dot(along) < 0.0 {
                (a, -along)
            } else {
                (b, along)
            };
            let beyond = (cursor - end).dot(out);
            let distance = (beyond / extension.step).round() * extension.step;
            if distance > 0.0 && beyond <= extension.reach {
                found.add(SnapKind::Extension, end + out * distance, Some(path));
            }
        }
    }
}

struct Found {
    request: SnapRequest,
    snaps: Vec<Snap>,
}

impl Found {
    fn add(&mut self, kind: SnapKind, point: Point, which: Option<usize>) {
        let distance = norm(point - self.request.cursor);
        if distance <= self.request.radius {
            self.snaps.push(Snap {
                kind,
                point,
                which,
                distance,
            });
        }
    }

    fn points_of(&mut self, path: usize, seg: &Seg) {
        let which = Some(path);
        let full = matches!(seg, Seg::Conic(conic) if conic.is_full());
        if !full {
            self.add(SnapKind::Endpoint, seg.start(), which);
            self.add(SnapKind::Endpoint, seg.end(), which);
            // The midpoint of a line or circular arc is at u = 0.5; other curves need an expensive length
            // computation.
            let straight = matches!(seg, Seg::Line { .. });
            let circle = matches!(seg, Seg::Conic(conic) if conic.is_circle());
            let u = if straight || circle {
                0.5
            } else {
                seg.param_at_length(0.5 * seg.length())
            };
            self.add(SnapKind::Midpoint, seg.point_at(u), which);
        }
        if let Seg::Conic(conic) = seg {
            for point in quadrants(conic) {
                self.add(SnapKind::Quadrant, point, which);
            }
        }
        if let Some(from) = self.request.from {
            for u in special(seg, from, false) {
                self.add(SnapKind::Perpendicular, seg.point_at(u), which);
            }
            for u in special(seg, from, true) {
                self.add(SnapKind::Tangent, seg.point_at(u), which);
            }
        }
    }

    fn into_ranked(mut self, tol: Tol) -> Vec<Snap> {
        let group = |kind: SnapKind| match kind {
            // Tangent and perpendicular have the same rank.
            SnapKind::Tangent => SnapKind::Perpendicular,
            kind => kind,
        };
        trammel_base::sort::by(&mut self.snaps, |a, b| {
            let rank = group(a.kind).cmp(&group(b.kind));
            rank.then(a.distance.total_cmp(&b.distance))
                .then(a.which.cmp(&b.which))
        });
        let mut kept: Vec<Snap> = Vec::new();
        for snap in self.snaps {
            let known = kept.iter().any(|old| norm(old.point - snap.point) <= tol.merge);
            if !known {
                kept.push(snap);
            }
        }
        kept
    }
}

fn quadrants(conic: &Conic) -> Vec<Point> {
    let turns: Vec<f64> = if conic.is_circle() {
        let right = libm::atan2(conic.q.x, conic.p.x);
        vec![right]
    } else {
        vec![conic.axes().2]
    };
    turns
        .into_iter()
        .flat_map(|t| (0..4).map(move |k| t + f64::from(k) * std::f64::consts::FRAC_PI_2))
        .filter_map(|t| conic.fraction_of(t, 1e-12))
        .map(|u| conic.point(conic.angle_at(u)))
        .collect()
}

/// Returns the parameters at which a line from `from` meets the segment at a right angle, or is tangent to it.
fn special(seg: &Seg, from: Point, tangent: bool) -> Vec<f64> {
    match seg {
        Seg::Line { a, b } => {
            let along = *b - *a;
            let u = (from - *a).dot(along) / along.hypot2();
            let foot = !tangent && (0.0..=1.0).contains(&u);
            foot.then_some(u).into_iter().collect()
        }
        Seg::Conic(conic) => {
            let angles = if tangent {
                tangent_angles(conic, from)
            } else {
                conic.perpendicular_feet(from)
            };
            angles
                .into_iter()
                .filter_map(|t| conic.fraction_of(t, 1e-12))
                .collect()
        }
        Seg::Cubic(c) => {
            // Coefficients of the powers of u, relative to `from`.
            let [p0, p1, p2, p3] = [c.p0, c.p1, c.p2, c.p3].map(|p| p - from);
            let point = [
                p0,
                (p1 - p0) * 3.0,
                (p2 - p1 * 2.0 + p0) * 3.0,
                p3 - p2 * 3.0 + p1 * 3.0 - p0,
            ];
            let mut product = [0.0; 6];
            for (i, x) in point.iter().enumerate() {
                for (j, y) in point.iter().enumerate().skip(1) {
                    let term = if tangent { x.cross(*y) } else { x.dot(*y) };
                    product[i + j - 1] += j as f64 * term;
                }
            }
            real_roots(&product, 0.0).into_iter().map(|(u, _)| u).collect()
        }
    }
}

/// Returns the parameters at which lines from `from` are tangent to the whole ellipse.
fn tangent_angles(conic: &Conic, from: Point) -> Vec<f64> {
    // In the frame in which the ellipse is the unit circle, tangent points satisfy X · V = 1.
    let det = conic.p.cross(conic.q);
    let v = from - conic.c;
    let (x, y) = (v.cross(conic.q) / det, conic.p.cross(v) / det);
    let far = libm::hypot(x, y);
    if !(far.is_finite() && far > 1.0) {
        return Vec::new();
    }
    let (toward, half) = (libm::atan2(y, x), libm::acos(1.0 / far));
    vec![toward + half, toward - half]
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    fn best(paths: &[Path], x: f64, y: f64, from: Option<Point>) -> Vec<(&'static str, f64, f64)> {
        let snapper = Snapper::new(paths.to_vec());
        let request = SnapRequest {
            cursor: Point::new(x, y),
            radius: 1.0,
            from,
            grid: None,
            extension: None,
        };
        let round = |x: f64| (x * 1e9).round() / 1e9 + 0.0;
        snapper
            .snap(&request)
            .into_iter()
            .map(|snap| (snap.kind.as_str(), round(snap.point.x), round(snap.point.y)))
            .collect()
    }

    fn line(x0: f64, y0: f64, x1: f64, y1: f64) -> Path {
        Path::from_points(&[Point::new(x0, y0), Point::new(x1, y1)], false)
    }

    #[test]
    fn snaps_are_ranked_by_kind_then_distance() {
        let wall = line(0.0, 0.0, 10.0, 0.0);
        let walls = [wall.clone(), line(9.5, -5.0, 9.5, 5.0)];
        assert_eq!(
            best(&walls, 9.6, 0.2, None)[..2],
            [("endpoint", 10.0, 0.0), ("intersection", 9.5, 0.0)]
        );
        let walls = std::slice::from_ref(&wall);
        assert_eq!(
            best(walls, 5.3, 0.4, None),
            [("midpoint", 5.0, 0.0), ("nearest", 5.3, 0.0)]
        );
        assert_eq!(
            best(walls, 7.2, 0.4, Some(Point::new(7.5, 9.0))),
            [("perpendicular", 7.5, 0.0), ("nearest", 7.2, 0.0)]
        );
        assert_eq!(best(walls, 7.2, 1.4, None), []);
        assert_eq!(best(walls, f64::NAN, 1.4, None), []);
    }

    #[test]
    fn snaps_of_a_circle() {
        let circle = [Path::circle(Point::new(20.0, 0.0), 5.0)];
        assert_eq!(best(&circle, 20.4, 0.3, None), [("center", 20.0, 0.0)]);
        assert_eq!(best(&circle, 20.4, 4.8, None)[0], ("quadrant", 20.0, 5.0));
        // The tangent point of a tangent from the origin is 20·cos β away from the origin, with sin β = 1/4.
        let (sin, cos) = (0.25, (1.0_f64 - 0.0625).sqrt());
        let touch = (20.0 * cos * cos, 20.0 * cos * sin);
        let found = best(&circle, touch.0 + 0.2, touch.1, Some(Point::ZERO));
        assert_eq!(found[0].0, "tangent");
        assert!((found[0].1 - touch.0).abs() < 1e-8 && (found[0].2 - touch.1).abs() < 1e-8);
    }

    #[test]
    fn snaps_to_the_grid_last() {
        let snapper = Snapper::new(vec![line(0.0, 0.0, 10.0, 0.0)]);
        let request = SnapRequest {
            cursor: Point::new(3.2, 0.1),
            radius: 1.0,
            from: None,
            grid: Some(1.0),
            extension: None,
        };
        let kinds: Vec<SnapKind> = snapper.snap(&request).iter().map(|snap| snap.kind).collect();
        assert_eq!(kinds, [SnapKind::Nearest, SnapKind::Grid]);
    }

    #[test]
    fn snaps_beyond_the_end_of_a_line_at_a_step() {
        let snapper = Snapper::new(vec![line(0.0, 0.0, 10.0, 0.0)]);
        let found = |x: f64, y: f64| {
            let request = SnapRequest {
                cursor: Point::new(x, y),
                radius: 1.0,
                from: None,
                grid: None,
                extension: Some(Extension {
                    reach: 8.0,
                    step: 0.5,
                }),
            };
            let snaps = snapper.snap(&request);
            snaps.first().map(|snap| (snap.kind, snap.point.x, snap.point.y))
        };
        assert_eq!(found(14.2, 0.7), Some((SnapKind::Extension, 14.0, 0.0)));
        assert_eq!(found(-3.3, -0.2), Some((SnapKind::Extension, -3.5, 0.0)));
        assert_eq!(found(14.2, 1.2), None);
        assert_eq!(found(19.0, 0.0), None, "too far from the end");
        assert_eq!(found(10.1, 0.0), Some((SnapKind::Endpoint, 10.0, 0.0)));
        let near = snapper.nearest_seg(Point::new(4.0, 0.5), 1.0).unwrap();
        assert_eq!((near.path, near.seg, near.point), (0, 0, Point::new(4.0, 0.0)));
    }

    #[test]
    fn perpendicular_and_tangent_to_a_curve() {
        let curve = Seg::Cubic(super::super::CubicBez::new(
            Point::ZERO,
            Point::new(0.0, 10.0),
            Point::new(10.0, 10.0),
            Point::new(10.0, 0.0),
        ));
        let from = Point::new(5.0, 20.0);
        for tangent in [false, true] {
            let found = special(&curve, from, tangent);
            assert!(!found.is_empty());
            for u in found {
                let (way, along) = (curve.point_at(u) - from, curve.direction_at(u).unwrap());
                let miss = if tangent { way.cross(along) } else { way.dot(along) };
                assert!(miss.abs() < 1e-9, "{u} {miss}");
            }
        }
    }
}
