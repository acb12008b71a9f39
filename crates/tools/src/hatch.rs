//! Tool that draws a hatch.

use super::checks;
use super::draw::{Options, draw};
use super::points::PointArg;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use super::types::{AngleUnit, StyleArg};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;
use trammel_base::suggest;
use trammel_kernel::{Path, Point, svg};
use trammel_language::{Bilingual, bilingual};
use trammel_scene::annotate;
use trammel_scene::{
    Color, PartRef, SOLID, Shape, Stroke, Style, TiedHatch, boundary_of, enclosing_outlines,
};

/// Fill the area of closed entities with a pattern of lines, or solid. Holes stay free: list the hole's entity too. The
/// hatch follows the entities. An area that entities enclose only together needs at, a point in it. An outline follows nothing.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Hatch {
    /// Name of the new entity; unique in the drawing.
    name: String,
    /// The entities that bound the area, each closed; inside one of them and inside a second is outside again. With at, they
    /// may be open.
    entities: Option<Vec<String>>,
    /// A point [x, y] in the area, if the entities enclose it only together, such as crossing lines: the smallest area around it
    /// is filled.
    at: Option<PointArg>,
    /// Instead of entities: the outlines of the area as closed SVG path data with y up, such as "M0 0 L9 0 L9 5 Z".
    outline: Option<String>,
    /// "ansi31" (default, 45 degree lines), "ansi32", "ansi37", "lines", "grid", "cross", "dots", "brick", "honey" or "solid".
    pattern: Option<String>,
    /// Scale factor of the pattern, above 0; at 1, ansi31 has lines 3.175 apart and lines 1. Default: 1.
    scale: Option<f64>,
    /// Rotation of the pattern. Default: 0.
    angle: Option<f64>,
    /// Unit of the angle. Default: radian.
    angle_unit: Option<AngleUnit>,
    /// Stroke of the lines, or fill of a solid hatch. Default: ink, a tenth of scale wide.
    style: Option<StyleArg>,
    /// Layer to draw on; its color and line weight are the defaults.
    layer: Option<String>,
    /// Replace an entity of this name, keeping its place in the order, instead of refusing.
    replace: Option<bool>,
}

impl Tool for Hatch {
    const NAME: &'static str = "hatch";
    const KOREAN: &'static str =
        "닫힌 영역을 무늬나 단색으로 채웁니다. 구멍의 항목도 함께 적으면 비워 둡니다.";
    const SYNONYMS: [&'static str; 2] = [
        "section lines, fill pattern, cross section, cut face, shading",
        "해치, 단면, 빗금",
    ];
    const DOMAIN: Domain = Domain::Annotate;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Annotate;
    const POSITIONAL: &'static [&'static str] = &["name", "entities", "pattern", "scale", "angle", "style"];
    const EXAMPLE: &'static str = "draw_rect({ name: 'plate', x: 0, y: 0, width: 80, height: 50 });\n\
        draw_circle({ name: 'hole', x: 40, y: 25, radius: 10 });\n\
        hatch({ name: 'section', entities: ['plate', 'hole'], pattern: 'ansi31' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let pattern = self.pattern.unwrap_or_else(|| "ansi31".to_owned()).to_lowercase();
        if pattern != SOLID && annotate::pattern(&pattern).is_none() {
            let names = annotate::PATTERNS.iter().map(|p| p.name).chain([SOLID]);
            let near = suggest::nearest(&pattern, names.clone());
            let all: Vec<&str> = names.collect();
            let message = bilingual!(
                "hatch: unknown pattern '{pattern}'. The patterns are {}.",
                "hatch: '{pattern}' 무늬는 없어요. 있는 무늬: {}.",
                all.join(", ")
            );
            return Err(ToolError::new(message).suggesting(near));
        }
        let (boundary, ties) = match (&self.entities, &self.outline) {
            (Some(names), None) => match self.at {
                Some(at) => outlines_around(cx, names, checks::check_point("at", at)?)?,
                None => closed_outlines(cx, names)?,
            },
            (None, Some(outline)) => (parse_outlines(outline)?, Vec::new()),
            _ => {
                return Err(ToolError::new(bilingual!(
                    "hatch: give either entities, the names of closed entities, or outline, closed path data",
                    "hatch: 닫힌 항목의 이름인 entities나 닫힌 경로 데이터인 outline 중 하나를 주세요"
                )));
            }
        };
        let scale = self.scale.unwrap_or(1.0);
        let shape = Shape::Hatch(Arc::new(TiedHatch {
            boundary,
            angle: self
                .angle_unit
                .unwrap_or_default()
                .radians(self.angle.unwrap_or(0.0)),
            scale,
            ties,
            seed: self.at.filter(|_| self.entities.is_some()).map(|at| at.0),
            detached: false,
            pattern: pattern.clone(),
        }));
        let base = if pattern == SOLID {
            Style::fill_only(Color::Ink)
        } else {
            Style {
                stroke: Some(Stroke {
                    width: scale / 10.0,
                    ..Stroke::default()
                }),
                fill: None,
            }
        };
        let options = Options {
            base: Some(base),
            style: self.style,
            layer: self.layer,
            replace: self.replace,
        };
        draw(cx.edit, Self::NAME, &self.name, shape, options)
    }
}

