//! Language models, seen from inside: canonical chat types and one adapter (`Adapter`) per provider.
//!
//! Invariants:
//! * No I/O, no clock, no browser types. A wire turns a [`Chat`] into a [`Transport`], and bytes into
//!   [`StreamEvent`]s; somebody else moves the bytes.
//! * A key lives in a [`Secret`] and leaves it only as a header of an [`HttpRequest`], whose `Debug` hides it.
//! * An assistant turn keeps the provider's own blocks verbatim ([`Raw`]); they are echoed, unchanged and in
//!   order, to the provider and model that made them, and to nobody else.
//!
//! Start with [`chat`] (the types), then [`PROVIDERS`], then the folder `anthropic`. Adding a wire format is one folder
//! here and one line in [`PROVIDERS`]; a server that speaks Chat Completions is one entry in `completions` and one line.
//! What a model costs and how much it takes is in [`models`]; [`probe`] tries a connection.

mod anthropic;
mod call_ids;
pub mod chat;
mod completions;
mod demo;
pub mod error;
mod failure;
mod gemini;
mod model_list;
pub mod models;
pub mod ondevice;
pub mod probe;
mod responses;
pub mod schema;
pub mod secret;
pub mod signin;
pub mod sse;
mod stream;

#[cfg(test)]
pub(crate) mod tests;

pub use chat::{
    BadArgs, Block, Chat, Content, Raw, Role, Stop, StreamEvent, ToolCall, ToolDef, ToolResult, Turn, Usage,
};
pub use demo::{RecordedCall, RecordedTurn};
pub use error::{ApiError, ErrorKind};
pub use model_list::model_ids;
pub use probe::{Probe, Proof};
pub use secret::{Endpoint, HttpRequest, Secret};
pub use signin::SignIn;

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
    /// What a person who cannot reach it should hear.
    pub help: Reach,
    /// What is assumed of a model that [`models`] does not know.
    pub usual: ModelDefaults,
    /// Whether the answers are a recording and not a model; the app must label them so.
    pub recorded: bool,
    /// Name of the environment variable that usually holds the key, for the command line.
    pub key_variable: Option<&'static str>,
    /// Where a person can sign in and get a key without copying one.
    pub sign_in: Option<SignIn>,
    /// Makes the adapter.
    pub wire: fn() -> Box<dyn Adapter>,
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

/// Why a provider may be out of a browser's reach.
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

/// What is assumed of a model nothing is known about.
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

    /// Whether it runs on the person's own computer.
    pub fn is_local(&self) -> bool {
        matches!(
            self.help,
            Reach::OllamaOrigins | Reach::LmStudioCors | Reach::LocalServer
        )
    }

    /// Whether it is a part of some browsers: nothing else can ask it, and those that have none need not hear of it.
    pub fn in_browser(&self) -> bool {
        self.help == Reach::OnDevice
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

/// Every provider, in the order a settings dialog shows them.
pub const PROVIDERS: &[Provider] = &[
    anthropic::PROVIDER,
    responses::PROVIDER,
    gemini::PROVIDER,
    completions::OPENROUTER,
    completions::GROQ,
    completions::DEEPSEEK,
    completions::MISTRAL,
    completions::OLLAMA,
    completions::LM_STUDIO,
    completions::LLAMA_CPP,
    completions::ANY,
    ondevice::PROVIDER,
    demo::PROVIDER,
];

/// The provider with this id.
pub fn provider(id: &str) -> Option<&'static Provider> {
    PROVIDERS.iter().find(|p| p.id == id)
}

/// How one request reaches its answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Transport {
    /// Send this and deliver status, headers and body bytes.
    Http(HttpRequest),
    /// Deliver these bytes as the body of a successful answer, after the delays, then the end.
    Recorded(Vec<Chunk>),
    /// Ask the model of the browser; deliver what [`ondevice`] makes of its words as the body of a successful answer.
    OnDevice(ondevice::Prompt),
}

/// A piece of a recorded answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// How long to wait before delivering it, in milliseconds.
    pub delay_ms: u64,
    /// What to deliver.
    pub bytes: Vec<u8>,
}

/// A provider's wire format: pure functions and a stream decoder.
pub trait Adapter: Send + Sync {
    /// The request that asks for the next assistant turn of this chat.
    fn request(&self, chat: &Chat<'_>, endpoint: &Endpoint) -> Transport;
    /// A decoder for the body of one successful answer; `model` is the id that was asked for.
    fn decoder(&self, model: &str) -> Box<dyn Decoder>;
    /// The request for the server's list of models, to be read with [`model_ids`]; `None` if it has none.
    fn list(&self, endpoint: &Endpoint) -> Option<HttpRequest>;
    /// What proves a key at the least cost.
    fn proof(&self, endpoint: &Endpoint) -> Proof {
        let _ = endpoint;
        Proof::List
    }
    /// Classifies an answer whose status is not 2xx.
    fn error(&self, status: u16, headers: &[(String, String)], body: &str) -> ApiError;
}

/// Turns body bytes, in pieces of any size, into events.
///
/// Emits at most one [`StreamEvent::End`] or [`StreamEvent::Error`], and nothing after it. `End` comes only from
/// a real terminal event of the provider; a body that stops without one is an error.
pub trait Decoder: Send + Sync {
    /// Takes the next bytes.
    fn push(&mut self, bytes: &[u8]) -> Vec<StreamEvent>;
    /// The body has ended.
    fn finish(&mut self) -> Vec<StreamEvent>;
}
