//! Clipboard: the selected entities as statements, and their insertion into this or another drawing.
//!
//! The shortcuts use the events of the browser, which need no permission; the menu and the command palette use the
//! asynchronous clipboard. Text selected on the page has precedence over entities.

use super::chosen::{call, chosen_names, obstacle, shift};
use super::deleting;
use crate::ui::dialog;
use crate::ui::focus::focus_of;
use crate::ui::state::App;
use leptos::{ev, prelude::*, task::spawn_local};
use serde_json::json;
use std::time::Duration;
use trammel_canvas::actions::ActionId;
use trammel_canvas::actions::Focus;
use trammel_canvas::bulk::{call_for_each, script, statement};
use trammel_canvas::canvas_tool::Text;
use trammel_canvas::free_names::free_names;
use trammel_formats::clipboard::{copy_statements, paste_statements};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DataTransfer, Event, MouseEvent};

const NO_ACCESS: Text = [
    "The browser gives this page no access to the clipboard. Use the shortcut on the keyboard.",
    "브라우저가 클립보드를 쓰지 못하게 막았어요. 키보드 단축키를 쓰세요.",
];

/// Registers the listeners for the lifetime of the page.
pub(crate) fn listen(app: App) {
    for (name, action) in [
        ("copy", ActionId::Copy),
        ("cut", ActionId::Cut),
        ("paste", ActionId::Paste),
    ] {
        let event = ev::Custom::<Event>::new(name);
        window_event_listener(event, move |event| handle(app, &event, action));
    }
    // On Linux, the browser pastes the selected text when the middle button, which pans the drawing, is released.
    let pans = StoredValue::new(false);
    let mark = move |event: &MouseEvent, on: bool| {
        if event.button() == 1 {
            pans.set_value(on);
        }
    };
    window_event_listener(ev::pointerdown, move |event| mark(&event, true));
    window_event_listener(ev::pointerup, move |event| {
        set_timeout(move || mark(&event, false), Duration::ZERO);
    });
    let paste = Closure::<dyn Fn(Event)>::new(move |event: Event| {
        if pans.get_value() && focus_of(&event) != Focus::Text {
            event.prevent_default();
        }
    });
    // In the capture phase, before the other listeners of this event.
    let function = paste.as_ref().unchecked_ref();
    let _ = window().add_event_listener_with_callback_and_bool("paste", function, true);
    paste.forget();
}

fn handle(app: App, event: &Event, action: ActionId) {
    if event.default_prevented() || dialog::any_open() || focus_of(event) == Focus::Text {
        return;
    }
    let data = js_sys::Reflect::get(event, &JsValue::from_str("clipboardData"));
    let Some(data) = data.ok().and_then(|data| data.dyn_into::<DataTransfer>().ok()) else {
        return;
    };
    if action == ActionId::Paste {
        event.prevent_default();
        insert(app, &data.get_data("text/plain").unwrap_or_default());
        return;
    }
    if selects_text() || chosen_names(app).is_empty() {
        return;
    }
    if let Some(reason) = obstacle(app, action) {
        app.refuse(app.lang().pick(reason));
        return;
    }
    let Some(text) = text_of(app) else { return };
    if data.set_data("text/plain", &text).is_ok() {
        event.prevent_default();
        finish(app, action == ActionId::Cut);
    }
}

/// Puts the selection on the clipboard, for the menu and the command palette.
pub(crate) fn copy(app: App, cuts: bool) {
    let Some(text) = text_of(app) else { return };
    spawn_local(async move {
        let clipboard = window().navigator().clipboard();
        let is_done = !clipboard.is_undefined() && JsFuture::from(clipboard.write_text(&text)).await.is_ok();
        if is_done {
            finish(app, cuts);
        } else {
            app.refuse(app.lang().pick(NO_ACCESS).to_owned());
        }
    });
}

/// Inserts the entities on the clipboard, for the menu and the command palette.
pub(crate) fn paste(app: App) {
    spawn_local(async move {
        let clipboard = window().navigator().clipboard();
        let text = if clipboard.is_undefined() {
            None
        } else {
            let read = JsFuture::from(clipboard.read_text()).await;
            read.ok().and_then(|text| text.as_string())
        };
        match text {
            Some(text) => insert(app, &text),
            None => app.refuse(app.lang().pick(NO_ACCESS).to_owned()),
        }
    });
}

/// Returns the statements of the selection, or shows why there are none.
fn text_of(app: App) -> Option<String> {
    let names = chosen_names(app);
    let text = app.document.scene(|scene| copy_statements(scene, &names));
    text.map_err(|why| {
        let reason = [
            format!("Not copied: {why}. Select fewer items."),
            format!("복사하지 못했어요: {why:#}. 항목을 더 적게 선택하세요."),
        ];
        app.refuse(app.lang().pick(reason));
    })
    .ok()
}

fn finish(app: App, cuts: bool) {
    let count = chosen_names(app).len();
    if cuts {
        deleting::delete(app);
    }
    let text = [
        format!(
            "On the clipboard: {count} {}.",
            if count == 1 { "item" } else { "items" }
        ),
        format!("클립보드에 항목 {count}개를 담았어요."),
    ];
    app.announce(app.lang().pick(text));
}

/// Appends copied statements to the code. Copies of entities of this drawing are shifted by a grid step.
fn insert(app: App, text: &str) {
    let pasted = app
        .document
        .scene(|scene| paste_statements(text, scene, |names| free_names(scene, names)));
    let Some(pasted) = pasted else {
        if app.share.open_text(text) {
            return;
        }
        let reason: Text = [
            "The clipboard has no items of a drawing, and no SVG, DXF, or JSON file. Copy items first; paste other code into the code editor.",
            "클립보드에 도면 항목도, SVG, DXF, JSON 파일의 텍스트도 없어요. 먼저 항목을 복사하고, 다른 코드는 코드 편집기에 붙여넣으세요.",
        ];
        app.refuse(app.lang().pick(reason).to_owned());
        return;
    };
    let mut code = pasted.code;
    if pasted.is_renamed {
        let by = shift(app);
        let moved = call_for_each(
            "translate",
            "name",
            &pasted.names,
            &[("dx", json!(by.x)), ("dy", json!(by.y))],
        );
        code.push_str(&statement(&moved));
    }
    call(app, script(&code), pasted.names);
}

/// Whether text of the page is selected.
fn selects_text() -> bool {
    let get = js_sys::Reflect::get(&window(), &JsValue::from_str("getSelection"));
    let get = get.ok().and_then(|get| get.dyn_into::<js_sys::Function>().ok());
    let selection = get.and_then(|get| get.call0(&window()).ok());
    let selection = selection.and_then(|selection| selection.dyn_into::<js_sys::Object>().ok());
    selection.is_some_and(|selection| selection.to_string().length() > 0)
}
