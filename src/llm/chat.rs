//! The canonical chat: what the agent keeps and every adapter translates.
//!
//! Invariants: blocks of a turn are in the provider's order; a [`ToolResult`] answers exactly one [`ToolCall`] of
//! the turn before it (kept by `agent::Transcript`). Everything here is plain data and serializable.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::error::ApiError;

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The person, and the results of tools.
    User,
    /// The model.
    Assistant,
}

/// A part of a tool result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Content {
    /// Plain text.
    Text(String),
    /// A picture.
    Image {
        /// For example `image/png`.
        mime: String,
        /// The file, base64.
        base64: String,
    },
}

impl Content {
    /// The text, if this is text.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Image { .. } => None,
        }
    }
}

/// Arguments that are not a JSON object.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BadArgs {
    /// What the model wrote.
    pub raw: String,
    /// What is wrong with it.
    pub message: String,
}

/// The model asks for a tool to be run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The provider's id of the call; the result repeats it.
    pub id: String,
    /// Name of the tool; not checked against the tools that were offered.
    pub name: String,
    /// The arguments: always an object when `Ok`.
    pub args: Result<Value, BadArgs>,
}

impl ToolCall {
    /// Builds a call from the JSON text a model wrote; blank text means no arguments.
    pub fn parse(id: String, name: String, raw: &str) -> Self {
        let args = if raw.trim().is_empty() {
            Ok(Value::Object(Map::new()))
        } else {
            match serde_json::from_str::<Value>(raw) {
                Ok(value @ Value::Object(_)) => Ok(value),
                Ok(_) => Err("the arguments must be one JSON object".to_owned()),
                Err(e) => Err(e.to_string()),
            }
            .map_err(|message| BadArgs {
                raw: raw.to_owned(),
                message,
            })
        };
        Self { id, name, args }
    }
}

/// The answer to a [`ToolCall`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolResult {
    /// Id of the call.
    pub call_id: String,
    /// What the tool answered.
    pub content: Vec<Content>,
    /// Whether the tool failed.
    pub is_error: bool,
    /// Tools that the answer makes known. The next requests offer them; no request repeats them here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<ToolDef>,
}

/// A part of a turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    /// Text to read.
    Text(String),
    /// A picture, in a user turn.
    Image {
        /// For example `image/png`.
        mime: String,
        /// The file, base64.
        base64: String,
    },
    /// The model's reasoning, as far as the provider shows it. Never sent back from here, only in [`Raw`].
    Reasoning(String),
    /// A call, in an assistant turn.
    ToolCall(ToolCall),
    /// A result, in a user turn.
    ToolResult(ToolResult),
}

/// An assistant turn exactly as its provider wrote it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Raw {
    /// Id of the provider that made it.
    pub provider: String,
    /// The model id that was asked for.
    pub model: String,
    /// The provider's blocks; only its own adapter looks inside.
    pub value: Value,
}

/// One message of the conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// Who speaks.
    pub role: Role,
    /// The parsed parts.
    pub blocks: Vec<Block>,
    /// The verbatim original, for assistant turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<Raw>,
}

impl Turn {
    /// A user turn.
    pub fn user(blocks: Vec<Block>) -> Self {
        Self {
            role: Role::User,
            blocks,
            raw: None,
        }
    }

    /// The calls, in order.
    pub fn calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.blocks.iter().filter_map(|block| match block {
            Block::ToolCall(call) => Some(call),
            _ => None,
        })
    }

    /// The results, in order.
    pub fn results(&self) -> impl Iterator<Item = &ToolResult> {
        self.blocks.iter().filter_map(|block| match block {
            Block::ToolResult(result) => Some(result),
            _ => None,
        })
    }

    /// What this provider and model wrote, to be echoed as it is; `None` if somebody else wrote the turn.
    pub(super) fn echo(&self, provider: &str, model: &str) -> Option<&Value> {
        let own = self
            .raw
            .as_ref()
            .filter(|raw| raw.provider == provider && raw.model == model);
        own.map(|raw| &raw.value)
    }

    /// All text blocks, joined.
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

    /// Whether there is neither visible text nor a call nor a result: nothing worth keeping.
    pub fn is_empty(&self) -> bool {
        self.blocks.iter().all(|block| match block {
            Block::Text(text) => text.trim().is_empty(),
            Block::Reasoning(_) => true,
            Block::Image { .. } | Block::ToolCall(_) | Block::ToolResult(_) => false,
        })
    }
}

