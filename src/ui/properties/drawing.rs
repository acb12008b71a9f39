//! The properties of the drawing, shown while nothing is selected: name, unit, and facts.

use super::layout::facts;
use crate::ui::document::{Caller, Request};
use crate::ui::state::{App, app};
use crate::ui::units_question;
use leptos::{prelude::*, task::spawn_local};
use serde_json::{Value, json};
use trammel_canvas::properties::facts::drawing_facts;
use trammel_scene::Units;
use web_sys::HtmlSelectElement;

/// Label of the name of the drawing.
const NAME_LABEL: [&str; 2] = ["Name", "이름"];

/// Label of the unit of the drawing.
const UNIT_LABEL: [&str; 2] = ["Unit", "단위"];

/// Name, unit, and facts of the drawing.
#[component]
pub(super) fn DrawingProperties() -> impl IntoView {
    let app = app();
    let draft = RwSignal::new(None::<String>);
    let name = move || draft.get().unwrap_or_else(|| app.doc.title.get().0.to_string());
    let commit = move || {
        let Some(typed) = draft.get_untracked() else {
            return;
        };
        draft.set(None);
        let typed = typed.trim();
        if !typed.is_empty() && typed != &*app.doc.title.get_untracked().0 {
            set(app, json!({ "name": typed }));
        }
    };
    let measured = Memo::new(move |_| {
        app.doc.revision.track();
        app.document.scene(drawing_facts)
    });
    let option = move |units: Units| {
        let is_now = move || app.doc.title.with(|title| title.1 == units);
        view! { <option value=units.as_str() selected=is_now>{units.as_str()}</option> }
    };
    view! {
        <div class="property-list">
            <div class="property">
                <label for="drawing-property-name">{move || app.prefs.lang.get().pick(NAME_LABEL)}</label>
                <span class="property-control">
                    <input
                        id="drawing-property-name"
                        data-testid="drawing-property-name"
                        class="input"
                        type="text"
                        autocomplete="off"
                        spellcheck="false"
                        prop:value=name
                        on:input=move |event| draft.set(Some(event_target_value(&event)))
                        on:blur=move |_| commit()
                        on:keydown=move |event| match event.key().as_str() {
                            "Enter" => commit(),
                            "Escape" if draft.with_untracked(Option::is_some) => {
                                event.stop_propagation();
                                draft.set(None);
                            }
                            _ => {}
                        }
                    />
                </span>
            </div>
            <div class="property">
                <label for="drawing-property-units">{move || app.prefs.lang.get().pick(UNIT_LABEL)}</label>
                <span class="property-control">
                    <select
                        id="drawing-property-units"
                        data-testid="drawing-property-units"
                        class="select"
                        on:change=move |event| change_units(app, event_target(&event))
                    >
                        {Units::ALL.map(option).collect_view()}
                    </select>
                </span>
            </div>
        </div>
        {move || facts(app, &measured.get())}
    }
    .into_any()
}

/// Changes the unit to the one that the user chose. The field shows the present unit again if the user cancels.
fn change_units(app: App, field: HtmlSelectElement) {
    let Some(chosen) = Units::find(&field.value()) else {
        return;
    };
    spawn_local(async move {
        if !units_question::change(app, chosen).await {
            field.set_value(app.doc.title.get_untracked().1.as_str());
        }
    });
}

fn set(app: App, input: Value) {
    let tool = "set_drawing".to_owned();
    app.document.submit(Caller::User, Request::Call { tool, input });
}
