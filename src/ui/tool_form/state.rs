//! State of the open tool form.

use leptos::prelude::*;
use serde_json::Value;
use std::sync::Arc;
use trammel_page_model::schema_form::Field;
use web_sys::HtmlElement;

/// Signals of the form.
#[derive(Clone, Copy)]
pub(crate) struct FormState {
    /// Tool of the open form: `{name, description, parameters}`.
    pub(crate) tool: RwSignal<Option<Arc<Value>>>,
    /// Number of the field that has the focus.
    pub(crate) focused: RwSignal<Option<usize>>,
    pub(super) fields: StoredValue<Vec<Field>>,
    /// Text of each field.
    pub(super) texts: RwSignal<Vec<String>>,
    /// Whether Escape returns to the command palette.
    pub(super) from_palette: StoredValue<bool>,
    /// Element that takes the focus when the form closes.
    pub(super) before: StoredValue<Option<HtmlElement>, LocalStorage>,
}

impl FormState {
    /// Creates the state without an open form.
    pub(crate) fn new() -> Self {
        Self {
            tool: RwSignal::new(None),
            focused: RwSignal::new(None),
            fields: StoredValue::new(Vec::new()),
            texts: RwSignal::new(Vec::new()),
            from_palette: StoredValue::new(false),
            before: StoredValue::new_local(None),
        }
    }
}
