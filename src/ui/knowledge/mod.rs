//! The Memory tab: tool requests, custom tools, decisions, checkpoints, and hints.
//!
//! Invariants: text of a model is data and becomes text nodes; the panel reads the session's data again after each
//! operation; a deletion can be undone as long as nothing else has changed since; imported entries show their source,
//! and only the user turns them on. Start with [`MemoryPanel`]; [`record`] shows one entry, [`requests`] one tool
//! request, and [`imported`] the provenance.

mod imported;
mod record;
mod requests;
mod view;

use self::imported::ImportedBar;
use self::record::{Edit, Part, Record, RecordView};
use self::requests::RequestView;
use self::view::{MemoryView, outcome};
use super::i18n::Msg;
use super::panel::{Dock, Panel};
use super::state::app;
use leptos::prelude::*;
use trammel_canvas::keys::Chord;
use trammel_knowledge::{Checkpoint, Decision, Hint, Memory, ToolRequest};
use trammel_tools::CustomTool;

/// Maximum number of entries shown per kind; the rest is counted.
const MOST: usize = 200;

/// The badge with the number of open tool requests.
#[component]
pub(crate) fn OpenRequests() -> impl IntoView {
    let app = app();
    let open = Memo::new(move |_| {
        app.doc.context_revision.track();
        app.document.memory(|memory| memory.requests.open())
    });
    view! {
        <Show when=move || { open.get() > 0 }>
            <span class="count numbers" data-testid="open-requests" data-count=move || open.get().to_string()>
                <span aria-hidden="true">{move || open.get().to_string()}</span>
                <span class="visually-hidden">
                    {move || format!(" {}", app.text_with(Msg::OpenRequests, &[("n", &open.get().to_string())]))}
                </span>
            </span>
        </Show>
    }
}

/// The Memory panel.
pub(crate) const MEMORY_PANEL: Panel = Panel {
    id: "memory",
    label: ["Memory", "기억"],
    dock: Dock::Left,
    key: Some(Chord("Alt+Shift+m")),
    view: || view! { <MemoryPanel /> }.into_any(),
    badge: Some(|| view! { <OpenRequests /> }.into_any()),
};

/// The content of the Memory tab.
#[component]
pub(crate) fn MemoryPanel() -> impl IntoView {
    let app = app();
    let panel = MemoryView {
        app,
        memory: Memo::new(move |_| {
            app.doc.context_revision.track();
            app.document.memory(Memory::clone)
        }),
        tools: Memo::new(move |_| {
            app.doc.context_revision.track();
            app.document.custom_tools()
        }),
        gone: RwSignal::new(None),
    };
    let deleted = move || {
        let (name, gone) = panel.restorable()?;
        let text = app.text_with(Msg::Deleted, &[("name", &name)]);
        Some(view! {
            <div class="deleted" data-testid="deleted">
                <p>{text}</p>
                <button
                    type="button"
                    class="button"
                    id="undo-delete"
                    data-testid="undo-delete"
                    on:click=move |_| panel.restore(&name, gone.clone())
                >
                    {move || app.text(Msg::UndoDelete)}
                </button>
            </div>
        })
    };
    let requests = move || {
        let own = |group: Vec<&ToolRequest>| group.into_iter().cloned().collect::<Vec<_>>();
        panel
            .memory
            .with(|memory| memory.requests.by_tool().into_iter().map(own).collect::<Vec<_>>())
    };
    let records = move |of: fn(&Memory) -> Vec<Record>| move || panel.memory.with(of);
    let tools = move || {
        panel
            .tools
            .with(|tools| tools.iter().map(of_tool).collect::<Vec<_>>())
    };
    view! {
        <div class="memory" id="memory" tabindex="-1" data-testid="memory-panel">
            {deleted}
            <ImportedBar panel />
            <section aria-labelledby="requests-head">
                <h2 id="requests-head">{move || app.text(Msg::Requests)}</h2>
                <Show when=move || requests().is_empty()>
                    <p class="hint" data-testid="requests-empty">{move || app.text(Msg::RequestsEmpty)}</p>
                </Show>
                <ul class="records">
                    <For each=requests key=|group| format!("{group:?}") let(group)>
                        <RequestView group panel />
                    </For>
                </ul>
            </section>
            <Records panel name=Msg::CustomTools empty=Msg::CustomEmpty id="custom" records=Signal::derive(tools) />
            <Records panel name=Msg::Decisions empty=Msg::DecisionsEmpty id="decisions" records=Signal::derive(records(decisions)) />
            <Records panel name=Msg::Checkpoints empty=Msg::CheckpointsEmpty id="checkpoints" records=Signal::derive(records(checkpoints)) />
            <Records panel name=Msg::Hints empty=Msg::HintsEmpty id="hints" records=Signal::derive(records(hints)) />
        </div>
    }
    .into_any()
}

