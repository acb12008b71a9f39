//! Rectangles: by two corners, from the center, or with round corners.

use crate::canvas_tool::CanvasCx;
use crate::expression::TypedError;
use crate::keys::Chord;
use crate::precision::difference;
use crate::steps::procedure::{DrawCall, Entry, Procedure, ProcedureKind, ProcedureStep, Subject, Task};
use crate::steps::value::StepValue;
use serde_json::json;
use trammel_kernel::{Path, Point};

/// An axis-parallel rectangle.
#[derive(Debug)]
pub struct Rectangle;

impl Procedure for Rectangle {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "rectangle",
            subject: Subject::New("rect"),
            keys: &[Chord("r")],
            icon: "M4 6h16v12H4z",
            label: ["Rectangle", "직사각형"],
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        task.next(&[
            ProcedureStep::new(
                Entry::Point,
                ["Specify the first corner", "첫 번째 모서리를 지정하세요"],
            ),
            ProcedureStep::new(
                Entry::Size,
                ["Specify the opposite corner", "반대쪽 모서리를 지정하세요"],
            ),
        ])
    }

    fn ghosts(&self, task: &Task<'_>, _: &CanvasCx<'_>) -> Vec<Path> {
        let area = area(task.values);
        area.map(|(corner, width, height)| Path::rect(corner, width, height))
            .into_iter()
            .collect()
    }

    fn draw_call(&self, values: &[StepValue]) -> Result<DrawCall, TypedError> {
        area(values).map(call).ok_or(TypedError::Incomplete)
    }
}

/// An axis-parallel rectangle around its center.
#[derive(Debug)]
pub struct CenterRectangle;

impl Procedure for CenterRectangle {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "rectangle-center",
            subject: Subject::New("rect"),
            keys: &[],
            icon: "M4 6h16v12H4zM10.5 12h3M12 10.5v3",
            label: ["Rectangle from the center", "중심에서 그리는 직사각형"],
            method_of: Some("rectangle"),
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        task.next(&[
            ProcedureStep::new(Entry::Point, ["Specify the center", "중심을 지정하세요"]),
            ProcedureStep::new(Entry::SizeAround, ["Specify a corner", "모서리를 지정하세요"]),
        ])
    }

    fn ghosts(&self, task: &Task<'_>, _: &CanvasCx<'_>) -> Vec<Path> {
        let area = around(task.values);
        area.map(|(corner, width, height)| Path::rect(corner, width, height))
            .into_iter()
            .collect()
    }

    fn draw_call(&self, values: &[StepValue]) -> Result<DrawCall, TypedError> {
        around(values).map(call).ok_or(TypedError::Incomplete)
    }
}

/// An axis-parallel rectangle with round corners.
#[derive(Debug)]
pub struct RoundedRectangle;

impl Procedure for RoundedRectangle {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "rectangle-rounded",
            subject: Subject::New("rect"),
            keys: &[],
            icon: "M8 6h8a4 4 0 0 1 4 4v4a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4v-4a4 4 0 0 1 4-4Z",
            label: ["Rectangle with round corners", "둥근 직사각형"],
            method_of: Some("rectangle"),
            ..ProcedureKind::COMMON
        }
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        let radius = ProcedureStep::new(
            Entry::Radius,
            [
                "Specify the radius of the corners",
                "모서리의 반지름을 지정하세요",
            ],
        );
        let is_last = task.values.len() == 2;
        Rectangle.step(task).or(is_last.then_some(radius))
    }

    fn ghosts(&self, task: &Task<'_>, _: &CanvasCx<'_>) -> Vec<Path> {
        let values = task.values;
        match (area(values.get(..2).unwrap_or_default()), values.get(2)) {
            (Some((corner, width, height)), Some(StepValue::Radius(radius))) => {
                let radius = radius.min(width.min(height) / 2.0);
                vec![Path::rounded_rect(corner, width, height, radius)]
            }
            (Some((corner, width, height)), _) => vec![Path::rect(corner, width, height)],
            (None, _) => Vec::new(),
        }
    }

    fn draw_call(&self, values: &[StepValue]) -> Result<DrawCall, TypedError> {
        let [rest @ .., StepValue::Radius(radius)] = values else {
            return Err(TypedError::Incomplete);
        };
        let area = area(rest).ok_or(TypedError::Incomplete)?;
        if *radius > area.1.min(area.2) / 2.0 {
            return Err(TypedError::TooRound);
        }
        let (tool, mut input) = call(area);
        input["corner_radius"] = json!(radius);
        Ok((tool, input))
    }
}

fn call((corner, width, height): (Point, f64, f64)) -> DrawCall {
    (
        "draw_rect",
        json!({ "x": corner.x, "y": corner.y, "width": width, "height": height }),
    )
}

/// Returns the lower left corner, the width, and the height of a rectangle around its center.
fn around(values: &[StepValue]) -> Option<(Point, f64, f64)> {
    let [StepValue::Point(center), StepValue::Size(size)] = values else {
        return None;
    };
    let (width, height) = (size.x.abs(), size.y.abs());
    let corner = Point::new(
        difference(width / 2.0, center.x),
        difference(height / 2.0, center.y),
    );
    Some((corner, width, height))
}

/// Returns the lower left corner, the width, and the height.
fn area(values: &[StepValue]) -> Option<(Point, f64, f64)> {
    let [StepValue::Point(from), StepValue::Size(size)] = values else {
        return None;
    };
    let side = |from: f64, size: f64| {
        if size < 0.0 {
            (difference(-size, from), -size)
        } else {
            (from, size)
        }
    };
    let ((x, width), (y, height)) = (side(from.x, size.x), side(from.y, size.y));
    Some((Point::new(x, y), width, height))
}
