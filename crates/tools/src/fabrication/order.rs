//! Tool that finds the order of the cuts.

use super::check::at;
use super::open::warn_of_open;
use crate::checks::check_point;
use crate::error::ToolError;
use crate::points::PointArg;
use crate::tool::{Domain, Kind, Output, Tool, ToolCx, Verb};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use trammel_fabrication::cut_order;
use trammel_kernel::Point;
use trammel_language::bilingual;

/// Cuts in a reply, at most.
const LISTED: usize = 1000;

/// Order in which a machine cuts the contours: inside before outside, with short travel. The drawing stays; the export
/// has the option. Returns { order: [{ entity, index, start }], travel, travel_before }.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct OrderCuts {
    /// Entities or groups. Default: all shown.
    entities: Option<Vec<String>>,
    /// Start of the machine [x, y]. Default: [0, 0].
    from: Option<PointArg>,
}

impl Tool for OrderCuts {
    const NAME: &'static str = "order_cuts";
    const KOREAN: &'static str = "안쪽 윤곽을 먼저, 이동이 짧게 절단 순서를 정합니다. 도면은 그대로입니다.";
    const SYNONYMS: [&'static str; 2] = ["sequence, toolpath, inside first, travel", "절단 순서, 경로"];
    const DOMAIN: Domain = Domain::Fabrication;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["entities"];
    const EXAMPLE: &'static str = "draw_rect({ name: 'plate', x: 0, y: 0, width: 80, height: 40 });\n\
        draw_circle({ name: 'hole', x: 20, y: 20, radius: 8 });\norder_cuts()";
    const RETURNS: &'static str = "{ order: object[]; travel: number; travel_before: number }";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let from = self.from.map(|from| check_point("from", from)).transpose()?;
        let names = self.entities.unwrap_or_default();
        let order = cut_order(cx.edit, &names, from.unwrap_or(Point::ORIGIN))?;
        warn_of_open(
            cx,
            &names,
            [
                "so nothing counts as inside",
                "열려 있어서 그 안에 든 것을 가려내지 못해요",
            ],
        )?;
        if order.cuts.len() > LISTED {
            cx.notes.warnings.push(bilingual!(
                "only the first {LISTED} of {} cuts are listed.",
                "절단 {}개 중 처음 {LISTED}개만 나열해요.",
                order.cuts.len()
            ));
        }
        let cuts: Vec<Value> = order
            .cuts
            .iter()
            .take(LISTED)
            .map(|cut| json!({ "entity": cut.entity, "index": cut.index, "start": at(cut.start) }))
            .collect();
        Ok(Output::Data(json!({
            "order": cuts,
            "travel": order.travel,
            "travel_before": order.travel_before,
        })))
    }
}
