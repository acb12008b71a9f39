//! Clicks on the drawing that fill the field of the form that has the focus.

use crate::ui::focus::focus_later;
use crate::ui::state::App;
use crate::ui::tool_input;
use leptos::prelude::*;
use trammel_canvas::picked::Picked;
use trammel_kernel::Point;
use trammel_page_model::form_pick::{Missed, Takes, fill};

/// Element id of the instruction for the field that has the focus.
pub(super) const PICK_HINT: &str = "tool-form-pick";

/// Returns the element id of a field.
pub(super) fn field_id(at: usize) -> String {
    format!("tool-field-{at}")
}

/// Returns the number of the field that has the focus, if a click on the drawing can fill it.
pub(crate) fn picking(app: App) -> Option<usize> {
    let form = app.view.form;
    let at = form.focused.get_untracked()?;
    let is_open = form.tool.with_untracked(Option::is_some);
    let takes = form.fields.with_value(|fields| Takes::of(fields, at));
    takes.filter(|_| is_open).map(|_| at)
}

/// Fills a field from a click at a pixel of the canvas, and moves the focus to the next empty field.
pub(crate) fn pick(app: App, at: usize, pixel: Point) {
    let form = app.view.form;
    let picked = tool_input::with_canvas(app, |cx| Picked::at(cx, pixel));
    let mut texts = form.texts.get_untracked();
    let filled = form
        .fields
        .with_value(|fields| fill(&picked, fields, &mut texts, at));
    match filled {
        Ok(next) => {
            let names = form
                .fields
                .with_value(|fields| fields.iter().map(|field| field.name.clone()).collect::<Vec<_>>());
            let before = form.texts.get_untracked();
            let changed = (0..texts.len()).filter(|place| before.get(*place) != texts.get(*place));
            let said: Vec<String> = changed
                .map(|place| format!("{}: {}", names[place], texts[place]))
                .collect();
            app.speak(said.join(", "));
            form.texts.set(texts);
            focus_later(field_id(next));
        }
        Err(why) => {
            let reason = match why {
                Missed::NoEntity => [
                    "Nothing is at this place. Click the outline of an item.",
                    "이 자리에는 항목이 없어요. 항목의 외곽선을 클릭하세요.",
                ],
                Missed::Listed => [
                    "The list has this item already. Click another item.",
                    "목록에 이미 있는 항목이에요. 다른 항목을 클릭하세요.",
                ],
            };
            app.refuse(app.lang().pick(reason).to_owned());
            focus_later(field_id(at));
        }
    }
}

/// Returns the focus to the field after a gesture on the drawing that picked nothing.
pub(crate) fn keep_focus(at: usize) {
    focus_later(field_id(at));
}

/// Returns the instruction for the field that has the focus, if it takes clicks. Tracks the focus and the language.
pub(super) fn instruction(app: App) -> Option<&'static str> {
    app.view.form.focused.track();
    let at = picking(app)?;
    let takes = app.view.form.fields.with_value(|fields| Takes::of(fields, at))?;
    Some(app.prefs.lang.get().pick(hint(takes)))
}

fn hint(takes: Takes) -> [&'static str; 2] {
    match takes {
        Takes::Coordinates(..) | Takes::Point => {
            ["Or click a point of the drawing.", "도면에서 점을 클릭해도 돼요."]
        }
        Takes::Points | Takes::PointsOrParts => [
            "Or click points of the drawing, one after the other.",
            "도면에서 점을 차례로 클릭해도 돼요.",
        ],
        Takes::PointOrPart => [
            "Or click a point or an item of the drawing.",
            "도면에서 점이나 항목을 클릭해도 돼요.",
        ],
        Takes::Part | Takes::Entity(_) => [
            "Or click an item of the drawing.",
            "도면에서 항목을 클릭해도 돼요.",
        ],
        Takes::Parts | Takes::Entities => [
            "Or click items of the drawing, one after the other.",
            "도면에서 항목을 차례로 클릭해도 돼요.",
        ],
    }
}
