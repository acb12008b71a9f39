//! Interface of canvas tools: the input of a tool, the effects that it requests, and the state of the page that it reads.
//!
//! Invariants: a tool owns its states and never accesses the page, so each tool is tested natively. A tool
//! receives one pointer at a time: after [`Input::Press`] follow only the drags of that pointer, until
//! [`Input::Release`] or [`Input::Cancel`] (a second finger, or a tool change). Pans with the middle button,
//! the space bar, or two fingers never reach a tool. Input points are CSS pixels from the top left corner of
//! the canvas.
//!
//! Start with [`CanvasTool`]; [`super::canvas_tools`] is the list of tools, and [`super::preview`] has the overlay that a
//! tool returns.

use super::camera::{Camera, GRID_LEAST, Viewport, grid_steps};
use super::hit_test::{self, Depth};
use super::keys::{Chord, KeyPress};
use super::markup::{Markup, StrokeBuilder};
use super::number_format::round_to;
pub use super::preview::{Choice, Marquee, Note, Preview, Text, TextField, TypedField};
use super::selection::{Combine, Selection};
use super::snapping::{Edge, LazySnaps, Snapped, Snaps};
use serde_json::Value;
use trammel_kernel::snap::{Extension, SnapKind};
use trammel_kernel::{Point, Vec2};
use trammel_scene::{Adjustment, Flags, LayerSettings, Name, Scene};

/// Distance in pixels after which a press becomes a drag.
pub const DRAG_THRESHOLD: f64 = 4.0;

/// Maximum distance of a click from an outline for a hit, in pixels.
pub const REACH_PX: f64 = 6.0;
/// Maximum distance of a tap with a finger from an outline for a hit, in pixels.
const REACH_TOUCH_PX: f64 = 14.0;

/// Snap distance in pixels.
const SNAP_PX: f64 = 9.0;
/// Longest continuation of a line that attracts the pointer, in pixels.
const EXTENSION_PX: f64 = 150.0;

/// A tool of the canvas: select, hand, or a tool that draws or edits.
pub trait CanvasTool {
    /// Returns the tool strip entry, and the cursor and prompt of the current step.
    fn info(&self) -> ToolInfo;

    /// Handles an input and returns the effects for the page to perform, in order.
    ///
    /// For [`Input::Key`], an empty list means that the tool does not use the key; the shortcuts of the page
    /// then apply.
    fn on(&mut self, input: Input<'_>, cx: &CanvasCx<'_>) -> Vec<Effect>;

    /// Returns the current overlay of the drawing.
    fn preview(&self, cx: &CanvasCx<'_>) -> Preview;

    /// Returns the id of the first tool of the same figure, such as `circle` for all tools that draw circles. The tool
    /// strip has one button for them; the key of the first tool, pressed again, activates the next one.
    fn family(&self) -> &'static str {
        self.info().id
    }

    /// Whether the tool changes the drawing, which is impossible while the code does not run.
    fn changes_drawing(&self) -> bool {
        false
    }

    /// Handles a text from the field of [`Preview::text`].
    fn text(&mut self, _text: &str, _cx: &CanvasCx<'_>) -> Vec<Effect> {
        Vec::new()
    }

    /// Selects an entry of [`Preview::choices`].
    fn choose(&mut self, _at: usize) {}

    /// Prepares the first step when the user activates the tool, for example with the selection.
    fn begin(&mut self, _cx: &CanvasCx<'_>) {}

    /// Returns the group of the tool in the tool strip.
    fn group(&self) -> ToolGroup {
        ToolGroup::Draw
    }

    /// Discards the figure in progress when the tool ends. Returns whether the host keeps the tool, with its last
    /// values, for the next activation.
    fn set_aside(&mut self) -> bool {
        false
    }
}

/// Group of a tool in the tool strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolGroup {
    /// Tools of the strip itself: selecting, panning, drawing, and sketching.
    Draw,
    /// Tools that change entities.
    Modify,
}

/// Creates a tool in its first step.
pub type NewTool = fn() -> Box<dyn CanvasTool>;

