//! Requests of the Messages API: headers and body.
//!
//! Invariants: the same chat gives the same bytes (fixed key order, no clock, no randomness), and the `messages`
//! array of a longer chat begins with the bytes of the shorter one, so that prompt caches stay valid. Sampling
//! parameters are never sent, because newer models reject them; `tool_choice` is always `auto`.

use serde_json::{Value, json};

use crate::call_ids::{Ids, plain};
use crate::secret::SILENCE_MS;
use crate::{Block, Chat, Content, Endpoint, HttpRequest, Role, ToolResult, Turn, schema};

/// Value of the `anthropic-beta` header with which the API drops a mismatched thinking block instead of rejecting the
/// request.
const BINDING_BETA: &str = "thinking-binding-controls-2026-08-01";

/// Builds `POST {base_url}/messages`.
pub(super) fn build(provider: &str, chat: &Chat<'_>, endpoint: &Endpoint) -> HttpRequest {
    let mut headers = headers(endpoint);
    let thinking = Thinking::of(chat.model);
    if thinking == Thinking::Bound {
        headers.push(("anthropic-beta".to_owned(), BINDING_BETA.to_owned()));
    }
    HttpRequest {
        method: "POST".to_owned(),
        url: endpoint.join("messages"),
        headers,
        body: body(provider, chat, thinking).to_string(),
        silence_ms: SILENCE_MS,
    }
}

/// Returns the headers of every request.
pub(super) fn headers(endpoint: &Endpoint) -> Vec<(String, String)> {
    let mut headers = vec![("content-type".to_owned(), "application/json".to_owned())];
    if !endpoint.key.is_empty() {
        headers.push(("x-api-key".to_owned(), endpoint.key.expose().to_owned()));
    }
    headers.push(("anthropic-version".to_owned(), "2023-06-01".to_owned()));
    headers.push((
        "anthropic-dangerous-direct-browser-access".to_owned(),
        "true".to_owned(),
    ));
    headers
}

fn body(provider: &str, chat: &Chat<'_>, thinking: Thinking) -> Value {
    // The top-level marker caches up to the last block of the conversation, so no marker inside `messages` has to
    // move between turns. The marker on `system` caches tools and system prompt separately.
    let marker = json!({"type": "ephemeral"});
    let mut body = json!({
        "model": chat.model,
        "max_tokens": chat.max_tokens,
        "stream": true,
        "cache_control": marker,
    });
    if !chat.system.is_empty() {
        body["system"] = json!([{"type": "text", "text": chat.system, "cache_control": marker}]);
    }
    if !chat.tools.is_empty() {
        body["tools"] = chat.tools.iter().map(schema::anthropic).collect();
        body["tool_choice"] = json!({"type": "auto"});
    }
    if let Some(value) = thinking.value() {
        body["thinking"] = value;
    }
    body["messages"] = messages(provider, chat.model, chat.turns);
    body
}

/// Setting of the `thinking` field, by model family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Thinking {
    /// Omitted for unknown or older models, so that the model's default applies.
    Unset,
    /// Adaptive, with readable summaries. Without summaries, newer models emit no text between tool calls.
    Adaptive,
    /// Adaptive, for models that bind each thinking block to the preceding conversation.
    Bound,
}

impl Thinking {
    /// Parses `claude-FAMILY-MAJOR[-MINOR][-DATE]`.
    fn of(model: &str) -> Self {
        let mut parts = model.strip_prefix("claude-").unwrap_or_default().split('-');
        let family = parts.next().unwrap_or_default();
        let mut number = || {
            parts
                .next()
                .and_then(|p| p.parse::<u32>().ok())
                .filter(|n| *n < 1000)
        };
        let Some(major) = number() else { return Self::Unset };
        let minor = number().unwrap_or(0);
        match (family, major, minor) {
            ("opus", 4, 7 | 8) | ("opus" | "sonnet" | "fable", 5, 0) => Self::Adaptive,
            ("opus", 5, 5..) | ("fable", 5, 1..) | ("opus" | "fable", 6.., _) => Self::Bound,
            _ => Self::Unset,
        }
    }

    fn value(self) -> Option<Value> {
        match self {
            Self::Unset => None,
            Self::Adaptive => Some(json!({"type": "adaptive", "display": "summarized"})),
            Self::Bound => Some(json!({
                "type": "adaptive",
                "display": "summarized",
                "block_binding": {"prefix_mismatch_behavior": "drop_block"},
            })),
        }
    }
}

