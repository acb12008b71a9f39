//! Associativity: the shape of an annotation, computed from the present state of the entities it is tied to.
//!
//! Invariant: the result depends only on the drawing and the annotation, and a second update changes nothing. A drawing
//! loaded from a file therefore stays the same to the last bit.

use super::drawing::Scene;
use super::edge_distance::edge_distance;
use super::enclosed::enclosing_outlines;
use super::entity::Entity;
use super::name::Name;
use super::part_ref::PartRef;
use super::resolved::{circle_of, line_of, tip_of};
use super::shape::Shape;
use super::subentity::Resolved;
use super::tied::{TiedDimension, TiedHatch, TiedLeader};
use crate::annotate::Measure;
use std::sync::Arc;
use trammel_kernel::{Affine, Bounds, Path, Point, Vec2, affine, norm};
use trammel_language::{Bilingual, bilingual};

/// Returns the name of an annotation that `shape`, stored as `name`, would be tied to; `name` itself counts. Such a tie
/// is refused, because the result would depend on the order of the updates.
pub(super) fn tied_to_annotation<'a>(scene: &Scene, name: &str, shape: &'a Shape) -> Option<&'a Name> {
    let is_annotation = |tie: &&PartRef| {
        let target = scene.get(&tie.entity);
        tie.entity.as_str() == name || target.is_some_and(|entity| entity.shape.is_annotation())
    };
    shape
        .ties()
        .into_iter()
        .find(is_annotation)
        .map(|tie| &tie.entity)
}

/// Computes the updated shape of an annotation; `None` if its shape does not change.
pub(super) fn follow(scene: &Scene, entity: &Entity) -> Option<Shape> {
    let world = scene.parent_transform(entity) * entity.matrix();
    let local = affine::inverse(&world)?;
    let sound = tied_to_annotation(scene, &entity.name, &entity.shape).is_none();
    let shape = match &entity.shape {
        Shape::Dimension(tied) => {
            let mut new = TiedDimension::clone(tied);
            match measure_tied(scene, tied, &local).filter(|_| sound) {
                Some(measure) => {
                    let moved = |at| text_moved(&tied.dimension.measure, &measure, at);
                    new.dimension.marks.text_at = tied.dimension.marks.text_at.map(moved);
                    new.dimension.measure = measure;
                    new.detached = false;
                }
                None => new.detached = tied.ties.iter().any(Option::is_some),
            }
            new.dimension.value = new.dimension.measure.map_points(&world).value();
            Shape::Dimension(Arc::new(new))
        }
        Shape::Leader(tied) => {
            let mut new = TiedLeader::clone(tied);
            if let Some(tie) = &tied.tie {
                let next = new.leader.points.get(1).map_or(Point::ORIGIN, |p| world * *p);
                let found = tie.find(scene).filter(|_| sound);
                let tip = found.and_then(|found| tip_of(&found, next));
                new.detached = tip.is_none();
                if let (Some(tip), Some(first)) = (tip, new.leader.points.first_mut()) {
                    *first = local * tip;
                }
            }
            Shape::Leader(Arc::new(new))
        }
        Shape::Hatch(tied) if !tied.ties.is_empty() => {
            let present = with_present_boundary(scene, tied, &local).filter(|_| sound);
            let new = match present {
                Some(present) if present.check().is_ok() => present,
                _ => TiedHatch {
                    detached: true,
                    ..TiedHatch::clone(tied)
                },
            };
            Shape::Hatch(Arc::new(new))
        }
        _ => return None,
    };
    (shape != entity.shape && shape.check().is_ok()).then_some(shape)
}

/// Returns a hatch with the present outlines of the entities that bound it; `None` if it has no boundary.
fn with_present_boundary(scene: &Scene, tied: &TiedHatch, local: &Affine) -> Option<TiedHatch> {
    let boundary = match tied.seed {
        None => boundary_of(scene, &tied.ties)?,
        Some(seed) => enclosing_outlines(scene, &tied.ties, affine::inverse(local)? * seed)?,
    };
    Some(TiedHatch {
        boundary: boundary.iter().map(|path| path.transformed(local)).collect(),
        detached: false,
        ..tied.clone()
    })
}

/// Returns the reason why a hatch does not follow its boundary although the boundary exists, such as too many lines.
pub(super) fn obstacle(scene: &Scene, entity: &Entity) -> Option<Bilingual> {
    if entity.shape.ties().iter().any(|tie| tie.find(scene).is_none()) {
        return None;
    }
    match &entity.shape {
        Shape::Dimension(tied) => {
            let [one, other] = tied.ties.as_slice() else {
                return None;
            };
            let is_linear = matches!(tied.dimension.measure, Measure::Linear { .. });
            edges(scene, [one, other]).filter(|_| is_linear).map(|_| {
                bilingual!(
                    "its edges are no longer parallel edges with a distance",
                    "변이 더는 거리가 있는 평행한 변이 아니에요"
                )
            })
        }
        Shape::Hatch(tied) => {
            let local = affine::inverse(&(scene.parent_transform(entity) * entity.matrix()))?;
            match with_present_boundary(scene, tied, &local) {
                Some(present) => present.check().err(),
                None => tied.seed.map(|_| {
                    bilingual!(
                        "its entities no longer enclose its area",
                        "항목들이 더는 영역을 둘러싸지 않아요"
                    )
                }),
            }
        }
        _ => None,
    }
}

