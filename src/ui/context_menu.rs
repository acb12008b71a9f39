//! The context menu of the canvas and the tree: actions for the selection, with shortcuts and disabled reasons.
//!
//! Invariants: arrow keys move; Escape, Tab, and a press outside close the menu; the focus returns to the element that
//! had it; a disabled action stays in the list and tells its reason.

use super::actions::act;
use super::editing::chosen::obstacle;
use super::editing::reference;
use super::menu_keys::{Step, focus_step, is_inside, step_for_key};
use super::state::{App, app};
use leptos::{ev, html, prelude::*};
use trammel_canvas::actions::ActionId;
use trammel_canvas::arrangement::Arrangement;
use trammel_kernel::Point;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent, MouseEvent};

/// Distance of the menu from the edges of the window, in pixels.
const MARGIN: f64 = 8.0;

/// Actions of the menu, in groups. Arrangements are listed only if several entities are selected.
const GROUPS: &[&[ActionId]] = &[
    &[
        ActionId::Cut,
        ActionId::Copy,
        ActionId::Paste,
        ActionId::Duplicate,
        ActionId::Rename,
        ActionId::Delete,
    ],
    &[ActionId::CopyReference, ActionId::GoToCode],
    &[ActionId::Group, ActionId::Ungroup],
    &[
        ActionId::BringToFront,
        ActionId::BringForward,
        ActionId::SendBackward,
        ActionId::SendToBack,
    ],
    &[ActionId::FlipHorizontally, ActionId::FlipVertically],
    &[
        ActionId::Arrange(Arrangement::AlignLeft),
        ActionId::Arrange(Arrangement::AlignCenter),
        ActionId::Arrange(Arrangement::AlignRight),
        ActionId::Arrange(Arrangement::AlignTop),
        ActionId::Arrange(Arrangement::AlignMiddle),
        ActionId::Arrange(Arrangement::AlignBottom),
        ActionId::Arrange(Arrangement::DistributeAcross),
        ActionId::Arrange(Arrangement::DistributeUp),
    ],
    &[ActionId::ToggleHidden, ActionId::ToggleLocked],
    &[ActionId::SelectAll, ActionId::FitSelection],
];

/// The menu, empty while closed.
#[component]
pub(crate) fn ContextMenu() -> impl IntoView {
    let app = app();
    let place = app.view.context_menu;
    let root = NodeRef::<html::Div>::new();
    let before = StoredValue::new_local(None::<HtmlElement>);
    // The finger that has opened the menu by a long press is lifted over an item, which must not choose the item.
    let pressed = StoredValue::new(false);
    let close = move || {
        place.set(None);
        if let Some(element) = before.get_value() {
            let _ = element.focus();
        }
    };
    // Outward effect: the focus moves into the open menu, which then fits into the window.
    Effect::new(move |_| {
        if place.get().is_none() {
            return;
        }
        let focused = document().active_element();
        let focused = focused.and_then(|element| element.dyn_into::<HtmlElement>().ok());
        if let Some(focused) =
            focused.filter(|focused| focused.closest("[role=menu]").ok().flatten().is_none())
        {
            before.set_value(Some(focused));
        }
        pressed.set_value(false);
        request_animation_frame(move || {
            if let Some(root) = root.get_untracked() {
                fit_into_window(&root);
                focus_step(&root, Step::First);
            }
        });
    });
    let outside = window_event_listener(ev::pointerdown, move |event| {
        if place.get_untracked().is_some() && !is_inside(root, &event) {
            place.set(None);
        }
    });
    on_cleanup(move || outside.remove());
    let key = move |event: KeyboardEvent| {
        // Shortcuts of the page do not act while the menu is open.
        event.stop_propagation();
        let Some(root) = root.get_untracked() else { return };
        let key = event.key();
        match step_for_key(&key) {
            Some(step) => focus_step(&root, step),
            None if matches!(key.as_str(), "Escape" | "Tab") => close(),
            None => return,
        }
        event.prevent_default();
    };
    let style = move |axis: fn(Point) -> f64| place.get().map(|at| format!("{}px", axis(at)));
    let item = move |action: ActionId| {
        let choose = move |event: MouseEvent| {
            // A click without a pointer comes from the keyboard or from assistive technology.
            if event.detail() > 0 && !pressed.get_value() {
                return;
            }
            close();
            let pointed = app.view.highlight.reference.get_value();
            // A dialog or field that the action opens returns the focus to the element that has it now.
            request_animation_frame(move || match action {
                ActionId::CopyReference => reference::copy(app, pointed),
                action => act(app, action),
            });
        };
        view! { <Item action choose=Callback::new(choose) /> }
    };
    view! {
        <Show when=move || place.get().is_some()>
            <section aria-label=move || app.prefs.lang.get().pick(["Selection", "선택한 항목"])>
                <div
                    node_ref=root
                    class="menu context-menu"
                    role="menu"
                    data-testid="context-menu"
                    aria-label=move || app.prefs.lang.get().pick(["Selection", "선택한 항목"])
                    style:left=move || style(|at| at.x)
                    style:top=move || style(|at| at.y)
                    on:keydown=key
                    on:pointerdown=move |_| pressed.set_value(true)
                    on:contextmenu=|event| event.prevent_default()
                >
                    {GROUPS
                        .iter()
                        .filter(|group| is_listed(app, group))
                        .map(|group| {
                            view! {
                                <div role="group" class="menu-group">
                                    {group.iter().map(|action| item(*action)).collect_view()}
                                </div>
                            }
                        })
                        .collect_view()}
                </div>
            </section>
        </Show>
    }
}

