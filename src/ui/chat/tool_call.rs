//! View of a tool call: a sentence with the names as buttons that select, the code with colors, the result as one
//! sentence, and the JSON of the call folded away.
//!
//! Invariant: everything of a model is text, never markup.

use super::items::{Item, Question, ToolLine, ToolState, repair_text};
use super::messages;
use super::selecting::reselect;
use crate::ui::code::highlight;
use crate::ui::i18n::Msg;
use crate::ui::icons::{Draw, Icon};
use crate::ui::state::{App, app};
use leptos::{html, prelude::*};
use trammel_base::visible::escape_hidden;

/// The view of a tool call.
#[component]
pub(super) fn ToolCall(item: ArcRwSignal<Item>) -> impl IntoView {
    let app = app();
    let line = Memo::new(move |_| match item.get() {
        Item::Tool(line) => line,
        _ => ToolLine::preparing(String::new(), String::new()),
    });
    let state = move || line.with(|line| line.state);
    let icon = move || match state() {
        ToolState::Preparing => Icon::Dots,
        ToolState::Running => Icon::Play,
        ToolState::Done => Icon::Check,
        ToolState::Failed => Icon::Cross,
        ToolState::Canceled => Icon::Ban,
    };
    let text = move |field: fn(&ToolLine) -> &str| line.with(|line| escape_hidden(field(line)).into_owned());
    let part = move |title: Msg, field: fn(&ToolLine) -> &str| {
        view! {
            <Show when=move || line.with(|line| !field(line).is_empty())>
                <p class="part">{move || app.text(title)}</p>
                <pre tabindex="0">{move || text(field)}</pre>
            </Show>
        }
    };
    let call = Memo::new(move |_| line.with(|line| line.call.clone()));
    let names = move || call.with(|call| call.names.clone());
    let values = move || call.with(|call| messages::join_names(&call.values));
    let code = move || {
        let parts = call.with(|call| call.code.clone());
        parts
            .into_iter()
            .map(|(key, code)| block(&key, escape_hidden(&code).into_owned()))
            .collect_view()
    };
    let question = move || line.with(|line| line.question);
    let repair = move || line.with(|line| repair_text(line.repair));
    let result = move || line.with(|line| messages::result(app, line));
    view! {
        <div
            class="tool-call"
            data-testid="tool-call"
            data-tool=move || text(|line| &line.name)
            data-state=move || state().tag()
        >
            <p class="tool-line">
                <span class="tool-state">{move || view! { <Draw icon=icon() /> }}</span>
                <span class="tool-text">{move || line.with(|line| messages::tool(app, line))}</span>
                {move || names().into_iter().map(|name| chip(app, name)).collect_view()}
                <span class="tool-values">{values}</span>
                <span class="visually-hidden">{move || app.text(state().label())}</span>
            </p>
            {code}
            <Show when=move || !result().is_empty()>
                <p class="tool-outcome" data-testid="tool-outcome">{result}</p>
            </Show>
            <Show when=move || repair().is_some()>
                <p class="tool-outcome" data-testid="tool-repair">{move || repair().map(|text| app.text(text))}</p>
            </Show>
            <Show when=move || question().is_some()>
                <p class="tool-outcome" data-testid="tool-question" data-question=move || question().map(Question::tag)>
                    {move || question().map(|question| app.text(question.text()))}
                </p>
            </Show>
            <details>
                <summary>{move || app.text(Msg::ToolDetails)}</summary>
                <p class="tool-name"><code>{move || text(|line| &line.name)}</code></p>
                {part(Msg::ToolInput, |line| &line.input)}
                {part(Msg::ToolOutput, |line| &line.output)}
            </details>
        </div>
    }
}

/// The name of an entity, as a button that selects the entity if it exists.
fn chip(app: App, name: String) -> impl IntoView {
    let shown = escape_hidden(&name).into_owned();
    let label = name.clone();
    let names = [name];
    view! {
        <button
            type="button"
            class="name-chip"
            data-testid="name-chip"
            aria-label=move || app.text_with(Msg::SelectItem, &[("name", &label)])
            on:click=move |_| reselect(app, &names)
        >
            <bdi>{shown}</bdi>
        </button>
    }
}

/// Code of a call, with the colors of the code editor once that is loaded.
fn block(key: &str, code: String) -> impl IntoView + use<> {
    let node = NodeRef::<html::Pre>::new();
    let text = code.clone();
    Effect::new(move || {
        if let Some(node) = node.get() {
            highlight::highlight(&node, &text);
        }
    });
    view! { <pre class="tool-code" data-testid="tool-code" data-part=key.to_owned() tabindex="0" node_ref=node>{code}</pre> }
}
