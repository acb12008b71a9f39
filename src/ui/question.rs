//! Questions to the user: a modal dialog with one button per answer.
//!
//! Start at [`App::ask`]. Invariants: one question at a time; closing the dialog without an answer button counts as no
//! answer.

use super::dialog::{self, Dialog, DialogRef};
use super::i18n::Msg;
use super::state::{App, Question, app};
use futures_channel::oneshot;
use leptos::prelude::*;
use std::sync::{Arc, Mutex};

impl App {
    /// Asks the user. Returns the index of the chosen answer, or `None` if the dialog was closed without one.
    pub(crate) async fn ask(
        self,
        heading: Msg,
        text: String,
        answers: &[(Msg, &'static str)],
    ) -> Option<usize> {
        let (sender, answer) = oneshot::channel();
        self.question.set(Some(Question {
            heading,
            text,
            answers: answers.to_vec(),
            reply: Arc::new(Mutex::new(Some(sender))),
        }));
        answer.await.ok()
    }
}

/// The dialog, while a question is open.
#[component]
pub(crate) fn QuestionLayer() -> impl IntoView {
    let app = app();
    move || {
        app.question
            .get()
            .map(|question| view! { <QuestionDialog question /> })
    }
}

#[component]
fn QuestionDialog(question: Question) -> impl IntoView {
    let app = app();
    let node = DialogRef::new();
    let Question {
        heading,
        text,
        answers,
        reply,
    } = question;
    let button = |(at, (label, test)): (usize, (Msg, &'static str))| {
        let reply = reply.clone();
        let choose = move |_| {
            if let Ok(Some(reply)) = reply.lock().map(|mut reply| reply.take()) {
                // The asking task may have been dropped.
                let _ = reply.send(at);
            }
            dialog::close(node);
        };
        let class = if at == 0 { "button primary" } else { "button" };
        view! {
            <button type="button" class=class data-testid=test on:click=choose>{move || app.text(label)}</button>
        }
    };
    let buttons = answers.into_iter().enumerate().map(button).collect_view();
    view! {
        <Dialog node name=heading test="question" closed=Callback::new(move |()| app.question.set(None))>
            <p class="question-text" data-testid="question-text">{text}</p>
            <div class="field-row">
                {buttons}
                <button type="button" class="button" data-testid="question-cancel" on:click=move |_| dialog::close(node)>
                    {move || app.text(Msg::Cancel)}
                </button>
            </div>
        </Dialog>
    }
    .into_any()
}
