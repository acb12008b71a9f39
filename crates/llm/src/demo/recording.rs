//! Compact form of a recorded conversation: text and tool calls, turn by turn.
//!
//! A turn is converted to a response body in the wire format of the demo, so that it passes through the same decoder.

use serde::Deserialize;
use serde_json::{Value, json};

use super::chunks::chunks;
use crate::Chunk;

/// One turn of the model.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedTurn {
    /// Text of the turn.
    #[serde(default)]
    pub text: String,
    /// Tool calls; none in the last turn.
    #[serde(default)]
    pub calls: Vec<RecordedCall>,
}

/// One tool call.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedCall {
    /// Name of the tool.
    pub tool: String,
    /// Arguments, a JSON object; no arguments if left out.
    #[serde(default)]
    pub input: Value,
}

impl RecordedTurn {
    /// Returns the response to request `number` of a conversation; the number makes the call ids unique. All token
    /// counts are 0.
    pub fn answer(&self, number: usize) -> Vec<Chunk> {
        let start = json!({"type": "message_start", "message": {"id": format!("msg_recorded_{number}"), "role": "assistant", "usage": {"input_tokens": 0, "output_tokens": 0}}});
        let mut events = vec![start];
        let mut block = |opening: Value, delta: Value| {
            let index = events.len() / 3;
            events.push(json!({"type": "content_block_start", "index": index, "content_block": opening}));
            events.push(json!({"type": "content_block_delta", "index": index, "delta": delta}));
            events.push(json!({"type": "content_block_stop", "index": index}));
        };
        if !self.text.is_empty() {
            block(
                json!({"type": "text", "text": ""}),
                json!({"type": "text_delta", "text": self.text}),
            );
        }
        for (i, RecordedCall { tool, input }) in self.calls.iter().enumerate() {
            let arguments = if input.is_null() {
                "{}".to_owned()
            } else {
                input.to_string()
            };
            block(
                json!({"type": "tool_use", "id": format!("toolu_recorded_{number}_{i}"), "name": tool, "input": {}}),
                json!({"type": "input_json_delta", "partial_json": arguments}),
            );
        }
        let why = if self.calls.is_empty() {
            "end_turn"
        } else {
            "tool_use"
        };
        events.push(
            json!({"type": "message_delta", "delta": {"stop_reason": why}, "usage": {"output_tokens": 0}}),
        );
        events.push(json!({"type": "message_stop"}));
        let body: String = events.iter().map(|event| format!("data: {event}\n\n")).collect();
        chunks(&body)
    }
}
