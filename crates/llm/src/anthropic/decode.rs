//! Decoder of Messages API streams.
//!
//! Invariants: blocks are keyed by the API's index and end up in that order. The JSON of a block is the value of
//! `content_block_start` with the deltas applied and nothing else changed, so that the block can be sent back.
//! Unknown events and deltas are skipped; unknown blocks are kept to be sent back. `End` is emitted only at
//! `message_stop`.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::failure;
use crate::stream::{StreamParser, count, piece as delta, text};
use crate::{ApiError, Block, ErrorKind, Raw, Repair, Role, Stop, StreamEvent, ToolCall, Turn, Usage};

/// State of one answer.
#[derive(Debug)]
pub(super) struct Stream {
    provider: &'static str,
    model: String,
    message_id: Option<String>,
    blocks: BTreeMap<usize, Open>,
    usage: Usage,
    stop_reason: Option<String>,
    stop_details: Value,
}

/// A block under construction.
#[derive(Debug)]
struct Open {
    value: Value,
    args: String,
}

impl Stream {
    pub(super) fn new(provider: &'static str, model: &str) -> Self {
        Self {
            provider,
            model: model.to_owned(),
            message_id: None,
            blocks: BTreeMap::new(),
            usage: Usage::default(),
            stop_reason: None,
            stop_details: Value::Null,
        }
    }

    fn message_start(&mut self, message: &Value, out: &mut Vec<StreamEvent>) {
        let id = text(message, "id").to_owned();
        if let Some(first) = &self.message_id {
            // Proxies may repeat the start event. A different message within this one means that the stream is
            // corrupted.
            if *first != id && !self.blocks.is_empty() {
                out.push(StreamEvent::Error(ApiError::new(
                    ErrorKind::StreamTruncated,
                    "Two answers arrived mixed up.",
                )));
            }
            return;
        }
        self.message_id = Some(id);
        self.count(&message["usage"], out);
    }

    fn block_start(&mut self, index: usize, block: &Value, out: &mut Vec<StreamEvent>) {
        match text(block, "type") {
            "text" => delta(
                text(block, "text"),
                |text| StreamEvent::TextDelta { index, text },
                out,
            ),
            "thinking" => {
                delta(
                    text(block, "thinking"),
                    |text| StreamEvent::ReasoningDelta { index, text },
                    out,
                );
            }
            "tool_use" => out.push(StreamEvent::ToolStart {
                index,
                id: text(block, "id").to_owned(),
                name: text(block, "name").to_owned(),
            }),
            _ => {}
        }
        self.blocks.insert(
            index,
            Open {
                value: block.clone(),
                args: String::new(),
            },
        );
    }

    fn block_delta(&mut self, index: usize, change: &Value, out: &mut Vec<StreamEvent>) {
        let Some(open) = self.blocks.get_mut(&index) else {
            return;
        };
        match text(change, "type") {
            "text_delta" => {
                append(&mut open.value, "text", text(change, "text"));
                delta(
                    text(change, "text"),
                    |text| StreamEvent::TextDelta { index, text },
                    out,
                );
            }
            "thinking_delta" => {
                append(&mut open.value, "thinking", text(change, "thinking"));
                delta(
                    text(change, "thinking"),
                    |text| StreamEvent::ReasoningDelta { index, text },
                    out,
                );
            }
            "signature_delta" => set(&mut open.value, "signature", change["signature"].clone()),
            "input_json_delta" => open.args.push_str(text(change, "partial_json")),
            "citations_delta" => {
                if let Value::Object(block) = &mut open.value {
                    let list = block.entry("citations").or_insert_with(|| json!([]));
                    if !list.is_array() {
                        *list = json!([]);
                    }
                    if let Value::Array(list) = list {
                        list.push(change["citation"].clone());
                    }
                }
            }
            _ => {}
        }
    }

    fn message_delta(&mut self, event: &Value, out: &mut Vec<StreamEvent>) {
        let change = &event["delta"];
        if let Some(reason) = change["stop_reason"].as_str() {
            self.stop_reason = Some(reason.to_owned());
        }
        if !change["stop_details"].is_null() {
            self.stop_details = change["stop_details"].clone();
        }
        self.count(&event["usage"], out);
    }

    fn count(&mut self, usage: &Value, out: &mut Vec<StreamEvent>) {
        if usage.is_object() {
            count(&mut self.usage.input_uncached, &usage["input_tokens"]);
            count(&mut self.usage.cache_read, &usage["cache_read_input_tokens"]);
            count(&mut self.usage.cache_write, &usage["cache_creation_input_tokens"]);
            count(&mut self.usage.output, &usage["output_tokens"]);
            count(
                &mut self.usage.reasoning,
                &usage["output_tokens_details"]["thinking_tokens"],
            );
            out.push(StreamEvent::Usage(self.usage));
        }
    }

