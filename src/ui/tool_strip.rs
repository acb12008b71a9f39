//! The controls that float on the drawing: select, hand or sketch, and the zoom.

use super::button::ActionButton;
use super::i18n::Msg;
use super::icons::Icon;
use super::state::{PointerTool, app};
use crate::editor::actions::ActionId;
use leptos::prelude::*;

/// Select, hand and sketch.
#[component]
pub(crate) fn ToolStrip() -> impl IntoView {
    let app = app();
    let is = move |tool: PointerTool| Signal::derive(move || app.view.tool.get() == tool);
    view! {
        <div class="tool-strip" role="toolbar" aria-orientation="vertical" aria-label=move || app.text(Msg::Tools)>
            <ActionButton action=ActionId::SelectTool icon=Icon::Pointer test="tool-select" pressed=is(PointerTool::Select) />
            <ActionButton action=ActionId::HandTool icon=Icon::Hand test="tool-hand" pressed=is(PointerTool::Hand) />
            <ActionButton action=ActionId::SketchTool icon=Icon::Pen test="tool-sketch" pressed=is(PointerTool::Markup) />
        </div>
    }
}

/// Zoom out, the zoom, zoom in, fit.
#[component]
pub(crate) fn ZoomCluster() -> impl IntoView {
    let app = app();
    view! {
        <div class="zoom-cluster" role="group" aria-label=move || app.text(Msg::Zoom)>
            <ActionButton action=ActionId::ZoomOut icon=Icon::Minus test="zoom-out" />
            <span class="zoom-value numbers" data-testid="zoom">{move || percent(app.view.camera.get().zoom)}</span>
            <ActionButton action=ActionId::ZoomIn icon=Icon::Plus test="zoom-in" />
            <ActionButton action=ActionId::Fit icon=Icon::Fit test="fit" />
        </div>
    }
}

/// A zoom as per cent: whole numbers, or two digits that count for very small ones.
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
