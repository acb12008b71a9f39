//! Requests of the Gemini API: headers and body.
//!
//! Invariants: the same chat gives the same bytes, and the `contents` array of a longer chat begins with the bytes of
//! the shorter one. The key is sent as a header, never in the URL.

use serde_json::{Value, json};

use crate::secret::SILENCE_MS;
use crate::{Block, Chat, Content, Endpoint, HttpRequest, Role, ToolResult, Turn, schema};

/// Id of the provider, stored in raw turns.
pub(super) const ID: &str = "gemini";

/// Placeholder for the thought signature that a call of another model lacks.
const NO_SIGNATURE: &str = "skip_thought_signature_validator";

/// Builds `POST {base_url}/models/{model}:streamGenerateContent`.
pub(super) fn build(chat: &Chat<'_>, endpoint: &Endpoint) -> HttpRequest {
    // The API's model list prefixes the ids with `models/`.
    let model = chat.model.strip_prefix("models/").unwrap_or(chat.model);
    HttpRequest {
        method: "POST".to_owned(),
        url: format!(
            "{}/{}:streamGenerateContent?alt=sse",
            endpoint.join("models"),
            in_url(model)
        ),
        headers: headers(endpoint),
        body: body(chat).to_string(),
        silence_ms: SILENCE_MS,
    }
}

/// Returns the headers of every request.
pub(super) fn headers(endpoint: &Endpoint) -> Vec<(String, String)> {
    let mut headers = vec![("content-type".to_owned(), "application/json".to_owned())];
    if !endpoint.key.is_empty() {
        headers.push(("x-goog-api-key".to_owned(), endpoint.key.expose().to_owned()));
    }
    headers
}

/// Removes characters that no model id contains, so that an id cannot change the URL.
fn in_url(model: &str) -> String {
    model
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
        .collect()
}

fn body(chat: &Chat<'_>) -> Value {
    let generation = Generation::of(chat.model);
    let mut body = json!({});
    if !chat.system.is_empty() {
        body["systemInstruction"] = json!({"parts": [{"text": chat.system}]});
    }
    if !chat.tools.is_empty() {
        body["tools"] = schema::gemini(chat.tools);
        body["toolConfig"] = json!({"functionCallingConfig": {"mode": "AUTO"}});
    }
    body["generationConfig"] = json!({"maxOutputTokens": chat.max_tokens});
    if generation.thinks {
        body["generationConfig"]["thinkingConfig"] = json!({"includeThoughts": true});
    }
    body["contents"] = contents(chat, generation);
    body
}

/// Differences between generations of Gemini models.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Generation {
    /// Whether the model returns its thoughts on request.
    thinks: bool,
    /// Whether the model requires signatures of calls, and accepts images inside tool results.
    signs: bool,
}

impl Generation {
    /// Parses `gemini-MAJOR[.MINOR]-...`; an unknown name enables nothing.
    fn of(model: &str) -> Self {
        let rest = model
            .strip_prefix("models/")
            .unwrap_or(model)
            .strip_prefix("gemini-");
        let digits = rest.and_then(|rest| rest.split('-').next()).unwrap_or_default();
        let (major, minor) = digits.split_once('.').unwrap_or((digits, "0"));
        let number = |text: &str| text.parse::<u32>().unwrap_or(0);
        let (major, minor) = (number(major), number(minor));
        Self {
            thinks: major >= 3 || (major, minor) == (2, 5),
            signs: major >= 3,
        }
    }
}

/// A call of the latest model turn.
struct Asked {
    id: String,
    name: String,
    /// Id given by the server, if any; no other id may be sent back.
    own: Option<String>,
}

fn contents(chat: &Chat<'_>, generation: Generation) -> Value {
    let mut contents: Vec<(&str, Vec<Value>)> = Vec::new();
    let mut asked: Vec<Asked> = Vec::new();
    for turn in chat.turns {
        let (role, parts) = match turn.role {
            Role::User => ("user", user(turn, &asked, generation)),
            Role::Assistant => {
                let parts = model(turn, chat.model, generation);
                asked = calls(turn, &parts);
                ("model", parts)
            }
        };
        if parts.is_empty() {
            continue;
        }
        match contents.last_mut() {
            Some((last, earlier)) if *last == role => earlier.extend(parts),
            _ => contents.push((role, parts)),
        }
    }
    contents
        .into_iter()
        .map(|(role, parts)| json!({"role": role, "parts": parts}))
        .collect()
}

