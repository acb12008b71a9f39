//! Fillet of the corner of two edges.

use super::corner::{self, Cutter};
use crate::canvas_tool::CanvasCx;
use crate::keys::Chord;
use crate::steps::call::{EntityCall, FreeNames};
use crate::steps::procedure::{Field, FieldUnit, Given, Procedure, ProcedureKind, ProcedureStep, Task};
use crate::steps::refusal::Refusal;
use crate::steps::value::StepValue;
use trammel_kernel::Path;
use trammel_kernel::corner::{fillet, fillet_corners};

const SIZES: &[Field] = &[Field::new(FieldUnit::Length, ["Radius", "반지름"])];

const CUTTER: Cutter = Cutter {
    between: |a, b, [radius, _], tol| fillet(a, b, radius, [None; 2], tol),
    within: |path, at, [radius, _], tol| fillet_corners(path, &[(at, radius)], tol),
};

/// A fillet.
#[derive(Debug)]
pub struct Fillet;

impl Procedure for Fillet {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "fillet",
            keys: &[Chord("f")],
            icon: "M4 20v-6A10 10 0 0 1 14 4h6M4 9V4h5",
            label: ["Fillet", "모깎기"],
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
        corner::calls(task, "fillet", &["radius"])
    }
}
