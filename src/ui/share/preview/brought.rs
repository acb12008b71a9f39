//! The list of custom tools and notes that a shared drawing brings, as plain text.
//!
//! Invariant: all text here is from other authors and becomes text nodes; nothing here turns an entry on.

use crate::ui::i18n::Msg;
use crate::ui::state::app;
use leptos::prelude::*;
use trammel_document::Brought;
use trammel_knowledge::Memory;
use trammel_tools::CustomTool;

/// Maximum number of rows with which the list starts open.
const SHORT: usize = 5;

/// Maximum number of displayed rows; the rest is counted.
const MOST: usize = 200;

/// A row: kind, title, text, and module with function.
type Row = (Msg, String, String, String);

/// The section of the preview; empty if the drawing brings no tools and no notes.
#[component]
pub(super) fn BroughtView(brought: Brought) -> impl IntoView {
    let app = app();
    let Brought {
        tools,
        memory,
        left_out,
    } = brought;
    let rows: Vec<Row> = tools
        .all()
        .iter()
        .map(of_tool)
        .chain(of_memory(&memory))
        .collect();
    let (count, missing) = (rows.len(), left_out.len());
    if count + missing == 0 {
        return ().into_any();
    }
    let shown = rows
        .into_iter()
        .take(MOST)
        .map(move |(kind, title, text, place)| {
            view! {
                <li data-testid="brought-row">
                    <span class="mark">{move || app.text(kind)}</span>
                    " "
                    <strong>{title}</strong>
                    {(!place.is_empty()).then(|| view! { " " <code>{place}</code> })}
                    <p>{text}</p>
                </li>
            }
        });
    let shown = shown.collect_view();
    let reasons = left_out
        .into_iter()
        .map(|why| view! { <li>{move || app.reads(&why)}</li> })
        .collect_view();
    view! {
        <details class="preview-brought" data-testid="preview-brought" open=count + missing <= SHORT>
            <summary>{move || app.text_with(Msg::PreviewBrings, &[("n", &count.to_string())])}</summary>
            <p class="hint">{move || app.text(Msg::PreviewNotes)}</p>
            <ul>{shown}</ul>
            {(count > MOST).then(|| view! {
                <p class="quiet">{move || app.text_with(Msg::MoreRows, &[("n", &(count - MOST).to_string())])}</p>
            })}
            {(missing > 0).then(|| view! {
                <p class="hint">{move || app.text(Msg::PreviewLeftOut)}</p>
                <ul data-testid="brought-left-out">{reasons}</ul>
            })}
        </details>
    }
    .into_any()
}

fn of_tool(tool: &CustomTool) -> Row {
    let place = format!("{}: {}", tool.module, tool.function);
    (
        Msg::CustomTool,
        tool.name.clone(),
        tool.description.clone(),
        place,
    )
}

fn of_memory(memory: &Memory) -> Vec<Row> {
    let plain = |kind: Msg, title: &str, text: String| (kind, title.to_owned(), text, String::new());
    let hints = memory.hints.all().iter();
    let hints = hints.map(|hint| plain(Msg::Hint, &hint.tool, hint.text.clone()));
    let decisions = memory.decisions.all().iter().map(|decision| {
        let reason = decision.reason.as_deref().unwrap_or_default();
        let text = [decision.decision.as_str(), decision.reasoning.as_str(), reason];
        plain(Msg::Decision, &decision.topic, text.join("\n").trim().to_owned())
    });
    let checkpoints = memory.checkpoints.all().iter().map(|checkpoint| {
        let next = checkpoint.next_steps.as_deref().unwrap_or_default();
        let text = format!("{}\n{next}", checkpoint.summary).trim().to_owned();
        plain(Msg::Checkpoint, &checkpoint.id, text)
    });
    let requests = memory.requests.all().iter().map(|request| {
        let text = format!("{}\n{}", request.description, request.rationale);
        plain(Msg::Request, &request.name, text)
    });
    hints
        .chain(decisions)
        .chain(checkpoints)
        .chain(requests)
        .collect()
}
