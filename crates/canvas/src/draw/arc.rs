//! Arcs: through three points, around a center, and continuing a line or an arc.

use super::circular::Circular;
use super::figure::{Entry, Figure, FigureCall, FigureKind, Step, Target};
use super::value::{Value, points};
use crate::expression::TypedError;
use crate::keys::Chord;
use trammel_kernel::Path;

/// A circular arc.
#[derive(Debug)]
pub struct Arc;

impl Figure for Arc {
    const KIND: FigureKind = FigureKind {
        id: "arc",
        prefix: "arc",
        keys: &[Chord("a")],
        icon: "M4 17C4 9 10 5 20 5M2.5 18.5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0",
        label: ["Arc", "호"],
    };

    fn step(values: &[Value]) -> Step {
        Step {
            prompt: match values.len() {
                0 => ["Specify the start point", "시작점을 지정하세요"],
                1 => ["Specify a point on the arc", "호 위의 점을 지정하세요"],
                _ => ["Specify the end point", "끝점을 지정하세요"],
            },
            entry: Entry::Point,
        }
    }

    fn is_complete(values: &[Value]) -> bool {
        values.len() == 3
    }

    fn outlines(values: &[Value]) -> Vec<Path> {
        let points = points(values);
        match (points.len(), Circular::through(&points)) {
            (0 | 1, _) => Vec::new(),
            (_, Some(arc)) => vec![arc.path()],
            (_, None) => vec![Path::from_points(&points, false)],
        }
    }

    fn call(values: &[Value]) -> Result<FigureCall, TypedError> {
        let arc = Circular::through(&points(values)).ok_or(TypedError::Collinear)?;
        Ok(arc.call())
    }
}

/// A circular arc by its center, its start, and the direction of its end.
#[derive(Debug)]
pub struct CenterArc;

impl Figure for CenterArc {
    const KIND: FigureKind = FigureKind {
        id: "arc-center",
        prefix: "arc",
        keys: &[],
        icon: "M20 18A14 14 0 0 0 6 4M4.5 18a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0M9 18h8",
        label: ["Arc by center", "중심과 두 점의 호"],
    };
    const METHOD_OF: Option<&'static str> = Some("arc");

    fn step(values: &[Value]) -> Step {
        match values.len() {
            0 => Step::new(Entry::Point, ["Specify the center", "중심을 지정하세요"]),
            1 => Step::new(Entry::Point, ["Specify the start point", "시작점을 지정하세요"]),
            _ => Step::new(
                Entry::Angle,
                [
                    "Specify the direction of the end, counterclockwise",
                    "끝점의 방향을 지정하세요(반시계 방향)",
                ],
            ),
        }
    }

    fn is_complete(values: &[Value]) -> bool {
        values.len() == 3
    }

    fn outlines(values: &[Value]) -> Vec<Path> {
        let radius = || Path::from_points(&points(values), false);
        match Circular::around(values) {
            Some(arc) => vec![arc.path()],
            None if values.len() == 2 => vec![radius()],
            None => Vec::new(),
        }
    }

    fn call(values: &[Value]) -> Result<FigureCall, TypedError> {
        let arc = Circular::around(values).ok_or(TypedError::Incomplete)?;
        Ok(arc.call())
    }
}

/// A circular arc that continues a line or an arc without a kink.
#[derive(Debug)]
pub struct TangentArc;

impl Figure for TangentArc {
    const KIND: FigureKind = FigureKind {
        id: "arc-tangent",
        prefix: "arc",
        keys: &[],
        icon: "M3 20h8a9 9 0 0 0 9-9V6M9.5 20a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0",
        label: ["Arc continuing a line or arc", "선이나 호를 잇는 호"],
    };
    const METHOD_OF: Option<&'static str> = Some("arc");

    fn step(values: &[Value]) -> Step {
        match values.len() {
            0 => Step::new(
                Entry::Pick(Target::End),
                [
                    "Click the end to continue; Enter: the last one",
                    "이어 그릴 끝점을 클릭하세요. Enter: 마지막 끝점",
                ],
            ),
            _ => Step::new(Entry::Point, ["Specify the end point", "끝점을 지정하세요"]),
        }
    }

    fn is_complete(values: &[Value]) -> bool {
        values.len() == 2
    }

    fn outlines(values: &[Value]) -> Vec<Path> {
        match values {
            [Value::Pick(_), _] => vec![
                Circular::continuing(values)
                    .map_or_else(|| Path::from_points(&points(values), false), |arc| arc.path()),
            ],
            _ => Vec::new(),
        }
    }

    fn call(values: &[Value]) -> Result<FigureCall, TypedError> {
        let arc = Circular::continuing(values).ok_or(TypedError::Straight)?;
        Ok(arc.call())
    }
}
