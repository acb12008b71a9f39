//! The settings of the chat: provider, key, model, address, storage place of the key, and cost.

use super::availability::Availability;
use super::connection::{Choice, KeepKey};
use super::connection_form::{ConnectionForm, Wrong};
use super::connection_test::TrialResult;
use super::cost_fields::CostFields;
use super::key_field::{KeepOption, KeyField};
use super::models::ModelField;
use super::ondevice::{self, OnDeviceField};
use super::provider_help::help;
use super::sign_in::{SignInButton, SignInLine};
use super::signing_in::Stage;
use crate::ui::actions::focus_later;
use crate::ui::button::IconButton;
use crate::ui::i18n::Msg;
use crate::ui::icons::Icon;
use crate::ui::state::app;
use crate::ui::webmcp::Switch;
use leptos::prelude::*;
use trammel_language::Language;
use trammel_llm::{KeyNeed, PROVIDERS, Provider};
use web_sys::KeyboardEvent;

/// The settings panel, which replaces the conversation and is not modal. During a sign-in the panel shows only its
/// progress, because the result determines the values of the form.
#[component]
pub(super) fn Settings() -> impl IntoView {
    let sign_in = app().chat.sign_in;
    // The result of the sign-in has been shown.
    on_cleanup(move || sign_in.set(None));
    let busy = Memo::new(move |_| sign_in.get().filter(|now| now.stage == Stage::Busy));
    move || match busy.get() {
        Some(now) => view! { <div class="settings"><SignInLine now /></div> }.into_any(),
        None => view! { <Form /> }.into_any(),
    }
}

#[component]
fn Form() -> impl IntoView {
    let app = app();
    let form = ConnectionForm::new(app);
    let ConnectionForm {
        choice, key, trial, ..
    } = form;
    focus_first();
    ondevice::look(app);

    let present = Signal::derive(move || form.provider());
    let takes_key = Memo::new(move |_| present.get().key != KeyNeed::None);
    let error =
        move |field: fn(Wrong) -> Option<Msg>| Signal::derive(move || form.wrong.get().and_then(field));
    let close = move || {
        app.chat.settings.set(false);
        focus_later("composer");
    };
    view! {
        <form
            class="settings"
            aria-label=move || app.text(Msg::Settings)
            on:submit=move |event| {
                event.prevent_default();
                form.save();
            }
            on:keydown=move |event: KeyboardEvent| {
                if event.key() == "Escape" && !event.is_composing() {
                    event.prevent_default();
                    close();
                }
            }
        >
            <div class="settings-head">
                <h2>{move || app.text(Msg::Connect)}</h2>
                <span class="spacer"></span>
                <IconButton icon=Icon::Close name=Msg::Close test="close-settings" press=Callback::new(move |()| close()) />
            </div>
            <label class="field">
                <span>{move || app.text(Msg::Provider)}</span>
                <select
                    id="provider"
                    class="select"
                    data-testid="provider"
                    on:change=move |event| form.choose(&event_target_value(&event))
                >
                    {PROVIDERS.iter().map(|provider| view! { <ProviderOption provider choice /> }).collect_view()}
                </select>
            </label>
            {move || help(app, present.get()).map(|text| view! { <p class="hint" data-testid="provider-help">{text}</p> })}
            <Show when=move || present.get().recorded>
                <p class="hint">{move || app.text(Msg::RecordedNote)}</p>
            </Show>
            <KeyField provider=present key kept=Signal::derive(move || form.end_of_kept()) takes_key wrong=error(Wrong::key) />
            <SignInButton provider=present choice />
            <OnDeviceField chosen=Signal::derive(move || present.get().in_browser()) />
            <ModelField choice trial wrong=error(Wrong::model) />
            <Address form wrong=error(Wrong::url) />
            <fieldset class="field" hidden=move || !takes_key.get()>
                <legend>{move || app.text(Msg::KeepKey)}</legend>
                <KeepOption keep=KeepKey::Tab name=Msg::KeepTab choice />
                <KeepOption keep=KeepKey::Memory name=Msg::KeepMemory choice />
                <KeepOption keep=KeepKey::Device name=Msg::KeepDevice choice />
            </fieldset>
            <div id="key-privacy" class="hint" hidden=move || !takes_key.get()>
                <p>{move || app.text(Msg::KeyPrivacy)}</p>
                <p>{move || app.text(Msg::KeyRisk)}</p>
            </div>
            <CostFields />
            <ToolLanguage />
            <Switch />
            <TrialResult trial />
            <Foot form takes_key />
        </form>
    }
    .into_any()
}

