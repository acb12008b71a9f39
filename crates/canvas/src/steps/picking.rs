//! Picks of parts of the drawing: points with their references, pieces of outlines, ends, and closed areas.
//!
//! Invariant: a reference resolves to the picked part, so an annotation with the reference follows the entity.

use super::pointing::{Pointed, round_position};
use super::procedure::Target;

use super::value::{Area, Pick, StepValue, points};
use crate::canvas_tool::CanvasCx;
use crate::expression::TypedError;
use crate::precision;
use crate::snapping::Edge;
use trammel_kernel::index::Index;
use trammel_kernel::snap::SnapKind;
use trammel_kernel::{Bounds, Path, Point, Seg, contains, norm, region_area};
use trammel_scene::{
    Entity, Part, PartRef, PartSelector, Resolved, Scene, Shape, bounds_area, edge_points, enclosing_outlines,
};

/// Largest number of entities around an area that a hatch follows.
const MOST_AROUND: usize = 64;

/// Largest number of corners of an entity that can be referenced.
const MOST_CORNERS: usize = 400;

/// Returns the picked part under the pointer.
pub(super) fn pick(
    target: Target,
    values: &[StepValue],
    pointed: &Pointed,
    cx: &CanvasCx<'_>,
) -> Result<StepValue, TypedError> {
    let edge = || cx.edge(pointed.pixel).filter(|_| !cx.modifiers.alt);
    match target {
        Target::Anything => Ok(anything(pointed, edge(), cx)),
        Target::Point => Ok(point(pointed, cx.scene)),
        Target::LineOrPlace => {
            let second = edge().filter(|edge| forms_pair(values, &edge.seg));
            let place = || {
                if pointed.typed {
                    pointed.at
                } else {
                    round_position(cx.world(pointed.pixel), points(values).last().copied(), cx)
                }
            };
            Ok(second.map_or_else(|| StepValue::Point(place()), of_edge))
        }
        Target::Edge => {
            let can_touch = |edge: &Edge| match edge.seg {
                Seg::Line { .. } => true,
                Seg::Conic(conic) => conic.is_circle(),
                Seg::Cubic(_) => false,
            };
            edge().filter(can_touch).map(of_edge).ok_or(TypedError::NoEdge)
        }
        Target::End => end(pointed, cx).ok_or(TypedError::NoEnd),
        Target::Area => {
            let at = if pointed.typed {
                pointed.at
            } else {
                cx.world(pointed.pixel)
            };
            let area = area(cx, at).ok_or(TypedError::NoArea)?;
            Ok(StepValue::Area(Box::new(area)))
        }
    }
}

/// Returns the end of the last open line or arc of the drawing.
pub(super) fn last_end(scene: &Scene) -> Option<StepValue> {
    let open = |entity: &&std::sync::Arc<Entity>| {
        !entity.shape.is_annotation()
            && !matches!(entity.shape, Shape::Text(_) | Shape::Point { .. })
            && scene.is_shown(entity)
    };
    let ends = scene.walk().filter(open).filter_map(|entity| {
        let paths = scene.world_paths(&entity.name);
        let path = paths.last().filter(|path| !path.closed)?;
        let seg = *path.segs.last()?;
        Some(of_end(seg.end(), seg))
    });
    ends.last()
}

fn of_edge(edge: Edge) -> StepValue {
    StepValue::Pick(Box::new(Pick {
        at: edge.point,
        reference: Some(edge.reference),
        seg: Some(edge.seg),
    }))
}

/// Returns an end with its piece in the direction of the end.
fn of_end(at: Point, seg: Seg) -> StepValue {
    let seg = if seg.end() == at { seg } else { seg.reversed() };
    StepValue::Pick(Box::new(Pick {
        at,
        reference: None,
        seg: Some(seg),
    }))
}

/// Returns a corner, a center, or an intersection; else the piece under the pointer; else the position.
fn anything(pointed: &Pointed, edge: Option<Edge>, cx: &CanvasCx<'_>) -> StepValue {
    let is_point = pointed.snap.as_ref().is_some_and(|snap| {
        matches!(
            snap.kind,
            SnapKind::Endpoint | SnapKind::Center | SnapKind::Intersection
        )
    });
    match edge {
        Some(edge) if !is_point => of_edge(edge),
        _ => point(pointed, cx.scene),
    }
}

