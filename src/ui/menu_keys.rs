//! Keyboard and focus of menus: arrow keys, Home, and End move between the items; Escape and Tab close the menu.
//!
//! [`MenuButton`] is a menu below or above its button; the context menu has no button and uses only [`step_for_key`].

use leptos::{ev, html, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent, Node};

/// Movement of the focus in a menu.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    /// To the first item.
    First,
    /// To the last item.
    Last,
    /// By this number of items, around the ends of the menu.
    By(isize),
}

/// Returns the movement for a key; `None` for a key that moves nothing.
pub(crate) fn step_for_key(key: &str) -> Option<Step> {
    Some(match key {
        "ArrowDown" => Step::By(1),
        "ArrowUp" => Step::By(-1),
        "Home" => Step::First,
        "End" => Step::Last,
        _ => return None,
    })
}

/// Moves the focus between the items inside an element.
pub(crate) fn focus_step(root: &HtmlElement, step: Step) {
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
    let to = match (step, now) {
        (Step::First, _) | (Step::By(1..), None) => 0,
        (Step::Last, _) | (Step::By(_), None) => count.saturating_sub(1),
        (Step::By(1..), Some(now)) => (now + 1) % count,
        (Step::By(_), Some(now)) => (now + count - 1) % count,
    };
    if let Some(item) = items.get(to) {
        let _ = item.focus();
    }
}

/// Whether an event happened inside an element.
pub(crate) fn is_inside(root: NodeRef<html::Div>, event: &web_sys::Event) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
    root.get_untracked()
        .is_some_and(|root| root.contains(target.as_ref()))
}

/// A button with its menu, both inside `root`.
#[derive(Clone, Copy)]
pub(crate) struct MenuButton {
    /// Whether the menu is open.
    pub(crate) open: RwSignal<bool>,
    /// Element around the button and the menu.
    pub(crate) root: NodeRef<html::Div>,
    /// The button.
    pub(crate) button: NodeRef<html::Button>,
}

impl MenuButton {
    /// Creates a closed menu. A press outside closes an open one.
    pub(crate) fn new() -> Self {
        let menu = Self {
            open: RwSignal::new(false),
            root: NodeRef::new(),
            button: NodeRef::new(),
        };
        let outside = window_event_listener(ev::pointerdown, move |event| {
            if menu.open.get_untracked() && !is_inside(menu.root, &event) {
                menu.open.set(false);
            }
        });
        on_cleanup(move || outside.remove());
        menu
    }

    /// Closes the menu. The focus returns to the button.
    pub(crate) fn close(self) {
        self.open.set(false);
        if let Some(button) = self.button.get_untracked() {
            let _ = button.focus();
        }
    }

    /// Moves the focus in the next frame, when an opened menu is on screen.
    pub(crate) fn focus(self, step: Step) {
        request_animation_frame(move || {
            if let Some(root) = self.root.get_untracked() {
                focus_step(&root, step);
            }
        });
    }

    /// Handles a key of the button or of the menu.
    pub(crate) fn key(self, event: &KeyboardEvent) {
        let key = event.key();
        match step_for_key(&key) {
            Some(step @ Step::By(_)) => {
                self.open.set(true);
                self.focus(step);
            }
            Some(step) if self.open.get_untracked() => self.focus(step),
            _ if key == "Escape" && self.open.get_untracked() => self.close(),
            _ => {
                if key == "Tab" {
                    self.open.set(false);
                }
                return;
            }
        }
        event.prevent_default();
        event.stop_propagation();
    }
}
