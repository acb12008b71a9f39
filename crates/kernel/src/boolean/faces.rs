//! Faces of the plane between outlines: the smallest area that open and closed paths enclose around a point.
//!
//! The paths are cut at their intersections; edges with a free end are removed. The remaining edges bound faces. A face is
//! the inside of the smallest cycle around the point without the parts of the drawing that lie separately inside. As in the
//! other operations, the result consists of parts of the input curves, and a result that fails its check is never returned.

use std::cell::OnceCell;

use super::super::index::Index;
use super::super::{Bounds, Path, Point, Tol, norm, region, rings};
use super::arrange::{Arrange, Corners, cut_into_edges, extent, walk};
use super::check;
use super::edge::Edge;
use super::engine::Frame;
use super::error::BooleanError;
use super::extent::Extent;
use super::lookup::Sources;
use super::recover;

/// The faces between outlines.
#[derive(Clone, Debug)]
pub struct Faces {
    paths: Vec<Path>,
    tol: Tol,
    frame: Option<Frame>,
    fine: OnceCell<Graph>,
    coarse: OnceCell<Graph>,
}

impl Faces {
    /// Prepares the faces between open and closed paths.
    ///
    /// # Errors
    /// Returns an error if coordinates are not finite, or if the outlines are too complex.
    pub fn of(paths: &[Path]) -> Result<Faces, BooleanError> {
        let paths: Vec<Path> = paths
            .iter()
            .filter(|path| !path.is_empty())
            .map(check::without_loops)
            .collect();
        let Extent { bounds, tol } = Extent::of(&[&paths])?;
        Ok(Faces {
            frame: bounds.as_ref().and_then(Frame::of),
            paths,
            tol,
            fine: OnceCell::new(),
            coarse: OnceCell::new(),
        })
    }

    /// Returns the face around a point as outlines in normal form; `None` if the point is not enclosed.
    ///
    /// # Errors
    /// Returns an error if no result passes its check.
    pub fn around(&self, at: Point) -> Result<Option<Vec<Path>>, BooleanError> {
        let Some(frame) = self.frame else { return Ok(None) };
        let mut reasons = Vec::new();
        for (engine, graph) in [(Arrange::FINE, &self.fine), (Arrange::COARSE, &self.coarse)] {
            let tol = engine.tolerances();
            let graph = graph.get_or_init(|| Graph::of(&self.paths, frame, tol));
            match self.face(graph, frame, tol, at) {
                Ok(found) => return Ok(found),
                Err(reason) => reasons.push(reason),
            }
        }
        Err(BooleanError::Unproven(reasons.join("; ")))
    }

    fn face(&self, graph: &Graph, frame: Frame, tol: Tol, at: Point) -> Result<Option<Vec<Path>>, String> {
        let Some(cycles) = graph.face(frame.inward() * at) else {
            return Ok(None);
        };
        let halves: Vec<Half> = cycles.iter().flat_map(|cycle| cycle.halves.clone()).collect();
        // An edge with the face on both sides is not a boundary.
        let mut has = vec![false; 2 * graph.edges.len()];
        for half in &halves {
            has[half.0] = true;
        }
        let kept: Vec<Edge> = halves
            .iter()
            .filter(|half| !has[half.twin().0])
            .map(|half| graph.edge(*half))
            .collect();
        let mut spans = walk(&kept, graph.corners)?;
        for span in spans.iter_mut().flatten() {
            for point in [&mut span.from, &mut span.via, &mut span.to] {
                *point = frame.outward(*point);
            }
        }
        let Some(sources) = Sources::new(&self.paths) else {
            return Ok(None);
        };
        let reach = frame.reach(tol.merge).max(self.tol.merge);
        let found = rings::normalize(recover::rebuild(&spans, &sources, reach, self.tol)?);
        let wanted = cycles.iter().map(|cycle| cycle.area).sum::<f64>() * frame.reach(1.0) * frame.reach(1.0);
        let area: f64 = found.iter().map(Path::signed_area).sum();
        let length: f64 = found.iter().map(Path::length).sum();
        if (area - wanted).abs() > 4.0 * reach * length {
            return Err(format!("areas differ by {:e}", area - wanted));
        }
        check::no_crossing(&found, self.tol)?;
        if !region::contains(&found, at) {
            return Err("the point is on an outline".to_owned());
        }
        Ok(Some(found))
    }
}

