//! Tool that compensates contours for the width of the cut.

use super::open::warn_of_open;
use crate::checks;
use crate::error::ToolError;
use crate::lengths::above_zero;
use crate::tool::{Domain, Kind, Output, Tool, ToolCx, Verb};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use trammel_fabrication::{compensate, named_entities, places_closed_by_kerf};
use trammel_language::bilingual;
use trammel_scene::Name;

/// Narrow places that warnings list, at most.
const LISTED: usize = 8;

/// Compensate closed contours for the width of the cut: outsides grow by half the kerf, holes shrink by it. Loose lines
/// that close become one contour; open contours stay. Changes the design; prefer the kerf option of the export, which
/// does not. Returns the names of the contours.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ApplyKerf {
    /// Width of the cut, above 0.
    kerf: f64,
    /// Entities or groups. What is a hole follows from these. Default: all shown.
    entities: Option<Vec<String>>,
    /// Exceptions: entities, groups, or layers that stay as drawn, like those of cut_as_drawn. Default: none.
    except: Option<Vec<String>>,
    /// Name of a group for the compensated copies; the originals then stay. Default: the originals change.
    result: Option<String>,
}

impl Tool for ApplyKerf {
    const NAME: &'static str = "apply_kerf";
    const KOREAN: &'static str = "절단 폭의 절반만큼 바깥 윤곽을 키우고 구멍을 줄입니다.";
    const SYNONYMS: [&'static str; 2] = [
        "laser beam width, cut width, compensation, tolerance of the cut",
        "절단 폭, 보정",
    ];
    const DOMAIN: Domain = Domain::Fabrication;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Reshape;
    const POSITIONAL: &'static [&'static str] = &["kerf"];
    const EXAMPLE: &'static str = "draw_rect({ name: 'plate', x: 0, y: 0, width: 80, height: 40 });\n\
        draw_circle({ name: 'hole', x: 20, y: 20, radius: 8 });\napply_kerf({ kerf: 0.2, result: 'cut' })";
    const RETURNS: &'static str = "string[]";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let kerf = above_zero(Self::NAME, "kerf", self.kerf)?;
        let names = self.entities.unwrap_or_default();
        let except = named_entities(cx.edit, &self.except.unwrap_or_default())?;
        let compensation = compensate(cx.edit, &names, &except, kerf)
            .map_err(|error| ToolError::new(bilingual!("{}: {error}", "{}: {error:#}", Self::NAME)))?;
        warn_of_open(
            cx,
            &names,
            [
                "so the kerf does not move",
                "열려 있어서 절단 폭만큼 옮기지 않았어요",
            ],
        )?;
        let (closed, _) = places_closed_by_kerf(cx.edit, &names, &except, kerf)
            .map_err(|error| ToolError::new(bilingual!("{}: {error}", "{}: {error:#}", Self::NAME)))?;
        for place in closed.iter().take(LISTED) {
            let (name, reason) = (&place.entity, place.reason());
            cx.notes
                .warnings
                .push(bilingual!("'{name}': {reason}", "'{name}': {reason:#}"));
        }
        if let Some(more @ 1..) = closed.len().checked_sub(LISTED) {
            cx.notes.warnings.push(bilingual!(
                "Further places that are narrower than the kerf: {more}. check_for_cutting lists them.",
                "절단 폭보다 좁은 곳이 더 있어요: {more}곳. check_for_cutting에서 볼 수 있어요."
            ));
        }
        let shapes = &compensation.shapes;
        let Some(result) = &self.result else {
            let changed: Vec<Name> = shapes.iter().map(|(name, _)| name.clone()).collect();
            compensation.apply(cx.edit)?;
            return Ok(Output::Data(json!(changed)));
        };
        let group = checks::name("result", result)?;
        checks::check_free(Self::NAME, &group, cx.edit)?;
        let mut copies: Vec<Name> = Vec::with_capacity(shapes.len());
        for (name, shape) in shapes {
            let old = cx.edit.require(name)?.clone();
            let world = cx.edit.world_transform(name).unwrap_or_default();
            let free = cx.edit.name_or_free(&format!("{group}_{name}"));
            let copy = checks::name("result", &free)?;
            cx.edit.insert(&copy, shape.clone(), old.style.clone(), false)?;
            cx.edit.put_on_layer(&copy, old.layer.as_ref())?;
            cx.edit.map_in_world(&copy, world)?;
            copies.push(copy);
        }
        cx.edit.group(&group, &copies)?;
        Ok(Output::Data(json!(copies)))
    }
}

/// Mark entities as drawn to size: a kerf, of the export or of apply_kerf, does not move their contours. Kerf coupons are
/// marked already.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct CutAsDrawn {
    /// Entities or groups.
    entities: Vec<String>,
    /// Whether they are cut as drawn; false takes the mark away. Default: true.
    as_drawn: Option<bool>,
}

impl Tool for CutAsDrawn {
    const NAME: &'static str = "cut_as_drawn";
    const KOREAN: &'static str = "항목을 그린 치수 그대로 절단하도록 표시해 절단 폭만큼 옮기지 않게 합니다.";
    const SYNONYMS: [&'static str; 2] = [
        "no kerf, exclude from the kerf, drawn to size, keep size, exact cut",
        "절단 폭 제외, 그린 대로 절단",
    ];
    const DOMAIN: Domain = Domain::Fabrication;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Change;
    const POSITIONAL: &'static [&'static str] = &["entities"];
    const EXAMPLE: &'static str = "draw_rect({ name: 'gauge', x: 0, y: 0, width: 20, height: 10 });\n\
        cut_as_drawn({ entities: ['gauge'] })";
    const RETURNS: &'static str = "string[]";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        for name in &self.entities {
            cx.edit.set_as_drawn(name, self.as_drawn.unwrap_or(true))?;
        }
        Ok(Output::Data(json!(self.entities)))
    }
}
