//! Decoder of Responses API streams.
//!
//! Invariants: items are keyed by `output_index` (their ids may change during the stream) and end up in that order.
//! The JSON of an item is the value of `response.output_item.done`, so that the item can be sent back. Unknown events
//! are skipped; unknown items are kept to be sent back. `End` is emitted only at a terminal event.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::failure;
use crate::stream::{StreamParser, count, piece, text};
use crate::{Block, Raw, Role, Stop, StreamEvent, ToolCall, Turn, Usage};

/// State of one answer.
#[derive(Debug)]
pub(super) struct Stream {
    provider: &'static str,
    model: String,
    items: BTreeMap<usize, Item>,
    usage: Usage,
}

/// An item under construction.
#[derive(Debug, Default)]
struct Item {
    value: Value,
    /// Streamed content so far: text or arguments.
    streamed: String,
    done: bool,
}

impl Stream {
    pub(super) fn new(provider: &'static str, model: &str) -> Self {
        Self {
            provider,
            model: model.to_owned(),
            items: BTreeMap::new(),
            usage: Usage::default(),
        }
    }

    fn add_item(&mut self, index: usize, value: &Value, out: &mut Vec<StreamEvent>) {
        if text(value, "type") == "function_call" {
            out.push(StreamEvent::ToolStart {
                index,
                id: text(value, "call_id").to_owned(),
                name: text(value, "name").to_owned(),
            });
        }
        self.items.entry(index).or_default().value = value.clone();
    }

    fn append_delta(&mut self, index: usize, delta: &str) {
        self.items.entry(index).or_default().streamed.push_str(delta);
    }

    fn finish_item(&mut self, index: usize, value: &Value, out: &mut Vec<StreamEvent>) {
        if !self.items.contains_key(&index) {
            self.add_item(index, value, out);
        }
        if let Some(item) = self.items.get_mut(&index)
            && !item.done
        {
            item.done = true;
            item.value = value.clone();
        }
    }

    fn count(&mut self, usage: &Value, out: &mut Vec<StreamEvent>) {
        if !usage.is_object() {
            return;
        }
        let details = &usage["input_tokens_details"];
        let mut input = 0;
        count(&mut input, &usage["input_tokens"]);
        count(&mut self.usage.cache_read, &details["cached_tokens"]);
        count(&mut self.usage.cache_write, &details["cache_write_tokens"]);
        // `input_tokens` includes the tokens read from and written to the cache.
        self.usage.input_uncached = input.saturating_sub(self.usage.cache_read + self.usage.cache_write);
        count(&mut self.usage.output, &usage["output_tokens"]);
        count(
            &mut self.usage.reasoning,
            &usage["output_tokens_details"]["reasoning_tokens"],
        );
        out.push(StreamEvent::Usage(self.usage));
    }

    /// Handles the terminal event, which contains every item that did not arrive separately.
    fn end(&mut self, response: &Value, out: &mut Vec<StreamEvent>) {
        for (index, item) in response["output"].as_array().into_iter().flatten().enumerate() {
            self.finish_item(index, item, out);
        }
        self.count(&response["usage"], out);
        let mut blocks = Vec::new();
        let mut raw = Vec::new();
        let mut refusal = None;
        for mut item in std::mem::take(&mut self.items).into_values() {
            if !item.done {
                item.complete();
            }
            blocks.extend(item.block());
            refusal = refusal.or_else(|| item.refusal());
            // The API stores nothing, so it rejects reasoning without its encrypted content.
            let lost =
                text(&item.value, "type") == "reasoning" && text(&item.value, "encrypted_content").is_empty();
            if !lost && item.value.is_object() {
                raw.push(item.value);
            }
        }
        let has_calls = blocks.iter().any(|block| matches!(block, Block::ToolCall(_)));
        out.push(StreamEvent::End {
            stop: stop(response, refusal, has_calls),
            turn: Turn {
                role: Role::Assistant,
                blocks,
                raw: Some(Raw {
                    provider: self.provider.to_owned(),
                    model: self.model.clone(),
                    value: Value::Array(raw),
                }),
            },
        });
    }
}

