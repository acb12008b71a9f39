//! The view of the requests for one tool, and the user's decision about them.

use super::imported::ImportedMark;
use super::view::MemoryView;
use crate::ui::actions::focus_later;
use crate::ui::i18n::Msg;
use leptos::prelude::*;
use trammel_knowledge::{EntryRef, MAX_TEXT, Status, ToolRequest};

fn status(status: Status) -> (Msg, &'static str) {
    match status {
        Status::Queued => (Msg::RequestWaiting, "queued"),
        Status::Approved => (Msg::RequestApproved, "approved"),
        Status::Rejected => (Msg::RequestRejected, "rejected"),
    }
}

/// All requests for one tool: the text of the newest one, and the number of requests.
#[component]
pub(super) fn RequestView(group: Vec<ToolRequest>, panel: MemoryView) -> impl IntoView {
    let app = panel.app;
    let asked = group.len();
    let ids: Vec<String> = group.iter().map(|request| request.id.clone()).collect();
    let Some(newest) = group.into_iter().next_back() else {
        return ().into_any();
    };
    let (word, tag) = status(newest.status);
    let shown_ids = ids.join(", ");
    let card = Card {
        panel,
        name: StoredValue::new(newest.name.clone()),
        ids: StoredValue::new(ids),
        deciding: RwSignal::new(newest.status == Status::Queued),
        note: RwSignal::new(newest.note.clone().unwrap_or_default()),
    };
    let imported = newest.imported.clone();
    let turn = Callback::new(move |on| {
        panel.change_session(|session| {
            for id in card.ids.get_value() {
                session
                    .document_mut()
                    .memory_mut()
                    .turn(EntryRef::Request(&id), on);
            }
        });
    });
    let switch_id = format!("turn-{}", newest.id);
    let note_id = format!("note-{}", newest.id);
    let row = move |label: Msg, text: String| {
        (!text.is_empty()).then(|| view! { <dt>{move || app.text(label)}</dt><dd>{text}</dd> })
    };
    view! {
        <li class="record" data-testid="tool-request" data-name=newest.name data-status=tag data-asked=asked.to_string()>
            <div class="record-head">
                <h3>{newest.name.clone()}</h3>
                <span class="mark" data-testid="request-status">{move || app.text(word)}</span>
            </div>
            <ImportedMark imported panel name=card.name.get_value() id=switch_id turn />
            <p>{newest.description}</p>
            <dl>
                {row(Msg::RequestWhy, newest.rationale)}
                {row(Msg::RequestParams, newest.suggested_params.join(", "))}
                {row(Msg::RequestNote, newest.note.unwrap_or_default())}
            </dl>
            <p class="hint">
                {shown_ids}
                {(asked > 1).then(|| view! {
                    <span>{move || format!(" · {}", app.text_with(Msg::RequestAsked, &[("n", &asked.to_string())]))}</span>
                })}
            </p>
            <Decision card note_id />
        </li>
    }
    .into_any()
}

/// State of the view.
#[derive(Clone, Copy)]
struct Card {
    panel: MemoryView,
    name: StoredValue<String>,
    /// Ids of all requests for this tool.
    ids: StoredValue<Vec<String>>,
    /// Whether the decision form is shown.
    deciding: RwSignal<bool>,
    note: RwSignal<String>,
}

impl Card {
    fn decide(self, approved: bool) {
        let app = self.panel.app;
        let note = self.note.get_untracked();
        app.document.keep(|session| {
            for id in self.ids.get_value() {
                // Cannot fail: the displayed requests exist, and the field limits the length of the note.
                session.document_mut().decide_request(&id, approved, Some(&note));
            }
        });
        let word = if approved {
            Msg::RequestApproved
        } else {
            Msg::RequestRejected
        };
        let what = app.say(word, &[]);
        app.announce(app.say(Msg::Decided, &[("name", &self.name.get_value()), ("what", &what)]));
        focus_later("memory");
    }

    fn delete(self) {
        self.panel.delete(&self.name.get_value(), |memory| {
            for id in self.ids.get_value() {
                memory.requests.remove(&id);
            }
        });
    }
}

/// The note field and the buttons of a decision, or the buttons to decide again or delete.
#[component]
fn Decision(card: Card, note_id: String) -> impl IntoView {
    let app = card.panel.app;
    let labelled = move |label: Msg| move || app.text_with(label, &[("name", &card.name.get_value())]);
    let decided = move || {
        view! {
            <button type="button" class="button" data-testid="decide-again" on:click=move |_| card.deciding.set(true)>
                {move || app.text(Msg::DecideAgain)}
            </button>
            <button
                type="button"
                class="button"
                data-testid="delete-request"
                aria-label=labelled(Msg::DeleteItem)
                on:click=move |_| card.delete()
            >
                {move || app.text(Msg::Remove)}
            </button>
        }
    };
    view! {
        <Show when=move || card.deciding.get()>
            <div class="field">
                <label for=note_id.clone()>{move || app.text(Msg::RequestNote)}</label>
                <input
                    id=note_id.clone()
                    class="input"
                    data-testid="request-note"
                    maxlength=MAX_TEXT.to_string()
                    autocomplete="off"
                    prop:value=move || card.note.get()
                    on:input=move |event| card.note.set(event_target_value(&event))
                />
            </div>
        </Show>
        <div class="record-foot">
            <Show when=move || card.deciding.get() fallback=decided>
                <button
                    type="button"
                    class="button primary"
                    data-testid="approve"
                    aria-label=labelled(Msg::ApproveItem)
                    on:click=move |_| card.decide(true)
                >
                    {move || app.text(Msg::Approve)}
                </button>
                <button
                    type="button"
                    class="button"
                    data-testid="reject"
                    aria-label=labelled(Msg::RejectItem)
                    on:click=move |_| card.decide(false)
                >
                    {move || app.text(Msg::Reject)}
                </button>
            </Show>
        </div>
    }
}
