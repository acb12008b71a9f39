//! Measure tool: distances between points, the length of a chain of points, measures of items, and the angle of two
//! edges.
//!
//! Invariants: the tool never changes the drawing; a snapped or typed point is exact, and any other point is rounded to
//! less than a pixel. A click at a snap point measures from there; any other click on an item measures the item.

mod subject;

use self::subject::Subject;
use super::canvas_tool::{
    CanvasCx, CanvasTool, DRAG_THRESHOLD, Effect, Input, Note, PointerKind, Preview, ToolInfo, TypedField,
};
use super::coordinates::{Typed, parse};
use super::expression::TypedError;
use super::hit_test::{self, Depth};
use super::keys::{Chord, KeyPress};
use super::measuring::{Edge, Quantity, between, edge_at, item, spoken};
use super::number_format::measured;
use super::snapping::Snapped;
use super::typed_character::{self, Character, read};
use trammel_kernel::snap::SnapKind;
use trammel_kernel::{Point, norm};
use trammel_scene::Name;

/// Maximum distance of a click from an outline, in pixels.
const REACH_PX: f64 = 6.0;
/// Maximum distance of a tap with a finger from an outline, in pixels.
const REACH_TOUCH_PX: f64 = 14.0;
/// Distance in pixels within which the start of the chain attracts the pointer.
const CLOSE_PX: f64 = 9.0;
/// Maximum number of points of a chain.
const MAX_POINTS: usize = 1_000;

/// The measure tool.
#[derive(Debug, Default)]
pub struct Measure {
    subject: Subject,
    pointer: Option<Pointer>,
    press: Option<(Point, PointerKind)>,
    typed: String,
}

/// Position of the pointer in the drawing.
#[derive(Clone, Debug)]
struct Pointer {
    at: Point,
    snap: Option<Snapped>,
}

impl CanvasTool for Measure {
    fn info(&self) -> ToolInfo {
        ToolInfo {
            id: "measure",
            keys: &[Chord("m")],
            icon: "M3 15L15 3l6 6L9 21zM6 12l2 2M9 9l3 3M12 6l2 2",
            label: ["Measure", "측정"],
            cursor: "crosshair",
            prompt: Some(self.subject.prompt()),
            every_move: false,
        }
    }

    fn on(&mut self, input: Input<'_>, cx: &CanvasCx<'_>) -> Vec<Effect> {
        match input {
            Input::Press { at, by } => {
                self.press = Some((at, by));
                self.pointer = Some(self.pointed(at, cx));
            }
            Input::Drag(at) | Input::Hover(at) => self.pointer = Some(self.pointed(at, cx)),
            Input::Release(at) => return self.release(at, cx),
            Input::Cancel => self.press = None,
            Input::Leave => self.pointer = None,
            Input::DoubleClick { .. } => {}
            Input::Secondary => return self.end(),
            Input::Key { press, on_canvas } => return self.key(&press, on_canvas, cx),
        }
        Vec::new()
    }

    fn preview(&self, cx: &CanvasCx<'_>) -> Preview {
        let snap = self.pointer.as_ref().and_then(|pointer| pointer.snap.clone());
        let quantities = self.quantities(cx);
        let mut fields: Vec<TypedField> = quantities.iter().map(field).collect();
        if !self.typed.is_empty() {
            fields.push(TypedField {
                label: ["Point", "점"],
                text: self.typed.clone(),
                active: true,
            });
        }
        Preview {
            ghosts: self
                .subject
                .outlines(cx.scene, self.pointer.as_ref().map(|pointer| pointer.at)),
            snap: snap.filter(|_| self.typed.is_empty()),
            fields,
            notes: self.notes(&quantities, cx),
            result: (!quantities.is_empty()).then(|| spoken(&quantities)),
            ..Preview::default()
        }
    }
}

