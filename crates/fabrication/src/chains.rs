//! Chains of open contours whose ends meet or nearly meet.
//!
//! Each end is linked to at most one other end: the nearest pairs are linked first, so the result does not depend on
//! the order in which contours were drawn, except for equal distances. Contours on different layers or with different
//! colors of their lines are not linked, because they are different steps of the machine.

use super::contour::{Contour, same_within};
use std::collections::BTreeMap;
use trammel_kernel::corner::fillet;
use trammel_kernel::{Path, Point, Seg, Tol, norm};
use trammel_scene::{Color, Name, Scene};

/// Ends near one end that are considered, at most, for each of nine cells.
const MAX_NEAR: usize = 32;

/// Chain of open contours.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    /// Contours in order, each with whether it is reversed.
    pub(super) members: Vec<(usize, bool)>,
    /// Gaps between consecutive members, and, for a closed chain, between the last and the first.
    pub(super) gaps: Vec<Gap>,
    /// Whether the chain returns to its start.
    pub(super) is_closed: bool,
}

/// Gap between the ends of two members.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Gap {
    /// End of the first and start of the second.
    pub(super) ends: [Point; 2],
    /// Distance of the ends.
    pub(super) width: f64,
}

/// End of a contour: its position, and whether it is the last point.
type End = (usize, bool);

/// Returns the chains of the open contours that `is_wanted` accepts, in the order of their first members.
pub(super) fn chains(
    scene: &Scene,
    contours: &[Contour],
    is_wanted: impl Fn(usize) -> bool,
    tolerance: f64,
) -> Vec<Chain> {
    let open: Vec<usize> = (0..contours.len())
        .filter(|at| is_wanted(*at) && contours[*at].ends().is_some())
        .collect();
    let links = links(scene, contours, &open, tolerance);
    let linked = |end: End| links.get(end.0).and_then(|both| both[usize::from(end.1)]);
    let mut used = vec![false; contours.len()];
    let mut found = Vec::new();
    for &first in &open {
        if used[first] {
            continue;
        }
        // Walk back to the start of the chain, or around it.
        let mut start: End = (first, false);
        while let Some(before) = linked(start) {
            start = (before.0, !before.1);
            if start.0 == first {
                break;
            }
        }
        let mut chain = Chain {
            members: Vec::new(),
            gaps: Vec::new(),
            is_closed: false,
        };
        let mut at = start;
        loop {
            used[at.0] = true;
            chain.members.push((at.0, at.1));
            let tail = (at.0, !at.1);
            let Some(next) = linked(tail) else { break };
            let ends = [point(contours, tail), point(contours, next)];
            chain.gaps.push(Gap {
                ends,
                width: norm(ends[1] - ends[0]),
            });
            if next == start {
                chain.is_closed = true;
                break;
            }
            at = next;
        }
        found.push(chain);
    }
    found
}

/// Links of the start and the end of each contour.
fn links(scene: &Scene, contours: &[Contour], open: &[usize], tolerance: f64) -> Vec<[Option<End>; 2]> {
    let ends: Vec<End> = open.iter().flat_map(|at| [(*at, false), (*at, true)]).collect();
    let points: Vec<Point> = ends.iter().map(|end| point(contours, *end)).collect();
    let mut cells: BTreeMap<[i64; 2], Vec<usize>> = BTreeMap::new();
    let cell = |at: Point| [at.x, at.y].map(|x| (x / tolerance).floor() as i64);
    for (i, at) in points.iter().enumerate() {
        cells.entry(cell(*at)).or_default().push(i);
    }
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for (i, at) in points.iter().enumerate() {
        let [x, y] = cell(*at);
        for (dx, dy) in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy))) {
            let key = [x.saturating_add(dx), y.saturating_add(dy)];
            let near = cells.get(&key).map_or(&[][..], Vec::as_slice);
            // An end among very many others is linked to one of the next ones.
            let next = near.partition_point(|j| *j <= i);
            for &j in near[next..].iter().take(MAX_NEAR) {
                let far = norm(points[j] - *at);
                if far <= tolerance && may_link(scene, contours, (ends[i], ends[j]), tolerance) {
                    pairs.push((far, i, j));
                }
            }
        }
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut links: Vec<[Option<End>; 2]> = vec![[None; 2]; contours.len()];
    for (_, i, j) in pairs {
        let (a, b) = (ends[i], ends[j]);
        if links[a.0][usize::from(a.1)].is_none() && links[b.0][usize::from(b.1)].is_none() {
            links[a.0][usize::from(a.1)] = Some(b);
            links[b.0][usize::from(b.1)] = Some(a);
        }
    }
    links
}

/// Whether two ends may become one: a contour shorter than a few tolerances does not close on itself.
fn may_link(scene: &Scene, contours: &[Contour], (a, b): (End, End), tolerance: f64) -> bool {
    if a.0 == b.0 {
        return contours[a.0].path.length() > 4.0 * tolerance;
    }
    step_of(scene, &contours[a.0].entity) == step_of(scene, &contours[b.0].entity)
}

/// Returns the step of the machine: the layer and the color of the line.
fn step_of<'a>(scene: &'a Scene, entity: &Name) -> Option<(Option<&'a Name>, Option<Color>)> {
    let entity = scene.get(entity)?;
    let color = entity.style.stroke.as_ref().map(|stroke| stroke.color);
    Some((entity.layer.as_ref(), color))
}

