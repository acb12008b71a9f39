//! Chamfer of the corner of two edges.

use super::corner::{self, Cutter};
use crate::canvas_tool::CanvasCx;
use crate::keys::Chord;
use crate::steps::call::{EntityCall, FreeNames};
use crate::steps::procedure::{Field, FieldUnit, Given, Procedure, ProcedureKind, ProcedureStep, Task};
use crate::steps::refusal::Refusal;
use crate::steps::value::StepValue;
use trammel_kernel::Path;
use trammel_kernel::corner::{chamfer, chamfer_corners};

const SIZES: &[Field] = &[
    Field::new(FieldUnit::Length, ["Distance", "거리"]),
    Field::new(FieldUnit::Length, ["Second distance", "둘째 거리"]),
];

const CUTTER: Cutter = Cutter {
    between: |a, b, distances, tol| chamfer(a, b, distances, [None; 2], tol),
    within: |path, at, distances, tol| chamfer_corners(path, &[(at, distances)], tol),
};

/// A chamfer.
#[derive(Debug)]
pub struct Chamfer;

impl Procedure for Chamfer {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "chamfer",
            keys: &[Chord("Shift+f")],
            icon: "M4 20v-8l8-8h8M4 8V4h4",
            label: ["Chamfer", "모따기"],
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        corner::next_edge(task, SIZES)
    }

    fn resolve(&self, task: &Task<'_>, given: &Given, _: &CanvasCx<'_>) -> Result<StepValue, Refusal> {
        corner::resolve_sizes(task, given)
    }

    fn ghosts(&self, task: &Task<'_>, cx: &CanvasCx<'_>) -> Vec<Path> {
        corner::ghosts(task, cx.scene, &CUTTER)
    }

    fn calls(&self, task: &Task<'_>, _: &mut FreeNames<'_>) -> Result<Vec<EntityCall>, Refusal> {
        corner::calls(task, "chamfer", &["distance", "distance2"])
    }
}