/// Description of a tool. `id`, `keys`, `icon`, and `label` are constant; the other fields belong to the current step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ToolInfo {
    /// Unique name, as in `data-testid="tool-ID"`.
    pub id: &'static str,
    /// Shortcuts that activate the tool; the user interface displays the first one.
    pub keys: &'static [Chord],
    /// Path data of the icon, on a 24 by 24 grid with a stroke of 1.75.
    pub icon: &'static str,
    /// Name in the tool strip and the command palette.
    pub label: Text,
    /// CSS cursor over the canvas.
    pub cursor: &'static str,
    /// Instruction for the current step, such as "Specify the center".
    pub prompt: Option<Text>,
    /// Whether the tool needs each position of a drag. Otherwise, the tool receives one position per frame.
    pub every_move: bool,
}

/// Input from the user.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Input<'a> {
    /// Press of the main button, a finger, or a pen.
    Press {
        /// Position of the pointer.
        at: Point,
        /// Kind of the pointer.
        by: PointerKind,
    },
    /// Movement of the pressed pointer.
    Drag(Point),
    /// Release of the pressed pointer.
    Release(Point),
    /// Cancellation of the press. Steps completed by earlier presses stay.
    Cancel,
    /// Movement of a pointer without a press; at most once per frame.
    Hover(Point),
    /// Departure of the pointer from the canvas.
    Leave,
    /// Second click of a double click; its press and release have been sent before.
    DoubleClick {
        /// Position of the pointer.
        at: Point,
        /// Kind of the pointer.
        by: PointerKind,
    },
    /// Click of the right button, which ends a figure. Without an effect, the browser shows its menu.
    Secondary,
    /// Press of a key outside of text fields.
    Key {
        /// The key.
        press: KeyPress<'a>,
        /// Whether the canvas has the focus. Otherwise, Tab, Enter, and the space bar belong to the focused control.
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
    /// The space bar: drags pan the view with any tool.
    pub space: bool,
}

impl Modifiers {
    /// Returns the effect of a pick on the selection.
    #[must_use]
    pub fn combine(self) -> Combine {
        if self.shift {
            Combine::Toggle
        } else {
            Combine::Replace
        }
    }
}

/// A change that a tool requests.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Calls a tool of the session by name with these arguments, as one undo step.
    Call {
        /// Name of the tool.
        tool: &'static str,
        /// Arguments of the tool.
        input: Value,
    },
    /// Adjusts entities, as one undo step.
    Adjust(Adjustment),
    /// Pans the view by this many pixels.
    Pan(Vec2),
    /// Pans the view, then zooms around a pixel.
    Zoom {
        /// Pan distance in pixels.
        pan: Vec2,
        /// Pixel whose drawing point keeps its position.
        at: Point,
        /// Zoom factor.
        factor: f64,
    },
    /// Replaces the selection.
    Select(Selection),
    /// Edits the text of an entity in its place on the drawing.
    EditText(Name),
    /// Adds a finished stroke to the markup.
    AddStroke(StrokeBuilder),
    /// Removes the last stroke of the markup.
    RemoveStroke,
    /// Removes all strokes of the markup.
    ClearMarkup,
    /// Announces a result, in English and Korean.
    Announce([String; 2]),
    /// Shows and announces a fact about the last call, in English and Korean.
    Notice([String; 2]),
    /// Copies a text, in English and Korean, to the clipboard.
    Copy([String; 2]),
    /// Shows and announces the reason why an input has no effect, in English and Korean.
    Refuse([String; 2]),
    /// Announces a text, in English and Korean, to users of a screen reader.
    Say([String; 2]),
    /// Marks a key as used if it changed only the state of the tool.
    Handled,
    /// Ends the tool; the first tool of the list becomes active.
    Finish,
}

/// State of the page that a tool may read.
#[derive(Clone, Copy)]
pub struct CanvasCx<'a> {
    /// The drawing.
    pub scene: &'a Scene,
    /// Snap points of the drawing.
    pub snaps: &'a LazySnaps,
    /// The selection.
    pub selection: &'a Selection,
    /// Markup strokes drawn so far.
    pub markup: &'a Markup,
    /// Mapping between pixels and drawing units.
    pub camera: Camera,
    /// Size of the canvas.
    pub viewport: Viewport,
    /// Modifier keys that are held.
    pub modifiers: Modifiers,
    /// Hidden and locked layers, and the layer of new figures.
    pub layers: &'a LayerSettings,
    /// Whether the pointer snaps to points of entities and to continuations of lines.
    pub snaps_to_objects: bool,
    /// Distance of the grid lines in drawing units, if the pointer snaps to the grid.
    pub grid: Option<f64>,
    /// Reason why the drawing cannot change now, in the language of the user.
    pub blocked: Option<&'a str>,
}