/// The section with all entries of one kind.
#[component]
fn Records(
    panel: MemoryView,
    /// Heading.
    name: Msg,
    /// Text for an empty section: the purpose of the section.
    empty: Msg,
    /// Prefix of the element ids.
    id: &'static str,
    records: Signal<Vec<Record>>,
) -> impl IntoView {
    let app = panel.app;
    let count = Memo::new(move |_| records.with(Vec::len));
    let first = move || records.with(|records| records.iter().take(MOST).cloned().collect::<Vec<_>>());
    view! {
        <section aria-labelledby=format!("{id}-head")>
            <h2 id=format!("{id}-head")>{move || app.text(name)}</h2>
            <Show when=move || count.get() == 0>
                <p class="hint" data-testid=format!("{id}-empty")>{move || app.text(empty)}</p>
            </Show>
            <ul class="records">
                <For each=first key=|record| format!("{record:?}") let(record)>
                    <RecordView record panel />
                </For>
            </ul>
            <Show when=move || { count.get() > MOST }>
                <p class="quiet">{move || app.text_with(Msg::MoreRows, &[("n", &(count.get() - MOST).to_string())])}</p>
            </Show>
        </section>
    }
    .into_any()
}

fn decisions(memory: &Memory) -> Vec<Record> {
    let record = |decision: &Decision| Record {
        kind: "decision",
        id: decision.id.clone(),
        title: decision.topic.clone(),
        mark: if decision.superseded_by.is_some() {
            Some(Msg::Replaced)
        } else {
            decision.outcome.map(|known| outcome(Some(known)))
        },
        imported: decision.imported.clone(),
        parts: vec![
            Part::new(Msg::Topic, &decision.topic, Edit::Title),
            Part::new(Msg::Decision, &decision.decision, Edit::Lines),
            Part::new(Msg::RequestWhy, &decision.reasoning, Edit::Lines),
            Part::new(Msg::Outcome, record::tag(decision.outcome), Edit::Outcome),
            Part::new(
                Msg::OutcomeWhy,
                decision.reason.as_deref().unwrap_or_default(),
                Edit::Lines,
            ),
        ],
    };
    let report = |decision: &Decision| {
        let report = decision.report.as_ref()?;
        Some(Record {
            kind: "report",
            id: decision.id.clone(),
            title: decision.topic.clone(),
            mark: Some(outcome(Some(report.outcome))),
            imported: Some(report.imported.clone()),
            parts: vec![Part::new(
                Msg::OutcomeWhy,
                report.reason.as_deref().unwrap_or_default(),
                Edit::Never,
            )],
        })
    };
    let newest = memory.decisions.all().iter().rev();
    newest
        .flat_map(|decision| report(decision).into_iter().chain([record(decision)]))
        .collect()
}

fn checkpoints(memory: &Memory) -> Vec<Record> {
    let record = |checkpoint: &Checkpoint| Record {
        kind: "checkpoint",
        id: checkpoint.id.clone(),
        title: checkpoint.id.clone(),
        mark: None,
        imported: checkpoint.imported.clone(),
        parts: vec![
            Part::new(Msg::Summary, &checkpoint.summary, Edit::Lines),
            Part::new(
                Msg::NextSteps,
                checkpoint.next_steps.as_deref().unwrap_or_default(),
                Edit::Lines,
            ),
        ],
    };
    memory.checkpoints.all().iter().rev().map(record).collect()
}

fn hints(memory: &Memory) -> Vec<Record> {
    let record = |hint: &Hint| Record {
        kind: "hint",
        id: hint.tool.clone(),
        title: hint.tool.clone(),
        mark: None,
        imported: hint.imported.clone(),
        parts: vec![Part::new(Msg::Hint, &hint.text, Edit::Lines)],
    };
    memory.hints.all().iter().rev().map(record).collect()
}

fn of_tool(tool: &CustomTool) -> Record {
    Record {
        kind: "custom",
        id: tool.name.clone(),
        title: tool.name.clone(),
        mark: None,
        imported: tool.imported.clone(),
        parts: vec![
            Part::new(Msg::CustomDoes, &tool.description, Edit::Never),
            Part::new(
                Msg::CustomFrom,
                &format!("{}: {}", tool.module, tool.function),
                Edit::Never,
            ),
            Part::new(Msg::RequestParams, &tool.positional().join(", "), Edit::Never),
        ],
    }
}