impl Measure {
    fn pointed(&self, at: Point, cx: &CanvasCx<'_>) -> Pointer {
        let world = cx.world(at);
        let points = self.subject.open_chain();
        if let [start, _, _, ..] = points
            && norm(world - *start) <= cx.units(CLOSE_PX)
        {
            return Pointer {
                at: *start,
                snap: None,
            };
        }
        let from = points.last().copied();
        let snap = if cx.modifiers.alt { None } else { cx.snap(at, from) };
        let pixel = cx.units(1.0);
        let round = |value: f64| measured(value, pixel).parse().unwrap_or(value);
        let free = || Point::new(round(world.x), round(world.y));
        let at = match &snap {
            Some(snap) => snap.point,
            None => cx.on_grid(world).unwrap_or_else(free),
        };
        Pointer { at, snap }
    }

    fn release(&mut self, at: Point, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let Some((start, by)) = self.press.take() else {
            return Vec::new();
        };
        let is_drag = by != PointerKind::Touch && norm(at - start) > DRAG_THRESHOLD;
        if is_drag && self.subject.open_chain().is_empty() {
            let first = self.pointed(start, cx).at;
            self.add(first, cx);
        }
        let pointer = self.pointed(at, cx);
        let point = pointer.at;
        let is_exact = pointer
            .snap
            .as_ref()
            .is_some_and(|snap| snap.kind != SnapKind::Nearest);
        self.pointer = Some(pointer);
        if self.subject.open_chain().is_empty() && !is_exact {
            let reach = match by {
                PointerKind::Touch => REACH_TOUCH_PX,
                PointerKind::Mouse | PointerKind::Pen => REACH_PX,
            };
            let world = cx.world(at);
            if let Some(name) = hit_test::at(cx.scene, world, cx.units(reach), Depth::Entity) {
                let edge = edge_at(cx.scene, &name, world);
                return self.pick(name, edge, cx);
            }
        }
        self.add(point, cx)
    }

    /// Adds a point to the chain in progress, or starts another chain. The first point closes the chain.
    fn add(&mut self, point: Point, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let mut points = self.subject.open_chain().to_vec();
        if points.last() == Some(&point) {
            return refuse(&TypedError::Coincident);
        }
        let closed = points.len() >= 3 && points.first() == Some(&point);
        if !closed {
            points.push(point);
        }
        let done = closed || points.len() == MAX_POINTS;
        self.subject = Subject::Chain { points, closed, done };
        self.announce(cx)
    }

    /// Measures an item, or the angle of its edge and the edge picked before.
    fn pick(&mut self, name: Name, edge: Option<Edge>, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let before = match &self.subject {
            Subject::Item { edge, .. } => *edge,
            _ => None,
        };
        self.subject = match (before, edge) {
            (Some(before), Some(edge)) if before != edge => Subject::Edges(before, edge),
            _ if item(cx.scene, &name).is_empty() => {
                return vec![Effect::Refuse([
                    format!("\"{name}\" has no length and no area. Click another item, or specify a point."),
                    format!("\"{name}\"에는 길이와 넓이가 없어요. 다른 항목을 클릭하거나 점을 지정하세요."),
                ])];
            }
            _ => Subject::Item { name, edge },
        };
        self.announce(cx)
    }

    fn announce(&self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let fixed = self.subject.quantities(cx.scene);
        if fixed.is_empty() {
            return vec![Effect::Handled];
        }
        vec![Effect::Announce(spoken(&fixed))]
    }

    /// Returns the quantities so far, or else those between the first point and the pointer, or else those of the
    /// selection.
    fn quantities(&self, cx: &CanvasCx<'_>) -> Vec<Quantity> {
        match (self.subject.open_chain(), &self.pointer) {
            ([from], Some(pointer)) if pointer.at != *from => between(cx.scene, *from, pointer.at),
            _ if matches!(self.subject, Subject::Nothing) => {
                let name = selected(cx);
                name.map_or_else(Vec::new, |name| item(cx.scene, &name))
            }
            _ => self.subject.quantities(cx.scene),
        }
    }

