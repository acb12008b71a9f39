#![doc = include_str!("../README.md")]

mod adapter;
mod address;
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
mod repair;
mod responses;
pub mod schema;
pub mod secret;
mod shared_host;
pub mod signin;
mod skills;
pub mod sse;
mod stream;
mod text_calls;
mod verbatim;

#[cfg(test)]
pub(crate) mod tests;

pub use adapter::{Adapter, Chunk, Decoder, Proof, Transport};
pub use address::{AddressFault, find_address_fault};
pub use chat::{
    BadArgs, Block, Chat, Content, Raw, Role, Stop, StreamEvent, ToolCall, ToolDef, ToolResult, Turn, Usage,
};
pub use demo::{RecordedCall, RecordedTurn};
pub use error::{ApiError, ErrorKind};
pub use model_list::model_ids;
pub use probe::Probe;
pub use provider::{KeyNeed, ModelDefaults, Provider, Reach, is_on_this_computer};
pub use providers::{PROVIDERS, Providers, origins, provider};
pub use repair::Repair;
pub use secret::{Endpoint, HttpRequest, Secret};
pub use shared_host::is_shared;
pub use signin::SignIn;
pub use skills::{NextSkill, SkillProbe, Skills};
pub use text_calls::{TextCalls, find_text_calls};
