//! Fields, notes, and choices that a modify tool shows beside its prompt.

use super::fields::{labels, note, point_texts};
use super::modifying::Modifying;
use super::operation::{Entry, Operation, Value};
use crate::editor::canvas_tool::{CanvasCx, Choice, Text, TypedField};
use crate::editor::number_format::trimmed;

impl<O: Operation> Modifying<O> {
    /// Returns the fields with typed texts, or else with the pointed values; then the notes.
    pub(super) fn shown_fields(&self, cx: &CanvasCx<'_>) -> Vec<TypedField> {
        let Some(step) = self.step(cx) else {
            return self.notes();
        };
        let (pixel, last) = (cx.units(1.0), self.task(cx).last_point());
        let values = match (self.current(cx), step.entry) {
            (Ok(Value::Point(at)), Entry::Point) => point_texts(at, last, pixel),
            (Ok(Value::Numbers(numbers)), Entry::Fields(_)) => numbers.iter().copied().map(trimmed).collect(),
            _ => Vec::new(),
        };
        let labels = labels(step.entry, last.is_some());
        let mut fields = self.fields.shown(&labels, &values);
        let repeats = !O::ENTER_ACCEPTS && step.entry != Entry::Point && self.fields.is_empty();
        if let Some([first, ..]) = self.last_numbers().filter(|_| repeats) {
            fields.push(note(["Enter:", "Enter:"], trimmed(*first)));
        }
        fields.extend(self.notes());
        fields
    }

    /// Returns the kept state.
    pub(super) fn notes(&self) -> Vec<TypedField> {
        let kept = self.keep.then_some(["Stays active (Q)", "계속 켜 둠 (Q)"]);
        kept.map(|text| note(text, String::new())).into_iter().collect()
    }

    /// Returns the methods of the operation.
    pub(super) fn choices(&self) -> Vec<Choice> {
        let key = O::KIND.keys.first().map_or("", |chord| chord.0);
        let choice = |(at, label): (usize, &Text)| Choice {
            key,
            label: *label,
            active: at == self.operation.method(),
        };
        O::METHODS.iter().enumerate().map(choice).collect()
    }

    /// Whether Enter ends the operation or accepts a value.
    pub(super) fn can_enter(&self, cx: &CanvasCx<'_>) -> bool {
        let accepts = O::ENTER_ACCEPTS && self.step(cx).is_some_and(|step| step.entry != Entry::Point);
        accepts || !self.fields.is_empty() || self.operation.may_end(&self.task(cx))
    }
}
