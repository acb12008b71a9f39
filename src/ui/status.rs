//! The status bar: pointer position, drawing title, selection, number of entities, warnings, last run, and storage state.

use super::entity_kind;
use super::folder::banner::FolderStatus;
use super::i18n::Msg;
use super::panel::CODE;
use super::selecting::SPOKEN_NAMES;
use super::state::{App, RunState, SaveState, app};
use super::tool_form;
use leptos::prelude::*;
use trammel_canvas::camera::coordinate_decimals;
use trammel_canvas::number_format::{format_fixed, format_number};
use trammel_canvas::point_ref;
use trammel_canvas::selection::Selection;
use trammel_canvas::snapping::{Snapped, snap_label};
use trammel_scene::Name;

/// The bar at the bottom of the page.
#[component]
pub(crate) fn StatusBar() -> impl IntoView {
    let app = app();
    let coordinates = move || {
        let snapped = app.view.tools.preview.with(|preview| preview.snap.clone());
        if let Some(snapped) = snapped {
            let reference = app.document.scene(|scene| point_ref::of(scene, &snapped));
            let Snapped { point, kind, .. } = snapped;
            // Coordinates of a snapped point are exact, so they are not rounded to the precision of the zoom.
            let (x, y) = (format_number(point.x), format_number(point.y));
            let kind = app.prefs.lang.get().pick(snap_label(kind));
            let reference = reference.map_or_else(String::new, |reference| format!(" · {reference}"));
            return format!("X {x}  Y {y}  {kind}{reference}");
        }
        let Some(point) = app.view.cursor.get() else {
            return "X –  Y –".to_owned();
        };
        let decimals = coordinate_decimals(app.view.camera.with(|camera| camera.zoom));
        let at = format!(
            "X {}  Y {}",
            format_fixed(point.x, decimals),
            format_fixed(point.y, decimals)
        );
        match hovered_entity(app) {
            Some((kind, name)) => format!("{at}  {kind} · {name}"),
            None => at,
        }
    };
    let run = move || match app.doc.run.get() {
        RunState::Never => app.text(Msg::RunNever).to_owned(),
        RunState::Loading => app.text(Msg::EngineLoading).to_owned(),
        RunState::Busy => app.text(Msg::RunBusy).to_owned(),
        RunState::Took(ms) => app.text_with(Msg::RunTime, &[("ms", &format!("{ms:.0}"))]),
    };
    let run_ms = move || match app.doc.run.get() {
        RunState::Took(ms) => Some(format!("{ms:.1}")),
        RunState::Never | RunState::Loading | RunState::Busy => None,
    };
    let (saved, saved_tag) = (
        move || match app.doc.saved.get() {
            SaveState::Saved => app.text(Msg::Saved),
            SaveState::Pending => app.text(Msg::Saving),
            SaveState::Failed(_) => app.text(Msg::NotSaved),
        },
        move || match app.doc.saved.get() {
            SaveState::Saved => "saved",
            SaveState::Pending => "pending",
            SaveState::Failed(_) => "failed",
        },
    );
    let selected_count = move || app.view.selection.with(Selection::len).to_string();
    let selected = move || {
        let few = app.view.selection.with(|selection| {
            let few = (1..=SPOKEN_NAMES).contains(&selection.len());
            few.then(|| selection.iter().map(Name::as_str).collect::<Vec<_>>().join(", "))
        });
        match few {
            Some(names) => app.text_with(Msg::SelectedNames, &[("names", &names)]),
            None => app.text_with(Msg::Selected, &[("n", &selected_count())]),
        }
    };
    let items = move || app.text_with(Msg::Items, &[("n", &app.doc.entities.get().to_string())]);
    view! {
        <footer class="status-bar" aria-label=move || app.text(Msg::StatusBar)>
            <span class="numbers coords" data-testid="coords" title=move || app.text(Msg::CursorPosition)>{coordinates}</span>
            <button
                type="button"
                class="status-button"
                data-testid="edit-title"
                aria-label=move || {
                    let (name, units) = app.doc.title.get();
                    app.text_with(Msg::EditTitleOf, &[("name", &name), ("units", units.as_str())])
                }
                on:click=move |_| tool_form::open_named(app, "set_drawing")
            >
                <span data-testid="drawing-name">{move || app.doc.title.get().0.to_string()}</span>
                " · "
                <span data-testid="units">{move || app.doc.title.get().1.as_str()}</span>
            </button>
            <span class="numbers" data-testid="selected" data-count=selected_count>{selected}</span>
            <span class="numbers" data-testid="entity-count" data-count=move || app.doc.entities.get().to_string()>{items}</span>
            <WarningCount />
            <span class="spacer"></span>
            <FolderStatus />
            <span class="numbers" data-testid="run-time" data-ms=run_ms>{run}</span>
            <span class="save-state" data-testid="saved" data-state=saved_tag>{saved}</span>
        </footer>
    }
    .into_any()
}

/// The number of warnings; a button that shows them below the code.
#[component]
fn WarningCount() -> impl IntoView {
    let app = app();
    let count = Memo::new(move |_| app.doc.warnings.with(|warnings| warnings.len()));
    let text = move || match count.get() {
        1 => app.text(Msg::ResultWarning).to_owned(),
        n => app.text_with(Msg::ResultWarnings, &[("n", &n.to_string())]),
    };
    let show = move |_| {
        app.prefs.set_tab(CODE);
        app.doc.warnings_open.set(true);
    };
    view! {
        <button
            type="button"
            class="status-button numbers"
            data-testid="warning-count"
            hidden=move || count.get() == 0
            on:click=show
        >
            {text}
        </button>
    }
}

/// Returns the type and the name of the entity under the pointer. Tracks the signal.
fn hovered_entity(app: App) -> Option<(&'static str, Name)> {
    let name = app.view.highlight.hovered.get()?;
    let kind = app
        .document
        .scene(|scene| scene.get(&name).map(|entity| entity_kind::kind(&entity.shape).1))?;
    Some((app.text(kind), name))
}
