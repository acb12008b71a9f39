//! Calls of the tools that check and repair.

use super::state::{Checked, LENGTHS, Repaired, UNCLOSED};
use crate::ui::document::{Caller, Request};
use crate::ui::focus::focus_later;
use crate::ui::state::App;
use leptos::{prelude::*, task::spawn_local};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::sync::Arc;
use trammel_canvas::expression::evaluate;
use trammel_fabrication::{CheckReport, RepairReport};
use trammel_language::Language;

/// Element id of the line with the result.
pub(super) const SAID: &str = "cutting-said";

/// Checks the drawing, or shows which texts of the fields are wrong.
pub(super) fn check(app: App) {
    start(app, false);
}

/// Repairs the drawing and checks it again, or shows which texts of the fields are wrong.
pub(super) fn repair(app: App) {
    start(app, true);
}

fn start(app: App, is_repair: bool) {
    let cutting = app.view.cutting;
    if cutting.is_busy.get_untracked() {
        return;
    }
    let Some(lengths) = lengths(app) else { return };
    cutting.is_busy.set(true);
    cutting.failure.set(None);
    cutting.repaired.set(None);
    spawn_local(async move {
        let checked = run_check(app, lengths, is_repair).await;
        cutting.is_busy.set(false);
        cutting.chosen.set(None);
        match checked {
            Ok(checked) => cutting.checked.set(Some(Arc::new(checked))),
            Err(why) => {
                cutting.checked.set(None);
                cutting.failure.set(Some(why));
            }
        }
        if is_repair {
            // The button of the repair may be gone.
            focus_later(SAID);
        }
    });
}

/// Returns the lengths and names that the user entered, by their parameters; `None` if a text is wrong, which is then shown.
fn lengths(app: App) -> Option<Map<String, Value>> {
    let cutting = app.view.cutting;
    let units = app.doc.title.get_untracked().1;
    let texts = cutting.texts.get_untracked();
    let mut entered = Map::new();
    let wrong = std::array::from_fn(|at| {
        let text = texts[at].trim().replace(',', ".");
        if text.is_empty() {
            return None;
        }
        match evaluate(&text, Some(units)) {
            Ok(value) if value > 0.0 => {
                entered.insert(LENGTHS[at].parameter.to_owned(), value.into());
                None
            }
            // A kerf of 0 in the options of an export means no kerf.
            Ok(0.0) => None,
            Ok(_) => Some(NEGATIVE.map(str::to_owned)),
            Err(why) => Some(why.reason()),
        }
    });
    let first = wrong.iter().position(Option::is_some);
    cutting.wrong.set(wrong);
    if let Some(first) = first {
        focus_later(field_id(first));
        return None;
    }
    let names = unclosed_names(app);
    if !names.is_empty() {
        entered.insert(UNCLOSED.to_owned(), names.into());
    }
    Some(entered)
}

/// Returns the names of the items, groups, and layers that are meant to be open.
pub(super) fn unclosed_names(app: App) -> Vec<String> {
    let typed = app.view.cutting.unclosed.get_untracked();
    let names = typed.split(',').map(str::trim);
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Adds the selected items to those that are meant to be open.
pub(super) fn add_selection(app: App) {
    let mut names = unclosed_names(app);
    let selected = app.view.selection.get_untracked();
    let listed: BTreeSet<String> = names.iter().cloned().collect();
    let fresh = selected.iter().map(ToString::to_string);
    names.extend(fresh.filter(|name| !listed.contains(name)));
    app.view.cutting.unclosed.set(names.join(", "));
}

/// Reason to refuse a negative length.
const NEGATIVE: [&str; 2] = [
    "The length is negative. Enter a length above 0, or nothing.",
    "길이가 음수예요. 0보다 큰 길이를 입력하거나 비워 두세요.",
];

/// Returns the element id of a field.
pub(super) fn field_id(at: usize) -> String {
    format!("cutting-{}", LENGTHS[at].parameter)
}

async fn run_check(app: App, lengths: Map<String, Value>, is_repair: bool) -> Result<Checked, String> {
    if is_repair {
        let mut input = lengths.clone();
        let is_for_repair = |parameter: &str| {
            LENGTHS
                .iter()
                .any(|length| length.parameter == parameter && length.is_for_repair)
        };
        input.retain(|parameter, _| is_for_repair(parameter));
        let report: RepairReport = call(app, "repair_for_cutting", input).await?;
        let revision = app.doc.revision.get_untracked();
        // The changes stay visible if the check fails.
        app.view
            .cutting
            .repaired
            .set(Some(Arc::new(Repaired { revision, report })));
    }
    let report: CheckReport = call(app, "check_for_cutting", lengths).await?;
    Ok(Checked {
        revision: app.doc.revision.get_untracked(),
        report,
    })
}

/// Calls a tool, and returns its reply or the reason why it failed.
async fn call<T: DeserializeOwned>(app: App, tool: &str, input: Map<String, Value>) -> Result<T, String> {
    let request = Request::Call {
        tool: tool.to_owned(),
        input: input.into(),
    };
    let reply = app.document.run(Caller::Form, request).await;
    if let Some(failure) = reply.failure() {
        return Err(failure.text(app.lang()));
    }
    let data = reply.data().cloned().unwrap_or_default();
    serde_json::from_value(data).map_err(|error| match app.lang() {
        Language::English => format!("The reply of {tool} could not be read: {error}. Check again."),
        Language::Korean => format!("{tool}의 답을 읽지 못했어요: {error}. 다시 검사하세요."),
    })
}
