//! The list of notices above the canvas.

use super::button::IconButton;
use super::i18n::Msg;
use super::icons::Icon;
use super::state::{Notice, app};
use leptos::prelude::*;

/// The notices on screen. The list is not a live region, because each text was already spoken when it appeared.
#[component]
pub(crate) fn Notices() -> impl IntoView {
    let app = app();
    let hovered = app.doc.hovered_notice;
    let notice = move |notice: Notice| {
        let Notice { id, text, refused } = notice;
        view! {
            <div
                class="notice"
                data-testid="notice"
                data-kind=if refused { "refused" } else { "done" }
                on:pointerenter=move |_| hovered.set(Some(id))
                on:pointerleave=move |_| hovered.set(None)
            >
                <p>{text}</p>
                <IconButton
                    icon=Icon::Close
                    name=Msg::Dismiss
                    test="dismiss-notice"
                    press=Callback::new(move |()| {
                        hovered.set(None);
                        app.dismiss_notice(id);
                    })
                />
            </div>
        }
    };
    view! {
        <div class="notices">
            <For each=move || app.doc.notices.get() key=|notice| notice.id children=notice />
        </div>
    }
    .into_any()
}
