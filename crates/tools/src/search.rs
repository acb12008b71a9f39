//! Query tools that find entities and overlapping pairs of entities.

use super::checks::check_point;
use super::outlines::world_paths;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use super::types::{PointArg, Points};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use trammel_kernel::{Bounds, HitKind, Path, Point, Tol, contains, index::Index, intersect};
use trammel_language::bilingual;
use trammel_scene::{Entity, Scene, Shape, lint};

/// Find entities by type, layer, group, place. All conditions must hold; without any, everything. Returns names, nearest first
/// with near, else back to front.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct FindEntities {
    /// Type such as "circle" or "group".
    #[serde(rename = "type")]
    kind: Option<String>,
    /// Only on this layer.
    layer: Option<String>,
    /// Only inside this group, at any depth.
    group: Option<String>,
    /// Only entities that lie wholly in this box, [x1, y1, x2, y2].
    within: Option<Points>,
    /// Sort by the distance of the outline to this point, [x, y].
    near: Option<PointArg>,
    /// Maximum number of results. Default: all.
    limit: Option<i64>,
}

impl Tool for FindEntities {
    const NAME: &'static str = "find_entities";
    const KOREAN: &'static str = "종류, 레이어, 그룹, 위치로 항목을 찾습니다.";
    const SYNONYMS: [&'static str; 2] = [
        "search, filter, select by type, by layer, near a point, in a window",
        "찾기, 검색, 필터",
    ];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["type", "layer", "group", "within", "near", "limit"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'c', x: 5, y: 5, radius: 2 });\n\
        draw_rect({ name: 'r', x: 20, y: 0, width: 8, height: 4 });\nfind_entities({ type: 'circle', within: [0, 0, 10, 10] })";
    const RETURNS: &'static str = "string[]";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let scene: &Scene = cx.edit;
        if let Some(kind) = &self.kind {
            known_kind(kind)?;
        }
        if let Some(layer) = &self.layer {
            cx.edit.require_layer(layer)?;
        }
        if let Some(group) = &self.group
            && !scene.require(group)?.shape.is_group()
        {
            return Err(ToolError::new(bilingual!(
                "find_entities: '{group}' is not a group",
                "find_entities: '{group}'은(는) 그룹이 아니에요"
            )));
        }
        let within = self.within.as_ref().map(window).transpose()?;
        let near = self.near.map(|point| check_point("near", point)).transpose()?;
        let limit = match self.limit {
            None => usize::MAX,
            Some(limit) => usize::try_from(limit)
                .ok()
                .filter(|limit| *limit > 0)
                .ok_or_else(|| {
                    ToolError::new(bilingual!(
                        "find_entities: limit must be 1 or more, got {limit}",
                        "find_entities: limit은 1 이상이어야 하는데 {limit}을(를) 받았어요"
                    ))
                })?,
        };
        let fits = |entity: &Entity| {
            self.kind.as_ref().is_none_or(|kind| entity.shape.kind() == kind)
                && self
                    .layer
                    .as_ref()
                    .is_none_or(|layer| entity.layer.as_ref().is_some_and(|on| **on == **layer))
                && self
                    .group
                    .as_ref()
                    .is_none_or(|group| *group != *entity.name && scene.is_within(&entity.name, group))
                && within.is_none_or(|within| {
                    scene
                        .world_bounds(&entity.name)
                        .is_some_and(|bounds| within.contains_bounds(&bounds))
                })
        };
        let mut found: Vec<(f64, &Entity)> = scene
            .walk()
            .filter(|entity| fits(entity))
            .map(|entity| (near.map_or(0.0, |near| far(scene, entity, near)), &**entity))
            .collect();
        // A stable sort preserves the drawing order if `near` is not given.
        trammel_base::sort::by(&mut found, |a, b| a.0.total_cmp(&b.0));
        let names: Vec<&str> = found
            .iter()
            .take(limit)
            .map(|(_, entity)| &*entity.name)
            .collect();
        Ok(Output::Data(json!(names)))
    }
}

/// Returns the distance from a point to an entity. The distance to a group is that to its nearest child.
fn far(scene: &Scene, entity: &Entity, at: Point) -> f64 {
    if entity.shape.is_group() {
        let children = scene
            .children(Some(&entity.name))
            .map(|child| far(scene, child, at));
        return children.fold(f64::INFINITY, f64::min);
    }
    let paths = world_paths(scene, &entity.name).unwrap_or_default();
    let distances = paths.iter().filter_map(|path| path.distance_to(at));
    distances.fold(f64::INFINITY, f64::min)
}

/// Returns an error for a type that no entity can have.
fn known_kind(kind: &str) -> Result<(), ToolError> {
    if Shape::KINDS.contains(&kind) {
        return Ok(());
    }
    let message = bilingual!(
        "find_entities: unknown type '{kind}'. The types are: {}.",
        "find_entities: '{kind}' 유형은 없어요. 있는 유형: {}.",
        Shape::KINDS.join(", ")
    );
    Err(ToolError::new(message).suggesting(trammel_base::suggest::nearest(kind, Shape::KINDS)))
}

fn window(points: &Points) -> Result<Bounds, ToolError> {
    let bounds = match points.0.as_slice() {
        [a, b] => Bounds::new(*a, *b),
        _ => None,
    };
    bounds.ok_or_else(|| {
        ToolError::new(bilingual!(
            "find_entities: within must be two opposite corners [x1, y1, x2, y2]",
            "find_entities: within은 마주 보는 두 꼭짓점 [x1, y1, x2, y2]여야 해요"
        ))
    })
}

