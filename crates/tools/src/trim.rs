//! Tools that trim, split, extend and lengthen outlines.

use super::checks;
use super::checks::check_point;
use super::operand::{Operand, tolerance};
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use super::types::{PointArg, Points};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use trammel_kernel::modify::{self, End, ModifyError};
use trammel_kernel::{Path, Point};
use trammel_language::bilingual;
use trammel_scene::explain::Explain;

/// An end of an open outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(super) enum EndArg {
    Start,
    End,
}

impl From<EndArg> for End {
    fn from(end: EndArg) -> End {
        match end {
            EndArg::Start => End::Start,
            EndArg::End => End::End,
        }
    }
}

/// Converts a geometry error into a tool error about an entity.
pub(super) fn about(tool: &str, name: &str, error: ModifyError) -> ToolError {
    let error = error.explain();
    ToolError::new(bilingual!(
        "{tool}: '{name}' was not changed: {error}",
        "{tool}: '{name}' 항목을 바꾸지 않았어요. {error:#}"
    ))
}

/// Cut an entity at the outlines of others and take away the part around a point. A closed one becomes open and needs
/// two cuts. Returns { entity, type, pieces }: cut in two, the far part is a new entity.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Trim {
    /// The entity to trim.
    entity: String,
    /// Entities that cut it.
    entities: Vec<String>,
    /// A point on or near the part to take away, [x, y].
    point: PointArg,
}

impl Tool for Trim {
    const NAME: &'static str = "trim";
    const KOREAN: &'static str = "다른 항목과 만나는 곳에서 자르고 주어진 점이 있는 부분을 없앱니다.";
    const SYNONYMS: [&'static str; 2] = [
        "cut at the crossing, remove a piece, clip, shorten",
        "자르기, 다듬기",
    ];
    const DOMAIN: Domain = Domain::Edit;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Reshape;
    const POSITIONAL: &'static [&'static str] = &["entity", "entities", "point"];
    const EXAMPLE: &'static str = "draw_line({ name: 'rail', points: [0, 0, 50, 0] });\n\
        draw_line({ name: 'wall', points: [30, -20, 30, 20] });\ntrim({ entity: 'rail', entities: ['wall'], point: [40, 0] })";
    const RETURNS: &'static str = "{ entity: string; type: string; pieces: string[]; became?: string }";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let pick = check_point("point", self.point)?;
        let target = Operand::of(cx.edit, &self.entity)?;
        let path = target.single(Self::NAME)?;
        if self.entities.is_empty() {
            return Err(ToolError::new(bilingual!(
                "trim: entities needs at least one entity that cuts",
                "trim: entities에는 자를 항목이 하나 이상 있어야 해요"
            )));
        }
        let mut cutters: Vec<Path> = Vec::new();
        for name in &self.entities {
            if *name == self.entity {
                return Err(ToolError::new(bilingual!(
                    "trim: '{name}' cannot cut itself",
                    "trim: '{name}' 항목은 자신을 자를 수 없어요"
                )));
            }
            cutters.extend(Operand::of(cx.edit, name)?.paths);
        }
        let tol = tolerance(cutters.iter().chain([path]));
        let left = modify::trim(path, &cutters, pick, tol).map_err(|e| about(Self::NAME, &self.entity, e))?;
        pieces(cx, &target, &left)
    }
}

/// Cut an open entity (line, arc, open path) at the point nearest to the given one and keep the part toward its start
/// or its end.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct TrimAt {
    /// The entity.
    entity: String,
    /// Cut point, [x, y].
    point: PointArg,
    /// The part that stays: "start" or "end".
    keep: EndArg,
}

