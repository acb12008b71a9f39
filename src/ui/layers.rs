//! The Layers panel: a treegrid of the layers with their flags, colors, and line weights, and the layer of new figures.
//!
//! Invariants: names are text nodes; the grid has one tab stop; a new layer, a new name, and a change of a color or line
//! weight are one call each, and flags and the current layer are settings of the user that write no code.

pub(super) mod refusal;
mod rename;
mod row;
mod state;

use self::rename::LayerButtons;
use self::row::{LayerRow, NoLayerRow};
use self::state::{LayersState, Shown, layer_rows};
use super::panel::{Dock, Panel};
use super::state::app;
use leptos::{html, prelude::*};
use web_sys::SubmitEvent;

/// The Layers panel.
pub(crate) const LAYERS_PANEL: Panel = Panel {
    id: "layers",
    label: ["Layers", "레이어"],
    dock: Dock::Right,
    key: None,
    view: || view! { <Layers /> }.into_any(),
    badge: None,
};

/// Name of the field for a new layer.
const NEW_LAYER_LABEL: [&str; 2] = ["New layer", "새 레이어"];
/// Name of the button that adds a layer.
const ADD_LABEL: [&str; 2] = ["Add layer", "레이어 추가"];

/// The panel's content.
#[component]
fn Layers() -> impl IntoView {
    let app = app();
    let layers = Memo::new(move |_| {
        app.doc.context_revision.track();
        app.doc.revision.track();
        layer_rows(app)
    });
    let state = LayersState {
        app,
        layers,
        stop: RwSignal::new(None),
        renaming: RwSignal::new(None),
    };
    let field = NodeRef::<html::Input>::new();
    let add = move |event: SubmitEvent| {
        event.prevent_default();
        if let Some(field) = field.get_untracked()
            && state.add(&field.value())
        {
            field.set_value("");
        }
    };
    let names = move || {
        let name = |shown: &Shown| shown.layer.name.clone();
        layers.with(|layers| layers.iter().map(name).collect::<Vec<_>>())
    };
    let text = move |label| app.prefs.lang.get().pick(label);
    view! {
        <div class="layers" id="layers" tabindex="-1">
            <div
                role="treegrid"
                data-testid="layers"
                aria-label=move || LAYERS_PANEL.name(app.prefs.lang.get())
                on:keydown=move |event| row::key(state, &event)
            >
                <NoLayerRow state />
                <For each=names key=Clone::clone let(name)>
                    <LayerRow name state />
                </For>
            </div>
            <LayerButtons state />
            <form class="layer-form" on:submit=add>
                <input
                    node_ref=field
                    class="input"
                    type="text"
                    autocomplete="off"
                    data-testid="new-layer"
                    aria-label=move || text(NEW_LAYER_LABEL)
                    placeholder=move || text(NEW_LAYER_LABEL)
                />
                <button type="submit" class="button" data-testid="add-layer">{move || text(ADD_LABEL)}</button>
            </form>
        </div>
    }
    .into_any()
}
