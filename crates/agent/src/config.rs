//! Configuration of a conversation.

use trammel_llm::models::Model;
use trammel_llm::{Endpoint, Providers, ToolDef};

/// Provider, model, and endpoint. May change between two runs of one conversation.
#[derive(Debug, Clone, Default)]
pub struct Connection {
    /// Id of a provider in `llm::PROVIDERS`.
    pub provider: String,
    /// Id of the model.
    pub model: String,
    /// Base URL and API key.
    pub endpoint: Endpoint,
}

/// Settings from which an [`Agent`](super::Agent) is created.
#[derive(Debug, Clone, Default)]
pub struct AgentConfig {
    /// Provider, model, and endpoint.
    pub connection: Connection,
    /// Providers in which the provider of `connection` is looked up.
    pub providers: Providers,
    /// System prompt, fixed for the conversation; see [`system_prompt`](super::system_prompt).
    pub system: String,
    /// Tools offered with every request; see `tools::first_tools` and
    /// [`Agent::tools`](super::Agent::tools).
    pub tools: Vec<ToolDef>,
    /// Limits of a run.
    pub limits: Limits,
    /// Whether risky changes need the user's approval; see [`Risk`](super::Risk).
    pub ask: bool,
    /// Cost of the conversation before this agent was created, in billionths of a US dollar; see
    /// [`Agent::cost`](super::Agent::cost).
    pub spent: u64,
    /// Model data from the user's settings; takes precedence over the data in `llm::models`.
    pub own_models: Vec<Model>,
    /// Seed for the jitter of retry delays.
    pub seed: u64,
}

/// Limits of one run. A run is one prompt and all model turns that follow from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of model turns before the agent pauses.
    pub max_turns: u32,
    /// Maximum number of output tokens of one model turn.
    pub max_tokens: u32,
    /// Largest output limit tried after a turn was cut off.
    pub max_tokens_cap: u32,
    /// Maximum number of input and output tokens of a run before the agent pauses.
    pub max_run_tokens: Option<u64>,
    /// Maximum cost of a conversation before the agent pauses, in billionths of a US dollar. Continuing raises
    /// the limit by the same amount.
    pub max_spend: Option<u64>,
    /// Number of identical failing calls after which the agent pauses.
    pub max_same_failure: u32,
    /// Number of failing calls of one tool in a row, with the same kind of error, after which the agent pauses.
    pub max_alike_failures: u32,
    /// Maximum length of a tool result's text in the model's input, in characters.
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
            max_alike_failures: 5,
            max_result_chars: 8_000,
        }
    }
}

/// Fill level of the model's context window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gauge {
    /// Tokens of the conversation: the provider's latest count if there is one, otherwise an estimate.
    pub used: u64,
    /// Size of the context window in tokens.
    pub window: u64,
}
