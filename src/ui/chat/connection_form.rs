//! The state of the connection settings: provider, key, model, and address as typed, and what is wrong with them.
//!
//! Invariant: a key that was kept goes to its own address only; a key that the user types goes to the address that the
//! user gives. Start at [`ConnectionForm`].

use super::availability::Availability;
use super::connection::{Choice, origin};
use super::connection_test::Trial;
use crate::llm::{PROVIDERS, Provider, Secret, provider};
use crate::ui::actions::focus_later;
use crate::ui::i18n::Msg;
use crate::ui::state::App;
use leptos::prelude::*;

/// A wrong field, and why.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Wrong {
    Key(Msg),
    Model(Msg),
    Url(Msg),
}

impl Wrong {
    /// Why the key is wrong, if it is.
    pub(super) fn key(self) -> Option<Msg> {
        if let Wrong::Key(why) = self {
            Some(why)
        } else {
            None
        }
    }

    /// Why the model is wrong, if it is.
    pub(super) fn model(self) -> Option<Msg> {
        if let Wrong::Model(why) = self {
            Some(why)
        } else {
            None
        }
    }

    /// Why the address is wrong, if it is.
    pub(super) fn url(self) -> Option<Msg> {
        if let Wrong::Url(why) = self {
            Some(why)
        } else {
            None
        }
    }

    /// Id of the field.
    fn field(self) -> &'static str {
        match self {
            Wrong::Key(_) => "api-key",
            Wrong::Model(_) => "model-id",
            Wrong::Url(_) => "base-url",
        }
    }
}

/// The fields of the form.
#[derive(Clone, Copy)]
pub(super) struct ConnectionForm {
    app: App,
    /// Provider, model, address, and for how long the key is kept.
    pub(super) choice: RwSignal<Choice>,
    /// The key as typed, or the kept one.
    pub(super) key: RwSignal<String>,
    /// The field that is wrong.
    pub(super) wrong: RwSignal<Option<Wrong>>,
    /// The test of the connection.
    pub(super) trial: Trial,
    /// A key that was kept, and the address it is for.
    kept: StoredValue<(Option<String>, String)>,
}

/// The fields, trimmed, and what is wrong with them.
struct Typed {
    provider: &'static Provider,
    choice: Choice,
    key: Secret,
    wrong: Option<Wrong>,
}

impl ConnectionForm {
    /// The fields as they are when the settings open.
    pub(super) fn new(app: App) -> Self {
        let (choice, key) = at_first(app);
        let kept = StoredValue::new((origin(&choice.base_url), key.expose().to_owned()));
        let (choice, key) = (RwSignal::new(choice), RwSignal::new(key.expose().to_owned()));
        Self {
            app,
            choice,
            key,
            wrong: RwSignal::new(None),
            trial: Trial::of(choice, key),
            kept,
        }
    }

    /// The chosen provider. Tracks the choice.
    pub(super) fn provider(self) -> &'static Provider {
        self.choice
            .with(|choice| provider(&choice.provider))
            .unwrap_or(&PROVIDERS[0])
    }

    /// Fills in the key that is kept for the present choice.
    pub(super) fn fill(self) {
        let (place, found) = self
            .choice
            .with_untracked(|choice| (origin(&choice.base_url), kept_for(self.app, choice)));
        let found = found.expose().to_owned();
        self.kept.set_value((place, found.clone()));
        self.key.set(found);
    }

    /// The user changes the address.
    pub(super) fn readdress(self, address: String) {
        self.choice.update(|choice| choice.base_url = address);
        let place = self.choice.with_untracked(|choice| origin(&choice.base_url));
        let (its, own) = self.kept.get_value();
        if place.is_some() && place != its && self.key.get_untracked() == own {
            self.fill();
        }
    }

    /// The user chooses another provider.
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

    /// Connects, or shows what is wrong.
    pub(super) fn save(self) {
        let Some(typed) = self.typed() else { return };
        let near = self.app.chat.on_device.get_untracked();
        if typed.provider.in_browser() && near != Availability::Here {
            focus_later("download-model");
        } else if let Some(why) = typed.wrong {
            self.refuse(why);
        } else {
            self.app.chat.connect(typed.choice, typed.key);
            focus_later("composer");
        }
    }

    /// Tries the connection, or shows what is wrong.
    pub(super) fn try_it(self) {
        let Some(typed) = self.typed() else { return };
        match typed.wrong {
            Some(Wrong::Model(_)) if origin(&typed.choice.base_url).is_none() => {
                self.refuse(Wrong::Url(Msg::UrlBad));
            }
            // Without a model, a trial still gives the list of those there are.
            None | Some(Wrong::Model(_)) => {
                self.wrong.set(None);
                self.trial.begin(typed.provider, &typed.choice, typed.key);
            }
            Some(why) => self.refuse(why),
        }
    }

    fn refuse(self, why: Wrong) {
        self.wrong.set(Some(why));
        focus_later(why.field());
    }

    fn typed(self) -> Option<Typed> {
        let mut choice = self.choice.get_untracked();
        let key = Secret::new(&self.key.get_untracked());
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

/// Initial values of the form: those of a sign-in, of the connection, or of the last choice.
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
