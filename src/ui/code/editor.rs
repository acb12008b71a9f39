//! The code editor: the lazily loaded CodeMirror, with a plain text area until CodeMirror is loaded or if loading
//! fails.
//!
//! Invariant: both hold the same text, and only one of them is shown.

use super::external::{self, call, object};
use crate::ui::actions::act;
use crate::ui::hover_highlight;
use crate::ui::panel::CODE_LABEL;
use crate::ui::state::{App, Problem};
use js_sys::Array;
use leptos::prelude::GetUntracked;
use std::cell::RefCell;
use trammel_canvas::actions::ActionId;
use trammel_language::Language;
use trammel_tools::ToolParameter;
use wasm_bindgen::prelude::*;
use web_sys::{HtmlElement, HtmlTextAreaElement};

/// Selector of CodeMirror's editable element.
const CONTENT: &str = ".cm-content";

/// The text area, and the host element and handle of CodeMirror.
pub(super) struct Editor {
    area: HtmlTextAreaElement,
    host: HtmlElement,
    handle: RefCell<Option<JsValue>>,
}

impl Editor {
    /// Creates the editor with the plain text area only.
    pub(super) fn new(area: HtmlTextAreaElement, host: HtmlElement) -> Self {
        Self {
            area,
            host,
            handle: RefCell::new(None),
        }
    }

    /// Sets the text. `place` is its drawing and file.
    pub(super) fn set_text(&self, text: &str, place: &str) {
        if self.area.value() != text {
            self.area.set_value(text);
        }
        self.with_handle("setValue", &[text.into(), place.into()]);
    }

    /// Underlines a problem, or clears the underline.
    pub(super) fn show_problem(&self, problem: Option<&Problem>, language: Language) {
        let list = Array::new();
        if let Some(problem) = problem {
            let number = |value: Option<u32>| value.map_or(JsValue::UNDEFINED, JsValue::from);
            list.push(&object(&[
                ("line", number(problem.line)),
                ("column", number(problem.column)),
                ("severity", "error".into()),
                ("message", problem.message.text(language).into()),
            ]));
        }
        let _ = self
            .area
            .set_attribute("aria-invalid", if problem.is_some() { "true" } else { "false" });
        self.with_handle("setDiagnostics", &[list.into()]);
    }

    /// Scrolls to a line, counted from 1, and focuses the editor.
    pub(super) fn reveal(&self, line: u32) {
        if self.handle.borrow().is_some() {
            self.with_handle("revealLine", &[line.into()]);
            self.with_handle("focus", &[]);
            return;
        }
        let text = self.area.value();
        let start: usize = text
            .split_inclusive('\n')
            .take(line.saturating_sub(1) as usize)
            .map(|line| line.encode_utf16().count())
            .sum();
        let _ = self.area.focus();
        let _ = self.area.set_selection_range(start as u32, start as u32);
    }

    /// Marks the lines of the calls of selected entities and of the entity under the pointer. Positions are in UTF-16 code
    /// units, start and end in turn.
    pub(super) fn set_links(&self, selected: &[usize], hovered: &[usize]) {
        let list = |positions: &[usize]| -> JsValue {
            let numbers = positions.iter().map(|at| JsValue::from(*at as f64));
            numbers.collect::<Array>().into()
        };
        let links = object(&[("selected", list(selected)), ("hovered", list(hovered))]);
        self.with_handle("setLinks", &[links]);
    }

    /// Applies the light or dark theme.
    pub(super) fn set_theme(&self, dark: bool) {
        self.with_handle("setTheme", &[if dark { "dark" } else { "light" }.into()]);
    }

    /// Sets whether long lines wrap in CodeMirror.
    pub(super) fn set_wrap(&self, on: bool) {
        self.with_handle("setWrap", &[on.into()]);
    }

    /// Sets the accessible name of CodeMirror to the name of the panel in a language.
    pub(super) fn set_language(&self, language: Language) {
        if let Ok(Some(content)) = self.host.query_selector(CONTENT) {
            let _ = content.set_attribute("aria-label", language.pick(CODE_LABEL));
        }
    }

    fn with_handle(&self, method: &str, arguments: &[JsValue]) {
        // Cloned, because the editor may call back into the page and borrow the handle again.
        let handle = self.handle.borrow().clone();
        if let Some(handle) = handle {
            call(&handle, method, arguments);
        }
    }
}

