//! Decoder of Gemini streams.
//!
//! Invariants: the parts are kept one by one, as received, to be sent back, because signatures are bound to them.
//! Calls arrive whole. The stream has no end marker, so `End` is emitted at the end of the body, and only if a finish
//! reason has arrived.

use serde_json::{Value, json};

use super::failure;
use super::request::ID;
use crate::stream::{StreamParser, count, piece, text};
use crate::{ApiError, Block, ErrorKind, Raw, Role, Stop, StreamEvent, ToolCall, Turn, Usage};

/// State of one answer.
#[derive(Debug)]
pub(super) struct Stream {
    model: String,
    blocks: Vec<Block>,
    parts: Vec<Value>,
    usage: Usage,
    finish: Option<String>,
    message: String,
    blocked: Option<String>,
}

impl Stream {
    pub(super) fn new(model: &str) -> Self {
        Self {
            model: model.to_owned(),
            blocks: Vec::new(),
            parts: Vec::new(),
            usage: Usage::default(),
            finish: None,
            message: String::new(),
            blocked: None,
        }
    }

    fn part(&mut self, part: &Value, out: &mut Vec<StreamEvent>) {
        let said = text(part, "text");
        if let Some(call) = part.get("functionCall") {
            self.call(call, out);
        } else if part["thought"] == true {
            let index = self.grow(
                said,
                |block| match block {
                    Block::Reasoning(text) => Some(text),
                    _ => None,
                },
                Block::Reasoning,
            );
            piece(said, |text| StreamEvent::ReasoningDelta { index, text }, out);
        } else if !said.is_empty() {
            let index = self.grow(
                said,
                |block| match block {
                    Block::Text(text) => Some(text),
                    _ => None,
                },
                Block::Text,
            );
            piece(said, |text| StreamEvent::TextDelta { index, text }, out);
        }
        // A part with empty text and no signature carries nothing and would be rejected when sent back.
        let empty = part
            .as_object()
            .is_none_or(|fields| fields.len() == 1 && said.is_empty() && fields.contains_key("text"));
        if !empty {
            self.parts.push(part.clone());
        }
    }

    /// Appends text to the last block if it has the same kind, else adds a block. Returns the index of the block.
    fn grow(
        &mut self,
        said: &str,
        field: fn(&mut Block) -> Option<&mut String>,
        new: fn(String) -> Block,
    ) -> usize {
        match self.blocks.last_mut().and_then(field) {
            Some(text) => text.push_str(said),
            None => self.blocks.push(new(said.to_owned())),
        }
        self.blocks.len() - 1
    }

    fn call(&mut self, call: &Value, out: &mut Vec<StreamEvent>) {
        let index = self.blocks.len();
        let number = self
            .blocks
            .iter()
            .filter(|block| matches!(block, Block::ToolCall(_)))
            .count()
            + 1;
        let id = match text(call, "id") {
            "" => format!("call_{number}"),
            id => id.to_owned(),
        };
        let name = text(call, "name").to_owned();
        let args = match &call["args"] {
            Value::Null => String::new(),
            args => args.to_string(),
        };
        out.push(StreamEvent::ToolStart {
            index,
            id: id.clone(),
            name: name.clone(),
        });
        self.blocks
            .push(Block::ToolCall(ToolCall::parse(id, name, &args)));
    }

    fn count(&mut self, usage: &Value, out: &mut Vec<StreamEvent>) {
        if !usage.is_object() {
            return;
        }
        let (mut prompt, mut said) = (0, 0);
        count(&mut prompt, &usage["promptTokenCount"]);
        count(&mut said, &usage["candidatesTokenCount"]);
        count(&mut self.usage.cache_read, &usage["cachedContentTokenCount"]);
        count(&mut self.usage.reasoning, &usage["thoughtsTokenCount"]);
        self.usage.input_uncached = prompt.saturating_sub(self.usage.cache_read);
        self.usage.output = said + self.usage.reasoning;
        out.push(StreamEvent::Usage(self.usage));
    }

    fn end(&mut self, out: &mut Vec<StreamEvent>) {
        let blocks = std::mem::take(&mut self.blocks);
        let has_calls = blocks.iter().any(|block| matches!(block, Block::ToolCall(_)));
        let Some(stop) = self.stop(has_calls) else {
            let message = if self.message.is_empty() {
                "The model wrote a call that could not be read."
            } else {
                &self.message
            };
            return out.push(StreamEvent::Error(ApiError::new(ErrorKind::BadCall, message)));
        };
        out.push(StreamEvent::End {
            stop,
            turn: Turn {
                role: Role::Assistant,
                blocks,
                raw: Some(Raw {
                    provider: ID.to_owned(),
                    model: self.model.clone(),
                    value: Value::Array(std::mem::take(&mut self.parts)),
                }),
            },
        });
    }

    /// Returns the stop reason, or `None` if the turn must be requested again. Calls take precedence over the finish
    /// reason, except over an output limit or a refusal.
    fn stop(&self, has_calls: bool) -> Option<Stop> {
        let refused = |category: &str| Stop::Refused {
            category: Some(category.to_owned()),
            explanation: Some(self.message.clone()).filter(|said| !said.is_empty()),
        };
        if let Some(reason) = &self.blocked {
            return Some(refused(reason));
        }
        Some(match self.finish.as_deref().unwrap_or_default() {
            "MAX_TOKENS" => Stop::Length,
            "MALFORMED_FUNCTION_CALL" | "UNEXPECTED_TOOL_CALL" | "TOO_MANY_TOOL_CALLS" => return None,
            reason @ ("SAFETY" | "RECITATION" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII") => {
                refused(reason)
            }
            reason if reason.starts_with("IMAGE_") || reason == "NO_IMAGE" => refused(reason),
            _ if has_calls => Stop::ToolCalls,
            "STOP" => Stop::Done,
            other => Stop::Other(other.to_owned()),
        })
    }
}

impl StreamParser for Stream {
    const API: &'static str = "Gemini";

    fn event(&mut self, event: &Value, out: &mut Vec<StreamEvent>) {
        if !event["error"].is_null() {
            return out.push(StreamEvent::Error(failure::in_stream(event)));
        }
        let candidate = &event["candidates"][0];
        for part in candidate["content"]["parts"].as_array().into_iter().flatten() {
            self.part(part, out);
        }
        if let Some(reason) = candidate["finishReason"].as_str() {
            self.finish = Some(reason.to_owned());
            text(candidate, "finishMessage").clone_into(&mut self.message);
        }
        if let Some(reason) = event["promptFeedback"]["blockReason"].as_str() {
            self.blocked = Some(reason.to_owned());
            text(&event["promptFeedback"], "blockReasonMessage").clone_into(&mut self.message);
        }
        self.count(&event["usageMetadata"], out);
    }

    fn end_stream(&mut self, _: bool, out: &mut Vec<StreamEvent>) {
        if self.finish.is_some() || self.blocked.is_some() {
            self.end(out);
        }
    }

    fn read_whole(&mut self, body: &Value, out: &mut Vec<StreamEvent>) {
        let list = json!([body]);
        let events = if body.is_array() { body } else { &list };
        for event in events.as_array().into_iter().flatten() {
            let known = ["candidates", "promptFeedback", "error"];
            if matches!(out.last(), Some(StreamEvent::Error(_))) {
                return;
            }
            if known.iter().any(|field| !event[field].is_null()) {
                self.event(event, out);
            }
        }
        if !matches!(out.last(), Some(StreamEvent::Error(_))) {
            self.end_stream(false, out);
        }
    }
}
