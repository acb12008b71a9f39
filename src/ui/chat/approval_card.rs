//! The approval card for a risky change: keep the change or take it back.

use super::host::feed;
use super::items::Question;
use super::{messages, proposal};
use crate::ui::actions::focus_later;
use crate::ui::document::Request;
use crate::ui::i18n::Msg;
use crate::ui::state::{App, app};
use leptos::prelude::*;
use leptos::task::spawn_local;
use trammel_agent::{Agent, Decision, Op};

/// Keeps the change; with `always`, as many similar changes again need no approval in this run. A change that the user has
/// undone since is not there to keep.
fn keep(app: App, always: bool) {
    if app.document.has_undone_proposal() {
        spawn_local(reject(app));
        return;
    }
    close(app);
    let decision = Decision::Keep { always };
    proposal::mark_decided(app, decision);
    proposal::end_proposal(app);
    feed(app, Op::Decide(decision));
}

/// Closes the card and moves the focus to the conversation, because the focused button is removed.
fn close(app: App) {
    app.chat.asked.set(None);
    focus_later("conversation");
}

/// Closes the card and takes the change back, unless the user has edited the drawing since. In that case the change
/// stays, and the user can undo it. Returns what became of the change; `None` if it is no longer in question.
async fn take_back(app: App) -> Option<Decision> {
    close(app);
    let stands = move || {
        let host = app.chat.host();
        host.borrow().agent.as_ref().is_some_and(Agent::awaits_approval)
    };
    let mut is_gone = false;
    if let Some(begun) = app.document.call_begun() {
        let take_back = Request::TakeBack {
            begun,
            stands: Box::new(stands),
        };
        // Typed text is an edit of the user and therefore goes into the queue first.
        app.document.flush();
        is_gone = app.document.run(begun.caller(), take_back).await.is_ok();
    }
    let decision = match (is_gone, stands()) {
        (true, _) => Decision::Reverted,
        (false, true) => {
            app.refuse(app.say(Msg::AskTooLate, &[]));
            Decision::TooLate
        }
        (false, false) => return None,
    };
    proposal::mark_decided(app, decision);
    proposal::end_proposal(app);
    Some(decision)
}

/// Takes the change back and lets the model continue.
async fn reject(app: App) {
    if let Some(decision) = take_back(app).await {
        feed(app, Op::Decide(decision));
    }
}

/// Answers the question after the user has undone the change.
pub(crate) fn close_undone(app: App) {
    if app.chat.asked.with_untracked(Option::is_some) && app.document.has_undone_proposal() {
        spawn_local(reject(app));
    }
}

/// Takes the change back and stops the run.
pub(super) async fn stop(app: App) {
    let decision = take_back(app).await;
    app.chat.host().borrow_mut().stopped_in_question = decision.map(Question::from);
    feed(app, Op::Stop { decision });
}

/// The approval card. The safe answer comes first, and no answer is preselected.
#[component]
pub(super) fn AskCard() -> impl IntoView {
    let app = app();
    let asked = app.chat.asked;
    let text = move || {
        app.prefs.lang.track();
        asked.get().map(|risks| messages::risks(app, &risks))
    };
    view! {
        <Show when=move || asked.with(Option::is_some)>
            <div class="note" role="group" data-testid="asking" aria-label=move || app.text(Msg::AskTitle)>
                <p>{text}</p>
                <div class="welcome-actions">
                    <button type="button" class="button" data-testid="take-back" on:click=move |_| spawn_local(reject(app))>
                        {move || app.text(Msg::AskRevert)}
                    </button>
                    <button type="button" class="button" data-testid="keep" on:click=move |_| keep(app, false)>
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
