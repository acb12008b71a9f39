//! A question to the user before something that cannot be guessed: a dialog with one button for each answer.
//!
//! Start at [`App::ask`]. Invariants: one question at a time; closing the dialog in any way but a button is no answer.

use super::dialog::{self, Dialog, DialogRef};
use super::i18n::Msg;
use super::state::{App, Question, app};
use futures_channel::oneshot;
use leptos::prelude::*;
use std::sync::{Arc, Mutex};

impl App {
    /// Asks the user; the index of the chosen answer, or `None` when the dialog was closed without one.
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

/// The dialog, while there is a question.
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
                // The one who asked may be gone.
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
