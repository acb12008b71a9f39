//! Scripted answers in the format of every provider.

use super::*;
use trammel_llm::models::Model;

/// One provider of each HTTP format.
pub(super) const FORMATS: [&str; 4] = ["anthropic", "openai", "gemini", "deepseek"];

/// The providers of [`FORMATS`], and the browser's built-in model, which has its own format but no address.
pub(super) const ALL: [&str; 5] = ["anthropic", "openai", "gemini", "deepseek", "builtin"];

/// Creates a connection to a provider.
pub(super) fn connection(provider: &str) -> Connection {
    Connection {
        provider: provider.into(),
        model: "some-model".into(),
        ..config().connection
    }
}

/// Creates the model of [`connection`], with a context window of `window` tokens and without image input.
pub(super) fn model(provider: &str, window: u64) -> Model {
    Model {
        provider: provider.into(),
        id: "some-model".into(),
        window,
        output: 500,
        images: false,
        price: None,
        above: None,
    }
}

/// Returns an answer body in the format of the provider; `stop` is a stop reason of Anthropic.
pub(super) fn answer_stream(provider: &str, parts: &[Part], stop: &str) -> String {
    match provider {
        "openai" => responses(parts, stop),
        "gemini" => gemini(parts, stop),
        "anthropic" => answer(parts, stop),
        "builtin" => builtin(parts, stop),
        _ => completions(parts, stop),
    }
}

/// Returns an error in the middle of an answer.
pub(super) fn overloaded(provider: &str) -> String {
    let event = match provider {
        "anthropic" => json!({"type": "error", "error": {"type": "overloaded_error", "message": "x"}}),
        "openai" => json!({"type": "error", "code": "server_is_overloaded", "message": "x"}),
        "gemini" => json!({"error": {"code": 503, "message": "x", "status": "UNAVAILABLE"}}),
        "builtin" => json!({"error": {"name": "UnknownError", "message": "x"}}),
        _ => json!({"error": {"code": 503, "message": "x"}}),
    };
    format!("data: {event}\n\n")
}

fn sse(events: &[Value]) -> String {
    events.iter().map(|event| format!("data: {event}\n\n")).collect()
}

fn responses(parts: &[Part], stop: &str) -> String {
    let mut events = vec![json!({"type": "response.created", "response": {"id": "r", "model": "x"}})];
    for (index, part) in parts.iter().enumerate() {
        let item = match part {
            Text(text) => {
                events.push(
                    json!({"type": "response.output_text.delta", "output_index": index, "delta": text}),
                );
                json!({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]})
            }
            Call(id, name, args) => {
                json!({"type": "function_call", "id": "f", "call_id": id, "name": name, "arguments": args})
            }
        };
        events.push(json!({"type": "response.output_item.done", "output_index": index, "item": item}));
    }
    let usage = json!({"input_tokens": 10, "output_tokens": 5});
    events.push(match stop {
        "max_tokens" => json!({"type": "response.incomplete", "response": {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}, "usage": usage}}),
        "refusal" => json!({"type": "response.incomplete", "response": {"status": "incomplete", "incomplete_details": {"reason": "content_filter"}, "usage": usage}}),
        "model_context_window_exceeded" => json!({"type": "response.failed", "response": {"error": {"code": "context_length_exceeded", "message": "x"}}}),
        _ => json!({"type": "response.completed", "response": {"status": "completed", "usage": usage}}),
    });
    sse(&events)
}

fn gemini(parts: &[Part], stop: &str) -> String {
    let part = |part: &Part| match part {
        Text(text) => json!({"text": text}),
        Call(id, name, args) => {
            let args: Value = serde_json::from_str(args).unwrap_or(json!("oops"));
            json!({"functionCall": {"id": id, "name": name, "args": args}, "thoughtSignature": "S"})
        }
    };
    let reason = match stop {
        "max_tokens" => "MAX_TOKENS",
        "refusal" => "SAFETY",
        "pause_turn" => "MALFORMED_FUNCTION_CALL",
        _ => "STOP",
    };
    let parts: Vec<Value> = parts.iter().map(part).collect();
    sse(&[
        json!({"candidates": [{"content": {"role": "model", "parts": parts}}]}),
        json!({"candidates": [{"finishReason": reason}], "usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 5}}),
    ])
}

fn completions(parts: &[Part], stop: &str) -> String {
    let delta = |(index, part): (usize, &Part)| match part {
        Text(text) => json!({"content": text, "reasoning_content": "hm"}),
        Call(id, name, args) => {
            json!({"tool_calls": [{"index": index, "id": id, "function": {"name": name, "arguments": args}}]})
        }
    };
    let reason = match stop {
        "max_tokens" => "length",
        "refusal" => "content_filter",
        "tool_use" => "tool_calls",
        _ => "stop",
    };
    let mut events: Vec<Value> = parts
        .iter()
        .enumerate()
        .map(|part| json!({"choices": [{"index": 0, "delta": delta(part)}]}))
        .collect();
    if stop == "model_context_window_exceeded" {
        return sse(&[json!({"error": {"code": "context_length_exceeded", "message": "x"}})]);
    }
    events.push(json!({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}));
    events.push(json!({"choices": [], "usage": {"prompt_tokens": 10, "completion_tokens": 5}}));
    sse(&events) + "data: [DONE]\n\n"
}

/// Returns an answer of the built-in model: either a call or a text, in pieces.
fn builtin(parts: &[Part], stop: &str) -> String {
    let error = |name: &str| format!("data: {}\n\n", json!({"error": {"name": name, "message": "x"}}));
    match stop {
        "refusal" => return error("NotReadableError"),
        "model_context_window_exceeded" => return error("QuotaExceededError"),
        _ => {}
    }
    let call = parts.iter().find_map(|part| match part {
        // The browser enforces valid JSON. Arguments that cannot be parsed become an array instead of broken JSON.
        Call(_, name, args) => {
            let args: Value = serde_json::from_str(args).unwrap_or(json!([]));
            Some(json!({"tool": name, "args": args}).to_string())
        }
        Text(_) => None,
    });
    let words = parts.iter().find_map(|part| match part {
        Text(text) => Some(json!({"say": text}).to_string()),
        Call(..) => None,
    });
    let mut said = call.or(words).unwrap_or_default();
    if stop == "max_tokens" {
        said.pop();
    }
    let half = said.len() / 2;
    let events: Vec<Value> = [&said[..half], &said[half..]]
        .iter()
        .map(|text| json!({ "text": text }))
        .collect();
    sse(&events) + &sse(&[json!({"tokens": 15})]) + "data: [DONE]\n\n"
}
