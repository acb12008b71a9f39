//! The findings with their places, and the changes of a repair.

use super::state::Checked;
use crate::ui::selecting::select;
use crate::ui::state::App;
use leptos::prelude::*;
use std::sync::Arc;
use trammel_canvas::canvas_tool::Text;
use trammel_canvas::number_format::format_result;
use trammel_canvas::selection::Selection;
use trammel_fabrication::{RepairReport, ReportedChange, ReportedFinding};
use trammel_kernel::Bounds;
use trammel_language::Language;
use trammel_scene::{Name, Units};

/// Maximum number of names in a line.
const MOST_NAMES: usize = 4;

const FINDINGS: Text = ["Findings", "찾은 문제"];
const REPAIR: Text = ["Repair", "고치기"];
const SHOW: Text = ["Shows the place on the drawing", "도면에서 위치 보기"];
const CHANGES: Text = [
    "Changes, which Undo takes back in one step",
    "바뀐 것(실행 취소 한 번으로 되돌아가요)",
];
const NO_CHANGES: Text = ["The repair changed nothing.", "고치기로 바뀐 것이 없어요."];

/// Returns the list of the findings, each a button that shows its place.
pub(super) fn findings(app: App, checked: &Arc<Checked>) -> impl IntoView + use<> {
    let (lang, units) = (app.prefs.lang.get(), app.doc.title.get().1);
    let entry = |(at, finding): (usize, &ReportedFinding)| {
        let lines = Lines::of(finding, lang, units);
        let shown = finding.clone();
        let chosen = app.view.cutting.chosen;
        let kind = serde_json::to_value(finding.kind).unwrap_or_default();
        view! {
            <li>
                <button
                    type="button"
                    class="cutting-finding"
                    data-testid="cutting-finding"
                    data-kind=kind.as_str().map(str::to_owned)
                    title=lang.pick(SHOW)
                    aria-current=move || (chosen.get() == Some(at)).then_some("true")
                    on:click=move |_| show(app, at, &shown)
                >
                    <strong>{lines.kind}</strong>
                    <span>{lines.items}</span>
                    <span class="quiet">{lines.place}</span>
                    {lines.repair.map(|repair| view! { <span class="quiet">{repair}</span> })}
                </button>
            </li>
        }
    };
    let entries = checked.report.findings.iter().enumerate().map(entry);
    let entries = entries.collect_view();
    (!checked.report.findings.is_empty()).then(|| {
        view! {
            <h3 id="cutting-findings">{lang.pick(FINDINGS)}</h3>
            <ul class="cutting-list" aria-labelledby="cutting-findings">{entries}</ul>
        }
    })
}

/// Selects the items of a finding, and shows its place.
fn show(app: App, at: usize, finding: &ReportedFinding) {
    let (items, bounds) = app.document.scene(|scene| {
        let present = finding.entities.iter().filter(|name| scene.get(name).is_some());
        let items: Vec<Name> = present.cloned().collect();
        let bounds = Bounds::union_all(items.iter().filter_map(|name| scene.world_bounds(name)));
        (items, bounds)
    });
    select(app, Selection::of(items));
    app.view.show(finding.surroundings(bounds));
    app.view.cutting.chosen.set(Some(at));
}

/// Returns the list of the changes of a repair.
pub(super) fn changes(app: App, report: &RepairReport) -> impl IntoView + use<> {
    let lang = app.prefs.lang.get();
    let changes = &report.changes;
    if changes.is_empty() {
        return view! { <p data-testid="cutting-changes">{lang.pick(NO_CHANGES)}</p> }.into_any();
    }
    let entry = |change: &ReportedChange| {
        let all = std::iter::once(&change.place).chain(&change.further_places);
        let places: Vec<String> = all.map(|at| place(*at, lang)).collect();
        let text = format!(
            "{}: {}, {}",
            lang.pick(change.remedy.done_label()),
            names(&change.entities),
            places.join("; ")
        );
        view! { <li>{text}</li> }
    };
    let entries = changes.iter().map(entry).collect_view();
    let unresolved = match report.unresolved_findings().count() {
        0 => None,
        count => Some(match lang {
            Language::English => {
                format!("Still open or cut twice: {count}. The findings below have their places.")
            }
            Language::Korean => format!("아직 열려 있거나 두 번 잘려요: {count}. 위치는 아래 문제에 있어요."),
        }),
    };
    let (count, listed) = (report.count, changes.len());
    let more = (count > listed).then(|| match lang {
        Language::English => format!("The repair made {count} changes. The first {listed} are listed."),
        Language::Korean => format!("모두 {count}곳을 고쳤고, 앞의 {listed}곳만 보여 드려요."),
    });
    view! {
        {unresolved.map(|text| view! { <p class="hint" data-testid="cutting-unresolved">{text}</p> })}
        <h3 id="cutting-changes">{lang.pick(CHANGES)}</h3>
        {more.map(|more| view! { <p class="hint">{more}</p> })}
        <ul class="cutting-changes" aria-labelledby="cutting-changes" data-testid="cutting-changes">{entries}</ul>
    }
    .into_any()
}

/// Lines of a finding.
struct Lines {
    kind: &'static str,
    items: String,
    /// Place, and the size with its meaning.
    place: String,
    repair: Option<String>,
}

impl Lines {
    fn of(finding: &ReportedFinding, lang: Language, units: Units) -> Self {
        let mut place = place(finding.place, lang);
        match (finding.more_places(), lang) {
            (0, _) => {}
            (more, Language::English) => place = format!("{place} and {more} more"),
            (more, Language::Korean) => place = format!("{place} 외 {more}곳"),
        }
        if let Some(label) = finding.kind.size_label() {
            let (label, size) = (lang.pick(label), size(finding.size));
            place = format!("{place}, {label} {size} {}", units.as_str());
        }
        let repair = finding.remedy.map(|remedy| {
            let (repair, change) = (lang.pick(REPAIR), lang.pick(remedy.label()));
            format!("{repair}: {change}")
        });
        Self {
            kind: lang.pick(finding.kind.label()),
            items: names(&finding.entities),
            place,
            repair,
        }
    }
}

fn names(entities: &[Name]) -> String {
    let first: Vec<&str> = entities.iter().take(MOST_NAMES).map(Name::as_str).collect();
    let rest = entities.len() - first.len();
    let rest = if rest > 0 {
        format!(" (+{rest})")
    } else {
        String::new()
    };
    format!("{}{rest}", first.join(", "))
}

fn place([x, y]: [f64; 2], lang: Language) -> String {
    let (x, y) = (format_result(x), format_result(y));
    match lang {
        Language::English => format!("at ({x}, {y})"),
        Language::Korean => format!("위치 ({x}, {y})"),
    }
}

/// Returns a size as text, also one that is smaller than the displayed decimals.
fn size(value: f64) -> String {
    if value > 0.0 && value < 1e-4 {
        return format!("{value:.0e}");
    }
    format_result(value)
}
