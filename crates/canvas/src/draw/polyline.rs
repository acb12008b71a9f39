//! Polyline: a chain of lines and of arcs that continue without a kink, as one entity.

use super::circular::Bend;
use super::line::{chain_step, straight_call};
use crate::canvas_tool::CanvasCx;
use crate::canvas_tool::Text;
use crate::expression::TypedError;
use crate::keys::Chord;
use crate::precision::round_computed;
use crate::steps::procedure::{DrawCall, Procedure, ProcedureKind, ProcedureStep, Subject, Task};
use crate::steps::value::{StepValue, points};
use serde_json::json;
use trammel_kernel::{Path, Point, Vec2};

/// A chain of lines and arcs.
#[derive(Debug)]
pub struct Polyline;

/// Number of the choice that draws an arc.
const ARC: usize = 1;

impl Procedure for Polyline {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "polyline",
            subject: Subject::New("polyline"),
            keys: &[Chord("Shift+l")],
            icon: "M3 19h9a6 6 0 0 0 0-12H7M2 19a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M4.5 7a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0",
            label: ["Polyline", "폴리선"],
            is_chain: true,
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        let start = ["Specify the start point", "시작점을 지정하세요"];
        (!is_closed(task.values)).then(|| chain_step(task.values.len(), start))
    }

    fn choices(&self, task: &Task<'_>) -> &'static [(&'static str, Text)] {
        if task.values.is_empty() {
            return &[];
        }
        &[("l", ["Line", "선"]), ("a", ["Arc", "호"])]
    }

    fn ghosts(&self, task: &Task<'_>, _: &CanvasCx<'_>) -> Vec<Path> {
        let pieces = pieces(task.values).into_iter();
        pieces
            .map(|(from, to, bend)| match bend {
                Some(bend) => bend.path(from, to),
                None => Path::from_points(&[from, to], false),
            })
            .collect()
    }

    fn draw_call(&self, values: &[StepValue]) -> Result<DrawCall, TypedError> {
        let (pieces, closed) = (pieces(values), is_closed(values));
        if pieces.iter().all(|(.., bend)| bend.is_none()) {
            return Ok(straight_call(points(values), closed));
        }
        Ok(("draw_bezier", json!({ "path": path_data(&pieces, closed) })))
    }
}

/// A piece of the chain: its ends, and the arc unless the piece is straight.
type Piece = (Point, Point, Option<Bend>);

fn pieces(values: &[StepValue]) -> Vec<Piece> {
    let mut direction = Vec2::new(1.0, 0.0);
    let mut pieces = Vec::new();
    for pair in values.windows(2) {
        let (Some(from), Some(to)) = (pair[0].position(), pair[1].position()) else {
            continue;
        };
        let is_arc = matches!(pair[1], StepValue::Via(_, ARC));
        let bend = Bend::new(from, direction, to).filter(|_| is_arc);
        let way = to - from;
        direction = bend.map_or_else(|| way / trammel_kernel::norm(way), |bend| bend.direction);
        pieces.push((from, to, bend));
    }
    pieces
}

/// Returns SVG path data with exact arcs; the letter Z is a straight piece that closes the chain.
fn path_data(pieces: &[Piece], closed: bool) -> String {
    let pair = |x: f64, y: f64| format!("{},{}", round_computed(x), round_computed(y));
    let commands = pieces.iter().enumerate().filter_map(|(at, (_, to, bend))| {
        let end = pair(to.x, to.y);
        match bend {
            Some(bend) => {
                let radii = pair(bend.radius, bend.radius);
                let (large, sweep) = (u8::from(bend.large), u8::from(bend.ccw));
                Some(format!(" A{radii} 0 {large} {sweep} {end}"))
            }
            None => (!closed || at + 1 < pieces.len()).then(|| format!(" L{end}")),
        }
    });
    let commands: String = commands.collect();
    let start = pieces
        .first()
        .map(|(from, ..)| pair(from.x, from.y))
        .unwrap_or_default();
    let close = if closed { " Z" } else { "" };
    format!("M{start}{commands}{close}")
}

/// Whether a chain ends at its start and encloses an area.
fn is_closed(values: &[StepValue]) -> bool {
    let positions = points(values);
    let has_arc = values.iter().any(|value| matches!(value, StepValue::Via(..)));
    let least = if has_arc { 3 } else { 4 };
    positions.len() >= least && positions.first() == positions.last()
}
