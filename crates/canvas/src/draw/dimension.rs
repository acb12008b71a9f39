//! Smart dimension: the picks decide between a distance, a radius or diameter, and an angle; then the pointer places the
//! text.
//!
//! Two points or an edge give a distance: horizontal if the text is above or below them, vertical beside them, and
//! aligned elsewhere. Two lines give an angle, or their distance if they are parallel. `measure.rs` computes the numbers and the ghost.

use super::measure::{Axis, Corner, Distance, Gap, label};
use crate::canvas_tool::CanvasCx;
use crate::canvas_tool::Text;
use crate::expression::TypedError;
use crate::keys::Chord;
use crate::precision::round_place;
use crate::steps::procedure::{
    DrawCall, Entry, Procedure, ProcedureKind, ProcedureStep, Subject, Target, Task,
};
use crate::steps::value::{Pick, StepValue};
use serde_json::{Value, json};
use trammel_kernel::{Path, Point, Seg, norm};

/// A dimension.
#[derive(Debug)]
pub struct Dimension;

impl Procedure for Dimension {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "dimension",
            subject: Subject::New("dim"),
            keys: &[Chord("d")],
            icon: "M4 5v14M20 5v14M4 12h16M4 12l3-2M4 12l3 2M20 12l-3-2M20 12l-3 2",
            label: ["Dimension", "치수"],
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        let values = task.values;
        if values.len() >= 2 && matches!(values.last(), Some(StepValue::Point(_) | StepValue::Via(..))) {
            return None;
        }
        const PLACE: ProcedureStep = ProcedureStep::new(
            Entry::Place,
            [
                "Specify the position of the dimension; D: other kind",
                "치수의 위치를 지정하세요. D: 다른 종류",
            ],
        );
        Some(match Picked::of(values) {
            None => ProcedureStep::new(
                Entry::Pick(Target::Anything),
                [
                    "Click an edge, a circle, or the first point",
                    "변, 원 또는 첫 번째 점을 클릭하세요",
                ],
            ),
            Some(Picked::Start) => ProcedureStep::new(
                Entry::Pick(Target::Point),
                ["Click the second point", "두 번째 점을 클릭하세요"],
            ),
            Some(Picked::Edge(..)) => ProcedureStep::new(
                Entry::Pick(Target::LineOrPlace),
                [
                    "Specify the position of the dimension, or click a second line for the angle or the distance",
                    "치수의 위치를 지정하거나, 각도나 거리를 재려면 두 번째 선을 클릭하세요",
                ],
            ),
            Some(Picked::Points(..) | Picked::Round(..) | Picked::Lines(..) | Picked::Parallel(..)) => PLACE,
        })
    }

    fn choices(&self, task: &Task<'_>) -> &'static [(&'static str, Text)] {
        const DIAMETER: (&str, Text) = ("d", ["Diameter", "지름"]);
        const RADIUS: (&str, Text) = ("d", ["Radius", "반지름"]);
        match Picked::of(task.values) {
            Some(Picked::Edge(..) | Picked::Points(..)) => &[
                ("d", ["By position", "위치에 따라"]),
                ("d", ["Horizontal", "가로"]),
                ("d", ["Vertical", "세로"]),
                ("d", ["Aligned", "정렬"]),
            ],
            Some(Picked::Round(_, true)) => &[DIAMETER, RADIUS],
            Some(Picked::Round(_, false)) => &[RADIUS, DIAMETER],
            _ => &[],
        }
    }

    fn ghosts(&self, task: &Task<'_>, _: &CanvasCx<'_>) -> Vec<Path> {
        let values = task.values;
        let place = placement(values);
        match (Picked::of(values), place) {
            (Some(Picked::Edge(pick, _)), None) => pick
                .seg
                .map(|seg| Path::new(vec![seg], false))
                .into_iter()
                .collect(),
            (Some(Picked::Lines(a, b) | Picked::Parallel(a, b)), None) => [a, b]
                .into_iter()
                .filter_map(|pick| Some(Path::new(vec![pick.seg?], false)))
                .collect(),
            (Some(Picked::Points(a, b)), None) => vec![Path::from_points(&[a.at, b.at], false)],
            (Some(Picked::Edge(_, ends)), Some(place)) => Distance::new(ends, place).outlines(),
            (Some(Picked::Points(a, b)), Some(place)) => Distance::new((a.at, b.at), place).outlines(),
            (Some(Picked::Lines(a, b)), Some((at, _))) => {
                Corner::new(a, b, at).map_or_else(Vec::new, |corner| corner.outlines())
            }
            (Some(Picked::Parallel(a, b)), Some((at, _))) => {
                Gap::new(a, b, at).map_or_else(Vec::new, |gap| gap.outlines())
            }
            (Some(Picked::Round(pick, _)), Some((at, _))) => center(pick)
                .map(|(center, _)| Path::from_points(&[center, at], false))
                .into_iter()
                .collect(),
            _ => Vec::new(),
        }
    }

    fn reading(&self, values: &[StepValue]) -> Option<String> {
        let (at, choice) = placement(values)?;
        Some(match Picked::of(values)? {
            Picked::Edge(_, ends) => label(Distance::new(ends, (at, choice)).value()),
            Picked::Points(a, b) => label(Distance::new((a.at, b.at), (at, choice)).value()),
            Picked::Lines(a, b) => format!("{}°", label(Corner::new(a, b, at)?.degrees())),
            Picked::Parallel(a, b) => label(Gap::new(a, b, at)?.value()),
            Picked::Round(pick, is_full) => {
                let radius = center(pick)?.1;
                if is_diameter(is_full, choice) {
                    format!("⌀{}", label(2.0 * radius))
                } else {
                    format!("R{}", label(radius))
                }
            }
            Picked::Start => return None,
        })
    }

    fn draw_call(&self, values: &[StepValue]) -> Result<DrawCall, TypedError> {
        let place = placement(values).ok_or(TypedError::Incomplete)?;
        let at = json!([place.0.x, place.0.y]);
        match Picked::of(values).ok_or(TypedError::Incomplete)? {
            Picked::Edge(pick, ends) => {
                distance(&Distance::new(ends, place), json!({ "from": pick.reference }))
            }
            Picked::Points(a, b) => {
                let ends = json!({ "from": anchor(a), "to": anchor(b) });
                distance(&Distance::new((a.at, b.at), place), ends)
            }
            Picked::Lines(a, b) => Ok((
                "dimension_angular",
                json!({ "entity": a.reference, "target": b.reference, "at": at }),
            )),
            Picked::Parallel(a, b) => {
                let gap = Gap::new(a, b, place.0).ok_or(TypedError::NotPositive)?;
                Ok((
                    "dimension_aligned",
                    json!({ "from": a.reference, "to": b.reference, "offset": round_place(gap.offset) }),
                ))
            }
            Picked::Round(pick, is_full) => Ok((
                if is_diameter(is_full, place.1) {
                    "dimension_diameter"
                } else {
                    "dimension_radius"
                },
                json!({ "target": pick.reference, "at": at }),
            )),
            Picked::Start => Err(TypedError::Incomplete),
        }
    }
}

/// Meaning of the picks.
enum Picked<'a> {
    /// The first of two points.
    Start,
    Points(&'a Pick, &'a Pick),
    /// A straight edge with its ends.
    Edge(&'a Pick, (Point, Point)),
    /// Two lines that meet.
    Lines(&'a Pick, &'a Pick),
    /// Two parallel lines.
    Parallel(&'a Pick, &'a Pick),
    /// A circle, or an arc if it is not a full one.
    Round(&'a Pick, bool),
}

impl<'a> Picked<'a> {
    /// Returns the meaning; `None` without a pick.
    fn of(values: &'a [StepValue]) -> Option<Self> {
        let mut picks = values.iter().filter_map(|value| match value {
            StepValue::Pick(pick) => Some(&**pick),
            _ => None,
        });
        let (first, second) = (picks.next()?, picks.next());
        Some(match (first.seg, second) {
            (Some(Seg::Line { a, .. }), Some(second)) if Gap::new(first, second, a).is_some() => {
                Picked::Parallel(first, second)
            }
            (Some(Seg::Line { .. }), Some(second)) => Picked::Lines(first, second),
            (Some(Seg::Line { a, b }), None) => Picked::Edge(first, (a, b)),
            (Some(Seg::Conic(conic)), None) if conic.is_circle() => Picked::Round(first, conic.is_full()),
            (_, Some(second)) => Picked::Points(first, second),
            (_, None) => Picked::Start,
        })
    }
}

/// Returns the position of the dimension and the selected choice.
fn placement(values: &[StepValue]) -> Option<(Point, usize)> {
    match values.last()? {
        StepValue::Point(at) => Some((*at, 0)),
        StepValue::Via(at, choice) => Some((*at, *choice)),
        _ => None,
    }
}

/// Returns center and radius of a picked circle or arc.
fn center(pick: &Pick) -> Option<(Point, f64)> {
    match pick.seg? {
        Seg::Conic(conic) => Some((conic.c, conic.radius()?)),
        _ => None,
    }
}

/// Whether the dimension shows the diameter: the first choice of a full circle, and the second one of an arc.
fn is_diameter(is_full: bool, choice: usize) -> bool {
    is_full == (choice == 0)
}

/// Returns the argument for a point: its reference, or else its coordinates.
fn anchor(pick: &Pick) -> Value {
    match &pick.reference {
        Some(reference) if pick.seg.is_none() => Value::from(reference.as_str()),
        _ => json!([pick.at.x, pick.at.y]),
    }
}

fn distance(distance: &Distance, mut input: Value) -> Result<DrawCall, TypedError> {
    let value = distance.value();
    if value <= 1e-9 * norm(distance.to - distance.from) {
        return Err(TypedError::NotPositive);
    }
    input["offset"] = json!(round_place(distance.offset));
    let way = distance.to - distance.from;
    let is_wide = way.x.abs() >= way.y.abs();
    let direction = match distance.axis {
        Axis::Aligned => {
            return Ok(("dimension_aligned", input));
        }
        Axis::Horizontal => (!is_wide).then_some("horizontal"),
        Axis::Vertical => is_wide.then_some("vertical"),
    };
    if let Some(direction) = direction {
        input["direction"] = json!(direction);
    }
    Ok(("dimension_linear", input))
}
