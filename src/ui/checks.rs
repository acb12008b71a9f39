//! The Checks panel: the checks that the code declares, with their results on the present drawing.
//!
//! Invariants: the panel is hidden while the code declares no checks; the failed checks come first; a check is a button
//! that selects its entities and shows its place on the drawing, or its line of code if it has neither.

use super::feedback::set_if_new;
use super::icons::{Draw, Icon};
use super::panel::{CODE, Dock, Panel};
use super::selecting::select;
use super::state::{App, app};
use leptos::prelude::*;
use trammel_canvas::selection::Selection;
use trammel_kernel::{Bounds, Vec2};
use trammel_scene::Name;
use trammel_tools::CheckResult;

/// The Checks panel.
pub(crate) const CHECKS_PANEL: Panel = Panel {
    id: "checks",
    label: ["Checks", "확인"],
    dock: Dock::Right,
    key: None,
    view: || view! { <Checks /> }.into_any(),
    badge: Some(|| view! { <Count /> }.into_any()),
};

/// Part of the size of the entities that is shown around a place.
const AROUND: f64 = 0.25;

const HOLDS: [&str; 2] = ["Holds", "맞음"];
const FAILS: [&str; 2] = ["Fails", "안 맞음"];

/// Evaluates the checks after each change of the drawing and after each run.
fn follow(app: App) {
    Effect::new(move |_| {
        app.doc.revision.track();
        app.doc.files_revision.track();
        app.doc.run.track();
        set_if_new(
            app.doc.checks,
            app.document
                .session(|session| session.document().checks())
                .results,
        );
    });
}

/// Number of the checks that hold, and of all.
#[component]
fn Count() -> impl IntoView {
    let app = app();
    let count = Memo::new(move |_| {
        app.doc.checks.with(|results| {
            let held = results.iter().filter(|result| result.failed.is_none()).count();
            (held, results.len())
        })
    });
    view! {
        <span class="quiet numbers" data-testid="checks-count" data-fails=move || count.with(|(held, all)| held < all).to_string()>
            {move || count.with(|(held, all)| format!("{held}/{all}"))}
        </span>
    }
    .into_any()
}

/// The content of the panel.
#[component]
fn Checks() -> impl IntoView {
    let app = app();
    follow(app);
    let sorted = Memo::new(move |_| {
        let mut results = app.doc.checks.get();
        results.sort_by_key(|result| result.failed.is_none());
        results
    });
    let rows = move || {
        let rows = sorted.get().into_iter();
        rows.map(|result| row(app, result)).collect_view()
    };
    view! {
        <div class="checks" id="checks" tabindex="-1" hidden=move || sorted.with(Vec::is_empty)>
            <ul class="check-list" data-testid="checks" aria-label=move || CHECKS_PANEL.name(app.prefs.lang.get())>{rows}</ul>
        </div>
    }
    .into_any()
}

fn row(app: App, result: CheckResult) -> impl IntoView {
    let lang = app.prefs.lang.get();
    let holds = result.failed.is_none();
    let (icon, state) = if holds {
        (Icon::Check, HOLDS)
    } else {
        (Icon::Close, FAILS)
    };
    let text = result.text.text(lang).to_owned();
    let why = result
        .failed
        .as_ref()
        .map(|failed| failed.why.text(lang).to_owned());
    let place = result
        .place
        .as_ref()
        .map(|place| format!("{}:{}", place.file, place.line));
    view! {
        <li>
            <button
                type="button"
                class="check"
                data-testid="check"
                data-holds=holds.to_string()
                on:click=move |_| show(app, &result)
            >
                <span class="check-state" role="img" aria-label=lang.pick(state)><Draw icon /></span>
                <span class="check-text">
                    <span>{text}</span>
                    {why.map(|why| view! { <span class="check-why">{why}</span> })}
                    {place.map(|place| view! { <span class="quiet">{place}</span> })}
                </span>
            </button>
        </li>
    }
}

/// Selects the entities of a check and shows its place. A check without both shows its line of code.
fn show(app: App, result: &CheckResult) {
    let (items, bounds) = app.document.scene(|scene| {
        let named = result.entities.iter().filter_map(|name| {
            // A part such as `plate.edge[0]` belongs to an entity.
            let entity = scene.get(name).or_else(|| scene.get(name.split_once('.')?.0))?;
            Some(entity.name.clone())
        });
        let items: Vec<Name> = named.collect();
        let bounds = Bounds::union_all(items.iter().filter_map(|name| scene.world_bounds(name)));
        (items, bounds)
    });
    let place = result.failed.as_ref().and_then(|failed| failed.at);
    if items.is_empty() && place.is_none() {
        if let Some(place) = &result.place {
            app.prefs.set_tab(CODE);
            app.open_file(&place.file, Some(place.line));
        }
        return;
    }
    select(app, Selection::of(items));
    let extent = bounds.map_or(1.0, |bounds| bounds.width().max(bounds.height()));
    let around = place.and_then(|at| {
        let reach = AROUND * if extent > 0.0 { extent } else { 1.0 };
        Bounds::new(at - Vec2::new(reach, reach), at + Vec2::new(reach, reach))
    });
    app.view.show(around.or(bounds));
}
