//! Break of an outline at a point, or at two points of a closed outline.

use crate::canvas_tool::CanvasCx;
use crate::expression::TypedError;
use crate::keys::Chord;
use crate::steps::call::{EntityCall, FreeNames};
use crate::steps::procedure::{Entry, Pick, Procedure, ProcedureKind, ProcedureStep, Subject, Task};
use crate::steps::refusal::Refusal;
use serde_json::json;
use trammel_kernel::{Path, Point, norm};
use trammel_scene::Scene;

/// Length of the mark at a break point, in pixels.
const MARK_PX: f64 = 16.0;

/// A break.
#[derive(Debug)]
pub struct BreakAt;

impl Procedure for BreakAt {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "break",
            keys: &[Chord("Shift+b")],
            icon: "M3 17 9.5 13M14.5 10 21 6M9 8l2.5 3M12.5 13l2.5 3",
            label: ["Break", "끊기"],
            subject: Subject::Picked(Pick::One, ["Select the item to break", "끊을 항목을 선택하세요"]),
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        task.next(&[
            ProcedureStep::new(Entry::Point, ["Specify the break point", "끊을 점을 지정하세요"]),
            ProcedureStep::new(
                Entry::Point,
                [
                    "Specify the second break point, or press Enter to open the outline",
                    "둘째 끊을 점을 지정하거나 Enter를 눌러 윤곽선을 여세요",
                ],
            ),
        ])
    }

    fn is_complete(&self, task: &Task<'_>, scene: &Scene) -> bool {
        let is_closed = task.outlines(scene).first().is_some_and(|path| path.closed);
        task.values.len() == if is_closed { 2 } else { 1 }
    }

    fn may_end(&self, task: &Task<'_>) -> bool {
        !task.values.is_empty()
    }

    fn origin(&self, _: &Task<'_>, _: &Scene) -> Option<Point> {
        None
    }

    fn adjust_position(&self, task: &Task<'_>, scene: &Scene, at: Point) -> Point {
        let near = task.outlines(scene).first().and_then(|path| path.nearest(at));
        near.map_or(at, |near| near.point)
    }

    fn ghosts(&self, task: &Task<'_>, cx: &CanvasCx<'_>) -> Vec<Path> {
        let outlines = task.outlines(cx.scene);
        let half = cx.units(MARK_PX / 2.0);
        let mark = |at: Point| {
            let path = outlines.first()?;
            let near = path.nearest(at)?;
            let along = path.segs.get(near.seg)?.direction_at(near.u)?;
            let across = trammel_kernel::Vec2::new(-along.y, along.x) * half;
            Some(Path::from_points(
                &[near.point - across, near.point + across],
                false,
            ))
        };
        (0..task.values.len())
            .filter_map(|at| mark(task.point(at)?))
            .collect()
    }

    fn calls(&self, task: &Task<'_>, _: &mut FreeNames<'_>) -> Result<Vec<EntityCall>, Refusal> {
        let [name] = task.targets else {
            return Err(TypedError::Incomplete.into());
        };
        let points: Vec<Point> = (0..task.values.len()).filter_map(|at| task.point(at)).collect();
        if let [first, second] = points[..]
            && norm(second - first) == 0.0
        {
            return Err(TypedError::Coincident.into());
        }
        let points: Vec<f64> = points.iter().flat_map(|point| [point.x, point.y]).collect();
        Ok(vec![EntityCall::new(
            "split_at",
            "entity",
            name,
            json!({ "points": points }),
        )])
    }
}