/// An edge in one of its two directions: twice the number of the edge, plus 1 for the backward direction.
#[derive(Clone, Copy, Debug)]
struct Half(usize);

impl Half {
    fn twin(self) -> Half {
        Half(self.0 ^ 1)
    }
}

/// Edges without free ends, in frame coordinates, and the cycles along them.
#[derive(Clone, Debug)]
struct Graph {
    edges: Vec<Edge>,
    corners: usize,
    cycles: Vec<Cycle>,
    /// Index of the bounds of the cycles.
    boxes: Index,
}

/// A cycle along edges with one face on its left side. The cycle around a face is counterclockwise; the cycle around a
/// separate part of the drawing is clockwise.
#[derive(Clone, Debug)]
struct Cycle {
    halves: Vec<Half>,
    path: Path,
    bounds: Bounds,
    area: f64,
    /// Number of the connected part of the drawing.
    part: usize,
}

impl Graph {
    fn of(paths: &[Path], frame: Frame, tol: Tol) -> Graph {
        let inward = frame.inward();
        let framed: Vec<Path> = paths.iter().map(|path| path.transformed(&inward)).collect();
        let mut corners = Corners::new(tol);
        let edges = cut_into_edges(&framed, &mut corners);
        let corners = corners.points.len();
        let mut graph = Graph {
            edges: without_free_ends(edges, corners),
            corners,
            cycles: Vec::new(),
            boxes: Index::default(),
        };
        graph.cycles = graph.trace();
        graph.boxes = Index::new(graph.cycles.iter().map(|cycle| Some(cycle.bounds)));
        graph
    }

    fn edge(&self, half: Half) -> Edge {
        let edge = self.edges[half.0 / 2];
        if half.0.is_multiple_of(2) {
            edge
        } else {
            edge.reversed()
        }
    }

    /// Returns the next half-edge of each half-edge along the face on its left side: the first one in clockwise order from
    /// its twin.
    fn next(&self) -> Vec<Half> {
        let mut leaving: Vec<Vec<Half>> = vec![Vec::new(); self.corners];
        for half in (0..2 * self.edges.len()).map(Half) {
            leaving[self.edge(half).from].push(half);
        }
        let mut next = vec![Half(0); 2 * self.edges.len()];
        for mut around in leaving {
            // The directions are taken at one distance from the corner, where tangent curves have separated.
            let shortest = around.iter().map(|half| extent(&self.edge(*half)));
            let radius = 0.02 * shortest.fold(f64::INFINITY, f64::min);
            let angle = |half: &Half| {
                let seg = self.edge(*half).seg;
                let u = (radius / seg.length().max(f64::MIN_POSITIVE)).min(0.5);
                let away = seg.point_at(u) - seg.start();
                libm::atan2(away.y, away.x)
            };
            trammel_base::sort::by(&mut around, |a, b| angle(a).total_cmp(&angle(b)));
            for (at, half) in around.iter().enumerate() {
                next[half.twin().0] = around[(at + around.len() - 1) % around.len()];
            }
        }
        next
    }

    fn trace(&self) -> Vec<Cycle> {
        let (next, parts) = (self.next(), self.parts());
        let mut seen = vec![false; next.len()];
        let mut cycles = Vec::new();
        for start in 0..next.len() {
            let mut halves = Vec::new();
            let mut at = Half(start);
            while !seen[at.0] {
                seen[at.0] = true;
                halves.push(at);
                at = next[at.0];
            }
            let path = Path::new(halves.iter().map(|half| self.edge(*half).seg).collect(), true);
            if let Some(bounds) = path.bounds().filter(|_| !halves.is_empty()) {
                cycles.push(Cycle {
                    area: path.signed_area(),
                    bounds,
                    part: parts[self.edges[start / 2].from],
                    path,
                    halves,
                });
            }
        }
        cycles
    }

