//! Gesture on a grip: by pointer, by arrow keys, or by typed values.
//!
//! Invariant: a step of the gesture is one adjustment, and refused input changes nothing.

use super::grip::{Grip, GripChange, WorldTarget, center_of, change, grips_of, size_of};
use super::handle::Handle;
use crate::canvas_tool::{CanvasCx, Preview, Text, TypedField};
use crate::coordinates::{Typed as Coordinate, parse};
use crate::expression::TypedError;
use crate::extent::extent;
use crate::keys::KeyPress;
use crate::number_format::{format_measured, format_number};
use crate::snapping::Snaps;
use crate::steps::pointing::Pointed;
use crate::steps::procedure::Entry;
use crate::steps::typed::{Facts, Typed, units};
use crate::steps::value::StepValue;
use trammel_kernel::{Bounds, Path, Point, Vec2, norm};
use trammel_scene::{Name, Scene};

/// A grip that is dragged or has the keyboard focus.
#[derive(Debug)]
pub struct GripDrag {
    names: Vec<Name>,
    index: usize,
    handle: Handle,
    /// Snap points of the other entities.
    snaps: Snaps,
    /// Vector from the press of the pointer to the grip.
    offset: Vec2,
    pointer: Option<Pointed>,
    typed: Typed,
    /// Position of the grip at the last step by an arrow key, and the position after the step, which the drawing may not
    /// show yet.
    stepped: Option<(Point, Point)>,
}

/// Result of a key.
#[derive(Clone, Debug, PartialEq)]
pub enum Pressed {
    /// The key has no meaning here.
    Unused,
    /// Only the state of the gesture changed.
    Used,
    /// The change is made; the keyboard focus stays on the grip.
    Changed(GripChange, [String; 2]),
    /// Another grip has the focus.
    Focused([String; 2]),
    /// The gesture ends without a change.
    Left,
    /// The input is refused.
    Refused(TypedError),
}

impl GripDrag {
    /// Starts the gesture.
    #[must_use]
    pub fn new(scene: &Scene, grip: &Grip) -> Self {
        Self {
            names: grip.names.clone(),
            index: grip.index,
            handle: grip.handle,
            snaps: Snaps::without(scene, &grip.names),
            offset: Vec2::ZERO,
            pointer: None,
            typed: Typed::default(),
            stepped: None,
        }
    }

    /// Starts the gesture of a pointer that presses a pixel near the grip.
    #[must_use]
    pub fn start_at(grip: &Grip, at: Point, cx: &CanvasCx<'_>) -> Self {
        Self {
            offset: grip.at - cx.world(at),
            ..Self::new(cx.scene, grip)
        }
    }

    /// Returns the entities.
    #[must_use]
    pub fn names(&self) -> &[Name] {
        &self.names
    }

    /// Returns the grip in the present drawing; `None` if it no longer exists.
    #[must_use]
    pub fn grip(&self, scene: &Scene) -> Option<Grip> {
        grips_of(scene, &self.names).into_iter().nth(self.index)
    }

    /// Returns the instruction.
    #[must_use]
    pub fn prompt(&self) -> Text {
        self.handle.prompt()
    }

    /// Follows the pointer.
    pub fn follow(&mut self, at: Point, cx: &CanvasCx<'_>) {
        let Some(grip) = self.grip(cx.scene) else { return };
        let world = cx.world(at) + self.offset;
        let snap = if cx.modifiers.alt {
            None
        } else {
            cx.snap_among(&self.snaps, world)
        };
        self.pointer = Some(Pointed::from_drag(world, grip.at, snap, cx));
    }

    /// Returns the change to the typed value, or else to the position of the pointer.
    ///
    /// # Errors
    /// Returns the reason if the value or the resulting shape is not valid.
    pub fn change(&self, cx: &CanvasCx<'_>) -> Result<GripChange, TypedError> {
        let grip = self.grip(cx.scene).ok_or(TypedError::Incomplete)?;
        change(&grip, self.target(&grip, cx)?, cx)
    }

