//! Interface of the procedures that tools perform: the steps, the ghost, and the finished calls.
//!
//! Invariant: a procedure is a function of its entities and its values, one value for each step. A figure draws an entity
//! ([`Procedure::draw_call`]); an operation changes entities ([`Procedure::calls`]). Start with [`Procedure`].

use super::call::{EntityCall, FreeNames, effect};
use super::refusal::{Refusal, nothing_here};
use super::value::StepValue;
use crate::canvas_tool::{CanvasCx, Effect, Text};
use crate::expression::TypedError;
use crate::keys::Chord;
use crate::measuring::Quantity;
use serde_json::{Value, json};
use std::fmt::Debug;
use trammel_kernel::{Affine, Bounds, Path, Point, norm};
use trammel_scene::{Adjustment, Name, Scene};

/// Maximum number of outlines in a ghost; more outlines are shown as rectangles.
const MOST_OUTLINES: usize = 400;

/// Name of a drawing tool and its arguments, without the name and the layer of the new entity.
pub type DrawCall = (&'static str, Value);

/// Finished work: its effect, and the new entities to select.
pub type Finished = (Effect, Vec<Name>);

/// A figure, such as a circle by center and radius, or an operation, such as a rotation about a center.
pub trait Procedure: Debug {
    /// Returns the constant properties of the tool.
    fn kind(&self) -> ProcedureKind;

    /// Returns the next step; `None` if the values are complete.
    fn step(&self, task: &Task<'_>) -> Option<ProcedureStep>;

    /// Whether the values are complete.
    fn is_complete(&self, task: &Task<'_>, _scene: &Scene) -> bool {
        self.step(task).is_none()
    }

    /// Whether the user may end the procedure after the present values (Enter or right click).
    fn may_end(&self, task: &Task<'_>) -> bool {
        self.kind().is_chain && task.values.len() >= 2
    }

    /// Returns the choices of the next step, with their keys; a key of several choices selects the next one.
    fn choices(&self, _task: &Task<'_>) -> &'static [(&'static str, Text)] {
        &[]
    }

    /// Returns the first value of a step that Enter accepts.
    fn initial(&self, _step: usize) -> Option<StepValue> {
        None
    }

    /// Returns the point around which Shift constrains angles.
    fn origin(&self, task: &Task<'_>, _scene: &Scene) -> Option<Point> {
        task.last_point()
    }

    /// Adjusts a pointed position, for example to the outline of the entity.
    fn adjust_position(&self, _task: &Task<'_>, _scene: &Scene, at: Point) -> Point {
        at
    }

    /// Returns the value of a step with fields.
    ///
    /// # Errors
    /// Returns the reason if a field has no value.
    fn resolve(&self, _task: &Task<'_>, _given: &Given, _cx: &CanvasCx<'_>) -> Result<StepValue, Refusal> {
        Err(TypedError::Incomplete.into())
    }

    /// Returns the values with the value of a step.
    ///
    /// # Errors
    /// Returns the reason if the value has no use.
    fn add(&self, task: &Task<'_>, value: StepValue, _scene: &Scene) -> Result<Vec<StepValue>, Refusal> {
        Ok(task.values.iter().cloned().chain([value]).collect())
    }

    /// Returns the measured quantities; `pointer` is the position of the pointer.
    fn quantities(&self, _task: &Task<'_>, _cx: &CanvasCx<'_>, _pointer: Option<Point>) -> Vec<Quantity> {
        Vec::new()
    }

    /// Returns the place of the measured quantities if no pointer is on the canvas.
    fn anchor(&self, _task: &Task<'_>, _scene: &Scene) -> Option<Point> {
        None
    }

    /// Returns the outlines of the result.
    fn ghosts(&self, task: &Task<'_>, cx: &CanvasCx<'_>) -> Vec<Path>;

    /// Returns the number that a figure shows, such as the value of a dimension.
    fn reading(&self, _values: &[StepValue]) -> Option<String> {
        None
    }

    /// Returns the call that draws a figure.
    ///
    /// # Errors
    /// Returns the reason if the values are not a valid figure.
    fn draw_call(&self, _values: &[StepValue]) -> Result<DrawCall, TypedError> {
        Err(TypedError::Incomplete)
    }

    /// Returns the finished calls: by default the one that draws a figure, with a free name, on the current layer.
    ///
    /// # Errors
    /// Returns the reason if the values are not valid, or if the current layer is hidden or locked.
    fn calls(&self, task: &Task<'_>, names: &mut FreeNames<'_>) -> Result<Vec<EntityCall>, Refusal> {
        let (tool, mut rest) = self.draw_call(task.values)?;
        if let Some(layer) = names.cx.layer_of_new()? {
            rest["layer"] = json!(layer);
        }
        let name = names
            .first_of(self.kind().prefix())
            .ok_or(TypedError::Incomplete)?;
        Ok(vec![EntityCall::new(tool, "name", &name, rest).creating(name)])
    }

    /// Returns the finished work.
    ///
    /// # Errors
    /// Returns the reason if the values are not valid.
    fn finish(&self, task: &Task<'_>, names: &mut FreeNames<'_>) -> Result<Finished, Refusal> {
        finish_calls(self.calls(task, names)?)
    }

    /// Returns a message about the result, in English and Korean, if the user should know more than the drawing shows.
    fn note(&self, _values: &[StepValue]) -> Option<Text> {
        None
    }
}

/// Returns the effect of calls, with the entities that they create.
///
/// # Errors
/// Returns the reason if there are no calls.
pub fn finish_calls(calls: Vec<EntityCall>) -> Result<Finished, Refusal> {
    let effect = effect(&calls).ok_or_else(nothing_here)?;
    let created = calls.into_iter().filter_map(|call| call.result);
    Ok((effect, created.collect()))
}

/// Constant properties of a procedure.
#[derive(Clone, Copy, Debug)]
pub struct ProcedureKind {
    /// Unique name of the tool.
    pub id: &'static str,
    /// Shortcuts of the tool.
    pub keys: &'static [Chord],
    /// Path data of the icon.
    pub icon: &'static str,
    /// Name of the tool.
    pub label: Text,
    /// Entities that the procedure draws or changes.
    pub subject: Subject,
    /// Id of the first method of the figure, if this is another method.
    pub method_of: Option<&'static str>,
    /// Meaning of the selected choice.
    pub choice: ChoiceUse,
    /// Whether the values are points of a chain that ends on request, or at its first point.
    pub is_chain: bool,
    /// Whether the tool stays active until the user ends the tool.
    pub stays: bool,
    /// Whether Enter without text accepts the values shown in the fields, instead of the last values.
    pub enter_accepts: bool,
    /// Whether the pointer does not snap to the picked entities.
    pub avoids_targets: bool,
    /// Number of values that stay while the tool stays active.
    pub kept_values: usize,
}

impl ProcedureKind {
    /// Properties that most procedures share.
    pub const COMMON: Self = Self {
        id: "",
        keys: &[],
        icon: "",
        label: ["", ""],
        subject: Subject::Parts,
        method_of: None,
        choice: ChoiceUse::Value,
        is_chain: false,
        stays: false,
        enter_accepts: false,
        avoids_targets: false,
        kept_values: 0,
    };

    /// Returns the start of the names of new entities, before the underscore.
    #[must_use]
    pub fn prefix(&self) -> &'static str {
        match self.subject {
            Subject::New(prefix) => prefix,
            Subject::Picked(..) | Subject::Parts | Subject::Measured => self.id,
        }
    }

    /// Whether the procedure draws a new entity.
    #[must_use]
    pub fn is_figure(&self) -> bool {
        matches!(self.subject, Subject::New(_))
    }

    /// Returns the entities that the user picks before the first step.
    #[must_use]
    pub fn pick(&self) -> Option<Pick> {
        match self.subject {
            Subject::Picked(pick, _) => Some(pick),
            Subject::New(_) | Subject::Parts | Subject::Measured => None,
        }
    }
}

/// Entities that a procedure draws or changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A new entity, with the start of its name before the underscore.
    New(&'static str),
    /// Entities that the user picks first, with the instruction for picking.
    Picked(Pick, Text),
    /// Edges or pieces that the steps pick.
    Parts,
    /// Points and items that are measured; nothing changes.
    Measured,
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

/// Meaning of the selected choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceUse {
    /// A part of the value; the first choice is selected for the next figure.
    Value,
    /// A part of the value; the choice stays selected for the next figure.
    KeptValue,
    /// Method of the procedure: another one discards the values, and the method stays for the next time.
    Method,
}

/// A step of a procedure.
#[derive(Clone, Copy, Debug)]
pub struct ProcedureStep {
    /// Instruction for the user.
    pub prompt: Text,
    /// Kind of the value.
    pub entry: Entry,
}

impl ProcedureStep {
    /// Creates a step.
    #[must_use]
    pub const fn new(entry: Entry, prompt: Text) -> Self {
        Self { prompt, entry }
    }
}

/// Kind of the value of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A point: x and y, or after the first point length and angle.
    Point,
    /// Width and height from the last point.
    Size,
    /// Width and height around the last point.
    SizeAround,
    /// A distance from the first point.
    Radius,
    /// A height, as a distance from the first point.
    Height,
    /// A direction from the first point, in degrees.
    Angle,
    /// A distance from the first point, and a number of sides.
    Polygon,
    /// Numbers, which the procedure resolves.
    Fields(&'static [Field]),
    /// A text, in a field on the drawing.
    Text,
    /// A position of an annotation, without snapping.
    Place,
    /// A part of the drawing.
    Pick(Target),
    /// A piece of an outline under the pointer.
    Piece,
    /// An edge of an entity; the user can type these sizes at any time.
    Edge(&'static [Field]),
    /// A point or an item to measure.
    Measured,
}

impl Entry {
    /// Whether the step picks what is under the pointer, without snapping.
    pub(super) fn is_click(self) -> bool {
        matches!(self, Self::Piece | Self::Edge(_) | Self::Measured)
    }
}

/// A typed number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name of the field.
    pub label: Text,
    /// Unit of the number.
    pub unit: FieldUnit,
}

impl Field {
    /// Creates a field.
    #[must_use]
    pub const fn new(unit: FieldUnit, label: Text) -> Self {
        Self { label, unit }
    }
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

/// Part of the drawing that a step picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A point or a piece of an outline, or else any position.
    Anything,
    /// A point, with its reference if it belongs to an entity.
    Point,
    /// A straight line that meets the one before or has a distance from it, or else a position.
    LineOrPlace,
    /// A line, circle, or arc.
    Edge,
    /// An end of a line or arc.
    End,
    /// A closed area around the position.
    Area,
}

/// Input of a step with fields.
#[derive(Clone, Debug)]
pub struct Given {
    /// Typed numbers; `None` for fields without text.
    pub typed: Vec<Option<f64>>,
    /// Position of the pointer.
    pub at: Option<Point>,
    /// Whether the position is exact, by a snap or by Shift.
    pub exact: bool,
}

impl Given {
    /// Returns the number typed in a field.
    #[must_use]
    pub fn number(&self, at: usize) -> Option<f64> {
        self.typed.get(at).copied().flatten()
    }
}

/// The entities and values of a procedure in progress.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The picked entities.
    pub targets: &'a [Name],
    /// The values so far.
    pub values: &'a [StepValue],
    /// Number of the selected choice.
    pub choice: usize,
    /// The values of the last time.
    pub last: &'a [StepValue],
    /// Whether the values are finished and only shown, so that the next value is the first of others.
    pub is_done: bool,
}

impl Task<'_> {
    /// Returns the adjustment of the picked entities as finished work.
    ///
    /// # Errors
    /// Returns the reason if no entity is picked.
    pub fn adjustment(&self, of: impl FnOnce(Vec<Name>) -> Adjustment) -> Result<Finished, Refusal> {
        if self.targets.is_empty() {
            return Err(nothing_here());
        }
        Ok((Effect::Adjust(of(self.targets.to_vec())), Vec::new()))
    }

    /// Returns the next of the steps of a procedure that has one value for each step.
    #[must_use]
    pub fn next(&self, steps: &[ProcedureStep]) -> Option<ProcedureStep> {
        steps.get(self.values.len()).copied()
    }

    /// Returns the point at this position of the values.
    #[must_use]
    pub fn point(&self, at: usize) -> Option<Point> {
        self.values.get(at)?.position()
    }

    /// Returns the numbers of the present values.
    #[must_use]
    pub fn numbers(&self) -> Option<&[f64]> {
        numbers(self.values)
    }

    /// Returns the numbers of the last time.
    #[must_use]
    pub fn last_numbers(&self) -> Option<&[f64]> {
        numbers(self.last)
    }

    /// Returns the last point.
    #[must_use]
    pub fn last_point(&self) -> Option<Point> {
        let mut values = self.values.iter().rev().filter(|_| !self.is_done);
        values.find_map(StepValue::position)
    }

    /// Returns the bounds of all picked entities.
    #[must_use]
    pub fn bounds(&self, scene: &Scene) -> Option<Bounds> {
        Bounds::union_all(self.targets.iter().filter_map(|name| scene.world_bounds(name)))
    }

    /// Returns the outlines of the picked entity if it is only one.
    #[must_use]
    pub fn outlines(&self, scene: &Scene) -> Vec<Path> {
        match self.targets {
            [name] => scene.world_paths(name),
            _ => Vec::new(),
        }
    }

    /// Returns the outlines of the picked entities under each of these maps, or their bounds if there are too many.
    #[must_use]
    pub fn map_outlines(&self, scene: &Scene, maps: &[Affine]) -> Vec<Path> {
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
            outlines = self.bounds(scene).map(area).into_iter().collect();
        }
        let maps = maps.iter().take(MOST_OUTLINES);
        maps.flat_map(|map| outlines.iter().map(|path| path.transformed(map)))
            .collect()
    }
}

fn numbers(values: &[StepValue]) -> Option<&[f64]> {
    values.iter().rev().find_map(|value| match value {
        StepValue::Numbers(numbers) => Some(numbers.as_slice()),
        _ => None,
    })
}

/// Returns the distance between two points.
///
/// # Errors
/// Returns the reason if the points are the same or too far away.
pub fn apart(from: Point, to: Point) -> Result<f64, TypedError> {
    let length = norm(to - from);
    if length > 0.0 && length.is_finite() {
        Ok(length)
    } else if length == 0.0 {
        Err(TypedError::Coincident)
    } else {
        Err(TypedError::TooLarge)
    }
}