/// Returns the parts of a user turn: results in the order of the calls, then the user's own content.
fn user(turn: &Turn, asked: &[Asked], generation: Generation) -> Vec<Value> {
    let mut beside = Vec::new();
    let mut parts: Vec<Value> = turn
        .results()
        .map(|answer| result(answer, asked, generation, &mut beside))
        .collect();
    parts.append(&mut beside);
    parts.extend(turn.blocks.iter().filter_map(|block| match block {
        Block::Text(text) => text_part(text),
        Block::Image { mime, base64 } => Some(inline(mime, base64)),
        Block::Reasoning(_) | Block::ToolCall(_) | Block::ToolResult(_) => None,
    }));
    parts
}

fn model(turn: &Turn, model: &str, generation: Generation) -> Vec<Value> {
    if let Some(Value::Array(own)) = turn.echo(ID, model) {
        return own.clone();
    }
    // A turn of another model is rebuilt from its blocks, without reasoning.
    let mut unsigned = generation.signs;
    turn.blocks
        .iter()
        .filter_map(|block| match block {
            Block::Text(text) => text_part(text),
            Block::ToolCall(call) => {
                let args = call.args.as_ref().map_or_else(|_| json!({}), Clone::clone);
                let mut part = json!({"functionCall": {"name": call.name, "args": args}});
                if std::mem::take(&mut unsigned) {
                    part["thoughtSignature"] = json!(NO_SIGNATURE);
                }
                Some(part)
            }
            Block::Reasoning(_) | Block::Image { .. } | Block::ToolResult(_) => None,
        })
        .collect()
}

/// Returns the calls of a turn with the ids that the server gave, taken from the parts to send.
fn calls(turn: &Turn, parts: &[Value]) -> Vec<Asked> {
    let sent = parts.iter().filter_map(|part| part.get("functionCall"));
    turn.calls()
        .zip(sent)
        .map(|(call, sent)| Asked {
            id: call.id.clone(),
            name: call.name.clone(),
            own: sent["id"].as_str().map(str::to_owned),
        })
        .collect()
}

/// Returns a tool result. Its images go into the result or, for older models, into `beside`.
fn result(result: &ToolResult, asked: &[Asked], generation: Generation, beside: &mut Vec<Value>) -> Value {
    let call = asked.iter().find(|call| call.id == result.call_id);
    let texts: Vec<&str> = result.content.iter().filter_map(Content::text).collect();
    let text = texts.join("\n");
    let response = if result.is_error {
        json!({"error": text})
    } else {
        // JSON output of a tool is embedded as a value rather than as a string.
        let output = serde_json::from_str(&text).unwrap_or(Value::String(text));
        json!({"output": output})
    };
    let mut answer = json!({});
    if let Some(id) = call.and_then(|call| call.own.as_ref()) {
        answer["id"] = json!(id);
    }
    answer["name"] = json!(call.map(|call| &call.name[..]).unwrap_or_default());
    answer["response"] = response;
    let pictures = result.content.iter().filter_map(|part| match part {
        Content::Image { mime, base64 } => Some(inline(mime, base64)),
        Content::Text(_) => None,
    });
    let pictures: Vec<Value> = pictures.collect();
    if !generation.signs {
        beside.extend(pictures);
    } else if !pictures.is_empty() {
        answer["parts"] = Value::Array(pictures);
    }
    json!({"functionResponse": answer})
}

fn text_part(text: &str) -> Option<Value> {
    (!text.trim().is_empty()).then(|| json!({"text": text}))
}

fn inline(mime: &str, base64: &str) -> Value {
    json!({"inlineData": {"mimeType": mime, "data": base64}})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn model_ids_determine_thinking_and_signatures() {
        for (model, thinks, signs) in [
            ("gemini-3.8-flash", true, true),
            ("gemini-4-argon", true, true),
            ("models/gemini-3.5-flash-lite", true, true),
            ("gemini-10-x", true, true),
            ("gemini-2.5-pro", true, false),
            ("gemini-2.0-flash", false, false),
            ("gemma-4-31b", false, false),
            ("", false, false),
        ] {
            assert_eq!(Generation::of(model), Generation { thinks, signs }, "{model}");
        }
    }

    #[test]
    fn a_model_id_is_sanitized_in_the_url() {
        assert_eq!(in_url("gemini-3.8-flash"), "gemini-3.8-flash");
        assert_eq!(in_url("../x?key=1#"), "..xkey1");
    }
}
