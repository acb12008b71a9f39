//! Offset of an outline: the pointer gives the side, and the distance unless it is typed.

use crate::canvas_tool::CanvasCx;
use crate::expression::TypedError;
use crate::keys::Chord;
use crate::precision::{round, round_computed};
use crate::steps::call::{EntityCall, FreeNames};
use crate::steps::procedure::{
    Entry, Field, FieldUnit, Given, Pick, Procedure, ProcedureKind, ProcedureStep, Subject, Task,
};
use crate::steps::refusal::Refusal;
use crate::steps::value::StepValue;
use serde_json::json;
use trammel_kernel::offset::{Join, Side, offset_open, offset_region};
use trammel_kernel::{Path, Point, Vec2, contains, norm};

const DISTANCE: &[Field] = &[Field::new(FieldUnit::Length, ["Distance", "거리"])];

/// An offset. Its number is the distance, negative to the left of an open outline and inside a closed one.
#[derive(Debug)]
pub struct Offset;

impl Procedure for Offset {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "offset",
            keys: &[Chord("Shift+o")],
            icon: "M4 20V9a5 5 0 0 1 5-5h11M9 20v-9a2 2 0 0 1 2-2h9",
            label: ["Offset", "간격 띄우기"],
            subject: Subject::Picked(
                Pick::One,
                ["Select the item to offset", "간격을 띄울 항목을 선택하세요"],
            ),
            // Near its own outline, the pointer would always be at distance zero.
            avoids_targets: true,
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        task.next(&[ProcedureStep::new(
            Entry::Fields(DISTANCE),
            ["Specify the distance and the side", "거리와 방향을 지정하세요"],
        )])
    }

    fn resolve(&self, task: &Task<'_>, given: &Given, cx: &CanvasCx<'_>) -> Result<StepValue, Refusal> {
        let typed = given.number(0);
        let paths = task.outlines(cx.scene);
        let pointed = given.at.and_then(|at| signed_distance(&paths, at));
        let Some(signed) = pointed else {
            // Without a pointer, a negative distance is the other side.
            return typed
                .map(|typed| StepValue::Numbers(vec![typed]))
                .ok_or(TypedError::Missing(DISTANCE[0].label).into());
        };
        let size = match typed {
            Some(typed) => typed,
            None if given.exact => round_computed(signed.abs()),
            None => round(signed.abs(), cx.units(1.0)),
        };
        Ok(StepValue::Numbers(vec![size * signed.signum()]))
    }

    fn ghosts(&self, task: &Task<'_>, cx: &CanvasCx<'_>) -> Vec<Path> {
        let paths = task.outlines(cx.scene);
        let Some([distance]) = task.numbers().filter(|numbers| numbers[0] != 0.0) else {
            return Vec::new();
        };
        let found = match paths.as_slice() {
            [path] if !path.closed => offset_open(path, distance.abs(), side(*distance), Join::Miter),
            _ if paths.iter().all(|path| path.closed) => offset_region(&paths, *distance, Join::Miter),
            _ => return Vec::new(),
        };
        found.unwrap_or_default()
    }

    fn calls(&self, task: &Task<'_>, names: &mut FreeNames<'_>) -> Result<Vec<EntityCall>, Refusal> {
        let ([name], Some([distance])) = (task.targets, task.numbers()) else {
            return Err(TypedError::Incomplete.into());
        };
        if *distance == 0.0 {
            return Err(Refusal::from([
                "The distance is zero. Type a distance or point beside the outline.",
                "거리가 0이에요. 거리를 입력하거나 윤곽선 옆을 가리키세요.",
            ]));
        }
        let paths = task.outlines(names.cx.scene);
        let is_open = matches!(paths.as_slice(), [path] if !path.closed);
        let side = match (is_open, *distance > 0.0) {
            (true, true) => "right",
            (true, false) => "left",
            (false, true) => "outside",
            (false, false) => "inside",
        };
        let result = names
            .free_name(&format!("{name}_offset"))
            .ok_or(TypedError::Incomplete)?;
        let (entities, result_name) = ([name.as_str()], result.as_str());
        let rest =
            json!({ "entities": entities, "distance": distance.abs(), "result": result_name, "side": side });
        Ok(vec![EntityCall::new("offset", "", name, rest).creating(result)])
    }
}

fn side(distance: f64) -> Side {
    if distance > 0.0 { Side::Right } else { Side::Left }
}

/// Returns the distance of a point from the outlines, negative to the left of an open outline and inside closed ones;
/// `None` on the outline.
fn signed_distance(paths: &[Path], at: Point) -> Option<f64> {
    let nearest = paths.iter().filter_map(|path| Some((path, path.nearest(at)?)));
    let (path, near) = nearest.min_by(|(_, a), (_, b)| a.distance.total_cmp(&b.distance))?;
    if near.distance <= 0.0 {
        return None;
    }
    if path.closed {
        let sign = if contains(paths, at) { -1.0 } else { 1.0 };
        return Some(sign * near.distance);
    }
    // At a corner, the mean direction of both segments decides.
    let along = |seg: usize, u: f64| path.segs.get(seg).and_then(|seg| seg.direction_at(u));
    let mut direction = along(near.seg, near.u).unwrap_or(Vec2::new(1.0, 0.0));
    let neighbor = if near.u >= 1.0 - 1e-9 {
        along(near.seg + 1, 0.0)
    } else if near.u <= 1e-9 {
        near.seg.checked_sub(1).and_then(|before| along(before, 1.0))
    } else {
        None
    };
    if let Some(other) = neighbor.filter(|other| norm(direction + *other) > 1e-9) {
        direction += other;
    }
    let is_left = direction.cross(at - near.point) > 0.0;
    Some(if is_left { -near.distance } else { near.distance })
}
