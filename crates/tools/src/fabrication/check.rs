//! Tools that check and repair a drawing before it is cut.

use crate::error::ToolError;
use crate::lengths::above_zero;
use crate::tool::{Domain, Kind, Output, Tool, ToolCx, Verb};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use trammel_fabrication::{
    CheckOptions, CheckReport, MAX_LISTED, RepairReport, check, default_tolerance, repair,
};
use trammel_kernel::Point;
use trammel_language::{Bilingual, bilingual};
use trammel_scene::Scene;

/// Check a drawing before laser cutting: open contours, gaps, duplicates, overlaps, crossings, and, with kerf and
/// thickness, narrow places; one finding for each kind and entity. Returns { ok, complete, contours, counts,
/// findings: [{ kind, entities, place, further_places?, size, message, repair? }] }.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct CheckForCutting {
    /// Entities or groups to check. Default: all shown.
    entities: Option<Vec<String>>,
    /// Widest gap that counts as an error of drawing. Default: 0.05 mm.
    tolerance: Option<f64>,
    /// Width of the cut; finds narrower features.
    kerf: Option<f64>,
    /// Thickness of the sheet; finds narrower holes.
    thickness: Option<f64>,
    /// Lines that are meant to be open, such as folds and living hinges: entities, groups, or layers. Default: none.
    unclosed: Option<Vec<String>>,
}

impl Tool for CheckForCutting {
    const NAME: &'static str = "check_for_cutting";
    const KOREAN: &'static str = "레이저 절단 전에 열린 윤곽, 틈, 중복, 겹침, 교차, 좁은 부분을 찾습니다.";
    const SYNONYMS: [&'static str; 2] = [
        "laser, verify, open outlines, gaps, duplicates, ready to cut, manufacturing check",
        "절단 검사, 레이저, 틈, 중복",
    ];
    const DOMAIN: Domain = Domain::Fabrication;
    const KIND: Kind = Kind::Query;
    const VERB: Verb = Verb::Inspect;
    const POSITIONAL: &'static [&'static str] = &["entities"];
    const EXAMPLE: &'static str = "draw_rect({ name: 'plate', x: 0, y: 0, width: 80, height: 40 });\n\
        draw_circle({ name: 'hole', x: 20, y: 20, radius: 1 });\n\
        check_for_cutting({ kerf: 0.2, thickness: 3 })";
    const RETURNS: &'static str = "object";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let scene: &Scene = cx.edit;
        let optional = |parameter, value: Option<f64>| {
            value
                .map(|value| above_zero(Self::NAME, parameter, value))
                .transpose()
        };
        let options = CheckOptions {
            tolerance: tolerance(Self::NAME, scene, self.tolerance)?,
            kerf: optional("kerf", self.kerf)?,
            thickness: optional("thickness", self.thickness)?,
            open: self.unclosed.unwrap_or_default(),
        };
        let checked = check(scene, &self.entities.unwrap_or_default(), &options)?;
        warn_of_unexamined(checked.is_complete, &mut cx.notes.warnings);
        warn_of_unlisted(
            checked.findings.len(),
            ["findings", "문제"],
            &mut cx.notes.warnings,
        );
        answer(&CheckReport::from(&checked))
    }
}

fn tolerance(tool: &str, scene: &Scene, given: Option<f64>) -> Result<f64, ToolError> {
    match given {
        Some(value) => above_zero(tool, "tolerance", value),
        None => Ok(default_tolerance(scene.units())),
    }
}

/// Adds a warning if not all contours were examined.
fn warn_of_unexamined(is_complete: bool, warnings: &mut Vec<Bilingual>) {
    if !is_complete {
        warnings.push(bilingual!(
            "the drawing has too many contours in one place to examine all. Pass entities to check a part.",
            "한곳에 윤곽선이 너무 많아 모두 살펴보지 못했어요. 일부만 검사하려면 entities를 주세요."
        ));
    }
}

/// Adds a warning if a list of this many entries is longer than the list in the reply.
fn warn_of_unlisted(count: usize, [english, korean]: [&str; 2], warnings: &mut Vec<Bilingual>) {
    if count > MAX_LISTED {
        warnings.push(bilingual!(
            "only the first {MAX_LISTED} of {count} {english} are listed.",
            "{korean} {count}개 중 처음 {MAX_LISTED}개만 나열해요."
        ));
    }
}

fn answer(report: &impl Serialize) -> Result<Output, ToolError> {
    Ok(Output::Data(json!(report)))
}

/// Returns the warning of contours that a repair leaves open or cut twice.
fn unresolved_warning(report: &RepairReport) -> Option<Bilingual> {
    let messages: Vec<&str> = report
        .unresolved_findings()
        .map(|finding| finding.message.as_str())
        .collect();
    let first = messages.first()?;
    let count = messages.len();
    Some(bilingual!(
        "contours that are still open or cut twice: {count}. {first} Mend them by hand.",
        "아직 열려 있거나 두 번 잘리는 윤곽: {count}개. {first} 직접 고치세요."
    ))
}

/// Returns a point as a list.
pub(super) fn at(point: Point) -> [f64; 2] {
    [point.x, point.y]
}

/// Repair what check_for_cutting finds: delete repeated contours, cut common stretches out of open contours, join ends.
/// Returns { count, changes: [{ repair, entities, place, message }], remaining: findings }.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct RepairForCutting {
    /// Entities or groups to repair. Default: all shown.
    entities: Option<Vec<String>>,
    /// Widest gap to close. Default: 0.05 mm.
    tolerance: Option<f64>,
}

impl Tool for RepairForCutting {
    const NAME: &'static str = "repair_for_cutting";
    const KOREAN: &'static str = "중복된 윤곽을 지우고, 겹친 부분을 잘라 내고, 벌어진 끝을 잇습니다.";
    const SYNONYMS: [&'static str; 2] = [
        "fix, heal, close gaps, remove duplicates, clean up",
        "고치기, 수정, 틈 잇기",
    ];
    const DOMAIN: Domain = Domain::Fabrication;
    const KIND: Kind = Kind::Action;
    const VERB: Verb = Verb::Reshape;
    const POSITIONAL: &'static [&'static str] = &["entities"];
    const EXAMPLE: &'static str = "draw_line({ name: 'u', points: [0, 0, 40, 0, 40, 30, 0, 30] });\n\
        draw_line({ name: 'side', points: [0, 30.02, 0, 0] });\nrepair_for_cutting()";
    const RETURNS: &'static str = "{ count: number; changes: object[]; remaining: object[] }";

    fn run(self, cx: &mut ToolCx<'_>) -> Result<Output, ToolError> {
        let tolerance = tolerance(Self::NAME, cx.edit, self.tolerance)?;
        let repaired = repair(cx.edit, &self.entities.unwrap_or_default(), tolerance)?;
        warn_of_unexamined(repaired.is_complete, &mut cx.notes.warnings);
        warn_of_unlisted(
            repaired.changes.len(),
            ["changes", "변경"],
            &mut cx.notes.warnings,
        );
        warn_of_unlisted(
            repaired.remaining.len(),
            ["findings", "문제"],
            &mut cx.notes.warnings,
        );
        let report = RepairReport::from(&repaired);
        if let Some(warning) = unresolved_warning(&report) {
            // What a repair could not do comes before all else.
            cx.notes.warnings.insert(0, warning);
        }
        answer(&report)
    }
}