    /// Returns the number of the connected part of each corner.
    fn parts(&self) -> Vec<usize> {
        let mut parts: Vec<usize> = (0..self.corners).collect();
        fn root(parts: &mut [usize], mut at: usize) -> usize {
            while parts[at] != at {
                parts[at] = parts[parts[at]];
                at = parts[at];
            }
            at
        }
        for edge in &self.edges {
            let (a, b) = (root(&mut parts, edge.from), root(&mut parts, edge.to));
            parts[a] = b;
        }
        (0..self.corners).map(|corner| root(&mut parts, corner)).collect()
    }

    /// Returns the cycles around the face that contains a point: the outer one first, then those around the parts inside.
    fn face(&self, at: Point) -> Option<Vec<&Cycle>> {
        let outer = self.smallest(at, None)?;
        let is_inside = |hole: &&Cycle| {
            let sample = hole.path.segs[0].point_at(0.3);
            hole.area < 0.0
                && hole.part != outer.part
                && outer.bounds.contains_bounds(&hole.bounds)
                && self
                    .smallest(sample, Some(hole.part))
                    .is_some_and(|around| std::ptr::eq(around, outer))
        };
        let holes = self.cycles.iter().filter(is_inside);
        Some(std::iter::once(outer).chain(holes).collect())
    }

    /// Returns the smallest counterclockwise cycle around a point, except those of a part.
    fn smallest(&self, at: Point, except: Option<usize>) -> Option<&Cycle> {
        let around = |cycle: &&Cycle| {
            cycle.area > 0.0
                && Some(cycle.part) != except
                && region::contains(std::slice::from_ref(&cycle.path), at)
        };
        let near = self.boxes.window(&Bounds { min: at, max: at });
        let cycles = near
            .into_iter()
            .filter_map(|number| self.cycles.get(number as usize));
        cycles.filter(around).min_by(|a, b| a.area.total_cmp(&b.area))
    }
}

