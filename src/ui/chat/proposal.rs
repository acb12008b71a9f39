//! A change that waits for the user's decision: it is stored as a proposal, and the folder of the drawing is held, until
//! the user keeps or reverts it, also after a reload.

use super::items::{Item, Question, ToolLine};
use super::messages;
use crate::ui::document::Caller;
use crate::ui::folder::sync::hold;
use crate::ui::i18n::Msg;
use crate::ui::saving;
use crate::ui::state::App;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use leptos::task::spawn_local;
use trammel_agent::{Agent, Decision, Risk};

/// Time between two looks whether a question is open, in milliseconds.
const QUESTION_CHECK_MS: u32 = 200;

/// Stores the change of the last call of `caller` as a proposal.
pub(crate) fn propose(app: App, caller: Caller, risks: &[Risk]) {
    hold(app, true);
    app.document.propose(caller, risks);
    saving::save(app);
}

/// Ends the proposal after the decision. A change that was not reverted stays.
pub(crate) fn end_proposal(app: App) {
    app.document.keep_proposal();
    saving::save(app);
    hold(app, false);
}

/// Shows the decision on the change in question below the call that made it. Returns whether the conversation on screen
/// has that call.
pub(super) fn mark_decided(app: App, decision: Decision) -> bool {
    let mut is_shown = false;
    each_in_question(app, |line| {
        line.decide(decision);
        is_shown = true;
    });
    is_shown
}

/// Applies a function to the calls of the conversation whose change is in question.
fn each_in_question(app: App, mut apply: impl FnMut(&mut ToolLine)) {
    let is_open = |item: &Item| matches!(item, Item::Tool(line) if line.question == Some(Question::Open));
    let open: Vec<_> = app.chat.items.with_untracked(|items| {
        let items = items.iter().map(|entry| entry.item.clone());
        items.filter(|item| item.with_untracked(is_open)).collect()
    });
    for item in open {
        item.update(|item| {
            if let Item::Tool(line) = item {
                apply(line);
            }
        });
    }
}

/// Shows and stores a decision on the change of an earlier visit, and adds it to what the model reads next.
fn decide_later(app: App, decision: Decision, risks: &[Risk]) {
    if mark_decided(app, decision) {
        app.chat.host().borrow_mut().tell(&decision.told_later(risks));
        app.chat.store(app);
    }
    if decision == Decision::TooLate {
        app.refuse(app.say(Msg::AskTooLate, &[]));
    } else {
        app.speak(app.say(Question::from(decision).text(), &[]));
    }
}

/// Whether a question is open, or the answer of one is being carried out.
fn is_asking(app: App) -> bool {
    let awaits_approval = || {
        let host = app.chat.host();
        host.borrow().agent.as_ref().is_some_and(Agent::awaits_approval)
    };
    app.question.with_untracked(Option::is_some) || awaits_approval()
}

/// Asks about the proposal of the open drawing, if it has one, after the questions that are open. Called when this tab
/// opens a drawing or continues the one of a tab that was closed.
pub(crate) fn ask_again(app: App) {
    let drawing = app.library.open_id();
    spawn_local(async move {
        while is_asking(app) {
            TimeoutFuture::new(QUESTION_CHECK_MS).await;
        }
        if app.library.open_id() != drawing {
            return;
        }
        let Some(risks) = app.document.proposal_reasons() else {
            // The stored drawing is without the change that a call of the conversation waits for.
            each_in_question(app, |line| line.question = None);
            return;
        };
        if app.document.has_undone_proposal() && app.document.reject_proposal(Caller::User).await {
            decide_later(app, Decision::Reverted, &risks);
            end_proposal(app);
            return;
        }
        // The safe answer comes first. Closing the question does not approve the change.
        let answers = [(Msg::AskRevert, "take-back"), (Msg::AskKeep, "keep")];
        let text = format!("{} {}", app.say(Msg::AskAgain, &[]), messages::risks(app, &risks));
        let keeps = app.ask(Msg::AskTitle, text, &answers).await == Some(1);
        if app.library.open_id() != drawing {
            // The question stays open for the next time that its drawing is opened.
            return;
        }
        let decision = if keeps {
            Decision::Keep { always: false }
        } else if app.document.reject_proposal(Caller::User).await {
            Decision::Reverted
        } else {
            Decision::TooLate
        };
        decide_later(app, decision, &risks);
        end_proposal(app);
    });
}
