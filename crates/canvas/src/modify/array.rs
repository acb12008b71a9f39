//! Arrays of entities: in a row, in columns and rows, or around a center.
//!
//! The pointer gives the distances from the center of the items, unless they are typed.

use crate::canvas_tool::CanvasCx;
use crate::canvas_tool::Text;
use crate::expression::TypedError;
use crate::keys::Chord;
use crate::precision::{difference, round, round_computed};
use crate::steps::call::{EntityCall, FreeNames};
use crate::steps::procedure::{
    ChoiceUse, Entry, Field, FieldUnit, Given, Pick, Procedure, ProcedureKind, ProcedureStep, Subject, Task,
};
use crate::steps::refusal::Refusal;
use crate::steps::value::StepValue;
use serde_json::{Value, json};
use trammel_kernel::{Affine, Path, Point, Vec2, affine};
use trammel_scene::{MAX_ENTITIES, Scene};

const COUNT: Field = Field::new(FieldUnit::Plain, ["Count", "개수"]);
const DX: Field = Field::new(FieldUnit::Length, ["Distance X", "X 간격"]);
const DY: Field = Field::new(FieldUnit::Length, ["Distance Y", "Y 간격"]);
const LINEAR: &[Field] = &[COUNT, DX, DY];
const GRID: &[Field] = &[
    Field::new(FieldUnit::Plain, ["Columns", "열"]),
    Field::new(FieldUnit::Plain, ["Rows", "행"]),
    DX,
    DY,
];
const POLAR: &[Field] = &[COUNT, Field::new(FieldUnit::Angle, ["Angle", "각도"])];

/// An array.
#[derive(Debug)]
pub struct Array;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    Linear,
    Grid,
    Polar,
}

impl Procedure for Array {
    fn kind(&self) -> ProcedureKind {
        ProcedureKind {
            id: "array",
            keys: &[Chord("Shift+a")],
            icon: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z",
            label: ["Array", "배열"],
            subject: Subject::Picked(
                Pick::Several,
                [
                    "Select the items to repeat, then press Enter",
                    "반복할 항목을 선택하고 Enter를 누르세요",
                ],
            ),
            choice: ChoiceUse::Method,
            enter_accepts: true,
            ..ProcedureKind::COMMON
        }
    }

