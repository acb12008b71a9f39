//! Break of an outline at a point, or at two points of a closed outline.

use super::operation::{Entry, Operation, OperationKind, Pick, Refusal, Step, Task};
use super::statement::{Call, FreeNames};
use crate::expression::TypedError;
use crate::keys::Chord;
use serde_json::json;
use trammel_kernel::{Path, Point, norm};

/// Length of the mark at a break point, in pixels.
const MARK_PX: f64 = 16.0;

/// A break.
#[derive(Debug, Default)]
pub struct BreakAt;

impl Operation for BreakAt {
    fn kind(&self) -> OperationKind {
        OperationKind {
            id: "break",
            keys: &[Chord("Shift+b")],
            icon: "M3 17 9.5 13M14.5 10 21 6M9 8l2.5 3M12.5 13l2.5 3",
            label: ["Break", "끊기"],
            pick: Pick::One,
            prompt: ["Select the item to break", "끊을 항목을 선택하세요"],
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<Step> {
        let prompt = match (task.values.len(), is_closed(task)) {
            (0, _) => ["Specify the break point", "끊을 점을 지정하세요"],
            (1, true) => [
                "Specify the second break point, or press Enter to open the outline",
                "둘째 끊을 점을 지정하거나 Enter를 눌러 윤곽선을 여세요",
            ],
            _ => return None,
        };
        Some(Step {
            prompt,
            entry: Entry::Point,
        })
    }

    fn may_end(&self, task: &Task<'_>) -> bool {
        !task.values.is_empty()
    }

    fn origin(&self, _: &Task<'_>) -> Option<Point> {
        None
    }

    fn placed(&self, task: &Task<'_>, at: Point) -> Point {
        let near = task.outlines().first().and_then(|path| path.nearest(at));
        near.map_or(at, |near| near.point)
    }

    fn ghosts(&self, task: &Task<'_>) -> Vec<Path> {
        let outlines = task.outlines();
        let half = task.cx.units(MARK_PX / 2.0);
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

    fn calls(&self, task: &Task<'_>, _: &mut FreeNames<'_>) -> Result<Vec<Call>, Refusal> {
        let [name] = task.targets else {
            return Err(TypedError::Incomplete.reason());
        };
        let points: Vec<Point> = (0..task.values.len()).filter_map(|at| task.point(at)).collect();
        if let [first, second] = points[..]
            && norm(second - first) == 0.0
        {
            return Err(TypedError::Coincident.reason());
        }
        let points: Vec<f64> = points.iter().flat_map(|point| [point.x, point.y]).collect();
        Ok(vec![Call::new(
            "split_at",
            "entity",
            name,
            json!({ "points": points }),
        )])
    }
}

fn is_closed(task: &Task<'_>) -> bool {
    task.outlines().first().is_some_and(|path| path.closed)
}
