//! Keyboard focus: the kind of the focused element, and moving the focus.

use leptos::{prelude::*, task::spawn_local};
use trammel_canvas::actions::Focus;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement};

/// Returns the target of an event.
pub(crate) fn target(event: &Event) -> Option<Element> {
    event.target().and_then(|target| target.dyn_into().ok())
}

/// Returns the element that has the focus, for [`restore_focus`].
pub(crate) fn focused_element() -> Option<HtmlElement> {
    document()
        .active_element()
        .and_then(|active| active.dyn_into().ok())
}

/// Closes a panel, and returns the focus to the element that had it, or to the canvas. The focus stays where it is if the
/// user has moved it out of the panel, which the selector `inside` finds.
pub(crate) fn restore_focus(
    before: &StoredValue<Option<HtmlElement>, LocalStorage>,
    inside: &str,
    close: impl FnOnce(),
) {
    let has_moved = document().active_element().is_some_and(|active| {
        let is_inside = active.closest(inside).ok().flatten().is_some();
        !is_inside && !active.tag_name().eq_ignore_ascii_case("body")
    });
    close();
    if has_moved {
        return;
    }
    let element = before.get_value();
    before.set_value(None);
    match element.filter(|element| element.is_connected() && element.tag_name() != "BODY") {
        Some(element) => {
            let _ = element.focus();
        }
        None => focus_later("drawing"),
    }
}

/// Returns the kind of the element that receives an event.
pub(crate) fn focus_of(event: &Event) -> Focus {
    let Some(target) = target(event) else {
        return Focus::Other;
    };
    // A dialog counts as a text field: its keys trigger no shortcuts.
    let typing =
        "input, textarea, select, [contenteditable]:not([contenteditable=false]), .cm-editor, dialog";
    if target.closest(typing).ok().flatten().is_some() {
        Focus::Text
    } else if target.id() == "drawing" || target.tag_name().eq_ignore_ascii_case("body") {
        Focus::Canvas
    } else {
        Focus::Other
    }
}

/// Focuses the element with this id: in a microtask, after the caller's changes are rendered, so that a fast typist
/// loses no letter; if the element does not take the focus then, in the next animation frame. A second attempt follows
/// only a failed one, because the user may have moved the focus in between.
pub(crate) fn focus_later(id: impl Into<String>) {
    let id = id.into();
    spawn_local(async move {
        if !focus(&id) {
            request_animation_frame(move || {
                focus(&id);
            });
        }
    });
}

/// Focuses the element with this id, and returns whether it has the focus afterward.
fn focus(id: &str) -> bool {
    let found = document().get_element_by_id(id);
    let Some(element) = found.and_then(|element| element.dyn_into::<HtmlElement>().ok()) else {
        return false;
    };
    let _ = element.focus();
    document()
        .active_element()
        .is_some_and(|active| active.is_same_node(Some(&element)))
}
