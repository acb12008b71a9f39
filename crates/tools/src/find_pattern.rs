//! Query tool that finds regular patterns of alike elements: grids, circles, and rows.
//!
//! An element is an entity, or a hole of an area. Elements are alike if they have the same type and the same size.

use super::error::ToolError;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, Verb};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use trammel_kernel::pattern::{Layout, MAX_POINTS, Pattern, find_patterns};
use trammel_kernel::{Bounds, Path, Point, norm};
use trammel_language::bilingual;
use trammel_scene::{Entity, Name, Scene, Shape};

/// Find grids, circles, and rows of alike entities (or holes of areas): [{ type, entities, center, missing, misplaced, ... }]. missing has
/// the free positions, misplaced the entities near one with their offset `by`, inside and off_center how the pattern lies in the shape around it.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct FindPattern {
    /// The entities to look at. Default: all.
    entities: Option<Vec<String>>,
}

impl Tool for FindPattern {
    const NAME: &'static str = "find_pattern";
    const KOREAN: &'static str = "같은 모양이 이루는 격자, 원, 줄을 찾고, 빠졌거나 어긋난 것을 알려 줍니다.";
    const SYNONYMS: [&'static str; 2] = [
        "hole pattern, bolt pattern, grid of holes, regular spacing, off center, misplaced hole, missing hole, equal spacing, repair a pattern",
        "구멍 배열, 패턴, 격자, 등간격, 어긋난 구멍, 빠진 구멍",
    ];
    const DOMAIN: Domain = Domain::Query;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["entities"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'hole', x: 10, y: 10, radius: 3 });\n\
        array_grid({ entity: 'hole', columns: 3, rows: 2, dx: 20, dy: 15 });\nfind_pattern({})";
    const RETURNS: &'static str = "object[]";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let names: Option<Vec<Name>> = match self.entities {
            None => None,
            Some(names) => {
                let known = |name: &String| Ok(cx.edit.require(name)?.name.clone());
                Some(names.iter().map(known).collect::<Result<_, ToolError>>()?)
            }
        };
        let (found, skipped) = patterns(cx.edit, names.as_deref());
        if skipped > 0 {
            cx.notes.warnings.push(bilingual!(
                "find_pattern: {skipped} alike entities were left out, more than {MAX_POINTS}. Name some of them in entities.",
                "find_pattern: 비슷한 항목이 {MAX_POINTS}개보다 많아 {skipped}개를 뺐어요. 그중 몇 개를 entities에 적으세요."
            ));
        }
        Ok(Output::Data(found.iter().map(FoundPattern::to_json).collect()))
    }
}

/// Element of a drawing that can be a part of a pattern.
struct Element {
    label: String,
    center: Point,
}

/// Pattern of alike elements.
pub(super) struct FoundPattern {
    kind: &'static str,
    size: f64,
    pattern: Pattern,
    members: Vec<String>,
    misplaced: Vec<String>,
    /// Closed entity around all positions, and its center.
    around: Option<(Name, Point)>,
}

