//! The call of the tool with the texts of the form.

use super::changes_text::changes_text;
use super::pick::field_id;
use super::window::close;
use crate::ui::document::{Caller, Request};
use crate::ui::focus::focus_later;
use crate::ui::state::App;
use crate::ui::units_question;
use leptos::{prelude::*, task::spawn_local};
use trammel_page_model::plain_result::has_details;
use trammel_page_model::schema_form::{Why, arguments};
use trammel_tools::{Kind, Reply, find};

/// State of the form on screen, shared by its fields.
#[derive(Clone, Copy)]
pub(super) struct Form {
    pub(super) app: App,
    pub(super) wrong: RwSignal<Vec<(usize, Why)>>,
    pub(super) answer: RwSignal<Option<Reply>>,
    pub(super) busy: RwSignal<bool>,
}

impl Form {
    /// Calls the tool with the texts of the fields, or shows which texts are wrong.
    pub(super) fn call(self, tool: String) {
        if self.busy.get_untracked() {
            return;
        }
        let state = self.app.view.form;
        let texts = state.texts.get_untracked();
        match state.fields.with_value(|fields| arguments(fields, &texts)) {
            Err(wrong) => {
                if let Some((first, _)) = wrong.first() {
                    focus_later(field_id(*first));
                }
                self.wrong.set(wrong);
            }
            Ok(mut input) => {
                let app = self.app;
                self.wrong.set(Vec::new());
                if let Some(units) = units_question::take_units(app, &tool, &mut input) {
                    close(app);
                    let name = input.get("name").is_some();
                    let named = name.then(|| app.document.run(Caller::User, Request::Call { tool, input }));
                    spawn_local(async move {
                        if let Some(named) = named {
                            named.await;
                        }
                        units_question::change(app, units).await;
                    });
                    return;
                }
                self.answer.set(None);
                self.busy.set(true);
                let is_action = find(&tool).map_or(true, |tool| tool.kind == Kind::Action);
                let reply = app.document.run(Caller::Form, Request::Call { tool, input });
                spawn_local(async move {
                    let reply = reply.await;
                    // The form may have been closed in the meantime.
                    if self.busy.try_set(false).is_some() {
                        return;
                    }
                    // The details of a change, such as each repair, are not in the line that names the entities.
                    let has_details = reply.data().is_some_and(has_details);
                    if reply.failure().is_none() && is_action && !has_details {
                        close(app);
                        app.announce(changes_text(app, &reply.changes.unwrap_or_default()));
                    } else {
                        self.answer.set(Some(reply));
                    }
                });
            }
        }
    }
}
