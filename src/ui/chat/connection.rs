//! Which model to talk to, and where its key is kept.
//!
//! Invariants: a key is bound to the provider and the origin of its base URL, so that changing the address never sends
//! an old key to a new place; it is stored only where the person chose, apart from everything that is exported; the
//! choice itself holds no secret.

use super::super::web_storage::{self, StorageArea};
use super::availability;
use crate::llm::{Endpoint, PROVIDERS, Provider, Secret, provider};
use serde::{Deserialize, Serialize};
use web_sys::Url;

const CHOICE: &str = "model";

/// Where a key is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum KeepKey {
    /// In memory only.
    Memory,
    /// Until the tab closes.
    #[default]
    Tab,
    /// On this device.
    Device,
}

impl KeepKey {
    /// The value of its radio button.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Tab => "tab",
            Self::Device => "device",
        }
    }
}

/// What a person chose. Holds no secret.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Choice {
    /// Id of the provider.
    pub(crate) provider: String,
    /// Model id.
    pub(crate) model: String,
    /// Base URL.
    pub(crate) base_url: String,
    /// Where the key is kept.
    pub(crate) keep: KeepKey,
}

impl Choice {
    /// A provider as it comes.
    pub(crate) fn of(provider: &Provider) -> Self {
        Self {
            provider: provider.id.to_owned(),
            model: provider.default_model().to_owned(),
            base_url: provider.base_url.to_owned(),
            keep: KeepKey::default(),
        }
    }

    /// What was chosen last, or the first provider there is.
    pub(crate) fn load() -> Self {
        let stored = web_storage::read(StorageArea::Device, CHOICE)
            .and_then(|text| serde_json::from_str::<Self>(&text).ok());
        stored
            .filter(|choice| {
                // A browser may lose its model again.
                provider(&choice.provider)
                    .is_some_and(|found| !found.in_browser() || availability::is_there())
            })
            .unwrap_or_else(|| Self::of(&PROVIDERS[0]))
    }

    /// Remembers the choice, and the key where it says.
    pub(crate) fn store(&self, key: &Secret) {
        if let Ok(text) = serde_json::to_string(self) {
            // A choice that cannot be remembered still holds for this page.
            let _ = web_storage::write(StorageArea::Device, CHOICE, &text);
        }
        self.forget();
        let slot = self.slot();
        let _ = match self.keep {
            _ if key.is_empty() => Ok(()),
            KeepKey::Memory => Ok(()),
            KeepKey::Tab => web_storage::write(StorageArea::Tab, &slot, key.expose()),
            KeepKey::Device => web_storage::write(StorageArea::Device, &slot, key.expose()),
        };
    }

    /// The key kept for this provider and address; empty if there is none.
    pub(crate) fn key(&self) -> Secret {
        let slot = self.slot();
        let kept = web_storage::read(StorageArea::Tab, &slot)
            .or_else(|| web_storage::read(StorageArea::Device, &slot));
        Secret::new(&kept.unwrap_or_default())
    }

    /// Removes the key wherever it is kept.
    pub(crate) fn forget(&self) {
        let slot = self.slot();
        web_storage::remove(StorageArea::Tab, &slot);
        web_storage::remove(StorageArea::Device, &slot);
    }

    /// The address with this key.
    pub(crate) fn endpoint(&self, key: Secret) -> Endpoint {
        Endpoint {
            base_url: self.base_url.clone(),
            key,
        }
    }

    fn slot(&self) -> String {
        format!(
            "key:{}:{}",
            self.provider,
            origin(&self.base_url).unwrap_or_default()
        )
    }
}

/// The origin of an address a key may be sent to: https, or http on this computer.
pub(crate) fn origin(base_url: &str) -> Option<String> {
    let url = Url::new(base_url.trim()).ok()?;
    let here = matches!(url.hostname().as_str(), "localhost" | "127.0.0.1" | "[::1]");
    let fits = url.protocol() == "https:" || (url.protocol() == "http:" && here);
    fits.then(|| url.origin())
}
