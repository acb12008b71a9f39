//! Decoder of Chat Completions streams.
//!
//! Invariants: text, reasoning and calls keep the order in which each first appeared; the raw turn is the assistant
//! message to send back, with the reasoning field named by the preset. `End` is emitted at `[DONE]`, or at the end of
//! the body if a finish reason has arrived (usage follows the finish reason).

use serde_json::{Value, json};

use super::preset::Preset;
use super::request;
use super::think_tags::Think;
use super::tool_calls::Calls;
use crate::responses::failure;
use crate::stream::{StreamParser, count, piece, text};
use crate::{Block, Raw, Role, Stop, StreamEvent, Turn, Usage};

/// State of one answer.
#[derive(Debug)]
pub(super) struct Stream {
    preset: Preset,
    model: String,
    think: Think,
    text: String,
    reasoning: String,
    /// Content of the preset's `echo` field so far, to be sent back with the turn.
    echo: Value,
    refusal: String,
    calls: Calls,
    /// Block positions of text and reasoning; `places` is the number of positions in use.
    text_at: Option<usize>,
    reasoning_at: Option<usize>,
    places: usize,
    usage: Usage,
    finish: Option<String>,
}

impl Stream {
    pub(super) fn new(preset: Preset, model: &str) -> Self {
        Self {
            preset,
            model: model.to_owned(),
            think: Think::default(),
            text: String::new(),
            reasoning: String::new(),
            echo: Value::Null,
            refusal: String::new(),
            calls: Calls::default(),
            text_at: None,
            reasoning_at: None,
            places: 0,
            usage: Usage::default(),
            finish: None,
        }
    }

    fn delta(&mut self, delta: &Value, out: &mut Vec<StreamEvent>) {
        // Servers may send the same reasoning twice, as text and in blocks.
        let thought = [text(delta, "reasoning_content"), text(delta, "reasoning")];
        self.reason(
            thought
                .into_iter()
                .find(|thought| !thought.is_empty())
                .unwrap_or_default(),
            out,
        );
        if let Some(field) = self.preset.echo {
            self.keep(&delta[field]);
        }
        match &delta["content"] {
            Value::String(content) => self.content(content, out),
            // Some servers send an array of parts: `text`, or `thinking` with nested parts.
            Value::Array(parts) => {
                for part in parts {
                    for thought in part["thinking"].as_array().into_iter().flatten() {
                        self.reason(text(thought, "text"), out);
                    }
                    self.content(text(part, "text"), out);
                }
            }
            _ => {}
        }
        self.refusal.push_str(text(delta, "refusal"));
        for call in delta["tool_calls"].as_array().into_iter().flatten() {
            self.call(call, out);
        }
        if delta["function_call"].is_object() {
            self.call(&json!({"index": 0, "function": delta["function_call"]}), out);
        }
    }

    fn content(&mut self, content: &str, out: &mut Vec<StreamEvent>) {
        let (thought, said) = self.think.push(content);
        self.reason(&thought, out);
        self.say(&said, out);
    }

    fn reason(&mut self, thought: &str, out: &mut Vec<StreamEvent>) {
        if !thought.is_empty() {
            let index = place(&mut self.reasoning_at, &mut self.places);
            self.reasoning.push_str(thought);
            piece(thought, |text| StreamEvent::ReasoningDelta { index, text }, out);
        }
    }

    fn say(&mut self, said: &str, out: &mut Vec<StreamEvent>) {
        if !said.is_empty() {
            let index = place(&mut self.text_at, &mut self.places);
            self.text.push_str(said);
            piece(said, |text| StreamEvent::TextDelta { index, text }, out);
        }
    }

    fn call(&mut self, call: &Value, out: &mut Vec<StreamEvent>) {
        if self.calls.push(call, self.places, out) {
            self.places += 1;
        }
    }

    fn keep(&mut self, part: &Value) {
        match (&mut self.echo, part) {
            (Value::String(kept), Value::String(more)) => kept.push_str(more),
            (Value::Array(kept), Value::Array(more)) => kept.extend(more.iter().cloned()),
            (kept @ Value::Null, Value::String(_) | Value::Array(_)) => *kept = part.clone(),
            _ => {}
        }
    }

