//! The slider and the field of a number.
//!
//! Invariants: values of one drag of the slider, and of arrow keys that follow each other quickly, are one undo step; the
//! ends of a range that the comment does not state stay where they are during a drag, and until the value reaches one.

use super::change;
use crate::ui::clock::now_ms;
use crate::ui::state::App;
use leptos::prelude::*;
use trammel_canvas::expression::{TypedError, evaluate};
use trammel_code::parameters::{Change, NumberRange, Parameter, Setting};
use trammel_scene::Units;
use web_sys::KeyboardEvent;

/// Longest time between two changes by the keyboard that are one undo step, in milliseconds.
const KEY_PAUSE_MS: f64 = 400.0;

/// Units of a comment that are not lengths. Typed values may repeat them.
const OTHER_UNITS: [&str; 5] = ["deg", "°", "rad", "%", "turns"];

/// The slider and the field; `id` is the id of the slider.
pub(super) fn number_field(
    app: App,
    parameter: Memo<Option<Parameter>>,
    name: String,
    id: String,
) -> AnyView {
    let control = Control::new(app, parameter, name);
    let note_id = format!("{id}-note");
    let error_id = format!("{id}-error");
    let unit = move || control.range.with(|range| range.unit.clone().unwrap_or_default());
    let spoken = move || format!("{} {}", control.text(), unit()).trim_end().to_owned();
    let field_label = {
        let name = control.name.get_value();
        move || {
            app.prefs
                .lang
                .get()
                .pick([format!("{name}: number"), format!("{name}: 숫자")])
        }
    };
    let wrong = control.wrong;
    view! {
        <div class="parameter-number">
            <input
                type="range"
                id=id
                data-testid="parameter-slider"
                min=move || control.range.with(|range| range.min.to_string())
                max=move || control.range.with(|range| range.max.to_string())
                step=move || control.range.with(|range| range.step.to_string())
                prop:value=move || control.value.get().to_string()
                aria-valuetext=spoken
                aria-describedby=note_id
                on:pointerdown=move |_| control.end_step()
                on:input=move |event| control.slide(&event_target_value(&event))
                on:change=move |_| control.dragging.set(false)
            />
            <input
                type="text"
                class="input numbers"
                data-testid="parameter-field"
                inputmode="decimal"
                autocomplete="off"
                aria-label=field_label
                aria-invalid=move || wrong.with(Option::is_some).to_string()
                aria-describedby=error_id.clone()
                prop:value=move || control.shown.get()
                on:input=move |event| control.shown.set(event_target_value(&event))
                on:change=move |_| control.accept_text()
                on:keydown=move |event| control.key(&event)
            />
            <span class="unit">{unit}</span>
        </div>
        <div id=error_id>
            {move || {
                wrong
                    .get()
                    .map(|why| {
                        let why = app.prefs.lang.get().pick(why);
                        view! { <p class="field-error" role="alert" data-testid="parameter-error">{why}</p> }
                    })
            }}
        </div>
    }
    .into_any()
}

/// State of the slider and the field.
#[derive(Clone, Copy)]
struct Control {
    app: App,
    name: StoredValue<String>,
    value: Memo<f64>,
    range: Memo<NumberRange>,
    /// Text of the field.
    shown: RwSignal<String>,
    /// Reason why the text of the field is not accepted.
    wrong: RwSignal<Option<[String; 2]>>,
    /// Whether the slider has changed the value and is not released yet.
    dragging: RwSignal<bool>,
    /// Time of the last change, in milliseconds.
    last: StoredValue<f64>,
}

impl Control {
    fn new(app: App, parameter: Memo<Option<Parameter>>, name: String) -> Self {
        let dragging = RwSignal::new(false);
        let number = move || {
            parameter.with(|parameter| match parameter.as_ref().map(|p| &p.value) {
                Some(Setting::Number { value, range }) => Some((*value, range.clone())),
                _ => None,
            })
        };
        let value = Memo::new(move |_| number().map_or(0.0, |(value, _)| value));
        let range = Memo::new(move |earlier: Option<&NumberRange>| {
            let is_dragged = dragging.get();
            match (number(), earlier) {
                (Some((value, fresh)), Some(earlier)) if keeps(earlier, &fresh, value, is_dragged) => {
                    earlier.clone()
                }
                (Some((_, fresh)), _) => fresh,
                (None, Some(earlier)) => earlier.clone(),
                (None, None) => NumberRange::default(),
            }
        });
        let shown = RwSignal::new(String::new());
        let wrong = RwSignal::new(None);
        // Outward effect: the field shows a value that was changed elsewhere.
        Effect::new(move |_| {
            shown.set(Change::Number(value.get()).literal());
            wrong.set(None);
        });
        Self {
            app,
            name: StoredValue::new(name),
            value,
            range,
            shown,
            wrong,
            dragging,
            last: StoredValue::new(f64::NEG_INFINITY),
        }
    }