    /// Returns the result beside the pointer, and without a pointer beside the last point.
    fn notes(&self, quantities: &[Quantity], cx: &CanvasCx<'_>) -> Vec<Note> {
        let pointer = self.pointer.as_ref().map(|pointer| pointer.at);
        let at = pointer
            .filter(|_| !matches!(self.subject, Subject::Nothing))
            .or_else(|| self.subject.anchor(cx.scene));
        let lines = |all: &[Quantity]| all.iter().map(line).collect();
        at.filter(|_| !quantities.is_empty())
            .map(|at| Note {
                at,
                lines: lines(quantities),
            })
            .into_iter()
            .collect()
    }

    fn end(&mut self) -> Vec<Effect> {
        if let Subject::Chain { points, done, .. } = &mut self.subject
            && points.len() > 1
            && !*done
        {
            *done = true;
            return vec![Effect::Handled];
        }
        self.back()
    }

    /// Backs out: typed text, then the measurement, then the tool.
    fn back(&mut self) -> Vec<Effect> {
        if !self.typed.is_empty() {
            self.typed.clear();
        } else if self.press.take().is_some() {
            // The release of the pointer then measures nothing.
        } else if matches!(self.subject, Subject::Nothing) {
            return vec![Effect::Finish];
        } else {
            self.subject = Subject::Nothing;
        }
        vec![Effect::Handled]
    }

    fn key(&mut self, press: &KeyPress<'_>, on_canvas: bool, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if press.is("Escape") {
            return self.back();
        }
        let copies = [false, true].map(|mac| Chord("Mod+c").matches(press, mac));
        if copies.contains(&true) {
            let result = self.quantities(cx);
            let is_empty = result.is_empty();
            return if is_empty {
                Vec::new()
            } else {
                vec![Effect::Copy(spoken(&result))]
            };
        }
        if press.is("Enter") && on_canvas {
            return self.enter(cx);
        }
        if press.is("Backspace") {
            return self.remove_last();
        }
        // A letter alone is a shortcut.
        let Character::Text(typed) = read(press, &self.typed, false) else {
            return Vec::new();
        };
        typed_character::push(&mut self.typed, typed);
        vec![Effect::Handled]
    }

    /// Accepts the typed point, or ends the chain, or measures the selected item.
    fn enter(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if self.typed.is_empty() {
            return match (&self.subject, selected(cx)) {
                (Subject::Nothing, Some(name)) => self.pick(name, None, cx),
                (Subject::Nothing, None) => refuse(&TypedError::Incomplete),
                _ => self.end(),
            };
        }
        let last = self.subject.open_chain().last().copied();
        match parse(&self.typed, cx.scene.units(), last) {
            Ok(Typed::Point(point)) => {
                self.typed.clear();
                self.add(point, cx)
            }
            Ok(Typed::Number(_)) => vec![Effect::Refuse([
                "A point has two numbers. Type x,y or @x,y.".to_owned(),
                "점에는 숫자가 두 개 있어요. x,y나 @x,y로 입력하세요.".to_owned(),
            ])],
            Err(error) => refuse(&error),
        }
    }

    fn remove_last(&mut self) -> Vec<Effect> {
        if self.typed.pop().is_none()
            && let Subject::Chain { points, closed, done } = &mut self.subject
        {
            points.pop();
            (*closed, *done) = (false, false);
            if points.is_empty() {
                self.subject = Subject::Nothing;
            }
        }
        vec![Effect::Handled]
    }
}

/// Returns the selected item, if it is the only one.
fn selected(cx: &CanvasCx<'_>) -> Option<Name> {
    let mut names = cx.selection.iter();
    names.next().filter(|_| names.next().is_none()).cloned()
}

fn field(quantity: &Quantity) -> TypedField {
    TypedField {
        label: quantity.label,
        text: quantity.text.clone(),
        active: false,
    }
}

fn line(quantity: &Quantity) -> [String; 2] {
    quantity.label.map(|label| format!("{label} {}", quantity.text))
}

fn refuse(error: &TypedError) -> Vec<Effect> {
    vec![Effect::Refuse(error.reason())]
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests;