impl Tool for TrimAt {
    const NAME: &'static str = "trim_at";
    const KOREAN: &'static str = "열린 항목을 한 점에서 자르고 시작 쪽이나 끝 쪽을 남깁니다.";
    const SYNONYMS: [&'static str; 2] = ["cut at a point, shorten, keep one side", "자르기, 줄이기"];
    const DOMAIN: Domain = Domain::Edit;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Reshape;
    const POSITIONAL: &'static [&'static str] = &["entity", "point", "keep"];
    const EXAMPLE: &'static str = "draw_line({ name: 'wall', points: [0, 0, 100, 0] });\n\
        trim_at({ entity: 'wall', point: [80, 0], keep: 'start' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let name = &self.entity;
        let at = check_point("point", self.point)?;
        let target = Operand::of(cx.edit, name)?;
        let path = target.single(Self::NAME)?;
        if path.closed {
            let message = bilingual!(
                "trim_at: '{name}' is closed and has no start or end. Use split_at with two points.",
                "trim_at: '{name}' 항목은 닫혀 있어서 시작과 끝이 없어요. 두 점을 주어 split_at을 쓰세요."
            );
            return Err(ToolError::new(message));
        }
        let pieces = modify::cut_path(path, &[place(path, at, name)?], tolerance([path]));
        let [start, end] = pieces.as_slice() else {
            let message = bilingual!(
                "trim_at: the point is at an end of '{name}', so there is nothing to cut off or the result would be empty",
                "trim_at: 점이 '{name}' 항목의 끝에 있어서 잘라 낼 것이 없거나 결과가 비어요"
            );
            return Err(ToolError::new(message));
        };
        let kept = if self.keep == EndArg::Start { start } else { end };
        target.put(cx, kept)?;
        target.change_output(cx)
    }
}

/// Cut an entity at points on it into pieces. Returns the names of the pieces in order; the first keeps the name. A
/// closed outline cut once becomes one open entity.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SplitAt {
    /// The entity.
    entity: String,
    /// Points on or near its outline, [x1, y1, x2, y2, ...].
    points: Points,
}

impl Tool for SplitAt {
    const NAME: &'static str = "split_at";
    const KOREAN: &'static str = "항목을 주어진 점들에서 나눕니다.";
    const SYNONYMS: [&'static str; 2] = ["break, divide, cut into pieces", "나누기, 쪼개기"];
    const DOMAIN: Domain = Domain::Edit;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Reshape;
    const POSITIONAL: &'static [&'static str] = &["entity", "points"];
    const EXAMPLE: &'static str = "draw_line({ name: 'wall', points: [0, 0, 100, 0] });\n\
        split_at({ entity: 'wall', points: [30, 0, 70, 0] })";
    const RETURNS: &'static str = "string[]";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let target = Operand::of(cx.edit, &self.entity)?;
        let path = target.single(Self::NAME)?;
        let mut places = Vec::new();
        for (i, point) in self.points.0.iter().enumerate() {
            let point = check_point(&format!("points[{i}]"), PointArg(*point))?;
            places.push(place(path, point, &self.entity)?);
        }
        let parts = modify::cut_path(path, &places, tolerance([path]));
        let opened = path.closed && parts.iter().all(|part| !part.closed);
        if parts.len() == 1 && !opened {
            return Err(ToolError::new(bilingual!(
                "split_at: all points are at the ends of '{}'. Give a point between its ends.",
                "split_at: 모든 점이 '{}' 항목의 끝에 있어요. 두 끝 사이의 점을 주세요.",
                self.entity
            )));
        }
        let names = spread(cx, &target, &parts)?;
        Ok(Output::Data(json!(names)))
    }
}

/// Lengthen an open entity to the nearest boundary ahead: a line goes straight on, an arc around its circle.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct ExtendTo {
    /// The entity to lengthen.
    entity: String,
    /// The entity to reach.
    target: String,
    /// The end to lengthen, "start" or "end". Default: the one with the shorter way.
    end: Option<EndArg>,
}