/// Find pairs of entities whose outlines meet or lie in each other: [{ a, b, kind }]; kind is "duplicate", "crossing",
/// "shared_edge", "touching" or "contains" (b lies inside a). At most 200.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct FindOverlaps {
    /// Only pairs among these entities. Default: all.
    entities: Option<Vec<String>>,
}

/// Maximum number of pairs in the result.
const MOST: usize = 200;

impl Tool for FindOverlaps {
    const NAME: &'static str = "find_overlaps";
    const KOREAN: &'static str = "겹치거나 닿거나 서로 안에 있는 항목 쌍을 찾습니다.";
    const SYNONYMS: [&'static str; 2] = [
        "collision, interference, clash, duplicates, crossing parts, touching",
        "겹침, 간섭, 충돌, 중복",
    ];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["entities"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'a', x: 0, y: 0, radius: 5 });\n\
        draw_circle({ name: 'b', x: 6, y: 0, radius: 5 });\nfind_overlaps()";
    const RETURNS: &'static str = "{ a: string; b: string; kind: string }[]";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let scene: &Scene = cx.edit;
        let mut items: Vec<(&Entity, Vec<Path>)> = Vec::new();
        if let Some(names) = &self.entities {
            let mut seen = BTreeSet::new();
            for name in names.iter().filter(|name| seen.insert(name.as_str())) {
                items.push((scene.require(name)?, world_paths(scene, name)?));
            }
        } else {
            for entity in scene.walk().filter(|entity| !entity.shape.is_group()) {
                items.push((entity, world_paths(scene, &entity.name)?));
            }
        }
        let boxes: Vec<Option<Bounds>> = items.iter().map(|(_, paths)| Path::bounds_of(paths)).collect();
        let index = Index::new(boxes.iter().copied());
        let mut found: Vec<Value> = Vec::new();
        let mut more = false;
        'all: for (i, (a, paths)) in items.iter().enumerate() {
            let Some(window) = boxes[i] else { continue };
            let tol = Tol::for_bounds(&window);
            for j in index.window(&window.inflate(tol.len)) {
                let j = j as usize;
                if j <= i {
                    continue;
                }
                let (b, others) = &items[j];
                if let Some((kind, swapped)) = relation(paths, others, tol) {
                    if found.len() == MOST {
                        more = true;
                        break 'all;
                    }
                    let (a, b) = if swapped {
                        (&b.name, &a.name)
                    } else {
                        (&a.name, &b.name)
                    };
                    found.push(json!({ "a": a, "b": b, "kind": kind }));
                }
            }
        }
        if more {
            cx.notes.warnings.push(bilingual!(
                "only the first {MOST} overlaps are listed. Pass entities to narrow the search.",
                "겹침은 처음 {MOST}개만 나열해요. 범위를 좁히려면 entities를 주세요."
            ));
        }
        Ok(Output::Data(json!(found)))
    }
}

/// Returns the relation of two outlines, and whether the second outline contains the first. `None` if the outlines
/// do not meet.
fn relation(a: &[Path], b: &[Path], tol: Tol) -> Option<(&'static str, bool)> {
    if lint::same_paths(a, b) {
        return Some(("duplicate", false));
    }
    let mut kinds = Vec::new();
    for (one, other) in a.iter().flat_map(|one| b.iter().map(move |other| (one, other))) {
        kinds.extend(intersect::path_path(one, other, tol).iter().map(|hit| hit.kind));
        if kinds.contains(&HitKind::Crossing) {
            return Some(("crossing", false));
        }
    }
    let closed = |paths: &[Path]| !paths.is_empty() && paths.iter().all(|path| path.closed);
    let inside = |outer: &[Path], inner: &[Path]| {
        // A point inside a piece is less likely than a corner to lie on the other outline.
        let probe = inner
            .iter()
            .flat_map(|path| path.segs.first())
            .map(|seg| seg.point_at(0.37));
        closed(outer) && probe.clone().count() > 0 && probe.into_iter().all(|at| contains(outer, at))
    };
    if kinds.contains(&HitKind::Overlap) {
        return Some(("shared_edge", false));
    }
    if inside(a, b) {
        return Some(("contains", false));
    }
    if inside(b, a) {
        return Some(("contains", true));
    }
    (!kinds.is_empty()).then_some(("touching", false))
}

/// Get the names of the entities that the user has selected in the app.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetSelection {}

impl Tool for GetSelection {
    const NAME: &'static str = "get_selection";
    const KOREAN: &'static str = "사용자가 선택한 항목의 이름을 조회합니다.";
    const SYNONYMS: [&'static str; 2] = [
        "selected, what the user picked, this one, marked",
        "선택, 고른 것",
    ];
    const DOMAIN: Domain = Domain::Query;
    // Code cannot read the selection, which is not part of the drawing, because a run must not depend on the
    // selection.
    const KIND: Kind = Kind::Host;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &[];
    const EXAMPLE: &'static str = "get_selection()";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        Ok(Output::Data(json!(selected_names(cx))))
    }
}

/// Returns the names of the selected entities that still exist.
pub(super) fn selected_names<'a>(cx: &'a ToolCx<'_>) -> Vec<&'a String> {
    let selected = cx.env.selection.iter();
    selected.filter(|name| cx.edit.get(name).is_some()).collect()
}
