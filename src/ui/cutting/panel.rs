//! The panel with the lengths, the findings, and the buttons.

use super::findings::{changes, findings};
use super::run::{SAID, add_selection, check, field_id, repair};
use super::state::{Checked, LENGTHS, TOLERANCE};
use super::window::{HEADING, close};
use crate::ui::button::IconButton;
use crate::ui::i18n::Msg;
use crate::ui::icons::Icon;
use crate::ui::state::{App, app};
use leptos::prelude::*;
use std::sync::Arc;
use trammel_canvas::actions::ActionId;
use trammel_canvas::canvas_tool::Text;
use trammel_canvas::number_format::format_number;
use trammel_canvas::selection::Selection;
use trammel_fabrication::{CheckReport, default_tolerance};
use trammel_language::Language;
use web_sys::KeyboardEvent;

/// Label of the button that checks.
const CHECK_LABEL: Text = ["Check", "검사"];
/// Element id of the field of the items that are meant to be open.
const UNCLOSED_ID: &str = "cutting-unclosed";
const UNCLOSED_LABEL: Text = [
    "Items and layers meant to be open, such as fold, hinge",
    "열린 선으로 둘 항목과 레이어(예: fold, hinge)",
];
const ADD_SELECTION_LABEL: Text = ["Add the selection", "선택한 항목 추가"];
/// Label of the button that repairs.
const REPAIR_LABEL: Text = ["Repair all", "모두 고치기"];

const CHECKING: Text = ["Checking the drawing.", "도면을 검사하고 있어요."];
const NO_CONTOURS: Text = [
    "There is nothing to cut. Draw a contour, or show a hidden one.",
    "자를 것이 없어요. 윤곽을 그리거나 숨긴 윤곽을 표시하세요.",
];
const STALE: Text = [
    "The drawing has changed since the check. Check it again.",
    "검사한 뒤에 도면이 바뀌었어요. 다시 검사하세요.",
];
const INCOMPLETE: Text = [
    "One place has too many contours to examine all of them.",
    "한곳에 윤곽이 너무 많아서 모두 검사하지는 못했어요.",
];
const UNLISTED: Text = [
    "The list has only the first findings. Repair them, then check again.",
    "목록에는 앞의 문제만 있어요. 고친 다음 다시 검사하세요.",
];

/// The panel beside the drawing, empty while it is closed or the form of a tool is open.
#[component]
pub(crate) fn CuttingPanel() -> impl IntoView {
    let app = app();
    let is_shown = move || app.view.cutting.is_open.get() && app.view.form.tool.with(Option::is_none);
    view! {
        <Show when=is_shown>
            <Content />
        </Show>
    }
}

#[component]
fn Content() -> impl IntoView {
    let app = app();
    let text = move |text: Text| app.prefs.lang.get().pick(text);
    let cutting = app.view.cutting;
    let is_busy = move || cutting.is_busy.get().then_some("true");
    let is_repairable = Memo::new(move |_| {
        cutting.checked.with(|checked| {
            checked
                .as_ref()
                .is_some_and(|checked| checked.report.is_repairable())
        })
    });
    let escape = move |event: KeyboardEvent| {
        if event.key() == "Escape" && !event.is_composing() {
            event.prevent_default();
            event.stop_propagation();
            close(app);
        }
    };
    view! {
        <form
            class="tool-form cutting"
            data-testid="cutting"
            aria-labelledby=HEADING
            on:keydown=escape
            on:submit=move |event| {
                event.prevent_default();
                check(app);
            }
        >
            <div class="settings-head">
                <h2 id=HEADING tabindex="-1">{move || text(ActionId::CheckForCutting.label())}</h2>
                <span class="spacer"></span>
                <IconButton icon=Icon::Close name=Msg::Close test="cutting-close" press=Callback::new(move |()| close(app)) />
            </div>
            <div class="tool-form-body">
                <div class="cutting-lengths">{(0..LENGTHS.len()).map(|at| view! { <Field at /> }).collect_view()}</div>
                <OpenLines />
                <button type="submit" class="button" data-testid="cutting-check" aria-disabled=is_busy>
                    {move || text(CHECK_LABEL)}
                </button>
                <Outcome />
            </div>
            <div class="record-foot">
                <Show when=move || is_repairable.get()>
                    <button
                        type="button"
                        class="button primary"
                        data-testid="cutting-repair"
                        aria-disabled=is_busy
                        on:click=move |_| repair(app)
                    >
                        {move || text(REPAIR_LABEL)}
                    </button>
                </Show>
                <button type="button" class="button" data-testid="cutting-export" on:click=move |_| app.share.show_export()>
                    {move || app.text(ActionId::Export.label())}
                </button>
            </div>
        </form>
    }
    .into_any()
}

