//! State of the connection settings: provider, key, model, and address as typed, with their validation.
//!
//! Invariant: a stored key is sent only to its own address; a key that the user types is sent to the address that the
//! user enters. Start at [`ConnectionForm`].

use super::availability::Availability;
use super::connection::{Choice, origin};
use super::connection_test::Trial;
use super::network;
use crate::ui::actions::focus_later;
use crate::ui::i18n::Msg;
use crate::ui::state::App;
use leptos::prelude::*;
use leptos::task::spawn_local;
use trammel_llm::{AddressFault, PROVIDERS, Provider, Secret, find_address_fault, provider};

/// An invalid field, with its error message.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Wrong {
    Key(Msg),
    Model(Msg),
    Url(Msg),
}

impl Wrong {
    /// Returns the error message of the key field, if that field is invalid.
    pub(super) fn key(self) -> Option<Msg> {
        if let Wrong::Key(why) = self {
            Some(why)
        } else {
            None
        }
    }

    /// Returns the error message of the model field, if that field is invalid.
    pub(super) fn model(self) -> Option<Msg> {
        if let Wrong::Model(why) = self {
            Some(why)
        } else {
            None
        }
    }

    /// Returns the error message of the address field, if that field is invalid.
    pub(super) fn url(self) -> Option<Msg> {
        if let Wrong::Url(why) = self {
            Some(why)
        } else {
            None
        }
    }

    /// Returns the id of the field.
    fn field(self) -> &'static str {
        match self {
            Wrong::Key(_) => "api-key",
            Wrong::Model(_) => "model-id",
            Wrong::Url(_) => "base-url",
        }
    }
}

/// Fields of the form.
#[derive(Clone, Copy)]
pub(super) struct ConnectionForm {
    app: App,
    /// Provider, model, address, and storage place of the key.
    pub(super) choice: RwSignal<Choice>,
    /// The typed key. Empty if none was typed: the page's elements never contain a stored key.
    pub(super) key: RwSignal<String>,
    /// The invalid field.
    pub(super) wrong: RwSignal<Option<Wrong>>,
    /// The connection test.
    pub(super) trial: Trial,
    /// The stored key, and the origin that it belongs to. A typed key takes precedence.
    kept: RwSignal<(Option<String>, Secret)>,
}

/// The trimmed fields, with the validation error if there is one.
struct Typed {
    provider: &'static Provider,
    choice: Choice,
    key: Secret,
    wrong: Option<Wrong>,
}

impl ConnectionForm {
    /// Creates the form with its initial values.
    pub(super) fn new(app: App) -> Self {
        let (choice, key) = at_first(app);
        let kept = RwSignal::new((origin(&choice.base_url), key));
        let (choice, key) = (RwSignal::new(choice), RwSignal::new(String::new()));
        Self {
            app,
            choice,
            key,
            wrong: RwSignal::new(None),
            trial: Trial::of(choice, key),
            kept,
        }
    }