/// Returns the closed outlines of the tied entities in world coordinates; `None` if an entity is missing, open or
/// empty.
pub fn boundary_of(scene: &Scene, ties: &[PartRef]) -> Option<Vec<Path>> {
    let mut all = Vec::new();
    for tie in ties {
        match tie.find(scene)? {
            Resolved::Whole(paths) if !paths.is_empty() && paths.iter().all(|path| path.closed) => {
                all.extend(paths);
            }
            _ => return None,
        }
    }
    (!all.is_empty()).then_some(all)
}

/// Computes the measure of a dimension in local coordinates. The dimension line keeps its distance to the measured
/// points. Returns `None` if a tie cannot be resolved.
fn measure_tied(scene: &Scene, tied: &TiedDimension, local: &Affine) -> Option<Measure> {
    let found = |tie: &PartRef| tie.find(scene);
    let point = |tie: &Option<PartRef>, stays: Point| match tie {
        None => Some(stays),
        Some(tie) => match found(tie)? {
            Resolved::Point(point) => Some(*local * point),
            _ => None,
        },
    };
    let circle = || {
        let Some(tie) = tied.ties.first()?.as_ref() else {
            return Some(None);
        };
        let (center, radius) = circle_of(&found(tie)?)?;
        let [a, b, c, d, ..] = local.as_coeffs();
        Some(Some((*local * center, radius * (a * d - b * c).abs().sqrt())))
    };
    let kept = |center: Point, radius: f64, at: Point, new: Option<(Point, f64)>| match new {
        // An unchanged circle leaves all values bit-identical.
        Some((c, r)) if (c, r) != (center, radius) => (c, r, c + (at - center) * (r / radius)),
        _ => (center, radius, at),
    };
    Some(match tied.dimension.measure {
        Measure::Linear { from, to, angle, at } => {
            let [tie_from, tie_to] = tied.ties.as_slice() else {
                return None;
            };
            if let Some(lines) = edges(scene, [tie_from, tie_to]) {
                return between_edges(
                    &tied.dimension.measure,
                    lines.map(|(a, b)| (*local * a, *local * b)),
                );
            }
            let (new_from, new_to) = match (tie_from, tie_to, angle) {
                (Some(tie), Some(other), Some(angle)) if tie.part.is_none() && tie == other => {
                    extent(scene, tie, local, angle, is_upper(from, to, angle))?
                }
                _ => (point(tie_from, from)?, point(tie_to, to)?),
            };
            // The dimension line moves with the midpoint of the measured points; an aligned dimension also turns with
            // them.
            let (old_middle, middle) = (from.midpoint(to), new_from.midpoint(new_to));
            let heading = |v: Vec2| libm::atan2(v.y, v.x);
            let turn = match angle {
                None => heading(new_to - new_from) - heading(to - from),
                Some(_) => 0.0,
            };
            Measure::Linear {
                from: new_from,
                to: new_to,
                angle,
                at: affine::rotation_about(turn, middle) * (at + (middle - old_middle)),
            }
        }
        Measure::Angular { vertex, from, to, at } => match tied.ties.as_slice() {
            [tie_vertex, tie_from, tie_to] => {
                let new_vertex = point(tie_vertex, vertex)?;
                Measure::Angular {
                    vertex: new_vertex,
                    from: point(tie_from, from)?,
                    to: point(tie_to, to)?,
                    at: at + (new_vertex - vertex),
                }
            }
            [Some(one), Some(other)] => {
                let lines = [line_of(&found(one)?)?, line_of(&found(other)?)?];
                let lines = lines.map(|(a, b)| (*local * a, *local * b));
                between(lines, at, Some(vertex))?
            }
            _ => return None,
        },
        Measure::Radius { center, radius, at } => {
            let (center, radius, at) = kept(center, radius, at, circle()?);
            Measure::Radius { center, radius, at }
        }
        Measure::Diameter { center, radius, at } => {
            let (center, radius, at) = kept(center, radius, at, circle()?);
            Measure::Diameter { center, radius, at }
        }
    })
}

/// Returns the two straight edges to which a linear dimension is tied; `None` if it is tied to points or to an extent.
fn edges(scene: &Scene, ties: [&Option<PartRef>; 2]) -> Option<[(Point, Point); 2]> {
    let [Some(one), Some(other)] = ties else {
        return None;
    };
    if one == other {
        return None;
    }
    Some([line_of(&one.find(scene)?)?, line_of(&other.find(scene)?)?])
}