/// Returns the outlines of closed entities, and the references that the hatch follows.
fn closed_outlines(cx: &ToolCx<'_>, names: &[String]) -> Result<(Vec<Path>, Vec<PartRef>), ToolError> {
    if names.is_empty() {
        return Err(ToolError::new(bilingual!(
            "hatch: entities must name at least one closed entity",
            "hatch: entities에는 닫힌 항목의 이름이 하나는 있어야 해요"
        )));
    }
    let mut ties = Vec::new();
    for name in names {
        let tie = PartRef {
            entity: cx.edit.require(name)?.name.clone(),
            part: None,
        };
        if boundary_of(cx.edit, std::slice::from_ref(&tie)).is_none() {
            return Err(ToolError::new(bilingual!(
                "hatch: entities: {}",
                "hatch: entities: {:#}",
                what_is_open(cx, name)
            )));
        }
        ties.push(tie);
    }
    Ok((boundary_of(cx.edit, &ties).unwrap_or_default(), ties))
}

/// Returns the outlines of the area around a point that entities enclose together, and the references that the hatch follows.
fn outlines_around(
    cx: &ToolCx<'_>,
    names: &[String],
    at: Point,
) -> Result<(Vec<Path>, Vec<PartRef>), ToolError> {
    let mut ties = Vec::new();
    for name in names {
        ties.push(PartRef {
            entity: cx.edit.require(name)?.name.clone(),
            part: None,
        });
    }
    match enclosing_outlines(cx.edit, &ties, at) {
        Some(boundary) => Ok((boundary, ties)),
        None => Err(ToolError::new(bilingual!(
            "hatch: at: the entities do not enclose the point ({}, {}). Move the point into the area, or name all entities around it.",
            "hatch: at: 항목들이 점 ({}, {})을(를) 둘러싸지 않아요. 점을 영역 안으로 옮기거나 둘레의 항목을 모두 쓰세요.",
            at.x,
            at.y
        ))),
    }
}

/// Parses the outlines of an area.
fn parse_outlines(text: &str) -> Result<Vec<Path>, ToolError> {
    let paths = svg::parse(text).map_err(|error| ToolError::of_geometry("hatch: outline", &error))?;
    if paths.is_empty() || paths.iter().any(|path| !path.closed) {
        return Err(ToolError::new(bilingual!(
            "hatch: outline must have at least one path, and each path must be closed. End each path with Z.",
            "hatch: outline에는 경로가 하나는 있고 모두 닫혀 있어야 해요. 경로마다 Z로 끝내세요."
        )));
    }
    Ok(paths)
}

/// Returns the reason why an entity bounds no area.
fn what_is_open(cx: &ToolCx<'_>, name: &str) -> Bilingual {
    let paths = cx.edit.world_paths(name);
    let open = paths.iter().find(|path| !path.closed);
    match open.and_then(|path| Some((path.start()?, path.end()?))) {
        Some((a, b)) => {
            let show = |p: Point| format!("({}, {})", p.x, p.y);
            bilingual!(
                "'{name}' is open: it starts at {} and ends at {}. Close or join it first.",
                "'{name}' 항목이 열려 있어요. {}에서 시작해 {}에서 끝나니 먼저 닫거나 이으세요.",
                show(a),
                show(b)
            )
        }
        None => bilingual!("'{name}' has no outline", "'{name}' 항목에 외곽선이 없어요"),
    }
}
