//! Tests of the adapter with streams, errors and requests in the format of the API.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod failures;
mod requests;
mod streams;

use serde_json::{Value, json};

use super::Responses;

const ADAPTER: Responses = Responses { provider: "openai" };
const MODEL: &str = "gpt-6.1-sol";

/// Returns a response body with these items: for each item the start, the deltas and the finished item.
fn body(items: &[(Value, Vec<Value>)], status: &str, reason: Option<&str>) -> String {
    let response =
        json!({"id": "resp_1", "object": "response", "status": "in_progress", "model": MODEL, "output": []});
    let mut events = vec![
        json!({"type": "response.created", "response": response}),
        json!({"type": "response.in_progress", "response": response}),
    ];
    for (at, (item, deltas)) in items.iter().enumerate() {
        let mut begun = item.clone();
        for (field, empty) in [
            ("arguments", json!("")),
            ("content", json!([])),
            ("summary", json!([])),
        ] {
            if !begun[field].is_null() {
                begun[field] = empty;
            }
        }
        begun["status"] = json!("in_progress");
        events.push(json!({"type": "response.output_item.added", "output_index": at, "item": begun}));
        for delta in deltas {
            let mut delta = delta.clone();
            delta["output_index"] = json!(at);
            delta["obfuscation"] = json!("x7Kq");
            events.push(delta);
        }
        events.push(json!({"type": "response.output_item.done", "output_index": at, "item": item}));
    }
    let output: Vec<&Value> = items.iter().map(|(item, _)| item).collect();
    let last = json!({"id": "resp_1", "object": "response", "status": status, "model": MODEL, "output": output,
        "incomplete_details": reason.map(|reason| json!({"reason": reason})),
        "usage": {"input_tokens": 328, "input_tokens_details": {"cached_tokens": 128, "cache_write_tokens": 100},
            "output_tokens": 52, "output_tokens_details": {"reasoning_tokens": 20}, "total_tokens": 380}});
    events.push(json!({"type": format!("response.{status}"), "response": last}));
    for (at, event) in events.iter_mut().enumerate() {
        event["sequence_number"] = json!(at);
    }
    events
        .iter()
        .map(|event| format!("event: {}\ndata: {event}\n\n", event["type"].as_str().unwrap()))
        .collect()
}

fn completed(items: &[(Value, Vec<Value>)]) -> String {
    body(items, "completed", None)
}

fn message(pieces: &[&str]) -> (Value, Vec<Value>) {
    let deltas = pieces
        .iter()
        .map(|piece| json!({"type": "response.output_text.delta", "item_id": "msg_1", "content_index": 0, "delta": piece}))
        .collect();
    let part = json!({"type": "output_text", "text": pieces.concat(), "annotations": []});
    let item = json!({"id": "msg_1", "type": "message", "role": "assistant", "status": "completed", "content": [part]});
    (item, deltas)
}

fn call(id: &str, name: &str, pieces: &[&str]) -> (Value, Vec<Value>) {
    let deltas = pieces
        .iter()
        .map(|piece| json!({"type": "response.function_call_arguments.delta", "item_id": "fc", "delta": piece}))
        .collect();
    let item = json!({"id": format!("fc_{id}"), "type": "function_call", "status": "completed", "call_id": id, "name": name,
        "arguments": pieces.concat()});
    (item, deltas)
}

fn reasoning(encrypted: Option<&str>) -> (Value, Vec<Value>) {
    let summary = |at: usize, piece: &str| json!({"type": "response.reasoning_summary_text.delta", "item_id": "rs_1", "summary_index": at, "delta": piece});
    let part = |at: usize| json!({"type": "response.reasoning_summary_part.added", "item_id": "rs_1", "summary_index": at});
    let deltas = vec![
        part(0),
        summary(0, "Two "),
        summary(0, "circles."),
        part(1),
        summary(1, "Then a line."),
    ];
    let texts = json!([{"type": "summary_text", "text": "Two circles."}, {"type": "summary_text", "text": "Then a line."}]);
    let mut item = json!({"id": "rs_1", "type": "reasoning", "summary": texts});
    if let Some(encrypted) = encrypted {
        item["encrypted_content"] = json!(encrypted);
    }
    (item, deltas)
}
