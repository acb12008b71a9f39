//! Settings field for the model id, with the models that the connection test listed or, without a test, the suggested
//! ones.

use super::connection::Choice;
use super::connection_test::Trial;
use crate::ui::i18n::Msg;
use crate::ui::state::app;
use leptos::prelude::*;
use trammel_llm::{Provider, provider};

/// The model field; `wrong` is its error message.
#[component]
pub(super) fn ModelField(
    choice: RwSignal<Choice>,
    trial: Trial,
    wrong: Signal<Option<Msg>>,
) -> impl IntoView {
    let app = app();
    let options = move || {
        let suggested =
            choice.with(|choice| provider(&choice.provider).map_or(&[][..], |provider| provider.models));
        let all = trial.models();
        let ids = if all.is_empty() {
            suggested.iter().map(ToString::to_string).collect()
        } else {
            all
        };
        ids.into_iter()
            .map(|id| view! { <option value=id></option> })
            .collect_view()
    };
    // A browser has at most one model, so there is nothing to choose.
    let only = move || choice.with(|choice| provider(&choice.provider).is_some_and(Provider::in_browser));
    view! {
        <div class="field" hidden=only>
            <label for="model-id">{move || app.text(Msg::Model)}</label>
            <input
                id="model-id"
                class="input"
                data-testid="model"
                list="model-list"
                autocomplete="off"
                spellcheck="false"
                aria-invalid=move || wrong.get().is_some().to_string()
                prop:value=move || choice.with(|choice| choice.model.clone())
                on:input=move |event| choice.update(|choice| choice.model = event_target_value(&event))
            />
            <datalist id="model-list">{options}</datalist>
            {move || wrong.get().map(|why| view! { <p class="field-error" role="alert" data-testid="model-error">{app.text(why)}</p> })}
        </div>
    }
    .into_any()
}
