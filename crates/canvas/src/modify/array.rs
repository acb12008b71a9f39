//! Arrays of entities: in a row, in columns and rows, or around a center.
//!
//! The pointer gives the distances from the center of the items, unless they are typed.

use super::operation::{
    Entry, Field, FieldUnit, Given, Operation, OperationKind, Pick, Refusal, Step, Task, Value, refusal,
};
use super::statement::{Call, FreeNames};
use crate::canvas_tool::Text;
use crate::draw::precision::{difference, round, without_dust};
use crate::expression::TypedError;
use crate::keys::Chord;
use serde_json::{Value as Json, json};
use trammel_kernel::{Affine, Path, Point, Vec2, affine};
use trammel_scene::MAX_ENTITIES;

const COUNT: Field = Field {
    label: ["Count", "개수"],
    unit: FieldUnit::Plain,
};
const DX: Field = Field {
    label: ["Distance X", "X 간격"],
    unit: FieldUnit::Length,
};
const DY: Field = Field {
    label: ["Distance Y", "Y 간격"],
    unit: FieldUnit::Length,
};
const LINEAR: &[Field] = &[COUNT, DX, DY];
const GRID: &[Field] = &[
    Field {
        label: ["Columns", "열"],
        unit: FieldUnit::Plain,
    },
    Field {
        label: ["Rows", "행"],
        unit: FieldUnit::Plain,
    },
    DX,
    DY,
];
const POLAR: &[Field] = &[
    COUNT,
    Field {
        label: ["Angle", "각도"],
        unit: FieldUnit::Angle,
    },
];

const ROW_PROMPT: Text = ["Specify the count and the distance", "개수와 간격을 지정하세요"];
const GRID_PROMPT: Text = [
    "Specify columns, rows, and distances",
    "열, 행, 간격을 지정하세요",
];
const CENTER_PROMPT: Text = ["Specify the center", "중심을 지정하세요"];

/// An array.
#[derive(Debug, Default)]
pub struct Array {
    method: Method,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Method {
    #[default]
    Linear,
    Grid,
    Polar,
}

impl Operation for Array {
    fn kind(&self) -> OperationKind {
        OperationKind {
            id: "array",
            keys: &[Chord("Shift+a")],
            icon: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z",
            label: ["Array", "배열"],
            pick: Pick::Several,
            prompt: [
                "Select the items to repeat, then press Enter",
                "반복할 항목을 선택하고 Enter를 누르세요",
            ],
        }
    }

    fn enter_accepts(&self) -> bool {
        true
    }

    fn methods(&self) -> &'static [Text] {
        &[["Row", "선형"], ["Grid", "직사각형"], ["Polar", "원형"]]
    }

    fn step(&self, task: &Task<'_>) -> Option<Step> {
        let (prompt, entry) = match (self.method, task.values.len()) {
            (Method::Linear, 0) => (ROW_PROMPT, Entry::Fields(LINEAR)),
            (Method::Grid, 0) => (GRID_PROMPT, Entry::Fields(GRID)),
            (Method::Polar, 0) => (CENTER_PROMPT, Entry::Point),
            (Method::Polar, 1) => (
                ["Specify the count and the angle", "개수와 각도를 지정하세요"],
                Entry::Fields(POLAR),
            ),
            _ => return None,
        };
        Some(Step { prompt, entry })
    }

    fn origin(&self, task: &Task<'_>) -> Option<Point> {
        task.bounds()
            .filter(|_| self.method != Method::Polar)
            .map(|all| all.center())
    }

