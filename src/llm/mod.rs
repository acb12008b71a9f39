//! Language models, seen from inside: canonical chat types and one adapter (`Adapter`) per provider.
//!
//! Invariants:
//! * No I/O, no clock, no browser types. An adapter turns a [`Chat`] into a [`Transport`], and bytes into
//!   [`StreamEvent`]s; somebody else moves the bytes.
//! * A key lives in a [`Secret`] and leaves it only as a header of an [`HttpRequest`], whose `Debug` hides it.
//! * An assistant turn keeps the provider's own blocks verbatim ([`Raw`]); they are echoed, unchanged and in
//!   order, to the provider and model that made them, and to nobody else.
//!
//! Start with [`chat`] (the types), then [`PROVIDERS`], then the folder `anthropic`. Adding a wire format is one folder
//! here and one line in [`PROVIDERS`]; a server that speaks Chat Completions is one entry in `completions` and one line.
//! What a model costs and how much it takes is in [`models`]; [`probe`] tries a connection.

mod adapter;
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
mod provider;
mod providers;
mod responses;
pub mod schema;
pub mod secret;
pub mod signin;
pub mod sse;
mod stream;

#[cfg(test)]
pub(crate) mod tests;

pub use adapter::{Adapter, Chunk, Decoder, Proof, Transport};
pub use chat::{
    BadArgs, Block, Chat, Content, Raw, Role, Stop, StreamEvent, ToolCall, ToolDef, ToolResult, Turn, Usage,
};
pub use demo::{RecordedCall, RecordedTurn};
pub use error::{ApiError, ErrorKind};
pub use model_list::model_ids;
pub use probe::Probe;
pub use provider::{KeyNeed, ModelDefaults, Provider, Reach};
pub use providers::{PROVIDERS, Providers, provider};
pub use secret::{Endpoint, HttpRequest, Secret};
pub use signin::SignIn;
