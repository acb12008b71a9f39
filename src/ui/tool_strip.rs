//! The floating controls of the canvas: tool strip, tool prompt, and zoom.

use super::button::ActionButton;
use super::display_menu::DisplayMenu;
use super::i18n::Msg;
use super::icons::Icon;
use super::state::app;
use super::tool_input;
use crate::editor::actions::ActionId;
use crate::editor::canvas_tool::{Effect, ToolInfo};
use crate::editor::canvas_tools::{CANVAS_TOOLS, entries};
use leptos::prelude::*;

/// Name of the button that copies a result.
const COPY_LABEL: [&str; 2] = ["Copy", "복사"];

/// The tool strip, with one button per canvas tool.
#[component]
pub(crate) fn ToolStrip() -> impl IntoView {
    let app = app();
    let active = Memo::new(move |_| app.view.tools.info.get().map(|info| info.id));
    let button = move |ToolInfo { id, icon, .. }: ToolInfo| {
        let pressed = Signal::derive(move || active.get() == Some(id));
        let test = format!("tool-{id}");
        view! { <ActionButton action=ActionId::CanvasTool(id) icon=Icon::Path(icon) test pressed /> }
    };
    view! {
        <div class="tool-strip" role="toolbar" aria-orientation="vertical" aria-label=move || app.text(Msg::Tools)>
            {entries(CANVAS_TOOLS).map(button).collect_view()}
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
        let field = |field: crate::editor::canvas_tool::TypedField| {
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
            <ActionButton action=ActionId::ZoomOut icon=Icon::Minus test="zoom-out" />
            <span class="zoom-value numbers" data-testid="zoom">{move || percent(app.view.camera.get().zoom)}</span>
            <ActionButton action=ActionId::ZoomIn icon=Icon::Plus test="zoom-in" />
            <ActionButton action=ActionId::Fit icon=Icon::Fit test="fit" />
            <DisplayMenu />
        </div>
    }
}

/// Formats a zoom in percent: whole numbers from 10 %, two decimals from 0.01 %, and scientific notation below.
fn percent(zoom: f64) -> String {
    let percent = zoom * 100.0;
    if percent >= 10.0 {
        format!("{percent:.0} %")
    } else if percent >= 0.01 {
        format!("{percent:.2} %")
    } else {
        format!("{percent:.1e} %")
    }
}