/// The field of a length.
#[component]
fn Field(at: usize) -> impl IntoView {
    let app = app();
    let cutting = app.view.cutting;
    let length = &LENGTHS[at];
    let id = field_id(at);
    let error_id = format!("{id}-error");
    let wrong = move || cutting.wrong.with(|wrong| wrong[at].clone());
    let label = move || {
        let units = app.doc.title.get().1;
        format!("{} ({})", app.prefs.lang.get().pick(length.label), units.as_str())
    };
    let default = move || {
        let units = app.doc.title.get().1;
        (length.parameter == TOLERANCE).then(|| format_number(default_tolerance(units)))
    };
    view! {
        <div class="field">
            <label for=id.clone()>{label}</label>
            <input
                id=id.clone()
                class="input"
                data-testid=id
                type="text"
                inputmode="decimal"
                autocomplete="off"
                placeholder=default
                aria-describedby=error_id.clone()
                aria-invalid=move || wrong().is_some().to_string()
                prop:value=move || cutting.texts.with(|texts| texts[at].clone())
                on:input=move |event| cutting.texts.update(|texts| texts[at] = event_target_value(&event))
            />
            <p class="field-error" id=error_id role="alert" hidden=move || wrong().is_none()>
                {move || wrong().map(|reason| app.prefs.lang.get().pick(reason))}
            </p>
        </div>
    }
    .into_any()
}

/// The field of the items that are meant to be open, and the button that adds the selection.
#[component]
fn OpenLines() -> impl IntoView {
    let app = app();
    let unclosed = app.view.cutting.unclosed;
    let text = move |text: Text| app.prefs.lang.get().pick(text);
    let has_selection = move || !app.view.selection.with(Selection::is_empty);
    view! {
        <div class="field">
            <label for=UNCLOSED_ID>{move || text(UNCLOSED_LABEL)}</label>
            <input
                id=UNCLOSED_ID
                class="input"
                data-testid=UNCLOSED_ID
                type="text"
                autocomplete="off"
                spellcheck="false"
                prop:value=move || unclosed.get()
                on:input=move |event| unclosed.set(event_target_value(&event))
            />
            <Show when=has_selection>
                <button type="button" class="link" data-testid="cutting-add-selection" on:click=move |_| add_selection(app)>
                    {move || text(ADD_SELECTION_LABEL)}
                </button>
            </Show>
        </div>
    }
    .into_any()
}

/// The result: a line that is spoken, the changes of a repair, and the findings.
#[component]
fn Outcome() -> impl IntoView {
    let app = app();
    let cutting = app.view.cutting;
    let is_stale = move |checked: &Checked| checked.revision != app.doc.revision.get();
    let said = move || {
        if cutting.is_busy.get() {
            return app.prefs.lang.get().pick(CHECKING).to_owned();
        }
        match cutting.checked.get() {
            Some(checked) if is_stale(&checked) => app.prefs.lang.get().pick(STALE).to_owned(),
            Some(checked) => summary(app, &checked.report),
            None => String::new(),
        }
    };
    let state = move || match cutting.checked.get() {
        _ if cutting.is_busy.get() => "busy",
        Some(checked) if is_stale(&checked) => "stale",
        Some(_) => "checked",
        None => "",
    };
    let done = move || {
        let repaired = cutting.repaired.get()?;
        (repaired.revision == app.doc.revision.get()).then(|| changes(app, &repaired.report))
    };
    let found = move || {
        cutting
            .checked
            .get()
            .map(|checked: Arc<Checked>| findings(app, &checked))
    };
    view! {
        <p id=SAID tabindex="-1" role="status" data-testid="cutting-said" data-state=state>{said}</p>
        <p class="field-error" role="alert" data-testid="cutting-failure" hidden=move || cutting.failure.with(Option::is_none)>
            {move || cutting.failure.get()}
        </p>
        {done}
        {found}
    }
    .into_any()
}

/// Returns the number of findings, and the limits of the check and of the list.
fn summary(app: App, report: &CheckReport) -> String {
    let lang = app.prefs.lang.get();
    let (total, contours) = (report.total(), report.contours);
    let mut parts = vec![match lang {
        _ if total == 0 && contours == 0 => lang.pick(NO_CONTOURS).to_owned(),
        Language::English if total == 0 => format!("No findings. Contours: {contours}."),
        Language::Korean if total == 0 => format!("찾은 문제가 없어요. 윤곽: {contours}개."),
        Language::English => format!("Findings: {total}. Contours: {contours}."),
        Language::Korean => format!("찾은 문제: {total}개. 윤곽: {contours}개."),
    }];
    if !report.complete {
        parts.push(lang.pick(INCOMPLETE).to_owned());
    }
    if total > report.findings.len() {
        parts.push(lang.pick(UNLISTED).to_owned());
    }
    parts.join(" ")
}
