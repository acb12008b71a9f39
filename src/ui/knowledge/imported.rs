//! Provenance in the Memory tab: the source of an entry that the user did not write, and the user's switch for it.
//!
//! Invariant: only these switches, the button for all entries, and the rows of a receipt turn on such an entry.

use super::view::MemoryView;
use crate::ui::actions::focus_later;
use crate::ui::i18n::Msg;
use leptos::prelude::*;
use trammel_base::visible::isolate_name;
use trammel_knowledge::{Imported, Sourced};

/// The source of a marked entry, with the switch that lets the model use the entry. Empty for the user's own
/// entries.
#[component]
pub(super) fn ImportedMark(
    imported: Option<Imported>,
    panel: MemoryView,
    /// Name of the entry, for the accessible label.
    name: String,
    /// Id of the switch.
    id: String,
    /// Callback that turns the entry on or off.
    turn: Callback<bool>,
) -> impl IntoView {
    let app = panel.app;
    let Some(Imported { from, on, model, .. }) = imported else {
        return ().into_any();
    };
    let source = move || match (&model, from.as_str()) {
        (Some(conversation), _) => match title(panel, conversation) {
            Some(title) => app.text_with(Msg::WrittenIn, &[("title", &isolate_name(&title))]),
            None => app.text(Msg::WrittenByModel).to_owned(),
        },
        (None, "") => app.text(Msg::ImportedNameless).to_owned(),
        (None, from) => app.text_with(Msg::ImportedFrom, &[("from", &isolate_name(from))]),
    };
    let state = if on { Msg::ImportedOn } else { Msg::ImportedOff };
    let switch = id.clone();
    let turned = move |event| {
        turn.run(event_target_checked(&event));
        focus_later(switch.clone());
    };
    view! {
        <div class="imported" data-testid="imported" data-on=on.to_string()>
            <span class="mark">{move || format!("{}, {}", source(), app.text(state))}</span>
            <label class="radio">
                <input
                    type="checkbox"
                    role="switch"
                    id=id
                    data-testid="turn-imported"
                    aria-label=move || app.text_with(Msg::TurnOnItem, &[("name", &name)])
                    prop:checked=on
                    on:change=turned
                />
                <span aria-hidden="true">{move || app.text(Msg::TurnOn)}</span>
            </label>
        </div>
    }
    .into_any()
}

/// Returns the title of a conversation of this drawing; `None` if it is gone.
fn title(panel: MemoryView, conversation: &str) -> Option<String> {
    let conversations = panel.app.library.conversations;
    let rows = conversations.get();
    let row = rows.iter().find(|row| row.id == conversation)?;
    (!row.title.is_empty()).then(|| row.title.clone())
}

/// The count of marked entries, with a button that turns all of them on or off. Hidden if there are none.
#[component]
pub(super) fn ImportedBar(panel: MemoryView) -> impl IntoView {
    let app = panel.app;
    let counts = Memo::new(move |_| {
        let (all, on) = panel.memory.with(trammel_knowledge::Memory::imported_count);
        panel.tools.with(|tools| {
            let foreign = || tools.iter().filter(|tool| !tool.is_own());
            (
                all + foreign().count(),
                on + foreign().filter(|tool| tool.is_on()).count(),
            )
        })
    });
    let all_on = move || counts.get().0 == counts.get().1;
    let sentence = move || {
        let (all, on) = counts.get();
        if all == on {
            app.text_with(Msg::ImportedAllOn, &[("n", &all.to_string())])
        } else {
            app.text_with(Msg::ImportedHint, &[("n", &(all - on).to_string())])
        }
    };
    let button = move || app.text(if all_on() { Msg::TurnAllOff } else { Msg::TurnAllOn });
    view! {
        <Show when=move || { counts.get().0 > 0 }>
            <div class="imported" data-testid="imported-all">
                <p class="hint">{sentence}</p>
                <button
                    type="button"
                    class="button"
                    data-testid="turn-all"
                    on:click=move |_| {
                        let on = !all_on();
                        panel.change_session(|session| session.document_mut().turn_all_imported(on));
                    }
                >
                    {button}
                </button>
            </div>
        </Show>
    }
    .into_any()
}