/// Removes edges with a free end until there are none.
fn without_free_ends(mut edges: Vec<Edge>, corners: usize) -> Vec<Edge> {
    edges.retain(|edge| edge.from != edge.to || norm(edge.seg.point_at(0.5) - edge.seg.start()) > 0.0);
    let mut at: Vec<Vec<usize>> = vec![Vec::new(); corners];
    let mut count = vec![0_usize; corners];
    for (index, edge) in edges.iter().enumerate() {
        for corner in [edge.from, edge.to] {
            at[corner].push(index);
            count[corner] += 1;
        }
    }
    let mut gone = vec![false; edges.len()];
    let mut open: Vec<usize> = (0..corners).filter(|corner| count[*corner] == 1).collect();
    while let Some(corner) = open.pop() {
        for &index in &at[corner] {
            if count[corner] != 1 || std::mem::replace(&mut gone[index], true) {
                continue;
            }
            for end in [edges[index].from, edges[index].to] {
                count[end] -= 1;
                if end != corner && count[end] == 1 {
                    open.push(end);
                }
            }
        }
    }
    let mut index = 0;
    edges.retain(|_| {
        index += 1;
        !gone[index - 1]
    });
    edges
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;
    use crate::{Conic, Seg, region_area};
    use proptest::prelude::*;
    use std::f64::consts::PI;

    fn line(points: &[(f64, f64)]) -> Path {
        let points: Vec<Point> = points.iter().map(|point| Point::from(*point)).collect();
        Path::from_points(&points, false)
    }

    fn face(paths: &[Path], x: f64, y: f64) -> Option<Vec<Path>> {
        Faces::of(paths).unwrap().around(Point::new(x, y)).unwrap()
    }

    /// Returns the area of the face around a point.
    fn area(paths: &[Path], x: f64, y: f64) -> Option<f64> {
        face(paths, x, y).map(|face| region_area(&face))
    }

    fn assert_near(found: Option<f64>, wanted: f64) {
        let found = found.expect("the point is enclosed");
        assert!(
            (found - wanted).abs() < 1e-9 * wanted.max(1.0),
            "{found} instead of {wanted}"
        );
    }

    #[test]
    fn a_line_divides_a_rectangle() {
        let paths = [
            Path::rect(Point::ORIGIN, 10.0, 10.0),
            line(&[(-5.0, 4.0), (15.0, 4.0)]),
        ];
        assert_eq!(area(&paths, 5.0, 2.0), Some(40.0));
        assert_eq!(area(&paths, 5.0, 7.0), Some(60.0));
        assert_eq!(area(&paths, 12.0, 2.0), None);
        assert_eq!(face(&paths, 5.0, 2.0).unwrap()[0].segs.len(), 4);
    }

    #[test]
    fn open_lines_that_cross_enclose_a_triangle() {
        let paths = [
            line(&[(-1.0, 0.0), (9.0, 0.0)]),
            line(&[(0.0, -1.0), (0.0, 9.0)]),
            line(&[(-1.0, 5.0), (5.0, -1.0)]),
        ];
        assert_near(area(&paths, 1.0, 1.0), 8.0);
        assert_eq!(area(&paths, 3.0, 3.0), None);
        assert_eq!(area(&paths[..2], 1.0, 1.0), None, "the corner is open");
        assert_eq!(area(&[], 1.0, 1.0), None);
        assert_eq!(area(&paths, f64::NAN, 1.0), None);
    }

    #[test]
    fn an_open_arc_and_lines_enclose_half_a_disc() {
        let arc = Path::new(
            vec![Seg::Conic(Conic::arc(Point::new(5.0, 0.0), 5.0, 0.0, PI))],
            false,
        );
        let paths = [
            arc,
            line(&[(-2.0, 0.0), (5.0, 0.0)]),
            line(&[(5.0, 0.0), (12.0, 0.0)]),
        ];
        assert_near(area(&paths, 5.0, 2.0), 12.5 * PI);
        let found = face(&paths, 5.0, 2.0).unwrap();
        assert!(
            found[0]
                .segs
                .iter()
                .any(|seg| matches!(seg, Seg::Conic(c) if c.is_circle())),
            "the arc stays exact"
        );
        assert_eq!(area(&paths[..2], 5.0, 2.0), None);
    }

    #[test]
    fn crossing_circles_have_a_lens_and_two_crescents() {
        let paths = [
            Path::circle(Point::ORIGIN, 1.0),
            Path::circle(Point::new(1.0, 0.0), 1.0),
        ];
        let lens = 2.0 * PI / 3.0 - libm::sqrt(3.0) / 2.0;
        assert_near(area(&paths, 0.5, 0.0), lens);
        assert_near(area(&paths, -0.5, 0.0), PI - lens);
        assert_near(area(&paths, 1.5, 0.0), PI - lens);
        assert_near(area(&paths[..1], 0.5, 0.0), PI);
    }

    #[test]
    fn separate_parts_inside_are_holes_and_their_insides_are_not() {
        let paths = [
            line(&[(-1.0, 0.0), (21.0, 0.0)]),
            line(&[(20.0, -1.0), (20.0, 21.0)]),
            line(&[(21.0, 20.0), (-1.0, 20.0)]),
            line(&[(0.0, 21.0), (0.0, -1.0)]),
            Path::circle(Point::new(10.0, 10.0), 4.0),
            Path::circle(Point::new(10.0, 10.0), 2.0),
            Path::rect(Point::new(2.0, 2.0), 2.0, 2.0),
            line(&[(17.0, 15.0), (18.0, 18.0)]),
        ];
        let found = face(&paths, 1.0, 10.0).unwrap();
        assert_eq!(found.len(), 3, "one outline and two holes");
        assert_near(Some(region_area(&found)), 400.0 - 16.0 * PI - 4.0);
        assert_near(area(&paths, 10.0, 13.0), 12.0 * PI);
        assert_near(area(&paths, 10.0, 10.0), 4.0 * PI);
    }

    #[test]
    fn an_edge_between_two_outlines_is_no_boundary() {
        let paths = [
            Path::rect(Point::ORIGIN, 10.0, 10.0),
            Path::rect(Point::new(4.0, 4.0), 2.0, 2.0),
            line(&[(0.0, 5.0), (4.0, 5.0)]),
        ];
        let found = face(&paths, 5.0, 9.0).unwrap();
        assert_eq!((found.len(), region_area(&found)), (2, 96.0));
    }

    #[test]
    fn outlines_that_touch_or_overlap_enclose_their_difference() {
        let tangent = [
            Path::rect(Point::ORIGIN, 10.0, 10.0),
            Path::circle(Point::new(5.0, 2.0), 2.0),
        ];
        assert_near(area(&tangent, 5.0, 8.0), 100.0 - 4.0 * PI);
        assert_near(area(&tangent, 5.0, 2.0), 4.0 * PI);
        let beside = [
            Path::rect(Point::ORIGIN, 10.0, 10.0),
            Path::rect(Point::new(10.0, 2.0), 5.0, 3.0),
        ];
        assert_eq!(area(&beside, 5.0, 5.0), Some(100.0));
        assert_eq!(area(&beside, 12.0, 3.0), Some(15.0));
        let twice = [
            Path::rect(Point::ORIGIN, 4.0, 3.0),
            Path::rect(Point::ORIGIN, 4.0, 3.0).reversed(),
        ];
        assert_eq!(area(&twice, 1.0, 1.0), Some(12.0));
    }

    #[test]
    fn size_and_place_of_the_drawing_do_not_matter() {
        for (scale, x) in [(1e-6, 0.0), (1.0, 1e6), (1e7, -3e7)] {
            let map = crate::Affine::translate((x, x)) * crate::Affine::scale(scale);
            let paths = [
                Path::circle(Point::ORIGIN, 5.0).transformed(&map),
                line(&[(-6.0, 3.0), (6.0, 3.0)]).transformed(&map),
            ];
            let at = map * Point::new(0.0, 4.0);
            let cap = 25.0 * libm::acos(0.6) - 12.0;
            let found = area(&paths, at.x, at.y).expect("enclosed") / (scale * scale);
            assert!((found - cap).abs() < 1e-6, "{found} at scale {scale}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(48) })]

        #[test]
        fn every_point_of_a_face_has_the_same_face(
            lines in prop::collection::vec(((0.0..10.0, 0.0..10.0), (0.0..10.0, 0.0..10.0)), 1..8),
            circle in (2.0..8.0, 2.0..8.0, 0.5..3.0),
            points in prop::collection::vec((0.1..9.9, 0.1..9.9), 6),
        ) {
            let (x, y, radius): (f64, f64, f64) = circle;
            let mut paths: Vec<Path> = lines.iter().map(|(a, b): &((f64, f64), (f64, f64))| line(&[*a, *b])).collect();
            paths.push(Path::circle(Point::new(x, y), radius));
            paths.push(Path::rect(Point::ORIGIN, 10.0, 10.0));
            let faces = Faces::of(&paths).unwrap();
            for (x, y) in &points {
                let at = Point::new(*x, *y);
                // A point on an outline has no face.
                let Ok(found) = faces.around(at) else { continue };
                let found = found.expect("inside the rectangle");
                prop_assert!(region_area(&found) <= 100.0 + 1e-9);
                for (x, y) in &points {
                    let other = Point::new(*x, *y);
                    if region::contains(&found, other)
                        && let Ok(Some(same)) = faces.around(other)
                    {
                        prop_assert!((region_area(&same) - region_area(&found)).abs() < 1e-7);
                    }
                }
            }
        }
    }
}
