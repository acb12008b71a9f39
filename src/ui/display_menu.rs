//! The Display menu beside the zoom: grid, rulers, snapping, thin lines, paper color, and the drawing's unit.
//!
//! A choice leaves the menu open, so that several settings can be tried. Escape and an outside click close it.

use super::display::{Paper, SETTINGS, Setting};
use super::icons::{Draw, Icon};
use super::state::{App, app};
use crate::editor::actions::ActionId;
use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent, Node};

/// Name of the menu.
const MENU_LABEL: [&str; 2] = ["Display", "표시"];
/// Name of the group of paper colors.
const PAPER_LABEL: [&str; 2] = ["Paper", "종이"];
/// Name of the item that opens the form for the unit.
const UNIT_LABEL: [&str; 2] = ["Drawing unit", "도면 단위"];
const PAPER_THEME_LABEL: [&str; 2] = ["Like the theme", "테마 따르기"];
const PAPER_WHITE_LABEL: [&str; 2] = ["White", "흰색"];
const PAPER_DARK_LABEL: [&str; 2] = ["Dark", "어두운색"];

/// The button with its menu.
#[component]
pub(crate) fn DisplayMenu() -> impl IntoView {
    let app = app();
    let open = RwSignal::new(false);
    let root = NodeRef::<html::Div>::new();
    let button = NodeRef::<html::Button>::new();
    let outside = window_event_listener(ev::pointerdown, move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
        let root = root.get_untracked();
        if open.get_untracked() && !root.is_some_and(|root| root.contains(target.as_ref())) {
            open.set(false);
        }
    });
    on_cleanup(move || outside.remove());
    let close = move || {
        open.set(false);
        if let Some(button) = button.get_untracked() {
            let _ = button.focus();
        }
    };
    let focus = move |step: i32| {
        request_animation_frame(move || {
            if let Some(root) = root.get_untracked() {
                focus_item(&root, step);
            }
        });
    };
    let key = move |event: KeyboardEvent| {
        match event.key().as_str() {
            "ArrowDown" => {
                open.set(true);
                focus(1);
            }
            "ArrowUp" => {
                open.set(true);
                focus(-1);
            }
            "Escape" if open.get_untracked() => close(),
            "Tab" => {
                open.set(false);
                return;
            }
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    };
    let name = move || app.prefs.lang.get().pick(MENU_LABEL);
    let toggle = move |_| {
        open.update(|open| *open = !*open);
        if open.get_untracked() {
            focus(1);
        }
    };
    let unit = move |_| {
        close();
        // Deferred until the button has the focus, so that the form returns the focus there.
        request_animation_frame(move || app.view.open_form("set_drawing"));
    };
    view! {
        <div class="menu-root" node_ref=root on:keydown=key>
            <button
                node_ref=button
                type="button"
                class="icon-button"
                data-testid="display"
                aria-haspopup="menu"
                aria-expanded=move || open.get().to_string()
                aria-controls="display-menu"
                aria-label=name
                title=name
                on:click=toggle
            >
                <Draw icon=Icon::Settings />
            </button>
            <div
                id="display-menu"
                class="menu menu-above"
                role="menu"
                data-testid="display-menu"
                aria-label=name
                hidden=move || !open.get()
            >
                {SETTINGS.map(|setting| setting_item(app, setting)).into_iter().collect_view()}
                <p class="menu-heading" role="presentation">{move || app.prefs.lang.get().pick(PAPER_LABEL)}</p>
                {Paper::ALL.map(|paper| paper_item(app, paper)).into_iter().collect_view()}
                <p class="menu-heading" role="presentation"></p>
                <button type="button" role="menuitem" tabindex="-1" class="menu-action" data-testid="display-unit" on:click=unit>
                    <span>{move || app.prefs.lang.get().pick(UNIT_LABEL)}</span>
                    <span class="quiet">{move || app.doc.title.get().1.as_str()}</span>
                </button>
            </div>
        </div>
    }
}

fn setting_item(app: App, setting: &'static Setting) -> AnyView {
    let display = app.prefs.display;
    let action = [ActionId::ToggleGrid, ActionId::ToggleRulers, ActionId::ToggleSnap]
        .into_iter()
        .zip([
            &super::display::GRID,
            &super::display::RULERS,
            &super::display::SNAP_TO_OBJECTS,
        ])
        .find(|(_, other)| other.id == setting.id);
    let chord = action.and_then(|(action, _)| action.keys().first());
    view! {
        <button
            type="button"
            role="menuitemcheckbox"
            tabindex="-1"
            class="menu-action"
            data-testid=format!("display-{}", setting.id)
            aria-checked=move || display.is_on(setting).to_string()
            aria-keyshortcuts=chord.map(|chord| chord.aria(app.prefs.mac))
            on:click=move |_| {
                display.toggle(setting);
            }
        >
            <span class="menu-mark"><Draw icon=Icon::Check /></span>
            <span>{move || app.prefs.lang.get().pick(setting.label)}</span>
            <kbd>{chord.map(|chord| chord.display(app.prefs.mac))}</kbd>
        </button>
    }
    .into_any()
}

fn paper_item(app: App, paper: Paper) -> AnyView {
    let display = app.prefs.display;
    let label = match paper {
        Paper::Theme => PAPER_THEME_LABEL,
        Paper::White => PAPER_WHITE_LABEL,
        Paper::Dark => PAPER_DARK_LABEL,
    };
    view! {
        <button
            type="button"
            role="menuitemradio"
            tabindex="-1"
            class="menu-action"
            data-testid=format!("paper-{}", paper.tag())
            aria-checked=move || (display.paper.get() == paper).to_string()
            on:click=move |_| display.set_paper(paper)
        >
            <span class="menu-mark"><Draw icon=Icon::Check /></span>
            <span>{move || app.prefs.lang.get().pick(label)}</span>
        </button>
    }
    .into_any()
}

/// Focuses the item after or before the focused one, around the ends of the menu.
fn focus_item(root: &HtmlElement, step: i32) {
    let Ok(found) = root.query_selector_all("[role^=menuitem]") else {
        return;
    };
    let items: Vec<HtmlElement> = (0..found.length())
        .filter_map(|index| found.item(index)?.dyn_into().ok())
        .collect();
    let active = document().active_element();
    let now = items
        .iter()
        .position(|item| active.as_ref() == Some(item.as_ref()));
    let count = items.len();
    let next = match (now, step > 0) {
        (Some(now), true) => (now + 1) % count.max(1),
        (Some(now), false) => (now + count - 1) % count.max(1),
        (None, true) => 0,
        (None, false) => count.saturating_sub(1),
    };
    if let Some(item) = items.get(next) {
        let _ = item.focus();
    }
}
