//! The interface of canvas tools: the input a tool receives, the effects it asks for, and the preview it shows.
//!
//! Invariants: a tool owns its states and never touches the page, so that each is tested natively. A tool sees one
//! pointer at a time: after [`Input::Press`] come only the drags of that pointer, until [`Input::Release`] or
//! [`Input::Cancel`] (a second finger, or a tool change). Panning with the middle button, the space bar, or two fingers
//! never reaches a tool. Points of input are CSS pixels from the top left corner of the canvas. Start with [`CanvasTool`];
//! [`super::canvas_tools`] is the list of tools.

use super::camera::{Camera, Viewport};
use super::keys::{Chord, KeyPress};
use super::markup::{Markup, StrokeBuilder};
use super::selection::{Combine, Selection};
use super::snapping::{LazySnaps, Snapped};
use crate::geometry::{Path, Point, Vec2};
use crate::scene::Scene;
use serde_json::Value;

/// A press becomes a drag after this many pixels.
pub const DRAG_THRESHOLD: f64 = 4.0;

/// Distance within which a point of the drawing is snapped to, in pixels.
const SNAP_PX: f64 = 9.0;

/// The same text in English and Korean, in this order.
pub type Text = [&'static str; 2];

/// A tool of the canvas: select, hand, or anything that draws or edits.
pub trait CanvasTool {
    /// The entry of the tool in the tool strip, and the cursor and prompt of its present step.
    fn info(&self) -> ToolInfo;

    /// Handles an input, and returns the effects for the page to perform, in order.
    ///
    /// For [`Input::Key`], an empty list means that the tool does not use the key; the shortcuts of the page then apply.
    fn on(&mut self, input: Input<'_>, cx: &CanvasCx<'_>) -> Vec<Effect>;

    /// The picture over the drawing at present.
    fn preview(&self, cx: &CanvasCx<'_>) -> Preview;
}

/// Creates a tool in its first step.
pub type NewTool = fn() -> Box<dyn CanvasTool>;

/// Description of a tool. `id`, `keys`, `icon` and `label` never change; the other fields belong to the present step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToolInfo {
    /// Unique name, as in `data-testid="tool-ID"`.
    pub id: &'static str,
    /// Shortcuts that activate the tool; the first is the one that is shown.
    pub keys: &'static [Chord],
    /// Path data of the icon, on a 24 by 24 grid with a stroke of 1.75.
    pub icon: &'static str,
    /// Name in the tool strip and in the command palette.
    pub label: Text,
    /// CSS cursor over the canvas.
    pub cursor: &'static str,
    /// Instruction for the present step, such as "Specify the center".
    pub prompt: Option<Text>,
    /// Whether each position of a drag matters. Otherwise, one position per frame arrives.
    pub every_move: bool,
}

/// Input from the user.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Input<'a> {
    /// The main button, a finger, or a pen went down.
    Press {
        /// Position of the pointer.
        at: Point,
        /// Kind of the pointer.
        by: PointerKind,
    },
    /// The pressed pointer moved.
    Drag(Point),
    /// The pressed pointer went up.
    Release(Point),
    /// The press is called off. A step that earlier presses completed stays.
    Cancel,
    /// A pointer moved without a press; at most once per frame.
    Hover(Point),
    /// The pointer left the canvas.
    Leave,
    /// The second click of a double click; its press and release have arrived before.
    DoubleClick {
        /// Position of the pointer.
        at: Point,
        /// Kind of the pointer.
        by: PointerKind,
    },
    /// A key went down outside of text fields.
    Key {
        /// The key.
        press: KeyPress<'a>,
        /// Whether the canvas has the focus. Otherwise, Tab, Enter and the space bar belong to the focused control.
        on_canvas: bool,
    },
}

/// Kind of a pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PointerKind {
    /// A mouse or touchpad.
    #[default]
    Mouse,
    /// A pen.
    Pen,
    /// A finger.
    Touch,
}

/// Modifier keys that are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// Shift.
    pub shift: bool,
    /// Control, or Command on a Mac.
    pub command: bool,
    /// Alt or Option.
    pub alt: bool,
    /// The space bar: drags move the paper, whatever the tool.
    pub space: bool,
}

