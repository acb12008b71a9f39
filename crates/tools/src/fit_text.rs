//! Tool that draws a text as large as a box allows.

use super::argument_macros::inline_schema;
use super::checks::{self, invalid};
use super::draw::{Options, draw};
use super::lengths::{above_zero, zero_or_more};
use super::text::warn_of_missing;
use super::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use super::types::StyleArg;
use schemars::{JsonSchema, json_schema};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use trammel_kernel::distance::closest;
use trammel_kernel::{Bounds, Path, Point, Seg, Tol, Vec2};
use trammel_language::bilingual;
use trammel_scene::{Color, Shape, Style, Text, check_coordinate};
use trammel_text::{self as text, Align, Valign};

/// Smallest size that is tried, as a part of the size that fills the box.
const SMALLEST: f64 = 1e-3;

/// Halvings of the interval of sizes, which leave less than a rounding error.
const HALVINGS: usize = 60;

/// Draw a text in the largest size whose ink bounds fit into a box, centered, and keep a distance from the outlines of other
/// entities. Returns { entity, size }.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct FitText {
    /// Name of the new entity; unique in the drawing.
    name: String,
    /// The text; "\n" begins a new line.
    text: String,
    /// The box as [x, y, width, height] with its lower left corner.
    r#box: BoxArg,
    /// Entities or groups whose outlines the box of the ink stays clear of. Default: none.
    clear_of: Option<Vec<String>>,
    /// Least distance of the ink bounds from those outlines. Default: 0.
    clearance: Option<f64>,
    /// Alignment of the lines to each other: "left", "center" (default) or "right".
    align: Option<Align>,
    /// Stroke and fill. Default: filled with ink, no outline.
    style: Option<StyleArg>,
    /// Layer to draw on; its color is the fill's default.
    layer: Option<String>,
    /// Replace an entity of this name, keeping its place in the order, instead of refusing.
    replace: Option<bool>,
}

/// Box as position and size.
#[derive(Clone, Debug, Deserialize)]
struct BoxArg(Vec<f64>);

inline_schema!(
    BoxArg,
    json_schema!({"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4})
);

impl BoxArg {
    fn bounds(&self) -> Result<Bounds, ToolError> {
        let [x, y, width, height] = self.0[..] else {
            return Err(ToolError::new(bilingual!(
                "{}: box needs 4 numbers [x, y, width, height], got {}",
                "{}: box에는 숫자 4개 [x, y, width, height]가 필요한데 {}개를 받았어요",
                FitText::NAME,
                self.0.len()
            )));
        };
        check_coordinate("fit_text: box x", x).map_err(invalid)?;
        check_coordinate("fit_text: box y", y).map_err(invalid)?;
        above_zero(FitText::NAME, "box width", width)?;
        above_zero(FitText::NAME, "box height", height)?;
        let corner = Point::new(x, y);
        Bounds::new(corner, corner + Vec2::new(width, height)).ok_or_else(|| {
            ToolError::new(bilingual!(
                "fit_text: box must be finite",
                "fit_text: box는 유한해야 해요"
            ))
        })
    }
}

impl Tool for FitText {
    const NAME: &'static str = "fit_text";
    const KOREAN: &'static str = "글자를 상자에 맞는 가장 큰 크기로, 다른 윤곽선과 거리를 두고 그립니다.";
    const SYNONYMS: [&'static str; 2] = [
        "fit text in a box, largest text, text to fit, autofit lettering, scale text to an area, label inside a shape, name plate",
        "글자 맞춤, 상자에 글자 맞추기, 가장 큰 글자, 명판",
    ];
    const DOMAIN: Domain = Domain::Primitives;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Draw;
    const POSITIONAL: &'static [&'static str] = &["name", "text", "box", "clear_of", "clearance"];
    const EXAMPLE: &'static str = "draw_rect({ name: 'plate', x: 0, y: 0, width: 80, height: 30 });\n\
        draw_circle({ name: 'hole', x: 8, y: 15, radius: 3 });\n\
        fit_text({ name: 'label', text: 'Pump 2', box: [0, 0, 80, 30], clear_of: ['plate', 'hole'], clearance: 2 })";
    const RETURNS: &'static str = "{ entity: string; size: number }";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let name = checks::name("fit_text: name", &self.name)?;
        let bounds = self.r#box.bounds()?;
        let clearance = zero_or_more(Self::NAME, "clearance", self.clearance.unwrap_or(0.0))?;
        let align = self.align.unwrap_or(Align::Center);
        trammel_scene::check_text("fit_text: text", &self.text).map_err(ToolError::new)?;
        let ink = text::ink(&self.text, 1.0, align);
        let ink = ink.ok_or_else(|| {
            ToolError::new(bilingual!(
                "fit_text: text has no visible character. Write visible characters.",
                "fit_text: text에 보이는 글자가 없어요. 보이는 글자를 쓰세요."
            ))
        })?;
        let largest = (bounds.width() / ink.width()).min(bounds.height() / ink.height());
        let room = Room {
            center: bounds.center(),
            ink,
            clearance,
        };
        let obstacles = self.obstacles(cx, &room.bounds(largest))?;
        let size = room.largest(largest, &obstacles)?;
        warn_of_missing(cx, Self::NAME, &self.text);
        let middle = text::ink(&self.text, size, align).map_or(Point::ORIGIN, |ink| ink.center());
        let shape = Shape::Text(Arc::new(Text {
            text: self.text,
            at: room.center - middle.to_vec2(),
            size,
            align,
            valign: Valign::Baseline,
            angle: 0.0,
        }));
        let options = Options {
            base: Some(Style::fill_only(Color::Ink)),
            style: self.style,
            layer: self.layer,
            replace: self.replace,
        };
        draw(cx.edit, Self::NAME, name.as_str(), shape, options)?;
        Ok(Output::Data(json!({ "entity": name, "size": size })))
    }
}