fn point(pointed: &Pointed, scene: &Scene) -> StepValue {
    let owner = pointed.snap.as_ref().and_then(|snap| snap.owner.as_ref());
    StepValue::Pick(Box::new(Pick {
        at: pointed.at,
        reference: owner.and_then(|owner| reference(scene, owner, pointed.at)),
        seg: None,
    }))
}

/// Returns the reference to a characteristic point of an entity; `None` if no part of the entity is at this point.
fn reference(scene: &Scene, owner: &str, at: Point) -> Option<String> {
    let entity = scene.get(owner).filter(|entity| !entity.shape.is_annotation())?;
    let reference = |part| PartRef {
        entity: entity.name.clone(),
        part: Some(part),
    };
    let is_here = |part: &PartRef| match part.resolve(scene) {
        Ok(Resolved::Point(point)) => norm(point - at) <= 1e-9 * (1.0 + norm(at.to_vec2())),
        _ => false,
    };
    let paths = scene.world_paths(owner);
    let segs: Vec<&Seg> = paths
        .iter()
        .flat_map(|path| &path.segs)
        .take(MOST_CORNERS)
        .collect();
    let selectors = [
        PartSelector::Center,
        PartSelector::Start,
        PartSelector::End,
        PartSelector::Mid,
    ];
    let near = |seg: &&Seg| {
        let reach = 1e-6 * (1.0 + norm(at.to_vec2()));
        seg.nearest(at).is_some_and(|found| found.distance <= reach)
    };
    // The start of a piece is a corner of the same number in a single outline; `is_here` checks the number.
    let places = (0..segs.len()).filter(|place| near(&segs[*place]));
    let corners = places
        .clone()
        .flat_map(|place| [place, place + 1])
        .map(Part::Point);
    let of_pieces = places.map(|place| Part::EdgePoint(place, PartSelector::Mid));
    let arcs = segs.iter().filter(|seg| !matches!(seg, Seg::Line { .. }));
    let centers = (0..arcs.count()).map(|place| Part::ArcPoint(place, PartSelector::Center));
    let all = selectors
        .into_iter()
        .map(Part::PartSelector)
        .chain(corners)
        .chain(of_pieces)
        .chain(centers);
    all.map(reference).find(is_here).map(|part| part.to_string())
}

/// Whether a picked piece is a straight line that forms an angle or has a distance with the first value's line.
fn forms_pair(values: &[StepValue], seg: &Seg) -> bool {
    let Some(StepValue::Pick(first)) = values.first() else {
        return false;
    };
    match (first.seg, seg) {
        (Some(Seg::Line { a, b }), Seg::Line { a: c, b: d }) => {
            let (u, v) = (b - a, *d - *c);
            let meets = u.cross(v).abs() > 1e-6 * norm(u) * norm(v);
            meets || edge_points([(a, b), (*c, *d)], a).is_some()
        }
        _ => false,
    }
}

fn end(pointed: &Pointed, cx: &CanvasCx<'_>) -> Option<StepValue> {
    let at = pointed
        .snap
        .as_ref()
        .filter(|snap| snap.kind == SnapKind::Endpoint)?
        .point;
    let edge = cx.edge(pointed.pixel)?;
    let seg = edge.seg;
    (seg.start() == at || seg.end() == at).then(|| of_end(at, seg))
}

/// Name, outlines, and size of a closed entity.
type Closed<'a> = (&'a str, Vec<Path>, f64);

/// Returns the smallest area that the visible outlines enclose around a point. If closed entities bound the area alone, it
/// has their names, so that it can follow them.
fn area(cx: &CanvasCx<'_>, at: Point) -> Option<Area> {
    let closed = area_of_entities(cx.scene, at);
    let face = cx
        .snaps
        .faces(cx.scene)
        .and_then(|faces| faces.around(at).ok().flatten());
    let Some(face) = face else { return closed };
    let size = region_area(&face);
    // The outlines of the entities are among those of the face, so the face is a part of their area.
    let is_same = |area: &Area| (region_area(&area.outlines) - size).abs() <= 1e-7 * size;
    closed.filter(is_same).or_else(|| {
        let seed = rounded_seed(cx, at);
        let names = names_around(cx.scene, &face, seed);
        Some(Area {
            seed: (!names.is_empty()).then_some(seed),
            names,
            outlines: face,
            choice: 0,
        })
    })
}

