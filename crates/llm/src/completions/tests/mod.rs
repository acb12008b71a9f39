//! Tests of the adapter with streams, errors and requests in the formats of many servers.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod requests;
mod streams;
mod tolerance;

use serde_json::{Value, json};

use super::*;
use crate::tests::sse;

const ADAPTER: Completions = Completions(Preset::standard("chat"));
const MODEL: &str = "some-model";

/// Returns a response body: one event per delta, then the finish reason, usage and `[DONE]`.
fn body(deltas: &[Value], reason: &str) -> String {
    format!("{}{}", begun(deltas), ended(reason))
}

fn begun(deltas: &[Value]) -> String {
    let event = |delta: &Value| chunk(&json!([{"index": 0, "delta": delta, "finish_reason": null}]));
    sse(&deltas.iter().map(event).collect::<Vec<_>>())
}

fn ended(reason: &str) -> String {
    let mut usage = chunk(&json!([]));
    usage["usage"] = json!({"prompt_tokens": 82, "completion_tokens": 17, "total_tokens": 99,
        "prompt_tokens_details": {"cached_tokens": 32}, "completion_tokens_details": {"reasoning_tokens": 5}});
    let last = chunk(&json!([{"index": 0, "delta": {}, "finish_reason": reason}]));
    format!("{}data: [DONE]\n\n", sse(&[last, usage]))
}

fn chunk(choices: &Value) -> Value {
    json!({"id": "c1", "object": "chat.completion.chunk", "model": MODEL, "choices": choices, "usage": null})
}

fn text(text: &str) -> Value {
    json!({"content": text})
}

/// Returns a delta with one entry of `tool_calls`.
fn call(entry: &Value) -> Value {
    json!({"tool_calls": [entry]})
}

fn provider_adapter(provider: &Provider) -> Box<dyn Adapter> {
    (provider.adapter)()
}
