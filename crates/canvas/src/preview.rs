//! Overlay of a canvas tool: ghosts, marquee, markers, and notes over the drawing, and the fields and choices of the step.
//!
//! Invariant: a preview describes what the page shows; it changes neither the drawing nor its tool.

use super::snapping::Snapped;
use trammel_kernel::{Path, Point};

/// A text in English and Korean, in this order.
pub type Text = [&'static str; 2];

/// Overlay of a tool over the drawing. Points of `ghosts`, `ink`, `snap`, and `grip` are in drawing units.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preview {
    /// Cursor that takes precedence over the cursor of the step.
    pub cursor: Option<&'static str>,
    /// Rectangle of a marquee selection.
    pub marquee: Option<Marquee>,
    /// Outlines of geometry that does not exist yet.
    pub ghosts: Vec<Path>,
    /// Points of the markup stroke in progress.
    pub ink: Vec<Point>,
    /// Snap point of the pointer.
    pub snap: Option<Snapped>,
    /// Grip under the pointer or with the keyboard focus.
    pub grip: Option<Point>,
    /// Fields for typed input, shown beside the prompt.
    pub fields: Vec<TypedField>,
    /// Choices of the current step, such as a line or an arc.
    pub choices: Vec<Choice>,
    /// Field for a text on the drawing.
    pub text: Option<TextField>,
    /// Whether Enter ends the figure or accepts a value now.
    pub can_enter: bool,
    /// Texts beside points of the drawing.
    pub notes: Vec<Note>,
    /// Result that the user can copy, in English and Korean.
    pub result: Option<[String; 2]>,
}

/// A choice of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Key that selects the choice; a key of several choices selects the next one.
    pub key: &'static str,
    /// Name of the choice.
    pub label: Text,
    /// Whether the choice is selected.
    pub active: bool,
}

/// A field on the drawing in which the user types a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextField {
    /// Position of the text, in drawing units.
    pub at: Point,
    /// Height of a capital letter, in drawing units.
    pub height: f64,
    /// Name of the field.
    pub label: Text,
}

/// A text beside a point of the drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// Position in drawing units.
    pub at: Point,
    /// Lines of the text, in English and Korean.
    pub lines: Vec<[String; 2]>,
}

/// A number that the user can type instead of pointing, such as a length or an angle.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedField {
    /// Name of the field.
    pub label: Text,
    /// Current content.
    pub text: String,
    /// Whether typed characters go into this field.
    pub active: bool,
}

/// Rectangle of a marquee selection, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marquee {
    /// First corner.
    pub from: Point,
    /// Current corner.
    pub to: Point,
}

impl Marquee {
    /// Whether the marquee selects all entities that it touches (dragged from right to left), or only those
    /// that it encloses.
    #[must_use]
    pub fn touching(self) -> bool {
        self.to.x < self.from.x
    }
}
