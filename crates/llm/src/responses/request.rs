//! Requests of the Responses API: headers and body.
//!
//! Invariants: the same chat gives the same bytes, and the `input` array of a longer chat begins with the bytes of
//! the shorter one, so that prompt caches stay valid. Only plain headers are sent, because others fail the browser's
//! preflight request.

use serde_json::{Value, json};

use crate::call_ids::{self, Ids, plain};
use crate::secret::LONG_SILENCE_MS;
use crate::{Block, Chat, Content, Endpoint, HttpRequest, Role, ToolCall, ToolResult, Turn, schema};

/// Builds `POST {base_url}/responses`.
pub(super) fn build(provider: &str, chat: &Chat<'_>, endpoint: &Endpoint) -> HttpRequest {
    HttpRequest {
        method: "POST".to_owned(),
        url: endpoint.join("responses"),
        headers: endpoint.bearer_headers(),
        body: body(provider, chat).to_string(),
        silence_ms: LONG_SILENCE_MS,
    }
}

fn body(provider: &str, chat: &Chat<'_>) -> Value {
    let mut body = json!({ "model": chat.model });
    if !chat.system.is_empty() {
        body["instructions"] = json!(chat.system);
    }
    body["stream"] = json!(true);
    body["store"] = json!(false);
    body["max_output_tokens"] = json!(chat.max_tokens);
    body["truncation"] = json!("disabled");
    body["prompt_cache_key"] = json!(cache_key(chat));
    if reasons(chat.model) {
        body["include"] = json!(["reasoning.encrypted_content"]);
        body["reasoning"] = json!({"effort": "medium", "summary": "auto"});
    }
    if !chat.tools.is_empty() {
        body["tools"] = chat.tools.iter().map(schema::openai).collect();
        body["tool_choice"] = json!("auto");
        body["parallel_tool_calls"] = json!(true);
    }
    body["input"] = input(provider, chat);
    body
}

/// Returns a key that is the same for all requests of a conversation, so that they reach the same cache.
fn cache_key(chat: &Chat<'_>) -> String {
    let first = chat.turns.first().map(Turn::text).unwrap_or_default();
    format!(
        "trammel-{:016x}",
        call_ids::hash(&format!("{}\0{first}", chat.system))
    )
}

/// Whether the model reasons: `gpt-5` and later, and the o series. Other models reject the reasoning fields.
fn reasons(model: &str) -> bool {
    let number = |rest: &str| -> u32 {
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..digits].parse().unwrap_or(0)
    };
    match (model.strip_prefix("gpt-"), model.strip_prefix('o')) {
        (Some(rest), _) => number(rest) >= 5 && !model.contains("-chat"),
        (_, Some(rest)) => number(rest) >= 1,
        _ => false,
    }
}

fn input(provider: &str, chat: &Chat<'_>) -> Value {
    let mut ids = Ids::new(plain);
    let mut items = Vec::new();
    for turn in chat.turns {
        match turn.role {
            Role::User => {
                items.extend(turn.results().map(|answer| result(answer, &ids)));
                let said: Vec<Value> = turn.blocks.iter().filter_map(user_part).collect();
                if !said.is_empty() {
                    items.push(json!({"role": "user", "content": said}));
                }
            }
            Role::Assistant => {
                ids.begin();
                if let Some(Value::Array(own)) = turn.echo(provider, chat.model) {
                    turn.calls().for_each(|call| ids.keep(&call.id));
                    items.extend(own.iter().cloned());
                } else {
                    items.extend(turn.blocks.iter().filter_map(|block| rebuilt(block, &mut ids)));
                }
            }
        }
    }
    Value::Array(items)
}

/// Returns a part of the user's own content.
fn user_part(block: &Block) -> Option<Value> {
    match block {
        Block::Text(text) => text_part(text, "input_text"),
        Block::Image { mime, base64 } => Some(image(mime, base64)),
        Block::Reasoning(_) | Block::ToolCall(_) | Block::ToolResult(_) => None,
    }
}

/// Converts a block of another model to an item; reasoning is left out.
fn rebuilt(block: &Block, ids: &mut Ids) -> Option<Value> {
    match block {
        Block::Text(text) => {
            text_part(text, "output_text").map(|part| json!({"role": "assistant", "content": [part]}))
        }
        Block::ToolCall(ToolCall { id, name, args, .. }) => Some(json!({
            "type": "function_call",
            "call_id": ids.call(id),
            "name": name,
            "arguments": args.as_ref().map_or_else(|bad| bad.raw.clone(), ToString::to_string),
        })),
        Block::Reasoning(_) | Block::Image { .. } | Block::ToolResult(_) => None,
    }
}

/// Returns the item of a tool result. The API has no error flag, so the text of a failed call starts with `Error:`.
fn result(result: &ToolResult, ids: &Ids) -> Value {
    let mark = if result.is_error { "Error: " } else { "" };
    let output = match &result.content[..] {
        [Content::Text(text)] => json!(format!("{mark}{text}")),
        parts => {
            let mut list: Vec<Value> = Vec::new();
            if !mark.is_empty() {
                list.push(json!({"type": "input_text", "text": mark.trim_end()}));
            }
            list.extend(parts.iter().filter_map(|part| match part {
                Content::Text(text) => text_part(text, "input_text"),
                Content::Image { mime, base64 } => Some(image(mime, base64)),
            }));
            Value::Array(list)
        }
    };
    json!({"type": "function_call_output", "call_id": ids.result(&result.call_id), "output": output})
}

fn text_part(text: &str, kind: &str) -> Option<Value> {
    (!text.trim().is_empty()).then(|| json!({"type": kind, "text": text}))
}

fn image(mime: &str, base64: &str) -> Value {
    json!({"type": "input_image", "image_url": format!("data:{mime};base64,{base64}"), "detail": "auto"})
}

#[cfg(test)]
mod tests {
    #[test]
    fn model_ids_determine_reasoning_support() {
        for (model, expected) in [
            ("gpt-6.1-sol", true),
            ("gpt-6-astra", true),
            ("gpt-5.6-luna", true),
            ("gpt-5", true),
            ("gpt-10", true),
            ("o3", true),
            ("o4-mini", true),
            ("gpt-4.1", false),
            ("gpt-4o", false),
            ("gpt-5-chat-latest", false),
            ("other", false),
            ("", false),
        ] {
            assert_eq!(super::reasons(model), expected, "{model}");
        }
    }
}
