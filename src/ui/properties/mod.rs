//! The Properties panel: fields and facts of the selected entities, or of the drawing if nothing is selected.
//!
//! Invariants: a field shows the value of the drawing until the user types; a typed value is applied by Enter or when the
//! field loses the focus, as one undo step; a text that is not accepted changes nothing and shows its reason below the
//! field. The fields of a selection are rendered again when other entities are selected, so a value is never applied to
//! entities for which it was not typed.

mod change;
mod drawing;
mod field;
mod layout;
mod sheet_state;

pub(crate) use self::change::apply;
use self::drawing::DrawingProperties;
use self::layout::EntityProperties;
use super::panel::{Dock, Panel};
use super::state::app;
use leptos::prelude::*;
use std::sync::Arc;
use trammel_scene::Name;

/// The Properties panel.
pub(crate) const PROPERTIES_PANEL: Panel = Panel {
    id: "properties",
    label: ["Properties", "속성"],
    dock: Dock::Right,
    key: None,
    view: || view! { <Properties /> }.into_any(),
    badge: None,
};

/// The content of the panel.
#[component]
pub(crate) fn Properties() -> impl IntoView {
    let app = app();
    let names = Memo::new(move |_| {
        let selection = app.view.selection.get();
        selection.iter().cloned().collect::<Arc<[Name]>>()
    });
    view! {
        <div class="properties" id="properties" tabindex="-1" data-testid="properties">
            {move || {
                let names = names.get();
                if names.is_empty() {
                    view! { <DrawingProperties /> }.into_any()
                } else {
                    view! { <EntityProperties names /> }.into_any()
                }
            }}
        </div>
    }
    .into_any()
}