impl FitText {
    /// Returns the pieces of the outlines that are near enough to matter for a text with these bounds.
    fn obstacles(&self, cx: &ToolCx<'_>, largest: &Bounds) -> Result<Vec<Obstacle>, ToolError> {
        let reach = largest.inflate(self.clearance.unwrap_or(0.0));
        let mut out = Vec::new();
        for entity in self.clear_of.iter().flatten() {
            if *entity == self.name {
                return Err(ToolError::new(bilingual!(
                    "fit_text: clear_of names '{entity}', which is the text itself. Leave it out.",
                    "fit_text: clear_of에 글자 자신인 '{entity}'이(가) 있어요. 빼세요."
                )));
            }
            cx.edit.require(entity)?;
            let paths = cx.edit.world_paths(entity);
            if paths.iter().all(Path::is_empty) {
                return Err(ToolError::new(bilingual!(
                    "fit_text: clear_of: '{entity}' has no outline. Leave it out.",
                    "fit_text: clear_of: '{entity}' 항목에 외곽선이 없어요. 빼세요."
                )));
            }
            let is_near = |seg: &Seg| seg.bounds().is_some_and(|bounds| bounds.intersects(&reach));
            let near = paths
                .iter()
                .flat_map(|path| path.segs.iter().copied())
                .filter(is_near);
            out.push(Obstacle {
                entity: entity.clone(),
                pieces: near.map(|seg| Path::new(vec![seg], false)).collect(),
            });
        }
        Ok(out)
    }
}

/// Outlines that the text stays clear of.
struct Obstacle {
    entity: String,
    pieces: Vec<Path>,
}

/// Place for a text.
struct Room {
    center: Point,
    /// Bounds of the ink at size 1.
    ink: Bounds,
    clearance: f64,
}

impl Room {
    /// Returns the bounds of the ink at a size.
    fn bounds(&self, size: f64) -> Bounds {
        let half = Vec2::new(self.ink.width(), self.ink.height()) * (0.5 * size);
        Bounds {
            min: self.center - half,
            max: self.center + half,
        }
    }

    /// Whether a text of this size keeps its distance. The bounds of a smaller size lie inside those of a larger one, so
    /// every smaller size does too.
    fn is_clear(&self, size: f64, obstacle: &Obstacle) -> bool {
        let bounds = self.bounds(size);
        let is_inside = |path: &Path| path.start().is_some_and(|start| bounds.contains(start));
        if obstacle.pieces.iter().any(is_inside) {
            return false;
        }
        let outline = [Path::rect(bounds.min, bounds.width(), bounds.height())];
        let found = closest(&obstacle.pieces, &outline, Tol::for_extent(bounds.magnitude()));
        found.is_none_or(|found| found.distance > 0.0 && found.distance >= self.clearance)
    }

    fn largest(&self, largest: f64, obstacles: &[Obstacle]) -> Result<f64, ToolError> {
        let smallest = SMALLEST * largest;
        let blocked = |size: f64| obstacles.iter().find(|obstacle| !self.is_clear(size, obstacle));
        if let Some(obstacle) = blocked(smallest) {
            return Err(ToolError::new(bilingual!(
                "fit_text: the text does not fit: even at size {smallest}, the smallest tried, it is nearer than {} to '{}'. \
                 Move the box, or give a smaller clearance.",
                "fit_text: 글자가 맞지 않아요. 시도한 가장 작은 크기 {smallest}에서도 '{1}'과(와) {0}보다 가까우니 상자를 옮기거나 clearance를 줄이세요.",
                self.clearance,
                obstacle.entity
            )));
        }
        let (mut low, mut high) = (smallest, largest);
        if blocked(high).is_none() {
            return Ok(high);
        }
        for _ in 0..HALVINGS {
            let middle = 0.5 * low + 0.5 * high;
            if blocked(middle).is_none() {
                low = middle;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }
}