    fn resolve(&self, task: &Task<'_>, given: &Given<'_>) -> Result<Value, Refusal> {
        let defaults = match self.method {
            Method::Linear => vec![3.0, 0.0, 0.0],
            Method::Grid => vec![3.0, 2.0, 0.0, 0.0],
            Method::Polar => vec![6.0, 360.0],
        };
        let last = given.last.filter(|last| last.len() == defaults.len());
        let mut numbers = last.map_or_else(|| self.with_gaps(task, defaults), <[f64]>::to_vec);
        let center = self.origin(task);
        if let (Some(at), Some(center), [.., dx, dy]) = (given.at, center, numbers.as_mut_slice()) {
            let step = task.cx.grid_step();
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
        Ok(Value::Numbers(numbers))
    }

    fn ghosts(&self, task: &Task<'_>) -> Vec<Path> {
        self.maps(task)
            .map_or_else(|_| Vec::new(), |maps| task.mapped(&maps))
    }

    fn calls(&self, task: &Task<'_>, _: &mut FreeNames<'_>) -> Result<Vec<Call>, Refusal> {
        self.maps(task)?;
        let (tool, rest) = self
            .arguments(task)
            .ok_or_else(|| TypedError::Incomplete.reason())?;
        let call = |name| Call::new(tool, "entity", name, rest.clone());
        Ok(task.targets.iter().map(call).collect())
    }

    fn method(&self) -> usize {
        match self.method {
            Method::Linear => 0,
            Method::Grid => 1,
            Method::Polar => 2,
        }
    }

    fn set_method(&mut self, at: usize) {
        self.method = match at {
            0 => Method::Linear,
            1 => Method::Grid,
            _ => Method::Polar,
        };
    }

    fn first_prompt(&self) -> Option<Text> {
        Some(match self.method {
            Method::Linear => ROW_PROMPT,
            Method::Grid => GRID_PROMPT,
            Method::Polar => CENTER_PROMPT,
        })
    }
}

impl Array {
    /// Sets the first distances to one and a half times the size of the items.
    fn with_gaps(&self, task: &Task<'_>, mut numbers: Vec<f64>) -> Vec<f64> {
        let bounds = task.bounds().filter(|_| self.method != Method::Polar);
        if let (Some(bounds), [.., dx, dy]) = (bounds, numbers.as_mut_slice()) {
            let step = task.cx.grid_step();
            *dx = round(bounds.width() * 1.5, step);
            if self.method == Method::Grid {
                *dy = round(bounds.height() * 1.5, step);
            }
        }
        numbers
    }

    /// Returns the tool and its arguments.
    fn arguments(&self, task: &Task<'_>) -> Option<(&'static str, Json)> {
        match (self.method, task.numbers(task.values.len().checked_sub(1)?)?) {
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
                    input["angle"] = json!(without_dust(*angle));
                    input["angle_unit"] = json!("degree");
                }
                Some(("array_polar", input))
            }
            _ => None,
        }
    }

    /// Returns the maps from the items to their copies.
    fn maps(&self, task: &Task<'_>) -> Result<Vec<Affine>, Refusal> {
        let incomplete = || TypedError::Incomplete.reason();
        let at = task.values.len().checked_sub(1).ok_or_else(incomplete)?;
        let numbers = task.numbers(at).ok_or_else(incomplete)?;
        match (self.method, numbers) {
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
}

/// Checks a count, of which each makes `times` items.
fn whole(count: f64, times: u32) -> Result<u32, Refusal> {
    let most = MAX_ENTITIES as u32 / times.max(1);
    if count.fract() == 0.0 && count >= 1.0 && count <= f64::from(most) {
        return Ok(count as u32);
    }
    Err([
        format!("The count must be a whole number from 1 to {most}. Type another count."),
        format!("개수는 1에서 {most}까지의 정수여야 해요. 다른 개수를 입력하세요."),
    ])
}

fn several(count: u32) -> Result<(), Refusal> {
    if count > 1 {
        return Ok(());
    }
    Err(refusal([
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
    Err(refusal([
        "Both distances are zero, so the copies would coincide. Type a distance or point at the drawing.",
        "두 간격이 모두 0이라서 복사본이 겹쳐요. 간격을 입력하거나 도면 위를 가리키세요.",
    ]))
}
