//! The fields and facts of selected entities, with their flags and the statement that drew them.

use super::field::PropertyField;
use super::sheet_state::SheetState;
use crate::ui::document::{Caller, Flag, Request};
use crate::ui::entity_kind;
use crate::ui::hover_highlight;
use crate::ui::i18n::Msg;
use crate::ui::icons::{Draw, Icon};
use crate::ui::state::{App, app};
use leptos::prelude::*;
use std::sync::Arc;
use trammel_canvas::actions::ActionId;
use trammel_canvas::properties::facts::Fact;
use trammel_canvas::properties::field::Field;
use trammel_canvas::properties::sheet::{Sheet, sheet};
use trammel_canvas::protection::Protection;
use trammel_scene::Name;

/// The properties of the selected entities.
#[component]
pub(super) fn EntityProperties(
    /// The selected entities.
    names: Arc<[Name]>,
) -> impl IntoView {
    let app = app();
    let names = StoredValue::new(names);
    let state = SheetState {
        app,
        names,
        sheet: Memo::new(move |_| {
            app.doc.revision.track();
            names.with_value(|names| app.document.scene(|scene| sheet(scene, names)))
        }),
    };
    let ids = move |list: fn(&Sheet) -> &[Field]| {
        state
            .of(|sheet| list(sheet).iter().map(Field::id).collect::<Vec<_>>())
            .unwrap_or_default()
    };
    let general = Memo::new(move |_| ids(|sheet| &sheet.general));
    let shape = Memo::new(move |_| ids(|sheet| &sheet.shape));
    let extent = Memo::new(move |_| ids(|sheet| &sheet.extent));
    let mark = Memo::new(move |_| ids(|sheet| &sheet.mark));
    view! {
        <Head state />
        <ProtectionReason state />
        <div class="property-list" data-testid="property-fields">
            <For each=move || general.get() key=Clone::clone let(id)>
                <PropertyField id sheet=state />
            </For>
            <For each=move || shape.get() key=Clone::clone let(id)>
                <PropertyField id sheet=state />
            </For>
            <For each=move || extent.get() key=Clone::clone let(id)>
                <PropertyField id sheet=state />
            </For>
            <For each=move || mark.get() key=Clone::clone let(id)>
                <PropertyField id sheet=state />
            </For>
        </div>
        <Points state />
        {move || facts(app, &state.of(|sheet| sheet.facts.clone()).unwrap_or_default())}
        <Origin state />
    }
    .into_any()
}

/// Labels of the flags.
const HIDDEN_LABEL: [&str; 2] = ["Hidden", "숨김"];
const LOCKED_LABEL: [&str; 2] = ["Locked", "잠금"];

/// The type or number of the entities, and the buttons of their flags.
#[component]
fn Head(state: SheetState) -> impl IntoView {
    let app = state.app;
    let icon = move || {
        let first = state.names.with_value(|names| names.first().cloned());
        let shape = first.and_then(|name| {
            app.document
                .scene(|scene| scene.get(&name).map(|entity| entity_kind::kind(&entity.shape)))
        });
        shape.unwrap_or((Icon::Group, Msg::KindGroup))
    };
    let title = move || {
        let count = state.names.with_value(|names| names.len());
        let has_one_type = state.of(|sheet| sheet.kind.is_some()).unwrap_or_default();
        let kind = app.text(icon().1);
        match (count, has_one_type) {
            (1, _) => kind.to_owned(),
            (_, true) => format!("{kind} × {count}"),
            _ => app.text_with(Msg::Selected, &[("n", &count.to_string())]),
        }
    };
    view! {
        <div class="property-head" data-testid="property-head">
            {move || state.of(|_| view! { <Draw icon=icon().0 /> })}
            <span class="name">{title}</span>
            <span class="spacer"></span>
            <FlagButton state flag=Flag::Hidden />
            <FlagButton state flag=Flag::Locked />
        </div>
    }
}

