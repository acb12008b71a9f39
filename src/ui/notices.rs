//! Messages to the user: spoken by the live region and shown on screen at the same time.
//!
//! [`App::announce`] is for results, [`App::refuse`] for actions that were refused, and [`App::speak`] for text that is
//! already visible in another place (an error under the editor, the selection in the status bar). Invariants: everything
//! the live region says can also be seen; a message stays long enough to be read, and longer while the pointer is over
//! it; the same message is shown once.

use super::button::IconButton;
use super::i18n::Msg;
use super::icons::Icon;
use super::state::{App, app};
use gloo_timers::callback::Timeout;
use leptos::prelude::*;

/// Messages shown at the same time; the oldest leaves first.
const MOST: usize = 4;
/// Time on screen in milliseconds: a base and an addition per character.
const BASE_MS: usize = 4_000;
const MS_PER_CHARACTER: usize = 60;
/// A refused action stays longer: the user may be looking at another place.
const REFUSED_MS: usize = 6_000;

/// A message on screen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Notice {
    id: u64,
    text: String,
    refused: bool,
}

impl App {
    /// Speaks a text that is visible in another place.
    pub(crate) fn speak(self, text: String) {
        self.doc.live_message.set(text);
    }

    /// Speaks and shows the result of an action.
    pub(crate) fn announce(self, text: String) {
        self.show_notice(text, false);
    }

    /// Speaks and shows the reason why an action was refused, and the next step.
    pub(crate) fn refuse(self, text: String) {
        self.show_notice(text, true);
    }

    fn show_notice(self, text: String, refused: bool) {
        self.speak(text.clone());
        let notices = self.doc.notices;
        let id = notices.with_untracked(|shown| shown.last().map_or(0, |last| last.id + 1));
        let lasts = BASE_MS + text.chars().count() * MS_PER_CHARACTER + if refused { REFUSED_MS } else { 0 };
        notices.update(|shown| {
            shown.retain(|notice| notice.text != text);
            shown.push(Notice { id, text, refused });
            let surplus = shown.len().saturating_sub(MOST);
            shown.drain(..surplus);
        });
        self.dismiss_later(id, lasts);
    }

    /// Removes a message after some time, or once the pointer has left it.
    fn dismiss_later(self, id: u64, ms: usize) {
        let dismiss = move || {
            if self.doc.hovered_notice.get_untracked() == Some(id) {
                self.dismiss_later(id, BASE_MS);
            } else {
                self.dismiss_notice(id);
            }
        };
        Timeout::new(u32::try_from(ms).unwrap_or(u32::MAX), dismiss).forget();
    }

    fn dismiss_notice(self, id: u64) {
        self.doc
            .notices
            .update(|shown| shown.retain(|notice| notice.id != id));
    }
}

/// The messages on screen. Not a live region: the text was spoken when it came.
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