impl StreamParser for Stream {
    const API: &'static str = "Responses API";

    fn event(&mut self, event: &Value, out: &mut Vec<StreamEvent>) {
        let index = index(event);
        let delta = text(event, "delta");
        match text(event, "type") {
            "response.output_item.added" => self.add_item(index, &event["item"], out),
            "response.output_item.done" => self.finish_item(index, &event["item"], out),
            "response.output_text.delta" => {
                self.append_delta(index, delta);
                piece(delta, |text| StreamEvent::TextDelta { index, text }, out);
            }
            "response.reasoning_summary_text.delta" | "response.reasoning_text.delta" => {
                piece(delta, |text| StreamEvent::ReasoningDelta { index, text }, out);
            }
            "response.reasoning_summary_part.added" if event["summary_index"].as_u64() > Some(0) => {
                piece("\n\n", |text| StreamEvent::ReasoningDelta { index, text }, out);
            }
            "response.function_call_arguments.delta" => self.append_delta(index, delta),
            "response.completed" | "response.incomplete" => self.end(&event["response"], out),
            "response.failed" => out.push(StreamEvent::Error(failure::in_stream(&event["response"]))),
            // The event has two formats: the error in a nested field, or its fields in the event itself.
            "error" => out.push(StreamEvent::Error(failure::in_stream(event))),
            _ => {}
        }
    }

    fn read_whole(&mut self, body: &Value, out: &mut Vec<StreamEvent>) {
        if text(body, "object") == "response" && text(body, "status") != "failed" {
            self.end(body, out);
        } else if !body["error"].is_null() {
            out.push(StreamEvent::Error(failure::in_stream(body)));
        }
    }
}

impl Item {
    /// Fills an item without a `done` event with its streamed content.
    fn complete(&mut self) {
        match text(&self.value, "type") {
            "function_call" => self.value["arguments"] = json!(self.streamed),
            "message" if !self.streamed.is_empty() => {
                self.value["content"] =
                    json!([{"type": "output_text", "text": self.streamed, "annotations": []}]);
            }
            _ => {}
        }
    }

    fn call(&self) -> Option<ToolCall> {
        (text(&self.value, "type") == "function_call").then(|| {
            ToolCall::parse(
                text(&self.value, "call_id").to_owned(),
                text(&self.value, "name").to_owned(),
                text(&self.value, "arguments"),
            )
        })
    }

    fn block(&self) -> Option<Block> {
        match text(&self.value, "type") {
            "message" => Some(Block::Text(self.parts("content", "text", ""))),
            "reasoning" => Some(Block::Reasoning(self.parts("summary", "text", "\n\n"))),
            _ => self.call().map(Block::ToolCall),
        }
    }

    fn refusal(&self) -> Option<String> {
        Some(self.parts("content", "refusal", "")).filter(|said| !said.is_empty())
    }

    /// Joins the texts of an array of parts.
    fn parts(&self, list: &str, key: &str, between: &str) -> String {
        let parts = self.value[list].as_array().into_iter().flatten();
        let texts: Vec<&str> = parts
            .map(|part| text(part, key))
            .filter(|text| !text.is_empty())
            .collect();
        texts.join(between)
    }
}

/// Returns the stop reason. Calls take precedence over the status, except over an output limit or a content filter.
fn stop(response: &Value, refusal: Option<String>, has_calls: bool) -> Stop {
    let why = text(&response["incomplete_details"], "reason");
    match (text(response, "status"), why) {
        (_, "max_output_tokens") | ("incomplete", "") => Stop::Length,
        (_, "content_filter") => Stop::Refused {
            category: Some(why.to_owned()),
            explanation: refusal,
        },
        _ if has_calls => Stop::ToolCalls,
        _ if refusal.is_some() => Stop::Refused {
            category: None,
            explanation: refusal,
        },
        ("completed", _) => Stop::Done,
        (status, why) => Stop::Other(if why.is_empty() { status } else { why }.to_owned()),
    }
}

fn index(event: &Value) -> usize {
    let index = event["output_index"].as_u64();
    index.and_then(|n| usize::try_from(n).ok()).unwrap_or(0)
}
