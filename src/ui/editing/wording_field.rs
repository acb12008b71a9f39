//! The field on the drawing in which the user edits the text of an entity, after a double click.
//!
//! Invariant: the field takes its text from the drawing when it opens, and changes the drawing once: when the user accepts
//! the text, or leaves the field.

use crate::ui::focus::focus_later;
use crate::ui::properties::apply;
use crate::ui::state::app;
use leptos::{html, prelude::*, task::spawn_local};
use web_sys::KeyboardEvent;

/// The field for the text, over the text on the drawing.
#[component]
pub(crate) fn WordingField() -> impl IntoView {
    let app = app();
    let view = app.view;
    let wording = view.wording;
    let is_open = Memo::new(move |_| wording.with(Option::is_some));
    let at = move || {
        let (camera, viewport) = (view.camera.get(), view.viewport.get());
        wording.with(|wording| {
            let wording = wording.as_ref()?;
            Some((
                camera.to_screen(wording.at, viewport),
                wording.height * camera.zoom,
            ))
        })
    };
    // The toolbar at the left edge would cover the field.
    let left = move || at().map(|(at, _)| format!("max({:.1}px, 56px)", at.x));
    let top = move || at().map(|(at, _)| format!("{:.1}px", at.y));
    let size = move || at().map(|(_, height)| format!("{:.1}px", height.clamp(14.0, 48.0)));
    let input = NodeRef::<html::Textarea>::new();
    // Outward effect: the field takes the focus when it appears.
    Effect::new(move |_| {
        if let Some(input) = input.get() {
            let _ = input.focus();
            input.select();
        }
    });
    let text = move || {
        wording
            .with_untracked(|wording| wording.as_ref()?.field.text.clone())
            .unwrap_or_default()
    };
    let rows = text().lines().count().clamp(1, 8);
    let accept = move || {
        // The field is gone before the drawing changes, so that the loss of the focus does not accept it again.
        let Some(wording) = wording.try_update(Option::take).flatten() else {
            return;
        };
        let typed = input
            .get_untracked()
            .map(|input| input.value())
            .unwrap_or_default();
        if wording.field.text.as_deref() == Some(typed.as_str()) {
            return;
        }
        match apply(app, std::slice::from_ref(&wording.name), &wording.field, &typed) {
            Ok(applied) => spawn_local(applied),
            Err(error) => app.refuse(app.lang().pick(error.reason())),
        }
    };
    let key = move |event: KeyboardEvent| {
        event.stop_propagation();
        // Enter and Escape within a composition belong to the input method.
        if event.is_composing() || event.key_code() == 229 {
            return;
        }
        match event.key().as_str() {
            "Enter" if !event.shift_key() => {
                event.prevent_default();
                accept();
            }
            "Escape" => {
                event.prevent_default();
                wording.set(None);
            }
            _ => return,
        }
        focus_later("drawing");
    };
    view! {
        <Show when=move || is_open.get()>
            <textarea
                node_ref=input
                class="text-on-drawing"
                data-testid="wording"
                rows=rows
                autocomplete="off"
                spellcheck="false"
                aria-label=move || app.prefs.lang.get().pick(["Text. Enter accepts it, Shift+Enter begins a line.", "문자. Enter로 적용하고 Shift+Enter로 줄을 바꿔요."])
                style:left=left
                style:top=top
                style:font-size=size
                prop:value=text
                on:keydown=key
                on:blur=move |_| accept()
            />
        </Show>
    }
}
