//! Tests of the adapter with streams, errors and requests in the format of the API.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod failures;
mod requests;
mod streams;

use serde_json::{Value, json};

use super::Gemini;
use crate::tests::sse;

const ADAPTER: Gemini = Gemini;
const MODEL: &str = "gemini-3.8-flash";

/// Returns an event with these parts.
fn chunk(parts: &[Value]) -> Value {
    json!({"candidates": [{"content": {"role": "model", "parts": parts}, "index": 0}], "modelVersion": MODEL, "responseId": "r1"})
}

/// Returns a response body: one event per list of parts, the last with finish reason and usage.
fn body(pieces: &[Vec<Value>], reason: &str) -> String {
    let mut events: Vec<Value> = pieces.iter().map(|parts| chunk(parts)).collect();
    events.push(json!({"candidates": [{"content": {"role": "model", "parts": [{"text": ""}]}, "finishReason": reason, "index": 0}],
        "modelVersion": MODEL, "responseId": "r1",
        "usageMetadata": {"promptTokenCount": 120, "cachedContentTokenCount": 20, "candidatesTokenCount": 30,
            "thoughtsTokenCount": 64, "totalTokenCount": 214}}));
    sse(&events)
}

fn text(text: &str) -> Value {
    json!({"text": text})
}

fn call(id: Option<&str>, name: &str, args: &Value, signature: Option<&str>) -> Value {
    let mut part = json!({"functionCall": {"name": name, "args": args}});
    if let Some(id) = id {
        part["functionCall"]["id"] = json!(id);
    }
    if let Some(signature) = signature {
        part["thoughtSignature"] = json!(signature);
    }
    part
}
