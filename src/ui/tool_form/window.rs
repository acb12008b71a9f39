//! Opening and closing of the form, and the focus before and after.

use crate::ui::focus::{focused_element, restore_focus};
use crate::ui::state::App;
use leptos::prelude::*;
use serde_json::Value;
use std::sync::Arc;
use trammel_page_model::form_defaults::defaults;
use trammel_page_model::schema_form::fields;
use trammel_scene::Name;

/// Opens the form of a tool. The caller has closed any dialog, so that the focus is at its previous element.
pub(crate) fn open(app: App, tool: Arc<Value>, from_palette: bool) {
    let form = app.view.form;
    let fields = fields(&tool["parameters"]);
    let selection = app.view.selection.get_untracked();
    let names: Vec<&str> = selection.iter().map(Name::as_str).collect();
    let name = tool["name"].as_str().unwrap_or_default();
    let texts = app
        .document
        .scene(|scene| defaults(name, &fields, &names, |name| scene.get(name).is_some()));
    if form.tool.with_untracked(Option::is_none) {
        form.before.set_value(focused_element());
    }
    form.from_palette.set_value(from_palette);
    form.fields.set_value(fields);
    form.texts.set(texts);
    form.focused.set(None);
    form.tool.set(Some(tool));
}

/// Opens the form of the tool with this name.
pub(crate) fn open_named(app: App, name: &str) {
    let tools = app.document.drawing_tools(app.lang());
    if let Some(tool) = tools.into_iter().find(|tool| tool["name"] == name) {
        open(app, Arc::new(tool), false);
    }
}

/// Closes the form. The focus returns to the element that had it, unless the user has moved it out of the form.
pub(super) fn close(app: App) {
    let form = app.view.form;
    restore_focus(&form.before, "[data-testid=tool-form]", || {
        form.focused.set(None);
        form.tool.set(None);
    });
}

/// Goes back one step: to the command palette if the form was opened there, else to the page.
pub(super) fn back(app: App) {
    let from_palette = app.view.form.from_palette.get_value();
    close(app);
    if from_palette {
        app.view.palette.set(true);
    }
}
