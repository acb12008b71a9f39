//! Keys of a drawing tool: typed characters, choices, and the keys that back out, accept, or end.

use super::state::{Drawing, refuse};
use crate::canvas_tool::{CanvasCx, Effect};
use crate::draw::typed_fields::{TypedFields, begins_diameter, labels};
use crate::expression::TypedError;
use crate::keys::KeyPress;
use crate::typed_character::{Character, read};

impl Drawing {
    pub(super) fn key(&mut self, press: &KeyPress<'_>, on_canvas: bool, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if press.is("Escape") {
            return self.escape(cx);
        }
        if press.is("Backspace") {
            if !self.fields.pop() {
                self.values.pop();
            }
            return vec![Effect::Handled];
        }
        let count = labels(self.step().entry, self.last_point().is_some()).len();
        if press.is("Tab") && on_canvas {
            self.fields.next(count);
            return vec![Effect::Handled];
        }
        if press.is("Enter") && on_canvas {
            return self.enter(cx);
        }
        if press.is("q") && self.fields.is_empty() {
            self.keep = !self.keep;
            return vec![Effect::Handled];
        }
        if self.fields.is_empty() && self.choose_by(press) {
            return vec![Effect::Handled];
        }
        // Before the first value, a letter alone is a shortcut of the page. After it, the letter belongs to the figure, so
        // that it never starts another tool.
        match read(press, self.fields.text(self.fields.active()), self.is_begun()) {
            Character::Other => Vec::new(),
            Character::Wrong(typed, _) if begins_diameter(self.step().entry, typed) => self.push(typed),
            Character::Wrong(typed, error) => {
                // A text has a field of its own on the drawing.
                if count > 0 {
                    self.push(typed);
                }
                refuse(&error)
            }
            Character::Text(typed) => self.push(typed),
        }
    }

    fn push(&mut self, typed: char) -> Vec<Effect> {
        self.fields.push(typed);
        vec![Effect::Handled]
    }

    /// Whether the figure has a value or typed text.
    fn is_begun(&self) -> bool {
        !self.values.is_empty() || !self.fields.is_empty()
    }

    /// Backs out one step: typed text, then a press, then a chain or a point, then the tool.
    fn escape(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if !self.fields.is_empty() {
            self.fields = TypedFields::default();
        } else if self.press.take().is_some() {
            // The release of the pointer then places no point.
        } else if (self.figure.may_end)(&self.values) {
            return self.draw(cx);
        } else if self.values.pop().is_none() {
            return vec![Effect::Finish];
        }
        vec![Effect::Handled]
    }

    /// Accepts typed text, or else ends a chain, or else accepts the last size.
    fn enter(&mut self, cx: &CanvasCx<'_>) -> Vec<Effect> {
        if !self.fields.is_empty() {
            return self.accept_current(cx);
        }
        if (self.figure.may_end)(&self.values) {
            return self.draw(cx);
        }
        match self.default_value(cx) {
            Some(value) => self.accept(value, cx),
            None => refuse(&TypedError::Incomplete),
        }
    }

    /// Selects the choice of a key, or the next one if several choices have the key. Returns whether there is one.
    fn choose_by(&mut self, press: &KeyPress<'_>) -> bool {
        let choices = (self.figure.choices)(&self.values);
        let count = choices.len();
        let next = (1..=count)
            .map(|step| (self.choice + step) % count)
            .find(|at| press.is(choices[*at].0));
        if let Some(at) = next {
            self.choice = at;
        }
        next.is_some()
    }
}
