//! Extension of the clicked end of an open outline to the nearest entity ahead.

use super::outline::{others, picked_piece, single_outline, tolerance};
use crate::canvas_tool::CanvasCx;
use crate::keys::Chord;
use crate::steps::call::{EntityCall, FreeNames};
use crate::steps::procedure::{Entry, Procedure, ProcedureKind, ProcedureStep, Task};
use crate::steps::refusal::{Refusal, nothing_here};
use serde_json::json;
use trammel_kernel::modify::{End, extend_to, place_of};
use trammel_kernel::{Path, Seg};
use trammel_scene::{Name, Scene};

/// An extension.
#[derive(Debug)]
pub struct Extend;

impl Procedure for Extend {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "extend",
            keys: &[Chord("Shift+k")],
            icon: "M20 4v16M3 12h6M10.5 12h2M14 12h2M13.5 9.5 16 12l-2.5 2.5",
            label: ["Extend", "연장"],
            stays: true,
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        task.next(&[ProcedureStep::new(
            Entry::Piece,
            ["Click near the end to extend", "연장할 끝의 가까이를 클릭하세요"],
        )])
    }

    fn ghosts(&self, task: &Task<'_>, cx: &CanvasCx<'_>) -> Vec<Path> {
        change(task, cx.scene).map_or_else(|_| Vec::new(), |(piece, _)| vec![piece])
    }

    fn calls(&self, task: &Task<'_>, names: &mut FreeNames<'_>) -> Result<Vec<EntityCall>, Refusal> {
        change(task, names.cx.scene).map(|(_, call)| vec![call])
    }
}

/// Returns the added piece and the call.
fn change(task: &Task<'_>, scene: &Scene) -> Result<(Path, EntityCall), Refusal> {
    let (name, at) = picked_piece(task.values).ok_or_else(nothing_here)?;
    let name = &name;
    let path = single_outline(scene, name)?;
    if path.closed {
        return Err(Refusal::from([
            "A closed outline has no ends. Click an open line or arc.",
            "닫힌 윤곽선에는 끝이 없어요. 열린 선이나 호를 클릭하세요.",
        ]));
    }
    let near = path.nearest(at).ok_or_else(nothing_ahead)?;
    let is_end = near.s * 2.0 >= path.length() && place_of(&near) > 0.0;
    let end = if is_end { End::End } else { End::Start };
    let tol = tolerance(&path);
    let mut nearest: Option<(f64, Path, Name)> = None;
    for (other, outlines) in others(scene, name, None) {
        let Ok((longer, _)) = extend_to(&path, &outlines, Some(end), tol) else {
            continue;
        };
        let length = longer.length();
        if nearest.as_ref().is_none_or(|(least, ..)| length < *least) {
            nearest = Some((length, longer, other));
        }
    }
    let (_, longer, boundary) = nearest.ok_or_else(nothing_ahead)?;
    let side = if is_end { "end" } else { "start" };
    let rest = json!({ "target": boundary.as_str(), "end": side });
    Ok((
        added_piece(&path, &longer, is_end),
        EntityCall::new("extend_to", "entity", name, rest),
    ))
}

/// Returns the added piece: a line between the old and the new end, or else the whole longer outline.
fn added_piece(path: &Path, longer: &Path, at_end: bool) -> Path {
    let ends = if at_end {
        (path.end().zip(longer.end()), longer.segs.last())
    } else {
        (longer.start().zip(path.start()), longer.segs.first())
    };
    match ends {
        (Some((from, to)), Some(Seg::Line { .. })) => Path::from_points(&[from, to], false),
        _ => longer.clone(),
    }
}

fn nothing_ahead() -> Refusal {
    Refusal::from([
        "There is no item ahead of this end. Click the other end, or draw a boundary.",
        "이 끝의 앞에 항목이 없어요. 다른 끝을 클릭하거나 경계를 그리세요.",
    ])
}
