//! The movable edge of a dock: resized by dragging or with the arrow keys, and reset by a double click.

use super::i18n::Msg;
use super::prefs::Width;
use super::state::app;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent, PointerEvent};

/// Step of an arrow key, in pixels.
const STEP: f64 = 16.0;

/// A vertical separator.
#[component]
pub(crate) fn Separator(
    /// Limits of the width.
    of: Width,
    /// Width of the dock.
    width: RwSignal<f64>,
    /// Accessible label.
    name: Msg,
    /// CSS class that determines the position.
    class: &'static str,
    /// Direction of growth: 1 to the right, -1 to the left.
    grows: f64,
) -> impl IntoView {
    let app = app();
    let drag = RwSignal::new(None::<(f64, f64)>);
    let set = move |value: f64| width.set(of.clamp(value));
    let down = move |event: PointerEvent| {
        if event.button() != 0 {
            return;
        }
        if let Some(edge) = event
            .current_target()
            .and_then(|target| target.dyn_into::<Element>().ok())
        {
            let _ = edge.set_pointer_capture(event.pointer_id());
        }
        drag.set(Some((f64::from(event.client_x()), width.get_untracked())));
    };
    let moved = move |event: PointerEvent| {
        if let Some((from, was)) = drag.get_untracked() {
            set(was + grows * (f64::from(event.client_x()) - from));
        }
    };
    let done = move |_: PointerEvent| {
        if drag.get_untracked().is_some() {
            drag.set(None);
            of.store(width.get_untracked());
        }
    };
    let key = move |event: KeyboardEvent| {
        let now = width.get_untracked();
        match event.key().as_str() {
            "ArrowRight" => set(now + grows * STEP),
            "ArrowLeft" => set(now - grows * STEP),
            "Home" => set(of.min),
            "End" => set(of.max),
            _ => return,
        }
        event.prevent_default();
        of.store(width.get_untracked());
    };
    view! {
        <div
            class=format!("separator {class}")
            role="separator"
            tabindex="0"
            aria-orientation="vertical"
            aria-label=move || app.text(name)
            aria-valuemin=of.min.to_string()
            aria-valuemax=of.max.to_string()
            aria-valuenow=move || width.get().to_string()
            data-dragging=move || drag.get().is_some().to_string()
            on:pointerdown=down
            on:pointermove=moved
            on:pointerup=done
            on:pointercancel=done
            on:dblclick=move |_| {
                set(of.default);
                of.store(of.default);
            }
            on:keydown=key
        ></div>
    }
}
