//! Buttons of actions, with icon, label, shortcut, and disabled reason from the action registry.

use super::actions;
use super::icons::{Draw, Icon};
use super::state::app;
use leptos::prelude::*;
use trammel_canvas::actions::ActionId;
use trammel_canvas::canvas_tool::Text;

/// A button that performs an action. While the action is disabled, the button stays focusable, and its title gives the
/// reason.
#[component]
pub(crate) fn ActionButton(
    /// Action to perform.
    action: ActionId,
    /// Value of `data-testid`.
    #[prop(into)]
    test: String,
    /// Whether the label is shown beside the icon.
    #[prop(optional)]
    wide: bool,
    /// For toggle buttons: whether the button is pressed.
    #[prop(optional, into)]
    pressed: Option<Signal<bool>>,
) -> impl IntoView {
    let app = app();
    let refusal = Memo::new(move |_| action.check(app.action_context()).err());
    let keys = action.keys();
    let name = move || app.text(action.label());
    let icon = Icon::Path(action.find().map_or("", |action| action.icon));
    let title = move || match refusal.get() {
        Some(refusal) => format!("{}: {}", name(), app.text(refusal)),
        None => match keys.first() {
            Some(chord) => format!("{} ({})", name(), chord.display(app.prefs.mac)),
            None => name().to_owned(),
        },
    };
    let shortcuts = keys
        .iter()
        .map(|chord| chord.aria(app.prefs.mac))
        .collect::<Vec<_>>()
        .join(" ");
    view! {
        <button
            type="button"
            class=if wide { "button" } else { "icon-button" }
            data-testid=test
            aria-label=name
            title=title
            aria-keyshortcuts=shortcuts
            aria-disabled=move || refusal.get().map(|_| "true")
            aria-pressed=move || pressed.map(|pressed| pressed.get().to_string())
            on:click=move |_| actions::act(app, action)
        >
            <Draw icon />
            {wide.then(|| view! { <span>{name}</span> })}
        </button>
    }
}

/// An icon button outside the action registry.
#[component]
pub(crate) fn IconButton(
    /// Icon of the button.
    icon: Icon,
    /// Accessible label and title.
    #[prop(into)]
    name: Text,
    /// Value of `data-testid`.
    test: &'static str,
    /// Click handler.
    press: Callback<()>,
    /// Additional CSS class.
    #[prop(default = "")]
    class: &'static str,
) -> impl IntoView {
    let app = app();
    view! {
        <button
            type="button"
            class=format!("icon-button {class}")
            data-testid=test
            aria-label=move || app.text(name)
            title=move || app.text(name)
            on:click=move |_| press.run(())
        >
            <Draw icon />
        </button>
    }
}