    fn end(&mut self, out: &mut Vec<StreamEvent>) {
        let mut blocks = Vec::new();
        let mut raw = Vec::new();
        for mut open in std::mem::take(&mut self.blocks).into_values() {
            match text(&open.value, "type") {
                "text" => blocks.push(Block::Text(text(&open.value, "text").to_owned())),
                "thinking" => blocks.push(Block::Reasoning(text(&open.value, "thinking").to_owned())),
                "tool_use" => blocks.push(Block::ToolCall(open.close())),
                _ => {}
            }
            // The API emits empty text blocks but rejects them in requests.
            if text(&open.value, "type") != "text" || !text(&open.value, "text").is_empty() {
                raw.push(open.value);
            }
        }
        let has_calls = blocks.iter().any(|b| matches!(b, Block::ToolCall(_)));
        let stop = self.stop(has_calls);
        let raw = Raw {
            provider: self.provider.to_owned(),
            model: self.model.clone(),
            value: Value::Array(raw),
        };
        out.push(StreamEvent::End {
            stop,
            turn: Turn {
                role: Role::Assistant,
                blocks,
                raw: Some(raw),
            },
        });
    }

    /// Returns the stop reason. Calls take precedence over the API's reason, except over an output limit or a
    /// refusal.
    fn stop(&self, has_calls: bool) -> Stop {
        let detail = |key| self.stop_details[key].as_str().map(str::to_owned);
        match self.stop_reason.as_deref().unwrap_or_default() {
            "max_tokens" => Stop::Length,
            "model_context_window_exceeded" => Stop::ContextFull,
            "refusal" => Stop::Refused {
                category: detail("category"),
                explanation: detail("explanation"),
            },
            _ if has_calls => Stop::ToolCalls,
            "end_turn" | "stop_sequence" => Stop::Done,
            "pause_turn" => Stop::Pause,
            other => Stop::Other(other.to_owned()),
        }
    }
}

impl StreamParser for Stream {
    const API: &'static str = "Messages API";

    fn event(&mut self, event: &Value, out: &mut Vec<StreamEvent>) {
        match text(event, "type") {
            "message_start" => self.message_start(&event["message"], out),
            "content_block_start" => self.block_start(index(event), &event["content_block"], out),
            "content_block_delta" => self.block_delta(index(event), &event["delta"], out),
            "message_delta" => self.message_delta(event, out),
            "message_stop" => self.end(out),
            "error" => out.push(StreamEvent::Error(failure::in_stream(event))),
            _ => {}
        }
    }

    fn read_whole(&mut self, body: &Value, out: &mut Vec<StreamEvent>) {
        match text(body, "type") {
            "error" => out.push(StreamEvent::Error(failure::in_stream(body))),
            "message" => {
                self.message_start(body, out);
                for (i, block) in body["content"].as_array().into_iter().flatten().enumerate() {
                    self.block_start(i, block, out);
                }
                self.message_delta(&json!({"delta": body, "usage": body["usage"]}), out);
                self.end(out);
            }
            _ => {}
        }
    }
}

impl Open {
    /// Completes a call: parses its arguments and stores them in the block to send back.
    fn close(&mut self) -> ToolCall {
        let (id, name) = (
            text(&self.value, "id").to_owned(),
            text(&self.value, "name").to_owned(),
        );
        // Without deltas, the arguments are those of the start event, normally `{}`.
        let call = match &self.value["input"] {
            input @ Value::Object(_) if self.args.trim().is_empty() => ToolCall {
                id,
                name,
                args: Ok(input.clone()),
                repair: Repair::None,
            },
            _ => ToolCall::parse(id, name, &self.args),
        };
        // The API requires an object here, so malformed arguments become an empty object.
        let input = call
            .args
            .as_ref()
            .map_or_else(|_| Value::Object(Map::new()), Clone::clone);
        set(&mut self.value, "input", input);
        call
    }
}

fn index(event: &Value) -> usize {
    event["index"]
        .as_u64()
        .and_then(|n| usize::try_from(n).ok())
        .unwrap_or(0)
}

fn append(block: &mut Value, key: &str, piece: &str) {
    match block.get_mut(key) {
        Some(Value::String(text)) => text.push_str(piece),
        _ => set(block, key, Value::String(piece.to_owned())),
    }
}

fn set(block: &mut Value, key: &str, value: Value) {
    if let Value::Object(map) = block {
        map.insert(key.to_owned(), value);
    }
}
