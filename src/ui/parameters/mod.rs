//! The Parameters tab: the constants of `main` as sliders, fields, check boxes, and lists, and their presets.
//!
//! Invariants: the text of `main` holds the values, and the controls only show them; a change replaces one literal, also
//! in code that does not run; all values of one drag are one undo step. Start with [`ParametersPanel`]; `row.rs` shows
//! one parameter, `number.rs` a number, and `presets.rs` the presets. `change.rs` writes values into the text.

mod change;
mod number;
mod presets;
mod row;

use super::panel::{Dock, Panel};
use super::state::{App, app};
use leptos::prelude::*;
use std::sync::Arc;
use trammel_code::FileName;
use trammel_code::parameters::{MOST, parameters};
use trammel_code::presets::presets;

/// Id of the panel.
const ID: &str = "parameters";

/// Name of the panel, in English and Korean.
const PANEL_LABEL: [&str; 2] = ["Parameters", "매개변수"];

const EMPTY: [&str; 2] = [
    "A constant with a number at the top of main appears here, with a slider. Write for example:",
    "main의 맨 바깥에 숫자 상수를 쓰면 여기에 슬라이더와 함께 나타나요. 예를 들면 이렇게 쓰세요:",
];

const EXAMPLE: &str = "const t = 3; // 1..12 step 0.1 mm";

const CHANGES: [&str; 2] = [
    "A change replaces the number in the code.",
    "값을 바꾸면 코드의 숫자가 바뀌어요.",
];

/// The Parameters panel.
pub(crate) const PARAMETERS_PANEL: Panel = Panel {
    id: ID,
    label: PANEL_LABEL,
    dock: Dock::Left,
    key: None,
    view: || view! { <ParametersPanel /> }.into_any(),
    badge: None,
};

/// Returns the note below a list that does not show all constants.
fn truncation_note(app: App) -> String {
    let english = format!("The first {MOST} constants appear here. Change the others in the code.");
    let korean = format!("상수는 처음 {MOST}개까지 여기에 나타나요. 나머지는 코드에서 바꾸세요.");
    app.prefs.lang.get().pick([english, korean])
}

/// The content of the Parameters tab.
#[component]
pub(crate) fn ParametersPanel() -> impl IntoView {
    let app = app();
    let revision = RwSignal::new(0_u64);
    app.document
        .on_change(move |_| revision.update(|count| *count += 1));
    let source = Memo::new(move |earlier: Option<&Arc<str>>| {
        revision.track();
        app.doc.files_revision.track();
        // A hidden panel does not read the code.
        if app.prefs.tab.with(|tab| tab != ID) {
            return earlier.cloned().unwrap_or_default();
        }
        app.document.file_text(FileName::MAIN).unwrap_or_default()
    });
    let list = Memo::new(move |_| source.with(|source| parameters(source)));
    let saved = Memo::new(move |_| source.with(|source| presets(source)));
    let is_empty = move || list.with(Vec::is_empty);
    let is_cut = move || list.with(|list| list.len() >= MOST);
    view! {
        <div class="parameters" data-testid="parameters-panel">
            <Show
                when=move || !is_empty()
                fallback=move || {
                    view! {
                        <p class="hint" data-testid="parameters-empty">{move || app.prefs.lang.get().pick(EMPTY)}</p>
                        <pre class="example">{EXAMPLE}</pre>
                    }
                }
            >
                <p class="hint">{move || app.prefs.lang.get().pick(CHANGES)}</p>
                <div class="parameter-list">
                    <For each=move || row::keys(&list.read()) key=Clone::clone let(key)>
                        {row::row(app, list, key)}
                    </For>
                </div>
                <Show when=is_cut>
                    <p class="hint" data-testid="parameters-cut">{move || truncation_note(app)}</p>
                </Show>
            </Show>
            <Show when=move || !is_empty() || !saved.with(Vec::is_empty)>
                <presets::Presets list saved />
            </Show>
        </div>
    }
    .into_any()
}
