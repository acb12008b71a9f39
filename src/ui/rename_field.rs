//! The text field for a new name, in the row of a layer or of an entity.

use super::focus::focus_later;
use super::state::App;
use leptos::prelude::*;
use trammel_language::Bilingual;
use web_sys::{FocusEvent, HtmlInputElement, KeyboardEvent, MouseEvent};

/// A change that a user makes to a field for a new name.
pub(crate) enum Renamed {
    /// Enter, with the text.
    Entered(String),
    /// Escape.
    Canceled,
    /// The field lost the focus.
    Left,
}

/// Focuses the field with this element id, once it is on the page.
pub(crate) fn focus_field(id: &'static str) {
    request_animation_frame(move || focus_later(id));
}

/// The field for the new name, with the present name selected.
#[component]
pub(crate) fn NewNameField(
    /// App state.
    app: App,
    /// Element id.
    id: &'static str,
    /// `data-testid`.
    test: &'static str,
    /// Present name.
    name: String,
    /// Handler of the changes. Not a `Callback`, because the field loses the focus while its row is removed.
    on_change: impl Fn(Renamed) + Clone + 'static,
) -> impl IntoView {
    let label = [format!("New name: {name}"), format!("새 이름: {name}")];
    let left = on_change.clone();
    let key = move |event: KeyboardEvent| {
        event.stop_propagation();
        if event.is_composing() {
            return;
        }
        let change = match event.key().as_str() {
            "Enter" => Renamed::Entered(event_target_value(&event)),
            "Escape" => Renamed::Canceled,
            _ => return,
        };
        event.prevent_default();
        on_change(change);
    };
    let inside = |event: MouseEvent| event.stop_propagation();
    let mark = |event: FocusEvent| event_target::<HtmlInputElement>(&event).select();
    view! {
        <input
            id=id
            class="rename-field"
            data-testid=test
            prop:value=name
            aria-label=app.lang().pick(label)
            maxlength="200"
            on:keydown=key
            on:click=inside
            on:dblclick=inside
            on:focus=mark
            on:blur=move |_| left(Renamed::Left)
        />
    }
}

/// Closes a field, unless its state is gone with the page.
pub(crate) fn close<T: Clone + Send + Sync + 'static>(renaming: RwSignal<Option<T>>) {
    if renaming.try_get_untracked().flatten().is_some() {
        renaming.set(None);
    }
}

/// Returns the reason why a text is not a name.
pub(crate) fn invalid(why: &Bilingual) -> [String; 2] {
    [
        format!("Not renamed: {why}. Type another name."),
        format!("이름을 바꾸지 못했어요({why:#}). 다른 이름을 입력하세요."),
    ]
}
