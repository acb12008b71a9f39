//! Join of open outlines whose ends meet.

use crate::canvas_tool::CanvasCx;
use crate::keys::Chord;
use crate::steps::call::{EntityCall, FreeNames};
use crate::steps::procedure::{Pick, Procedure, ProcedureKind, ProcedureStep, Subject, Task};
use crate::steps::refusal::Refusal;
use serde_json::json;
use trammel_kernel::Path;
use trammel_scene::Name;

/// A join. The first picked entity keeps its name.
#[derive(Debug)]
pub struct Join;

impl Procedure for Join {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "join",
            keys: &[Chord("j")],
            icon: "M3 18 10 12M14 12l7 6M12 9.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4",
            label: ["Join", "결합"],
            subject: Subject::Picked(
                Pick::Confirmed,
                [
                    "Select the open items to join, then press Enter",
                    "결합할 열린 항목을 선택하고 Enter를 누르세요",
                ],
            ),
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, _: &Task<'_>) -> Option<ProcedureStep> {
        None
    }

    fn ghosts(&self, _: &Task<'_>, _: &CanvasCx<'_>) -> Vec<Path> {
        Vec::new()
    }

    fn calls(&self, task: &Task<'_>, _: &mut FreeNames<'_>) -> Result<Vec<EntityCall>, Refusal> {
        let [first, _, ..] = task.targets else {
            return Err(Refusal::from([
                "A join needs at least two items. Select another one.",
                "결합하려면 항목이 둘 이상 있어야 해요. 하나 더 선택하세요.",
            ]));
        };
        let names: Vec<&str> = task.targets.iter().map(Name::as_str).collect();
        let rest = json!({ "entities": names, "result": first.as_str() });
        Ok(vec![
            EntityCall::new("join", "", first, rest).creating(first.clone()),
        ])
    }
}
