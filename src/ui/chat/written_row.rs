//! Row of a receipt for an entry that the model wrote: its text, and the switch that turns it on.
//!
//! Invariant: an entry is off until the user turns it on, here or in the Memory panel.

use crate::ui::i18n::Msg;
use crate::ui::state::{App, app};
use leptos::prelude::*;
use trammel_tools::WrittenEntry;

fn label(entry: &WrittenEntry) -> Msg {
    match entry {
        WrittenEntry::Decision(_) => Msg::WroteDecision,
        WrittenEntry::Outcome(_) => Msg::WroteOutcome,
        WrittenEntry::Checkpoint(_) => Msg::WroteCheckpoint,
        WrittenEntry::Hint(..) => Msg::WroteHint,
        WrittenEntry::Tool(_) => Msg::WroteTool,
    }
}

/// Returns the present text of an entry, and whether the entry is on; `None` if it is gone.
fn present(app: App, entry: &WrittenEntry) -> Option<(String, bool)> {
    app.doc.context_revision.track();
    match entry {
        WrittenEntry::Tool(name) => {
            let tools = app.document.custom_tools();
            let tool = tools.into_iter().find(|tool| tool.name == *name)?;
            Some((
                format!("{name}: {}", tool.description),
                trammel_knowledge::Sourced::is_on(&tool),
            ))
        }
        entry => app.document.memory(|memory| memory.entry_text(entry)),
    }
}

fn turn(app: App, entry: &WrittenEntry, on: bool) {
    app.document.keep(|session| match (entry, entry.in_memory()) {
        (WrittenEntry::Tool(name), _) => session.document_mut().turn_custom_tool(name, on),
        (_, Some(entry)) => session.document_mut().memory_mut().turn(entry, on),
        (_, None) => {}
    });
    app.doc.files_revision.update(|count| *count += 1);
}

/// The row; empty once the entry is deleted.
#[component]
pub(super) fn WrittenRow(entry: WrittenEntry) -> impl IntoView {
    let app = app();
    let shown = Memo::new({
        let entry = entry.clone();
        move |_| present(app, &entry)
    });
    let text = move || shown.get().map(|(text, _)| text).unwrap_or_default();
    let is_on = move || shown.with(|shown| shown.as_ref().is_some_and(|(_, on)| *on));
    let kind = label(&entry);
    let turned = {
        let entry = StoredValue::new(entry);
        move |event| entry.with_value(|entry| turn(app, entry, event_target_checked(&event)))
    };
    view! {
        <Show when=move || shown.with(Option::is_some)>
            <div class="imported" data-testid="written" data-on=move || is_on().to_string()>
                <p>{move || app.text(kind)}" "<bdi>{text}</bdi></p>
                <label class="radio">
                    <input
                        type="checkbox"
                        role="switch"
                        data-testid="turn-written"
                        aria-label=move || app.text_with(Msg::TurnOnItem, &[("name", &text())])
                        prop:checked=is_on
                        on:change=turned
                    />
                    <span aria-hidden="true">{move || app.text(Msg::TurnOn)}</span>
                </label>
            </div>
        </Show>
    }
    .into_any()
}