    fn choices(&self, _: &Task<'_>) -> &'static [(&'static str, Text)] {
        &[
            ("Shift+a", ["Row", "선형"]),
            ("Shift+a", ["Grid", "직사각형"]),
            ("Shift+a", ["Polar", "원형"]),
        ]
    }

    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep> {
        match method(task) {
            Method::Linear => task.next(&[ProcedureStep::new(
                Entry::Fields(LINEAR),
                ["Specify the count and the distance", "개수와 간격을 지정하세요"],
            )]),
            Method::Grid => task.next(&[ProcedureStep::new(
                Entry::Fields(GRID),
                [
                    "Specify columns, rows, and distances",
                    "열, 행, 간격을 지정하세요",
                ],
            )]),
            Method::Polar => task.next(&[
                ProcedureStep::new(Entry::Point, ["Specify the center", "중심을 지정하세요"]),
                ProcedureStep::new(
                    Entry::Fields(POLAR),
                    ["Specify the count and the angle", "개수와 각도를 지정하세요"],
                ),
            ]),
        }
    }

    fn origin(&self, task: &Task<'_>, scene: &Scene) -> Option<Point> {
        task.bounds(scene)
            .filter(|_| method(task) != Method::Polar)
            .map(|all| all.center())
    }

    fn resolve(&self, task: &Task<'_>, given: &Given, cx: &CanvasCx<'_>) -> Result<StepValue, Refusal> {
        let defaults = match method(task) {
            Method::Linear => vec![3.0, 0.0, 0.0],
            Method::Grid => vec![3.0, 2.0, 0.0, 0.0],
            Method::Polar => vec![6.0, 360.0],
        };
        let last = task.last_numbers().filter(|last| last.len() == defaults.len());
        let mut numbers = last.map_or_else(|| with_gaps(task, defaults, cx), <[f64]>::to_vec);
        let center = self.origin(task, cx.scene);
        if let (Some(at), Some(center), [.., dx, dy]) = (given.at, center, numbers.as_mut_slice()) {
            let step = cx.grid_step();
            let step = |from: f64, to: f64| {
                if given.exact {
                    difference(from, to)
                } else {
                    round(to - from, step)
                }
            };
            (*dx, *dy) = (step(center.x, at.x), step(center.y, at.y));
        }
        for (number, typed) in numbers.iter_mut().zip(&given.typed) {
            *number = typed.unwrap_or(*number);
        }
        Ok(StepValue::Numbers(numbers))
    }

    fn ghosts(&self, task: &Task<'_>, cx: &CanvasCx<'_>) -> Vec<Path> {
        maps(task).map_or_else(|_| Vec::new(), |maps| task.map_outlines(cx.scene, &maps))
    }

    fn calls(&self, task: &Task<'_>, _: &mut FreeNames<'_>) -> Result<Vec<EntityCall>, Refusal> {
        maps(task)?;
        let (tool, rest) = arguments(task).ok_or(TypedError::Incomplete)?;
        let call = |name| EntityCall::new(tool, "entity", name, rest.clone());
        Ok(task.targets.iter().map(call).collect())
    }
}

/// Returns the selected method.
fn method(task: &Task<'_>) -> Method {
    match task.choice {
        0 => Method::Linear,
        1 => Method::Grid,
        _ => Method::Polar,
    }
}

/// Sets the first distances to one and a half times the size of the items.
fn with_gaps(task: &Task<'_>, mut numbers: Vec<f64>, cx: &CanvasCx<'_>) -> Vec<f64> {
    let bounds = task.bounds(cx.scene).filter(|_| method(task) != Method::Polar);
    if let (Some(bounds), [.., dx, dy]) = (bounds, numbers.as_mut_slice()) {
        let step = cx.grid_step();
        *dx = round(bounds.width() * 1.5, step);
        if method(task) == Method::Grid {
            *dy = round(bounds.height() * 1.5, step);
        }
    }
    numbers
}

/// Returns the tool and its arguments.
fn arguments(task: &Task<'_>) -> Option<(&'static str, Value)> {
    match (method(task), task.numbers()?) {
        (Method::Linear, [count, dx, dy]) => {
            let input = json!({ "count": *count as i64, "dx": dx, "dy": dy });
            Some(("array_linear", input))
        }
        (Method::Grid, [columns, rows, dx, dy]) => {
            let input = json!({ "columns": *columns as i64, "rows": *rows as i64, "dx": dx, "dy": dy });
            Some(("array_grid", input))
        }
        (Method::Polar, [count, angle]) => {
            let center = task.point(0)?;
            let mut input = json!({ "cx": center.x, "cy": center.y, "count": *count as i64 });
            if *angle != 360.0 {
                input["angle"] = json!(round_computed(*angle));
                input["angle_unit"] = json!("degree");
            }
            Some(("array_polar", input))
        }
        _ => None,
    }
}

/// Returns the maps from the items to their copies.
fn maps(task: &Task<'_>) -> Result<Vec<Affine>, Refusal> {
    let incomplete = || Refusal::from(TypedError::Incomplete);
    let numbers = task.numbers().ok_or_else(incomplete)?;
    match (method(task), numbers) {
        (Method::Linear, [count, dx, dy]) => {
            let (count, by) = (whole(*count, 1)?, moves(*dx, *dy)?);
            several(count)?;
            Ok((1..count).map(|i| Affine::translate(by * f64::from(i))).collect())
        }
        (Method::Grid, [columns, rows, dx, dy]) => {
            let columns = whole(*columns, 1)?;
            let (rows, by) = (whole(*rows, columns)?, moves(*dx, *dy)?);
            several(columns * rows)?;
            let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
            let shift = |(column, row): (u32, u32)| {
                Affine::translate(Vec2::new(by.x * f64::from(column), by.y * f64::from(row)))
            };
            Ok(places.skip(1).map(shift).collect())
        }
        (Method::Polar, [count, angle]) => {
            let count = whole(*count, 1)?;
            several(count)?;
            let center = task.point(0).ok_or_else(incomplete)?;
            // After a full turn, the last copy would coincide with the original.
            let is_full = (angle.abs() - 360.0).abs() < 1e-9;
            let steps = f64::from(count - u32::from(!is_full)).max(1.0);
            let turn = |i| affine::rotation_about((angle * f64::from(i) / steps).to_radians(), center);
            Ok((1..count).map(turn).collect())
        }
        _ => Err(incomplete()),
    }
}

/// Checks a count, of which each makes `times` items.
fn whole(count: f64, times: u32) -> Result<u32, Refusal> {
    let most = MAX_ENTITIES as u32 / times.max(1);
    if count.fract() == 0.0 && count >= 1.0 && count <= f64::from(most) {
        return Ok(count as u32);
    }
    Err(Refusal::from([
        format!("The count must be a whole number from 1 to {most}. Type another count."),
        format!("개수는 1에서 {most}까지의 정수여야 해요. 다른 개수를 입력하세요."),
    ]))
}

fn several(count: u32) -> Result<(), Refusal> {
    if count > 1 {
        return Ok(());
    }
    Err(Refusal::from([
        "One item makes no copies. Type a count of 2 or more.",
        "개수가 1이면 복사본이 없어요. 2 이상을 입력하세요.",
    ]))
}

/// Checks that the copies do not coincide.
fn moves(dx: f64, dy: f64) -> Result<Vec2, Refusal> {
    let by = Vec2::new(dx, dy);
    if by != Vec2::ZERO {
        return Ok(by);
    }
    Err(Refusal::from([
        "Both distances are zero, so the copies would coincide. Type a distance or point at the drawing.",
        "두 간격이 모두 0이라서 복사본이 겹쳐요. 간격을 입력하거나 도면 위를 가리키세요.",
    ]))
}
