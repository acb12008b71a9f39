//! Controls of the active drawing tool: the methods of its figure, the choices of the step, and Back and Done for users
//! without a keyboard. [`TextOnDrawing`] is the field in which the user types a text on the drawing.

use super::actions::{act, focus_later};
use super::state::app;
use super::tool_input;
use leptos::{html, prelude::*};
use trammel_canvas::actions::ActionId;
use trammel_canvas::canvas_tool::{Choice, Text, ToolInfo};
use trammel_canvas::canvas_tools::{CANVAS_TOOLS, methods};
use trammel_canvas::keys::KeyPress;
use web_sys::KeyboardEvent;

/// Name of the group of controls.
const OPTIONS_LABEL: Text = ["Options of the tool", "도구 옵션"];
/// Label of the button that removes the last point.
const BACK_LABEL: Text = ["Back", "뒤로"];
/// Label of the button that ends a figure or accepts a value.
const DONE_LABEL: Text = ["Done", "완료"];

/// The bar above the drawing with the options of the active tool; absent for tools without steps.
#[component]
pub(crate) fn ToolOptions() -> impl IntoView {
    let app = app();
    let tools = app.view.tools;
    let pick = move |text: Text| app.prefs.lang.get().pick(text);
    let figure = Memo::new(move |_| {
        let takes_steps = tools
            .info
            .with(|info| info.is_some_and(|info| info.prompt.is_some()));
        tool_input::family(app).filter(|_| takes_steps)
    });
    let choices = Memo::new(move |_| tools.preview.with(|preview| preview.choices.clone()));
    let can_enter = Memo::new(move |_| tools.preview.with(|preview| preview.can_enter));
    let is_drawing = Memo::new(move |_| {
        tools
            .preview
            .with(|preview| !preview.fields.is_empty() || preview.text.is_some() || preview.can_enter)
    });
    let method = move |info: ToolInfo| {
        let pressed = move || {
            tools
                .info
                .with(|now| now.is_some_and(|now| now.id == info.id))
                .to_string()
        };
        view! {
            <button
                type="button"
                class="option-button"
                data-testid=format!("method-{}", info.id)
                aria-pressed=pressed
                on:click=move |_| act(app, ActionId::CanvasTool(info.id))
            >
                {move || pick(info.label)}
            </button>
        }
    };
    let methods = move || {
        let all: Vec<ToolInfo> = figure
            .get()
            .map(|figure| methods(CANVAS_TOOLS, figure).collect())
            .unwrap_or_default();
        let several = all.len() > 1;
        all.into_iter().filter(|_| several).map(method).collect_view()
    };
    let choice = move |(at, choice): (usize, Choice)| {
        view! {
            <button
                type="button"
                class="option-button"
                data-testid=format!("choice-{at}")
                aria-pressed=choice.active.to_string()
                on:click=move |_| {
                    tool_input::choose(app, at);
                    focus_later("drawing");
                }
            >
                {move || pick(choice.label)}
            </button>
        }
    };
    let press = move |key: &'static str| {
        let press = KeyPress {
            key,
            code: key,
            ..KeyPress::default()
        };
        tool_input::key(app, press, true);
        focus_later("drawing");
    };
    view! {
        <Show when=move || figure.get().is_some() && is_drawing.get()>
            <div class="tool-options" role="group" aria-label=move || pick(OPTIONS_LABEL) data-testid="tool-options">
                {methods}
                {move || choices.get().into_iter().enumerate().map(choice).collect_view()}
                <button
                    type="button"
                    class="option-button"
                    data-testid="tool-back"
                    on:click=move |_| press("Backspace")
                >
                    {move || pick(BACK_LABEL)}
                </button>
                <button
                    type="button"
                    class="option-button"
                    data-testid="tool-done"
                    aria-disabled=move || (!can_enter.get()).to_string()
                    on:click=move |_| press("Enter")
                >
                    {move || pick(DONE_LABEL)}
                </button>
            </div>
        </Show>
    }
}

/// The field on the drawing for the text of a figure. Enter outside of a composition accepts the text.
#[component]
pub(crate) fn TextOnDrawing() -> impl IntoView {
    let app = app();
    let view = app.view;
    let field = Memo::new(move |_| view.tools.preview.with(|preview| preview.text));
    let is_open = Memo::new(move |_| field.with(Option::is_some));
    let at = move || {
        let (camera, viewport) = (view.camera.get(), view.viewport.get());
        field
            .get()
            .map(|field| (camera.to_screen(field.at, viewport), field.height * camera.zoom))
    };
    let left = move || at().map(|(at, _)| format!("{:.1}px", at.x));
    let top = move || at().map(|(at, _)| format!("{:.1}px", at.y));
    let size = move || at().map(|(_, height)| format!("{:.1}px", height.clamp(14.0, 48.0)));
    let input = NodeRef::<html::Input>::new();
    // Outward effect: the field takes the focus when it appears.
    Effect::new(move |_| {
        if let Some(input) = input.get() {
            let _ = input.focus();
        }
    });
    let key = move |event: KeyboardEvent| {
        // Enter and Escape within a composition belong to the input method.
        if event.is_composing() || event.key_code() == 229 {
            return;
        }
        match event.key().as_str() {
            "Enter" => {
                event.prevent_default();
                tool_input::text(app, &event_target_value(&event));
            }
            "Escape" => {
                event.prevent_default();
                let press = KeyPress {
                    key: "Escape",
                    code: "Escape",
                    ..KeyPress::default()
                };
                tool_input::key(app, press, false);
            }
            _ => return,
        }
        if !is_open.get_untracked() {
            focus_later("drawing");
        }
    };
    view! {
        <Show when=move || is_open.get()>
            <input
                node_ref=input
                class="text-on-drawing"
                data-testid="text-on-drawing"
                type="text"
                autocomplete="off"
                spellcheck="false"
                aria-label=move || field.get().map(|field| app.prefs.lang.get().pick(field.label))
                style:left=left
                style:top=top
                style:font-size=size
                on:keydown=key
            />
        </Show>
    }
}
