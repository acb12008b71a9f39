//! The request body and headers.
//!
//! Invariants: the same chat gives the same bytes, and a chat with more turns gives a `messages` array that begins
//! with the bytes of the shorter one. Results hold text only: their pictures follow in a user message, after all
//! results of the turn. Nothing is sent that only some servers know, unless the preset says so.

use serde_json::{Value, json};

use super::preset::Preset;
use crate::llm::call_ids::Ids;
use crate::llm::secret::SILENCE_MS;
use crate::llm::{Block, Chat, Content, Endpoint, HttpRequest, Role, ToolCall, ToolResult, Turn, schema};

/// What stands between results and a user message where one may not follow the other.
const BRIDGE: &str = "I have the results.";

/// Builds `POST {base_url}/chat/completions`.
pub(super) fn build(preset: &Preset, chat: &Chat<'_>, endpoint: &Endpoint) -> HttpRequest {
    HttpRequest {
        method: "POST".to_owned(),
        url: endpoint.join("chat/completions"),
        headers: endpoint.bearer_headers(),
        body: body(preset, chat).to_string(),
        silence_ms: SILENCE_MS,
    }
}

fn body(preset: &Preset, chat: &Chat<'_>) -> Value {
    let mut body = json!({"model": chat.model, "stream": true, "max_tokens": chat.max_tokens});
    if preset.asks_usage {
        body["stream_options"] = json!({"include_usage": true});
    }
    if !chat.tools.is_empty() {
        body["tools"] = chat.tools.iter().map(schema::chat).collect();
    }
    body["messages"] = Value::Array(messages(preset, chat));
    body
}

fn messages(preset: &Preset, chat: &Chat<'_>) -> Vec<Value> {
    let mut ids = Ids::new(preset.id);
    let mut messages = Vec::new();
    messages.extend(system(chat));
    for turn in chat.turns {
        match turn.role {
            Role::User => {
                messages.extend(turn.results().map(|answer| result(answer, &ids)));
                say(preset, said(turn, &ids), &mut messages);
            }
            Role::Assistant => {
                if let Some(message) = assistant(preset, chat.model, turn, &mut ids) {
                    answer(message, &mut messages);
                }
            }
        }
    }
    messages
}

/// Models of Anthropic behind a gateway cache only what is marked; the mark covers tools and system prompt.
fn system(chat: &Chat<'_>) -> Option<Value> {
    if chat.system.is_empty() {
        return None;
    }
    Some(if chat.model.starts_with("anthropic/") {
        let part = json!({"type": "text", "text": chat.system, "cache_control": {"type": "ephemeral"}});
        json!({"role": "system", "content": [part]})
    } else {
        json!({"role": "system", "content": chat.system})
    })
}

/// What a user message says: pictures of results, then what the person said.
fn said(turn: &Turn, ids: &Ids) -> Vec<Value> {
    let mut parts = Vec::new();
    for answer in turn.results() {
        let pictures = answer.content.iter().filter_map(|part| match part {
            Content::Image { mime, base64 } => Some(image(mime, base64)),
            Content::Text(_) => None,
        });
        let pictures: Vec<Value> = pictures.collect();
        if !pictures.is_empty() {
            parts.push(text_part(&format!(
                "Image returned by {}:",
                ids.result(&answer.call_id)
            )));
            parts.extend(pictures);
        }
    }
    parts.extend(turn.blocks.iter().filter_map(|block| match block {
        Block::Text(text) if !text.trim().is_empty() => Some(text_part(text)),
        Block::Image { mime, base64 } => Some(image(mime, base64)),
        Block::Text(_) | Block::Reasoning(_) | Block::ToolCall(_) | Block::ToolResult(_) => None,
    }));
    parts
}

/// Adds what the user says, to the message before if that is the user's as well: many chat templates want the roles to
/// alternate.
fn say(preset: &Preset, mut parts: Vec<Value>, messages: &mut Vec<Value>) {
    if parts.is_empty() {
        return;
    }
    let before = messages
        .last()
        .and_then(|message| message["role"].as_str())
        .unwrap_or_default();
    if before == "user" {
        let earlier = messages.pop().unwrap_or_default();
        let mut all = match &earlier["content"] {
            Value::Array(parts) => parts.clone(),
            text => vec![text_part(text.as_str().unwrap_or_default())],
        };
        all.append(&mut parts);
        parts = all;
    } else if before == "tool" && !preset.user_after_results {
        messages.push(json!({"role": "assistant", "content": BRIDGE}));
    }
    // Many servers know nothing but text, and that as one string.
    let texts: Vec<&str> = parts.iter().filter_map(|part| part["text"].as_str()).collect();
    let content = if texts.len() == parts.len() {
        json!(texts.join("\n\n"))
    } else {
        Value::Array(parts)
    };
    messages.push(json!({"role": "user", "content": content}));
}

/// Adds what the assistant says, to the message before if that is the assistant's as well (it was asked to go on).
fn answer(mut message: Value, messages: &mut Vec<Value>) {
    if let Some(before) = messages.pop_if(|before| before["role"] == "assistant") {
        let texts = [&before["content"], &message["content"]];
        let texts: Vec<&str> = texts.into_iter().filter_map(Value::as_str).collect();
        message["content"] = json!(texts.join("\n\n"));
    }
    messages.push(message);
}

fn assistant(preset: &Preset, model: &str, turn: &Turn, ids: &mut Ids) -> Option<Value> {
    ids.begin();
    if let Some(own) = turn.echo(preset.provider, model) {
        turn.calls().for_each(|call| ids.keep(&call.id));
        return Some(own.clone());
    }
    let calls: Vec<Value> = turn
        .calls()
        .map(|call| call_value(&ids.call(&call.id), call, None))
        .collect();
    let text = turn.text();
    message(&text, calls)
}

/// An assistant message; nothing if it says and asks nothing.
pub(super) fn message(text: &str, calls: Vec<Value>) -> Option<Value> {
    let says = !text.trim().is_empty();
    if !says && calls.is_empty() {
        return None;
    }
    let mut message = json!({"role": "assistant", "content": if says { json!(text) } else { Value::Null }});
    if !calls.is_empty() {
        message["tool_calls"] = Value::Array(calls);
    }
    Some(message)
}

/// A call in an assistant message, its arguments as they were written if that is known. Servers read them back and
/// refuse what they cannot read, so arguments that are no object become an empty one; the result says what was wrong.
pub(super) fn call_value(id: &str, call: &ToolCall, written: Option<String>) -> Value {
    let again = || {
        call.args
            .as_ref()
            .map_or_else(|_| "{}".to_owned(), ToString::to_string)
    };
    let arguments = written.unwrap_or_else(again);
    json!({"id": id, "type": "function", "function": {"name": call.name, "arguments": arguments}})
}

/// There is no flag for failures here: the text says so.
fn result(result: &ToolResult, ids: &Ids) -> Value {
    let texts: Vec<&str> = result.content.iter().filter_map(Content::text).collect();
    let mark = if result.is_error { "Error: " } else { "" };
    let mut content = format!("{mark}{}", texts.join("\n"));
    if content.trim().is_empty() {
        let seen = if result.content.is_empty() {
            "No output."
        } else {
            "See the image."
        };
        seen.clone_into(&mut content);
    }
    json!({"role": "tool", "tool_call_id": ids.result(&result.call_id), "content": content})
}

fn text_part(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

fn image(mime: &str, base64: &str) -> Value {
    json!({"type": "image_url", "image_url": {"url": format!("data:{mime};base64,{base64}"), "detail": "auto"}})
}