    /// Returns the chosen provider. Tracks the choice.
    pub(super) fn provider(self) -> &'static Provider {
        self.choice
            .with(|choice| provider(&choice.provider))
            .unwrap_or(&PROVIDERS[0])
    }

    /// Returns the visible end of the stored key, if there is a stored key and none is typed. Tracks both.
    pub(super) fn end_of_kept(self) -> Option<String> {
        let is_used = self.key.with(|key| key.trim().is_empty());
        self.kept
            .with(|(_, key)| (is_used && !key.is_empty()).then(|| key.end().to_owned()))
    }

    /// Uses the stored key of the current choice, in place of a typed one.
    pub(super) fn fill(self) {
        let (place, found) = self
            .choice
            .with_untracked(|choice| (origin(&choice.base_url), key_of(self.app, choice)));
        self.kept.set((place, found));
        self.key.set(String::new());
    }

    /// Sets the address, and replaces a stored key by the key of the new origin, unless a key was typed.
    pub(super) fn readdress(self, address: String) {
        self.choice.update(|choice| choice.base_url = address);
        let place = self.choice.with_untracked(|choice| origin(&choice.base_url));
        let its = self.kept.with_untracked(|(its, _)| its.clone());
        if place.is_some() && place != its && self.key.with_untracked(String::is_empty) {
            self.fill();
        }
    }

    /// Selects another provider with its defaults.
    pub(super) fn choose(self, id: &str) {
        if let Some(found) = provider(id) {
            let fresh = Choice {
                keep: self.choice.with_untracked(|choice| choice.keep),
                ..Choice::of(found)
            };
            self.choice.set(fresh);
            self.fill();
            self.wrong.set(None);
        }
    }

    /// Connects, or shows the validation error.
    pub(super) fn save(self) {
        let Some(typed) = self.typed_connection() else {
            return;
        };
        let near = self.app.chat.on_device.get_untracked();
        if typed.provider.in_browser() && near != Availability::Here {
            focus_later("download-model");
        } else if let Some(why) = typed.wrong {
            self.refuse(why);
        } else if untrack(|| self.needs_reload()) {
            self.refuse(Wrong::Url(Msg::UrlNeedsReload));
        } else {
            self.app.chat.connect(typed.choice, typed.key);
            focus_later("composer");
        }
    }

    /// Tests the connection, or shows the validation error.
    pub(super) fn try_it(self) {
        let Some(typed) = self.typed_connection() else {
            return;
        };
        match typed.wrong {
            Some(Wrong::Model(_)) if origin(&typed.choice.base_url).is_none() => {
                self.refuse(Wrong::Url(address_message(&typed.choice.base_url)));
            }
            None | Some(Wrong::Model(_)) if untrack(|| self.needs_reload()) => {
                self.refuse(Wrong::Url(Msg::UrlNeedsReload));
            }
            // A test without a model still lists the models of the server.
            None | Some(Wrong::Model(_)) => {
                self.wrong.set(None);
                self.trial.begin(typed.provider, &typed.choice, &typed.key);
            }
            Some(why) => self.refuse(why),
        }
    }

    /// Whether the page must reload before it can connect to the address in the form. Tracks the choice.
    pub(super) fn needs_reload(self) -> bool {
        let network = self.app.chat.network;
        self.choice.with(|choice| {
            let has_address = provider(&choice.provider).is_some_and(Provider::has_address);
            let is_valid = origin(&choice.base_url).is_some();
            has_address && is_valid && !network.with_value(|network| network.permits(&choice.base_url))
        })
    }

    /// Stores the choice and reloads the page, which permits the server of the choice and opens the settings again.
    pub(super) fn reload(self) {
        let Some(typed) = self.typed_connection() else {
            return;
        };
        let app = self.app;
        if app.chat.working.get_untracked() {
            return self.refuse(Wrong::Url(Msg::ReloadWhileWorking));
        }
        spawn_local(async move {
            app.document.flush_typing().await;
            typed.choice.store(&typed.key);
            network::note_reload();
            app.doc.leaving.set(true);
            // If the page cannot reload, the settings stay as they are.
            let _ = window().location().reload();
        });
    }

    /// Returns the address with its scheme, if the typed one has none. Tracks the choice.
    pub(super) fn completed_address(self) -> Option<String> {
        self.choice.with(|choice| {
            let is_bad = origin(&choice.base_url).is_none();
            match find_address_fault(&choice.base_url) {
                AddressFault::NoScheme(address) if is_bad => Some(address),
                _ => None,
            }
        })
    }

    /// Completes the address by its scheme.
    pub(super) fn use_address(self, address: String) {
        self.readdress(address);
        self.wrong.set(None);
    }

    fn refuse(self, why: Wrong) {
        self.wrong.set(Some(why));
        focus_later(why.field());
    }

    fn typed_connection(self) -> Option<Typed> {
        let mut choice = self.choice.get_untracked();
        let typed = Secret::new(&self.key.get_untracked());
        let key = match typed.is_empty() {
            true => self.kept.with_untracked(|(_, kept)| kept.clone()),
            false => typed,
        };
        choice.base_url = choice.base_url.trim().to_owned();
        choice.model = choice.model.trim().to_owned();
        let provider = provider(&choice.provider)?;
        if choice.model.is_empty() {
            provider.default_model().clone_into(&mut choice.model);
        }
        let wrong = check(provider, &choice, &key).err();
        Some(Typed {
            provider,
            choice,
            key,
            wrong,
        })
    }
}

/// Returns the initial values of the form: those of a sign-in, of the connection, or of the last choice.
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

/// Returns the key of a choice: the key in use, which may be in memory only, or a stored one.
fn key_of(app: App, choice: &Choice) -> Secret {
    let place = |choice: &Choice| (choice.provider.clone(), origin(&choice.base_url));
    let connected = app.chat.connected.get_untracked();
    if connected.is_some_and(|connected| place(&connected) == place(choice)) {
        app.chat.host().borrow().key.clone()
    } else {
        choice.key()
    }
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
        return Err(Wrong::Url(address_message(&choice.base_url)));
    }
    Ok(())
}

/// Returns the message for an address that cannot be used.
fn address_message(address: &str) -> Msg {
    match find_address_fault(address) {
        AddressFault::NoScheme(_) => Msg::UrlNoScheme,
        AddressFault::LocalNetwork => Msg::UrlLocalNetwork,
        AddressFault::Form => Msg::UrlBad,
    }
}
