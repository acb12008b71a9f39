//! The two docks beside the canvas, with the panels of [`PANELS`].

use super::actions;
use super::button::{ActionButton, IconButton};
use super::dialog;
use super::i18n::Msg;
use super::icons::Icon;
use super::panel::{Dock, Panel, for_key, in_dock, open_panel, tab_for_key};
use super::panels::PANELS;
use super::prefs::{LEFT, RIGHT};
use super::separator::Separator;
use super::state::{App, app};
use leptos::prelude::*;
use trammel_canvas::actions::ActionId;
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{HtmlElement, KeyboardEvent};

/// Shows a panel and focuses it.
pub(crate) fn show(app: App, panel: &Panel) {
    match panel.dock {
        Dock::Left => {
            app.prefs.set_tab(panel.id);
            actions::focus_later(tab_id(panel.id));
        }
        Dock::Right => {
            app.prefs.drawer.set(true);
            actions::focus_later(panel.id);
        }
    }
}

/// Registers the shortcuts of the panels for the lifetime of the page.
pub(crate) fn listen(app: App) {
    // This listener uses the capture phase, so that the shortcuts precede the key bindings of the code editor.
    let handle = Closure::<dyn Fn(KeyboardEvent)>::new(move |event: KeyboardEvent| {
        if event.default_prevented() || event.is_composing() || dialog::any_open() {
            return;
        }
        let (key, code) = (event.key(), event.code());
        let press = actions::press(&event, &key, &code);
        if let Some(panel) = for_key(PANELS, &press, app.prefs.mac) {
            event.prevent_default();
            event.stop_propagation();
            show(app, panel);
        }
    });
    let function = handle.as_ref().unchecked_ref();
    let _ = window().add_event_listener_with_callback_and_bool("keydown", function, true);
    handle.forget();
}

fn tab_id(panel: &str) -> String {
    format!("tab-{panel}")
}

/// Returns the id of the open panel in the left dock. Tracks the preference.
fn open(app: App) -> &'static str {
    app.prefs.tab.with(|tab| open_panel(PANELS, tab))
}

/// The left dock, with tabs. On a phone the dock is a bottom sheet.
#[component]
pub(crate) fn LeftDock() -> impl IntoView {
    let app = app();
    let on_key = move |event: KeyboardEvent| {
        let now = untrack(|| open(app));
        let Some(next) = tab_for_key(PANELS, now, &event.key()) else {
            return;
        };
        event.prevent_default();
        app.prefs.set_tab(next);
        actions::focus_later(tab_id(next));
    };
    view! {
        <aside class="dock dock-left" data-sheet=move || app.prefs.sheet.get().tag() aria-label=move || app.text(Msg::LeftDock)>
            <div class="tab-bar">
                <div class="tabs" role="tablist" aria-label=move || app.text(Msg::LeftDock) on:keydown=on_key>
                    {in_dock(PANELS, Dock::Left).map(|panel| tab(app, panel)).collect_view()}
                </div>
                <span class="spacer"></span>
                <span class="only-phone">
                    <ActionButton action=ActionId::OpenPalette test="open-palette-phone" />
                </span>
                <IconButton
                    icon=Icon::ChevronUp
                    name=Msg::SheetTaller
                    test="sheet-taller"
                    class="only-phone"
                    press=Callback::new(move |()| app.prefs.sheet.update(|sheet| *sheet = sheet.taller()))
                />
                <IconButton
                    icon=Icon::ChevronDown
                    name=Msg::SheetLower
                    test="sheet-lower"
                    class="only-phone"
                    press=Callback::new(move |()| app.prefs.sheet.update(|sheet| *sheet = sheet.lower()))
                />
            </div>
            {in_dock(PANELS, Dock::Left).map(|panel| body(app, panel)).collect_view()}
            <Separator of=LEFT width=app.prefs.left name=Msg::LeftSeparator class="separator-left" grows=1.0 />
        </aside>
    }
    .into_any()
}

/// The tab of a panel.
fn tab(app: App, panel: &'static Panel) -> AnyView {
    let id = panel.id;
    let is_open = move || open(app) == id;
    view! {
        <button
            type="button"
            role="tab"
            id=tab_id(id)
            class="tab"
            data-testid=tab_id(id)
            aria-selected=move || is_open().to_string()
            aria-controls=format!("panel-{id}")
            aria-keyshortcuts=panel.key.map(|chord| chord.aria(app.prefs.mac))
            tabindex=move || if is_open() { "0" } else { "-1" }
            on:click=move |_| app.prefs.set_tab(id)
        >
            {move || panel.name(app.prefs.lang.get())}
            {panel.badge.map(|badge| badge())}
        </button>
    }
    .into_any()
}

/// The content of a panel in the left dock, hidden while another panel is open.
fn body(app: App, panel: &'static Panel) -> AnyView {
    let id = panel.id;
    view! {
        <div
            class="dock-body"
            role="tabpanel"
            id=format!("panel-{id}")
            aria-labelledby=tab_id(id)
            hidden=move || open(app) != id
        >
            {(panel.view)()}
        </div>
    }
    .into_any()
}

/// The right dock, without tabs. On a narrow page the dock is a drawer.
#[component]
pub(crate) fn RightDock() -> impl IntoView {
    let app = app();
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Escape" && app.prefs.drawer.get_untracked() {
            event.prevent_default();
            app.prefs.drawer.set(false);
            let opener = document()
                .query_selector("[data-testid=show-items]")
                .ok()
                .flatten();
            if let Some(opener) = opener.and_then(|opener| opener.dyn_into::<HtmlElement>().ok()) {
                let _ = opener.focus();
            }
        }
    };
    let first = in_dock(PANELS, Dock::Right).next().map(|panel| panel.id);
    let section = move |panel: &'static Panel| {
        let closes = first == Some(panel.id);
        view! {
            <div class="dock-head">
                <h2>{move || panel.name(app.prefs.lang.get())}</h2>
                <span class="spacer"></span>
                {panel.badge.map(|badge| badge())}
                {closes.then(|| view! {
                    <IconButton
                        icon=Icon::Close
                        name=Msg::CloseItems
                        test="close-items"
                        class="only-narrow"
                        press=Callback::new(move |()| app.prefs.drawer.set(false))
                    />
                })}
            </div>
            {(panel.view)()}
        }
    };
    view! {
        <aside
            class="dock dock-right"
            data-open=move || app.prefs.drawer.get().to_string()
            aria-label=move || app.text(Msg::RightDock)
            on:keydown=on_key
        >
            <Separator of=RIGHT width=app.prefs.right name=Msg::RightSeparator class="separator-right" grows=-1.0 />
            {in_dock(PANELS, Dock::Right).map(section).collect_view()}
        </aside>
    }
    .into_any()
}
