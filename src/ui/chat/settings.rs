//! Connecting a model: provider, key, model, address, and where the key is kept.

use super::cost::CostFields;
use super::key_field::{KeepOption, KeyField};
use super::keys::{Choice, KeepKey, origin};
use super::models::ModelField;
use super::ondevice::{self, Near, OnDeviceField};
use super::sign_in::{SignInButton, SignInLine, Stage};
use super::trial::{Trial, TrialResult};
use crate::llm::{Help, KeyNeed, PROVIDERS, Provider, Secret, provider};
use crate::ui::button::IconButton;
use crate::ui::dispatch::focus_later;
use crate::ui::i18n::{Lang, Msg};
use crate::ui::icons::Icon;
use crate::ui::state::{App, app};
use crate::ui::webmcp::Switch;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

/// Which field is wrong, and why.
#[derive(Clone, Copy, PartialEq)]
enum Wrong {
    Key(Msg),
    Model(Msg),
    Url(Msg),
}

/// The settings panel, in place of the conversation; not a modal. While a sign-in is not over, it says that only: its
/// result decides what stands in the form.
#[component]
pub(super) fn Settings() -> impl IntoView {
    let sign_in = app().chat.sign_in;
    // What there is to say of it was said.
    on_cleanup(move || sign_in.set(None));
    let busy = Memo::new(move |_| sign_in.get().filter(|now| now.stage == Stage::Busy));
    move || match busy.get() {
        Some(now) => view! { <div class="settings"><SignInLine now /></div> }.into_any(),
        None => view! { <Form /> }.into_any(),
    }
}

/// What stands in the form at first: what a sign-in was for, what is connected, or what was chosen last.
fn at_first(app: App) -> (Choice, Secret) {
    let key = || app.chat.host().borrow().key.clone();
    let connected = app.chat.connected.get_untracked();
    match app.chat.sign_in.get_untracked().map(|now| now.choice) {
        Some(choice) if connected.as_ref() != Some(&choice) => {
            let kept = choice.key();
            (choice, kept)
        }
        _ => (connected.unwrap_or_else(Choice::load), key()),
    }
}

/// The key that is kept for a choice: the one in use, which may be in memory only, or a stored one.
fn kept_for(app: App, choice: &Choice) -> Secret {
    let place = |choice: &Choice| (choice.provider.clone(), origin(&choice.base_url));
    let connected = app.chat.connected.get_untracked();
    if connected.is_some_and(|connected| place(&connected) == place(choice)) {
        app.chat.host().borrow().key.clone()
    } else {
        choice.key()
    }
}

