//! Keys of a modify tool: typed text, Enter and the right button, Escape, Q, and the key of the next method.

use super::fields::labels;
use super::modifying::Modifying;
use super::operation::{Entry, Value};
use crate::canvas_tool::{CanvasCx, Effect, PointerKind};
use crate::expression::TypedError;
use crate::keys::KeyPress;

impl Modifying {
    /// Ends the operation: performs one that may end, discards one in progress, or ends the tool.
    pub(super) fn end(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if self.targets.is_none() {
            self.fields.clear();
            return if cx.selection.is_empty() {
                vec![Effect::Finish]
            } else {
                self.end_picking(cx)
            };
        }
        if self.fields.is_empty() && self.operation.may_end(&self.task(cx)) {
            return self.perform(cx);
        }
        if self.values.is_empty() && self.fields.is_empty() {
            return vec![Effect::Finish];
        }
        self.values.clear();
        self.fields.clear();
        vec![Effect::Handled]
    }

    /// Handles a key press.
    pub(super) fn key(&mut self, press: &KeyPress<'_>, on_canvas: bool, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if press.is("Escape") {
            return self.escape();
        }
        if press.is("Backspace") {
            if !self.fields.pop() && self.values.pop().is_none() && self.picked_here {
                self.targets = None;
            }
            return vec![Effect::Handled];
        }
        if press.is("Enter") && on_canvas {
            return self.enter(cx);
        }
        if self.fields.is_empty() {
            if press.is("q") {
                self.keep = !self.keep;
                return vec![Effect::Handled];
            }
            let is_own = self
                .operation
                .kind()
                .keys
                .iter()
                .any(|chord| chord.matches(press, false));
            if is_own && !self.operation.methods().is_empty() {
                self.operation
                    .set_method((self.operation.method() + 1) % self.operation.methods().len());
                self.values.clear();
                return vec![Effect::Handled];
            }
        }
        // A point typed while picking picks like a click.
        let entry = self.step(cx).map_or(Entry::Point, |step| step.entry);
        let can_move = self.targets.is_some() || !self.fields.is_empty();
        if press.is("Tab") && on_canvas && can_move {
            let has_last = self.task(cx).last_point().is_some();
            self.fields.next(labels(entry, has_last).len());
            return vec![Effect::Handled];
        }
        self.fields.press(press, !self.values.is_empty())
    }

    /// Picks the entity at the typed point.
    fn pick_typed(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let units = cx.scene.definitions().units.unwrap_or_default();
        match self.fields.point(units, None, None) {
            Ok(at) => self.pick_at(cx.camera.to_screen(at, cx.viewport), PointerKind::Mouse, cx),
            Err(error) => vec![Effect::Refuse(error.reason())],
        }
    }

    /// Backs out one step: typed text, then a press, then a value, then the picked entities, then the tool.
    fn escape(&mut self) -> Vec<Effect> {
        if !self.fields.is_empty() {
            self.fields.clear();
        } else if self.press.take().is_some() || self.values.pop().is_some() {
            // The release of the pointer then places no point.
        } else if self.targets.is_some() && self.picked_here {
            self.targets = None;
        } else {
            return vec![Effect::Finish];
        }
        vec![Effect::Handled]
    }

    /// Ends picking, or accepts typed text, or ends the operation, or accepts the last values.
    fn enter(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        let Some(step) = self.step(cx) else {
            return if self.fields.is_empty() {
                self.end_picking(cx)
            } else {
                self.pick_typed(cx)
            };
        };
        if !self.fields.is_empty() || (self.operation.enter_accepts() && step.entry != Entry::Point) {
            return self.accept_current(cx);
        }
        if self.operation.may_end(&self.task(cx)) {
            return self.perform(cx);
        }
        match self.last_numbers().filter(|_| step.entry != Entry::Point) {
            Some(numbers) => self.accept(Value::Numbers(numbers.to_vec()), cx),
            None => vec![Effect::Refuse(TypedError::Incomplete.reason())],
        }
    }
}