/// An action of the menu.
#[component]
fn Item(
    /// Action to perform.
    action: ActionId,
    /// Closes the menu and performs the action.
    choose: Callback<MouseEvent>,
) -> impl IntoView {
    let app = app();
    let key = action.keys().first();
    let reference = app
        .view
        .highlight
        .reference
        .get_value()
        .filter(|_| action == ActionId::CopyReference);
    let why = untrack(move || disabled_reason(app, action));
    let test = match action {
        ActionId::Arrange(arrangement) => format!("menu-{arrangement:?}"),
        other => format!("menu-{other:?}"),
    };
    view! {
        <button
            type="button"
            role="menuitem"
            tabindex="-1"
            class="menu-action"
            data-testid=test
            aria-disabled=why.is_some().then_some("true")
            title=why
            aria-keyshortcuts=key.map(|chord| chord.aria(app.prefs.mac))
            on:click=move |event| choose.run(event)
        >
            <span>{move || app.text(action.label())}</span>
            {reference.map(|reference| view! { <span class="quiet code" data-testid="menu-reference">{reference}</span> })}
            <kbd>{key.map(|chord| chord.display(app.prefs.mac))}</kbd>
        </button>
    }
}

/// Whether the menu lists a group of actions: arrangements need two entities.
fn is_listed(app: App, group: &[ActionId]) -> bool {
    let arranges = matches!(group, [ActionId::Arrange(_), ..]);
    !arranges || untrack(move || app.action_context().selected) > 1
}

/// Returns the reason why an action is not possible now.
fn disabled_reason(app: App, action: ActionId) -> Option<String> {
    if let Err(refusal) = action.check(app.action_context()) {
        return Some(app.lang().pick(refusal).to_owned());
    }
    obstacle(app, action).map(|reason| app.lang().pick(reason))
}

/// Moves the menu into the window.
fn fit_into_window(root: &HtmlElement) {
    let place = root.get_bounding_client_rect();
    let size =
        |size: Result<wasm_bindgen::JsValue, _>| size.ok().and_then(|size| size.as_f64()).unwrap_or(0.0);
    let (width, height) = (size(window().inner_width()), size(window().inner_height()));
    let inside = |start: f64, length: f64, most: f64| start.min(most - length - MARGIN).max(MARGIN);
    let left = inside(place.left(), place.width(), width);
    let top = inside(place.top(), place.height(), height);
    let style = root.style();
    let _ = style.set_property("left", &format!("{left}px"));
    let _ = style.set_property("top", &format!("{top}px"));
}
