//! A change that waits for the user's decision: it is stored as a proposal, and the folder of the drawing is held, until
//! the user keeps or reverts it, also after a reload.

use super::messages;
use crate::agent::Risk;
use crate::ui::document::Caller;
use crate::ui::folder::sync::hold;
use crate::ui::i18n::Msg;
use crate::ui::saving;
use crate::ui::state::App;
use leptos::task::spawn_local;

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

/// Asks about the proposal of a drawing that was just opened, if it has one.
pub(crate) fn ask_again(app: App) {
    let Some(risks) = app.document.proposal_reasons() else {
        return;
    };
    let drawing = app.library.open_id();
    spawn_local(async move {
        // The safe answer comes first. Closing the question does not approve the change.
        let answers = [(Msg::AskRevert, "take-back"), (Msg::AskKeep, "keep")];
        let text = format!("{} {}", app.say(Msg::AskAgain, &[]), messages::risks(app, &risks));
        let keeps = app.ask(Msg::AskTitle, text, &answers).await == Some(1);
        if app.library.open_id() != drawing {
            // The question stays open for the next time that its drawing is opened.
            return;
        }
        if !keeps && !app.document.reject_proposal(Caller::User).await {
            app.refuse(app.say(Msg::AskTooLate, &[]));
        }
        end_proposal(app);
    });
}
