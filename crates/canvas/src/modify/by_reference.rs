//! Change by a number about a base point: the number is typed, or compares a reference point with another point.

use crate::canvas_tool::Text;
use crate::expression::TypedError;
use crate::precision::{round, round_computed};
use crate::steps::procedure::{Entry, Field, Given, ProcedureStep, Task, apart};
use crate::steps::refusal::Refusal;
use crate::steps::value::StepValue;
use trammel_kernel::{Affine, Path, Point};
use trammel_scene::Scene;

/// Returns the next step; the prompts are for the base point, the number, and the second point.
pub(super) fn next_step(
    task: &Task<'_>,
    field: &'static [Field],
    prompts: [Text; 3],
) -> Option<ProcedureStep> {
    let (prompt, entry) = match task.values {
        [] => (prompts[0], Entry::Point),
        [_] => (prompts[1], Entry::Fields(field)),
        [_, StepValue::Point(_)] => (prompts[2], Entry::Fields(field)),
        _ => return None,
    };
    Some(ProcedureStep::new(entry, prompt))
}

/// Returns the typed number, or else the reference point, or else the number that compares the reference point with the
/// pointer, both seen from the base point; a pointed number is rounded to `precision`.
pub(super) fn resolve(
    task: &Task<'_>,
    given: &Given,
    (field, precision): (&Field, f64),
    compare: impl Fn([Point; 3]) -> Result<f64, TypedError>,
) -> Result<StepValue, Refusal> {
    if let Some(number) = given.number(0) {
        return Ok(StepValue::Numbers(vec![number]));
    }
    let base = task.point(0).unwrap_or_default();
    let at = given.at.ok_or(TypedError::Missing(field.label))?;
    apart(base, at)?;
    let Some(reference) = task.point(1) else {
        return Ok(StepValue::Point(at));
    };
    let number = compare([base, reference, at])?;
    Ok(StepValue::Numbers(vec![if given.exact {
        round_computed(number)
    } else {
        round(number, precision)
    }]))
}

/// Returns the picked entities under the map, or else the line to the reference point.
pub(super) fn ghosts(task: &Task<'_>, scene: &Scene, map: impl Fn(f64, Point) -> Affine) -> Vec<Path> {
    match (number(task), task.point(0), task.point(1)) {
        (Some((base, number)), ..) => task.map_outlines(scene, &[map(number, base)]),
        (None, Some(base), Some(reference)) => vec![Path::from_points(&[base, reference], false)],
        _ => Vec::new(),
    }
}

/// Returns the base point and the number of a finished change.
pub(super) fn number(task: &Task<'_>) -> Option<(Point, f64)> {
    Some((task.point(0)?, *task.numbers()?.first()?))
}
