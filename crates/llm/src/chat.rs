//! Provider-independent chat types: stored by the agent and converted by every adapter.
//!
//! Invariants: blocks of a turn are in the provider's order; a [`ToolResult`] answers exactly one [`ToolCall`] of the
//! preceding turn (maintained by `agent::Transcript`). All types are plain, serializable data.

use super::repair::{Repair, read_object};
use super::verbatim::is_answer;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::error::ApiError;

/// Author of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The user, or the results of tools.
    User,
    /// The model.
    Assistant,
}

/// Part of a tool result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Content {
    /// Plain text.
    Text(String),
    /// An image.
    Image {
        /// Media type, for example `image/png`.
        mime: String,
        /// Content of the image file, in base64.
        base64: String,
    },
}

impl Content {
    /// Returns the text of a text part.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Image { .. } => None,
        }
    }
}

/// Malformed tool arguments: not a JSON object.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BadArgs {
    /// Text that the model wrote.
    pub raw: String,
    /// Description of the error.
    pub message: String,
}

/// Request of the model to run a tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// Call id given by the provider; the result repeats it.
    pub id: String,
    /// Name of the tool; not checked against the offered tools.
    pub name: String,
    /// Arguments: always a JSON object when `Ok`.
    pub args: Result<Value, BadArgs>,
    /// Way in which the app has repaired the call.
    #[serde(default, skip_serializing_if = "Repair::is_none")]
    pub repair: Repair,
}

impl ToolCall {
    /// Builds a call from JSON text written by a model; blank text means no arguments. Text with a certain meaning that is
    /// not JSON is repaired.
    pub fn parse(id: String, name: String, raw: &str) -> Self {
        let mut repair = Repair::None;
        let args = if raw.trim().is_empty() {
            Ok(Value::Object(Map::new()))
        } else {
            match serde_json::from_str::<Value>(raw) {
                Ok(value @ Value::Object(_)) => Ok(value),
                Ok(_) => Err("the arguments must be one JSON object".to_owned()),
                Err(e) => Err(e.to_string()),
            }
            .or_else(|message| {
                let (value, how) = read_object(raw).ok_or(message)?;
                repair = how;
                Ok(value)
            })
            .map_err(|message| BadArgs {
                raw: raw.to_owned(),
                message,
            })
        };
        Self {
            id,
            name,
            args,
            repair,
        }
    }
}

/// Result of a [`ToolCall`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolResult {
    /// Id of the call.
    pub call_id: String,
    /// Content that the tool returned.
    pub content: Vec<Content>,
    /// Whether the tool failed.
    pub is_error: bool,
}

/// Part of a turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    /// Visible text.
    Text(String),
    /// An image, in a user turn.
    Image {
        /// Media type, for example `image/png`.
        mime: String,
        /// Content of the image file, in base64.
        base64: String,
    },
    /// Reasoning of the model as far as the provider reveals it. This block is never sent back; only [`Raw`] is.
    Reasoning(String),
    /// A tool call, in an assistant turn.
    ToolCall(ToolCall),
    /// A tool result, in a user turn.
    ToolResult(ToolResult),
}

/// Verbatim assistant turn in the provider's own format.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Raw {
    /// Id of the provider that produced the turn.
    pub provider: String,
    /// Requested model id.
    pub model: String,
    /// The provider's blocks, interpreted only by its own adapter.
    pub value: Value,
}

/// One message of the conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// Author.
    pub role: Role,
    /// Parsed parts.
    pub blocks: Vec<Block>,
    /// Verbatim original, for assistant turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<Raw>,
}

impl Turn {
    /// Returns a user turn.
    pub fn user(blocks: Vec<Block>) -> Self {
        Self {
            role: Role::User,
            blocks,
            raw: None,
        }
    }

    /// Iterates over the tool calls, in order.
    pub fn calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.blocks.iter().filter_map(|block| match block {
            Block::ToolCall(call) => Some(call),
            _ => None,
        })
    }

    /// Iterates over the tool results, in order.
    pub fn results(&self) -> impl Iterator<Item = &ToolResult> {
        self.blocks.iter().filter_map(|block| match block {
            Block::ToolResult(result) => Some(result),
            _ => None,
        })
    }

    /// Returns the verbatim turn if the given provider and model produced it and it has only parts of an answer, to be sent
    /// back unchanged.
    pub(super) fn echo(&self, provider: &str, model: &str) -> Option<&Value> {
        let own = self
            .raw
            .as_ref()
            .filter(|raw| raw.provider == provider && raw.model == model && is_answer(&raw.value));
        own.map(|raw| &raw.value)
    }

    /// Returns the concatenation of all text blocks.
    pub fn text(&self) -> String {
        self.blocks
            .iter()
            .filter_map(|block| {
                if let Block::Text(text) = block {
                    Some(text.as_str())
                } else {
                    None
                }
            })
            .collect()
    }

    /// Whether the turn has no visible text, no image, no call and no result, so that it need not be kept.
    pub fn is_empty(&self) -> bool {
        self.blocks.iter().all(|block| match block {
            Block::Text(text) => text.trim().is_empty(),
            Block::Reasoning(_) => true,
            Block::Image { .. } | Block::ToolCall(_) | Block::ToolResult(_) => false,
        })
    }
}

