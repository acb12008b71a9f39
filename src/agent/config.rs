//! The configuration of a conversation.

use crate::llm::models::Model;
use crate::llm::{Endpoint, Providers, ToolDef};

/// Which model to talk to. May change between two runs of one conversation.
#[derive(Debug, Clone, Default)]
pub struct Connection {
    /// Id of a provider in `llm::PROVIDERS`.
    pub provider: String,
    /// Model id.
    pub model: String,
    /// Address and key.
    pub endpoint: Endpoint,
}

/// What a conversation is made from.
#[derive(Debug, Clone, Default)]
pub struct AgentConfig {
    /// Which model to talk to.
    pub connection: Connection,
    /// The providers among which that of the connection is found.
    pub providers: Providers,
    /// System prompt, fixed for the conversation; see [`system_prompt`](super::system_prompt).
    pub system: String,
    /// Tools on offer at the beginning; see `tools::first_tools` and [`Agent::tools`](super::Agent::tools).
    pub tools: Vec<ToolDef>,
    /// Bounds.
    pub limits: Limits,
    /// Whether a person is asked about risky changes; see [`Risk`](super::Risk).
    pub ask: bool,
    /// What the conversation cost before, in billionths of a US dollar: see [`Agent::spent`](super::Agent::spent).
    pub spent: u64,
    /// What a person knows better about models than `llm::models` does.
    pub own_models: Vec<Model>,
    /// Seed of the jitter between retries.
    pub seed: u64,
}

/// Bounds of one run (a request of the person and everything the model does for it).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Model turns before the agent pauses and asks.
    pub max_turns: u32,
    /// Output tokens of one model turn.
    pub max_tokens: u32,
    /// Largest `max_tokens` to try when a turn was cut off.
    pub max_tokens_cap: u32,
    /// Tokens, in and out, before the agent pauses and asks.
    pub max_run_tokens: Option<u64>,
    /// What a conversation may cost before the agent pauses and asks, in billionths of a US dollar. To go on allows as
    /// much again.
    pub max_spend: Option<u64>,
    /// Identical failing calls before the agent pauses.
    pub max_same_failure: u32,
    /// Characters of a tool result's text that the model gets.
    pub max_result_chars: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_turns: 40,
            max_tokens: 32_000,
            max_tokens_cap: 64_000,
            max_run_tokens: None,
            max_spend: Some(1_000_000_000),
            max_same_failure: 3,
            max_result_chars: 8_000,
        }
    }
}

/// How full the model's context window is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gauge {
    /// Tokens of the conversation: as the provider counted them last, else an estimate.
    pub used: u64,
    /// Tokens of the window.
    pub window: u64,
}
