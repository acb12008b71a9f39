//! Clients of language models: provider-independent chat types and one adapter (`Adapter`) per provider.
//!
//! Invariants:
//! * No I/O, no clock, no browser types. An adapter converts a [`Chat`] to a [`Transport`], and response bytes to
//!   [`StreamEvent`]s; the host transfers the bytes.
//! * A key is kept in a [`Secret`] and leaves it only as a header of an [`HttpRequest`], whose `Debug` output hides
//!   the key.
//! * An assistant turn keeps the provider's own blocks verbatim ([`Raw`]). These blocks are sent back, unchanged and in
//!   order, only to the provider and model that produced them.
//!
//! Start with [`chat`] (the types), then [`PROVIDERS`], then the folder `anthropic`. A new wire format is one folder
//! here and one line in [`PROVIDERS`]; a server that speaks Chat Completions is one entry in `completions` and one
//! line. Prices and limits of models are in [`models`]; [`probe`] tests a connection.
//!
//! # Example
//!
//! ```
//! use trammel::llm::{Block, PROVIDERS, Turn, provider};
//!
//! let turn = Turn::user(vec![Block::Text("Draw a circle.".to_owned())]);
//! assert_eq!(turn.text(), "Draw a circle.");
//! assert!(provider("anthropic").is_some_and(|anthropic| anthropic.needs_key()));
//! assert!(PROVIDERS.len() > 4);
//! ```

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
mod shared_host;
pub mod signin;
pub mod sse;
mod stream;
mod verbatim;

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
pub use provider::{KeyNeed, ModelDefaults, Provider, Reach, is_on_this_computer};
pub use providers::{PROVIDERS, Providers, origins, provider};
pub use secret::{Endpoint, HttpRequest, Secret};
pub use shared_host::is_shared;
pub use signin::SignIn;
