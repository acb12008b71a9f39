//! Polyline: a chain of lines and of arcs that continue without a kink, as one entity.

use super::circular::Bend;
use super::figure::{Entry, Figure, FigureCall, FigureKind, Step};
use super::precision::without_dust;
use super::value::{Value, points};
use crate::canvas_tool::Text;
use crate::expression::TypedError;
use crate::keys::Chord;
use serde_json::json;
use trammel_kernel::{Path, Point, Vec2};

/// A chain of lines and arcs.
#[derive(Debug)]
pub struct Polyline;

/// Number of the choice that draws an arc.
const ARC: usize = 1;

impl Figure for Polyline {
    const KIND: FigureKind = FigureKind {
        id: "polyline",
        prefix: "polyline",
        keys: &[Chord("Shift+l")],
        icon: "M3 19h9a6 6 0 0 0 0-12H7M2 19a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M4.5 7a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0",
        label: ["Polyline", "폴리선"],
    };

    fn step(values: &[Value]) -> Step {
        Step::new(
            Entry::Point,
            match values.len() {
                0 => ["Specify the start point", "시작점을 지정하세요"],
                1 => ["Specify the next point", "다음 점을 지정하세요"],
                _ => [
                    "Specify the next point, or press Enter to finish",
                    "다음 점을 지정하거나 Enter로 마치세요",
                ],
            },
        )
    }

    fn choices(values: &[Value]) -> &'static [(&'static str, Text)] {
        if values.is_empty() {
            return &[];
        }
        &[("l", ["Line", "선"]), ("a", ["Arc", "호"])]
    }

    fn is_complete(values: &[Value]) -> bool {
        is_closed(values)
    }

    fn may_end(values: &[Value]) -> bool {
        values.len() >= 2
    }

    fn outlines(values: &[Value]) -> Vec<Path> {
        let pieces = pieces(values).into_iter();
        pieces
            .map(|(from, to, bend)| match bend {
                Some(bend) => bend.path(from, to),
                None => Path::from_points(&[from, to], false),
            })
            .collect()
    }

    fn call(values: &[Value]) -> Result<FigureCall, TypedError> {
        let pieces = pieces(values);
        let closed = is_closed(values);
        if pieces.iter().all(|(.., bend)| bend.is_none()) {
            let mut points = points(values);
            if closed {
                points.pop();
            }
            let flat: Vec<f64> = points.iter().flat_map(|point| [point.x, point.y]).collect();
            let mut input = json!({ "points": flat });
            if closed {
                input["closed"] = json!(true);
            }
            return Ok(FigureCall {
                tool: "draw_line",
                input,
            });
        }
        Ok(FigureCall {
            tool: "draw_bezier",
            input: json!({ "path": path_data(&pieces, closed) }),
        })
    }
}

/// A piece of the chain: its ends, and the arc unless the piece is straight.
type Piece = (Point, Point, Option<Bend>);

fn pieces(values: &[Value]) -> Vec<Piece> {
    let mut direction = Vec2::new(1.0, 0.0);
    let mut pieces = Vec::new();
    for pair in values.windows(2) {
        let (Some(from), Some(to)) = (pair[0].position(), pair[1].position()) else {
            continue;
        };
        let is_arc = matches!(pair[1], Value::Via(_, ARC));
        let bend = Bend::new(from, direction, to).filter(|_| is_arc);
        let way = to - from;
        direction = bend.map_or_else(|| way / trammel_kernel::norm(way), |bend| bend.direction);
        pieces.push((from, to, bend));
    }
    pieces
}

/// Returns SVG path data with exact arcs; the letter Z is a straight piece that closes the chain.
fn path_data(pieces: &[Piece], closed: bool) -> String {
    let pair = |x: f64, y: f64| format!("{},{}", without_dust(x), without_dust(y));
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
fn is_closed(values: &[Value]) -> bool {
    let positions = points(values);
    let has_arc = values.iter().any(|value| matches!(value, Value::Via(..)));
    let least = if has_arc { 3 } else { 4 };
    positions.len() >= least && positions.first() == positions.last()
}
