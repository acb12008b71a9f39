//! The approval card for a risky change: keep the change or take it back.

use super::host::{self, feed};
use super::messages;
use crate::agent::{Agent, Op};
use crate::ui::actions::focus_later;
use crate::ui::document::Request;
use crate::ui::i18n::Msg;
use crate::ui::state::{App, app};
use leptos::prelude::*;
use leptos::task::spawn_local;

/// Keeps the change; with `always`, similar changes need no approval for the rest of the run.
fn keep(app: App, always: bool) {
    close(app);
    feed(app, Op::Decide { keep: true, always });
}

/// Closes the card and moves the focus to the conversation, because the focused button is removed.
fn close(app: App) {
    app.chat.asked.set(None);
    focus_later("conversation");
}

/// Takes the change back, unless the user has edited the drawing since. In that case the change stays, and the user can
/// undo it.
fn take_back(app: App) {
    let Some(begun) = app.document.call_begun() else {
        return keep(app, false);
    };
    close(app);
    let stands = move || {
        let host = app.chat.host();
        host.borrow().agent.as_ref().is_some_and(Agent::awaits_approval)
    };
    let take_back = Request::TakeBack {
        begun,
        stands: Box::new(stands),
    };
    // Typed text is an edit of the user and therefore goes into the queue first.
    app.document.flush();
    let reply = app.document.run(begun.caller(), take_back);
    spawn_local(async move {
        let gone = reply.await.is_ok();
        if !gone {
            app.refuse(app.say(Msg::AskTooLate, &[]));
        }
        host::feed(
            app,
            Op::Decide {
                keep: !gone,
                always: false,
            },
        );
    });
}

/// The approval card. The safe answer comes first.
#[component]
pub(super) fn AskCard() -> impl IntoView {
    let app = app();
    let asked = app.chat.asked;
    let text = move || {
        app.prefs.lang.track();
        asked.get().map(|risk| messages::risk(app, &risk))
    };
    view! {
        <Show when=move || asked.with(Option::is_some)>
            <div class="note" role="group" data-testid="asking" aria-label=move || app.text(Msg::AskTitle)>
                <p>{text}</p>
                <div class="welcome-actions">
                    <button type="button" class="button" data-testid="take-back" on:click=move |_| take_back(app)>
                        {move || app.text(Msg::AskRevert)}
                    </button>
                    <button type="button" class="button primary" data-testid="keep" on:click=move |_| keep(app, false)>
                        {move || app.text(Msg::AskKeep)}
                    </button>
                    <button type="button" class="button" data-testid="keep-all" on:click=move |_| keep(app, true)>
                        {move || app.text(Msg::AskKeepAll)}
                    </button>
                </div>
            </div>
        </Show>
    }
}
