//! A menu button: arrow keys move, Escape and an outside click close the menu, and the focus returns to the button.

use super::actions;
use super::i18n::Msg;
use super::icons::{Draw, Icon};
use super::state::app;
use crate::editor::actions::ActionId;
use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent, Node};

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
    let open = RwSignal::new(false);
    let root = NodeRef::<html::Div>::new();
    let button = NodeRef::<html::Button>::new();
    let list_id = format!("menu-{test}");

    let outside = window_event_listener(ev::pointerdown, move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
        if open.get_untracked()
            && !root
                .get_untracked()
                .is_some_and(|root| root.contains(target.as_ref()))
        {
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
    let focus_item = move |step: i32| {
        request_animation_frame(move || {
            let items = root.get_untracked().map_or_else(Vec::new, |root| items(&root));
            let count = items.len() as i32;
            let active = document().active_element();
            let now = items
                .iter()
                .position(|item| active.as_ref() == Some(item.as_ref()))
                .map(|index| index as i32);
            let next = match (now, step) {
                (Some(now), step) => (now + step).rem_euclid(count.max(1)),
                (None, step) if step < 0 => count - 1,
                (None, _) => 0,
            };
            if let Some(item) = items.get(next as usize) {
                let _ = item.focus();
            }
        });
    };
    let key = move |event: KeyboardEvent| {
        match event.key().as_str() {
            "ArrowDown" => {
                open.set(true);
                focus_item(1);
            }
            "ArrowUp" => {
                open.set(true);
                focus_item(-1);
            }
            "Escape" if open.get_untracked() => close(),
            "Tab" => {
                open.set(false);
                return;
            }
            _ => return,
        }
        event.prevent_default();
    };
    view! {
        <div class="menu-root" node_ref=root on:keydown=key>
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
                on:click=move |_| close()
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
            <span>{move || actions::label(action, app.prefs.lang.get())}</span>
            <kbd>{key.map(|chord| chord.display(app.prefs.mac))}</kbd>
        </button>
    }
}

fn items(root: &HtmlElement) -> Vec<HtmlElement> {
    let Ok(found) = root.query_selector_all("[role=menuitem]") else {
        return Vec::new();
    };
    (0..found.length())
        .filter_map(|index| found.item(index)?.dyn_into().ok())
        .collect()
}
