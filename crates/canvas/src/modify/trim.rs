//! Trim of the piece of an outline between its crossings with other entities.

use super::outline::{others, picked_piece, single_outline, tolerance};
use crate::canvas_tool::CanvasCx;
use crate::keys::Chord;
use crate::steps::call::{EntityCall, FreeNames};
use crate::steps::procedure::{Entry, Procedure, ProcedureKind, ProcedureStep, Task};
use crate::steps::refusal::{Refusal, nothing_here};
use serde_json::json;
use trammel_kernel::modify::{self, place_of};
use trammel_kernel::{Path, Point, intersect, norm};
use trammel_scene::{Name, Scene};

/// A trim.
#[derive(Debug)]
pub struct Trim;

impl Procedure for Trim {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "trim",
            keys: &[Chord("k")],
            icon: "M6 3.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M6 15.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M8 7.5 20 18M8 16.5 20 6",
            label: ["Trim", "자르기"],
            stays: true,
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        task.next(&[ProcedureStep::new(
            Entry::Piece,
            ["Click the piece to remove", "없앨 조각을 클릭하세요"],
        )])
    }

    fn ghosts(&self, task: &Task<'_>, cx: &CanvasCx<'_>) -> Vec<Path> {
        change(task, cx.scene).map_or_else(|_| Vec::new(), |(piece, _)| vec![piece])
    }

    fn calls(&self, task: &Task<'_>, names: &mut FreeNames<'_>) -> Result<Vec<EntityCall>, Refusal> {
        change(task, names.cx.scene).map(|(_, call)| vec![call])
    }
}

/// Returns the removed piece and the call.
fn change(task: &Task<'_>, scene: &Scene) -> Result<(Path, EntityCall), Refusal> {
    let (name, at) = picked_piece(task.values).ok_or_else(nothing_here)?;
    let name = &name;
    let path = single_outline(scene, name)?;
    let near = path.nearest(at).ok_or_else(no_cut)?;
    let cuts = cuts(scene, name, &path);
    let place = place_of(&near);
    let mut before = cuts.iter().rfind(|cut| cut.0 <= place);
    let mut after = cuts.iter().find(|cut| cut.0 > place);
    if path.closed {
        if cuts.len() < 2 {
            return Err(if cuts.is_empty() { no_cut() } else { one_cut() });
        }
        before = before.or(cuts.last());
        after = after.or(cuts.first());
    } else if before.is_none() && after.is_none() {
        return Err(no_cut());
    }
    let mut cutters: Vec<&str> = before
        .into_iter()
        .chain(after)
        .map(|cut| cut.1.as_str())
        .collect();
    cutters.dedup();
    let ends = (0.0, path.segs.len() as f64);
    let removed = path.part(
        before.map_or(ends.0, |cut| cut.0),
        after.map_or(ends.1, |cut| cut.0),
    );
    let rest = json!({ "entities": cutters, "point": [at.x, at.y] });
    Ok((removed, EntityCall::new("trim", "entity", name, rest)))
}

/// Returns the crossings of a path with other entities, sorted by their place on the path, without its ends.
fn cuts(scene: &Scene, name: &Name, path: &Path) -> Vec<(f64, Name)> {
    let tol = tolerance(path);
    let ends: Vec<Point> = if path.closed {
        Vec::new()
    } else {
        path.start().into_iter().chain(path.end()).collect()
    };
    let mut cuts: Vec<(f64, Name)> = Vec::new();
    for (other, outlines) in others(scene, name, path.bounds().as_ref()) {
        for outline in &outlines {
            for hit in intersect::path_path(path, outline, tol) {
                if ends.iter().all(|end| norm(*end - hit.point) > tol.merge) {
                    cuts.push((hit.t_a, other.clone()));
                }
            }
        }
    }
    trammel_base::sort::by(&mut cuts, |a, b| a.0.total_cmp(&b.0));
    // Crossings at the same place, such as a common corner of two cutters, count once.
    let mut kept: Vec<(f64, Name)> = Vec::new();
    for cut in cuts {
        let is_apart = |last: &(f64, Name)| {
            modify::cut_path(path, &[last.0, cut.0], tol).len() > modify::cut_path(path, &[last.0], tol).len()
        };
        if kept.last().is_none_or(is_apart) {
            kept.push(cut);
        }
    }
    kept
}

fn no_cut() -> Refusal {
    Refusal::from([
        "Nothing crosses this outline, so there is no piece to remove. Delete the whole item instead.",
        "이 윤곽선과 만나는 항목이 없어서 없앨 조각이 없어요. 항목 전체를 삭제하세요.",
    ])
}

fn one_cut() -> Refusal {
    Refusal::from([
        "A closed outline needs two crossings, but there is one. Draw another line across it.",
        "닫힌 윤곽선에는 만나는 점이 둘 있어야 하는데 하나뿐이에요. 가로지르는 선을 하나 더 그리세요.",
    ])
}