fn messages(provider: &str, model: &str, turns: &[Turn]) -> Value {
    let mut messages: Vec<(Role, Vec<Value>)> = Vec::new();
    let mut ids = Ids::new(plain);
    for turn in turns {
        let blocks = match turn.role {
            Role::User => user(turn, &ids),
            Role::Assistant => assistant(provider, model, turn, &mut ids),
        };
        if blocks.is_empty() {
            continue;
        }
        // Consecutive user turns (the user wrote again after a failed run) become one message.
        match messages.last_mut() {
            Some((role, last)) if *role == turn.role => last.extend(blocks),
            _ => messages.push((turn.role, blocks)),
        }
    }
    messages
        .into_iter()
        .map(|(role, content)| {
            let role = match role {
                Role::User => "user",
                Role::Assistant => "assistant",
            };
            json!({"role": role, "content": content})
        })
        .collect()
}

/// Returns the blocks of a user turn: results first, as the API requires, then the user's own content.
fn user(turn: &Turn, ids: &Ids) -> Vec<Value> {
    let results = turn.results().map(|answer| result(answer, ids));
    let said = turn.blocks.iter().filter_map(|block| match block {
        Block::Text(text) => text_block(text),
        Block::Image { mime, base64 } => Some(image(mime, base64)),
        Block::Reasoning(_) | Block::ToolCall(_) | Block::ToolResult(_) => None,
    });
    results.chain(said).collect()
}

fn assistant(provider: &str, model: &str, turn: &Turn, ids: &mut Ids) -> Vec<Value> {
    ids.begin();
    if let Some(Value::Array(blocks)) = turn.echo(provider, model) {
        turn.calls().for_each(|call| ids.keep(&call.id));
        return blocks.clone();
    }
    // A turn of another model is rebuilt from its blocks, without reasoning.
    turn.blocks
        .iter()
        .filter_map(|block| match block {
            Block::Text(text) => text_block(text),
            Block::ToolCall(call) => Some(json!({
                "type": "tool_use",
                "id": ids.call(&call.id),
                "name": call.name,
                "input": call.args.as_ref().map_or_else(|_| json!({}), Clone::clone),
            })),
            Block::Reasoning(_) | Block::Image { .. } | Block::ToolResult(_) => None,
        })
        .collect()
}

fn result(result: &ToolResult, ids: &Ids) -> Value {
    let mut value = json!({"type": "tool_result", "tool_use_id": ids.result(&result.call_id)});
    if result.is_error {
        value["is_error"] = Value::Bool(true);
    }
    match &result.content[..] {
        [Content::Text(text)] if !text.is_empty() => value["content"] = Value::String(text.clone()),
        parts => {
            let parts: Vec<Value> = parts.iter().filter_map(content).collect();
            if !parts.is_empty() {
                value["content"] = Value::Array(parts);
            }
        }
    }
    value
}

fn content(content: &Content) -> Option<Value> {
    match content {
        Content::Text(text) => text_block(text),
        Content::Image { mime, base64 } => Some(image(mime, base64)),
    }
}

fn image(mime: &str, base64: &str) -> Value {
    json!({"type": "image", "source": {"type": "base64", "media_type": mime, "data": base64}})
}

/// Returns a text block; `None` for blank text, which the API rejects.
fn text_block(text: &str) -> Option<Value> {
    (!text.trim().is_empty()).then(|| json!({"type": "text", "text": text}))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn the_model_family_determines_the_thinking_mode() {
        for (model, expected) in [
            ("claude-opus-5-5", Thinking::Bound),
            ("claude-opus-5-5-20260922", Thinking::Bound),
            ("claude-fable-5", Thinking::Adaptive),
            ("claude-fable-5-1", Thinking::Bound),
            ("claude-fable-5-2", Thinking::Bound),
            ("claude-opus-5", Thinking::Adaptive),
            ("claude-opus-5-20260601", Thinking::Adaptive),
            ("claude-opus-4-8", Thinking::Adaptive),
            ("claude-opus-4-7", Thinking::Adaptive),
            ("claude-sonnet-5", Thinking::Adaptive),
            ("claude-sonnet-5-5", Thinking::Unset),
            ("claude-haiku-5-5", Thinking::Unset),
            ("claude-haiku-4-5", Thinking::Unset),
            ("claude-opus-4-6", Thinking::Unset),
            ("claude-3-5-sonnet-20241022", Thinking::Unset),
            ("claude-", Thinking::Unset),
            ("my-proxy-model", Thinking::Unset),
            ("", Thinking::Unset),
        ] {
            assert_eq!(Thinking::of(model), expected, "{model}");
        }
    }
}
