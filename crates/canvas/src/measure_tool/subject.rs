//! Subject of a measurement: a chain of points, an item, or two straight edges.

use crate::canvas_tool::Text;
use crate::measuring::{Edge, Quantity, between, chain, edges, item};
use trammel_kernel::{Path, Point};
use trammel_scene::{Name, Scene};

/// Points or items that are measured.
#[derive(Debug, Default)]
pub(super) enum Subject {
    #[default]
    Nothing,
    /// A chain of points.
    Chain {
        points: Vec<Point>,
        closed: bool,
        /// Whether the next click starts another measurement.
        done: bool,
    },
    /// An item, with its straight edge under the pointer.
    Item { name: Name, edge: Option<Edge> },
    /// Two straight edges.
    Edges(Edge, Edge),
}

impl Subject {
    /// Returns the instruction for the next click.
    pub(super) fn prompt(&self) -> Text {
        match self {
            Subject::Chain {
                points, done: false, ..
            } if points.len() == 1 => ["Specify the second point", "두 번째 점을 지정하세요"],
            Subject::Chain { done: false, .. } => [
                "Specify the next point, or press Enter to finish",
                "다음 점을 지정하거나 Enter로 마치세요",
            ],
            Subject::Item { edge: Some(_), .. } => [
                "Click another straight edge for the angle",
                "각도를 재려면 다른 직선 변을 클릭하세요",
            ],
            Subject::Nothing | Subject::Chain { .. } | Subject::Item { .. } | Subject::Edges(..) => [
                "Specify a point, or click an item",
                "점을 지정하거나 항목을 클릭하세요",
            ],
        }
    }

    /// Returns the points of the chain in progress.
    pub(super) fn open_chain(&self) -> &[Point] {
        match self {
            Subject::Chain {
                points, done: false, ..
            } => points,
            _ => &[],
        }
    }

    /// Returns the quantities of the points and items so far.
    pub(super) fn quantities(&self, scene: &Scene) -> Vec<Quantity> {
        match self {
            Subject::Chain { points, closed, .. } => match points[..] {
                [] | [_] => Vec::new(),
                [from, to] => between(scene, from, to),
                _ => chain(scene, points, *closed),
            },
            Subject::Item { name, .. } => item(scene, name),
            Subject::Edges(a, b) => edges(scene, *a, *b),
            Subject::Nothing => Vec::new(),
        }
    }

    /// Returns the outlines of the subject, with a line to the pointer from a chain in progress.
    pub(super) fn outlines(&self, scene: &Scene, pointer: Option<Point>) -> Vec<Path> {
        let line = |(a, b): &Edge| Path::from_points(&[*a, *b], false);
        match self {
            Subject::Nothing => Vec::new(),
            Subject::Item { name, .. } => scene.world_paths(name),
            Subject::Edges(a, b) => vec![line(a), line(b)],
            Subject::Chain { points, closed, done } => {
                let mut points = points.clone();
                points.extend(pointer.filter(|_| !done));
                vec![Path::from_points(&points, *closed)]
            }
        }
    }

    /// Returns the place of the result if no pointer is on the canvas.
    pub(super) fn anchor(&self, scene: &Scene) -> Option<Point> {
        match self {
            Subject::Nothing => None,
            Subject::Chain { points, .. } => points.last().copied().filter(|_| points.len() > 1),
            Subject::Item { name, .. } => scene.world_bounds(name).map(|bounds| bounds.center()),
            Subject::Edges(_, (a, b)) => Some(a.midpoint(*b)),
        }
    }
}
