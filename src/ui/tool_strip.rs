//! The floating controls of the canvas: tool strip, tool prompt, and zoom. `tool_options.rs` has those of the active tool.

use super::button::ActionButton;
use super::display_menu::DisplayMenu;
use super::i18n::Msg;
use super::icons::{Draw, Icon};
use super::state::app;
use super::tool_input;
use leptos::{ev, html, prelude::*};
use trammel_canvas::actions::ActionId;
use trammel_canvas::canvas_tool::{Effect, Text, ToolGroup, ToolInfo};
use trammel_canvas::canvas_tools::{CANVAS_TOOLS, group};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent, Node};

const MODIFY_LABEL: Text = ["Modify", "수정"];
const MODIFY_ICON: &str = "M4 4h9v9H4zM11 16v4h9v-9h-4M16.5 3.5 20.5 7.5M20.5 3.5v4h-4";

/// Name of the button that copies a result.
const COPY_LABEL: Text = ["Copy", "복사"];

/// The tool strip, with one button per canvas tool; the modify tools are in a second strip that a button opens.
#[component]
pub(crate) fn ToolStrip() -> impl IntoView {
    let app = app();
    let active = Memo::new(move |_| {
        app.view.tools.info.track();
        tool_input::family(app)
    });
    let button = move |ToolInfo { id, .. }: ToolInfo| {
        let pressed = Signal::derive(move || active.get() == Some(id));
        let test = format!("tool-{id}");
        view! { <ActionButton action=ActionId::CanvasTool(id) test pressed /> }
    };
    let open = RwSignal::new(false);
    let (rail, toggle) = (NodeRef::<html::Div>::new(), NodeRef::<html::Button>::new());
    let modifies = move || group(CANVAS_TOOLS, ToolGroup::Modify).any(|tool| active.get() == Some(tool.id));
    let name = move || app.prefs.lang.get().pick(MODIFY_LABEL);
    let outside = window_event_listener(ev::pointerdown, move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
        let rail = rail.get_untracked();
        if !rail.is_some_and(|rail| rail.contains(target.as_ref())) {
            open.set(false);
        }
    });
    on_cleanup(move || outside.remove());
    let key = move |event: KeyboardEvent| {
        if event.key() == "Escape" && open.get_untracked() {
            event.prevent_default();
            open.set(false);
            if let Some(toggle) = toggle.get_untracked() {
                let _ = toggle.unchecked_ref::<HtmlElement>().focus();
            }
        }
    };
    view! {
        <div class="tool-rail" node_ref=rail on:keydown=key>
            <div class="tool-strip" role="toolbar" aria-orientation="vertical" aria-label=move || app.text(Msg::Tools)>
                {group(CANVAS_TOOLS, ToolGroup::Draw).map(button).collect_view()}
                <button
                    node_ref=toggle
                    type="button"
                    class="icon-button"
                    data-testid="modify-tools"
                    aria-label=name
                    title=name
                    aria-expanded=move || open.get().to_string()
                    aria-controls="modify-tools"
                    data-active=move || modifies().to_string()
                    on:click=move |_| open.update(|open| *open = !*open)
                >
                    <Draw icon=Icon::Path(MODIFY_ICON) />
                </button>
            </div>
            <div
                id="modify-tools"
                class="tool-strip modify"
                role="toolbar"
                aria-label=name
                hidden=move || !open.get()
                on:click=move |_| open.set(false)
            >
                {group(CANVAS_TOOLS, ToolGroup::Modify).map(button).collect_view()}
            </div>
        </div>
    }
}

/// The prompt of the active tool's current step, with the fields for typed input.
#[component]
pub(crate) fn ToolPrompt() -> impl IntoView {
    let app = app();
    let (info, preview) = (app.view.tools.info, app.view.tools.preview);
    let prompt = move || {
        let prompt = info.get().and_then(|info| info.prompt);
        prompt.map(|text| app.prefs.lang.get().pick(text))
    };
    let fields = Memo::new(move |_| preview.with(|preview| preview.fields.clone()));
    let list = move || {
        let field = |field: trammel_canvas::canvas_tool::TypedField| {
            view! {
                <span class="typed-field" data-active=field.active.to_string()>
                    <span class="quiet">{app.prefs.lang.get().pick(field.label)}</span>
                    " "
                    <span class="numbers">{field.text}</span>
                </span>
            }
        };
        fields.get().into_iter().map(field).collect_view()
    };
    view! {
        <Show when=move || prompt().is_some() || !fields.with(Vec::is_empty)>
            <p class="tool-prompt" data-testid="tool-prompt">{prompt} {list} <CopyResult /></p>
        </Show>
    }
}

/// The button that copies the result of the tool.
#[component]
fn CopyResult() -> impl IntoView {
    let app = app();
    let preview = app.view.tools.preview;
    let copy = move |_| {
        if let Some(result) = preview.with_untracked(|preview| preview.result.clone()) {
            tool_input::perform(app, Effect::Copy(result));
        }
    };
    view! {
        <Show when=move || preview.with(|preview| preview.result.is_some())>
            <button type="button" class="button" data-testid="copy-result" on:click=copy>
                {move || app.prefs.lang.get().pick(COPY_LABEL)}
            </button>
        </Show>
    }
}

/// The zoom controls: zoom out, current zoom, zoom in, and fit.
#[component]
pub(crate) fn ZoomCluster() -> impl IntoView {
    let app = app();
    view! {
        <div class="zoom-cluster" role="group" aria-label=move || app.text(Msg::Zoom)>
            <ActionButton action=ActionId::ZoomOut test="zoom-out" />
            <span class="zoom-value numbers" data-testid="zoom">{move || percent(app.view.camera.get().zoom)}</span>
            <ActionButton action=ActionId::ZoomIn test="zoom-in" />
            <ActionButton action=ActionId::Fit test="fit" />
            <DisplayMenu />
        </div>
    }
}

/// Formats a zoom in percent: whole numbers from 10%, two decimals from 0.01%, and scientific notation below.
fn percent(zoom: f64) -> String {
    let percent = zoom * 100.0;
    if percent >= 10.0 {
        format!("{percent:.0}%")
    } else if percent >= 0.01 {
        format!("{percent:.2}%")
    } else {
        format!("{percent:.1e}%")
    }
}
