//! View of the report of a conversion, in the dialogs for import and export.

use crate::ui::state::app;
use leptos::prelude::*;
use trammel_canvas::preview::Text;
use trammel_formats::{ReportEntry, Treatment};

/// Heading of the parts that the result lacks.
const LEFT_OUT: Text = ["Left out:", "빠진 것:"];
/// Heading of the parts that differ in the result.
const CHANGED: Text = ["Changed:", "바뀐 것:"];

/// Heading of the checks of the drawing that fail.
const FAILS: Text = ["Checks that fail:", "맞지 않는 확인:"];

/// The parts that were left out or changed, below a heading for each treatment; `test` is the `data-testid`.
#[component]
pub(super) fn Report(#[prop(into)] report: Signal<Vec<ReportEntry>>, test: &'static str) -> impl IntoView {
    let app = app();
    let part = move |treatment: Treatment, heading: Text| {
        let lines = move || -> Vec<String> {
            let language = app.prefs.lang.get();
            report.with(|report| {
                let entries = report.iter().filter(|entry| entry.treatment == treatment);
                entries
                    .map(|entry| entry.line_without_treatment(language))
                    .collect()
            })
        };
        view! {
            <Show when=move || !lines().is_empty()>
                <p>{move || app.prefs.lang.get().pick(heading)}</p>
                <ul>{move || lines().into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}</ul>
            </Show>
        }
    };
    view! {
        <div class="export-report" data-testid=test>
            {part(Treatment::Dropped, LEFT_OUT)}
            {part(Treatment::Changed, CHANGED)}
            {part(Treatment::Unchecked, FAILS)}
        </div>
    }
    .into_any()
}
