//! Style tools: stroke, fill and drawing order.

use super::argument_macros::{expecting, inline_schema};
use super::tool::{Assignment, Domain, Kind, Output, Placing, Tool, ToolCx, ToolError, Verb};
use super::types::{FillArg, StrokeArg};
use schemars::{JsonSchema, json_schema};
use serde::Deserialize;
use serde::de::{self, Deserializer, Visitor};
use serde_json::{Value, json};
use trammel_base::numbers::number_text;
use trammel_language::bilingual;
use trammel_scene::{Placement, Scene, SceneError, Stroke, Style};

/// Set an entity's outline. Parts that are left out stay as they are.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SetStroke {
    /// The entity.
    name: String,
    /// Color, width, dash, cap and join; or just a color; or null for none.
    stroke: StrokeArg,
    /// Width in drawing units; 0 for none.
    width: Option<f64>,
}

impl Tool for SetStroke {
    const NAME: &'static str = "set_stroke";
    const KOREAN: &'static str = "선의 색, 굵기, 점선, 끝 모양을 설정합니다.";
    const SYNONYMS: [&'static str; 2] = [
        "line color, line weight, thickness, dashed, line type, pen, outline color",
        "선 색, 선 굵기, 선 두께, 점선, 선 종류",
    ];
    const DOMAIN: Domain = Domain::Style;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Change;
    const PLACING: Placing = Placing::Keeps;
    const ASSIGNS: Assignment = Assignment::States("style.stroke");
    const POSITIONAL: &'static [&'static str] = &["name", "stroke", "width"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'c', x: 0, y: 0, radius: 5 });\n\
        set_stroke({ name: 'c', stroke: { color: '#1b5fd0', width: 2, dash: [6, 3] } })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let style = &cx.edit.require(&self.name)?.style;
        let plain = || Stroke::default_in(cx.edit.units());
        let stroke = match self.stroke.0 {
            None => None,
            Some(fields) => Some(
                fields
                    .with_width(self.width)
                    .over(style.stroke.clone().unwrap_or_else(plain))?,
            ),
        };
        let style = Style {
            stroke,
            fill: style.fill,
        };
        set_style(cx, &self.name, style)
    }
}

/// Set an entity's fill.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SetFill {
    /// The entity.
    name: String,
    /// { color }, or just a color, or null for none.
    fill: FillArg,
}

impl Tool for SetFill {
    const NAME: &'static str = "set_fill";
    const KOREAN: &'static str = "채우기 색을 설정합니다.";
    const SYNONYMS: [&'static str; 2] = ["color, paint, shade, background", "채우기, 색칠, 색"];
    const DOMAIN: Domain = Domain::Style;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Change;
    const PLACING: Placing = Placing::Keeps;
    const ASSIGNS: Assignment = Assignment::States("style.fill");
    const POSITIONAL: &'static [&'static str] = &["name", "fill"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'c', x: 0, y: 0, radius: 5 });\n\
        set_fill({ name: 'c', fill: { color: [1, 0, 0, 1] } })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let style = &cx.edit.require(&self.name)?.style;
        let style = Style {
            stroke: style.stroke.clone(),
            fill: self.fill.0,
        };
        set_style(cx, &self.name, style)
    }
}

/// Remove an entity's outline.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct RemoveStroke {
    /// The entity.
    name: String,
}

impl Tool for RemoveStroke {
    const NAME: &'static str = "remove_stroke";
    const KOREAN: &'static str = "선을 없앱니다.";
    const SYNONYMS: [&'static str; 2] = [
        "hide the outline, no border, without outline",
        "선 없애기, 테두리 없음",
    ];
    const DOMAIN: Domain = Domain::Style;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Change;
    const PLACING: Placing = Placing::Keeps;
    const ASSIGNS: Assignment = Assignment::Removes("style.stroke");
    const POSITIONAL: &'static [&'static str] = &["name"];
    const EXAMPLE: &'static str =
        "draw_circle({ name: 'c', x: 0, y: 0, radius: 5 });\nremove_stroke({ name: 'c' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let style = Style {
            stroke: None,
            fill: cx.edit.require(&self.name)?.style.fill,
        };
        set_style(cx, &self.name, style)
    }
}

/// Remove an entity's fill.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct RemoveFill {
    /// The entity.
    name: String,
}

impl Tool for RemoveFill {
    const NAME: &'static str = "remove_fill";
    const KOREAN: &'static str = "채우기를 없앱니다.";
    const SYNONYMS: [&'static str; 2] = ["hollow, transparent, no fill", "채우기 없애기, 투명"];
    const DOMAIN: Domain = Domain::Style;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Change;
    const PLACING: Placing = Placing::Keeps;
    const ASSIGNS: Assignment = Assignment::Removes("style.fill");
    const POSITIONAL: &'static [&'static str] = &["name"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'c', x: 0, y: 0, radius: 5, style: { fill: { color: '#f00' } } });\n\
        remove_fill({ name: 'c' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let style = Style {
            stroke: cx.edit.require(&self.name)?.style.stroke.clone(),
            fill: None,
        };
        set_style(cx, &self.name, style)
    }
}

