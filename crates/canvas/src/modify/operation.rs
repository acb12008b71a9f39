//! Interface of operations on picked entities: the steps, the ghost, and the finished calls.
//!
//! Invariant: an operation is a function of its entities and its values, one value for each step. The tool holds it as a
//! trait object, so that the program contains the tool once.

use super::statement::{Call, FreeNames, effect};
use crate::canvas_tool::{CanvasCx, Effect, Text};
use crate::expression::TypedError;
use crate::keys::Chord;
use std::fmt::Debug;
use trammel_kernel::{Affine, Bounds, Path, Point, norm};
use trammel_scene::Name;

/// Maximum number of outlines in a ghost; more outlines are shown as rectangles.
const MOST_OUTLINES: usize = 400;

/// Reason why an input has no effect, in English and Korean.
pub type Refusal = [String; 2];

/// An operation on entities, such as a rotation about a center.
pub trait Operation: Debug {
    /// Returns the constant properties of the tool.
    fn kind(&self) -> OperationKind;

    /// Returns the methods of the operation, if there are several.
    fn methods(&self) -> &'static [Text] {
        &[]
    }

    /// Returns the number of values that stay for the next operation while the tool stays active.
    fn kept_values(&self) -> usize {
        0
    }

    /// Whether Enter without text accepts the values shown in the fields, instead of the last values.
    fn enter_accepts(&self) -> bool {
        false
    }

    /// Whether the pointer snaps to the picked entities.
    fn snaps_to_targets(&self) -> bool {
        true
    }

    /// Returns the next step; `None` if the values are complete.
    fn step(&self, task: &Task<'_>) -> Option<Step>;

    /// Whether the user may end the operation after the present values (Enter or right click).
    fn may_end(&self, _task: &Task<'_>) -> bool {
        false
    }

    /// Returns the point around which Shift constrains angles.
    fn origin(&self, task: &Task<'_>) -> Option<Point> {
        task.last_point()
    }

    /// Returns the value of a step with fields.
    ///
    /// # Errors
    /// Returns the reason if a field has no value.
    fn resolve(&self, _task: &Task<'_>, _given: &Given<'_>) -> Result<Value, Refusal> {
        Err(TypedError::Incomplete.reason())
    }

    /// Adjusts a pointed position, for example to the outline of the entity.
    fn placed(&self, _task: &Task<'_>, at: Point) -> Point {
        at
    }

    /// Returns the outlines of the result.
    fn ghosts(&self, task: &Task<'_>) -> Vec<Path>;

    /// Returns the calls of the finished operation.
    ///
    /// # Errors
    /// Returns the reason if the values are not valid.
    fn calls(&self, task: &Task<'_>, names: &mut FreeNames<'_>) -> Result<Vec<Call>, Refusal>;

    /// Returns the effect of the finished operation, and the new entities to select.
    ///
    /// # Errors
    /// Returns the reason if the values are not valid.
    fn finish(&self, task: &Task<'_>, names: &mut FreeNames<'_>) -> Result<(Effect, Vec<Name>), Refusal> {
        let calls = self.calls(task, names)?;
        let effect = effect(&calls).ok_or_else(nothing_here)?;
        let created = calls.into_iter().filter_map(|call| call.result);
        Ok((effect, created.collect()))
    }

    /// Returns the position of the present method in the list of methods.
    fn method(&self) -> usize {
        0
    }

    /// Selects a method of the list; the key of the tool, pressed again, selects the next one.
    fn set_method(&mut self, _at: usize) {}

    /// Returns the prompt of the first step of the present method, if the methods differ in it.
    fn first_prompt(&self) -> Option<Text> {
        None
    }
}

/// Constant properties of a modify tool.
#[derive(Clone, Copy, Debug)]
pub struct OperationKind {
    /// Unique name of the tool.
    pub id: &'static str,
    /// Shortcuts of the tool.
    pub keys: &'static [Chord],
    /// Path data of the icon.
    pub icon: &'static str,
    /// Name of the tool.
    pub label: Text,
    /// Entities that the operation needs.
    pub pick: Pick,
    /// Instruction for picking them.
    pub prompt: Text,
}

/// Entities that an operation needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// Entities or groups; those of a selection are used at once.
    Several,
    /// Entities; Enter performs the operation, also for a selection.
    Confirmed,
    /// One entity; that of a selection is used at once.
    One,
}

