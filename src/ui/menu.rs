//! A menu button: arrow keys move, Escape and an outside click close the menu, and the focus returns to the button.

use super::actions;
use super::i18n::Msg;
use super::icons::{Draw, Icon};
use super::menu_keys::MenuButton;
use super::state::app;
use leptos::prelude::*;
use trammel_canvas::actions::ActionId;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// A menu whose children are buttons with `role="menuitem"`.
#[component]
pub(crate) fn Menu(
    /// Label of the button.
    name: Msg,
    /// Value of the button's `data-testid`; the list adds the suffix `-menu`.
    test: &'static str,
    /// Items of the menu.
    children: Children,
) -> impl IntoView {
    let app = app();
    let menu = MenuButton::new();
    let MenuButton { open, root, button } = menu;
    let list_id = format!("menu-{test}");
    view! {
        <div class="menu-root" node_ref=root on:keydown=move |event| menu.key(&event)>
            <button
                node_ref=button
                type="button"
                class="button"
                data-testid=test
                aria-haspopup="menu"
                aria-expanded=move || open.get().to_string()
                aria-controls=list_id.clone()
                on:click=move |_| open.update(|open| *open = !*open)
            >
                <span>{move || app.text(name)}</span>
                <Draw icon=Icon::ChevronDown />
            </button>
            <div
                id=list_id
                class="menu"
                role="menu"
                data-testid=format!("{test}-menu")
                aria-label=move || app.text(name)
                hidden=move || !open.get()
                on:click=move |_| menu.close()
            >
                {children()}
            </div>
        </div>
    }
    .into_any()
}

/// Opens the menu whose button has this `data-testid`, and focuses its button.
pub(crate) fn open(test: &str) {
    let selector = format!("[data-testid={test}][aria-expanded=false]");
    let button = document().query_selector(&selector).ok().flatten();
    if let Some(button) = button.and_then(|button| button.dyn_into::<HtmlElement>().ok()) {
        button.click();
        let _ = button.focus();
    }
}

/// A menu item that performs an action, with its shortcut.
#[component]
pub(crate) fn ActionItem(
    /// Action to perform.
    action: ActionId,
    /// Value of `data-testid`.
    test: &'static str,
) -> impl IntoView {
    let app = app();
    let key = action.keys().first();
    view! {
        <button
            type="button"
            role="menuitem"
            tabindex="-1"
            class="menu-action"
            data-testid=test
            aria-keyshortcuts=key.map(|chord| chord.aria(app.prefs.mac))
            on:click=move |_| {
                // Deferred until the menu is closed and its button has the focus, so that a dialog returns the focus
                // there.
                request_animation_frame(move || actions::act(app, action));
            }
        >
            <span>{move || app.text(action.label())}</span>
            <kbd>{key.map(|chord| chord.display(app.prefs.mac))}</kbd>
        </button>
    }
}