/// A tool as offered to a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolDef {
    /// Name, `[a-zA-Z_][a-zA-Z0-9_]{0,63}`.
    pub name: String,
    /// What it does, for the model.
    pub description: String,
    /// JSON Schema of the arguments; the root is an object.
    pub parameters: Value,
}

impl ToolDef {
    /// The tool of a canonical `{name, description, parameters}`; `None` if it is none.
    pub fn of(mut canonical: Value) -> Option<Self> {
        Some(Self {
            name: canonical["name"].as_str()?.to_owned(),
            description: canonical["description"].as_str()?.to_owned(),
            parameters: Some(canonical["parameters"].take()).filter(Value::is_object)?,
        })
    }
}

/// Everything one request is made of.
#[derive(Debug, Clone, Copy)]
pub struct Chat<'a> {
    /// System prompt; fixed for a conversation.
    pub system: &'a str,
    /// Tools on offer; fixed for a conversation, in this order.
    pub tools: &'a [ToolDef],
    /// The conversation so far; the last turn is the user's.
    pub turns: &'a [Turn],
    /// Model id.
    pub model: &'a str,
    /// Upper bound of output tokens, reasoning included.
    pub max_tokens: u32,
}

/// Why an assistant turn ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Stop {
    /// It is complete.
    Done,
    /// It waits for tools.
    ToolCalls,
    /// It was cut off at the output limit.
    Length,
    /// It was cut off because the context window is full.
    ContextFull,
    /// The provider refused.
    Refused {
        /// The provider's category, if it names one.
        category: Option<String>,
        /// The provider's explanation, if it gives one.
        explanation: Option<String>,
    },
    /// The provider wants the same conversation again, with this turn.
    Pause,
    /// The person stopped it. Never sent by a provider.
    Aborted,
    /// Anything else, in the provider's word.
    Other(String),
}

/// Tokens of one request. Cumulative while streaming: a later value replaces an earlier one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Input read at the full price.
    pub input_uncached: u64,
    /// Input read from the cache.
    pub cache_read: u64,
    /// Input written to the cache.
    pub cache_write: u64,
    /// Output, reasoning included.
    pub output: u64,
    /// How much of the output was reasoning, if the provider says.
    pub reasoning: u64,
    /// What the provider says it costs, in billionths of a US dollar.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub billed: Option<u64>,
}

impl Usage {
    /// All input, from the cache or not.
    pub fn input(&self) -> u64 {
        self.input_uncached + self.cache_read + self.cache_write
    }

    /// All tokens, in and out.
    pub fn total(&self) -> u64 {
        self.input() + self.output
    }

    /// The sum of two requests.
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

/// What a decoder says. `index` is the position of the block in the turn.
#[derive(Debug, Clone, PartialEq)]
pub enum StreamEvent {
    /// The answer begins.
    Start {
        /// Model that answers, in the provider's word.
        model: String,
        /// The provider's id of the answer.
        id: String,
    },
    /// More text.
    TextDelta {
        /// Block.
        index: usize,
        /// The piece.
        text: String,
    },
    /// More reasoning.
    ReasoningDelta {
        /// Block.
        index: usize,
        /// The piece.
        text: String,
    },
    /// A call begins; its arguments follow. It must not be run before [`StreamEvent::End`].
    ToolStart {
        /// Block.
        index: usize,
        /// Id of the call.
        id: String,
        /// Name of the tool.
        name: String,
    },
    /// More of the arguments, as JSON text.
    ToolArgsDelta {
        /// Block.
        index: usize,
        /// The piece.
        text: String,
    },
    /// A call is complete.
    ToolEnd {
        /// Block.
        index: usize,
        /// The call.
        call: ToolCall,
    },
    /// Token counts so far; replaces earlier ones.
    Usage(Usage),
    /// The turn is complete.
    End {
        /// Why.
        stop: Stop,
        /// The whole turn.
        turn: Turn,
    },
    /// The turn failed; nothing of it counts.
    Error(ApiError),
}