/// The address field, for providers whose address can be changed.
#[component]
fn Address(form: ConnectionForm, wrong: Signal<Option<Msg>>) -> impl IntoView {
    let app = app();
    view! {
        <div class="field" hidden=move || !form.provider().has_address()>
            <label for="base-url">{move || app.text(Msg::BaseUrl)}</label>
            <input
                id="base-url"
                class="input"
                data-testid="base-url"
                type="text"
                inputmode="url"
                autocomplete="off"
                spellcheck="false"
                aria-invalid=move || wrong.get().is_some().to_string()
                aria-describedby="base-url-hint"
                prop:value=move || form.choice.with(|choice| choice.base_url.clone())
                on:input=move |event| form.readdress(event_target_value(&event))
            />
            <p class="hint" id="base-url-hint">{move || app.text(Msg::BaseUrlHint)}</p>
            {move || {
                wrong.get().map(|why| view! { <p class="field-error" role="alert" data-testid="url-error">{app.text(why)}</p> })
            }}
            {move || {
                let address = form.completed_address()?;
                let label = app.text_with(Msg::UseAddress, &[("address", &address)]);
                Some(view! {
                    <button type="button" class="button" data-testid="use-address" on:click=move |_| form.use_address(address.clone())>
                        {label}
                    </button>
                })
            }}
            <Show when=move || form.needs_reload()>
                <button type="button" class="button" data-testid="permit-server" aria-describedby="permit-hint" on:click=move |_| form.reload()>
                    {move || app.text(Msg::ReloadForServer)}
                </button>
                <p class="hint" id="permit-hint">{move || app.text(Msg::ReloadHint)}</p>
            </Show>
        </div>
    }
}

/// The buttons to forget the key or all keys, test the connection, and connect.
#[component]
fn Foot(form: ConnectionForm, takes_key: Memo<bool>) -> impl IntoView {
    let app = app();
    let forgotten = RwSignal::new(false);
    view! {
        <p class="hint" role="status" data-testid="keys-forgotten">
            {move || forgotten.get().then(|| app.text(Msg::AllKeysForgotten))}
        </p>
        <div class="settings-foot">
            <button
                type="button"
                class="button"
                data-testid="forget-key"
                hidden=move || !takes_key.get()
                on:click=move |_| {
                    app.chat.disconnect(&form.choice.get_untracked());
                    form.fill();
                }
            >
                {move || app.text(Msg::ForgetKey)}
            </button>
            <button
                type="button"
                class="button"
                data-testid="forget-all-keys"
                on:click=move |_| {
                    app.chat.disconnect_all();
                    form.fill();
                    forgotten.set(true);
                }
            >
                {move || app.text(Msg::ForgetAllKeys)}
            </button>
            <span class="spacer"></span>
            <button
                type="button"
                class="button"
                data-testid="test-connection"
                hidden=move || !form.provider().has_address()
                on:click=move |_| form.try_it()
            >
                {move || app.text(Msg::Test)}
            </button>
            <button type="submit" class="button primary" data-testid="connect">{move || app.text(Msg::ConnectSave)}</button>
        </div>
    }
}

/// A provider in the list. The on-device model is listed only if the browser has one.
#[component]
fn ProviderOption(provider: &'static Provider, choice: RwSignal<Choice>) -> impl IntoView {
    let app = app();
    let offered = move || !provider.in_browser() || app.chat.on_device.get() != Availability::Absent;
    let chosen = move || choice.with(|choice| choice.provider == provider.id);
    let label = move || {
        if provider.in_browser() {
            format!("{} ({})", provider.label, app.text(Msg::Experimental))
        } else {
            provider.label.to_owned()
        }
    };
    move || offered().then(|| view! { <option value=provider.id prop:selected=chosen>{label}</option> })
}

/// Focuses the first field, unless the opener has focused another field of the settings.
fn focus_first() {
    request_animation_frame(|| {
        let inside = document()
            .active_element()
            .is_some_and(|element| matches!(element.closest(".settings"), Ok(Some(_))));
        if !inside {
            focus_later("provider");
        }
    });
}

/// The choice of the tools' language in the next conversation. Applies at once, independent of the rest of the form.
#[component]
fn ToolLanguage() -> impl IntoView {
    let app = app();
    let option = move |lang: Option<Language>, tag: &'static str, name: Signal<&'static str>| {
        let chosen = move || app.prefs.tool_lang.get() == lang;
        view! { <option value=tag prop:selected=chosen>{name}</option> }
    };
    let choose = move |tag: String| {
        let lang = (tag != "app").then(|| Language::from_tag(&tag));
        app.prefs.set_tool_lang(lang);
    };
    view! {
        <div class="field">
            <label for="tool-language">{move || app.text(Msg::ToolLanguage)}</label>
            <select
                id="tool-language"
                class="select"
                data-testid="tool-language"
                aria-describedby="tool-language-hint"
                on:change=move |event| choose(event_target_value(&event))
            >
                {option(None, "app", Signal::derive(move || app.text(Msg::ToolLanguageSame)))}
                {option(Some(Language::English), "en", Signal::stored("English"))}
                {option(Some(Language::Korean), "ko", Signal::stored("한국어"))}
            </select>
            <p class="hint" id="tool-language-hint">{move || app.text(Msg::ToolLanguageHint)}</p>
        </div>
    }
}
