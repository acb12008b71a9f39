//! A recorded conversation in short: what the model said and called, turn by turn.
//!
//! It becomes answer bodies in the same wire format as the demo's own, so that it goes through the same decoder.

use serde::Deserialize;
use serde_json::{Value, json};

use super::chunks::chunks;
use crate::llm::Chunk;

/// One turn of the model.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedTurn {
    /// What it said.
    #[serde(default)]
    pub text: String,
    /// What it called; none in the last turn.
    #[serde(default)]
    pub calls: Vec<RecordedCall>,
}

/// One call of a tool.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedCall {
    /// The tool.
    pub tool: String,
    /// Its arguments, an object; none if left out.
    #[serde(default)]
    pub input: Value,
}

impl RecordedTurn {
    /// The answer to request `number` of a conversation; the number keeps the ids of calls apart. It counts no tokens.
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
