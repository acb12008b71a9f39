//! The field for a model's id, with the list of what the server offers when a person asks for it.

use super::http::{self, Arrived};
use super::keys::{Choice, origin};
use crate::llm::{HttpRequest, Provider, Secret, model_ids, provider};
use crate::ui::i18n::Msg;
use crate::ui::state::app;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::AbortController;

/// The field; `wrong` says what is wrong with it.
#[component]
pub(super) fn ModelField(
    choice: RwSignal<Choice>,
    key: RwSignal<String>,
    wrong: Signal<Option<Msg>>,
) -> impl IntoView {
    let app = app();
    let found = RwSignal::new(Vec::<String>::new());
    let told = RwSignal::new(String::new());
    // A list belongs to the server it came from.
    let server = Memo::new(move |_| choice.with(|choice| (choice.provider.clone(), choice.base_url.clone())));
    Effect::new(move |_| {
        // Read, not only tracked: a memo that nobody has read yet seems to change when it is read first.
        server.with(|_| ());
        found.set(Vec::new());
        told.set(String::new());
    });
    let options = move || {
        let suggested =
            choice.with(|choice| provider(&choice.provider).map_or(&[][..], |provider| provider.models));
        let all = found.get();
        let ids = if all.is_empty() {
            suggested.iter().map(ToString::to_string).collect()
        } else {
            all
        };
        ids.into_iter()
            .map(|id| view! { <option value=id></option> })
            .collect_view()
    };
    let fetch = move || {
        let picked = choice.get_untracked();
        let Some(provider) = provider(&picked.provider) else {
            return;
        };
        let Some(request) = list(provider, &picked, &key.get_untracked()) else {
            told.set(app.say(Msg::UrlBad, &[]));
            return;
        };
        told.set(app.say(Msg::ModelsFetching, &[]));
        spawn_local(async move {
            let answer = fetched(&request).await;
            // Meanwhile another server may have been chosen.
            if server.try_get_untracked() != Some((picked.provider, picked.base_url)) {
                return;
            }
            match answer {
                Ok(ids) => {
                    let n = ids.len().to_string();
                    told.set(app.say(Msg::ModelsFound, &[("n", &n)]));
                    // A server of one's own has what it has, whatever it was called before.
                    if let Some(first) = ids
                        .first()
                        .filter(|_| provider.is_local() && !ids.contains(&picked.model))
                    {
                        choice.update(|choice| choice.model.clone_from(first));
                    }
                    found.set(ids);
                }
                Err(why) => told.set(app.say(Msg::ModelsFailed, &[("why", &why)])),
            }
        });
    };
    let listed = move || choice.with(|choice| provider(&choice.provider).is_some_and(Provider::has_address));
    view! {
        <div class="field">
            <label for="model-id">{move || app.text(Msg::ModelId)}</label>
            <div class="field-row">
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
                <button type="button" class="button" data-testid="fetch-models" hidden=move || !listed() on:click=move |_| fetch()>
                    {move || app.text(Msg::ModelsFetch)}
                </button>
            </div>
            <datalist id="model-list">{options}</datalist>
            <p class="hint" role="status" data-testid="models-told" hidden=move || told.with(String::is_empty)>{told}</p>
            {move || wrong.get().map(|why| view! { <p class="field-error" role="alert" data-testid="model-error">{app.text(why)}</p> })}
        </div>
    }
    .into_any()
}

/// The request for the list; `None` if a key must not go to the address.
fn list(provider: &Provider, choice: &Choice, key: &str) -> Option<HttpRequest> {
    origin(&choice.base_url)?;
    let key = Some(Secret::new(key))
        .filter(Secret::is_sendable)
        .unwrap_or_default();
    (provider.wire)().list(&choice.endpoint(key))
}

async fn fetched(request: &HttpRequest) -> Result<Vec<String>, String> {
    let controller = AbortController::new().map_err(|_| String::new())?;
    let (mut status, mut body) = (0, Vec::new());
    let report = |arrived| match arrived {
        Arrived::Head(code, _) => status = code,
        Arrived::Bytes(bytes) => body.extend(bytes),
    };
    http::send(request, &controller.signal(), report).await?;
    if !(200..300).contains(&status) {
        return Err(format!("HTTP {status}"));
    }
    match model_ids(&String::from_utf8_lossy(&body)) {
        ids if ids.is_empty() => Err("[]".to_owned()),
        ids => Ok(ids),
    }
}