/// Definition of a tool as offered to a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolDef {
    /// Name, `[a-zA-Z_][a-zA-Z0-9_]{0,63}`.
    pub name: String,
    /// Description for the model.
    pub description: String,
    /// JSON Schema of the arguments; the root is an object.
    pub parameters: Value,
}

impl ToolDef {
    /// Converts a canonical `{name, description, parameters}` object; `None` if the value has another shape.
    pub fn of(mut canonical: Value) -> Option<Self> {
        Some(Self {
            name: canonical["name"].as_str()?.to_owned(),
            description: canonical["description"].as_str()?.to_owned(),
            parameters: Some(canonical["parameters"].take()).filter(Value::is_object)?,
        })
    }
}

/// Input of one request.
#[derive(Debug, Clone, Copy)]
pub struct Chat<'a> {
    /// System prompt; constant within a conversation.
    pub system: &'a str,
    /// Offered tools; within a conversation the list only grows at its end.
    pub tools: &'a [ToolDef],
    /// Conversation so far; the last turn is the user's.
    pub turns: &'a [Turn],
    /// Model id.
    pub model: &'a str,
    /// Maximum number of output tokens, reasoning included.
    pub max_tokens: u32,
}

/// Reason for the end of an assistant turn.
#[derive(Debug, Clone, PartialEq)]
pub enum Stop {
    /// The turn is complete.
    Done,
    /// The model waits for tool results.
    ToolCalls,
    /// The output limit was reached.
    Length,
    /// The context window is full.
    ContextFull,
    /// The provider refused to answer.
    Refused {
        /// Category given by the provider.
        category: Option<String>,
        /// Explanation given by the provider.
        explanation: Option<String>,
    },
    /// The provider requests the same conversation again, with this turn appended.
    Pause,
    /// The user stopped the turn. Never sent by a provider.
    Aborted,
    /// Any other reason, verbatim from the provider.
    Other(String),
}

/// Token counts of one request. Counts are cumulative while streaming: a later value replaces an earlier one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Input tokens that were neither read from nor written to the cache.
    pub input_uncached: u64,
    /// Input tokens read from the cache.
    pub cache_read: u64,
    /// Input tokens written to the cache.
    pub cache_write: u64,
    /// Output tokens, reasoning included.
    pub output: u64,
    /// Reasoning tokens among the output, if the provider reports them.
    pub reasoning: u64,
    /// Cost reported by the provider, in billionths of a US dollar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub billed: Option<u64>,
}

impl Usage {
    /// Returns the number of input tokens, cached or not.
    pub fn input(&self) -> u64 {
        self.input_uncached + self.cache_read + self.cache_write
    }

    /// Returns the number of input and output tokens.
    pub fn total(&self) -> u64 {
        self.input() + self.output
    }

    /// Returns the sum of the counts of two requests.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            input_uncached: self.input_uncached + other.input_uncached,
            cache_read: self.cache_read + other.cache_read,
            cache_write: self.cache_write + other.cache_write,
            output: self.output + other.output,
            reasoning: self.reasoning + other.reasoning,
            billed: match (self.billed, other.billed) {
                (Some(a), Some(b)) => Some(a + b),
                (a, b) => a.or(b),
            },
        }
    }
}

/// Event of a decoder. `index` is the position of the block in the turn.
#[derive(Debug, Clone, PartialEq)]
pub enum StreamEvent {
    /// More text.
    TextDelta {
        /// Index of the block.
        index: usize,
        /// Text to append.
        text: String,
    },
    /// More reasoning.
    ReasoningDelta {
        /// Index of the block.
        index: usize,
        /// Text to append.
        text: String,
    },
    /// A tool call starts. The turn of [`StreamEvent::End`] contains the complete call.
    ToolStart {
        /// Index of the block.
        index: usize,
        /// Id of the call.
        id: String,
        /// Name of the tool.
        name: String,
    },
    /// Token counts so far; replaces earlier ones.
    Usage(Usage),
    /// The turn is complete.
    End {
        /// Reason for the end.
        stop: Stop,
        /// The whole turn.
        turn: Turn,
    },
    /// The turn failed; its earlier events must be discarded.
    Error(ApiError),
}