    fn count(&mut self, usage: &Value, out: &mut Vec<StreamEvent>) {
        if !usage.is_object() {
            return;
        }
        let details = &usage["prompt_tokens_details"];
        let mut prompt = 0;
        count(&mut prompt, &usage["prompt_tokens"]);
        count(&mut self.usage.cache_read, &usage["prompt_cache_hit_tokens"]);
        count(&mut self.usage.cache_read, &details["cached_tokens"]);
        count(&mut self.usage.cache_write, &details["cache_write_tokens"]);
        self.usage.input_uncached = prompt.saturating_sub(self.usage.cache_read + self.usage.cache_write);
        count(&mut self.usage.output, &usage["completion_tokens"]);
        count(
            &mut self.usage.reasoning,
            &usage["completion_tokens_details"]["reasoning_tokens"],
        );
        if let Some(dollars) = usage["cost"].as_f64().filter(|cost| (0.0..1e6).contains(cost)) {
            self.usage.billed = Some((dollars * 1e9).round() as u64);
        }
        out.push(StreamEvent::Usage(self.usage));
    }

    fn end(&mut self, out: &mut Vec<StreamEvent>) {
        let (thought, said) = self.think.finish();
        self.reason(&thought, out);
        self.say(&said, out);
        let calls = self.calls.finish(out);
        let raw = self.raw(calls.iter().map(|(_, _, entry)| entry.clone()).collect());
        let stop = self.stop(!calls.is_empty());
        let block = |(place, call, _)| (place, Block::ToolCall(call));
        let mut blocks: Vec<(usize, Block)> = calls.into_iter().map(block).collect();
        blocks.extend(
            self.text_at
                .map(|at| (at, Block::Text(std::mem::take(&mut self.text)))),
        );
        blocks.extend(
            self.reasoning_at
                .map(|at| (at, Block::Reasoning(std::mem::take(&mut self.reasoning)))),
        );
        trammel_base::sort::by_key(&mut blocks, |(place, _)| *place);
        out.push(StreamEvent::End {
            stop,
            turn: Turn {
                role: Role::Assistant,
                blocks: blocks.into_iter().map(|(_, block)| block).collect(),
                raw,
            },
        });
    }

    /// Returns the message to send back.
    fn raw(&mut self, calls: Vec<Value>) -> Option<Raw> {
        let mut value = request::message(&self.text, calls)?;
        if let Some(field) = self.preset.echo
            && !self.echo.is_null()
        {
            value[field] = self.echo.take();
        }
        Some(Raw {
            provider: self.preset.provider.to_owned(),
            model: self.model.clone(),
            value,
        })
    }

    /// Returns the stop reason. The presence of calls, not the finish reason, decides about `ToolCalls`.
    fn stop(&self, has_calls: bool) -> Stop {
        let refused = |category: Option<&str>| Stop::Refused {
            category: category.map(str::to_owned),
            explanation: Some(self.refusal.clone()).filter(|said| !said.is_empty()),
        };
        match self.finish.as_deref().unwrap_or("stop") {
            "length" | "model_length" => Stop::Length,
            reason @ "content_filter" => refused(Some(reason)),
            _ if has_calls => Stop::ToolCalls,
            _ if !self.refusal.is_empty() => refused(None),
            "stop" | "eos" | "tool_calls" | "function_call" => Stop::Done,
            other => Stop::Other(other.to_owned()),
        }
    }
}

impl StreamParser for Stream {
    const API: &'static str = "Chat Completions";

    fn event(&mut self, event: &Value, out: &mut Vec<StreamEvent>) {
        let choice = &event["choices"][0];
        if !event["error"].is_null() || !choice["error"].is_null() {
            let said = if event["error"].is_null() { choice } else { event };
            return out.push(StreamEvent::Error(failure::in_stream(said)));
        }
        self.delta(&choice["delta"], out);
        if let Some(reason) = choice["finish_reason"].as_str() {
            if reason == "error" {
                return out.push(StreamEvent::Error(failure::in_stream(choice)));
            }
            self.finish = Some(reason.to_owned());
        }
        self.count(&event["usage"], out);
        self.count(&event["x_groq"]["usage"], out);
    }

    fn end_stream(&mut self, marked: bool, out: &mut Vec<StreamEvent>) {
        if marked || self.finish.is_some() {
            self.end(out);
        }
    }

    fn read_whole(&mut self, body: &Value, out: &mut Vec<StreamEvent>) {
        let choice = &body["choices"][0];
        if choice["message"].is_object() {
            let mut event = body.clone();
            event["choices"][0]["delta"] = choice["message"].clone();
            self.event(&event, out);
            if !matches!(out.last(), Some(StreamEvent::Error(_))) {
                self.end(out);
            }
        } else if !body["error"].is_null() || text(body, "object") == "error" {
            out.push(StreamEvent::Error(failure::in_stream(body)));
        }
    }
}

/// Returns the position of a block, assigned at the first use.
fn place(at: &mut Option<usize>, places: &mut usize) -> usize {
    *at.get_or_insert_with(|| {
        *places += 1;
        *places - 1
    })
}
