//! Providers: how a model is reached.

use super::adapter::Adapter;
use super::signin::SignIn;

/// One way to reach a model: what a settings dialog lists and what the agent is built from.
#[derive(Debug, Clone, Copy)]
pub struct Provider {
    /// Stable identifier, for settings and for the command line's `--provider`.
    pub id: &'static str,
    /// Name shown to people.
    pub label: &'static str,
    /// Default base URL: what precedes `/messages` and the like. Empty when there is no network, or no default.
    pub base_url: &'static str,
    /// Suggested model ids, the default first. Any other id may be typed.
    pub models: &'static [&'static str],
    /// Whether it wants a key.
    pub key: KeyNeed,
    /// Reason for which a browser may not reach it.
    pub reach: Reach,
    /// Assumptions about a model that [`models`](super::models) does not know.
    pub defaults: ModelDefaults,
    /// Whether the answers are a recording and not a model; the app must label them so.
    pub recorded: bool,
    /// Name of the environment variable that usually holds the key, for the command line.
    pub key_variable: Option<&'static str>,
    /// Page where the user signs in and gets a key without copying it.
    pub sign_in: Option<SignIn>,
    /// Makes the adapter.
    pub adapter: fn() -> Box<dyn Adapter>,
}

/// Whether a provider wants a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyNeed {
    /// There is none.
    None,
    /// It works with and without.
    Optional,
    /// A request without one is pointless.
    Required,
}

/// Reasons for which a browser may not reach a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Nothing special.
    Plain,
    /// Some organizations' keys are refused from browsers.
    Organization,
    /// Ollama allows other pages only when told: `OLLAMA_ORIGINS`.
    OllamaOrigins,
    /// LM Studio allows pages only when told: `lms server start --cors`.
    LmStudioCors,
    /// A server on this computer that must be running.
    LocalServer,
    /// Any server: it must allow browsers (CORS).
    AnyServer,
    /// The model of the browser itself, where there is one.
    OnDevice,
}

/// Assumptions about a model without known data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModelDefaults {
    /// Tokens of the context window.
    pub window: u64,
    /// Output tokens of one turn.
    pub output: u32,
    /// Whether it takes pictures.
    pub images: bool,
}

impl Provider {
    /// Whether a request without a key is pointless.
    pub fn needs_key(&self) -> bool {
        self.key == KeyNeed::Required
    }

    /// Whether it runs on the user's own computer.
    pub fn is_local(&self) -> bool {
        matches!(
            self.reach,
            Reach::OllamaOrigins | Reach::LmStudioCors | Reach::LocalServer
        )
    }

    /// Whether it is a part of some browsers: nothing else can ask it, and those that have none need not hear of it.
    pub fn in_browser(&self) -> bool {
        self.reach == Reach::OnDevice
    }

    /// Whether a browser asks before it lets a page of this origin reach the server: a page from elsewhere that wants to
    /// talk to this computer (Local Network Access).
    pub fn is_asked_about(&self, origin: &str) -> bool {
        let host = origin.split_once("://").map_or(origin, |(_, host)| host);
        let name = host.strip_prefix('[').map_or_else(
            || host.split(':').next().unwrap_or_default(),
            |v6| v6.split(']').next().unwrap_or_default(),
        );
        self.is_local() && !matches!(name, "localhost" | "127.0.0.1" | "::1")
    }

    /// Whether there is an address to enter.
    pub fn has_address(&self) -> bool {
        !self.recorded && !self.in_browser()
    }

    /// The first suggested model id.
    pub fn default_model(&self) -> &'static str {
        self.models.first().copied().unwrap_or_default()
    }
}
