//! The chosen model and the storage of its API key.
//!
//! Invariants: a key is bound to its provider and the origin of the base URL, so changing the address never sends an
//! old key to another server; the key is stored only where the user chose, apart from everything that is exported;
//! [`Choice`] holds no secret; no key is stored on the device if pages of other users share the origin of this page.

use super::super::web_storage::{self, StorageArea};
use super::availability;
use serde::{Deserialize, Serialize};
use trammel_llm::{Endpoint, PROVIDERS, Provider, Secret, is_shared, provider};
use web_sys::Url;

const CHOICE: &str = "model";

/// Start of the storage keys that hold API keys. `web/static/recovery.js` leaves them out of its files.
const SLOTS: &str = "key:";

/// Storage place of an API key.
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
    /// Returns the value of the radio button.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Tab => "tab",
            Self::Device => "device",
        }
    }

    /// Returns this place, or the tab if the key must not be stored on the device.
    fn permitted_place(self) -> Self {
        if self == Self::Device && shared_host().is_some() {
            Self::Tab
        } else {
            self
        }
    }
}

/// Returns the host of this page if pages of other users share its origin.
pub(super) fn shared_host() -> Option<String> {
    let location = web_sys::window()?.location();
    let (host, path) = (location.hostname().ok()?, location.pathname().ok()?);
    is_shared(&host, &path).then_some(host)
}

/// Removes the keys of all providers and servers from this tab and this device.
pub(super) fn forget_all() {
    for area in [StorageArea::Tab, StorageArea::Device] {
        for slot in web_storage::keys(area, SLOTS) {
            web_storage::remove(area, &slot);
        }
    }
}

/// The user's choice of provider, model, and address. Holds no secret.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Choice {
    /// Provider id.
    pub(crate) provider: String,
    /// Model id.
    pub(crate) model: String,
    /// Base URL.
    pub(crate) base_url: String,
    /// Storage place of the key.
    pub(crate) keep: KeepKey,
}

impl Choice {
    /// Returns the default choice for a provider.
    pub(crate) fn of(provider: &Provider) -> Self {
        Self {
            provider: provider.id.to_owned(),
            model: provider.default_model().to_owned(),
            base_url: provider.base_url.to_owned(),
            keep: KeepKey::default(),
        }
    }

    /// Loads the last choice, or the default of the first provider.
    pub(crate) fn load() -> Self {
        let stored = web_storage::read(StorageArea::Device, CHOICE)
            .and_then(|text| serde_json::from_str::<Self>(&text).ok());
        stored
            .map(|choice| Self {
                keep: choice.keep.permitted_place(),
                ..choice
            })
            .filter(|choice| {
                // An on-device model may have become unavailable since.
                provider(&choice.provider)
                    .is_some_and(|found| !found.in_browser() || availability::is_there())
            })
            .unwrap_or_else(|| Self::of(&PROVIDERS[0]))
    }

    /// Stores the choice, and the key in the place that the choice names.
    pub(crate) fn store(&self, key: &Secret) {
        if let Ok(text) = serde_json::to_string(self) {
            // A choice that cannot be stored still applies to this page.
            let _ = web_storage::write(StorageArea::Device, CHOICE, &text);
        }
        self.forget();
        let slot = self.slot();
        let _ = match self.keep.permitted_place() {
            _ if key.is_empty() => Ok(()),
            KeepKey::Memory => Ok(()),
            KeepKey::Tab => web_storage::write(StorageArea::Tab, &slot, key.expose()),
            KeepKey::Device => web_storage::write(StorageArea::Device, &slot, key.expose()),
        };
    }

    /// Returns the stored key for this provider and address; empty if there is none.
    pub(crate) fn key(&self) -> Secret {
        let slot = self.slot();
        let kept = web_storage::read(StorageArea::Tab, &slot)
            .or_else(|| web_storage::read(StorageArea::Device, &slot));
        Secret::new(&kept.unwrap_or_default())
    }

    /// Removes the stored key from every place.
    pub(crate) fn forget(&self) {
        let slot = self.slot();
        web_storage::remove(StorageArea::Tab, &slot);
        web_storage::remove(StorageArea::Device, &slot);
    }

    /// Returns the endpoint of this address with a key.
    pub(crate) fn endpoint(&self, key: Secret) -> Endpoint {
        Endpoint {
            base_url: self.base_url.clone(),
            key,
        }
    }

    fn slot(&self) -> String {
        format!(
            "{SLOTS}{}:{}",
            self.provider,
            origin(&self.base_url).unwrap_or_default()
        )
    }
}

/// Returns the origin of an address that a key may be sent to: https, or http on this computer. `None` for any other
/// address.
pub(crate) fn origin(base_url: &str) -> Option<String> {
    let url = Url::new(base_url.trim()).ok()?;
    let fits = url.protocol() == "https:" || (url.protocol() == "http:" && is_here(&url));
    fits.then(|| url.origin())
}

/// Whether an origin is a server on the user's computer.
pub(super) fn is_local(origin: &str) -> bool {
    Url::new(origin).is_ok_and(|url| is_here(&url))
}

/// Whether a server is on the user's computer. A Content-Security-Policy cannot name `[::1]`.
fn is_here(url: &Url) -> bool {
    matches!(url.hostname().as_str(), "localhost" | "127.0.0.1")
}
