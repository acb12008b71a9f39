//! Requests of the Chat Completions API: headers and body.
//!
//! Invariants: the same chat gives the same bytes, and the `messages` array of a longer chat begins with the bytes of
//! the shorter one. Tool results hold text only; their images follow in a user message after all results of the turn.
//! A field that only some servers support is sent only if the preset requires it.

use serde_json::{Value, json};

use super::preset::Preset;
use crate::call_ids::Ids;
use crate::secret::SILENCE_MS;
use crate::{Block, Chat, Content, Endpoint, HttpRequest, Role, ToolCall, ToolResult, Turn, schema};

/// Assistant message inserted between tool results and a user message for servers that require one.
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
                say(preset, user_parts(turn, &ids), &mut messages);
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

/// Returns the system message. Models of Anthropic behind a gateway cache only marked content; the mark covers tools
/// and system prompt.
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

/// Returns the parts of a user message: images of tool results, then the user's own content.
fn user_parts(turn: &Turn, ids: &Ids) -> Vec<Value> {
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

/// Appends a user message, merged with a preceding user message, because many chat templates require alternating
/// roles.
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
    // Many servers accept text only, as a single string.
    let texts: Vec<&str> = parts.iter().filter_map(|part| part["text"].as_str()).collect();
    let content = if texts.len() == parts.len() {
        json!(texts.join("\n\n"))
    } else {
        Value::Array(parts)
    };
    messages.push(json!({"role": "user", "content": content}));
}

/// Appends an assistant message, merged with a preceding assistant message (after a request to continue).
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

/// Returns an assistant message; `None` if it has neither text nor calls.
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

/// Returns a tool call for an assistant message, with the arguments as the model wrote them if `written` is given.
/// Servers parse the arguments and reject invalid JSON, so malformed arguments become an empty object; the tool
/// result describes the error.
pub(super) fn call_value(id: &str, call: &ToolCall, written: Option<String>) -> Value {
    let again = || {
        call.args
            .as_ref()
            .map_or_else(|_| "{}".to_owned(), ToString::to_string)
    };
    let arguments = written.unwrap_or_else(again);
    json!({"id": id, "type": "function", "function": {"name": call.name, "arguments": arguments}})
}

/// Returns a tool message. The API has no error flag, so the text of a failed call starts with `Error:`.
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
