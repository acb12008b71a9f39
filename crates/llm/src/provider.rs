//! Description of a provider: identity, address, key, limits and adapter.

use super::adapter::Adapter;
use super::signin::SignIn;

/// Entry of the provider list, used by the settings dialog and the agent.
#[derive(Debug, Clone, Copy)]
pub struct Provider {
    /// Stable identifier, for settings and for the command line's `--provider`.
    pub id: &'static str,
    /// Display name.
    pub label: &'static str,
    /// Default base URL, to which paths such as `/messages` are appended. Empty if the provider is not reached over
    /// the network or has no default.
    pub base_url: &'static str,
    /// Suggested model ids, the default first. The user may enter any other id.
    pub models: &'static [&'static str],
    /// Key requirement.
    pub key: KeyNeed,
    /// Reason for which a browser may fail to reach the provider.
    pub reach: Reach,
    /// Assumed limits of a model that is not in [`models`](super::models).
    pub defaults: ModelDefaults,
    /// Whether the answers are recorded rather than generated; the app must label them as recorded.
    pub recorded: bool,
    /// Name of the environment variable that usually holds the key, for the command line.
    pub key_variable: Option<&'static str>,
    /// OAuth sign-in that creates a key, if the provider offers one.
    pub sign_in: Option<SignIn>,
    /// Constructor of the adapter.
    pub adapter: fn() -> Box<dyn Adapter>,
}

/// Key requirement of a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyNeed {
    /// The provider has no keys.
    None,
    /// The provider works with and without a key.
    Optional,
    /// The provider refuses requests without a key.
    Required,
}

/// Reason for which a browser may fail to reach a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// No known reason.
    Plain,
    /// Keys of some organizations are refused from browsers.
    Organization,
    /// Ollama accepts requests from other origins only if `OLLAMA_ORIGINS` allows them.
    OllamaOrigins,
    /// LM Studio accepts requests from pages only if started with `lms server start --cors`.
    LmStudioCors,
    /// A server on this computer, which must be running.
    LocalServer,
    /// An arbitrary server, which must allow requests from browsers (CORS).
    AnyServer,
    /// The browser's built-in model, which exists in some browsers only.
    OnDevice,
}

/// Assumed limits of a model without known data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModelDefaults {
    /// Size of the context window, in tokens.
    pub window: u64,
    /// Maximum output of one turn, in tokens.
    pub output: u32,
    /// Whether the model accepts images.
    pub images: bool,
}

impl Provider {
    /// Whether the provider refuses requests without a key.
    pub fn needs_key(&self) -> bool {
        self.key == KeyNeed::Required
    }

    /// Whether the server runs on the user's own computer.
    pub fn is_local(&self) -> bool {
        matches!(
            self.reach,
            Reach::OllamaOrigins | Reach::LmStudioCors | Reach::LocalServer
        )
    }

    /// Whether the model is part of the browser. Only a page in such a browser can use it, so other hosts leave this
    /// provider out.
    pub fn in_browser(&self) -> bool {
        self.reach == Reach::OnDevice
    }

    /// Whether the browser asks the user for permission before a page of this origin connects to the server (Local
    /// Network Access). This is the case for a page of another computer that connects to a server on this one.
    pub fn is_asked_about(&self, origin: &str) -> bool {
        self.is_local() && !is_on_this_computer(origin)
    }

    /// Whether the provider has a configurable address.
    pub fn has_address(&self) -> bool {
        !self.recorded && !self.in_browser()
    }

    /// Returns the first suggested model id.
    pub fn default_model(&self) -> &'static str {
        self.models.first().copied().unwrap_or_default()
    }
}

/// Whether the server of an address is on this computer.
pub fn is_on_this_computer(address: &str) -> bool {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    // A user name before the host may look like the name of this computer.
    let host = host.rsplit('@').next().unwrap_or_default();
    let name = match host.strip_prefix('[') {
        Some(host) => host.split(']').next(),
        None => host.split(':').next(),
    };
    matches!(name, Some("localhost" | "127.0.0.1" | "::1"))
}
