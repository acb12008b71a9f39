//! Measure tool: distances between points, the length of a chain of points, measures of items, and the angle of two
//! edges.
//!
//! Invariant: the tool never changes the drawing, and a finished measurement stays until another one begins.

use super::canvas_tool::{CanvasCx, Effect, Text};
use super::keys::Chord;
use super::measuring::{Edge, Quantity, between, chain, edges, item};
use super::steps::call::FreeNames;
use super::steps::procedure::{Entry, Finished, Procedure, ProcedureKind, ProcedureStep, Subject, Task};
use super::steps::refusal::Refusal;
use super::steps::value::{StepValue, points};
use trammel_kernel::{Path, Point};
use trammel_scene::{Name, Scene};

/// Maximum number of points of a chain.
const MAX_POINTS: usize = 1_000;

/// The measurement of points or items.
#[derive(Debug)]
pub struct Measure;

impl Procedure for Measure {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "measure",
            keys: &[Chord("m")],
            icon: "M3 15L15 3l6 6L9 21zM6 12l2 2M9 9l3 3M12 6l2 2",
            label: ["Measure", "측정"],
            subject: Subject::Measured,
            stays: true,
            kept_values: MAX_POINTS,
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        Some(ProcedureStep::new(Entry::Measured, prompt(task)))
    }

    fn is_complete(&self, task: &Task<'_>, _: &Scene) -> bool {
        match Measured::of(task.values) {
            Measured::Chain(points, closed) => closed || points.len() == MAX_POINTS,
            Measured::Nothing | Measured::Item(..) | Measured::Edges(..) => true,
        }
    }

    fn may_end(&self, task: &Task<'_>) -> bool {
        task.values.len() > 1 && !task.is_done
    }

    fn add(&self, task: &Task<'_>, value: StepValue, scene: &Scene) -> Result<Vec<StepValue>, Refusal> {
        if let StepValue::Item(picked) = &value {
            match (Measured::of(task.values), picked.edge) {
                (Measured::Item(_, Some(before)), Some(edge)) if before != edge => {
                    return Ok(task.values.iter().cloned().chain([value]).collect());
                }
                _ if item(scene, &picked.name).is_empty() => return Err(no_measures(&picked.name)),
                _ => {}
            }
        }
        let continues = !task.is_done && matches!(Measured::of(task.values), Measured::Chain(..));
        let before = task.values.iter().filter(|_| continues);
        Ok(before.cloned().chain([value]).collect())
    }

    fn quantities(&self, task: &Task<'_>, cx: &CanvasCx<'_>, pointer: Option<Point>) -> Vec<Quantity> {
        match Measured::of(task.values) {
            Measured::Nothing => Vec::new(),
            Measured::Chain(points, closed) => match (&points[..], pointer) {
                ([from], Some(to)) if to != *from => between(cx.scene, *from, to),
                ([from, to], _) => between(cx.scene, *from, *to),
                ([] | [_], _) => Vec::new(),
                _ => chain(cx.scene, &points, closed),
            },
            Measured::Item(name, _) => item(cx.scene, name),
            Measured::Edges(a, b) => edges(cx.scene, a, b),
        }
    }

    fn anchor(&self, task: &Task<'_>, scene: &Scene) -> Option<Point> {
        match Measured::of(task.values) {
            Measured::Nothing => None,
            Measured::Chain(points, _) => points.last().copied().filter(|_| points.len() > 1),
            Measured::Item(name, _) => scene.world_bounds(name).map(|bounds| bounds.center()),
            Measured::Edges(_, (a, b)) => Some(a.midpoint(b)),
        }
    }

    fn ghosts(&self, task: &Task<'_>, cx: &CanvasCx<'_>) -> Vec<Path> {
        match Measured::of(task.values) {
            Measured::Nothing => Vec::new(),
            Measured::Chain(points, closed) => vec![Path::from_points(&points, closed)],
            Measured::Item(name, _) => cx.scene.world_paths(name),
            Measured::Edges(one, two) => [one, two]
                .map(|(a, b)| Path::from_points(&[a, b], false))
                .to_vec(),
        }
    }

    fn finish(&self, _: &Task<'_>, _: &mut FreeNames<'_>) -> Result<Finished, Refusal> {
        Ok((Effect::Handled, Vec::new()))
    }
}

/// Points or items that are measured.
enum Measured<'a> {
    Nothing,
    /// A chain of points, and whether it is closed.
    Chain(Vec<Point>, bool),
    /// An item, with its straight edge under the pointer.
    Item(&'a Name, Option<Edge>),
    /// Two straight edges.
    Edges(Edge, Edge),
}

impl<'a> Measured<'a> {
    fn of(values: &'a [StepValue]) -> Self {
        match values {
            [] => Self::Nothing,
            [StepValue::Item(item)] => Self::Item(&item.name, item.edge),
            [StepValue::Item(one), StepValue::Item(two)] => match (one.edge, two.edge) {
                (Some(one), Some(two)) => Self::Edges(one, two),
                _ => Self::Nothing,
            },
            _ => {
                let mut points = points(values);
                // The first point closes the chain.
                let closed = points.len() >= 4 && points.first() == points.last();
                points.truncate(points.len() - usize::from(closed));
                Self::Chain(points, closed)
            }
        }
    }
}

/// Returns the instruction for the next click.
fn prompt(task: &Task<'_>) -> Text {
    match Measured::of(task.values) {
        Measured::Chain(points, _) if !task.is_done => match points.len() {
            1 => ["Specify the second point", "두 번째 점을 지정하세요"],
            _ => [
                "Specify the next point, or press Enter to finish",
                "다음 점을 지정하거나 Enter로 마치세요",
            ],
        },
        Measured::Item(_, Some(_)) => [
            "Click another straight edge for the angle",
            "각도를 재려면 다른 직선 변을 클릭하세요",
        ],
        _ => [
            "Specify a point, or click an item",
            "점을 지정하거나 항목을 클릭하세요",
        ],
    }
}

/// Returns the refusal of an item that has nothing to measure.
fn no_measures(name: &Name) -> Refusal {
    Refusal::from([
        format!("\"{name}\" has no length and no area. Click another item, or specify a point."),
        format!("\"{name}\"에는 길이와 넓이가 없어요. 다른 항목을 클릭하거나 점을 지정하세요."),
    ])
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests;
