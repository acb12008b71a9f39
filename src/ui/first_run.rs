//! The hint of the first visit: the purpose of the app in one sentence, and three ways to begin.
//!
//! Invariants: the hint is shown until the user closes it or chooses a way, and never again on this device; it is a part
//! of the page, not a dialog, and does not cover the middle of the drawing.

use super::actions::{act, focus_later};
use super::button::IconButton;
use super::examples::is_own_work;
use super::i18n::Msg;
use super::icons::Icon;
use super::opening;
use super::state::{App, app};
use leptos::{prelude::*, task::spawn_local};
use trammel_canvas::actions::ActionId;
use trammel_canvas::canvas_tool::Text;

const BY_HAND_LABEL: Text = ["Draw by hand", "손으로 그리기"];
const BY_MODEL_LABEL: Text = ["Describe to a model", "모델에게 설명하기"];
const EXAMPLE_LABEL: Text = ["Open an example", "예제 열기"];
const NAME: Text = ["Welcome", "환영해요"];

/// The hint, until it is dismissed.
#[component]
pub(super) fn FirstRun() -> impl IntoView {
    let app = app();
    let pick = move |text: Text| app.prefs.lang.get().pick(text);
    let door = move |label: Text, test: &'static str, open: fn(App)| {
        view! {
            <button
                type="button"
                class="button"
                data-testid=test
                on:click=move |_| {
                    app.prefs.dismiss_welcome();
                    open(app);
                }
            >
                {move || pick(label)}
            </button>
        }
    };
    let close = Callback::new(move |()| {
        app.prefs.dismiss_welcome();
        focus_later("drawing");
    });
    view! {
        <Show when=move || app.prefs.welcome.get()>
            <section class="first-run" data-testid="first-run" aria-label=move || pick(NAME)>
                <p>{move || pick(opening::WELCOME)}</p>
                <div class="first-run-doors">
                    {door(BY_HAND_LABEL, "first-run-hand", draw_by_hand)}
                    {door(BY_MODEL_LABEL, "first-run-model", |app| act(app, ActionId::FocusChat))}
                    {door(EXAMPLE_LABEL, "first-run-example", open_examples)}
                </div>
                <IconButton icon=Icon::Close name=Msg::Dismiss test="first-run-close" press=close />
            </section>
        </Show>
    }
    .into_any()
}

/// Activates the line tool, on an empty drawing unless the drawing is the user's.
fn draw_by_hand(app: App) {
    spawn_local(async move {
        if !is_own_work(&app.document.project(false)) {
            opening::new_drawing(app).await;
        }
        act(app, ActionId::CanvasTool("line"));
    });
}

/// Opens the menu of the examples.
fn open_examples(_: App) {
    super::menu::open("examples");
}