/// Loads CodeMirror and shows it instead of the text area.
///
/// # Errors
/// Returns an error if the chunk cannot be fetched or executed; the text area stays.
pub(super) async fn load(app: App, editor: &Editor) -> Result<(), JsValue> {
    let module = external::load().await?;
    let on_change = Closure::<dyn Fn(String)>::new(move |text| app.record_typing(text));
    let completions = Closure::<dyn Fn() -> JsValue>::new(move || completions(app));
    let on_scrub =
        Closure::<dyn Fn(String, bool)>::new(move |text, continues| app.record_scrub(text, continues));
    let of_tool = Closure::<dyn Fn(String) -> JsValue>::new(move |name: String| {
        parameters(&app.document.tool_parameters(&name), app.lang())
    });
    let hover = Closure::<dyn Fn(String) -> JsValue>::new(move |word: String| hover(app, &word));
    let on_cursor = Closure::<dyn Fn(JsValue)>::new(move |at: JsValue| cursor(app, &at));
    let is_settled = Closure::<dyn Fn() -> bool>::new(move || app.document.is_settled());
    let on_undo = Closure::<dyn Fn()>::new(move || act(app, ActionId::Undo));
    let on_redo = Closure::<dyn Fn()>::new(move || act(app, ActionId::Redo));
    let options = object(&[
        ("doc", editor.area.value().into()),
        ("label", app.lang().pick(CODE_LABEL).into()),
        ("theme", if app.prefs.is_dark() { "dark" } else { "light" }.into()),
        ("wrap", app.prefs.wrap.get_untracked().into()),
        ("onChange", on_change.into_js_value()),
        ("onPosition", on_cursor.into_js_value()),
        ("onScrub", on_scrub.into_js_value()),
        ("completions", completions.into_js_value()),
        ("parameters", of_tool.into_js_value()),
        ("hover", hover.into_js_value()),
        ("isSettled", is_settled.into_js_value()),
        ("onUndo", on_undo.into_js_value()),
        ("onRedo", on_redo.into_js_value()),
    ]);
    let parent: JsValue = editor.host.clone().into();
    let handle = call(&module, "mountEditor", &[parent, options]).filter(JsValue::is_object);
    let handle = handle.ok_or_else(|| JsValue::from_str("the editor did not start"))?;
    *editor.handle.borrow_mut() = Some(handle);
    // An editable element is focusable anyway; `tabindex` serves tools that look only for this attribute.
    if let Ok(Some(content)) = editor.host.query_selector(CONTENT) {
        let _ = content.set_attribute("tabindex", "0");
    }
    Ok(())
}

/// Highlights the entities of the statement at the cursor; `null` if the editor does not have the focus.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a position in a text"
)]
fn cursor(app: App, at: &JsValue) {
    let at = at.as_f64().filter(|at| *at >= 0.0);
    hover_highlight::follow_cursor(app, at.map(|at| at as usize));
}

fn completions(app: App) -> JsValue {
    let entries = app.document.completions().into_iter().map(|(function, snippet)| {
        object(&[
            ("label", function.name.into()),
            ("detail", function.signature.into()),
            ("info", function.description.into()),
            ("snippet", snippet.into()),
        ])
    });
    entries.collect::<Array>().into()
}

/// Returns the parameters of a tool, or an empty list for any other name.
fn parameters(list: &[ToolParameter], language: Language) -> JsValue {
    let entries = list.iter().map(|parameter| {
        let need = language.pick(if parameter.is_required {
            ["Required.", "필수예요."]
        } else {
            ["Optional.", "생략할 수 있어요."]
        });
        object(&[
            ("name", parameter.name.as_str().into()),
            ("type", parameter.kind.as_str().into()),
            ("required", parameter.is_required.into()),
            ("info", format!("{need} {}", parameter.description).into()),
            ("snippet", parameter.snippet().into()),
            (
                "values",
                parameter
                    .values
                    .iter()
                    .map(|value| JsValue::from(value.as_str()))
                    .collect::<Array>()
                    .into(),
            ),
            ("fields", parameters(&parameter.fields, language)),
        ])
    });
    entries.collect::<Array>().into()
}

fn hover(app: App, word: &str) -> JsValue {
    let functions = app.document.sandbox_functions();
    let found = functions.iter().find(|function| function.name == word);
    found.map_or(JsValue::NULL, |function| {
        format!(
            "{}{}\n\n{}",
            function.name, function.signature, function.description
        )
        .into()
    })
}