    fn text(self) -> String {
        Change::Number(self.value.get()).literal()
    }

    /// Makes the next change an undo step of its own.
    fn end_step(self) {
        self.dragging.set(false);
        self.last.set_value(f64::NEG_INFINITY);
    }

    /// Follows the slider.
    fn slide(self, text: &str) {
        let Ok(value) = text.parse::<f64>() else {
            return;
        };
        let continues = self.dragging.get_untracked() || self.is_soon();
        self.dragging.set(true);
        let value = self.range.with_untracked(|range| range.snap(value));
        self.write(value, continues);
    }

    fn is_soon(self) -> bool {
        now_ms() - self.last.get_value() < KEY_PAUSE_MS
    }

    fn write(self, value: f64, continues: bool) {
        self.last.set_value(now_ms());
        let name = self.name.get_value();
        change::set(self.app, &name, &Change::Number(value), continues);
    }

    /// Accepts the text of the field, or shows the reason why not.
    fn accept_text(self) {
        let text = self.shown.get_untracked();
        match self.read(&text) {
            Ok(value) => {
                self.end_step();
                self.wrong.set(None);
                self.write(value, false);
                self.last.set_value(f64::NEG_INFINITY);
                // An expression is replaced by its value.
                self.shown.set(Change::Number(value).literal());
            }
            Err(why) => self.wrong.set(Some(why)),
        }
    }

    fn read(self, text: &str) -> Result<f64, [String; 2]> {
        let range = self.range.get_untracked();
        let unit = range.unit.as_deref();
        let drawing = self.app.doc.title.with_untracked(|(_, units)| *units);
        let is_other = unit.is_some_and(|unit| OTHER_UNITS.contains(&unit));
        let units = match unit {
            Some(unit) => Units::find(unit),
            None => Some(drawing),
        };
        let trimmed = text.trim();
        let bare = unit
            .filter(|_| is_other)
            .and_then(|unit| trimmed.strip_suffix(unit));
        let value = evaluate(bare.unwrap_or(trimmed), units).map_err(|error: TypedError| error.reason())?;
        if range.has(value) {
            return Ok(value);
        }
        let (min, max) = (range.min.to_string(), range.max.to_string());
        Err([
            format!(
                "The value must be from {min} to {max}. Type another value, or change the comment in the code."
            ),
            format!("값은 {min}에서 {max}까지예요. 다른 값을 입력하거나 코드의 주석을 고치세요."),
        ])
    }

    /// Handles the keys of the field: Escape restores the value, and the arrows change it by one step.
    fn key(self, event: &KeyboardEvent) {
        let steps = match event.key().as_str() {
            "ArrowUp" => 1.0,
            "ArrowDown" => -1.0,
            "Escape" => {
                event.prevent_default();
                self.wrong.set(None);
                self.shown
                    .set(Change::Number(self.value.get_untracked()).literal());
                return;
            }
            _ => return,
        };
        event.prevent_default();
        let steps = if event.shift_key() { steps * 10.0 } else { steps };
        let Ok(value) = self.read(&self.shown.get_untracked()) else {
            return self.accept_text();
        };
        let next = self.range.with_untracked(|range| range.step_value(value, steps));
        let continues = self.is_soon();
        self.write(next, continues);
    }
}

/// Whether the slider keeps its present range, so that its thumb does not jump.
fn keeps(present: &NumberRange, fresh: &NumberRange, value: f64, is_dragged: bool) -> bool {
    if present.is_stated || fresh.is_stated || present.unit != fresh.unit {
        return is_dragged && present.is_stated == fresh.is_stated;
    }
    is_dragged || (present.min < value && value < present.max && fresh.decimals <= present.decimals)
}
