//! Preview while the user picks entities, and the fields, notes, and choices that a modify tool shows beside its prompt.

use super::fields::{labels, note, point_texts};
use super::modifying::Modifying;
use super::operation::{Entry, Pick, Value};
use super::picking::hit;
use crate::canvas_tool::{CanvasCx, Choice, Preview, Text, TypedField};
use crate::number_format::trimmed;
use trammel_kernel::Path;

impl Modifying {
    /// Returns the outlines under the pointer, or the marquee of a drag.
    pub(super) fn preview_of_picking(&self, cx: &CanvasCx<'_>) -> Preview {
        let drag = self.dragged().filter(|_| self.operation.kind().pick != Pick::One);
        let hovered = self.over.filter(|_| drag.is_none());
        let hit = hovered.and_then(|(at, by)| hit(cx, at, by, self.operation.kind().pick));
        let ghosts: Vec<Path> = hit.map_or_else(Vec::new, |name| cx.scene.world_paths(&name));
        Preview {
            ghosts,
            marquee: drag,
            fields: self.shown_fields(cx),
            choices: self.choices(),
            can_enter: !self.fields.is_empty() || !cx.selection.is_empty(),
            ..Preview::default()
        }
    }

    /// Returns the fields with typed texts, or else with the pointed values; then the notes.
    pub(super) fn shown_fields(&self, cx: &CanvasCx<'_>) -> Vec<TypedField> {
        let Some(step) = self.step(cx) else {
            let is_typing = !self.fields.is_empty();
            let typed = is_typing.then(|| self.fields.shown(&labels(Entry::Point, false), &[]));
            return typed.into_iter().flatten().chain(self.notes()).collect();
        };
        let (pixel, last) = (cx.units(1.0), self.task(cx).last_point());
        let values = match (self.current(cx), step.entry) {
            (Ok(Value::Point(at)), Entry::Point) => point_texts(at, last, pixel),
            (Ok(Value::Numbers(numbers)), Entry::Fields(_)) => numbers.iter().copied().map(trimmed).collect(),
            _ => Vec::new(),
        };
        let labels = labels(step.entry, last.is_some());
        let mut fields = self.fields.shown(&labels, &values);
        let repeats = !self.operation.enter_accepts() && step.entry != Entry::Point && self.fields.is_empty();
        if let Some([first, ..]) = self.last_numbers().filter(|_| repeats) {
            fields.push(note(["Enter:", "Enter:"], trimmed(*first)));
        }
        fields.extend(self.notes());
        fields
    }

    /// Returns the numbers of the last operation.
    pub(super) fn last_numbers(&self) -> Option<&[f64]> {
        self.last.iter().rev().find_map(|value| match value {
            Value::Numbers(numbers) => Some(numbers.as_slice()),
            Value::Point(_) => None,
        })
    }

    /// Returns the kept state.
    pub(super) fn notes(&self) -> Vec<TypedField> {
        let kept = self.keep.then_some(["Stays active (Q)", "계속 켜 둠 (Q)"]);
        kept.map(|text| note(text, String::new())).into_iter().collect()
    }

    /// Returns the methods of the operation.
    pub(super) fn choices(&self) -> Vec<Choice> {
        let key = self.operation.kind().keys.first().map_or("", |chord| chord.0);
        let choice = |(at, label): (usize, &Text)| Choice {
            key,
            label: *label,
            active: at == self.operation.method(),
        };
        self.operation.methods().iter().enumerate().map(choice).collect()
    }

    /// Whether Enter ends the operation or accepts a value.
    pub(super) fn can_enter(&self, cx: &CanvasCx<'_>) -> bool {
        let accepts =
            self.operation.enter_accepts() && self.step(cx).is_some_and(|step| step.entry != Entry::Point);
        accepts || !self.fields.is_empty() || self.operation.may_end(&self.task(cx))
    }
}
