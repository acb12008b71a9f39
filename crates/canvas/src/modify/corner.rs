//! Corner of two edges, with a size for each edge: the steps, the ghost, and the call of the procedures that change one.
//!
//! Invariant: edges of one entity are named as its parts, edges of two entities by the entities.

use super::outline::{single_outline, tolerance};
use crate::steps::call::EntityCall;
use crate::steps::edge::Edge;
use crate::steps::procedure::{Entry, Field, Given, ProcedureStep, Task};
use crate::steps::refusal::Refusal;
use crate::steps::value::StepValue;
use serde_json::{Map, Value, json};
use trammel_kernel::corner::Cornered;
use trammel_kernel::modify::ModifyError;
use trammel_kernel::{Path, Tol};
use trammel_scene::Scene;

/// Size of a corner that was not typed yet, in drawing units.
const FIRST_SIZE: f64 = 5.0;

/// Functions of the kernel that change a corner.
pub(super) struct Cutter {
    /// Returns the corner of two outlines.
    pub(super) between: fn(&Path, &Path, [f64; 2], Tol) -> Result<Cornered, ModifyError>,
    /// Returns an outline with one of its corners changed; the sizes are those before and after the corner.
    pub(super) within: fn(&Path, usize, [f64; 2], Tol) -> Result<Path, ModifyError>,
}

/// Returns the next step of the change of a corner.
pub(super) fn next_edge(task: &Task<'_>, sizes: &'static [Field]) -> Option<ProcedureStep> {
    let prompt = match edges(task)[..] {
        [] => ["Click the first edge", "첫 번째 변을 클릭하세요"],
        [_] => ["Click the second edge", "두 번째 변을 클릭하세요"],
        _ => return None,
    };
    Some(ProcedureStep::new(Entry::Edge(sizes), prompt))
}

/// Returns the typed sizes, or else the last ones. A second size without text is the first one.
pub(super) fn resolve_sizes(task: &Task<'_>, given: &Given) -> Result<StepValue, Refusal> {
    let [first, second] = last_sizes(task);
    let sizes = match (given.number(0), given.number(1)) {
        (None, typed) => [first, typed.unwrap_or(second)],
        (Some(first), typed) => [first, typed.unwrap_or(first)],
    };
    if sizes.iter().any(|size| !(*size >= 0.0 && size.is_finite())) {
        return Err(Refusal::from([
            "The size must be zero or more. Type another value.",
            "크기는 0 이상이어야 해요. 다른 값을 입력하세요.",
        ]));
    }
    Ok(StepValue::Numbers(sizes.to_vec()))
}

/// Returns the changed corner, or else the picked edges.
pub(super) fn ghosts(task: &Task<'_>, scene: &Scene, cutter: &Cutter) -> Vec<Path> {
    let edges = edges(task);
    let result = match edges[..] {
        [first, second] if first != second => change_corner(cutter, scene, [first, second], last_sizes(task)),
        _ => None,
    };
    let outlines = || edges.iter().filter_map(|edge| edge.outline(scene)).collect();
    result.unwrap_or_else(outlines)
}

/// Returns the call of the tool; `parameters` are the names of the sizes, of which the second one is left out if both are
/// the same.
pub(super) fn calls(
    task: &Task<'_>,
    tool: &'static str,
    parameters: &[&'static str],
) -> Result<Vec<EntityCall>, Refusal> {
    let [first, second] = edges(task)[..] else {
        return Ok(Vec::new());
    };
    if first == second {
        return Err(Refusal::from([
            "Both edges are the same. Click another edge.",
            "두 변이 같아요. 다른 변을 클릭하세요.",
        ]));
    }
    let (a, b) = if first.name == second.name {
        (first.part(), second.part())
    } else {
        (first.name.to_string(), second.name.to_string())
    };
    let mut rest = Map::new();
    rest.insert("entity".to_owned(), json!(a));
    rest.insert("target".to_owned(), json!(b));
    let sizes = last_sizes(task);
    let count = if sizes[0] == sizes[1] { 1 } else { 2 };
    for (name, size) in parameters.iter().zip(sizes).take(count) {
        rest.insert((*name).to_owned(), json!(size));
    }
    Ok(vec![EntityCall::new(tool, "", &first.name, Value::Object(rest))])
}

fn edges<'a>(task: &Task<'a>) -> Vec<&'a Edge> {
    let edge = |value: &'a StepValue| match value {
        StepValue::Edge(edge) => Some(edge),
        _ => None,
    };
    task.values.iter().filter_map(edge).collect()
}

/// Returns the accepted sizes, or else those of the last time.
fn last_sizes(task: &Task<'_>) -> [f64; 2] {
    match task.numbers().or(task.last_numbers()) {
        Some([first, second, ..]) => [*first, *second],
        Some([first]) => [*first; 2],
        _ => [FIRST_SIZE; 2],
    }
}

/// Returns the outlines of the changed corner; `None` if the edges form no corner of these sizes.
fn change_corner(
    cutter: &Cutter,
    scene: &Scene,
    [first, second]: [&Edge; 2],
    sizes: [f64; 2],
) -> Option<Vec<Path>> {
    let a = single_outline(scene, &first.name).ok()?;
    if first.name == second.name {
        let count = a.segs.len();
        let follows = |i: usize, j: usize| i + 1 == j || (a.closed && j == 0 && i + 1 == count);
        let (at, sizes) = if follows(first.at, second.at) {
            (second.at, sizes)
        } else if follows(second.at, first.at) {
            (first.at, [sizes[1], sizes[0]])
        } else {
            return None;
        };
        return Some(vec![(cutter.within)(&a, at, sizes, tolerance(&a)).ok()?]);
    }
    let b = single_outline(scene, &second.name).ok()?;
    let done = (cutter.between)(&a, &b, sizes, tolerance(&a)).ok()?;
    let joint = done.joint.map(|seg| Path::new(vec![seg], false));
    Some([done.a, done.b].into_iter().chain(joint).collect())
}
