//! The Display menu beside the zoom: grid, rulers, snapping, thin lines, paper color, and the drawing's unit.
//!
//! A choice leaves the menu open, so that several settings can be tried. Escape and an outside click close it.

use super::display::{Paper, SETTINGS, Setting};
use super::icons::{Draw, Icon};
use super::menu_keys::{MenuButton, Step};
use super::state::{App, app};
use super::tool_form;
use leptos::prelude::*;

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
    let menu = MenuButton::new();
    let MenuButton { open, root, button } = menu;
    let name = move || app.prefs.lang.get().pick(MENU_LABEL);
    let toggle = move |_| {
        open.update(|open| *open = !*open);
        if open.get_untracked() {
            menu.focus(Step::First);
        }
    };
    let unit = move |_| {
        menu.close();
        // Deferred until the button has the focus, so that the form returns the focus there.
        request_animation_frame(move || tool_form::open_named(app, "set_drawing"));
    };
    view! {
        <div class="menu-root" node_ref=root on:keydown=move |event| menu.key(&event)>
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
    let chord = setting.action().and_then(|action| action.keys().first());
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
            <span>{move || app.prefs.lang.get().pick(setting.label())}</span>
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