/// Finds the patterns of a drawing, or of some of its entities. Returns also the number of elements that were too many.
pub(super) fn patterns(scene: &Scene, only: Option<&[Name]>) -> (Vec<FoundPattern>, usize) {
    let mut alike: BTreeMap<(&'static str, [i64; 2]), Vec<Element>> = BTreeMap::new();
    let only = only.map(trammel_base::sort::set);
    for entity in scene.walk() {
        let is_wanted = only.as_ref().is_none_or(|names| names.contains(&entity.name));
        if !is_wanted || entity.shape.is_group() || !scene.is_shown(entity) {
            continue;
        }
        let map = scene.world_transform(&entity.name).unwrap_or_default();
        let paths: Vec<Path> = match &entity.shape {
            Shape::Dimension(_) | Shape::Leader(_) | Shape::Hatch(_) | Shape::Text(_) => continue,
            shape => shape.paths().iter().map(|path| path.transformed(&map)).collect(),
        };
        let mut add = |kind, label: String, bounds: Option<Bounds>| {
            let Some(bounds) = bounds else { return };
            // A millionth of the drawing unit: alike elements have equal sizes up to rounding errors.
            let rounded = |length: f64| (length * 1e6).round() as i64;
            let key = (kind, [rounded(bounds.width()), rounded(bounds.height())]);
            alike.entry(key).or_default().push(Element {
                label,
                center: bounds.center(),
            });
        };
        match paths.as_slice() {
            [_, holes @ ..]
                if !holes.is_empty()
                    && matches!(entity.shape, Shape::Region { .. } | Shape::Polygon { .. }) =>
            {
                for (number, hole) in paths.iter().enumerate() {
                    add(
                        "hole",
                        format!("{} outline {}", entity.name, number + 1),
                        hole.bounds(),
                    );
                }
            }
            _ => add(
                entity.shape.kind(),
                entity.name.to_string(),
                entity
                    .shape
                    .bounds(&map)
                    .or_else(|| scene.world_bounds(&entity.name)),
            ),
        }
    }
    let closed = closed_entities(scene);
    let mut skipped = 0;
    let mut found = Vec::new();
    for ((kind, size), elements) in alike {
        if elements.len() > MAX_POINTS {
            skipped += elements.len();
            continue;
        }
        let centers: Vec<Point> = elements.iter().map(|element| element.center).collect();
        for pattern in find_patterns(&centers) {
            let label = |at: usize| elements[at].label.clone();
            let members: Vec<String> = pattern.members.iter().map(|at| label(*at)).collect();
            let misplaced: Vec<String> = pattern.misplaced.iter().map(|(at, _)| label(*at)).collect();
            found.push(FoundPattern {
                kind,
                size: size[0].max(size[1]) as f64 / 1e6,
                around: around(&closed, &pattern.layout.positions(), &members),
                members,
                misplaced,
                pattern,
            });
        }
    }
    trammel_base::sort::by(&mut found, |a, b| b.members.len().cmp(&a.members.len()));
    (found, skipped)
}

/// Returns the closed entities with their bounds, the smallest first.
fn closed_entities(scene: &Scene) -> Vec<(Name, Bounds)> {
    let is_closed = |entity: &Entity| {
        matches!(entity.shape.paths().first(), Some(path) if path.closed) && scene.is_shown(entity)
    };
    let mut closed: Vec<(Name, Bounds)> = scene
        .walk()
        .filter(|entity| is_closed(entity))
        .filter_map(|entity| Some((entity.name.clone(), scene.world_bounds(&entity.name)?)))
        .collect();
    let area = |bounds: &Bounds| bounds.width() * bounds.height();
    trammel_base::sort::by(&mut closed, |a, b| area(&a.1).total_cmp(&area(&b.1)));
    closed
}

/// Returns the smallest closed entity whose bounds contain all positions, and the center of its bounds.
fn around(closed: &[(Name, Bounds)], positions: &[Point], members: &[String]) -> Option<(Name, Point)> {
    let contains = |bounds: &Bounds, at: &Point| {
        (bounds.min.x..=bounds.max.x).contains(&at.x) && (bounds.min.y..=bounds.max.y).contains(&at.y)
    };
    closed
        .iter()
        .find(|(name, bounds)| {
            positions.iter().all(|at| contains(bounds, at))
                && !members.iter().any(|member| member == name.as_str())
        })
        .map(|(name, bounds)| (name.clone(), bounds.center()))
}

impl FoundPattern {
    fn off_center(&self) -> Option<(&Name, [f64; 2])> {
        let (name, center) = self.around.as_ref()?;
        let off = self.pattern.layout.center() - *center;
        Some((name, [clean(off.x), clean(off.y)]))
    }

    fn to_json(&self) -> Value {
        let layout = &self.pattern.layout;
        let at = |point: Point| json!([clean(point.x), clean(point.y)]);
        let mut out = match *layout {
            Layout::Grid {
                from,
                across,
                up,
                columns,
                rows,
            } => json!({
                "type": "grid", "columns": columns, "rows": rows, "from": at(from), "across": at(across.to_point()),
                "up": at(up.to_point()),
            }),
            Layout::Circle {
                radius, start, count, ..
            } => {
                json!({ "type": "circle", "count": count, "radius": clean(radius), "start_angle": clean(start) })
            }
            Layout::Row { from, step, count } => {
                json!({ "type": "row", "count": count, "from": at(from), "step": at(step.to_point()) })
            }
        };
        out["of"] = json!(self.kind);
        out["size"] = json!(self.size);
        out["center"] = at(layout.center());
        out["entities"] = json!(self.members);
        out["missing"] = self.pattern.missing.iter().map(|point| at(*point)).collect();
        let by = self.pattern.misplaced.iter().map(|(_, by)| at(by.to_point()));
        let misplaced = self.misplaced.iter().zip(by);
        out["misplaced"] = misplaced
            .map(|(entity, by)| json!({ "entity": entity, "by": by }))
            .collect();
        if let Some((name, off)) = self.off_center() {
            out["inside"] = json!(name);
            out["off_center"] = json!(off);
        }
        out
    }

    /// Returns the pattern as one line: `3 x 2 grid of circles of size 6, 1 missing at (30, 25), center off 'plate' by (5, 2)`.
    pub(super) fn describe(&self) -> String {
        let layout = match self.pattern.layout {
            Layout::Grid {
                columns,
                rows,
                across,
                up,
                ..
            } => {
                let (across, up) = (clean(norm(across)), clean(norm(up)));
                format!("{columns} x {rows} grid, steps {across} and {up},")
            }
            Layout::Circle { count, radius, .. } => format!("circle of {count}, radius {},", clean(radius)),
            Layout::Row { count, step, .. } => format!("row of {count}, step {},", clean(norm(step))),
        };
        let mut line = format!("{layout} of {} size {}", self.kind, self.size);
        let first = self.members.first().map_or("", String::as_str);
        line.push_str(&format!(" ('{first}' ...)"));
        if let [first, ..] = self.pattern.missing.as_slice() {
            let count = self.pattern.missing.len();
            line.push_str(&format!(
                ", {count} missing{} at ({}, {})",
                if count > 1 { ", the first" } else { "" },
                clean(first.x),
                clean(first.y)
            ));
        }
        for (name, (_, by)) in self.misplaced.iter().zip(&self.pattern.misplaced).take(3) {
            line.push_str(&format!(
                ", '{name}' is off by ({}, {})",
                clean(by.x),
                clean(by.y)
            ));
        }
        if let Some((name, [x, y])) = self.off_center().filter(|(_, off)| *off != [0.0, 0.0]) {
            line.push_str(&format!(", its center is off that of '{name}' by ({x}, {y})"));
        }
        line
    }
}

/// Returns a number without the rounding errors of its last digits.
fn clean(number: f64) -> f64 {
    (number * 1e6).round() / 1e6 + 0.0
}
