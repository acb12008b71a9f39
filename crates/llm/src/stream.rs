//! Framing shared by all stream decoders: splits bytes into events and handles the end of the body and non-stream
//! bodies.
//!
//! Invariants: at most one `End` or `Error` is emitted, and nothing after it; a body that stops before the provider's
//! terminal event is an error. A [`StreamParser`] interprets the events.

use serde_json::Value;

use super::failure;
use super::sse::Sse;
use super::{Decoder, ErrorKind, StreamEvent, error::clip};
use crate::ApiError;

/// Interpretation of a provider's events.
pub(super) trait StreamParser: Send + Sync {
    /// Name of the API, for error messages.
    const API: &'static str;

    /// Handles an event of the stream.
    fn event(&mut self, event: &Value, out: &mut Vec<StreamEvent>);

    /// Handles the end of the stream: `[DONE]` (`marked` is true) or the end of the body. Needed only if the events
    /// themselves have no terminal event.
    fn end_stream(&mut self, marked: bool, out: &mut Vec<StreamEvent>) {
        let _ = (marked, out);
    }

    /// Handles JSON outside of events: the whole body if the server ignored `stream`, or an error after the last
    /// event.
    fn read_whole(&mut self, body: &Value, out: &mut Vec<StreamEvent>);
}

/// A [`Decoder`] that splits the stream into events and passes them to a [`StreamParser`].
#[derive(Debug)]
pub(super) struct Framed<R> {
    reader: R,
    sse: Sse,
    seen_event: bool,
    over: bool,
}

impl<R: StreamParser> Framed<R> {
    /// Creates a decoder from a parser.
    pub(super) fn new(reader: R) -> Self {
        Self {
            reader,
            sse: Sse::default(),
            seen_event: false,
            over: false,
        }
    }

    fn data(&mut self, data: &str, out: &mut Vec<StreamEvent>) {
        let data = data.trim();
        if self.over || data.is_empty() {
            return;
        }
        self.seen_event = true;
        if data == "[DONE]" {
            self.reader.end_stream(true, out);
        } else if let Ok(event) = serde_json::from_str::<Value>(data) {
            self.reader.event(&event, out);
        } else {
            let mut error = ApiError::new(
                ErrorKind::StreamTruncated,
                "A part of the answer was not readable.",
            );
            error.raw = clip(data, ApiError::RAW_LIMIT).to_owned();
            out.push(StreamEvent::Error(error));
        }
        self.look_for_end(out);
    }

    fn look_for_end(&mut self, out: &[StreamEvent]) {
        self.over |= matches!(out.last(), Some(StreamEvent::End { .. } | StreamEvent::Error(_)));
    }

    /// Evaluates text outside of events to find the cause of a missing end.
    fn leftover(&mut self, out: &mut Vec<StreamEvent>) {
        let rest = self.sse.stray();
        if let Ok(json) = serde_json::from_str::<Value>(rest) {
            self.reader.read_whole(&json, out);
        }
        self.look_for_end(out);
        if self.over {
            return;
        }
        let rest = self.sse.stray().trim();
        let cut = ["event:", "data:"].iter().any(|field| field.starts_with(rest));
        let unfinished = rest.starts_with(['{', '[']) && serde_json::from_str::<Value>(rest).is_err();
        out.push(StreamEvent::Error(if self.seen_event || cut || unfinished {
            truncation_error()
        } else {
            failure::not_a_stream(R::API, rest)
        }));
        self.over = true;
    }
}

impl<R: StreamParser> Decoder for Framed<R> {
    fn push(&mut self, bytes: &[u8]) -> Vec<StreamEvent> {
        let mut out = Vec::new();
        if self.over {
            return out;
        }
        for data in self.sse.push(bytes) {
            self.data(&data, &mut out);
        }
        out
    }

    fn finish(&mut self) -> Vec<StreamEvent> {
        let mut out = Vec::new();
        if self.over {
            return out;
        }
        if let Some(data) = self.sse.finish() {
            self.data(&data, &mut out);
        }
        if !self.over && self.seen_event {
            self.reader.end_stream(false, &mut out);
            self.look_for_end(&out);
        }
        if !self.over {
            self.leftover(&mut out);
        }
        out
    }
}

/// Returns the error for a stream that ends too early.
pub(super) fn truncation_error() -> ApiError {
    ApiError::new(ErrorKind::StreamTruncated, "The answer stopped in the middle.")
}

/// Returns a string field of an event; empty if missing or not a string.
pub(super) fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// Sets a count if the value is a number. Counts are cumulative and may be missing or null.
pub(super) fn count(field: &mut u64, value: &Value) {
    if let Some(n) = value.as_u64() {
        *field = n;
    }
}

/// Emits a delta event, unless the text is empty.
pub(super) fn piece(text: &str, event: impl FnOnce(String) -> StreamEvent, out: &mut Vec<StreamEvent>) {
    if !text.is_empty() {
        out.push(event(text.to_owned()));
    }
}