/// Move an entity in the drawing order of its group; later entities cover earlier ones.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct DrawOrder {
    /// The entity.
    entity: String,
    /// "front", "back", "above:other", "below:other", or a number of steps (positive to the front).
    mode: Mode,
}

impl Tool for DrawOrder {
    const NAME: &'static str = "draw_order";
    const KOREAN: &'static str = "그리는 순서를 바꿉니다. 뒤에 그려진 것이 위에 보입니다.";
    const SYNONYMS: [&'static str; 2] = [
        "bring to front, send to back, above, below, z order, stacking",
        "앞으로, 뒤로, 순서, 위아래",
    ];
    const DOMAIN: Domain = Domain::Style;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Change;
    const PLACING: Placing = Placing::Keeps;
    const POSITIONAL: &'static [&'static str] = &["entity", "mode"];
    const EXAMPLE: &'static str = "draw_circle({ name: 'a', x: 0, y: 0, radius: 5 });\n\
        draw_circle({ name: 'b', x: 2, y: 0, radius: 5 });\ndraw_order({ entity: 'a', mode: 'above:b' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        cx.edit.place(&self.entity, &self.mode.0)?;
        cx.entity(&self.entity)
    }
}

/// List the drawing order from back to front, of the drawing or of one group.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct GetDrawOrder {
    /// A group. Default: the drawing itself.
    group: Option<String>,
}

impl Tool for GetDrawOrder {
    const NAME: &'static str = "get_draw_order";
    const KOREAN: &'static str = "그리는 순서를 뒤에서 앞으로 나열합니다.";
    const SYNONYMS: [&'static str; 2] = ["z order, stacking, which is on top", "그리기 순서 조회, 위아래"];
    const DOMAIN: Domain = Domain::Style;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["group"];
    const EXAMPLE: &'static str = "get_draw_order({})";
    const RETURNS: &'static str = "{ group: string | null; order: string[] }";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        Ok(Output::Data(order_of(cx.edit, self.group.as_deref())?))
    }
}

/// Returns the drawing order of the drawing or of a group, from back to front: `{group, order}`.
///
/// # Errors
/// Returns an error if the name is unknown or not that of a group.
pub(super) fn order_of(scene: &Scene, group: Option<&str>) -> Result<Value, ToolError> {
    if let Some(name) = group {
        let entity = scene.require(name)?;
        if !entity.shape.is_group() {
            return Err(SceneError::NotAGroup {
                name: name.to_owned(),
                kind: entity.shape.kind(),
            }
            .into());
        }
    }
    let order: Vec<_> = scene.children(group).map(|entity| &entity.name).collect();
    Ok(json!({ "group": group, "order": order }))
}

fn set_style(cx: &mut ToolCx<'_>, name: &str, style: Style) -> Result<Output, ToolError> {
    cx.edit.set_style(name, style)?;
    cx.entity(name)
}

/// Placement in the drawing order, as given in a call.
#[derive(Debug)]
struct Mode(Placement);

impl<'de> Deserialize<'de> for Mode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Mode, D::Error> {
        struct ModeVisitor;
        impl Visitor<'_> for ModeVisitor {
            type Value = Mode;
            expecting!(
                "\"front\", \"back\", \"above:other\", \"below:other\" or a whole number of steps",
                "\"front\", \"back\", \"above:other\", \"below:other\", 정수인 단계 수 중 하나"
            );
            #[allow(
                clippy::cast_possible_truncation,
                reason = "the guard keeps the value in range and whole"
            )]
            fn visit_f64<E: de::Error>(self, steps: f64) -> Result<Mode, E> {
                if steps.fract() != 0.0 || steps.abs() > 1e6 {
                    let steps = number_text(steps);
                    return Err(E::custom(bilingual!(
                        "must be a whole number of steps, got {steps}",
                        "정수인 단계 수가 필요한데 {steps}을(를) 받았어요"
                    )));
                }
                Ok(Mode(Placement::Steps(steps as i64)))
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Mode, E> {
                let sibling = |prefix: &str| text.strip_prefix(prefix).map(|rest| rest.trim().to_owned());
                let placement = match text {
                    "front" => Some(Placement::Front),
                    "back" => Some(Placement::Back),
                    _ => sibling("above:")
                        .map(Placement::Above)
                        .or_else(|| sibling("below:").map(Placement::Below))
                        .or_else(|| text.parse().ok().map(Placement::Steps)),
                };
                placement
                    .map(Mode)
                    .ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(ModeVisitor)
    }
}

inline_schema!(
    Mode,
    json_schema!({"anyOf": [{"type": "string"}, {"type": "integer"}]})
);
