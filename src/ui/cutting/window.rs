//! Opening and closing of the panel, and the focus before and after.

use super::run::check;
use crate::ui::focus::{focus_later, focused_element, restore_focus};
use crate::ui::state::App;
use leptos::prelude::*;

/// Element id of the heading of the panel.
pub(super) const HEADING: &str = "cutting-heading";

/// Opens the panel, and checks the drawing with this text as the kerf. The caller has closed any dialog, so that the focus
/// is at its previous element.
pub(crate) fn open(app: App, kerf: String) {
    let cutting = app.view.cutting;
    if !cutting.is_open.get_untracked() {
        cutting.before.set_value(focused_element());
    }
    cutting.texts.update(|texts| texts[0] = kerf);
    // The form of a tool has the same place on the page.
    app.view.form.focused.set(None);
    app.view.form.tool.set(None);
    cutting.is_open.set(true);
    focus_later(HEADING);
    check(app);
}

/// Closes the panel. The focus returns to the element that had it, unless the user has moved it out of the panel.
pub(super) fn close(app: App) {
    let cutting = app.view.cutting;
    restore_focus(&cutting.before, "[data-testid=cutting]", || {
        cutting.is_open.set(false);
    });
}