impl Modifiers {
    /// The effect of a pick on the selection.
    #[must_use]
    pub fn combine(self) -> Combine {
        if self.shift || self.command {
            Combine::Toggle
        } else {
            Combine::Replace
        }
    }
}

/// A change that a tool asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Calls a tool of the session by name with these arguments, as one step of the undo history.
    Call {
        /// Name of the tool.
        tool: &'static str,
        /// Its arguments.
        input: Value,
    },
    /// Moves the paper by this many pixels.
    Pan(Vec2),
    /// Moves the paper, then zooms around a pixel.
    Zoom {
        /// The move, in pixels.
        pan: Vec2,
        /// The pixel that keeps its drawing point.
        at: Point,
        /// Zoom factor.
        factor: f64,
    },
    /// Replaces the selection.
    Select(Selection),
    /// Adds a finished stroke to the markup.
    AddStroke(StrokeBuilder),
    /// Removes the last stroke of the markup.
    RemoveStroke,
    /// Removes all strokes of the markup.
    ClearMarkup,
    /// Shows and announces the reason why an input has no effect, in English and Korean.
    Refuse([String; 2]),
    /// Marks a key as used, when it only changed the state of the tool.
    Handled,
    /// Ends the tool: the first tool of the list becomes active.
    Finish,
}

/// The picture of a tool over the drawing. Points of `ghosts`, `ink` and `snap` are in drawing units.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preview {
    /// Cursor that depends on more than the state of the tool; goes before [`ToolInfo::cursor`].
    pub cursor: Option<&'static str>,
    /// Rectangle of a selection drag.
    pub marquee: Option<Marquee>,
    /// Outlines of geometry that does not exist yet.
    pub ghosts: Vec<Path>,
    /// The stroke of the markup that is being drawn.
    pub ink: Vec<Point>,
    /// The point that the pointer snaps to.
    pub snap: Option<Snapped>,
    /// Fields for typed input, shown beside the prompt.
    pub fields: Vec<TypedField>,
}

/// A number that can be typed instead of pointed at, such as a length or an angle.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedField {
    /// Name of the field.
    pub label: Text,
    /// Present content.
    pub text: String,
    /// Whether typed characters go into this field.
    pub active: bool,
}

/// The rectangle of a selection drag, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marquee {
    /// First corner.
    pub from: Point,
    /// Present corner.
    pub to: Point,
}

impl Marquee {
    /// Whether the marquee selects everything it touches (dragged from right to left), or only what it encloses.
    #[must_use]
    pub fn touching(self) -> bool {
        self.to.x < self.from.x
    }
}

/// The state of the page that a tool may read.
#[derive(Clone, Copy)]
pub struct CanvasCx<'a> {
    /// The drawing.
    pub scene: &'a Scene,
    /// Points of the drawing to snap to.
    pub snaps: &'a LazySnaps,
    /// The selection.
    pub selection: &'a Selection,
    /// The strokes drawn so far.
    pub markup: &'a Markup,
    /// The mapping between pixels and drawing units.
    pub camera: Camera,
    /// The size of the canvas.
    pub viewport: Viewport,
    /// Modifier keys that are held.
    pub modifiers: Modifiers,
}

impl CanvasCx<'_> {
    /// The drawing point under a pixel.
    #[must_use]
    pub fn world(&self, at: Point) -> Point {
        self.camera.to_world(at, self.viewport)
    }

    /// A distance on the screen in drawing units.
    #[must_use]
    pub fn units(&self, pixels: f64) -> f64 {
        pixels / self.camera.zoom
    }

    /// The point of the drawing to snap to from a pixel. `from`, the start of a line that is being drawn, adds
    /// perpendicular and tangent points.
    #[must_use]
    pub fn snap(&self, at: Point, from: Option<Point>) -> Option<Snapped> {
        let snaps = self.snaps.prepared(self.scene);
        snaps.from(self.world(at), self.units(SNAP_PX), from)
    }
}