/// Returns a point near `at` without the digits that no pixel distinguishes.
fn rounded_seed(cx: &CanvasCx<'_>, at: Point) -> Point {
    precision::round_point(at, cx.units(1.0) / 2.0)
}

/// Returns the entities of which a part bounds a face; none if they alone do not enclose it around the seed.
fn names_around(scene: &Scene, face: &[Path], seed: Point) -> Vec<String> {
    let Some(window) = Path::bounds_of(face) else {
        return Vec::new();
    };
    let candidates = scene.walk().filter(|entity| {
        let shape = &entity.shape;
        let is_outline = !shape.is_annotation() && !shape.is_group() && !matches!(shape, Shape::Text(_));
        is_outline && scene.is_shown(entity)
    });
    let ties: Vec<PartRef> = candidates
        .filter(|entity| {
            scene
                .world_bounds(&entity.name)
                .is_some_and(|bounds| bounds.intersects(&window))
        })
        .filter(|entity| bounds_area(&scene.world_paths(&entity.name), face))
        .take(MOST_AROUND)
        .map(|entity| PartRef {
            entity: entity.name.clone(),
            part: None,
        })
        .collect();
    let size = region_area(face);
    let is_same = enclosing_outlines(scene, &ties, seed)
        .is_some_and(|area| (region_area(&area) - size).abs() <= 1e-7 * size);
    if is_same {
        ties.into_iter().map(|tie| tie.entity.to_string()).collect()
    } else {
        Vec::new()
    }
}

/// Returns the smallest closed entity around a point, with the closed entities directly inside it as holes.
fn area_of_entities(scene: &Scene, at: Point) -> Option<Area> {
    let shown: Vec<(&Entity, Bounds)> = scene
        .walk()
        .filter(|entity| {
            let shape = &entity.shape;
            let is_outline = !shape.is_annotation() && !shape.is_group() && !matches!(shape, Shape::Text(_));
            is_outline && scene.is_shown(entity)
        })
        .filter_map(|entity| Some((&**entity, scene.world_bounds(&entity.name)?)))
        .collect();
    let around = shown.iter().filter(|(_, bounds)| bounds.contains(at));
    let around = around.filter_map(|(entity, _)| closed_outlines(scene, entity));
    let outer = around
        .filter(|(_, paths, _)| contains(paths, at))
        .min_by(|a, b| a.2.total_cmp(&b.2))?;
    let area = Path::bounds_of(&outer.1)?;
    let within = |inner: &[Path], outer: &[Path]| {
        let mut points = inner
            .iter()
            .flat_map(|path| &path.segs)
            .map(|seg| seg.point_at(0.3));
        points.all(|point| contains(outer, point))
    };
    let near = shown
        .iter()
        .filter(|(_, bounds)| area.contains(bounds.min) && area.contains(bounds.max));
    let inside: Vec<Closed<'_>> = near
        .filter_map(|(entity, _)| closed_outlines(scene, entity))
        .filter(|other| other.2 < outer.2 && within(&other.1, &outer.1))
        .collect();
    let boxes: Vec<Option<Bounds>> = inside.iter().map(|other| Path::bounds_of(&other.1)).collect();
    let index = Index::new(boxes.iter().copied());
    // An entity inside a hole belongs to the hole.
    let is_hole = |at: &usize| {
        let around = boxes[*at].map_or_else(Vec::new, |bounds| index.window(&bounds));
        let mut others = around.into_iter().map(|other| other as usize);
        !others.any(|other| other != *at && within(&inside[*at].1, &inside[other].1))
    };
    let holes = (0..inside.len()).filter(is_hole).map(|at| &inside[at]);
    let parts: Vec<_> = std::iter::once(&outer).chain(holes).collect();
    Some(Area {
        names: parts.iter().map(|part| part.0.to_owned()).collect(),
        seed: None,
        outlines: parts.iter().flat_map(|part| part.1.clone()).collect(),
        choice: 0,
    })
}

/// Returns the outlines of an entity; `None` if one of them is open.
fn closed_outlines<'a>(scene: &Scene, entity: &'a Entity) -> Option<Closed<'a>> {
    let paths = scene.world_paths(&entity.name);
    let is_closed = !paths.is_empty() && paths.iter().all(|path| path.closed);
    is_closed.then(|| {
        let size = region_area(&paths);
        (entity.name.as_str(), paths, size)
    })
}
