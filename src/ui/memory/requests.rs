//! One tool that the model asked for, however often, and a person's decision about it.

use super::Panel;
use super::imported::ImportedMark;
use crate::memory::{EntryRef, Status, ToolRequest};
use crate::ui::dispatch::focus_later;
use crate::ui::i18n::Msg;
use leptos::prelude::*;

fn status(status: Status) -> (Msg, &'static str) {
    match status {
        Status::Queued => (Msg::RequestWaiting, "queued"),
        Status::Approved => (Msg::RequestApproved, "approved"),
        Status::Rejected => (Msg::RequestRejected, "rejected"),
    }
}

/// The requests for one tool: the newest text, and how often it was asked for.
#[component]
pub(super) fn RequestView(group: Vec<ToolRequest>, panel: Panel) -> impl IntoView {
    let app = panel.app;
    let asked = group.len();
    let ids: Vec<String> = group.iter().map(|request| request.id.clone()).collect();
    let Some(newest) = group.into_iter().next_back() else {
        return ().into_any();
    };
    let (word, tag) = status(newest.status);
    let deciding = RwSignal::new(newest.status == Status::Queued);
    let note = RwSignal::new(newest.note.clone().unwrap_or_default());
    let note_id = format!("note-{}", newest.id);
    let name = StoredValue::new(newest.name.clone());
    let shown_ids = ids.join(", ");
    let ids = StoredValue::new(ids);

    let decide = move |approved: bool| {
        let note = note.get_untracked();
        app.desk.keep(app, |session| {
            for id in ids.get_value() {
                // What is shown exists, and the field keeps the note short enough.
                session.decide_request(&id, approved, Some(&note));
            }
        });
        let what = app.say(
            if approved {
                Msg::RequestApproved
            } else {
                Msg::RequestRejected
            },
            &[],
        );
        app.announce(app.say(Msg::Decided, &[("name", &name.get_value()), ("what", &what)]));
        focus_later("memory");
    };
    let delete = move |_| {
        panel.delete(&name.get_value(), |memory| {
            for id in ids.get_value() {
                memory.requests.remove(&id);
            }
        });
    };
    let imported = newest.imported.clone();
    let turn = Callback::new(move |on| {
        panel.turned(|session| {
            for id in ids.get_value() {
                session.memory_mut().turn(EntryRef::Request(&id), on);
            }
        });
    });
    let switch_id = format!("turn-{}", newest.id);
    let labelled = move |label: Msg| move || app.filled(label, &[("name", &name.get_value())]);
    let row = move |label: Msg, text: String| {
        (!text.is_empty()).then(|| view! { <dt>{move || app.text(label)}</dt><dd>{text}</dd> })
    };
    view! {
        <li class="record" data-testid="tool-request" data-name=newest.name data-status=tag data-asked=asked.to_string()>
            <div class="record-head">
                <h3>{newest.name.clone()}</h3>
                <span class="mark" data-testid="request-status">{move || app.text(word)}</span>
            </div>
            <ImportedMark imported panel name=name.get_value() id=switch_id turn />
            <p>{newest.description}</p>
            <dl>
                {row(Msg::RequestWhy, newest.rationale)}
                {row(Msg::RequestParams, newest.suggested_params.join(", "))}
                {row(Msg::RequestNote, newest.note.unwrap_or_default())}
            </dl>
            <p class="hint">
                {shown_ids}
                {(asked > 1).then(|| view! {
                    <span>{move || format!(" · {}", app.filled(Msg::RequestAsked, &[("n", &asked.to_string())]))}</span>
                })}
            </p>
            <Show when=move || deciding.get()>
                <div class="field">
                    <label for=note_id.clone()>{move || app.text(Msg::RequestNote)}</label>
                    <input
                        id=note_id.clone()
                        class="input"
                        data-testid="request-note"
                        maxlength="2000"
                        autocomplete="off"
                        prop:value=move || note.get()
                        on:input=move |event| note.set(event_target_value(&event))
                    />
                </div>
            </Show>
            <div class="record-foot">
                <Show
                    when=move || deciding.get()
                    fallback=move || view! {
                        <button type="button" class="button" data-testid="decide-again" on:click=move |_| deciding.set(true)>
                            {move || app.text(Msg::DecideAgain)}
                        </button>
                        <button
                            type="button"
                            class="button"
                            data-testid="delete-request"
                            aria-label=labelled(Msg::DeleteItem)
                            on:click=delete
                        >
                            {move || app.text(Msg::Remove)}
                        </button>
                    }
                >
                    <button
                        type="button"
                        class="button primary"
                        data-testid="approve"
                        aria-label=labelled(Msg::ApproveItem)
                        on:click=move |_| decide(true)
                    >
                        {move || app.text(Msg::Approve)}
                    </button>
                    <button
                        type="button"
                        class="button"
                        data-testid="reject"
                        aria-label=labelled(Msg::RejectItem)
                        on:click=move |_| decide(false)
                    >
                        {move || app.text(Msg::Reject)}
                    </button>
                </Show>
            </div>
        </li>
    }
    .into_any()
}
