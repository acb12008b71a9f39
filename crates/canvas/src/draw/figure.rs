//! Interface of figures that drawing tools draw: the steps, the ghost, and the finished call.
//!
//! Invariant: a figure is a function of its values, one for each step; a pick stores the geometry that it found.

use super::value::Value;
use crate::canvas_tool::Text;
use crate::expression::TypedError;
use crate::keys::Chord;
use serde_json::Value as Json;
use trammel_kernel::Path;

/// A figure, such as a circle by center and radius.
pub trait Figure: 'static {
    /// Constant properties of the tool.
    const KIND: FigureKind;

    /// Id of the first method of the figure, if this is another method.
    const METHOD_OF: Option<&'static str> = None;

    /// Whether the selected choice stays selected for the next figure.
    const KEEPS_CHOICE: bool = false;

    /// Returns the next step after these values.
    fn step(values: &[Value]) -> Step;

    /// Whether these values are a finished figure.
    fn is_complete(values: &[Value]) -> bool;

    /// Whether the user may end the figure after these values (Enter, right click, or Escape).
    fn may_end(_values: &[Value]) -> bool {
        false
    }

    /// Returns the choices of the next step, with their keys. The number of the selected one becomes a part of the
    /// value.
    fn choices(_values: &[Value]) -> &'static [(&'static str, Text)] {
        &[]
    }

    /// Returns the first value of a step that Enter accepts.
    fn initial(_step: usize) -> Option<Value> {
        None
    }

    /// Returns the outlines of the figure in progress.
    fn outlines(values: &[Value]) -> Vec<Path>;

    /// Returns the number that the figure shows, such as the value of a dimension.
    fn measured(_values: &[Value]) -> Option<String> {
        None
    }

    /// Returns the tool call without the name of the entity.
    ///
    /// # Errors
    /// Returns the reason if the values are not a valid figure.
    fn call(values: &[Value]) -> Result<FigureCall, TypedError>;

    /// Returns a message about the drawn figure, in English and Korean, if the user should know more than the drawing shows.
    fn note(_: &[Value]) -> Option<Text> {
        None
    }
}

/// Constant properties of a drawing tool.
#[derive(Clone, Copy, Debug)]
pub struct FigureKind {
    /// Unique name of the tool.
    pub id: &'static str,
    /// Start of the names of new entities, before the underscore.
    pub prefix: &'static str,
    /// Shortcuts of the tool.
    pub keys: &'static [Chord],
    /// Path data of the icon.
    pub icon: &'static str,
    /// Name of the tool.
    pub label: Text,
}

/// A tool call that draws a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureCall {
    /// Name of the tool.
    pub tool: &'static str,
    /// Arguments, except the name of the entity.
    pub input: Json,
}

/// A step of a figure.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Instruction for the user.
    pub prompt: Text,
    /// Kind of the value.
    pub entry: Entry,
}

impl Step {
    /// Creates a step.
    pub(super) const fn new(entry: Entry, prompt: Text) -> Self {
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
    /// A text, in a field on the drawing.
    Text,
    /// A position of an annotation, without snapping.
    Place,
    /// A part of the drawing.
    Pick(Target),
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