#[component]
fn Form() -> impl IntoView {
    let app = app();
    let chat = app.chat;
    let (choice, key) = at_first(app);
    // A key that was kept, and the address it is for.
    let kept = StoredValue::new((origin(&choice.base_url), key.expose().to_owned()));
    let (choice, key) = (RwSignal::new(choice), RwSignal::new(key.expose().to_owned()));
    let wrong = RwSignal::new(None::<Wrong>);
    focus_first();
    ondevice::look(app);

    let present = Signal::derive(move || {
        choice
            .with(|choice| provider(&choice.provider))
            .unwrap_or(&PROVIDERS[0])
    });
    let takes_key = Memo::new(move |_| present.get().key != KeyNeed::None);
    let has_address = Memo::new(move |_| present.get().has_address());
    let close = move || {
        chat.settings.set(false);
        focus_later("composer");
    };
    let fill = move || {
        let (place, found) =
            choice.with_untracked(|choice| (origin(&choice.base_url), kept_for(app, choice)));
        let found = found.expose().to_owned();
        kept.set_value((place, found.clone()));
        key.set(found);
    };
    let readdress = move |address: String| {
        choice.update(|choice| choice.base_url = address);
        let place = choice.with_untracked(|choice| origin(&choice.base_url));
        let (its, own) = kept.get_value();
        // What a person types goes where they say; a key that was kept goes to its own address only.
        if place.is_some() && place != its && key.get_untracked() == own {
            fill();
        }
    };
    let choose = move |id: String| {
        if let Some(found) = provider(&id) {
            let fresh = Choice {
                keep: choice.with_untracked(|choice| choice.keep),
                ..Choice::of(found)
            };
            choice.set(fresh);
            fill();
            wrong.set(None);
        }
    };
    let trial = Trial::of(choice, key);
    // What stands in the form, tidied, and what is wrong with it.
    let typed = move || {
        let mut picked = choice.get_untracked();
        let secret = Secret::new(&key.get_untracked());
        picked.base_url = picked.base_url.trim().to_owned();
        picked.model = picked.model.trim().to_owned();
        let provider = provider(&picked.provider)?;
        if picked.model.is_empty() {
            provider.default_model().clone_into(&mut picked.model);
        }
        let wrong = check(provider, &picked, &secret).err();
        Some((provider, picked, secret, wrong))
    };
    let refuse = move |why: Wrong| {
        wrong.set(Some(why));
        focus_later(match why {
            Wrong::Key(_) => "api-key",
            Wrong::Model(_) => "model-id",
            Wrong::Url(_) => "base-url",
        });
    };
    let save = move || match typed() {
        Some((provider, ..)) if provider.in_browser() && chat.on_device.get_untracked() != Near::Here => {
            focus_later("download-model");
        }
        Some((_, picked, secret, None)) => {
            chat.connect(picked, secret);
            focus_later("composer");
        }
        Some((.., Some(why))) => refuse(why),
        None => {}
    };
    let try_it = move || match typed() {
        Some((_, picked, _, Some(Wrong::Model(_)))) if origin(&picked.base_url).is_none() => {
            refuse(Wrong::Url(Msg::UrlBad));
        }
        // Without a model, a trial still gives the list of those there are.
        Some((provider, picked, secret, None | Some(Wrong::Model(_)))) => {
            wrong.set(None);
            trial.begin(provider, &picked, secret);
        }
        Some((.., Some(why))) => refuse(why),
        None => {}
    };
    let key_error = move || {
        if let Some(Wrong::Key(why)) = wrong.get() {
            Some(why)
        } else {
            None
        }
    };
    let model_error = move || {
        if let Some(Wrong::Model(why)) = wrong.get() {
            Some(why)
        } else {
            None
        }
    };
    let url_error = move || {
        if let Some(Wrong::Url(why)) = wrong.get() {
            Some(why)
        } else {
            None
        }
    };

    view! {
        <form
            class="settings"
            aria-label=move || app.text(Msg::Settings)
            on:submit=move |event| {
                event.prevent_default();
                save();
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
                <select id="provider" class="select" data-testid="provider" on:change=move |event| choose(event_target_value(&event))>
                    {PROVIDERS.iter().map(|provider| view! { <ProviderOption provider choice /> }).collect_view()}
                </select>
            </label>
            {move || help(app, present.get()).map(|text| view! { <p class="hint" data-testid="provider-help">{text}</p> })}
            <Show when=move || present.get().recorded>
                <p class="hint">{move || app.text(Msg::RecordedNote)}</p>
            </Show>
            <KeyField provider=present key takes_key wrong=Signal::derive(key_error) />
            <SignInButton provider=present choice />
            <OnDeviceField chosen=Signal::derive(move || present.get().in_browser()) />
            <ModelField choice trial wrong=Signal::derive(model_error) />
            <div class="field" hidden=move || !has_address.get()>
                <label for="base-url">{move || app.text(Msg::BaseUrl)}</label>
                <input
                    id="base-url"
                    class="input"
                    data-testid="base-url"
                    type="text"
                    inputmode="url"
                    autocomplete="off"
                    spellcheck="false"
                    aria-invalid=move || url_error().is_some().to_string()
                    aria-describedby="base-url-hint"
                    prop:value=move || choice.with(|choice| choice.base_url.clone())
                    on:input=move |event| readdress(event_target_value(&event))
                />
                <p class="hint" id="base-url-hint">{move || app.text(Msg::BaseUrlHint)}</p>
                {move || url_error().map(|why| view! { <p class="field-error" role="alert" data-testid="url-error">{app.text(why)}</p> })}
            </div>
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
            <div class="settings-foot">
                <button
                    type="button"
                    class="button"
                    data-testid="forget-key"
                    hidden=move || !takes_key.get()
                    on:click=move |_| {
                        chat.disconnect(&choice.get_untracked());
                        fill();
                    }
                >
                    {move || app.text(Msg::ForgetKey)}
                </button>
                <span class="spacer"></span>
                <button
                    type="button"
                    class="button"
                    data-testid="test-connection"
                    hidden=move || !has_address.get()
                    on:click=move |_| try_it()
                >
                    {move || app.text(Msg::Test)}
                </button>
                <button type="submit" class="button primary" data-testid="connect">{move || app.text(Msg::ConnectSave)}</button>
            </div>
        </form>
    }
    .into_any()
}

/// A provider in the list; the browser's own model only where there is one.
#[component]
fn ProviderOption(provider: &'static Provider, choice: RwSignal<Choice>) -> impl IntoView {
    let app = app();
    let offered = move || !provider.in_browser() || app.chat.on_device.get() != Near::Absent;
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

/// The first field gets the focus, unless what opened the settings has given it to another.
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

/// In which language the next conversation gets its tools. Applies at once, whatever becomes of the form.
#[component]
fn ToolLanguage() -> impl IntoView {
    let app = app();
    let option = move |lang: Option<Lang>, tag: &'static str, name: Signal<&'static str>| {
        let chosen = move || app.prefs.tool_lang.get() == lang;
        view! { <option value=tag prop:selected=chosen>{name}</option> }
    };
    let choose = move |tag: String| {
        let lang = (tag != "app").then(|| Lang::from_tag(&tag));
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
                {option(Some(Lang::En), "en", Signal::stored("English"))}
                {option(Some(Lang::Ko), "ko", Signal::stored("한국어"))}
            </select>
            <p class="hint" id="tool-language-hint">{move || app.text(Msg::ToolLanguageHint)}</p>
        </div>
    }
}

/// What a person should know before connecting to a provider.
pub(super) fn help(app: App, provider: &Provider) -> Option<String> {
    let text = match provider.help {
        Help::Plain => return None,
        Help::Organization => Msg::HelpOrganization,
        Help::OllamaOrigins => Msg::HelpOllama,
        Help::LmStudioCors => Msg::HelpLmStudio,
        Help::LocalServer => Msg::HelpLocal,
        Help::AnyServer => Msg::HelpAny,
        Help::OnDevice => Msg::HelpOnDevice,
    };
    let origin = window().location().origin().unwrap_or_default();
    let mut help = app.filled(text, &[("origin", &origin)]);
    if provider.is_asked_about(&origin) {
        help = format!("{help} {}", app.text(Msg::HelpPermission));
    }
    Some(help)
}

fn check(provider: &Provider, choice: &Choice, key: &Secret) -> Result<(), Wrong> {
    if provider.needs_key() && key.is_empty() {
        return Err(Wrong::Key(Msg::KeyMissing));
    }
    if !key.is_sendable() {
        return Err(Wrong::Key(Msg::KeyBad));
    }
    if choice.model.is_empty() {
        return Err(Wrong::Model(Msg::ModelMissing));
    }
    if provider.has_address() && origin(&choice.base_url).is_none() {
        return Err(Wrong::Url(Msg::UrlBad));
    }
    Ok(())
}