impl Tool for ExtendTo {
    const NAME: &'static str = "extend_to";
    const KOREAN: &'static str = "열린 항목을 경계 항목에 닿을 때까지 연장합니다.";
    const SYNONYMS: [&'static str; 2] = ["lengthen to a boundary, reach, stretch to", "늘이기, 연장"];
    const DOMAIN: Domain = Domain::Edit;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Reshape;
    const POSITIONAL: &'static [&'static str] = &["entity", "target", "end"];
    const EXAMPLE: &'static str = "draw_line({ name: 'rail', points: [0, 0, 50, 0] });\n\
        draw_line({ name: 'wall', points: [80, -20, 80, 20] });\nextend_to({ entity: 'rail', target: 'wall' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let target = Operand::of(cx.edit, &self.entity)?;
        let path = target.single(Self::NAME)?;
        let boundary = Operand::of(cx.edit, &self.target)?;
        if self.entity == self.target {
            return Err(ToolError::new(bilingual!(
                "extend_to: entity and target must be two entities",
                "extend_to: entity와 target은 서로 다른 두 항목이어야 해요"
            )));
        }
        let tol = tolerance(boundary.paths.iter().chain([path]));
        let (longer, _) = modify::extend_to(path, &boundary.paths, self.end.map(End::from), tol)
            .map_err(|e| about(Self::NAME, &self.entity, e))?;
        target.put(cx, &longer)?;
        target.change_output(cx)
    }
}

/// Make an open entity longer, or with a negative delta shorter, at one end.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Lengthen {
    /// The entity.
    entity: String,
    /// Length to add; negative to take off.
    delta: f64,
    /// "start" or "end". Default: "end".
    end: Option<EndArg>,
}

impl Tool for Lengthen {
    const NAME: &'static str = "lengthen";
    const KOREAN: &'static str = "열린 항목의 한쪽 끝을 늘이거나 줄입니다.";
    const SYNONYMS: [&'static str; 2] = ["longer, shorter, stretch an end, by a length", "길게, 짧게, 연장"];
    const DOMAIN: Domain = Domain::Edit;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Reshape;
    const POSITIONAL: &'static [&'static str] = &["entity", "delta", "end"];
    const EXAMPLE: &'static str =
        "draw_line({ name: 'rail', points: [0, 0, 50, 0] });\nlengthen({ entity: 'rail', delta: 25 })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        trammel_scene::check_coordinate("delta", self.delta).map_err(checks::invalid)?;
        let target = Operand::of(cx.edit, &self.entity)?;
        let end = self.end.map_or(End::End, End::from);
        let longer = modify::lengthen(target.single(Self::NAME)?, self.delta, end)
            .map_err(|e| about(Self::NAME, &self.entity, e))?;
        target.put(cx, &longer)?;
        target.change_output(cx)
    }
}

/// Returns the position of the path point nearest to `point`, as the index of the piece plus the parameter on the
/// piece.
fn place(path: &Path, point: Point, name: &str) -> Result<f64, ToolError> {
    let near = path.nearest(point).ok_or_else(|| {
        ToolError::new(bilingual!(
            "'{name}' has no outline",
            "'{name}' 항목에 외곽선이 없어요"
        ))
    })?;
    Ok(modify::place_of(&near))
}

/// Assigns the first piece to the entity and creates a new entity for each further piece, with a name derived from
/// the entity's name.
fn spread(cx: &mut ToolCx<'_>, target: &Operand, parts: &[Path]) -> Result<Vec<String>, ToolError> {
    let name = target.entity.name.to_string();
    let mut names = vec![name.clone()];
    if let Some(first) = parts.first() {
        target.put(cx, first)?;
    }
    for part in parts.iter().skip(1) {
        let free = cx.edit.free_name(&name);
        names.push(target.add(cx.edit, &free, part)?.to_string());
    }
    Ok(names)
}

/// Replaces an entity with its pieces and returns the output: the names of the pieces, and the new type if it
/// changed.
fn pieces(cx: &mut ToolCx<'_>, target: &Operand, parts: &[Path]) -> Result<Output, ToolError> {
    let was = target.entity.shape.kind();
    let names = spread(cx, target, parts)?;
    let is = cx.edit.require(&target.entity.name)?.shape.kind();
    let mut data = json!({ "entity": target.entity.name, "type": is, "pieces": names });
    if was != is {
        data["became"] = json!(is);
    }
    Ok(Output::Data(data))
}