/// Computes the distance of two edges, whose dimension line moves and turns with them; `None` if they are not parallel.
fn between_edges(before: &Measure, lines: [(Point, Point); 2]) -> Option<Measure> {
    let Measure::Linear { from, to, angle, at } = *before else {
        return None;
    };
    let Measure::Linear {
        from: new_from,
        to: new_to,
        angle: new_angle,
        ..
    } = edge_distance(lines, at)?
    else {
        return None;
    };
    let (old_middle, middle) = (from.midpoint(to), new_from.midpoint(new_to));
    let turn = new_angle? - angle?;
    let at = affine::rotation_about(turn, middle) * (at + (middle - old_middle));
    edge_distance(lines, at)
}

/// Returns the ends of the extent of an entity or a group in the direction `angle`: two corners of the bounds of its outlines,
/// which are those of its descendants without annotations. `local` leads from the world to the coordinates of the
/// dimension. The corners are on the left side of the direction if `upper` is set, in the direction; else they are on
/// the right side, against the direction. Returns `None` without an outline.
pub fn extent(
    scene: &Scene,
    tie: &PartRef,
    local: &Affine,
    angle: f64,
    upper: bool,
) -> Option<(Point, Point)> {
    let entity = scene.get(&tie.entity)?;
    let turn = affine::rotation(-angle) * *local;
    let mut bounds = None;
    include_outlines(
        scene,
        entity,
        &(turn * scene.parent_transform(entity)),
        &mut bounds,
    );
    let bounds = bounds?;
    let back = affine::rotation(angle);
    let [low, right, high, left] = bounds.corners().map(|corner| back * corner);
    Some(if upper { (left, high) } else { (right, low) })
}

fn include_outlines(scene: &Scene, entity: &Entity, parent: &Affine, bounds: &mut Option<Bounds>) {
    if entity.shape.is_annotation() {
        return;
    }
    let map = *parent * entity.matrix();
    if entity.shape.is_group() {
        for child in scene.children(Some(&entity.name)) {
            include_outlines(scene, child, &map, bounds);
        }
    } else if let Some(own) = entity.shape.bounds(&map) {
        *bounds = Some(bounds.map_or(own, |all| all.union(&own)));
    }
}

/// Whether the ends of an extent are on the left side of its direction. Their order states it.
fn is_upper(from: Point, to: Point, angle: f64) -> bool {
    (affine::rotation(-angle) * (to - from).to_point()).x >= 0.0
}

/// Returns the position of a text that keeps its place beside the dimension line while the measure changes.
fn text_moved(old: &Measure, new: &Measure, at: Point) -> Point {
    if old == new {
        return at;
    }
    let heading = |v: Vec2| libm::atan2(v.y, v.x);
    match (*old, *new) {
        (
            Measure::Linear { from, to, angle, .. },
            Measure::Linear {
                from: new_from,
                to: new_to,
                ..
            },
        ) => {
            let middle = new_from.midpoint(new_to);
            let turn = match angle {
                None => heading(new_to - new_from) - heading(to - from),
                Some(_) => 0.0,
            };
            affine::rotation_about(turn, middle) * (at + (middle - from.midpoint(to)))
        }
        (
            Measure::Angular { vertex, .. },
            Measure::Angular {
                vertex: new_vertex, ..
            },
        ) => at + (new_vertex - vertex),
        (
            Measure::Radius { center, radius, .. } | Measure::Diameter { center, radius, .. },
            Measure::Radius {
                center: c, radius: r, ..
            }
            | Measure::Diameter {
                center: c, radius: r, ..
            },
        ) => c + (at - center) * (r / radius),
        _ => at,
    }
}

/// Computes the angle between two lines in the sector that contains `at`. If `before`, the former intersection point,
/// is given, `at` moves with the intersection. Returns `None` if the lines are parallel.
pub fn between(lines: [(Point, Point); 2], at: Point, before: Option<Point>) -> Option<Measure> {
    let [(a, b), (c, d)] = lines;
    let (u, v) = (b - a, d - c);
    let cross = u.cross(v);
    if cross.abs() <= 1e-12 * norm(u) * norm(v) {
        return None;
    }
    let vertex = a + u * ((c - a).cross(v) / cross);
    let at = before.map_or(at, |before| {
        if before == vertex {
            at
        } else {
            at + (vertex - before)
        }
    });
    // Each ray runs along its line toward the side of `at`.
    let w = at - vertex;
    let (along_u, along_v) = (w.cross(v) / cross, u.cross(w) / cross);
    let ray = |(p, q): (Point, Point), forward: bool| {
        let dir = if forward { q - p } else { p - q };
        let end = if forward { q } else { p };
        // Uses the line's own end on that side, or a point beyond the vertex if the line does not reach that side.
        if (end - vertex).dot(dir) > 1e-9 * dir.hypot2() {
            end
        } else {
            vertex + dir
        }
    };
    Some(Measure::Angular {
        vertex,
        from: ray(lines[0], along_u >= 0.0),
        to: ray(lines[1], along_v >= 0.0),
        at,
    })
}