/// The button that hides or locks all selected entities, or shows or unlocks them.
#[component]
fn FlagButton(state: SheetState, flag: Flag) -> impl IntoView {
    let app = state.app;
    let (test, label) = match flag {
        Flag::Hidden => ("property-hidden", HIDDEN_LABEL),
        Flag::Locked => ("property-locked", LOCKED_LABEL),
    };
    let on = move || {
        let state = state.of(|sheet| match flag {
            Flag::Hidden => sheet.hidden,
            Flag::Locked => sheet.locked,
        });
        state.unwrap_or(Some(false))
    };
    let icon = move || match (flag, on()) {
        (Flag::Hidden, Some(false)) => Icon::Eye,
        (Flag::Hidden, _) => Icon::EyeOff,
        (Flag::Locked, Some(false)) => Icon::LockOpen,
        (Flag::Locked, _) => Icon::Lock,
    };
    let name = move || app.prefs.lang.get().pick(label);
    let turn = move |_| {
        let on = untrack(on) != Some(true);
        let names = state.names.get_value().to_vec();
        app.document
            .submit(Caller::User, Request::SetFlag { names, flag, on });
    };
    view! {
        <button
            type="button"
            class="icon-button"
            data-testid=test
            aria-label=name
            title=name
            aria-pressed=move || on().map_or("mixed", |on| if on { "true" } else { "false" })
            on:click=turn
        >
            {move || view! { <Draw icon=icon() /> }}
        </button>
    }
}

/// The reason why the fields are disabled.
#[component]
fn ProtectionReason(state: SheetState) -> impl IntoView {
    let reason = move || {
        let reason = state.of(|sheet| sheet.protection.as_ref().map(Protection::reason));
        reason
            .flatten()
            .map(|reason| state.app.prefs.lang.get().pick(reason))
    };
    view! {
        <Show when=move || state.is_protected()>
            <p class="quiet" id="properties-protected" data-testid="property-protected">{reason}</p>
        </Show>
    }
}

/// The points of a line or polygon, one row each.
#[component]
fn Points(state: SheetState) -> impl IntoView {
    let app = state.app;
    let count = Memo::new(move |_| state.of(|sheet| sheet.points.len() / 2).unwrap_or_default());
    let more = move || state.of(|sheet| sheet.more_points).unwrap_or_default();
    let row = move |at: usize| {
        let input = move |axis: &'static str| {
            let upper = axis.to_uppercase();
            let name = [format!("Point {at}, {upper}"), format!("점 {at}, {upper}")];
            view! { <PropertyField id=format!("points.{at}.{axis}") sheet=state name /> }
        };
        view! {
            <div class="property-point">
                <span class="quiet numbers" aria-hidden="true">{at.to_string()}</span>
                {input("x")}
                {input("y")}
            </div>
        }
    };
    view! {
        <Show when=move || { count.get() > 0 }>
            <div role="group" aria-label=move || app.prefs.lang.get().pick(POINTS_LABEL) class="property-points">
                <h3>{move || app.prefs.lang.get().pick(POINTS_LABEL)}</h3>
                <For each=move || 0..count.get() key=|at| *at let(at)>
                    {row(at)}
                </For>
                <Show when=move || { more() > 0 }>
                    <p class="quiet" data-testid="property-more-points">
                        {move || {
                            let more = more();
                            app.prefs.lang.get().pick([format!("{more} more points: edit them in the code."), format!("점 {more}개가 더 있어요. 코드에서 고치세요.")])
                        }}
                    </p>
                </Show>
            </div>
        </Show>
    }
}

/// Heading of the list of points.
const POINTS_LABEL: [&str; 2] = ["Points", "점"];

/// Returns the list of facts.
pub(super) fn facts(app: App, facts: &[Fact]) -> AnyView {
    let row = |fact: &Fact| {
        let (label, value) = (fact.label, fact.value.clone());
        view! {
            <div>
                <dt>{move || app.prefs.lang.get().pick(label)}</dt>
                <dd class="numbers">{value}</dd>
            </div>
        }
    };
    view! { <dl class="property-facts" data-testid="property-facts">{facts.iter().map(row).collect_view()}</dl> }.into_any()
}

/// The statement that drew the entity, as a button that shows the statement in the code.
#[component]
fn Origin(state: SheetState) -> impl IntoView {
    let app = state.app;
    let place = Memo::new(move |_| {
        app.doc.context_revision.track();
        let first = state
            .names
            .with_value(|names| names.first().filter(|_| names.len() == 1).cloned());
        first.and_then(|name| hover_highlight::place_of(app, &name))
    });
    let label = move || {
        place.get().map(|(file, line)| {
            app.prefs
                .lang
                .get()
                .pick([format!("{file}, line {line}"), format!("{file} {line}번째 줄")])
        })
    };
    let name = move || {
        let action = app.text(ActionId::GoToCode.label());
        label().map(|label| format!("{action}: {label}"))
    };
    let go = move |_| {
        if let Some(name) = state.names.with_value(|names| names.first().cloned()) {
            hover_highlight::go_to_code(app, &name);
        }
    };
    view! {
        <Show when=move || place.with(Option::is_some)>
            <button type="button" class="link" data-testid="property-origin" aria-label=name title=name on:click=go>
                {label}
            </button>
        </Show>
    }
}
