//! Steps that measure points and items, and the overlay with the result.
//!
//! Invariants: a snapped or typed point is exact, and any other point is rounded to less than a pixel. A click at a snap
//! point measures from there; any other click on an item measures the item, unless a chain of points is in progress.

use super::pointing::Pointed;
use super::procedure::{Entry, Task};
use super::refusal::Refusal;
use super::stepper::Stepper;
use super::typed::labels;
use super::value::{Item, StepValue};
use crate::canvas_tool::{CanvasCx, Effect, Note, Preview, TypedField};
use crate::coordinates::{Typed as Coordinate, parse};
use crate::expression::TypedError;
use crate::hit_test::Depth;
use crate::keys::{Chord, KeyPress};
use crate::measuring::{Quantity, announcement, edge_at, item};
use crate::precision::round_point;
use trammel_kernel::snap::SnapKind;
use trammel_kernel::{Point, norm};

/// Distance in pixels within which the start of the chain attracts the pointer.
const CLOSE_PX: f64 = 9.0;

impl Stepper {
    /// Returns the position under a pixel for a measurement.
    pub(super) fn position_to_measure(&self, pixel: Point, cx: &CanvasCx<'_>) -> Pointed {
        let free = Pointed::free(pixel, cx);
        let last = self.task().last_point();
        if let ([StepValue::Point(start), _, _, ..], Some(_)) = (self.values.as_slice(), last)
            && norm(free.at - *start) <= cx.units(CLOSE_PX)
        {
            return Pointed { at: *start, ..free };
        }
        let snap = if cx.modifiers.alt {
            None
        } else {
            cx.snap(pixel, last)
        };
        let at = match &snap {
            Some(snap) => snap.point,
            None => cx
                .on_grid(free.at)
                .unwrap_or_else(|| round_point(free.at, cx.units(1.0))),
        };
        Pointed { at, snap, ..free }
    }

    /// Returns the typed point, or else the point or the item under the pointer.
    pub(super) fn current_measured(&self, cx: &CanvasCx<'_>) -> Result<StepValue, Refusal> {
        let last = self.task().last_point();
        if !self.typed.is_empty() {
            return match parse(self.typed.text(0), cx.scene.units(), last)? {
                Coordinate::Point(point) => Ok(StepValue::Point(point)),
                Coordinate::Number(_) => Err(Refusal::from([
                    "A point has two numbers. Type x,y or @x,y.",
                    "점에는 숫자가 두 개 있어요. x,y나 @x,y로 입력하세요.",
                ])),
            };
        }
        let pointed = self.pointer.as_ref().ok_or(TypedError::Incomplete)?;
        let snap = pointed.snap.as_ref();
        let is_exact = snap.is_some_and(|snap| snap.kind != SnapKind::Nearest);
        let world = cx.world(pointed.pixel);
        let entity = || cx.entity_at(world, self.by, Depth::Entity);
        match last.is_none().then(entity).flatten().filter(|_| !is_exact) {
            Some(name) => {
                let edge = edge_at(cx.scene, &name, world);
                Ok(StepValue::Item(Box::new(Item { name, edge })))
            }
            None => Ok(StepValue::Point(pointed.at)),
        }
    }

    /// Accepts the value at the start of a drag; a measurement then starts at a point, also on an item.
    pub(super) fn accept_start(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        match (self.entry(), &self.pointer) {
            (Some(Entry::Measured), Some(pointed)) => self.accept(StepValue::Point(pointed.at), cx),
            _ => self.accept_current(cx),
        }
    }

    /// Returns the selected item, if it is the only one and nothing is measured.
    pub(super) fn selected_item(&self, cx: &CanvasCx<'_>) -> Option<StepValue> {
        let mut names = cx.selection.iter();
        let name = names
            .next()
            .filter(|_| names.next().is_none() && self.values.is_empty())?;
        let (name, edge) = (name.clone(), None);
        Some(StepValue::Item(Box::new(Item { name, edge })))
    }

    /// Returns the announcement of the quantities, if there are any, or else these effects.
    pub(super) fn with_announcement(&self, effects: Vec<Effect>, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let quantities = self.procedure.quantities(&self.task(), cx, None);
        if quantities.is_empty() {
            return effects;
        }
        vec![Effect::Announce(announcement(&quantities))]
    }

    /// Copies the quantities, if the key is that for copying and there are any.
    pub(super) fn copy(&self, press: &KeyPress<'_>, cx: &CanvasCx<'_>) -> Option<Vec<Effect>> {
        let is_copy = [false, true]
            .map(|mac| Chord("Mod+c").matches(press, mac))
            .contains(&true);
        let quantities = is_copy.then(|| self.present_quantities(cx))?;
        (!quantities.is_empty()).then(|| vec![Effect::Copy(announcement(&quantities))])
    }

    /// Returns the quantities so far, or else those between the first point and the pointer, or else those of the
    /// selection.
    fn present_quantities(&self, cx: &CanvasCx<'_>) -> Vec<Quantity> {
        let pointer = self.pointer.as_ref().map(|pointed| pointed.at);
        match self.selected_item(cx) {
            Some(StepValue::Item(selected)) if self.entry() == Some(Entry::Measured) => {
                item(cx.scene, &selected.name)
            }
            _ => self.procedure.quantities(&self.task(), cx, pointer),
        }
    }

    /// Returns the overlay of a measurement.
    pub(super) fn overlay_of_measuring(&self, cx: &CanvasCx<'_>) -> Preview {
        let task = self.task();
        let pointer = self.pointer.as_ref().map(|pointed| pointed.at);
        let mut values = self.values.clone();
        values.extend(
            pointer
                .map(StepValue::Point)
                .filter(|_| task.last_point().is_some()),
        );
        let shown = Task {
            values: &values,
            ..task
        };
        let quantities = self.present_quantities(cx);
        let mut fields: Vec<TypedField> = quantities.iter().map(field).collect();
        if !self.typed.is_empty() {
            fields.extend(self.typed.fields(&labels(Entry::Measured, false), &[]));
        }
        let snap = self.pointer.as_ref().and_then(|pointed| pointed.snap.clone());
        Preview {
            ghosts: self.procedure.ghosts(&shown, cx),
            snap: snap.filter(|_| self.typed.is_empty()),
            fields,
            notes: self.notes(&quantities, cx).into_iter().collect(),
            result: (!quantities.is_empty()).then(|| announcement(&quantities)),
            ..Preview::default()
        }
    }

    /// Returns the result beside the pointer, and without a pointer beside the last point.
    fn notes(&self, quantities: &[Quantity], cx: &CanvasCx<'_>) -> Option<Note> {
        let pointer = self.pointer.as_ref().map(|pointed| pointed.at);
        let at = pointer
            .filter(|_| !self.values.is_empty())
            .or_else(|| self.procedure.anchor(&self.task(), cx.scene))?;
        let lines = quantities.iter().map(line).collect();
        (!quantities.is_empty()).then_some(Note { at, lines })
    }
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
