//! Decoder of the built-in model's output: streamed text, and a tool call once it is complete.
//!
//! Invariants: a turn has at most one call. The answer is parsed as JSON only at its end; before that, the text of
//! `say` is emitted as far as it is certain.

use serde_json::{Value, json};

use crate::error::clip;
use crate::stream::{StreamParser, piece, text};
use crate::{ApiError, Block, ErrorKind, Role, Stop, StreamEvent, ToolCall, Turn, Usage, call_ids, failure};

/// State of one answer.
#[derive(Debug, Default)]
pub(super) struct Stream {
    said: String,
    /// Part of `say` that has been emitted.
    shown: String,
    tokens: u64,
}

impl Stream {
    /// Emits the new part of the text.
    fn show(&mut self, words: &str, out: &mut Vec<StreamEvent>) {
        if let Some(more) = words.strip_prefix(self.shown.as_str()) {
            piece(more, |text| StreamEvent::TextDelta { index: 0, text }, out);
            words.clone_into(&mut self.shown);
        }
    }

    fn end(&mut self, out: &mut Vec<StreamEvent>) {
        let answer = match read(&self.said) {
            Ok(answer) => answer,
            Err(why) => {
                let mut error = ApiError::new(ErrorKind::BadCall, why);
                error.raw = clip(&self.said, ApiError::RAW_LIMIT).to_owned();
                return out.push(StreamEvent::Error(error));
            }
        };
        let mut blocks = Vec::new();
        let words = text(&answer, "say");
        if !words.trim().is_empty() {
            self.show(words, out);
            blocks.push(Block::Text(words.to_owned()));
        }
        let name = text(&answer, "tool");
        let mut stop = Stop::Done;
        if !name.is_empty() {
            let index = blocks.len();
            let args = answer.get("args").unwrap_or(&Value::Null);
            let args = if args.is_null() {
                "{}".to_owned()
            } else {
                args.to_string()
            };
            // The token count of the session distinguishes repeated identical calls in a conversation.
            let id = format!(
                "call_{:x}",
                call_ids::hash(&format!("{}{}", self.said, self.tokens))
            );
            let call = ToolCall::parse(id.clone(), name.to_owned(), &args);
            let name = name.to_owned();
            out.push(StreamEvent::ToolStart { index, id, name });
            blocks.push(Block::ToolCall(call));
            stop = Stop::ToolCalls;
        }
        out.push(StreamEvent::End {
            stop,
            turn: Turn {
                role: Role::Assistant,
                blocks,
                // A rebuilt turn loses nothing, so no verbatim copy is needed.
                raw: None,
            },
        });
    }
}

impl StreamParser for Stream {
    const API: &'static str = "Prompt API";

    fn event(&mut self, event: &Value, out: &mut Vec<StreamEvent>) {
        if event["error"].is_object() {
            out.push(StreamEvent::Error(error(event)));
            return;
        }
        self.said.push_str(text(event, "text"));
        if let Some(words) = so_far(&self.said) {
            self.show(&words, out);
        }
        if let Some(tokens) = event["tokens"].as_u64() {
            self.tokens = tokens;
            out.push(StreamEvent::Usage(Usage {
                input_uncached: tokens,
                ..Usage::default()
            }));
        }
    }

    fn end_stream(&mut self, marked: bool, out: &mut Vec<StreamEvent>) {
        if marked {
            self.end(out);
        }
    }

    fn read_whole(&mut self, _body: &Value, _out: &mut Vec<StreamEvent>) {}
}

fn error(event: &Value) -> ApiError {
    let (name, message) = (text(&event["error"], "name"), text(&event["error"], "message"));
    let kind = match name {
        "QuotaExceededError" => ErrorKind::ContextOverflow,
        "OperationError" | "UnknownError" => ErrorKind::Server,
        _ => ErrorKind::BadRequest,
    };
    let message = if message.is_empty() { name } else { message };
    failure::in_stream(kind, message, &event.to_string())
}

/// Parses the object that the model wrote. If the browser does not enforce the schema, plain text counts as `say`.
fn read(said: &str) -> Result<Value, String> {
    let said = said.trim();
    if !said.starts_with('{') {
        return Ok(json!({ "say": said }));
    }
    serde_json::from_str(said).map_err(|why| format!("The model wrote JSON that cannot be read: {why}."))
}

/// Returns the text of an unfinished `{"say": "…` that no later piece can change.
fn so_far(said: &str) -> Option<String> {
    let mut rest = said.trim_start();
    for part in ["{", "\"say\"", ":", "\""] {
        rest = rest.strip_prefix(part)?;
        if part != "\"" {
            rest = rest.trim_start();
        }
    }
    let mut certain = 0;
    while let Some(length) = unit(&rest[certain..]) {
        certain += length;
    }
    serde_json::from_str(&format!("\"{}\"", &rest[..certain])).ok()
}

/// Returns the length in bytes of the first character of a JSON string, escaped or not; `None` if the character is
/// incomplete or the string ends.
fn unit(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    match bytes.first()? {
        b'"' => None,
        // The next byte may not form a valid escape, and may be part of a multi-byte character.
        b'\\' if bytes.get(1)? != &b'u' => text.is_char_boundary(2).then_some(2),
        b'\\' => {
            let code = u32::from_str_radix(text.get(2..6)?, 16).ok()?;
            if !(0xD800..0xDC00).contains(&code) {
                return Some(6);
            }
            // High surrogate of a pair.
            text.is_char_boundary(12).then_some(12)
        }
        _ => text.chars().next().map(char::len_utf8),
    }
}
