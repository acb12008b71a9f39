//! Settings fields for the API key and its storage place.
//!
//! Invariant: the field contains only a typed key. Of a stored key, the page shows the end, by which the user recognizes
//! it.

use super::connection::{Choice, KeepKey, shared_host};
use crate::ui::i18n::Msg;
use crate::ui::state::app;
use leptos::prelude::*;
use trammel_llm::Provider;

/// The key field; `kept` is the visible end of a stored key, and `wrong` the error message.
#[component]
pub(super) fn KeyField(
    provider: Signal<&'static Provider>,
    key: RwSignal<String>,
    kept: Signal<Option<String>>,
    takes_key: Memo<bool>,
    wrong: Signal<Option<Msg>>,
) -> impl IntoView {
    let app = app();
    let shown = RwSignal::new(false);
    view! {
        <div class="field" hidden=move || !takes_key.get()>
            <label for="api-key">{move || app.text(if provider.get().needs_key() { Msg::ApiKey } else { Msg::ApiKeyOptional })}</label>
            <div class="field-row">
                <input
                    id="api-key"
                    class="input"
                    data-testid="api-key"
                    type=move || if shown.get() { "text" } else { "password" }
                    autocomplete="off"
                    spellcheck="false"
                    aria-invalid=move || wrong.get().is_some().to_string()
                    aria-describedby="key-stored key-privacy"
                    prop:value=move || key.get()
                    on:input=move |event| key.set(event_target_value(&event))
                />
                <button
                    type="button"
                    class="button"
                    aria-pressed=move || shown.get().to_string()
                    on:click=move |_| shown.update(|shown| *shown = !*shown)
                >
                    {move || app.text(if shown.get() { Msg::HideKey } else { Msg::ShowKey })}
                </button>
            </div>
            <p id="key-stored" class="hint" data-testid="key-stored" hidden=move || kept.get().is_none()>
                {move || kept.get().map(|end| app.text_with(Msg::KeyStored, &[("end", &end)]))}
            </p>
            {move || wrong.get().map(|why| view! { <p class="field-error" role="alert" data-testid="key-error">{app.text(why)}</p> })}
        </div>
    }
}

/// The radio button of one storage place, or the reason why the page does not offer it.
#[component]
pub(super) fn KeepOption(keep: KeepKey, name: Msg, choice: RwSignal<Choice>) -> impl IntoView {
    let app = app();
    let refused = shared_host().filter(|_| keep == KeepKey::Device);
    let is_refused = refused.is_some();
    view! {
        <label class="radio">
            <input
                type="radio"
                name="keep-key"
                value=keep.tag()
                data-testid=format!("keep-{}", keep.tag())
                disabled=is_refused
                aria-describedby=is_refused.then_some("keep-shared")
                prop:checked=move || choice.with(|choice| choice.keep == keep)
                on:change=move |_| choice.update(|choice| choice.keep = keep)
            />
            <span>{move || app.text(name)}</span>
        </label>
        {refused
            .map(|host| {
                view! {
                    <p class="hint" id="keep-shared" data-testid="keep-shared">
                        {move || app.text_with(Msg::KeepShared, &[("host", &host)])}
                    </p>
                }
            })}
    }
}