fn point(contours: &[Contour], (at, is_last): End) -> Point {
    let ends = contours[at].ends().unwrap_or_default();
    ends[usize::from(is_last)]
}

impl Chain {
    /// Returns the widest gap; `None` for a single contour with free ends.
    pub(super) fn widest(&self) -> Option<Gap> {
        let wider = |a: Gap, b: Gap| if b.width > a.width { b } else { a };
        self.gaps.iter().copied().reduce(wider)
    }

    /// Returns the start and the end of a chain that is not closed.
    pub(super) fn free_ends(&self, contours: &[Contour]) -> Option<[Point; 2]> {
        let (first, last) = (self.members.first()?, self.members.last()?);
        (!self.is_closed).then(|| [point(contours, *first), point(contours, (last.0, !last.1))])
    }

    /// Returns the chain as one path. At a gap, the curves are extended or cut off where they meet within `tolerance`;
    /// where they do not, a short line bridges the gap, so that lines keep their directions.
    pub(super) fn to_path(&self, contours: &[Contour], tolerance: f64) -> Path {
        let mut segs: Vec<Seg> = Vec::new();
        for &(at, is_reversed) in &self.members {
            let path = &contours[at].path;
            let path = if is_reversed {
                path.reversed()
            } else {
                path.clone()
            };
            for (position, seg) in path.segs.into_iter().enumerate() {
                push(&mut segs, seg, position == 0, tolerance);
            }
        }
        if self.is_closed && !segs.is_empty() {
            let first = segs.remove(0);
            let count = segs.len();
            if count == 0 {
                // A single segment closes with a line.
                segs.push(first);
                bridge(&mut segs, first.start());
            } else {
                push(&mut segs, first, true, tolerance);
                if let Some(first) = segs.pop() {
                    segs.insert(0, first);
                }
            }
        }
        Path::new(segs, self.is_closed)
    }
}

fn push(segs: &mut Vec<Seg>, mut seg: Seg, is_joint: bool, tolerance: f64) {
    if let Some(last) = segs
        .last_mut()
        .filter(|last| is_joint && last.end() != seg.start())
        && !meet(last, &mut seg, tolerance)
    {
        bridge(segs, seg.start());
    }
    segs.push(seg);
}

fn bridge(segs: &mut Vec<Seg>, to: Point) {
    if let Some(from) = segs.last().map(Seg::end).filter(|from| *from != to) {
        segs.push(Seg::line(from, to));
    }
}

/// Moves the ends of two segments together, each by at most `tolerance`; returns `false`, and changes nothing, if they
/// do not meet there.
fn meet(before: &mut Seg, after: &mut Seg, tolerance: f64) -> bool {
    let (end, start) = (before.end(), after.start());
    let slack = same_within(tolerance, Tol::MODEL);
    // The end of a line moves to a point that lies on the line, so that the line keeps its direction.
    let is_ahead = |line: &Seg, at: Point| match line {
        Seg::Line { a, b } => {
            let along = *b - *a;
            along.cross(at - *a).abs() <= slack * norm(along)
        }
        _ => false,
    };
    let (onto_before, onto_after) = (is_ahead(before, start), is_ahead(after, end));
    match (&mut *before, &mut *after) {
        (Seg::Line { b, .. }, Seg::Line { a, .. }) if onto_before && onto_after => {
            let middle = end.midpoint(start);
            (*a, *b) = (middle, middle);
            return true;
        }
        (Seg::Line { b, .. }, _) if onto_before => {
            *b = start;
            return true;
        }
        (_, Seg::Line { a, .. }) if onto_after => {
            *a = end;
            return true;
        }
        (Seg::Conic(_), Seg::Conic(_)) if norm(end - start) <= 1e-6 => return true,
        (_, Seg::Cubic(cubic)) => {
            cubic.p1 += end - start;
            cubic.p0 = end;
            return true;
        }
        (Seg::Cubic(cubic), _) => {
            cubic.p2 += start - end;
            cubic.p3 = start;
            return true;
        }
        _ => {}
    }
    let Some([mut first, mut second]) = corner_of(before, after, tolerance) else {
        return false;
    };
    let at = first.end();
    match (&mut first, &mut second) {
        (_, Seg::Line { a, .. }) => *a = at,
        (Seg::Line { b, .. }, second) => *b = second.start(),
        _ => {}
    }
    (*before, *after) = (first, second);
    true
}

/// Returns two segments extended or cut off at their common point, if it is within `tolerance` of the end of the first and
/// of the start of the second.
fn corner_of(before: &Seg, after: &Seg, tolerance: f64) -> Option<[Seg; 2]> {
    let [a, b] = [before, after].map(|seg| Path::new(vec![*seg], false));
    let met = fillet(&a, &b, 0.0, [None; 2], Tol::MODEL).ok()?;
    let (first, second) = (*met.a.segs.first()?, *met.b.segs.first()?);
    let is_near = |p: Point, q: Point| norm(p - q) <= tolerance;
    let is_same = |p: Point, q: Point| norm(p - q) <= Tol::MODEL.len.max(1e-12 * norm(p.to_vec2()));
    (is_near(first.end(), before.end())
        && is_near(second.start(), after.start())
        && is_same(first.start(), before.start())
        && is_same(second.end(), after.end()))
    .then_some([first, second])
}
