//! Tests of the adapter with streams, errors and requests in the format of the API.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod failures;
mod requests;
mod streams;

use serde_json::{Value, json};

use super::Anthropic;

const ADAPTER: Anthropic = Anthropic {
    provider: "anthropic",
};
const MODEL: &str = "claude-opus-5-5";

/// Returns a response body with these blocks: start, deltas and stop of each block, then the stop reason.
fn body(blocks: &[(Value, &[Value])], stop: &str) -> String {
    let start = json!({"type": "message_start", "message": {"id": "msg_1", "type": "message", "role": "assistant",
        "model": MODEL, "content": [], "stop_reason": null, "usage": {"input_tokens": 377, "output_tokens": 1}}});
    let mut events = vec![start, json!({"type": "ping"})];
    for (index, (block, deltas)) in blocks.iter().enumerate() {
        events.push(json!({"type": "content_block_start", "index": index, "content_block": block}));
        for delta in *deltas {
            events.push(json!({"type": "content_block_delta", "index": index, "delta": delta}));
        }
        events.push(json!({"type": "content_block_stop", "index": index}));
    }
    events.push(
        json!({"type": "message_delta", "delta": {"stop_reason": stop}, "usage": {"output_tokens": 65}}),
    );
    events.push(json!({"type": "message_stop"}));
    events
        .iter()
        .map(|e| format!("event: {}\ndata: {e}\n\n", e["type"].as_str().unwrap()))
        .collect()
}

fn text(pieces: &[&str]) -> (Value, Vec<Value>) {
    let deltas = pieces
        .iter()
        .map(|p| json!({"type": "text_delta", "text": p}))
        .collect();
    (json!({"type": "text", "text": ""}), deltas)
}

fn call(id: &str, name: &str, pieces: &[&str]) -> (Value, Vec<Value>) {
    let deltas = pieces
        .iter()
        .map(|p| json!({"type": "input_json_delta", "partial_json": p}))
        .collect();
    (
        json!({"type": "tool_use", "id": id, "name": name, "input": {}}),
        deltas,
    )
}

fn thinking() -> (Value, Vec<Value>) {
    let deltas = vec![
        json!({"type": "thinking_delta", "thinking": "Two "}),
        json!({"type": "thinking_delta", "thinking": "circles."}),
        json!({"type": "signature_delta", "signature": "EqQBCgIYAhIM"}),
    ];
    (
        json!({"type": "thinking", "thinking": "", "signature": ""}),
        deltas,
    )
}

fn stream(blocks: &[(Value, Vec<Value>)], stop: &str) -> String {
    let blocks: Vec<_> = blocks
        .iter()
        .map(|(block, deltas)| (block.clone(), &deltas[..]))
        .collect();
    body(&blocks, stop)
}