impl CanvasCx<'_> {
    /// Returns the layer of a new figure, if one is current.
    ///
    /// # Errors
    /// Returns the reason, in English and Korean, if the layer is hidden or locked.
    pub fn layer_of_new(&self) -> Result<Option<&Name>, [String; 2]> {
        let exists = |layer: &&Name| self.scene.definitions().layer(layer).is_some();
        let layer = self.layers.current().filter(exists);
        let flags = self.layers.flags(layer);
        let Some(name) = layer.filter(|_| flags != Flags::default()) else {
            return Ok(layer);
        };
        Err(if flags.hidden {
            [
                format!(
                    "The current layer \"{name}\" is hidden. Show the layer, or make another one current."
                ),
                format!(
                    "현재 레이어 \"{name}\"이(가) 숨겨져 있어요. 레이어를 보이게 하거나 다른 레이어를 현재 레이어로 정하세요."
                ),
            ]
        } else {
            [
                format!(
                    "The current layer \"{name}\" is locked. Unlock the layer, or make another one current."
                ),
                format!(
                    "현재 레이어 \"{name}\"이(가) 잠겨 있어요. 잠금을 풀거나 다른 레이어를 현재 레이어로 정하세요."
                ),
            ]
        })
    }

    /// Returns the nearest point of the grid, if the pointer snaps to the grid.
    #[must_use]
    pub fn on_grid(&self, at: Point) -> Option<Point> {
        let step = self.grid?;
        // The decimals of a step such as 0.2 are those of its multiples.
        let snapped = |value: f64| round_to(value, step);
        Some(Point::new(snapped(at.x), snapped(at.y)))
    }

    /// Returns the drawing point under a pixel.
    #[must_use]
    pub fn world(&self, at: Point) -> Point {
        self.camera.to_world(at, self.viewport)
    }

    /// Converts a distance in pixels to drawing units.
    #[must_use]
    pub fn units(&self, pixels: f64) -> f64 {
        pixels / self.camera.zoom
    }

    /// Returns the maximum distance of a pick from an outline, in drawing units.
    #[must_use]
    pub fn reach(&self, by: PointerKind) -> f64 {
        self.units(match by {
            PointerKind::Touch => REACH_TOUCH_PX,
            PointerKind::Mouse | PointerKind::Pen => REACH_PX,
        })
    }

    /// Returns the entity that a pointer picks at a drawing point.
    #[must_use]
    pub fn entity_at(&self, at: Point, by: PointerKind, depth: Depth) -> Option<Name> {
        hit_test::at(self.scene, at, self.reach(by), depth)
    }

    /// Returns the distance between the lines of the view's grid, in drawing units.
    #[must_use]
    pub fn grid_step(&self) -> f64 {
        grid_steps(self.camera.zoom, GRID_LEAST).0
    }

    /// Returns the snap point of an entity near a pixel. `from`, the start of a line that is being drawn, adds
    /// perpendicular and tangent points.
    #[must_use]
    pub fn snap_to_entity(&self, at: Point, from: Option<Point>) -> Option<Snapped> {
        if !self.snaps_to_objects {
            return None;
        }
        let snaps = self.snaps.index_of(self.scene);
        snaps.find_from(self.world(at), self.units(SNAP_PX), from)
    }

    /// Returns the snap point of other entities near a drawing point to which a drag leads, if the pointer snaps to
    /// objects.
    #[must_use]
    pub fn snap_among(&self, others: &Snaps, at: Point) -> Option<Snapped> {
        if !self.snaps_to_objects {
            return None;
        }
        others.at(at, self.units(SNAP_PX))
    }

    /// Returns the snap point near a pixel: a point of an entity, or on the continuation of a line, if the pointer snaps to
    /// objects, or on the grid if points snap to the grid, which then precedes arbitrary points of curves.
    #[must_use]
    pub fn snap(&self, at: Point, from: Option<Point>) -> Option<Snapped> {
        let cursor = self.world(at);
        let found = self.snap_or_extension(cursor, from);
        let is_exact = found.as_ref().is_some_and(|found| found.kind < SnapKind::Nearest);
        match self.grid {
            Some(step) if !is_exact && step > 0.0 => {
                let on = |value: f64| (value / step).round() * step;
                Some(Snapped {
                    point: Point::new(on(cursor.x), on(cursor.y)),
                    kind: SnapKind::Grid,
                    owner: None,
                })
            }
            _ => found,
        }
    }

    /// Returns the snap point of an entity, or on the continuation of a line, if the pointer snaps to objects.
    fn snap_or_extension(&self, cursor: Point, from: Option<Point>) -> Option<Snapped> {
        if !self.snaps_to_objects {
            return None;
        }
        let extension = Extension {
            reach: self.units(EXTENSION_PX),
            step: libm::pow(10.0, libm::floor(libm::log10(self.grid_step()))),
        };
        let snaps = self.snaps.index_of(self.scene);
        snaps.find_with_extension(cursor, self.units(SNAP_PX), from, extension)
    }

    /// Returns the piece of an outline near a pixel.
    #[must_use]
    pub fn edge(&self, at: Point) -> Option<Edge> {
        let snaps = self.snaps.index_of(self.scene);
        snaps.edge_at(self.world(at), self.units(SNAP_PX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rig::{Rig, draw_shapes, line};
    use serde_json::json;

    /// Begins a tool over two lines, with the setting "Snap to objects" on or off.
    fn rig(tool: &str, selected: &[&str], on: bool) -> Rig {
        let wall = line((0.0, 0.0), (50.25, 0.0));
        let leaf = line((0.0, 33.0), (50.25, 33.0));
        let mut rig = Rig::of(draw_shapes([("wall", wall), ("leaf", leaf)]), selected);
        rig.objects_off = !on;
        rig.with(|host, cx| host.begin(tool, cx));
        rig
    }

    fn marker(rig: &mut Rig, x: f64, y: f64) -> Option<(SnapKind, Point)> {
        rig.hover(x, y);
        rig.preview().snap.map(|snap| (snap.kind, snap.point))
    }

    #[test]
    fn no_tool_snaps_to_objects_while_the_setting_is_off() {
        let end = (SnapKind::Endpoint, Point::new(50.25, 0.0));
        for tool in ["select", "hand", "line", "sketch", "measure", "move"] {
            let selected: &[&str] = if tool == "move" { &["leaf"] } else { &[] };
            let shown = |on: bool| marker(&mut rig(tool, selected, on), 49.0, 2.0);
            assert_eq!(shown(true), Some(end), "{tool}");
            assert_eq!(shown(false), None, "{tool}");
        }
        let shown = |on: bool| marker(&mut rig("line", &[], on), 83.0, 4.0);
        assert_eq!(shown(true).unwrap().0, SnapKind::Extension);
        assert_eq!(shown(false), None, "the continuation of a line");
    }

    #[test]
    fn the_grid_and_the_start_of_the_figure_do_not_depend_on_snapping_to_objects() {
        let mut rig = rig("polyline", &[], false);
        rig.grid = Some(25.0);
        let on_grid = (SnapKind::Grid, Point::new(50.0, 0.0));
        assert_eq!(marker(&mut rig, 49.0, 2.0), Some(on_grid));
        rig.grid = None;
        for (x, y) in [(-41.0, -42.0), (31.0, -40.0), (30.0, -80.0)] {
            rig.click(x, y);
        }
        let start = (SnapKind::Endpoint, Point::new(-40.0, -40.0));
        assert_eq!(marker(&mut rig, -38.0, -41.0), Some(start));
    }

    #[test]
    fn drags_of_entities_and_grips_snap_to_objects_only_while_the_setting_is_on() {
        for (on, height) in [(true, 33.0), (false, 30.0)] {
            let moved = rig("select", &[], on).drag(PointerKind::Mouse, (8.0, -1.0), (9.0, 31.0));
            let by = Vec2::new(0.0, height);
            let names = vec![Name::new("wall").unwrap()];
            let wanted = Effect::Adjust(Adjustment::Move { names, by });
            assert_eq!(moved.last(), Some(&wanted));
            let dragged = rig("select", &["wall"], on).drag(PointerKind::Mouse, (50.25, 0.0), (51.25, 32.0));
            let Some(Effect::Adjust(Adjustment::Set { entities, .. })) = dragged.last() else {
                panic!("{dragged:?}");
            };
            assert_eq!(entities[0].1[0].1, json!([0.0, 0.0, 50.25, height]));
        }
    }
}
