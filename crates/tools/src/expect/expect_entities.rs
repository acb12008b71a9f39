//! Checks of entities, which are evaluated again when the drawing changes.

use super::check::{Check, Rule, Subject};
use super::declare::declare;
use crate::checks::check_point;
use crate::lengths::zero_or_more;
use crate::measure::PlaceArg;
use crate::tool::{Domain, Kind, Output, Tool, ToolCx, ToolError, Verb};
use schemars::JsonSchema;
use serde::Deserialize;

/// Keep a check with the drawing: two outlines must stay apart by at least a distance. Like `expect`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ExpectClearance {
    /// Name of an entity or part, or a point [x, y].
    entity: PlaceArg,
    /// Name of an entity or part, or a point [x, y].
    target: PlaceArg,
    /// Smallest distance between the outlines.
    min: f64,
    /// Condition in words, as shown to the user.
    text: Option<String>,
}

impl Tool for ExpectClearance {
    const NAME: &'static str = "expect_clearance";
    const KOREAN: &'static str = "두 외곽선의 거리가 일정 이상이어야 한다는 확인을 도면에 남깁니다.";
    const SYNONYMS: [&'static str; 2] = [
        "minimum distance, keep apart, wall thickness, edge distance, no collision, gap",
        "최소 거리, 간격 확인, 간섭, 벽 두께, 여유",
    ];
    const DOMAIN: Domain = Domain::Checks;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Check;
    const POSITIONAL: &'static [&'static str] = &["entity", "target", "min", "text"];
    const RETURNS: &'static str = "boolean";
    const EXAMPLE: &'static str = "draw_rect({ name: 'plate', x: 0, y: 0, width: 80, height: 50 });\n\
        draw_circle({ name: 'hole', x: 10, y: 10, radius: 3 });\nexpect_clearance({ entity: 'hole', target: 'plate', min: 5 })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let [a, b] =
            [("entity", self.entity), ("target", self.target)].map(|(parameter, place)| match place {
                PlaceArg::Name(name) => Ok(Subject::Named(name)),
                PlaceArg::Point(point) => check_point(parameter, point).map(|at| Subject::At(at.x, at.y)),
            });
        let (a, b) = (a?, b?);
        let min = zero_or_more(Self::NAME, "min", self.min)?;
        Ok(declare(cx, Check::new(self.text, Rule::Clearance { a, b, min })))
    }
}

/// Keep a check with the drawing: an entity must lie inside a closed one, and not in its holes. Like `expect`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ExpectInside {
    /// The entity inside.
    entity: String,
    /// The closed entity around it.
    target: String,
    /// Smallest distance between their outlines. Default: 0, they may touch.
    clearance: Option<f64>,
    /// Condition in words, as shown to the user.
    text: Option<String>,
}

impl Tool for ExpectInside {
    const NAME: &'static str = "expect_inside";
    const KOREAN: &'static str = "항목이 닫힌 항목 안에 있어야 한다는 확인을 도면에 남깁니다.";
    const SYNONYMS: [&'static str; 2] = [
        "contained in, within the outline, fits into, stays on the sheet, does not stick out",
        "안에 있는지 확인, 포함, 벗어나지 않음",
    ];
    const DOMAIN: Domain = Domain::Checks;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Check;
    const POSITIONAL: &'static [&'static str] = &["entity", "target", "clearance", "text"];
    const RETURNS: &'static str = "boolean";
    const EXAMPLE: &'static str = "draw_rect({ name: 'plate', x: 0, y: 0, width: 80, height: 50 });\n\
        draw_circle({ name: 'hole', x: 10, y: 10, radius: 3 });\n\
        expect_inside({ entity: 'hole', target: 'plate', clearance: 2 })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let clearance = zero_or_more(Self::NAME, "clearance", self.clearance.unwrap_or_default())?;
        let rule = Rule::Inside {
            entity: self.entity,
            target: self.target,
            clearance,
        };
        Ok(declare(cx, Check::new(self.text, rule)))
    }
}

/// Keep a check with the drawing: all outlines of an entity or a group must be closed. Like `expect`.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct ExpectClosed {
    /// The entity.
    entity: String,
    /// Condition in words, as shown to the user.
    text: Option<String>,
}

impl Tool for ExpectClosed {
    const NAME: &'static str = "expect_closed";
    const KOREAN: &'static str = "외곽선이 닫혀 있어야 한다는 확인을 도면에 남깁니다.";
    const SYNONYMS: [&'static str; 2] = [
        "closed outline, no gap, watertight, ready to cut",
        "닫힌 외곽선 확인, 틈 없음, 절단 준비",
    ];
    const DOMAIN: Domain = Domain::Checks;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Check;
    const POSITIONAL: &'static [&'static str] = &["entity", "text"];
    const RETURNS: &'static str = "boolean";
    const EXAMPLE: &'static str =
        "draw_polygon({ name: 'part', points: [0, 0, 6, 0, 0, 6] });\nexpect_closed({ entity: 'part' })";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let rule = Rule::Closed { entity: self.entity };
        Ok(declare(cx, Check::new(self.text, rule)))
    }
}