/// A step of an operation.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Instruction for the user.
    pub prompt: Text,
    /// Kind of the value.
    pub entry: Entry,
}

/// Kind of the value of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A point: x and y, or after the first point length and angle.
    Point,
    /// Numbers.
    Fields(&'static [Field]),
}

/// A typed number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name of the field.
    pub label: Text,
    /// Unit of the number.
    pub unit: FieldUnit,
}

/// Unit of a typed number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldUnit {
    /// Length, in the unit of the drawing or in another one.
    Length,
    /// Angle in degrees.
    Angle,
    /// Number without a unit.
    Plain,
}

/// Value of a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A point.
    Point(Point),
    /// The numbers of the fields, in order.
    Numbers(Vec<f64>),
}

/// Input of a step with fields.
#[derive(Clone, Debug)]
pub struct Given<'a> {
    /// Typed numbers; `None` for fields without text.
    pub typed: Vec<Option<f64>>,
    /// Position of the pointer.
    pub at: Option<Point>,
    /// Whether the position is exact, by a snap or by Shift.
    pub exact: bool,
    /// Numbers of the last operation.
    pub last: Option<&'a [f64]>,
}

/// The entities and values of an operation in progress.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// State of the page.
    pub cx: &'a CanvasCx<'a>,
    /// The picked entities.
    pub targets: &'a [Name],
    /// The values so far.
    pub values: &'a [Value],
}

impl Task<'_> {
    /// Returns the point at this position of the values.
    #[must_use]
    pub fn point(&self, at: usize) -> Option<Point> {
        match self.values.get(at) {
            Some(Value::Point(point)) => Some(*point),
            _ => None,
        }
    }

    /// Returns the numbers at this position of the values.
    #[must_use]
    pub fn numbers(&self, at: usize) -> Option<&[f64]> {
        match self.values.get(at) {
            Some(Value::Numbers(numbers)) => Some(numbers),
            _ => None,
        }
    }

    /// Returns the last point.
    #[must_use]
    pub fn last_point(&self) -> Option<Point> {
        (0..self.values.len()).rev().find_map(|at| self.point(at))
    }

    /// Returns the bounds of all picked entities.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        let bounds = |name: &Name| self.cx.scene.world_bounds(name);
        Bounds::union_all(self.targets.iter().filter_map(bounds))
    }

    /// Returns the outlines of the picked entity if it is only one.
    #[must_use]
    pub fn outlines(&self) -> Vec<Path> {
        match self.targets {
            [name] => self.cx.scene.world_paths(name),
            _ => Vec::new(),
        }
    }

    /// Returns the outlines of the picked entities under each of these maps, or their bounds if there are too many.
    #[must_use]
    pub fn mapped(&self, maps: &[Affine]) -> Vec<Path> {
        let scene = self.cx.scene;
        let mut outlines: Vec<Path> = Vec::new();
        let most = MOST_OUTLINES / maps.len().max(1);
        for name in self.targets {
            outlines.extend(scene.world_paths(name));
            if outlines.len() > most {
                break;
            }
        }
        if outlines.len() > most {
            let area = |bounds: Bounds| Path::rect(bounds.min, bounds.width(), bounds.height());
            outlines = self.bounds().map(area).into_iter().collect();
        }
        let maps = maps.iter().take(MOST_OUTLINES);
        maps.flat_map(|map| outlines.iter().map(|path| path.transformed(map)))
            .collect()
    }
}

/// Returns the distance between two points.
///
/// # Errors
/// Returns the reason if the points are the same or too far away.
pub fn apart(from: Point, to: Point) -> Result<f64, Refusal> {
    let length = norm(to - from);
    if length > 0.0 && length.is_finite() {
        Ok(length)
    } else if length == 0.0 {
        Err(TypedError::Coincident.reason())
    } else {
        Err(TypedError::TooLarge.reason())
    }
}

/// Returns a refusal with these texts.
#[must_use]
pub fn refusal(texts: Text) -> Refusal {
    texts.map(str::to_owned)
}

/// Returns the refusal of a click beside all entities.
pub(super) fn nothing_here() -> Refusal {
    refusal([
        "There is no item here. Click the outline of an item.",
        "여기에는 항목이 없어요. 항목의 윤곽선을 클릭하세요.",
    ])
}