    /// Returns the overlay.
    #[must_use]
    pub fn preview(&self, cx: &CanvasCx<'_>) -> Preview {
        let Some(grip) = self.grip(cx.scene) else {
            return Preview::default();
        };
        let ghosts = self
            .change(cx)
            .map_or_else(|_| Vec::new(), |change| change.ghosts);
        let snap = self.pointer.as_ref().and_then(|pointed| pointed.snap.clone());
        Preview {
            grip: Some(grip.mark(cx.camera)),
            snap: snap.filter(|_| self.typed.is_empty()),
            fields: self.shown_fields(&grip, &ghosts, cx),
            ghosts,
            ..Preview::default()
        }
    }

    /// Handles a key. `focused` tells that the keyboard, not a pointer, holds the grip.
    pub fn key(&mut self, press: &KeyPress<'_>, focused: bool, cx: &CanvasCx<'_>) -> Pressed {
        let Some(grip) = self.grip(cx.scene) else {
            return Pressed::Left;
        };
        if press.is("Escape") {
            if self.typed.is_empty() {
                return Pressed::Left;
            }
            self.typed.clear();
            return Pressed::Used;
        }
        if press.is("Enter") {
            return self.accept(cx);
        }
        if press.is("Backspace") {
            self.typed.pop();
            return Pressed::Used;
        }
        if press.is("Tab") && !self.typed.is_empty() {
            self.typed.next(if grip.handle.is_length() { 1 } else { 2 });
            return Pressed::Used;
        }
        if focused && (press.is("Tab") || press.is("Shift+Tab")) {
            return self.focus_next(press.is("Shift+Tab"), cx.scene);
        }
        if let Some(way) = arrow(press).filter(|_| focused) {
            return self.step(&grip, way * cx.grid_step(), cx);
        }
        self.type_character(press, &grip)
    }

    fn accept(&mut self, cx: &CanvasCx<'_>) -> Pressed {
        if self.typed.is_empty() && self.pointer.is_none() {
            return Pressed::Used;
        }
        match self.change(cx) {
            Ok(change) => {
                self.typed.clear();
                let said = ["Changed.", "바꿨어요."].map(str::to_owned);
                Pressed::Changed(change, said)
            }
            Err(error) => Pressed::Refused(error),
        }
    }

    /// Moves the grip by a vector.
    fn step(&mut self, grip: &Grip, by: Vec2, cx: &CanvasCx<'_>) -> Pressed {
        let from = match self.stepped {
            Some((seen, expected)) if seen == grip.at => expected,
            _ => grip.at,
        };
        let to = from + by;
        match change(grip, WorldTarget::Point(to, false), cx) {
            Ok(change) => {
                self.stepped = Some((grip.at, to));
                Pressed::Changed(change, position(to))
            }
            Err(error) => Pressed::Refused(error),
        }
    }

    fn focus_next(&mut self, back: bool, scene: &Scene) -> Pressed {
        let grips = grips_of(scene, &self.names);
        let count = grips.len().max(1);
        self.index = (self.index + if back { count - 1 } else { 1 }) % count;
        self.stepped = None;
        if let Some(grip) = grips.get(self.index) {
            self.handle = grip.handle;
        }
        grips
            .get(self.index)
            .map_or(Pressed::Left, |grip| Pressed::Focused(announcement(grip)))
    }

    fn type_character(&mut self, press: &KeyPress<'_>, grip: &Grip) -> Pressed {
        match self.typed.press(press, entry(grip), false) {
            Some(Ok(())) => Pressed::Used,
            Some(Err(error)) => Pressed::Refused(error),
            None => Pressed::Unused,
        }
    }

    fn target(&self, grip: &Grip, cx: &CanvasCx<'_>) -> Result<WorldTarget, TypedError> {
        if self.typed.is_empty() {
            let pointed = self.pointer.as_ref().ok_or(TypedError::Incomplete)?;
            return Ok(WorldTarget::Point(pointed.at, pointed.exact));
        }
        let units = units(cx);
        let relative = (0..2)
            .map(|at| self.typed.text(at))
            .find(|text| text.starts_with('@'));
        if let Some(text) = relative {
            return match parse(text, units, Some(grip.at))? {
                Coordinate::Point(to) => Ok(WorldTarget::Point(to, true)),
                Coordinate::Number(_) => Err(TypedError::NotACoordinate),
            };
        }
        let pointer = self.pointer.as_ref().map(|pointed| pointed.at);
        let context = Facts {
            units,
            first: center_of(cx.scene, &self.names),
            last: None,
            pointer: pointer.or(Some(grip.at)),
            sides: 3.0,
        };
        match self.typed.value(entry(grip), &context)? {
            StepValue::Radius(length) => Ok(WorldTarget::Length(length)),
            StepValue::Point(to) | StepValue::Via(to, _) => Ok(WorldTarget::Point(to, true)),
            _ => Err(TypedError::Incomplete),
        }
    }

    /// Returns the size of whole items, with these outlines under the pointer.
    fn size(&self, ghosts: &[Path], cx: &CanvasCx<'_>) -> Option<f64> {
        let changed = Bounds::union_all(ghosts.iter().filter_map(Path::bounds));
        let bounds = changed.or_else(|| extent(cx.scene, &self.names))?;
        Some(size_of(&bounds))
    }

    /// Returns the fields with typed texts, or else with the present values.
    fn shown_fields(&self, grip: &Grip, ghosts: &[Path], cx: &CanvasCx<'_>) -> Vec<TypedField> {
        let at = self.pointer.as_ref().map_or(grip.at, |pointed| pointed.at);
        let pixel = cx.units(1.0);
        let center = center_of(cx.scene, &self.names).unwrap_or(grip.at);
        let (labels, texts): (&[Text], _) = if let Handle::Extent(_) = grip.handle {
            let size = self.size(ghosts, cx).unwrap_or_default();
            (&[["Size", "크기"]], vec![format_measured(size, pixel)])
        } else if grip.handle.is_length() {
            (
                &[["Length", "길이"]],
                vec![format_measured(norm(at - center), pixel)],
            )
        } else {
            (
                &[["X", "X"], ["Y", "Y"]],
                vec![format_measured(at.x, pixel), format_measured(at.y, pixel)],
            )
        };
        self.typed.fields(labels, &texts)
    }
}

/// Returns the kind of the value of a grip.
fn entry(grip: &Grip) -> Entry {
    if grip.handle.is_length() {
        Entry::Radius
    } else {
        Entry::Point
    }
}

/// Returns the announcement of a grip that gets the focus.
#[must_use]
pub fn announcement(grip: &Grip) -> [String; 2] {
    let [english, korean] = grip.handle.prompt();
    let [x, y] = [format_number(grip.at.x), format_number(grip.at.y)];
    [format!("{english}: {x}, {y}"), format!("{korean}: {x}, {y}")]
}

/// Returns the direction of an arrow key; with Shift, ten times as far.
#[must_use]
pub fn arrow(press: &KeyPress<'_>) -> Option<Vec2> {
    let ways = [
        ("ArrowLeft", "Shift+ArrowLeft", Vec2::new(-1.0, 0.0)),
        ("ArrowRight", "Shift+ArrowRight", Vec2::new(1.0, 0.0)),
        ("ArrowUp", "Shift+ArrowUp", Vec2::new(0.0, 1.0)),
        ("ArrowDown", "Shift+ArrowDown", Vec2::new(0.0, -1.0)),
    ];
    ways.into_iter().find_map(|(one, ten, way)| match press {
        press if press.is(one) => Some(way),
        press if press.is(ten) => Some(way * 10.0),
        _ => None,
    })
}

fn position(at: Point) -> [String; 2] {
    let text = format!("X {}, Y {}", format_number(at.x), format_number(at.y));
    [text.clone(), text]
}
